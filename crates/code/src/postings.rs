//! Posting lists of chunks, and their encoding.
//!
//! A list is one text of bytes for a term and a segment: unlike a turn, a file comes and goes as a
//! whole, and all files come at once.

use crate::quick::QuickMap;

/// Frequency of a term in a chunk, each at most fifteen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Frequency {
    /// In its head: name, signature, documentation.
    pub head: u8,
    /// In its text.
    pub body: u8,
}

const FREQUENCY_MAX: u8 = 15;

impl Frequency {
    /// A term that stands once in the text.
    const ONCE: Self = Self { head: 0, body: 1 };

    /// Counts one more.
    pub fn add_head(&mut self, count: u32) {
        self.head = u32::from(self.head).saturating_add(count).min(FREQUENCY_MAX.into()) as u8;
    }

    /// Counts some more.
    pub fn add_body(&mut self, count: u32) {
        self.body = u32::from(self.body).saturating_add(count).min(FREQUENCY_MAX.into()) as u8;
    }
}

/// The postings of one segment while it is made.
#[derive(Debug, Default)]
pub struct Postings {
    lists: QuickMap<Box<str>, List>,
    bytes: usize,
}

#[derive(Debug, Default)]
struct List {
    /// The last chunk, for the distance of the next one.
    last: u64,
    bytes: Vec<u8>,
}

/// What a term costs in memory beside its bytes.
const TERM_BYTES: usize = 72;

impl Postings {
    /// Adds a term of a chunk. Chunks come in the order of their numbers.
    pub fn add(&mut self, term: &str, chunk: u64, frequency: Frequency) {
        let add = |list: &mut List| {
            let before = list.bytes.len();
            put(&mut list.bytes, chunk - list.last, frequency);
            list.last = chunk;
            list.bytes.len() - before
        };
        self.bytes += if let Some(list) = self.lists.get_mut(term) {
            add(list)
        } else {
            let list = self.lists.entry(term.into()).or_default();
            term.len() + TERM_BYTES + add(list)
        };
    }

    /// Returns about how much memory the postings take.
    pub const fn bytes(&self) -> usize {
        self.bytes
    }

    /// Takes the lists out, in the order of their terms.
    pub fn take(&mut self) -> Vec<(Box<str>, Vec<u8>)> {
        self.bytes = 0;
        let lists = std::mem::take(&mut self.lists).into_iter();
        let mut lists: Vec<_> = lists.map(|(term, list)| (term, list.bytes)).collect();
        lists.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        lists
    }
}

/// Writes a distance with a bit that says whether a frequency follows; most terms stand once.
fn put(bytes: &mut Vec<u8>, distance: u64, frequency: Frequency) {
    let is_more = frequency != Frequency::ONCE;
    put_number(bytes, distance << 1 | u64::from(is_more));
    if is_more {
        bytes.push(frequency.head << 4 | frequency.body);
    }
}

/// Writes a number of variable length.
pub fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads a number of variable length; `None` when the bytes end.
pub fn take_number(bytes: &mut &[u8]) -> Option<u64> {
    let (mut number, mut shift) = (0_u64, 0);
    loop {
        let [first, rest @ ..] = *bytes else { return None };
        *bytes = rest;
        number |= u64::from(first & 0x7f).checked_shl(shift)?;
        if *first < 0x80 {
            return Some(number);
        }
        shift += 7;
    }
}

/// Reads a list; stops where the bytes are damaged.
pub fn postings(mut bytes: &[u8]) -> impl Iterator<Item = (u64, Frequency)> {
    let mut chunk = 0_u64;
    std::iter::from_fn(move || {
        let number = take_number(&mut bytes)?;
        chunk = chunk.checked_add(number >> 1)?;
        if number & 1 == 0 {
            return Some((chunk, Frequency::ONCE));
        }
        let [frequency, rest @ ..] = bytes else { return None };
        bytes = rest;
        Some((chunk, Frequency { head: frequency >> 4, body: frequency & 0x0f }))
    })
}

/// Joins lists of one term, those of older segments first, with the chunks that still are.
pub fn joined<'b>(
    lists: impl Iterator<Item = &'b [u8]>,
    is_alive: impl Fn(u64) -> bool,
) -> Vec<u8> {
    let (mut bytes, mut last) = (Vec::new(), 0);
    for (chunk, frequency) in lists.flat_map(postings).filter(|(chunk, _)| is_alive(*chunk)) {
        put(&mut bytes, chunk - last, frequency);
        last = chunk;
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read_as_it_was_written_and_joined_without_the_gone() {
        let twice = Frequency { head: 2, body: 15 };
        let (mut first, mut second) = (Postings::default(), Postings::default());
        first.add("lock", 1, Frequency::ONCE);
        first.add("lock", 300, twice);
        second.add("lock", 70_000, Frequency::ONCE);
        assert!(first.bytes() > 4);
        let [first, second] = [first.take(), second.take()].map(|mut lists| lists.remove(0).1);
        let read: Vec<_> = postings(&first).collect();
        assert_eq!(read, [(1, Frequency::ONCE), (300, twice)]);
        let joined = joined([&first[..], &second[..]].into_iter(), |chunk| chunk != 1);
        let read: Vec<_> = postings(&joined).collect();
        assert_eq!(read, [(300, twice), (70_000, Frequency::ONCE)]);
        assert_eq!(postings(&joined[..1]).count(), 0, "a torn list ends");
    }

    #[test]
    fn a_count_stops_at_fifteen() {
        let mut frequency = Frequency::default();
        frequency.add_head(3);
        frequency.add_body(u32::MAX);
        assert_eq!(frequency, Frequency { head: 3, body: 15 });
    }
}
