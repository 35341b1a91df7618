//! The log of a note: its statements as compressed JSON lines with a checksum, as those of a turn.

use std::collections::BTreeMap;

use super::statement::Statement;
use crate::conversation::turn;

/// Returns the union of two logs, in the order of time. Of two copies of a statement that differ,
/// the one that this build does not understand completely wins, because a newer build wrote it;
/// else the one whose JSON sorts first.
pub fn merge(
    stored: impl IntoIterator<Item = Statement>,
    added: impl IntoIterator<Item = Statement>,
) -> Vec<Statement> {
    let mut by_id: BTreeMap<String, Statement> = BTreeMap::new();
    for statement in stored.into_iter().chain(added) {
        match by_id.get(&statement.id) {
            Some(known) if rank(known) <= rank(&statement) => {}
            _ => drop(by_id.insert(statement.id.clone(), statement)),
        }
    }
    let mut all: Vec<Statement> = by_id.into_values().collect();
    all.sort_by(|a, b| (a.at_ms, &a.id).cmp(&(b.at_ms, &b.id)));
    all
}

/// The lesser of two copies wins.
fn rank(statement: &Statement) -> (bool, String) {
    (statement.raw.is_none(), statement.to_json())
}

/// Encodes statements for storage.
pub fn encode(statements: &[Statement]) -> Vec<u8> {
    let lines = statements.iter().map(|statement| statement.to_json() + "\n");
    turn::compressed(lines.collect::<String>().as_bytes())
}

/// Decodes a stored log; `None` when it fails its checksum.
pub fn read(log: &[u8]) -> Option<Vec<Statement>> {
    let lines = turn::json_lines(log)?;
    let lines = lines.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    Some(lines.map(|line| Statement::from_json(&String::from_utf8_lossy(line))).collect())
}
