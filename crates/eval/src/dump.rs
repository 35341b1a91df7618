//! Writes the best candidates of each question with their scores, for analysis.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::answered::Answer;
use crate::context::Started;
use crate::failure::{Failure, Result};
use crate::product::{Candidate, Evidence, NearNote, Nearness, Weighed};
use crate::question::Question;
use crate::replay::{Outcome, WorkOutcome};

/// The output file, if any.
pub struct Dump(Option<(PathBuf, BufWriter<File>)>);

impl Dump {
    /// Creates the file.
    pub fn open(path: Option<&Path>) -> Result<Self> {
        let Some(path) = path else { return Ok(Self(None)) };
        let file = File::create(path).map_err(|error| unwritable(path, &error))?;
        Ok(Self(Some((path.to_owned(), BufWriter::new(file)))))
    }

    /// Writes one question.
    pub fn write(&mut self, set: &str, question: &Question, found: &[Candidate]) -> Result<()> {
        let Some((path, writer)) = &mut self.0 else { return Ok(()) };
        let candidates = found.iter().map(|hit| {
            let gold: BTreeMap<&str, bool> = question
                .golds
                .iter()
                .map(|gold| (gold.unit.name(), gold.turns.contains(&hit.turn)))
                .collect();
            let scores: BTreeMap<&str, f64> = hit.scores.iter().copied().collect();
            json!({ "turn": hit.turn, "session": hit.session, "gold": gold, "scores": scores })
        });
        let line = json!({
            "set": set,
            "project": question.project,
            "kinds": question.kinds,
            "query": question.text,
            "candidates": candidates.collect::<Vec<_>>(),
        });
        writeln!(writer, "{line}").map_err(|error| unwritable(path, &error))
    }

    /// Writes the gate's verdict on a prompt; `negative` says why the prompt deserves nothing.
    pub fn gate(
        &mut self,
        set: &str,
        negative: Option<&str>,
        text: &str,
        project: &str,
        weighed: &Weighed,
        found: bool,
    ) -> Result<()> {
        let Some((path, writer)) = &mut self.0 else { return Ok(()) };
        let evidence = named(weighed.evidence.as_ref());
        let line = json!({
            "set": set, "gate": true, "negative": negative, "query": text, "project": project,
            "dismissed": weighed.dismissed, "found": found, "evidence": evidence,
        });
        writeln!(writer, "{line}").map_err(|error| unwritable(path, &error))
    }

    /// Writes the result of a replayed prompt.
    pub fn replayed(&mut self, outcome: &Outcome) -> Result<()> {
        let judgement = outcome.judgement.as_ref();
        let evidence = named(outcome.recalled.evidence.as_ref());
        self.line(&json!({
            "set": "replay", "turn": outcome.turn, "session": outcome.session,
            "position": outcome.position, "query": outcome.text,
            "need": judgement.map(|judgement| format!("{:?}", judgement.need)),
            "help": judgement.map(|judgement| &judgement.help),
            "dismissed": outcome.recalled.dismissed, "evidence": evidence,
            "probability": outcome.recalled.probability,
            "candidates": outcome.recalled.candidates, "said": outcome.recalled.said,
            "notes": outcome.recalled.notes.iter().map(near).collect::<Vec<_>>(),
        }))
    }

    /// Writes what a session was told when it started.
    pub fn started(&mut self, started: &Started) -> Result<()> {
        self.line(&json!({
            "set": "context", "project": started.project, "session": started.session,
            "said": started.told.text,
        }))
    }

    /// Writes the result of a prompt that asks for work.
    pub fn worked(&mut self, outcome: &WorkOutcome) -> Result<()> {
        let evidence = named(outcome.recalled.evidence.as_ref());
        self.line(&json!({
            "set": "work", "continues": outcome.continues, "right": outcome.right,
            "query": outcome.text, "project": outcome.project,
            "dismissed": outcome.recalled.dismissed, "evidence": evidence,
            "probability": outcome.recalled.probability,
            "candidates": outcome.recalled.candidates, "said": outcome.recalled.said,
        }))
    }

    /// Writes what was said to a question, and whether that holds the answer.
    pub fn answered(&mut self, answer: &Answer) -> Result<()> {
        let turns = answer.recalled.turns.iter().zip(&answer.turns);
        let turns = turns.map(|((turn, excerpt), (right, holds))| {
            json!({ "turn": turn, "right": right, "holds": holds, "excerpt": excerpt })
        });
        self.line(&json!({
            "set": "keyfacts", "rate": answer.rate, "id": answer.id, "query": answer.text,
            "project": answer.project, "answered": answer.answered,
            "turns": turns.collect::<Vec<_>>(), "said": answer.recalled.said,
        }))
    }

    fn line(&mut self, line: &serde_json::Value) -> Result<()> {
        let Some((path, writer)) = &mut self.0 else { return Ok(()) };
        writeln!(writer, "{line}").map_err(|error| unwritable(path, &error))
    }

    /// Flushes the file.
    pub fn close(self) -> Result<()> {
        let Some((path, mut writer)) = self.0 else { return Ok(()) };
        writer.flush().map_err(|error| unwritable(&path, &error))
    }
}

/// Returns pieces of evidence by their names; none when no turn was found.
fn named(evidence: Option<&Evidence>) -> BTreeMap<&'static str, f64> {
    evidence.into_iter().flat_map(Evidence::named).collect()
}

fn near(note: &NearNote) -> serde_json::Value {
    let Nearness { similarity, shared, share, covered } = note.nearness;
    json!({
        "id": note.id, "kind": note.kind, "summary": note.summary, "verdict": note.verdict,
        "similarity": similarity, "shared": shared, "share": share, "covered": covered,
    })
}

fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("cannot write {}: {error}", path.display()))
}
