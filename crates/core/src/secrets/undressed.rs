//! A part of a text with what hides its secrets removed or replaced.

use std::ops::Range;

use regex::{Captures, Regex};

use super::{Found, scan};

/// A part of a text without its dress, and where each byte of it came from.
pub(super) struct Undressed {
    text: String,
    /// For each byte of `text`, the range in the original text that it came from.
    places: Vec<Range<usize>>,
}

impl Undressed {
    /// Replaces each match of `dress` with the characters that it stands for.
    pub fn new(
        text: &str,
        part: Range<usize>,
        dress: &Regex,
        stands_for: impl Fn(&Captures) -> [Option<char>; 2],
    ) -> Self {
        let mut undressed = Self { text: String::new(), places: Vec::new() };
        let mut at = part.start;
        for mark in dress.captures_iter(&text[part.clone()]) {
            let whole = mark.get_match();
            let place = part.start + whole.start()..part.start + whole.end();
            undressed.copy(text, at..place.start);
            at = place.end;
            for c in stands_for(&mark).into_iter().flatten() {
                undressed.text.push(c);
                undressed.places.push(place.clone());
            }
        }
        undressed.copy(text, at..part.end);
        undressed
    }

    fn copy(&mut self, text: &str, range: Range<usize>) {
        self.text.push_str(&text[range.clone()]);
        self.places.extend(range.map(|at| at..at + 1));
    }

    /// Returns the secrets that it shows, with their places in the original text.
    pub fn secrets(&self) -> impl Iterator<Item = Found> + '_ {
        let original =
            |range: &Range<usize>| self.places[range.start].start..self.places[range.end - 1].end;
        let found = scan::find(&self.text).into_iter();
        found.map(move |found| Found { range: original(&found.range), ..found })
    }
}
