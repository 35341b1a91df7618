//! Which pairs of notes count as one: no pair that means something else, and most of those that say
//! the same.

mod sandbox;

use mementor_core::embed::{Engines, LazyEmbedder, Side};
use mementor_core::notes::paraphrase::{COSINE_MIN, Phrase};
use sandbox::Sandbox;

const PAIRS: &str = include_str!("again/pairs.tsv");

/// Share of the pairs that say the same which must be recognised.
const RECALL_MIN: f64 = 0.5;

struct Pair {
    is_same: bool,
    texts: [&'static str; 2],
    may: bool,
    cosine: f32,
}

fn pairs() -> Vec<Pair> {
    let sandbox = Sandbox::with_model();
    let mut model = LazyEmbedder::new(sandbox.all_models(), Engines::default(), 1);
    let lines = PAIRS.lines().filter(|line| !line.starts_with('#'));
    let pair = |line: &'static str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [label, one, other] = fields[..] else { panic!("three fields: {line}") };
        let embedded = model.embed(&[one, other], Side::Passage).expect("the model is bundled");
        let [a, b] = &embedded.vectors[..] else { panic!("two vectors") };
        let cosine = a.iter().zip(b).map(|(a, b)| a * b).sum();
        let may = Phrase::of(one).can_be_the_same(&Phrase::of(other));
        Pair { is_same: label == "same", texts: [one, other], may, cosine }
    };
    lines.map(pair).collect()
}

#[test]
fn what_says_the_same_is_told_from_what_is_only_near() {
    let pairs = pairs();
    assert!(pairs.len() >= 40);
    let merged = |pair: &&Pair| pair.may && pair.cosine >= COSINE_MIN;
    let wrong: Vec<[&str; 2]> =
        pairs.iter().filter(|pair| !pair.is_same).filter(merged).map(|pair| pair.texts).collect();
    assert_eq!(wrong, [[""; 2]; 0]);
    let same: Vec<&Pair> = pairs.iter().filter(|pair| pair.is_same).collect();
    let found = same.iter().filter(|pair| merged(pair)).count();
    let share = found as f64 / same.len() as f64;
    assert!(share >= RECALL_MIN, "only {found} of {} are recognised", same.len());
    // The vectors alone are not: they would merge pairs that say the opposite.
    assert!(pairs.iter().any(|pair| !pair.is_same && pair.cosine >= COSINE_MIN));
}
