//! Tags in texts, such as `#POISON_PATH`: names in capital letters after `#`.

/// Shortest and longest name, in characters.
const CHARS: std::ops::RangeInclusive<usize> = 3..=50;
/// More tags than any text has on purpose.
const TAGS_MAX: usize = 32;

/// Returns the names of the tags of a text, each once, in the order of the text. A tag is no part
/// of a longer word; colours such as `#FFAA00` and numbers of issues are none.
pub fn hashtags(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for (at, sign) in text.match_indices('#') {
        let rest = &text[at + sign.len()..];
        let part = |c: char| c.is_alphanumeric() || c == '_';
        let name = &rest[..rest.find(|c| !part(c)).unwrap_or(rest.len())];
        let follows = text[..at].ends_with(|c: char| part(c) || c == '#' || c == '&');
        if !follows && is_tag(name) && !found.iter().any(|known| known == name) {
            found.push(name.to_owned());
        }
        if found.len() == TAGS_MAX {
            break;
        }
    }
    found
}

fn is_tag(name: &str) -> bool {
    let is_own = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    let is_colour =
        [3, 4, 6, 8].contains(&name.len()) && name.chars().all(|c| c.is_ascii_hexdigit());
    name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().all(is_own)
        && CHARS.contains(&name.len())
        && !is_colour
}

/// Returns the form in which tags are compared: without `#`, in capital letters.
pub fn normal(tag: &str) -> String {
    tag.trim().trim_start_matches('#').trim().to_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_a_name_in_capital_letters_after_its_sign() {
        let text =
            "// #COMPLETION_DRIVE: x\n(#HACK) #HACK ##NO &#NOR; x#NOT # NONE #FFAA00 #12 #Ab #A1_";
        assert_eq!(hashtags(text), ["COMPLETION_DRIVE", "HACK", "A1_"]);
        assert_eq!(hashtags("#POISON_PATHs #ÄRGER #POISON_PATH."), ["POISON_PATH"]);
        assert_eq!(normal(" #poison_path "), "POISON_PATH");
    }
}
