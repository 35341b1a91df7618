//! A kind of item beside turns: all that a new one needs, and that turns are found as before.

mod sandbox;

use std::time::Duration;

use mementor_core::Memory;
use mementor_core::embed::{Engines, LazyEmbedder};
use mementor_core::index::when::Now;
use mementor_core::item::{Fields, Kind, Kinds};
use mementor_core::memory::Within;
use mementor_core::search::{self, Query, QueryVector};
use mementor_core::store::{Access, Filter, ItemFacts, Scope, Store};
use sandbox::{NOW_MS, Sandbox, embed_all, harbour, rebuild_all};

const MEMO: Kind = Kind::new(2);

fn store(sandbox: &Sandbox) -> Store {
    let opened = Store::open(&sandbox.home(), Access::Write, Duration::from_secs(5), NOW_MS);
    opened.expect("a home of our own").store
}

/// Stores a memo and returns its id.
fn put(store: &mut Store, summary: &str, body: &str) -> i64 {
    let fields = Fields { head: summary, body };
    let chunk = 0..fields.passage().len();
    let project = store.read(|reader| reader.projects("harbour")).expect("a read")[0];
    let item =
        ItemFacts { kind: MEMO, project_id: project, started_at_ms: NOW_MS, secondary: false };
    let put = store.write(|writer| {
        let id = writer.add_item(&item)?;
        writer.put_item_text(id, &item, fields, std::slice::from_ref(&chunk)).map(|()| id)
    });
    put.expect("there is room")
}

/// Ids of the items of some kinds that a search finds, best first.
fn found(sandbox: &Sandbox, text: &str, kinds: Kinds, by_meaning: bool) -> Vec<i64> {
    let mut model = LazyEmbedder::new(sandbox.all_models(), Engines::default(), 1);
    let vector = by_meaning.then(|| QueryVector::of(&mut model, text).expect("it is bundled"));
    let query = Query {
        text: text.to_owned(),
        scope: Scope { kinds, ..Scope::default() },
        filter: Filter::default(),
        notes: None,
        limit: 10,
        suspect: Vec::new(),
    };
    let best = search::items(&store(sandbox), vector.flatten().as_ref(), &query, Now::utc(NOW_MS));
    best.expect("any text is a query").into_iter().map(|ranked| ranked.item).collect()
}

/// The turns that a person's query finds, with their scores.
fn turns(memory: &mut Memory, text: &str) -> Vec<(String, f64)> {
    let answer = memory.query(text, &Within::Everything, Filter::default(), 10, Now::utc(NOW_MS));
    let hits = answer.expect("any text is a query").found.hits;
    hits.into_iter().map(|hit| (hit.turn, hit.score)).collect()
}

#[test]
fn another_kind_of_item_is_found_beside_turns_where_it_is_asked_for_and_leaves_no_trace() {
    let sandbox = Sandbox::with_model();
    let mut memory = harbour(&sandbox);
    embed_all(&mut memory);
    let before = sandbox.dump();
    let lamp = turns(&mut memory, "lantern on the pier");
    assert_eq!(lamp[0].0, "lamp");
    let (lamp_id, everything) = (1, Kinds::of(&[Kind::TURN, MEMO]));

    let mut store = store(&sandbox);
    let memo = put(&mut store, "Paint the boat at the pier", "Two coats of zinnober varnish.");
    embed_all(&mut memory);
    for _ in 0..2 {
        // By words, by meaning, and beside turns.
        assert_eq!(found(&sandbox, "zinnober", Kinds::of(&[MEMO]), false), [memo]);
        let unspoken = "how to lacquer a ship";
        assert_eq!(found(&sandbox, unspoken, Kinds::of(&[MEMO]), false), [0; 0]);
        assert_eq!(found(&sandbox, unspoken, Kinds::of(&[MEMO]), true), [memo]);
        let mut both = found(&sandbox, "lantern on the pier", everything, true);
        both.sort_unstable();
        assert_eq!(both, [lamp_id, memo]);
        // What shows turns shows turns, in the same order.
        assert_eq!(turns(&mut memory, "lantern on the pier"), lamp);
        assert_eq!(turns(&mut memory, "zinnober"), []);
        assert_eq!(found(&sandbox, "zinnober", Kinds::default(), false), [0; 0]);
        let counted = |kinds| store.read(|r| r.searchable(&Scope { kinds, ..Scope::default() }));
        let counted = [Kinds::TURNS, Kinds::of(&[MEMO]), everything].map(counted);
        assert_eq!(counted.map(|count| count.expect("a count")), [2, 1, 3]);
        assert_eq!(memory.integrity_problems().expect("a check"), [""; 0]);
        rebuild_all(&mut memory);
    }

    store.write(|writer| writer.remove_item(memo)).expect("it is there");
    assert!(!found(&sandbox, "zinnober", everything, true).contains(&memo));
    assert_eq!(memory.integrity_problems().expect("a check"), [""; 0]);
    assert_eq!(sandbox.dump(), before);
    let left = "SELECT (SELECT count(*) FROM item WHERE kind <> 0)
                     + (SELECT count(*) FROM posting WHERE term LIKE 'zinnob%')
                     + (SELECT count(*) FROM chunk WHERE item_id NOT IN (SELECT id FROM turn))
                     + (SELECT count(*) FROM vector_block WHERE kind <> 0)";
    let left: i64 = sandbox.connection().query_row(left, [], |row| row.get(0)).expect("a count");
    assert_eq!(left, 0);
}

#[test]
fn a_memo_that_is_written_again_is_found_by_its_new_words_alone() {
    let sandbox = Sandbox::without_model();
    let mut memory = harbour(&sandbox);
    let mut store = store(&sandbox);
    let memo = put(&mut store, "Rope", "Old ropes are hemp.");
    let project = store.read(|reader| reader.projects("harbour")).expect("a read")[0];
    let item =
        ItemFacts { kind: MEMO, project_id: project, started_at_ms: NOW_MS, secondary: false };
    let fields = Fields { head: "Rope", body: "New ropes are nylon." };
    let again = |writer: &mut mementor_core::store::Writer| {
        let whole = 0..fields.passage().len();
        writer.put_item_text(memo, &item, fields, std::slice::from_ref(&whole))
    };
    store.write(again).expect("there is room");
    let kinds = Kinds::of(&[MEMO]);
    assert_eq!(found(&sandbox, "nylon", kinds, false), [memo]);
    assert_eq!(found(&sandbox, "hemp", kinds, false), [0; 0]);
    assert_eq!(memory.integrity_problems().expect("a check"), [""; 0]);
    rebuild_all(&mut memory);
    assert_eq!(found(&sandbox, "nylon", kinds, false), [memo]);
}
