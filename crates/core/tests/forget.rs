//! Forgotten turns are gone from every byte and do not come back.

mod sandbox;

use std::cell::RefCell;
use std::path::Path;
use std::time::Duration;

use mementor_core::index::postings;
use mementor_core::memory::Within;
use mementor_core::removal::forget::{self, Because, Selection};
use mementor_core::removal::proof;
use mementor_core::sources::Machine;
use mementor_core::store::{Access, FORGOTTEN_NAME, Filter};
use mementor_core::surroundings::Surroundings;
use mementor_core::{Error, Memory};
use sandbox::{Sandbox, Session, append, bytes_of, embed_all, ingest};
use serde_json::{Value, json};

/// Occurs in the prompt, answer, command and result of one turn, and nowhere else.
const SECRET: &str = "zanzibarite";

fn lines(sandbox: &Sandbox) -> Vec<Value> {
    let mut session = Session::new("5e551011-aaaa", &sandbox.directory("quarry"));
    let mut lines = session.turn("kept", "Which stone is the floor made of?", "Slate from Wales.");
    lines.extend(session.turn(
        "doomed",
        &format!("Is {SECRET} rare?"),
        &format!("Very: {SECRET}."),
    ));
    let command = json!({ "command": format!("grep {SECRET} stones.txt") });
    lines.push(session.tool_use("doomed-use", "t1", "Bash", &command));
    lines.push(session.tool_result("doomed-result", "t1", &format!("{SECRET} 1")));
    lines.extend(session.turn("later", "And how old is the roof?", "From 1910, copper."));
    lines
}

fn stored(sandbox: &Sandbox) -> (Memory, std::path::PathBuf) {
    let path = sandbox.path("s.jsonl");
    std::fs::write(&path, bytes_of(&lines(sandbox))).expect("room");
    let mut memory = sandbox.open();
    ingest(&mut memory, &path);
    embed_all(&mut memory);
    assert_eq!(memory.prepare_contexts(8).expect("turns"), 1);
    (memory, path)
}

fn containing(text: &str) -> Selection {
    Selection { containing: Some(text.to_owned()), ..Selection::default() }
}

fn selected(memory: &Memory, selection: Selection) -> Vec<String> {
    let turns = memory.select(selection, None).expect("a selection");
    turns.into_iter().map(|turn| turn.turn).collect()
}

/// Returns the files of a folder that contain `needle`.
fn holding(folder: &Path, needle: &str) -> Vec<String> {
    let files = std::fs::read_dir(folder).expect("a folder").flatten();
    let holds = |entry: &std::fs::DirEntry| {
        let bytes = std::fs::read(entry.path()).unwrap_or_default();
        bytes.windows(needle.len()).any(|window| window == needle.as_bytes())
    };
    files.filter(holds).map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn forgotten_turns_leave_no_byte_and_do_not_come_back() {
    let sandbox = Sandbox::with_model();
    let (mut memory, path) = stored(&sandbox);
    assert!(!holding(&sandbox.home(), SECRET).is_empty(), "the check would prove nothing");

    let doomed = selected(&memory, containing(&SECRET.to_uppercase()));
    assert_eq!(doomed, ["doomed"]);
    assert_eq!(memory.forget(&doomed).expect("a write"), 1);
    memory.compact().expect("nobody else reads");
    assert_eq!(holding(&sandbox.home(), SECRET), Vec::<String>::new());
    assert_eq!(memory.integrity_problems().expect("a check"), Vec::<String>::new());

    // A rewritten file is read from its start; a copy under another name was never read.
    std::fs::write(&path, [b"\n", bytes_of(&lines(&sandbox)).as_slice()].concat()).expect("room");
    ingest(&mut memory, &path);
    let copy = sandbox.path("copy.jsonl");
    std::fs::write(&copy, bytes_of(&lines(&sandbox))).expect("room");
    ingest(&mut memory, &copy);
    memory.compact().expect("nobody else reads");
    assert_eq!(holding(&sandbox.home(), SECRET), Vec::<String>::new());
    let all = selected(&memory, Selection { ids: vec!["5e55".into()], ..Selection::default() });
    assert_eq!(all, ["kept", "later"]);
}

#[test]
fn a_queued_prompt_that_is_forgotten_leaves_no_byte_while_it_is_queued() {
    let sandbox = Sandbox::without_model();
    let mut session = Session::new("5e551011-aaaa", &sandbox.directory("quarry"));
    let mut lines = session.turn("doomed", "Which stone is the floor made of?", "Slate.");
    let queued = json!({
        "type": "queue-operation", "operation": "enqueue", "sessionId": "5e551011-aaaa",
        "timestamp": "2026-03-01T10:00:00.417Z", "content": format!("and is {SECRET} rare?"),
    });
    lines.push(queued);
    let path = sandbox.path("s.jsonl");
    std::fs::write(&path, bytes_of(&lines)).expect("room");
    let mut memory = sandbox.open();
    ingest(&mut memory, &path);
    assert!(!holding(&sandbox.home(), SECRET).is_empty(), "the check would prove nothing");
    let doomed = selected(&memory, containing(SECRET));
    assert_eq!(doomed, ["doomed"]);
    assert_eq!(memory.forget(&doomed).expect("a write"), 1);
    memory.compact().expect("nobody else reads");
    assert_eq!(holding(&sandbox.home(), SECRET), Vec::<String>::new());
    append(&path, &bytes_of(&session.turn("later", "And the roof?", "Copper.")));
    ingest(&mut memory, &path);
    memory.compact().expect("nobody else reads");
    assert_eq!(holding(&sandbox.home(), SECRET), Vec::<String>::new());
}

#[test]
fn what_goes_on_in_a_forgotten_turn_is_not_stored_either() {
    let sandbox = Sandbox::without_model();
    let lines = lines(&sandbox);
    let path = sandbox.path("s.jsonl");
    std::fs::write(&path, bytes_of(&lines[..3])).expect("room");
    let mut memory = sandbox.open();
    ingest(&mut memory, &path);
    memory.forget(&["doomed".to_owned()]).expect("a write");
    append(&path, &bytes_of(&lines[3..]));
    ingest(&mut memory, &path);
    memory.compact().expect("nobody else reads");
    assert_eq!(holding(&sandbox.home(), SECRET), Vec::<String>::new());
    assert_eq!(memory.stats().expect("counts").turns, 2);
}

#[test]
fn turns_are_selected_by_every_condition_at_once() {
    let sandbox = Sandbox::without_model();
    let (memory, _) = stored_without_vectors(&sandbox);
    let by_file = Filter { command: Some("grep".into()), ..Filter::default() };
    let ids = vec!["5e551011".to_owned()];
    let of = |selection| selected(&memory, selection);
    assert_eq!(of(Selection { filter: by_file.clone(), ..Selection::default() }), ["doomed"]);
    assert_eq!(
        of(Selection { ids: vec!["later".into(), "kept".into()], ..Selection::default() }),
        ["kept", "later"]
    );
    assert_eq!(of(Selection { ids, filter: by_file, ..containing("slate") }), Vec::<String>::new());
    let elsewhere = Within::Directory(sandbox.directory("another"));
    let none = memory.select(containing(SECRET), Some(&elsewhere)).expect("a selection");
    assert!(none.is_empty(), "{none:?}");
    let refused = memory.select(Selection::default(), None);
    assert!(matches!(refused, Err(Error::InvalidArgument(_))), "{refused:?}");
}

#[test]
fn what_matches_in_other_projects_is_counted() {
    let sandbox = Sandbox::without_model();
    let (mut memory, _) = stored_without_vectors(&sandbox);
    let quarry = Within::Directory(sandbox.directory("quarry"));
    let another = sandbox.directory("another");
    let beside = |memory: &Memory, text: &str, within: &Within| {
        memory.select_beside(containing(text), within).expect("a count")
    };
    assert_eq!(beside(&memory, SECRET, &quarry), 0);
    // A directory of which nothing is stored has no turns: all that match are others.
    assert_eq!(beside(&memory, SECRET, &Within::Directory(another.clone())), 1);
    let mut session = Session::new("5e551022-bbbb", &another);
    let path = sandbox.path("t.jsonl");
    let lines = session.turn("other", "What does ZANZIBARITE cost?", "Nobody sells it.");
    std::fs::write(&path, bytes_of(&lines)).expect("room");
    ingest(&mut memory, &path);
    assert_eq!(beside(&memory, SECRET, &quarry), 1);
    assert_eq!(beside(&memory, "roof", &quarry), 0);
    assert_eq!(beside(&memory, SECRET, &Within::Everything), 0);
}

#[test]
fn a_turn_that_holds_the_same_answer_and_stays_is_named() {
    let sandbox = Sandbox::without_model();
    let mut session = Session::new("5e551011-aaaa", &sandbox.directory("quarry"));
    let answer = "The floor is made of slate.";
    let mut lines = session.turn("first", "Which stone is it?", answer);
    lines.extend(session.turn("short", "And the roof?", "Copper."));
    lines.extend(session.turn("again", "Which stone was it, please?", answer));
    lines.extend(session.turn("other", "And the roof, please?", "Copper."));
    let path = sandbox.path("s.jsonl");
    std::fs::write(&path, bytes_of(&lines)).expect("room");
    let mut memory = sandbox.open();
    ingest(&mut memory, &path);
    let twins = |going: &[&str]| {
        let going: Vec<String> = going.iter().map(|turn| (*turn).to_owned()).collect();
        let found = memory.twins(&going).expect("turns");
        found.into_iter().map(|twin| (twin.turn, twin.of)).collect::<Vec<_>>()
    };
    assert_eq!(twins(&["first", "short"]), [("again".to_owned(), "first".to_owned())]);
    assert!(twins(&["first", "again"]).is_empty(), "both go");
    assert!(twins(&["short"]).is_empty(), "the answer is too short to tell anything");
}

fn stored_without_vectors(sandbox: &Sandbox) -> (Memory, std::path::PathBuf) {
    let path = sandbox.path("s.jsonl");
    std::fs::write(&path, bytes_of(&lines(sandbox))).expect("room");
    let mut memory = sandbox.open();
    ingest(&mut memory, &path);
    (memory, path)
}

/// Forgets a turn, damages the home, and ingests the transcript again with whatever database a
/// writer then has.
fn away_after(harm: impl FnOnce(&Sandbox)) {
    let sandbox = Sandbox::without_model();
    let (mut memory, path) = stored_without_vectors(&sandbox);
    memory.forget(&["doomed".to_owned()]).expect("a write");
    memory.compact().expect("nobody else reads");
    drop(memory);
    harm(&sandbox);
    let mut memory = sandbox.try_open(Access::Repair).expect("a writer always begins");
    // A rewritten file is read from its start.
    std::fs::write(&path, [b"\n", bytes_of(&lines(&sandbox)).as_slice()].concat()).expect("room");
    ingest(&mut memory, &path);
    let all = selected(&memory, Selection { ids: vec!["5e55".into()], ..Selection::default() });
    assert_eq!(all, ["kept", "later"]);
}

#[test]
fn forgotten_turns_stay_away_whatever_becomes_of_the_database() {
    let damage = |change: fn(&mut Vec<u8>)| {
        move |sandbox: &Sandbox| {
            let mut bytes = std::fs::read(sandbox.database()).expect("it is there");
            change(&mut bytes);
            std::fs::write(sandbox.database(), bytes).expect("room");
        }
    };
    away_after(|sandbox| std::fs::remove_file(sandbox.database()).expect("it is there"));
    away_after(|sandbox| {
        std::fs::rename(sandbox.database(), sandbox.path("aside.db")).expect("it is there");
    });
    away_after(damage(|bytes| bytes[..16].fill(b'X')));
    away_after(damage(|bytes| bytes[..4_096].fill(0)));
    away_after(damage(|bytes| bytes[30..94].fill(0xa5)));
    away_after(damage(|bytes| bytes.truncate(3 * 4_096)));
    away_after(damage(|bytes| bytes.truncate(bytes.len() / 2)));
    away_after(damage(|bytes| {
        let at = bytes.windows(6).position(|window| window == b"doomed").expect("the table");
        let page = at / 4_096 * 4_096;
        bytes[page..page + 4_096].fill(0xff);
    }));
    away_after(|sandbox| {
        std::fs::remove_file(sandbox.database()).expect("it is there");
        append(&sandbox.home().join(FORGOTTEN_NAME), b"\"half a li");
    });
    // Without the list, the table still has the ids, as in a database of an older build.
    away_after(|sandbox| {
        std::fs::remove_file(sandbox.home().join(FORGOTTEN_NAME)).expect("it is there");
        drop(sandbox.open());
        std::fs::remove_file(sandbox.database()).expect("it is there");
    });
}

#[test]
fn an_old_copy_in_the_place_of_the_database_brings_nothing_back() {
    let sandbox = Sandbox::without_model();
    let (mut memory, _) = stored_without_vectors(&sandbox);
    let copy = sandbox.path("copy.db");
    memory.backup(&copy).expect("room");
    memory.forget(&["doomed".to_owned()]).expect("a write");
    drop(memory);
    for side in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{side}", sandbox.database().display()));
    }
    std::fs::copy(&copy, sandbox.database()).expect("room");
    for access in [Access::Read, Access::ReadBriefly] {
        let refused = sandbox.try_open(access).map(drop);
        assert!(matches!(refused, Err(Error::ForgottenStored { .. })), "{access:?}");
    }
    let memory = sandbox.open();
    let all = selected(&memory, Selection { ids: vec!["5e55".into()], ..Selection::default() });
    assert_eq!(all, ["kept", "later"]);
    assert!(sandbox.try_open(Access::Read).is_ok());
    assert!(!memory.holds_removed_bytes().expect("a read"));
    assert_eq!(holding(&sandbox.home(), SECRET), Vec::<String>::new());
}

/// A turn of more than 512 KiB of prompt and answer text, in lines of 20 KiB, and a turn after it.
fn long_lines(sandbox: &Sandbox) -> Vec<Value> {
    let mut session = Session::new("10060000-aaaa", &sandbox.directory("quarry"));
    let mut lines = session.turn("before", "Which stone?", "Slate from Wales.");
    lines.push(session.prompt("lead", "Tell me every chapter please"));
    for chapter in 0..60 {
        let text = format!("chapter{chapter} {}", "quarrystone and mortar ".repeat(900));
        lines.push(session.answer(&format!("long-{chapter}"), &text));
    }
    lines.extend(session.turn("after", "And the roof?", "From 1910, copper."));
    lines
}

#[test]
fn a_turn_too_long_for_one_goes_as_a_whole_whichever_part_is_meant() {
    let turns_of = |memory: &Memory| {
        selected(memory, Selection { ids: vec!["1006".into()], ..Selection::default() })
    };
    for meant in [0, 1, 2] {
        let sandbox = Sandbox::without_model();
        let path = sandbox.kept("long", &long_lines(&sandbox));
        let mut memory = sandbox.open();
        ingest(&mut memory, &path);
        let all = turns_of(&memory);
        assert_eq!(all.len(), 5, "the turn has three parts: {all:?}");
        let ids = vec![all[1 + meant].clone()];
        let going = memory.select(Selection { ids, ..Selection::default() }, None);
        let going = going.expect("a selection");
        let parts = going.iter().filter(|turn| turn.because == Because::Part);
        assert_eq!(parts.count(), 2, "{going:?}");
        let going: Vec<String> = going.into_iter().map(|turn| turn.turn).collect();
        assert_eq!(going, all[1..4]);
        memory.forget(&going).expect("a write");
        assert_eq!(turns_of(&memory), ["before", "after"]);
    }
}

#[test]
fn the_rest_of_a_forgotten_turn_that_comes_later_is_not_stored() {
    let sandbox = Sandbox::without_model();
    let lines = long_lines(&sandbox);
    let path = sandbox.kept("long", &lines[..10]);
    let mut memory = sandbox.open();
    ingest(&mut memory, &path);
    memory.forget(&["lead".to_owned()]).expect("a write");
    append(&path, &bytes_of(&lines[10..]));
    ingest(&mut memory, &path);
    let of = |memory: &Memory| {
        selected(memory, Selection { ids: vec!["1006".into()], ..Selection::default() })
    };
    assert_eq!(of(&memory), ["before", "after"]);
    // A fork has the same lines under another name.
    let fork = sandbox.kept("fork", &lines);
    ingest(&mut memory, &fork);
    assert_eq!(of(&memory), ["before", "after"]);
}

/// Turns the lines into a subagent's.
fn of_agent(agent: &str, mut lines: Vec<Value>) -> Vec<Value> {
    for line in &mut lines {
        line["agentId"] = json!(agent);
        line["isSidechain"] = json!(true);
    }
    lines
}

/// Returns two turns and their subagents: one during the first turn, one during the second, and one
/// during the second that carries out a task of the first.
fn lines_with_agents(sandbox: &Sandbox) -> (Vec<Value>, Vec<Value>) {
    const TASK: &str = "Find out how rare the zanzibarite of the quarry is";
    let mut session = Session::new("a6e70000-aaaa", &sandbox.directory("quarry"));
    let mut lines = session.turn("one", "Is it rare?", "I'll have it looked up.");
    lines.push(session.tool_use("one-use", "t1", "Task", &json!({ "prompt": TASK })));
    let within = session.turn("within", "Look into the list of stones", "It is on page 9.");
    lines.extend(session.turn("two", "And how old is the roof?", "From 1910, copper."));
    let late = session.turn("late", TASK, "Rare.");
    let of_two = session.turn("of-two", "Look up when copper was put on", "In 1910.");
    let agents = [("a1", within), ("a2", late), ("a3", of_two)];
    (lines, agents.into_iter().flat_map(|(agent, lines)| of_agent(agent, lines)).collect())
}

#[test]
fn what_the_subagents_of_a_turn_did_goes_with_it() {
    let sandbox = Sandbox::without_model();
    let (lines, agents) = lines_with_agents(&sandbox);
    let mut memory = sandbox.open();
    ingest(&mut memory, &sandbox.kept("main", &lines));
    ingest(&mut memory, &sandbox.kept("agents", &agents));
    let meant = Selection { ids: vec!["one".into()], ..Selection::default() };
    let going = memory.select(meant, None).expect("a selection");
    let mut going: Vec<_> = going.iter().map(|turn| (turn.turn.as_str(), turn.because)).collect();
    going.sort_unstable_by_key(|turn| turn.0);
    let (by, one) = (Because::Subagent, Because::Meant);
    assert_eq!(going, [("late", by), ("one", one), ("within", by)]);
}

#[test]
fn probes_are_of_every_kind_of_text_and_of_nobody_elses() {
    let sandbox = Sandbox::without_model();
    let mut session = Session::new("e71d0000-aaaa", &sandbox.directory("quarry"));
    let mut lines = session.turn("kept", "zapplewort?", "Shared words stand in two turns here.");
    lines.extend(session.turn("doomed", "quibblefrost?", "Shared words stand in two turns here."));
    let command = json!({ "command": "grep vaultroom stones.txt" });
    lines.push(session.tool_use("doomed-use", "t1", "Bash", &command));
    lines.push(session.tool_result("doomed-result", "t1", "Ostermundigen \"nine\"\nand more"));
    lines.extend(session.turn("short", "ok", "yes"));
    let mut memory = sandbox.open();
    ingest(&mut memory, &sandbox.kept("s", &lines));
    let doomed = ["doomed".to_owned(), "short".to_owned()];
    let probes = memory.probes(&doomed).expect("a read");
    for piece in ["quibblefrost?", "grep vaultroom stones.txt", "Ostermundigen \"nine\""] {
        assert!(probes.pieces.iter().any(|found| found == piece), "{piece}: {probes:?}");
    }
    assert!(!probes.pieces.iter().any(|piece| piece.contains("Shared")), "{probes:?}");
    assert!(probes.terms.contains(&"quibblefrost".to_owned()), "{probes:?}");
    assert!(!probes.terms.contains(&"share".to_owned()), "{probes:?}");
    assert!(probes.actions.contains(&"vaultroom".to_owned()), "{probes:?}");
    assert_eq!(probes.without, 1, "one turn says too little");

    let backup = sandbox.path("copy.db");
    memory.backup(&backup).expect("room");
    let paths = [sandbox.database(), backup.clone(), sandbox.path("gone")];
    let prove = || proof::prove(&paths, &[], &probes).expect("readable");
    assert_eq!(prove().found, paths[..2]);
    memory.forget(&doomed).expect("a write");
    memory.compact().expect("nobody else reads");
    assert_eq!(prove().found, paths[1..2]);
    forget::forget_in_backup(&backup, &doomed, Duration::from_millis(200)).expect("ours");
    let proof = prove();
    assert_eq!((proof.files, proof.databases), (2, 2));
    assert!(proof.found.is_empty() && proof.unchecked.is_empty(), "{proof:?}");
}

#[test]
fn a_term_that_only_an_index_still_knows_is_found_and_removed() {
    let sandbox = Sandbox::without_model();
    let (mut memory, _) = stored_without_vectors(&sandbox);
    // Terms that another build may have derived: today's rules do not produce them.
    let (row, project): (i64, i64) = sandbox
        .connection()
        .query_row("SELECT id, project_id FROM turn WHERE uuid = 'doomed'", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .expect("it is stored");
    let counts = postings::Counts::new(1, 0);
    let block = postings::PostingBlock::from([(postings::place_of(row), counts)]);
    sandbox
        .connection()
        .execute(
            "INSERT INTO posting (project_id, term, block, items) VALUES (?1, 'oldterm', ?2, ?3)",
            rusqlite::params![project, postings::block_of(row), postings::encode(&block)],
        )
        .expect("the schema is ours");
    let doomed = ["doomed".to_owned()];
    let probes = memory.probes(&doomed).expect("a read");
    assert!(probes.terms.contains(&"oldterm".to_owned()), "{probes:?}");
    memory.forget(&doomed).expect("a write");
    memory.compact().expect("nobody else reads");
    let proof = proof::prove(&[sandbox.database()], &[], &probes).expect("readable");
    assert!(proof.found.is_empty(), "{proof:?}");
    assert_eq!(holding(&sandbox.home(), "oldterm"), Vec::<String>::new());
}

#[test]
fn what_goes_wrong_with_a_backup_is_an_error_of_the_backup() {
    let sandbox = Sandbox::without_model();
    let (memory, _) = stored_without_vectors(&sandbox);
    let backup = sandbox.path("copy.db");
    memory.backup(&backup).expect("room");
    std::fs::write(&backup, "no database at all").expect("room");
    for path in [backup, sandbox.path("gone.db")] {
        let failed = forget::forget_in_backup(&path, &["doomed".to_owned()], Duration::ZERO);
        assert!(matches!(failed, Err(Error::BackupUnusable { .. })), "{failed:?}");
    }
}

/// The turns themselves say nothing else.
#[test]
fn an_id_or_an_escaped_word_that_also_stands_elsewhere_is_no_trace() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let mut session = Session::new("5e551011-aaaa", &sandbox.directory("quarry"));
    let noting = "[remember:rule] The roof is made of copper.";
    let path = sandbox.path("s.jsonl");
    let lines = session.turn("noting", noting, r"The city is Z\u00fcrich-West.");
    std::fs::write(&path, bytes_of(&lines)).expect("room");
    ingest(&mut memory, &path);
    let notes = memory.select(containing("made of copper"), None).expect("a selection");
    let note = notes.iter().find(|each| each.is_note).expect("a note").turn.clone();
    let mut session = Session::new("5e551022-bbbb", &sandbox.directory("quarry"));
    let mut lines = session.turn("id", &note, "no idea");
    lines.extend(session.turn("word", "Zürich-West", "no idea"));
    let path = sandbox.path("t.jsonl");
    std::fs::write(&path, bytes_of(&lines)).expect("room");
    ingest(&mut memory, &path);
    let going = ["id".to_owned(), "word".to_owned()];
    let probes = memory.probes(&going).expect("turns");
    memory.forget(&going).expect("a write");
    memory.compact().expect("nobody else reads");
    let database = sandbox.home().join("memory.db");
    let proof = proof::prove(&[database], &[], &probes).expect("a file");
    assert!(proof.found.is_empty(), "{:?}", probes.pieces);
    assert_eq!(probes.without, 2);
}

#[test]
fn the_beginning_of_several_ids_forgets_none_of_them() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    for (id, word) in [("019aaaaa-b111", "oak"), ("019aaaaa-b222", "pine")] {
        let mut session = Session::new(id, &sandbox.directory("quarry"));
        let turn = session.turn(&format!("{word}-turn"), &format!("Is {word} hard?"), "Rather.");
        ingest(&mut memory, &sandbox.kept(word, &turn));
    }
    let machine = Machine::of(Surroundings::default());
    let memory = RefCell::new(memory);
    // The number of turns, and of files that hold them.
    let plan = |meant: Selection| {
        let mut memory = memory.borrow_mut();
        loop {
            let planning = memory.plan_forget(meant.clone(), None, &machine)?;
            if let Some(plan) = planning.plan {
                return Ok((plan.turns.len(), plan.elsewhere.len()));
            }
            assert_eq!((planning.files, planning.searched), (2, 0));
        }
    };
    let by_id = |id: &str| plan(Selection { ids: vec![id.to_owned()], ..Selection::default() });
    let of_session = |id: &str| {
        let filter = Filter { session: Some(id.to_owned()), ..Filter::default() };
        plan(Selection { filter, ..Selection::default() })
    };
    for (several, one) in [("019aaaaa", "019aaaaa-b1"), ("019aaaaa-b", "019aaaaa-b222")] {
        for found in [by_id(several), of_session(several)] {
            let Err(Error::IdAmbiguous(told)) = found else { panic!("{found:?}") };
            assert!(told.contains("019aaaaa-b111") && told.contains("019aaaaa-b222"), "{told}");
        }
        assert_eq!((by_id(one).ok(), of_session(one).ok()), (Some((1, 1)), Some((1, 1))), "{one}");
    }
    assert_eq!((by_id("nothing").ok(), by_id("oak-").ok()), (Some((0, 0)), Some((1, 1))));
    memory.borrow_mut().forget(&["oak-turn".to_owned()]).expect("a write");
    assert_eq!(by_id("oak-").ok(), Some((0, 0)), "no plan is from before");
}
