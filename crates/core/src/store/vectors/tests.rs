//! Rows and blocks under arbitrary changes, searches compared with an exact scan, and damage.

use std::collections::BTreeMap;
use std::time::Duration;

use proptest::prelude::*;
use tempfile::TempDir;

use crate::error::{Error, Result};
use crate::item::{Kind, Kinds};
use crate::store::{Access, ItemFacts, Passage, Scope, Store, Writer};
use crate::vector::samples::{dot, unit};
use crate::vector::{VectorQuery, encode};

const MODEL: i64 = 1;
const OTHER: i64 = 2;
const CHUNKS_PER_TURN: i64 = 3;

/// Creates a store with two models and some queued chunks, three per turn; odd turns belong to
/// project 1 and even turns to project 2.
fn store(chunks: i64) -> (TempDir, Store) {
    let home = tempfile::tempdir().expect("room");
    let mut store = open(&home, Access::Write);
    let fill = |writer: &mut Writer| {
        let transaction = writer.transaction;
        transaction.execute_batch(
            "INSERT INTO project VALUES (1, 'one', 'one'), (2, 'two', 'two');
             INSERT INTO model (id, name, key) VALUES (1, 'm', 'm'), (2, 'other', 'other');",
        )?;
        for turn in 1..=chunks.div_euclid(CHUNKS_PER_TURN) + 1 {
            writer.put_item(turn, &item(2 - turn % 2))?;
        }
        for chunk in 0..chunks {
            transaction.execute(
                "INSERT INTO chunk (id, item_id, ordinal, start_byte, end_byte, hash)
                 VALUES (?1, ?2, 0, 0, 0, 'h')",
                [chunk, turn_of(chunk)],
            )?;
            writer.await_vectors(chunk)?;
        }
        Ok(())
    };
    store.write(fill).expect("an empty store");
    (home, store)
}

fn item(project_id: i64) -> ItemFacts {
    ItemFacts { kind: Kind::TURN, project_id, started_at_ms: 0, secondary: false }
}

fn open(home: &TempDir, access: Access) -> Store {
    let opened = Store::open(home.path(), access, Duration::from_secs(5), 0);
    opened.expect("a home of our own").store
}

fn turn_of(chunk: i64) -> i64 {
    chunk / CHUNKS_PER_TURN + 1
}

/// Returns a vector of 64 dimensions near one of ten others.
fn vector(number: i64) -> Vec<f32> {
    let mut state = number.unsigned_abs() * 2 + 1;
    let mut noise = |scale: f32| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        scale * ((state >> 40) as f32 / (1 << 24) as f32 - 0.5)
    };
    let topic = |at: usize| if at as i64 % 10 == number % 10 { 0.7 } else { 0.2 };
    unit((0..64).map(|at| topic(at) + noise(1.0)).collect())
}

fn put(writer: &mut Writer, chunk: i64, model: i64) -> Result<()> {
    writer.put_embedding(chunk, "h", model, &encode(&vector(chunk)))
}

fn filled(chunks: i64) -> (TempDir, Store) {
    let (home, mut store) = store(chunks);
    let numbers: Vec<i64> = (0..chunks).collect();
    for some in numbers.chunks(500) {
        let put_all = |writer: &mut Writer| some.iter().try_for_each(|&c| put(writer, c, MODEL));
        store.write(put_all).expect("chunks that wait");
    }
    (home, store)
}

fn problems(store: &Store) -> Vec<String> {
    store.read(|reader| reader.vector_problems()).expect("a check")
}

fn nearest(store: &Store, query: &[f32], scope: &Scope) -> Vec<Passage> {
    let query = VectorQuery::new(query);
    let found = store.read(|reader| reader.nearest(&query, MODEL, scope, 10)).expect("a search");
    found.into_iter().map(|(_, passage)| passage).collect()
}

fn count(store: &Store, sql: &str) -> i64 {
    store.connection.query_row(sql, [], |row| row.get(0)).expect("a number")
}

fn chunk_at(store: &Store, slot: i64) -> i64 {
    count(store, &format!("SELECT chunk_id FROM embedding WHERE slot = {slot}"))
}

#[test]
fn a_huge_id_is_damage_and_asks_for_no_memory() {
    let (_home, mut store) = store(9);
    store.write(|writer| writer.put_item(1 << 32, &item(1))).expect("a write");
    let query = VectorQuery::new(&vector(0));
    let found = store.read(|reader| reader.similar(&query, MODEL, &Scope::default()).map(drop));
    assert!(matches!(found, Err(Error::DatabaseCorrupt { .. })));
}

#[test]
fn a_search_finds_what_an_exact_scan_finds() {
    let chunks = 6_000;
    let (home, mut kept) = filled(chunks);
    let streamed = open(&home, Access::Read);
    kept.keep_vectors().expect("a mapping");
    assert_eq!(problems(&streamed), [""; 0]);
    assert_eq!(count(&kept, "SELECT centre IS NOT NULL FROM model WHERE id = 1"), 1);
    let (mut hits, mut asked) = (0, 0);
    for number in 0..40 {
        let query = vector(chunks + number);
        let mut exact: Vec<(f32, i64)> =
            (0..chunks).map(|chunk| (dot(&vector(chunk), &query), chunk)).collect();
        exact.sort_by(|a, b| b.0.total_cmp(&a.0));
        let found = nearest(&streamed, &query, &Scope::default());
        assert_eq!(found, nearest(&kept, &query, &Scope::default()));
        let chunks: Vec<i64> = found.iter().map(|best| chunk_at(&streamed, best.slot)).collect();
        hits += exact[..10].iter().filter(|(_, chunk)| chunks.contains(chunk)).count();
        asked += 10;

        let mut best_of_turns: BTreeMap<i64, f32> = BTreeMap::new();
        for &(similarity, chunk) in &exact {
            best_of_turns.entry(turn_of(chunk)).or_insert(similarity);
        }
        let query = VectorQuery::new(&query);
        let similar = streamed.read(|r| r.similar(&query, MODEL, &Scope::default()));
        let similar = similar.expect("a search");
        for turn in 0..=best_of_turns.len() as i64 + 1 {
            let passage = similar.of(turn);
            assert_eq!(passage.is_some(), best_of_turns.contains_key(&turn));
            let Some(passage) = passage else { continue };
            assert_eq!(turn_of(chunk_at(&streamed, passage.slot)), turn);
            assert!((passage.similarity - best_of_turns[&turn]).abs() < 0.4);
        }
    }
    // A code of 64 bits says little about a vector; 384 find more than 98 of 100.
    assert!(hits * 100 >= asked * 92, "{hits} of {asked}");
}

#[test]
fn a_project_sees_its_own_vectors_and_a_small_one_exactly() {
    let (_home, store) = filled(1_500);
    let query = vector(9_999);
    let scope = Scope { projects: Some(vec![2]), ..Scope::default() };
    let mut exact: Vec<(f32, i64)> = (0..1_500)
        .filter(|chunk| turn_of(*chunk) % 2 == 0)
        .map(|chunk| (dot(&vector(chunk), &query), chunk))
        .collect();
    exact.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (found, (similarity, _)) in nearest(&store, &query, &scope).iter().zip(exact) {
        assert!((found.similarity - similarity).abs() < 1e-3);
        assert_eq!(found.slot >> 32, 2);
    }
}

#[test]
fn a_cache_sees_what_others_and_itself_have_written() {
    let (home, mut kept) = filled(300);
    kept.keep_vectors().expect("a mapping");
    let best = |store: &Store| nearest(store, &vector(7), &Scope::default())[0];
    assert_eq!(chunk_at(&kept, best(&kept).slot), 7);
    let mut other = open(&home, Access::Write);
    other.write(|writer| writer.drop_embeddings(7)).expect("it is there");
    assert!(best(&kept).similarity < 0.99);
    kept.write(|writer| put(writer, 7, MODEL)).expect("it waits");
    assert!(best(&kept).similarity > 0.99);
    assert_eq!(best(&kept), best(&other));
}

#[test]
fn a_vector_is_never_compared_with_those_of_another_model() {
    let (_home, mut store) = filled(60);
    store.write(|writer| (0..30).try_for_each(|c| put(writer, c, OTHER))).expect("beside them");
    assert_eq!(problems(&store), [""; 0]);
    let waiting =
        |store: &Store, key| store.read(|reader| reader.waiting_count(Some(key))).expect("a count");
    assert_eq!((waiting(&store, "m"), waiting(&store, "other")), (0, 30));
    assert_eq!(count(&store, "SELECT count(*) FROM embedding"), 90);
    let models = |store: &Store, slot| {
        count(store, &format!("SELECT model_id FROM embedding WHERE slot = {slot}"))
    };
    let found = nearest(&store, &vector(3), &Scope::default());
    assert!(found.iter().all(|passage| models(&store, passage.slot) == MODEL));
    assert_eq!(chunk_at(&store, found[0].slot), 3);
    let dropped = store.write(|writer| writer.drop_other_models("other")).expect("both are there");
    assert_eq!((dropped, problems(&store)), (60, Vec::new()));
    assert!(nearest(&store, &vector(3), &Scope::default()).is_empty());
    assert_eq!((waiting(&store, "other"), waiting(&store, "m")), (30, 60));
    assert_eq!(count(&store, "SELECT count(*) FROM embedding"), 30);
}

#[test]
fn vectors_of_another_kind_of_item_stand_in_blocks_of_their_own() {
    let (_home, mut store) = filled(60);
    let turns = nearest(&store, &vector(3), &Scope::default());
    let other = ItemFacts { kind: Kind::new(1), ..item(1) };
    let added = store.write(|writer| {
        let id = writer.add_item(&other)?;
        writer.transaction.execute(
            "INSERT INTO chunk (id, item_id, ordinal, start_byte, end_byte, hash)
             VALUES (1003, ?1, 0, 0, 0, 'h')",
            [id],
        )?;
        writer.await_vectors(1003)?;
        put(writer, 1003, MODEL).map(|()| id)
    });
    let added = added.expect("a chunk");
    assert_eq!(problems(&store), [""; 0]);
    assert_eq!(nearest(&store, &vector(3), &Scope::default()), turns);
    let others = Scope { kinds: Kinds::of(&[Kind::new(1)]), ..Scope::default() };
    let found = nearest(&store, &vector(3), &others);
    assert_eq!(found.iter().map(|best| chunk_at(&store, best.slot)).collect::<Vec<_>>(), [1003]);
    let query = VectorQuery::new(&vector(3));
    let similar = store.read(|reader| reader.similar(&query, MODEL, &others));
    let similar = similar.expect("a search");
    let with_vectors = (0..=added + 1).filter(|item| similar.of(*item).is_some());
    assert_eq!(with_vectors.collect::<Vec<_>>(), [added]);
    store.write(|writer| writer.rebuild_vector_blocks()).expect("rows");
    assert_eq!(nearest(&store, &vector(3), &Scope::default()), turns);
    assert_eq!(nearest(&store, &vector(3), &others), found);
}

#[test]
fn damage_is_found_and_made_good_from_the_rows() {
    for damage in [
        "UPDATE vector_groups SET groups = zeroblob(length(groups))",
        "UPDATE vector_groups SET groups = x'0102'",
        "UPDATE vector_groups SET groups = randomblob(length(groups))",
        "UPDATE vector_groups SET groups = randomblob(4000000)",
        "DELETE FROM vector_groups",
        "DELETE FROM vector_groups; DELETE FROM vector_block",
        "UPDATE vector_block SET model_id = 2",
        "DELETE FROM embedding WHERE chunk_id % 3 = 0",
        "UPDATE embedding SET code = x'' WHERE chunk_id = 5",
        "UPDATE embedding SET code = randomblob(84) WHERE chunk_id = 5",
        "UPDATE embedding SET model_id = 2 WHERE chunk_id = 5",
        "UPDATE embedding SET chunk_id = -chunk_id WHERE chunk_id % 7 = 1",
        "DELETE FROM waiting",
        "INSERT INTO waiting SELECT 1, id FROM chunk WHERE id % 7 = 0",
        "INSERT INTO waiting VALUES (1, 999999)",
        "UPDATE model SET centre = x'ffffffff' WHERE id = 1",
    ] {
        let (_home, mut store) = filled(1_100);
        store.connection.execute_batch(damage).expect("a statement");
        if !damage.contains("centre") {
            assert_ne!(problems(&store), [""; 0], "{damage}");
        }
        let _ = nearest(&store, &vector(3), &Scope::default());
        // Writing continues with the damage in place.
        let work = |writer: &mut Writer| (0..50).try_for_each(|chunk| put(writer, chunk, MODEL));
        store.write(work).expect(damage);
        store.write(|writer| writer.rebuild_vector_blocks()).expect(damage);
        assert_eq!(problems(&store), [""; 0], "{damage}");
        let kept = count(&store, "SELECT count(*) FROM embedding");
        let waiting = count(&store, "SELECT count(*) FROM waiting WHERE model_id = 1");
        let of_model = count(&store, "SELECT count(*) FROM embedding WHERE model_id = 1");
        assert_eq!((waiting + of_model, kept >= of_model), (1_100, true));
    }
}

#[derive(Debug, Clone, Copy)]
enum Change {
    Put(i64, i64),
    Drop(i64),
    Move(i64, i64),
    Commit,
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        6 => (0..120_i64, MODEL..=OTHER).prop_map(|(chunk, model)| Change::Put(chunk, model)),
        3 => (0..120_i64).prop_map(Change::Drop),
        1 => (0..40_i64, 1..=2_i64).prop_map(|(turn, project)| Change::Move(turn, project)),
        1 => Just(Change::Commit),
    ]
}

impl Change {
    fn make(self, writer: &mut Writer) -> Result<()> {
        match self {
            Self::Put(chunk, model) => put(writer, chunk, model),
            Self::Drop(chunk) => {
                writer.drop_embeddings(chunk)?;
                writer.await_vectors(chunk)
            }
            Self::Move(turn, project) => writer.put_item(turn, &item(project)),
            Self::Commit => Ok(()),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn rows_and_blocks_agree_after_any_changes(changes in prop::collection::vec(change(), 1..250)) {
        let (_home, mut store) = store(120);
        for some in changes.split(|change| matches!(change, Change::Commit)) {
            store.write(|writer| some.iter().try_for_each(|change| change.make(writer)))
                .expect("changes");
            prop_assert_eq!(problems(&store), [""; 0]);
            let taken = count(&store, "SELECT coalesce(sum(taken), 0) FROM vector_block");
            prop_assert_eq!(taken, count(&store, "SELECT count(*) FROM embedding"));
        }
        let misplaced = count(
            &store,
            "SELECT count(*) FROM embedding JOIN chunk ON chunk.id = chunk_id
             JOIN item ON item.id = item_id WHERE embedding.slot >> 32 <> project_id",
        );
        prop_assert_eq!(misplaced, 0);
        store.write(|writer| (0..120).try_for_each(|chunk| Change::Drop(chunk).make(writer)))
            .expect("changes");
        prop_assert_eq!(count(&store, "SELECT count(*) FROM vector_block"), 0);
        prop_assert_eq!(count(&store, "SELECT count(*) FROM vector_groups"), 0);
    }
}
