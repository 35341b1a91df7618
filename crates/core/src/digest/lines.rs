//! A digest as lines of text within a budget.

use serde::{Deserialize, Serialize};

use super::line::short;
use super::{
    CommandOutcome, CommandRuns, DeadEnd, DeadEndKind, Decision, Delivery, DeliveryKind, Digest,
    DigestRequest, FileUse, MetError, Open, OpenKind,
};

/// Part of a digest that a line is of, in the order in which they are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum DigestPart {
    /// What was asked.
    Asked,
    /// What the last answer concluded.
    Concluded,
    /// Files that were changed.
    Changed,
    /// Files that were read.
    Read,
    /// Commands with their outcome.
    Ran,
    /// Commits and the like.
    Delivered,
    /// Errors that ended.
    Error,
    /// Approaches that were not kept.
    #[serde(rename = "dead end")]
    DeadEnd,
    /// What was decided.
    Decided,
    /// Notes.
    Noted,
    /// What stayed open.
    Open,
}

impl DigestPart {
    /// Returns the word before the line.
    pub fn label(self) -> &'static str {
        match self {
            Self::Asked => "asked",
            Self::Concluded => "concluded",
            Self::Changed => "changed",
            Self::Read => "read",
            Self::Ran => "ran",
            Self::Delivered => "delivered",
            Self::Error => "error",
            Self::DeadEnd => "dead end",
            Self::Decided => "decided",
            Self::Noted => "noted",
            Self::Open => "open",
        }
    }
}

/// A line of a digest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "DigestLine"))]
pub struct Line {
    /// What it is of.
    pub part: DigestPart,
    /// The text, without the label.
    pub text: String,
}

impl Line {
    /// Returns the line with its label, as in `asked: rename the flag`.
    pub fn labelled(&self) -> String {
        format!("{}: {}", self.part.label(), self.text)
    }
}

/// A digest, and the same as lines of text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Digest"))]
pub struct LinedDigest {
    /// The digest.
    #[serde(flatten)]
    pub digest: Digest,
    /// Its lines, within a number of characters.
    pub lines: Vec<Line>,
}

impl LinedDigest {
    /// Returns a digest with its lines in at most so many characters.
    pub fn of(digest: Digest, chars_max: usize) -> Self {
        Self { lines: lines(&digest, chars_max), digest }
    }
}

/// A line of a digest with how important it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WeighedLine {
    /// 0 to 100.
    pub weight: u8,
    /// The line.
    pub line: Line,
}

/// Number of files on a line.
const CHANGED_MAX: usize = 12;
const READ_MAX: usize = 6;
/// Numbers of lines of parts that may have many.
const ASKED_MAX: usize = 20;
const RAN_MAX: usize = 8;
const DELIVERED_MAX: usize = 6;
const ERRORS_MAX: usize = 5;

/// Returns the lines of a digest that fit: see [`fitting`].
pub fn lines(digest: &Digest, chars_max: usize) -> Vec<Line> {
    fitting(&weighed_lines(digest), chars_max)
}

/// Returns the lines that fit, in their order: whole lines only, with their labels at most
/// `chars_max` characters and a line end each. The least important are dropped first.
pub fn fitting(all: &[WeighedLine], chars_max: usize) -> Vec<Line> {
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by(|a, b| all[*b].weight.cmp(&all[*a].weight).then(a.cmp(b)));
    let mut room = chars_max;
    let mut fits = vec![false; all.len()];
    for at in order {
        let cost = all[at].line.labelled().chars().count() + 1;
        if cost <= room {
            (fits[at], room) = (true, room - cost);
        }
    }
    let fitting = all.iter().zip(fits).filter(|(_, fits)| *fits);
    fitting.map(|(weighed, _)| weighed.line.clone()).collect()
}

/// Returns all lines of a digest, in the order of [`DigestPart`].
pub fn weighed_lines(digest: &Digest) -> Vec<WeighedLine> {
    let mut all: Vec<WeighedLine> = Vec::new();
    let mut add = |weight: u8, part: DigestPart, text: String| {
        all.push(WeighedLine { weight, line: Line { part, text } });
    };
    for (at, request) in asked(&digest.asked) {
        add(
            request_weight(at, digest.asked.len(), request),
            DigestPart::Asked,
            request.text.clone(),
        );
    }
    if let Some(text) = &digest.concluded {
        add(95, DigestPart::Concluded, text.clone());
    }
    if let Some(text) = files(&digest.changed, CHANGED_MAX) {
        add(85, DigestPart::Changed, text);
    }
    if let Some(text) = files(&digest.read, READ_MAX) {
        add(20, DigestPart::Read, text);
    }
    for (at, command) in digest.commands.iter().take(RAN_MAX).enumerate() {
        add(if at < 3 { 60 } else { 35 }, DigestPart::Ran, ran(command));
    }
    let skipped = digest.delivered.len().saturating_sub(DELIVERED_MAX);
    for (at, delivery) in digest.delivered.iter().skip(skipped).rev().enumerate() {
        add(if at < 2 { 72 } else { 45 }, DigestPart::Delivered, delivered(delivery));
    }
    for error in digest.errors.iter().filter(|error| error.ended.is_some()).take(ERRORS_MAX) {
        add(50, DigestPart::Error, ended(error));
    }
    for dead_end in digest.dead_ends.iter().rev() {
        let weight = match dead_end.kind {
            DeadEndKind::Refused => 68,
            DeadEndKind::NotAllowed => 58,
            DeadEndKind::Reverted => 40,
        };
        add(weight, DigestPart::DeadEnd, not_kept(dead_end));
    }
    for decision in digest.decisions.iter().rev() {
        add(75, DigestPart::Decided, decided(decision));
    }
    for note in &digest.notes {
        let superseded = digest.superseded.contains(&note.note);
        let mark = if superseded { " (superseded)" } else { "" };
        let weight = if superseded { 30 } else { 74 };
        add(weight, DigestPart::Noted, format!("{}{mark}: {}", note.kind, note.summary));
    }
    for (at, open) in digest.open.iter().enumerate() {
        add(90 - at.min(30) as u8, DigestPart::Open, left(open));
    }
    all
}

/// Returns the requests to show, with their places: the first and the last, the clear ones, and of
/// others the last.
fn asked(requests: &[DigestRequest]) -> Vec<(usize, &DigestRequest)> {
    let mut shown: Vec<(usize, &DigestRequest)> = requests.iter().enumerate().collect();
    shown.sort_by_key(|(at, request)| {
        (
            *at != 0 && *at + 1 != requests.len(),
            !request.is_clear,
            std::cmp::Reverse(request.edits.min(4)),
            std::cmp::Reverse(*at),
        )
    });
    shown.truncate(ASKED_MAX);
    shown.sort_by_key(|(at, _)| *at);
    shown
}

fn request_weight(at: usize, count: usize, request: &DigestRequest) -> u8 {
    let work = request.edits.min(5) as u8;
    match () {
        () if at == 0 => 94,
        () if at + 1 == count => {
            if request.is_clear {
                88
            } else {
                80
            }
        }
        () if request.is_clear => 62 + work,
        () => 30 + work,
    }
}

fn files(files: &[FileUse], files_max: usize) -> Option<String> {
    let shown = files.iter().take(files_max).map(|file| match file.times {
        1 => file.path.clone(),
        times => format!("{} ({times})", file.path),
    });
    let shown: Vec<String> = shown.collect();
    let more = files.len() - shown.len();
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    (!shown.is_empty()).then(|| shown.join(", ") + &more)
}

fn ran(command: &CommandRuns) -> String {
    let CommandRuns { command, runs, failed, outcome, .. } = command;
    let outcome = match outcome {
        CommandOutcome::Passed => "passed",
        CommandOutcome::Failed => "failed",
        CommandOutcome::Unknown => "ran",
    };
    let times = match (*runs, *failed) {
        (1, _) => String::new(),
        (runs, 0) => format!(" ({runs} runs)"),
        (runs, failed) => format!(" ({runs} runs, {failed} failed)"),
    };
    format!("`{command}` {outcome}{times}")
}

fn delivered(delivery: &Delivery) -> String {
    let Delivery { kind, text, hash, .. } = delivery;
    match (kind, hash) {
        (DeliveryKind::Commit, Some(hash)) => format!("{} {text}", hash.get(..7).unwrap_or(hash)),
        (DeliveryKind::Commit, None) => format!("commit: {text}"),
        (DeliveryKind::Push, _) if text.is_empty() => "pushed".to_owned(),
        (DeliveryKind::Push, _) => format!("pushed {text}"),
        (DeliveryKind::PullRequest | DeliveryKind::Other, _) => text.clone(),
    }
}

fn ended(error: &MetError) -> String {
    let MetError { command, error, ended, .. } = error;
    let line = error.as_ref().map(|line| format!(": {line}")).unwrap_or_default();
    let changed = ended.as_ref().map(|end| end.changed.join(", ")).unwrap_or_default();
    format!("`{}`{line} → passed after changing {changed}", short(command, 60))
}

fn not_kept(dead_end: &DeadEnd) -> String {
    match dead_end.kind {
        DeadEndKind::Refused => format!("“{}”", dead_end.text),
        DeadEndKind::NotAllowed => format!("not allowed: {}", dead_end.text),
        DeadEndKind::Reverted => format!("taken back in {}", dead_end.text),
    }
}

fn decided(decision: &Decision) -> String {
    format!("{} → {}", decision.question, decision.text)
}

fn left(open: &Open) -> String {
    match open.kind {
        OpenKind::Interrupted => format!("not answered: {}", open.text),
        OpenKind::Error => open.text.clone(),
        OpenKind::Task => format!("task: {}", open.text),
        OpenKind::Next => format!("next: {}", open.text),
        OpenKind::Question => format!("asked back: {}", open.text),
    }
}
