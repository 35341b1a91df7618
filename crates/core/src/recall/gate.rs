//! The gate: decides whether a prompt deserves a memory. Most prompts get nothing.

mod evidence;
mod form;
mod trivial;
mod workflow_words;

use std::borrow::Cow;

use serde::Serialize;

use crate::index::terms::Analyzed;
use crate::sources;
pub use evidence::{Comparison, Evidence, EvidenceWeights};
pub use form::Form;
pub use trivial::refers;

/// Why a prompt is dismissed without a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Dismissal {
    /// A slash command, a shell command, or text that nobody typed.
    Command,
    /// The prompt has no subject of its own.
    Trivial,
    /// Nothing is stored yet.
    Empty,
}

impl Dismissal {
    /// Returns its name in explanations.
    pub fn name(self) -> &'static str {
        match self {
            Self::Command => "command",
            Self::Trivial => "trivial",
            Self::Empty => "empty",
        }
    }
}

/// Returns a prompt without the addresses in it, as long as the rest has a subject of its own: what
/// stands at an address says little, and its words are those of every other one.
pub fn without_addresses(prompt: &str) -> Cow<'_, str> {
    let is_address = |word: &str| {
        let word = word.trim_start_matches(['(', '<', '[', '"']);
        word.starts_with("https://") || word.starts_with("http://")
    };
    if !prompt.contains("://") {
        return Cow::Borrowed(prompt);
    }
    let words = prompt.split_inclusive(char::is_whitespace);
    let rest: String = words.filter(|word| !is_address(word)).collect();
    match dismissal(&Analyzed::of(&rest)) {
        Some(_) => Cow::Borrowed(prompt),
        None => Cow::Owned(rest),
    }
}

/// Returns why a prompt deserves no search; `None` when it does.
pub fn dismissal(prompt: &Analyzed) -> Option<Dismissal> {
    // A hook does not say yet which agent its prompt is for.
    let text = prompt.text.trim_start();
    if sources::all().iter().any(|source| (source.facts().is_command)(text)) {
        return Some(Dismissal::Command);
    }
    trivial::is_trivial(prompt).then_some(Dismissal::Trivial)
}

/// Weights, bias and thresholds that belong together.
#[derive(Debug)]
pub struct Gate {
    /// Weight of each piece of evidence.
    pub weights: EvidenceWeights,
    /// Bias against injecting anything.
    pub bias: f64,
    /// Minimum probability for an injection, for each accepted rate of false injections. Measured
    /// on prompts that the weights were not fitted on.
    pub thresholds: [(f64, f64); 9],
}

/// The gate for searches with vectors. Fitted by `npm run eval -- --fit`.
pub const SEMANTIC: Gate = Gate {
    weights: EvidenceWeights {
        similarity_margin: 3.385,
        text_margin: 0.873,
        similarity_of_text: 3.881,
        question: 1.257,
        wonders: 1.200,
        order: -1.476,
        pasted: -5.025,
        past: 1.026,
        sessions: -0.653,
        repeat: -2.947,
        continues: 2.394,
        number: 2.000,
    },
    bias: -4.532,
    thresholds: [
        (0.001, 0.973),
        (0.005, 0.914),
        (0.01, 0.729),
        (0.02, 0.536),
        (0.03, 0.465),
        (0.04, 0.429),
        (0.05, 0.380),
        (0.1, 0.247),
        (0.2, 0.104),
    ],
};

/// The gate for words alone, when no model could be loaded.
pub const LEXICAL: Gate = Gate {
    weights: EvidenceWeights {
        similarity_margin: 0.000,
        text_margin: 3.437,
        similarity_of_text: 0.000,
        question: 1.058,
        wonders: 0.909,
        order: -1.698,
        pasted: -4.014,
        past: 0.898,
        sessions: -0.763,
        repeat: -0.433,
        continues: 2.610,
        number: 2.000,
    },
    bias: -2.372,
    thresholds: [
        (0.001, 0.971),
        (0.005, 0.921),
        (0.01, 0.848),
        (0.02, 0.598),
        (0.03, 0.473),
        (0.04, 0.412),
        (0.05, 0.353),
        (0.1, 0.240),
        (0.2, 0.123),
    ],
};

impl Gate {
    /// Returns the probability that the best three turns of a search hold what the prompt needs.
    pub fn probability(&self, evidence: &Evidence) -> f64 {
        1.0 / (1.0 + (-(self.weights.sum(evidence) + self.bias)).exp())
    }

    /// Returns the minimum probability for an injection at an accepted rate: the share of the
    /// prompts that need nothing but may get something. Interpolates between the measured rates by
    /// their logarithm. A rate of 1 opens the gate.
    pub fn threshold(&self, rate: f64) -> f64 {
        if rate >= 1.0 {
            return 0.0;
        }
        let [first, .., last] = self.thresholds;
        let rate = rate.clamp(first.0, last.0);
        let above = self.thresholds.partition_point(|(known, _)| *known < rate).max(1);
        let ((low, from), (high, to)) = (self.thresholds[above - 1], self.thresholds[above]);
        from + (to - from) * (rate / low).ln() / (high / low).ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trivial_prompts_are_dismissed() {
        for prompt in [
            "",
            "ok",
            "yes please",
            "commit this, then push + a draft PR",
            "run the tests again",
            "continue",
            "thanks, looks good",
            "fix it",
            "sí, hazlo",
            "weiter so, und dann committen",
            "да, продолжай",
            "好的，继续",
            "もう一度やってください",
            "커밋하고 푸시해줘",
        ] {
            assert_eq!(dismissal(&Analyzed::of(prompt)), Some(Dismissal::Trivial), "{prompt:?}");
        }
        for prompt in ["/compact keep", "!ls -l x", "<task-notification>retry queue"] {
            assert_eq!(dismissal(&Analyzed::of(prompt)), Some(Dismissal::Command), "{prompt:?}");
        }
    }

    #[test]
    fn prompts_with_a_subject_are_searched() {
        for prompt in [
            "why did the retry queue stall?",
            "fix retryQueue",
            "数据库端口是什么",
            "リトライキューはなぜ止まった？",
            "재시도 큐가 왜 멈췄어?",
            "#123 pgbouncer port on staging fails again",
            "/etc/pgbouncer.ini: which port did we choose?",
            "<PortPicker> shows the wrong staging port",
        ] {
            assert_eq!(dismissal(&Analyzed::of(prompt)), None, "{prompt:?}");
        }
    }

    #[test]
    fn an_address_beside_a_subject_is_left_out() {
        let address = "https://example.com/acme/harbor/issues/901";
        for (prompt, rest) in [
            (format!("{address} why is the lamp test red"), "why is the lamp test red".to_owned()),
            (
                format!("why is the lamp test red (see <{address}>)?"),
                "why is the lamp test red (see ".to_owned(),
            ),
            (format!("fix {address}"), format!("fix {address}")),
            ("why is the lamp test red".to_owned(), "why is the lamp test red".to_owned()),
        ] {
            assert_eq!(without_addresses(&prompt), rest, "{prompt}");
        }
    }

    #[test]
    fn a_stricter_rate_has_a_higher_threshold() {
        for gate in [&SEMANTIC, &LEXICAL] {
            let rates = [0.0, 0.001, 0.003, 0.01, 0.02, 0.07, 0.2, 1.0];
            let thresholds = rates.map(|rate| gate.threshold(rate));
            assert!(thresholds.is_sorted_by(|a, b| a >= b), "{thresholds:?}");
            for (rate, threshold) in gate.thresholds {
                assert!((gate.threshold(rate) - threshold).abs() < 1e-9, "{rate}");
            }
        }
    }
}
