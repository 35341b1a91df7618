//! What the grammars call the parts of a definition: comments, decorators, wrappers, bodies.

use tree_sitter::Node;

/// Whether a kind of node is a comment.
pub fn is_comment(kind: &str) -> bool {
    matches!(kind, "comment" | "line_comment" | "block_comment")
}

/// Whether a kind of node is a decorator or an attribute.
pub fn is_decorator(kind: &str) -> bool {
    const KINDS: [&str; 8] = [
        "decorator",
        "attribute_item",
        "annotation",
        "marker_annotation",
        "attribute_list",
        "attribute_declaration",
        "attribute_specifier",
        "attribute_group",
    ];
    KINDS.contains(&kind)
}

/// Returns the statement that a definition is the whole of: `export const a = …`.
pub fn outermost(node: Node<'_>) -> Node<'_> {
    const WRAPPERS: [&str; 9] = [
        "export_statement",
        "decorated_definition",
        "template_declaration",
        "ambient_declaration",
        "expression_statement",
        "type_declaration",
        "linkage_specification",
        "type_definition",
        "declaration",
    ];
    // Several may stand in one of these: then it is none's.
    const LISTS: [&str; 5] = [
        "lexical_declaration",
        "variable_declaration",
        "const_declaration",
        "var_declaration",
        "var_spec_list",
    ];
    let mut node = node;
    while let Some(parent) = node.parent() {
        let kind = parent.kind();
        let is_alone = || parent.named_child_count() == 1;
        if !(WRAPPERS.contains(&kind) || LISTS.contains(&kind) && is_alone()) {
            break;
        }
        node = parent;
    }
    node
}

/// Returns the row of a node's last byte: some comments end with their line break.
pub fn last_row(node: Node<'_>) -> usize {
    let end = node.end_position();
    if end.column == 0 && end.row > node.start_position().row { end.row - 1 } else { end.row }
}

/// Returns the text on one line, cut to a number of bytes.
pub fn on_one_line(text: &str, bytes_max: usize) -> String {
    let mut line = String::new();
    for word in text.split_whitespace() {
        if line.len() + word.len() >= bytes_max {
            let room = bytes_max.saturating_sub(line.len());
            line.push_str(&word[..word.floor_char_boundary(room)]);
            line.push('…');
            return line.trim_start().to_owned();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

/// Returns the first line of a comment that says something.
pub fn first_line(comment: &str) -> Option<&str> {
    let marks = ['/', '*', '#', '!', '-', '<', ' ', '\t', '"', '\'', '='];
    let lines = comment.lines().map(|line| {
        let line = line.trim_start_matches(marks);
        // A tag of XML, as C# has them.
        let line =
            line.split_once('>').filter(|(tag, _)| is_tag(tag)).map_or(line, |(_, rest)| rest);
        let line = line.trim_end_matches(['*', '/', ' ', '\t', '\r', '"', '\'']);
        line.split("</").next().unwrap_or(line).trim()
    });
    // Tags of a documentation such as `@param` come after what it says.
    lines
        .take_while(|line| !line.starts_with('@'))
        .find(|line| line.contains(char::is_alphanumeric))
}

fn is_tag(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}
