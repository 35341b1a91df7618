//! The languages: one table of their names, the files that are theirs, their grammars and queries.

use std::collections::HashSet;
use std::path::Path;
use std::sync::OnceLock;

use tree_sitter::Query;

use crate::quick::QuickSet;
use crate::syntax::is_comment;

/// What is known of a language.
#[derive(Debug)]
pub struct Language {
    /// Its name, as it is stored and shown.
    pub name: &'static str,
    /// How names of its files end, without the dot.
    endings: &'static [&'static str],
    /// Whole names of its files.
    names: &'static [&'static str],
    /// Interpreters by which a script without an ending is known.
    interpreters: &'static [&'static str],
    /// What stands between the parts of a qualified name.
    pub joint: &'static str,
    /// Absent for documents.
    grammar: Option<Grammar>,
}

/// How a language is parsed.
#[derive(Debug)]
struct Grammar {
    language: fn() -> tree_sitter::Language,
    queries: &'static [&'static str],
    noise: &'static str,
    made: OnceLock<Made>,
}

/// What is made of a grammar at its first use.
#[derive(Debug)]
pub struct Made {
    /// The parser's tables.
    pub language: tree_sitter::Language,
    /// What to find in a tree.
    pub query: Query,
    /// The words of the language itself, which say nothing of a text in it.
    pub keywords: QuickSet<String>,
    /// Calls of its library that say nothing of a program.
    pub noise: HashSet<&'static str>,
    /// Whether a node is a comment, by the number of its kind.
    comments: Vec<bool>,
}

impl Made {
    /// Whether a node is a comment: as [`crate::syntax::is_comment`], without its name.
    pub fn is_comment(&self, kind_id: u16) -> bool {
        self.comments.get(usize::from(kind_id)).copied().unwrap_or_default()
    }
}

/// Declares a language: its name, its files, the joint of its names, its grammar, queries and noise.
macro_rules! language {
    ($name:literal, [$($ending:literal),*], [$($file:literal),*], [$($run:literal),*], $joint:literal,
     $grammar:expr, [$($query:literal),*], $noise:literal) => {
        Language {
            name: $name,
            endings: &[$($ending),*],
            names: &[$($file),*],
            interpreters: &[$($run),*],
            joint: $joint,
            grammar: Some(Grammar {
                language: || $grammar.into(),
                queries: &[$(include_str!(concat!("../data/queries/", $query, ".scm"))),*],
                noise: include_str!(concat!("../data/noise/", $noise, ".txt")),
                made: OnceLock::new(),
            }),
        }
    };
}

/// Every language. Where two know an ending, the first one has it.
pub static LANGUAGES: [Language; 15] = [
    language!("rust", ["rs"], [], [], "::", tree_sitter_rust::LANGUAGE, ["rust"], "rust"),
    language!(
        "typescript",
        ["ts", "mts", "cts"],
        [],
        ["deno", "tsx"],
        ".",
        tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
        ["javascript", "typescript-only"],
        "javascript"
    ),
    language!(
        "tsx",
        ["tsx"],
        [],
        [],
        ".",
        tree_sitter_typescript::LANGUAGE_TSX,
        ["javascript", "typescript-only", "jsx"],
        "javascript"
    ),
    language!(
        "javascript",
        ["js", "mjs", "cjs", "jsx"],
        [],
        ["node"],
        ".",
        tree_sitter_javascript::LANGUAGE,
        ["javascript", "javascript-only", "jsx"],
        "javascript"
    ),
    language!(
        "python",
        ["py", "pyi", "pyw"],
        [],
        ["python", "python3", "python2"],
        ".",
        tree_sitter_python::LANGUAGE,
        ["python"],
        "python"
    ),
    language!("go", ["go"], [], [], ".", tree_sitter_go::LANGUAGE, ["go"], "go"),
    language!("java", ["java"], [], [], ".", tree_sitter_java::LANGUAGE, ["java"], "java"),
    language!("c", ["c"], [], [], "::", tree_sitter_c::LANGUAGE, ["c"], "c"),
    language!(
        "c++",
        ["cc", "cpp", "cxx", "c++", "hh", "hpp", "hxx", "h++", "h", "ipp", "inl"],
        [],
        [],
        "::",
        tree_sitter_cpp::LANGUAGE,
        ["c", "cpp-only"],
        "c"
    ),
    language!("c#", ["cs"], [], [], ".", tree_sitter_c_sharp::LANGUAGE, ["c-sharp"], "c-sharp"),
    language!(
        "ruby",
        ["rb", "rake", "gemspec"],
        ["Rakefile", "Gemfile"],
        ["ruby"],
        "::",
        tree_sitter_ruby::LANGUAGE,
        ["ruby"],
        "ruby"
    ),
    language!("php", ["php"], [], ["php"], "::", tree_sitter_php::LANGUAGE_PHP, ["php"], "php"),
    language!(
        "shell",
        ["sh", "bash"],
        [".bashrc", ".profile"],
        ["sh", "bash", "dash"],
        "::",
        tree_sitter_bash::LANGUAGE,
        ["bash"],
        "bash"
    ),
    document("markdown", &["md", "markdown", "mdx"], &[]),
    document("text", &["txt", "rst", "adoc"], &["README", "LICENSE", "CHANGELOG"]),
];

const fn document(
    name: &'static str,
    endings: &'static [&'static str],
    names: &'static [&'static str],
) -> Language {
    Language { name, endings, names, interpreters: &[], joint: " › ", grammar: None }
}

impl Language {
    /// Returns its grammar; documents have none.
    ///
    /// # Panics
    /// When a query names what its grammar has not, which a test tries for each.
    pub fn made(&self) -> Option<&Made> {
        let grammar = self.grammar.as_ref()?;
        Some(grammar.made.get_or_init(|| {
            let language = (grammar.language)();
            let query = Query::new(&language, &grammar.queries.concat());
            let query = query.unwrap_or_else(|wrong| panic!("the query of {}: {wrong}", self.name));
            let lines = grammar.noise.lines().filter(|line| !line.starts_with('#'));
            let noise = lines.flat_map(str::split_whitespace).collect();
            let kinds = 0..language.node_kind_count() as u16;
            let is_comment = |kind| language.node_kind_for_id(kind).is_some_and(is_comment);
            let comments = kinds.map(is_comment).collect();
            let keywords = keywords(&language).map(str::to_owned).collect();
            Made { language, query, keywords, noise, comments }
        }))
    }

    /// Whether its files are documents, not code.
    pub const fn is_document(&self) -> bool {
        self.grammar.is_none()
    }
}

/// Returns the words that a grammar has as signs of its own.
fn keywords(language: &tree_sitter::Language) -> impl Iterator<Item = &str> {
    let kinds = 0..language.node_kind_count() as u16;
    let signs = kinds.filter(move |kind| !language.node_kind_is_named(*kind));
    let words = signs.filter_map(move |kind| language.node_kind_for_id(kind));
    words.filter(|word| word.bytes().all(|byte| byte.is_ascii_lowercase()))
}

/// Whether a word, in small letters, is a sign of some language. No query is made for that.
pub fn is_keyword(word: &str) -> bool {
    let grammars = LANGUAGES.iter().filter_map(|language| language.grammar.as_ref());
    grammars.map(|grammar| (grammar.language)()).any(|it| keywords(&it).any(|sign| sign == word))
}

/// Returns the language with this name.
pub fn language_named(name: &str) -> Option<&'static Language> {
    LANGUAGES.iter().find(|language| language.name == name)
}

/// Returns the language of a file by its name; `None` where only its first line can say it.
pub fn language_of(path: &Path) -> Option<&'static Language> {
    let name = path.file_name()?.to_str()?;
    let by_name = LANGUAGES.iter().find(|language| language.names.contains(&name));
    by_name.or_else(|| {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        LANGUAGES.iter().find(|language| language.endings.contains(&ending.as_str()))
    })
}

/// Returns the language of a script by its first line, `#!/usr/bin/env bash`.
pub fn language_of_script(text: &str) -> Option<&'static Language> {
    let line = text.strip_prefix("#!")?.lines().next()?;
    let words = line.split(['/', ' ', '\t']).filter(|word| !word.is_empty() && *word != "env");
    let mut languages = words
        .filter_map(|word| LANGUAGES.iter().find(|language| language.interpreters.contains(&word)));
    languages.next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_grammar_knows_the_nodes_of_its_query() {
        let made = LANGUAGES.iter().filter_map(Language::made).count();
        assert_eq!(made, LANGUAGES.len() - 2, "all but documents");
        let keywords = &language_named("rust").and_then(Language::made).expect("rust").keywords;
        assert!(keywords.contains("impl") && !keywords.contains("identifier"));
    }

    #[test]
    fn a_file_is_known_by_its_name_and_a_script_by_its_first_line() {
        let name = |path: &str| language_of(Path::new(path)).map(|language| language.name);
        assert_eq!(name("src/a.rs"), Some("rust"));
        assert_eq!(name("a.D.TS"), Some("typescript"));
        assert_eq!(name("Rakefile"), Some("ruby"));
        assert_eq!(name("a.png"), None);
        let script = |text: &str| language_of_script(text).map(|language| language.name);
        assert_eq!(script("#!/usr/bin/env -S bash -e\nls"), Some("shell"));
        assert_eq!(script("#! /usr/bin/python3"), Some("python"));
        assert_eq!(script("echo bash"), None);
    }
}
