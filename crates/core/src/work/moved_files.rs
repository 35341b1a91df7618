//! Which files a command line renames. Pure.

use super::shell::{key, simple_commands};
use crate::shell::words;

/// A file or a folder that a command gave another name, both as the command names them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Renamed {
    pub from: String,
    pub to: String,
}

/// Returns what a command line renames, in order. What is moved into a folder that may be there
/// already is given both names that it can have then.
pub fn renamed(line: &str) -> Vec<Renamed> {
    if !line.contains("mv ") {
        return Vec::new();
    }
    simple_commands(line).iter().flat_map(|simple| renamed_by(simple.text)).collect()
}

fn renamed_by(command: &str) -> Vec<Renamed> {
    let words = words(command);
    let key = format!("{} ", key(command).unwrap_or_default());
    let is_move = key.starts_with("mv ") || key.starts_with("git mv ");
    let Some(at) = words.iter().position(|word| *word == "mv").filter(|_| is_move) else {
        return Vec::new();
    };
    let named: Vec<&str> =
        words[at + 1..].iter().filter(|word| !word.starts_with('-')).copied().collect();
    let Some((to, from)) = named.split_last() else { return Vec::new() };
    let bare = to.trim_end_matches('/');
    from.iter()
        .flat_map(|from| {
            let name = from.trim_end_matches('/').rsplit('/').next().unwrap_or(from);
            let inside = Renamed { from: (*from).to_owned(), to: format!("{bare}/{name}") };
            let is_folder = bare != *to || named.len() > 2;
            let itself = Renamed { from: (*from).to_owned(), to: bare.to_owned() };
            (!is_folder).then_some(itself).into_iter().chain([inside])
        })
        .collect()
}

/// Returns the name that a file had before: that of the file itself, or of a folder above it.
pub fn before(file: &str, renamed: &Renamed) -> Option<String> {
    let parts = |path: &str| -> Vec<String> {
        let parts = path.split(['/', '\\']).filter(|part| !part.is_empty() && *part != ".");
        parts.map(str::to_owned).collect()
    };
    let (file, from, to) = (parts(file), parts(&renamed.from), parts(&renamed.to));
    let at = (0..file.len()).find(|at| !to.is_empty() && file[*at..].starts_with(&to))?;
    let rest = &file[at + to.len()..];
    // A folder has the same rest below it; one part alone is too little to know a folder by.
    if !rest.is_empty() && to.len() < 2 && at > 0 {
        return None;
    }
    let head = if renamed.from.starts_with('/') { &[] } else { &file[..at] };
    Some([head, &from, rest].concat().join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(line: &str) -> Vec<(String, String)> {
        renamed(line).into_iter().map(|it| (it.from, it.to)).collect()
    }

    fn name_before(file: &str, line: &str) -> Option<String> {
        renamed(line).iter().rev().find_map(|it| before(file, it))
    }

    #[test]
    fn a_command_line_renames_files_and_folders() {
        let own = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
            pairs.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect()
        };
        assert_eq!(
            names("git mv -f 'a.ts' b.ts && ls"),
            own(&[("a.ts", "b.ts"), ("a.ts", "b.ts/a.ts")])
        );
        assert_eq!(
            names("mv x/a.ts y.ts lib/"),
            own(&[("x/a.ts", "lib/a.ts"), ("y.ts", "lib/y.ts")])
        );
        assert_eq!(names("rm mv b; echo mv a b"), []);
    }

    #[test]
    fn the_name_before_is_found_for_files_and_what_is_in_folders() {
        assert_eq!(
            name_before("src/b.ts", "git mv src/a.ts src/b.ts").as_deref(),
            Some("src/a.ts")
        );
        assert_eq!(name_before("src/b.ts", "cd src && mv a.ts b.ts").as_deref(), Some("src/a.ts"));
        assert_eq!(name_before("lib/a.ts", "mv src/a.ts lib").as_deref(), Some("src/a.ts"));
        assert_eq!(
            name_before("src/new/x/a.ts", "git mv src/old src/new").as_deref(),
            Some("src/old/x/a.ts")
        );
        assert_eq!(name_before("src/c.ts", "git mv src/a.ts src/b.ts"), None);
    }
}
