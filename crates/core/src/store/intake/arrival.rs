//! A turn, or a part of one, that somebody brings.

use crate::conversation::MaskedEntries;
use crate::conversation::entry::Entry;
use crate::conversation::turn::{self, TurnPart};
use crate::secrets::Masker;
use crate::store::SessionPosition;

/// A turn, or a part of one, that somebody brings.
#[derive(Debug)]
pub struct Arrival {
    /// UUID of the turn.
    pub id: String,
    /// The turn that this one continues, when it is the rest of an oversized turn.
    pub continues: Option<String>,
    /// When the turn began, in milliseconds since the epoch; `None` for a part that does not begin
    /// it.
    pub began_ms: Option<i64>,
    /// Sessions that contain it.
    pub places: Vec<SessionPosition>,
    /// Its entries.
    pub entries: MaskedEntries,
    /// The directory that it began in, unmasked, where nobody else has asked whether it is excluded.
    pub directory: Option<String>,
}

impl Arrival {
    /// Returns a part that was read from a transcript. `own` is the session that the transcript is
    /// named after.
    pub fn of_part(part: TurnPart, own: Option<&str>) -> Self {
        let first = part.entries.first().filter(|first| first.id == part.id);
        let began_ms = first.map(|first| first.at_ms.saturating_add(first.clock_ms));
        let sessions = part.sessions(own).into_iter().map(str::to_owned);
        let position = part.position;
        let places = sessions.map(|session| SessionPosition { session, position }).collect();
        let TurnPart { id, continues, entries, .. } = part;
        Self { id, continues, began_ms, places, entries, directory: None }
    }

    /// Returns a whole turn, masked.
    pub fn whole(
        id: String,
        places: Vec<SessionPosition>,
        entries: Vec<Entry>,
        masker: &Masker,
    ) -> Self {
        let directory = entries.iter().find_map(|entry| entry.cwd.clone());
        let entries = MaskedEntries::of(entries, masker);
        let began_ms = Some(turn::facts(&entries).started_at_ms);
        Self { id, continues: None, began_ms, places, entries, directory }
    }

    pub(super) fn sessions(&self) -> Vec<&str> {
        self.places.iter().map(|place| place.session.as_str()).collect()
    }

    pub(super) fn is_of_subagent(&self) -> bool {
        self.entries.iter().any(|entry| entry.subagent.is_some())
    }
}
