//! The upkeep of stored notes: tidied, taken back, read from files, and held to one branch.

mod sandbox;

use std::collections::BTreeMap;
use std::fs;

use mementor_core::Memory;
use mementor_core::api::Voucher;
use mementor_core::index::when::Now;
use mementor_core::memory::{Sought, Within};
use mementor_core::note_actions::change::Change;
use mementor_core::note_actions::files::{FileNote, NotesFolder, Taken};
use mementor_core::note_actions::remember::NewNote;
use mementor_core::notes::ageing::TidyReason;
use mementor_core::notes::{Author, Move, NoteScope, Origin, State, Undo};
use mementor_core::search::Found;
use mementor_core::store::{Branches, Filter, NoteFilter};
use sandbox::{NOW_MS, Sandbox, Session, harbour, ingest};
use serde_json::json;

const OAK: &str = "4fe1c2a0-0000-4000-8000-000000000001";
const RULE: &str = "9ad3b7c4-0000-4000-8000-000000000002";
const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

fn new(sandbox: &Sandbox, uuid: &str, kind: &str, text: &str) -> NewNote {
    NewNote {
        uuid: uuid.to_owned(),
        text: text.to_owned(),
        kind: kind.to_owned(),
        directory: sandbox.directory("harbour"),
        ..NewNote::default()
    }
}

fn at(day: i64) -> i64 {
    NOW_MS + day * DAY_MS
}

fn state(memory: &Memory, id: &str) -> State {
    memory.note(id).expect("stored").row.note.state
}

/// What a run moves: ids, the states that follow, and why.
fn tidied(
    memory: &mut Memory,
    shown: &BTreeMap<String, i64>,
    day: i64,
    dry_run: bool,
) -> Vec<(String, Option<State>, TidyReason)> {
    let tidied = memory.tidy_notes(shown, at(day), dry_run).expect("sound").tidied;
    let each = |note: mementor_core::note_actions::tidy::Tidied| {
        let uuid = note.row.uuid;
        note.steps.into_iter().map(move |step| (uuid.clone(), step.to, step.because))
    };
    tidied.into_iter().flat_map(each).collect()
}

#[test]
fn tidying_archives_what_nobody_uses_and_each_move_can_be_taken_back() {
    let sandbox = Sandbox::without_model();
    let mut memory = harbour(&sandbox);
    // Known here, and never shown.
    let nobody = BTreeMap::from([(OAK.to_owned(), 0)]);
    for (uuid, kind) in [(OAK, "decision"), (RULE, "rule")] {
        memory.remember(&new(&sandbox, uuid, kind, "Oak for the mast"), NOW_MS).expect("stored");
    }
    let archived = vec![(OAK.to_owned(), Some(State::Archived), TidyReason::Unused)];
    assert_eq!(tidied(&mut memory, &nobody, 89, false), []);
    assert_eq!(tidied(&mut memory, &nobody, 91, true), archived);
    assert_eq!(state(&memory, OAK), State::Active, "a dry run changes nothing");
    let shown = BTreeMap::from([(OAK.to_owned(), at(80))]);
    assert_eq!(tidied(&mut memory, &shown, 91, false), [], "it was shown to use");
    assert_eq!(tidied(&mut memory, &nobody, 91, false), archived);
    assert_eq!(tidied(&mut memory, &nobody, 91, false), [], "once is enough");
    assert_eq!((state(&memory, OAK), state(&memory, RULE)), (State::Archived, State::Active));
    let (note, changed) =
        memory.change_note(OAK, &Change::Undo(Undo::Last), at(92)).expect("a move");
    assert!(changed && note.row.note.state == State::Active);
    assert_eq!(tidied(&mut memory, &nobody, 181, false), [], "it ages anew");
    tidied(&mut memory, &nobody, 182, false);
    tidied(&mut memory, &nobody, 362, false);
    assert_eq!(state(&memory, OAK), State::Tombstone);
    let gone = tidied(&mut memory, &nobody, 727, false);
    assert_eq!(gone, [(OAK.to_owned(), None, TidyReason::TombstoneLong)]);
    assert_eq!(state(&memory, OAK), State::Tombstone, "the caller forgets it");
    assert_eq!(memory.integrity_problems().expect("a check"), [""; 0]);
}

#[test]
fn the_age_of_a_note_counts_from_the_day_on_which_it_came_here() {
    let sandbox = Sandbox::without_model();
    let mut memory = harbour(&sandbox);
    memory.remember(&new(&sandbox, OAK, "decision", "Oak for the mast"), NOW_MS).expect("stored");
    let mut shown = BTreeMap::new();
    let mut run = |day| {
        let done = memory.tidy_notes(&shown, at(day), false).expect("sound");
        shown.extend(done.ages_from.into_iter().map(|note| (note.uuid, note.from_ms)));
        let steps = done.tidied.into_iter().flat_map(|note| note.steps);
        steps.map(|step| step.to).collect::<Vec<_>>()
    };
    // It is imported years after it was written.
    assert_eq!(run(2_000), []);
    assert_eq!(run(2_089), []);
    assert_eq!(run(2_090), [Some(State::Archived)]);
    // The machine is off for years: what expires then is deleted a year later, not the next day.
    assert_eq!(run(4_000), [Some(State::Tombstone)]);
    assert_eq!(run(4_364), []);
    assert_eq!(run(4_365), [None]);
}

#[test]
fn a_note_that_is_young_when_it_is_first_seen_keeps_its_own_age() {
    let sandbox = Sandbox::without_model();
    let mut memory = harbour(&sandbox);
    memory.remember(&new(&sandbox, OAK, "decision", "Oak for the mast"), NOW_MS).expect("stored");
    let seen = memory.tidy_notes(&BTreeMap::new(), at(20), false).expect("sound").ages_from;
    let shown: BTreeMap<_, _> = seen.into_iter().map(|note| (note.uuid, note.from_ms)).collect();
    let archived = vec![(OAK.to_owned(), Some(State::Archived), TidyReason::Unused)];
    assert_eq!(tidied(&mut memory, &shown, 90, false), archived);
}

#[test]
fn what_two_machines_tidied_is_the_same_note_after_an_exchange() {
    let sandboxes = [Sandbox::without_model(), Sandbox::without_model()];
    let mut memories = sandboxes.each_ref().map(harbour);
    for (memory, sandbox) in memories.iter_mut().zip(&sandboxes) {
        let oak = NewNote { directory: "/srv/harbour".into(), ..new(sandbox, OAK, "fact", "Oak") };
        memory.remember(&oak, NOW_MS).expect("stored");
    }
    for (memory, day) in memories.iter_mut().zip([95, 300]) {
        let known = BTreeMap::from([(OAK.to_owned(), 0)]);
        memory.tidy_notes(&known, at(day), false).expect("sound");
    }
    let lines = memories.each_ref().map(exported);
    for (memory, lines) in memories.iter_mut().zip(lines.iter().rev()) {
        memory.import(lines, Voucher::Person, 0).expect("sound");
    }
    let [one, two] = memories.each_ref().map(|memory| memory.note(OAK).expect("stored"));
    assert_eq!(one.statements, two.statements);
    assert_eq!(one.row.note.state, State::Tombstone);
    assert_eq!(one.statements.len(), 3, "the same move is the same statement");
}

fn exported(memory: &Memory) -> Vec<String> {
    memory.export(&Within::Everything, None).expect("sound").lines
}

#[test]
fn an_edit_is_taken_back_by_a_statement_that_stays_in_the_history() {
    let sandbox = Sandbox::without_model();
    let mut memory = harbour(&sandbox);
    memory.remember(&new(&sandbox, OAK, "decision", "Oak\n\nIt lasts."), NOW_MS).expect("stored");
    let edit = Change::Edit {
        text: Some("Pine".into()),
        kind: Some("rule".into()),
        tags: Some(vec!["wood".into()]),
        files: None,
    };
    memory.change_note(OAK, &edit, at(1)).expect("allowed");
    memory.change_note(OAK, &Change::Move(Move::Reject), at(2)).expect("allowed");
    let (note, _) =
        memory.change_note(&OAK[..6], &Change::Undo(Undo::To(1)), at(3)).expect("there");
    let of = &note.row.note;
    assert_eq!(
        (of.kind.as_str(), of.summary.as_str(), of.body.as_str()),
        ("decision", "Oak", "It lasts.")
    );
    assert_eq!((of.tags.len(), of.state, note.statements.len()), (0, State::Active, 5));
    let refused =
        memory.change_note(OAK, &Change::Undo(Undo::To(9)), at(4)).expect_err("no such number");
    assert_eq!(refused.code(), "NOTE_UNDO");
    memory.remember(&new(&sandbox, RULE, "rule", "Sand first"), NOW_MS).expect("stored");
    let refused =
        memory.change_note(RULE, &Change::Undo(Undo::Last), at(4)).expect_err("nothing happened");
    assert!(refused.to_string().contains("nothing was changed"), "{refused}");
}

fn file(uuid: Option<&str>, summary: &str) -> FileNote {
    FileNote {
        uuid: uuid.map(str::to_owned),
        kind: "decisions".into(),
        summary: summary.into(),
        written_ms: Some(NOW_MS),
        changed_ms: Some(NOW_MS),
        ..FileNote::default()
    }
}

fn taken(
    memory: &mut Memory,
    sandbox: &Sandbox,
    notes: &[FileNote],
    day: i64,
) -> Vec<Option<Taken>> {
    let place = NotesFolder {
        directory: sandbox.directory("harbour"),
        trusted: true,
        ..NotesFolder::default()
    };
    let taken = memory.import_notes(notes, &place, at(day)).expect("sound");
    taken.into_iter().map(|one| one.ok().map(|(taken, _)| taken)).collect()
}

#[test]
fn a_file_is_taken_in_once_however_often_it_is_read() {
    let sandbox = Sandbox::without_model();
    let mut memory = harbour(&sandbox);
    memory.remember(&new(&sandbox, RULE, "decision", "sand FIRST."), NOW_MS).expect("stored");
    let long = "a very long line ".repeat(20);
    let secret = ["ghp_", "0123456789abcdefghijABCDEFGHIJ012345"].concat();
    let notes = [
        file(Some(OAK), "Oak"),
        file(None, "Sand first"),
        file(None, &long),
        file(None, &long),
        file(None, &format!("The token is {secret}")),
        FileNote { kind: "zebra".into(), ..file(None, "x") },
        file(None, " "),
    ];
    let written = Some(Taken::Written);
    let known = Some(Taken::Known);
    let first = [written, known, written, known, written, None, None];
    assert_eq!(taken(&mut memory, &sandbox, &notes, 0), first);
    assert_eq!(
        taken(&mut memory, &sandbox, &notes, 5),
        [known, known, known, known, known, None, None]
    );
    let all = memory.notes(&Within::Everything, &NoteFilter::default(), &[]).expect("a list");
    assert_eq!(all.len(), 4);
    assert!(all.iter().all(|row| row.note.said == 1 && !row.note.summary.contains("ghp_")));
    let cut = all.iter().find(|row| row.note.summary.ends_with('…')).expect("the long one");
    let body = memory.note(&cut.uuid).expect("stored").row.note.body;
    assert_eq!(body, long.trim(), "nothing is lost");
    assert_eq!(memory.note(OAK).expect("stored").row.note.author, Author::Import);
}

#[test]
fn a_file_says_in_which_words_its_note_was_found() {
    let sandbox = Sandbox::without_model();
    let mut memory = harbour(&sandbox);
    let secret = ["ghp_", "0123456789abcdefghijABCDEFGHIJ012345"].concat();
    let origin = Origin { turn: "t".into(), words: format!("we use oak, not {secret}") };
    let found = FileNote { origin: Some(origin), ..file(Some(OAK), "Oak") };
    assert_eq!(
        taken(&mut memory, &sandbox, std::slice::from_ref(&found), 0),
        [Some(Taken::Written)]
    );
    let kept = memory.note(OAK).expect("stored").row.note.origin.expect("where it was found");
    assert_eq!(kept.turn, "t");
    assert!(kept.words.starts_with("we use oak, not [masked"), "{}", kept.words);
    assert_eq!(taken(&mut memory, &sandbox, &[found], 1), [Some(Taken::Known)]);
}

#[test]
fn an_edited_file_changes_its_note_unless_that_was_changed_here_since() {
    let sandbox = Sandbox::without_model();
    let mut memory = harbour(&sandbox);
    taken(&mut memory, &sandbox, &[file(Some(OAK), "Oak")], 0);
    let edited = FileNote { state: State::Resolved, ..file(Some(OAK), "Pine") };
    assert_eq!(
        taken(&mut memory, &sandbox, std::slice::from_ref(&edited), 1),
        [Some(Taken::Changed)]
    );
    let note = memory.note(OAK).expect("stored").row.note;
    assert_eq!((note.summary.as_str(), note.state), ("Pine", State::Resolved));
    assert_eq!(taken(&mut memory, &sandbox, &[edited], 2), [Some(Taken::Known)]);
    let older = file(Some(OAK), "Elm");
    assert_eq!(taken(&mut memory, &sandbox, std::slice::from_ref(&older), 3), [Some(Taken::Kept)]);
    assert_eq!(memory.note(OAK).expect("stored").row.note.summary, "Pine");
    memory.forget(&[OAK.to_owned()]).expect("sound");
    assert_eq!(taken(&mut memory, &sandbox, &[older], 4), [Some(Taken::Forgotten)]);
}

#[test]
fn a_note_of_a_branch_is_listed_only_there() {
    let sandbox = Sandbox::without_model();
    let mut memory = harbour(&sandbox);
    let directory = sandbox.directory("harbour");
    let mut oak = new(&sandbox, OAK, "decision", "Oak");
    oak.scope = NoteScope::Branch;
    let refused = memory.remember(&oak, NOW_MS).expect_err("there is no branch");
    assert_eq!(refused.code(), "INVALID_ARGUMENT");
    fs::create_dir_all(directory.join(".git/refs")).expect("room");
    fs::create_dir_all(directory.join(".git/objects")).expect("room");
    fs::write(directory.join(".git/HEAD"), "ref: refs/heads/mast\n").expect("room");
    oak.branch = Some("mast".to_owned());
    memory.remember(&oak, NOW_MS).expect("stored");
    memory.remember(&new(&sandbox, RULE, "decision", "oak"), NOW_MS).expect("another place");
    let listed = |branches: Branches| {
        let filter = NoteFilter { branches, ..NoteFilter::default() };
        let rows = memory.notes(&Within::Everything, &filter, &[]).expect("a list");
        rows.into_iter().map(|row| row.uuid).collect::<Vec<_>>()
    };
    assert_eq!(listed(Branches::On(Some("mast".into()))).len(), 2);
    assert_eq!(listed(Branches::On(Some("main".into()))), [RULE]);
    assert_eq!(listed(Branches::On(None)), [RULE]);
    assert_eq!(listed(Branches::All).len(), 2);
}

#[test]
fn work_that_an_agent_marked_is_found_by_its_tag_flagged_and_ranked_lower() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let mut session = Session::new("s", &sandbox.directory("harbour"));
    let mut lines = session.turn("sure", "How is the crane oiled?", "The crane is oiled by hand.");
    let doubtful = "The crane is oiled by hand. #POISON_PATH";
    lines.extend(session.turn("doubtful", "How is the crane oiled?", doubtful));
    lines.push(session.prompt("edited", "Write the winch down"));
    let input = json!({ "file_path": "/a.rs", "content": "// #HACK_ALERT: a guess\n" });
    lines.push(session.tool_use("call", "use-1", "Write", &input));
    lines.push(session.tool_result("result", "use-1", "ok"));
    lines.push(session.answer("done", "The winch is written down."));
    ingest(&mut memory, &sandbox.kept("s", &lines));
    let mut oak =
        new(&sandbox, OAK, "pattern", "Oil the crane\n\n#phantom_pattern, #PHANTOM_PATTERN");
    oak.tags = vec!["machines".into()];
    memory.remember(&oak, NOW_MS).expect("stored");

    let mut ask = |text: &str, tag: Option<&str>| {
        let filter = Filter { tag: tag.map(str::to_owned), ..Filter::default() };
        let notes = NoteFilter { tag: tag.map(str::to_owned), ..NoteFilter::default() };
        let sought = Sought { filter, turns: true, notes: Some(notes) };
        let within = Within::Directory(sandbox.directory("harbour"));
        memory.search(text, &within, sought, 5, Now::utc(NOW_MS)).expect("a query").found
    };
    let turns = |found: &Found| found.hits.iter().map(|hit| hit.turn.clone()).collect::<Vec<_>>();
    let found = ask("crane oiled by hand", None);
    assert_eq!(turns(&found), ["sure", "doubtful"]);
    assert_eq!(
        (found.hits[0].suspect.len(), found.hits[1].suspect[0].as_str()),
        (0, "POISON_PATH")
    );
    assert_eq!(found.notes[0].row.suspect, ["PHANTOM_PATTERN"]);
    assert_eq!(turns(&ask("crane", Some("#poison_path"))), ["doubtful"]);
    assert_eq!(turns(&ask("winch", Some("HACK_ALERT"))), ["edited"]);
    assert_eq!(ask("crane", Some("phantom_pattern")).notes.len(), 1);
    assert_eq!(ask("crane", Some("machines")).notes.len(), 1);

    let shown = |memory: &Memory| memory.show("edited").expect("sound").remove(0);
    assert_eq!(
        (shown(&memory).tags, shown(&memory).suspect.len()),
        (vec!["HACK_ALERT".to_owned()], 0)
    );
    memory.suspect(&["#hack_alert".to_owned()]);
    assert_eq!(shown(&memory).suspect, ["HACK_ALERT"]);
}
