//! What was said in a tool call: some tools carry parts of the conversation, such as questions of the
//! agent with the person's answers, plans, and the reason that a person gave for a refusal.

use super::ActionKind;
use crate::conversation::dialect::{CallDetail, Dialect, ToolCall};

/// A text that was said in a tool call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// A person's words.
    ByPerson(String),
    /// The agent's words to the person.
    ByAgent(String),
}

/// Returns what was said in a tool call, in order: a plan or the questions, each with its answer, and
/// what the person said in place of allowing it.
pub fn said(call: &ToolCall, dialect: &Dialect) -> Vec<Said> {
    // Of a call that reads, edits or runs something, only a refusal tells more.
    if !call.failed && (dialect.action)(call).kind != ActionKind::Other {
        return Vec::new();
    }
    let CallDetail { plan, answered, refused, .. } = (dialect.detail)(call);
    let answered = answered
        .into_iter()
        .flat_map(|(question, answer)| [Said::ByAgent(question), Said::ByPerson(answer)]);
    let reason = refused.and_then(|refused| refused.said).map(Said::ByPerson);
    plan.map(Said::ByAgent).into_iter().chain(answered).chain(reason).collect()
}
