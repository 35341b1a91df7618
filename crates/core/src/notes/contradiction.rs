//! Whether a newer statement takes back an older one: another choice for the same subject, or the
//! opposite rule. Only what is certain counts; two notes that both hold cost less than one that is
//! lost.

use std::cell::OnceCell;
use std::sync::LazyLock;

use regex::{Captures, Regex};

/// What a sentence chooses and drops, and for what.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Choice {
    chosen: Vec<String>,
    dropped: Vec<String>,
    subject: Vec<String>,
}

/// The object of a choice: one to three words.
const OBJECT: &str = r"(?:the |an? |our )?[\w#@/`][\w.+#/@`-]*(?: [\w.+#/@`-]+){0,2}?";
const CHOOSE: &str = r"(?:use|using|go with|going with|went with|choose|chose|pick|picked|prefer|adopt|stick with|stay with|switch to|move to|settle on|settled on|decided on)";
/// What ends an object.
const END: &str = r"(?P<rest>$|[.,;:!(]| (?:for|as|in|on|at|to|when|if|because|since|so|and|but|which|that|everywhere|again|now|from|by|here)\b.*)";

/// Expressions with both objects, the surest first. `a` is chosen, `b` is dropped.
static PAIRS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let over = r"(?: instead of| rather than| in place of|,? and not|,? not| over)";
    let no_more = r"(?:no longer use|not use|don'?t use|do not use|stop using|stopped using)";
    [
        format!(r"\b{CHOOSE} (?P<a>{OBJECT}){over} (?P<b>{OBJECT}){END}"),
        format!(r"\binstead of (?P<b>{OBJECT}),? (?:we |let'?s )?{CHOOSE} (?P<a>{OBJECT}){END}"),
        format!(
            r"\b(?:switch|switched|switching|move|moved|moving|migrate|migrated|migrating|change|changed) from (?P<b>{OBJECT}) to (?P<a>{OBJECT}){END}"
        ),
        format!(
            r"\b(?:replace|replaced|replacing) (?P<b>{OBJECT}) (?:with|by) (?P<a>{OBJECT}){END}"
        ),
        format!(
            r"\b{no_more} (?P<b>{OBJECT})(?: any ?more)?(?:[,;.:]| and| but) (?:(?:but|and|instead|rather|now|we|let'?s|please|always) )*{CHOOSE} (?P<a>{OBJECT}){END}"
        ),
        format!(r"^(?P<a>{OBJECT}), not (?P<b>{OBJECT}){END}"),
    ]
    .iter()
    .map(|pattern| compiled(pattern))
    .collect()
});

/// Something is dropped, and nothing is named in its place.
static DROPPED: LazyLock<Regex> = LazyLock::new(|| {
    compiled(&format!(
        r"\b(?:no longer use|stop using|stopped using|don'?t use|do not use|never use) (?P<b>{OBJECT})(?: any ?more)?{END}"
    ))
});

/// Something is chosen, and nothing is named that it replaces.
static CHOSEN: LazyLock<Regex> =
    LazyLock::new(|| compiled(&format!(r"\b{CHOOSE} (?P<a>{OBJECT}){END}")));

/// The same, by what is done with it: "log with pino".
static WITH: LazyLock<Regex> =
    LazyLock::new(|| compiled(&format!(r"\b\w+ (?:with|via|through) (?P<a>{OBJECT}){END}")));

fn compiled(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the patterns are tested")
}

/// Returns whether a newer statement surely takes back an older one.
pub fn takes_back(newer: &str, older: &str) -> bool {
    let (newer, older) = (folded(newer), folded(older));
    takes_back_rule(&Rule::of(&newer), &Rule::of(&older))
        || may_drop(&newer) && drops_choice(&choice(&newer), &choice(&older))
        || Contrast::of(&newer).is_some_and(|contrast| contrast.replaces(&older))
}

/// What a sentence chooses, drops or rules, prepared to be compared with many. Its answers are
/// cheap, and never wrongly false.
pub struct Subject {
    folded: String,
    rule: Rule,
    /// These two are read once they are needed: that compiles expressions.
    choice: OnceCell<Choice>,
    contrast: OnceCell<Option<Contrast>>,
}

impl Subject {
    /// Reads a sentence.
    pub fn of(text: &str) -> Self {
        let folded = folded(text);
        let rule = Rule::of(&folded);
        Self { rule, folded, choice: OnceCell::new(), contrast: OnceCell::new() }
    }

    /// Whether it may take back another sentence, which then names what it drops, or is the
    /// opposite rule.
    pub fn may_take_back(&self, older: &str) -> bool {
        let older = folded(older);
        holds_all(&older, &self.rule.words)
            || is_other_value(&self.rule, &Rule::of(&older))
            || may_drop(&self.folded) && holds_all(&older, &self.choice().dropped)
            || self.contrast().is_some_and(|contrast| contrast.replaces(&older))
    }

    /// Whether another sentence may take it back.
    pub fn may_be_taken_back_by(&self, newer: &str) -> bool {
        let newer = folded(newer);
        holds_all(&newer, &self.rule.words)
            || is_other_value(&Rule::of(&newer), &self.rule)
            || may_drop(&newer) && holds_all(&newer, &self.choice().chosen)
            || Contrast::of(&newer).is_some_and(|contrast| contrast.replaces(&self.folded))
    }

    fn choice(&self) -> &Choice {
        self.choice.get_or_init(|| choice(&self.folded))
    }

    fn contrast(&self) -> Option<&Contrast> {
        self.contrast.get_or_init(|| Contrast::of(&self.folded)).as_ref()
    }
}

/// Whether a text holds all of some words, and there are any.
fn holds_all(text: &str, words: &[String]) -> bool {
    !words.is_empty() && words.iter().all(|word| text.contains(word.as_str()))
}

/// Whether a sentence may drop something. Most do not: for them no expression is compiled.
fn may_drop(folded: &str) -> bool {
    DROPPING.iter().any(|word| folded.contains(word))
}

/// Every sentence that drops something has one of these.
const DROPPING: [&str; 12] = [
    "instead", "rather", "in place", "not", "over", "from", "replac", "longer", "stop", "n't",
    "dont", "never",
];

fn folded(text: &str) -> String {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    words.join(" ").replace('’', "'")
}

/// Whether the newer one drops what the older one chose, for the same subject or for every one.
fn drops_choice(newer: &Choice, older: &Choice) -> bool {
    let same = |a: &[String], b: &[String]| !a.is_empty() && a == b;
    let is_same_subject =
        newer.subject.is_empty() || newer.subject.iter().any(|word| older.subject.contains(word));
    // "British spelling, not American" drops American spelling.
    let head = newer.chosen.iter().skip(1);
    let whole: Vec<String> = newer.dropped.iter().chain(head).cloned().collect();
    let is_dropped = same(&newer.dropped, &older.chosen) || same(&whole, &older.chosen);
    is_dropped && !same(&newer.chosen, &older.chosen) && is_same_subject
}

/// A sentence with another object in the place of an old one, such as "build the mast of pine
/// instead of oak".
struct Contrast {
    /// Its words without those of the contrast.
    said: Vec<String>,
    /// The last word before the contrast.
    chosen: String,
    dropped: Vec<String>,
}

/// The words between what is chosen and what it replaces.
const INSTEAD: [&str; 4] = [" instead of ", " rather than ", " in place of ", ", not "];

impl Contrast {
    /// Reads a folded sentence. Only one that holds a contrast makes the expression be compiled.
    fn of(text: &str) -> Option<Self> {
        static DROPPED: LazyLock<Regex> =
            LazyLock::new(|| compiled(&format!("^(?P<b>{OBJECT}){END}")));
        let (before, after) = INSTEAD.iter().find_map(|words| text.split_once(words))?;
        let found = DROPPED.captures(after)?;
        let (mut said, dropped) = (words_of(before), words_of(&found["b"]));
        let chosen = said.last()?.clone();
        said.extend(words_of(&found["rest"]));
        let is_named = !dropped.is_empty() && !is_vague(&dropped);
        let is_clear = ![before, &found["rest"]].into_iter().any(forbids)
            && !dropped.iter().any(|word| said.contains(word));
        (is_named && is_clear).then_some(Self { said, chosen, dropped })
    }

    /// Whether a folded older sentence says the same but for the object, which is the dropped one.
    fn replaces(&self, older: &str) -> bool {
        let old = words_of(older);
        let only_asks =
            |word: &str| asks().any(|ask| ask == word || ask.strip_suffix('s') == Some(word));
        let is_empty = |word: &&String| EMPTY.contains(&word.as_str()) || only_asks(word);
        let subject = old.iter().filter(|word| !self.dropped.contains(word) && !is_empty(word));
        let subject: Vec<&String> = subject.collect();
        self.dropped.iter().all(|word| old.contains(word))
            && !old.contains(&self.chosen)
            && !forbids(older)
            && subject.len() >= WORDS_MIN
            && subject.iter().all(|word| self.said.contains(word))
    }
}

fn forbids(text: &str) -> bool {
    text.split_whitespace().any(|word| FORBIDS.contains(&word))
}

/// Words that do not name what a choice is about.
const EMPTY: [&str; 28] = [
    "we", "i", "you", "to", "of", "for", "in", "on", "as", "with", "and", "it", "is", "be", "will",
    "have", "let", "s", "go", "use", "using", "decided", "decide", "agreed", "chose", "choose",
    "please", "should",
];

fn choice(text: &str) -> Choice {
    let named = |found: &Captures, name: &str| {
        found.name(name).map(|object| words_of(object.as_str())).unwrap_or_default()
    };
    let mut patterns = PAIRS.iter().chain([&*DROPPED, &*CHOSEN, &*WITH]);
    let Some(found) = patterns.find_map(|pattern| pattern.captures(text)) else {
        return Choice::default();
    };
    let (chosen, dropped) = (named(&found, "a"), named(&found, "b"));
    if [&chosen, &dropped].into_iter().any(|object| is_vague(object)) {
        return Choice::default();
    }
    Choice { chosen, dropped, subject: subject(&found) }
}

/// Returns the words of what a choice is for: "for the cache", "in tests".
fn subject(found: &Captures) -> Vec<String> {
    let rest = found.name("rest").map_or("", |rest| rest.as_str()).trim_start();
    let subjects = ["for ", "as ", "in ", "on ", "at ", "to ", "when ", "if ", "by ", "from "];
    let Some(rest) = subjects.iter().find_map(|word| rest.strip_prefix(word)) else {
        return Vec::new();
    };
    let end = rest.find([',', ';', '.', '(']).unwrap_or(rest.len());
    let whole = rest[..end].split(" because ").next().unwrap_or_default();
    match words_of(whole) {
        words if words == ["now"] => Vec::new(),
        words => words,
    }
}

/// Returns the words of an object without articles, marks and a plural's ending.
fn words_of(text: &str) -> Vec<String> {
    const ARTICLES: [&str; 9] = ["the", "a", "an", "our", "all", "any", "every", "now", "this"];
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, '`' | '"' | '\'' | ','));
    let words = words.map(|word| word.trim_end_matches(['.', ':']));
    let words = words.filter(|word| !word.is_empty() && !ARTICLES.contains(word));
    words
        .map(|word| if word.len() > 3 { word.trim_end_matches('s') } else { word }.to_owned())
        .collect()
}

/// Whether an object names nothing that another sentence could mean too.
fn is_vague(object: &[String]) -> bool {
    const VAGUE: &str =
        "it that this them one thi both those these option another something other what";
    let first = object.first().map(String::as_str);
    first.is_some_and(|word| VAGUE.split(' ').any(|vague| vague == word))
        || (!object.is_empty() && object.iter().all(|word| word.chars().count() < 2))
}

fn takes_back_rule(newer: &Rule, older: &Rule) -> bool {
    is_opposite(newer, older) || is_other_value(newer, older)
}

/// Whether one says always and the other never of the very same.
fn is_opposite(newer: &Rule, older: &Rule) -> bool {
    newer.says_enough() && newer.words == older.words && newer.forbids != older.forbids
}

/// Whether both order the very same but for one word, of which only one can hold: another number,
/// another language.
fn is_other_value(newer: &Rule, older: &Rule) -> bool {
    if newer.forbids || older.forbids || newer.words.len() != older.words.len() {
        return false;
    }
    let mut other = newer.words.iter().zip(&older.words).filter(|(new, old)| new != old);
    let (Some((new, old)), None) = (other.next(), other.next()) else { return false };
    let is_number =
        |word: &str| word.trim_start_matches('v').starts_with(|c: char| c.is_ascii_digit());
    let is_bound = || newer.uses || newer.words.iter().any(|word| BOUNDS.contains(&word.as_str()));
    let is_one_of = |values: &&str| {
        let has = |word: &str| values.split(' ').any(|value| stem(value) == word);
        has(new) && has(old)
    };
    newer.says_enough()
        && (is_number(new) && is_number(old) && is_bound() || VALUES.iter().any(is_one_of))
}

/// Of each line, one holds for a subject.
const VALUES: [&str; 6] = [
    "english german french spanish italian portuguese dutch polish russian ukrainian czech swedish \
     danish norwegian finnish turkish greek hungarian romanian japanese chinese korean hindi arabic",
    "tabs spaces",
    "single double",
    "camelcase snake_case kebab-case pascalcase",
    "npm yarn pnpm bun",
    "american british",
];

/// Words beside a number that bounds something, as stems.
const BOUNDS: [&str; 8] = ["under", "below", "most", "least", "than", "max", "limit", "keep"];

/// Words that two rules or choices share at least; fewer say too little.
const WORDS_MIN: usize = 2;

/// Words that turn a rule round.
const FORBIDS: [&str; 9] =
    ["never", "not", "don't", "dont", "no", "stop", "avoid", "quit", "mustn't"];

/// Returns a word without the ending of a plural or of "deploying".
fn stem(word: &str) -> &str {
    let mut stems = ["ing", "s", "e"].iter().filter_map(|end| word.strip_suffix(end));
    stems.find(|stem| stem.len() > 2).unwrap_or(word)
}

/// Words that only say that a rule holds.
const ASKS: &str = "always do please must should we you from now on let's ever again longer will any \
    anymore more going forward henceforth may can fine ok okay allowed it it's is are to be just really \
    i want need have";

fn asks() -> impl Iterator<Item = &'static str> {
    ASKS.split(' ').filter(|word| !word.is_empty())
}

/// What a rule is about, and whether it forbids that.
struct Rule {
    /// Without "use", which goes without saying: "default exports are fine".
    words: Vec<String>,
    uses: bool,
    forbids: bool,
}

impl Rule {
    fn of(text: &str) -> Self {
        let words = text.split(|c: char| c.is_whitespace() || matches!(c, ',' | '!' | ';'));
        let words = words.map(|word| word.trim_end_matches('.')).filter(|word| !word.is_empty());
        let words: Vec<&str> = words.collect();
        let forbids = words.iter().filter(|word| FORBIDS.contains(word)).count() % 2 == 1;
        let is_use = |word: &&str| matches!(*word, "use" | "using");
        let uses = words.iter().any(is_use);
        let kept = words.into_iter().filter(|word| {
            !FORBIDS.contains(word) && !is_use(word) && !asks().any(|ask| ask == *word)
        });
        Self { words: kept.map(|word| stem(word).to_owned()).collect(), uses, forbids }
    }

    fn says_enough(&self) -> bool {
        !self.words.is_empty() && self.words.len() + usize::from(self.uses) >= WORDS_MIN
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_newer_choice_takes_back_what_it_drops() {
        for (newer, older) in [
            ("let's use pine instead of oak", "let's go with oak for the mast"),
            ("we no longer use Redis, use Memcached", "We use Redis for the cache"),
            ("we use spaces, not tabs", "use tabs, not spaces"),
            ("Tabs, not spaces", "Spaces, not tabs"),
            ("let's switch from npm to pnpm", "from now on use npm"),
            ("replace Jest with Vitest", "let's use Jest rather than Mocha"),
            ("use SQLite instead of Postgres for the ledger", "use Postgres for the ledger store"),
            ("we don't use `make` any more", "always use make"),
            (
                "from now on, use spaces for indentation, not tabs",
                "from now on, use tabs for indentation",
            ),
            ("instead of yarn, use npm", "we use yarn"),
            (
                "We decided to build the mast of pine instead of oak.",
                "We decided to build the mast of oak.",
            ),
            ("Host the docs on Pages rather than Netlify", "we will host the docs on Netlify"),
            ("store dates as numbers in place of strings", "Store dates as strings."),
            (
                "from now on, put tests in the tests folder, not next to the source files",
                "always put tests next to the source files",
            ),
            ("stop using winston, always log with pino", "always log with winston"),
            ("always use Node 22 for the build", "always use Node 20 for the build"),
            ("keep lines under 100 columns", "Always keep lines under 80 columns."),
            ("use v2.1 of the schema", "always use v2.0 of the schema"),
            ("write commit messages in English", "from now on, write commit messages in German"),
            ("we use pnpm in this repo", "always use yarn in this repo"),
            ("use spaces", "use tabs"),
        ] {
            assert!(takes_back(newer, older), "{newer} | {older}");
            assert!(!takes_back(older, older), "{older}");
        }
    }

    #[test]
    fn an_opposite_rule_takes_back_the_old_one() {
        assert!(takes_back("never squash before a merge", "we always squash before a merge"));
        assert!(takes_back("Always rebase feature branches", "don't rebase feature branches."));
        for (newer, older) in [
            ("we never deploy on Fridays any more", "we always deploy on Fridays"),
            ("from now on we do deploy on Fridays", "we never deploy on Fridays"),
            ("going forward, it's fine to deploy on Fridays", "Never deploy on Fridays!"),
            ("We no longer squash merges", "always squash merges"),
            ("from now on, do use tabs", "we don't use tabs"),
            ("always ask before you push", "stop asking before you push"),
            (
                "from now on you don't need to ask me before you push",
                "always ask me before you push",
            ),
            ("default exports are fine from now on", "never use default exports"),
            ("Never use eval", "always use eval"),
        ] {
            assert!(takes_back(newer, older), "{newer} | {older}");
            assert!(takes_back(older, newer), "{older} | {newer}");
        }
        assert!(!takes_back("never squash before a release", "always squash before a merge"));
        assert!(!takes_back("never do it", "always do it"), "too little is said");
    }

    #[test]
    fn where_it_is_not_certain_both_stay() {
        for (newer, older) in [
            // Another subject.
            ("use Postgres instead of Redis for sessions", "use Redis for the cache"),
            // The older one is general, the newer one is about a part.
            ("use a file instead of Redis in tests", "we use Redis"),
            ("let's use oak instead of pine", "let's use oak for the mast"),
            ("let's use oak for the keel", "let's use pine for the mast"),
            ("build the keel of pine instead of oak", "build the mast of oak"),
            ("build the mast of pine instead of oak", "build the mast and the keel of oak"),
            ("never build the mast of pine instead of oak", "build the mast of oak"),
            ("don't build the mast of pine instead of oak", "build the mast of oak"),
            ("build the mast of oak instead of pine", "build the mast of oak"),
            ("build it of pine instead of oak", "build it of oak"),
            ("use it instead of that", "use that"),
            ("let's go with B instead of A", "let's go with A"),
            ("use the small lamp instead of the big lamp", "use the lamp"),
            ("Redis is slow", "we use Redis"),
            ("always use spaces in Python files", "always use tabs in Go files"),
            ("never open port 443", "never open port 80"),
            ("always test on Node 22", "always test on Node 20"),
            (
                "from now on, run the tests before you commit",
                "always run the linter before you commit",
            ),
            ("run the unit tests, not the slow tests", "always run the slow tests at night"),
            ("never write tests that sleep", "always write tests for new code"),
            ("always commit with a ticket number", "never commit secrets"),
            ("", ""),
        ] {
            assert!(!takes_back(newer, older), "{newer} | {older}");
        }
    }

    proptest! {
        #[test]
        fn what_cannot_concern_each_other_takes_nothing_back(
            a in "((use|not|instead of|never|always|from|to|no longer|oak|pines|`y`|,|\\.|for) ?){0,12}",
            b in "((use|not|instead of|never|always|from|to|no longer|oak|pines|`y`|,|\\.|for) ?){0,12}",
        ) {
            if takes_back(&a, &b) {
                prop_assert!(Subject::of(&a).may_take_back(&b));
                prop_assert!(Subject::of(&b).may_be_taken_back_by(&a));
            }
        }

        #[test]
        fn any_two_texts_are_compared(
            a in "((use|not|instead of|never|from|to|x|`y`|é|,|\\.|for) ?){0,20}",
            b in "((use|not|instead of|never|from|to|x|`y`|é|,|\\.|for) ?){0,20}",
        ) {
            prop_assert!(!(takes_back(&a, &b) && takes_back(&b, &b)));
        }
    }
}
