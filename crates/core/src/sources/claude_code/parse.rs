//! Parser of Claude Code's transcript lines, versions 1.0 to 2.1, into entries. Fields of the wrong
//! type count as absent.

mod assistant;
mod fields;
mod queued;
mod unknown;
mod user;

use std::borrow::Cow;

use super::tool_details::SPOKEN;
use super::{Line, Skip};
use crate::conversation::ParsedEntry;
use crate::conversation::entry::{Block, Entry, LabelKind};
use crate::hash::hex_digest;
use crate::sources::json_lines::{LineAt, Link, Problem};
use crate::sources::record::{record, time_ms};
use crate::sources::unknown::unknown;
use assistant::assistant_blocks;
use fields::{Fields, field, string, truth};
use queued::{attachment_blocks, queue_operation};
use user::{lost_turn, user_blocks};

/// Parses one line. The rules are in the order in which they apply.
pub(super) fn parse(bytes: &[u8], at: &LineAt) -> Result<Line, Problem> {
    let bytes = bytes.trim_ascii();
    let read = |text: &str| line(&serde_json::from_str(text).ok()?, text, bytes, at);
    record(bytes, read).map(|line| line.unwrap_or(Line::Skipped(Skip::Blank, None)))
}

/// Kinds of lines that no prompt stands in.
const NO_PROMPT: [&str; 10] = [
    "assistant",
    "progress",
    "system",
    "summary",
    "attachment",
    "queue-operation",
    "file-history-snapshot",
    "custom-title",
    "ai-title",
    "pr-link",
];

/// Whether a line that was cut off may be a prompt: not where it shows its kind, or the result of a
/// tool.
pub(super) fn may_hide_prompt(damaged: &[u8]) -> bool {
    let has = |text: &str| memchr::memmem::find(damaged, text.as_bytes()).is_some();
    let has_kind = |kind: &str| has(&format!("\"type\":\"{kind}\""));
    let is_other = !has_kind("user") && NO_PROMPT.iter().any(|kind| has_kind(kind));
    let is_cut_record = damaged.trim_ascii_start().first() == Some(&b'{') && !damaged.contains(&0);
    !(is_cut_record && (is_other || has_kind("user") && has("\"tool_use_id\":")))
}

/// Returns `None` for what is no line of a transcript.
fn line(fields: &Fields, text: &str, bytes: &[u8], at: &LineAt) -> Option<Line> {
    let kind = string(fields.kind)?;
    let blocks = match &*kind {
        "user" | "assistant" | "attachment" | "system" if fields.is_housekeeping() => {
            Err(Skip::Housekeeping)
        }
        "user" => match lost_turn(fields) {
            Some(turn) => return Some(Line::Lost(turn, fields.link())),
            None => user_blocks(fields),
        },
        "assistant" => assistant_blocks(fields),
        "attachment" => attachment_blocks(fields),
        "system" => system_blocks(fields),
        "queue-operation" => return Some(queue_operation(fields, bytes, at)),
        "progress" => Err(Skip::Progress),
        "summary" => Err(Skip::Summary),
        "custom-title" | "ai-title" | "pr-link" => return Some(label(&kind, fields, at)),
        kind if is_state(kind) => Err(Skip::State),
        _ => Ok(vec![unknown(text)]),
    };
    Some(match blocks {
        Ok(blocks) if blocks.is_empty() => Line::Skipped(Skip::Empty, fields.link()),
        Ok(blocks) => Line::Entry(fields.entry(blocks, bytes, at), fields.link()),
        Err(skip) => Line::Skipped(skip, fields.link()),
    })
}

/// How a prompt came from a person, as the client says it.
const BY_PERSON: [&str; 3] = ["typed", "queued", "suggestion_accepted"];

impl Fields<'_> {
    fn entry(&self, blocks: Vec<Block>, bytes: &[u8], at: &LineAt) -> ParsedEntry {
        let owned = |raw| string(raw).filter(|text| !text.is_empty()).map(Cow::into_owned);
        let at_ms = time_ms(self.timestamp).unwrap_or(at.before_ms);
        let entry = Entry {
            // A fork may copy lines under ids of its own, and names those that it copied.
            id: field(self.forked_from, "messageUuid")
                .or_else(|| owned(self.uuid))
                .unwrap_or_else(|| format!("line-{}", &hex_digest(bytes)[..32])),
            at_ms,
            position: at.position,
            cwd: owned(self.cwd),
            branch: owned(self.git_branch),
            subagent: self.subagent(),
            version: owned(self.version),
            is_foreign: self.is_sent_by_program(),
            blocks,
            ..Entry::default()
        };
        ParsedEntry::masked_keeping(owned(self.session_id), entry, at.masker, &SPOKEN)
    }

    /// Whether a program sent the prompt: `claude -p`, one that embeds the client, a plugin or a
    /// schedule. Older versions say only how the client was started.
    fn is_sent_by_program(&self) -> bool {
        let is_program = match (string(self.prompt_source), string(self.entrypoint)) {
            (Some(source), _) => !BY_PERSON.contains(&&*source),
            (None, entrypoint) => entrypoint.is_some_and(|name| name.starts_with("sdk")),
        };
        is_program && string(self.kind).is_some_and(|kind| kind == "user")
    }

    /// Returns the link to the line before. A compaction begins anew, and goes on with what it sums
    /// up.
    fn link(&self) -> Option<Link> {
        Some(Link::of(&string(self.uuid)?, string(self.parent_uuid).as_deref()))
    }

    /// Returns the subagent's id. Versions before 2.0 mark a subagent's lines but do not name it.
    fn subagent(&self) -> Option<String> {
        let named = || string(self.agent_id).map_or_else(|| "unnamed".into(), Cow::into_owned);
        truth(self.is_sidechain).then(named)
    }

    /// Whether the line belongs to one of the agent's own helpers. A requested subagent has a
    /// hexadecimal id; helpers are named `acompact-…` or `aprompt_suggestion-…`.
    fn is_housekeeping(&self) -> bool {
        let own = |id: &Cow<str>| !id.bytes().all(|byte| byte.is_ascii_hexdigit());
        truth(self.is_sidechain) && string(self.agent_id).as_ref().is_some_and(own)
    }
}

/// Returns what the line says of its session. A line `agent-name` repeats the title, and a line
/// `summary` names a session of another file.
fn label(kind: &str, fields: &Fields, at: &LineAt) -> Line {
    let (kind, text) = match kind {
        "custom-title" => (LabelKind::Title, string(fields.custom_title)),
        "ai-title" => (LabelKind::AgentTitle, string(fields.ai_title)),
        _ => {
            let number = || fields.pr_number.map(|raw| Cow::Borrowed(raw.get()));
            let address = string(fields.pr_url).filter(|address| !address.trim().is_empty());
            (LabelKind::PullRequest, address.or_else(number))
        }
    };
    let session = string(fields.session_id).unwrap_or_default();
    let said = (&*session, kind, &*text.unwrap_or_default());
    let place = (time_ms(fields.timestamp).unwrap_or(at.before_ms), at.position);
    match ParsedEntry::label(said, place, at.masker) {
        Some(label) => Line::Label(Box::new(label)),
        None => Line::Skipped(Skip::State, None),
    }
}

/// Whether the line holds the agent's own state. `api-request-blob` repeats prompts under
/// `message.role`; that is why lines are classified by type, never by the shape of a message.
fn is_state(kind: &str) -> bool {
    matches!(
        kind,
        "file-history-snapshot"
            | "last-prompt"
            | "mode"
            | "permission-mode"
            | "atis-latch"
            | "cost-state"
            | "tools-used"
            | "agent-name"
            | "agent-setting"
            | "api-request"
            | "api-request-shape"
            | "api-request-blob"
    )
}

fn system_blocks(fields: &Fields) -> Result<Vec<Block>, Skip> {
    match string(fields.subtype).as_deref() {
        Some("compact_boundary") => Ok(vec![Block::Compacted]),
        _ => Err(Skip::System),
    }
}
