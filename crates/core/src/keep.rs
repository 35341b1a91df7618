//! What a person does with the memory: export, import, restore, mask again, forget, and the proof that
//! nothing is left.

pub mod exchange;
pub mod forget;
pub mod membership;
pub mod restore;
pub mod scrub;
pub mod traces;
