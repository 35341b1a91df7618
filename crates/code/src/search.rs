//! Full text over the pieces: BM25 over the terms that turns use too, one ranking.

use std::collections::{HashMap, HashSet};

use mementor_core::api::{Analyzed, Analyzer, Bm25, rarity};
use serde::Serialize;

use crate::asked::{CodeAnswered, CodeQuestion, Held, Said};
use crate::error::Result;
use crate::language::language_of;
use crate::parse::parse;
use crate::postings::{Frequency, postings};
use crate::store::{CodeStore, Piece, Searchable};

/// A piece that was found.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct CodeHit {
    /// The file, from the root, with `/`.
    pub path: String,
    /// First line, from 1.
    pub start: u32,
    /// Last line.
    pub end: u32,
    /// Kind of the symbol; `file` for text outside of symbols.
    pub kind: &'static str,
    /// Qualified name of the symbol; `null` for text outside of symbols.
    pub symbol: Option<String>,
    /// What the symbol is declared as.
    pub signature: Option<String>,
    /// How well it fits, 0 to 1.
    pub score: f64,
    /// The lines that fit best, as the file has them now; empty if it cannot be read.
    pub snippet: String,
    /// First line of the snippet.
    pub snippet_start: u32,
}

/// What a search found.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Searched {
    /// The hits, the best first.
    pub hits: Vec<CodeHit>,
    /// Pieces that hold a word of the query.
    pub matched: usize,
    /// Files that were searched.
    pub searched: usize,
    /// What the hits are to the query; `null` for one without a word.
    pub answered: Option<CodeAnswered>,
    /// Words of the query that no searched file has, as they were typed.
    pub missing: Vec<String>,
}

const SCORING: Bm25 = Bm25 { k1: 0.9, b: 0.5 };
/// A name or documentation says what a piece is about.
const HEAD_WEIGHT: f64 = 2.0;
/// Weighted count of a term that stands once in the head and once in the text.
const FULL: f64 = HEAD_WEIGHT + 1.0;
/// What a symbol gains that is called as the query says.
const NAMED: f64 = 0.5;
/// Pieces of one symbol or file that may be among the hits.
const OF_ONE_FILE_MAX: usize = 3;
/// Candidates whose symbols are looked at.
const CANDIDATES: usize = 60;

/// Lines of a snippet.
const SNIPPET_LINES: usize = 4;
const SNIPPET_LINE_BYTES: usize = 160;

/// A piece with its score, and the terms of the query that it holds.
struct Scored {
    file: usize,
    piece: Piece,
    score: f64,
    held: Held,
}

/// A hit with its file, and the terms that it holds.
struct Found {
    file: usize,
    hit: CodeHit,
    held: Held,
}

/// The pieces that hold a term.
struct Scores {
    pieces: Vec<Scored>,
    /// What a piece gets that holds all of them.
    full: f64,
    /// How rare each term is, and whether any piece holds it.
    rarities: Vec<(f64, bool)>,
}

impl CodeStore {
    /// Searches the index.
    ///
    /// # Errors
    /// Those of the database.
    pub fn search(&self, question: &CodeQuestion) -> Result<Searched> {
        let query = Analyzed::of(&question.text);
        let (terms, limit) = (query.terms(), question.limit);
        let files = self.searchable()?;
        let wanted = question.among(&files, self.root());
        let Scores { mut pieces, full, rarities } = self.scored(&files, &wanted, &terms)?;
        let matched = pieces.len();
        pieces.sort_by(|a, b| b.score.total_cmp(&a.score));
        pieces.truncate(CANDIDATES.max(4 * limit));
        let mut hits = self.named(&files, pieces, &terms, full)?;
        hits.sort_by(|a, b| b.hit.score.total_cmp(&a.hit.score));
        let hits = spread(hits, limit);
        let best: Vec<Held> = hits.iter().map(|it| it.held).collect();
        let (answered, missing) = Said::of(&query, &terms, &rarities).judged(&best);
        let searched = wanted.iter().filter(|wanted| **wanted).count();
        let hits = hits.into_iter().map(|it| self.with_snippet(it.hit, &terms)).collect();
        Ok(Searched { hits, matched, searched, answered, missing })
    }

    /// Scores every piece of the wanted files that holds a term.
    fn scored(&self, files: &[Searchable], is_wanted: &[bool], terms: &[String]) -> Result<Scores> {
        let pieces = files.iter().zip(is_wanted).filter(|(_, wanted)| **wanted);
        let pieces = pieces.flat_map(|(file, _)| &file.pieces);
        let (mut all, mut length) = (0_usize, 0.0);
        for piece in pieces {
            all += 1;
            length += length_of(piece);
        }
        let scorer = SCORING.over(length / all.max(1) as f64);
        let mut held: HashMap<u64, (usize, f64, f64, Held)> = HashMap::new();
        let (mut total, mut rarities) = (0.0, Vec::new());
        for (at, term) in terms.iter().enumerate() {
            let found = self.found(files, is_wanted, term)?;
            let rarity = rarity(all, found.len());
            total += rarity;
            rarities.push((rarity, !found.is_empty()));
            for (chunk, file, frequency) in found {
                let piece = &files[file].pieces[(chunk - files[file].first_chunk) as usize];
                let count = HEAD_WEIGHT * f64::from(frequency.head) + f64::from(frequency.body);
                let row = held.entry(chunk).or_insert((file, 0.0, 0.0, Held::default()));
                row.1 += scorer.score(rarity, count, length_of(piece));
                row.2 += rarity;
                row.3.add(at);
            }
        }
        let rows = held.into_iter().map(|(chunk, (file, score, covered, held))| {
            let piece = files[file].pieces[(chunk - files[file].first_chunk) as usize];
            // Words that stand together are about one thing.
            let coverage = covered / f64::max(total, f64::MIN_POSITIVE);
            Scored { file, piece, score: score * (0.4 + 0.6 * coverage), held }
        });
        let mut pieces: Vec<Scored> = rows.collect();
        pieces.sort_by_key(|it| (it.file, it.piece.start));
        let full = total * SCORING.over(1.0).score(1.0, FULL, 1.0);
        Ok(Scores { pieces, full, rarities })
    }

    /// Returns the pieces with a term, each with its file.
    fn found(
        &self,
        files: &[Searchable],
        is_wanted: &[bool],
        term: &str,
    ) -> Result<Vec<(u64, usize, Frequency)>> {
        let mut found = Vec::new();
        self.each_list(term, |bytes| {
            for (chunk, frequency) in postings(bytes) {
                let at = files.partition_point(|file| file.first_chunk <= chunk);
                let Some(at) = at.checked_sub(1) else { continue };
                let is_there = chunk - files[at].first_chunk < files[at].pieces.len() as u64;
                if is_there && is_wanted[at] {
                    found.push((chunk, at, frequency));
                }
            }
        })?;
        Ok(found)
    }

    /// Names the symbols of the candidates; one that is called as the query says gains.
    fn named(
        &self,
        files: &[Searchable],
        scored: Vec<Scored>,
        terms: &[String],
        full: f64,
    ) -> Result<Vec<Found>> {
        let analyzer = Analyzer::default();
        let asked: HashSet<&str> = terms.iter().map(String::as_str).collect();
        let mut said = HashMap::new();
        let mut hits = Vec::new();
        for Scored { file, piece, score, held } in scored {
            let found = &files[file];
            let parsed = match said.entry(file) {
                std::collections::hash_map::Entry::Occupied(it) => it.into_mut(),
                std::collections::hash_map::Entry::Vacant(it) => it.insert(self.said_of(found.id)?),
            };
            let symbol = piece.symbol.and_then(|at| parsed.symbols.get(at as usize));
            let names = symbol.map(|symbol| analyzer.query(&symbol.name)).unwrap_or_default();
            let is_named =
                !names.is_empty() && names.iter().all(|name| asked.contains(name.as_str()));
            let share = names.len().min(asked.len()) as f64 / asked.len().max(1) as f64;
            let score = score / full.max(f64::MIN_POSITIVE);
            let score = if is_named { score * (1.0 + NAMED * share) } else { score };
            let hit = CodeHit {
                path: found.path.clone(),
                start: piece.start,
                end: piece.end,
                kind: symbol.map_or("file", |symbol| symbol.kind.name()),
                symbol: symbol.map(|symbol| symbol.qualified.clone()),
                signature: None,
                score: score.min(1.0),
                snippet: String::new(),
                snippet_start: piece.start,
            };
            hits.push(Found { file, hit, held });
        }
        Ok(hits)
    }

    /// Adds what the file says now: the lines that hold the most of the query, and what the symbol is
    /// declared as.
    fn with_snippet(&self, mut hit: CodeHit, terms: &[String]) -> CodeHit {
        let Ok(text) = std::fs::read(self.root().join(&hit.path)) else { return hit };
        let text = String::from_utf8_lossy(&text);
        let lines: Vec<&str> = text
            .lines()
            .skip(hit.start as usize - 1)
            .take((hit.end + 1 - hit.start) as usize)
            .collect();
        let analyzer = Analyzer::default();
        let of_line = |line: &&str| -> HashSet<String> {
            let counts = analyzer.counts(line);
            terms.iter().filter(|term| counts.contains_key(*term)).cloned().collect()
        };
        let held: Vec<HashSet<String>> = lines.iter().map(of_line).collect();
        let windows = 0..lines.len().saturating_sub(SNIPPET_LINES).saturating_add(1);
        let worth = |at: &usize| {
            let window = &held[*at..held.len().min(at + SNIPPET_LINES)];
            let distinct: HashSet<&String> = window.iter().flatten().collect();
            (distinct.len(), window.iter().map(HashSet::len).sum::<usize>(), usize::MAX - at)
        };
        let best = windows.max_by_key(worth).unwrap_or_default();
        let shown = lines.iter().skip(best).take(SNIPPET_LINES).map(|line| {
            let end = line.floor_char_boundary(SNIPPET_LINE_BYTES);
            line[..end].trim_end()
        });
        hit.snippet = shown.collect::<Vec<_>>().join("\n");
        hit.snippet_start = hit.start + best as u32;
        hit.signature = declared(&text, &hit);
        hit
    }
}

/// Returns what a symbol is declared as in a text: of those with its name, the nearest.
fn declared(text: &str, hit: &CodeHit) -> Option<String> {
    let symbol = hit.symbol.as_ref()?;
    let symbols = parse(text, language_of(hit.path.as_ref())?).symbols.into_iter();
    let same = symbols.filter(|it| it.qualified == *symbol && !it.signature.is_empty());
    same.min_by_key(|it| it.start.abs_diff(hit.start)).map(|it| it.signature)
}

fn length_of(piece: &Piece) -> f64 {
    HEAD_WEIGHT * f64::from(piece.head) + f64::from(piece.body)
}

/// Lets other files have their place: of one file, and of one symbol, only the best.
fn spread(hits: Vec<Found>, limit: usize) -> Vec<Found> {
    let mut of_file: HashMap<usize, usize> = HashMap::new();
    let mut symbols = HashSet::new();
    let kept = hits.into_iter().filter(|Found { file, hit, .. }| {
        let count = of_file.entry(*file).or_default();
        *count += 1;
        let is_new = hit.symbol.is_none() || symbols.insert((*file, hit.symbol.clone()));
        is_new && *count <= OF_ONE_FILE_MAX
    });
    kept.take(limit).collect()
}
