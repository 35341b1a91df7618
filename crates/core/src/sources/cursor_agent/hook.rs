//! The JSON of Cursor, which runs the hooks that were installed for Claude Code. Read in its
//! documentation and in what others recorded, never measured: so nothing is said to it, and only the
//! conversation is taken in.

use super::{CursorAgent, client};
use crate::private_file::is_plain_name;
use crate::sources::Client as _;
use crate::sources::hook::{Fields, HookFormat, HookInput};
use crate::surroundings::Surroundings;

/// The form of Cursor.
pub(in crate::sources) struct Format;

impl HookFormat for Format {
    fn agent(&self) -> &'static str {
        super::NAME
    }

    fn wrote(&self, prompt: &str) -> bool {
        ["<system_reminder>", "<user_info>"].iter().any(|start| prompt.starts_with(start))
    }

    /// Every event has them, and no other agent's.
    fn owns(&self, fields: &Fields) -> bool {
        let more =
            fields.list("workspace_roots").is_some() || fields.text_of("cursor_version").is_some();
        more && fields.text_of("conversation_id").is_some()
    }

    fn input(&self, fields: &Fields, around: &Surroundings) -> HookInput {
        let input = fields.common_input(around);
        let session = fields.text("conversation_id");
        let root = first_root(fields);
        let directory = root.clone().unwrap_or(input.directory);
        // The command line client names no transcript: it is looked for where the client keeps them.
        let kept = || {
            let session = session.as_deref().filter(|session| is_plain_name(session))?;
            client::transcript_of(session, &directory, around)
        };
        HookInput {
            transcript_path: transcript_in(fields).or_else(kept),
            // The name of the transcript's folder may not lead back to it.
            started_in: root,
            // It is not known whether the model would read an answer: what it was told is noted as
            // told.
            prompt: None,
            last_answer: None,
            session,
            directory,
            ..input
        }
    }

    fn reply(&self, _: &str, _: Option<&str>) -> String {
        "{}".to_owned()
    }

    fn reply_at_start(&self, _: &str, _: Option<&str>) -> Option<String> {
        None
    }
}

/// Returns the folder that is open; of several, the first one.
fn first_root(fields: &Fields) -> Option<String> {
    let first = fields.list("workspace_roots")?.first()?.as_str()?;
    (!first.is_empty()).then(|| first.to_owned())
}

/// Returns the transcript that the input names, if it has the form of one of Cursor's.
fn transcript_in(fields: &Fields) -> Option<String> {
    let path = fields.text("transcript_path")?;
    CursorAgent.is_transcript(&path).then_some(path)
}
