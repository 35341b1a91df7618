//! Properties of any transcript, tested on real ones when available: in the folder of transcript
//! folders that `MEMENTOR_TEST_TRANSCRIPTS` names.
#![allow(clippy::print_stdout, reason = "a test that cannot run here says so")]

mod sandbox;

use std::collections::HashSet;
use std::ops::Range;
use std::path::{Path, PathBuf};

use mementor_core::conversation::turn::TurnText;
use mementor_core::embed::{Embedder, Engines};
use sandbox::restored::{check_conversation, without_positions};
use sandbox::{Sandbox, append, bundled_models, ingest};

/// Enough to include forks, subagents and several versions, but few enough to run in seconds.
const FILES_MAX: usize = 60;
const FILE_BYTES_MAX: u64 = 1 << 20;

/// Copies real transcripts into a sandbox: the result must not depend on their path.
fn copies(sandbox: &Sandbox) -> Option<Vec<PathBuf>> {
    let Some(folder) = std::env::var_os("MEMENTOR_TEST_TRANSCRIPTS") else {
        println!("skipped: MEMENTOR_TEST_TRANSCRIPTS names no folder");
        return None;
    };
    let mut files: Vec<PathBuf> =
        folders(Path::new(&folder)).flat_map(|each| transcripts(&each)).collect();
    files.sort();
    files.truncate(FILES_MAX);
    assert!(!files.is_empty(), "no transcripts under {}", folder.display());
    let copy = |(number, file): (usize, &PathBuf)| {
        let name = file.file_name().expect("a file").to_string_lossy().into_owned();
        let to = sandbox.directory(&format!("copies-{number}")).join(name);
        std::fs::copy(file, &to).expect("room");
        to
    };
    Some(files.iter().enumerate().map(copy).collect())
}

fn folders(path: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = std::fs::read_dir(path).expect("a folder").flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_dir())
}

fn transcripts(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").flatten();
    let files = entries.filter(|entry| {
        let size = entry.metadata().map_or(u64::MAX, |found| found.len());
        size <= FILE_BYTES_MAX && entry.path().extension().is_some_and(|end| end == "jsonl")
    });
    files.map(|entry| entry.path()).collect()
}

fn stored(files: &[PathBuf]) -> Vec<String> {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    for file in files {
        ingest(&mut memory, file);
    }
    sandbox.dump()
}

#[test]
fn any_order_any_cut_and_any_repetition_give_the_same_rows() {
    let sandbox = Sandbox::without_model();
    let Some(files) = copies(&sandbox) else { return };
    let forward = stored(&files);
    assert!(forward.len() > files.len(), "nothing was stored");

    let backward: Vec<PathBuf> = files.iter().rev().cloned().collect();
    assert_same(&forward, &stored(&backward), "the order of files matters");
    let twice: Vec<PathBuf> = files.iter().chain(&backward).cloned().collect();
    assert_same(&forward, &stored(&twice), "repetition matters");
    assert_same(&forward, &grown(&files), "cuts matter");
}

#[test]
fn restored_transcripts_are_sound_and_add_nothing() {
    let sandbox = Sandbox::without_model();
    let Some(files) = copies(&sandbox) else { return };
    let mut memory = sandbox.open();
    for file in &files {
        ingest(&mut memory, file);
    }
    // Entries with the same millisecond may swap places when their position in the file changes.
    let rows = |sandbox: &Sandbox| -> Vec<String> {
        let rows = without_positions(sandbox.dump()).into_iter();
        rows.filter(|row| !row.starts_with("turn ")).collect()
    };
    let (before, texts) = (rows(&sandbox), sandbox.dump().len());
    let (mut lines, mut left_out) = (0, 0);
    for session in memory.sessions_named("").expect("read") {
        let Some(restored) = memory.restore(&session).expect("read") else { continue };
        check_conversation(&restored.text);
        let path = sandbox.directory("restored").join(format!("{session}.jsonl"));
        std::fs::write(&path, &restored.text).expect("room");
        assert_eq!(ingest(&mut memory, &path).problems.len(), 0);
        lines += restored.lines;
        left_out += restored.left_out;
    }
    assert_same(&before, &rows(&sandbox), "a restored transcript matters");
    assert_eq!(texts, sandbox.dump().len());
    println!("{lines} lines restored, {left_out} entries left out");
}

#[test]
fn the_ledger_accounts_for_every_line() {
    let sandbox = Sandbox::without_model();
    let Some(files) = copies(&sandbox) else { return };
    let mut memory = sandbox.open();
    for file in &files {
        ingest(&mut memory, file);
    }
    let ledger = memory.transcripts().expect("read");
    assert!(ledger.len() * 10 > files.len() * 9, "{} of {}", ledger.len(), files.len());
    for row in ledger {
        let bytes = std::fs::read(&row.path).expect("it is there");
        let lines = lines_in(&bytes);
        let counted = row.kept + row.skipped.values().chain(row.problems.values()).sum::<u64>();
        assert_eq!(counted, lines, "{}", row.path);
    }
}

/// Counts the lines of a transcript: a newline ends a line, and so does a complete JSON object.
fn lines_in(bytes: &[u8]) -> u64 {
    let mut pieces: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
    let last = pieces.pop().unwrap_or_default();
    let objects = |piece: &[u8]| {
        let values = serde_json::Deserializer::from_slice(piece).into_iter::<serde_json::Value>();
        let mut whole = 0;
        for value in values {
            if value.is_err() {
                return (whole, true);
            }
            whole += 1;
        }
        (whole, false)
    };
    let ended = pieces.into_iter().map(|piece| {
        let (whole, broken) = objects(piece);
        (whole + u64::from(broken)).max(1)
    });
    ended.sum::<u64>() + objects(last).0
}

/// Compares rows of real conversations, which are long: prints only the start of those that differ.
fn assert_same(left: &[String], right: &[String], what: &str) {
    let only_in = |these: &[String], those: &[String]| -> Vec<String> {
        let those: HashSet<&String> = those.iter().collect();
        let differ = these.iter().filter(|row| !those.contains(row));
        differ.take(5).map(|row| row.chars().take(300).collect()).collect()
    };
    let (left, right) = (only_in(left, right), only_in(right, left));
    assert!(left.is_empty() && right.is_empty(), "{what}:\n{left:#?}\n{right:#?}");
}

/// Splits the answers of real turns with the bundled model's window.
#[test]
fn chunks_of_real_answers_begin_and_end_where_markdown_does() {
    let sandbox = Sandbox::with_model();
    let Some(files) = copies(&sandbox) else { return };
    let mut memory = sandbox.open();
    for file in &files {
        ingest(&mut memory, file);
    }
    let texts = long_passages(&sandbox);
    assert!(texts.len() > 20, "too few long answers: {}", texts.len());
    let (mut chunks, mut at_line, mut fences, mut whole) = (0, 0, 0, 0);
    for (text, ranges) in &texts {
        for range in ranges {
            chunks += 1;
            let before = text[..range.start].trim_end_matches([' ', '-', '*', '`', '"', '(', '|']);
            at_line += usize::from(before.is_empty() || before.ends_with('\n'));
        }
        for fence in short_fences(text) {
            fences += 1;
            let holds = |range: &Range<usize>| range.start <= fence.start && fence.end <= range.end;
            whole += usize::from(ranges.iter().any(holds));
        }
    }
    assert!(at_line * 10 >= chunks * 9, "{at_line} of {chunks} chunks begin at a line");
    assert!(whole * 10 >= fences * 9, "{whole} of {fences} short code blocks are whole in a chunk");
    println!(
        "{at_line} of {chunks} chunks begin at a line, {whole} of {fences} code blocks are whole"
    );
}

/// Returns the passages with more than one chunk, and their chunks.
fn long_passages(sandbox: &Sandbox) -> Vec<(String, Vec<Range<usize>>)> {
    let connection = sandbox.connection();
    let mut statement = connection
        .prepare(
            "SELECT item_text.item_id, head, body FROM item_text
             WHERE (SELECT count(*) FROM chunk WHERE chunk.item_id = item_text.item_id) > 1",
        )
        .expect("the schema");
    let mut chunks = connection
        .prepare("SELECT start_byte, end_byte FROM chunk WHERE item_id = ?1 ORDER BY ordinal")
        .expect("the schema");
    let mut rows = statement.query([]).expect("rows");
    let mut found = Vec::new();
    while let Some(row) = rows.next().expect("a row") {
        let id: i64 = row.get(0).expect("an id");
        let text =
            TurnText { prompt: row.get(1).expect("text"), answer: row.get(2).expect("text") };
        let ranges = chunks
            .query_map([id], |row| {
                Ok(row.get::<_, i64>(0)? as usize..row.get::<_, i64>(1)? as usize)
            })
            .expect("rows");
        found.push((text.passage(), ranges.map(|range| range.expect("a row")).collect()));
    }
    found
}

/// Returns the ranges of the code blocks that fit into any chunk.
fn short_fences(text: &str) -> Vec<Range<usize>> {
    let mut fences = Vec::new();
    let mut open = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.starts_with("```") {
            match open.take() {
                Some(start) if at - start < 300 => fences.push(start..at + 3),
                Some(_) => {}
                None => open = Some(at),
            }
        }
        at += line.len();
    }
    fences
}

/// Ingests files that grow in three parts, cut at arbitrary bytes.
fn grown(files: &[PathBuf]) -> Vec<String> {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    for (number, file) in files.iter().enumerate() {
        let bytes = std::fs::read(file).expect("just copied");
        let name = file.file_name().expect("a file");
        let path = sandbox.directory(&format!("grown-{number}")).join(name);
        let cuts = [bytes.len() / 3, bytes.len() / 2 + 7, bytes.len()];
        std::fs::write(&path, b"").expect("room");
        let mut start = 0;
        for cut in cuts {
            append(&path, &bytes[start..cut.clamp(start, bytes.len())]);
            ingest(&mut memory, &path);
            start = cut.clamp(start, bytes.len());
        }
    }
    sandbox.dump()
}

/// Maximum length used of each line; on whole lines the reference would take minutes.
const LINE_CHARS_MAX: usize = 500;

#[test]
fn our_tokenizer_reads_every_text_as_the_reference_does() {
    let sandbox = Sandbox::with_model();
    let Some(files) = copies(&sandbox) else { return };
    let models = sandbox.all_models();
    let spec = models.in_use().expect("bundled");
    let mut reference =
        tokenizers::Tokenizer::from_file(bundled_models().join(&spec.id).join("tokenizer.json"))
            .expect("a tokenizer");
    let truncation = tokenizers::TruncationParams { max_length: spec.window, ..Default::default() };
    reference.with_truncation(Some(truncation)).expect("a window").with_padding(None);
    let embedder = Embedder::load(&models, &Engines::default(), 1).expect("bundled");
    for file in files {
        let text = std::fs::read(file).expect("a file");
        for line in String::from_utf8_lossy(&text).lines() {
            // The part after the ids, with which all lines begin.
            let content = line.split_once("\"content\"").map_or(line, |(_, rest)| rest);
            let content: String = content.chars().take(LINE_CHARS_MAX).collect();
            let text = content.replace("\\n", "\n");
            let wanted = reference.encode_fast(text.as_str(), true).expect("any text");
            let read = embedder.tokenizer().ids(&text, spec.window).expect("BERT's tokenizer");
            assert_eq!(read, wanted.get_ids(), "{text:?}");
        }
    }
}
