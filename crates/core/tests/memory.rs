//! `Memory` as a whole: ingest, search and recall, and behaviour on errors and damage.

mod sandbox;

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use mementor_core::conversation::turn;
use mementor_core::index::when::Now;
use mementor_core::memory::{Answer, Within};
use mementor_core::recall::{Prompt, Recall, Verdict};
use mementor_core::search::Found;
use mementor_core::store::{Access, Filter};
use mementor_core::{Error, Memory};
use rusqlite::Connection;
use sandbox::{
    AFTER_MS, NOW_MS, Sandbox, Session, append, bundled_models, bytes_of, embed_all, ingest,
    ingest_as, models_in, rebuild_all,
};
use serde_json::{Value, json};

/// Turns on unrelated subjects: id, prompt, answer.
const TURNS: [(&str, &str, &str); 8] = [
    (
        "port",
        "The staging database refuses my connection",
        "Postgres listens on port 6543 there, because the pooler stands in front of it.",
    ),
    (
        "tests",
        "Why is the checkout test flaky?",
        "The clock of the fake cart was shared between threads; each case has its own now.",
    ),
    (
        "colour",
        "Which blue does the brand use?",
        "The primary colour is #1f4b99, and its hover state is ten percent darker.",
    ),
    (
        "cache",
        "The thumbnails are stale after an upload",
        "The image cache keyed by name alone; the content hash is part of the key now.",
    ),
    (
        "licence",
        "May we ship the font with the app?",
        "Yes: the Open Font License allows bundling, as long as its text comes along.",
    ),
    (
        "queue",
        "Emails are sent twice since Tuesday",
        "The retry queue redelivered jobs that took longer than its visibility timeout.",
    ),
    (
        "parser",
        "The CSV import drops the last row",
        "A file without a final newline lost its last record; the reader flushes at the end now.",
    ),
    (
        "docker",
        "The image is two gigabytes large",
        "The build stage leaked into the final one; copying only the binary leaves 80 MB.",
    ),
];

const SESSION: &str = "session-of-the-turns";

fn lines(session: &str, cwd: &Path) -> Vec<Value> {
    let mut session = Session::new(session, cwd);
    TURNS.iter().flat_map(|(id, prompt, answer)| session.turn(id, prompt, answer)).collect()
}

/// A memory with all turns, in the directory `shop`.
fn filled(sandbox: &Sandbox) -> Memory {
    let shop = sandbox.directory("shop");
    let transcript = sandbox.transcript("shop", &lines(SESSION, &shop));
    let mut memory = sandbox.open();
    assert_eq!(ingest(&mut memory, &transcript).turns, TURNS.len() as u64);
    memory
}

fn turns(found: &Found) -> Vec<&str> {
    found.hits.iter().map(|hit| hit.turn.as_str()).collect()
}

/// Queries without filters.
fn search(memory: &mut Memory, text: &str, within: &Within) -> mementor_core::Result<Answer> {
    memory.query(text, within, Filter::default(), 5, Now::utc(NOW_MS))
}

/// Recalls at a false-injection rate of 2 %.
fn recalled(memory: &mut Memory, text: &str, directory: &Path, session: &str) -> Recall {
    let prompt = Prompt {
        text: text.to_owned(),
        session: session.to_owned(),
        rate: 0.02,
        now: Now::utc(NOW_MS),
        ..Prompt::default()
    };
    memory.recall(&prompt, directory).expect("any text is a prompt")
}

fn injected(recall: &Recall) -> Vec<&str> {
    let injected =
        recall.candidates.iter().filter(|candidate| candidate.verdict == Verdict::Injected);
    injected.map(|candidate| candidate.hit.turn.as_str()).collect()
}

fn query(memory: &mut Memory, text: &str) -> Found {
    search(memory, text, &Within::Everything).expect("any text is a query").found
}

fn code_of<T>(result: mementor_core::Result<T>) -> &'static str {
    result.err().expect("it must fail").code()
}

// ------------------------------------------------------------------------------------ searching

#[test]
fn a_question_in_other_words_finds_its_turn_first() {
    let sandbox = Sandbox::with_model();
    let mut memory = filled(&sandbox);
    embed_all(&mut memory);
    let within = Within::Directory(sandbox.path("shop"));
    for (question, turn) in [
        ("at which number does the DB server accept connections?", "port"),
        ("customers get duplicate mails", "queue"),
        ("unit tests fail at random because of a race", "tests"),
        ("is it legal to distribute the typeface", "licence"),
    ] {
        let answer = search(&mut memory, question, &within).expect("a search");
        assert_eq!(answer.found.hits[0].turn, turn, "{question}");
        assert!(answer.found.semantic);
        assert_eq!((answer.waiting, answer.degraded), (0, None));
        assert_eq!(answer.project.as_deref(), Some("shop"));
        let hit = &answer.found.hits[0];
        assert_eq!((hit.session.as_str(), hit.project.as_str()), (SESSION, "shop"));
        assert!(hit.similarity.is_some() && !hit.excerpt.is_empty());
    }
}

#[test]
fn without_a_model_words_are_found_and_the_answer_says_so() {
    let sandbox = Sandbox::without_model();
    let mut memory = filled(&sandbox);
    let report = memory.embed_waiting().expect("nothing fails");
    assert_eq!(report.degraded.expect("no model").code, "MODEL_MISSING");
    assert_eq!((report.embedded, report.waiting), (0, TURNS.len() as u64));
    let answer = search(&mut memory, "retry queue", &Within::Everything).expect("a search");
    assert_eq!(turns(&answer.found), ["queue"]);
    assert!(!answer.found.semantic);
    assert_eq!(answer.degraded.expect("no model").code, "MODEL_MISSING");
    assert_eq!(answer.waiting, TURNS.len() as u64);
    let matched = answer.found.hits[0].excerpt.iter().filter(|piece| piece.matched);
    assert_eq!(matched.map(|piece| piece.text.as_str()).collect::<Vec<_>>(), ["retry", "queue"]);
}

#[test]
fn chunks_that_waited_for_a_model_are_embedded_once_it_is_there() {
    let mut sandbox = Sandbox::without_model();
    drop(filled(&sandbox));
    sandbox.models = bundled_models();
    let mut memory = sandbox.open();
    embed_all(&mut memory);
    assert_eq!(turns(&query(&mut memory, "duplicate mails"))[0], "queue");
}

#[test]
fn any_text_is_a_query() {
    let sandbox = Sandbox::without_model();
    let mut memory = filled(&sandbox);
    for text in
        ["", " ", "\"", "NEAR(", "a AND", "*", "col:x", "\u{0}", "端口", "🦀", "' OR 1=1 --"]
    {
        query(&mut memory, text);
        recalled(&mut memory, text, &sandbox.path("shop"), "s");
    }
    assert!(query(&mut memory, &"word ".repeat(100_000)).hits.is_empty());
}

// --------------------------------------------------------------------------------------- recall

const ASKING: &str = "why are emails from the retry queue delivered twice?";

#[test]
fn recall_brings_back_what_other_sessions_know_and_not_what_this_one_holds() {
    let sandbox = Sandbox::with_model();
    let mut memory = filled(&sandbox);
    embed_all(&mut memory);
    let shop = sandbox.path("shop");
    let other = recalled(&mut memory, ASKING, &shop, "another-session");
    assert_eq!(injected(&other)[0], "queue");
    let own = recalled(&mut memory, ASKING, &shop, SESSION);
    assert!(injected(&own).is_empty(), "{:?}", injected(&own));
    // A fork contains the same turns under its own session id.
    let fork = sandbox.transcript("fork", &lines("fork", &shop));
    ingest(&mut memory, &fork);
    let forked = recalled(&mut memory, ASKING, &shop, "fork");
    assert!(injected(&forked).is_empty(), "{:?}", injected(&forked));
}

#[test]
fn a_fork_that_keeps_its_parents_name_on_copied_lines_has_them_in_its_context() {
    const FORK: &str = "99999999-0000-4000-8000-00000000000f";
    let sandbox = Sandbox::with_model();
    let mut memory = filled(&sandbox);
    embed_all(&mut memory);
    let shop = sandbox.path("shop");
    let copied = sandbox.transcript(FORK, &lines(SESSION, &shop));
    ingest(&mut memory, &copied);
    let forked = recalled(&mut memory, ASKING, &shop, FORK);
    assert!(injected(&forked).is_empty(), "{:?}", injected(&forked));
}

#[test]
fn a_question_asked_again_and_again_does_not_crowd_out_its_answer() {
    let sandbox = Sandbox::with_model();
    let mut memory = filled(&sandbox);
    let shop = sandbox.path("shop");
    for n in 0..4 {
        let session = format!("asking-{n}");
        let turn = Session::new(&session, &shop).turn(&session, ASKING, "I do not know.");
        ingest(&mut memory, &sandbox.transcript(&session, &turn));
    }
    embed_all(&mut memory);
    let found = recalled(&mut memory, ASKING, &shop, "another-session");
    let asked_again = injected(&found).iter().filter(|turn| turn.starts_with("asking")).count();
    assert_eq!(
        (asked_again, injected(&found).contains(&"queue")),
        (1, true),
        "{:?}",
        injected(&found)
    );
}

#[test]
fn recall_is_silent_for_prompts_that_deserve_nothing() {
    let sandbox = Sandbox::with_model();
    let mut memory = filled(&sandbox);
    embed_all(&mut memory);
    for prompt in [
        "",
        "ok",
        "yes, go on",
        "run the tests again",
        "/clear",
        "<task-notification>emails are sent twice by the retry queue</task-notification>",
        "write a haiku about the autumn moon over Kyoto",
        "translate the greeting into Welsh and Basque",
        "what is the boiling point of tungsten?",
    ] {
        let found = recalled(&mut memory, prompt, &sandbox.path("shop"), "s");
        assert!(injected(&found).is_empty(), "{prompt:?} brought {:?}", injected(&found));
    }
}

#[test]
fn recall_without_a_model_wants_nearly_every_word() {
    let sandbox = Sandbox::without_model();
    let mut memory = filled(&sandbox);
    let shop = sandbox.path("shop");
    let exact =
        recalled(&mut memory, "what was the visibility timeout of the retry queue?", &shop, "s");
    assert_eq!((injected(&exact), exact.semantic), (vec!["queue"], false));
    let vague = recalled(&mut memory, "the queue of the bakery", &shop, "s");
    assert!(injected(&vague).is_empty());
}

// ------------------------------------------------------------------------------------- projects

#[test]
fn a_damaged_index_costs_hits_and_nothing_else() {
    for damage in [
        "UPDATE document SET items = substr(items, 1, length(items) - 7)",
        "UPDATE document SET items = zeroblob(length(items))",
        "UPDATE document SET items = CAST(replace(hex(items), '0', 'F') AS BLOB)",
        "UPDATE document SET block = block + 1152921504606846976",
        "UPDATE posting SET items = zeroblob(99)",
        "UPDATE posting SET items = CAST(replace(hex(items), '0', 'F') AS BLOB)",
        "UPDATE posting SET block = 9223372036854775807 - block",
    ] {
        let sandbox = Sandbox::with_model();
        let mut memory = filled(&sandbox);
        sandbox.connection().execute_batch(damage).expect("the schema is ours");
        let found = search(&mut memory, "retry queue in march", &Within::Everything);
        // Nothing can be shown of a missing turn.
        assert!(found.is_ok() || code_of(found) == "DATABASE", "{damage}");
    }
}

#[test]
fn projects_do_not_see_each_other_unless_asked() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    for (name, fact) in [("north", "the beacon is green"), ("south", "the beacon is white")] {
        let turn = Session::new(name, &sandbox.directory(name)).turn(name, "the beacon?", fact);
        ingest(&mut memory, &sandbox.transcript(name, &turn));
    }
    let mut found = |within: Within| {
        let answer = search(&mut memory, "beacon", &within).expect("a search");
        let mut found: Vec<String> = answer.found.hits.into_iter().map(|hit| hit.turn).collect();
        found.sort();
        (found, answer.found.searched)
    };
    assert_eq!(found(Within::Directory(sandbox.path("north"))), (vec!["north".into()], 1));
    assert_eq!(found(Within::Directory(sandbox.path("south"))), (vec!["south".into()], 1));
    assert_eq!(found(Within::Project("south".into())), (vec!["south".into()], 1));
    assert_eq!(found(Within::Project("nowhere".into())), (vec![], 0));
    assert_eq!(found(Within::Directory(sandbox.directory("west"))), (vec![], 0));
    assert_eq!(found(Within::Everything), (vec!["north".into(), "south".into()], 2));
    let south = recalled(&mut memory, "beacon green tower lamp", &sandbox.path("south"), "s");
    assert!(injected(&south).is_empty());
}

#[test]
fn an_answer_counts_what_waits_in_its_own_project() {
    let sandbox = Sandbox::with_model();
    let mut memory = filled(&sandbox);
    embed_all(&mut memory);
    let yard = sandbox.directory("yard");
    let mut session = Session::new("22222222-0000-4000-8000-000000000000", &yard);
    let lines = session.turn("crane", "Which crane do we rent?", "The small one.");
    ingest(&mut memory, &sandbox.transcript("yard", &lines));
    let mut waiting = |within| search(&mut memory, "crane", &within).expect("a search").waiting;
    assert_eq!(waiting(Within::Directory(sandbox.path("shop"))), 0);
    assert_eq!(waiting(Within::Directory(yard.clone())), 1);
    assert_eq!(waiting(Within::Everything), 1);
}

#[test]
fn a_name_overrides_the_directory() {
    let sandbox = Sandbox::without_model();
    let shop = sandbox.directory("shop");
    let transcript = sandbox.transcript("shop", &lines(SESSION, &shop));
    let mut memory = sandbox.open();
    ingest_as(&mut memory, &transcript, Some("atlas"));
    let mut count =
        |within| search(&mut memory, "queue", &within).expect("a search").found.hits.len();
    assert_eq!(count(Within::Project("atlas".into())), 1);
    assert_eq!(count(Within::Directory(shop)), 0);
    // Later lines stay in the named project, even when it is not named again.
    let more = Session::new(SESSION, &sandbox.path("shop")).turn("late", "and the quay?", "Stone.");
    append(&transcript, &bytes_of(&more));
    ingest(&mut memory, &transcript);
    let late = search(&mut memory, "quay", &Within::Project("atlas".into())).expect("a search");
    assert_eq!(turns(&late.found), ["late"]);
}

#[test]
fn lines_that_name_no_directory_do_not_decide_the_project() {
    let sandbox = Sandbox::without_model();
    let shop = sandbox.directory("shop");
    let state = json!({ "type": "state-of-a-newer-agent", "sessionId": SESSION });
    let transcript = sandbox.transcript("t", &[state]);
    let mut memory = sandbox.open();
    ingest(&mut memory, &transcript);
    append(&transcript, &bytes_of(&lines(SESSION, &shop)));
    let report = ingest(&mut memory, &transcript);
    assert_eq!(report.kept, 2 * TURNS.len() as u64 + 1);
    let found = search(&mut memory, "retry queue", &Within::Directory(shop)).expect("a search");
    assert_eq!(turns(&found.found), ["queue"]);
}

#[test]
fn turns_that_move_to_another_project_keep_their_vectors() {
    let sandbox = Sandbox::with_model();
    let mut memory = filled(&sandbox);
    embed_all(&mut memory);
    let copy = sandbox.path("copy.jsonl");
    fs::copy(sandbox.path("shop.jsonl"), &copy).expect("a copy");
    ingest_as(&mut memory, &copy, Some("atlas"));
    assert_eq!(memory.stats().expect("counts").waiting, 0);
    let atlas = Within::Project("atlas".into());
    let found =
        search(&mut memory, "customers get duplicate mails", &atlas).expect("a search").found;
    assert_eq!(turns(&found)[0], "queue");
    assert!(found.hits[0].similarity.is_some());
    let shop = Within::Directory(sandbox.path("shop"));
    let left = search(&mut memory, "customers get duplicate mails", &shop).expect("a search").found;
    assert_eq!((left.hits.len(), left.searched), (0, 0));
    assert_eq!(memory.integrity_problems().expect("a check"), Vec::<String>::new());
}

#[test]
fn naming_the_project_of_an_ingested_transcript_moves_its_turns() {
    let sandbox = Sandbox::without_model();
    let mut memory = filled(&sandbox);
    ingest_as(&mut memory, &sandbox.path("shop.jsonl"), Some("atlas"));
    let atlas = Within::Project("atlas".into());
    let found = search(&mut memory, "queue", &atlas).expect("a search").found;
    assert_eq!(turns(&found), ["queue"]);
    let again = ingest_as(&mut memory, &sandbox.path("shop.jsonl"), Some("atlas"));
    assert!(again.unchanged);
}

// ------------------------------------------------------------------------------------ ingesting

#[test]
fn an_answer_of_the_stop_hook_is_found_until_the_transcript_holds_it() {
    let sandbox = Sandbox::without_model();
    let mut session = Session::new("s", &sandbox.directory("shop"));
    let prompt = session.prompt("p", "where is the lighthouse?");
    let transcript = sandbox.transcript("t", &[prompt]);
    let mut memory = sandbox.open();
    let answer = "It stands on the northern skerry.";
    assert!(!memory.report_answer(&transcript, answer, AFTER_MS).expect("nothing open yet"));
    ingest(&mut memory, &transcript);
    assert!(!memory.holds_answer(&transcript, answer, AFTER_MS).expect("read"));
    assert!(memory.report_answer(&transcript, answer, AFTER_MS).expect("stored"));
    assert_eq!(turns(&query(&mut memory, "skerry")), ["p"]);

    append(&transcript, &bytes_of(&[session.answer("a", &format!("{answer}\n"))]));
    ingest(&mut memory, &transcript);
    assert!(memory.holds_answer(&transcript, answer, AFTER_MS).expect("read"));
    let found = query(&mut memory, "skerry");
    assert_eq!(found.hits[0].passage, answer);
    // Reporting it again, late, changes nothing.
    memory.report_answer(&transcript, answer, AFTER_MS).expect("stored");
    assert_eq!(query(&mut memory, "skerry").hits, found.hits);
}

/// The worker may come late: other prompts stand in the transcript by then.
#[test]
fn an_answer_of_the_stop_hook_is_of_the_turn_that_stopped() {
    let sandbox = Sandbox::without_model();
    let mut session = Session::new("s", &sandbox.directory("shop"));
    let mut lines = session.turn("p", "where is the lighthouse?", "On the skerry.");
    lines.extend(session.turn("q", "where is the ferry?", "At the pier."));
    lines.push(session.prompt("r", "where is the buoy?"));
    let transcript = sandbox.transcript("t", &lines);
    let mut memory = sandbox.open();
    ingest(&mut memory, &transcript);
    let before = sandbox.dump();

    // Prompts and answers are a second apart, and a hook starts within two.
    let second = |number: i64| NOW_MS + number * 1_000;
    let holds = |memory: &Memory, answer, at_ms| {
        memory.holds_answer(&transcript, answer, at_ms).expect("read")
    };
    assert!(holds(&memory, "On the skerry.", second(2)));
    assert!(holds(&memory, "On the skerry.", second(3)));
    assert!(holds(&memory, "At the pier.", second(4)));
    assert!(!holds(&memory, "On the skerry.", second(60)), "an earlier turn said the same");
    // What the transcript lacks of an earlier turn is not said in a later one.
    assert!(!memory.report_answer(&transcript, "In the harbour.", second(4)).expect("read"));
    assert_eq!(sandbox.dump(), before);
    assert!(memory.report_answer(&transcript, "By the reef.", second(6)).expect("stored"));
    assert_eq!(turns(&query(&mut memory, "reef")), ["r"]);
}

#[test]
fn an_answer_of_the_stop_hook_is_masked_like_any_other_text() {
    let sandbox = Sandbox::without_model();
    let mut session = Session::new("s", &sandbox.directory("shop"));
    let transcript = sandbox.transcript("t", &[session.prompt("p", "which login?")]);
    let mut memory = sandbox.open();
    ingest(&mut memory, &transcript);
    let answer = format!("Use `password: \"{}\"` there.", made_up(3));
    assert!(memory.report_answer(&transcript, &answer, AFTER_MS).expect("stored"));
    let reported = query(&mut memory, "login").hits[0].passage.clone();
    assert!(!reported.contains(&made_up(3)), "{reported}");
    append(&transcript, &bytes_of(&[session.answer("a", &answer)]));
    ingest(&mut memory, &transcript);
    assert!(memory.holds_answer(&transcript, &answer, AFTER_MS).expect("read"));
    assert_eq!(query(&mut memory, "login").hits[0].passage, reported);
    assert_no_secret(&sandbox, &memory);
}

#[test]
fn a_rewritten_transcript_is_read_again_and_loses_nothing() {
    let sandbox = Sandbox::without_model();
    let mut memory = filled(&sandbox);
    let transcript = sandbox.path("shop.jsonl");
    let mut all = lines(SESSION, &sandbox.path("shop"));
    all.truncate(2);
    let mut session = Session::new(SESSION, &sandbox.path("shop"));
    all.extend(session.turn("new", "what floats?", "A barge."));
    fs::write(&transcript, bytes_of(&all)).expect("a shorter file");
    let report = ingest(&mut memory, &transcript);
    assert!(report.restarted && report.done);
    assert_eq!((report.kept, report.turns), (4, 1));
    assert_eq!(memory.stats().expect("counts").turns, TURNS.len() as u64 + 1);
    assert_eq!(turns(&query(&mut memory, "retry queue")), ["queue"]);
    assert_eq!(turns(&query(&mut memory, "barge")), ["new"]);
    assert!(ingest(&mut memory, &transcript).unchanged);
}

#[test]
fn an_unchanged_transcript_is_not_read() {
    let sandbox = Sandbox::without_model();
    let mut memory = filled(&sandbox);
    let again = ingest(&mut memory, &sandbox.path("shop.jsonl"));
    assert!(again.unchanged && again.done);
    assert_eq!((again.bytes, again.kept, again.turns), (0, 0, 0));
}

#[test]
fn a_transcript_that_is_not_there_has_an_error_of_its_own() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    assert_eq!(code_of(memory.ingest(&sandbox.path("no.jsonl"), None)), "TRANSCRIPT_UNREADABLE");
    let directory = sandbox.directory("directory.jsonl");
    assert_eq!(code_of(memory.ingest(&directory, None)), "TRANSCRIPT_UNREADABLE");
}

#[test]
fn a_torn_last_line_is_taken_when_it_is_finished() {
    let sandbox = Sandbox::without_model();
    let mut session = Session::new("s", &sandbox.directory("shop"));
    let transcript = sandbox.transcript("t", &[session.prompt("p", "where is the ferry?")]);
    let whole = fs::metadata(&transcript).expect("a file").len();
    let line = bytes_of(&[session.answer("a", "At the Käpylä pier.")]);
    // Cut inside a character, so that the first part is not valid UTF-8.
    let cut = line.iter().position(|&byte| byte > 0x7f).expect("an umlaut") + 1;
    append(&transcript, &line[..cut]);
    let mut memory = sandbox.open();
    let first = ingest(&mut memory, &transcript);
    assert_eq!((first.kept, first.problems.len()), (1, 0));
    assert_eq!(memory.transcript_offset(&transcript).expect("read"), Some(whole));
    append(&transcript, &line[cut..]);
    assert_eq!(ingest(&mut memory, &transcript).kept, 1);
    assert_eq!(turns(&query(&mut memory, "Käpylä")), ["p"]);
}

#[test]
fn a_line_of_forty_megabytes_costs_only_itself() {
    let sandbox = Sandbox::without_model();
    let mut session = Session::new("s", &sandbox.directory("shop"));
    let transcript = sandbox.transcript("t", &[session.prompt("p", "what is in the hold?")]);
    let file = fs::OpenOptions::new().append(true).open(&transcript).expect("it exists");
    let mut file = std::io::BufWriter::new(file);
    for _ in 0..40 {
        file.write_all(&vec![b'x'; 1 << 20]).expect("room");
    }
    file.write_all(b"\n").expect("room");
    file.write_all(&bytes_of(&[session.answer("a", "Herring.")])).expect("room");
    file.into_inner().expect("flushed");
    let mut memory = sandbox.open();
    let report = ingest(&mut memory, &transcript);
    assert_eq!(report.problems.get("too-long"), Some(&1));
    assert_eq!((report.kept, report.problems.len()), (2, 1));
    // It may have held a prompt, so nobody knows what the answer is to.
    assert_eq!(query(&mut memory, "herring").hits[0].prompt, "");
}

#[test]
fn a_turn_that_grows_keeps_the_vectors_of_its_unchanged_chunks() {
    let sandbox = Sandbox::with_model();
    let mut session = Session::new("s", &sandbox.directory("shop"));
    let long = |word: &str| format!("## {word}\n\n{}", format!("The {word} is old. ").repeat(60));
    let transcript = sandbox.transcript("t", &session.turn("p", "describe all", &long("mast")));
    let mut memory = sandbox.open();
    ingest(&mut memory, &transcript);
    embed_all(&mut memory);
    let before = memory.stats().expect("counts").chunks;
    append(&transcript, &bytes_of(&[session.answer("b", &long("keel"))]));
    ingest(&mut memory, &transcript);
    let after = memory.stats().expect("counts");
    assert!(after.chunks > before);
    assert!(after.waiting < after.chunks, "every vector was thrown away");
}

// -------------------------------------------------------------------------------------- secrets

/// Key bodies that were never used but look machine-generated.
fn made_up(number: usize) -> String {
    [
        "madeUp7Qx2Zk9Lv4Tn1Hy6",
        "madeUp3Rt8Bw5Gd0Pj2Mc9",
        "madeUp1Kd6Rm3Yt8Ga5Xe4",
        "madeUp5Wj8Cx3Bd0Fs7",
    ][number]
        .to_owned()
}

#[test]
fn secrets_reach_neither_the_database_nor_its_log() {
    let sandbox = Sandbox::without_model();
    let mut session = Session::new("s", &sandbox.directory("shop"));
    let (env, url, header, field) = (made_up(0), made_up(1), made_up(2), made_up(3));
    let assistant = json!({ "password": field, "env": [format!("DB_PASSWORD={field}")] });
    let mut lines = vec![
        session.prompt("p", &format!("export SHOP_API_KEY={env} and go on")),
        session.tool_use("u", "tool", "mcp__vault__login", &assistant),
        session.tool_result("r", "tool", &format!("Authorization: Bearer {header}\nok")),
        session.answer("a", &format!("Connected to postgres://shop:{url}@db.invalid/shop.")),
    ];
    lines.push(json!({ "type": "brand-new", "cwd": sandbox.path("shop"), "secret": field }));
    // At the end of the head of a long result, of which only head and tail are stored.
    let padded = format!("{}token: \"{header}\"{}", "x ".repeat(590), " y".repeat(2_000));
    lines.push(session.tool_result("r2", "tool2", &padded));
    let transcript = sandbox.transcript("t", &lines);
    let mut memory = sandbox.open();
    ingest(&mut memory, &transcript);
    assert_eq!(turns(&query(&mut memory, "connected postgres")), ["p"]);
    assert_no_secret(&sandbox, &memory);
}

/// Searches every byte that was written, and the decompressed logs. The memory must still be open,
/// so that its write-ahead log is searched too.
fn assert_no_secret(sandbox: &Sandbox, _open: &Memory) {
    let mut places: Vec<(String, Vec<u8>)> = Vec::new();
    for entry in fs::read_dir(sandbox.home()).expect("the home") {
        let path = entry.expect("readable").path();
        places.push((path.display().to_string(), fs::read(&path).expect("readable")));
    }
    assert!(places.iter().any(|(name, _)| name.ends_with("-wal")));
    let connection = sandbox.connection();
    let mut logs = connection.prepare("SELECT uuid, log FROM turn").expect("the schema");
    let logs = logs.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, Vec<u8>>(1)?)));
    for row in logs.expect("no parameters") {
        let (uuid, log) = row.expect("two columns");
        let entries = turn::decode(&log);
        assert!(!entries.is_empty());
        places.push((format!("log of {uuid}"), format!("{entries:?}").into_bytes()));
    }
    for (name, bytes) in places {
        for secret in (0..4).map(made_up) {
            let found = bytes.windows(secret.len()).any(|window| window == secret.as_bytes());
            assert!(!found, "{secret} stands in {name}");
        }
    }
}

// ------------------------------------------------------------------------------------- failures

#[test]
fn reading_creates_nothing() {
    let sandbox = Sandbox::without_model();
    assert_eq!(code_of(sandbox.try_open(Access::Read)), "DATABASE_MISSING");
    assert!(!sandbox.home().exists());
}

#[test]
fn a_newer_database_is_refused_and_left_as_it_is() {
    for journal in ["WAL", "DELETE"] {
        let sandbox = Sandbox::without_model();
        drop(filled(&sandbox));
        let connection = sandbox.connection();
        connection.pragma_update(None, "journal_mode", journal).expect("a mode");
        connection.pragma_update(None, "user_version", 99).expect("a number");
        drop(connection);
        let before = fs::read(sandbox.database()).expect("the file");
        for access in [Access::Read, Access::Write] {
            let refused = sandbox.try_open(access).err().expect("refused");
            assert!(matches!(refused, Error::DatabaseNewer { found: 99, .. }), "{refused:?}");
        }
        assert!(fs::read(sandbox.database()).expect("the file") == before, "{journal}");
    }
}

#[test]
fn garbage_is_an_error_to_a_reader_and_moved_aside_by_a_writer() {
    let forged = [&b"SQLite format 3\0"[..], &[0xa5; 5_000]].concat();
    for garbage in [&[0xa5; 600][..], &[0xa5; 9_000], &forged] {
        let sandbox = Sandbox::without_model();
        sandbox.directory("home");
        fs::write(sandbox.database(), garbage).expect("a file");
        let refused = sandbox.try_open(Access::Read).err().expect("refused");
        let Error::DatabaseCorrupt { path } = refused else { panic!("{refused:?}") };
        assert_eq!(path, sandbox.database());
        assert!(fs::read(sandbox.database()).expect("the file") == garbage);

        let (mut memory, aside) =
            Memory::open(sandbox.options(Access::Write), NOW_MS).expect("a new one");
        let aside = aside.expect("it was damaged");
        assert!(aside.to_string_lossy().contains(&NOW_MS.to_string()), "{aside:?}");
        assert!(fs::read(aside).expect("kept") == garbage);
        let shop = sandbox.directory("shop");
        ingest(&mut memory, &sandbox.transcript("t", &lines(SESSION, &shop)));
        assert_eq!(turns(&query(&mut memory, "retry queue")), ["queue"]);
        drop(memory);
        let (_, aside) = Memory::open(sandbox.options(Access::Write), NOW_MS).expect("sound");
        assert_eq!(aside, None);
    }
}

#[test]
fn an_earlier_damaged_database_is_never_overwritten() {
    let sandbox = Sandbox::without_model();
    sandbox.directory("home");
    let mut asides = Vec::new();
    for garbage in [&[0xa5; 600][..], &[0x5a; 700]] {
        fs::write(sandbox.database(), garbage).expect("a file");
        // The clock does not advance.
        let (_, aside) = Memory::open(sandbox.options(Access::Write), NOW_MS).expect("a new one");
        asides.push((aside.expect("it was damaged"), garbage));
    }
    for (aside, garbage) in asides {
        assert!(fs::read(aside).expect("kept") == garbage);
    }
}

#[test]
fn a_rebuild_mends_vectors_that_were_damaged() {
    for damage in [
        "UPDATE vector_groups SET groups = zeroblob(length(groups))",
        "UPDATE embedding SET slot = slot + 100",
        "DELETE FROM embedding",
    ] {
        let sandbox = Sandbox::with_model();
        let mut memory = filled(&sandbox);
        embed_all(&mut memory);
        sandbox.connection().execute_batch(damage).expect("a statement");
        assert_ne!(memory.integrity_problems().expect("a check"), Vec::<String>::new(), "{damage}");
        rebuild_all(&mut memory);
        assert_eq!(memory.integrity_problems().expect("a check"), Vec::<String>::new(), "{damage}");
        embed_all(&mut memory);
        assert_eq!(memory.stats().expect("counts").waiting, 0, "{damage}");
        assert_eq!(turns(&query(&mut memory, "duplicate mails"))[0], "queue", "{damage}");
    }
}

#[test]
fn a_database_damaged_inside_is_told_and_never_panics() {
    let sandbox = Sandbox::without_model();
    drop(filled(&sandbox));
    let number = |sql: &str| sandbox.connection().query_row(sql, [], |row| row.get::<_, i64>(0));
    let page = number("PRAGMA page_size").expect("a number") as usize;
    let root = number("SELECT rootpage FROM sqlite_schema WHERE name = 'item_text'");
    let start = (root.expect("a table") as usize - 1) * page;
    let mut bytes = fs::read(sandbox.database()).expect("the file");
    bytes[start..start + page].fill(0x5a);
    fs::write(sandbox.database(), bytes).expect("a damaged file");
    let mut memory = sandbox.try_open(Access::Read).expect("its schema is sound");
    let told = memory.integrity_problems();
    assert!(told.is_err() || told.is_ok_and(|problems| !problems.is_empty()));
    for text in ["queue", "port", "colour"] {
        let found = search(&mut memory, text, &Within::Everything);
        assert_eq!(code_of(found), "DATABASE_CORRUPT", "{text}");
    }
}

#[test]
fn a_locked_database_is_busy_after_the_timeout_and_can_still_be_read() {
    let sandbox = Sandbox::without_model();
    let mut memory = filled(&sandbox);
    let transcript = sandbox.path("shop.jsonl");
    let more = Session::new(SESSION, &sandbox.path("shop")).turn("late", "what floats?", "A barge");
    append(&transcript, &bytes_of(&more));
    let other: Connection = sandbox.connection();
    other.execute_batch("BEGIN EXCLUSIVE").expect("nobody else writes");
    let started = Instant::now();
    assert_eq!(code_of(memory.ingest(&transcript, None)), "DATABASE_BUSY");
    let waited = started.elapsed();
    assert!(waited >= Duration::from_millis(150), "{waited:?}");
    assert!(waited < Duration::from_secs(3), "{waited:?}");
    assert_eq!(turns(&query(&mut memory, "retry queue")), ["queue"]);
    other.execute_batch("ROLLBACK").expect("begun");
    assert_eq!(ingest(&mut memory, &transcript).turns, 1);
    assert_eq!(turns(&query(&mut memory, "barge")), ["late"]);
}

#[test]
fn a_home_that_cannot_be_one_is_unwritable() {
    let sandbox = Sandbox::without_model();
    let file = sandbox.path("file");
    fs::write(&file, "not a folder").expect("a file");
    for home in [file.clone(), file.join("below"), file.join("far/below")] {
        let mut options = sandbox.options(Access::Write);
        options.home.clone_from(&home);
        let refused = Memory::open(options.clone(), NOW_MS).err().expect("refused");
        assert!(matches!(refused, Error::HomeUnwritable { .. }), "{refused:?}");
        options.access = Access::Read;
        assert_eq!(code_of(Memory::open(options, NOW_MS)), "DATABASE_MISSING");
    }
    assert_eq!(fs::read(&file).expect("untouched"), b"not a folder");
}

#[cfg(unix)]
#[test]
fn only_its_owner_can_read_a_memory() {
    use std::os::unix::fs::PermissionsExt as _;
    let sandbox = Sandbox::without_model();
    let _open = filled(&sandbox);
    let mode = |path: &Path| fs::metadata(path).expect("it exists").permissions().mode() & 0o777;
    assert_eq!(mode(&sandbox.home()), 0o700);
    let files: Vec<_> = fs::read_dir(sandbox.home()).expect("the home").collect();
    assert_eq!(files.len(), 3, "database, write-ahead log and shared memory: {files:?}");
    for file in files {
        let path = file.expect("readable").path();
        assert_eq!(mode(&path), 0o600, "{}", path.display());
    }
}

/// A models folder with the bundled manifest and files of the sizes that `damage` returns.
fn damaged_models(sandbox: &Sandbox, damage: impl Fn(&str, u64) -> u64) -> String {
    let manifest = fs::read(bundled_models().join("manifest.json")).expect("bundled");
    let models = sandbox.directory("no-models");
    fs::write(models.join("manifest.json"), &manifest).expect("room");
    let all = models_in(&models, &sandbox.home());
    let spec = all.in_use().expect("a default");
    for file in &spec.files {
        let path = models.join(&spec.id).join(&file.name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("room");
        // Zeros: a sparse file takes no disk space.
        fs::File::create(path)
            .expect("room")
            .set_len(damage(&file.name, file.bytes))
            .expect("room");
    }
    let mut memory = filled(sandbox);
    let answer = search(&mut memory, "retry queue", &Within::Everything).expect("a search");
    assert_eq!(turns(&answer.found), ["queue"]);
    answer.degraded.expect("no model").code
}

#[test]
fn damage_deep_in_the_file_is_found_by_a_repair_and_moved_aside() {
    let sandbox = Sandbox::without_model();
    drop(filled(&sandbox));
    let path = sandbox.database();
    let mut bytes = fs::read(&path).expect("closed");
    let end = bytes.len();
    bytes[end - 3 * 4_096..].fill(0xa5);
    fs::write(&path, &bytes).expect("room");
    let options = sandbox.options(Access::Repair);
    let (memory, aside) = Memory::open(options, NOW_MS).expect("begun anew");
    assert_eq!(memory.stats().expect("an empty store").turns, 0);
    assert_eq!(fs::read(aside.expect("moved")).expect("kept"), bytes);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = fs::metadata(&path).expect("a new file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}

#[test]
fn a_damaged_model_is_unusable_and_full_text_answers() {
    let truncated = damaged_models(&Sandbox::without_model(), |_, bytes| bytes / 2);
    assert_eq!(truncated, "MODEL_UNUSABLE");
    let zeroes = damaged_models(&Sandbox::without_model(), |_, bytes| bytes);
    assert_eq!(zeroes, "MODEL_UNUSABLE");
}

#[test]
fn weights_of_the_right_size_that_are_no_model_are_unusable() {
    let sandbox = Sandbox::without_model();
    let models = sandbox.directory("no-models");
    let bundled = models_in(&bundled_models(), &sandbox.home());
    let spec = bundled.in_use().expect("a default");
    fs::copy(bundled_models().join("manifest.json"), models.join("manifest.json")).expect("room");
    fs::create_dir_all(models.join(&spec.id)).expect("room");
    let weights = spec.files.iter().find(|file| file.name == spec.weights).expect("pinned");
    let path = models.join(&spec.id).join(&spec.weights);
    fs::write(path, vec![0x5a; weights.bytes as usize]).expect("room");
    let mut memory = filled(&sandbox);
    let answer = search(&mut memory, "retry queue", &Within::Everything).expect("a search");
    assert_eq!(turns(&answer.found), ["queue"]);
    assert_eq!(answer.degraded.expect("no model").code, "MODEL_UNUSABLE");
}

#[test]
fn a_prompt_that_comes_after_the_result_it_was_given_with_is_stored_once() {
    let sandbox = Sandbox::without_model();
    let cwd = sandbox.directory("barn");
    let mut session = Session::new("5e551011-cccc", &cwd);
    let queue = |operation: &str| {
        let text = "use the wooden ladder";
        json!({ "type": "queue-operation", "operation": operation, "content": text,
            "sessionId": "5e551011-cccc", "timestamp": "2026-03-01T09:00:03Z" })
    };
    let mut lines = vec![session.prompt("ask", "inspect the gutter")];
    lines.push(session.tool_use("use", "t", "Read", &json!({ "file_path": "/barn/a.md" })));
    lines.extend([queue("enqueue"), queue("remove")]);
    lines.push(session.tool_result("result", "t", "1 line"));
    let mut steer = session.prompt("steer", "");
    steer["type"] = json!("attachment");
    steer["attachment"] = json!({ "type": "queued_command", "commandMode": "prompt",
        "prompt": "use the wooden ladder" });
    lines.push(steer);
    lines.push(session.answer("answer", "The ladder is too short."));
    let path = sandbox.path("s.jsonl");
    fs::write(&path, bytes_of(&lines)).expect("room");
    ingest(&mut sandbox.open(), &path);
    let said = sandbox.dump().into_iter().filter(|row| row.starts_with("turn "));
    let times: usize = said.map(|row| row.matches("text: \"use the wooden ladder\"").count()).sum();
    assert_eq!(times, 1);
}
