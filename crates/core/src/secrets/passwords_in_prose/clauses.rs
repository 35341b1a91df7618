//! Sentences and clauses around a name and its value: where they end and what they say.

/// How much of a sentence is searched, in bytes.
const SENTENCE_CHARS: usize = 120;

/// How far before a name its value is searched for, in bytes.
pub(super) const BEFORE_CHARS: usize = 120;

/// Returns the rest of the sentence at the start of the window.
pub(super) fn sentence_of(window: &str) -> &str {
    let near = &window[..window.floor_char_boundary(SENTENCE_CHARS)];
    let stops = ["\n", "\\n", ". ", "; ", "{", "}", "<", "(", "=", "|", "//"];
    let end = stops.iter().filter_map(|stop| near.find(stop)).min().unwrap_or(near.len());
    // The last word may be cut off by the end of the window.
    let cut = if end == near.len() && near.len() < window.len() { near.rfind(' ') } else { None };
    &near[..cut.unwrap_or(end)]
}

/// Returns whether the line holds only words and list markers before the name, as in a form.
pub(super) fn is_label(before: &str) -> bool {
    let from = before.ceil_char_boundary(before.len().saturating_sub(BEFORE_CHARS));
    let line = before[from..].rsplit('\n').next().unwrap_or_default();
    let line = line.rsplit("\\n").next().unwrap_or_default();
    let plain = |c: char| c.is_alphanumeric() || " \t-*_#>•·:,./'@|".contains(c);
    line.chars().all(plain) && line.len() < BEFORE_CHARS - 8
}

/// Returns whether the sentence says before the name that the password is being changed.
pub(super) fn is_changed(before: &str) -> bool {
    let near = &before[before.ceil_char_boundary(before.len().saturating_sub(48))..];
    let near = near.rsplit(['\n', '.']).next().unwrap_or_default().to_ascii_lowercase();
    ["set ", "chang", "reset", "updat", "rotat", "switch", "setze", "habe", "mis ", "zmie", "ändra"]
        .iter()
        .any(|verb| near.contains(verb))
}

/// Returns whether a verb says what the password becomes, and not how it is.
pub(super) fn sets(verb: &str) -> bool {
    verb.ends_with(" to") || matches!(verb, "to" | "auf" | "à" | "into" | "becomes" | "became")
}

/// Returns whether a user is named shortly before.
pub(super) fn follows_user(before: &str) -> bool {
    let near = &before[before.ceil_char_boundary(before.len().saturating_sub(64))..];
    let near = near.to_ascii_lowercase();
    ["user", "login", "name", "admin", "root"].iter().any(|word| near.contains(word))
}

/// Returns whether the sentence introduces a value to log in with: "with password X", "use the
/// password X".
pub(super) fn is_asked(before: &str) -> bool {
    let near = &before[before.ceil_char_boundary(before.len().saturating_sub(24))..];
    let near = near
        .trim_end()
        .trim_end_matches("the")
        .trim_end_matches(['"', '('])
        .trim_end()
        .to_ascii_lowercase();
    ["with", "use", "using", "try", "enter", "mit", "avec", "con", "com", "met", "med"]
        .iter()
        .any(|word| near.ends_with(word))
}

/// Returns whether a clause ends here, ignoring closing quotes and emphasis.
pub fn ends_clause(rest: &str) -> bool {
    let rest = rest.trim_start_matches(['`', '\'', '"', '”', '»', '」', '』', '*', '_', '’']);
    let marks = rest.trim_start_matches(['.', ',', ';', '!', ')', '?', '。', '，', '、', '！']);
    rest.is_empty()
        || rest.starts_with(['\n', '\r'])
        || rest.starts_with("\\n")
        || marks.len() < rest.len()
            && (marks.is_empty() || marks.starts_with(char::is_whitespace) || !marks.is_ascii())
        || rest.starts_with(" and ")
        || [
            " – ",
            " — ",
            " - ",
            " (",
            " btw",
            " please",
            " gesetzt",
            " geändert",
            " an",
            " ein",
            "です",
            " です",
            "입니다",
            " 입니다",
            "이다",
        ]
        .iter()
        .any(|end| rest.starts_with(end))
}

/// Returns whether the line ends here.
pub(super) fn ends_line(rest: &str) -> bool {
    let rest = rest.trim_start_matches(['`', '\'', '"', '*', '_', '.']).trim_start_matches(' ');
    rest.is_empty()
        || rest.starts_with(['\n', '\r'])
        || rest.starts_with("\\n")
        || rest.starts_with(", ")
}

/// Returns the length of a value without the punctuation that ends it or its sentence.
pub fn trimmed(value: &str, quote: Option<&str>) -> usize {
    let closing =
        |c: char| matches!(c, '`' | '\'' | '"' | '”' | '」' | '』' | '»' | '’' | '\\' | '<');
    let end = match quote {
        Some(_) => value.find(closing).unwrap_or(value.len()),
        None => value
            .find(['`', '"', '”', '\\', '<', '。', '，', 'で', '입', '이'])
            .unwrap_or(value.len()),
    };
    let mark =
        |c: char| matches!(c, '.' | ',' | ';' | ':' | ')' | '\'' | '*' | '?' | ']' | '}' | '|');
    value[..end].trim_end_matches(mark).len()
}
