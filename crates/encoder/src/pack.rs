//! Makes a packed file from an ONNX file and a `tokenizer.json`.

mod graph;

use serde::Deserialize;
use serde_json::value::RawValue;
use zerocopy::{Immutable, IntoBytes};

use crate::file::{ALIGNMENT, Header, LAYERS_MAX, Pooling, Unusable};
use crate::forward::{HEADS, HIDDEN, WIDE};
use crate::kernel::limits::limits;
use crate::vocabulary::Vocabulary;
use graph::{Graph, Quantised, Tensor};

const HEAD: usize = HIDDEN / HEADS;

/// Returns the packed file of a model that `quantize_dynamic` of ONNX Runtime made, with at most
/// `window` places, and a pooling. The same files give the same bytes. See `file.rs` for the layout.
///
/// # Errors
/// When the ONNX file has another shape, or the tokenizer has no vocabulary.
pub fn pack(
    onnx: &[u8],
    tokenizer: &str,
    window: usize,
    pooling: Pooling,
) -> Result<Vec<u8>, Unusable> {
    let graph = Graph::read(onnx).ok_or(Unusable("it is no ONNX file"))?;
    let model = Model::of(graph)?;
    let words = model.table("word_embeddings")?;
    let (vocabulary, tokenizer) = split_tokenizer(tokenizer)?;
    let (slots, pieces, text) = vocabulary.arrays();

    let mut file = Sections::default();
    let layers = model.layers();
    let places = model.places(window)?;
    file.put(
        &Header {
            layers: layers as u32,
            words: (words.bytes.len() / HIDDEN) as u32,
            places: (places.len() / HIDDEN) as u32,
            word_zero: words.zero.into(),
            word_scale: words.scale.to_bits(),
            slots: slots.len() as u32,
            pieces: pieces.len() as u32,
            text_bytes: text.len() as u32,
            longest: vocabulary.longest() as u32,
            tokenizer_bytes: tokenizer.len() as u32,
            pooling,
        }
        .write(),
    );
    file.put(&places);
    file.put_norm(&model, "embeddings.LayerNorm")?;
    for layer in 0..layers {
        let at = |name: &str| format!("encoder.layer.{layer}.{name}");
        file.put_matrix(&model.heads(&at("attention.self"))?);
        file.put_matrix(&model.matrix(&at("attention.output.dense"), HIDDEN, HIDDEN)?);
        file.put_norm(&model, &at("attention.output.LayerNorm"))?;
        file.put_matrix(&model.matrix(&at("intermediate.dense"), HIDDEN, WIDE)?);
        file.put_matrix(&model.matrix(&at("output.dense"), WIDE, HIDDEN)?);
        file.put_norm(&model, &at("output.LayerNorm"))?;
    }
    file.put(words.bytes);
    file.put(slots);
    file.put(pieces.as_flattened());
    file.put(text);
    file.put(tokenizer.as_bytes());
    Ok(file.bytes)
}

/// Splits `tokenizer.json` into its vocabulary and the text around it.
fn split_tokenizer(json: &str) -> Result<(Vocabulary<'static>, String), Unusable> {
    #[derive(Deserialize)]
    struct Description<'a> {
        #[serde(borrow)]
        model: Vocabularies<'a>,
    }
    #[derive(Deserialize)]
    struct Vocabularies<'a> {
        #[serde(borrow)]
        vocab: &'a RawValue,
    }
    const NONE: Unusable = Unusable("the tokenizer has no vocabulary");
    let description: Description = serde_json::from_str(json).map_err(|_| NONE)?;
    let text = description.model.vocab.get();
    let vocabulary = serde_json::from_str(text).map_err(|_| NONE)?;
    let start = text.as_ptr() as usize - json.as_ptr() as usize;
    let rest = [&json[..start], "{}", &json[start + text.len()..]].concat();
    Ok((vocabulary, rest))
}

/// The parts of the model, by the names that they have in `PyTorch`.
struct Model<'a> {
    graph: Graph<'a>,
    /// What stands before those names, such as `bert.`; often nothing.
    prefix: String,
}

/// A quantised table: `(byte − zero) · scale`.
struct Table<'a> {
    bytes: &'a [u8],
    zero: u8,
    scale: f32,
}

/// A matrix, its columns one after the other.
struct Columns {
    weights: Vec<Vec<i8>>,
    scales: Vec<f32>,
    bias: Vec<f32>,
}

const SHAPE: Unusable = Unusable("it has not the shape of MiniLM, quantised by ONNX Runtime");

/// A name that every such model has.
const NAME: &str = "embeddings.word_embeddings.weight_quantized";

impl<'a> Model<'a> {
    fn of(graph: Graph<'a>) -> Result<Self, Unusable> {
        let prefix = graph.names().filter_map(|name| name.strip_suffix(NAME)).min();
        let prefix = prefix.ok_or(SHAPE)?.to_owned();
        Ok(Self { graph, prefix })
    }

    fn named(&self, name: &str) -> Option<&Tensor<'a>> {
        self.graph.tensor(&format!("{}{name}", self.prefix))
    }

    fn layers(&self) -> usize {
        let has = |layer: &usize| {
            self.named(&format!("encoder.layer.{layer}.output.dense.bias")).is_some()
        };
        (0..LAYERS_MAX as usize).take_while(has).count()
    }

    fn table(&self, name: &str) -> Result<Table<'a>, Unusable> {
        let part = |part: &str| self.named(&format!("embeddings.{name}.weight_{part}"));
        let (Some(bytes), Some(zero), Some(scale)) =
            (part("quantized"), part("zero_point"), part("scale"))
        else {
            return Err(SHAPE);
        };
        match (bytes.bytes(), zero.bytes(), &scale.floats()[..]) {
            (bytes, &[zero], &[scale]) if bytes.len().is_multiple_of(HIDDEN) => {
                Ok(Table { bytes, zero, scale })
            }
            _ => Err(SHAPE),
        }
    }

    /// What is added to the word at each place: the place's vector and that of the first kind of
    /// token, the only one there is.
    fn places(&self, window: usize) -> Result<Vec<f32>, Unusable> {
        let dense = |table: &Table| -> Vec<f32> {
            let zero = f32::from(table.zero);
            table.bytes.iter().map(|byte| (f32::from(*byte) - zero) * table.scale).collect()
        };
        let mut places = dense(&self.table("position_embeddings")?);
        let kinds = dense(&self.table("token_type_embeddings")?);
        places.truncate(window.saturating_mul(HIDDEN));
        for row in places.as_chunks_mut::<HIDDEN>().0 {
            for (number, kind) in row.iter_mut().zip(&kinds) {
                *number += kind;
            }
        }
        Ok(places)
    }

    fn numbers(&self, name: &str, length: usize) -> Result<Vec<f32>, Unusable> {
        let tensor = self.named(name).ok_or(SHAPE)?;
        let numbers = tensor.floats();
        if numbers.len() == length { Ok(numbers) } else { Err(SHAPE) }
    }

    fn matrix(&self, name: &str, rows: usize, columns: usize) -> Result<Columns, Unusable> {
        let bias = self.numbers(&format!("{name}.bias"), columns)?;
        let Quantised { weights, scales } =
            self.graph.matrix_before(&format!("{}{name}.bias", self.prefix)).ok_or(SHAPE)?;
        if weights.len() != rows * columns || scales.len() != columns {
            return Err(SHAPE);
        }
        let column = |at: usize| weights.iter().skip(at).step_by(columns).map(|w| *w as i8);
        let weights = (0..columns).map(|at| column(at).collect()).collect();
        Ok(Columns { weights, scales, bias })
    }

    /// Returns queries, keys and values as one matrix, head by head. Queries carry the root of the
    /// head's width, by which attention divides.
    fn heads(&self, name: &str) -> Result<Columns, Unusable> {
        let part = |part: &str| self.matrix(&format!("{name}.{part}"), HIDDEN, HIDDEN);
        let mut parts = [part("query")?, part("key")?, part("value")?];
        let root = (1.0 / (HEAD as f64).sqrt()) as f32;
        let [queries, ..] = &mut parts;
        for number in queries.scales.iter_mut().chain(&mut queries.bias) {
            *number *= root;
        }
        let mut all = Columns { weights: Vec::new(), scales: Vec::new(), bias: Vec::new() };
        for head in 0..HEADS {
            let columns = head * HEAD..(head + 1) * HEAD;
            for part in &parts {
                all.weights.extend_from_slice(&part.weights[columns.clone()]);
                all.scales.extend_from_slice(&part.scales[columns.clone()]);
                all.bias.extend_from_slice(&part.bias[columns.clone()]);
            }
        }
        Ok(all)
    }
}

/// The file as it grows.
#[derive(Default)]
struct Sections {
    bytes: Vec<u8>,
}

impl Sections {
    fn put<T: IntoBytes + Immutable>(&mut self, section: &[T]) {
        self.bytes.extend_from_slice(section.as_bytes());
        self.bytes.resize(self.bytes.len().next_multiple_of(ALIGNMENT), 0);
    }

    fn put_norm(&mut self, model: &Model, name: &str) -> Result<(), Unusable> {
        self.put(&model.numbers(&format!("{name}.weight"), HIDDEN)?);
        self.put(&model.numbers(&format!("{name}.bias"), HIDDEN)?);
        Ok(())
    }

    fn put_matrix(&mut self, matrix: &Columns) {
        let mut weights: Vec<i8> = Vec::new();
        for panel in matrix.weights.as_chunks::<16>().0 {
            for four in 0..panel[0].len() / 4 {
                weights.extend(panel.iter().flat_map(|column| &column[four * 4..four * 4 + 4]));
            }
        }
        let sum = |column: &Vec<i8>| column.iter().map(|w| i32::from(*w)).sum::<i32>();
        let sums: Vec<i32> = matrix.weights.iter().map(sum).collect();
        self.put(&weights);
        self.put(&limits(&weights, matrix.weights[0].len() / 4));
        self.put(&matrix.scales);
        self.put(&matrix.bias);
        self.put(&sums);
    }
}
