//! Measures what a session is told when it starts: each session of real histories starts again,
//! with the memory of its moment.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::Serialize;

use crate::failure::Result;
use crate::metrics::median;
use crate::product::{Product, Told, digest};
use crate::stored::{self, TurnChanges};

/// Number of sessions whose files the baseline names.
const BASELINE_SESSIONS: usize = 5;

/// The figures of some sessions.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Line {
    /// Always `context`.
    pub set: &'static str,
    /// `all`, or one of the halves: `fitted` and `held back`.
    pub half: &'static str,
    /// Sessions that changed a file which an earlier session had changed.
    pub sessions: usize,
    /// Share of those files that the block names.
    pub files_named: f64,
    /// Share of them that the last five sessions with changes had changed.
    pub files_named_baseline: f64,
    /// Median number of files that the block names.
    pub files: f64,
    /// Median number of files of the baseline.
    pub files_baseline: f64,
    /// Mean number of files that the block names.
    pub files_mean: f64,
    /// Mean number of files of the baseline.
    pub files_mean_baseline: f64,
    /// Of the turns that had changed those files last, the share whose session the block tells of.
    pub turns_named: f64,
    /// Median estimated tokens of a block.
    pub tokens: f64,
    /// 90th percentile of the tokens.
    pub tokens_p90: f64,
    /// Sessions that were started, and of these how many were told anything.
    pub started: usize,
    /// See `started`.
    pub told: usize,
}

/// A session that was started again.
pub struct Started {
    /// Its id.
    pub session: String,
    /// What it was told.
    pub told: Told,
    /// Files that it goes on to change and that were changed before.
    needed: BTreeSet<String>,
    /// Session of the turn that changed each of these last.
    builds_on: Vec<String>,
    baseline: BTreeSet<String>,
}

/// Starts all sessions again, in the order of time.
pub fn replay(product: &mut Product, mut tell: impl FnMut(&str)) -> Result<Vec<Started>> {
    let mut started = Vec::new();
    for (project, turns) in stored::changes(&product.database())? {
        for first in first_turns(&turns) {
            tell(&format!("context: started {} sessions", started.len()));
            let told = product.context(&first.session, &project, first)?;
            started.push(Started::of(first, &turns, told));
        }
    }
    Ok(started)
}

/// Returns the first turn of each session.
fn first_turns(turns: &[TurnChanges]) -> Vec<&TurnChanges> {
    let mut seen = BTreeSet::new();
    turns.iter().filter(|turn| seen.insert(turn.session.as_str())).collect()
}

impl Started {
    fn of(first: &TurnChanges, turns: &[TurnChanges], told: Told) -> Self {
        let mut last_changed: BTreeMap<&str, &str> = BTreeMap::new();
        let mut active: HashMap<&str, (i64, BTreeSet<&str>)> = HashMap::new();
        let before = turns.iter().filter(|turn| turn.started_at_ms < first.started_at_ms);
        for turn in before.filter(|turn| !turn.changed.is_empty()) {
            let (since, files) = active
                .entry(&turn.session)
                .or_insert_with(|| (turn.started_at_ms, BTreeSet::new()));
            *since = (*since).min(turn.started_at_ms);
            files.extend(turn.changed.iter().map(String::as_str));
            last_changed.extend(turn.changed.iter().map(|file| (file.as_str(), &*turn.session)));
        }
        let mut recent: Vec<(i64, BTreeSet<&str>)> = active.into_values().collect();
        recent.sort_by_key(|(since, _)| -since);
        let baseline = recent.into_iter().take(BASELINE_SESSIONS).flat_map(|(_, files)| files);
        let own = turns.iter().filter(|turn| turn.session == first.session);
        let changed: BTreeSet<&String> = own.flat_map(|turn| &turn.changed).collect();
        let needed = changed.into_iter().filter(|file| last_changed.contains_key(file.as_str()));
        let needed: BTreeSet<String> = needed.cloned().collect();
        Self {
            session: first.session.clone(),
            builds_on: needed.iter().map(|file| last_changed[file.as_str()].to_owned()).collect(),
            baseline: baseline.map(str::to_owned).collect(),
            needed,
            told,
        }
    }

    /// Returns the files that it goes on to change and that were changed before.
    pub fn needed(&self) -> &BTreeSet<String> {
        &self.needed
    }

    /// Whether the constants were fitted on the session: on half of them, by the digests of
    /// their ids.
    fn is_fitted(&self) -> bool {
        digest(&self.session).ends_with(['0', '2', '4', '6', '8', 'a', 'c', 'e'])
    }
}

/// Measures all sessions and each half of them.
pub fn measure(started: &[Started]) -> Vec<Line> {
    let all: Vec<&Started> = started.iter().collect();
    let (fitted, held): (Vec<&Started>, Vec<&Started>) =
        started.iter().partition(|session| session.is_fitted());
    vec![line("all", &all), line("fitted", &fitted), line("held back", &held)]
}

fn line(half: &'static str, started: &[&Started]) -> Line {
    let told: Vec<&&Started> = started.iter().filter(|of| !of.told.text.is_empty()).collect();
    let needy: Vec<&&Started> = started.iter().filter(|of| !of.needed.is_empty()).collect();
    let sum = |count: &dyn Fn(&Started) -> usize| needy.iter().map(|of| count(of)).sum::<usize>();
    let values = |count: &dyn Fn(&Started) -> usize| {
        needy.iter().map(|of| count(of) as f64).collect::<Vec<f64>>()
    };
    let needed = sum(&|of| of.needed.len());
    let named = sum(&|of| of.told.files.iter().filter(|file| of.needed.contains(*file)).count());
    let by_baseline = sum(&|of| of.baseline.intersection(&of.needed).count());
    let turns = sum(&|of| of.builds_on.iter().filter(|on| of.told.sessions.contains(on)).count());
    let tokens: Vec<f64> = told.iter().map(|of| of.told.tokens as f64).collect();
    Line {
        set: "context",
        half,
        sessions: needy.len(),
        files_named: share(named, needed),
        files_named_baseline: share(by_baseline, needed),
        files: median(values(&|of| of.told.files.len())).unwrap_or_default(),
        files_baseline: median(values(&|of| of.baseline.len())).unwrap_or_default(),
        files_mean: share(sum(&|of| of.told.files.len()), needy.len()),
        files_mean_baseline: share(sum(&|of| of.baseline.len()), needy.len()),
        turns_named: share(turns, needed),
        tokens: median(tokens.clone()).unwrap_or_default(),
        tokens_p90: percentile_90(tokens).unwrap_or_default(),
        started: started.len(),
        told: told.len(),
    }
}

fn share(part: usize, whole: usize) -> f64 {
    part as f64 / whole.max(1) as f64
}

fn percentile_90(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() * 9 / 10).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(session: &str, at: i64, changed: &[&str]) -> TurnChanges {
        TurnChanges {
            session: session.to_owned(),
            started_at_ms: at,
            cwd: Some("/w".to_owned()),
            branch: None,
            changed: changed.iter().map(|&file| file.to_owned()).collect(),
        }
    }

    fn told(files: &[&str], sessions: &[&str]) -> Told {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        Told {
            text: "x".into(),
            tokens: 1,
            files: owned(files),
            sessions: owned(sessions),
            notes: Vec::new(),
        }
    }

    #[test]
    fn only_files_that_were_known_before_count() {
        let turns = [
            turn("a1", 1, &["a.rs", "b.rs"]),
            turn("b2", 2, &["c.rs"]),
            turn("c3", 3, &["a.rs", "new.rs"]),
            turn("c3", 4, &["b.rs"]),
        ];
        let started = Started::of(&turns[2], &turns, told(&["a.rs", "c.rs"], &["a1"]));
        let line = line("all", &[&started]);
        assert_eq!((line.sessions, line.files, line.files_baseline), (1, 2.0, 3.0));
        assert_eq!((line.files_named, line.files_named_baseline), (0.5, 1.0));
        assert!((line.turns_named - 1.0).abs() < 1e-9);
    }

    #[test]
    fn the_first_session_needs_nothing() {
        let turns = [turn("a1", 1, &["a.rs"])];
        let started = Started::of(&turns[0], &turns, told(&[], &[]));
        assert_eq!(line("all", &[&started]).sessions, 0);
    }
}
