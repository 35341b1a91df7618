//! What a user does with the memory: export, import, restore, mask again, forget, and prove that
//! nothing is left.

pub mod exchange;
pub mod forget;
pub mod membership;
pub mod note_files;
pub mod notes;
pub mod proposals;
pub mod restore;
pub mod scrub;
pub mod tidy;
pub mod traces;
pub mod undo;
pub mod waiting;
