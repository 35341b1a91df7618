//! Ids and samples that are the same in every run.

const FNV_OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const FNV_PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

/// Hashes a text with FNV-1a.
pub fn hash(text: &str) -> u128 {
    text.bytes().fold(FNV_OFFSET, |hash, byte| (hash ^ u128::from(byte)).wrapping_mul(FNV_PRIME))
}

/// Returns a UUID-shaped id derived from `name`.
pub fn uuid(name: &str) -> String {
    let digits = format!("{:032x}", hash(name));
    let parts = [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]];
    parts.join("-")
}

/// Returns at most `count` of the items, chosen by the hash of their text.
pub fn sample<T>(mut items: Vec<T>, count: usize, text: impl Fn(&T) -> &str) -> Vec<T> {
    if items.len() > count {
        items.sort_by_cached_key(|item| hash(text(item)));
        items.truncate(count);
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_have_the_form_of_a_uuid_and_differ() {
        assert_eq!(uuid("conv-1 D1:1").len(), 36);
        assert_eq!(uuid("conv-1 D1:1"), uuid("conv-1 D1:1"));
        assert_ne!(uuid("conv-1 D1:1"), uuid("conv-2 D1:1"));
    }

    #[test]
    fn a_sample_does_not_depend_on_the_order() {
        let items = |reverse: bool| {
            let mut items: Vec<String> = (0..50).map(|n| format!("item {n}")).collect();
            if reverse {
                items.reverse();
            }
            sample(items, 7, |item| item)
        };
        assert_eq!(items(false), items(true));
        assert_eq!(items(false).len(), 7);
    }
}
