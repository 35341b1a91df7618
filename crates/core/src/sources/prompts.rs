//! What the beginning of a prompt shows, in the form that the agents share.

/// Whether a prompt is a slash command. A path is none.
pub(super) fn is_slash_command(prompt: &str) -> bool {
    let first = prompt.split_whitespace().next().unwrap_or_default();
    first.strip_prefix('/').is_some_and(|name| !name.contains(['/', '.']))
}

/// Whether a prompt begins with an element whose name has one of these prefixes.
pub(super) fn begins_with_element(prompt: &str, names: &[&str]) -> bool {
    let name = prompt.trim_start().strip_prefix('<');
    name.is_some_and(|name| names.iter().any(|prefix| name.starts_with(prefix)))
}

/// Returns a text without the whole elements at its start whose names have one of these prefixes: a
/// client puts them in front of a person's words. The text stays as it is when there are none.
pub(super) fn behind_elements<'t>(text: &'t str, names: &[&str]) -> &'t str {
    let mut rest = text;
    while begins_with_element(rest, names)
        && let Some(behind) = behind_element(rest.trim_start())
    {
        rest = behind.trim_start();
    }
    rest
}

fn behind_element(text: &str) -> Option<&str> {
    let (tag, inner) = text.strip_prefix('<')?.split_once('>')?;
    // A name may have a space in it: then the end has it too.
    let name = tag.split_whitespace().next()?;
    let ends = [format!("</{tag}>"), format!("</{name}>")];
    let (_, behind) = ends.iter().find_map(|end| inner.split_once(end.as_str()))?;
    Some(behind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_behind_elements_of_the_client_are_found() {
        let names = ["ide_", "system-reminder", "permissions instructions"];
        for (text, expected) in [
            ("<ide_opened_file>a <b> c</ide_opened_file>\nmend it", "mend it"),
            (
                "\n<system-reminder>\na\n</system-reminder>\n\n<ide_selection x=\"1\">b</ide_selection>mend it",
                "mend it",
            ),
            ("<permissions instructions>a</permissions instructions> mend it", "mend it"),
            ("<system-reminder>a</system-reminder>\n", ""),
            ("<system-reminder>a", "<system-reminder>a"),
            ("<div>a</div> mend it", "<div>a</div> mend it"),
            ("  mend <ide_x>a</ide_x>", "  mend <ide_x>a</ide_x>"),
        ] {
            assert_eq!(behind_elements(text, &names), expected, "{text}");
        }
    }
}
