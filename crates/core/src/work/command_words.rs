//! The words by which a command of a shell is found: what it does, not what it only says.

use super::shell;
use crate::shell::words;

/// Longer quoted arguments, such as a commit's message, are left out.
const QUOTED_CHARS_MAX: usize = 40;

/// Returns the words of the paths that a command works on.
pub(super) fn path_words(command: &str) -> String {
    let command = without_messages(command);
    let key = shell::key(&command).unwrap_or_default();
    let paths = words(&command).into_iter().skip(1).flat_map(|word| word.split('='));
    let paths: Vec<&str> = paths.filter(|word| is_path(word) || is_branch(&key, word)).collect();
    paths.join(" ").replace(['/', '.', '-', '_'], " ")
}

/// Options whose quoted value is a command, and programs that are given one.
const COMMAND_OPTIONS: &[&str] =
    &["-c", "-lc", "-ic", "-e", "-exec", "--exec", "--eval", "--command", "--cmd"];
const COMMAND_PROGRAMS: &[&str] = &[
    "bash",
    "concurrently",
    "docker",
    "eval",
    "kubectl",
    "parallel",
    "podman",
    "screen",
    "sh",
    "ssh",
    "su",
    "tmux",
    "watch",
    "zsh",
];
/// Programs that are given messages, and their options for them.
const MESSAGE_PROGRAMS: &[&str] = &["bd", "gh", "git", "glab", "hg", "jj", "svn"];
const MESSAGE_OPTIONS: &[&str] = &[
    "-m",
    "-am",
    "-b",
    "-t",
    "--body",
    "--description",
    "--message",
    "--notes",
    "--subject",
    "--title",
];

/// Removes what a command only says, such as the message of a commit: texts of several words in
/// quotes, unless they are commands, and the values of options for messages.
pub(crate) fn without_messages(command: &str) -> String {
    let program = shell::key(command).unwrap_or_default();
    let program = shell::program_of(&program);
    let takes_messages = MESSAGE_PROGRAMS.contains(&program);
    let plain = without_texts(command, program);
    if !takes_messages {
        return plain;
    }
    let mut is_value = false;
    let kept = plain.split_whitespace().filter(|word| {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        // For git, these name a branch.
        let is_branch = program == "git" && matches!(name, "-b" | "-t");
        let is_option = MESSAGE_OPTIONS.contains(&name) && !is_branch;
        let is_left_out = is_value || (is_option && !value.is_empty());
        is_value = is_option && value.is_empty();
        !is_left_out
    });
    kept.collect::<Vec<_>>().join(" ")
}

/// Removes texts of several words in quotes, unless they are commands.
fn without_texts(command: &str, program: &str) -> String {
    with_quotes(command, |plain, inside, _| {
        let option = plain.split_whitespace().last().unwrap_or_default();
        let is_command = COMMAND_OPTIONS.contains(&option) || COMMAND_PROGRAMS.contains(&program);
        let is_message = inside.contains(char::is_whitespace) && !is_command;
        plain.push_str(if is_message { "…" } else { inside });
    })
}

/// What people call what commands shorten.
const NAMED: [(&str, &str); 2] = [("gh pr", " pull request"), ("glab mr", " merge request")];

/// Returns the words by which a command is found: its program with its subcommand or script, its
/// options, and its arguments, but neither the names of files that it works on nor what it only
/// says. Of the words behind the program those that are wanted.
pub(super) fn own_words(command: &str, is_wanted: impl Fn(&str) -> bool) -> String {
    let command = &*without_messages(command);
    let key = shell::key(command).unwrap_or_default();
    // The settings before a program say what it ran with: the address of a server too.
    let is_setting = |word: &str| shell::is_assignment(word);
    let behind = words(command).into_iter().enumerate();
    let behind = behind.filter(|(at, word)| *at > 0 || is_setting(word)).map(|(_, word)| word);
    let arguments = behind.filter(|word| is_wanted(word)).map(|word| {
        // Of an option, the value may be a file.
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        match () {
            () if word.starts_with('-') && is_path(value) => name,
            () if is_setting(word) && value.contains("://") => word,
            () if is_path(word) || is_branch(&key, word) => "",
            () => word,
        }
    });
    let named =
        NAMED.iter().find(|(begins, _)| key.starts_with(begins)).map_or("", |(_, name)| name);
    arguments.fold(format!("{key}{named}"), |all, word| all + " " + word)
}

/// Weight of a word that no command has: a person says more than commands do.
const UNKNOWN_WEIGHT: f64 = 0.7;

/// Returns how much a word tells of which command is meant, when `held` of all commands have it.
pub(crate) fn word_weight(held: usize, commands: usize) -> f64 {
    match held {
        0 => UNKNOWN_WEIGHT,
        held => (1.0 + (commands as f64 + 1.0) / (held as f64 + 1.0)).ln(),
    }
}

/// Returns the names of the options that a command is given, without their values.
pub(crate) fn option_names(command: &str) -> Vec<String> {
    let command = without_texts(command.split("<<").next().unwrap_or_default(), "");
    let names = words(&command).into_iter().map(|word| word.split('=').next().unwrap_or(word));
    let is_option = |name: &&str| {
        let bare = name.trim_start_matches('-');
        bare.len() < name.len() && bare.starts_with(|c: char| c.is_ascii_alphabetic())
    };
    names.filter(is_option).map(str::to_owned).collect()
}

/// Returns the folder that a command changes to, also one on a host that it is given a command for.
pub(super) fn folder_in(command: &str) -> Option<String> {
    let words = words(command);
    let key = shell::key(command)?;
    let program = shell::program_of(&key);
    let goes = program == "cd" || COMMAND_PROGRAMS.contains(&program);
    let at = words.iter().position(|word| *word == "cd").filter(|_| goes)?;
    let folder = words.get(at + 1)?.trim_end_matches([';', '"', '\'']);
    (!folder.is_empty() && !folder.starts_with(['$', '-'])).then(|| folder.to_owned())
}

/// Whether a word is the path of a file or a folder. `/name` may be a command of an agent, and
/// `user@host` is none.
fn is_path(word: &str) -> bool {
    if word.contains('@') && !word.contains('/') {
        return false;
    }
    let begins = ["./", "../", "~/"].iter().any(|start| word.starts_with(start));
    let is_absolute = word.starts_with('/') && word[1..].contains('/');
    let name = word.rsplit('/').next().unwrap_or(word);
    let has_ending = name.rsplit_once('.').is_some_and(|(stem, ending)| {
        !stem.is_empty()
            && (1..=5).contains(&ending.len())
            && ending.chars().all(|c| c.is_ascii_alphanumeric())
    });
    begins || is_absolute || has_ending
}

/// Whether an argument may be the name of a branch of several words: what was pushed says nothing of
/// what a push does.
fn is_branch(key: &str, word: &str) -> bool {
    let is_joined = !word.starts_with('-') && word.contains(['/', '-']);
    is_joined && matches!(shell::program_of(key), "git" | "gh" | "glab")
}

/// Replaces quoted arguments that are long, or of several lines.
pub(super) fn without_long_quotes(command: &str) -> String {
    with_quotes(command, |plain, inside, quote| {
        let is_long = inside.chars().count() > QUOTED_CHARS_MAX || inside.contains('\n');
        plain.push(quote);
        plain.push_str(if is_long { "…" } else { inside });
        plain.push(quote);
    })
}

/// Returns a command in which `put` writes each quoted text anew, behind what stands before it; it
/// also gets the quotation mark. What no mark ends stays.
fn with_quotes(command: &str, mut put: impl FnMut(&mut String, &str, char)) -> String {
    let mut plain = String::new();
    let mut rest = command;
    while let Some(start) = rest.find(['"', '\'']) {
        let quote = if rest[start..].starts_with('"') { '"' } else { '\'' };
        let inside = &rest[start + 1..];
        let Some(end) = closing(inside, quote) else { break };
        plain.push_str(&rest[..start]);
        put(&mut plain, &inside[..end], quote);
        rest = &inside[end + 1..];
    }
    plain + rest
}

/// Returns where a quote ends. In double quotes, a backslash takes the next sign's meaning.
fn closing(inside: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    inside.char_indices().find_map(|(at, c)| {
        let closes = c == quote && !escaped;
        escaped = quote == '"' && c == '\\' && !escaped;
        closes.then_some(at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_that_a_command_works_on_are_not_its_words() {
        let own_words = |command| super::own_words(command, |_| true);
        assert_eq!(own_words("gofmt -e ./cmd/boat_test.go").trim(), "gofmt -e");
        assert_eq!(own_words("bash scripts/sail.sh --all"), "bash sail.sh  --all");
        assert_eq!(
            own_words("crew --dir=./a -p \"/boat:sail\" --print"),
            "crew --dir -p /boat:sail --print"
        );
        assert_eq!(
            own_words("PORT=1 API=https://pier.org/v1.2 CREW=./a.txt sail"),
            "sail PORT=1 API=https://pier.org/v1.2  sail"
        );
    }

    #[test]
    fn a_pull_request_is_found_by_its_name() {
        let words = super::own_words("gh pr create --fill", |_| true);
        assert_eq!(words, "gh pr create pull request pr create --fill");
    }

    #[test]
    fn the_name_of_a_branch_says_nothing_of_what_a_push_does() {
        let own_words = |command| super::own_words(command, |_| true);
        for command in ["git push -u origin fix/staging-deploy", "git checkout -b staging-deploy"] {
            assert!(!own_words(command).contains("deploy"), "{command}");
            assert!(path_words(command).contains("staging deploy"), "{command}");
        }
        let picked = own_words("git cherry-pick --no-commit 1a2b");
        assert!(picked.contains("cherry-pick") && picked.contains("--no-commit"), "{picked}");
        assert!(own_words("kubectl apply staging/deploy").contains("deploy"));
    }

    #[test]
    fn what_a_command_only_says_is_none_of_its_words() {
        let own_words = |command| super::own_words(command, |_| true);
        for said in [
            "git commit -m \"Release the winch: test, deploy\"",
            "git commit -am 'Release it'",
            "git commit -m Release",
            "git tag v2 --message=Release",
            "gh pr create --title \"Release\" --body 'We deploy'",
            "notify-send \"Release is out\"",
        ] {
            let words = own_words(said).to_lowercase();
            assert!(!words.contains("release") && !words.contains("deploy"), "{words}");
        }
        for command in ["ssh mole 'make release'", "bash -c \"make release\"", "make \"release\""] {
            assert!(own_words(command).contains("release"), "{command}");
        }
    }

    #[test]
    fn options_hosts_and_folders_are_told_apart() {
        let command = "gh pr create -B main --title=\"a -x b\" --body \"$(cat <<'E'\n--no\nE\n)\"";
        assert_eq!(option_names(command), ["-B", "--title", "--body"]);
        assert_eq!(option_names("tail -5 a - -- --all=1"), ["--all"]);
        assert_eq!(folder_in("cd apps/web").as_deref(), Some("apps/web"));
        assert_eq!(folder_in("ssh me@boat.org \"cd /srv/a; up\"").as_deref(), Some("/srv/a"));
        assert_eq!(folder_in("git commit -m 'cd there'"), None);
        let words = super::own_words("ssh me@boat.org up", |_| true);
        assert!(words.contains("me@boat.org"), "{words}");
    }

    #[test]
    fn the_words_of_a_path_are_its_names() {
        assert_eq!(
            path_words("npx vitest run test/tide.test.ts --x=src/a.ts"),
            "test tide test ts src a ts"
        );
    }

    #[test]
    fn a_text_of_several_lines_is_left_out_of_the_command() {
        let command = "bd create --title=\"Sail\" --text=\"# One\n\n- two \\\"three\\\"\n\" --all";
        assert_eq!(without_long_quotes(command), "bd create --title=\"Sail\" --text=\"…\" --all");
    }
}
