//! What a command is for.

use serde::Serialize;

/// What a command is for, the most important first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum CommandKind {
    /// Hands work over: a commit, a push, a release.
    Deliver,
    /// Runs tests.
    Test,
    /// Builds or compiles.
    Build,
    /// Checks or formats code.
    Lint,
    /// Runs a program or a script of the project.
    Run,
    /// Installs packages.
    Install,
}

impl CommandKind {
    /// Returns its name in documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::Deliver => "deliver",
            Self::Test => "test",
            Self::Build => "build",
            Self::Lint => "lint",
            Self::Run => "run",
            Self::Install => "install",
        }
    }

    pub(super) fn named(name: &str) -> Option<Self> {
        let all = [Self::Deliver, Self::Test, Self::Build, Self::Lint, Self::Run, Self::Install];
        all.into_iter().find(|kind| kind.name() == name)
    }
}
