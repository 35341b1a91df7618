//! What is wrong with a database, in words for a person.

mod derived;
mod values;

use super::read::Reader;
use super::schema;
use crate::error::Result;

/// A check returns what it finds wrong.
type Check<'r> = fn(&Reader<'r>) -> Result<Vec<String>>;

impl Reader<'_> {
    /// Returns what is wrong: an empty list when all is well. What follows from the first kind of
    /// damage that is found is left out.
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

    /// Returns what SQLite's own check says.
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
