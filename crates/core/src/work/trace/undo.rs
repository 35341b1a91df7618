//! Takes an edit back in the text around a piece.

use std::collections::HashSet;
use std::ops::Range;

use super::{Effect, Line, Trail};
use crate::conversation::dialect::FileChange;
use crate::work::is_same_file;
use crate::work::line_match::{are_alike, common, letters, placed, with_alike, words};
use crate::work::steps::{Done, FileStep, content_before};

/// Of a hundred letters that an edit wrote so many must still stand where its neighbours do not say
/// where it was, and where they do.
const STANDS_MIN: usize = 30;
const STANDS_BETWEEN: usize = 15;
/// Lines of which half may only be like what stands there.
const FEW_LINES: usize = 3;
/// Letters and digits from which a line that is like another one is the same, changed.
const LIKE_LETTERS: usize = 10;

impl Trail {
    /// Takes an edit back. `None` if it did nothing to the piece, or is not found in the text.
    pub(super) fn undo(
        &mut self,
        steps: &[FileStep],
        at: usize,
        change: &FileChange,
    ) -> Option<Effect> {
        for line in &mut self.lines {
            line.is_fresh = false;
        }
        let mut effect = Effect::default();
        match change.old.as_deref() {
            None | Some("") => self.undo_whole(steps, at, change, &mut effect)?,
            Some(old) => self.undo_edit(steps, at, &old.replace("\r\n", "\n"), &mut effect),
        }
        let says = |lines: &[String]| lines.iter().any(|line| letters(line) > 0);
        if !self.is_line && !effect.stands.iter().any(|line| letters(line) > 0) {
            // A bracket alone is nothing that stands.
            effect.stands.clear();
        }
        let touched = says(&effect.removed)
            || says(&effect.added)
            || (self.is_line && !effect.stands.is_empty());
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
        let new: Vec<String> = self.texts(span.clone()).into_iter().map(str::to_owned).collect();
        let new: Vec<&str> = new.iter().map(String::as_str).collect();
        let hunks: Vec<_> = hunks(&common(old, &new), old.len(), new.len());
        for (of_old, of_new) in hunks.into_iter().rev() {
            let place = span.start + of_new.start..span.start + of_new.end;
            let written: Vec<_> = place.clone().zip(new[of_new].iter().copied()).collect();
            self.replace(place, &old[of_old], &written, effect);
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
            let written = at_places(&new[of_new.clone()], &places[of_new], &place);
            self.replace(place, &old[of_old], &written, effect);
        }
    }

    /// Puts the old lines in the place of some lines, and says what that did to the piece. `written`
    /// are the lines that the edit put there, each with where it stands, or stood before somebody
    /// changed it. Only what stands there as it was written is the edit's.
    fn replace(
        &mut self,
        place: Range<usize>,
        old: &[&str],
        written: &[(usize, &str)],
        effect: &mut Effect,
    ) {
        let piece = self.piece.clone();
        let inside = place.start.max(piece.start)..place.end.min(piece.end);
        let is_touched = if place.is_empty() {
            piece.start < place.start && place.start < piece.end
        } else {
            inside.start < inside.end
        };
        let moved = |at: usize| at + old.len() - place.len();
        if is_touched {
            let is_same = |(at, text): &&(usize, &str)| self.lines[*at].text.trim() == text.trim();
            let of_piece = written.iter().filter(|(at, _)| inside.contains(at));
            let of_piece = of_piece.filter(|it| {
                // A single line is what was written there, or like it: changed since.
                !self.is_line || is_same(it) || are_alike(it.1, &self.lines[it.0].text)
            });
            let of_piece: Vec<&(usize, &str)> = of_piece.collect();
            if self.is_line && of_piece.is_empty() {
                // Somebody else's line, which stays.
                return;
            }
            let own_lines: Vec<&str> = of_piece.iter().map(|it| it.1).collect();
            let own = self.portion(&place, &inside, old, &own_lines);
            let texts =
                |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
            let same: HashSet<usize> =
                of_piece.iter().filter(|it| is_same(it)).map(|it| it.0).collect();
            let stands = inside.clone().filter(|at| same.contains(at) && self.lines[*at].is_todays);
            let stands: Vec<String> = stands.map(|at| self.lines[at].text.clone()).collect();
            // Hunks come from the end.
            effect.removed.splice(0..0, texts(&old[own.clone()]));
            effect.added.splice(0..0, texts(&own_lines));
            effect.there.splice(0..0, texts(&self.texts(inside)));
            effect.stands.extend(stands);
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
    fn portion(
        &self,
        place: &Range<usize>,
        inside: &Range<usize>,
        old: &[&str],
        written: &[&str],
    ) -> Range<usize> {
        let (is_left, is_right) = (place.start < self.piece.start, place.end > self.piece.end);
        let is_whole = *inside == self.piece;
        if !is_left && !is_right && !is_whole {
            return 0..old.len();
        }
        if let ([before], [now]) = (old, written)
            && place.len() == 1
        {
            // One line in the place of one is the same, changed.
            let end = usize::from(words(before).any(|word| words(now).any(|other| other == word)));
            return 0..end;
        }
        let is_like = |line: &&str| {
            let says = self.is_line || letters(line) >= LIKE_LETTERS;
            says && written.iter().any(|other| are_alike(line, other))
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
}

/// Returns the lines that an edit wrote at a place, each with the line of the text that it is. One
/// that is not placed is behind the one before it, where that can be.
fn at_places<'a>(
    written: &[&'a str],
    places: &[Option<usize>],
    place: &Range<usize>,
) -> Vec<(usize, &'a str)> {
    let mut next = place.start;
    let mut found = Vec::with_capacity(written.len());
    for (at, line) in written.iter().enumerate() {
        let behind = places[at..].iter().flatten().next().copied().unwrap_or(place.end);
        let here = places[at].unwrap_or_else(|| next.min(behind.saturating_sub(1)));
        let here = here.clamp(place.start, place.end.saturating_sub(1).max(place.start));
        found.push((here, *line));
        next = here + 1;
    }
    found
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
