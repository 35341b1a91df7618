//! Where a piece came from that an edit put into a file: another place, another file, or an earlier
//! turn. Pure.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use super::is_same_file;
use super::line_match::{common, letters, other_name, placed, words};
use super::steps::{Done, FileStep, content_before};
use crate::conversation::dialect::FileChange;
use crate::path_spelling::inside;

/// Letters and digits from which a line tells where it comes from.
const TELLING_LETTERS: usize = 12;
/// Letters that a piece must share with what it comes from.
const SHARED_MIN: usize = 20;
/// Shares of the telling lines that must be there: where they were taken away at the same time,
/// where a piece of the same name stays, and where another stays.
const MOVED: f64 = 0.5;
const SAME_NAME: f64 = 0.6;
const COPIED: f64 = 0.8;
/// The most places of a text that are looked at.
const PLACES_MAX: usize = 8;
/// Shares of its telling lines by which a file with another name is the same, in another folder or
/// with another name; and how many lines that are at least.
const SAME_FILE_NAME: f64 = 0.4;
const SAME_FILE: f64 = 0.6;
const FILE_LINES: usize = 3;
/// The longest lines of a piece: a text without one of them is not looked at.
const LONGEST: usize = 6;

/// What is looked for.
#[derive(Debug, Clone)]
pub struct Lost {
    /// The lines of the piece, and those around a single one.
    pub lines: Vec<String>,
    /// Which of them are the piece.
    pub piece: Range<usize>,
    /// The name that it defines.
    pub name: Option<String>,
}

/// Where it came from.
#[derive(Debug)]
pub struct Came {
    /// The file.
    pub file: String,
    /// The text in which it is there; `None` for the text in which it was lost.
    pub lines: Option<Vec<String>>,
    /// Where in the text.
    pub piece: Range<usize>,
    /// The step before which the text is so.
    pub before: usize,
    /// Whether it was taken away there.
    pub is_move: bool,
    /// The lines there.
    there: Vec<String>,
    is_own: bool,
}

impl Came {
    /// Whether it is only an earlier writing of the same, in the same file.
    pub fn is_earlier_self(&self, file: &str) -> bool {
        !self.is_own && !self.is_move && is_same_file(&self.file, file)
    }

    /// Returns the name that it had there, if that is another.
    pub fn renamed(&self, lost: &Lost) -> Option<String> {
        let name = lost.name.as_deref()?;
        other_name(name, &lost.lines[lost.piece.clone()], &self.there)
    }
}

/// How much of what was lost a text has, and where.
struct Match {
    share: f64,
    /// The same without the line that defines the name, if that is not there.
    nameless: f64,
    piece: Range<usize>,
    has_name: bool,
    places: Vec<Option<usize>>,
}

/// Returns where a piece came from that a step put there. `own` is the text of its file before that
/// step, with what the step removed marked.
pub fn origin(
    steps: &[FileStep],
    at: usize,
    lost: &Lost,
    own: &[(String, bool)],
    file: &str,
) -> Option<Came> {
    let signs = signs(lost)?;
    let lines: Vec<&str> = own.iter().map(|(line, _)| line.as_str()).collect();
    if let Some(found) = matched(lost, &lines) {
        let there = found.places.iter().flatten();
        let (fresh, all) =
            there.fold((0, 0), |(fresh, all), at| (fresh + usize::from(own[*at].1), all + 1));
        let is_move = fresh * 2 >= all;
        if is_enough(&found, is_move) {
            let there = lines[found.piece.clone()].iter().map(|line| (*line).to_owned()).collect();
            let file = file.to_owned();
            return Some(Came {
                file,
                lines: None,
                piece: found.piece,
                before: at,
                is_move,
                there,
                is_own: true,
            });
        }
    }
    let turn = steps.get(at).map(|step| step.turn);
    let mut best: Option<((bool, i64, usize), Came)> = None;
    for (place, step) in steps.iter().enumerate() {
        let Done::Changed(change) = &step.done else { continue };
        if place == at || (place > at && Some(step.turn) != turn) {
            continue;
        }
        let texts = [change.old.as_deref().unwrap_or_default(), &change.new];
        let has = texts.map(|text| signs.iter().any(|sign| text.contains(sign)));
        let removed = (has[0]).then(|| came(steps, place, change, lost, true)).flatten();
        let written =
            (has[1] && place < at).then(|| came(steps, place, change, lost, false)).flatten();
        for (share, came) in removed.into_iter().chain(written) {
            let rank = (came.is_move, (share * 20.0) as i64, place);
            if best.as_ref().is_none_or(|(other, _)| *other < rank) {
                best = Some((rank, came));
            }
        }
    }
    best.map(|(_, came)| came)
}

/// Returns the lines by which texts are chosen; `None` for a piece that says too little.
fn signs(lost: &Lost) -> Option<Vec<&str>> {
    let mut telling: Vec<&str> = lost.lines.iter().map(|line| line.trim()).collect();
    telling.retain(|line| letters(line) >= TELLING_LETTERS);
    telling.sort_by_key(|line| std::cmp::Reverse(letters(line)));
    telling.truncate(LONGEST);
    let all: usize = telling.iter().map(|line| letters(line)).sum();
    (all >= SHARED_MIN).then_some(telling)
}

/// Returns the name under which edits wrote most of a file, if that is another than those that are
/// known.
pub fn earlier_file(steps: &[FileStep], text: &[&str], known: &[String]) -> Option<String> {
    let lines = text.iter().map(|line| line.trim());
    let telling: HashSet<&str> = lines.filter(|line| letters(line) >= TELLING_LETTERS).collect();
    let mut shared: BTreeMap<&str, (HashSet<&str>, Option<&str>)> = BTreeMap::new();
    for step in steps {
        let Done::Changed(change) = &step.done else { continue };
        if known.iter().any(|file| is_same_file(file, &change.file)) {
            continue;
        }
        let (lines, folder) = shared.entry(&change.file).or_default();
        *folder = step.folder.as_deref();
        lines.extend(change.new.lines().map(str::trim).filter(|line| telling.contains(line)));
    }
    let name = |path: &str| path.rsplit(['/', '\\']).next().map(str::to_owned);
    let best = shared.into_iter().max_by_key(|(_, (lines, _))| lines.len());
    let (file, (lines, folder)) = best?;
    let is_named_so = known.iter().any(|other| name(other) == name(file));
    let least = if is_named_so { SAME_FILE_NAME } else { SAME_FILE };
    (lines.len() >= FILE_LINES && lines.len() as f64 >= least * telling.len() as f64)
        .then(|| inside(file, folder).to_owned())
}

/// Looks for the piece in what a change removed, or in what it wrote.
fn came(
    steps: &[FileStep],
    at: usize,
    change: &FileChange,
    lost: &Lost,
    is_move: bool,
) -> Option<(f64, Came)> {
    let old: Vec<&str> = change.old.as_deref().unwrap_or_default().lines().collect();
    let new: Vec<&str> = change.new.lines().collect();
    let text = if is_move { &old } else { &new };
    let found = matched(lost, text)?;
    if !is_enough(&found, is_move) {
        return None;
    }
    if is_move {
        // What stays was not taken away.
        let stayed: Vec<usize> = common(&old, &new).into_iter().map(|(at, _)| at).collect();
        let there: Vec<&usize> = found.places.iter().flatten().collect();
        let kept = there.iter().filter(|at| stayed.contains(at)).count();
        if kept * 2 > there.len() {
            return None;
        }
    }
    let before = if is_move { at } else { at + 1 };
    let whole = content_before(steps, before, &change.file);
    let whole: Vec<&str> = whole.as_deref().map(|text| text.lines().collect()).unwrap_or_default();
    let in_whole = matched(lost, &whole).filter(|it| it.share >= found.share);
    let (text, piece) = match in_whole {
        Some(it) => (&whole, it.piece),
        None => (text, found.piece),
    };
    let owned = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
    let came = Came {
        file: inside(&change.file, steps[at].folder.as_deref()).to_owned(),
        there: owned(&text[piece.clone()]),
        lines: Some(owned(text)),
        piece,
        before,
        is_move,
        is_own: false,
    };
    Some((found.share, came))
}

fn is_enough(found: &Match, is_move: bool) -> bool {
    match (is_move, found.has_name) {
        (true, _) => found.nameless >= MOVED,
        (_, true) => found.share >= SAME_NAME,
        _ => found.share >= COPIED,
    }
}

/// Looks for the piece in a text, and where it stands there more than once, around each place of
/// its most telling line.
fn matched(lost: &Lost, text: &[&str]) -> Option<Match> {
    let whole = matched_in(lost, text);
    if whole.as_ref().is_some_and(|found| found.nameless >= MOVED) {
        return whole;
    }
    let signs = signs(lost)?;
    let has = |sign: &&&str| text.iter().any(|line| line.trim() == **sign);
    let sign = *signs.iter().find(has)?;
    let places = text.iter().enumerate().filter(|(_, line)| line.trim() == sign);
    let reach = lost.lines.len();
    let around = places.take(PLACES_MAX).filter_map(|(at, _)| {
        let start = at.saturating_sub(reach);
        let found = matched_in(lost, &text[start..text.len().min(at + reach)])?;
        let piece = found.piece.start + start..found.piece.end + start;
        let places = found.places.into_iter().map(|place| Some(place? + start)).collect();
        Some(Match { piece, places, ..found })
    });
    around.chain(whole).max_by(|one, other| one.nameless.total_cmp(&other.nameless))
}

fn matched_in(lost: &Lost, text: &[&str]) -> Option<Match> {
    if text.is_empty() {
        return None;
    }
    let lines: Vec<&str> = lost.lines.iter().map(String::as_str).collect();
    let places = placed(&lines, text);
    let weight =
        |at: usize| Some(letters(lines[at])).filter(|it| *it >= TELLING_LETTERS).unwrap_or(0);
    let all: usize = (0..lines.len()).map(weight).sum();
    let shared: usize = (0..lines.len()).filter(|at| places[*at].is_some()).map(weight).sum();
    let of_piece: Vec<usize> = places[lost.piece.clone()].iter().flatten().copied().collect();
    let (first, end) = (of_piece.iter().min()?, of_piece.iter().max()? + 1);
    if shared < SHARED_MIN {
        return None;
    }
    let missing =
        |mut at: Range<usize>| at.find(|at| places[*at].is_some()).map_or(0, |found| found);
    // The line that defines a renamed function is not the same, and stands before the others.
    let head = missing(lost.piece.clone()) - lost.piece.start;
    let start = first.saturating_sub(head);
    let is_named =
        |line: &&str| lost.name.as_ref().is_some_and(|name| words(line).any(|it| it == name));
    let has_name = text[start..end].iter().any(is_named);
    let mut unnamed = lost.piece.clone().filter(|at| is_named(&lines[*at]));
    let definition = unnamed.next().filter(|at| places[*at].is_none()).map_or(0, weight);
    let share = |all: usize| shared as f64 / all.max(1) as f64;
    let (share, nameless) = (share(all), share(all - definition));
    Some(Match { share, nameless, piece: start..end, has_name, places })
}
