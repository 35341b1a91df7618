//! Formats the results of a fit.

use super::logistic::Model;
use super::{gate, ranking};
use crate::product::{Evidence, EvidenceWeights, FeatureWeights, Features, RANK_WEIGHTS, SEMANTIC};
use crate::sets::questions;
use crate::table::{aligned, percent};
use crate::thresholds::{RATES, rate_name};

/// Rate at which pieces of evidence are compared.
const COMPARED_RATE: f64 = 0.04;

/// Formats the fit of the ranking.
pub fn ranking(fitted: &ranking::Fitted) -> String {
    let ranking::Fitted { asked, taught, core, held_out, without, weights } = fitted;
    let sets = ranking::MEASURES.iter().map(|measure| measure.set.to_owned());
    let names = ranking::MEASURES.iter().map(|measure| measure.name.to_owned());
    let mut rows = vec![
        [String::new(), String::new()].into_iter().chain(sets).collect(),
        ["weights", "loss"].into_iter().map(str::to_owned).chain(names).collect::<Vec<_>>(),
        ranking_row("the core's", core),
        ranking_row("fitted", held_out),
    ];
    for (name, quality) in Features::NAMES.iter().zip(without) {
        rows.push(ranking_row(&format!("without {name}"), quality));
    }
    format!(
        "fit of the ranking, %, by what was fitted on other folds\n{}\n  \
         {asked} questions, {taught} of them with a choice and something right in it; the core's \
         weights may have seen all\n\nrank.rs, fitted on all\npub const WEIGHTS: FeatureWeights = FeatureWeights {{\n{}}};\n",
        aligned(&rows, 1),
        weights_literal(&FeatureWeights::FIELDS, weights, &RANK_WEIGHTS.values()),
    )
}

fn ranking_row(name: &str, quality: &ranking::Quality) -> Vec<String> {
    let shares = quality.shares.iter().map(|share| share.map_or_else(String::new, percent));
    [name.to_owned(), format!("{:.4}", quality.loss)].into_iter().chain(shares).collect()
}

/// Formats the fit of the gate.
pub fn gate(fitted: &gate::Fitted) -> String {
    let gate::Fitted { asked, taught, held_out, without, model, by_words } = fitted;
    let missing = held_out.missing();
    let rates = if missing.is_empty() {
        rate_tables(held_out, without)
    } else {
        format!("no thresholds without prompts of {}\n\n", missing.join(", "))
    };
    format!(
        "fit of the gate: {asked} prompts, {taught} of them searched and either undeserving or \
         with something right found;\n\
         it weighs what the ranking of the core puts first, so fit it again after that has changed\n\n\
         each kind at its own threshold, %, by what was fitted on other folds\n{}\n{rates}\
         by words alone, one threshold a rate, %\n{}\n\
         gate.rs, fitted on all\n{}\nby words alone\n{}\n",
        aligned(&exact_rows(held_out), 1),
        aligned(&rate_rows(&by_words.held_out), 1),
        constants(model, held_out),
        constants(&by_words.model, &by_words.held_out),
    )
}

/// Formats the constants of a gate; without thresholds when their prompts are missing.
fn constants(model: &Model, held_out: &gate::HeldOut) -> String {
    let thresholds =
        if held_out.missing().is_empty() { thresholds(held_out) } else { String::new() };
    format!(
        "weights: EvidenceWeights {{\n{}}},\nbias: {:.4}, // of the gate with vectors now {}\n{thresholds}",
        weights_literal(&EvidenceWeights::FIELDS, &model.weights, &SEMANTIC.weights.values()),
        model.bias,
        SEMANTIC.bias,
    )
}

fn rate_tables(held_out: &gate::HeldOut, without: &[gate::HeldOut]) -> String {
    format!(
        "one threshold a rate, %\n{}\nwithout each piece of evidence, at {}, %\n{}\n",
        aligned(&rate_rows(held_out), 1),
        rate_name(COMPARED_RATE),
        aligned(&evidence_rows(held_out, without), 1),
    )
}

fn thresholds(held_out: &gate::HeldOut) -> String {
    let rates = SEMANTIC.thresholds.map(|(rate, _)| rate);
    let line = |rate: f64| format!("        ({rate:?}, {:.4}),\n", held_out.threshold(rate));
    let lines = rates.map(line).concat();
    format!("// Measured on other folds.\n    thresholds: [\n{lines}    ],\n")
}

fn exact_rows(held_out: &gate::HeldOut) -> Vec<Vec<String>> {
    let kept = held_out.deserving().map(|group| format!("kept of {}", group.name));
    let head = ["negative", "n", "rate", "threshold"].into_iter().map(str::to_owned);
    let mut rows: Vec<Vec<String>> = vec![head.chain(kept).collect()];
    for group in held_out.undeserving() {
        for rate in RATES {
            let threshold = gate::threshold(group, rate);
            let first = rate.total_cmp(&RATES[0]).is_eq();
            let once = |text: String| if first { text } else { String::new() };
            let head = [
                once(group.name.to_owned()),
                once(group.probabilities.len().to_string()),
                rate_name(rate),
                format!("{threshold:.4}"),
            ];
            let kept = held_out.deserving().map(|group| percent(group.kept(threshold)));
            rows.push(head.into_iter().chain(kept).collect());
        }
    }
    rows
}

fn rate_rows(held_out: &gate::HeldOut) -> Vec<Vec<String>> {
    let recall = held_out.deserving().map(|group| format!("{} @3", group.name));
    let kept = held_out.deserving().map(|_| "kept".to_owned());
    let kinds = held_out.undeserving().map(|group| group.name.to_owned());
    let head = ["rate".to_owned(), "threshold".to_owned()];
    let mut rows: Vec<Vec<String>> =
        vec![head.into_iter().chain(interleaved(recall, kept)).chain(kinds).collect()];
    let thresholds = RATES.iter().map(|&rate| (rate_name(rate), held_out.threshold(rate)));
    for (name, threshold) in thresholds.chain([("ungated".to_owned(), 0.0)]) {
        let recall = held_out.deserving().map(|group| percent(group.share(threshold)));
        let kept = held_out.deserving().map(|group| percent(group.kept(threshold)));
        let injected = held_out.undeserving().map(|group| injected(group, threshold));
        let head = [name, format!("{threshold:.4}")];
        rows.push(head.into_iter().chain(interleaved(recall, kept)).chain(injected).collect());
    }
    rows
}

fn interleaved(
    a: impl Iterator<Item = String>,
    b: impl Iterator<Item = String>,
) -> impl Iterator<Item = String> {
    a.zip(b).flat_map(|(a, b)| [a, b])
}

/// Formats a share of injected prompts; unanswerable questions are few, so they are counted.
fn injected(group: &gate::Group, threshold: f64) -> String {
    let share = group.share(threshold);
    if group.name != questions::UNANSWERABLE {
        return percent(share);
    }
    let prompts = group.probabilities.len();
    format!("{} of {prompts}", (share * prompts as f64).round())
}

fn evidence_rows(held_out: &gate::HeldOut, without: &[gate::HeldOut]) -> Vec<Vec<String>> {
    let kept = held_out.deserving().map(|group| format!("kept of {}", group.name));
    let kinds = held_out.undeserving().map(|group| group.name.to_owned());
    let head = ["evidence".to_owned(), "loss".to_owned()];
    let mut rows: Vec<Vec<String>> = vec![head.into_iter().chain(kept).chain(kinds).collect()];
    let names = Evidence::NAMES.iter().map(|name| format!("without {name}"));
    let names = ["all".to_owned()].into_iter().chain(names);
    for (name, held_out) in names.zip([held_out].into_iter().chain(without)) {
        let threshold = held_out.threshold(COMPARED_RATE);
        let kept = held_out.deserving().map(|group| percent(group.kept(threshold)));
        let injected = held_out.undeserving().map(|group| injected(group, threshold));
        let head = [name, format!("{:.4}", held_out.loss)];
        rows.push(head.into_iter().chain(kept).chain(injected).collect());
    }
    rows
}

/// Rounds a weight; adding zero turns -0 into 0.
fn rounded(weight: f64) -> f64 {
    (weight * 10_000.0).round() / 10_000.0 + 0.0
}

/// Renders weights as the fields of a struct of the core, with what the core has now.
fn weights_literal(fields: &[&str], weights: &[f64], now: &[f64]) -> String {
    let line = |((field, weight), now): ((&&str, &f64), &f64)| {
        let number = format!("{field}: {:.4},", rounded(*weight));
        format!("    {number:<30} // now {now}\n")
    };
    fields.iter().zip(weights).zip(now).map(line).collect()
}
