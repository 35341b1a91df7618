//! Tags by which an agent marks code that it wrote without being sure of it.

/// The tags that agents are commonly told to use.
pub const SUSPECT_TAGS: [&str; 3] = ["COMPLETION_DRIVE", "POISON_PATH", "PHANTOM_PATTERN"];

/// Returns which of the tags a text has, each once, in the order of `known`. A tag is its name after
/// `#`, such as `#POISON_PATH`, and no part of a longer word.
pub fn tags<'a>(text: &str, known: &[&'a str]) -> Vec<&'a str> {
    known.iter().copied().filter(|tag| has_tag(text, tag)).collect()
}

fn has_tag(text: &str, tag: &str) -> bool {
    text.match_indices('#').any(|(at, sign)| {
        let rest = text[at + sign.len()..].strip_prefix(tag);
        let part = |c: char| c.is_alphanumeric() || c == '_';
        !tag.is_empty()
            && rest.is_some_and(|rest| !rest.starts_with(part))
            && !text[..at].ends_with(part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_a_whole_word_after_its_sign() {
        let text = "// #COMPLETION_DRIVE: assumed\n# POISON_PATH\n#PHANTOM_PATTERNS x#POISON_PATH";
        assert_eq!(tags(text, &SUSPECT_TAGS), ["COMPLETION_DRIVE"]);
        assert_eq!(
            tags("(#POISON_PATH) #COMPLETION_DRIVE, #COMPLETION_DRIVE", &SUSPECT_TAGS),
            ["COMPLETION_DRIVE", "POISON_PATH"]
        );
        assert_eq!(tags("#TODO_LATER", &["TODO_LATER", ""]), ["TODO_LATER"]);
    }
}
