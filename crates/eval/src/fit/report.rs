//! Formats the results of a fit.

use super::logistic::Model;
use super::{gate, ranking};
use crate::gate::RATES;
use crate::product::{EVIDENCE, FEATURES, GATE_BIAS, GATE_WEIGHTS, RANK_WEIGHTS, THRESHOLDS};
use crate::report::rate_name;
use crate::sets::questions;
use crate::table::{aligned, percent};

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
    for (name, quality) in FEATURES.iter().zip(without) {
        rows.push(ranking_row(&format!("without {name}"), quality));
    }
    format!(
        "fit of the ranking, %, by what was fitted on other folds\n{}\n  \
         {asked} questions, {taught} of them with a choice and something right in it; the core's \
         weights may have seen all\n\nrank.rs, fitted on all\n{}\n",
        aligned(&rows, 1),
        array("WEIGHTS: Features", &FEATURES, weights, &RANK_WEIGHTS),
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
        "{}bias: {:.4}, // of the gate with vectors now {GATE_BIAS}\n{thresholds}",
        array("weights", &EVIDENCE, &model.weights, &GATE_WEIGHTS),
        model.bias
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
    let rates = THRESHOLDS.map(|(rate, _)| rate);
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
    let names = EVIDENCE.iter().map(|name| format!("without {name}"));
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

/// Formats weights as a Rust array, with the core's current values as comments.
fn array(declaration: &str, names: &[&str], weights: &[f64], now: &[f64]) -> String {
    let line = |((name, weight), now): ((&&str, &f64), &f64)| {
        let number = format!("{:.4},", rounded(*weight));
        format!("    {number:<10} // {name}, now {now}\n")
    };
    let lines: Vec<String> = names.iter().zip(weights).zip(now).map(line).collect();
    format!("pub const {declaration} = [\n{}];\n", lines.concat())
}
