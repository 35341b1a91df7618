//! The worker: what it takes in of the inbox, what it leaves there, and what it prepares.

mod sandbox;

use std::fs;
use std::path::Path;

use mementor_core::Result;
use mementor_core::api::{
    Home, HookOptions, IngestLock, KeepingOut, LockHolder, SettingList, Surroundings, WorkerHost,
    WorkerOptions, waiting_in, work,
};
use mementor_core::embed::Engines;
use mementor_core::home::inbox::{KeptOut, Payload};
use mementor_core::secrets::Masker;
use sandbox::{NOW_MS, Sandbox, Session};

const SESSION: &str = "5e551011-aaaa";
/// A tag that is spoken of: in an answer it marks nothing.
const ANSWER: &str = "Put `<private>` before what must stay out. The rest of this is kept.";

/// A process whose clocks go on only while it waits.
#[derive(Default)]
struct Fake {
    uptime_ms: i64,
}

impl WorkerHost for Fake {
    fn now_ms(&self) -> i64 {
        NOW_MS + self.uptime_ms
    }

    fn uptime_ms(&self) -> i64 {
        self.uptime_ms
    }

    fn sleep(&mut self, ms: i64) {
        self.uptime_ms += ms.max(1);
    }

    fn lock(&mut self, home: &Home) -> Result<Option<IngestLock>> {
        let holder = LockHolder { pid: 1, command: "drain".into(), since_ms: self.now_ms() };
        IngestLock::try_acquire(home, &holder, "")
    }
}

/// A home with a transcript of one turn.
struct World {
    sandbox: Sandbox,
    home: Home,
    transcript: String,
    options: WorkerOptions,
    around: Surroundings,
}

impl World {
    fn new() -> Self {
        let sandbox = Sandbox::without_model();
        let mut session = Session::new(SESSION, &sandbox.directory("quarry"));
        let lines = session.turn("t", "What hides it?", ANSWER);
        let transcript = sandbox.transcript(SESSION, &lines).to_string_lossy().into_owned();
        let home = Home::at(sandbox.home());
        let options = HookOptions {
            home: sandbox.home(),
            models: sandbox.models.clone(),
            ..HookOptions::default()
        };
        let options = WorkerOptions { options, ..WorkerOptions::default() };
        let around = Surroundings { homedir: sandbox.path("person"), ..Surroundings::default() };
        Self { sandbox, home, transcript, options, around }
    }

    /// What the hook of a turn's end leaves.
    fn stop(&self, received_at_ms: i64) -> Payload {
        let answer = Masker::default().mask_answered(ANSWER).into_owned();
        Payload {
            event: "stop".into(),
            transcript_path: self.transcript.clone(),
            last_answer: Some(answer),
            received_at_ms,
            ..Payload::default()
        }
    }

    fn put(&self, payload: &Payload) {
        self.home.put_payload(payload).expect("room");
    }

    fn work(&self) {
        work(&self.options, &self.around, &Engines::default(), &mut Fake::default());
    }

    /// Returns the numbers of payloads that are ready, held and replaced.
    fn waiting(&self) -> [usize; 3] {
        let waiting = waiting_in(&self.home, &self.options, &self.around).expect("an inbox");
        [waiting.ready.len(), waiting.held.len(), waiting.superseded.len()]
    }

    /// Returns the texts of the stored turns.
    fn texts(&self) -> String {
        let turns = self.sandbox.open().show("").expect("readable");
        let steps = turns.iter().flat_map(|turn| &turn.steps).map(|step| step.text.as_str());
        steps.collect::<Vec<_>>().join("\n")
    }

    fn log(&self) -> String {
        fs::read_to_string(self.home.log()).unwrap_or_default()
    }
}

fn list(items: &[&str], fault: Option<&str>) -> SettingList {
    SettingList {
        items: items.iter().map(|&item| item.to_owned()).collect(),
        source: "config.json".into(),
        fault: fault.map(str::to_owned),
    }
}

#[test]
fn a_payload_is_taken_in_and_its_answer_is_that_of_the_transcript() {
    let world = World::new();
    world.put(&world.stop(NOW_MS));
    world.work();
    assert_eq!(world.waiting(), [0, 0, 0]);
    assert_eq!(world.texts().matches("The rest of this is kept.").count(), 1, "{}", world.log());
    assert!(!world.texts().contains("[private]"));
    assert_eq!(world.log(), "");
}

#[test]
fn only_one_worker_runs() {
    let world = World::new();
    world.put(&world.stop(NOW_MS));
    let lock = Fake::default().lock(&world.home).expect("room");
    world.work();
    assert_eq!(world.waiting(), [1, 0, 0]);
    drop(lock);
    world.work();
    assert_eq!(world.waiting(), [0, 0, 0]);
}

#[test]
fn a_payload_waits_for_settings_that_its_hook_did_not_understand() {
    let mut world = World::new();
    let unclear =
        |at_ms, source: &str| Payload { unclear: vec![source.into()], ..world.stop(at_ms) };
    let (of_file, of_variable) = (unclear(1, "config.json"), unclear(2, "MEMENTOR_MASK"));
    world.put(&of_file);
    world.put(&of_variable);
    assert_eq!(world.waiting(), [1, 1, 0], "the file is well, and the variable is not here");
    world.options.in_file.mask = list(&[], Some("`mask` cannot be understood"));
    assert_eq!(world.waiting(), [0, 2, 0], "nor is the file");
    world.work();
    assert_eq!(world.texts(), "");
    world.options.in_file = KeepingOut::default();
    world.around.env.insert("MEMENTOR_MASK".into(), "quarry".into());
    world.options.options.settings.keeping_out.mask = list(&["rest of this"], None);
    assert_eq!(world.waiting(), [2, 0, 0]);
    world.work();
    assert_eq!(world.waiting(), [0, 0, 0]);
    let texts = world.texts();
    assert!(texts.contains("The [masked:own] is kept.") && !texts.contains("rest of this"));
}

#[test]
fn a_later_payload_of_a_session_replaces_one_that_waits() {
    let world = World::new();
    let held = Payload { unclear: vec!["MEMENTOR_MASK".into()], ..world.stop(1) };
    world.put(&held);
    assert_eq!(world.waiting(), [0, 1, 0]);
    world.put(&world.stop(2));
    assert_eq!(world.waiting(), [1, 0, 1]);
    world.work();
    assert_eq!(world.waiting(), [0, 0, 0]);
}

#[test]
fn nothing_is_taken_in_while_the_workers_own_settings_are_wrong() {
    let mut world = World::new();
    world.put(&world.stop(NOW_MS));
    world.options.options.settings.keeping_out.mask = list(&[], Some("`mask` is no list"));
    world.work();
    assert_eq!(world.waiting(), [1, 0, 0]);
    assert!(world.log().ends_with("worker: `mask` is no list\n"), "{}", world.log());
}

#[test]
fn what_is_no_payload_is_set_aside_and_an_unreadable_transcript_blocks_nothing() {
    let world = World::new();
    fs::create_dir_all(world.home.inbox()).expect("room");
    let broken = world.home.inbox().join("00000000000001-aaaaaaaaaaaa.json");
    fs::write(&broken, "{").expect("room");
    let looping = world.sandbox.path("loop.jsonl");
    std::os::unix::fs::symlink(&looping, &looping).expect("room");
    let path = looping.to_string_lossy().into_owned();
    world.put(&Payload { transcript_path: path, ..world.stop(1) });
    world.put(&world.stop(2));
    world.work();
    assert!(world.texts().contains("The rest of this is kept."));
    let mut left: Vec<_> = fs::read_dir(world.home.inbox())
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
        .collect();
    left.sort();
    assert_eq!(left, ["00000000000001-aaaaaaaaaaaa.json.unreadable"]);
    assert!(world.log().contains("ingest stop: "), "{}", world.log());
}

#[test]
fn a_transcript_that_no_hook_told_of_is_kept_out_by_the_rules_of_its_folder() {
    let world = World::new();
    let projects = world.sandbox.path("person/.claude/projects/-quarry");
    fs::create_dir_all(&projects).expect("room");
    let moved = |from: &str, to: &str| {
        let to = projects.join(format!("{to}.jsonl"));
        fs::write(&to, fs::read_to_string(from).expect("text").replace(SESSION, "5e551011-bbbb"))
            .expect("room");
        to.to_string_lossy().into_owned()
    };
    let told = moved(&world.transcript, "5e551011-bbbb");
    let mut other = Session::new("5e551011-cccc", Path::new("/quarry"));
    let lines = other.turn("u", "Who cut the walrus?", "Halvorsen did.");
    fs::write(projects.join("5e551011-cccc.jsonl"), sandbox::bytes_of(&lines)).expect("room");
    let kept_out = KeptOut { mask: vec!["Halvorsen".into()], exclude: Vec::new() };
    let event = "session-start".to_owned();
    world.put(&Payload { transcript_path: told, kept_out, event, ..world.stop(1) });
    world.work();
    let texts = world.texts();
    assert!(texts.contains("Who cut the walrus?") && !texts.contains("Halvorsen"), "{texts}");
    assert!(texts.contains("[masked:own] did."), "{texts}");
}
