//! A transcript into the store, one bounded step at a time.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, Read as _, Seek as _, SeekFrom, Take};
use std::ops::Range;
use std::path::Path;
use std::time::UNIX_EPOCH;

use serde::Serialize;

use crate::capture::belonging::{Belonging, belonging};
use crate::capture::exclude::Excluded;
use crate::conversation::DEFAULT_AGENT;
use crate::conversation::entry::{Block, Entry};
use crate::conversation::turn::{self, TurnPart, TurnText};
use crate::error::{Error, Result};
use crate::hash::hex_digest;
use crate::project::Project;
use crate::regular_file::open_regular;
use crate::secrets::Masker;
use crate::sources::claude_code::{self, Kept, Line, LineReader, REPORTED, Skip, Tally};
use crate::store::{PreparedTurn, Store, TranscriptState, Writer};

/// A step ends after the line that passes one of these: what bounds the time of one call.
const STEP_BYTES_MAX: u64 = 4 << 20;
const STEP_TEXT_BYTES_MAX: usize = 48 << 10;

/// What a call reads at most: in a file without line breaks the end of a line may never come.
const READ_BYTES_MAX: u64 = 256 << 20;

/// Enough of what stands before the offset to notice that a file was rewritten.
const FINGERPRINT_BYTES: u64 = 1_024;

/// The session's own agent among a transcript's open turns.
const MAIN_AGENT: &str = "";

/// What one step did.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct IngestReport {
    /// Whether the end of the transcript was reached.
    pub done: bool,
    /// Whether nothing had changed since the last time: the file was not even opened.
    pub unchanged: bool,
    /// Whether the file was truncated or rewritten, and is read from its start again.
    pub restarted: bool,
    /// Bytes read.
    pub bytes: u64,
    /// Lines that became entries of a turn.
    pub kept: u64,
    /// Known lines that are not memory, by reason.
    pub skipped: BTreeMap<String, u64>,
    /// Lines that could not be read, by reason.
    pub problems: BTreeMap<String, u64>,
    /// Turns that were stored or changed.
    pub turns: u64,
}

/// How a passage is split.
pub trait Splitter {
    /// Returns the byte ranges of the chunks of `passage`.
    fn split(&self, passage: &str) -> Vec<Range<usize>>;
}

/// What must not be stored.
#[derive(Debug, Clone, Default)]
pub struct KeptOut {
    /// Masks what is secret in the rest.
    pub masker: Masker,
    /// Conversations that began in one of these directories, and transcripts that lie in one.
    pub excluded: Excluded,
}

/// The reason told for a transcript of an excluded directory.
const EXCLUDED: &str = "excluded";

/// Reads what is new in a transcript, up to the bound of a step, and stores it in one transaction.
/// `project` overrides the project that the transcript's directory belongs to.
pub fn step(
    store: &mut Store,
    path: &Path,
    project: Option<&Project>,
    kept_out: &KeptOut,
    splitter: &dyn Splitter,
) -> Result<IngestReport> {
    let unreadable = |source| Error::TranscriptUnreadable { path: path.to_owned(), source };
    if is_excluded(path, kept_out).map_err(unreadable)? {
        let skipped = BTreeMap::from([(EXCLUDED.to_owned(), 1)]);
        return Ok(IngestReport { done: true, skipped, ..IngestReport::default() });
    }
    let key = key(path);
    let stored = store.read(|reader| reader.transcript(&key))?;
    let stored = match project {
        Some(project) => of_project(store, stored, project)?,
        None => stored,
    };
    let metadata = std::fs::metadata(path).map_err(unreadable)?;
    let bytes = metadata.len();
    let modified_at_ns = modified_at_ns(&metadata);
    if let Some(state) = &stored
        && (state.bytes, state.modified_at_ns) == (bytes, modified_at_ns)
        // An earlier version left a last line without a newline.
        && state.offset >= bytes
    {
        return Ok(IngestReport { done: true, unchanged: true, ..IngestReport::default() });
    }
    let mut file = open_regular(path).map_err(unreadable)?;
    let mut report = IngestReport::default();
    let mut state = stored.clone().unwrap_or_default();
    if fingerprint(&mut file, state.offset).map_err(unreadable)? != state.fingerprint
        && state.offset > 0
    {
        state = TranscriptState { project_id: state.project_id, ..TranscriptState::default() };
        report.restarted = true;
    }
    let kept =
        read_lines(&mut file, &mut state, &kept_out.masker, &mut report).map_err(unreadable)?;
    let undecided = project.is_none() && state.project_id.is_none();
    if undecided && report.done && !kept.is_empty() && !kept.iter().any(places) {
        // State of a newer agent: left for the next time, when the directory stands beside it.
        return Ok(report);
    }
    state.fingerprint = fingerprint(&mut file, state.offset).map_err(unreadable)?;
    state.tally.add(&Tally {
        kept: report.kept,
        skipped: report.skipped.clone(),
        problems: report.problems.clone(),
    });
    let named = || kept.iter().find_map(|line| line.session.clone());
    state.session = state.session.or_else(|| own_session(&key)).or_else(named);
    // An unfinished file must not look unchanged the next time.
    state.bytes = if report.done { bytes } else { 0 };
    state.modified_at_ns = modified_at_ns;
    if stored.as_ref() == Some(&state) {
        // A last line that is still being written.
        return Ok(report);
    }

    let home = || home_of(store, path, &state, &kept);
    let project = project.cloned().map_or_else(home, |project| Ok(Home::Named(project)))?;
    let parts = turn::fold(kept, &mut state.fold);
    commit(store, &key, state, &project, parts, splitter, &mut report)?;
    Ok(report)
}

/// Forgets how far a transcript was read under another project than this one: all its turns move.
fn of_project(
    store: &Store,
    stored: Option<TranscriptState>,
    project: &Project,
) -> Result<Option<TranscriptState>> {
    let known = store.read(|reader| reader.projects(&project.key))?;
    Ok(stored.filter(|state| state.project_id.is_some_and(|id| known.contains(&id))))
}

/// Adds the last answer as the Stop hook reported it to the open turn of a transcript. It goes
/// again as soon as the transcript itself holds it.
pub fn report_answer(
    store: &mut Store,
    path: &Path,
    answer: &str,
    at_ms: i64,
    kept_out: &KeptOut,
    splitter: &dyn Splitter,
) -> Result<bool> {
    if is_excluded(path, kept_out).or_else(|source| not_there(path, source))? {
        return Ok(false);
    }
    let key = key(path);
    // The only text that does not come through the parser, which masks all others.
    let answer = kept_out.masker.mask_answered(answer);
    let state = store.read(|reader| reader.transcript(&key))?;
    let Some((state, turn)) = state.and_then(|state| {
        let turn = state.fold.open.get(MAIN_AGENT)?.id.clone();
        Some((state, turn))
    }) else {
        return Ok(false);
    };
    let entry = Entry {
        id: format!("{REPORTED}{}", &hex_digest(answer.as_bytes())[..32]),
        at_ms,
        position: u64::MAX >> 1,
        blocks: vec![Block::Reported { text: answer.into_owned() }],
        ..Entry::default()
    };
    let part =
        TurnPart { id: turn, session: None, position: 0, continues: None, entries: vec![entry] };
    let prepared =
        prepare(store, vec![part], state.project_id, DEFAULT_AGENT, Override::Keep, splitter)?;
    store.write(|writer| {
        prepared.iter().try_for_each(|turn| writer.put_turn(turn))?;
        read_again(writer, &prepared)
    })?;
    Ok(!prepared.is_empty())
}

/// Whether the open turn of a transcript holds this answer, or nothing of it is to be stored.
pub fn holds_answer(store: &Store, path: &Path, answer: &str, kept_out: &KeptOut) -> Result<bool> {
    if is_excluded(path, kept_out).or_else(|source| not_there(path, source))? {
        return Ok(true);
    }
    let key = key(path);
    let answer = kept_out.masker.mask_answered(answer);
    store.read(|reader| {
        let state = reader.transcript(&key)?;
        let open = state.and_then(|state| state.fold.open.get(MAIN_AGENT).cloned());
        let log = open.map(|turn| reader.turn_log(&turn.id)).transpose()?.flatten();
        let entries = log.and_then(|log| log.entries).unwrap_or_default();
        let blocks = entries.iter().flat_map(|entry| &entry.blocks);
        Ok(blocks.into_iter().any(|block| match block {
            Block::Answer { text } => text.trim() == answer.trim(),
            _ => false,
        }))
    })
}

fn read_lines(
    file: &mut File,
    state: &mut TranscriptState,
    masker: &Masker,
    report: &mut IngestReport,
) -> std::io::Result<Vec<Kept>> {
    let start = state.offset;
    let before = byte_before(file, start)?;
    let mut bounded = file.take(READ_BYTES_MAX);
    let bytes = BufReader::with_capacity(256 << 10, &mut bounded);
    let mut reader = LineReader::new(bytes, start).after(before);
    let mut kept: Vec<Kept> = Vec::new();
    let mut text_bytes = 0;
    let mut at_ms = state.fold.at_ms;
    while state.offset - start < STEP_BYTES_MAX && text_bytes < STEP_TEXT_BYTES_MAX {
        let Some((end, line)) = claude_code::next_parsed(&mut reader, at_ms, masker)? else {
            report.done = true;
            state.offset = reader.offset();
            break;
        };
        state.offset = end;
        match line {
            Line::Queued(operation) => {
                *report.skipped.entry(Skip::Queue.name()).or_default() += 1;
                state.fold.queue.apply(operation);
            }
            Line::Kept(line) => {
                kept.extend(state.fold.queue.before(&line));
                at_ms = line.entry.at_ms;
                text_bytes += line.entry.spoken_bytes();
                report.kept += 1;
                kept.push(line);
            }
            Line::Skipped(skip) => *report.skipped.entry(skip.name()).or_default() += 1,
            Line::Problem(problem) => *report.problems.entry(problem.name()).or_default() += 1,
        }
    }
    report.bytes = state.offset - start;
    if report.done {
        refuse_endless(&bounded)?;
    }
    Ok(kept)
}

/// Whether a transcript lies in an excluded directory, or its conversation began in one. Looked up anew each time, so that
/// it holds however the transcript is reached and whatever of it was read before.
fn is_excluded(path: &Path, kept_out: &KeptOut) -> std::io::Result<bool> {
    let KeptOut { masker, excluded } = kept_out;
    if excluded.is_empty() {
        return Ok(false);
    }
    if path.parent().is_some_and(|folder| excluded.covers(folder)) {
        return Ok(true);
    }
    let mut bounded = open_regular(path)?.take(READ_BYTES_MAX);
    let mut reader = LineReader::new(BufReader::new(&mut bounded), 0);
    while let Some((_, line)) = claude_code::next_parsed(&mut reader, 0, masker)? {
        if let Line::Kept(line) = line
            && let Some(cwd) = line.directory
        {
            return Ok(excluded.covers(Path::new(&cwd)));
        }
    }
    refuse_endless(&bounded)?;
    Ok(false)
}

/// An error when reading stopped at the bound and not at the end of the file.
fn refuse_endless<R>(bounded: &Take<R>) -> std::io::Result<()> {
    if bounded.limit() > 0 {
        return Ok(());
    }
    let mebibytes = READ_BYTES_MAX >> 20;
    let message = format!("no line of a transcript ends within {mebibytes} MiB");
    Err(std::io::Error::new(std::io::ErrorKind::FileTooLarge, message))
}

/// A transcript that does not exist says nothing about its directory, and no answer belongs to it. Whatever else keeps it
/// from being read is an error: nobody knows then whether its conversation is excluded.
fn not_there(path: &Path, source: std::io::Error) -> Result<bool> {
    if source.kind() == std::io::ErrorKind::NotFound {
        return Ok(false);
    }
    Err(Error::TranscriptUnreadable { path: path.to_owned(), source })
}

/// Whether a line says where it belongs, or cannot wait for one that does.
fn places(line: &Kept) -> bool {
    let spoken = |block: &Block| matches!(block, Block::Prompt { .. } | Block::Answer { .. });
    line.entry.cwd.is_some() || line.entry.blocks.iter().any(spoken)
}

/// Where a transcript belongs.
enum Home {
    /// The person named it.
    Named(Project),
    /// The directory it was started in says so. The commits show other repositories to be of the
    /// same project.
    Directory { path: String, belonging: Box<Belonging>, commits: Vec<String> },
    /// Decided when the transcript was first read, or nothing to decide it by yet.
    Before,
}

/// The directory of the first entry is the one that the agent was started in: the same anchor that
/// the prompt hook searches by.
fn home_of(store: &Store, path: &Path, state: &TranscriptState, kept: &[Kept]) -> Result<Home> {
    if kept.is_empty() || state.project_id.is_some() {
        return Ok(Home::Before);
    }
    let folder = || path.parent().unwrap_or(path).to_string_lossy().into_owned();
    let path = kept.iter().find_map(|line| line.directory.clone()).unwrap_or_else(folder);
    let owner = store.owner();
    let found = store.read(|reader| belonging(reader, Path::new(&path), owner))?;
    let commits = found.commits();
    Ok(Home::Directory { path, belonging: Box::new(found), commits })
}

/// Whether a turn that is stored under another project moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Override {
    Keep,
    Move,
}

fn commit(
    store: &mut Store,
    key: &str,
    mut state: TranscriptState,
    home: &Home,
    parts: Vec<TurnPart>,
    splitter: &dyn Splitter,
    report: &mut IngestReport,
) -> Result<()> {
    let mut moves = Override::Keep;
    match home {
        Home::Before => {}
        Home::Named(project) => {
            state.project_id = Some(store.write(|writer| writer.project_id(project))?);
            moves = Override::Move;
        }
        Home::Directory { path, belonging, commits } => {
            let remember = |writer: &mut Writer| belonging.remember(writer, path, commits);
            state.project_id = Some(store.write(remember)?);
        }
    }
    forget_continuations(store, &parts)?;
    let copies = session_turns(key, &parts);
    let prepared = prepare(store, parts, state.project_id, DEFAULT_AGENT, moves, splitter)?;
    report.turns = prepared.len() as u64;
    store.write(|writer| {
        prepared.iter().try_for_each(|turn| writer.put_turn(turn))?;
        copies.iter().try_for_each(|(turn, session, position)| {
            writer.put_session_turn(turn, session, *position)
        })?;
        writer.put_transcript(key, &state)?;
        read_again(writer, &prepared)
    })?;
    if prepared.iter().any(|turn| turn.replaces_damaged) {
        report.done = false;
        report.restarted = true;
    }
    Ok(())
}

/// What a damaged log held may stand in transcripts that were read before.
pub(crate) fn read_again(writer: &mut Writer, turns: &[PreparedTurn]) -> Result<()> {
    for turn in turns.iter().filter(|turn| turn.replaces_damaged) {
        writer.read_again(&turn.uuid)?;
    }
    Ok(())
}

/// Notes the rest of a forgotten turn as forgotten too: it was too long for one turn, and goes on.
fn forget_continuations(store: &mut Store, parts: &[TurnPart]) -> Result<()> {
    let mut rests = Vec::new();
    for part in parts {
        let Some(first) = &part.continues else { continue };
        let (first, own) = store
            .read(|reader| Ok((reader.is_forgotten(first)?, reader.is_forgotten(&part.id)?)))?;
        if first && !own {
            rests.push(&part.id);
        }
    }
    if rests.is_empty() {
        return Ok(());
    }
    store.write(|writer| rests.iter().try_for_each(|turn| writer.forget_turn(turn).map(drop)))
}

/// Returns the sessions of each part with its position there: the one its lines name, and the one
/// the file is named after, as clients before 2.1.100 leave the parent's name on what a fork copies.
fn session_turns(key: &str, parts: &[TurnPart]) -> Vec<(String, String, u64)> {
    let own = own_session(key);
    let mut found = Vec::new();
    for part in parts {
        let mut sessions: Vec<&String> = part.session.iter().chain(&own).collect();
        sessions.dedup();
        let rows = sessions.into_iter();
        found.extend(rows.map(|session| (part.id.clone(), session.clone(), part.position)));
    }
    found
}

/// Returns the session that a file is named after.
fn own_session(key: &str) -> Option<String> {
    let stem = Path::new(key).file_stem()?.to_str()?;
    is_uuid(stem).then(|| stem.to_owned())
}

fn is_uuid(text: &str) -> bool {
    let groups: Vec<usize> = text.split('-').map(str::len).collect();
    groups == [8, 4, 4, 4, 12] && text.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
}

/// Unites parts of turns that a coding agent wrote with what is stored and derives the rest, outside any transaction. Turns that the
/// parts do not change are left out.
pub(crate) fn prepare(
    store: &Store,
    parts: Vec<TurnPart>,
    project_id: Option<i64>,
    agent: &str,
    moves: Override,
    splitter: &dyn Splitter,
) -> Result<Vec<PreparedTurn>> {
    let mut by_turn: BTreeMap<String, Vec<Entry>> = BTreeMap::new();
    for part in parts {
        by_turn.entry(part.id).or_default().extend(part.entries);
    }
    let mut prepared = Vec::new();
    for (uuid, added) in by_turn {
        let (stored, forgotten) =
            store.read(|reader| Ok((reader.turn_log(&uuid)?, reader.is_forgotten(&uuid)?)))?;
        if forgotten {
            continue;
        }
        let replaces_damaged = stored.as_ref().is_some_and(|log| log.entries.is_none());
        let (stored_project, before) = match stored {
            Some(log) => (Some(log.project_id), log.entries.unwrap_or_default()),
            None => (None, Vec::new()),
        };
        let entries = turn::merge(before.clone(), added);
        let stored_project = stored_project.filter(|_| moves == Override::Keep);
        let Some(project_id) = stored_project.or(project_id) else { continue };
        if entries == before && stored_project.is_some() {
            continue;
        }
        let turn = derived(uuid, project_id, &entries, splitter);
        prepared.push(PreparedTurn { replaces_damaged, agent: agent.to_owned(), ..turn });
    }
    Ok(prepared)
}

pub(crate) fn derived(
    uuid: String,
    project_id: i64,
    entries: &[Entry],
    splitter: &dyn Splitter,
) -> PreparedTurn {
    derived_from(uuid, project_id, (turn::encode(entries), entries), splitter)
}

/// Like [`derived`], with the bytes of the log as they are stored.
pub(crate) fn derived_from(
    uuid: String,
    project_id: i64,
    (log, entries): (Vec<u8>, &[Entry]),
    splitter: &dyn Splitter,
) -> PreparedTurn {
    let text = turn::text(entries);
    PreparedTurn {
        uuid,
        project_id,
        agent: DEFAULT_AGENT.to_owned(),
        facts: turn::facts(entries),
        log,
        replaces_damaged: false,
        actions: turn::actions(entries),
        chunks: chunks(&text, splitter),
        text,
    }
}

fn chunks(text: &TurnText, splitter: &dyn Splitter) -> Vec<Range<usize>> {
    if text.is_empty() { Vec::new() } else { splitter.split(&text.passage()) }
}

/// Returns what a transcript is known by: its real path, whichever way it was reached.
pub fn key(path: &Path) -> String {
    let real = std::fs::canonicalize(path);
    plain(&real.as_deref().unwrap_or(path).to_string_lossy())
}

/// Takes off what Windows puts before a real path: others write it without.
fn plain(path: &str) -> String {
    match path.strip_prefix(r"\\?\UNC\") {
        Some(share) => format!(r"\\{share}"),
        None => path.strip_prefix(r"\\?\").unwrap_or(path).to_owned(),
    }
}

fn modified_at_ns(metadata: &std::fs::Metadata) -> i64 {
    let since = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    since.map_or(0, |duration| duration.as_nanos() as i64)
}

/// Returns the byte before `offset` and leaves the file there.
fn byte_before(file: &mut File, offset: u64) -> std::io::Result<Option<u8>> {
    let mut byte = [0];
    file.seek(SeekFrom::Start(offset.saturating_sub(1)))?;
    if offset > 0 {
        file.read_exact(&mut byte)?;
    }
    Ok((offset > 0).then_some(byte[0]))
}

/// Hashes the bytes just before `offset`; a file that is shorter has another fingerprint.
fn fingerprint(file: &mut File, offset: u64) -> std::io::Result<String> {
    let length = offset.min(FINGERPRINT_BYTES);
    file.seek(SeekFrom::Start(offset - length))?;
    let mut bytes = Vec::with_capacity(length as usize);
    file.by_ref().take(length).read_to_end(&mut bytes)?;
    Ok(hex_digest(&bytes)[..32].to_owned())
}
