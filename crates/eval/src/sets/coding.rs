//! Titles, commits and intents of coding sessions, with the sessions they belong to.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;

use serde::Deserialize;

use super::questions::{Questions, project_of};
use crate::corpus::Corpus;
use crate::failure::Result;
use crate::ids;
use crate::question::{ALL, Gold, Question, QuestionSet, Undeserving, Unit};
use crate::rows::Rows;
use crate::stored::StoredTurn;

/// Name of the set.
pub const NAME: &str = "coding";
/// Prompts of other repositories.
pub const STRANGERS: &str = "other-repository";

const FIELDS: &str = "`kind`, `query`, `gold_file` (folder/name.jsonl), `gold_session` and, where \
    it is known, `repo`";

/// Maximum number of first prompts of other repositories.
const PROMPTS_MAX: usize = 600;

/// A query and one session that it belongs to.
#[derive(Deserialize)]
pub struct Row {
    kind: String,
    query: String,
    gold_file: String,
    gold_session: String,
    repo: Option<String>,
}

/// Reads the queries.
pub fn read(path: &Path) -> Result<Rows<Row>> {
    Rows::read(path, FIELDS)
}

/// Builds the questions. A query in several rows gets the sessions of all of them.
pub fn question_set(rows: Rows<Row>, corpus: &Corpus) -> Result<QuestionSet> {
    let mut merged: BTreeMap<(String, String, String), (String, HashSet<String>)> = BTreeMap::new();
    let read = rows.rows.len();
    for (line, row) in rows.rows {
        let project = project_of(&row.gold_file, corpus, &rows.path, line)?;
        let Row { kind, query, repo, gold_session, .. } = row;
        let key = (kind, query, repo.unwrap_or_else(|| project.clone()));
        let sessions = &mut merged.entry(key).or_insert_with(|| (project, HashSet::new())).1;
        sessions.insert(gold_session);
    }
    let (distinct, mut verbatim, mut unknown) = (merged.len(), 0, 0);
    let mut questions = Vec::new();
    for ((kind, text, _), (project, sessions)) in merged {
        if corpus.stored_turns_of(&project, &sessions).any(|turn| holds_verbatim(turn, &text)) {
            verbatim += 1;
            continue;
        }
        let turns = corpus.turns_of(&project, &sessions);
        unknown += usize::from(turns.is_empty());
        let golds = vec![Gold { unit: Unit::Session, turns }];
        questions.push(Question { project, kinds: vec![ALL.to_owned(), kind], text, golds });
    }
    let kinds: BTreeSet<&String> = questions.iter().map(|question| &question.kinds[1]).collect();
    let kinds = [ALL].into_iter().chain(kinds.into_iter().map(String::as_str));
    let mut notes = vec![
        format!("{read} rows merged to {distinct}"),
        format!("{verbatim} of them left out: their words stand in a gold session as they are"),
    ];
    if unknown > 0 {
        notes.push(format!("{unknown} with no turn in any gold session: counted as not found"));
    }
    let kinds = kinds.map(str::to_owned).collect();
    Ok(QuestionSet { name: NAME, units: &[Unit::Session], kinds, questions, notes })
}

fn holds_verbatim(turn: &StoredTurn, query: &str) -> bool {
    let query = collapsed(query);
    [&turn.prompt, &turn.answer].iter().any(|field| collapsed(field).contains(&query))
}

/// Converts to lower case with single spaces.
fn collapsed(text: &str) -> String {
    text.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}

/// Returns the queries, questions and first prompts of other repositories, asked in each repository
/// that has gold.
pub fn strangers(
    coding: &[Question],
    asked: Option<&Questions>,
    corpus: &Corpus,
) -> Vec<Undeserving> {
    let questions = asked.iter().flat_map(|asked| &asked.set.questions).chain(coding);
    let questions = questions.map(|question| (question.project.as_str(), question.text.as_str()));
    let unanswerable = asked.iter().flat_map(|asked| &asked.unanswerable);
    let unanswerable = unanswerable.map(|prompt| (prompt.project.as_str(), prompt.text.as_str()));
    let typed = ids::sample(first_prompts(corpus), PROMPTS_MAX, |(_, text)| text);
    let texts: BTreeSet<(&str, &str)> = questions.chain(unanswerable).chain(typed).collect();
    let targets = repositories(coding);
    let pairs = targets.iter().flat_map(|target| {
        let own: HashSet<&str> =
            texts.iter().filter(|(of, _)| of == target).map(|(_, text)| *text).collect();
        let others: BTreeSet<&str> = texts
            .iter()
            .filter(|(of, text)| of != target && !own.contains(text))
            .map(|(_, text)| *text)
            .collect();
        others
            .into_iter()
            .map(|text| Undeserving { project: (*target).to_owned(), text: text.to_owned() })
    });
    pairs.collect()
}

/// Returns the repositories that have gold.
pub fn repositories(coding: &[Question]) -> BTreeSet<&str> {
    coding.iter().map(|question| question.project.as_str()).collect()
}

/// Returns the first prompt of each session with its project. Forks share theirs.
fn first_prompts(corpus: &Corpus) -> Vec<(&str, &str)> {
    let mut prompts = BTreeSet::new();
    for project in corpus.projects() {
        let mut seen: HashSet<&str> = HashSet::new();
        let turns = corpus.turns(project).iter().filter(|turn| !turn.of_agent);
        for turn in turns.filter(|turn| !turn.prompt.trim().is_empty()) {
            if seen.insert(turn.session()) {
                prompts.insert((project, turn.prompt.as_str()));
            }
        }
    }
    prompts.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_that_stands_there_is_noticed_whatever_its_case_and_spaces() {
        let turn = StoredTurn {
            started_at_ms: 0,
            id: "t".to_owned(),
            sessions: vec!["s".to_owned()],
            of_agent: false,
            prompt: "please".to_owned(),
            answer: "Committed as \"Fix the\n  Retry queue\".".to_owned(),
        };
        assert!(holds_verbatim(&turn, "fix the retry  queue"));
        assert!(!holds_verbatim(&turn, "fix the retry queues"));
        assert!(!holds_verbatim(&turn, "please committed"));
    }
}
