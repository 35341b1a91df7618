//! A document as sections, each under its heading.

use crate::language::Language;
use crate::parse::SYMBOLS_MAX;
use crate::symbol::{Kind, Parsed, Span, Symbol};
use crate::syntax::on_one_line;

const TITLE_BYTES_MAX: usize = 160;

/// A heading with its place.
struct Heading {
    depth: usize,
    title: String,
    start: usize,
    line: u32,
}

/// Splits a document at its headings: those of Markdown, with `#` or underlined.
pub fn sections(text: &str, language: &Language) -> Parsed {
    let headings = headings(text, language.name == "markdown");
    let lines = text.lines().count() as u32;
    let mut parsed = Parsed::default();
    let mut around: Vec<(usize, String)> = Vec::new();
    for (at, heading) in headings.iter().enumerate() {
        if parsed.symbols.len() == SYMBOLS_MAX {
            parsed.left_out = (headings.len() - at) as u32;
            break;
        }
        while around.pop_if(|(depth, _)| *depth >= heading.depth).is_some() {}
        around.push((heading.depth, heading.title.clone()));
        let next = headings.get(at + 1);
        let bytes = heading.start..next.map_or(text.len(), |next| next.start);
        let qualified: Vec<&str> = around.iter().map(|(_, title)| title.as_str()).collect();
        parsed.symbols.push(Symbol {
            name: heading.title.clone(),
            qualified: qualified.join(language.joint),
            kind: Kind::Section,
            signature: String::new(),
            decorators: Vec::new(),
            documentation: String::new(),
            start: heading.line,
            end: next.map_or(lines, |next| next.line - 1),
            hash: 0,
        });
        parsed.spans.push(Span { own: bytes.clone(), bytes, is_local: false, receiver: None });
    }
    parsed
}

fn headings(text: &str, has_marks: bool) -> Vec<Heading> {
    let mut found: Vec<Heading> = Vec::new();
    let mut fence: Option<&str> = None;
    let mut before: (usize, &str) = (0, "");
    let mut start = 0;
    for (line, at) in text.split_inclusive('\n').zip(1_u32..) {
        let words = line.trim();
        let mark = ["```", "~~~"].into_iter().find(|mark| words.starts_with(mark));
        match (fence, mark) {
            (None, Some(mark)) => fence = Some(mark),
            (Some(open), Some(mark)) if open == mark => fence = None,
            (None, None) => {
                let depth = words.bytes().take_while(|byte| *byte == b'#').count();
                let title = words[depth..].trim_matches([' ', '#']);
                let is_rule = |c: char| words.len() > 2 && words.chars().all(|other| other == c);
                // In another text they begin comments.
                let is_marked = has_marks && (1..=6).contains(&depth);
                if is_marked && words[depth..].starts_with(' ') && !title.is_empty() {
                    found.push(heading(depth, title, start, at));
                } else if at > 1 && is_title(before.1) && (is_rule('=') || is_rule('-')) {
                    let depth = if words.starts_with('=') { 1 } else { 2 };
                    found.push(heading(depth, before.1, before.0, at - 1));
                }
            }
            _ => {}
        }
        before = (start, if fence.is_none() { words } else { "" });
        start += line.len();
    }
    found
}

/// Whether a line can be underlined: rows of tables and lists are no titles.
fn is_title(line: &str) -> bool {
    line.contains(char::is_alphanumeric) && !line.starts_with(['|', '-', '*', '#', '>', '+'])
}

fn heading(depth: usize, title: &str, start: usize, line: u32) -> Heading {
    Heading { depth, title: on_one_line(title, TITLE_BYTES_MAX), start, line }
}
