//! Column encoding of integers: all values of a list have the same width in bytes.

/// Encodes the minimum, the width in bytes, and each value's difference from the minimum. Decoding
/// costs almost nothing.
pub fn encode(values: impl Iterator<Item = i64> + Clone, bytes: &mut Vec<u8>) {
    let least = values.clone().min().unwrap_or_default();
    let above = values.map(|value| value.wrapping_sub(least) as u64);
    let most = above.clone().max().unwrap_or_default();
    let width = match most {
        0 => 0,
        0x1..=0xff => 1,
        0x100..=0xffff => 2,
        0x1_0000..=0xffff_ffff => 4,
        _ => 8,
    };
    bytes.extend(least.to_le_bytes());
    bytes.push(width);
    above.for_each(|above| bytes.extend(&above.to_le_bytes()[..usize::from(width)]));
}

/// Decodes `count` values written by [`encode`] from the start of `bytes`, and advances it past
/// them; `None` when the bytes are damaged.
pub fn decode(bytes: &mut &[u8], count: usize) -> Option<Vec<i64>> {
    let least = i64::from_le_bytes(*bytes.split_off(..8)?.as_array()?);
    let [width] = *bytes.split_off(..1)?.as_array()?;
    let values = bytes.split_off(..count * usize::from(width))?;
    Some(match width {
        0 => vec![least; count],
        1 => above(values, least, |[byte]: [u8; 1]| u64::from(byte)),
        2 => above(values, least, |bytes| u64::from(u16::from_le_bytes(bytes))),
        4 => above(values, least, |bytes| u64::from(u32::from_le_bytes(bytes))),
        8 => above(values, least, u64::from_le_bytes),
        _ => return None,
    })
}

fn above<const N: usize>(bytes: &[u8], least: i64, read: impl Fn([u8; N]) -> u64) -> Vec<i64> {
    let (values, _) = bytes.as_chunks::<N>();
    values.iter().map(|&value| least.wrapping_add(read(value) as i64)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn values() -> impl Strategy<Value = Vec<i64>> {
        let ranges = [0..1, 0..256, 0..70_000, 0..1 << 33, i64::MIN..i64::MAX];
        (prop::sample::select(ranges.to_vec()), -9_i64..9).prop_flat_map(|(range, base)| {
            prop::collection::vec(range.prop_map(move |value| value.wrapping_add(base)), 0..40)
        })
    }

    proptest! {
        #[test]
        fn what_is_encoded_is_decoded(first in values(), second in values()) {
            let mut bytes = Vec::new();
            for values in [&first, &second] {
                encode(values.iter().copied(), &mut bytes);
            }
            let mut cut = &bytes[..bytes.len() - 1];
            prop_assert_eq!(decode(&mut cut, first.len()), Some(first.clone()));
            prop_assert_eq!(decode(&mut cut, second.len()), None);
            let mut rest = &bytes[..];
            prop_assert_eq!(decode(&mut rest, first.len()), Some(first));
            prop_assert_eq!(decode(&mut rest, second.len()), Some(second));
            prop_assert!(rest.is_empty());
        }
    }
}
