//! The last word: among the first hits a later turn goes before the earlier one that it goes on
//! from. The earlier one mostly explains at length, in the words of the query, what the later one
//! overturns in a few words. Or it says what the query asks once more, with another value.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::Search;
use super::rank::Ranked;
use crate::english::sentences;
use crate::error::Result;
use crate::index::terms::Analyzer;
use crate::path_spelling::inside;
use crate::store::Reader;

/// Only so many of the first hits change their order.
const FIRST: usize = 5;
/// A later turn ranks at least so near to the best of those that it goes before, as a share of the
/// score: not only to the one that it goes on from, which may itself have gone before better ones.
const SCORE_SHARE: f64 = 0.7;
/// How alike two turns of one session, or with a changed file in common, are at least: the cosine
/// of their words, weighted by rarity.
const ALIKE: f64 = 0.15;
/// Bytes of a turn that are compared: what it is about stands at its beginning.
const TEXT_BYTES_MAX: usize = 4 << 10;
/// How alike other turns are at least: they speak of the same thing.
const SAME_SUBJECT: f64 = 0.5;

/// Sentences of an answer that are compared, and words that two of them share at least, also as a
/// share of the shorter one, and as words of the query.
const SENTENCES_MAX: usize = 12;
const RESTATED_WORDS: usize = 3;
const RESTATED_SHARE: f64 = 0.6;
const RESTATED_ASKED: usize = 2;
/// Bytes by which a word of the query is looked for; a term has no ending.
const BEGINNING_BYTES: usize = 4;

/// Puts each of the first items of a search before the best earlier one that it goes on from. Before
/// `answers`, the turn in which just this was asked, goes no other turn of its session for being of it.
pub(crate) fn ahead(
    reader: &Reader,
    best: Vec<Ranked>,
    search: &Search,
    answers: Option<i64>,
) -> Result<Vec<Ranked>> {
    let mut rest = best;
    let behind = rest.split_off(rest.len().min(FIRST));
    let mut texts = Texts::new(reader, search);
    let mut turns: Vec<(Ranked, Option<Turn>)> = Vec::with_capacity(FIRST);
    for ranked in rest {
        let turn = Turn::of(reader, ranked.item)?;
        let mut place = turns.len();
        for (at, (earlier, of)) in turns.iter().enumerate() {
            let (Some(turn), Some(of)) = (&turn, of) else { continue };
            if !turn.is_later(of) {
                continue;
            }
            let passed = turns[at..].iter().map(|(passed, _)| passed.score);
            let is_near = passed.fold(0.0, f64::max) * SCORE_SHARE <= ranked.score;
            let is_answer = answers == Some(earlier.item);
            if turn.restates(of, &mut texts)?
                || is_near && turn.goes_on_from(of, is_answer, &mut texts)?
            {
                place = at;
                break;
            }
        }
        turns.insert(place, (ranked, turn));
    }
    // Who compares scores finds them in order.
    let mut scores: Vec<f64> = turns.iter().map(|(ranked, _)| ranked.score).collect();
    scores.sort_by(|a, b| b.total_cmp(a));
    let ordered = turns.into_iter().zip(scores);
    let ordered = ordered.map(|((ranked, _), score)| Ranked { score, ..ranked });
    Ok(ordered.chain(behind).collect())
}

/// A turn, as far as its order depends on it.
struct Turn {
    id: i64,
    project: i64,
    started_at_ms: i64,
    sessions: Vec<i64>,
    changed: BTreeSet<String>,
}

impl Turn {
    /// Returns a turn; `None` for a note.
    fn of(reader: &Reader, item: i64) -> Result<Option<Self>> {
        let Some(place) = reader.turn_place_of(item)? else { return Ok(None) };
        let inside = |file: String| inside(&file, place.cwd.as_deref()).to_owned();
        Ok(Some(Self {
            id: item,
            project: place.project,
            started_at_ms: place.started_at_ms,
            sessions: reader.sessions_of(item)?,
            changed: reader.changed_files(item)?.into_iter().map(inside).collect(),
        }))
    }

    fn is_later(&self, earlier: &Self) -> bool {
        self.started_at_ms > earlier.started_at_ms && self.project == earlier.project
    }

    /// Whether its answer says a sentence of an earlier one once more, with a word in the place of
    /// another: what is asked has another value.
    fn restates(&self, earlier: &Self, texts: &mut Texts) -> Result<bool> {
        texts.split(self)?;
        texts.split(earlier)?;
        let asked = texts.asked;
        let is_same = |new: &BTreeSet<String>, old: &BTreeSet<String>| {
            let shared = new.intersection(old).count();
            let shorter = new.len().min(old.len());
            let is_asked = |word: &&String| asked.contains_key(*word);
            (RESTATED_WORDS..shorter).contains(&shared)
                && shared as f64 >= RESTATED_SHARE * shorter as f64
                && new.intersection(old).filter(is_asked).count() >= RESTATED_ASKED
        };
        let (new, old) = (&texts.sentences[&self.id], &texts.sentences[&earlier.id]);
        Ok(new.iter().any(|new| old.iter().any(|old| is_same(new, old))))
    }

    /// Whether it is about what an earlier turn is about. For one that answers just what is asked,
    /// the same session is no sign of it.
    fn goes_on_from(&self, earlier: &Self, is_answer: bool, texts: &mut Texts) -> Result<bool> {
        let is_of_one_session =
            !is_answer && self.sessions.iter().any(|id| earlier.sessions.contains(id));
        let is_close = is_of_one_session || !self.changed.is_disjoint(&earlier.changed);
        let least = if is_close { ALIKE } else { SAME_SUBJECT };
        Ok(texts.alike(self, earlier)? >= least)
    }
}

fn text_of<'a>(
    read: &'a mut HashMap<i64, (String, String)>,
    reader: &Reader,
    turn: i64,
) -> Result<&'a (String, String)> {
    Ok(match read.entry(turn) {
        Entry::Occupied(known) => known.into_mut(),
        Entry::Vacant(unread) => unread.insert(reader.item_text(turn)?.unwrap_or_default()),
    })
}

/// Whether a text has the beginnings of enough words of a query: to take it apart into terms costs
/// more than to look.
fn may_ask(text: &str, asked: &BTreeMap<String, f64>) -> bool {
    let lower = text.to_lowercase();
    let begins =
        |term: &&String| lower.contains(&term[..term.floor_char_boundary(BEGINNING_BYTES)]);
    asked.keys().filter(begins).take(RESTATED_ASKED).count() == RESTATED_ASKED
}

/// The words of turns, each weighted by how often it stands and how rare it is.
struct Texts<'r, 't> {
    reader: &'r Reader<'t>,
    analyzer: Analyzer,
    /// Prompts and answers.
    said: HashMap<i64, (String, String)>,
    words: HashMap<i64, BTreeMap<String, f64>>,
    /// The words of each sentence of an answer.
    sentences: HashMap<i64, Vec<BTreeSet<String>>>,
    /// How rare the words are that were looked up.
    rarities: HashMap<i64, HashMap<String, f64>>,
    /// The terms of the query, with their rarities.
    asked: &'r BTreeMap<String, f64>,
    /// How many items were searched.
    searched: usize,
}

impl<'r, 't> Texts<'r, 't> {
    fn new(reader: &'r Reader<'t>, search: &'r Search) -> Self {
        Self {
            reader,
            analyzer: Analyzer::default(),
            said: HashMap::new(),
            words: HashMap::new(),
            sentences: HashMap::new(),
            rarities: HashMap::new(),
            asked: &search.wanted.rarities,
            searched: search.turns(),
        }
    }

    /// Returns how alike the words of two turns are, from 0 to 1.
    fn alike(&mut self, one: &Turn, other: &Turn) -> Result<f64> {
        self.read(one)?;
        self.read(other)?;
        let (one, other) = (&self.words[&one.id], &self.words[&other.id]);
        let shared = one.iter().filter_map(|(word, weight)| Some(weight * other.get(word)?));
        let length = |words: &BTreeMap<String, f64>| {
            words.values().map(|weight| weight * weight).sum::<f64>().sqrt()
        };
        Ok(shared.sum::<f64>() / (length(one) * length(other)).max(f64::MIN_POSITIVE))
    }

    /// Reads the sentences of a turn's answer that may have words of the query.
    fn split(&mut self, turn: &Turn) -> Result<()> {
        if self.sentences.contains_key(&turn.id) {
            return Ok(());
        }
        let (_, answer) = text_of(&mut self.said, self.reader, turn.id)?;
        let answer = &answer[..answer.floor_char_boundary(TEXT_BYTES_MAX)];
        let said = if may_ask(answer, self.asked) { sentences(answer) } else { Vec::new() };
        let said = said.into_iter().take(SENTENCES_MAX).map(|said| &answer[said]);
        let said = said.filter(|said| may_ask(said, self.asked));
        let words = said.map(|said| self.analyzer.query(said).into_iter().collect());
        self.sentences.insert(turn.id, words.collect());
        Ok(())
    }

    fn read(&mut self, turn: &Turn) -> Result<()> {
        if self.words.contains_key(&turn.id) {
            return Ok(());
        }
        let (prompt, answer) = text_of(&mut self.said, self.reader, turn.id)?;
        let mut weights = BTreeMap::new();
        let text = format!("{prompt}\n{answer}");
        let text = &text[..text.floor_char_boundary(TEXT_BYTES_MAX)];
        for (word, count) in self.analyzer.counts(text) {
            let rarity = self.rarity(turn.project, &word)?;
            weights.insert(word, (1.0 + f64::from(count).ln()) * rarity);
        }
        self.words.insert(turn.id, weights);
        Ok(())
    }

    fn rarity(&mut self, project: i64, word: &str) -> Result<f64> {
        let known = self.rarities.entry(project).or_default();
        if let Some(rarity) = known.get(word) {
            return Ok(*rarity);
        }
        let holding = self.reader.items_with_term(project, word)?;
        let rarity = ((1.0 + self.searched as f64) / (1.0 + holding as f64)).ln().max(0.0);
        known.insert(word.to_owned(), rarity);
        Ok(rarity)
    }
}
