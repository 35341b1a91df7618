//! What kind of answer a question asks for, and which sentences look like one. English only.

use super::turns::says_whether;
use crate::word_list::among;

/// The kinds of answer that a question asks for; none for any other text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "a question may ask for several things")]
pub struct AskedFor {
    number: bool,
    place: bool,
    reason: bool,
    change: bool,
    choice: bool,
    command: bool,
    /// Whether it is answered by a yes or a no.
    pub whether: bool,
}

/// Maximum words read of a question, from its beginning, and bytes of one that asks for a yes or a no.
const WORDS_MAX: usize = 64;
const WHETHER_BYTES_MAX: usize = 600;

const AMOUNTS: &str = "many much long big often far large old strict high low";
const MEASURES: &str = "maximum minimum limit size version port number age rate timeout threshold \
    count percentage share";
const PLACES: &str = "where file folder directory path branch";
const CAUSES: &str = "why cause caused causes reason reasons grounds broke behind wrong";
const CHANGES: &str = "fix fixed solve solved solution helped instead replaced around workaround \
    change changed";
const COMMANDS: &str = "command commands";

/// Verbs that begin a question which is answered by a yes or a no, and words that may stand before.
const VERBS: &str = "is are am was were does did should shall has had isnt arent wasnt werent doesnt \
    didnt shouldnt hasnt";
/// The same, where who is asked about follows; with another word they begin a request.
const VERBS_OF: &str = "do dont have havent can cant could couldnt will wont would wouldnt";
const ASKED_ABOUT: &str = "i we they it he she this that these those the there our my anyone \
    someone";
const OPENINGS: &str = "so ok okay and but or also hmm wait then now well just";

const STATES_REASON: &str = "because since cause caused causes reason reasons due problem issue bug \
    only never not without missing cannot fail fails failed failing";
const STATES_CHANGE: &str = "fix fixed fixes change changed changes replace replaced replaces now \
    instead add added adds remove removed removes use used uses using switch switched set update \
    updated updates pass passes passed move moved moves";

impl AskedFor {
    /// Detects what a question asks for.
    pub fn of(question: &str) -> Self {
        let words: Vec<String> = words(question).take(WORDS_MAX).collect();
        let has = |list: &str| words.iter().any(|word| among(list, word));
        let follows = |first: &str, then: &str| {
            let pairs = words.windows(2);
            pairs.into_iter().any(|pair| among(first, &pair[0]) && among(then, &pair[1]))
        };
        Self {
            number: follows("how", AMOUNTS) || follows("which what", MEASURES) || has(MEASURES),
            place: has(PLACES),
            reason: has(CAUSES),
            change: has(CHANGES) || follows("we", "do put give"),
            choice: has("which who whom whose") || follows("what", "is was were are did do does"),
            command: has(COMMANDS) || follows("we i you to", "run start launch"),
            whether: asks_whether(question),
        }
    }

    /// Returns how much of what is asked for a sentence, or a block of code, looks like: 0 for none
    /// of it, 1 for each thing asked for, half for a choice, 2 for code where a command is asked for.
    pub fn met_by(self, text: &str, is_code: bool) -> f64 {
        let states = |list: &str| words(text).any(|word| among(list, &word));
        let facts = [
            (self.number && text.bytes().any(|byte| byte.is_ascii_digit()), 1.0),
            (self.place && names_place(text), 1.0),
            (self.reason && (text.contains(", as ") || states(STATES_REASON)), 1.0),
            (self.change && states(STATES_CHANGE), 1.0),
            (self.choice && names_thing(text), 0.5),
            (self.whether && says_whether(text), 1.0),
            (self.command && is_code, 2.0),
            (self.command && !is_code && text.contains('`'), 1.0),
        ];
        facts.into_iter().filter(|(holds, _)| *holds).map(|(_, worth)| worth).sum()
    }
}

/// Whether a text asks for a yes or a no: a question of it, or its beginning, begins with a verb, or
/// ends with "right?".
fn asks_whether(text: &str) -> bool {
    let begins = |clause: &str| {
        let words =
            clause.split_whitespace().map(|word| word.to_lowercase().replace(['\'', '’'], ""));
        let mut words = words.skip_while(|word| among(OPENINGS, word));
        let (verb, next) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        among(VERBS, &verb) || among(VERBS_OF, &verb) && among(ASKED_ABOUT, &next)
    };
    let text = &text[..text.floor_char_boundary(WHETHER_BYTES_MAX)];
    let mut sentences = text.split_inclusive(['.', '!', '?', '\n']).enumerate();
    sentences.any(|(at, sentence)| match sentence.strip_suffix('?') {
        Some(question) => {
            question.ends_with(" right")
                || question.ends_with(",right")
                || question.ends_with(" correct")
                || question.split([',', ';', ':', '—']).any(begins)
        }
        None => at == 0 && begins(sentence),
    })
}

/// Returns the words of a text in lower case; what stands behind an apostrophe is a word of its own,
/// but the "n't" of a verb is "not".
fn words(text: &str) -> impl Iterator<Item = String> {
    let pieces = text.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’');
    pieces.filter(|piece| !piece.is_empty()).map(|piece| {
        let word = piece.to_lowercase().replace('’', "'");
        if word.ends_with("n't") { "not".to_owned() } else { word }
    })
}

/// Whether a text sets a word apart: as code, in bold or in quotation marks.
fn names_thing(text: &str) -> bool {
    text.contains(['`', '"', '“']) || text.contains("**")
}

/// Whether a text names a path, or a file by its ending.
fn names_place(text: &str) -> bool {
    text.split_whitespace().any(|word| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '/');
        let is_inside = |at: usize| at > 0 && at + 1 < word.len();
        let ending = word.rsplit_once('.').map_or("", |(_, ending)| ending);
        let has_ending = (1..=5).contains(&ending.len())
            && ending.len() + 1 < word.len()
            && ending.bytes().all(|byte| byte.is_ascii_alphanumeric());
        has_ending || word.find('/').is_some_and(is_inside)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(question: &str, sentence: &str) -> f64 {
        AskedFor::of(question).met_by(sentence, false)
    }

    #[test]
    fn a_sentence_of_the_kind_that_is_asked_for_is_known() {
        for (question, states, other) in [
            ("how many retries do we allow?", "It gives up after 3.", "It gives up soon."),
            ("which port does staging use", "Staging is on 6543.", "Staging is up."),
            ("where do the logs go?", "They go to var/log/app.", "They go to a folder."),
            ("where do the logs go?", "They go to `app.log`.", "They go on."),
            ("why did it stall?", "The lock wasn't released.", "It stalled again."),
            ("why did it stall?", "It stalled, as the lock was held.", "It stalled again."),
            ("how did we fix the stall?", "Now it releases the lock.", "It stalled again."),
        ] {
            assert!(met(question, states) > met(question, other), "{question}");
        }
        let asked = AskedFor::of("what was the command to start it?");
        assert!(asked.met_by("cargo run", true) > asked.met_by("Use `cargo run`.", false));
        assert!(asked.met_by("Use `cargo run`.", false) > asked.met_by("cargo run", false));
    }

    #[test]
    fn a_question_for_a_yes_or_a_no_is_known() {
        for question in [
            "does oauth work on preview branches",
            "Ok, so is it in the cache?",
            "It builds here. Can we drop the old flag?",
            "oauth won't work for preview branches, right?",
            "shouldn't it be off?",
            "if it is slow, would that be the lock?",
        ] {
            assert!(AskedFor::of(question).whether, "{question}");
        }
        for text in [
            "can you add a field?",
            "do not touch the lock. Add a field",
            "have a look at src/a.rs",
            "which port does staging use?",
            "the port, is it seems, wrong",
            "",
        ] {
            assert!(!AskedFor::of(text).whether, "{text}");
        }
    }

    #[test]
    fn what_asks_for_nothing_is_met_by_nothing() {
        assert!(
            met("add a field", "Port 6543 is in src/a.rs because of `x`.").abs() < f64::EPSILON
        );
    }
}
