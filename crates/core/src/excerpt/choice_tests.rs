//! Tests which units of a turn are chosen, and how cuts are marked.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;

fn chosen(prompt: &str, answer: &str, words: &[&str], chars_max: usize) -> String {
    let rarities: BTreeMap<String, f64> =
        words.iter().map(|word| ((*word).to_owned(), 1.0)).collect();
    let text = TurnText { prompt: prompt.to_owned(), answer: answer.to_owned() };
    choose(&text, &[], &Wanted::new(rarities, None), Room::of(chars_max))
}

const FILLER: &str = "Another thing was looked at meanwhile, and it had nothing to do with this.";

#[test]
fn the_paragraph_that_answers_is_taken_and_the_old_prompt_is_not() {
    let answer =
        format!("Let me check the config:\n\n{FILLER}\n\n## Ports\n\nThe staging port is 6543.");
    let found = chosen("Which port does staging use?", &answer, &["port", "stage"], 60);
    assert_eq!(found, "… The staging port is 6543.");
}

#[test]
fn the_last_words_of_a_short_answer_are_shown_whatever_they_hold() {
    let answer = "The copper valve is\n\nin the cellar.";
    assert_eq!(
        chosen("", answer, &["copper", "valve"], 200),
        "The copper valve is\nin the cellar."
    );
}

#[test]
fn a_cut_between_two_pieces_is_marked() {
    let answer = format!(
        "The port is 6543.\n\n{FILLER} {FILLER}\n\nThe staging host is db-2, which the bouncer knows."
    );
    let found = chosen("", &answer, &["port", "host"], 100);
    assert_eq!(found, "The port is 6543. …\nThe staging host is db-2, which the bouncer knows.");
}

#[test]
fn a_row_brings_its_head_an_item_its_lead_in_and_code_its_fence() {
    let table = "| a | port |\n|---|---|\n| x | 1 |\n| staging | 6543 |";
    let found = chosen("", table, &["stage"], 60);
    assert!(found.starts_with("…\n| a | port |\n|-|-|\n"), "{found}");
    assert!(found.ends_with("| staging | 6543 |"), "{found}");
    let list = "The fix is:\n- raise the timeout\n- nothing else here matters at all";
    assert!(chosen("", list, &["timeout"], 60).starts_with("The fix is:\n- raise the timeout"));
    let code =
        format!("```rust\n{}let port = 6543;\n{}```", "// x\n".repeat(90), "// y\n".repeat(90));
    let found = chosen("", &code, &["port"], 200);
    assert!(found.starts_with("```rust\n…\n") && found.ends_with("…\n```"), "{found}");
    assert!(found.contains("let port = 6543;"), "{found}");
}

#[test]
fn the_more_similar_paragraph_wins_where_no_word_decides() {
    let (one, other) =
        ("The cause was the missing lock file.", "The weather was fine all the time.");
    let text = TurnText { prompt: String::new(), answer: format!("{one}\n\n{other}") };
    let similar = [(0..one.len(), 0.8), (one.len() + 2..text.answer.len(), 0.1)];
    assert_eq!(choose(&text, &similar, &Wanted::default(), Room::of(45)), format!("{one} …"));
}

#[test]
fn without_a_query_it_is_the_conclusion() {
    let answer = format!(
        "{FILLER}\n\n{FILLER} Again.\n\nIn the end the retry was raised to five.\n\nShall I commit?"
    );
    let found = chosen("", &answer, &[], 48);
    assert_eq!(found, "… In the end the retry was raised to five.");
}

#[test]
fn what_answers_best_is_shown_whole_or_nothing_else_is() {
    let best = "The staging port is 6543, and the bouncer listens there for the pool.";
    let text = TurnText { prompt: String::new(), answer: format!("{best}\n\nIt is a port.") };
    let words = ["port", "stage", "bouncer"].map(|word| (word.to_owned(), 1.0));
    let wanted = Wanted::new(words.into_iter().collect(), None);
    let found = |room| choose(&text, &[], &wanted, room);
    assert_eq!(found(Room { chars: 24, best: 100 }), format!("{best} …"));
    assert_eq!(found(Room { chars: 24, best: 0 }), "… It is a port.");
}

#[test]
fn short_sentences_without_a_word_that_is_looked_for_stand_alone_only() {
    let told = "The port is 6543, which every service of the cluster reads from one file when it \
                starts, so that a change of it asks for a restart of all of them.";
    let answer = format!("That makes sense.\n\n{told}\n\nNow I have the full picture.");
    assert_eq!(chosen("", &answer, &["port"], 300), format!("… {told} …"));
    assert_eq!(chosen("", "That makes sense.", &["port"], 200), "That makes sense.");
    let named = "The port is in the file.\n\nThe file is `a.rs`.\n\n## Host port\n\nGraz, as ever.";
    let found = chosen("", named, &["port"], 200);
    assert!(found.contains("`a.rs`") && found.ends_with("Graz, as ever."), "{found}");
}

#[test]
fn odd_turns_are_read() {
    assert_eq!(chosen("Only asked.", "", &["asked"], 100), "");
    assert_eq!(chosen("", "", &[], 100), "");
    let line = format!("{}port 6543 {}", "word ".repeat(20_000), "word ".repeat(20_000));
    let found = chosen("", &line, &["port"], 400);
    assert!(
        found.starts_with('…') && found.ends_with('…') && found.contains("port 6543"),
        "{found}"
    );
    let cjk = "設定を読みました。ポートは六五四三番です。再起動は要りません。".repeat(20);
    assert!(!chosen("", &cjk, &[], 60).is_empty());
    let steer =
        format!("Do it.\n\n{}\n\nuse port 6543 for staging please, and no other", "x".repeat(120));
    assert!(chosen(&steer, "", &["port"], 100).contains("port 6543"));
    let found = chosen("", "One.\r\n\r\nThe port is 6543.\r\n", &["port"], 30);
    assert_eq!(found, "… The port is 6543.");
}

#[test]
fn what_stands_before_and_behind_is_marked_and_a_table_keeps_its_rows() {
    let list = format!("- {FILLER}\n- the port is 6543 for staging\n- {FILLER}");
    assert_eq!(chosen("", &list, &["port"], 50), "…\n- the port is 6543 for staging …");
    let table = format!("| a | port |\n|---|---|\n| staging | 6543 |\n| {FILLER} | 1 |");
    assert!(chosen("", &table, &["stage"], 60).ends_with("| staging | 6543 |\n…"));
}

#[test]
fn reports_that_all_is_well_are_left_out() {
    let answer = "Good! TypeScript passes.\n\nAll tests pass now. Done. Raised the port to 6543.";
    assert_eq!(chosen("", answer, &["port"], 80), "… Done. Raised the port to 6543.");
}

#[test]
fn an_unanswered_prompt_is_shown_only_where_it_holds_what_is_wanted() {
    let prompt = format!("{FILLER} {FILLER}\n\nThe staging port must stay at 6543.");
    assert!(chosen(&prompt, "", &["port"], 100).contains("6543"));
    assert_eq!(chosen(&prompt, "", &["bouncer"], 100), "");
}

proptest! {
    #[test]
    fn any_turn_stays_within_its_bound(
        prompt in "[-a-c .:|`#\\n]{0,200}", answer in "[-a-c .:|`#*\\né字]{0,400}", chars_max in 40_usize..200,
    ) {
        let found = chosen(&prompt, &answer, &["a", "b"], chars_max);
        prop_assert!(found.chars().count() <= chars_max + 2 * JOINT_CHARS, "{found:?}");
        let is_fence = |line: &&str| line.starts_with("```") && !line.trim_start_matches('`').contains('`');
        let fences = found.lines().filter(is_fence).count();
        prop_assert!(fences % 2 == 0, "{found:?}");
    }
}
