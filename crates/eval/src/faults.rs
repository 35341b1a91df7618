//! Detects excerpts that read badly, as far as a program can.

use crate::stored::StoredTurn;

/// Returns the faults of an excerpt of a turn.
pub fn faults(excerpt: &str, turn: &StoredTurn) -> Vec<&'static str> {
    let lines: Vec<&str> = excerpt.lines().filter(|line| !line.trim().is_empty()).collect();
    let Some(last) = lines.last().map(|line| line.trim()) else { return Vec::new() };
    let fences = lines.iter().filter(|line| line.trim_start().starts_with("```")).count();
    let separated = lines.iter().any(|line| line.starts_with("|-") || line.starts_with("| -"));
    let is_data = |line: &&str| line.starts_with("{\"") || line.starts_with("<task");
    let found = [
        ("unclosed fence", fences % 2 == 1),
        ("unmarked cut", is_cut(last, turn)),
        ("heading alone", is_heading(last)),
        ("lead-in", last.trim_end_matches(['*', '_', '`', ' ']).ends_with(':')),
        ("repeats its prompt", repeats(excerpt, &turn.prompt)),
        ("row without header", !separated && lines.iter().any(|line| line.starts_with('|'))),
        ("data", lines.iter().any(is_data)),
    ];
    found.into_iter().filter(|(_, is)| *is).map(|(name, _)| name).collect()
}

/// Returns whether the excerpt is cut off within a line of the turn without marking it.
fn is_cut(last: &str, turn: &StoredTurn) -> bool {
    let ended = last.trim_end_matches(['*', '_', '`', ')', '"', ']', '”']);
    if ended.ends_with(['.', '!', '?', '…', '。', '！', '？']) || last.starts_with("```") {
        return false;
    }
    let ends_line = |text: &str| {
        text.match_indices(last).any(|(at, _)| {
            let rest = text[at + last.len()..].trim_start_matches([' ', '\r']);
            rest.is_empty() || rest.starts_with('\n')
        })
    };
    !ends_line(&turn.prompt) && !ends_line(&turn.answer)
}

fn is_heading(line: &str) -> bool {
    line.starts_with("# ")
        || line.starts_with("##")
        || (line.starts_with("**")
            && line.ends_with("**")
            && line.len() < 80
            && !line.ends_with(".**"))
}

/// Returns whether the prompt contains every line of the excerpt, or every part of a line between
/// `…`.
fn repeats(excerpt: &str, prompt: &str) -> bool {
    let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (prompt, lines) = (squeezed(prompt), excerpt.split(['\n', '…']));
    let mut lines = lines.map(squeezed).filter(|line| !line.is_empty()).peekable();
    lines.peek().is_some() && lines.all(|line| prompt.contains(&line))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(excerpt: &str) -> Vec<&'static str> {
        let turn = StoredTurn {
            started_at_ms: 0,
            id: String::new(),
            sessions: Vec::new(),
            of_agent: false,
            prompt: "Which port is it? It was 5432 once.".to_owned(),
            answer: "The port is 6543 since May.\n\n- behind the bouncer\n- never direct"
                .to_owned(),
        };
        faults(excerpt, &turn)
    }

    #[test]
    fn whole_pieces_have_no_fault() {
        for good in ["The port is 6543 since May.", "- behind the bouncer", "The port is …", ""] {
            assert_eq!(found(good), Vec::<&str>::new(), "{good}");
        }
    }

    #[test]
    fn each_fault_is_named() {
        for (bad, fault) in [
            ("```sh\nls.", "unclosed fence"),
            ("The port is", "unmarked cut"),
            ("## Ports", "heading alone"),
            ("The port is:", "lead-in"),
            ("It was 5432 once.", "repeats its prompt"),
            ("| a | b |.", "row without header"),
            ("{\"tool\": 1}.", "data"),
        ] {
            assert!(found(bad).contains(&fault), "{bad}: {:?}", found(bad));
        }
    }
}
