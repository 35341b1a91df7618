//! Reads the few values of a git configuration that identify a repository.

/// Returns the first `url` of each remote, in the order in which they name the repository: `origin`,
/// the remote that the branch follows, the others as they are written.
pub(super) fn remote_urls(config: &str, branch: Option<&str>) -> Vec<String> {
    let followed = branch.and_then(|branch| value(config, "branch", branch, "remote"));
    let mut names: Vec<String> = ["origin".to_owned()].into_iter().chain(followed).collect();
    names.extend(subsections(config, "remote"));
    let mut seen = Vec::new();
    names.retain(|name| {
        !seen.contains(name) && {
            seen.push(name.clone());
            true
        }
    });
    names.iter().filter_map(|name| value(config, "remote", name, "url")).collect()
}

/// Returns the subsections of a section, as they are written; at most [`SUBSECTIONS_MAX`].
fn subsections(config: &str, section: &str) -> Vec<String> {
    let headers = config.lines().filter_map(|line| line.trim().strip_prefix('['));
    let named = headers.filter_map(|header| {
        let (found, sub) = parts(&header[..header_end(header).unwrap_or(header.len())]);
        (found.trim().eq_ignore_ascii_case(section) && !sub.is_empty()).then(|| sub.to_owned())
    });
    named.take(SUBSECTIONS_MAX).collect()
}

/// Maximum number of remotes to look at.
const SUBSECTIONS_MAX: usize = 64;

/// Returns whether the repository is declared bare.
pub(super) fn is_bare(config: &str) -> bool {
    let said = value(config, "core", "", "bare");
    said.is_some_and(|said| ["true", "yes", "on", "1"].contains(&said.to_lowercase().as_str()))
}

/// Returns the length of the repository's object ids in bytes: 20 (SHA-1) or 32 (SHA-256).
pub(super) fn id_bytes(config: &str) -> usize {
    let format = value(config, "extensions", "", "objectformat");
    if format.is_some_and(|format| format.eq_ignore_ascii_case("sha256")) { 32 } else { 20 }
}

/// Returns the working tree that the repository declares, as written.
pub(super) fn worktree(config: &str) -> Option<String> {
    value(config, "core", "", "worktree")
}

/// Returns the first value of a key in a section. `section` and `key` must be in lower case. The
/// subsection is compared case-sensitively; `""` means none.
fn value(config: &str, section: &str, subsection: &str, key: &str) -> Option<String> {
    let config = config.trim_start_matches('\u{feff}').replace("\\\r\n", "").replace("\\\n", "");
    let mut is_inside = false;
    for line in config.lines() {
        let mut line = line.trim();
        if let Some(header) = line.strip_prefix('[') {
            // A key may follow the section header on the same line.
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

/// Returns the position of the `]` that closes a header, skipping any inside its quotes.
fn header_end(header: &str) -> Option<usize> {
    let (mut quoted, mut escaped) = (false, false);
    header.bytes().position(|byte| {
        let closes = byte == b']' && !quoted;
        quoted ^= byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        closes
    })
}

/// Returns whether a header names this section and subsection.
fn names(header: &str, section: &str, subsection: &str) -> bool {
    let (found, sub) = parts(header);
    found.trim().eq_ignore_ascii_case(section) && sub == subsection
}

/// Returns the section and the subsection that a header names; the latter is empty when there is
/// none.
fn parts(header: &str) -> (&str, &str) {
    match header.split_once('"') {
        Some((found, quoted)) => (found, quoted.trim_end().strip_suffix('"').unwrap_or(quoted)),
        // The deprecated syntax, `[remote.origin]`.
        None => header.split_once('.').unwrap_or((header, "")),
    }
}

/// Removes quotes, escapes and a trailing comment from a value.
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
