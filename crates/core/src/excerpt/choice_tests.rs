//! Tests which units of a turn are chosen, and how cuts are marked.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;

fn chosen(prompt: &str, answer: &str, words: &[&str], chars_max: usize) -> String {
    let rarities: BTreeMap<String, f64> =
        words.iter().map(|word| ((*word).to_owned(), 1.0)).collect();
    let text = TurnText { prompt: prompt.to_owned(), answer: answer.to_owned() };
    let wanted = Wanted::new(rarities, None);
    Excerpts::of(&text, &[], &wanted).choose(&wanted, Room::of(chars_max))
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
fn a_command_that_is_asked_for_comes_with_its_fence_before_sentences_about_the_same() {
    let answer = format!(
        "The app is damaged for the system, as a damaged app has a mark.\n\n{FILLER}\n\n\
         Once it lies in its folder:\n\n```sh\nclear-mark -r /Apps/Boat\n```\n\n{FILLER}"
    );
    let rarities = ["app", "damage"].map(|word| (word.to_owned(), 0.5)).into();
    let text = TurnText { prompt: String::new(), answer };
    let wanted =
        Wanted::new(rarities, None).asking("the app is damaged, what was the command again?");
    let found = Excerpts::of(&text, &[], &wanted).choose(&wanted, Room::of(200));
    assert!(found.contains("clear-mark -r"), "{found}");
}

#[test]
fn the_yes_or_no_that_is_asked_for_comes_with_what_leans_on_it() {
    let told = "Not really a problem though: the login for tests works on the preview branches, so \
        that signing in can still be tested there. Only oauth needs staging and the deployment.";
    let answer = format!("Correct. Previews get an address of their own.\n\n{FILLER}\n\n{told}");
    let rarities = ["oauth", "preview", "branch"].map(|word| (word.to_owned(), 1.0)).into();
    let text = TurnText { prompt: String::new(), answer };
    let wanted = Wanted::new(rarities, None).asking("does oauth work on preview branches");
    let of =
        |wanted: &Wanted, room| Excerpts::of(&text, &[], wanted).choose(wanted, Room::of(room));
    for room in [100, 240, 480] {
        assert!(of(&wanted, room).starts_with("Correct. Previews"), "{room}");
    }
    assert!(of(&wanted, 480).contains("Not really a problem"));
    let other = wanted.asking("oauth on preview branches");
    assert!(of(&other, 240).starts_with("… Not really"), "{}", of(&other, 240));
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
    assert!(found.starts_with("| a | port |\n|-|-|\n…\n"), "{found}");
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
    let wanted = Wanted::default();
    let found = Excerpts::of(&text, &similar, &wanted).choose(&wanted, Room::of(45));
    assert_eq!(found, format!("{one} …"));
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
    let excerpts = Excerpts::of(&text, &[], &wanted);
    let found = |room| excerpts.choose(&wanted, room);
    assert_eq!(found(Room { chars: 24, best: 100 }), format!("{best} …"));
    assert_eq!(found(Room { chars: 24, best: 0 }), "… It is a port.");
}

#[test]
fn short_sentences_without_a_word_that_is_looked_for_stand_alone_only() {
    let told = "The port is 6543, which every service of the cluster reads from one file when it \
                starts, so that a change of it asks for a restart of all of them.";
    let answer = format!("It looks fine to me.\n\n{told}\n\nThe picture is full.");
    assert_eq!(chosen("", &answer, &["port"], 300), format!("… {told} …"));
    assert_eq!(chosen("", "It looks fine to me.", &["port"], 200), "It looks fine to me.");
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
    let found = chosen("", "First.\r\n\r\nThe port is 6543.\r\n", &["port"], 30);
    assert_eq!(found, "… The port is 6543.");
}

#[test]
fn what_stands_before_and_behind_is_marked_and_a_table_keeps_its_rows() {
    let list = format!("- {FILLER}\n- the port is 6543 for staging\n- {FILLER}");
    assert_eq!(chosen("", &list, &["port"], 50), "… - the port is 6543 for staging …");
    let table = format!("| a | port |\n|---|---|\n| staging | 6543 |\n| {FILLER} | 1 |");
    assert!(chosen("", &table, &["stage"], 60).ends_with("| staging | 6543 |\n…"));
}

#[test]
fn what_has_no_content_is_left_out() {
    let answer = "Good!\n\nLet me look. Done. Raised the port to 6543.";
    assert_eq!(chosen("", answer, &["port"], 80), "… Raised the port to 6543.");
}

#[test]
fn an_unanswered_prompt_is_shown_only_where_it_holds_what_is_wanted() {
    let prompt = format!("{FILLER} {FILLER}\n\nThe staging port must stay at 6543.");
    assert!(chosen(&prompt, "", &["port"], 100).contains("6543"));
    assert_eq!(chosen(&prompt, "", &["bouncer"], 100), "");
}

const SHARED: &str = "Good question. Let me think about this...\n\n\
    **Today**: the lock is named after the commit, so two folders at one commit share it.\n\n\
    **Why this might be intended**:\n- Simpler names for the lock\n- A copied folder finds its lock\n\n\
    **But in daily work**:\n- Folders are meant to be apart\n- Each one has files of its own\n\n\
    So honestly... **no, there is no good reason to share the lock**. It is a leftover.\n\n\
    A cleaner way is one lock for each folder.";

#[test]
fn a_kept_item_brings_the_line_that_says_how_it_is_meant_and_what_turns_it_round() {
    for chars_max in [240, 300, 340, 400, 480] {
        let found = chosen("", SHARED, &["intend", "simpler", "name"], chars_max);
        let item = found.contains("Simpler names") || found.contains("A copied folder");
        assert!(!item || found.contains("**Why this might be intended**:\n"), "{found}");
        assert!(!item || found.contains("**But in daily work**:\n- Folders"), "{found}");
        assert!(!item || found.contains("no good reason to share"), "{found}");
        assert!(item || chars_max < 340, "{found}");
        assert!(!found.contains("Good question"), "{found}");
    }
}

#[test]
fn a_recommendation_comes_with_the_choices_before_it() {
    let answer = "Some names:\n1. **unsaved work** - every user knows it\n2. **progress** - short\n\n\
                  I'd suggest **unsaved work**, as it needs no explanation:\n\n```\nshow\n```\n\n\
                  Would you like me to change it?";
    let found = chosen("", answer, &["progress"], 240);
    assert!(
        found.contains("2. **progress**") && found.contains("I'd suggest **unsaved"),
        "{found}"
    );
}

#[test]
fn a_heading_is_shown_unless_it_says_nothing() {
    let answer = format!(
        "## Summary\n\n{FILLER}\n\n## Option B (rejected)\n\nKeep the port at 6543 for all.\n\n\
         ## Results\n\nThe host is db-2 and stays so."
    );
    let found = chosen("", &answer, &["port"], 80);
    assert_eq!(found, "… ## Option B (rejected)\nKeep the port at 6543 for all. …");
    let found = chosen("", &answer, &["host"], 60);
    assert_eq!(found, "… The host is db-2 and stays so.");
}

#[test]
fn a_lead_in_governs_its_list_and_not_the_paragraph_after_it() {
    let answer = "Rather low, I think. It takes:\n1. A method on each port\n2. A list of them\n\n\
                  The one thing to mind is that the port must be known first.";
    let found = chosen("", answer, &["mind", "first"], 90);
    assert_eq!(found, "… The one thing to mind is that the port must be known first.");
    let found = chosen("", answer, &["list"], 60);
    assert_eq!(found, "… It takes: …\n2. A list of them …");
    let found = chosen("", answer, &["low", "port"], 300);
    assert!(found.starts_with("Rather low, I think.\nIt takes:\n1."), "{found}");
}

#[test]
fn a_sentence_behind_an_announcement_is_kept() {
    let answer = format!("Let me read it. The bug is in `port.rs`.\n\n{FILLER}");
    assert_eq!(chosen("", &answer, &["bug"], 50), "… The bug is in `port.rs`. …");
    let middle = "The port was wrong. Let me look. It is 6543 now.";
    assert_eq!(chosen("", middle, &["port"], 90), "The port was wrong. … It is 6543 now.");
}

#[test]
fn an_excerpt_begins_with_no_bare_mark_and_lists_keep_their_numbers() {
    let list = format!("1. {FILLER}\n2. The port is 6543.\n3. {FILLER}\n4. The port stays.");
    let found = chosen("", &list, &["port"], 70);
    assert_eq!(found, "… 2. The port is 6543. …\n4. The port stays.");
    let long = format!("7. {FILLER} {FILLER} {FILLER} {FILLER} The port is 6543.");
    assert_eq!(chosen("", &long, &["port"], 40), "7. … The port is 6543.");
    let nested =
        "- **The old way**\n  - port 5432 for all\n- **The new way**\n  - port 6543 for all";
    assert_eq!(chosen("", nested, &["6543"], 60), "… - **The new way**\n  - port 6543 for all");
}

#[test]
fn what_the_prompt_says_is_told_from_the_answer() {
    let prompt = format!("{FILLER} {FILLER}\n\nConsider the port 5432 for staging.");
    let found = chosen(&prompt, "Done. It is 6543 now, for all of them.", &["port", "6543"], 200);
    assert_eq!(
        found,
        "asked: … Consider the port 5432 for staging.\n… It is 6543 now, for all of them."
    );
}

proptest! {
    #[test]
    fn any_turn_stays_within_its_bound(
        prompt in "[-a-c .:|`#\\n]{0,200}", answer in "[-a-c .:|`#*\\né字]{0,400}", chars_max in 40_usize..200,
    ) {
        let found = chosen(&prompt, &answer, &["a", "b"], chars_max);
        prop_assert!(found.chars().count() <= chars_max + 2 * JOINT_CHARS, "{found:?}");
        let is_fence = |line: &&str| line.starts_with("```") && !line.trim_start_matches('`').contains('`');
        // What was asked begins with whatever the prompt does.
        let lines = found.lines().map(|line| line.trim_start_matches("asked: "));
        let fences = lines.filter(is_fence).count();
        prop_assert!(fences % 2 == 0, "{found:?}");
    }
}
