//! A home, directories and transcripts for one test, and lines in Claude Code's format.
#![allow(dead_code, reason = "each test binary uses a part of it")]

pub mod restored;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;

use mementor_core::capture::ingest::IngestReport;
use mementor_core::conversation::turn;
use mementor_core::embed::{Engines, Models};
use mementor_core::index::document::{self, Document};
use mementor_core::index::postings::{self, Counts};
use mementor_core::memory::{Options, Within};
use mementor_core::notes;
use mementor_core::policy::exclude::Excluded;
use mementor_core::secrets::Masker;
use mementor_core::store::{Access, FILE_NAME};
use mementor_core::transfer::exchange::Exported;
use mementor_core::{Memory, Result};
use rusqlite::{Connection, Row};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A time in 2026, in milliseconds.
pub const NOW_MS: i64 = 1_772_355_600_000;
/// A time after all that sessions of tests say.
pub const AFTER_MS: i64 = NOW_MS + 3_600_000;

/// The folder of all files of one test.
pub struct Sandbox {
    root: TempDir,
    /// The bundled models to open memories with.
    pub models: PathBuf,
}

impl Sandbox {
    /// A sandbox without a model: search uses words only, and chunk sizes are estimated.
    pub fn without_model() -> Self {
        let root = tempfile::tempdir().expect("a temporary directory");
        let models = root.path().join("no-models");
        Self { root, models }
    }

    /// A sandbox with the bundled model.
    pub fn with_model() -> Self {
        Self { models: bundled_models(), ..Self::without_model() }
    }

    /// A sandbox with a copy of the bundled model, which may be damaged.
    pub fn with_copy_of_model() -> Self {
        let sandbox = Self::without_model();
        let spec = models_in(&bundled_models(), &sandbox.home()).in_use().expect("a default");
        std::fs::create_dir_all(sandbox.models.join(&spec.id)).expect("a folder");
        for name in ["manifest.json", &format!("{}/{}", spec.id, spec.weights)] {
            std::fs::copy(bundled_models().join(name), sandbox.models.join(name)).expect("room");
        }
        sandbox
    }

    /// Returns the bundled models and those added to the home.
    pub fn all_models(&self) -> Models {
        models_in(&self.models, &self.home())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    pub fn home(&self) -> PathBuf {
        self.path("home")
    }

    pub fn database(&self) -> PathBuf {
        self.home().join(FILE_NAME)
    }

    /// Returns the path of the write-ahead log.
    pub fn log(&self) -> PathBuf {
        self.home().join(format!("{FILE_NAME}-wal"))
    }

    /// Creates a working directory.
    pub fn directory(&self, name: &str) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(&path).expect("a directory");
        path
    }

    pub fn options(&self, access: Access) -> Options {
        Options {
            home: self.home(),
            person_home: None,
            models: self.all_models(),
            engines: Engines::default(),
            access,
            busy: Duration::from_millis(200),
            threads: 1,
            masker: Masker::default(),
            excluded: Excluded::default(),
            detects: true,
        }
    }

    pub fn open(&self) -> Memory {
        self.try_open(Access::Write).expect("a home of our own")
    }

    pub fn try_open(&self, access: Access) -> Result<Memory> {
        Memory::open(self.options(access), NOW_MS).map(|(memory, _)| memory)
    }

    /// Writes a transcript, with one second between lines.
    pub fn transcript(&self, name: &str, lines: &[Value]) -> PathBuf {
        let path = self.path(&format!("{name}.jsonl"));
        std::fs::write(&path, bytes_of(lines)).expect("a file");
        path
    }

    /// Like [`Self::transcript`], where Claude Code keeps it: what it says is the person's.
    pub fn kept(&self, name: &str, lines: &[Value]) -> PathBuf {
        let folder = lines.iter().find_map(|line| line["cwd"].as_str()).map_or_else(
            || self.root.path().to_owned(),
            |cwd| self.directory(&format!("projects/{}", dashed(cwd))),
        );
        let path = folder.join(format!("{name}.jsonl"));
        std::fs::write(&path, bytes_of(lines)).expect("a file");
        path
    }

    /// Returns the transcript that was kept under a name.
    pub fn where_kept(&self, name: &str) -> PathBuf {
        let folders = std::fs::read_dir(self.path("projects")).expect("one was kept").flatten();
        let mut places = folders.map(|folder| folder.path().join(format!("{name}.jsonl")));
        places.find(|place| place.exists()).expect("it was kept")
    }

    /// Opens a separate connection to the database.
    pub fn connection(&self) -> Connection {
        Connection::open(self.database()).expect("the database is there")
    }

    /// Returns every row that the log determines, sorted: two memories are equal when these rows
    /// are. Ids are left out, because they depend on the order of ingest.
    pub fn dump(&self) -> Vec<String> {
        dump(&self.connection())
    }
}

/// Returns the name of the folder in which Claude Code keeps the sessions of a directory.
fn dashed(directory: &str) -> String {
    let sign = |sign: char| if sign.is_ascii_alphanumeric() { sign } else { '-' };
    directory.chars().map(sign).collect()
}

pub fn models_in(bundled: &Path, home: &Path) -> Models {
    Models { bundled: bundled.to_owned(), added: home.join("models"), chosen: None }
}

/// Returns the folder of the bundled models, packed as the build does it.
pub fn bundled_models() -> PathBuf {
    static PACKED: LazyLock<PathBuf> = LazyLock::new(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
        let models = models_in(&folder, Path::new("none"));
        let is_packed = models.in_use().and_then(|spec| models.check_sizes(&spec)).is_ok();
        if !is_packed {
            models.pack_default(std::process::id()).expect("the files that the manifest pins");
        }
        folder
    });
    PACKED.clone()
}

pub fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/fixtures/transcripts")
}

pub fn bytes_of(lines: &[Value]) -> Vec<u8> {
    lines.iter().flat_map(|line| format!("{line}\n").into_bytes()).collect()
}

pub fn append(path: &Path, bytes: &[u8]) {
    use std::io::Write as _;
    let mut file = std::fs::OpenOptions::new().append(true).open(path).expect("it exists");
    file.write_all(bytes).expect("there is room");
}

/// Ingests a transcript to its end and returns the sum of the steps' reports.
pub fn ingest(memory: &mut Memory, path: &Path) -> IngestReport {
    ingest_as(memory, path, None)
}

pub fn ingest_as(memory: &mut Memory, path: &Path, project: Option<&str>) -> IngestReport {
    let mut sum = IngestReport::default();
    // Far more steps than any of these files needs.
    for _ in 0..1_000 {
        let step = memory.ingest(path, project).expect("content never fails");
        sum.kept += step.kept;
        sum.bytes += step.bytes;
        sum.turns += step.turns;
        sum.subagent_turns += step.subagent_turns;
        sum.changed += step.changed;
        sum.restarted |= step.restarted;
        for (reason, count) in step.skipped {
            *sum.skipped.entry(reason).or_default() += count;
        }
        for (reason, count) in step.problems {
            *sum.problems.entry(reason).or_default() += count;
        }
        if step.done {
            return IngestReport { done: true, unchanged: step.unchanged, ..sum };
        }
    }
    panic!("{} is never done", path.display());
}

/// Exports everything and returns all parts as one.
pub fn export_all(memory: &Memory) -> Exported {
    let mut sum = Exported::default();
    loop {
        let part = memory.export(&Within::Everything, sum.next).expect("a read");
        sum.lines.extend(part.lines);
        sum.damaged += part.damaged;
        sum.unread += part.unread;
        sum.next = part.next;
        if sum.next.is_none() {
            return sum;
        }
    }
}

pub fn embed_all(memory: &mut Memory) {
    for _ in 0..1_000 {
        let report = memory.embed_waiting().expect("the model is bundled");
        assert_eq!(report.degraded, None);
        if report.waiting == 0 {
            return;
        }
    }
    panic!("chunks wait for ever");
}

/// Derives everything again.
pub fn rebuild_all(memory: &mut Memory) {
    memory.begin_rebuild(false).expect("an open database");
    for _ in 0..1_000 {
        if memory.rebuild().expect("a step").is_none() {
            return;
        }
    }
    panic!("a rebuild is never done");
}

/// Writes the lines of a session.
pub struct Session {
    id: String,
    cwd: PathBuf,
    branch: String,
    hour: u32,
    second: u32,
}

impl Session {
    pub fn new(id: &str, cwd: &Path) -> Self {
        let (id, cwd, branch) = (id.to_owned(), cwd.to_owned(), "main".to_owned());
        Self { id, cwd, branch, hour: 9, second: 0 }
    }

    /// Returns the session at another hour of its day.
    pub fn at_hour(self, hour: u32) -> Self {
        Self { hour, ..self }
    }

    /// Returns the session on another branch than `main`.
    pub fn on(self, branch: &str) -> Self {
        Self { branch: branch.to_owned(), ..self }
    }

    /// Goes on in another directory.
    pub fn go_to(&mut self, cwd: &Path) {
        cwd.clone_into(&mut self.cwd);
    }

    pub fn prompt(&mut self, id: &str, text: &str) -> Value {
        self.line(id, &json!({ "type": "user", "message": { "role": "user", "content": text } }))
    }

    pub fn answer(&mut self, id: &str, text: &str) -> Value {
        self.assistant(id, &json!({ "type": "text", "text": text }))
    }

    pub fn tool_use(&mut self, id: &str, tool: &str, name: &str, input: &Value) -> Value {
        self.assistant(id, &json!({ "type": "tool_use", "id": tool, "name": name, "input": input }))
    }

    pub fn tool_result(&mut self, id: &str, tool: &str, text: &str) -> Value {
        let block = json!({ "type": "tool_result", "tool_use_id": tool, "content": text });
        self.line(id, &json!({ "type": "user", "message": { "role": "user", "content": [block] } }))
    }

    /// Returns a turn of two lines.
    pub fn turn(&mut self, id: &str, prompt: &str, answer: &str) -> Vec<Value> {
        vec![self.prompt(id, prompt), self.answer(&format!("{id}-answer"), answer)]
    }

    fn assistant(&mut self, id: &str, block: &Value) -> Value {
        self.line(
            id,
            &json!({ "type": "assistant", "message": { "role": "assistant", "content": [block] } }),
        )
    }

    fn line(&mut self, id: &str, fields: &Value) -> Value {
        self.second += 1;
        let mut line = json!({
            "uuid": id,
            "sessionId": self.id,
            "cwd": self.cwd,
            "gitBranch": self.branch,
            "version": "2.1.330",
            "timestamp": format!(
                "2026-03-01T{:02}:{:02}:{:02}Z", self.hour, self.second / 60, self.second % 60
            ),
        });
        let fields = fields.as_object().expect("an object").clone();
        line.as_object_mut().expect("an object").extend(fields);
        line
    }
}

/// Says a statement in the words of an older schema, where the database has that.
fn in_words_of(connection: &Connection, sql: &str) -> String {
    let version = "PRAGMA user_version";
    let version: i64 = connection.query_row(version, [], |row| row.get(0)).expect("a number");
    let older = [
        ("item_text", "turn_text"),
        ("item_id", "turn_id"),
        ("items", "turns"),
        ("head", "prompt"),
        ("body", "answer"),
        ("subagent", "agent"),
    ];
    let older = older.iter().filter(|_| version < 3);
    older.fold(sql.to_owned(), |sql, (word, older)| sql.replace(word, older))
}

/// Like [`Sandbox::dump`], of any database.
pub fn dump(connection: &Connection) -> Vec<String> {
    let mut rows = Vec::new();
    let mut turns = connection
        .prepare(&in_words_of(
            connection,
            "SELECT turn.uuid, project.key, started_at_ms, ended_at_ms, cwd, branch, interrupted,
                    subagent, log, head, body
             FROM turn JOIN project ON project.id = project_id
             LEFT JOIN item_text ON item_id = turn.id ORDER BY turn.uuid",
        ))
        .expect("the schema is ours");
    let mut found = turns.query([]).expect("no parameters");
    while let Some(row) = found.next().expect("the file is sound") {
        let mut fields: Vec<String> = Vec::new();
        for column in 0..11 {
            let value: rusqlite::types::Value = row.get(column).expect("it is there");
            fields.push(match value {
                rusqlite::types::Value::Blob(log) => format!("{:?}", turn::decode(&log)),
                other => format!("{other:?}"),
            });
        }
        rows.push(format!("turn {}", fields.join(" ")));
    }
    for (name, sql) in [
        (
            "action",
            "SELECT turn.uuid, ordinal, tool, kind, target, exit_status, error
             FROM action JOIN turn ON turn.id = turn_id ORDER BY 1, 2",
        ),
        (
            "session",
            "SELECT session.uuid, turn.uuid, position FROM session_turn
             JOIN session ON session.id = session_id JOIN turn ON turn.id = turn_id ORDER BY 1, 2",
        ),
        (
            "chunk",
            "SELECT turn.uuid, ordinal, start_byte, end_byte, hash
             FROM chunk JOIN turn ON turn.id = item_id ORDER BY 1, 2",
        ),
        ("directory", "SELECT path, key FROM directory JOIN project ON id = project_id ORDER BY 1"),
        ("action_fts", "SELECT count(*) FROM action_fts WHERE action_fts MATCH 'alpha OR beta'"),
    ] {
        let sql = in_words_of(connection, sql);
        let mut statement = connection.prepare(&sql).expect("the schema is ours");
        let columns = statement.column_count();
        let mut found = statement.query([]).expect("no parameters");
        while let Some(row) = found.next().expect("the file is sound") {
            let fields: Vec<String> = (0..columns)
                .map(|column| {
                    format!("{:?}", row.get::<_, rusqlite::types::Value>(column).expect("there"))
                })
                .collect();
            rows.push(format!("{name} {}", fields.join(" ")));
        }
    }
    if has_notes(connection) {
        rows.extend(dump_notes(connection));
    }
    rows.extend(dump_index(connection));
    rows
}

fn has_notes(connection: &Connection) -> bool {
    connection.prepare("SELECT facts FROM note").is_ok()
}

/// Dumps the notes with their statements.
pub fn dump_notes(connection: &Connection) -> Vec<String> {
    let mut notes = connection
        .prepare(
            "SELECT note.uuid, key, log, facts, head, body FROM note
             JOIN project ON project.id = project_id
             LEFT JOIN item_text ON item_id = note.id ORDER BY note.uuid",
        )
        .expect("the schema is ours");
    let rows = notes.query_map([], |row| {
        let log = notes::read(&row.get::<_, Vec<u8>>(2)?);
        let fields = (0..6)
            .filter(|column| *column != 2)
            .map(|column| Ok(format!("{:?}", row.get::<_, rusqlite::types::Value>(column)?)));
        let fields = fields.collect::<rusqlite::Result<Vec<_>>>()?;
        Ok(format!("note {} {log:?}", fields.join(" ")))
    });
    rows.expect("rows").collect::<rusqlite::Result<_>>().expect("their columns")
}

/// Dumps the index in decoded form, because its bytes depend on turn and session ids. It must
/// contain what the texts contain, and nothing that was replaced.
fn dump_index(connection: &Connection) -> Vec<String> {
    let names = |sql| {
        let mut statement = connection.prepare(sql).expect("the schema is ours");
        let ids = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("rows");
        ids.collect::<rusqlite::Result<HashMap<i64, String>>>().expect("two columns")
    };
    let mut turns = names("SELECT id, uuid FROM turn");
    let sessions_of: HashSet<i64> = turns.keys().copied().collect();
    if has_notes(connection) {
        turns.extend(names("SELECT id, uuid FROM note"));
    }
    let sessions = names("SELECT id, uuid FROM session");
    let projects = names("SELECT id, key FROM project");
    let mut rows = Vec::new();
    let mut each = |sql, read: &dyn Fn(&Row) -> rusqlite::Result<Vec<String>>| {
        let sql = in_words_of(connection, sql);
        let mut statement = connection.prepare(&sql).expect("the schema is ours");
        let mut found = statement.query([]).expect("no parameters");
        while let Some(row) = found.next().expect("the file is sound") {
            rows.extend(read(row).expect("its columns"));
        }
    };
    each("SELECT project_id, block, items FROM document", &|row| {
        let (project, bytes): (i64, Vec<u8>) = (row.get(0)?, row.get(2)?);
        let documents = document::decode(row.get(1)?, &bytes).map(|found| {
            // A note is a group of its own, which may have the number of a session.
            let is_turn = sessions_of.contains(&found.item);
            let session = sessions.get(&i64::from(found.group)).filter(|_| is_turn);
            let Document { item, started_at_ms, head_terms, body_terms, .. } = found;
            format!(
                "document {} {} {session:?} {started_at_ms} {head_terms} {body_terms} {} {}",
                projects[&project], turns[&item], found.secondary, found.asks
            )
        });
        Ok(documents.collect())
    });
    each("SELECT project_id, block, items, term FROM posting", &|row| {
        let (project, block): (i64, i64) = (row.get(0)?, row.get(1)?);
        let (bytes, term): (Vec<u8>, String) = (row.get(2)?, row.get(3)?);
        let postings = postings::decode(&bytes).map(|(place, counts)| {
            let turn = &turns[&postings::item_at(block, place)];
            let Counts { head, body } = counts;
            format!("posting {} {term} {turn} {head} {body}", projects[&project])
        });
        Ok(postings.collect())
    });
    rows.sort();
    rows
}

/// Opens a memory with two turns of the project `harbour`.
pub fn harbour(sandbox: &Sandbox) -> Memory {
    let mut session = Session::new("5e551011", &sandbox.directory("harbour"));
    let mut lines =
        session.turn("lamp", "Which lamp is on the pier?", "A red lantern hangs there.");
    lines.extend(session.turn("tide", "When is high water?", "The tide is highest at noon."));
    let mut memory = sandbox.open();
    ingest(&mut memory, &sandbox.transcript("harbour", &lines));
    memory
}
