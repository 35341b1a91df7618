//! Where agents keep their sessions, in made-up homes: which transcripts there are, whose they are,
//! and what leads back into a session.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use mementor_core::sources::machine::{
    Resumable, TranscriptPlace, TranscriptSearch, is_kept_output, is_of_session, plain_error,
    resume_command,
};
use mementor_core::sources::{self, Machine};
use mementor_core::surroundings::Surroundings;

const SESSION: &str = "0b3f7a52-6f0e-4a43-9a31-5f7a6f0c2d11";
const OTHER: &str = "9d1c4e0a-2b7f-4d55-8a10-77aa00bb11cc";

struct World {
    _folder: tempfile::TempDir,
    home: PathBuf,
    on: Surroundings,
}

impl World {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let home = fs::canonicalize(folder.path()).expect("a folder");
        let cwd = home.join("weir");
        let on = Surroundings { cwd, homedir: home.clone(), ..Surroundings::default() };
        Self { _folder: folder, home, on }
    }

    fn with(&self, variable: &str, value: &Path) -> Machine {
        let mut on = self.on.clone();
        on.env.insert(variable.to_owned(), value.to_string_lossy().into_owned());
        Machine::of(on)
    }

    fn machine(&self) -> Machine {
        Machine::of(self.on.clone())
    }

    fn cwd(&self) -> String {
        self.on.cwd.to_string_lossy().into_owned()
    }

    fn dashed(&self) -> String {
        self.cwd().replace(|sign: char| !sign.is_ascii_alphanumeric(), "-")
    }

    fn put(&self, name: &str, text: &str) -> String {
        let path = self.home.join(name);
        fs::create_dir_all(path.parent().expect("below the home")).expect("a folder");
        fs::write(&path, text).expect("room");
        path.to_string_lossy().into_owned()
    }

    /// Writes a file of that many bytes, modified at that second.
    fn put_at(&self, name: &str, seconds: u64) -> String {
        let path = self.put(name, &"x".repeat(seconds as usize));
        let file = fs::File::options().append(true).open(&path).expect("it was written");
        file.set_modified(UNIX_EPOCH + Duration::from_secs(seconds)).expect("a time");
        path
    }

    fn of(&self, agent: &str) -> Vec<String> {
        paths(&self.machine(), &TranscriptSearch { agent: Some(agent.into()), ..search() })
    }

    fn here(&self, agent: &str) -> Vec<String> {
        let search = TranscriptSearch { agent: Some(agent.into()), here: Some(true), ..search() };
        paths(&self.machine(), &search)
    }

    fn under(&self, folder: &str) -> Vec<String> {
        let under = self.home.join(folder).to_string_lossy().into_owned();
        paths(&self.machine(), &TranscriptSearch { under: Some(under), ..search() })
    }

    fn subagents(&self, path: &str) -> Vec<String> {
        let search = TranscriptSearch { subagents_of: Some(path.to_owned()), ..search() };
        paths(&self.machine(), &search)
    }

    fn place(&self, path: &str) -> TranscriptPlace {
        self.machine().place(Path::new(path))
    }

    fn session(&self, path: &str) -> Option<String> {
        self.place(path).session
    }

    fn resuming(&self, session: &str, cwd: Option<&str>) -> Option<&'static str> {
        let session = Resumable { session: session.into(), cwd: cwd.map(str::to_owned) };
        self.machine().resuming(&session).map(|source| source.name())
    }
}

fn search() -> TranscriptSearch {
    TranscriptSearch::default()
}

fn paths(machine: &Machine, search: &TranscriptSearch) -> Vec<String> {
    let found = machine.transcripts(search).expect("a known agent");
    found.into_iter().map(|found| found.path).collect()
}

fn sorted<const N: usize>(mut paths: [&String; N]) -> Vec<String> {
    paths.sort();
    paths.into_iter().cloned().collect()
}

fn in_order(mut paths: Vec<String>) -> Vec<String> {
    paths.sort();
    paths
}

fn command(agent: &str, session: &str, cwd: Option<&str>) -> String {
    let session = Resumable { session: session.into(), cwd: cwd.map(str::to_owned) };
    resume_command(sources::named(agent).expect("a known agent"), &session)
}

#[test]
fn transcripts_of_every_project_are_listed_newest_first() {
    let world = World::new();
    assert!(world.of("claude-code").is_empty());
    let old = world.put_at(".claude/projects/-a/old.jsonl", 10);
    let new = world.put_at(".claude/projects/-b/new.jsonl", 30);
    let middle = world.put_at(".claude/projects/-a/middle.jsonl", 20);
    assert_eq!(world.of("claude-code"), [new.clone(), middle, old]);
    let found = world.machine().transcripts(&search()).expect("no agent is named");
    let first = &found[0];
    assert_eq!((&first.path, first.bytes, first.modified_at_ms), (&new, 30, 30_000));
    assert!(paths(&world.machine(), &TranscriptSearch { here: Some(true), ..search() }).is_empty());
}

#[test]
fn a_session_has_subagents_where_clients_of_any_version_put_them() {
    let world = World::new();
    let root = ".claude/projects/-a";
    let kept = world.put_at(&format!("{root}/kept.jsonl"), 3);
    let before = world.put_at(&format!("{root}/agent-1.jsonl"), 2);
    let child = world.put_at(&format!("{root}/kept/subagents/agent-2.jsonl"), 1);
    world.put(&format!("{root}/kept/tool-results/x.jsonl"), "x");
    world.put(&format!("{root}/notes.json"), "x");
    world.put(".claude/projects/stray.jsonl", "x");
    fs::create_dir(world.home.join(root).join("folder.jsonl")).expect("a folder");
    assert_eq!(world.of("claude-code"), [kept.clone(), before.clone(), child.clone()]);
    assert_eq!(world.subagents(&kept), std::slice::from_ref(&child));
    let subagents = [&kept, &before, &child].map(|path| world.place(path).subagent);
    assert_eq!(subagents, [None, Some("1".to_owned()), Some("2".to_owned())]);
    let is_of = |path: &str| is_of_session(Path::new(path), Path::new(&kept));
    assert!(is_of(&kept) && is_of(&child) && !is_of(&before));
    assert_eq!(world.machine().owner(Path::new(&kept)).name(), "claude-code");
    assert!(world.place(&kept).is_owned && !world.place("/elsewhere/kept.jsonl").is_owned);
}

#[cfg(unix)]
#[test]
fn a_file_counts_once_by_its_real_path_and_a_link_into_nothing_is_none() {
    use std::os::unix::fs::symlink;
    let world = World::new();
    let one = world.put_at(".claude/projects/-a/one.jsonl", 1);
    let root = world.home.join(".claude/projects");
    symlink("-a", root.join("-b")).expect("a link");
    symlink("one.jsonl", root.join("-a/two.jsonl")).expect("a link");
    symlink("nowhere", root.join("-a/broken.jsonl")).expect("a link");
    assert_eq!(world.of("claude-code"), [one]);
}

#[test]
fn a_folder_that_a_person_names_is_searched_to_its_depth() {
    let world = World::new();
    let one = world.put_at("x/-a/one.jsonl", 1);
    let two = world.put_at("x/-b/deep/two.jsonl", 2);
    let three = world.put_at("x/1/2/3/4/5/6/agent-3.jsonl", 3);
    world.put_at("x/node_modules/a.jsonl", 4);
    let chat = world.put_at("x/weir/.aider.chat.history.md", 5);
    let story = world.put_at("x/weir/.specstory/history/a.md", 6);
    world.put("x/weir/README.md", "");
    assert_eq!(world.under("x"), [story.clone(), chat.clone(), three, two, one]);
    assert!(world.under("missing").is_empty());
    // Nothing looks for histories.
    assert!(paths(&world.machine(), &search()).is_empty());
    let agents = [&chat, &story].map(|path| world.place(path).agent);
    assert_eq!(agents, ["aider", "specstory"]);
    assert_eq!([&chat, &story].map(|path| world.session(path)), [None, None]);
}

#[test]
fn claude_codes_folder_is_where_its_variable_says() {
    let world = World::new();
    let path = world.put(&format!("cfg/projects/{}/{SESSION}.jsonl", world.dashed()), "{}\n");
    let here = TranscriptSearch { here: Some(true), ..search() };
    assert_eq!(paths(&world.with("CLAUDE_CONFIG_DIR", &world.home.join("cfg")), &here), [path]);
    assert!(paths(&world.with("CLAUDE_CONFIG_DIR", Path::new("")), &here).is_empty());
    let relative = world.with("CLAUDE_CONFIG_DIR", Path::new("../cfg"));
    assert_eq!(paths(&relative, &here).len(), 1);
}

#[test]
fn claude_code_finds_a_session_in_the_folder_of_its_directory() {
    let world = World::new();
    let cwd = world.cwd();
    assert_eq!(world.resuming(SESSION, Some(&cwd)), None);
    world.put(&format!(".claude/projects/{}/{SESSION}.jsonl", world.dashed()), "{}\n");
    assert_eq!(world.resuming(SESSION, Some(&cwd)), Some("claude-code"));
    assert_eq!(world.resuming(SESSION, Some("/srv")), None);
    assert_eq!(world.resuming(SESSION, None), None);
    assert_eq!(world.resuming("../../x", Some(&cwd)), None);
    let sessions = [
        Resumable { session: SESSION.into(), cwd: Some(cwd.clone()) },
        Resumable { session: OTHER.into(), cwd: Some(cwd.clone()) },
    ];
    // Its folder is gone: `mementor resume` says so.
    let gone = [SESSION, OTHER].map(|session| format!("mementor resume {session}"));
    assert_eq!(world.machine().resume_commands(&sessions), gone);
    fs::create_dir(&world.on.cwd).expect("a folder");
    let back = format!("cd {cwd} && claude --resume {SESSION}");
    assert_eq!(world.machine().resume_commands(&sessions), [back, gone[1].clone()]);
}

fn copilot_started(cwd: &str) -> String {
    let line = serde_json::json!({
        "type": "session.start", "data": { "sessionId": SESSION, "context": { "cwd": cwd } }
    });
    format!("{line}\n")
}

#[test]
fn copilot_keeps_the_events_of_each_session_in_a_folder() {
    let world = World::new();
    let state = ".copilot/session-state";
    let here =
        world.put(&format!("{state}/{SESSION}/events.jsonl"), &copilot_started(&world.cwd()));
    let away = world.put(&format!("{state}/{OTHER}/events.jsonl"), &copilot_started("/srv/other"));
    world.put(&format!("{state}/{OTHER}/checkpoints/a.jsonl"), "{}\n");
    world.put(&format!("{state}/notes/events.jsonl"), "{}\n");
    assert_eq!(in_order(world.of("copilot")), sorted([&here, &away]));
    assert_eq!(world.here("copilot"), std::slice::from_ref(&here));
    assert_eq!(world.session(&here).as_deref(), Some(SESSION));
    assert_eq!(world.place(&here).agent, "copilot");
    assert_eq!(world.resuming(SESSION, Some("/srv/my weir")), Some("copilot"));
    assert_eq!(world.resuming("../../x", None), None);
    assert_eq!(
        command("copilot", SESSION, Some("/srv/my weir")),
        format!("cd '/srv/my weir' && copilot --resume={SESSION}")
    );
    let moved = world.put(&format!("elsewhere/session-state/{SESSION}/events.jsonl"), "{}\n");
    let machine = world.with("COPILOT_HOME", &world.home.join("elsewhere"));
    let only = TranscriptSearch { agent: Some("copilot".into()), ..search() };
    assert_eq!(paths(&machine, &only), [moved]);
}

#[test]
fn gemini_keeps_the_sessions_of_a_directory_under_its_name_or_its_hash() {
    let world = World::new();
    let name = format!("session-2026-03-01T10-00-{}", &SESSION[..8]);
    let hash = mementor_core::hash::hex_digest(world.cwd().as_bytes());
    let list = serde_json::json!({ "projects": { world.cwd(): "weir" } });
    world.put(".gemini/projects.json", &list.to_string());
    let head = format!("{{\"sessionId\":\"{SESSION}\"}}\n");
    let lines = world.put(&format!(".gemini/tmp/weir/chats/{name}.jsonl"), &head);
    let whole = world.put(&format!(".gemini/tmp/{hash}/chats/{name}.json"), "{}");
    let child = world.put(&format!(".gemini/tmp/weir/chats/{SESSION}/{OTHER}.jsonl"), "{}\n");
    let away = world.put(".gemini/tmp/other/chats/session-2026-03-01T10-00-00000000.json", "{}");
    world.put(".gemini/tmp/weir/logs.json", "{}");
    assert_eq!(in_order(world.of("gemini")), sorted([&lines, &whole, &child, &away]));
    assert_eq!(in_order(world.here("gemini")), sorted([&lines, &whole, &child]));
    assert_eq!(world.subagents(&lines), std::slice::from_ref(&child));
    assert_eq!(world.place(&child).subagent.as_deref(), Some(OTHER));
    let sessions = [&lines, &child, &whole].map(|path| world.session(path).expect("one session"));
    assert_eq!(sessions, [SESSION, SESSION, &name]);
    assert_eq!(world.resuming(SESSION, Some(&world.cwd())), Some("gemini"));
    assert_eq!(world.resuming(SESSION, Some("/srv")), None);
    assert_eq!(command("gemini", SESSION, None), format!("gemini --resume {SESSION}"));
}

#[test]
fn qwen_keeps_the_sessions_of_a_directory_and_of_their_subagents() {
    let world = World::new();
    let slug = world.dashed();
    let own = world.put(&format!(".qwen/projects/{slug}/chats/{SESSION}.jsonl"), "{}\n");
    let child = format!(".qwen/projects/{slug}/subagents/{SESSION}/agent-general-c1.jsonl");
    let child = world.put(&child, "{}\n");
    let away = world.put(&format!(".qwen/projects/-srv/chats/{OTHER}.jsonl"), "{}\n");
    world.put(&format!(".qwen/projects/{slug}/chats/notes.jsonl"), "{}\n");
    assert_eq!(in_order(world.of("qwen")), sorted([&own, &child, &away]));
    assert_eq!(in_order(world.here("qwen")), sorted([&own, &child]));
    assert_eq!(world.subagents(&own), std::slice::from_ref(&child));
    assert!(is_of_session(Path::new(&child), Path::new(&own)));
    let place = world.place(&child);
    assert_eq!(place.session.as_deref(), Some(SESSION));
    assert_eq!(place.subagent.as_deref(), Some("agent-general-c1"));
    assert_eq!(world.resuming(SESSION, Some(&world.cwd())), Some("qwen"));
    assert_eq!(world.resuming(SESSION, None), None);
    assert_eq!(command("qwen", SESSION, None), format!("qwen --resume {SESSION}"));
}

#[test]
fn opencode_keeps_its_sessions_in_a_database_with_its_log_and_before_in_files() {
    let world = World::new();
    let session = "ses_20c696fafffeStKxGMyZNB0pSa";
    let file = |cwd: &str| {
        serde_json::json!({ "id": session, "projectID": "p", "directory": cwd }).to_string()
    };
    let data = ".local/share/opencode";
    let here = world.put(&format!("{data}/storage/session/p/{session}.json"), &file(&world.cwd()));
    let away = world.put(&format!("{data}/storage/session/q/ses_b.json"), &file("/srv"));
    world.put(&format!("{data}/storage/message/ses_b/msg_1.json"), "{}");
    world.put(&format!("{data}/storage/session_diff/ses_b.json"), "{}");
    assert_eq!(in_order(world.of("opencode")), sorted([&here, &away]));
    assert_eq!(world.here("opencode"), std::slice::from_ref(&here));
    assert_eq!(world.session(&here).as_deref(), Some(session));
    assert_eq!(world.resuming(session, None), Some("opencode"));
    assert_eq!(world.resuming("ses_unknown", None), None);

    let database = world.put(&format!("{data}/opencode.db"), "SQLite format 3\0");
    world.put(&format!("{data}/opencode.db-wal"), "log");
    let beta = world.put(&format!("{data}/opencode-beta.2.db"), "SQLite format 3\0");
    world.put(&format!("{data}/other.db"), "SQLite format 3\0");
    assert_eq!(in_order(world.of("opencode")), sorted([&database, &beta]));
    let found = world.machine().transcripts(&search()).expect("no agent is named");
    assert!(found.iter().any(|found| found.path == database && found.bytes == 19));
    assert!(world.here("opencode").is_empty());
    assert_eq!(world.session(&database), None);
    assert_eq!(world.session(&format!("{database}/{session}")).as_deref(), Some(session));
    assert_eq!(world.place(&format!("/b/x.db/{session}")).agent, "opencode");
    assert_eq!(world.resuming("ses_unknown", None), Some("opencode"));
    assert_eq!(world.resuming(SESSION, None), None);
    assert_eq!(
        command("opencode", session, Some("/srv/weir")),
        format!("cd /srv/weir && opencode --session {session}")
    );
    let moved = world.put("data/opencode/opencode.db", "");
    let machine = world.with("XDG_DATA_HOME", &world.home.join("data"));
    assert_eq!(paths(&machine, &search()), [moved]);
}

#[cfg(unix)]
#[test]
fn cursor_keeps_the_transcripts_of_a_directory_and_of_its_subagents() {
    let world = World::new();
    let slug = world.dashed().trim_start_matches('-').replace("--", "-");
    let folder = format!(".cursor/projects/{slug}/agent-transcripts");
    let own = world.put(&format!("{folder}/{SESSION}/{SESSION}.jsonl"), "{}\n");
    let child = world.put(&format!("{folder}/{SESSION}/subagents/{OTHER}.jsonl"), "{}\n");
    let plain = world.put(&format!("{folder}/{OTHER}.jsonl"), "{}\n");
    let away = format!(".cursor/projects/srv-other/agent-transcripts/{OTHER}.jsonl");
    let away = world.put(&away, "{}\n");
    world.put(&format!(".cursor/projects/{slug}/terminals/1.jsonl"), "{}\n");
    assert_eq!(in_order(world.of("cursor")), sorted([&own, &child, &plain, &away]));
    assert_eq!(in_order(world.here("cursor")), sorted([&own, &child, &plain]));
    assert_eq!(world.subagents(&own), std::slice::from_ref(&child));
    let sessions = [&own, &child, &plain].map(|path| world.session(path).expect("one session"));
    assert_eq!(sessions, [SESSION, SESSION, OTHER]);
    assert_eq!(world.place(&child).subagent.as_deref(), Some(OTHER));
    assert_eq!(world.place(&away).agent, "cursor");
    assert_eq!(world.resuming(SESSION, Some(&world.cwd())), Some("cursor"));
    assert_eq!(world.resuming(SESSION, None), None);
    assert_eq!(
        command("cursor", SESSION, Some("/srv/weir")),
        format!("cd /srv/weir && cursor-agent --resume={SESSION}")
    );
}

#[test]
fn codex_keeps_a_rollout_in_the_folder_of_its_day() {
    let world = World::new();
    let session = "01990000-aaaa-7aaa-8aaa-000000000001";
    let subagent = "01990000-bbbb-7bbb-8bbb-000000000002";
    let line = |payload: serde_json::Value| {
        let line = serde_json::json!({
            "timestamp": "2026-03-01T10:00:00.000Z", "type": "session_meta", "payload": payload
        });
        format!("{line}\n")
    };
    let day = ".codex/sessions/2025/08/30";
    let rollout =
        |id: &str, second: u8| format!("{day}/rollout-2025-08-30T10-00-0{second}-{id}.jsonl");
    let head = line(serde_json::json!({ "id": session, "cwd": world.cwd() }));
    let parent = world.put(&rollout(session, 0), &head);
    let head = serde_json::json!({
        "id": subagent, "parent_thread_id": session, "cwd": world.cwd()
    });
    let child = world.put(&rollout(subagent, 9), &line(head));
    let archived = world.put(".codex/archived_sessions/rollout-2025-01-01T00-00-00-x.jsonl", "");
    let history = world.put(".codex/history.jsonl", "");
    let search =
        TranscriptSearch { agent: Some("codex".into()), histories: Some(true), ..search() };
    assert!(paths(&world.machine(), &search).contains(&history));
    assert_eq!((world.place(&history).session, world.place(&history).resume), (None, None));
    assert_eq!(in_order(world.of("codex")), sorted([&parent, &child, &archived]));
    assert_eq!(in_order(world.here("codex")), sorted([&parent, &child]));
    assert_eq!(world.subagents(&parent), std::slice::from_ref(&child));
    let (own, of_child) = (world.place(&parent), world.place(&child));
    assert_eq!((own.agent, own.session.as_deref(), own.subagent), ("codex", Some(session), None));
    assert_eq!(of_child.subagent.as_deref(), Some(subagent));
    assert_eq!(world.resuming(session, None), Some("codex"));
    assert_eq!(world.resuming(&session.replace("0001", "0009"), None), None);
    assert_eq!(world.resuming("fe0d1d0e-2f0c-4c59-a0f4-4d2b2b2b2b2b", None), None);
    assert_eq!(
        command("codex", session, Some("/srv/app")),
        format!("cd /srv/app && codex resume {session}")
    );
    let agent = |path: &str| world.place(path).agent;
    assert_eq!(agent("/backup/rollout-2026-01-01T00-00-00-x.jsonl.zst"), "codex");
    assert_eq!(agent(&format!("/backup/{session}.jsonl")), "claude-code");
    assert_eq!(agent("/backup/a-rollout.jsonl"), "claude-code");
}

#[test]
fn a_path_is_of_one_agent_whichever_system_wrote_it() {
    let world = World::new();
    for path in [
        format!("/b/{SESSION}/events.jsonl"),
        "/b/chats/session-2026-03-01T10-00-0b3f7a52.json".to_owned(),
        format!("/b/chats/{SESSION}/{OTHER}.jsonl"),
        format!("/b/chats/{SESSION}.jsonl"),
        format!("C:\\b\\subagents\\{SESSION}\\agent-x.jsonl"),
        "C:\\b\\.specstory\\history\\a.md".to_owned(),
    ] {
        let knows = |source: &&&dyn sources::Source| source.has_own_form(&path);
        assert_eq!(sources::all().iter().filter(knows).count(), 1, "{path}");
        assert!(world.place(&path).is_owned, "{path}");
    }
    let claudes = format!("/b/projects/-srv/{SESSION}/subagents/agent-a1.jsonl");
    assert!(!sources::all().iter().any(|source| source.has_own_form(&claudes)));
}

#[test]
fn an_agent_says_which_session_runs_and_what_it_adds() {
    let world = World::new();
    assert_eq!(world.machine().running_session(), None);
    let machine = world.with("QWEN_CODE_SESSION_ID", Path::new(SESSION));
    assert_eq!((machine.running_session(), machine.session_directory()), (Some(SESSION), None));
    let machine = world.with("GEMINI_PROJECT_DIR", Path::new("/srv/weir"));
    assert_eq!(machine.session_directory(), Some("/srv/weir"));
    assert_eq!(plain_error("<tool_use_error>no such file</tool_use_error>"), "no such file");
    for kept in [
        "/home/u/.claude/projects/-srv/a/tool-results/x.txt",
        "/tmp/copilot-tool-output-1.txt",
        "/home/u/.cursor/projects/srv/agent-tools/x.txt",
        "/home/u/.gemini/tmp/srv/tool-outputs/x.txt",
        "/home/u/.local/share/opencode/tool-output/x",
    ] {
        assert!(is_kept_output(kept), "{kept}");
    }
    assert!(!is_kept_output("/srv/src/tool-results.rs") && !is_kept_output("tool-results"));
}

#[test]
fn every_folder_of_claude_code_is_looked_in_and_its_own_comes_first() {
    let world = World::new();
    let name = world.dashed();
    let put = |folder: &str, session: &str, at: u64| {
        world.put_at(&format!("{folder}/projects/{name}/{session}"), at)
    };
    let own = put(".claude", &format!("{SESSION}.jsonl"), 9);
    let older = put(".config/claude", &format!("{OTHER}.jsonl"), 8);
    let work = put(".claude-work", "a.jsonl", 7);
    let home = put(".claude_home", "b.jsonl.zst", 6);
    put(".claudette", "c.jsonl", 5);
    let elsewhere = put("own", "d.jsonl", 4);
    world.put(".claude-notes/todo.jsonl", "");
    let all = [own, older, work, home];
    assert_eq!(world.of("claude-code"), all);
    assert_eq!(world.here("claude-code"), all);
    // A folder that a link leads to is the same.
    #[cfg(unix)]
    std::os::unix::fs::symlink(world.home.join(".claude"), world.home.join(".claude-link"))
        .expect("room");
    assert_eq!(world.of("claude-code"), all);
    let chosen = world.with("CLAUDE_CONFIG_DIR", &world.home.join("own"));
    let found = paths(&chosen, &TranscriptSearch { agent: Some("claude-code".into()), ..search() });
    assert_eq!(found, all.iter().cloned().chain([elsewhere]).collect::<Vec<_>>());
    // It finds only the sessions of its own folder.
    let root = sources::machine::agents(Some(&chosen.on))[0].root.clone();
    assert_eq!(root, Some(world.home.join("own/projects").to_string_lossy().into_owned()));
}

#[test]
fn a_compressed_transcript_has_the_name_of_its_session() {
    let world = World::new();
    for ending in ["", ".zst", ".gz", ".xz"] {
        let path = world.put(&format!(".claude/projects/x/{SESSION}.jsonl{ending}"), "");
        let place = world.machine().place(Path::new(&path));
        assert_eq!((place.agent, place.session.as_deref()), ("claude-code", Some(SESSION)));
        let agent = world.put(&format!(".claude/projects/x/agent-a1.jsonl{ending}"), "");
        assert_eq!(world.machine().place(Path::new(&agent)).subagent.as_deref(), Some("a1"));
    }
}

#[test]
fn no_id_and_no_folder_becomes_an_option_of_a_command() {
    let world = World::new();
    let option = "--dangerously-skip-permissions";
    for agent in sources::all() {
        let roots = agent.roots(&world.on);
        let Some(root) = roots.first() else { continue };
        fs::create_dir_all(root.join("-a")).expect("room");
        for path in [root.join(format!("-a/{option}.jsonl")), root.join(format!("{option}.jsonl"))]
        {
            fs::write(&path, "{}\n").expect("room");
            let place = world.machine().place(&path);
            assert_eq!(place.resume, None, "{}", agent.name());
        }
        for cwd in [None, Some("/a"), Some("-x")] {
            let session = Resumable { session: option.into(), cwd: cwd.map(str::to_owned) };
            let mut commands = world.machine().resume_commands(std::slice::from_ref(&session));
            commands.push(resume_command(*agent, &session));
            for command in commands {
                let (before, _) = command.split_once(option).expect("it is named");
                assert!(before.ends_with(" -- "), "{}: {command}", agent.name());
                assert!(!command.contains("cd -"), "{command}");
            }
        }
    }
}
