//! `apply_patch`: the edits of files that a patch makes.
//!
//! One patch may change several files. It is stored as several calls, one for each file, so that
//! each is an action of its own.

use serde_json::Value;

use super::command_line::command_line;
use crate::conversation::dialect::FileChange;
use crate::conversation::entry::Block;

/// Name of the tool.
pub(super) const TOOL: &str = "apply_patch";
const BEGIN: &str = "*** Begin Patch";
const END: &str = "*** End Patch";
const ADD: &str = "*** Add File: ";
const UPDATE: &str = "*** Update File: ";
const DELETE: &str = "*** Delete File: ";
const MOVE: &str = "*** Move to: ";

/// Returns the blocks of a call: one, or one for each file of a patch.
pub(super) fn calls(id: &str, name: &str, input: Value) -> Vec<Block> {
    let files = patch_of(name, &input).map(|patch| files(&patch)).unwrap_or_default();
    if files.is_empty() {
        return vec![Block::ToolUse { id: id.to_owned(), name: name.to_owned(), input }];
    }
    let call = |(at, file): (usize, String)| Block::ToolUse {
        id: part_id(id, at),
        name: TOOL.to_owned(),
        input: Value::String(file),
    };
    files.into_iter().enumerate().map(call).collect()
}

/// Returns the id of the call for one file of a patch.
pub(super) fn part_id(id: &str, at: usize) -> String {
    if at == 0 { id.to_owned() } else { format!("{id}/{at}") }
}

/// Returns the text of a patch: an argument of the tool, or a program that a shell runs in old
/// versions.
fn patch_of(name: &str, input: &Value) -> Option<String> {
    let text = match (name, input) {
        (TOOL, Value::String(text)) => text.clone(),
        (TOOL, input) => input["input"].as_str().or(input["patch"].as_str())?.to_owned(),
        _ => command_line(input).filter(|line| line.trim_start().starts_with(TOOL))?,
    };
    text.contains(BEGIN).then_some(text)
}

/// Splits a patch into the parts of its files, each beginning with the line that names the file.
fn files(patch: &str) -> Vec<String> {
    let mut files: Vec<String> = Vec::new();
    let lines = patch.lines().skip_while(|line| !line.trim().ends_with(BEGIN)).skip(1);
    for line in lines.take_while(|line| line.trim() != END) {
        if [ADD, UPDATE, DELETE].iter().any(|start| line.starts_with(start)) {
            files.push(line.to_owned());
        } else if let Some(file) = files.last_mut() {
            file.push('\n');
            file.push_str(line);
        }
    }
    files
}

/// Returns the path of the file that a part of a patch changes; the new one of a file that moves.
pub(super) fn file(part: &str) -> Option<&str> {
    let mut lines = part.lines();
    let first = lines.next()?;
    let named = [ADD, UPDATE, DELETE].iter().find_map(|start| first.strip_prefix(start))?;
    let moved = lines.next().and_then(|line| line.strip_prefix(MOVE));
    Some(moved.unwrap_or(named).trim())
}

/// Returns the first file that a patch changes.
pub(in crate::sources) fn first_file(patch: &str) -> Option<&str> {
    let named = |line: &'_ str| [ADD, UPDATE, DELETE].iter().any(|start| line.starts_with(start));
    let line = patch.lines().find(|line| named(line))?;
    line.split_once(": ").map(|(_, file)| file.trim())
}

/// Returns the changes of all files of a patch.
pub(in crate::sources) fn all_changes(patch: &str) -> Vec<FileChange> {
    files(patch).iter().flat_map(|part| changes(part)).collect()
}

/// The lines of a place in a file, before and after.
type Hunk<'p> = (Vec<&'p str>, Vec<&'p str>);

/// Returns the changes of a part of a patch.
pub(super) fn changes(part: &str) -> Vec<FileChange> {
    let Some(file) = file(part).map(str::to_owned) else { return Vec::new() };
    let change = |old, new| FileChange { file: file.clone(), old, new, everywhere: false };
    let body = part.split_once('\n').map_or("", |(_, body)| body);
    if part.starts_with(ADD) {
        let lines = body.lines().filter_map(|line| line.strip_prefix('+'));
        return vec![change(None, lines.collect::<Vec<_>>().join("\n"))];
    }
    if part.starts_with(DELETE) {
        return Vec::new();
    }
    let mut hunks = vec![Hunk::default()];
    for line in body.lines().filter(|line| !line.starts_with("*** ")) {
        let Some((old, new)) = hunks.last_mut() else { break };
        match line.as_bytes().first() {
            Some(b'@') => hunks.push(Hunk::default()),
            Some(b'-') => old.push(&line[1..]),
            Some(b'+') => new.push(&line[1..]),
            Some(b' ') => {
                old.push(&line[1..]);
                new.push(&line[1..]);
            }
            _ => {
                old.push(line);
                new.push(line);
            }
        }
    }
    let changed = hunks.into_iter().filter(|(old, new)| old != new);
    changed.map(|(old, new)| change(Some(old.join("\n")), new.join("\n"))).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const PATCH: &str = "*** Begin Patch\n*** Add File: weir.txt\n+one\n+two\n*** Update File: src/a.rs\n*** Move to: src/b.rs\n@@ fn a\n keep\n-old\n+new\n@@\n-gone\n*** Delete File: c.txt\n*** End Patch";

    fn parts(name: &str, input: Value) -> Vec<(String, String)> {
        let blocks = calls("c", name, input).into_iter();
        let part = |block| match block {
            Block::ToolUse { id, name, input } if name == TOOL => {
                Some((id, input.as_str()?.to_owned()))
            }
            _ => None,
        };
        blocks.filter_map(part).collect()
    }

    #[test]
    fn a_patch_is_a_call_for_each_file() {
        let found = parts(TOOL, json!(PATCH));
        let files: Vec<_> =
            found.iter().map(|(id, part)| (id.as_str(), file(part).unwrap())).collect();
        assert_eq!(files, [("c", "weir.txt"), ("c/1", "src/b.rs"), ("c/2", "c.txt")]);
        let shell =
            json!({ "command": ["bash", "-lc", format!("apply_patch <<'EOF'\n{PATCH}\nEOF\n")] });
        assert_eq!(parts("shell", shell), found);
        assert_eq!(parts("shell", json!({ "command": ["apply_patch", PATCH] })), found);
        assert_eq!(parts(TOOL, json!({ "input": PATCH })), found);
    }

    #[test]
    fn the_changes_are_the_lines_before_and_after() {
        let found = parts(TOOL, json!(PATCH));
        let of = |at: usize| {
            changes(&found[at].1)
                .into_iter()
                .map(|change| (change.old, change.new))
                .collect::<Vec<_>>()
        };
        assert_eq!(of(0), [(None, "one\ntwo".into())]);
        assert_eq!(
            of(1),
            [(Some("keep\nold".into()), "keep\nnew".into()), (Some("gone".into()), String::new())]
        );
        assert_eq!(of(2), []);
    }

    #[test]
    fn what_is_no_patch_stays_one_call() {
        let input = json!({ "cmd": "grep -n '*** Begin Patch' a.txt" });
        let call =
            Block::ToolUse { id: "c".into(), name: "exec_command".into(), input: input.clone() };
        assert_eq!(calls("c", "exec_command", input), [call]);
        assert_eq!(calls("c", TOOL, json!("*** Begin Patch\n*** End Patch")).len(), 1);
    }
}
