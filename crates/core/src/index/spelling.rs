//! Typing errors: which word of a vocabulary was probably meant by a word that is not in it.
//!
//! The vocabulary holds stems. A typing error may be in an ending, where it changes the stem as
//! a whole ("migratoin"), so the typed word is compared with the words that a stem can come from.

mod slip;

use rapidfuzz::distance::osa::{Args, BatchComparator};

use super::terms::Analyzer;

/// Shorter words have too many neighbours.
const CHARS_MIN: usize = 4;
/// From this length on, two errors are allowed; below it, one.
const LONG_CHARS: usize = 7;
/// A longer word is data.
const CHARS_MAX: usize = 32;

/// Endings that English words lose when they are stemmed, with the end of the stem that each
/// replaces.
const ENDINGS: &[(&str, &str)] = &[
    ("", ""),
    ("", "s"),
    ("", "es"),
    ("", "ed"),
    ("", "ing"),
    ("", "e"),
    ("", "er"),
    ("", "ers"),
    ("", "ly"),
    ("", "ion"),
    ("", "ions"),
    ("", "ment"),
    ("", "ments"),
    ("", "able"),
    ("", "ate"),
    ("", "ates"),
    ("", "ated"),
    ("", "ating"),
    ("i", "y"),
    ("i", "ies"),
    ("i", "ied"),
    ("i", "ity"),
];
/// Length of the longest ending.
const ENDING_CHARS_MAX: usize = 5;
/// Endings before which the last letter is doubled: "run", "running".
const AFTER_DOUBLED: &[&str] = &["ing", "ed", "er"];

/// Looks for the word that was meant. Words are offered stem by stem; the best one stays.
pub struct Speller<'w> {
    typed: &'w str,
    chars: usize,
    distance_max: usize,
    compare: BatchComparator<char>,
    analyzer: Analyzer,
    best: Option<Meant>,
}

/// A word that may have been meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meant {
    /// The word.
    pub word: String,
    /// Number of typing errors: inserted, omitted, replaced letters, and swapped neighbours.
    pub distance: usize,
    /// How common it is; see [`Speller::offer`].
    pub frequency: u64,
}

impl<'w> Speller<'w> {
    /// Creates a speller for a word in lower case, without accents; `None` for a word that is too
    /// short or too long to be corrected, or not made of letters alone.
    pub fn of(typed: &'w str) -> Option<Self> {
        let chars = typed.chars().count();
        let is_word = typed.chars().all(char::is_alphabetic);
        (is_word && (CHARS_MIN..=CHARS_MAX).contains(&chars)).then(|| Self {
            typed,
            chars,
            distance_max: if chars < LONG_CHARS { 1 } else { 2 },
            compare: BatchComparator::new(typed.chars()),
            analyzer: Analyzer::default(),
            best: None,
        })
    }

    /// Returns the letters that the meant word may begin with, the likeliest first: the typed
    /// first letter, and the second, when the first two were swapped or the first is too many.
    pub fn first_letters(&self) -> Vec<char> {
        let mut letters: Vec<char> = self.typed.chars().take(2).collect();
        letters.dedup();
        letters
    }

    /// Offers a stem of the vocabulary; the greater its frequency, in any unit, the likelier it was
    /// meant. Forms of it that `may_be` denies are left out.
    pub fn offer(&mut self, stem: &str, frequency: u64, mut may_be: impl FnMut(&str) -> bool) {
        let length = stem.chars().count();
        let shortest = self.chars.saturating_sub(self.distance_max + ENDING_CHARS_MAX);
        if length < shortest.max(2) || length > self.chars + self.distance_max + 1 {
            return;
        }
        each_inflection(stem, &mut |word| self.weigh(word, stem, frequency, &mut may_be));
    }

    /// Returns the best of the offered words.
    pub fn best(&self) -> Option<&Meant> {
        self.best.as_ref()
    }

    /// Whether the best word was typed with a slip of the fingers; otherwise the typed word is
    /// probably one of its own.
    pub fn is_slip(&self) -> bool {
        self.best.as_ref().is_some_and(|best| slip::is_slip(self.typed, &best.word, best.distance))
    }

    fn weigh(
        &mut self,
        word: &str,
        stem: &str,
        frequency: u64,
        may_be: &mut dyn FnMut(&str) -> bool,
    ) {
        let length = word.chars().count();
        if length < CHARS_MIN - 1 || length.abs_diff(self.chars) > self.distance_max {
            return;
        }
        let limit = Args::default().score_cutoff(self.distance_max);
        let Some(distance) = self.compare.distance_with_args(word.chars(), &limit) else { return };
        let meant = Meant { word: word.to_owned(), distance, frequency };
        if self.may_begin_so(&meant)
            && self.best.as_ref().is_none_or(|best| self.order(&meant) < self.order(best))
            && self.analyzer.query(word) == [stem]
            && may_be(word)
        {
            self.best = Some(meant);
        }
    }

    /// People rarely mistype the first letter. Another one is accepted where the first two letters
    /// were swapped, or for one error in a long word.
    fn may_begin_so(&self, meant: &Meant) -> bool {
        if self.begins_alike(meant) {
            return true;
        }
        meant.distance == 1 && (self.chars >= LONG_CHARS || begin_swapped(self.typed, &meant.word))
    }

    fn begins_alike(&self, meant: &Meant) -> bool {
        meant.word.chars().next() == self.typed.chars().next()
    }

    /// Fewer errors come first, then the same first letter, then the more frequent word.
    fn order<'m>(&self, meant: &'m Meant) -> (usize, bool, std::cmp::Reverse<u64>, &'m str) {
        let frequency = std::cmp::Reverse(meant.frequency);
        (meant.distance, !self.begins_alike(meant), frequency, &meant.word)
    }
}

/// Returns the words that a stem may come from; most of them are none.
pub fn inflections(stem: &str) -> Vec<String> {
    let mut words = Vec::new();
    each_inflection(stem, &mut |word| words.push(word.to_owned()));
    words
}

fn each_inflection(stem: &str, visit: &mut dyn FnMut(&str)) {
    let mut word = String::with_capacity(stem.len() + 8);
    // "repositori" comes from "repository"; short words such as "wifi" may end so themselves.
    let ends_in_y = stem.len() > 4 && stem.ends_with('i');
    for (replaced, ending) in ENDINGS.iter().filter(|(of, _)| of.is_empty() != ends_in_y) {
        if let Some(beginning) = stem.strip_suffix(replaced) {
            word.clear();
            word.push_str(beginning);
            word.push_str(ending);
            visit(&word);
        }
    }
    let last = stem.chars().last().filter(|last| !"aeiou".contains(*last));
    for ending in AFTER_DOUBLED.iter().filter(|_| last.is_some()) {
        word.clear();
        word.push_str(stem);
        word.extend(last);
        word.push_str(ending);
        visit(&word);
    }
}

/// Whether the first two letters of one word are those of the other, swapped.
fn begin_swapped(a: &str, b: &str) -> bool {
    let two = |text: &str| {
        let mut chars = text.chars();
        (chars.next(), chars.next())
    };
    let (first, second) = two(a);
    two(b) == (second, first)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Words of a project with how often each occurs.
    const WORDS: [(&str, u64); 26] = [
        ("shadow", 40),
        ("branch", 90),
        ("branches", 20),
        ("collision", 7),
        ("migration", 12),
        ("running", 30),
        ("session", 80),
        ("sessions", 60),
        ("repository", 33),
        ("configure", 15),
        ("embedding", 28),
        ("database", 21),
        ("retry", 18),
        ("queue", 17),
        ("worker", 16),
        ("deploy", 14),
        ("deployment", 9),
        ("checkpoint", 44),
        ("strategy", 23),
        ("transcript", 19),
        ("parser", 13),
        ("cold", 3),
        ("solid", 3),
        ("sync", 5),
        ("factor", 5),
        ("test", 100),
    ];

    fn stem(word: &str) -> String {
        Analyzer::default().words(word).next().expect("a word").terms.remove(0)
    }

    fn meant(typed: &str) -> Option<Meant> {
        let mut speller = Speller::of(typed)?;
        for (word, frequency) in WORDS {
            speller.offer(&stem(word), frequency, |_| true);
        }
        speller.best().cloned()
    }

    #[test]
    fn twenty_typing_errors() {
        for (typed, wanted) in [
            ("shaddow", "shadow"),
            ("brnach", "branch"),
            ("colision", "collision"),
            ("migratoin", "migration"),
            ("migraiton", "migration"),
            ("runnign", "running"),
            ("sesion", "session"),
            ("sesions", "sessions"),
            ("repositry", "repository"),
            ("repositorys", "repository"),
            ("confgiure", "configure"),
            ("embdding", "embedding"),
            ("datbase", "database"),
            ("rtery", "retry"),
            ("quue", "queue"),
            ("wokrer", "worker"),
            ("deploymnet", "deployment"),
            ("checkopint", "checkpoint"),
            ("startegy", "strategy"),
            ("transcirpt", "transcript"),
            ("rbanch", "branch"),
        ] {
            let found = meant(typed).map(|meant| meant.word);
            assert_eq!(found.as_deref(), Some(wanted), "{typed}");
        }
    }

    #[test]
    fn other_words_are_not_taken_for_typing_errors() {
        for typed in
            ["async", "refactor", "kubernetes", "tes", "xy", "v2", "teh", "grafana", "toast"]
        {
            assert_eq!(meant(typed), None, "{typed}");
        }
    }

    #[test]
    fn of_equally_near_words_the_same_first_letter_counts_then_the_more_frequent() {
        let best = |typed: &str, offers: &[(&str, u64)]| {
            let mut speller = Speller::of(typed).expect("a word");
            for (stem, frequency) in offers {
                speller.offer(stem, *frequency, |_| true);
            }
            speller.best().expect("one is near").word.clone()
        };
        assert_eq!(best("counded", &[("sound", 9), ("count", 1)]), "counted");
        assert_eq!(best("counded", &[("sound", 9)]), "sounded");
        assert_eq!(best("mater", &[("meter", 9), ("matter", 1)]), "meter");
        assert_eq!(best("mater", &[("meter", 1), ("matter", 9)]), "matter");
    }

    /// Applies one typing error to a word.
    fn mistyped(word: &str, kind: u8, at: usize, letter: char) -> String {
        let mut chars: Vec<char> = word.chars().collect();
        let at = at % chars.len();
        match kind % 4 {
            0 => drop(chars.remove(at)),
            1 => chars.insert(at, letter),
            2 => chars[at] = letter,
            _ => chars.swap(at, (at + 1) % word.len()),
        }
        chars.into_iter().collect()
    }

    proptest! {
        #[test]
        fn one_error_after_the_first_letter_is_found(
            word in prop::sample::select(WORDS.iter().map(|(word, _)| *word).collect::<Vec<_>>()),
            kind in any::<u8>(),
            at in 1_usize..9,
            letter in prop::char::range('a', 'z'),
        ) {
            prop_assume!(word.len() >= 5 && at + 1 < word.len());
            let typed = mistyped(word, kind, at, letter);
            prop_assume!(typed.len() >= CHARS_MIN);
            let found = meant(&typed).expect("the word itself is at distance one");
            prop_assert!(found.distance <= 1, "{typed}: {found:?}");
        }

        #[test]
        fn the_choice_is_the_nearest_within_the_limit_and_of_the_vocabulary(
            typed in "[a-z]{4,12}",
        ) {
            let limit = if typed.len() < LONG_CHARS { 1 } else { 2 };
            let distance =
                |word: &str| rapidfuzz::distance::osa::distance(typed.chars(), word.chars());
            let found = meant(&typed);
            if let Some(found) = &found {
                prop_assert!(found.distance <= limit);
                prop_assert_eq!(found.distance, distance(&found.word));
                prop_assert!(WORDS.iter().any(|(word, _)| stem(word) == stem(&found.word)));
            }
            // No word of the vocabulary with the same first letter is nearer.
            let alike = WORDS.iter().filter(|(word, _)| word.chars().next() == typed.chars().next());
            let nearest = alike.map(|(word, _)| distance(word)).filter(|d| *d <= limit).min();
            if let Some(nearest) = nearest {
                prop_assert!(found.expect("one is near").distance <= nearest);
            }
        }
    }
}
