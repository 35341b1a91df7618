//! A file's text as symbols, calls and imports, by the query of its language.
//!
//! The captures of a query say what a node is: `@def.KIND` a definition, with its `@name`, its
//! `@body` (else its field of that name), `@self` for what is said of the receiver and `@holder` for
//! the name of what it belongs to; `@scope` what qualifies names and is no definition; `@call` a
//! call, with the `@callee` and what it is called `@on`; `@import` with the module `@from` which it
//! is, the name `@imported`, the name here (`@as`), `@default` and `@all`, or whole `@paths` as Rust
//! has them; `@inherits` with `@heir` and `@base`.

mod captures;
mod declared;

use std::cell::RefCell;
use std::collections::HashSet;
use std::ops::{ControlFlow, Range};

use tree_sitter::{ParseOptions, ParseState, Parser, Tree};

use crate::language::{Language, Made};
use crate::quick::QuickMap;
use crate::symbol::{Call, Kind, Parsed, Span, Symbol};
use crate::tree_hash::hashes;
use captures::{Definition, Found};
use declared::described;

/// Symbols of one file; what has more is data.
pub const SYMBOLS_MAX: usize = 500;
/// How often a parser may report before it is stopped: ten times what a file of a size needs, unless
/// it is made to be slow.
const REPORTS_MIN: usize = 1_000;
const BYTES_OF_REPORT: usize = 10;
/// Brackets that are open at once; parsers take the square of it.
const DEPTH_MAX: usize = 500;

/// Parses a text in a language with a grammar. Whatever the text is, what could be read is returned.
pub fn parse(text: &str, language: &Language) -> Parsed {
    let Some(made) = language.made() else { return Parsed::default() };
    // The grammar of C# keeps every reading of `a < b < c` in memory.
    let is_readable = depth(text, language.name == "c#") <= DEPTH_MAX;
    let Some(tree) = is_readable.then(|| tree_of(text, made)).flatten() else {
        return Parsed { broken_at: Some(1), ..Parsed::default() };
    };
    let found = Found::of(&tree, text, made);
    let (symbols, spans, left_out) = symbols(&tree, text, language, made, found.definitions);
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
    thread_local! {
        /// What a parser has allocated serves for the next file.
        static PARSER: RefCell<Parser> = RefCell::new(Parser::new());
    }
    PARSER.with_borrow_mut(|parser| read_by(parser, text, made))
}

fn read_by(parser: &mut Parser, text: &str, made: &Made) -> Option<Tree> {
    // One that was stopped would go on where it was.
    parser.reset();
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

/// Makes symbols of definitions: nested as they stand, each once.
fn symbols(
    tree: &Tree,
    text: &str,
    language: &Language,
    made: &Made,
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
    let nodes: QuickMap<usize, usize> = nodes.map(|(at, it)| (it.node.id(), at)).collect();
    let hashes = hashes(tree, text, made, &nodes);
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
