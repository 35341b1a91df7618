//! A file's text as symbols, calls and imports, by the query of its language.
//!
//! The captures of a query say what a node is: `@def.KIND` a definition, with its `@name`, its
//! `@body`, `@self` for what is said of the receiver and `@holder` for the name of what it belongs
//! to; `@scope` what qualifies names and is no definition; `@call` a call, with the `@callee` and
//! what it is called `@on`; `@import` with the module `@from` which it is, the name `@imported`,
//! the name here (`@as`), `@default` and `@all`, or whole `@paths` as Rust has them; `@inherits`
//! with `@heir` and `@base`.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::{ControlFlow, Range};

use tree_sitter::{
    Node, ParseOptions, ParseState, Parser, QueryCursor, QueryMatch, StreamingIterator as _, Tree,
};

use crate::language::{Language, Made};
use crate::symbol::{Call, Import, Kind, Parsed, Span, Symbol};
use crate::syntax::{first_line, is_comment, is_decorator, last_row, on_one_line, outermost};
use crate::tree_hash::hashes;

/// Symbols of one file; what has more is data.
pub const SYMBOLS_MAX: usize = 500;
/// Calls of one file.
const CALLS_MAX: usize = 20_000;
/// How often a parser may report before it is stopped: ten times what a file of a size needs, unless
/// it is made to be slow.
const REPORTS_MIN: usize = 1_000;
const BYTES_OF_REPORT: usize = 10;
/// Brackets that are open at once; parsers take the square of it.
const DEPTH_MAX: usize = 500;
/// Matches that a query holds open at once.
const OPEN_MATCHES_MAX: u32 = 4_096;

const SIGNATURE_BYTES_MAX: usize = 240;
const DECORATOR_BYTES_MAX: usize = 120;
const DOCUMENTATION_BYTES_MAX: usize = 200;
const RECEIVER_BYTES_MAX: usize = 80;
const NAME_BYTES_MAX: usize = 160;

/// Parses a text in a language with a grammar. Whatever the text is, what could be read is returned.
pub fn parse(text: &str, language: &Language) -> Parsed {
    let Some(made) = language.made() else { return Parsed::default() };
    // The grammar of C# keeps every reading of `a < b < c` in memory.
    let is_readable = depth(text, language.name == "c#") <= DEPTH_MAX;
    let Some(tree) = is_readable.then(|| tree_of(text, made)).flatten() else {
        return Parsed { broken_at: Some(1), ..Parsed::default() };
    };
    let found = Found::of(&tree, text, made);
    let (symbols, spans, left_out) = symbols(&tree, text, language, found.definitions);
    Parsed {
        calls: calls(found.calls, &spans),
        imports: found.imports,
        inherits: found.inherits,
        broken_at: broken_at(&tree),
        symbols,
        spans,
        left_out,
    }
}

fn tree_of(text: &str, made: &Made) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(&made.language).ok()?;
    let (mut reports, most) = (0, REPORTS_MIN + text.len() / BYTES_OF_REPORT);
    let mut stops = |_: &ParseState| {
        reports += 1;
        if reports > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let options = ParseOptions::new().progress_callback(&mut stops);
    let mut read = |at: usize, _| text.as_bytes().get(at..).unwrap_or_default();
    parser.parse_with_options(&mut read, None, Some(options))
}

/// Returns how many brackets are open at once, at most: those of type arguments too, if they count.
fn depth(text: &str, with_angles: bool) -> usize {
    let (mut open, mut angles, mut most) = (0_usize, 0_usize, 0);
    for byte in text.bytes() {
        match byte {
            b'(' | b'[' | b'{' => open += 1,
            b')' | b']' | b'}' => open = open.saturating_sub(1),
            b'<' if with_angles => angles += 1,
            b'>' => angles = angles.saturating_sub(1),
            b';' => angles = 0,
            _ => continue,
        }
        most = most.max(open).max(angles);
    }
    most
}

/// Returns the first line with an error.
fn broken_at(tree: &Tree) -> Option<u32> {
    let mut node = tree.root_node();
    if !node.has_error() {
        return None;
    }
    while !node.is_error() && !node.is_missing() {
        let mut cursor = node.walk();
        let next = node.children(&mut cursor).find(|child| child.has_error() || child.is_missing());
        let Some(next) = next else { break };
        node = next;
    }
    Some(node.start_position().row as u32 + 1)
}

/// A definition, or a scope that only qualifies names.
struct Definition<'t> {
    node: Node<'t>,
    /// `None` for a scope.
    kind: Option<Kind>,
    name: String,
    body: Option<Node<'t>>,
    own: Option<Node<'t>>,
    holder: Option<String>,
}

/// What the matches of a query are.
#[derive(Default)]
struct Found<'t> {
    definitions: Vec<Definition<'t>>,
    calls: Vec<(usize, Call)>,
    imports: Vec<Import>,
    inherits: Vec<(String, String)>,
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
    fn of(tree: &'t Tree, text: &'t str, made: &Made) -> Self {
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
            let (body, own) = (captures.node("body"), captures.node("self"));
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

/// Makes symbols of definitions: nested as they stand, each once.
fn symbols(
    tree: &Tree,
    text: &str,
    language: &Language,
    mut definitions: Vec<Definition>,
) -> (Vec<Symbol>, Vec<Span>, u32) {
    // What several patterns found is what the strongest says: a function, then a value.
    definitions.sort_by_key(|it| {
        let bytes = it.node.byte_range();
        (bytes.start, usize::MAX - bytes.end, it.node.id(), it.kind.is_some_and(Kind::is_value))
    });
    let mut known = HashSet::new();
    definitions.retain(|it| known.insert((it.node.id(), it.kind.map(|_| it.name.clone()))));
    // A value may be found at its declarator, and again as what it is within it.
    let nodes = definitions.iter().filter(|it| it.kind.is_some()).enumerate();
    let nodes: HashMap<usize, usize> = nodes.map(|(at, it)| (it.node.id(), at)).collect();
    let hashes = hashes(tree, text, &nodes);
    let (mut symbols, mut spans) = (Vec::new(), Vec::new());
    let mut left_out = 0;
    let mut around: Vec<Around> = Vec::new();
    for definition in definitions {
        let bytes = definition.node.byte_range();
        while around.pop_if(|outer| outer.bytes.end <= bytes.start).is_some() {}
        let qualified = qualified(&definition, around.last(), language.joint);
        let outer = around.last().map(|outer| (outer.kind, outer.is_local));
        let is_local =
            outer.is_some_and(|(kind, local)| local || kind.is_some_and(Kind::is_callable));
        around.push(Around {
            bytes,
            kind: definition.kind,
            qualified: qualified.clone(),
            is_local,
        });
        let Some(kind) = definition.kind else { continue };
        if symbols.len() == SYMBOLS_MAX {
            left_out += 1;
            continue;
        }
        let is_member = match outer {
            Some((kind, _)) => kind.is_none_or(Kind::has_methods),
            None => definition.holder.is_some(),
        };
        let kind = match kind {
            Kind::Function if is_member || definition.name.contains("::") => Kind::Method,
            Kind::Method if language.name == "ruby" && outer.is_none() => Kind::Function,
            kind => kind,
        };
        let hash = nodes.get(&definition.node.id()).map_or(0, |at| hashes[*at]);
        let (symbol, span) = described(&definition, text, qualified, kind, hash);
        symbols.push(symbol);
        let own = definition.node.byte_range();
        let receiver = definition.own.and_then(|node| receiver_name(&text[node.byte_range()]));
        spans.push(Span { bytes: span, own, is_local, receiver });
    }
    (symbols, spans, left_out)
}

/// Returns the name that a method of Go has for its object: `(s *Server)`.
fn receiver_name(text: &str) -> Option<String> {
    let (name, _) = text.trim_matches(['(', ')']).trim().split_once(' ')?;
    Some(name.to_owned())
}

/// What a definition stands in.
struct Around {
    bytes: Range<usize>,
    kind: Option<Kind>,
    qualified: String,
    is_local: bool,
}

fn qualified(definition: &Definition, outer: Option<&Around>, joint: &str) -> String {
    let own = definition.name.replace('\\', joint);
    let mut parts: Vec<&str> = outer.iter().map(|outer| outer.qualified.as_str()).collect();
    parts.extend(definition.holder.as_deref());
    parts.push(&own);
    parts.join(joint)
}

/// Reads what stands about a definition.
fn described(
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

/// Says of each call which symbol it stands in: the innermost.
fn calls(found: Vec<(usize, Call)>, spans: &[Span]) -> Vec<Call> {
    let mut open: Vec<usize> = Vec::new();
    let mut next = 0;
    let found = found.into_iter().map(|(at, call)| {
        while next < spans.len() && spans[next].own.start <= at {
            open.push(next);
            next += 1;
        }
        open.retain(|symbol| spans[*symbol].own.end > at);
        let receiver = open.iter().rev().find_map(|symbol| spans[*symbol].receiver.as_deref());
        let on = match receiver.and_then(|name| call.on.strip_prefix(name)) {
            Some(rest) if rest.is_empty() || rest.starts_with('.') => format!("self{rest}"),
            _ => call.on,
        };
        Call { within: open.last().map(|symbol| *symbol as u32), on, ..call }
    });
    found.collect()
}
