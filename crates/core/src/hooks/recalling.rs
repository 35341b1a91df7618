//! Recall for a prompt: whether it may be asked, what is said, and the record of why.

use std::path::Path;

use super::moved::moved;
use super::notice::notice;
use super::prompt_line::{Circumstances, prompt_line};
use super::{Failed, Hook, message, of_file};
use crate::home::muted::Muted;
use crate::home::records::line::RecordLine;
use crate::home::records::{Held, SessionRecord};
use crate::index::when::Now;
use crate::recall::{Prompt, Recall, Verdict};
use crate::secrets::Masker;
use crate::sources::hook::HookFormat;

/// As a word of its own anywhere in a prompt, it switches recall off for that prompt.
const MARKER: &str = "--no-recall";

/// A prompt, and where it was typed.
pub(super) struct Asked<'a> {
    pub prompt: &'a str,
    /// Where the session was started, which identifies the project.
    pub directory: &'a str,
    pub session: Option<&'a str>,
    pub transcript_path: Option<&'a str>,
}

/// Says what `search` finds for a prompt, and records it. What cannot be read or recorded costs the
/// prompt no more than that.
pub(super) fn recall(
    asked: &Asked,
    search: impl FnOnce(&Prompt, &mut Hook) -> Failed<Recall>,
    (format, masker): (&dyn HookFormat, &Masker),
    hook: &mut Hook,
) {
    let path = asked.session.and_then(|session| hook.home.record(session));
    let mut record = path.map(|path| {
        let read = SessionRecord::read(path.clone()).map_err(|error| of_file(&path, &error));
        hook.or_note("recall", read).unwrap_or_else(|| SessionRecord::unread(path))
    });
    let muted = Muted::of(hook.home).map_err(|error| message(&error));
    let muted = hook.or_note("recall", muted).unwrap_or_default();
    let none = Held::default();
    let held = record.as_ref().map_or(&none, |record| &record.held);
    let started_ms = hook.host.age_ms();
    let mut skipped = why_skipped(asked, held, &muted, hook.options.settings.recall);
    let found = if skipped.is_some() {
        Recall::default()
    } else {
        let at_ms = hook.host.now_ms();
        let now = Now::ahead(at_ms, hook.host.utc_offset_min(at_ms));
        let prompt = question(asked, held, muted, hook.options.settings.rate, now);
        let found = search(&prompt, hook);
        hook.or_note("recall", found).unwrap_or_else(|| {
            skipped = Some("failed");
            Recall::default()
        })
    };
    let recall_ms = hook.host.age_ms() - started_ms;
    say(&found, format, hook);
    // A session without a transcript asked not to be stored.
    let (Some(record), Some(transcript)) = (&mut record, asked.transcript_path) else { return };
    // A session that is not stored may name a transcript without ever writing it.
    let is_unwritten = is_unwritten(transcript);
    let about = Circumstances {
        at_ms: hook.host.now_ms(),
        prompt: if is_unwritten { "" } else { asked.prompt },
        transcript: is_unwritten.then_some(transcript),
        directory: asked.directory,
        dismissed: skipped.or(found.dismissed.map(|dismissal| dismissal.name())),
        rate: hook.options.settings.rate,
        recall_ms,
        hook_ms: hook.host.age_ms(),
    };
    let line = RecordLine::Prompt(Box::new(prompt_line(&about, &found, Some(masker))));
    let written = record.append(&line).map_err(|error| of_file(record.path(), &error));
    hook.or_note("recall", written);
}

/// Says what is to be added, and counts the notes in it as shown.
fn say(found: &Recall, format: &dyn HookFormat, hook: &mut Hook) {
    let injected = || found.candidates.iter().filter(|each| each.verdict == Verdict::Injected);
    let notes = || found.notes.iter().filter(|each| each.verdict == Verdict::Injected);
    let times: Vec<i64> = injected().map(|each| each.hit.at_ms).collect();
    let is_told = hook.options.settings.notice && !found.said.is_empty();
    let added = is_told.then(|| notice(&times, notes().count(), &*hook.host));
    let notices: Vec<String> = added.into_iter().chain(moved(format, hook)).collect();
    let notice = (!notices.is_empty()).then(|| notices.join("\n"));
    if !found.said.is_empty() || notice.is_some() {
        let said = hook.host.say(&format.reply(&found.said, notice.as_deref()));
        hook.or_note("recall", said.map_err(|error| crate::system_error::reason(&error)));
    }
    let shown = notes().map(|note| note.row.uuid.as_str());
    hook.home.note_shown(shown, hook.host.now_ms());
}

/// Returns why recall is not asked for a prompt; `None` if it may be.
pub(super) fn why_skipped(
    asked: &Asked,
    held: &Held,
    muted: &Muted,
    is_on: bool,
) -> Option<&'static str> {
    if !is_on {
        return Some("off");
    }
    if muted.covers(asked.session, Path::new(asked.directory)) {
        return Some("muted");
    }
    if has_marker(asked.prompt) {
        return Some("marker");
    }
    // A fork's context has its parent's turns, and until its transcript is written nothing tells
    // the parent: only silence is sure not to repeat them.
    (held.is_forked && asked.transcript_path.is_some_and(is_unwritten)).then_some("fork")
}

pub(super) fn has_marker(prompt: &str) -> bool {
    prompt.contains(MARKER) && prompt.split_whitespace().any(|word| word == MARKER)
}

/// Whether a transcript does not exist yet. A path may lead into a file, such as a database.
fn is_unwritten(transcript: &str) -> bool {
    let path = Path::new(transcript);
    let holding = path.parent().filter(|above| above.is_file()).unwrap_or(path);
    !holding.exists()
}

/// Returns what recall is asked; the rate is in percent.
pub(super) fn question(asked: &Asked, held: &Held, muted: Muted, rate: f64, now: Now) -> Prompt {
    Prompt {
        text: asked.prompt.to_owned(),
        session: asked.session.unwrap_or_default().to_owned(),
        recalled: held.recalled.clone(),
        muted: muted.turns,
        notes: held.notes.clone(),
        compacted_at_ms: held.compacted_at_ms,
        rate: rate / 100.0,
        now,
    }
}
