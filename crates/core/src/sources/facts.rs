//! What is known of an agent, whatever its files say.

use crate::conversation::dialect::Dialect;

/// What is known of an agent.
pub struct AgentFacts {
    /// Its name, which is stored with all its data, such as `claude-code`.
    pub name: &'static str,
    /// Its name in texts for a person.
    pub display_name: &'static str,
    /// How its entries are interpreted.
    pub dialect: Dialect,
    /// Whether a prompt, as a hook passes it, addresses the client instead of the model, or was
    /// written by the client.
    pub is_command: fn(prompt: &str) -> bool,
    /// Name prefixes of elements that have a meaning to the client. Recalled text must not contain
    /// such an element.
    pub reserved: &'static [&'static str],
    /// The folder inside a repository where the client creates worktrees, as path components; empty
    /// when it has none.
    pub worktree_folder: &'static [&'static str],
    /// The environment variables that locate the agent's files: name and meaning.
    pub variables: &'static [(&'static str, &'static str)],
    /// Whether its files are only taken in by name: nothing looks for them.
    pub is_import: bool,
    /// Whether it runs the hooks that are installed into another agent.
    pub is_guest: bool,
    /// For how long after the hook of a turn's end the agent may still write that turn, in
    /// milliseconds; 0 when the transcript or the hook itself has the answer by then.
    pub writes_late_ms: u32,
    /// The variable in which the agent names the session to the commands that it runs.
    pub session_variable: Option<&'static str>,
    /// The variables by which commands can tell that the agent runs them, and not the person.
    pub shell_variables: &'static [&'static str],
    /// The variable in which the agent names the directory of the session.
    pub directory_variable: Option<&'static str>,
    /// The marks that the agent puts around the error of a tool.
    pub error_marks: &'static [&'static str],
    /// The program that resumes a session, started in its directory, and its arguments, in which
    /// `{}` stands for the session.
    pub resume: &'static [&'static str],
}

impl AgentFacts {
    /// An agent of which nothing is known.
    pub const UNKNOWN: Self = Self {
        name: "",
        display_name: "",
        dialect: Dialect::UNKNOWN,
        is_command: |_| false,
        reserved: &[],
        worktree_folder: &[],
        variables: &[],
        is_import: false,
        is_guest: false,
        writes_late_ms: 0,
        session_variable: None,
        shell_variables: &[],
        directory_variable: None,
        error_marks: &[],
        resume: &[],
    };

    /// Returns the program that resumes a session, and its arguments.
    pub fn resume_words(&self, session: &str) -> Vec<String> {
        self.resume.iter().map(|word| word.replace("{}", session)).collect()
    }
}
