//! What a person is told inside the client, once: what the agent's settings name is gone, and the
//! hooks run all the same.

use super::Hook;
use crate::home::Claim;
use crate::sources::hook::HookFormat;

/// Returns the line for the person, if there is one to say and the agent shows it.
pub(super) fn moved(format: &dyn HookFormat, hook: &Hook) -> Option<String> {
    let gone = hook.options.instead_of.as_deref().filter(|_| format.shows_notices())?;
    hook.home.claim(Claim::Told(gone), hook.host.now_ms()).then(|| {
        format!(
            "Mementor: its hooks name {gone}, which is gone; they run with what PATH has. \
             `mementor enable` repairs that."
        )
    })
}
