//! What the client writes among a person's words, and how it is cut out again.

use crate::sources::gemini::speech::without_added;
use crate::sources::prompts::{begins_with_element, behind_elements, is_slash_command};

/// Elements that the client adds to a text.
pub(super) const INJECTED: [&str; 1] = ["system-reminder"];

/// Name prefixes of elements that have a meaning to the client.
pub(super) const RESERVED: [&str; 3] = ["system-reminder", "task_result", "mementor"];

/// Whether a prompt is a slash command, a shell command, or written by the client.
pub(super) fn is_command(prompt: &str) -> bool {
    let start = prompt.trim_start();
    is_slash_command(start) || start.starts_with('!') || begins_with_element(start, &RESERVED)
}

/// Returns what a person typed of the texts of a prompt, without our own text; `None` when nothing
/// is left.
pub(super) fn typed(texts: &[&str]) -> Option<String> {
    let own = texts.iter().map(|text| without_added(text).0).collect::<Vec<_>>().join("\n");
    let own = unquoted(behind_elements(&own, &INJECTED));
    (!own.trim().is_empty()).then(|| own.to_owned())
}

/// Returns a prompt without the quotation marks that the client puts around each argument with a
/// space (`opencode run "mend it"`).
pub(super) fn unquoted(text: &str) -> &str {
    let inner = text.trim().strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    // With a mark inside, the outer ones may be the person's: `"a b" and "c d"`.
    inner.filter(|inner| !inner.replace("\\\"", "").contains('"')).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clients_quotation_marks_go_and_the_persons_stay() {
        let of = |text: &str| typed(&[text]);
        assert_eq!(of("\"mend the weir\"\n").as_deref(), Some("mend the weir"));
        assert_eq!(of("mend the weir").as_deref(), Some("mend the weir"));
        let own = "\"weir\" and \"sluice\"";
        assert_eq!(of(own).as_deref(), Some(own));
        assert_eq!(of("say \"dry\"").as_deref(), Some("say \"dry\""));
    }

    #[test]
    fn our_own_text_is_no_persons() {
        let ours = "<mementor>\nold news\n</mementor>";
        assert_eq!(typed(&[ours]), None);
        assert_eq!(typed(&["mend it", ours]).as_deref().map(str::trim), Some("mend it"));
        assert_eq!(typed(&[&format!("mend it{ours}")]).as_deref(), Some("mend it"));
    }

    #[test]
    fn commands_are_for_the_client() {
        assert!(is_command("/undo") && is_command("!ls") && is_command("<system-reminder>x"));
        assert!(!is_command("/srv/weir leaks") && !is_command("why?"));
    }
}
