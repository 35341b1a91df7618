//! The files of an index with what they say, each read when it is asked for.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use mementor_core::api::Analyzer;

use crate::error::Result;
use crate::modules::{Paths, family};
use crate::packages::packages;
use crate::postings::postings;
use crate::store::{CodeStore, Searchable};
use crate::symbol::{Kind, Parsed, Symbol};

/// A symbol by the places of its file and of itself in it.
pub type Place = (usize, usize);

/// Files that are looked into for a name.
const FILES_MAX: usize = 5_000;

/// The files of an index with what they say, read when needed.
pub struct Project<'s> {
    store: &'s CodeStore,
    /// The files, in the order of their pieces.
    pub files: Vec<Searchable>,
    /// Their paths, as imports mean them.
    pub paths: Paths,
    said: RefCell<HashMap<usize, Rc<Parsed>>>,
    naming: RefCell<HashMap<String, Rc<Vec<usize>>>>,
    analyzer: Analyzer,
}

impl<'s> Project<'s> {
    /// Opens the files of an index.
    pub fn of(store: &'s CodeStore) -> Result<Self> {
        let files = store.searchable()?;
        let is_javascript = |file: &&Searchable| {
            file.language.is_some_and(|language| family(language.name) == "javascript")
        };
        let javascript = files.iter().filter(is_javascript).map(|file| file.path.as_str());
        let packages = packages(store.root(), javascript);
        let paths = Paths::of(files.iter().map(|file| file.path.clone())).with_packages(packages);
        Ok(Self {
            store,
            files,
            paths,
            said: RefCell::default(),
            naming: RefCell::default(),
            analyzer: Analyzer::default(),
        })
    }

    /// Returns what a file says.
    pub fn said(&self, file: usize) -> Result<Rc<Parsed>> {
        if let Some(said) = self.said.borrow().get(&file) {
            return Ok(Rc::clone(said));
        }
        let said = Rc::new(self.store.said_of(self.files[file].id)?);
        self.said.borrow_mut().insert(file, Rc::clone(&said));
        Ok(said)
    }

    /// Returns a symbol.
    pub fn symbol(&self, (file, at): Place) -> Result<Symbol> {
        Ok(self.said(file)?.symbols[at].clone())
    }

    pub fn language(&self, file: usize) -> &'static str {
        self.files[file].language.map_or("", |language| language.name)
    }

    pub fn joint(&self, file: usize) -> &'static str {
        self.files[file].language.map_or(".", |language| language.joint)
    }

    /// Returns the files in which a name stands.
    pub fn files_with(&self, name: &str) -> Result<Rc<Vec<usize>>> {
        if let Some(files) = self.naming.borrow().get(name) {
            return Ok(Rc::clone(files));
        }
        let mut found = HashSet::new();
        if let Some(term) = self.analyzer.query(name).first() {
            self.store.each_list(term, |bytes| {
                for (chunk, _) in postings(bytes) {
                    let at = self.files.partition_point(|file| file.first_chunk <= chunk);
                    if let Some(at) = at.checked_sub(1)
                        && chunk - self.files[at].first_chunk < self.files[at].pieces.len() as u64
                    {
                        found.insert(at);
                    }
                }
            })?;
        }
        // A word of a language is no term of its texts.
        let is_word = |file: &Searchable| {
            let made = file.language.and_then(|language| language.made());
            made.is_some_and(|made| made.keywords.contains(name))
        };
        let silent = self.files.iter().enumerate().filter(|(_, file)| is_word(file));
        found.extend(silent.map(|(at, _)| at));
        let mut found: Vec<usize> = found.into_iter().collect();
        found.sort_unstable();
        found.truncate(FILES_MAX);
        let found = Rc::new(found);
        self.naming.borrow_mut().insert(name.to_owned(), Rc::clone(&found));
        Ok(found)
    }

    /// Returns the symbols with a name that can be called, in languages that can call each other.
    pub fn namesakes(&self, name: &str, language: &str) -> Result<Vec<Place>> {
        let mut found = Vec::new();
        for file in self.files_with(name)?.iter().copied() {
            if family(self.language(file)) == family(language) {
                found.extend(self.in_file(file, |it| it.name == name && is_target(it.kind))?);
            }
        }
        Ok(found)
    }

    pub fn in_file(&self, file: usize, is_meant: impl Fn(&Symbol) -> bool) -> Result<Vec<Place>> {
        let said = self.said(file)?;
        let found = said.symbols.iter().enumerate().filter(|(_, symbol)| is_meant(symbol));
        Ok(found.map(|(at, _)| (file, at)).collect())
    }
}

/// Whether a call may mean a symbol of a kind: a class is called to make an object.
pub const fn is_target(kind: Kind) -> bool {
    kind.is_callable() || matches!(kind, Kind::Class | Kind::Struct | Kind::Enum)
}
