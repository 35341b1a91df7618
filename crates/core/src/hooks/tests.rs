//! What a hook says, what it leaves, and what it records. What recall finds is given.

use std::cell::RefCell;
use std::fs;
use std::io::Result as IoResult;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::recalling::{Asked, has_marker, recall};
use super::*;
use crate::embed::Engines;
use crate::home::inbox::Payload;
use crate::home::records::SessionRecord;
use crate::home::records::line::{ContextMark, RecordLine, lines_of};
use crate::recall::{Candidate, Prompt, Recall, Verdict};
use crate::search::Hit;
use crate::secrets::Masker;
use std::collections::BTreeMap;

const SESSION: &str = "8037c875-e39f-54dd-a6ba-6ef50e7a7f67";
/// 26 November 2025, 12:00 UTC.
const NOW_MS: i64 = 1_764_158_400_000;
const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// A process that hears and says what a test wants.
#[derive(Default)]
struct Fake {
    input: String,
    said: String,
    limits: Vec<HookLimits>,
    last_words: Vec<String>,
    workers: Vec<BTreeMap<String, String>>,
}

impl HookHost for Fake {
    fn now_ms(&self) -> i64 {
        NOW_MS
    }

    fn utc_offset_min(&self, _: i64) -> i32 {
        60
    }

    fn age_ms(&self) -> f64 {
        99.6
    }

    fn input(&mut self) -> IoResult<String> {
        Ok(self.input.clone())
    }

    fn say(&mut self, text: &str) -> IoResult<()> {
        self.said.push_str(text);
        Ok(())
    }

    fn limit(&mut self, limits: HookLimits, last_words: Option<String>) {
        self.limits.push(limits);
        self.last_words.extend(last_words);
    }

    fn start_worker(&mut self, environment: BTreeMap<String, String>) {
        self.workers.push(environment);
    }
}

/// A home, a transcript, and the settings.
struct World {
    folder: tempfile::TempDir,
    home: Home,
    options: HookOptions,
    /// What recall was asked.
    asked: RefCell<Vec<Prompt>>,
    /// Variables of the hook's process.
    env: Vec<(String, String)>,
}

impl World {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let home = Home::at(folder.path().join("home"));
        let settings = HookSettings {
            context_budget: 2_000,
            notice: true,
            rate: 4.0,
            recall: true,
            ..HookSettings::default()
        };
        let options =
            HookOptions { home: home.folder().into(), settings, ..HookOptions::default() };
        fs::write(folder.path().join("t.jsonl"), "").expect("room");
        Self { folder, home, options, asked: RefCell::default(), env: Vec::new() }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_string_lossy().into_owned()
    }

    fn around(&self) -> Surroundings {
        let cwd = PathBuf::from(self.path("shop"));
        let env = self.env.iter().cloned().collect();
        Surroundings { env, cwd, homedir: self.folder.path().into() }
    }

    /// Calls a hook; returns the process that it ran in.
    fn hook(&self, word: &str, fields: &Value) -> Fake {
        let mut host = Fake { input: fields.to_string(), ..Fake::default() };
        let mut memory = KeptMemory::brief(Engines::default());
        run(word, &self.options, &self.around(), &mut memory, &mut host);
        host
    }

    /// Sends a prompt for which recall finds this; returns what the hook says.
    fn send(&self, answer: Result<Recall, &str>, asked: &Asked) -> String {
        let (mut host, around) = (Fake::default(), self.around());
        let mut memory = KeptMemory::brief(Engines::default());
        let masker = Masker::new(&self.options.settings.keeping_out.mask.items).expect("patterns");
        let mut hook = Hook {
            options: &self.options,
            around: &around,
            home: &self.home,
            memory: &mut memory,
            host: &mut host,
        };
        let format = HookCall::read("{}", &around).expect("an object").format;
        let search = |prompt: &Prompt, _: &mut Hook| {
            self.asked.borrow_mut().push(prompt.clone());
            answer.map_err(str::to_owned)
        };
        recall(asked, search, (format, &masker), &mut hook);
        host.said
    }

    fn records(&self, session: &str) -> Vec<Value> {
        let path = self.home.record(session).expect("a plain id");
        let text = fs::read_to_string(path).unwrap_or_default();
        lines_of(&text).iter().map(|line| json!(line)).collect()
    }

    fn log(&self) -> String {
        fs::read_to_string(self.home.log()).unwrap_or_default()
    }

    fn payloads(&self) -> Vec<Payload> {
        let items = self.home.look_into_inbox().expect("a folder").waiting;
        items.into_iter().map(|item| item.payload).collect()
    }

    fn mark(&self, line: ContextMark) {
        let path = self.home.record(SESSION).expect("a plain id");
        let mut record = SessionRecord::read(path).expect("a record");
        record.append(&RecordLine::Mark(line)).expect("room");
    }
}

fn hit(turn: &str, at_ms: i64) -> Hit {
    Hit {
        rank: 0,
        turn: turn.into(),
        session: "s".into(),
        project: "shop".into(),
        project_key: "shop".into(),
        cwd: None,
        branch: None,
        coding_agent: "claude-code".into(),
        files: Vec::new(),
        prompt: "Which port?".into(),
        passage: "Port 6543.".into(),
        prompt_excerpt: Vec::new(),
        excerpt: Vec::new(),
        score: 1.0,
        times: 1,
        suspect: Vec::new(),
        at_ms,
        subagent: None,
        marks: Vec::new(),
        text_score: Some(4.2),
        similarity: Some(0.7),
        action_score: None,
        matched: None,
    }
}

/// What is found: turns with their verdicts; something is said where one is injected.
fn found(turns: &[(&str, Verdict)]) -> Recall {
    let candidates: Vec<Candidate> = turns
        .iter()
        .map(|(turn, verdict)| Candidate { verdict: *verdict, hit: hit(turn, NOW_MS - 9 * DAY_MS) })
        .collect();
    let is_said = turns.iter().any(|(_, verdict)| *verdict == Verdict::Injected);
    let said = if is_said { "<mementor>\nport 6543\n</mementor>" } else { "" };
    Recall { candidates, said: said.into(), searched: 12, semantic: true, ..Recall::default() }
}

#[test]
fn a_prompt_gets_what_is_to_be_injected_and_the_person_is_told() {
    let mut world = World::new();
    let (shop, transcript) = (world.path("shop"), world.path("t.jsonl"));
    let asked = Asked {
        prompt: "which port is it?",
        directory: &shop,
        session: Some(SESSION),
        transcript_path: Some(&transcript),
    };
    let answer = || found(&[("a", Verdict::Recalled), ("b", Verdict::Injected)]);
    let said = world.send(Ok(answer()), &asked);
    let expected = r#"{"systemMessage":"Mementor: added 1 past turn (Nov 17)","hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"<mementor>\nport 6543\n</mementor>"}}"#;
    assert_eq!(said, expected);
    world.options.settings.notice = false;
    world.options.settings.rate = 0.5;
    assert!(!world.send(Ok(answer()), &asked).contains("systemMessage"));
    assert_eq!(world.send(Ok(found(&[("c", Verdict::Unsure)])), &asked), "");
    let records = world.records(SESSION);
    assert_eq!(records.len(), 3);
    assert_eq!(records[0]["injected"], json!(["b"]));
    assert_eq!(records[0]["text"], "<mementor>\nport 6543\n</mementor>");
    assert_eq!([&records[0]["chars"], &records[0]["tokens"]], [32, 8]);
    assert_eq!([&records[0]["rate"], &records[1]["rate"]], [&json!(4), &json!(0.5)]);
    assert_eq!([&records[2]["text"], &records[2]["dismissed"]], [&Value::Null, &Value::Null]);
    let asked = world.asked.borrow();
    assert_eq!([asked[0].recalled.len(), asked[1].recalled.len()], [0, 1]);
    assert!((asked[0].rate - 0.04).abs() < 1e-9 && (asked[1].rate - 0.005).abs() < 1e-9);
    assert_eq!(asked[0].now.ahead_ms, 3_600_000);
}

#[test]
fn the_notice_names_the_days_of_the_turns() {
    let host = Fake::default();
    let of = |times: &[i64], notes| super::notice::notice(times, notes, &host);
    let november = 1_762_160_400_000;
    let times = [NOW_MS - DAY_MS, november - 365 * DAY_MS, november, november + 1, NOW_MS, 0];
    let expected =
        "Mementor: added 6 past turns (Nov 3, 2024, Nov 3, yesterday, today) and 2 notes";
    assert_eq!(of(&times, 2), expected);
    // Local time decides.
    assert_eq!(of(&[NOW_MS + 11 * 3_600_000], 0), "Mementor: added 1 past turn (Nov 27)");
    assert_eq!(of(&[], 1), "Mementor: added 1 note");
}

#[test]
fn a_session_that_is_not_kept_leaves_no_text_in_any_file() {
    let world = World::new();
    let (shop, never) = (world.path("shop"), world.path("never.jsonl"));
    let prompt = "Between us: the walrus is paid in silver coins";
    let asked = |transcript_path| Asked {
        prompt,
        directory: &shop,
        session: Some(SESSION),
        transcript_path,
    };
    assert!(world.send(Ok(found(&[("a", Verdict::Injected)])), &asked(None)).contains("6543"));
    assert!(!world.home.folder().exists());
    for answer in [Ok(found(&[("a", Verdict::Injected)])), Err("the disk is gone")] {
        world.send(answer, &asked(Some(&never)));
    }
    let records = world.records(SESSION);
    assert_eq!([&records[0]["prompt"], &records[0]["transcript"]], ["", &*never]);
    assert_eq!(records[1]["dismissed"], "failed");
    assert!(world.log().contains(" recall: the disk is gone"));
    for entry in fs::read_dir(world.home.folder()).expect("a folder") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(path).unwrap_or_default();
        assert!(!text.contains("walrus") && !text.contains("silver"), "{text}");
    }
    // It is one only until its transcript is written.
    fs::write(&never, "").expect("room");
    world.send(Ok(found(&[])), &asked(Some(&never)));
    let records = world.records(SESSION);
    assert_eq!((&records[2]["prompt"], records[2].get("transcript")), (&json!(prompt), None));
}

#[test]
fn a_prompt_is_recorded_without_its_secrets_and_by_a_persons_patterns() {
    let mut world = World::new();
    world.options.settings.keeping_out.mask.items = vec!["Halvorsen".into()];
    let (shop, transcript) = (world.path("shop"), world.path("t.jsonl"));
    let secret = ["sk-ant-", "api03-A1b2C3d4E5f6G7h8I9j0K1l2M3n4"].concat();
    let prompt = format!("what is {secret} for?");
    let asked = Asked {
        prompt: &prompt,
        directory: &shop,
        session: Some(SESSION),
        transcript_path: Some(&transcript),
    };
    let said = "The <private> tag starts here. The walrus is called Halvorsen.".to_owned();
    world.send(Ok(Recall { said, ..found(&[]) }), &asked);
    let records = world.records(SESSION);
    assert!(!records[0].to_string().contains(&secret));
    let text = "The <private> tag starts here. The walrus is called [masked:own].";
    assert_eq!(records[0]["text"], text);
}

#[test]
fn what_cannot_be_recorded_is_said_all_the_same() {
    let world = World::new();
    fs::create_dir_all(world.home.folder()).expect("room");
    fs::write(world.home.recalls(), "mine").expect("room");
    fs::write(world.home.state_file(), "{\"muted\": [").expect("room");
    let (shop, transcript) = (world.path("shop"), world.path("t.jsonl"));
    let asked = |session| Asked {
        prompt: "which port?",
        directory: &shop,
        session,
        transcript_path: Some(&transcript),
    };
    for session in [Some(SESSION), Some("../x"), None] {
        let said = world.send(Ok(found(&[("a", Verdict::Injected)])), &asked(session));
        assert!(said.contains("6543"), "{session:?}");
    }
    assert_eq!(fs::read_to_string(world.home.recalls()).expect("text"), "mine");
    assert_eq!(world.log().matches(": a part of this path is a file").count(), 2);
    assert!(world.log().contains("state.json: it is no JSON"));
    assert_eq!(world.asked.borrow()[1].session, "../x");
}

#[test]
fn nothing_is_searched_where_a_person_or_the_context_forbids_it() {
    let why = |change: &dyn Fn(&mut World), prompt: &str| {
        let mut world = World::new();
        fs::create_dir_all(world.home.folder()).expect("room");
        change(&mut world);
        let (below, never) = (world.path("shop/src"), world.path("never.jsonl"));
        let asked = Asked {
            prompt,
            directory: &below,
            session: Some(SESSION),
            transcript_path: Some(&never),
        };
        let said = world.send(Ok(found(&[("a", Verdict::Injected)])), &asked);
        let searched = !world.asked.borrow().is_empty();
        assert_eq!(searched, said.contains("6543"));
        world.records(SESSION).last().expect("a record")["dismissed"].clone()
    };
    let mute = |world: &World, muted: Value| {
        fs::write(world.home.state_file(), json!({ "muted": muted }).to_string()).expect("room");
    };
    assert_eq!(why(&|world| world.options.settings.recall = false, "port?"), "off");
    assert_eq!(why(&|world| mute(world, json!({"sessions": [SESSION]})), "port?"), "muted");
    let shop = |world: &mut World| mute(world, json!({"projects": [world.path("shop")]}));
    assert_eq!(why(&shop, "port?"), "muted");
    assert_eq!(why(&|_| {}, "which\n--no-recall\nport?"), "marker");
    assert_eq!(why(&|world| world.mark(ContextMark::forked(1)), "port?"), "fork");
    let other =
        |world: &mut World| mute(world, json!({"projects": [world.path("shop2")], "turns": ["x"]}));
    assert_eq!(why(&other, "port?"), Value::Null);
    for prompt in ["--no-recall", "--no-recall port", "port\t--no-recall"] {
        assert!(has_marker(prompt), "{prompt}");
    }
    for prompt in ["", "no-recall", "---no-recall", "x--no-recall", "--no-recall.", "--NO-RECALL"] {
        assert!(!has_marker(prompt), "{prompt}");
    }
}

#[test]
fn what_was_added_is_named_to_recall_until_the_context_is_compacted() {
    let world = World::new();
    let (shop, transcript) = (world.path("shop"), world.path("t.jsonl"));
    let asked = |session| Asked {
        prompt: "which port?",
        directory: &shop,
        session: Some(session),
        transcript_path: Some(&transcript),
    };
    world.send(Ok(found(&[("a", Verdict::Injected)])), &asked(SESSION));
    world.send(Ok(found(&[])), &asked("another"));
    world.mark(ContextMark::compacted(77));
    world.send(Ok(found(&[])), &asked(SESSION));
    let asked = world.asked.borrow();
    let recalled: Vec<usize> = asked.iter().map(|prompt| prompt.recalled.len()).collect();
    assert_eq!(recalled, [0, 0, 0]);
    assert_eq!(asked[2].compacted_at_ms, Some(77));
}

#[test]
fn a_stop_leaves_its_payload_before_any_deadline_and_starts_the_worker() {
    let mut world = World::new();
    let stop = |more: Value| {
        let mut fields = json!({
            "session_id": SESSION, "transcript_path": "/t.jsonl", "cwd": "/shop",
            "last_assistant_message": "The walrus is called Halvorsen.",
        });
        fields.as_object_mut().expect("one").extend(more.as_object().expect("one").clone());
        fields
    };
    let host = world.hook("stop", &stop(json!({})));
    assert_eq!((host.said.as_str(), host.workers.len()), ("", 1));
    assert_eq!(host.workers[0]["MEMENTOR_HOME"], world.home.folder().to_string_lossy());
    let walls: Vec<u32> = host.limits.iter().map(|limits| limits.wall_ms).collect();
    assert_eq!(walls, [4_000, 10_000, 1_000]);
    let line = "2025-11-26T12:00:00.000Z hook stop: nothing was handed over: ";
    assert_eq!(
        host.last_words,
        [line.to_owned() + "the input did not end", line.to_owned() + "the disk did not answer"]
    );
    let expected = Payload {
        event: "stop".into(),
        transcript_path: "/t.jsonl".into(),
        last_answer: Some("The walrus is called Halvorsen.".into()),
        received_at_ms: NOW_MS,
        ..Payload::default()
    };
    assert_eq!(world.payloads(), [expected]);
    world.options.settings.keeping_out.mask.items = vec!["Halvorsen".into()];
    for (word, more) in
        [("stop", json!({})), ("stop", json!({"agent_id": "a"})), ("session-end", json!({}))]
    {
        world.hook(word, &stop(more));
    }
    let mut answers: Vec<_> =
        world.payloads().into_iter().map(|payload| payload.last_answer).collect();
    answers.sort();
    let [plain, masked] = ["The walrus is called Halvorsen.", "The walrus is called [masked:own]."];
    assert_eq!(answers, [None, None, Some(plain.to_owned()), Some(masked.to_owned())]);
    assert_eq!(
        world.payloads().iter().filter(|payload| payload.kept_out.mask == ["Halvorsen"]).count(),
        3
    );
}

#[test]
fn what_is_excluded_leaves_no_trace_and_unclear_settings_make_a_payload_wait() {
    let mut world = World::new();
    let fields = json!({
        "session_id": SESSION, "transcript_path": "/t.jsonl", "cwd": "/secret/shop",
        "prompt": "which port?", "last_assistant_message": "x", "source": "compact",
    });
    let words =
        ["session-start", "user-prompt-submit", "stop", "pre-compact", "session-end", "new"];
    world.options.settings.keeping_out.exclude.items = vec!["/secret".into()];
    for word in words {
        let host = world.hook(word, &fields);
        assert!(host.said.is_empty() && host.workers.is_empty(), "{word}");
    }
    // Nor where the session began elsewhere and has moved there.
    world.env = vec![("CLAUDE_PROJECT_DIR".to_owned(), "/open".to_owned())];
    for word in words {
        assert!(world.hook(word, &fields).said.is_empty(), "{word}");
    }
    assert!(!world.home.folder().exists());
    world.env.clear();
    let without = json!({"session_id": SESSION, "cwd": "/shop"});
    assert!(world.hook("stop", &without).workers.is_empty() && world.payloads().is_empty());
    world.options.settings.keeping_out.exclude.items = Vec::new();
    let fault = "`mask` in /h/config.json cannot be understood";
    world.options.settings.keeping_out.mask =
        SettingList { items: Vec::new(), source: "config.json".into(), fault: Some(fault.into()) };
    world.options.settings.keeping_out.exclude =
        SettingList { items: vec!["!/a".into()], source: "MEMENTOR_EXCLUDE".into(), fault: None };
    world.hook("stop", &fields);
    let payload = &world.payloads()[0];
    assert_eq!(payload.unclear, ["config.json", "MEMENTOR_EXCLUDE"]);
    assert!(payload.last_answer.is_none() && payload.kept_out.is_empty());
    assert!(world.log().contains(&format!("hook stop: waits in the inbox: {fault}")));
    assert!(
        world.log().contains("hook stop: waits in the inbox: `exclude` cannot be used: glob 1")
    );
    // A prompt gets nothing, and leaves nothing.
    let host = world.hook("user-prompt-submit", &fields);
    assert!(host.said.is_empty() && world.payloads().len() == 1);
    assert!(world.log().contains(&format!("hook user-prompt-submit: {fault}")));
}

#[test]
fn an_input_that_is_no_object_is_noted_and_none_is_not() {
    let world = World::new();
    let mut memory = KeptMemory::brief(Engines::default());
    let mut send = |text: &str| {
        let mut host = Fake { input: text.into(), ..Fake::default() };
        run("stop", &world.options, &world.around(), &mut memory, &mut host);
    };
    send(" \n");
    assert_eq!(world.log(), "");
    send("[]");
    assert!(world.log().contains("hook stop: nothing was handed over: the input is no object"));
}

#[test]
fn a_start_marks_what_became_of_the_context() {
    let world = World::new();
    let begin = |session: &str, more: Value| {
        let mut fields =
            json!({"session_id": session, "transcript_path": "/t.jsonl", "cwd": "/shop"});
        fields.as_object_mut().expect("one").extend(more.as_object().expect("one").clone());
        let name = if fields.get("trigger").is_some() { "pre-compact" } else { "session-start" };
        world.hook(name, &fields);
        world.records(session)
    };
    assert_eq!(
        begin("new", json!({"source": "compact"})),
        [json!({"compacted": true, "atMs": NOW_MS})]
    );
    assert_eq!(begin("fork", json!({"source": "fork"})), [json!({"forked": true, "atMs": NOW_MS})]);
    for source in ["clear", "startup", "resume", "other"] {
        assert!(begin("none", json!({"source": source})).is_empty());
    }
    assert_eq!(begin("new", json!({"source": "clear"})).len(), 2);
    assert!(begin("none", json!({"trigger": "auto"})).is_empty());
    assert_eq!(begin("new", json!({"trigger": "manual"})).len(), 2);
    assert_eq!(begin("new", json!({"trigger": "auto", "agent_id": "a"})).len(), 2);
    let lines = begin("new", json!({"trigger": "auto"}));
    assert_eq!(lines[2], json!({"compacting": "auto", "atMs": NOW_MS}));
    fs::create_dir_all(world.home.record("folder").expect("a plain id")).expect("room");
    begin("folder", json!({"source": "compact"}));
    assert!(world.log().contains("folder.jsonl: it is a folder"));
}

#[test]
fn a_dismissed_prompt_opens_no_memory_and_is_recorded_where_there_is_one() {
    let world = World::new();
    let transcript = world.path("t.jsonl");
    let prompt = |id: &str| {
        let fields = json!({
            "session_id": SESSION, "transcript_path": transcript, "cwd": "/shop", "prompt": "/clear",
            "prompt_id": id,
        });
        world.hook("user-prompt-submit", &fields)
    };
    let host = prompt("p1");
    assert_eq!(host.limits[0].wall_ms, 4_400);
    assert!(host.last_words[0].ends_with("hook user-prompt-submit: too late, and silent"));
    assert!(!world.home.folder().exists());
    fs::create_dir_all(world.home.folder()).expect("room");
    fs::write(world.home.database(), "no database").expect("room");
    prompt("p1");
    assert_eq!(world.records(SESSION)[0]["dismissed"], "command");
    // Whoever claims a prompt answers it: of two copies of a hook, one.
    prompt("p2");
    prompt("p2");
    assert_eq!(world.records(SESSION).len(), 2);
    let subagent = json!({"prompt": "/clear", "agent_id": "a", "session_id": SESSION, "transcript_path": transcript});
    world.hook("user-prompt-submit", &subagent);
    assert_eq!(world.records(SESSION).len(), 2);
}

#[test]
fn what_the_settings_name_and_is_gone_is_told_once_where_the_agent_shows_it() {
    let mut world = World::new();
    fs::create_dir_all(world.home.folder()).expect("room");
    fs::write(world.home.database(), "no database").expect("room");
    let said = |world: &World, event: &str, more: Value| {
        let mut fields = json!({"cwd": "/shop", "session_id": SESSION, "prompt": "/clear"});
        fields.as_object_mut().expect("one").extend(more.as_object().expect("one").clone());
        world.hook(event, &fields).said
    };
    let codex = json!({"turn_id": "a"});
    assert_eq!(said(&world, "session-start", json!({"source": "startup"})), "");
    for gone in ["/n/v22.1.0/bin/node", "/n/v22.2.0/bin/node"] {
        world.options.instead_of = Some(gone.to_owned());
        assert_eq!(said(&world, "user-prompt-submit", codex.clone()), "");
        let at = if gone.contains("22.1") { "session-start" } else { "user-prompt-submit" };
        let told = said(&world, at, json!({"prompt_id": gone, "source": "resume"}));
        let told: Value = serde_json::from_str(&told).expect("one object");
        let line = told["systemMessage"].as_str().expect("a line");
        assert!(line.contains(gone) && line.contains("`mementor enable`"), "{line}");
        assert_eq!(told.as_object().expect("one").len(), 1);
        for again in ["session-start", "user-prompt-submit"] {
            assert_eq!(said(&world, again, json!({"prompt_id": again, "source": gone})), "");
        }
    }
}

#[test]
fn of_two_copies_of_a_hook_one_answers_whatever_the_client_says() {
    let world = World::new();
    fs::create_dir_all(world.home.folder()).expect("room");
    fs::write(world.home.database(), "no database").expect("room");
    let transcript = world.path("t.jsonl");
    let base = json!({"session_id": SESSION, "transcript_path": transcript, "cwd": "/shop"});
    for (at, more) in [
        json!({"prompt": "/clear"}),
        json!({"prompt": "/clear", "prompt_id": "p1"}),
        json!({"prompt": "/clear", "prompt_id": "p2"}),
        json!({"prompt": "/compact", "turn_id": "a"}),
    ]
    .into_iter()
    .enumerate()
    {
        let mut fields = base.clone();
        fields.as_object_mut().expect("one").extend(more.as_object().expect("one").clone());
        for _ in 0..3 {
            world.hook("user-prompt-submit", &fields);
        }
        assert_eq!(world.records(SESSION).len(), at + 1, "{fields}");
    }
    // Said again when an answer stands in between.
    let mut again = base.clone();
    again["prompt"] = json!("/clear");
    fs::write(&transcript, "longer than before\n").expect("room");
    world.hook("user-prompt-submit", &again);
    assert_eq!(world.records(SESSION).len(), 5);
}

#[test]
fn a_transcript_that_is_behind_is_handed_over_at_a_prompt() {
    let world = World::new();
    let transcript = world.path("t.jsonl");
    let prompt = || {
        let fields = json!({
            "session_id": SESSION, "transcript_path": transcript, "cwd": "/shop", "prompt": "why?",
        });
        world.hook("user-prompt-submit", &fields)
    };
    assert!(prompt().workers.is_empty());
    fs::write(&transcript, "x".repeat(65 * 1024)).expect("room");
    assert_eq!(prompt().workers.len(), 1);
    assert_eq!(world.payloads()[0].event, "user-prompt-submit");
}

#[test]
fn a_server_answers_prompts_that_have_an_id_and_says_that_it_does() {
    let world = World::new();
    let (around, mut host) = (world.around(), Fake::default());
    let mut memory = KeptMemory::lasting(Engines::default());
    let mut proven = 0;
    for input in ["{}", "nothing", r#"{"prompt_id":"p1","prompt":"/clear"}"#] {
        let mut mark = || {
            proven += 1;
            Ok(())
        };
        answer_prompt(input, &world.options, &around, &mut memory, &mut host, &mut mark);
    }
    assert_eq!((proven, host.said.as_str()), (1, ""));
    assert!(host.limits.is_empty());
}
