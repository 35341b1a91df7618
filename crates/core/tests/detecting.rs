//! Notes that rules find in conversations: what becomes of them, however conversations come in.

mod sandbox;

use mementor_core::Memory;
use mementor_core::api::Voucher;
use mementor_core::memory::{Options, Within};
use mementor_core::note_actions::change::Change;
use mementor_core::note_actions::remember::NewNote;
use mementor_core::notes::{Author, Move, Note, State};
use mementor_core::policy::exclude::Excluded;
use mementor_core::removal::forget::Selection;
use mementor_core::secrets::Masker;
use mementor_core::store::{Access, NoteFilter, NoteRow};
use sandbox::{NOW_MS, Sandbox, Session, append, bytes_of, dump_notes, ingest, rebuild_all};

fn rows(memory: &Memory) -> Vec<NoteRow> {
    let mut rows = memory.notes(&Within::Everything, &NoteFilter::default(), &[]).expect("a list");
    rows.sort_by(|a, b| (&a.note.summary, &a.uuid).cmp(&(&b.note.summary, &b.uuid)));
    rows
}

fn told(memory: &Memory) -> Vec<(String, String, State)> {
    let told = |Note { kind, summary, state, .. }| (kind, summary, state);
    rows(memory).into_iter().map(|row| told(row.note)).collect()
}

/// Returns the note with this summary.
fn note(memory: &Memory, summary: &str) -> NoteRow {
    rows(memory).into_iter().find(|row| row.note.summary == summary).expect("it was found")
}

fn sound(memory: &Memory) {
    assert_eq!(memory.integrity_problems().expect("a check"), [""; 0]);
}

/// Ingests a session of one turn for each prompt.
fn say(memory: &mut Memory, sandbox: &Sandbox, name: &str, prompts: &[&str]) {
    let mut session = Session::new(name, &sandbox.directory("harbour"));
    let turn =
        |(at, prompt): (usize, &&str)| session.turn(&format!("{name}-{at}"), prompt, "Done.");
    let lines: Vec<_> = prompts.iter().enumerate().flat_map(turn).collect();
    ingest(memory, &sandbox.kept(name, &lines));
}

fn change(memory: &mut Memory, id: &str, done: Move) {
    memory.change_note(id, &Change::Move(done), NOW_MS * 2).expect("allowed");
}

const CAUSE: &str = "The export fails because the lock is only removed at the end. The cache is never \
    written twice, since each key has one owner only.";

#[test]
fn a_sure_sentence_is_a_note_a_likely_one_a_proposal_and_an_answer_proposes_at_most() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let mut session = Session::new("5e551033", &sandbox.directory("harbour"));
    let prompt = "Never log a card number. turns out the queue is lost at each restart";
    let lines = session.turn("one", prompt, CAUSE);
    ingest(&mut memory, &sandbox.kept("one", &lines));
    let found = told(&memory);
    let states: Vec<(&str, State)> =
        found.iter().map(|(kind, _, state)| (kind.as_str(), *state)).collect();
    assert_eq!(states.len(), 3, "{found:?}");
    assert!(states.contains(&("rule", State::Active)));
    assert!(states.iter().filter(|(_, state)| *state == State::Proposed).count() == 2);
    let rule = note(&memory, "Never log a card number").note;
    assert_eq!((rule.author, rule.turns), (Author::Prompt, vec!["one".to_owned()]));
    assert!((rule.confidence - 0.5).abs() < 1e-9);
    assert_eq!(rule.origin.expect("its turn").words, "Never log a card number.");
    let before = told(&memory);
    rebuild_all(&mut memory);
    assert_eq!(told(&memory), before);
    sound(&memory);
}

#[test]
fn nothing_is_found_in_what_is_no_persons_sentence_or_was_kept_out() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let token = ["ghp_", "0123456789abcdefghijABCDEFGHIJ012345"].concat();
    let prompts = [
        "[remember:rule] Never use tabs here".to_owned(),
        format!("from now on, always log in with {token}"),
        "from now on, always <private>call Bob first</private> please".to_owned(),
        "```\nNever log a card number.\n```".to_owned(),
        "> Never log a card number.".to_owned(),
        "Please look at the review comments:\n\nNever log a card number.".to_owned(),
    ];
    say(&mut memory, &sandbox, "5e551034", &prompts.each_ref().map(String::as_str));
    let mut session = Session::new("5e551035", &sandbox.directory("harbour"));
    let mut lines = session.turn("side", "Never log a card number.", CAUSE);
    for line in &mut lines {
        line["isSidechain"] = true.into();
        line["agentId"] = "a1".into();
    }
    ingest(&mut memory, &sandbox.kept("side", &lines));
    let marked = ("rule".to_owned(), "Never use tabs here".to_owned(), State::Active);
    assert_eq!(told(&memory), std::slice::from_ref(&marked));
    memory.keep_out(Masker::default(), Excluded::new(&["**/harbour".to_owned()]).expect("a glob"));
    say(&mut memory, &sandbox, "5e551036", &["Never log a card number."]);
    assert_eq!(told(&memory), [marked]);
}

#[test]
fn with_detection_off_nothing_is_found_and_what_was_found_stays() {
    let sandbox = Sandbox::without_model();
    say(&mut sandbox.open(), &sandbox, "5e551037", &["Never log a card number."]);
    let options = Options { detects: false, ..sandbox.options(Access::Write) };
    let (mut memory, _) = Memory::open(options, NOW_MS).expect("a home");
    say(&mut memory, &sandbox, "5e551038", &["we always squash before a merge"]);
    say(&mut memory, &sandbox, "5e551037", &["Never log a card number.", "thanks"]);
    assert_eq!(told(&memory).len(), 1);
}

#[test]
fn what_is_said_again_is_one_note_that_grows_surer() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    say(&mut memory, &sandbox, "5e551039", &["Never log a card number."]);
    say(&mut memory, &sandbox, "5e551040", &["thanks. never log a CARD number", "go on"]);
    let [row] = &rows(&memory)[..] else { panic!("{:?}", told(&memory)) };
    assert_eq!((row.note.said, row.note.turns.len()), (2, 2));
    assert!((row.note.confidence - 0.59).abs() < 1e-9);
    // A person who writes it as a note says it again.
    let new = NewNote {
        uuid: "x".into(),
        text: "Never log a card number".into(),
        kind: "rule".into(),
        directory: sandbox.directory("harbour"),
        ..NewNote::default()
    };
    assert!(memory.remember(&new, NOW_MS).expect("stored").said_again);
    assert_eq!(rows(&memory).len(), 1);
    // And one that was written first is the one that is found.
    let written = NewNote { text: "we always squash before a merge".into(), ..new };
    let written = memory.remember(&written, NOW_MS).expect("stored").note.row.uuid;
    say(&mut memory, &sandbox, "5e551041", &["We always squash before a merge."]);
    assert_eq!(note(&memory, "we always squash before a merge").uuid, written);
    assert_eq!(rows(&memory).len(), 2);
    sound(&memory);
}

#[test]
fn a_rejected_proposal_stays_away_however_often_it_is_said() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let prompt = "turns out the queue is lost at each restart";
    say(&mut memory, &sandbox, "5e551042", &[prompt]);
    let uuid = rows(&memory)[0].uuid.clone();
    change(&mut memory, &uuid, Move::Reject);
    let lines = memory.export(&Within::Everything, None).expect("an export").lines;
    say(&mut memory, &sandbox, "5e551043", &[prompt]);
    ingest(&mut memory, &sandbox.where_kept("5e551042"));
    rebuild_all(&mut memory);
    memory.import(&lines, Voucher::Person, 0).expect("lines");
    let states: Vec<State> = rows(&memory).into_iter().map(|row| row.note.state).collect();
    assert_eq!(states, [State::Rejected]);
    // A sure sentence that was rejected stays away, too.
    say(&mut memory, &sandbox, "5e551044", &["Never log a card number."]);
    let rule = note(&memory, "Never log a card number").uuid;
    change(&mut memory, &rule, Move::Reject);
    say(&mut memory, &sandbox, "5e551045", &["Never log a card number!"]);
    assert!(rows(&memory).iter().all(|row| row.note.state == State::Rejected));
}

#[test]
fn a_session_proposes_three_notes_at_most() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let lost = |what: &str| format!("turns out the {what} is lost at each restart");
    let prompts = ["queue", "cache", "lamp", "rope", "mast"].map(lost);
    say(&mut memory, &sandbox, "a", &prompts.each_ref().map(String::as_str));
    say(&mut memory, &sandbox, "b", &["ok", &lost("keel")]);
    let waiting = |memory: &Memory| {
        let found = memory.proposals(&Within::Everything).expect("a list").into_iter();
        found.map(|proposal| (proposal.row, proposal.session)).collect::<Vec<_>>()
    };
    let found = waiting(&memory);
    let of_a = found.iter().filter(|(_, session)| session.as_deref() == Some("a")).count();
    assert_eq!((found.len(), of_a), (4, 3));
    assert_eq!(memory.stats().expect("counts").proposed, 4);
    // Those that were decided count.
    for (row, _) in &found {
        change(&mut memory, &row.uuid, Move::Reject);
    }
    assert!(waiting(&memory).is_empty());
    assert_eq!(told(&memory).len(), 6);
}

#[test]
fn the_best_proposal_comes_first_and_of_history_only_what_was_said_in_two_sessions() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    for (name, what) in [("old-a", "queue"), ("old-b", "keel"), ("old-c", "keel")] {
        let prompt = format!("turns out the {what} is lost at each restart");
        let mut session = Session::new(name, &sandbox.directory("harbour"));
        let mut lines = session.turn(name, &prompt, "Done.");
        for line in &mut lines {
            line["timestamp"] = "2024-01-02T03:04:05.000Z".into();
        }
        ingest(&mut memory, &sandbox.kept(name, &lines));
    }
    let prompts = ["we dont have a staging database", "stop adding comments that repeat the code"];
    say(&mut memory, &sandbox, "new", &prompts);
    let found = memory.proposals(&Within::Everything).expect("a list").into_iter();
    let found: Vec<String> = found.map(|proposal| proposal.row.note.summary).collect();
    assert_eq!(found, ["turns out the keel is lost at each restart", prompts[1], prompts[0]]);
}

#[test]
fn a_newer_opposite_rule_ends_the_older_one() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let said = ["we always deploy on Fridays", "we never deploy on Fridays any more"];
    let back = "from now on we do deploy on Fridays";
    say(&mut memory, &sandbox, "a", &said[..1]);
    say(&mut memory, &sandbox, "b", &["ok", said[1]]);
    say(&mut memory, &sandbox, "c", &["ok", "well", back]);
    for old in said {
        assert!(note(&memory, old).note.superseded_by.is_some(), "{old}");
    }
    assert_eq!(note(&memory, back).note.superseded_by, None);
    // A proposal ends what it opposes once it is accepted.
    let (old, new) = ("we always mock the clock", "stop mocking the clock");
    say(&mut memory, &sandbox, "d", &[old]);
    say(&mut memory, &sandbox, "e", &["ok", new]);
    assert_eq!(note(&memory, old).note.superseded_by, None);
    let accepted = note(&memory, new).uuid;
    change(&mut memory, &accepted, Move::Accept);
    assert_eq!(note(&memory, old).note.superseded_by, Some(accepted));
}

#[test]
fn an_answer_counts_only_while_it_is_the_last_one_of_its_turn() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let mut session = Session::new("5e551046", &sandbox.directory("harbour"));
    let path = sandbox.kept("grows", &session.turn("t", "Why does it fail?", CAUSE));
    ingest(&mut memory, &path);
    assert_eq!(rows(&memory).len(), 1);
    append(&path, &bytes_of(&[session.answer("t-more", "I looked further: all is well now.")]));
    ingest(&mut memory, &path);
    assert_eq!(told(&memory), []);
    sound(&memory);
    // What a person accepted stays.
    let mut session = Session::new("5e551047", &sandbox.directory("harbour"));
    let path = sandbox.kept("again", &session.turn("u", "Why does it fail?", CAUSE));
    ingest(&mut memory, &path);
    let uuid = rows(&memory)[0].uuid.clone();
    change(&mut memory, &uuid, Move::Accept);
    append(&path, &bytes_of(&[session.answer("u-more", "I looked further: all is well now.")]));
    ingest(&mut memory, &path);
    assert_eq!(rows(&memory)[0].note.state, State::Active);
}

#[test]
fn a_newer_choice_supersedes_the_older_one_whichever_comes_in_first() {
    let old = ["let's use oak instead of elm for the mast"];
    let new = ["ok", "let's use pine instead of oak"];
    let again = ["well", "hm", "let's use oak instead of elm for the mast"];
    let mut dumps = Vec::new();
    for order in [[0, 1], [1, 0]] {
        let sandbox = Sandbox::without_model();
        let mut memory = sandbox.open();
        for at in order {
            let (name, prompts): (&str, &[&str]) = [("a", &old[..]), ("b", &new[..])][at];
            say(&mut memory, &sandbox, name, prompts);
        }
        let pine = note(&memory, "let's use pine instead of oak");
        let oak = note(&memory, old[0]);
        assert_eq!(oak.note.superseded_by.as_deref(), Some(pine.uuid.as_str()));
        assert_eq!((oak.note.state, pine.note.superseded_by), (State::Active, None));
        dumps.push(notes_without_places(&sandbox));
        // Changing one's mind back.
        say(&mut memory, &sandbox, "c", &again);
        assert_eq!(note(&memory, old[0]).note.superseded_by, None);
        sound(&memory);
    }
    assert_eq!(dumps[0], dumps[1]);
}

#[test]
fn what_a_rejected_note_took_back_holds_again() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let old = "let's use oak instead of elm for the mast";
    say(&mut memory, &sandbox, "a", &[old]);
    say(&mut memory, &sandbox, "b", &["ok", "let's use pine instead of oak"]);
    let pine = note(&memory, "let's use pine instead of oak").uuid;
    assert_eq!(note(&memory, old).note.superseded_by.as_ref(), Some(&pine));
    change(&mut memory, &pine, Move::Reject);
    let oak = note(&memory, old).note;
    assert_eq!((oak.superseded_by, oak.state), (None, State::Active));
    assert!(oak.confidence < 1.0, "nobody vouched for it");
    // Said again, the rejected one takes nothing back.
    say(&mut memory, &sandbox, "c", &["x", "y", "let's use pine instead of oak"]);
    assert_eq!(note(&memory, old).note.superseded_by, None);
}

/// Returns the notes as they are stored, without the sandbox's folder.
fn notes_without_places(sandbox: &Sandbox) -> Vec<String> {
    let uuid = |row: &str| row.split(' ').nth(1).map(str::to_owned);
    let notes = dump_notes(&sandbox.connection());
    let folder = sandbox.path("").display().to_string();
    let uuids: Vec<String> = notes.iter().filter_map(|row| uuid(row)).collect();
    let mut plain: Vec<String> = notes
        .into_iter()
        .map(|row| {
            let row = row.replace(folder.trim_end_matches('/'), "");
            // Ids are made from the project's path.
            let row = uuids.iter().fold(row, |row, uuid| {
                row.replace(uuid.trim_start_matches("Text(\"").trim_end_matches("\")"), "uuid")
            });
            row.split("id: \"").map(|part| part.split_once('"').map_or(part, |it| it.1)).collect()
        })
        .collect();
    plain.sort();
    plain
}

#[test]
fn what_was_found_goes_with_its_turn_and_may_be_said_anew() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    say(&mut memory, &sandbox, "a", &["Never log a quillwater number."]);
    say(&mut memory, &sandbox, "b", &["never log a QUILLWATER number"]);
    let select = |memory: &Memory, id: &str| {
        let by_id = Selection { ids: vec![id.to_owned()], ..Selection::default() };
        let chosen = memory.select(by_id, None).expect("a selection").into_iter();
        chosen.map(|each| each.turn).collect::<Vec<String>>()
    };
    let first = select(&memory, "a-0");
    assert_eq!(first, ["a-0"], "the other turn still says it");
    memory.forget(&first).expect("a write");
    let [row] = &rows(&memory)[..] else { panic!("one note stays") };
    assert_eq!((row.note.said, row.note.summary.as_str()), (1, "never log a QUILLWATER number"));
    sound(&memory);
    let second = select(&memory, "b-0");
    assert_eq!(second.len(), 2, "the note goes with its last turn");
    assert_eq!(memory.forget(&second).expect("a write"), 2);
    memory.compact().expect("nobody else reads");
    let bytes = std::fs::read(sandbox.database()).expect("a file").to_ascii_lowercase();
    assert!(!bytes.windows(10).any(|window| window == b"quillwater"));
    assert_eq!(told(&memory), []);
    say(&mut memory, &sandbox, "c", &["Never log a quillwater number."]);
    assert_eq!(told(&memory).len(), 1, "said anew in another turn");
    ingest(&mut memory, &sandbox.where_kept("a"));
    assert_eq!(rows(&memory)[0].note.turns, ["c-0"]);
    // A note that was deleted itself does not come back.
    let uuid = rows(&memory)[0].uuid.clone();
    memory.forget(&[uuid]).expect("a write");
    say(&mut memory, &sandbox, "d", &["Never log a quillwater number."]);
    assert_eq!(told(&memory), []);
}

#[test]
fn two_machines_that_exchange_what_they_have_have_the_same_notes() {
    let prompts: [&[&str]; 2] = [
        &["Never log a card number.", "let's use oak instead of elm for the mast"],
        &["ok", "never log a CARD number", "let's use pine instead of oak"],
    ];
    let machine = |at: usize| {
        let sandbox = Sandbox::without_model();
        let mut memory = sandbox.open();
        let mut session = Session::new(&format!("s{at}"), std::path::Path::new("/nowhere/skiff"));
        let turn = |(n, text): (usize, &&str)| session.turn(&format!("{at}-{n}"), text, CAUSE);
        let lines: Vec<_> = prompts[at].iter().enumerate().flat_map(turn).collect();
        ingest(&mut memory, &sandbox.kept("s", &lines));
        (sandbox, memory)
    };
    let (here, mut mine) = machine(0);
    let (there, mut theirs) = machine(1);
    let exported = |memory: &Memory| {
        let mut lines = Vec::new();
        let mut after = None;
        loop {
            let part = memory.export(&Within::Everything, after).expect("an export");
            lines.extend(part.lines);
            match part.next {
                Some(next) => after = Some(next),
                None => return lines,
            }
        }
    };
    let (of_mine, of_others) = (exported(&mine), exported(&theirs));
    mine.import(&of_others, Voucher::Person, 0).expect("lines");
    for line in of_mine.iter().rev() {
        theirs
            .import(std::slice::from_ref(line), mementor_core::api::Voucher::Person, 0)
            .expect("a line");
    }
    let dumps = [here, there].map(|sandbox| dump_notes(&sandbox.connection()));
    assert_eq!(dumps[0], dumps[1]);
    assert!(dumps[0].len() >= 4, "{:?}", dumps[0]);
}
