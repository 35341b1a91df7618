//! Who calls whom, from a file or a symbol on: edges with how they are known.
//!
//! Nothing of it is stored: a call is resolved when it is asked for, from what the files say now, so
//! no edge outlives its ends.

use std::collections::{HashMap, HashSet, VecDeque};

use serde::Serialize;

use crate::error::{Error, Result};
use crate::meant::Asked;
use crate::project::{Place, Project};
use crate::resolve::How;
use crate::store::CodeStore;
use crate::symbol::{Kind, Symbol};

/// Which edges are followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// What it calls.
    Callees,
    /// What calls it.
    Callers,
    /// Both.
    Both,
}

/// A symbol of a graph.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "GraphNode"))]
#[serde(rename_all = "camelCase")]
pub struct Node {
    /// The file, from the root, with `/`.
    pub path: String,
    /// Qualified name.
    pub symbol: String,
    /// What it is.
    pub kind: Kind,
    /// Its first line.
    pub start: u32,
    /// Its last line.
    pub end: u32,
    /// Whether it was asked for.
    pub is_root: bool,
}

/// A call of one symbol by another.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "GraphEdge"))]
pub struct Edge {
    /// The caller, by its place among the nodes.
    pub from: usize,
    /// What is called.
    pub to: usize,
    /// How that is known.
    pub how: How,
    /// How sure it is, 0 to 1.
    pub confidence: f64,
    /// The line of the first call.
    pub line: u32,
}

/// A graph around what was asked for.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Graph {
    /// The symbols, those that were asked for first.
    pub nodes: Vec<Node>,
    /// The calls.
    pub edges: Vec<Edge>,
    /// Whether there was more than is shown.
    pub is_cut: bool,
}

/// Symbols of a graph: those of a file with what they call.
const NODES_MAX: usize = 1_000;
/// Symbols that are meant at once: as many as a file may have.
const ROOTS_MAX: usize = 500;

impl CodeStore {
    /// Returns the graph around a file, `path/of/file`, or a symbol: `name`, `Class.name` or
    /// `path/of/file:name`.
    ///
    /// # Errors
    /// [`Error::Unknown`] when nothing is called so.
    pub fn graph(&self, target: &str, direction: Direction, depth: usize) -> Result<Graph> {
        let project = Project::of(self)?;
        let roots = project.meant(target)?;
        if roots.is_empty() {
            return Err(Error::Unknown(target.to_owned()));
        }
        let mut made = Making::default();
        for root in roots.into_iter().take(ROOTS_MAX) {
            made.node(&project, root, true)?;
        }
        if matches!(direction, Direction::Callees | Direction::Both) {
            made.follow(&project, depth, false, |place| callees(&project, place))?;
        }
        if matches!(direction, Direction::Callers | Direction::Both) {
            made.follow(&project, depth, true, |place| callers(&project, place))?;
        }
        Ok(made.graph)
    }
}

impl Project<'_> {
    /// Returns the symbols that are meant by a file or a name.
    fn meant(&self, target: &str) -> Result<Vec<Place>> {
        if let Some(file) = self.file_named(target) {
            let said = self.said(file)?;
            let callable = said.symbols.iter().enumerate().filter(|(_, it)| it.kind.is_callable());
            return Ok(callable.map(|(at, _)| (file, at)).collect());
        }
        let in_file = target.match_indices(':').find_map(|(at, _)| {
            let (path, name) = (&target[..at], target[at + 1..].trim_start_matches(':'));
            self.file_named(path).filter(|_| !name.is_empty()).map(|file| (file, name))
        });
        let asked = Asked::of(in_file.map_or(target, |(_, name)| name));
        let files = match in_file {
            Some((file, _)) => vec![file],
            None => self.files_with(asked.last())?.to_vec(),
        };
        let said = files.into_iter().map(|file| Ok((file, self.said(file)?)));
        let said: Vec<_> = said.collect::<Result<_>>()?;
        let symbols = said.iter().flat_map(|(file, said)| {
            said.symbols.iter().enumerate().map(|(at, symbol)| ((*file, at), symbol))
        });
        Ok(asked.among(symbols))
    }

    fn file_named(&self, path: &str) -> Option<usize> {
        let path = path.trim_start_matches("./");
        let mut files = self.files.iter();
        files.position(|file| file.path == path)
    }
}

/// An end of an edge, how it is known, and the line of the call.
type Found = (Place, How, u32);

fn callees(project: &Project, (file, at): Place) -> Result<Vec<Found>> {
    let said = project.said(file)?;
    let mut found = Vec::new();
    for call in said.calls.iter().filter(|call| call.within == Some(at as u32)) {
        for (place, how) in project.resolve(file, call)? {
            found.push((place, how, call.line));
        }
    }
    Ok(found)
}

fn callers(project: &Project, target: Place) -> Result<Vec<Found>> {
    let name = project.symbol(target)?.name;
    let mut found = Vec::new();
    for file in project.files_with(&name)?.iter().copied() {
        let said = project.said(file)?;
        let renamed: HashSet<&str> = said
            .imports
            .iter()
            .filter(|import| import.imported == name)
            .map(|import| import.name.as_str())
            .collect();
        for call in &said.calls {
            let is_named = call.callee == name || renamed.contains(call.callee.as_str());
            let Some(within) = call.within.filter(|_| is_named) else { continue };
            for (place, how) in project.resolve(file, call)? {
                if place == target {
                    found.push(((file, within as usize), how, call.line));
                }
            }
        }
    }
    Ok(found)
}

/// A graph while it is made.
#[derive(Default)]
struct Making {
    graph: Graph,
    places: HashMap<Place, usize>,
    roots: Vec<Place>,
    edges: HashSet<(usize, usize)>,
}

impl Making {
    /// Returns the place of a symbol among the nodes; `None` when there are too many.
    fn node(&mut self, project: &Project, place: Place, is_root: bool) -> Result<Option<usize>> {
        if let Some(at) = self.places.get(&place) {
            return Ok(Some(*at));
        }
        if self.graph.nodes.len() == NODES_MAX {
            self.graph.is_cut = true;
            return Ok(None);
        }
        let Symbol { qualified, kind, start, end, .. } = project.symbol(place)?;
        let path = project.files[place.0].path.clone();
        let at = self.graph.nodes.len();
        self.graph.nodes.push(Node { path, symbol: qualified, kind, start, end, is_root });
        self.places.insert(place, at);
        if is_root {
            self.roots.push(place);
        }
        Ok(Some(at))
    }

    /// Follows edges from the roots, level by level.
    fn follow(
        &mut self,
        project: &Project,
        depth: usize,
        is_of_callers: bool,
        edges: impl Fn(Place) -> Result<Vec<Found>>,
    ) -> Result<()> {
        let mut next: VecDeque<(Place, usize)> =
            self.roots.iter().map(|place| (*place, 0)).collect();
        let mut done = HashSet::new();
        while let Some((place, level)) = next.pop_front() {
            if level == depth || !done.insert(place) {
                continue;
            }
            for (other, how, line) in edges(place)? {
                let Some(at) = self.node(project, place, false)? else { continue };
                let Some(to) = self.node(project, other, false)? else { continue };
                let ends = if is_of_callers { (to, at) } else { (at, to) };
                if self.edges.insert(ends) {
                    let (from, to) = ends;
                    let confidence = how.confidence();
                    self.graph.edges.push(Edge { from, to, how, confidence, line });
                }
                next.push_back((other, level + 1));
            }
        }
        Ok(())
    }
}
