//! Conversion of text into full-text queries over actions that SQLite accepts for any input.

/// Limits on a query: a longer one adds time and no meaning.
const TERMS_MAX: usize = 32;
const TERM_CHARS_MAX: usize = 64;

/// Quotes one term as a query. Terms contain no quotes; see [`words`].
fn exactly(term: &str) -> String {
    format!("\"{term}\"")
}

/// Returns a query for the words of `text` as a phrase; `None` when it has no words.
pub fn phrase(text: &str) -> Option<String> {
    let words: Vec<String> = all_words(text).take(TERMS_MAX).collect();
    (!words.is_empty()).then(|| exactly(&words.join(" ")))
}

/// Returns a query for all words of `text`; `None` when it has no words.
pub fn all_of(text: &str) -> Option<String> {
    let quoted: Vec<String> = words(text).iter().map(|word| exactly(word)).collect();
    (!quoted.is_empty()).then(|| quoted.join(" AND "))
}

/// Returns the program names in `text`: paths, file names, identifiers, flags.
pub fn names(text: &str) -> Vec<String> {
    let tokens = text.split_whitespace().map(|token| {
        token.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '/' | '_' | '-' | '.'))
    });
    let tokens = tokens.map(|token| token.trim_end_matches(['.', '-']));
    let mut found: Vec<String> = Vec::new();
    for token in tokens.filter(|token| is_name(token)) {
        if !found.iter().any(|known| known == token) && found.len() < TERMS_MAX {
            found.push(token.to_owned());
        }
    }
    found
}

/// Whether a token looks like the name of something in a program: a path, a file name, an identifier, a
/// flag.
pub fn is_name(token: &str) -> bool {
    let inside = token.trim_start_matches(['.', '/']);
    let joined = inside.contains(['/', '_', '.']) || inside.contains("::");
    let letters = token.chars().any(char::is_alphabetic);
    let camel =
        token.chars().zip(token.chars().skip(1)).any(|(a, b)| a.is_lowercase() && b.is_uppercase());
    letters && token.chars().count() >= 3 && (joined || camel || token.starts_with("--"))
}

/// Splits a text into words like the action index, in order.
pub(super) fn all_words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|word| word.to_lowercase().chars().take(TERM_CHARS_MAX).collect())
}

fn words(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for word in all_words(text) {
        if !found.contains(&word) {
            found.push(word);
        }
        if found.len() == 4 * TERMS_MAX {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rusqlite::Connection;

    use super::*;

    #[test]
    fn names_of_files_and_identifiers_are_told_from_prose() {
        let text = "What did we change in schema.rs, and in `src/store/` or openWithTimeout? Hi. e.g. --dry-run";
        assert_eq!(names(text), ["schema.rs", "src/store/", "openWithTimeout", "e.g", "--dry-run"]);
    }

    proptest! {
        #[test]
        fn any_string_is_a_valid_query(text in any::<String>()) {
            let connection = Connection::open_in_memory().expect("memory is there");
            connection.execute_batch("CREATE VIRTUAL TABLE f USING fts5 (t)").expect("fts5");
            if let Some(query) = all_of(&text) {
                let count = connection
                    .query_row("SELECT count(*) FROM f WHERE f MATCH ?1", [query], |r| r.get(0));
                prop_assert_eq!(count, Ok(0_i64));
            }
        }
    }
}
