//! The literals that announce secrets, searched all at once.

/// Hallmarks by their first two bytes, behind a filter of their first three: most places of a text
/// cost two looks at a bit. It is filled in a fraction of the time that an automaton takes to build.
pub(super) struct Hallmarks<T> {
    filter: Filter,
    /// Index of the group for each pair of bytes. Group 0 is empty.
    group_of: Vec<u16>,
    groups: Vec<Vec<(&'static str, T)>>,
}

/// A bit for each hash of three bytes, and one for each pair, for hallmarks that have no more. Some
/// hundreds of hallmarks set one bit in a hundred of these 8 KiB, which stay in the cache.
struct Filter(Box<[u64; 1024]>);

impl Filter {
    /// Lets texts pass that begin like this.
    fn add(&mut self, beginning: &[u8]) {
        let bit = match *beginning {
            [first, second] => usize::from(u16::from_le_bytes([first, second])),
            _ => bit_of_three(u32::from_le_bytes([beginning[0], beginning[1], beginning[2], 0])),
        };
        self.0[bit / 64] |= 1 << (bit % 64);
    }

    fn passes(&self, four: [u8; 4]) -> bool {
        let four = u32::from_le_bytes(four);
        let bit = |at: usize| self.0[at / 64] >> (at % 64);
        (bit(bit_of_three(four)) | bit(usize::from(four as u16))) & 1 == 1
    }
}

/// Returns the bit for the three lowest bytes.
fn bit_of_three(bytes: u32) -> usize {
    // The multiplier of Fibonacci hashing; the upper half of the product is mixed best.
    ((bytes & 0x00FF_FFFF).wrapping_mul(0x9E37_79B1) >> 16) as usize
}

impl<T> Hallmarks<T> {
    pub fn new(attempts: impl Iterator<Item = (&'static str, T)>) -> Self {
        let mut all = Self {
            filter: Filter(Box::new([0; 1024])),
            group_of: vec![0; 1 << 16],
            groups: vec![Vec::new()],
        };
        for attempt in attempts {
            let bytes = attempt.0.as_bytes();
            all.filter.add(bytes);
            let group = &mut all.group_of[usize::from(bytes[0]) << 8 | usize::from(bytes[1])];
            if *group == 0 {
                *group = all.groups.len() as u16;
                all.groups.push(Vec::new());
            }
            all.groups[usize::from(*group)].push(attempt);
        }
        all
    }

    /// Returns the hallmarks that start here, in order.
    pub fn at<'a>(&'a self, rest: &'a [u8]) -> impl Iterator<Item = &'a (&'static str, T)> {
        let group = match rest {
            [first, second, ..] => self.group_of[usize::from(*first) << 8 | usize::from(*second)],
            _ => 0,
        };
        let group = self.groups[usize::from(group)].iter();
        group.filter(|(hallmark, _)| {
            let hallmark = hallmark.as_bytes();
            // Most others differ in the last byte, and one byte is compared faster than all.
            rest.get(hallmark.len() - 1) == hallmark.last() && rest.starts_with(hallmark)
        })
    }

    /// Returns the first place from `at` on where a hallmark starts.
    pub fn next(&self, bytes: &[u8], mut at: usize) -> Option<usize> {
        let starts = |at: &usize| self.at(&bytes[*at..]).next().is_some();
        while let Some(four) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
            if self.filter.passes(*four) && starts(&at) {
                return Some(at);
            }
            at += 1;
        }
        (at..bytes.len()).find(starts)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_hallmark_is_found_wherever_it_starts(
            (literals, before, after) in (
                prop::collection::vec("[ab=é]{2,5}", 1..6), "[ab=é ]{0,12}", "[ab=é ]{0,4}",
            )
        ) {
            let literals: Vec<&'static str> =
                literals.into_iter().map(|literal| &*literal.leak()).collect();
            let hallmarks =
                Hallmarks::new(literals.iter().map(|literal| (*literal, ())));
            let text = format!("{before}{}{after}", literals[0]);
            for at in 0..=text.len() {
                let starts = |start: &usize| {
                    let rest = &text.as_bytes()[*start..];
                    literals.iter().any(|literal| rest.starts_with(literal.as_bytes()))
                };
                let expected = (at..text.len()).find(starts);
                prop_assert_eq!(hallmarks.next(text.as_bytes(), at), expected);
            }
        }
    }
}
