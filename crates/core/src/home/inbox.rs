//! The inbox: payloads that hooks leave for the worker, one small file each, so that none is lost.

use std::io::{ErrorKind, Result};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::{Home, SET_ASIDE, TEXT_BYTES_MAX, age_ms, names_in};
use crate::json;
use crate::private_file;
use crate::regular_file::read_regular;
use crate::system_error::reason;

/// The version of the payloads that this build writes.
const VERSION: i64 = 1;

/// A session with new content. It holds no secrets: the hook masks the answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct Payload {
    /// The hook's event, as on the command line.
    pub event: String,
    /// The transcript of the session.
    pub transcript_path: String,
    /// The directory in which the session began, if the transcript may not name it.
    #[serde(default, deserialize_with = "there", skip_serializing_if = "Option::is_none")]
    pub started_in: Option<String>,
    /// The last answer, because the transcript may not have it yet.
    #[serde(default, deserialize_with = "there", skip_serializing_if = "Option::is_none")]
    pub last_answer: Option<String>,
    /// What the hook's settings exclude and mask; omitted if nothing.
    #[serde(default, skip_serializing_if = "KeptOut::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<KeptOut>"))]
    pub kept_out: KeptOut,
    /// The sources of the settings that the hook could not understand: the payload waits until they
    /// are repaired.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub unclear: Vec<String>,
    /// When the hook was called, in milliseconds since the epoch.
    #[serde(deserialize_with = "whole")]
    pub received_at_ms: i64,
}

/// What must not be stored.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct KeptOut {
    /// The person's own mask patterns.
    pub mask: Vec<String>,
    /// Globs of directories whose conversations are not stored, without `~`.
    pub exclude: Vec<String>,
}

impl KeptOut {
    /// Whether nothing is kept out.
    pub fn is_empty(&self) -> bool {
        self.mask.is_empty() && self.exclude.is_empty()
    }

    /// Adds what another keeps out, each rule once.
    pub fn unite(&mut self, other: &Self) {
        let more = [(&mut self.mask, &other.mask), (&mut self.exclude, &other.exclude)];
        for (own, more) in more {
            for each in more {
                if !own.contains(each) {
                    own.push(each.clone());
                }
            }
        }
    }
}

/// A payload as its file has it.
#[derive(Serialize)]
struct Versioned<'a> {
    version: i64,
    #[serde(flatten)]
    payload: &'a Payload,
}

/// A payload that waits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct InboxItem {
    /// Its file. Files sort by time.
    #[serde(serialize_with = "json::path")]
    #[cfg_attr(test, ts(type = "string"))]
    pub path: PathBuf,
    /// What is in it.
    pub payload: Payload,
}

/// A file in the inbox that is never taken in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RefusedFile {
    /// The file.
    #[serde(serialize_with = "json::path")]
    #[cfg_attr(test, ts(type = "string"))]
    pub path: PathBuf,
    /// Why, as a sentence without its end.
    pub why: String,
}

/// What is in the inbox.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Inbox {
    /// The payloads that wait, the oldest first.
    pub waiting: Vec<InboxItem>,
    /// Files that are no payloads: the worker sets them aside.
    pub broken: Vec<PathBuf>,
    /// Files that are never taken in, and those that were set aside.
    pub refused: Vec<RefusedFile>,
}

/// What a file in the inbox is.
enum Found {
    Payload(Payload),
    /// Not ours to judge: no regular file, unreadable, or of a newer version.
    Refused(String),
    Broken,
    Gone,
}

/// Far longer than any hook runs.
const UNFINISHED_MS: i64 = 10_000;

impl Home {
    /// Writes a payload, whole or not at all.
    pub fn put_payload(&self, payload: &Payload) -> Result<()> {
        let inbox = self.inbox();
        private_file::make_folder(&inbox)?;
        let name = format!("{:014}-{}.json", payload.received_at_ms, private_file::unique());
        let temporary = inbox.join(format!(".{name}.tmp"));
        let text = serde_json::to_string(&Versioned { version: VERSION, payload })?;
        // Not synced: after a power cut the transcript is still there, and read from where it was.
        private_file::write_new(&temporary, &text, false)?;
        std::fs::rename(&temporary, inbox.join(name))
    }

    /// Returns what is in the inbox, by name and so by time.
    pub fn look_into_inbox(&self) -> Result<Inbox> {
        let (mut inbox, mut aside) = (Inbox::default(), Vec::new());
        for name in names_in(&self.inbox())? {
            let path = self.inbox().join(&name);
            let named = name.strip_suffix(SET_ASIDE).and_then(|name| name.strip_suffix(".json"));
            if named.is_some() {
                let why = "it is no payload of a hook".to_owned();
                aside.push(RefusedFile { path, why });
            } else if name.strip_suffix(".json").is_some() {
                match look(&path) {
                    Found::Payload(payload) => inbox.waiting.push(InboxItem { path, payload }),
                    Found::Broken => inbox.broken.push(path),
                    Found::Refused(why) => inbox.refused.push(RefusedFile { path, why }),
                    Found::Gone => {}
                }
            }
        }
        inbox.refused.append(&mut aside);
        Ok(inbox)
    }

    /// Returns whether the inbox has no work for a worker.
    pub fn is_inbox_empty(&self) -> Result<bool> {
        let has_work = |path: &Path| matches!(look(path), Found::Payload(_) | Found::Broken);
        let mut names = names_in(&self.inbox())?.into_iter();
        Ok(!names
            .any(|name| name.strip_suffix(".json").is_some() && has_work(&self.inbox().join(name))))
    }

    /// Cleans up after hooks that were killed while they wrote: complete payloads go to their
    /// places, and the rest is deleted.
    pub fn remove_unfinished_payloads(&self, now_ms: i64) -> Result<()> {
        for name in names_in(&self.inbox())? {
            let Some(last) = finished_name(&name) else { continue };
            let path = self.inbox().join(&name);
            let is_file = std::fs::symlink_metadata(&path).is_ok_and(|found| found.is_file());
            if !is_file || age_ms(&path, now_ms).is_none_or(|age| age <= UNFINISHED_MS) {
                continue;
            }
            if matches!(look(&path), Found::Payload(_)) {
                std::fs::rename(path, self.inbox().join(last))?;
            } else {
                private_file::remove(&path)?;
            }
        }
        Ok(())
    }
}

/// Returns the name that an unfinished payload was to get.
fn finished_name(name: &str) -> Option<&str> {
    let last = name.strip_prefix('.')?.strip_suffix(".tmp")?;
    let (time, chance) = last.strip_suffix(".json")?.split_once('-')?;
    let is_hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let is_time = time.len() == 14 && time.bytes().all(|byte| byte.is_ascii_digit());
    (is_time && chance.len() == 12 && chance.bytes().all(is_hex)).then_some(last)
}

fn look(path: &Path) -> Found {
    let bytes = match read_regular(path, TEXT_BYTES_MAX) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Found::Gone,
        Err(error) => return Found::Refused(reason(&error)),
    };
    let text = String::from_utf8_lossy(&bytes);
    let value = json::value(text.trim_start_matches('\u{feff}')).filter(Value::is_object);
    let Some(value) = value else { return Found::Broken };
    let version = value["version"].as_f64();
    if version == Some(VERSION as f64) {
        return serde_json::from_value(value).map_or(Found::Broken, Found::Payload);
    }
    match version {
        Some(version) if version > VERSION as f64 => {
            Found::Refused("a newer Mementor wrote it".to_owned())
        }
        _ => Found::Broken,
    }
}

/// Reads a text that, if it is there, is one.
fn there<'de, D: Deserializer<'de>>(from: D) -> std::result::Result<Option<String>, D::Error> {
    String::deserialize(from).map(Some)
}

/// Reads a number of any form as a whole one.
fn whole<'de, D: Deserializer<'de>>(from: D) -> std::result::Result<i64, D::Error> {
    f64::deserialize(from).map(|number| number as i64)
}

#[cfg(test)]
mod tests;
