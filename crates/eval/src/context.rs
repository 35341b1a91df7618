//! Measures what a session is told when it starts: each session of real histories starts again,
//! with the memory of its moment.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::failure::Result;
use crate::metrics::median;
use crate::product::{Product, Told};
use crate::stored;

/// The figures of the sessions of a project.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Line {
    /// Always `context`.
    pub set: &'static str,
    /// Name of the project.
    pub project: String,
    /// Sessions that were started.
    pub started: usize,
    /// How many of them were told anything.
    pub told: usize,
    /// Median characters of what was told.
    pub chars: f64,
    /// The most characters.
    pub chars_max: usize,
    /// Number of lines by layer.
    pub lines: BTreeMap<&'static str, usize>,
    /// Of the lessons, those whose failure came all the same, since nobody was told in fact.
    pub met: usize,
    /// Number of these failures.
    pub failures: usize,
}

/// A session that was started again.
pub struct Started {
    /// Name of its project.
    pub project: String,
    /// Its id.
    pub session: String,
    /// What it was told.
    pub told: Told,
    /// For each lesson told how often its failure came in the session.
    pub met: Vec<usize>,
}

/// Starts all sessions again, in the order of time.
pub fn replay(product: &mut Product, mut tell: impl FnMut(&str)) -> Result<Vec<Started>> {
    let mut started = Vec::new();
    for (project, turns) in stored::first_turns(&product.database())? {
        let failures = product.failures(&project)?;
        for first in turns {
            tell(&format!("context: started {} sessions", started.len()));
            let told = product.context(&project, &first)?;
            let session = first.session;
            let times = |lesson: &String| failures.get(&(session.clone(), lesson.clone()));
            let met = told.lessons.iter().map(|id| times(id).copied().unwrap_or_default());
            let met = met.collect();
            started.push(Started { project: project.clone(), session, told, met });
        }
    }
    Ok(started)
}

/// Measures the sessions of each project.
pub fn measure(started: &[Started]) -> Vec<Line> {
    let mut projects: BTreeMap<&str, Vec<&Started>> = BTreeMap::new();
    for one in started {
        projects.entry(&one.project).or_default().push(one);
    }
    projects.into_iter().map(|(project, all)| line(project, &all)).collect()
}

fn line(project: &str, all: &[&Started]) -> Line {
    let told = all.iter().filter(|one| !one.told.text.is_empty());
    let chars: Vec<usize> = told.map(|one| one.told.text.chars().count()).collect();
    let mut lines = BTreeMap::new();
    for (layer, shown) in all.iter().flat_map(|one| &one.told.layers) {
        *lines.entry(*layer).or_insert(0) += shown;
    }
    Line {
        set: "context",
        project: project.to_owned(),
        started: all.len(),
        told: chars.len(),
        chars: median(chars.iter().map(|chars| *chars as f64).collect()).unwrap_or_default(),
        chars_max: chars.iter().max().copied().unwrap_or_default(),
        lines,
        met: all.iter().flat_map(|one| &one.met).filter(|times| **times > 0).count(),
        failures: all.iter().flat_map(|one| &one.met).sum(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn silent_starts_have_no_length() {
        let told = |text: &str, lines: usize| Started {
            project: "a".to_owned(),
            session: String::new(),
            told: Told {
                text: text.to_owned(),
                layers: vec![("notes", lines)],
                lessons: vec![String::new(); lines],
            },
            met: vec![lines; lines],
        };
        let lines = measure(&[told("", 0), told("four", 1), told("eleven more", 2)]);
        assert_eq!(lines.len(), 1);
        assert_eq!((lines[0].started, lines[0].told), (3, 2));
        assert!((lines[0].chars - 11.0).abs() < 1e-9);
        assert_eq!((lines[0].chars_max, lines[0].lines["notes"]), (11, 3));
        assert_eq!((lines[0].met, lines[0].failures), (3, 5));
    }
}
