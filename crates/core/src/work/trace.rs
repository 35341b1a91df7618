//! A piece of a file followed back through the edits that made it what it is. Pure.
//!
//! The file as it is now is the truth. Each edit, the newest first, is looked for in the text and
//! taken back, so that the text is what it was before: then an edit before it fits as well. What
//! somebody else changed since is left out line by line. A line proves nothing by itself: it is
//! known by its place in the text, or by its neighbours.

mod undo;

use std::collections::HashSet;
use std::ops::Range;

use super::is_same_file;
use super::line_match::{letters, other_name, words};
use super::moved_files::before;
use super::origin::{Lost, earlier_file, origin};
use super::steps::{Done, FileStep};

/// Of a hundred letters of a piece so many must have been there before for it to be changed, not
/// made.
const STAYS_MIN: usize = 15;
/// How often a piece is followed to another place.
const ORIGINS_MAX: usize = 16;
/// Lines on each side of a single line that it is known by.
const AROUND: usize = 5;

/// What is asked about: a piece of a file.
#[derive(Debug, Clone, Copy)]
pub struct AskedPiece<'a> {
    /// The file.
    pub file: &'a str,
    /// Its whole content.
    pub content: &'a str,
    /// First line of the piece, from 0, and the line after its last.
    pub lines: (usize, usize),
    /// The name that the piece defines.
    pub name: Option<&'a str>,
}

/// What an edit did to the piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deed {
    /// Nothing of it was there before.
    Made,
    /// It changed it.
    Changed,
    /// It brought it from elsewhere: from this file, or from elsewhere in the same.
    Moved(String),
    /// It made it after the like of what stays in this file.
    Copied(String),
}

/// An edit that is behind the piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Traced {
    /// Index of the step.
    pub step: usize,
    /// What it did.
    pub deed: Deed,
    /// The name that the piece had before, where the edit gave it another.
    pub renamed: Option<String>,
    /// File that the piece was in.
    pub file: String,
    /// The lines of the piece that went.
    pub removed: String,
    /// The lines of it that came, as the edit wrote them.
    pub added: String,
    /// Number of lines of the piece that stand as it wrote them.
    pub stands: usize,
}

/// A line of a text on its way back.
#[derive(Debug, Clone)]
struct Line {
    text: String,
    /// Whether it is one of the lines that were asked about.
    is_todays: bool,
    /// The step that wrote a whole file with it, when nothing says what was there before.
    owed: Option<usize>,
    /// Whether the step that is being taken back removed it.
    is_fresh: bool,
}

/// The text around the piece, as it was at some time.
struct Trail {
    file: String,
    lines: Vec<Line>,
    piece: Range<usize>,
    name: Option<String>,
    is_line: bool,
    /// The names of the file that were followed to their ends.
    files: Vec<String>,
    /// Lines that a whole writing wrote, and no version before it had.
    unpaid: Vec<Line>,
}

/// What taking back an edit did to the piece.
#[derive(Default)]
struct Effect {
    removed: Vec<String>,
    /// The lines that the edit wrote, whatever they are now.
    added: Vec<String>,
    /// The lines that are in their place now.
    there: Vec<String>,
    /// The lines of today that it wrote.
    stands: Vec<String>,
}

/// Returns the edits behind a piece of a file, the newest first. `steps` are in the order of time.
pub fn trace(steps: &[FileStep], asked: &AskedPiece) -> Vec<Traced> {
    let lines: Vec<Line> = asked.content.lines().map(Line::of).collect();
    let end = asked.lines.1.min(lines.len());
    let piece = asked.lines.0.min(end)..end;
    let mut trail = Trail {
        file: asked.file.to_owned(),
        is_line: piece.len() == 1,
        lines,
        piece,
        name: asked.name.map(str::to_owned),
        files: Vec::new(),
        unpaid: Vec::new(),
    };
    for at in trail.piece.clone() {
        trail.lines[at].is_todays = true;
    }
    let mut found = Vec::new();
    let mut known = HashSet::new();
    let mut at = steps.len();
    for _ in 0..=ORIGINS_MAX {
        let Some(next) = trail.followed(steps, at, &mut known, &mut found) else { break };
        at = next;
    }
    trail.paid(&mut found);
    found.sort_by_key(|traced| std::cmp::Reverse(traced.step));
    found
}

impl Line {
    fn of(text: &str) -> Self {
        Self { text: text.to_owned(), is_todays: false, owed: None, is_fresh: false }
    }
}

impl Trail {
    /// Takes back the steps before one until the piece is not there any more. Returns the step
    /// before which it goes on, at the place that the piece came from.
    fn followed(
        &mut self,
        steps: &[FileStep],
        end: usize,
        known: &mut HashSet<usize>,
        found: &mut Vec<Traced>,
    ) -> Option<usize> {
        for at in (0..end).rev() {
            let change = match &steps[at].done {
                Done::Renamed(renamed) => {
                    self.file =
                        before(&self.file, renamed).unwrap_or(std::mem::take(&mut self.file));
                    continue;
                }
                Done::Changed(change) => change,
            };
            if !is_same_file(&change.file, &self.file) || !known.insert(at) {
                continue;
            }
            let lost = self.lost();
            let Some(effect) = self.undo(steps, at, change) else { continue };
            if self.stays(&lost) {
                let renamed = self.renamed(&effect);
                let is_split = renamed.is_none() && self.is_nameless(&lost);
                let deed = if is_split { Deed::Moved(self.file.clone()) } else { Deed::Changed };
                found.push(self.traced(at, deed, renamed.clone(), &effect));
                self.name = renamed.or(self.name.take());
                continue;
            }
            let fresh = |line: &Line| (line.text.clone(), line.is_fresh);
            let own: Vec<(String, bool)> = self.lines.iter().map(fresh).collect();
            let Some(came) = origin(steps, at, &lost, &own, &self.file) else {
                found.push(self.traced(at, Deed::Made, None, &effect));
                return None;
            };
            let renamed = came.renamed(&lost);
            let deed = match (came.is_move, came.is_earlier_self(&self.file)) {
                (_, true) => Deed::Made,
                (true, _) => Deed::Moved(came.file.clone()),
                (false, _) => Deed::Copied(came.file.clone()),
            };
            found.push(self.traced(at, deed, renamed.clone(), &effect));
            self.name = renamed.or(self.name.take());
            if let Some(lines) = came.lines {
                self.lines = lines.iter().map(|line| Line::of(line)).collect();
            }
            self.file = came.file;
            self.piece = came.piece;
            return Some(came.before);
        }
        // Nothing recorded brought it here. A person may have given the file another name, or have
        // brought the piece from where an edit wrote it.
        self.files.push(self.file.clone());
        if let Some(file) = earlier_file(steps, &self.texts(0..self.lines.len()), &self.files) {
            self.file = file;
            return Some(steps.len());
        }
        let first = found.iter().map(|traced| traced.step).min().unwrap_or(steps.len());
        let came = origin(steps, first, &self.lost(), &[], &self.file)?;
        if is_same_file(&came.file, &self.file) {
            return None;
        }
        self.lines = came.lines?.iter().map(|line| Line::of(line)).collect();
        (self.file, self.piece) = (came.file, came.piece);
        Some(came.before)
    }

    fn traced(&self, step: usize, deed: Deed, renamed: Option<String>, effect: &Effect) -> Traced {
        Traced {
            step,
            deed,
            renamed,
            file: self.file.clone(),
            removed: effect.removed.join("\n"),
            added: effect.added.join("\n"),
            stands: effect.stands.len(),
        }
    }

    /// Returns what is looked for when the piece is not there any more.
    fn lost(&self) -> Lost {
        let around = if self.is_line { AROUND } else { 0 };
        let start = self.piece.start.saturating_sub(around);
        let end = (self.piece.end + around).min(self.lines.len());
        Lost {
            lines: self.lines[start..end].iter().map(|line| line.text.clone()).collect(),
            piece: self.piece.start - start..self.piece.end - start,
            name: self.name.clone(),
        }
    }

    /// Whether what is left of the piece is still the piece.
    fn stays(&self, lost: &Lost) -> bool {
        let weight = |lines: &mut dyn Iterator<Item = &str>| lines.map(letters).sum::<usize>();
        let before = weight(&mut lost.lines[lost.piece.clone()].iter().map(String::as_str));
        let left = weight(&mut self.texts(self.piece.clone()).into_iter());
        let names =
            |text: &str| self.name.as_ref().is_some_and(|name| words(text).any(|it| it == name));
        match before {
            0 => !self.piece.is_empty(),
            _ => {
                left * 100 >= before * STAYS_MIN
                    || self.texts(self.piece.clone()).into_iter().any(names)
            }
        }
    }

    /// Whether the piece had its name, and what is left of it has none: it was split off.
    fn is_nameless(&self, lost: &Lost) -> bool {
        let Some(name) = self.name.as_deref() else { return false };
        let has = |text: &str| words(text).any(|word| word == name);
        let had = lost.lines[lost.piece.clone()].iter().any(|line| has(line));
        had && !self.texts(self.piece.clone()).into_iter().any(has)
    }

    fn texts(&self, lines: Range<usize>) -> Vec<&str> {
        self.lines[lines].iter().map(|line| line.text.as_str()).collect()
    }

    /// Returns the name that the piece had before an edit, if that changed the line that names it.
    fn renamed(&self, effect: &Effect) -> Option<String> {
        let name = self.name.as_deref()?;
        other_name(name, &effect.there, &effect.removed)
    }

    /// Adds the steps that wrote a whole file with lines that no earlier step wrote.
    fn paid(&self, found: &mut Vec<Traced>) {
        let left = self.lines[self.piece.clone()].iter().filter(|line| line.owed.is_some());
        let owed: Vec<&Line> = self.unpaid.iter().chain(left).collect();
        let mut steps: Vec<usize> = owed.iter().filter_map(|line| line.owed).collect();
        steps.dedup();
        for step in steps {
            let own: Vec<&&Line> = owed.iter().filter(|line| line.owed == Some(step)).collect();
            if own.iter().all(|line| letters(&line.text) == 0) {
                continue;
            }
            let texts = own.iter().map(|line| line.text.clone());
            let todays = own.iter().filter(|line| line.is_todays);
            let effect = Effect {
                added: texts.collect(),
                stands: todays.map(|line| line.text.clone()).collect(),
                ..Effect::default()
            };
            // The file was there before, and maybe the piece.
            found.push(self.traced(step, Deed::Changed, None, &effect));
        }
    }
}
