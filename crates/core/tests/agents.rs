//! The sources of other agents: what they keep of a session, and that any cut, any order and any
//! repetition give the same rows.
#![allow(clippy::needless_pass_by_value, reason = "fixtures read best with their JSON in place")]

#[path = "agents/copilot.rs"]
mod copilot;
#[path = "agents/cursor.rs"]
mod cursor;
#[path = "agents/damaged.rs"]
mod damaged;
#[path = "agents/gemini.rs"]
mod gemini;
#[path = "agents/growing.rs"]
mod growing;
#[path = "agents/histories.rs"]
mod histories;
#[path = "agents/marked.rs"]
mod marked;
#[path = "agents/opencode.rs"]
mod opencode;
#[path = "agents/qwen.rs"]
mod qwen;
#[path = "agents/real.rs"]
mod real;
mod sandbox;
#[path = "agents/spoken.rs"]
mod spoken;
#[path = "agents/world.rs"]
mod world;
