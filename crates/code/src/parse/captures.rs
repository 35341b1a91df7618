//! What the matches of a language's query say: definitions, calls and imports.

use std::borrow::Cow;

use tree_sitter::{Node, QueryCursor, QueryMatch, StreamingIterator as _, Tree};

use crate::language::Made;
use crate::symbol::{Call, Import, Kind};
use crate::syntax::is_comment;

/// Calls of one file.
const CALLS_MAX: usize = 20_000;
/// Matches that a query holds open at once.
const OPEN_MATCHES_MAX: u32 = 4_096;

const RECEIVER_BYTES_MAX: usize = 80;
const NAME_BYTES_MAX: usize = 160;

/// A definition, or a scope that only qualifies names.
pub struct Definition<'t> {
    pub node: Node<'t>,
    /// `None` for a scope.
    pub kind: Option<Kind>,
    pub name: String,
    pub body: Option<Node<'t>>,
    pub own: Option<Node<'t>>,
    pub holder: Option<String>,
}

/// What the matches of a query are.
#[derive(Default)]
pub struct Found<'t> {
    pub definitions: Vec<Definition<'t>>,
    pub calls: Vec<(usize, Call)>,
    pub imports: Vec<Import>,
    pub inherits: Vec<(String, String)>,
}

/// The captures of one match, by name.
struct Captures<'m, 't> {
    found: &'m QueryMatch<'m, 't>,
    names: &'m [&'m str],
    text: &'t str,
}

impl<'t> Captures<'_, 't> {
    fn node(&self, name: &str) -> Option<Node<'t>> {
        let captures = self.found.captures().iter();
        captures.rev().find(|capture| self.names[capture.index as usize] == name).map(|it| it.node)
    }

    fn text(&self, name: &str) -> Option<&'t str> {
        self.node(name).map(|node| &self.text[node.byte_range()])
    }

    /// Returns the node that is defined, and its kind.
    fn defined(&self) -> Option<(Node<'t>, Option<Kind>)> {
        self.found.captures().iter().find_map(|capture| {
            let name = self.names[capture.index as usize];
            let kind = name.strip_prefix("def.").map(Kind::named);
            kind.or_else(|| (name == "scope").then_some(None)).map(|kind| (capture.node, kind))
        })
    }
}

impl<'t> Found<'t> {
    pub fn of(tree: &'t Tree, text: &'t str, made: &Made) -> Self {
        let mut found = Self::default();
        let mut cursor = QueryCursor::new();
        cursor.set_match_limit(OPEN_MATCHES_MAX);
        let names = made.query.capture_names();
        let mut matches = cursor.matches(&made.query, tree.root_node(), text.as_bytes());
        while let Some(matched) = matches.next() {
            found.add(&Captures { found: matched, names, text });
        }
        found.calls.sort_by_key(|(at, _)| *at);
        found.calls.dedup_by(|a, b| a.0 == b.0 && a.1.callee == b.1.callee);
        found.calls.truncate(CALLS_MAX);
        found
    }

    fn add(&mut self, captures: &Captures<'_, 't>) {
        if let Some((node, kind)) = captures.defined() {
            let Some(name) = captures.text("name").map(plain_name) else { return };
            let holder = captures.text("holder").and_then(holder);
            let body = captures.node("body").or_else(|| body_of(node, kind?));
            let own = captures.node("self");
            self.definitions.push(Definition { node, kind, name, body, own, holder });
        } else if let Some(node) = captures.node("call") {
            self.add_call(node, captures);
        } else if let Some(callee) = captures.node("callee") {
            // In what a macro is given; a definition or a path stands before it.
            self.add_call(callee, captures);
        } else if captures.node("import").is_some() {
            self.add_imports(captures);
        } else if let (Some(heir), Some(base)) = (captures.text("heir"), captures.text("base")) {
            self.inherits.push((heir.to_owned(), plain_name(base)));
        }
    }

    fn add_call(&mut self, node: Node<'t>, captures: &Captures<'_, 't>) {
        let Some(callee) = captures.node("callee") else { return };
        let name = &captures.text[callee.byte_range()];
        let on = captures.text("on").map_or_else(|| before(captures.text, callee), receiver);
        let line = callee.start_position().row as u32 + 1;
        let call = Call { callee: plain_name(name), on, line, within: None };
        self.calls.push((node.start_byte().max(callee.start_byte()), call));
    }

    fn add_imports(&mut self, captures: &Captures<'_, 't>) {
        if let Some(paths) = captures.node("paths") {
            return use_paths(paths, captures.text, "", &mut self.imports);
        }
        if let (Some(name), Some(imported)) = (captures.text("renamed"), captures.text("imported"))
        {
            // What a file offers under another name: imported from itself.
            let (name, imported) = (name.to_owned(), imported.to_owned());
            return self.imports.push(Import { from: String::new(), imported, name });
        }
        let Some(from) = captures.text("from") else { return };
        let from = from.trim_matches(['"', '\'']).to_owned();
        let renamed = captures.text("as");
        let import = match (captures.text("imported"), captures.text("default")) {
            (Some(imported), _) => Import {
                name: renamed.unwrap_or(imported).to_owned(),
                imported: imported.to_owned(),
                from,
            },
            (None, Some(name)) => {
                Import { from, imported: "default".to_owned(), name: name.to_owned() }
            }
            (None, None) if captures.node("all").is_some() => {
                Import { from, imported: String::new(), name: String::new() }
            }
            (None, None) => {
                let name = renamed.unwrap_or(&from).to_owned();
                Import { from, imported: String::new(), name }
            }
        };
        self.imports.push(import);
    }
}

/// Returns the body of a definition whose pattern does not name it: its own, or that of the function
/// or class which is given the name.
fn body_of(node: Node<'_>, kind: Kind) -> Option<Node<'_>> {
    const GIVEN: [&str; 3] = ["value", "right", "declaration"];
    if kind.is_value() {
        return None;
    }
    let given = GIVEN.iter().find_map(|field| node.child_by_field_name(field));
    [Some(node), given].into_iter().flatten().find_map(|it| it.child_by_field_name("body"))
}

/// Returns a text without what stands in angle brackets: type arguments.
fn without_arguments(text: &str) -> Cow<'_, str> {
    if !text.contains('<') || text.contains("operator") {
        return Cow::Borrowed(text);
    }
    let mut depth = 0_u32;
    let outside = text.chars().filter(|c| {
        let was = depth;
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        was == 0 && depth == 0
    });
    Cow::Owned(outside.collect::<String>().replace("::::", "::"))
}

/// Returns a name as one looks for it: without type arguments, quotes and marks.
fn plain_name(name: &str) -> String {
    let name = without_arguments(name);
    let name = name
        .lines()
        .next()
        .unwrap_or_default()
        .trim()
        .trim_matches(['"', '\'', '`'])
        .trim_start_matches('&');
    name[..name.floor_char_boundary(NAME_BYTES_MAX)].to_owned()
}

/// Returns the type that a method belongs to, of what is said of it: `*Server[T]`, `A.prototype`.
fn holder(text: &str) -> Option<String> {
    let text = text.trim_start_matches('*').split('[').next().unwrap_or_default();
    let text = text.strip_suffix(".prototype").unwrap_or(text);
    let is_none = ["exports", "module.exports", "module", "this", "window", "globalThis"];
    let is_path = text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '$'));
    (is_path && !is_none.contains(&text)).then(|| text.trim_start_matches("exports.").to_owned())
}

/// Returns a receiver as a path of names.
fn receiver(text: &str) -> String {
    let is_path = |c: char| {
        c.is_alphanumeric() || matches!(c, '_' | '.' | ':' | '$' | '@' | '>' | '-' | '\\')
    };
    let text = text.trim_start_matches(['&', '*', '(']).trim_end_matches(')');
    let text = without_arguments(text);
    let is_short = text.len() <= RECEIVER_BYTES_MAX && text.chars().all(is_path);
    if is_short { text.replace("->", ".") } else { Call::EXPRESSION.to_owned() }
}

/// Returns the receiver that stands before a name in the text.
fn before(text: &str, callee: Node) -> String {
    if callee.parent().is_none_or(|parent| parent.kind() != "token_tree") {
        return String::new();
    }
    let is_path = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | ':');
    let text = &text[..callee.start_byte()];
    let start = text.rfind(|c: char| !is_path(c)).map_or(0, |at| at + 1);
    let path = text.get(start..).unwrap_or_default().trim_end_matches(['.', ':']);
    if text.ends_with(['.', ':']) && path.is_empty() {
        return Call::EXPRESSION.to_owned();
    }
    path.to_owned()
}

/// Adds the names that a `use` of Rust brings: a tree of paths.
fn use_paths(node: Node, text: &str, before: &str, imports: &mut Vec<Import>) {
    let written = |node: Node| text[node.byte_range()].to_owned();
    let under = |path: &str| {
        if before.is_empty() { path.to_owned() } else { format!("{before}::{path}") }
    };
    let named = |path: &str, name: Option<String>| {
        let path = under(path);
        let (from, imported) = path.rsplit_once("::").unwrap_or(("", &path));
        let name = name.unwrap_or_else(|| imported.to_owned());
        Import { from: from.to_owned(), imported: imported.to_owned(), name }
    };
    match node.kind() {
        "use_as_clause" => {
            let path = node.child_by_field_name("path").map(written);
            let alias = node.child_by_field_name("alias").map(written);
            imports.extend(path.map(|path| named(&path, alias)));
        }
        "use_wildcard" => {
            let path = node.named_child(0).map(written).unwrap_or_default();
            let from = under(&path);
            imports.push(Import { from, imported: String::new(), name: String::new() });
        }
        "scoped_use_list" => {
            let path = node.child_by_field_name("path").map(written).unwrap_or_default();
            if let Some(list) = node.child_by_field_name("list") {
                use_paths(list, text, &under(&path), imports);
            }
        }
        "use_list" => {
            let mut cursor = node.walk();
            for child in node.named_children(&mut cursor) {
                use_paths(child, text, before, imports);
            }
        }
        "self" if !before.is_empty() => {
            let (from, imported) = before.rsplit_once("::").unwrap_or(("", before));
            let name = imported.to_owned();
            imports.push(Import { from: from.to_owned(), imported: imported.to_owned(), name });
        }
        kind if is_comment(kind) => {}
        _ => imports.push(named(&written(node), None)),
    }
}
