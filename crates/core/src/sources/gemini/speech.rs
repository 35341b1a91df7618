//! What the client writes among a person's words, and how it is cut out again.

use super::Skip;
use crate::sources::prompts::{begins_with_element, behind_elements, is_slash_command};

/// Elements that the client adds to a text.
pub(in crate::sources) const INJECTED: [&str; 1] = ["hook_context"];

/// Name prefixes of elements that have a meaning to the client.
pub(super) const RESERVED: [&str; 6] = [
    "hook_context",
    "session_context",
    "loaded_context",
    "project_context",
    "untrusted_context",
    "state_snapshot",
];

/// Elements of hooks, and our own, as it is and as the client escapes it.
const CUT: [(&str, &str); 4] = [
    ("<hook_context>", "</hook_context>"),
    ("<mementor>", "</mementor>"),
    ("<mementor ", "</mementor>"),
    ("&lt;mementor", "&lt;/mementor&gt;"),
];

/// What the client puts before and after the files that a prompt names.
const FILES_START: &str = "--- Content from referenced files ---";
const FILES_END: &str = "--- End of content ---";

/// Beginnings of texts that the client writes in a person's name.
const WRITTEN_BY_THE_CLIENT: [(&str, Skip); 6] = [
    ("<session_context>", Skip::Harness),
    ("This is the Gemini CLI. We are setting up", Skip::Harness),
    ("<state_snapshot>", Skip::Harness),
    ("Here is the user's editor context", Skip::Harness),
    ("Here is a summary of changes in the user's editor context", Skip::Harness),
    ("System: ", Skip::Automatic),
];

/// What the client says when the model stopped too early.
const GO_ON: &str = "Please continue.";

/// What the client lets the model say after a summary.
pub(super) const ACKNOWLEDGED: &str = "Got it. Thanks for the additional context!";

/// Whether a prompt is a slash command, a shell command, a question for help, or written by the
/// client.
pub(in crate::sources) fn is_command(prompt: &str) -> bool {
    let start = prompt.trim_start();
    let first = start.split_whitespace().next().unwrap_or_default();
    let written = begins_with_element(start, &RESERVED);
    is_slash_command(start) || first == "?" || start.starts_with('!') || written
}

/// Returns what a person typed of the texts of a prompt.
///
/// # Errors
/// The reason when nothing of it is theirs.
pub(in crate::sources) fn typed(texts: &[&str]) -> Result<String, Skip> {
    let mut reason = Skip::Empty;
    let mut own: Vec<String> = Vec::new();
    for text in texts {
        let (text, was_cut) = without_added(text);
        let behind = behind_elements(&text, &RESERVED);
        let text = if behind.trim().is_empty() { text } else { behind.to_owned() };
        match WRITTEN_BY_THE_CLIENT.iter().find(|(begin, _)| text.trim_start().starts_with(begin)) {
            Some((_, skip)) => reason = *skip,
            None if text.trim() == GO_ON => reason = Skip::Automatic,
            None if text.trim().is_empty() && was_cut => reason = Skip::Harness,
            None => own.push(text),
        }
    }
    let text = without_files(own.join("\n"));
    if text.trim().is_empty() { Err(reason) } else { Ok(text) }
}

/// Cuts out what hooks added, ours included. Older clients glue it to the words without a mark.
pub(in crate::sources) fn without_added(text: &str) -> (String, bool) {
    let mut kept = text.to_owned();
    for (open, close) in CUT {
        kept = without(kept, open, close);
    }
    if kept.len() == text.len() { (kept, false) } else { (kept.trim().to_owned(), true) }
}

/// Cuts out every text from `open` to `close`. What is not closed stays.
pub(in crate::sources) fn without(mut text: String, open: &str, close: &str) -> String {
    while let Some(start) = text.find(open)
        && let Some(length) = text[start..].find(close)
    {
        text.replace_range(start..start + length + close.len(), "");
    }
    text
}

/// Cuts out the content of the files that a prompt names.
fn without_files(text: String) -> String {
    let Some(start) = text.find(FILES_START) else { return text };
    let rest = &text[start..];
    let end = rest.rfind(FILES_END).map_or(rest.len(), |at| at + FILES_END.len());
    let kept = [text[..start].trim_end(), rest[end..].trim()].join("\n");
    kept.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_text_is_cut_out_wherever_the_client_puts_it() {
        let ours = "<mementor>\nold news\n\n</mementor>";
        let escaped = "&lt;mementor&gt;\nold news\n&lt;/mementor&gt;";
        for texts in [
            &["<hook_context>start</hook_context>\n\nmend it", "<hook_context>x</hook_context>"][..],
            &[&format!("{ours}\n\nmend it{ours}")],
            &["mend it", &format!("<hook_context>{escaped}</hook_context>")],
            &[&format!("mend it{escaped}")],
            &[
                "mend it",
                "\n--- Content from referenced files ---",
                "a <b>",
                "\n--- End of content ---",
            ],
            &["mend it\n--- Content from referenced files ---\na\n--- End of content ---"],
        ] {
            assert_eq!(typed(texts).as_deref(), Ok("mend it"), "{texts:?}");
        }
    }

    #[test]
    fn what_the_client_writes_is_no_prompt() {
        for (text, reason) in [
            ("<session_context>\nThis is", Skip::Harness),
            ("This is the Gemini CLI. We are setting up the context", Skip::Harness),
            ("<hook_context>x</hook_context>", Skip::Harness),
            ("<state_snapshot>all</state_snapshot>", Skip::Harness),
            ("System: Potential loop detected", Skip::Automatic),
            ("Please continue.", Skip::Automatic),
            (" ", Skip::Empty),
        ] {
            assert_eq!(typed(&[text]), Err(reason), "{text}");
        }
    }

    #[test]
    fn what_only_looks_like_it_stays() {
        for text in
            ["why is <mementor> open?", "  indented", "<b>bold</b>", "Please continue. Then rest."]
        {
            assert_eq!(typed(&[text]).as_deref(), Ok(text));
        }
        assert!(is_command("/help me") && is_command("?") && is_command("!ls"));
        assert!(!is_command("/srv/weir leaks") && !is_command("why?"));
    }
}
