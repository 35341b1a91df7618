//! A search with any words and filters, in a small fixed store.

use std::cell::RefCell;

use mementor_core::index::when::Now;
use mementor_core::memory::Within;
use mementor_core::recall::Prompt;
use mementor_core::removal::forget::Selection;
use mementor_core::store::{Filter, Scope};
use mementor_core::{Error, Memory};
use tempfile::TempDir;

use super::store::{NOW_MS, filled};

thread_local! {
    static STORE: RefCell<(TempDir, Memory)> = RefCell::new(filled());
}

const LIMIT: usize = 3;

/// Input lines: the query, then the filters file, command, error, session and branch; an empty line
/// is no filter.
pub fn run(data: &[u8]) {
    let input = String::from_utf8_lossy(data);
    let mut lines = input.splitn(6, '\n');
    let text = lines.next().unwrap_or_default();
    let mut condition = || lines.next().filter(|line| !line.is_empty()).map(str::to_owned);
    let filter = Filter {
        file: condition(),
        command: condition(),
        error: condition(),
        session: condition(),
        branch: condition(),
        ..Filter::default()
    };
    STORE.with_borrow_mut(|(_, memory)| search(memory, text, &filter));
}

fn search(memory: &mut Memory, text: &str, filter: &Filter) {
    for filter in [filter, &Filter::default()] {
        let answer =
            memory.query(text, &Within::Everything, filter.clone(), LIMIT, Now::utc(NOW_MS));
        let hits = answer.expect("any query is answered").found.hits;
        assert!(hits.len() <= LIMIT && hits.iter().all(|hit| hit.score.is_finite()));
        assert!(hits.is_sorted_by(|a, b| a.score >= b.score), "best first");
    }
    let project = Within::Project("shop".to_owned());
    let weighed = memory.weigh(text, &project, Now::utc(NOW_MS)).expect("any prompt is weighed");
    assert!((0.0..=1.0).contains(&weighed.probability));
    let prompt = Prompt {
        text: text.to_owned(),
        session: filter.session.clone().unwrap_or_default(),
        rate: 0.2,
        now: Now::utc(NOW_MS),
        ..Prompt::default()
    };
    memory.recall(&prompt, std::path::Path::new("/shop")).expect("any prompt is answered");
    memory.show(text).expect("any prefix is looked for");
    let selection = Selection {
        ids: vec![text.to_owned()],
        containing: filter.file.clone(),
        filter: filter.clone(),
        scope: Scope::default(),
    };
    match memory.select(selection, None) {
        Ok(_) | Err(Error::InvalidArgument(_)) => {}
        Err(error) => panic!("any selection is answered: {error}"),
    }
}
