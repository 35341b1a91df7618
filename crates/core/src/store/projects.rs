//! Projects, and the repositories, directories and commits that belong to them.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension as _, Row, params};

use super::read::{Reader, Scope};
use super::write::Writer;
use crate::error::Result;
use crate::project::Project;

/// What is known of a repository, or of a place that a person gave to a project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownRepository {
    /// Its common git directory, or the place.
    pub path: String,
    /// Key of the remote that it named.
    pub remote: Option<String>,
    /// The assigned project.
    pub project_id: i64,
    /// Whether a person made the assignment.
    pub by_person: bool,
    /// A project that it may have belonged to before: only a person can tell.
    pub before_id: Option<i64>,
}

/// Another database's knowledge about repositories.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KnownPlaces {
    /// Repositories: path, remote, project, whether a person assigned it.
    pub(super) repositories: Vec<(String, Option<String>, Project, bool)>,
    /// Directories whose conversations belong to a project.
    pub(super) directories: Vec<(String, Project)>,
    /// Commits of each project, oldest first.
    pub(super) commits: Vec<(Project, Vec<String>)>,
}

impl KnownPlaces {
    /// Merges other knowledge into this one, which wins for a place that both know.
    pub(super) fn unite(mut self, other: Self) -> Self {
        self.repositories.extend(other.repositories);
        self.directories.extend(other.directories);
        for (project, commits) in other.commits {
            match self.commits.iter_mut().find(|(known, _)| *known == project) {
                Some((_, known)) => {
                    let is_new = |commit: &String| !known.contains(commit);
                    let new: Vec<_> = commits.into_iter().filter(is_new).collect();
                    known.extend(new);
                }
                None => self.commits.push((project, commits)),
            }
        }
        self
    }
}

/// Maximum number of directories that are returned.
const DIRECTORIES_MAX: i64 = 65_536;
/// Maximum number of repositories that are returned.
const REPOSITORIES_MAX: i64 = 4_096;
/// Commits kept per project: this many of the newest, and this many of the oldest.
const COMMITS_KEPT_MAX: i64 = 512;

/// A turn's UUID, its directory, and the one in which its session started.
pub type PlacedTurn = (String, Option<String>, Option<String>);

impl Reader<'_> {
    /// Returns the project with an id.
    pub fn project(&self, id: i64) -> Result<Project> {
        let mut statement =
            self.transaction().prepare_cached("SELECT key, name FROM project WHERE id = ?1")?;
        let row = |row: &Row| Ok(Project { key: row.get(0)?, name: row.get(1)? });
        Ok(statement.query_row([id], row)?)
    }

    /// Returns all projects that have a turn.
    pub fn all_projects(&self) -> Result<Vec<Project>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT key, name FROM project
             WHERE EXISTS (SELECT 1 FROM turn WHERE project_id = project.id) ORDER BY key",
        )?;
        let row = |row: &Row| Ok(Project { key: row.get(0)?, name: row.get(1)? });
        let rows = statement.query_map([], row)?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns the project of a directory, as last recorded.
    pub fn directory_project(&self, path: &str) -> Result<Option<i64>> {
        let mut statement = self
            .transaction()
            .prepare_cached("SELECT project_id FROM directory WHERE path = ?1")?;
        Ok(statement.query_row([path], |row| row.get(0)).optional()?)
    }

    /// Returns the directories that were seen.
    pub fn known_directories(&self) -> Result<Vec<String>> {
        let mut statement = self
            .transaction()
            .prepare_cached("SELECT path FROM directory ORDER BY path LIMIT ?1")?;
        let rows = statement.query_map([DIRECTORIES_MAX], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns the ids of the projects with this key or this name.
    pub fn projects(&self, key_or_name: &str) -> Result<Vec<i64>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT id FROM project
             WHERE key = ?1 OR name = ?1 OR substr(key, -length(?1) - 1) = '/' || ?1
                OR substr(key, -length(?1) - 6) = '/' || ?1 || '/.git'
             ORDER BY id",
        )?;
        let rows = statement.query_map([key_or_name], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns the id of the project with this key.
    pub fn project_with_key(&self, key: &str) -> Result<Option<i64>> {
        let mut statement =
            self.transaction().prepare_cached("SELECT id FROM project WHERE key = ?1")?;
        Ok(statement.query_row([key], |row| row.get(0)).optional()?)
    }

    /// Returns what is known of the repository at this path.
    pub fn repository(&self, path: &str) -> Result<Option<KnownRepository>> {
        let found = self.known_repositories("WHERE path = ?1", params![path])?;
        Ok(found.into_iter().next())
    }

    /// Returns the repositories of a project.
    pub fn repositories_of(&self, project: i64) -> Result<Vec<KnownRepository>> {
        self.known_repositories(
            "WHERE project_id = ?1 ORDER BY path LIMIT ?2",
            params![project, REPOSITORIES_MAX],
        )
    }

    /// Returns all repositories, those of one project together.
    pub fn repositories(&self) -> Result<Vec<KnownRepository>> {
        self.known_repositories("ORDER BY project_id, path LIMIT ?1", params![REPOSITORIES_MAX])
    }

    fn known_repositories(
        &self,
        which: &str,
        values: &[&dyn rusqlite::ToSql],
    ) -> Result<Vec<KnownRepository>> {
        let sql = format!(
            "SELECT path, remote, project_id, by_person, before_id FROM repository {which}"
        );
        let mut statement = self.transaction().prepare_cached(&sql)?;
        let rows = statement.query_map(values, |row| {
            Ok(KnownRepository {
                path: row.get(0)?,
                remote: row.get(1)?,
                project_id: row.get(2)?,
                by_person: row.get(3)?,
                before_id: row.get(4)?,
            })
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns the project to which repositories with this remote belong, by their own account.
    pub fn project_of_remote(&self, remote: &str) -> Result<Option<i64>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT project_id FROM repository WHERE remote = ?1 AND NOT by_person
             ORDER BY path LIMIT 1",
        )?;
        Ok(statement.query_row([remote], |row| row.get(0)).optional()?)
    }

    /// Returns the remotes of repositories, each with a project that it belongs to by its own
    /// account.
    pub fn remotes(&self) -> Result<Vec<(i64, String)>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT DISTINCT project_id, remote FROM repository
             WHERE remote IS NOT NULL AND NOT by_person ORDER BY project_id, remote LIMIT ?1",
        )?;
        let rows = statement.query_map([REPOSITORIES_MAX], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Returns whether a project has a turn or a note.
    pub fn has_items(&self, project: i64) -> Result<bool> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT 1 FROM turn WHERE project_id = ?1
             UNION ALL SELECT 1 FROM note WHERE project_id = ?1 LIMIT 1",
        )?;
        Ok(statement.exists([project])?)
    }

    /// Returns the recorded commits of a project's repositories, oldest first.
    pub fn commits(&self, project: i64) -> Result<Vec<String>> {
        self.texts(
            "SELECT object FROM known_commit WHERE project_id = ?1 ORDER BY id LIMIT ?2",
            project,
            2 * COMMITS_KEPT_MAX,
        )
    }

    fn texts(&self, sql: &str, project: i64, limit: i64) -> Result<Vec<String>> {
        let mut statement = self.transaction().prepare_cached(sql)?;
        let rows = statement.query_map([project, limit], |row| row.get(0))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}

impl Writer<'_> {
    /// Returns the id of a project, which is stored if it is new.
    pub fn project_id(&mut self, project: &Project) -> Result<i64> {
        self.transaction
            .prepare_cached(
                "INSERT INTO project (key, name) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
            )?
            .execute(params![project.key, project.name])?;
        let mut select =
            self.transaction.prepare_cached("SELECT id FROM project WHERE key = ?1")?;
        Ok(select.query_row([&project.key], |row| row.get(0))?)
    }

    /// Gives a project another key and name, unless another one has that key.
    pub fn go_on_as(&mut self, id: i64, project: &Project) -> Result<()> {
        self.transaction
            .prepare_cached(
                "UPDATE project SET key = ?2, name = ?3 WHERE id = ?1
                 AND NOT EXISTS (SELECT 1 FROM project WHERE key = ?2)",
            )?
            .execute(params![id, project.key, project.name])?;
        Ok(())
    }

    /// Records the project of a directory.
    pub fn remember_directory(&mut self, path: &str, project_id: i64) -> Result<()> {
        self.transaction
            .prepare_cached(
                "INSERT INTO directory (path, project_id) VALUES (?1, ?2)
                 ON CONFLICT (path) DO UPDATE SET project_id = excluded.project_id",
            )?
            .execute(params![path, project_id])?;
        Ok(())
    }

    /// Records what is known of a repository. While the remote is unchanged, only a person's
    /// assignment replaces an existing one.
    pub fn remember_repository(&mut self, known: &KnownRepository) -> Result<()> {
        let KnownRepository { path, remote, project_id, by_person, before_id } = known;
        self.transaction
            .prepare_cached(
                "INSERT INTO repository (path, remote, project_id, by_person, before_id)
                 VALUES (?1, ?2, ?3, ?4, ?5)
                 ON CONFLICT (path) DO UPDATE SET remote = excluded.remote,
                   project_id = excluded.project_id, by_person = excluded.by_person,
                   before_id = excluded.before_id
                 WHERE excluded.by_person OR remote IS NOT excluded.remote",
            )?
            .execute(params![path, remote, project_id, by_person, before_id])?;
        Ok(())
    }

    /// Records that a repository was no other project before.
    pub fn settle_repository(&mut self, path: &str) -> Result<()> {
        self.transaction
            .prepare_cached("UPDATE repository SET before_id = NULL WHERE path = ?1")?
            .execute([path])?;
        Ok(())
    }

    /// Records commits of a project. When there are too many, the ones in the middle are dropped.
    pub fn remember_commits(&mut self, project: i64, commits: &[String]) -> Result<()> {
        let mut insert = self.transaction.prepare_cached(
            "INSERT INTO known_commit (project_id, object) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
        )?;
        for commit in commits {
            insert.execute(params![project, commit])?;
        }
        self.transaction
            .prepare_cached(
                "DELETE FROM known_commit WHERE project_id = ?1
                 AND id NOT IN (SELECT id FROM known_commit WHERE project_id = ?1
                                ORDER BY id DESC LIMIT ?2)
                 AND id NOT IN (SELECT id FROM known_commit WHERE project_id = ?1
                                ORDER BY id LIMIT ?2)",
            )?
            .execute([project, COMMITS_KEPT_MAX])?;
        Ok(())
    }

    /// Moves the transcripts, for what is read from now on, and the directories of a project to
    /// another project.
    pub fn move_project(&mut self, from: i64, to: i64) -> Result<()> {
        for statement in [
            "UPDATE transcript SET project_id = ?2 WHERE project_id = ?1",
            "UPDATE directory SET project_id = ?2 WHERE project_id = ?1",
        ] {
            self.transaction.prepare_cached(statement)?.execute([from, to])?;
        }
        Ok(())
    }

    /// Moves the transcripts of a turn's sessions to another project, for what is read from now on.
    pub fn move_transcripts_of(&mut self, turn: &str, from: i64, to: i64) -> Result<()> {
        self.transaction
            .prepare_cached(
                "UPDATE transcript SET project_id = ?3 WHERE project_id = ?2 AND session IN (
                   SELECT session.uuid FROM turn
                   JOIN session_turn ON session_turn.turn_id = turn.id
                   JOIN session ON session.id = session_turn.session_id WHERE turn.uuid = ?1)",
            )?
            .execute(params![turn, from, to])?;
        Ok(())
    }
}

impl Reader<'_> {
    /// Returns the files that the turns of a project changed without an error, those of the last
    /// turns first; at most `files_max` of them.
    pub fn files_changed_last(&self, project: i64, files_max: usize) -> Result<Vec<String>> {
        self.texts(
            "SELECT target FROM turn JOIN action ON action.turn_id = turn.id
             WHERE turn.project_id = ?1 AND action.kind = 'edit' AND action.error IS NULL
               AND target <> ''
             GROUP BY target ORDER BY max(turn.started_at_ms) DESC, target LIMIT ?2",
            project,
            files_max as i64,
        )
    }

    /// Returns the UUIDs of all turns of a project.
    pub fn turns_of_project(&self, project: i64) -> Result<Vec<String>> {
        self.texts("SELECT uuid FROM turn WHERE project_id = ?1 ORDER BY id LIMIT ?2", project, -1)
    }

    /// Returns the turns of a project, each with its directory and the one in which its session
    /// started.
    pub fn turns_by_directory(&self, project: i64) -> Result<Vec<PlacedTurn>> {
        let mut statement = self.transaction().prepare_cached(
            "SELECT turn.uuid, turn.cwd,
                    (SELECT first.cwd FROM session_turn AS here
                     JOIN session_turn AS place ON place.session_id = here.session_id
                     JOIN turn AS first ON first.id = place.turn_id
                     WHERE here.turn_id = turn.id
                     ORDER BY place.position, first.id LIMIT 1)
             FROM turn WHERE project_id = ?1 ORDER BY turn.id",
        )?;
        let rows =
            statement.query_map([project], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}

impl Reader<'_> {
    /// Returns the commits of each project of a scope, by the project's key.
    pub fn commits_by_project(&self, scope: &Scope) -> Result<BTreeMap<String, Vec<String>>> {
        let mut found = BTreeMap::new();
        for id in self.scope_projects(scope)? {
            let commits = self.commits(id)?;
            if !commits.is_empty() {
                found.insert(self.project(id)?.key, commits);
            }
        }
        Ok(found)
    }
}

/// Returns a database's knowledge about repositories, as far as it can be read.
pub(super) fn known_places(connection: &Connection) -> KnownPlaces {
    KnownPlaces {
        repositories: rows(
            connection,
            "SELECT key, name, path, remote, by_person
             FROM repository JOIN project ON project.id = project_id",
            |row| Ok((row.get(2)?, row.get(3)?, project_in(row)?, row.get(4)?)),
        ),
        directories: rows(
            connection,
            "SELECT key, name, path FROM directory JOIN project ON project.id = project_id",
            |row| Ok((row.get(2)?, project_in(row)?)),
        ),
        commits: grouped(&rows(
            connection,
            "SELECT key, name, object FROM known_commit JOIN project ON project.id = project_id
             ORDER BY project_id, known_commit.id",
            |row| Ok((project_in(row)?, row.get(2)?)),
        )),
    }
}

fn grouped(commits: &[(Project, String)]) -> Vec<(Project, Vec<String>)> {
    let groups = commits.chunk_by(|(one, _), (other, _)| one == other);
    let commits_of = |group: &[(Project, String)]| {
        (group[0].0.clone(), group.iter().map(|(_, commit)| commit.clone()).collect())
    };
    groups.map(commits_of).collect()
}

/// Returns the rows before the first unreadable one; none when a damaged database lacks the table.
fn rows<T>(
    connection: &Connection,
    sql: &str,
    read: impl FnMut(&Row) -> rusqlite::Result<T>,
) -> Vec<T> {
    let Ok(mut statement) = connection.prepare(sql) else { return Vec::new() };
    let rows = statement.query_map([], read);
    rows.map(|rows| rows.map_while(|row| row.ok()).collect()).unwrap_or_default()
}

fn project_in(row: &Row) -> rusqlite::Result<Project> {
    Ok(Project { key: row.get(0)?, name: row.get(1)? })
}

impl Writer<'_> {
    /// Adds another database's knowledge about repositories. Existing knowledge is kept.
    pub fn adopt_places(&mut self, places: &KnownPlaces) -> Result<()> {
        for (path, remote, project, by_person) in &places.repositories {
            let id = self.project_id(project)?;
            self.transaction
                .prepare_cached(
                    "INSERT INTO repository (path, remote, project_id, by_person)
                     VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING",
                )?
                .execute(params![path, remote, id, by_person])?;
        }
        for (path, project) in &places.directories {
            let id = self.project_id(project)?;
            self.transaction
                .prepare_cached(
                    "INSERT INTO directory (path, project_id) VALUES (?1, ?2)
                     ON CONFLICT DO NOTHING",
                )?
                .execute(params![path, id])?;
        }
        for (project, commits) in &places.commits {
            self.adopt_commits(project, commits)?;
        }
        Ok(())
    }

    /// Adds commits of a project that has none here. If it has some, commits from another database
    /// prove nothing.
    pub fn adopt_commits(&mut self, project: &Project, commits: &[String]) -> Result<()> {
        let id = self.project_id(project)?;
        let known = self
            .transaction
            .prepare_cached("SELECT 1 FROM known_commit WHERE project_id = ?1")?
            .exists([id])?;
        if known { Ok(()) } else { self.remember_commits(id, commits) }
    }
}
