//! What an agent keeps of a session beside what was said in it: titles and pull requests.

mod sandbox;

use mementor_core::Memory;
use mementor_core::api::Voucher;
use mementor_core::index::when::Now;
use mementor_core::memory::Within;
use mementor_core::store::Filter;
use sandbox::{Sandbox, Session, append, bytes_of, export_all, ingest, rebuild_all};
use serde_json::{Value, json};

const SESSION: &str = "5e551011-0000-4000-8000-000000000001";
const URL: &str = "https://github.com/acme/harbor/pull/7731";

fn title(session: &str, text: &str) -> Value {
    json!({ "type": "custom-title", "customTitle": text, "sessionId": session })
}

fn lines(sandbox: &Sandbox) -> Vec<Value> {
    let mut session = Session::new(SESSION, &sandbox.directory("harbor"));
    let link = json!({
        "type": "pr-link", "prNumber": 7731, "prUrl": URL, "prRepository": "acme/harbor",
        "sessionId": SESSION, "timestamp": "2026-03-01T09:00:05Z",
    });
    let mut lines = vec![title(SESSION, "first name")];
    lines.extend(session.turn("p1", "have a look at the failing thing", "It is mended."));
    lines.push(title(SESSION, "Lighthouse beacon rewiring"));
    lines.extend(session.turn("p2", "open it for review", "Opened."));
    lines.extend([link, title(SESSION, "Lighthouse beacon rewiring")]);
    lines
}

fn stored(sandbox: &Sandbox) -> Memory {
    let mut memory = sandbox.open();
    let mut other = Session::new("00000000-other", &sandbox.directory("harbor"));
    let said = other.turn("o1", "sort the invoices", "They are sorted by date.");
    ingest(&mut memory, &sandbox.kept("00000000-other", &said));
    ingest(&mut memory, &sandbox.kept(SESSION, &lines(sandbox)));
    memory
}

/// Returns the turns that a query finds, each once.
fn found(memory: &mut Memory, text: &str, filter: Filter) -> Vec<String> {
    let answer = memory.query(text, &Within::Everything, filter, 5, Now::utc(0));
    answer.expect("an answer").found.hits.into_iter().map(|hit| hit.turn).collect()
}

fn named(memory: &Memory, session: &str) -> (Option<String>, Vec<String>) {
    let gist = memory.gists(&[session.to_owned()]).expect("a read").remove(0);
    (gist.title, gist.pull_requests)
}

fn asked(memory: &mut Memory) {
    let mut of = |text: &str| found_any(memory, text);
    assert_eq!(of("lighthouse beacon"), ["p1"]);
    assert_eq!(of("first name"), ["p1"]);
    assert_eq!(of("7731"), ["p2"]);
    assert_eq!(of("acme/harbor/pull/7731"), ["p2"]);
    let (title, pull_requests) = named(memory, SESSION);
    assert_eq!(title.as_deref(), Some("Lighthouse beacon rewiring"));
    assert_eq!(pull_requests, [URL]);
    let meant = memory.session_meant("lighthouse beacon REWIRING").expect("a read");
    assert_eq!(meant.as_deref(), Some(SESSION));
    assert_eq!(memory.session_meant("BEACON rew").expect("a read").as_deref(), Some(SESSION));
    let digest = memory.digest(SESSION).expect("a read").expect("it is stored");
    assert_eq!(digest.title, title);
    assert_eq!(digest.delivered.iter().map(|each| each.text.as_str()).collect::<Vec<_>>(), [URL]);
}

fn found_any(memory: &mut Memory, text: &str) -> Vec<String> {
    found(memory, text, Filter::default())
}

#[test]
fn a_title_and_a_pull_request_lead_to_their_session_also_after_a_rebuild_and_an_import() {
    let sandbox = Sandbox::without_model();
    let mut memory = stored(&sandbox);
    asked(&mut memory);
    let before = sandbox.dump();
    rebuild_all(&mut memory);
    assert_eq!(sandbox.dump(), before);
    asked(&mut memory);
    let other = Sandbox::without_model();
    let mut into = other.open();
    into.import(&export_all(&memory).lines, Voucher::Person, 0).expect("ours");
    asked(&mut into);
}

#[test]
fn what_is_read_in_pieces_gives_the_same() {
    let (whole, pieces) = (Sandbox::without_model(), Sandbox::without_model());
    stored(&whole);
    let lines = lines(&pieces);
    let mut memory = pieces.open();
    let mut other = Session::new("00000000-other", &pieces.directory("harbor"));
    let said = other.turn("o1", "sort the invoices", "They are sorted by date.");
    ingest(&mut memory, &pieces.kept("00000000-other", &said));
    let path = pieces.kept(SESSION, &lines);
    std::fs::write(&path, "").expect("room");
    for line in &lines {
        append(&path, &bytes_of(std::slice::from_ref(line)));
        ingest(&mut memory, &path);
    }
    asked(&mut memory);
}

#[test]
fn a_title_is_masked_before_it_is_cut() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let secret = ["ghp_", "Zk3vQxR81LmTt", "0aBcDeFgHiJkLmNoPqRsTuV"].concat();
    // Of the whole token, the cut leaves too little to be known.
    let long = format!("{} {secret}", "berth ".repeat(82));
    let mut session = Session::new(SESSION, &sandbox.directory("harbor"));
    let mut lines = session.turn("p1", "have a look", "It is mended.");
    lines.push(title(SESSION, &long));
    ingest(&mut memory, &sandbox.kept(SESSION, &lines));
    let named = named(&memory, SESSION).0.expect("a title");
    assert!(named.ends_with(" [masked") && named.chars().count() == 500, "{named}");
}

#[test]
fn a_secret_in_a_title_is_masked_and_what_is_forgotten_takes_its_title_along() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let secret = format!("gh{}_{}", "p", "a1B2c3D4".repeat(4)) + "e5F6";
    let mut lines = Session::new(SESSION, &sandbox.directory("harbor")).turn("p", "hello", "Hi.");
    lines.push(title(SESSION, &format!("rotate {secret} tomorrow")));
    let path = sandbox.kept(SESSION, &lines);
    ingest(&mut memory, &path);
    assert_eq!(named(&memory, SESSION).0.as_deref(), Some("rotate [masked:github-token] tomorrow"));
    let bytes = |sandbox: &Sandbox| std::fs::read(sandbox.database()).expect("it is there");
    drop(memory);
    assert!(memchr::memmem::find(&bytes(&sandbox), secret.as_bytes()).is_none());

    let mut memory = sandbox.open();
    memory.forget(&["p".to_owned()]).expect("a write");
    append(&path, &bytes_of(&[title(SESSION, "rotate it at last")]));
    ingest(&mut memory, &path);
    assert_eq!(named(&memory, SESSION), (None, Vec::new()));
    assert_eq!(memory.session_meant("rotate it at last").expect("a read"), None);
}

#[test]
fn a_fork_has_a_title_of_its_own() {
    let sandbox = Sandbox::without_model();
    let mut memory = stored(&sandbox);
    let fork = "f0000000-0000-4000-8000-000000000002";
    let copied = lines(&sandbox).into_iter().filter(|line| line["uuid"].is_string());
    let mut copied: Vec<Value> = copied.collect();
    for line in &mut copied {
        line["sessionId"] = json!(fork);
    }
    copied.push(title(fork, "Another way"));
    ingest(&mut memory, &sandbox.kept(fork, &copied));
    assert_eq!(named(&memory, fork), (Some("Another way".to_owned()), Vec::new()));
    assert_eq!(named(&memory, SESSION).0.as_deref(), Some("Lighthouse beacon rewiring"));
}

#[test]
fn a_name_that_codex_was_told_leads_to_its_session() {
    let sandbox = Sandbox::without_model();
    let cwd = sandbox.directory("harbor");
    let id = "019eef97-6f34-7f51-be82-88a6feea9c87";
    let at = |second: u32| format!("2026-03-01T09:00:{second:02}.000Z");
    let said = |role: &str, kind: &str, text: &str, second: u32| {
        json!({ "timestamp": at(second), "type": "response_item", "payload": {
            "type": "message", "role": role, "content": [{ "type": kind, "text": text }] } })
    };
    let name = |text: &str, second: u32| {
        json!({ "timestamp": at(second), "type": "event_msg", "payload": {
            "type": "thread_name_updated", "thread_id": id, "thread_name": text } })
    };
    let lines = [
        json!({ "timestamp": at(0), "type": "session_meta", "payload": {
            "id": id, "timestamp": at(0), "cwd": cwd, "originator": "codex_cli_rs",
            "cli_version": "0.120.0" } }),
        name("early", 1),
        said("user", "input_text", "have a look at the failing thing", 2),
        said("assistant", "output_text", "It is mended.", 3),
        name("Lighthouse beacon", 4),
    ];
    let mut memory = sandbox.open();
    let path = sandbox.transcript(&format!("rollout-2026-03-01T09-00-00-{id}"), &lines);
    assert!(memory.ingest_of("codex", &path, None, None).expect("it can be read").done);
    assert_eq!(named(&memory, id).0.as_deref(), Some("Lighthouse beacon"));
    assert_eq!(memory.session_meant("Lighthouse beacon").expect("a read").as_deref(), Some(id));
    assert_eq!(found_any(&mut memory, "lighthouse beacon").len(), 1);
}

#[test]
fn what_a_program_asked_is_left_out_where_that_is_wished() {
    let sandbox = Sandbox::without_model();
    let mut memory = stored(&sandbox);
    let program = "aaaaaaaa-0000-4000-8000-000000000003";
    let mut lines = Session::new(program, &sandbox.directory("harbor"));
    let mut lines = lines.turn("run", "have a look at the failing thing", "Nothing failed.");
    lines[0]["promptSource"] = json!("sdk");
    ingest(&mut memory, &sandbox.kept(program, &lines));
    let typed = || Filter { typed: Some(true), ..Filter::default() };
    let mut both = found_any(&mut memory, "failing thing");
    both.sort();
    assert_eq!(both, ["p1", "run"]);
    assert_eq!(found(&mut memory, "failing thing", typed()), ["p1"]);
    assert_eq!(found(&mut memory, "", typed()).len(), 3);
    let rows = memory.sessions(&Within::Everything, 9).expect("a read");
    let headless = rows.iter().filter(|row| row.headless).map(|row| row.session.as_str());
    assert_eq!(headless.collect::<Vec<_>>(), [program]);

    // Whoever asked in a file of others, a person may have.
    let other = Sandbox::without_model();
    let mut into = other.open();
    into.import(&export_all(&memory).lines, Voucher::Nobody, 0).expect("sound");
    assert_eq!(found(&mut into, "failing thing", typed()).len(), 2);
}

#[test]
fn a_title_in_colours_is_shown_without_and_one_of_the_agent_leads_back_too() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let mut lines = Session::new(SESSION, &sandbox.directory("harbor")).turn("p", "hello", "Hi.");
    lines.push(title(SESSION, "\u{1b}[31mCapstan\u{1b}[0m torque"));
    lines
        .push(json!({ "type": "ai-title", "aiTitle": "Windlass and chain", "sessionId": SESSION }));
    ingest(&mut memory, &sandbox.kept(SESSION, &lines));
    assert_eq!(named(&memory, SESSION).0.as_deref(), Some("Capstan torque"));
    for name in ["capstan torque", "windlass AND chain"] {
        assert_eq!(memory.session_meant(name).expect("a read").as_deref(), Some(SESSION), "{name}");
    }
    assert_eq!(memory.session_meant("7731").expect("a read"), None);
}

#[test]
fn the_words_of_a_name_mean_the_one_session_that_has_them() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    for (session, name) in [("s-one", "Rewire the beacon"), ("s-two", "Paint the beacon")] {
        let mut lines = Session::new(session, &sandbox.directory("harbor")).turn(
            &format!("{session}-p"),
            "hello",
            "Hi.",
        );
        lines.push(title(session, name));
        ingest(&mut memory, &sandbox.kept(session, &lines));
    }
    assert_eq!(memory.session_meant("paint THE").expect("a read").as_deref(), Some("s-two"));
    assert_eq!(memory.session_meant("100%").expect("a read"), None);
    let error = memory.session_meant("beacon").expect_err("two have it").to_string();
    for told in ["2 sessions have a name with beacon", "s-one  Rewire", "s-two  Paint"] {
        assert!(error.contains(told), "{error}");
    }
}

#[test]
fn the_pull_request_that_a_command_opened_finds_its_turn_and_tasks_are_shown() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let mut session = Session::new(SESSION, &sandbox.directory("harbor"));
    let mut lines = session.turn("mast", "Open it for the mast", "Opened.");
    let create = json!({ "command": "git push && gh pr create --fill" });
    lines.push(session.tool_use("u1", "c1", "Bash", &create));
    lines.push(session.tool_result(
        "r1",
        "c1",
        "Creating\nhttps://github.com/acme/harbor/pull/8842\n",
    ));
    lines.extend(session.turn("list", "Look at the list", "Here."));
    let view = json!({ "command": "gh pr list" });
    lines.push(session.tool_use("u2", "c2", "Bash", &view));
    lines.push(session.tool_result("r2", "c2", "https://github.com/acme/harbor/pull/8843\n"));
    lines.extend(session.turn("tasks", "Do what is left", "Done."));
    let todos = json!({ "todos": [
        { "content": "Oil the turnbuckle", "status": "pending", "activeForm": "Oiling" },
        { "content": "Tar the hull", "status": "pending", "activeForm": "Tarring" },
    ] });
    lines.push(session.tool_use("u3", "c3", "TodoWrite", &todos));
    lines.push(session.tool_result("r3", "c3", "ok"));
    ingest(&mut memory, &sandbox.kept(SESSION, &lines));
    for query in ["8842", "#8842", "https://github.com/acme/harbor/pull/8842"] {
        assert_eq!(found_any(&mut memory, query), ["mast"], "{query}");
    }
    assert_eq!(found_any(&mut memory, "8843"), [""; 0]);
    let shown = memory.show("tasks").expect("a read");
    let mut steps = shown.iter().flat_map(|turn| &turn.steps);
    assert!(steps.any(|step| step.text == "Oil the turnbuckle; Tar the hull"));
}
