//! Parses the command line.

use std::path::{Path, PathBuf};

use crate::failure::{Failure, Result};

/// What `--help` prints.
pub const USAGE: &str = "\
Evaluates the product's own ingest, search and gate

Usage: mementor-eval [sets] [options]

Sets, at least one
  --locomo FILE        LoCoMo's conversations and questions, one JSON file
  --coding FILE        Queries and the sessions that answer them, JSONL
  --questions FILE     Developers' questions and the turns that answer them, JSONL
  --keyfacts FILE      What a text must say to answer each of the questions, JSONL; with --questions
  --work FILE          Prompts that ask for work, and the sessions that they go on with, JSONL
  --signals FILE       Prompts and answers with the notes that readers found in them, JSONL
  --transcripts DIR    Claude Code's transcripts, one folder a project; the four sets above need it
  --replay DIR         The same: every prompt is asked again with what was remembered at its moment
  --context DIR        The same: every session starts again with what was remembered at its moment
  --judged FILE...     What readers said of the prompts of --replay, JSONL
  --notes FILE         Notes that a person wrote meanwhile, JSONL; with --replay

Options
  --trivial FILE       Prompts that deserve no memory: one a line, or JSONL with `prompt` and `lang`
                       (default: test/eval/trivial.jsonl of the repository, where it exists)
  --models DIR         The models (default: models of the repository)
  --home DIR           Keep what was ingested and embedded there, and use it again in the next run;
                       take another folder after a change of how transcripts are ingested
  --dump FILE          Write the best 100 candidates of each question with their scores, and what
                       was said to each prompt, as JSONL
  --fit                Fit the weights of the ranking and the gate on the sets, with cross-validation
  --json               Print one JSON object a line instead of tables
  -h, --help           Print this help

Examples
  npm run eval -- --locomo locomo.json
  npm run eval -- --replay transcripts --judged injected.jsonl silent.jsonl
  npm run eval -- --coding gold.jsonl --questions questions.jsonl --transcripts transcripts --home kept";

/// The parsed command line.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// LoCoMo's file.
    pub locomo: Option<PathBuf>,
    /// Queries with the sessions that answer them.
    pub coding: Option<PathBuf>,
    /// Questions with the turns that answer them.
    pub questions: Option<PathBuf>,
    /// Prompts that ask for work.
    pub work: Option<PathBuf>,
    /// Texts with the notes in them.
    pub signals: Option<PathBuf>,
    /// Transcripts to replay.
    pub replay: Option<PathBuf>,
    /// Human judgements of their prompts.
    pub judged: Vec<PathBuf>,
    /// Notes that a person wrote meanwhile.
    pub notes: Option<PathBuf>,
    /// Transcripts whose sessions start again.
    pub context: Option<PathBuf>,
    /// Key facts that answer the questions.
    pub keyfacts: Option<PathBuf>,
    /// Transcripts, one folder per project.
    pub transcripts: Option<PathBuf>,
    /// Prompts that deserve no memory.
    pub trivial: Option<PathBuf>,
    /// Folder of the models.
    pub models: Option<PathBuf>,
    /// Folder in which prepared stores are kept.
    pub home: Option<PathBuf>,
    /// Output file for candidates.
    pub dump: Option<PathBuf>,
    /// Whether to fit weights.
    pub fit: bool,
    /// Whether to print JSON instead of tables.
    pub json: bool,
}

/// Parses the arguments; returns `None` when help is requested.
pub fn parse(arguments: impl Iterator<Item = String>) -> Result<Option<Options>> {
    let mut options = Options::default();
    let mut arguments = arguments.peekable();
    while let Some(argument) = arguments.next() {
        let place = match argument.as_str() {
            "-h" | "--help" => return Ok(None),
            "--json" => {
                options.json = true;
                continue;
            }
            "--fit" => {
                options.fit = true;
                continue;
            }
            "--judged" => {
                let before = options.judged.len();
                while let Some(path) = arguments.next_if(|value| !value.starts_with("--")) {
                    options.judged.push(PathBuf::from(path));
                }
                if options.judged.len() == before {
                    return Err(misuse("`--judged` needs a path".to_owned()));
                }
                continue;
            }
            "--work" => &mut options.work,
            "--replay" => &mut options.replay,
            "--notes" => &mut options.notes,
            "--context" => &mut options.context,
            "--signals" => &mut options.signals,
            "--locomo" => &mut options.locomo,
            "--coding" => &mut options.coding,
            "--questions" => &mut options.questions,
            "--keyfacts" => &mut options.keyfacts,
            "--transcripts" => &mut options.transcripts,
            "--trivial" => &mut options.trivial,
            "--models" => &mut options.models,
            "--home" => &mut options.home,
            "--dump" => &mut options.dump,
            _ => return Err(misuse(format!("unknown argument `{argument}`"))),
        };
        let value = arguments.next_if(|value| !value.starts_with("--"));
        let value = value.ok_or_else(|| misuse(format!("`{argument}` needs a path")))?;
        *place = Some(PathBuf::from(value));
    }
    options.check()?;
    Ok(Some(options))
}

/// Returns the root of the repository that this program was built from.
pub fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn misuse(message: String) -> Failure {
    Failure::new(message).hinted("`--help` lists what there is")
}

impl Options {
    /// Whether a set needs the transcripts in a store.
    pub fn searches_transcripts(&self) -> bool {
        self.coding.is_some() || self.questions.is_some() || self.work.is_some()
    }

    fn check(&self) -> Result<()> {
        let of_transcripts = self.searches_transcripts();
        let alone = [&self.locomo, &self.replay, &self.signals, &self.context];
        let alone = alone.iter().any(|set| set.is_some());
        if !alone && !of_transcripts {
            return Err(misuse("no set was given".to_owned()));
        }
        if of_transcripts && self.transcripts.is_none() {
            return Err(misuse(
                "`--coding`, `--questions` and `--work` need `--transcripts`".to_owned(),
            ));
        }
        if self.replay.is_none() != self.judged.is_empty() {
            return Err(misuse("`--replay` and `--judged` need each other".to_owned()));
        }
        if self.notes.is_some() && self.replay.is_none() {
            return Err(misuse("`--notes` needs `--replay`".to_owned()));
        }
        if self.keyfacts.is_some() && self.questions.is_none() {
            return Err(misuse("`--keyfacts` needs `--questions`".to_owned()));
        }
        if self.fit && self.json {
            return Err(misuse("`--fit` prints tables, not `--json`".to_owned()));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Option<Options>> {
        parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn sets_come_with_what_they_need() {
        assert!(parsed("").is_err());
        assert!(parsed("--coding a.jsonl").is_err());
        assert!(parsed("--replay t").is_err());
        assert!(parsed("--replay t --judged --json").is_err());
        let replayed = parsed("--replay t --judged a b --judged c --json").unwrap().unwrap();
        assert_eq!(replayed.judged, ["a", "b", "c"].map(PathBuf::from));
        assert!(parsed("--locomo --json").is_err());
        assert!(parsed("--locomo a.json --keyfacts k.jsonl").is_err());
        assert!(parsed("--locomo a.json --fit --json").is_err());
        assert!(parsed("--lokomo a.json").is_err());
        assert!(parsed("--locomo a.json --notes n.jsonl").is_err());
        assert_eq!(parsed("--locomo a.json --help").unwrap(), None);
        let options = parsed("--questions q.jsonl --transcripts t --json").unwrap().unwrap();
        assert_eq!(options.questions, Some(PathBuf::from("q.jsonl")));
        assert!(options.json);
        assert_eq!(parsed("--context t").unwrap().unwrap().context, Some(PathBuf::from("t")));
        assert!(!parsed("--signals s.jsonl").unwrap().unwrap().searches_transcripts());
    }
}
