//! A phrase that a person gives to forget by, in texts that write it in another way: in other case,
//! over a line break, in a quotation, with other spaces, quotation marks or dashes, with accents as
//! signs of their own, or with invisible signs.

use unicode_normalization::UnicodeNormalization as _;

use crate::invisible::is_invisible;

/// A phrase to look for.
pub(super) struct Phrase {
    lower: String,
    /// Empty when it has nothing that is seen: every text would have that.
    folded: String,
}

impl Phrase {
    pub fn of(text: &str) -> Self {
        let folded = Some(folded(text)).filter(|signs| !signs.trim().is_empty());
        Self { lower: text.to_lowercase(), folded: folded.unwrap_or_default() }
    }

    /// Whether a text has it.
    pub fn is_in(&self, text: &str) -> bool {
        text.to_lowercase().contains(&self.lower)
            || !self.folded.is_empty() && folded(text).contains(&self.folded)
    }

    /// Returns its first place in a text, as bytes.
    pub fn place_in(&self, text: &str) -> Option<std::ops::Range<usize>> {
        if self.folded.is_empty() {
            return None;
        }
        let (mut signs, mut starts) = (String::new(), Vec::new());
        each_folded(text, |sign, at| {
            signs.push(sign);
            starts.extend(std::iter::repeat_n(at, sign.len_utf8()));
        });
        let begin = signs.find(&self.folded)?;
        let last = *starts.get(begin + self.folded.len() - 1)?;
        let letter = text[last..].chars().next().map_or(0, char::len_utf8);
        Some(starts[begin]..last + letter)
    }
}

fn folded(text: &str) -> String {
    let mut signs = String::with_capacity(text.len());
    each_folded(text, |sign, _| signs.push(sign));
    signs
}

/// Gives each sign of a text as it is compared, with the byte at which its letter begins. White
/// space, with the marks of a quotation behind a line break, is one space.
fn each_folded(text: &str, mut give: impl FnMut(char, usize)) {
    let mut gap = None;
    let mut begins_line = false;
    for (at, letter) in text.char_indices() {
        if letter.is_whitespace() {
            gap.get_or_insert(at);
            begins_line |= letter == '\n';
            continue;
        }
        if is_invisible(letter) || begins_line && letter == '>' {
            continue;
        }
        begins_line = false;
        if let Some(gap) = gap.take() {
            give(' ', gap);
        }
        if letter.is_ascii() {
            give(letter.to_ascii_lowercase(), at);
        } else {
            letter.to_lowercase().nfd().for_each(|sign| give(plain(sign), at));
        }
    }
    if let Some(gap) = gap {
        give(' ', gap);
    }
}

/// Returns a quotation mark or a dash as a keyboard has it.
fn plain(sign: char) -> char {
    match sign {
        '\u{2018}'..='\u{201B}' | '\u{2BC}' => '\'',
        '\u{201C}'..='\u{201F}' => '"',
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_is_found_however_it_is_spelled() {
        for (text, phrase) in [
            ("The Nightjar sings", "nightJAR"),
            ("to Project\nNightjar now", "project nightjar"),
            ("> of Project\n> > Nightjar", "project nightjar"),
            ("Project\u{A0} Nightjar", "project nightjar"),
            ("Project Nightjar", "project\n  nightjar"),
            ("Sean O’Brien", "o'brien"),
            ("Cafe\u{301}haus", "caféhaus"),
            ("Caféhaus", "cafe\u{301}haus"),
            ("night\u{AD}jar", "nightjar"),
            ("co‑op", "co-op"),
            ("a\n>>> print(1)", ">>> print"),
            ("İstanbul", "istanbul"),
        ] {
            assert_eq!(Phrase::of(phrase).is_in(text), text != "İstanbul", "{text:?} {phrase:?}");
        }
        for (text, phrase) in
            [("Cafehaus", "caféhaus"), ("Project of Nightjar", "project nightjar")]
        {
            assert!(!Phrase::of(phrase).is_in(text), "{text:?}");
        }
        for unseen in ["\u{200B}", "\u{AD}\u{200B}", "\u{200B} \u{200B}"] {
            assert!(!Phrase::of(unseen).is_in("all that is stored"), "{unseen:?}");
            assert_eq!(Phrase::of(unseen).place_in("all that is stored"), None, "{unseen:?}");
        }
        let text = "an É in Project\n> Nightjar, then";
        let place = Phrase::of("project nightjar").place_in(text);
        assert_eq!(place.map(|place| &text[place]), Some("Project\n> Nightjar"));
    }
}
