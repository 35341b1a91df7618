//! Rewrites an ONNX model so that its weights stay in the mapped file.
//!
//! ONNX stores weights inside its protobuf message, and parsing the message copies them all. ONNX
//! also supports "external data": tensors in another file. So the message is rewritten with each
//! large tensor as a reference to an external file, and that file is the original model,
//! memory-mapped. Field numbers are from <https://github.com/onnx/onnx/blob/main/onnx/onnx.proto3>.

use mementor_encoder::protobuf::{Field, fields};

/// Name of the external file in the message; rten accepts this extension for weights.
pub(super) const FILE: &str = "mapped.data";

/// Minimum size of a tensor to move, in bytes: smaller ones are not worth a reference.
const BYTES_MIN: usize = 4096;

const MODEL_GRAPH: u64 = 7;
const GRAPH_INITIALIZER: u64 = 5;
const TENSOR_DATA_TYPE: u64 = 2;
const TENSOR_RAW_DATA: u64 = 9;
const TENSOR_EXTERNAL_DATA: u64 = 13;
const TENSOR_DATA_LOCATION: u64 = 14;
const EXTERNAL: u64 = 1;

/// Returns whether rten can use a tensor's data directly from the mapped file: `UINT8`, `INT8`, and
/// `FLOAT` when it happens to be aligned.
fn is_usable(data_type: u64, offset: usize) -> bool {
    matches!(data_type, 2 | 3) || (data_type == 1 && offset.is_multiple_of(size_of::<f32>()))
}

/// Returns the message with its large tensors moved to [`FILE`], or `None` when it is not valid
/// protobuf.
pub(super) fn with_weights_outside(model: &[u8]) -> Option<Vec<u8>> {
    rewritten(model, MODEL_GRAPH, |graph| {
        rewritten(graph, GRAPH_INITIALIZER, |tensor| outside(tensor, model))
    })
}

/// Returns a large tensor as a reference to the external file, and any other tensor unchanged.
fn outside(tensor: &[u8], model: &[u8]) -> Option<Vec<u8>> {
    let fields: Vec<Field> = fields(tensor).collect::<Option<_>>()?;
    let find = |number| fields.iter().find(|field| field.number == number);
    let raw = find(TENSOR_RAW_DATA).map_or(&tensor[..0], |field| field.payload);
    let data_type = find(TENSOR_DATA_TYPE).map_or(0, |field| field.value);
    let offset = raw.as_ptr() as usize - model.as_ptr() as usize;
    if raw.len() < BYTES_MIN || !is_usable(data_type, offset) {
        return Some(tensor.to_vec());
    }
    let mut moved = Vec::new();
    for field in fields.iter().filter(|field| field.number != TENSOR_RAW_DATA) {
        moved.extend_from_slice(field.whole);
    }
    let entries = [
        ("location", FILE.to_owned()),
        ("offset", offset.to_string()),
        ("length", raw.len().to_string()),
    ];
    for (key, value) in entries {
        let mut entry = Vec::new();
        put_payload(&mut entry, 1, key.as_bytes());
        put_payload(&mut entry, 2, value.as_bytes());
        put_payload(&mut moved, TENSOR_EXTERNAL_DATA, &entry);
    }
    put_varint(&mut moved, TENSOR_DATA_LOCATION << 3);
    put_varint(&mut moved, EXTERNAL);
    Some(moved)
}

/// Returns a message with the payload of each field of this number replaced.
fn rewritten<'a>(
    message: &'a [u8],
    number: u64,
    replace: impl Fn(&'a [u8]) -> Option<Vec<u8>>,
) -> Option<Vec<u8>> {
    let mut written = Vec::new();
    for field in fields(message) {
        let field = field?;
        if field.number == number {
            put_payload(&mut written, number, &replace(field.payload)?);
        } else {
            written.extend_from_slice(field.whole);
        }
    }
    Some(written)
}

fn put_varint(written: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        written.push(value as u8 | 0x80);
        value >>= 7;
    }
    written.push(value as u8);
}

fn put_payload(written: &mut Vec<u8>, number: u64, payload: &[u8]) {
    put_varint(written, number << 3 | 2);
    put_varint(written, payload.len() as u64);
    written.extend_from_slice(payload);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tensor(name: &str, data_type: u64, data: &[u8]) -> Vec<u8> {
        let mut tensor = Vec::new();
        put_varint(&mut tensor, TENSOR_DATA_TYPE << 3);
        put_varint(&mut tensor, data_type);
        put_payload(&mut tensor, 8, name.as_bytes());
        put_payload(&mut tensor, TENSOR_RAW_DATA, data);
        tensor
    }

    fn model(tensors: &[Vec<u8>]) -> Vec<u8> {
        let mut graph = Vec::new();
        put_payload(&mut graph, 2, b"the name of the graph");
        for tensor in tensors {
            put_payload(&mut graph, GRAPH_INITIALIZER, tensor);
        }
        let mut model = Vec::new();
        put_varint(&mut model, 1 << 3);
        put_varint(&mut model, 300);
        put_payload(&mut model, MODEL_GRAPH, &graph);
        model
    }

    #[test]
    fn large_tensors_are_named_by_their_place_and_the_rest_stays() {
        let small = tensor("small", 3, &[7; 10]);
        let of_another_type = tensor("of another type", 7, &[8; BYTES_MIN]);
        let data: Vec<u8> = (0..BYTES_MIN * 2).map(|at| at as u8).collect();
        let large = tensor("large", 3, &data);
        let file = model(&[small.clone(), large, of_another_type.clone()]);
        let offset = file.windows(data.len()).position(|window| window == data).expect("in it");

        let mut named = Vec::new();
        put_varint(&mut named, TENSOR_DATA_TYPE << 3);
        put_varint(&mut named, 3);
        put_payload(&mut named, 8, b"large");
        for (key, value) in [
            ("location", FILE),
            ("offset", &offset.to_string()),
            ("length", &data.len().to_string()),
        ] {
            let mut entry = Vec::new();
            put_payload(&mut entry, 1, key.as_bytes());
            put_payload(&mut entry, 2, value.as_bytes());
            put_payload(&mut named, TENSOR_EXTERNAL_DATA, &entry);
        }
        put_varint(&mut named, TENSOR_DATA_LOCATION << 3);
        put_varint(&mut named, EXTERNAL);
        assert_eq!(with_weights_outside(&file), Some(model(&[small, named, of_another_type])));
    }

    #[test]
    fn what_is_cut_off_is_no_message() {
        let file = model(&[tensor("large", 3, &[1; BYTES_MIN])]);
        for length in [1, 10, file.len() / 2, file.len() - 1] {
            assert_eq!(with_weights_outside(&file[..length]), None, "{length}");
        }
        assert_eq!(with_weights_outside(b"\xff\xff no message"), None);
    }
}
