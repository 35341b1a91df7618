//! Writes conversations in the format of Claude Code's transcripts: each utterance is a prompt.

use std::path::Path;

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};
use serde_json::json;

use super::{Conversation, FORM, Session, Utterance};
use crate::failure::{Failure, Result};
use crate::workspace;

/// Claude Code version of the line format.
const VERSION: &str = "2.1.0";

/// Writes a conversation below `folder`, one file per session.
pub fn write(conversation: &Conversation, folder: &Path) -> Result<()> {
    for session in &conversation.sessions {
        let path = folder.join(&conversation.id).join(format!("{}.jsonl", session.id));
        workspace::write(&path, &transcript(conversation, session)?)?;
    }
    Ok(())
}

fn transcript(conversation: &Conversation, session: &Session) -> Result<String> {
    let mut at = time(&session.began).ok_or_else(|| {
        let Session { began, .. } = session;
        let message = format!("{}: {began:?} is no time such as {EXAMPLE:?}", conversation.id);
        Failure::new(message).hinted(FORM)
    })?;
    let mut text = String::new();
    let mut parent: Option<String> = None;
    for utterance in &session.utterances {
        let id = conversation.turn_id(&utterance.dia_id);
        let line = json!({
            "type": "user",
            "uuid": id,
            "parentUuid": parent,
            "sessionId": session.id,
            "timestamp": at.to_string(),
            "cwd": format!("/{}", conversation.id),
            "version": VERSION,
            "isSidechain": false,
            "message": { "role": "user", "content": said(utterance) },
        });
        text.push_str(&line.to_string());
        text.push('\n');
        parent = Some(id);
        at += 1.minute();
    }
    Ok(text)
}

fn said(utterance: &Utterance) -> String {
    let Utterance { speaker, text, blip_caption, .. } = utterance;
    match blip_caption {
        Some(caption) => format!("{speaker}: {text} [shares {caption}]"),
        None => format!("{speaker}: {text}"),
    }
}

const EXAMPLE: &str = "1:56 pm on 8 May, 2023";

/// Parses a time such as [`EXAMPLE`] as UTC.
fn time(text: &str) -> Option<Timestamp> {
    let local = DateTime::strptime("%I:%M %p on %d %B, %Y", text.trim()).ok()?;
    Some(local.to_zoned(TimeZone::UTC).ok()?.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_the_file_writes_them() {
        let read = |text| time(text).map(|at| at.to_string());
        assert_eq!(read(EXAMPLE).as_deref(), Some("2023-05-08T13:56:00Z"));
        assert_eq!(read("12:48 am on 1 February, 2023").as_deref(), Some("2023-02-01T00:48:00Z"));
        assert_eq!(read("12:05 pm on 31 December, 2022").as_deref(), Some("2022-12-31T12:05:00Z"));
        assert_eq!(read("8 May, 2023"), None);
    }

    #[test]
    fn an_utterance_names_its_speaker_and_what_is_shown() {
        let utterance = |blip_caption: Option<&str>| Utterance {
            speaker: "Ann".to_owned(),
            dia_id: "D1:1".to_owned(),
            text: "Look!".to_owned(),
            blip_caption: blip_caption.map(str::to_owned),
        };
        assert_eq!(said(&utterance(None)), "Ann: Look!");
        assert_eq!(
            said(&utterance(Some("a photo of a dog"))),
            "Ann: Look! [shares a photo of a dog]"
        );
    }
}
