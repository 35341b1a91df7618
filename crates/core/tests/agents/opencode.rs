//! OpenCode: what is kept of its database, of its older files and of exports, and that the client's
//! database is only read.

use std::fs;
use std::path::{Path, PathBuf};

use mementor_core::conversation::turn::ActionKind;
use mementor_core::policy::CapturePolicy;
use mementor_core::policy::exclude::Excluded;
use mementor_core::sources::{OpenCode, Source};
use proptest::prelude::*;
use rusqlite::{Connection, params};
use serde_json::{Value, json};

use crate::world::{Read, World};

const DATABASE: &str = "opencode/opencode.db";
const MAIN: &str = "ses_main";
const CHILD: &str = "ses_child";
const FORK: &str = "ses_fork";

const SCHEMA: &str = "
    CREATE TABLE session (id text PRIMARY KEY, project_id text NOT NULL, parent_id text,
        directory text NOT NULL, title text, time_created integer, time_updated integer,
        revert text);
    CREATE TABLE message (id text PRIMARY KEY, session_id text NOT NULL,
        time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);
    CREATE TABLE part (id text PRIMARY KEY, message_id text NOT NULL, session_id text NOT NULL,
        time_created integer NOT NULL, time_updated integer NOT NULL, data text NOT NULL);
    CREATE INDEX part_message ON part (message_id, id);
    CREATE INDEX message_session ON message (session_id, time_created, id);";

#[derive(Debug, Clone)]
struct Message {
    id: String,
    session: &'static str,
    info: Value,
    parts: Vec<Value>,
}

impl Message {
    fn copied_to(&self, session: &'static str) -> Self {
        Self { id: format!("{}-copy", self.id), session, ..self.clone() }
    }

    /// The message as it stands in an export and in a file.
    fn whole(&self) -> Value {
        let mut info = self.info.clone();
        info["id"] = json!(self.id);
        info["sessionID"] = json!(self.session);
        json!({ "info": info, "parts": self.parts })
    }
}

fn text(text: &str) -> Value {
    json!({ "type": "text", "text": text })
}

fn added(text: &str) -> Value {
    json!({ "type": "text", "text": text, "synthetic": true })
}

fn prompt(number: i64, session: &'static str, parts: &[Value]) -> Message {
    let info = json!({ "role": "user", "time": { "created": number * 1_000 }, "agent": "build" });
    Message { id: format!("msg_{number:04}_{session}"), session, info, parts: parts.to_vec() }
}

fn answer(number: i64, session: &'static str, parts: &[Value]) -> Message {
    let time = json!({ "created": number * 1_000, "completed": number * 1_000 + 900 });
    let info = json!({ "role": "assistant", "time": time, "finish": "stop",
        "path": { "cwd": "/srv/weir", "root": "/srv/weir" } });
    Message { id: format!("msg_{number:04}_{session}"), session, info, parts: parts.to_vec() }
}

fn begun(mut answer: Message, parts: &[Value]) -> Message {
    answer.info["time"]["completed"].take();
    answer.parts = parts.to_vec();
    answer
}

fn tool(id: &str, tool: &str, input: Value, state: Value) -> Value {
    let mut state = state;
    state["input"] = input;
    json!({ "type": "tool", "tool": tool, "callID": id, "state": state })
}

fn ran(id: &str, command: &str, output: &str, exit: i64) -> Value {
    let state = json!({ "status": "completed", "output": output, "metadata": { "exit": exit } });
    tool(id, "bash", json!({ "command": command, "description": "look" }), state)
}

fn failed(id: &str, name: &str, input: Value, error: &str) -> Value {
    tool(id, name, input, json!({ "status": "error", "error": error }))
}

fn conversation() -> Vec<Message> {
    let edit = json!({ "filePath": "/srv/weir/gate.rs", "oldString": "one", "newString": "two" });
    let mut aborted = answer(13, MAIN, &[text("I pai")]);
    aborted.info["error"] = json!({ "name": "MessageAbortedError", "data": {} });
    let mut summary = answer(9, MAIN, &[text("All that was said before.")]);
    summary.info["summary"] = json!(true);
    vec![
        prompt(1, MAIN, &[added("<mementor>\nold news\n</mementor>"), text("\"mend the weir\"\n")]),
        answer(
            2,
            MAIN,
            &[
                json!({ "type": "step-start" }),
                json!({ "type": "reasoning", "text": "I should look" }),
                text("I look."),
                ran("c1", "make check", "it leaks", 2),
                json!({ "type": "step-finish", "reason": "tool-calls" }),
            ],
        ),
        answer(
            3,
            MAIN,
            &[
                tool("c2", "edit", edit, json!({ "status": "completed", "output": "ok" })),
                failed(
                    "c3",
                    "bash",
                    json!({ "command": "rm gate" }),
                    "The user rejected permission to use this specific tool call.",
                ),
                json!({ "type": "patch", "files": ["/srv/weir/gate.rs"] }),
            ],
        ),
        answer(4, MAIN, &[text("It is mended.")]),
        prompt(5, CHILD, &[text("count the stones")]),
        answer(6, CHILD, &[text("Forty.")]),
        prompt(8, MAIN, &[json!({ "type": "compaction", "auto": true })]),
        summary,
        prompt(10, MAIN, &[added("Continue if you have next steps")]),
        answer(11, MAIN, &[text("Nothing is left.")]),
        prompt(
            12,
            MAIN,
            &[
                text("paint it like this"),
                json!({ "type": "file", "mime": "image/png", "url": "data:image/png;base64,aaaa" }),
                json!({ "type": "weather", "rain": true }),
            ],
        ),
        aborted,
    ]
}

/// The client: it writes and holds its database.
struct Client(Connection);

impl Client {
    fn of(path: &Path) -> Self {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        let connection = Connection::open(path).expect("a database");
        connection.pragma_update(None, "journal_mode", "WAL").expect("a log");
        connection.execute_batch(SCHEMA).expect("a schema");
        let client = Self(connection);
        client.session(MAIN, None, "/srv/weir", 1);
        client.session(CHILD, Some(MAIN), "/srv/weir", 1);
        client.session(FORK, None, "/srv/weir", 1);
        client
    }

    fn session(&self, id: &str, parent: Option<&str>, directory: &str, at_ms: i64) {
        let sql = "INSERT OR REPLACE INTO session VALUES (?1, 'p', ?2, ?3, 'title', ?4, ?4, NULL)";
        self.0.execute(sql, params![id, parent, directory, at_ms]).expect("room");
    }

    /// Writes a message at a time of the client's.
    fn put(&self, message: &Message, at_ms: i64) {
        let created = message.info["time"]["created"].as_i64().expect("a time");
        let Message { id, session, info, parts } = message;
        let sql = "INSERT OR REPLACE INTO message VALUES (?1, ?2, ?3, ?4, ?5)";
        self.0.execute(sql, params![id, session, created, at_ms, info.to_string()]).expect("room");
        for (number, part) in parts.iter().enumerate() {
            let (part_id, part) = (format!("prt_{id}_{number}"), part.to_string());
            let sql = "INSERT OR REPLACE INTO part VALUES (?1, ?2, ?3, ?4, ?4, ?5)";
            self.0.execute(sql, params![part_id, id, session, at_ms, part]).expect("room");
        }
    }

    /// Hides the messages from this one on, as `/undo` does, or shows all again, as `/redo` does.
    fn revert(&self, session: &str, first: Option<&str>, at_ms: i64) {
        let revert = first.map(|first| json!({ "messageID": first }).to_string());
        let sql = "UPDATE session SET revert = ?2, time_updated = ?3 WHERE id = ?1";
        self.0.execute(sql, params![session, revert, at_ms]).expect("room");
    }

    /// Removes what is hidden, as the client does at the next prompt.
    fn clean(&self, session: &str, at_ms: i64) {
        let sql = "DELETE FROM message WHERE session_id = ?1 AND id >=
            (SELECT json_extract(revert, '$.messageID') FROM session WHERE id = ?1)";
        self.0.execute(sql, [session]).expect("a table");
        self.revert(session, None, at_ms);
    }

    fn put_all(&self, messages: &[Message]) {
        for message in messages {
            let at_ms = message.info["time"]["created"].as_i64().expect("a time") + 900;
            self.put(message, at_ms);
        }
    }
}

/// A memory beside a client with these messages.
fn taken_in(messages: &[Message]) -> (World, Client, PathBuf) {
    let mut world = World::of(&OpenCode);
    let path = world.sandbox.path(DATABASE);
    let client = Client::of(&path);
    client.put_all(messages);
    world.ingest(&path);
    (world, client, path)
}

/// The rows that do not tell how often and from where something was read.
fn told(rows: Vec<String>) -> Vec<String> {
    rows.into_iter().filter(|row| !row.starts_with("transcript")).collect()
}

fn rows_of(messages: &[Message]) -> Vec<String> {
    told(taken_in(messages).0.rows())
}

#[test]
fn the_words_are_a_persons_and_the_calls_are_actions() {
    let (world, _client, path) = taken_in(&conversation());
    let read = Read::of(&OpenCode, &path);
    assert_eq!(read.prompts(), ["mend the weir", "paint it like this", "count the stones"]);
    assert_eq!((read.records(), read.kept, read.unknown()), (12, 10, 1));
    let skipped: Vec<_> =
        read.skipped.iter().map(|(name, count)| (name.as_str(), *count)).collect();
    assert_eq!(skipped, [("harness", 1), ("summary", 1)]);
    assert_eq!(
        world.texts("SELECT head || ': ' || body FROM item_text ORDER BY 1"),
        [
            "count the stones: Forty.",
            "mend the weir: I look.\n\nIt is mended.\n\nNothing is left.",
            "paint it like this: I pai",
        ]
    );
    assert_eq!(
        read.done(&OpenCode),
        [
            (ActionKind::Command, "make check".into(), Some(2)),
            (ActionKind::Edit, "/srv/weir/gate.rs".into(), None),
            (ActionKind::Command, "rm gate".into(), None),
        ]
    );
    assert_eq!(read.actions(&OpenCode)[0].error.as_deref(), Some("it leaks"));
    assert!(read.details(&OpenCode, "bash")[1].refused.is_some());
    assert_eq!(world.texts("SELECT agent || ' ' || uuid FROM session"), ["opencode ses_main"]);
    assert_eq!(world.texts("SELECT subagent FROM turn WHERE subagent IS NOT NULL"), [CHILD]);
    let rows = world.rows().join("\n");
    assert!(!rows.contains("old news") && !rows.contains("said before"), "{rows}");
}

fn export(messages: &[Message], session: &str, parent: Option<&str>) -> Vec<u8> {
    let of = messages.iter().filter(|message| message.session == session);
    let info = json!({ "id": session, "parentID": parent, "directory": "/srv/weir" });
    let export = json!({ "info": info, "messages": of.map(Message::whole).collect::<Vec<_>>() });
    serde_json::to_vec_pretty(&export).expect("plain data")
}

#[test]
fn a_database_its_older_files_and_exports_give_the_same_rows() {
    let all = conversation();
    let expected = rows_of(&all);
    let mut exported = World::of(&OpenCode);
    exported.write("main.json", &export(&all, MAIN, None));
    exported.write("child.json", &export(&all, CHILD, Some(MAIN)));
    assert_eq!(told(exported.rows()), expected);

    let mut filed = World::of(&OpenCode);
    let storage = |name: String| format!("opencode/storage/{name}.json");
    for message in &all {
        let whole = message.whole();
        let info = storage(format!("message/{}/{}", message.session, message.id));
        put(&filed, &info, &whole["info"]);
        for (number, part) in message.parts.iter().enumerate() {
            put(&filed, &storage(format!("part/{}/prt_{number:03}", message.id)), part);
        }
    }
    for (session, parent) in [(MAIN, None), (CHILD, Some(MAIN))] {
        let info = json!({ "id": session, "parentID": parent, "directory": "/srv/weir" });
        let path = put(&filed, &storage(format!("session/p/{session}")), &info);
        assert_eq!(OpenCode.directory(&path).expect("readable").as_deref(), Some("/srv/weir"));
        filed.ingest(&path);
    }
    assert_eq!(told(filed.rows()), expected);
}

#[test]
fn a_message_in_a_file_that_is_written_anew_is_read_anew() {
    let mut world = World::of(&OpenCode);
    let storage = |name: &str| format!("opencode/storage/{name}.json");
    let info = json!({ "id": MAIN, "directory": "/srv/weir" });
    let path = put(&world, &storage("session/p/ses_main"), &info);
    let all = conversation();
    for message in [&all[0], &all[3]] {
        put(&world, &storage(&format!("part/{}/prt_1", message.id)), &message.parts[0]);
    }
    let [asked, said] = [&all[0], &all[3]].map(|message| format!("message/{MAIN}/{}", message.id));
    put(&world, &storage(&asked), &all[0].whole()["info"]);
    put(&world, &storage(&format!("part/{}/prt_2", all[0].id)), &all[0].parts[1]);
    let file = put(&world, &storage(&said), &json!({}));
    world.ingest(&path);
    let folder = file.parent().expect("a folder");
    let before = fs::metadata(folder).and_then(|folder| folder.modified()).expect("a time");
    put(&world, &storage(&said), &all[3].whole()["info"]);
    assert_eq!(fs::metadata(folder).and_then(|folder| folder.modified()).expect("a time"), before);
    world.ingest(&path);
    let text = world.texts("SELECT head || ': ' || body FROM item_text");
    assert_eq!(text, ["mend the weir: It is mended."]);
}

fn put(world: &World, name: &str, value: &Value) -> PathBuf {
    let path = world.sandbox.path(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(&path, value.to_string()).expect("room");
    path
}

#[test]
fn an_answer_that_grows_ends_in_the_rows_of_its_last_state() {
    let all = conversation();
    let expected = rows_of(&all);
    let (mut world, client, path) = taken_in(&all[..1]);
    let whole = all[1].clone();
    let pending = tool("c1", "bash", json!({}), json!({ "status": "pending" }));
    client.put(&begun(whole.clone(), &[json!({ "type": "step-start" })]), 2_100);
    world.ingest(&path);
    client.put(&begun(whole.clone(), &[text("I l"), pending]), 2_500);
    world.ingest(&path);
    client.0.execute("DELETE FROM part WHERE message_id = ?1", [&whole.id]).expect("a row");
    client.put_all(&all[1..3]);
    world.ingest(&path);
    client.put_all(&all[3..]);
    world.ingest(&path);
    // A title makes the client write an old message anew.
    client.put(&all[0], 20_000);
    world.ingest(&path);
    let counts = world.texts("SELECT kept || ' ' || skipped || ' ' || problems FROM transcript");
    assert_eq!(counts, [r#"10 {"harness":1,"summary":1} {}"#]);
    assert_eq!(told(world.rows()), expected);
}

#[test]
fn the_copies_of_a_fork_are_the_same_turns() {
    let all = conversation();
    let mut forked = all.clone();
    let copied = all.iter().filter(|message| message.session == MAIN);
    forked.extend(copied.map(|message| message.copied_to(FORK)));
    forked.push(prompt(14, FORK, &[text("and the sluice?")]));
    forked.push(answer(15, FORK, &[text("It holds.")]));
    let (world, ..) = taken_in(&forked);
    let turns = world.texts("SELECT head FROM item_text ORDER BY 1");
    assert_eq!(
        turns,
        ["and the sluice?", "count the stones", "mend the weir", "paint it like this"]
    );
    let own = "SELECT count(*) || '' FROM session_turn JOIN session ON session.id = session_id
               WHERE uuid = 'ses_fork'";
    assert_eq!(world.texts(own), ["3"]);
}

#[test]
fn an_answer_belongs_to_the_prompt_that_it_names() {
    let mut all = vec![
        prompt(1, MAIN, &[text("mend the weir")]),
        prompt(2, MAIN, &[text("and the sluice?")]),
        answer(3, MAIN, &[text("The weir is mended.")]),
        answer(4, MAIN, &[text("It holds.")]),
    ];
    for (answer, to) in [(2, 0), (3, 1)] {
        all[answer].info["parentID"] = json!(all[to].id);
    }
    let (world, ..) = taken_in(&all);
    let turns = world.texts("SELECT head || ': ' || body FROM item_text ORDER BY 1");
    assert_eq!(turns, ["and the sluice?: It holds.", "mend the weir: The weir is mended."]);
}

/// The names and contents of the files of the client.
fn files_beside(path: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(path.parent().expect("a folder")).expect("a folder");
    let mut found: Vec<(String, Vec<u8>)> = entries
        .map(|entry| {
            let path = entry.expect("a file").path();
            (path.to_string_lossy().into_owned(), fs::read(&path).expect("a file"))
        })
        .collect();
    found.sort();
    found
}

#[test]
fn a_client_that_writes_neither_waits_nor_finds_a_byte_changed() {
    let all = conversation();
    let (mut world, client, path) = taken_in(&all[..4]);
    client.0.execute_batch("BEGIN IMMEDIATE").expect("nobody holds a lock");
    client.put_all(&all[4..]);
    let before = files_beside(&path);
    assert_eq!(before.len(), 3, "a database, its log and its shared memory");
    world.ingest(&path);
    assert_eq!(files_beside(&path), before);
    assert_eq!(world.texts("SELECT head FROM item_text"), ["mend the weir"]);
    client.0.execute_batch("COMMIT").expect("nobody holds a lock");
    world.ingest(&path);
    let moved: i64 = client
        .0
        .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))
        .expect("a checkpoint");
    assert_eq!(moved, 0, "no reader is in the way");
    assert_eq!(told(world.rows()), rows_of(&all));
}

#[test]
fn a_client_that_has_ended_finds_its_folder_as_it_was() {
    let (_first, client, path) = taken_in(&conversation());
    drop(client);
    let before = files_beside(&path);
    assert_eq!(before.len(), 1, "the log went with the client");
    let mut world = World::of(&OpenCode);
    world.ingest(&path);
    assert_eq!(files_beside(&path), before);
    assert_eq!(told(world.rows()), rows_of(&conversation()));
    // A crash leaves a log without the memory that its readers share.
    fs::write(format!("{}-wal", path.display()), b"not a log").expect("room");
    let before = files_beside(&path);
    assert_eq!(Read::of(&OpenCode, &path).prompts().len(), 3);
    assert_eq!(files_beside(&path), before);
}

#[test]
fn a_damaged_database_is_a_problem_and_is_read_once_it_is_whole() {
    let (_first, client, path) = taken_in(&conversation());
    drop(client);
    let whole = fs::read(&path).expect("a file");
    let mut torn = whole.clone();
    torn[4_096..].fill(0x5a);
    let mut world = World::of(&OpenCode);
    for bytes in [b"no database at all".as_slice(), &whole[..whole.len() / 2], &torn, b"", &whole] {
        fs::write(&path, bytes).expect("room");
        world.ingest(&path);
    }
    let problems = world.texts("SELECT problems FROM transcript");
    assert_eq!(problems, [r#"{"damaged-database":1}"#]);
    assert_eq!(told(world.rows()), rows_of(&conversation()));

    let mut world = World::of(&OpenCode);
    let other = world.sandbox.path("other.db");
    Connection::open(&other).expect("room").execute_batch("CREATE TABLE a (b)").expect("room");
    world.ingest(&other);
    assert_eq!(world.texts("SELECT problems FROM transcript"), [r#"{"not-an-entry":1}"#]);
}

/// The tables of a client since 2.0.
const NEWER: &str = "CREATE TABLE session_message (id text PRIMARY KEY, session_id text NOT NULL,
    type text NOT NULL, seq integer NOT NULL, time_created integer NOT NULL,
    time_updated integer NOT NULL, data text NOT NULL);
    INSERT INTO session_message VALUES ('m1', 'ses_n1', 'user', 1, 1, 1, '{}'),
        ('m2', 'ses_n1', 'assistant', 2, 2, 2, '{}'), ('m3', 'ses_n2', 'user', 1, 3, 3, '{}'),
        ('m4', 'ses_n3', 'model-switched', 1, 4, 4, '{}');";

#[test]
fn sessions_in_the_tables_of_a_newer_client_are_counted_and_the_older_ones_are_read() {
    let (mut world, client, path) = taken_in(&conversation());
    let problems = |world: &World| world.texts("SELECT problems FROM transcript");
    let counted = |count: u64| [json!({ "session-of-a-newer-client": count }).to_string()];
    client.0.execute_batch(NEWER).expect("room");
    for _ in 0..2 {
        world.ingest(&path);
        assert_eq!(problems(&world), counted(2));
    }
    // A session that stands in both is read, and one more is one more.
    let more = "INSERT INTO session_message VALUES ('m5', 'ses_n4', 'user', 1, 5, 5, '{}'),
        ('m6', (SELECT session_id FROM message LIMIT 1), 'user', 1, 6, 6, '{}');";
    client.0.execute_batch(more).expect("room");
    world.ingest(&path);
    assert_eq!(problems(&world), counted(3));
    assert_eq!(told(world.rows()), rows_of(&conversation()));
}

#[test]
fn a_client_that_was_never_older_has_nothing_but_sessions_that_are_counted() {
    let mut world = World::of(&OpenCode);
    let path = world.sandbox.path(DATABASE);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    Connection::open(&path).expect("room").execute_batch(NEWER).expect("room");
    world.ingest(&path);
    let problems = world.texts("SELECT problems FROM transcript");
    assert_eq!(problems, [r#"{"session-of-a-newer-client":2}"#]);
}

#[test]
fn a_message_that_is_no_json_costs_only_itself() {
    let all = conversation();
    let mut world = World::of(&OpenCode);
    let path = world.sandbox.path(DATABASE);
    let client = Client::of(&path);
    client.put_all(&all);
    client.0.execute("UPDATE message SET data = '{' WHERE id = ?1", [&all[3].id]).expect("a row");
    let part = format!("prt_{}_2", all[1].id);
    client.0.execute("UPDATE part SET data = '[' WHERE id = ?1", [&part]).expect("a row");
    world.ingest(&path);
    let read = Read::of(&OpenCode, &path);
    assert_eq!((read.records(), read.problems["invalid-json"], read.unknown()), (12, 1, 2));
    assert_eq!(read.prompts().len(), 3);
}

#[test]
fn each_session_of_a_database_has_its_own_project() {
    let mut world = World::of(&OpenCode);
    let path = world.sandbox.path(DATABASE);
    let client = Client::of(&path);
    client.session(FORK, None, "/srv/sluice", 1);
    client.put_all(&conversation());
    client.put_all(&[prompt(20, FORK, &[text("dig")]), answer(21, FORK, &[text("Dug.")])]);
    let policy = CapturePolicy {
        excluded: Excluded::new(&["/srv/sluice".to_owned()]).expect("a glob"),
        ..CapturePolicy::default()
    };
    world.ingest_by(&path, &policy);
    assert_eq!(world.texts("SELECT name FROM project"), ["weir"]);
    assert_eq!(world.texts("SELECT count(*) || '' FROM turn"), ["3"]);
    let mut world = World::of(&OpenCode);
    world.ingest(&path);
    assert_eq!(world.texts("SELECT name FROM project ORDER BY 1"), ["sluice", "weir"]);
    assert_eq!(
        world.texts("SELECT name || ' ' || count(*) FROM turn JOIN project ON project.id = project_id GROUP BY name ORDER BY 1"),
        ["sluice 1", "weir 3"]
    );
}

#[test]
fn a_database_without_a_message_is_read_to_its_end() {
    let (world, ..) = taken_in(&[]);
    assert!(world.texts("SELECT head FROM item_text").is_empty());
}

#[test]
fn a_session_of_a_database_is_taken_in_alone_with_its_subagents() {
    let mut world = World::of(&OpenCode);
    let path = world.sandbox.path(DATABASE);
    let client = Client::of(&path);
    client.session("ses_grandchild", Some(CHILD), "/srv/weir", 1);
    client.session(FORK, None, "/srv/sluice", 1);
    let mut all = conversation();
    all.push(prompt(7, "ses_grandchild", &[text("weigh them")]));
    all.push(prompt(20, FORK, &[text("dig")]));
    all.push(answer(21, FORK, &[text("Dug.")]));
    client.put_all(&all);
    world.ingest(&path.join("ses_none"));
    assert!(world.texts("SELECT head FROM item_text").is_empty());
    let before = files_beside(&path);
    world.ingest(&path.join(MAIN));
    assert_eq!(files_beside(&path), before);
    let heads = ["count the stones", "mend the weir", "paint it like this", "weigh them"];
    assert_eq!(world.texts("SELECT head FROM item_text ORDER BY 1"), heads);
    assert_eq!(world.texts("SELECT name FROM project"), ["weir"]);
    world.ingest(&path);
    let mut whole = World::of(&OpenCode);
    whole.ingest(&path);
    assert_eq!(told(world.rows()), told(whole.rows()));
}

/// A subagent's session changes before that of its caller does.
#[test]
fn a_forgotten_turn_takes_what_its_own_subagents_did_along_and_no_others() {
    let (mut world, client, path) = taken_in(&conversation());
    let paint =
        "SELECT turn.uuid FROM turn JOIN item_text ON item_id = turn.id WHERE head LIKE 'paint%'";
    world.forget(&world.texts(paint)[0]);
    client.session("ses_late", Some(MAIN), "/srv/weir", 1);
    let late = [
        prompt(14, "ses_late", &[text("mix the paint")]),
        answer(15, "ses_late", &[text("Mixed.")]),
    ];
    client.put_all(&late);
    world.ingest(&path);
    client.session("ses_next", Some(MAIN), "/srv/weir", 1);
    client.put_all(&[
        prompt(20, MAIN, &[text("measure it")]),
        prompt(21, "ses_next", &[text("read the gauge")]),
        answer(22, "ses_next", &[text("Nine feet.")]),
        answer(23, MAIN, &[text("Nine.")]),
    ]);
    let heads = ["count the stones", "measure it", "mend the weir", "read the gauge"];
    for path in [path.join(MAIN), path] {
        world.ingest(&path);
        assert_eq!(world.texts("SELECT head FROM item_text ORDER BY 1"), heads);
    }
}

const TEXTS: &str =
    "SELECT head || ': ' || body FROM item_text WHERE head || body <> '' ORDER BY 1";

#[test]
fn what_is_undone_was_not_said_until_it_is_shown_again() {
    let told = |number: i64| {
        let (asked, said) = (format!("mend weir {number}"), format!("weir {number} is dry"));
        let answer = answer(number + 1, MAIN, &[text(&said), ran("c", &asked, "done", 0)]);
        [prompt(number, MAIN, &[text(&asked)]), answer]
    };
    let (first, second) = (told(1), told(3));
    let (mut world, client, path) = taken_in(&[first.as_slice(), &second].concat());
    let both = ["mend weir 1: weir 1 is dry", "mend weir 3: weir 3 is dry"];
    assert_eq!(world.texts(TEXTS), both);

    client.revert(MAIN, Some(&second[0].id), 20_000);
    world.ingest(&path);
    assert_eq!(world.texts(TEXTS), both[..1]);
    client.revert(MAIN, Some(&first[0].id), 30_000);
    world.ingest(&path);
    assert_eq!(world.texts(TEXTS), [""; 0]);
    client.revert(MAIN, Some(&second[0].id), 40_000);
    world.ingest(&path);
    assert_eq!(world.texts(TEXTS), both[..1]);
    client.revert(MAIN, None, 50_000);
    world.ingest(&path);
    assert_eq!(world.texts(TEXTS), both);

    // The next prompt removes what is undone, and no reading came between.
    client.revert(MAIN, Some(&second[0].id), 60_000);
    client.clean(MAIN, 61_000);
    let next = told(62_000);
    client.put_all(&next);
    world.ingest(&path);
    let left = ["mend weir 1: weir 1 is dry", "mend weir 62000: weir 62000 is dry"];
    assert_eq!(world.texts(TEXTS), left);
    let rows = world.rows().join("\n");
    assert!(!rows.contains("weir 3") && rows.contains("taken-back"), "{rows}");
}

#[test]
fn what_a_fork_still_says_stays_said() {
    let said = [prompt(1, MAIN, &[text("mend the weir")]), answer(2, MAIN, &[text("It is dry.")])];
    let copies = said.each_ref().map(|message| message.copied_to(FORK));
    let (mut world, client, path) = taken_in(&[said.as_slice(), &copies].concat());
    client.revert(MAIN, Some(&said[0].id), 20_000);
    world.ingest(&path);
    assert_eq!(world.texts(TEXTS), ["mend the weir: It is dry."]);
}

#[derive(Debug, Clone, Copy)]
enum Step {
    Ask,
    Undo,
    Redo,
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn what_is_said_in_the_end_does_not_depend_on_when_it_was_read(
        steps in prop::collection::vec(
            (prop_oneof![Just(Step::Ask), Just(Step::Undo), Just(Step::Redo)], any::<bool>()),
            1..14,
        )
    ) {
        let play = |reads: &dyn Fn(bool) -> bool| {
            let mut world = World::of(&OpenCode);
            let path = world.sandbox.path(DATABASE);
            let client = Client::of(&path);
            // The ids of the prompts that are there; those from `shown` on are hidden.
            let (mut asked, mut shown): (Vec<String>, usize) = (Vec::new(), 0);
            for (at_ms, (step, now)) in (10_000..).step_by(700).zip(&steps) {
                match step {
                    Step::Ask => {
                        client.clean(MAIN, at_ms);
                        asked.truncate(shown);
                        let words = [text(&format!("mend {at_ms}"))];
                        let told = [prompt(at_ms, MAIN, &words), answer(at_ms + 1, MAIN, &words)];
                        for message in &told {
                            client.put(message, at_ms + 2);
                        }
                        asked.push(told[0].id.clone());
                        shown = asked.len();
                    }
                    Step::Undo => shown = shown.saturating_sub(1),
                    Step::Redo => shown = (shown + 1).min(asked.len()),
                }
                client.revert(MAIN, asked.get(shown).map(String::as_str), at_ms + 3);
                if reads(*now) {
                    world.ingest(&path);
                }
            }
            client.session(CHILD, Some(MAIN), "/srv/weir", 90_000);
            world.ingest(&path);
            (world.texts(TEXTS), shown)
        };
        let (once, shown) = play(&|_| false);
        prop_assert_eq!(once.len(), shown);
        prop_assert_eq!(&play(&|now| now).0, &once);
        prop_assert_eq!(&play(&|now| !now).0, &once);
        prop_assert_eq!(&play(&|_| true).0, &once);
    }
}

#[test]
fn a_session_that_only_gets_a_title_has_nothing_new() {
    let said = [prompt(1, MAIN, &[text("mend the weir")]), answer(2, MAIN, &[text("It is dry.")])];
    let (mut world, client, path) = taken_in(&said);
    for at_ms in [40_000, 80_000] {
        client.session(MAIN, None, "/srv/weir", at_ms);
        world.ingest(&path);
    }
    assert_eq!(world.texts(TEXTS), ["mend the weir: It is dry."]);
}

/// Messages as the client writes them over time, some of them more than once.
fn generated() -> impl Strategy<Value = Vec<(Message, bool)>> {
    let step = (0..7_u8, "[a-z]{1,8}( [a-z]{1,8}){0,3}", any::<bool>());
    prop::collection::vec(step, 1..16).prop_map(|steps| {
        let mut written: Vec<(Message, bool)> = Vec::new();
        for (number, (kind, words, reads)) in (1..).zip(steps) {
            let session = if kind % 3 == 2 { FORK } else { MAIN };
            let call = ran(&format!("c{number}"), &words, "done", i64::from(kind) % 2);
            match kind {
                0 => written.push((prompt(number, session, &[text(&words)]), reads)),
                1 => written.push((answer(number, session, &[text(&words)]), reads)),
                2 => written.push((prompt(number, session, &[added("x"), text(&words)]), reads)),
                3 | 4 => {
                    let whole = answer(number, session, &[text(&words), call]);
                    let half = &words[..words.len() / 2];
                    written.push((begun(whole.clone(), &[text(half)]), reads));
                    written.push((whole, !reads));
                }
                5 => written.push((prompt(number, session, &[added(&words)]), reads)),
                _ => written.push((answer(number, session, &[call]), reads)),
            }
        }
        written
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn any_time_of_reading_gives_the_same_rows(written in generated()) {
        let play = |only: Option<&str>, reads: &dyn Fn(bool) -> bool| {
            let mut world = World::of(&OpenCode);
            let path = world.sandbox.path(DATABASE);
            let client = Client::of(&path);
            for (at_ms, (message, now)) in (30_000..).step_by(400).zip(&written) {
                client.put(message, at_ms);
                if reads(*now) {
                    world.ingest(&only.map_or_else(|| path.clone(), |session| path.join(session)));
                }
            }
            client.session(MAIN, None, "/srv/weir", 90_000);
            world.ingest(&path);
            let kept = world.texts("SELECT kept || skipped || problems FROM transcript");
            (kept, told(world.rows()))
        };
        let once = play(None, &|_| false);
        prop_assert_eq!(&play(None, &|now| now), &once);
        prop_assert_eq!(&play(None, &|now| !now), &once);
        prop_assert_eq!(&play(None, &|_| true), &once);
        prop_assert_eq!(&play(Some(MAIN), &|now| now).1, &once.1);
        prop_assert_eq!(&play(Some(FORK), &|_| true).1, &once.1);
    }
}
