//! Checks of a database that describe its problems for a person.

mod derived;
mod values;

use super::read::Reader;
use super::schema;
use crate::error::Result;

/// A check that returns the problems it finds.
type Check<'r> = fn(&Reader<'r>) -> Result<Vec<String>>;

impl Reader<'_> {
    /// Returns the problems of the database; empty when there are none. Stops at the first kind of
    /// damage, since further problems would follow from it.
    pub fn problems(&self) -> Result<Vec<String>> {
        let checks: [Check<'_>; 4] = [
            Self::integrity_problems,
            Self::structure_problems,
            Self::value_problems,
            Self::derived_problems,
        ];
        for check in checks {
            let problems = check(self)?;
            if !problems.is_empty() {
                return Ok(problems);
            }
        }
        Ok(Vec::new())
    }

    /// Returns the findings of SQLite's integrity check.
    fn integrity_problems(&self) -> Result<Vec<String>> {
        let mut statement = self.transaction().prepare("PRAGMA integrity_check(10)")?;
        let rows = statement.query_map([], |row| row.get::<_, String>(0))?;
        let lines: Vec<String> = rows.collect::<rusqlite::Result<_>>()?;
        Ok(lines.into_iter().filter(|line| line != "ok").collect())
    }

    fn structure_problems(&self) -> Result<Vec<String>> {
        let different = schema::structure_problems(self.transaction())?;
        Ok(different.iter().map(|name| format!("{name} is missing or another one")).collect())
    }
}
