//! Repositories, directories and commits found on the pages of a damaged database.

use std::collections::{BTreeMap, HashMap};

use super::rows::Row;
use crate::project::Project;
use crate::store::KnownPlaces;

/// Maximum number of rows of each kind: a file with more is not ours.
const ROWS_MAX: usize = 1_000_000;

/// Rows by path; `None` where two rows contradict each other.
type ByPath<T> = BTreeMap<String, Option<T>>;

/// The rows found, with the ids of their projects.
#[derive(Default)]
pub struct KnownRows {
    /// Remote, project, whether the user decided it.
    repositories: ByPath<(Option<String>, i64, bool)>,
    directories: ByPath<i64>,
    /// Project and object by row id, which gives their order.
    commits: BTreeMap<i64, (i64, String)>,
}

impl KnownRows {
    /// Records a row; other kinds of rows are ignored.
    pub fn note(&mut self, row: Row) {
        match row {
            Row::Repository { path, remote, project, by_person } => {
                put(&mut self.repositories, path, (remote, project, by_person));
            }
            Row::Directory { path, project } => put(&mut self.directories, path, project),
            Row::Commit { id, project, object } if self.commits.len() < ROWS_MAX => {
                self.commits.insert(id, (project, object));
            }
            _ => {}
        }
    }

    /// Returns the rows whose project is known.
    pub fn of_projects(&self, project_of: impl Fn(i64) -> Option<Project>) -> KnownPlaces {
        let repositories = self.repositories.iter().filter_map(|(path, row)| {
            let (remote, project, by_person) = row.clone()?;
            Some((path.clone(), remote, project_of(project)?, by_person))
        });
        let directories = self
            .directories
            .iter()
            .filter_map(|(path, row)| Some((path.clone(), project_of((*row)?)?)));
        let mut by_project: HashMap<i64, Vec<String>> = HashMap::new();
        for (project, object) in self.commits.values() {
            by_project.entry(*project).or_default().push(object.clone());
        }
        let commits =
            by_project.into_iter().filter_map(|(id, commits)| Some((project_of(id)?, commits)));
        KnownPlaces {
            repositories: repositories.collect(),
            directories: directories.collect(),
            commits: commits.collect(),
        }
    }
}

fn put<T: PartialEq>(rows: &mut ByPath<T>, path: String, row: T) {
    if rows.len() >= ROWS_MAX && !rows.contains_key(&path) {
        return;
    }
    let same = rows.get(&path).is_none_or(|known| known.as_ref() == Some(&row));
    rows.insert(path, same.then_some(row));
}
