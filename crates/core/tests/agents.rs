//! The sources of other agents: what they keep of a session, and that any cut, any order and any
//! repetition give the same rows.

#[path = "agents/copilot.rs"]
mod copilot;
#[path = "agents/gemini.rs"]
mod gemini;
#[path = "agents/qwen.rs"]
mod qwen;
#[path = "agents/real.rs"]
mod real;
mod sandbox;
#[path = "agents/world.rs"]
mod world;
