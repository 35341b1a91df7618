//! Forks: sessions that begin with turns of another one. Their lines are copied under the same ids, so
//! such a turn is stored once and belongs to several sessions.

use std::collections::{HashMap, HashSet};

use rusqlite::Row;

use super::read::Reader;
use crate::error::Result;

/// What each fork has of an earlier session, by the fork's id.
#[derive(Debug, Clone, Default)]
pub struct Forks(HashMap<String, Shared>);

/// What a fork has of an earlier session.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Shared {
    /// UUIDs of the turns, without those of subagents.
    pub turns: HashSet<String>,
    /// Id of the session in which the last of them counts.
    pub with: String,
}

impl Forks {
    /// Returns what a session has of an earlier one; `None` for one that is no fork.
    pub fn shared(&self, session: &str) -> Option<&Shared> {
        self.0.get(session)
    }
}

/// A turn that several sessions have counts in one of them: in one without turns of its own, else in
/// the one whose own turns begin first; of two that are alike, in the shorter one. So the order in
/// which they were stored does not matter.
const SHARED_TURNS: &str = "
    WITH shared AS (SELECT turn_id FROM session_turn GROUP BY turn_id HAVING count(*) > 1),
    place AS (
      SELECT session_id, row_number() OVER (
        ORDER BY min(iif(turn_id IN shared, NULL, started_at_ms)) NULLS FIRST, count(*), session.uuid
      ) AS place
      FROM session_turn JOIN turn ON turn.id = turn_id JOIN session ON session.id = session_id
      WHERE subagent IS NULL
        AND session_id IN (SELECT session_id FROM session_turn WHERE turn_id IN shared)
      GROUP BY session_id)
    SELECT turn.uuid, session.uuid
    FROM shared JOIN session_turn USING (turn_id) JOIN place USING (session_id)
    JOIN turn ON turn.id = turn_id JOIN session ON session.id = session_id
    WHERE subagent IS NULL
    ORDER BY started_at_ms, turn.id, place";

impl Reader<'_> {
    /// Returns the turns with which forks begin.
    pub fn forks(&self) -> Result<Forks> {
        let mut statement = self.transaction().prepare_cached(SHARED_TURNS)?;
        let rows = statement.query_map([], |row: &Row| Ok((row.get(0)?, row.get(1)?)))?;
        let mut forks = Forks::default();
        let mut first: (String, String) = Default::default();
        for row in rows {
            let (turn, session): (String, String) = row?;
            if turn == first.0 {
                let shared = forks.0.entry(session).or_default();
                shared.turns.insert(turn);
                shared.with.clone_from(&first.1);
            } else {
                first = (turn, session);
            }
        }
        Ok(forks)
    }
}
