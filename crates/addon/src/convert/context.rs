//! What a session is told when it starts.

use mementor_core::api;
use napi_derive::napi;

use super::Js;

mirror! {
    // A layer of the block: how many entries are shown of those that are known, and what they cost
    // in estimated tokens.
    Layer from api::Layer { name: String, shown: u32, known: u32, tokens: u32 }
}

mirror! {
    // What a session is told when it starts; an empty text when nothing is known.
    Block from api::Block {
        text: String,
        tokens: u32,
        budget: u32,
        layers: Vec<Layer>,
        files: Vec<String>,
        sessions: Vec<String>,
        notes: Vec<String>,
    }
}
