//! Renders the chosen units, with marks for what is omitted.

use super::Scored;
use crate::english::{fence, is_item};
/// Returns the separator line between a table's header and its rows.
pub(super) fn separator(header: &str) -> String {
    let columns = header.trim_matches('|').split('|').count();
    format!("|{}", "-|".repeat(columns))
}

/// Marks a line of the prompt, where an answer is shown too.
pub(super) const ASKED: &str = "asked: ";

pub(super) fn render(parts: &[Scored], chosen: &[usize]) -> String {
    let mut shown = Shown { parts, ..Shown::default() };
    for at in chosen {
        shown.add(*at);
    }
    if let Some(last) = shown.last
        && (last + 1 < parts.len() || !parts[last].unit.edges.1)
    {
        shown.mark();
    }
    shown.text
}

/// The excerpt as far as it is rendered.
#[derive(Default)]
struct Shown<'a> {
    parts: &'a [Scored],
    text: String,
    /// The last unit.
    last: Option<usize>,
    /// Whether the next row belongs to the table of the last one.
    in_table: bool,
    /// Blocks of the lines that are shown above it.
    context_lines: Vec<(bool, usize)>,
}

impl Shown<'_> {
    /// Appends a unit, and marks what is omitted before it.
    fn add(&mut self, at: usize) {
        let Scored { unit, is_prompt, .. } = &self.parts[at];
        if let Some(last) = self.last.replace(at) {
            let before = &self.parts[last];
            if before.is_prompt == *is_prompt && before.unit.block == unit.block {
                let next = before.unit.sentences.1 + 1 == unit.sentences.0;
                self.text.push_str(if next { " " } else { " … " });
                self.text.push_str(&unit.text);
                return;
            }
            self.in_table = unit.header.is_some() && before.unit.header == unit.header;
            if self.is_gap(last, at) {
                self.mark();
            }
            self.text.push('\n');
        }
        let begins = self.text.is_empty();
        // The beginning of the prompt is shown beside the excerpt, so no unit is the first.
        let is_late =
            begins && (*is_prompt || (at > 0 && self.parts[at - 1].is_prompt == *is_prompt));
        let answered = self.parts.iter().any(|part| !part.is_prompt);
        if *is_prompt && answered {
            self.text.push_str(ASKED);
        }
        let mut marked = false;
        for (place, line_above) in unit.context_lines.iter().enumerate() {
            let key = (*is_prompt, line_above.block);
            if self.context_lines.contains(&key) {
                continue;
            }
            if is_late && !marked {
                self.text.push_str("… ");
                marked = true;
            }
            self.text.push_str(&line_above.line);
            let next = unit.context_lines.get(place + 1).map_or(unit.block, |next| next.block);
            let skips = |part: &&Scored| (line_above.block + 1..next).contains(&part.unit.block);
            let before = at.checked_sub(1).map(|before| &self.parts[before]).filter(skips);
            if before.is_some_and(|before| before.unit.header.is_none() || unit.header.is_none()) {
                self.mark();
            }
            self.text.push('\n');
            self.context_lines.push(key);
        }
        // A lead-in that is shown for itself need not be shown again above what it introduces.
        self.context_lines.push((*is_prompt, unit.block));
        self.begin(at, is_late && !marked);
        self.text.push_str(&unit.text);
    }

    /// Appends what comes before the text of a unit on its line.
    fn begin(&mut self, at: usize, is_late: bool) {
        let unit = &self.parts[at].unit;
        if let Some(header) = &unit.header {
            if !self.in_table {
                self.text.push_str(&[header, "\n", &separator(header), "\n"].concat());
                let before = at.checked_sub(1).map(|before| &self.parts[before].unit);
                let is_late = before.is_some_and(|before| before.header == unit.header);
                self.text.push_str(if is_late { "…\n" } else { "" });
            }
            return;
        }
        let is_item = is_item(&unit.text) || !unit.marker.is_empty();
        let items = unit.context_lines.iter().filter(|line_above| self::is_item(&line_above.line));
        self.text.push_str(&"  ".repeat(if is_item { items.count() } else { 0 }));
        self.text.push_str(&unit.marker);
        // A fence must be at the beginning of its line.
        let goes_on = !unit.edges.0 || (is_late && !unit.is_code);
        if goes_on && !unit.text.starts_with('…') {
            self.text.push_str("… ");
        }
    }

    /// Whether text is omitted between two units of different blocks.
    fn is_gap(&self, before: usize, at: usize) -> bool {
        let (before, next) = (&self.parts[before], &self.parts[at]);
        if !before.unit.edges.1 {
            return true;
        }
        if before.is_prompt != next.is_prompt {
            return at > 0 && !self.parts[at - 1].is_prompt;
        }
        let is_shown = |block: usize| {
            let above = next.unit.context_lines.iter().any(|line_above| line_above.block == block);
            above || self.context_lines.contains(&(next.is_prompt, block))
        };
        (before.unit.block + 1..next.unit.block).any(|block| !is_shown(block))
    }

    /// Marks that text is omitted after what is shown.
    fn mark(&mut self) {
        let line = self.text.lines().next_back().unwrap_or_default();
        // On the line of a closing fence it would reopen the fence, and in a table it would be a cell.
        let own_line = fence(line).is_some() || line.starts_with('|');
        if !self.text.ends_with('…') {
            self.text.push_str(if own_line { "\n…" } else { " …" });
        }
    }
}
