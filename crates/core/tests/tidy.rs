//! Checks the architecture in the sources: code that may occur in one place only occurs there.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A source file with its path from the root of the repository, with `/` as separator.
struct Source {
    path: String,
    text: String,
}

impl Source {
    /// Returns the lines of code with their numbers; comments are skipped, because they may mention
    /// anything.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
        lines.filter(|(_, line)| !["//", "/*", "*"].iter().any(|mark| line.starts_with(mark)))
    }

    fn is_in(&self, folders: &[&str]) -> bool {
        folders.iter().any(|folder| self.path.starts_with(folder))
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the files below a folder with one of the extensions; none when the folder does not
/// exist.
fn sources(folder: &str, endings: &[&str]) -> Vec<Source> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() {
                folders.push(path);
            } else if endings.iter().any(|ending| path.to_string_lossy().ends_with(ending)) {
                let text = std::fs::read_to_string(&path).expect("UTF-8");
                let path = path.strip_prefix(root()).expect("below the root");
                found.push(Source { path: path.to_string_lossy().replace('\\', "/"), text });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

fn rust() -> Vec<Source> {
    let found = sources("crates", &[".rs"]);
    assert!(found.len() > 20, "the crates were not found");
    found
}

/// The index of code, a library as the core is.
fn code() -> Vec<Source> {
    let found = sources("crates/code/src", &[".rs"]);
    assert!(found.len() > 10, "the index of code was not found");
    found
}

fn core() -> Vec<Source> {
    let mut found = rust();
    found.retain(|source| source.is_in(&["crates/core/src/"]));
    found
}

fn typescript() -> Vec<Source> {
    let found = sources("src", &[".ts"]);
    assert!(found.len() > 10, "the shell was not found");
    found
}

/// Asserts that no line of code outside `places` is `forbidden`.
fn only_in(sources: &[Source], places: &[&str], what: &str, forbidden: impl Fn(&str) -> bool) {
    let outside = sources.iter().filter(|source| !source.is_in(places));
    let lines = outside.flat_map(|source| {
        let lines = source.code().filter(|(_, line)| forbidden(line));
        lines.map(|(number, line)| format!("{}:{number}: {line}", source.path)).collect::<Vec<_>>()
    });
    let lines: Vec<String> = lines.collect();
    assert!(lines.is_empty(), "{what} outside {places:?}:\n{}", lines.join("\n"));
}

/// Returns whether a line contains the word without a letter, digit, `_` or `$` on either side.
fn has_word(line: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    line.match_indices(word)
        .any(|(at, _)| !line[..at].ends_with(part) && !line[at + word.len()..].starts_with(part))
}

/// Returns whether a line contains one of the texts.
fn any(texts: &'static [&'static str]) -> impl Fn(&str) -> bool {
    move |line| texts.iter().any(|text| line.contains(text))
}

#[test]
fn every_file_says_what_it_is_for() {
    for source in rust() {
        assert!(source.text.starts_with("//! "), "{} opens without //!", source.path);
    }
    for source in typescript() {
        let text = source.text.strip_prefix("#!/usr/bin/env node\n").unwrap_or(&source.text);
        assert!(text.starts_with("/**"), "{} opens without /**", source.path);
    }
}

#[test]
fn only_the_store_and_the_readers_of_foreign_databases_hold_sql() {
    let sql = any(&[
        "SELECT ",
        "INSERT ",
        "UPDATE ",
        "DELETE FROM",
        "CREATE TABLE",
        "PRAGMA ",
        "rusqlite::params",
    ]);
    // Patterns for passwords in SQL statements are no SQL of ours.
    // A database of an agent's is no business of our store.
    let foreign = "crates/core/src/sources/opencode/database";
    let places = ["crates/core/src/store/", "crates/core/src/secrets/places/", foreign];
    only_in(&core(), &places, "SQL", sql);
    // `error.rs` maps SQLite's codes to ours.
    let places = ["crates/core/src/store", "crates/core/src/error.rs", foreign];
    only_in(&core(), &places, "rusqlite", any(&["rusqlite"]));
    only_in(&sources("crates/addon", &[".rs"]), &[], "rusqlite", any(&["rusqlite"]));
}

#[test]
fn only_the_engines_depend_on_libraries_for_models() {
    let names = |line: &str| ["fastembed", "ort", "tokenizers"].iter().any(|n| has_word(line, n));
    for manifest in ["Cargo.toml", "crates/core/Cargo.toml", "crates/encoder/Cargo.toml"] {
        let text = std::fs::read_to_string(root().join(manifest)).expect("our own manifest");
        let own = text.split("\n[dependencies]\n").nth(1).expect("dependencies");
        let own = own.split("\n[").next().unwrap_or_default();
        assert!(own.contains("workspace = true"), "{manifest}");
        assert!(!own.lines().any(names), "{manifest}");
    }
}

/// The files without what stands in their test modules.
fn without_tests(mut sources: Vec<Source>) -> Vec<Source> {
    sources.retain(|source| !source.path.contains("tests"));
    for source in &mut sources {
        let end = source.text.find("#[cfg(test)]").unwrap_or(source.text.len());
        source.text.truncate(end);
    }
    sources
}

#[test]
fn only_a_source_knows_its_agent() {
    let formats = any(&[
        // Fields and kinds of lines.
        "sessionId",
        "agentId",
        "toolUseResult",
        "isApiErrorMessage",
        "isVisibleInTranscriptOnly",
        "redacted_thinking",
        "queue-operation",
        "\"enqueue\"",
        "isSidechain",
        "is_sidechain",
        "isMeta",
        "is_meta",
        "isCompactSummary",
        "is_compact_summary",
        "compact_boundary",
        "queued_command",
        "tool_use_id",
        "\"tool_result\"",
        "\"tool_use\"",
        "parentUuid",
        "promptSource",
        // Names of tools, and what their results look like.
        "\"Bash\"",
        "\"Read\"",
        "\"Edit\"",
        "\"Write\"",
        "\"Grep\"",
        "\"Glob\"",
        "\"Task\"",
        "MultiEdit",
        "NotebookEdit",
        "WebFetch",
        "PowerShell\"",
        "notebook_path",
        "Exit code ",
        "tool_use_error",
        // What the client writes among a person's words.
        "command-name",
        "command-message",
        "<command-",
        "local-command",
        "task-notification",
        "teammate-message",
        "user-memory-input",
        "\"bash-",
        "<bash-",
        "system-reminder",
        "ide_selection",
        "ide_opened_file",
        "\"ide_",
        "session-start-hook",
        "[Request interrupted",
        "Warmup",
        "Caveat: ",
        // Lines, tools and the client's words of Codex.
        "session_meta",
        "response_item",
        "event_msg",
        "apply_patch",
        "exec_command",
        "environment_context",
        "AGENTS.md",
        // Fields of hooks.
        "hook_event_name",
        "last_assistant_message",
        "\"session_id\"",
        "\"turn_id\"",
        "workspace_roots",
        "\"sessionID\"",
        "CLAUDE_",
        // Names of files and folders.
        "{session}.jsonl",
        "is_uuid",
        "\".claude\"",
    ]);
    let places = ["crates/core/src/sources/", "crates/core/src/sources.rs"];
    only_in(&without_tests(core()), &places, "knowledge of an agent", formats);
}

/// Asserts that files use only the districts that stand before their own in `lib.rs`.
#[test]
fn districts_use_only_those_before_them() {
    in_order("crates/core/src/", core());
    in_order("crates/code/src/", code());
}

fn in_order(folder: &str, sources: Vec<Source>) {
    let library = std::fs::read_to_string(root().join(folder).join("lib.rs"));
    let library = library.expect("our own library");
    let named = |line: &str| {
        let name = line.strip_prefix("pub ").unwrap_or(line).strip_prefix("mod ")?;
        Some(name.strip_suffix(';')?.to_owned())
    };
    let order: Vec<String> = library.lines().filter_map(named).collect();
    assert!(order.len() > 10, "lib.rs lists the districts: {order:?}");
    let place = |name: &str| order.iter().position(|district| district == name);
    let mut upward = Vec::new();
    for source in without_tests(sources) {
        let below = source.path.trim_start_matches(folder);
        let own = below.split('/').next().unwrap_or_default().trim_end_matches(".rs");
        let Some(own) = place(own) else { continue };
        for (number, line) in source.code() {
            let used = line.split("crate::").skip(1);
            let used = used
                .filter_map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next());
            if used.filter_map(place).any(|used| used > own) {
                upward.push(format!("{}:{number}: {line}", source.path));
            }
        }
    }
    assert!(upward.is_empty(), "districts that stand later:\n{}", upward.join("\n"));
}

#[test]
fn a_public_type_has_a_name_of_its_own() {
    // Formats of agents are not meant: each source has its own `Line` and `Skip`.
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for source in without_tests(core()) {
        if source.is_in(&["crates/core/src/sources/"]) {
            continue;
        }
        for (_, line) in source.code() {
            let kinds = ["pub struct ", "pub enum ", "pub trait ", "pub type "];
            let Some(rest) = kinds.iter().find_map(|kind| line.strip_prefix(kind)) else {
                continue;
            };
            let name: String = rest.chars().take_while(|c| c.is_alphanumeric()).collect();
            if !name.is_empty() {
                places.entry(name).or_default().push(source.path.clone());
            }
        }
    }
    assert!(places.len() > 200, "the types were not found: {}", places.len());
    let twins: Vec<_> = places.iter().filter(|(_, places)| places.len() > 1).collect();
    assert!(twins.is_empty(), "one name, one meaning: {twins:?}");
}

#[test]
fn a_turn_and_a_note_have_one_way_in() {
    let puts = any(&[
        ".put_turns(",
        ".put_turn(",
        ".put_derived(",
        ".put_note(",
        ".put_derived_note(",
        ".withdraw_note(",
        ".put_session_turn(",
    ]);
    // Within the store: what forgetting a turn takes from the notes that were found in it.
    let places = [
        "crates/core/src/store/intake",
        "crates/core/src/store/turns.rs",
        "crates/core/src/store/notes.rs",
    ];
    only_in(&core(), &places, "writing a turn or a note", puts);
    // Outside the store the compiler says it: these methods are `pub(super)`.
    for (file, name) in [("turns.rs", "put_turns"), ("notes.rs", "put_note")] {
        let path = root().join("crates/core/src/store").join(file);
        let text = std::fs::read_to_string(path).expect("our own source");
        assert!(text.contains(&format!("pub(super) fn {name}(")), "{file}: {name} is private");
    }
}

#[test]
fn the_core_is_pure() {
    let impure = any(&[
        "println!",
        "eprintln!",
        "print!(",
        "dbg!(",
        "std::env",
        "env::var",
        "SystemTime::now",
        "Instant::now",
        "Timestamp::now",
        "Zoned::now",
        "std::process",
        "Command::new",
        "std::net",
        "TcpStream",
    ]);
    let mut sources = core();
    sources.extend(code());
    // The test of what a killed process leaves behind needs processes.
    sources.retain(|source| !source.path.ends_with("/kill_tests.rs"));
    only_in(&sources, &[], "printing, the environment, the clock or the network", impure);
}

#[test]
fn only_the_addon_depends_on_napi() {
    let names =
        |line: &str| ["napi", "napi_derive", "napi_build"].iter().any(|name| has_word(line, name));
    only_in(&core(), &[], "napi", names);
    let manifest = std::fs::read_to_string(root().join("crates/core/Cargo.toml"));
    assert!(!manifest.expect("our own manifest").lines().any(names));
}

#[test]
fn the_addon_uses_the_public_surface_alone() {
    let mut addon = sources("crates/addon/src", &[".rs"]);
    assert!(addon.len() > 5, "the addon was not found");
    // The index of code is a library of its own, and embeds the core as any other program.
    addon.extend(sources("crates/code", &[".rs"]));
    addon.extend(sources("crates/code-addon", &[".rs"]));
    let beside = |line: &str| {
        line.split("mementor_core").skip(1).any(|rest| {
            let name = rest.strip_prefix("::").and_then(|rest| rest.strip_prefix("api"));
            name.is_none_or(|rest| rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
        })
    };
    assert!(beside("use mementor_core::store::Store;") && beside("use mementor_core::{store};"));
    assert!(!beside("use mementor_core::api;") && !beside("use mementor_core::api::{Memory};"));
    only_in(&addon, &[], "a module of the core that is not its public surface", beside);
}

#[test]
fn only_one_file_of_the_shell_knows_each_addon() {
    let names = any(&["mementor.node"]);
    only_in(&typescript(), &["src/memory.ts"], "the addon", names);
    let names = any(&["mementor-code.node"]);
    only_in(&typescript(), &["src/code-index.ts"], "the addon of the code", names);
}

#[test]
fn only_the_entry_of_the_shell_touches_the_process() {
    let touches = |line: &str| {
        let member = line.match_indices("process").any(|(at, word)| {
            let before = &line[..at];
            let own = !before.ends_with(|c: char| c.is_alphanumeric() || "_$.'".contains(c));
            own && line[at + word.len()..].starts_with(['.', '['])
        });
        member || line.contains("node:process") || line.contains("globalThis.process")
    };
    assert!(touches("if (process.env.X) {") && touches("import { argv } from 'node:process';"));
    assert!(!touches("env: NodeJS.ProcessEnv;") && !touches("import 'node:child_process';"));
    only_in(&typescript(), &["src/cli.ts"], "the process", touches);
}

#[test]
fn only_the_editor_of_settings_files_writes_settings() {
    // Any file may write files, unless it also names a settings file.
    let writes = any(&["writeFile", "writeAtomic", "createWriteStream", "appendFile", "rename("]);
    let suspects = typescript().into_iter().filter(|source| {
        source.code().any(|(_, line)| line.contains("settings.json"))
            || source.code().any(|(_, line)| line.contains("settings.local.json"))
    });
    only_in(
        &suspects.collect::<Vec<_>>(),
        &["src/agents/claude-code/"],
        "writing of settings",
        writes,
    );
    let low_level = any(&["json-edit.ts"]);
    // The status line is a key of Claude Code alone.
    let places = ["src/agents/settings-file/", "src/agents/claude-code/install/status-line.ts"];
    only_in(&typescript(), &places, "editing of settings", low_level);
}

#[test]
fn files_are_opened_for_reading_in_one_place() {
    let opens = any(&["File::open(", "fs::read(", "fs::read_to_string("]);
    let sources = without_tests(core());
    // What git's files are is asked there, of the file itself; the types are a test's own.
    let places = [
        "crates/core/src/regular_file.rs",
        "crates/core/src/project.rs",
        "crates/core/src/api/declarations.rs",
    ];
    only_in(&sources, &places, "opening a file that may be a FIFO", opens);
}

#[test]
fn the_shell_opens_files_for_reading_in_one_place() {
    let words = ["readFileSync", "readFile", "createReadStream", "openSync", "appendFileSync"];
    let opens = |line: &str| words.iter().any(|word| has_word(line, word));
    let places = [
        "src/files/regular-file.ts",
        // Files that came with the program or with the system.
        "src/process/addon-package.ts",
        // Files that they created themselves.
        "src/models/download.ts",
        "src/files/durable.ts",
        "src/agents/opencode/plugin-text.ts",
    ];
    only_in(&typescript(), &places, "opening a file that may be a FIFO", opens);
}

#[test]
fn what_indexes_and_embeds_knows_items_and_no_turns() {
    let folders = ["index", "vector", "embed"].map(|name| format!("crates/core/src/{name}"));
    let inside = |source: &Source| folders.iter().any(|folder| source.path.starts_with(folder));
    let sources: Vec<Source> = core().into_iter().filter(inside).collect();
    assert!(sources.len() > 20, "the folders were not found");
    let words = ["turn", "turns", "Turn", "TurnText", "subagent", "conversation"];
    only_in(&sources, &[], "a turn", |line| words.iter().any(|word| has_word(line, word)));
}
