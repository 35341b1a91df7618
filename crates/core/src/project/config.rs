//! The few values of a git configuration that say whose repository it is.

/// Returns the first `url` of `[remote "origin"]`.
pub(super) fn origin_url(config: &str) -> Option<String> {
    value(config, "remote", "origin", "url")
}

/// Whether the repository says that it has no working tree.
pub(super) fn is_bare(config: &str) -> bool {
    let said = value(config, "core", "", "bare");
    said.is_some_and(|said| ["true", "yes", "on", "1"].contains(&said.to_lowercase().as_str()))
}

/// Returns the working tree that the repository names as its own, as it is written there.
pub(super) fn worktree(config: &str) -> Option<String> {
    value(config, "core", "", "worktree")
}

/// Returns the first value of a key in a section. `section` and `key` are in lower case; the name
/// of a subsection is compared as it stands, `""` means none.
fn value(config: &str, section: &str, subsection: &str, key: &str) -> Option<String> {
    let config = config.trim_start_matches('\u{feff}').replace("\\\r\n", "").replace("\\\n", "");
    let mut is_inside = false;
    for line in config.lines() {
        let mut line = line.trim();
        if let Some(header) = line.strip_prefix('[') {
            // A key may follow its section's header on one line.
            let end = header_end(header).unwrap_or(header.len());
            is_inside = names(&header[..end], section, subsection);
            line = header.get(end + 1..).unwrap_or_default().trim();
        }
        let Some((name, value)) = line.split_once('=').filter(|_| is_inside) else { continue };
        let value = unquoted(value.trim());
        if name.trim().eq_ignore_ascii_case(key) && !value.is_empty() {
            return Some(value);
        }
    }
    None
}

/// Returns where the `]` stands that closes a header, and not one inside its quotes.
fn header_end(header: &str) -> Option<usize> {
    let (mut quoted, mut escaped) = (false, false);
    header.bytes().position(|byte| {
        let closes = byte == b']' && !quoted;
        quoted ^= byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        closes
    })
}

/// Whether a header names this section and subsection.
fn names(header: &str, section: &str, subsection: &str) -> bool {
    let (found, sub) = match header.split_once('"') {
        Some((found, quoted)) => (found, quoted.trim_end().strip_suffix('"').unwrap_or(quoted)),
        // The old form, [remote.origin].
        None => header.split_once('.').unwrap_or((header, "")),
    };
    found.trim().eq_ignore_ascii_case(section) && sub == subsection
}

/// Takes quotes, escapes and a trailing comment from a value.
fn unquoted(value: &str) -> String {
    let mut plain = String::new();
    let mut quoted = false;
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => quoted = !quoted,
            '#' | ';' if !quoted => break,
            '\\' => plain.extend(chars.next()),
            _ => plain.push(c),
        }
    }
    plain.trim().to_owned()
}
