//! The past of a project, made before a session starts: the worker makes it after it has taken in a
//! turn, and a start only reads it. Without it the text is the same, only later.

use std::collections::BTreeSet;

use super::Here;
use super::past::{Outline, Past};
use super::sessions::{NEAR_SESSIONS, folder, last_worked, outline, standing, summed_up, topic};
use crate::error::Result;
use crate::store::{Reader, Scope};

/// What made it. Raise the number with every change of what a digest or a topic says: what another
/// build made is not used.
pub const MADE_BY: &str = concat!(env!("CARGO_PKG_VERSION"), " 4");

/// Number of sessions with a line for the next one: two more than it gets, as a session that
/// goes on is not its own past, and the last one that changed files is described in full.
/// Maximum number of sessions that are described on a line each.
pub const SESSIONS_MAX: usize = 5;
const TOPICS: usize = SESSIONS_MAX + 2;

/// Returns the past of a project as bytes. `everywhere` is the project whose notes hold in every
/// project, if there is one.
pub fn prepare(reader: &Reader, project: i64, everywhere: Option<i64>) -> Result<Vec<u8>> {
    let of = |projects| Scope { projects: Some(projects), ..Scope::default() };
    let scope = of(vec![project]);
    let noted = of([Some(project), everywhere].into_iter().flatten().collect());
    let mut made = outline(reader, &scope)?;
    let standing = standing(reader, &noted, &Here::default())?;
    let chosen = chosen(&made);
    let mut topics = 0;
    for past in &mut made.sessions {
        let (has_topic, is_chosen) = (topics < TOPICS, chosen.contains(&past.session));
        // A session of two projects has text that changes with either: it is read when a session
        // starts.
        if !(has_topic || is_chosen) || reader.has_other_projects(&past.session, project)? {
            continue;
        }
        if has_topic {
            let topic = topic(reader, &past.session, &scope)?;
            topics += usize::from(topic.asked.is_some());
            past.topic = Some(topic);
        }
        if is_chosen {
            past.summed_up = Some(summed_up(reader, &past.session, &scope, &standing)?);
        }
    }
    Ok(serde_json::to_vec(&made).unwrap_or_default())
}

/// Returns the sessions one of which a start will get in full: for each folder the last one
/// that changed files there, and the one before it, in case that the last one goes on.
fn chosen(outline: &Outline) -> BTreeSet<String> {
    let past: Vec<&Past> = outline.sessions.iter().collect();
    let near = past.iter().take(NEAR_SESSIONS + 1).map(|past| past.folder.as_deref());
    let folders: BTreeSet<Option<&str>> = near.chain([None]).collect();
    let mut chosen = BTreeSet::new();
    for folder in folders {
        let Some(last) = last_worked(&past, folder) else { continue };
        let others = past.iter().copied().filter(|past| past.session != last.session);
        let before = last_worked(&others.collect::<Vec<_>>(), folder);
        chosen.extend([Some(last), before].into_iter().flatten().map(|past| past.session.clone()));
    }
    chosen
}

/// Returns the past of a scope if it is prepared as it is now. A replay has a past of its own.
pub fn stored(reader: &Reader, scope: &Scope) -> Result<Option<Outline>> {
    let (None, Some([project])) = (scope.before_ms, scope.projects.as_deref()) else {
        return Ok(None);
    };
    let Some(bytes) = reader.prepared_past(*project, MADE_BY)? else { return Ok(None) };
    let outline: Option<Outline> = serde_json::from_slice(&bytes).ok();
    // A folder may have become another repository meanwhile, or be gone.
    let is_so = |(directory, found): &(String, String)| folder(directory) == *found;
    Ok(outline.filter(|outline| outline.is_sound() && outline.folders.iter().all(is_so)))
}
