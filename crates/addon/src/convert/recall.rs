//! Recall for a prompt, and its outcome.

use mementor_core::api;
use napi_derive::napi;

use super::Js;
use super::search::Hit;

mirror! {
    // A turn that was recalled, or nearly, and the rule that decided.
    Candidate from api::Candidate { verdict: String, hit: Hit }
}

impl Js<Vec<Evidence>> for Option<api::Evidence> {
    fn js(self) -> Vec<Evidence> {
        let named = self.iter().flat_map(api::Evidence::named);
        named.map(|(name, value)| Evidence { name: name.to_owned(), value }).collect()
    }
}

/// One piece of evidence.
#[napi(object)]
pub struct Evidence {
    pub name: String,
    pub value: f64,
}

mirror! {
    // Result of recall for a prompt.
    Recall from api::Recall {
        dismissed: Option<String>,
        with_context: bool,
        probability: f64,
        threshold: f64,
        evidence: Vec<Evidence>,
        candidates: Vec<Candidate>,
        searched: i64,
        semantic: bool,
        said: String,
    }
}

mirror! {
    // How much of the recalled text reappeared in the answer `turn`: of `brought` rare words,
    // `used` reappeared.
    Outcome from api::Outcome { turn: String, brought: i64, used: i64 }
}
