//! Reading protobuf messages, which ONNX files are, without a description of their fields.

/// A field of a message.
pub struct Field<'a> {
    /// Its number.
    pub number: u64,
    /// Payload of a length-delimited field; empty for other fields.
    pub payload: &'a [u8],
}

/// Returns the fields of a message. An invalid field yields `None` and ends the iteration.
pub fn fields(message: &[u8]) -> impl Iterator<Item = Option<Field<'_>>> {
    let mut rest = message;
    std::iter::from_fn(move || {
        (!rest.is_empty()).then(|| {
            let field = take_field(&mut rest);
            if field.is_none() {
                rest = &[];
            }
            field
        })
    })
}

fn take_field<'a>(rest: &mut &'a [u8]) -> Option<Field<'a>> {
    let tag = take_varint(rest)?;
    let mut payload = &[][..];
    match tag & 7 {
        0 => drop(take_varint(rest)?),
        1 => *rest = rest.get(8..)?,
        2 => {
            let length = usize::try_from(take_varint(rest)?).ok()?;
            (payload, *rest) = rest.split_at_checked(length)?;
        }
        5 => *rest = rest.get(4..)?,
        _ => return None,
    }
    Some(Field { number: tag >> 3, payload })
}

/// Takes the number at the beginning; `None` when it has no end.
pub fn take_varint(rest: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, after) = rest.split_first()?;
        *rest = after;
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}
