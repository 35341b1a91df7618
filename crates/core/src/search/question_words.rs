//! Question words, in one table: each reader of a prompt uses the lists that it needs.

use crate::word_list::among;

/// English question words.
const ENGLISH: &str = "what when where which who whom whose why how";

/// English verbs that begin a question. Such a prompt asks, but one word after the verb is not yet
/// a subject: "is it done?", "can you commit?".
const ENGLISH_VERBS: &str = "did do does is are was were can could should have has";

/// Why, in other languages.
const WHY: &str = "warum wieso weshalb pourquoi perche почему";
/// How, and why in words that say other things too ("porque" is "because").
const HOW: &str = "wie porque зачем как";
const WHY_AND_HOW_CJK: [&str; 8] =
    ["为什么", "為什麼", "为啥", "怎么", "怎麼", "なぜ", "왜", "어떻게"];

/// Words that ask for causes, but begin questions about other things too ("como" is "like").
const CAUSES: &str = "woran como";
const CAUSES_CJK: [&str; 2] = ["原因", "どうやって"];

/// What, when, where, which and who, in other languages.
const FACTS: &str = "que cuando donde quien cual onde quem qual was wann wo wer welche welcher \
    welches quand ou qui qu comment quel quelle dove dov chi cos cosa come quale что когда \
    где кто какои какая какие";
const FACTS_CJK: [&str; 10] =
    ["哪里", "哪裡", "在哪", "什么", "什麼", "どう", "どこ", "いつ", "어디", "언제"];

/// Whether a word at the beginning of a prompt makes it a question. English only: other languages
/// are recognised by their question mark.
pub fn begins_question(word: &str) -> bool {
    among(ENGLISH, word) || among(ENGLISH_VERBS, word)
}

/// Whether a non-English word asks why or how something behaves. None of these words is also an
/// English word.
pub fn asks_for_cause(word: &str) -> bool {
    [WHY, HOW, CAUSES].iter().any(|list| among(list, word))
        || WHY_AND_HOW_CJK.iter().chain(&CAUSES_CJK).any(|piece| word.contains(piece))
}

/// Whether a word asks why, in English or another language, and says nothing else.
pub fn asks_why(word: &str) -> bool {
    word == "why" || among(WHY, word)
}

/// Whether a word at the beginning of a prompt asks for a fact, so that one more word names its
/// subject: "why redis?".
pub fn asks_for_fact(word: &str) -> bool {
    [ENGLISH, WHY, HOW, FACTS].iter().any(|list| among(list, word))
}

/// Like [`asks_for_fact`], for a piece of a script without spaces between words.
pub fn asks_for_fact_cjk(word: &str) -> bool {
    WHY_AND_HOW_CJK.iter().chain(&FACTS_CJK).any(|piece| word.contains(piece))
}
