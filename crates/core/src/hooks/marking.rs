//! What happens to a session, for its record: at its start, at a compaction, and at its end.

use super::{Hook, of_file};
use crate::home::records::SessionRecord;
use crate::home::records::line::{ContextMark, RecordLine};
use crate::sources::hook::{HookInput, StartedAs};

/// After a compaction what was added is no longer in the context; a fork's context has its
/// parent's.
pub(super) fn mark_start(input: &HookInput, hook: &Hook) {
    let Some(start) = input.start else { return };
    let now_ms = hook.host.now_ms();
    let line = match start {
        StartedAs::Forked => ContextMark::forked(now_ms),
        StartedAs::Resumed => return,
        StartedAs::Compacted | StartedAs::Cleared => ContextMark::compacted(now_ms),
    };
    // Clearing gives a session a new id. A session of an older client keeps its id, and so has a
    // record.
    mark(input, line, start == StartedAs::Cleared, hook);
}

/// A compaction that a prompt sets off keeps that prompt in the context, and what was added to it.
pub(super) fn mark_compacting(input: &HookInput, hook: &Hook) {
    // A subagent's context is apart from the session's.
    if input.compacts_by_itself && input.subagent.is_none() {
        mark(input, ContextMark::compacting(hook.host.now_ms()), true, hook);
    }
}

/// A session that ended is no longer at work.
pub(super) fn mark_end(input: &HookInput, hook: &Hook) {
    if input.subagent.is_none() {
        mark(input, ContextMark::ended(hook.host.now_ms()), true, hook);
    }
}

fn mark(input: &HookInput, line: ContextMark, only_recorded: bool, hook: &Hook) {
    let Some(path) = input.session.as_deref().and_then(|session| hook.home.record(session)) else {
        return;
    };
    let marked = SessionRecord::read(path.clone()).and_then(|mut record| {
        if record.exists || !only_recorded {
            record.append(&RecordLine::Mark(line))
        } else {
            Ok(())
        }
    });
    hook.or_note("recall", marked.map_err(|error| of_file(&path, &error)));
}
