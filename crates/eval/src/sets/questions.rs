//! Questions as developers ask them weeks later, with the turns that answer them.

use std::path::Path;

use serde::Deserialize;

use crate::corpus::Corpus;
use crate::failure::{Failure, Result};
use crate::question::{ALL, Gold, Question, QuestionSet, Undeserving, Unit};
use crate::rows::Rows;

/// Name of the set.
pub const NAME: &str = "questions";
/// About the repository, but answered nowhere in it.
pub const UNANSWERABLE: &str = "unanswerable";
/// Asked in other words than those of the answer.
pub const PARAPHRASE: &str = "paraphrase";

const FIELDS: &str = "`kind`, `query` and either `gold_file` (folder/name.jsonl) with `gold_turns` \
    or, for kind `unanswerable`, `repo`";

/// Kinds in print order.
const KINDS: [&str; 6] = [PARAPHRASE, "identifier", "decision", "fix", "time", TRANSLATED];
/// Asked in another language than the transcripts', and therefore not counted in `all`.
pub const TRANSLATED: &str = "translated";

/// A question with its answer, or an unanswerable one with its repository.
#[derive(Deserialize)]
pub struct Row {
    id: Option<String>,
    kind: String,
    query: String,
    gold_file: Option<String>,
    #[serde(default)]
    gold_turns: Vec<String>,
    repo: Option<String>,
}

/// The answerable questions, and the prompts that nothing in their repository answers.
pub struct Questions {
    /// The answerable questions.
    pub set: QuestionSet,
    /// Their ids, where given.
    pub ids: Vec<Option<String>>,
    /// The unanswerable ones.
    pub unanswerable: Vec<Undeserving>,
}

/// Reads the questions.
pub fn read(path: &Path) -> Result<Rows<Row>> {
    let rows: Rows<Row> = Rows::read(path, FIELDS)?;
    for (line, row) in &rows.rows {
        let missing = match (row.kind == UNANSWERABLE, &row.gold_file) {
            (true, _) => row.repo.is_none().then_some("repo"),
            (false, None) => Some("gold_file"),
            (false, Some(_)) => row.gold_turns.is_empty().then_some("gold_turns"),
        };
        if let Some(field) = missing {
            let message = format!("{}, line {line}: missing field `{field}`", path.display());
            let hint = format!("each line is a JSON object with {FIELDS}");
            return Err(Failure::new(message).hinted(hint));
        }
    }
    Ok(rows)
}

/// Builds the questions.
pub fn question_set(rows: Rows<Row>, corpus: &Corpus) -> Result<Questions> {
    let (mut questions, mut ids, mut unanswerable) = (Vec::new(), Vec::new(), Vec::new());
    let read = rows.rows.len();
    for (line, row) in rows.rows {
        let Row { id, kind, query: text, gold_file, gold_turns, repo } = row;
        let file = gold_file.unwrap_or_else(|| repo.unwrap_or_default().replace('/', "-"));
        let project = project_of(&file, corpus, &rows.path, line)?;
        if kind == UNANSWERABLE {
            unanswerable.push(Undeserving { project, text });
            continue;
        }
        let golds = vec![Gold { unit: Unit::Turn, turns: gold_turns.into_iter().collect() }];
        let all = (kind != TRANSLATED).then(|| ALL.to_owned());
        let kinds = all.into_iter().chain([kind]).collect();
        ids.push(id);
        questions.push(Question { project, kinds, text, golds });
    }
    let notes = vec![format!(
        "{read} rows, {} of them unanswerable; `all` is without `{TRANSLATED}`",
        unanswerable.len()
    )];
    let kinds = [ALL].into_iter().chain(KINDS).map(str::to_owned).collect();
    let set = QuestionSet { name: NAME, units: &[Unit::Turn], kinds, questions, notes };
    Ok(Questions { set, ids, unanswerable })
}

/// Returns whether a question counts in `all`.
pub fn is_answerable(question: &Question) -> bool {
    question.kinds.iter().any(|kind| kind == ALL)
}

/// Returns whether a question is in another language than the transcripts.
pub fn is_translated(question: &Question) -> bool {
    question.kinds.iter().any(|kind| kind == TRANSLATED)
}

/// Returns the project of a gold file.
pub fn project_of(gold_file: &str, corpus: &Corpus, path: &Path, line: usize) -> Result<String> {
    let folder = gold_file.split('/').next().unwrap_or_default();
    if corpus.turns(folder).is_empty() {
        let message =
            format!("{}, line {line}: no transcripts in the folder `{folder}`", path.display());
        let projects = corpus.projects().collect::<Vec<_>>().join(", ");
        return Err(Failure::new(message).hinted(format!("there are transcripts of {projects}")));
    }
    Ok(folder.to_owned())
}
