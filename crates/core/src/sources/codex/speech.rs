//! Client-written text in prompts: commands, reserved names, and wrappers around a person's words.

use crate::sources::prompts::{behind_elements, is_slash_command};

/// Name prefixes of elements that have a meaning to the client.
pub(super) const RESERVED: [&str; 8] = [
    "environment_context",
    "user_instructions",
    "user_shell_command",
    "user_action",
    "turn_aborted",
    "subagent_notification",
    "hook_prompt",
    "permissions instructions",
];

/// Elements that the client may put before a person's words in one text.
pub(super) const IN_FRONT: [&str; 4] =
    ["environment_context", "user_instructions", "permissions instructions", "collaboration_mode"];

/// How texts begin that the client writes in the person's name.
const WRITTEN_BY_THE_CLIENT: [&str; 12] = [
    "<environment_context>",
    "<user_instructions>",
    "<user_action>",
    "<turn_aborted>",
    "<hook_prompt",
    "<skill>",
    "<model_switch>",
    "<collaboration_mode>",
    "<permissions instructions>",
    "# AGENTS.md instructions",
    "<image name=",
    "</image>",
];

/// Texts that reached the model as a prompt but that no person typed, as prefix and kind.
pub(super) const NOTES: [(&str, &str); 2] =
    [("<subagent_notification>", "task-notification"), ("<user_shell_command>", "bash")];

/// Whether a part of a message was written by the client.
pub(super) fn is_of_client(text: &str) -> bool {
    let words = behind_elements(text, &IN_FRONT).trim();
    let text = if words.is_empty() { text.trim() } else { words };
    WRITTEN_BY_THE_CLIENT.iter().any(|start| text.starts_with(start)) || is_place_of_image(text)
}

/// Whether a text is `[Image #1]` and no more: words may follow it.
fn is_place_of_image(text: &str) -> bool {
    let name = text.strip_prefix("[Image ").and_then(|rest| rest.strip_suffix(']'));
    name.is_some_and(|name| !name.contains(']'))
}

/// Whether a prompt is a slash command, a shell command, or written by the client. An ordinary
/// prompt may also begin with a path.
pub(super) fn is_command(prompt: &str) -> bool {
    let noted = NOTES.iter().any(|(start, _)| prompt.starts_with(start));
    is_slash_command(prompt) || noted || prompt.starts_with('!') || is_of_client(prompt)
}

/// Heading before a person's words, where the client describes what is on the screen.
const REQUEST: &str = "## My request for Codex:";

/// Returns the person's words of a text that may describe the screen before them.
pub(super) fn words(text: &str) -> &str {
    let wraps = text.trim_start().starts_with("# ");
    let text = behind_elements(text, &IN_FRONT);
    match text.rsplit_once(REQUEST) {
        Some((_, words)) if wraps => words.trim_start_matches(['\n', '\r', ' ']),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_what_follows_the_description_of_the_screen() {
        let wrapped = "# Context from my IDE setup:\n\n## Open tabs:\n- a.ts\n\n## My request for Codex:\nmend it\n";
        assert_eq!(words(wrapped), "mend it\n");
        assert_eq!(
            words("why does `## My request for Codex:` stand there?"),
            "why does `## My request for Codex:` stand there?"
        );
        assert_eq!(words("mend it"), "mend it");
    }

    #[test]
    fn the_place_of_an_image_is_no_word() {
        assert!(is_of_client("[Image #1]"));
        assert!(!is_of_client("[Image #1] is too dark"));
        assert!(!is_of_client("[Image #1] and [Image #2]"));
    }

    #[test]
    fn commands_are_told_from_paths() {
        for command in ["/compact", "!ls", "<environment_context>\n</environment_context>"] {
            assert!(is_command(command), "{command}");
        }
        for prompt in ["/srv/app/main.rs is broken", "<div> is not closed", "mend it"] {
            assert!(!is_command(prompt), "{prompt}");
        }
    }
}
