//! What stands about a definition: what it is declared as, its decorators and its documentation.

use std::ops::Range;

use tree_sitter::Node;

use super::captures::Definition;
use crate::symbol::{Kind, Symbol};
use crate::syntax::{first_line, is_comment, is_decorator, last_row, on_one_line, outermost};

const SIGNATURE_BYTES_MAX: usize = 240;
const DECORATOR_BYTES_MAX: usize = 120;
const DOCUMENTATION_BYTES_MAX: usize = 200;

/// Reads what stands about a definition.
pub fn described(
    definition: &Definition,
    text: &str,
    qualified: String,
    kind: Kind,
    hash: u64,
) -> (Symbol, Range<usize>) {
    let node = definition.node;
    let outer = outermost(node);
    let before = Before::of(outer, text);
    let mut decorators = before.decorators;
    let mut cut: Vec<Range<usize>> = Vec::new();
    for within in decorators_in(outer, node) {
        decorators.push(on_one_line(&text[within.byte_range()], DECORATOR_BYTES_MAX));
        cut.push(within.byte_range());
    }
    let (said, comments) = comments_in(node, definition.body, text);
    cut.extend(comments);
    cut.extend(definition.own.map(|node| node.byte_range()));
    cut.extend(self_parameter(node, text));
    let in_body = definition.body.and_then(|body| docstring(body, text));
    let documentation = before.documentation.or(in_body).or(said).unwrap_or_default();
    let name = definition.name.rsplit(['\\']).next().unwrap_or_default();
    let name = name.rsplit("::").next().filter(|name| !name.is_empty()).unwrap_or(name).to_owned();
    let symbol = Symbol {
        name,
        qualified,
        kind,
        signature: signature(definition, outer, text, cut),
        decorators,
        documentation: on_one_line(&documentation, DOCUMENTATION_BYTES_MAX),
        start: before.row.min(outer.start_position().row) as u32 + 1,
        end: last_row(node) as u32 + 1,
        hash,
    };
    (symbol, before.start.min(outer.start_byte())..node.end_byte())
}

/// What stands directly before a definition.
struct Before {
    /// First byte, comments included.
    start: usize,
    /// First row, decorators included.
    row: usize,
    decorators: Vec<String>,
    documentation: Option<String>,
}

impl Before {
    fn of(outer: Node, text: &str) -> Self {
        let row = outer.start_position().row;
        let mut found =
            Self { start: outer.start_byte(), row, decorators: Vec::new(), documentation: None };
        let (mut next, mut node) = (row, outer.prev_sibling());
        while let Some(before) = node {
            let is_adjacent = last_row(before) + 1 >= next;
            let kind = before.kind();
            if is_decorator(kind) && is_adjacent {
                let text = &text[before.byte_range()];
                found.decorators.insert(0, on_one_line(text, DECORATOR_BYTES_MAX));
                found.row = before.start_position().row;
            } else if is_comment(kind) && is_adjacent && !is_behind_code(before, text) {
                let text = &text[before.byte_range()];
                if text.starts_with("#!") && before.start_byte() == 0 {
                    break;
                }
                let said = first_line(text).map(str::to_owned);
                found.documentation = said.or(found.documentation);
            } else {
                break;
            }
            next = before.start_position().row;
            found.start = before.start_byte();
            node = before.prev_sibling();
        }
        found
    }
}

/// Whether a comment stands at the end of a line of code.
fn is_behind_code(comment: Node, text: &str) -> bool {
    let line = text[..comment.start_byte()].rsplit('\n').next().unwrap_or_default();
    !line.trim().is_empty()
}

/// Returns the decorators that are children of a definition or of what wraps it.
fn decorators_in<'t>(outer: Node<'t>, node: Node<'t>) -> Vec<Node<'t>> {
    let mut found = Vec::new();
    let mut holders = vec![outer];
    if outer != node {
        holders.push(node);
    }
    while let Some(holder) = holders.pop() {
        let mut cursor = holder.walk();
        // Those of a body are its members'.
        for child in holder.named_children(&mut cursor).take(8) {
            if is_decorator(child.kind()) {
                found.push(child);
            } else if child.kind() == "modifiers" {
                holders.push(child);
            }
        }
    }
    found.sort_by_key(|node| node.start_byte());
    found
}

/// Returns the comments among the parts of a definition before its body, and what they say.
fn comments_in(node: Node, body: Option<Node>, text: &str) -> (Option<String>, Vec<Range<usize>>) {
    let mut cursor = node.walk();
    let before = node.children(&mut cursor).take(16).take_while(|child| Some(*child) != body);
    let found = before.filter(|child| is_comment(child.kind())).map(|child| child.byte_range());
    let found: Vec<Range<usize>> = found.collect();
    let said = found.iter().find_map(|bytes| first_line(&text[bytes.clone()]));
    (said.map(str::to_owned), found)
}

/// Returns the first line of a documentation that opens a body, as Python has it.
fn docstring(body: Node, text: &str) -> Option<String> {
    let first = body.named_child(0).filter(|node| node.kind() == "expression_statement")?;
    let string = first.named_child(0).filter(|node| node.kind() == "string")?;
    let text = text[string.byte_range()].trim_start_matches(['r', 'R', 'b', 'u', 'f']);
    first_line(text).map(str::to_owned)
}

/// Returns the parameter that is the object itself, with the comma behind it.
fn self_parameter(node: Node, text: &str) -> Option<Range<usize>> {
    let holder = node.child_by_field_name("value").unwrap_or(node);
    let parameters = holder.child_by_field_name("parameters")?;
    let first = parameters.named_child(0)?;
    let written = &text[first.byte_range()];
    let name = written.split([':', '=', ',']).next().unwrap_or_default().trim();
    let is_self = first.kind() == "self_parameter" || matches!(name, "self" | "cls" | "this");
    if !is_self {
        return None;
    }
    let rest = &text[first.end_byte()..parameters.end_byte()];
    let behind = rest.len() - rest.trim_start_matches([',', ' ', '\n', '\t']).len();
    Some(first.start_byte()..first.end_byte() + behind)
}

/// Returns what a definition is declared as: its text up to its body, without what is cut.
fn signature(
    definition: &Definition,
    outer: Node,
    text: &str,
    mut cut: Vec<Range<usize>>,
) -> String {
    let bytes = definition.node.byte_range();
    let first_lines = || {
        let own = &text[bytes.clone()];
        bytes.start + own.find(";\n").or_else(|| own.find('\n')).unwrap_or(own.len())
    };
    let is_declaration = |node: Node| node.child_by_field_name("parameters").is_some();
    let end = match definition.body {
        Some(body) => body.start_byte(),
        None if is_declaration(definition.node) => bytes.end,
        None => first_lines(),
    };
    let mut at = outer.start_byte();
    let mut declared = String::new();
    cut.sort_by_key(|range| range.start);
    for range in cut {
        if range.start >= at && range.end <= end {
            declared.push_str(&text[at..range.start]);
            at = range.end;
        }
    }
    declared.push_str(text.get(at..end).unwrap_or_default());
    let line = on_one_line(&declared, SIGNATURE_BYTES_MAX);
    let line = line.trim_end_matches(['{', ':', ';', '=', ' ']);
    line.strip_suffix("=>")
        .unwrap_or(line)
        .trim_end()
        .replace("( ", "(")
        .replace(" )", ")")
        .replace(",)", ")")
}
