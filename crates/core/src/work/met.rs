//! Where errors were met: what `fix` and a query by `--error` search.

use std::collections::HashSet;

use super::end::asks_for_help;
use super::error_query::{Error, Mask};
use super::timeline::{What, sessions, timeline};
use super::{pasted, shell};
use crate::conversation::turn;
use crate::error::Result;
use crate::store::{Filter, Reader, Scope};

/// Returns the turns of a scope that pass a filter; `None` when it has no conditions. Those that met
/// an error pass by what their commands printed, too.
pub fn passing(reader: &Reader, filter: &Filter, scope: &Scope) -> Result<Option<HashSet<i64>>> {
    let passing = reader.passing(filter)?;
    let Some(error) = filter.error.as_deref().and_then(Error::of_words) else { return Ok(passing) };
    let others = reader.passing(&Filter { error: None, ..filter.clone() })?;
    let mut found = passing.unwrap_or_default();
    for turn in sessions(reader, scope, others.as_ref())?.turns.into_iter().flatten() {
        if !found.contains(&turn) && !lines_of(reader, turn, &error)?.is_empty() {
            found.insert(turn);
        }
    }
    Ok(Some(found))
}

/// Returns the lines with the words of an error that the commands of a turn printed.
pub fn lines(reader: &Reader, turn: i64, words: &str) -> Result<Vec<String>> {
    Error::of_words(words).map_or(Ok(Vec::new()), |error| lines_of(reader, turn, &error))
}

fn lines_of(reader: &Reader, turn: i64, error: &Error) -> Result<Vec<String>> {
    if !error.is_all(held_by(reader, turn, error)?) {
        return Ok(Vec::new());
    }
    let events = timeline(reader, &[turn])?.events;
    let texts = events.iter().filter_map(|event| meeting(&event.what));
    Ok(texts.flat_map(|text| error.lines_in(text)).map(str::to_owned).collect())
}

/// Returns which words of an error the log of a turn may hold.
pub(super) fn held_by(reader: &Reader, turn: i64, error: &Error) -> Result<Mask> {
    let log = turn::json_lines(&reader.stored_turn(turn)?.log).unwrap_or_default();
    Ok(error.may_hold(&log))
}

/// Returns the text in which an event can meet an error.
pub(super) fn meeting(what: &What) -> Option<&str> {
    match what {
        What::Ran(run) => {
            let keys = shell::keys(&run.command);
            // What is only printed or searched is no error.
            let printed = !run.failed && keys.iter().all(|key| shell::prints(key));
            run.output.as_deref().filter(|_| !printed && !asks_for_help(&run.command))
        }
        What::Asked(prompt) => Some(prompt.as_str()).filter(|prompt| !pasted::is_document(prompt)),
        What::Said(_) | What::Changed(_) | What::Stopped => None,
    }
}
