//! What a call means: which symbols it may reach, and how that is known.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use mementor_core::api::Analyzer;
use serde::Serialize;

use crate::error::Result;
use crate::modules::{Paths, family};
use crate::postings::postings;
use crate::store::{CodeStore, Searchable};
use crate::symbol::{Call, Kind, Parsed, Symbol, is_self};

/// How it is known what a call means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum How {
    /// A name of the same file or package.
    Direct,
    /// A method of the same object or class.
    Method,
    /// A name that is imported.
    Import,
    /// A name alone, which few symbols have.
    Unresolved,
}

impl How {
    /// Returns how sure it is, 0 to 1.
    pub const fn confidence(self) -> f64 {
        match self {
            Self::Direct => 1.0,
            Self::Method => 0.95,
            Self::Import => 0.9,
            Self::Unresolved => 0.5,
        }
    }
}

/// A symbol by the places of its file and of itself in it.
pub type Place = (usize, usize);

/// More symbols of a name than this, and a call of it alone says nothing.
const NAMESAKES_MAX: usize = 3;
/// How far re-exports and base classes are followed.
const HOPS_MAX: usize = 6;
/// Files that are looked into for a name.
const FILES_MAX: usize = 5_000;

/// The files of an index with what they say, read when needed.
pub struct Project<'s> {
    store: &'s CodeStore,
    /// The files, in the order of their pieces.
    pub files: Vec<Searchable>,
    paths: Paths,
    said: RefCell<HashMap<usize, Rc<Parsed>>>,
    naming: RefCell<HashMap<String, Rc<Vec<usize>>>>,
    analyzer: Analyzer,
}

impl<'s> Project<'s> {
    /// Opens the files of an index.
    pub fn of(store: &'s CodeStore) -> Result<Self> {
        let files = store.searchable()?;
        let paths = Paths::of(files.iter().map(|file| file.path.clone()));
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

    fn language(&self, file: usize) -> &'static str {
        self.files[file].language.map_or("", |language| language.name)
    }

    fn joint(&self, file: usize) -> &'static str {
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
    fn namesakes(&self, name: &str, language: &str) -> Result<Vec<Place>> {
        let mut found = Vec::new();
        for file in self.files_with(name)?.iter().copied() {
            if family(self.language(file)) == family(language) {
                found.extend(self.in_file(file, |it| it.name == name && is_target(it.kind))?);
            }
        }
        Ok(found)
    }

    fn in_file(&self, file: usize, is_meant: impl Fn(&Symbol) -> bool) -> Result<Vec<Place>> {
        let said = self.said(file)?;
        let found = said.symbols.iter().enumerate().filter(|(_, symbol)| is_meant(symbol));
        Ok(found.map(|(at, _)| (file, at)).collect())
    }

    /// Returns what a call in a file reaches.
    pub fn resolve(&self, file: usize, call: &Call) -> Result<Vec<(Place, How)>> {
        let said = self.said(file)?;
        let within = call.within.and_then(|at| said.symbols.get(at as usize));
        let known = if call.on.is_empty() {
            self.plain(file, call, within)?
        } else {
            self.on_receiver(file, call, within)?
        };
        if !known.is_empty() {
            return Ok(known);
        }
        if self.is_from_elsewhere(file, &said, call) {
            return Ok(Vec::new());
        }
        let namesakes = self.namesakes(&call.callee, self.language(file))?;
        // A method is called on something, a function is not.
        let fits = |(file, at): &Place| {
            let is_method = self.said(*file).is_ok_and(|it| it.symbols[*at].kind == Kind::Method);
            is_method != call.on.is_empty() || self.has_implicit_self(*file)
        };
        let fitting: Vec<Place> = namesakes.into_iter().filter(fits).collect();
        let is_few = fitting.len() <= NAMESAKES_MAX;
        Ok(fitting.into_iter().filter(|_| is_few).map(|it| (it, How::Unresolved)).collect())
    }

    /// Whether a call begins with a name that comes from a module of another project, in the
    /// languages whose imports name modules.
    fn is_from_elsewhere(&self, file: usize, said: &Parsed, call: &Call) -> bool {
        if !matches!(family(self.language(file)), "javascript" | "python" | "rust" | "go") {
            return false;
        }
        let path = if call.on.is_empty() { &call.callee } else { &call.on };
        let first = path.split(['.', ':']).next().unwrap_or_default();
        let mut imports = said.imports.iter().filter(|import| {
            let begin = import.name.split('.').next().unwrap_or_default();
            !import.from.is_empty() && !begin.is_empty() && begin == first
        });
        imports.any(|it| self.paths.module(file, self.language(file), &it.from).is_empty())
    }

    /// Whether methods are called by their name alone.
    fn has_implicit_self(&self, file: usize) -> bool {
        matches!(self.language(file), "java" | "c#" | "c++" | "ruby")
    }

    fn plain(
        &self,
        file: usize,
        call: &Call,
        within: Option<&Symbol>,
    ) -> Result<Vec<(Place, How)>> {
        let name = &call.callee;
        if let Some(symbol) = within.filter(|_| self.has_implicit_self(file)) {
            let own = self.method(file, symbol.parent(), name, HOPS_MAX)?;
            if !own.is_empty() {
                return Ok(with(own, How::Method));
            }
        }
        let around = within.map_or("", |symbol| symbol.qualified.as_str());
        let found = self.in_file(file, |it| {
            let is_seen = it.kind != Kind::Method && around.starts_with(it.parent());
            it.name == *name && is_target(it.kind) && is_seen
        })?;
        if !found.is_empty() {
            return Ok(with(self.innermost(found)?, How::Direct));
        }
        let imported = self.imported(file, name, HOPS_MAX)?;
        if !imported.is_empty() {
            return Ok(with(imported, How::Import));
        }
        let mut found = Vec::new();
        if matches!(self.language(file), "go" | "java") {
            for beside in self.paths.beside(file).iter().filter(|it| **it != file) {
                found.extend(self.in_file(*beside, |it| {
                    it.name == *name && is_target(it.kind) && it.parent().is_empty()
                })?);
            }
        }
        Ok(with(found, How::Direct))
    }

    /// Returns those that stand the deepest: they hide the others. Overloads are of one name.
    fn innermost(&self, found: Vec<Place>) -> Result<Vec<Place>> {
        let mut depths = Vec::new();
        for place in found {
            depths.push((self.symbol(place)?.qualified.len(), place));
        }
        let deepest = depths.iter().map(|(depth, _)| *depth).max();
        Ok(depths.into_iter().filter(|it| Some(it.0) == deepest).map(|it| it.1).collect())
    }

    fn on_receiver(
        &self,
        file: usize,
        call: &Call,
        within: Option<&Symbol>,
    ) -> Result<Vec<(Place, How)>> {
        let joint = self.joint(file);
        let mut path: Vec<&str> =
            call.on.split(['.', ':', '\\']).filter(|it| !it.is_empty()).collect();
        let Some(first) = path.first().copied() else { return Ok(Vec::new()) };
        if is_self(first) && path.len() == 1 && !(first == "self" && call.on.ends_with("::")) {
            let class = within.map_or("", |symbol| self.class_of(file, symbol));
            let from = if matches!(first, "super" | "parent") {
                self.bases(file, class)?
            } else {
                vec![(file, class.to_owned())]
            };
            for (file, class) in from {
                let found = self.method(file, &class, &call.callee, HOPS_MAX)?;
                if !found.is_empty() {
                    return Ok(with(found, How::Method));
                }
            }
            if first != "super" || self.language(file) != "rust" {
                return Ok(Vec::new());
            }
        }
        if self.language(file) == "rust" && matches!(first, "crate" | "super" | "self") {
            return self.rust_path(file, &call.on, &call.callee);
        }
        // A class of this file.
        let class = path.join(joint);
        let own = self.method(file, &class, &call.callee, HOPS_MAX)?;
        if let Some((found, _)) = own.first() {
            let how = if *found == file { How::Direct } else { How::Import };
            return Ok(with(own, how));
        }
        let said = self.said(file)?;
        let imports = said.imports.iter().filter(|it| {
            it.name == first
                || it.name.rsplit(['.', '/']).next() == Some(first) && it.imported.is_empty()
                || call.on.starts_with(&it.name) && it.name.contains('.')
        });
        for import in imports {
            let rest: Vec<&str> = match call.on.strip_prefix(&import.name) {
                Some(rest) if import.name.contains('.') => {
                    rest.split('.').filter(|it| !it.is_empty()).collect()
                }
                _ => path[1..].to_vec(),
            };
            let found = self.through(file, import, &rest, &call.callee)?;
            if !found.is_empty() {
                return Ok(with(found, How::Import));
            }
        }
        if self.language(file) == "rust" {
            let found = self.rust_path(file, &call.on, &call.callee)?;
            if !found.is_empty() {
                return Ok(found);
            }
        }
        // A type that is known by its name in the whole project.
        let class = path.pop().unwrap_or_default();
        if class.starts_with(char::is_uppercase) {
            let mut found = Vec::new();
            for place in self.namesakes(&call.callee, self.language(file))? {
                let symbol = self.symbol(place)?;
                let parent = symbol.parent();
                if parent == class || parent.ends_with(&format!("{joint}{class}")) {
                    found.push(place);
                }
            }
            return Ok(with(found, How::Import));
        }
        Ok(Vec::new())
    }

    /// Returns the class that a symbol stands in: a function in a method is in the method's class.
    fn class_of<'q>(&self, file: usize, symbol: &'q Symbol) -> &'q str {
        let mut class = symbol.parent();
        if let Ok(said) = self.said(file) {
            while let Some(outer) = said.symbols.iter().find(|it| it.qualified == class) {
                if !outer.kind.is_callable() {
                    break;
                }
                let shorter = outer.parent().len();
                class = &class[..shorter];
            }
        }
        if symbol.kind.has_members() { &symbol.qualified } else { class }
    }

    /// Returns a method of a class, or of what it extends.
    fn method(&self, file: usize, class: &str, name: &str, hops: usize) -> Result<Vec<Place>> {
        if class.is_empty() || hops == 0 {
            return Ok(Vec::new());
        }
        let whole = format!("{class}{}{name}", self.joint(file));
        let found = self.in_file(file, |it| it.qualified == whole && is_target(it.kind))?;
        if !found.is_empty() {
            return Ok(found);
        }
        for (file, base) in self.bases(file, class)? {
            let found = self.method(file, &base, name, hops - 1)?;
            if !found.is_empty() {
                return Ok(found);
            }
        }
        if !matches!(self.language(file), "rust" | "go" | "c++" | "c#") {
            return Ok(Vec::new());
        }
        // The blocks of one type may stand in several files.
        let mut found = Vec::new();
        for place in self.namesakes(name, self.language(file))? {
            let symbol = self.symbol(place)?;
            let same = symbol.parent() == class;
            if same && place.0 != file {
                found.push(place);
            }
        }
        Ok(if found.len() <= NAMESAKES_MAX { found } else { Vec::new() })
    }

    /// Returns what a class extends, each with its file.
    fn bases(&self, file: usize, class: &str) -> Result<Vec<(usize, String)>> {
        let said = self.said(file)?;
        let name = class.rsplit(['.', ':']).next().unwrap_or_default();
        let mut found = Vec::new();
        for (_, base) in said.inherits.iter().filter(|(heir, _)| heir == name) {
            let base = base.rsplit(['.', ':']).next().unwrap_or_default();
            let own = self.in_file(file, |it| it.name == base && it.kind.has_members())?;
            let places = if own.is_empty() { self.imported(file, base, HOPS_MAX)? } else { own };
            for place in places {
                found.push((place.0, self.symbol(place)?.qualified));
            }
        }
        Ok(found)
    }

    /// Returns what a name means that a file imports.
    fn imported(&self, file: usize, name: &str, hops: usize) -> Result<Vec<Place>> {
        if hops == 0 {
            return Ok(Vec::new());
        }
        let said = self.said(file)?;
        for import in said.imports.iter().filter(|it| it.name == name && !it.imported.is_empty()) {
            if import.from.is_empty() && import.imported != name {
                return self.exported(file, &import.imported, name, hops - 1);
            }
            for module in self.paths.module(file, self.language(file), &import.from) {
                let found = self.exported(module, &import.imported, name, hops - 1)?;
                if !found.is_empty() {
                    return Ok(found);
                }
            }
            // In Java, a class is a file.
            let whole = format!("{}.{}", import.from, import.imported);
            if matches!(self.language(file), "java" | "python") {
                for module in self.paths.module(file, self.language(file), &whole) {
                    let found = self.exported(module, name, name, hops - 1)?;
                    if !found.is_empty() {
                        return Ok(found);
                    }
                }
            }
        }
        let is_all = |it: &&crate::symbol::Import| {
            it.name.is_empty()
                || it.imported.is_empty()
                    && matches!(family(self.language(file)), "c" | "ruby" | "shell")
        };
        for import in said.imports.iter().filter(is_all) {
            for module in self.paths.module(file, self.language(file), &import.from) {
                if module == file {
                    continue;
                }
                let found = self.exported(module, name, name, hops - 1)?;
                if !found.is_empty() {
                    return Ok(found);
                }
            }
        }
        Ok(Vec::new())
    }

    /// Returns what a file offers under a name; `here` is what the importer calls it.
    fn exported(&self, file: usize, name: &str, here: &str, hops: usize) -> Result<Vec<Place>> {
        let of_name = |name: &str| {
            self.in_file(file, |it| {
                it.name == name
                    && (is_target(it.kind) || it.kind.is_value())
                    && it.kind != Kind::Method
            })
        };
        let found = of_name(name)?;
        if !found.is_empty() {
            return self.outermost(found);
        }
        let found = self.imported(file, name, hops)?;
        if !found.is_empty() || name != "default" {
            return Ok(found);
        }
        of_name(here)
    }

    fn outermost(&self, found: Vec<Place>) -> Result<Vec<Place>> {
        let mut depths = Vec::new();
        for place in found {
            depths.push((self.symbol(place)?.qualified.len(), place));
        }
        let least = depths.iter().map(|(depth, _)| *depth).min();
        Ok(depths.into_iter().filter(|it| Some(it.0) == least).map(|it| it.1).collect())
    }

    /// Follows an import to a name in it: of a module, or of a class that is imported.
    fn through(
        &self,
        file: usize,
        import: &crate::symbol::Import,
        rest: &[&str],
        callee: &str,
    ) -> Result<Vec<Place>> {
        let language = self.language(file);
        if !import.imported.is_empty() {
            for (at, symbol) in self.classes(file, &import.name)? {
                let mut class = vec![symbol.qualified.as_str()];
                class.extend(rest);
                let found = self.method(at, &class.join(self.joint(at)), callee, HOPS_MAX)?;
                if !found.is_empty() {
                    return Ok(found);
                }
            }
        }
        let joint = if language == "rust" { "::" } else { "." };
        let mut module = vec![import.from.trim_end_matches('.')];
        if !import.imported.is_empty() {
            module.push(&import.imported);
        }
        let whole = if import.from.ends_with('.') {
            format!("{}{}", import.from, import.imported)
        } else {
            module.join(joint)
        };
        // The rest of the path may be modules too, or a class.
        for count in (0..=rest.len()).rev() {
            let path = std::iter::once(whole.as_str()).chain(rest[..count].iter().copied());
            let path = if language == "go" || family(language) == "javascript" {
                whole.clone()
            } else {
                path.collect::<Vec<_>>().join(joint)
            };
            for module in self.paths.module(file, language, &path) {
                let class = rest[count..].join(self.joint(module));
                let found = if class.is_empty() {
                    self.exported(module, callee, callee, HOPS_MAX)?
                } else {
                    self.method(module, &class, callee, HOPS_MAX)?
                };
                if !found.is_empty() {
                    return Ok(found);
                }
            }
        }
        Ok(Vec::new())
    }

    fn classes(&self, file: usize, name: &str) -> Result<Vec<(usize, Symbol)>> {
        let mut found = Vec::new();
        for place in self.imported(file, name, HOPS_MAX)? {
            found.push((place.0, self.symbol(place)?));
        }
        Ok(found)
    }

    /// Resolves a path of Rust: the file of its modules, and there a function or a type's method.
    fn rust_path(&self, file: usize, path: &str, callee: &str) -> Result<Vec<(Place, How)>> {
        let how = if matches!(path, "self") { How::Direct } else { How::Import };
        for module in self.paths.module(file, "rust", path) {
            let class = path.rsplit("::").next().unwrap_or_default();
            if class.starts_with(char::is_uppercase) {
                let found = self.method(module, class, callee, HOPS_MAX)?;
                if !found.is_empty() {
                    return Ok(with(found, how));
                }
            }
            let found = self.exported(module, callee, callee, HOPS_MAX)?;
            if !found.is_empty() {
                return Ok(with(found, how));
            }
        }
        Ok(Vec::new())
    }
}

/// Whether a call may mean a symbol of a kind: a class is called to make an object.
const fn is_target(kind: Kind) -> bool {
    kind.is_callable() || matches!(kind, Kind::Class | Kind::Struct | Kind::Enum)
}

fn with(found: Vec<Place>, how: How) -> Vec<(Place, How)> {
    found.into_iter().map(|place| (place, how)).collect()
}
