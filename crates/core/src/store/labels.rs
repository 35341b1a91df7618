//! Labels of sessions: titles and pull requests. Rows of actions say in which turns some stand, the
//! logs of those turns which.

use rusqlite::{Row, params};

use super::read::Reader;
use crate::conversation::entry::LabelKind;
use crate::conversation::turn::{decode_read_only, labels};
use crate::error::Result;
use crate::terminal::plain;

impl Reader<'_> {
    /// Returns the labels of a session, oldest first.
    pub fn session_labels(&self, session: &str) -> Result<Vec<(LabelKind, String)>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT turn.log FROM session
             JOIN session_turn ON session_turn.session_id = session.id
             JOIN turn ON turn.id = session_turn.turn_id
             WHERE session.uuid = ?1 AND EXISTS
               (SELECT 1 FROM action WHERE turn_id = turn.id AND kind = 'label')
             ORDER BY turn.started_at_ms, turn.id",
        )?;
        let logs = statement.query_map([session], |row| row.get(0))?;
        let mut found = Vec::new();
        for log in logs {
            let log: Vec<u8> = log?;
            for (of, kind, text) in labels(&decode_read_only(&log)) {
                if of == session {
                    found.push((kind, plain(text).into_owned()));
                }
            }
        }
        Ok(found)
    }

    /// Returns the sessions to which the person or its agent gave a name that holds these words, the
    /// one that was active last first, each with that name. Case does not count.
    pub fn sessions_titled(&self, words: &str) -> Result<Vec<(String, String)>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT session.uuid FROM action
             JOIN session_turn ON session_turn.turn_id = action.turn_id
             JOIN session ON session.id = session_turn.session_id
             JOIN turn ON turn.id = action.turn_id
             WHERE action.kind = 'label' AND instr(lower(action.target), lower(?1)) > 0
             GROUP BY session.id ORDER BY max(turn.started_at_ms) DESC",
        )?;
        let sessions = statement.query_map(params![words], |row: &Row| row.get(0))?;
        let words = words.to_lowercase();
        let mut found = Vec::new();
        for session in sessions {
            let session: String = session?;
            let labels = self.session_labels(&session)?.into_iter();
            let mut titles = labels.filter(|(kind, _)| *kind != LabelKind::PullRequest);
            let fits = titles.find(|(_, title)| title.to_lowercase().contains(&words));
            found.extend(fits.map(|(_, title)| (session, title)));
        }
        Ok(found)
    }
}
