//! A piece of a file followed back through the edits that made it what it is. Pure.
//!
//! The file as it is now is the truth. Each edit, the newest first, is looked for in the text and
//! taken back, so that the text is what it was before: then an edit before it fits as well. What
//! somebody else changed since is left out line by line. A line proves nothing by itself: it is
//! known by its place in the text, or by its neighbours.

use std::collections::HashSet;
use std::ops::Range;

use super::is_same_file;
use super::line_match::{are_alike, common, letters, other_name, placed, with_alike, words};
use super::moved_files::before;
use super::origin::{Lost, earlier_file, origin};
use super::steps::{Done, FileStep, content_before};
use crate::conversation::dialect::FileChange;

/// Of a hundred letters of a piece so many must have been there before for it to be changed, not
/// made.
const STAYS_MIN: usize = 15;
/// Of a hundred letters that an edit wrote so many must still stand where its neighbours do not say
/// where it was, and where they do.
const STANDS_MIN: usize = 30;
const STANDS_BETWEEN: usize = 15;
/// Lines of which half may only be like what stands there.
const FEW_LINES: usize = 3;
/// Letters and digits from which a line that is like another one is the same, changed.
const LIKE_LETTERS: usize = 10;
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
    /// The lines of it that came.
    pub added: String,
    /// Number of lines of the piece as it is now that it wrote.
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
    added: Vec<String>,
    stands: usize,
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
            stands: effect.stands,
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

    /// Takes an edit back. `None` if it did nothing to the piece, or is not found in the text.
    fn undo(&mut self, steps: &[FileStep], at: usize, change: &FileChange) -> Option<Effect> {
        for line in &mut self.lines {
            line.is_fresh = false;
        }
        let mut effect = Effect::default();
        match change.old.as_deref() {
            None | Some("") => self.undo_whole(steps, at, change, &mut effect)?,
            Some(old) => self.undo_edit(steps, at, &old.replace("\r\n", "\n"), &mut effect),
        }
        let says = |lines: &[String]| lines.iter().any(|line| letters(line) > 0);
        let touched =
            says(&effect.removed) || says(&effect.added) || (self.is_line && effect.stands > 0);
        touched.then_some(effect)
    }

    /// Takes back that a file was written as a whole.
    fn undo_whole(
        &mut self,
        steps: &[FileStep],
        at: usize,
        change: &FileChange,
        effect: &mut Effect,
    ) -> Option<()> {
        let written: Vec<&str> = change.new.lines().collect();
        self.become_version(&written)?;
        let earlier = content_before(steps, at, &change.file);
        if let Some(earlier) = earlier.or(change.old.clone()) {
            let earlier: Vec<&str> = earlier.lines().collect();
            self.undo_hunks(0, &earlier, effect);
            return Some(());
        }
        let is_first = !steps[..at].iter().any(|step| {
            matches!(&step.done, Done::Changed(other) if is_same_file(&other.file, &self.file))
        });
        if is_first {
            self.undo_hunks(0, &[], effect);
            return Some(());
        }
        // Earlier edits say which lines they wrote; the rest is this one's.
        for line in &mut self.lines[self.piece.clone()] {
            line.owed.get_or_insert(at);
        }
        None
    }

    /// Takes another version of the file for the text. `None`, and nothing changes, if nothing of the
    /// piece is in it.
    fn become_version(&mut self, version: &[&str]) -> Option<()> {
        let pairs = common(&self.texts(0..self.lines.len()), version);
        let is_inside = |at: usize| self.piece.contains(&at);
        let mut inside = pairs.iter().filter(|(at, _)| is_inside(*at));
        let first = *inside.next()?;
        let last = inside.next_back().copied().unwrap_or(first);
        let weighs =
            |(at, _): &&(usize, usize)| is_inside(*at) && letters(&self.lines[*at].text) > 0;
        if !self.is_line && pairs.iter().filter(weighs).count() == 0 {
            return None;
        }
        // Lines of the piece that somebody changed since are between what is around it.
        let before = pairs.iter().rev().find(|(at, _)| *at < self.piece.start);
        let behind = pairs.iter().find(|(at, _)| *at >= self.piece.end);
        let missing = (first.0 - self.piece.start, self.piece.end - 1 - last.0);
        let start = first.1.saturating_sub(missing.0).max(before.map_or(0, |pair| pair.1 + 1));
        let end = (last.1 + 1 + missing.1).min(behind.map_or(version.len(), |pair| pair.1));
        let mut lines: Vec<Line> = version.iter().map(|line| Line::of(line)).collect();
        let kept: HashSet<usize> = pairs.iter().map(|(from, _)| *from).collect();
        for (from, to) in pairs {
            lines[to] =
                Line { text: std::mem::take(&mut lines[to].text), ..self.lines[from].clone() };
        }
        let of_piece = self.lines.drain(..).enumerate().filter(|(at, _)| self.piece.contains(at));
        let gone = of_piece.filter(|(at, line)| line.owed.is_some() && !kept.contains(at));
        self.unpaid.extend(gone.map(|(_, line)| line));
        self.lines = lines;
        self.piece = start..end.max(start);
        Some(())
    }

    fn undo_edit(&mut self, steps: &[FileStep], at: usize, old: &str, effect: &mut Effect) {
        let Done::Changed(change) = &steps[at].done else { return };
        let new = change.new.replace("\r\n", "\n");
        if change.everywhere
            && ![old, &new].iter().any(|text| text.contains('\n') || text.is_empty())
        {
            for at in (0..self.lines.len()).rev() {
                let text = &self.lines[at].text;
                if text.contains(&new) {
                    let before = text.replace(&new, old);
                    self.undo_span(at..at + 1, &[&before], effect);
                }
            }
            return;
        }
        let text = self.texts(0..self.lines.len()).join("\n");
        let mut places: Vec<usize> = match new.trim() {
            "" => Vec::new(),
            _ => text.match_indices(&new).map(|(place, _)| place).collect(),
        };
        if places.len() > 1 && !change.everywhere {
            // Which of them it is cannot be known. Inside the piece it does not matter, nor where
            // the turn wrote each of them.
            let turn = steps[at].turn;
            let is_same = |step: &&FileStep| {
                step.turn == turn
                    && matches!(&step.done, Done::Changed(it) if it.file == change.file && it.new == change.new)
            };
            let times = steps[..=at].iter().filter(is_same).count();
            let inside = |place: &usize| {
                let first = text[..*place].matches('\n').count();
                let last = first + new.trim_end().matches('\n').count();
                self.piece.contains(&first) && self.piece.contains(&last)
            };
            if !places.iter().all(inside) && times < places.len() {
                return;
            }
            places.drain(..places.len() - 1);
        }
        if places.is_empty() {
            self.undo_loosely(old, &new, effect);
        }
        for place in places.into_iter().rev() {
            let behind = place + new.len();
            let start = text[..place].rfind('\n').map_or(0, |at| at + 1);
            let end = text[behind..].find('\n').map_or(text.len(), |at| behind + at);
            let whole = [&text[start..place], old, &text[behind..end]].concat();
            let first = text[..start].matches('\n').count();
            let count = text[start..end].split('\n').count();
            let old: Vec<&str> = whole.split('\n').collect();
            // All of a line may have been taken away with its break.
            let old = if whole.is_empty() { &old[..0] } else { &old[..] };
            self.undo_span(first..first + count, old, effect);
        }
    }

    fn undo_hunks(&mut self, first: usize, old: &[&str], effect: &mut Effect) {
        self.undo_span(first..self.lines.len(), old, effect);
    }

    /// Puts the old lines in the place of some lines, difference by difference.
    fn undo_span(&mut self, span: Range<usize>, old: &[&str], effect: &mut Effect) {
        let new = self.texts(span.clone());
        let hunks: Vec<_> = hunks(&common(old, &new), old.len(), new.len());
        for (of_old, of_new) in hunks.into_iter().rev() {
            let place = span.start + of_new.start..span.start + of_new.end;
            self.replace(place, &old[of_old], effect);
        }
    }

    /// Takes back an edit whose text was changed since: each difference where its lines, or both of
    /// its neighbours, still stand.
    fn undo_loosely(&mut self, old: &str, new: &str, effect: &mut Effect) {
        let (old, new): (Vec<&str>, Vec<&str>) =
            (old.split('\n').collect(), new.split('\n').collect());
        let text: Vec<String> = self.lines.iter().map(|line| line.text.clone()).collect();
        let there: Vec<&str> = text.iter().map(String::as_str).collect();
        let stays: HashSet<&str> = new.iter().map(|line| line.trim()).collect();
        let gone = old.iter().map(|line| line.trim()).filter(|line| !stays.contains(line));
        let gone: HashSet<&str> = gone.filter(|line| letters(line) > 0).collect();
        let places = with_alike(placed(&new, &there), &new, &there, &gone);
        let hunks = hunks(&common(&old, &new), old.len(), new.len());
        for (of_old, of_new) in hunks.into_iter().rev() {
            let before = of_new.start.checked_sub(1).and_then(|at| places[at]).map(|at| at + 1);
            let behind = places.get(of_new.end).copied().flatten();
            let mut own = places[of_new.clone()].iter().flatten();
            let weigh = |at: usize| letters(new[at]);
            let is_same = |at: &usize| {
                places[*at].is_some_and(|place| there[place].trim() == new[*at].trim())
            };
            let all: usize = of_new.clone().map(weigh).sum();
            let same: usize = of_new.clone().filter(is_same).map(weigh).sum();
            let like: usize = of_new.clone().filter(|at| places[*at].is_some()).map(weigh).sum();
            let is_between = before.is_some() && behind.is_some();
            let is_there = same * 100 >= all * if is_between { STANDS_BETWEEN } else { STANDS_MIN }
                || (is_between || of_new.len() <= FEW_LINES) && like * 2 >= all;
            let place = match (own.next().filter(|_| is_there), before, behind) {
                (Some(first), _, _) => {
                    let last = own.next_back().unwrap_or(first) + 1;
                    // At an end that was changed since, it reaches to the neighbour.
                    let start = places[of_new.start].or(before).unwrap_or(*first).min(*first);
                    let end = match places[of_new.end - 1] {
                        Some(_) => last,
                        None => behind.unwrap_or(last).max(last),
                    };
                    start..end
                }
                (None, Some(start), Some(end)) if start <= end => {
                    // Between two neighbours it is known by them, where what stands there is like
                    // it, and is not what it replaced.
                    let there = &there[start..end];
                    let is_like = |line: &&str| there.iter().any(|other| are_alike(line, other));
                    let written = &new[of_new.clone()];
                    let alike = written.iter().filter(|line| is_like(line)).count();
                    let is_before = there.iter().any(|line| gone.contains(line.trim()));
                    let is_known = match written {
                        [] => there.is_empty(),
                        _ => alike * 2 >= written.len() && !is_before,
                    };
                    if !is_known {
                        continue;
                    }
                    start..end
                }
                _ => continue,
            };
            self.replace(place, &old[of_old], effect);
        }
    }

    /// Puts the old lines in the place of some lines, and says what that did to the piece.
    fn replace(&mut self, place: Range<usize>, old: &[&str], effect: &mut Effect) {
        let piece = self.piece.clone();
        let inside = place.start.max(piece.start)..place.end.min(piece.end);
        let is_touched = if place.is_empty() {
            piece.start < place.start && place.start < piece.end
        } else {
            inside.start < inside.end
        };
        let moved = |at: usize| at + old.len() - place.len();
        if is_touched {
            let own = self.portion(&place, &inside, old);
            let texts =
                |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
            // Hunks come from the end.
            effect.removed.splice(0..0, texts(&old[own.clone()]));
            effect.added.splice(0..0, texts(&self.texts(inside.clone())));
            effect.stands += self.lines[inside].iter().filter(|line| line.is_todays).count();
            let start =
                if place.start <= piece.start { place.start + own.start } else { piece.start };
            let end = if place.end >= piece.end { place.start + own.end } else { moved(piece.end) };
            self.piece = start..end.max(start);
        } else if place.end <= piece.start {
            self.piece = moved(piece.start)..moved(piece.end);
        }
        let fresh = old.iter().map(|line| Line { is_fresh: true, ..Line::of(line) });
        self.lines.splice(place, fresh);
    }

    /// Returns which of the old lines were the piece's: all, where the change lies in it; where it
    /// goes beyond an end of it, from or to a line that is like one of the piece.
    fn portion(&self, place: &Range<usize>, inside: &Range<usize>, old: &[&str]) -> Range<usize> {
        let (is_left, is_right) = (place.start < self.piece.start, place.end > self.piece.end);
        let is_whole = *inside == self.piece;
        if !is_left && !is_right && !is_whole {
            return 0..old.len();
        }
        let there = self.texts(inside.clone());
        if let ([before], [now]) = (old, &there[..])
            && place.len() == 1
        {
            // One line in the place of one is the same, changed.
            let end = usize::from(words(before).any(|word| words(now).any(|other| other == word)));
            return 0..end;
        }
        let is_like = |line: &&str| {
            let says = self.is_line || letters(line) >= LIKE_LETTERS;
            says && there.iter().any(|other| are_alike(line, other))
        };
        let Some(first) = old.iter().position(is_like) else {
            let empty = if is_left && !is_whole { old.len() } else { 0 };
            return empty..empty;
        };
        let last = old.iter().rposition(is_like).map_or(first, |at| at) + 1;
        let start = if is_left { first } else { 0 };
        let end = if is_right { last } else { old.len() };
        if self.is_line { first..first + 1 } else { start..end }
    }

    /// Returns the name that the piece had before an edit, if that changed the line that names it.
    fn renamed(&self, effect: &Effect) -> Option<String> {
        let name = self.name.as_deref()?;
        other_name(name, &effect.added, &effect.removed)
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
            let effect = Effect {
                removed: Vec::new(),
                added: own.iter().map(|line| line.text.clone()).collect(),
                stands: own.iter().filter(|line| line.is_todays).count(),
            };
            // The file was there before, and maybe the piece.
            found.push(self.traced(step, Deed::Changed, None, &effect));
        }
    }
}

/// Returns the differences of two texts, as ranges of both, from the lines that they have in common.
fn hunks(pairs: &[(usize, usize)], old: usize, new: usize) -> Vec<(Range<usize>, Range<usize>)> {
    let mut found = Vec::new();
    let (mut a, mut b) = (0, 0);
    for (x, y) in pairs.iter().copied().chain([(old, new)]) {
        if a < x || b < y {
            found.push((a..x, b..y));
        }
        (a, b) = (x + 1, y + 1);
    }
    found
}
