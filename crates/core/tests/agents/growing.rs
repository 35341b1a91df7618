//! Documents that a client writes anew as the conversation goes on.

use mementor_core::secrets::Masker;
use mementor_core::sources::{Batch, Cursor, Gemini, Limits, Part, Source as _};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::world::{World, rows};

const FILE: &str = "weir/chats/session-2026-01-02T03-04-0b3f7a52.json";

fn document(messages: &[Value]) -> Vec<u8> {
    let session = "0b3f7a52-6f0e-4a43-9a31-5f7a6f0c2d11";
    json!({ "sessionId": session, "lastUpdated": messages.len(), "messages": messages })
        .to_string()
        .into_bytes()
}

fn message(number: usize, kind: &str, content: &Value) -> Value {
    let time = format!("2026-01-02T03:{:02}:{:02}.000Z", number / 60, number % 60);
    json!({ "id": format!("m{number}"), "timestamp": time, "type": kind, "content": content })
}

fn prompt(number: usize) -> Value {
    message(number, "user", &json!(format!("mend weir {number}")))
}

fn answer(number: usize) -> Value {
    message(number, "gemini", &json!(format!("weir {number} is dry")))
}

/// What reading on from a cursor gives.
fn read(world: &World, from: &Cursor) -> Batch {
    let limits = Limits { bytes: 1 << 20, spoken_bytes: 1 << 20 };
    let (path, masker) = (world.sandbox.path(FILE), Masker::default());
    Gemini.read(&Part { path: &path, from, limits, masker: &masker }).expect("it can be read")
}

fn ids(batch: &Batch) -> Vec<&str> {
    batch.entries.iter().map(|parsed| parsed.entry.id.as_str()).collect()
}

#[test]
fn only_what_is_new_is_read_again() {
    let mut world = World::of(&Gemini);
    let mut all: Vec<Value> =
        (0..40).map(|at| if at % 2 == 0 { prompt(at) } else { answer(at) }).collect();
    world.write(FILE, &document(&all));
    let first = read(&world, &Cursor::default());
    assert_eq!((first.entries.len(), first.restarted), (40, false));

    all.extend([prompt(40), answer(41)]);
    world.write(FILE, &document(&all));
    let next = read(&world, &first.cursor);
    assert_eq!(ids(&next), ["m40", "m41-reply"]);
    assert!(!next.restarted && next.again.is_none());

    all[41]["content"] = json!("weir 41 is dry, and so is the lock");
    world.write(FILE, &document(&all));
    let grown = read(&world, &next.cursor);
    assert_eq!(ids(&grown), ["m40", "m41-reply"]);
    assert_eq!(grown.again.as_ref().map(|counted| counted.kept), Some(2));

    all[3]["content"] = json!("weir 3 is wet");
    world.write(FILE, &document(&all));
    let changed = read(&world, &grown.cursor);
    assert_eq!((changed.entries.len(), changed.restarted), (42, true));
}

#[test]
fn a_turn_whose_prompt_is_gone_is_not_read_on() {
    let mut world = World::of(&Gemini);
    world.write(FILE, &document(&[prompt(0), answer(1), prompt(2), answer(3)]));
    let first = read(&world, &Cursor::default());
    world.write(FILE, &document(&[prompt(0), answer(1), answer(3), prompt(4)]));
    let changed = read(&world, &first.cursor);
    assert_eq!(ids(&changed), ["m0", "m1-reply", "m3-reply", "m4"]);
    assert!(changed.restarted && changed.again.is_none());
}

/// Messages of a session, with calls whose results come later, also after a further prompt.
fn conversation() -> impl Strategy<Value = Vec<Value>> {
    let kinds = prop::collection::vec((0..5_u8, 0..8_usize), 1..16);
    kinds.prop_map(|kinds| {
        let of = |(number, (kind, of)): (usize, &(u8, usize))| match kind {
            0 | 1 => prompt(number),
            2 => answer(number),
            3 => {
                let call = json!({ "id": format!("c{of}"), "name": "look", "args": {} });
                message(number, "gemini", &json!([{ "functionCall": call }]))
            }
            _ => {
                let said = json!({ "output": format!("wet {number}") });
                let result = json!({ "id": format!("c{of}"), "name": "look", "response": said });
                message(number, "user", &json!([{ "functionResponse": result }]))
            }
        };
        kinds.iter().enumerate().map(of).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn any_states_on_the_way_give_the_rows_of_the_last_one(
        all in conversation(),
        mut cuts in prop::collection::vec((0..16_usize, any::<bool>()), 0..5),
    ) {
        cuts.sort_unstable();
        let mut states: Vec<Vec<u8>> = Vec::new();
        for (count, is_begun) in cuts {
            let mut said = all[..count.min(all.len())].to_vec();
            if is_begun && let Some(last) = said.last_mut().filter(|last| last["type"] == "gemini") {
                last["content"] = json!("");
            }
            states.push(document(&said));
        }
        states.push(document(&all));
        let states: Vec<&[u8]> = states.iter().map(Vec::as_slice).collect();
        prop_assert_eq!(rows(&Gemini, FILE, &states), rows(&Gemini, FILE, &[&document(&all)]));
    }
}
