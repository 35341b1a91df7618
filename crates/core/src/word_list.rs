//! Word lists: the text files in `data/`, compiled into the binary.
//!
//! A line that starts with `#` is a comment, and a line in brackets names a section. All other
//! lines hold words separated by spaces.

/// Words in sections, each sorted by bytes.
pub(crate) struct WordList {
    sections: Vec<Vec<&'static str>>,
}

impl WordList {
    /// Parses a file. This takes some tens of microseconds for thousands of words.
    pub fn of(file: &'static str) -> Self {
        let mut sections = vec![Vec::new()];
        for line in file.lines() {
            if is_heading(line) {
                sections.push(Vec::new());
            } else if !is_comment(line) {
                sections
                    .last_mut()
                    .into_iter()
                    .for_each(|last| last.extend(line.split_ascii_whitespace()));
            }
        }
        Self { sections }
    }

    /// Whether any section contains a word.
    pub fn contains(&self, word: &str) -> bool {
        self.sections.iter().any(|section| section.binary_search(&word).is_ok())
    }

    /// Whether the section with this number contains a word. The words before the first heading are
    /// section 0.
    pub fn section_contains(&self, number: usize, word: &str) -> bool {
        self.sections.get(number).is_some_and(|section| section.binary_search(&word).is_ok())
    }
}

/// Returns the lines of a file, without empty lines, comments and section names.
pub(crate) fn lines(file: &'static str) -> impl Iterator<Item = &'static str> {
    file.lines().filter(|line| !line.is_empty() && !is_comment(line) && !is_heading(line))
}

/// Returns the words of a file, in order.
pub(crate) fn words(file: &'static str) -> impl Iterator<Item = &'static str> {
    lines(file).flat_map(str::split_ascii_whitespace)
}

/// Whether a space-separated list contains a word.
pub(crate) fn among(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|known| known == word)
}

fn is_comment(line: &str) -> bool {
    line.starts_with('#')
}

fn is_heading(line: &str) -> bool {
    line.starts_with('[') && line.ends_with(']')
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    const FILE: &str = "# A comment\nb c\n\n[Section]\na\nd e\n";

    #[test]
    fn comments_and_names_of_sections_are_no_words() {
        assert_eq!(words(FILE).collect::<Vec<_>>(), ["b", "c", "a", "d", "e"]);
        assert_eq!(lines(FILE).collect::<Vec<_>>(), ["b c", "a", "d e"]);
        let list = WordList::of(FILE);
        assert!(["a", "b", "c", "d", "e"].iter().all(|word| list.contains(word)));
        assert!(!["#", "A", "comment", "[Section]", ""].iter().any(|word| list.contains(word)));
    }

    /// Lookups use binary search, so each section of a list must be sorted.
    #[test]
    fn lists_are_sorted_and_have_no_word_twice() {
        for (name, file) in [
            ("qualifying_words", include_str!("../data/excerpt/qualifying_words.txt")),
            ("stop_words", include_str!("../data/index/stop_words.txt")),
            ("period_words", include_str!("../data/index/period_words.txt")),
            ("workflow_words", include_str!("../data/recall/workflow_words.txt")),
            ("dummy_words", include_str!("../data/secrets/dummy_words.txt")),
            ("id_prefixes", include_str!("../data/secrets/id_prefixes.txt")),
            ("open_keys", include_str!("../data/secrets/open_keys.txt")),
            ("open_tokens", include_str!("../data/secrets/open_tokens.txt")),
            ("ordinary_words", include_str!("../data/secrets/ordinary_words.txt")),
            ("verbs", include_str!("../data/signals/verbs.txt")),
            ("other_suffixes", include_str!("../data/secrets/other_suffixes.txt")),
        ] {
            for section in WordList::of(file).sections {
                let unsorted = section.windows(2).find(|pair| pair[0] >= pair[1]);
                assert_eq!(unsorted, None, "{name}");
            }
        }
        let words: Vec<_> = words(include_str!("../data/recall/workflow_words.txt")).collect();
        let mut seen = HashSet::new();
        let twice: Vec<_> = words.iter().filter(|word| !seen.insert(**word)).collect();
        assert!(twice.is_empty(), "in two languages: {twice:?}");
        assert!(words.len() > 6_000);
    }
}
