//! What a user keeps out of the memory: private spans, their own patterns, excluded directories.

mod sandbox;

use mementor_core::Memory;
use mementor_core::api::Voucher;
use mementor_core::hash::hex_digest;
use mementor_core::index::when::Now;
use mementor_core::memory::{Options, Within};
use mementor_core::policy::exclude::Excluded;
use mementor_core::secrets::Masker;
use mementor_core::store::{Access, Filter};
use sandbox::{AFTER_MS, NOW_MS, Sandbox, Session, append, bytes_of, ingest, ingest_as};
use serde_json::{Value, json};

fn passages(memory: &mut Memory, text: &str) -> Vec<String> {
    let found = memory.query(text, &Within::Everything, Filter::default(), 5, Now::utc(NOW_MS));
    let hits = found.expect("any text is a query").found.hits;
    hits.into_iter().map(|hit| format!("{}\n\n{}", hit.prompt, hit.passage)).collect()
}

fn excluding(sandbox: &Sandbox, glob: &str) -> Memory {
    let excluded = Excluded::new(&[glob.to_owned()]).expect("a glob");
    let options = Options { excluded, ..sandbox.options(Access::Write) };
    Memory::open(options, NOW_MS).expect("a home of our own").0
}

#[test]
fn private_spans_of_prompts_and_answers_are_not_stored() {
    let sandbox = Sandbox::without_model();
    let mut session = Session::new("s", &sandbox.directory("shop"));
    let lines = session.turn(
        "p",
        "move the lighthouse <Private>to Atlantis</ private > by noon < private > says Nemo",
        "It moves. <private>Nautilus</private> knows.",
    );
    let transcript = sandbox.transcript("t", &lines);
    let mut memory = sandbox.open();
    ingest(&mut memory, &transcript);
    let answer = "Done <private>by Aronnax</private>";
    assert!(memory.report_answer(&transcript, answer, AFTER_MS).expect("stored"));
    let stored = sandbox.dump().join("\n") + &passages(&mut memory, "lighthouse").join("\n");
    assert!(stored.contains("move the lighthouse [private] by noon [private]"), "{stored}");
    for word in ["Atlantis", "Nemo", "Nautilus", "Aronnax"] {
        assert!(!stored.contains(word), "{word}: {stored}");
    }
    assert!(passages(&mut memory, "Atlantis").is_empty());
}

#[test]
fn what_own_patterns_match_is_not_stored() {
    let sandbox = Sandbox::without_model();
    let masker = Masker::new(&[r"(?i)project \w+".into(), "tail of .*".into()]).expect("patterns");
    let options = Options { masker, ..sandbox.options(Access::Write) };
    let (mut memory, _) = Memory::open(options, NOW_MS).expect("a home of our own");
    let mut session = Session::new("s", &sandbox.directory("shop"));
    let mut lines =
        session.turn("p", "when does Project Walrus ship?", "In May, the tail of it in June.");
    lines.push(session.tool_use(
        "u",
        "tool",
        "Bash",
        &serde_json::json!({ "command": "cat project walrus" }),
    ));
    let transcript = sandbox.transcript("t", &lines);
    ingest(&mut memory, &transcript);
    assert_eq!(
        passages(&mut memory, "ship"),
        ["when does [masked:own] ship?\n\nIn May, the [masked:own]"]
    );
    let shown = memory.show("p").expect("stored");
    assert!(!format!("{shown:?}").to_lowercase().contains("walrus"), "{shown:?}");
}

#[test]
fn conversations_of_excluded_directories_are_not_stored_in_any_way() {
    let sandbox = Sandbox::without_model();
    let folder = sandbox.directory("client-a");
    let mut session = Session::new("s", &folder.join("src"));
    let prompt = session.prompt("p", "where is the lighthouse?");
    let transcript = sandbox.transcript("t", &[prompt]);
    let mut memory = excluding(&sandbox, "client-*");
    let report = ingest(&mut memory, &transcript);
    assert!(report.done && report.skipped["excluded"] == 1, "{report:?}");
    assert!(
        memory.holds_answer(&transcript, "On the skerry.", AFTER_MS).expect("nothing waits for it")
    );
    assert!(!memory.report_answer(&transcript, "On the skerry.", AFTER_MS).expect("not stored"));
    append(&transcript, &bytes_of(&[session.answer("a", "On the skerry.")]));
    ingest_as(&mut memory, &transcript, Some("another"));
    assert!(passages(&mut memory, "lighthouse").is_empty());
    assert_eq!(memory.stats().expect("counts").turns, 0);

    // What was ingested before stays, and nothing is added.
    let mut memory = sandbox.open();
    ingest(&mut memory, &transcript);
    append(&transcript, &bytes_of(&session.turn("q", "and the harbour?", "To the east.")));
    ingest(&mut excluding(&sandbox, "client-*"), &transcript);
    assert_eq!(memory.stats().expect("counts").turns, 1);
}

#[test]
fn transcripts_that_lie_in_an_excluded_directory_are_not_stored() {
    let sandbox = Sandbox::without_model();
    let mut session = Session::new("s", &sandbox.directory("shop"));
    let transcript = sandbox.transcript("t", &session.turn("p", "where is it?", "There."));
    let folder = transcript.parent().expect("a folder").to_string_lossy().into_owned();
    ingest(&mut excluding(&sandbox, &folder), &transcript);
    assert_eq!(sandbox.open().stats().expect("counts").turns, 0);
}

/// Lines of one session in several directories: each turn with the directory of its work.
fn moving(sandbox: &Sandbox, turns: &[(&str, &str)]) -> Vec<Vec<Value>> {
    let lines = |(turn, folder): &(&str, &str)| {
        let mut session = Session::new("moving", &sandbox.directory(folder));
        session.turn(turn, &format!("where is the {turn}?"), &format!("The {turn} is here."))
    };
    turns.iter().map(lines).collect()
}

fn turns(sandbox: &Sandbox) -> Vec<String> {
    let connection = sandbox.connection();
    let mut statement = connection.prepare("SELECT uuid FROM turn ORDER BY uuid").expect("a table");
    let rows = statement.query_map([], |row| row.get(0)).expect("rows");
    rows.collect::<Result<_, _>>().expect("texts")
}

#[test]
fn a_session_that_names_a_mark_of_an_excluded_directory_alone_is_not_stored() {
    for (glob, name, is_stored) in [
        ("clients", "clients", false),
        ("clients/*", "clients/acme", false),
        ("clients/**", "clients/acme/site", false),
        ("clients/*", "clients", true),
        ("clients", "shop", true),
    ] {
        let sandbox = Sandbox::without_model();
        let root = sandbox.directory("").canonicalize().expect("there");
        let directory = root.join(name);
        std::fs::create_dir_all(&directory).expect("room");
        let mark = hex_digest(directory.to_str().expect("text").as_bytes());
        let said = |id: u8, kind: &str, text: &str| json!({ "id": id.to_string(), "timestamp": "2026-03-01T10:00:00.417Z", "type": kind, "content": text });
        let session = json!({
            "sessionId": "0b3f7a52-6f0e-4a43-9a31-5f7a6f0c2d11", "projectHash": mark,
            "messages": [said(1, "user", "hoist the walrus"), said(2, "gemini", "It hangs.")],
        });
        let file = format!(".gemini/tmp/{mark}/chats/session-2026-03-01T10-00-0b3f7a52.json");
        let path = sandbox.path(&file);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("room");
        std::fs::write(&path, session.to_string()).expect("room");
        let mut memory = excluding(&sandbox, &format!("{}/{glob}", root.display()));
        while !memory.ingest_of("gemini", &path, None, None).expect("a step").done {}
        assert_eq!(sandbox.dump().join("").contains("walrus"), is_stored, "{glob} {name}");
    }
}

#[test]
fn what_is_said_while_a_session_works_in_an_excluded_directory_is_not_stored() {
    let said = [("boat", "shop"), ("client", "client-a"), ("crab", "client-b/x"), ("dock", "shop")];
    for at_once in [true, false] {
        let sandbox = Sandbox::without_model();
        let mut memory = excluding(&sandbox, "client-*");
        let path = sandbox.transcript("t", &[]);
        for lines in moving(&sandbox, &said) {
            append(&path, &bytes_of(&lines));
            if !at_once {
                ingest(&mut memory, &path);
            }
        }
        ingest(&mut memory, &path);
        assert_eq!(turns(&sandbox), ["boat", "dock"]);
        let dump = sandbox.dump().join("\n");
        assert!(!dump.contains("crab") && !dump.contains("client"), "{dump}");
        drop(memory);
        let mut memory = sandbox.open();
        ingest(&mut memory, &path);
        assert_eq!(turns(&sandbox).len(), 2, "what was read is not read again by itself");
    }
}

#[test]
fn a_turn_that_moves_into_an_excluded_directory_goes_with_what_was_stored_of_it() {
    let sandbox = Sandbox::without_model();
    let mut memory = excluding(&sandbox, "client-*");
    let shop = sandbox.directory("shop");
    let mut here = Session::new("moving", &shop);
    let path = sandbox.transcript("t", &here.turn("boat", "where is the boat?", "At the pier."));
    ingest(&mut memory, &path);
    append(&path, &bytes_of(&[here.prompt("walrus", "Never feed the walrus, go to the client.")]));
    ingest(&mut memory, &path);
    assert_eq!(turns(&sandbox), ["boat", "walrus"]);
    let mut there = Session::new("moving", &sandbox.directory("client-a"));
    append(&path, &bytes_of(&[there.answer("w2", "The client feeds it.")]));
    // The end of the turn is told by a hook before the transcript is read.
    ingest(&mut memory, &path);
    assert!(!memory.report_answer(&path, "It likes fish.", AFTER_MS).expect("no error"));
    append(&path, &bytes_of(&[here.answer("w3", "Back from the walrus.")]));
    ingest(&mut memory, &path);
    assert_eq!(turns(&sandbox), ["boat"]);
    let dump = sandbox.dump().join("\n");
    assert!(!dump.contains("walrus") && !dump.contains("fish"), "{dump}");
}

/// A turn of Copilot CLI: where it works is told by an event of its own.
fn copilot(turn: &str, place: Value) -> Vec<Value> {
    let event = |kind: &str, id: &str, data: Value| {
        let id = format!("{turn}-{id}");
        json!({ "type": kind, "id": id, "data": data, "timestamp": "2026-03-01T10:00:00.000Z" })
    };
    let kind = if place["context"].is_null() { "session.context_changed" } else { "session.start" };
    vec![
        event(kind, "s", place),
        event("user.message", "p", json!({ "content": format!("where is the {turn}?") })),
        event("assistant.message", "a", json!({ "content": format!("The {turn} is here.") })),
    ]
}

/// A turn of Codex: its context names the directory.
fn codex(turn: &str, place: &str) -> Vec<Value> {
    let at = "2026-03-01T10:00:00.000Z";
    let id = |number: usize| format!("01a2036e-f298-7c21-bed7-{number:012x}");
    let line =
        |kind: &str, payload: Value| json!({ "timestamp": at, "type": kind, "payload": payload });
    let said = |role: &str, kind: &str, text: String| json!({ "type": "message", "role": role, "content": [{ "type": kind, "text": text }] });
    vec![
        line("session_meta", json!({ "id": id(1), "timestamp": at, "cwd": place })),
        line("turn_context", json!({ "turn_id": id(turn.len() + 7), "cwd": place, "model": "m" })),
        line("response_item", said("user", "input_text", format!("where is the {turn}?"))),
        line(
            "event_msg",
            json!({ "type": "user_message", "message": format!("where is the {turn}?") }),
        ),
        line("response_item", said("assistant", "output_text", format!("The {turn} is here."))),
    ]
}

#[test]
fn sessions_of_other_agents_stop_being_stored_where_they_move_too() {
    for agent in ["copilot", "codex"] {
        for at_once in [true, false] {
            let sandbox = Sandbox::without_model();
            let [open, out] = ["shop", "client-a"]
                .map(|name| sandbox.directory(name).to_string_lossy().into_owned());
            let turns = match agent {
                "copilot" => [
                    copilot("boat", json!({ "sessionId": "s", "context": { "cwd": open } })),
                    copilot("walrus", json!({ "cwd": out })),
                    copilot("lighthouse", json!({ "cwd": open })),
                ],
                _ => [codex("boat", &open), codex("walrus", &out), codex("lighthouse", &open)],
            };
            let mut memory = excluding(&sandbox, "client-*");
            let path = sandbox.transcript("rollout", &[]);
            let mut take =
                || while !memory.ingest_of(agent, &path, None, None).expect("a step").done {};
            for lines in turns {
                append(&path, &bytes_of(&lines));
                if !at_once {
                    take();
                }
            }
            take();
            let dump = sandbox.dump().join("\n");
            assert!(dump.contains("boat") && dump.contains("lighthouse"), "{agent}: {dump}");
            assert!(!dump.contains("walrus"), "{agent}: {dump}");
        }
    }
}

#[test]
fn a_copy_of_a_turn_that_worked_in_an_excluded_directory_stays_out() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let mut here = Session::new("moving", &sandbox.directory("shop"));
    let mut there = Session::new("moving", &sandbox.directory("client-a"));
    let lines = [
        here.prompt("walrus", "where is the walrus?"),
        there.answer("w2", "The client has it."),
        here.prompt("boat", "where is the boat?"),
    ];
    ingest(&mut memory, &sandbox.transcript("t", &lines));
    let exported = sandbox::export_all(&memory);
    let other = Sandbox::without_model();
    let mut memory = excluding(&other, "client-*");
    memory.import(&exported.lines, Voucher::Person, 0).expect("an export");
    assert_eq!(turns(&other), ["boat"]);
}

#[cfg(unix)]
#[test]
fn an_answer_is_refused_while_nobody_can_tell_whether_its_conversation_is_excluded() {
    let sandbox = Sandbox::without_model();
    let mut session = Session::new("s", &sandbox.directory("shop"));
    let transcript = sandbox.transcript("t", &[session.prompt("p", "where is the lighthouse?")]);
    let mut memory = excluding(&sandbox, "client-*");
    ingest(&mut memory, &transcript);
    std::fs::remove_file(&transcript).expect("it is ours");
    // A missing transcript has no answer to wait for.
    assert!(!memory.holds_answer(&transcript, "On the skerry.", AFTER_MS).expect("no error"));
    std::fs::create_dir(&transcript).expect("a folder that cannot be read as a file");
    let asked =
        memory.holds_answer(&transcript, "On the skerry.", AFTER_MS).expect_err("not known");
    let told =
        memory.report_answer(&transcript, "On the skerry.", AFTER_MS).expect_err("not known");
    assert_eq!([asked.code(), told.code()], ["TRANSCRIPT_UNREADABLE"; 2]);
    assert!(!sandbox.dump().join("\n").contains("skerry"));
}

#[test]
fn what_is_kept_out_can_be_replaced_between_two_transcripts() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let folder = sandbox.directory("shop");
    let mut take = |name: &str, mask: &[&str], exclude: &[String]| {
        let patterns: Vec<String> = mask.iter().map(|pattern| (*pattern).to_owned()).collect();
        let masker = Masker::new(&patterns).expect("patterns");
        memory.keep_out(masker, Excluded::new(exclude).expect("globs"));
        let mut session = Session::new(name, &folder);
        let lines = session.turn(&format!("{name}-p"), "where is the walrus?", "There.");
        ingest(&mut memory, &sandbox.transcript(name, &lines));
    };
    take("masked", &["walrus"], &[]);
    take("plain", &[], &[]);
    take("excluded", &[], &[folder.to_string_lossy().into_owned()]);
    let found = passages(&mut memory, "where");
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(found.iter().filter(|passage| passage.contains("walrus")).count(), 1, "{found:?}");
}

/// A session whose branch, later folder and file hold a word.
fn lines_with_word(sandbox: &Sandbox, word: &str) -> Vec<Value> {
    let shop = sandbox.directory("shop");
    let mut lines = Session::new("5e55aaaa", &shop).turn("one", "Where is the pier?", "South.");
    let mut later = Session::new("5e55aaaa", &shop.join(word));
    let path = format!("/srv/{word}/{word}.rs");
    let mut more = later.turn("two", "Which lamp is lit?", "The red one.");
    more.push(later.tool_use("use", "t", "Edit", &json!({ "file_path": path, "old_string": "a" })));
    let command = json!({ "command": format!("git switch fix/{word}") });
    more.push(later.tool_use("use2", "t2", "Bash", &command));
    for line in &mut more {
        line["gitBranch"] = json!(format!("fix/{word}-7"));
    }
    lines.extend(more);
    lines
}

#[test]
fn own_patterns_reach_branches_folders_and_files_at_ingest_and_by_scrub() {
    const WORD: &str = "wingmanzero";
    let masked = |sandbox: &Sandbox| {
        let masker = Masker::new(&[WORD.to_owned()]).expect("a pattern");
        let options = Options { masker, ..sandbox.options(Access::Write) };
        Memory::open(options, NOW_MS).expect("a home").0
    };
    let at_ingest = Sandbox::without_model();
    let path = at_ingest.transcript("a", &lines_with_word(&at_ingest, WORD));
    ingest(&mut masked(&at_ingest), &path);

    let by_scrub = Sandbox::without_model();
    let path = by_scrub.transcript("a", &lines_with_word(&by_scrub, WORD));
    ingest(&mut by_scrub.open(), &path);
    let is_in_index = |sandbox: &Sandbox| {
        let in_index = "SELECT EXISTS (SELECT 1 FROM action_fts WHERE action_fts MATCH ?1)";
        sandbox.connection().query_row(in_index, [WORD], |row| row.get::<_, bool>(0))
    };
    assert_eq!(is_in_index(&by_scrub), Ok(true));
    let mut memory = masked(&by_scrub);
    let mut after = Some(0);
    while let Some(from) = after {
        after = memory.scrub(from).expect("a step").next;
    }
    memory.compact().expect("there is room");
    drop(memory);

    for sandbox in [&at_ingest, &by_scrub] {
        assert_eq!(is_in_index(sandbox), Ok(false));
        let bytes = std::fs::read(sandbox.database()).expect("the database is there");
        let holds = |window: &[u8]| window == WORD.as_bytes();
        assert!(!bytes.windows(WORD.len()).any(holds), "no byte of it is left");
        let facts = "SELECT branch || ' ' || cwd FROM turn WHERE uuid = 'two'";
        let facts = sandbox.connection().query_row(facts, [], |row| row.get::<_, String>(0));
        let facts = facts.expect("a turn");
        assert!(facts.starts_with("fix/[masked:own]-7 ") && facts.ends_with("/[masked:own]"));
    }
}
