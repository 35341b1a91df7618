//! Whose word a note is. What an agent writes is an agent's: it does not change what a person said.

use super::folding::fold;
use super::state::State;
use super::statement::{Author, Says, Statement};

/// Whether a note is a person's word: a person wrote, edited, accepted or pinned it, or typed it in a
/// prompt, where a rule found it.
pub fn is_persons(statements: &[Statement]) -> bool {
    let is_word = |statement: &Statement| {
        let is_said = matches!(statement.says, Says::Written(_) | Says::Said { .. });
        let is_changed =
            matches!(statement.says, Says::Edited(_) | Says::Moved { to: State::Active });
        match statement.by {
            Author::Person => is_said || is_changed,
            Author::Prompt => is_said,
            Author::Answer | Author::Agent | Author::Import | Author::Upkeep => false,
        }
    };
    statements.iter().any(is_word) || fold(statements).is_some_and(|note| note.pinned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_person_wrote_typed_or_accepted_is_a_persons_and_nothing_else() {
        let says = |by, says| Statement::new("n", 1, by, says);
        let written = |by| says(by, Says::Written(Box::default()));
        for by in [Author::Person, Author::Prompt] {
            assert!(is_persons(&[written(by)]), "{by:?}");
            assert!(is_persons(&[written(Author::Agent), written(by)]), "{by:?}");
        }
        let accepted = Says::Moved { to: State::Active };
        let pinned = Says::Pinned { pinned: true };
        for by in [Author::Agent, Author::Answer, Author::Import] {
            assert!(!is_persons(&[written(by), says(by, Says::Said { session: None })]), "{by:?}");
            // A note holds again because what took it back is gone: nobody said anything about it.
            assert!(!is_persons(&[written(by), says(Author::Prompt, accepted.clone())]));
            assert!(!is_persons(&[written(by), says(Author::Upkeep, accepted.clone())]));
            assert!(is_persons(&[written(by), says(Author::Person, accepted.clone())]));
            assert!(is_persons(&[written(by), says(Author::Person, pinned.clone())]));
        }
    }
}
