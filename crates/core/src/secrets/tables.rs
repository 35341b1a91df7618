//! Secrets in tables: in a column whose header names them, or beside a name in the first or last
//! column.

pub(super) mod columns;
mod inserts;
mod rows;

use std::ops::Range;

use super::Found;
use super::looks::{Look, look_of};
use super::names::{self, Claim, is_among};
use super::verdict::is_secret_in_prose;
use rows::{Row, is_bar, rows};

/// Columns after this one are ignored.
const COLUMNS_MAX: usize = 16;
/// Minimum length of what may be a key.
const KEY_CHARS_MIN: usize = 8;
/// Maximum number of words in a cell that names the one before it.
const WORDS_MAX: usize = 3;
/// Column headers for the owners of passwords.
const USERS: &str = "user users username login account email e-mail name role benutzer nutzer utilisateur usuario usuário utente \
    gebruiker użytkownik пользователь логин host server system service environment";

/// Finds the secrets in the tables of a text. `heads` are the ends of names that may stand at the
/// head of a column without bars.
pub(super) fn find(text: &str, heads: &[usize]) -> Vec<Found> {
    let mut all = columns::find(text, heads);
    let mut header = Header::default();
    for Row { range, goes_on } in rows(text) {
        let row = &text[range.clone()];
        let cells = cells_of(row);
        let found = |(kind, cell): (_, Range<usize>)| {
            Found::new(kind, range.start + cell.start..range.start + cell.end)
        };
        if goes_on {
            all.extend(header.secrets(row, &cells).map(found));
        } else {
            header = Header::of(row, &cells);
            all.extend(beside(row, &cells).map(found));
        }
    }
    all
}

/// What the header row says about the columns.
#[derive(Default)]
struct Header {
    columns: Vec<Option<(&'static str, Claim)>>,
    has_users: bool,
}

impl Header {
    fn of(row: &str, cells: &[Range<usize>]) -> Self {
        let labels = || cells.iter().map(|cell| &row[cell.clone()]);
        Self {
            columns: labels().map(names::claim_of_label).collect(),
            has_users: labels().any(|label| is_among(&label.to_lowercase(), USERS)),
        }
    }

    /// Returns the secrets of a row: those under a header that names them, and the one beside a
    /// name.
    fn secrets<'r>(
        &'r self,
        row: &'r str,
        cells: &'r [Range<usize>],
    ) -> impl Iterator<Item = (&'static str, Range<usize>)> + 'r {
        let least = if self.has_users { Look::Word } else { Look::Suspicious };
        let below = cells.iter().zip(&self.columns).filter_map(move |(cell, column)| {
            let (kind, claim) = (*column)?;
            is_secret(&row[cell.clone()], kind, claim, least).then(|| (kind, cell.clone()))
        });
        below.chain(beside(row, cells))
    }
}

/// Returns the secret beside its name: to its right, or to its left where the words come last.
fn beside(row: &str, cells: &[Range<usize>]) -> Option<(&'static str, Range<usize>)> {
    let right = || secret_of(row, cells.first()?, cells.get(1)?, cells.len() == 2);
    let left = || {
        let [.., cell, words] = cells else { return None };
        let few = row[words.clone()].split(' ').count() <= WORDS_MAX;
        secret_of(row, words, cell, false).filter(|_| few)
    };
    right().or_else(left)
}

/// Returns the secret in a cell whose name is in another.
fn secret_of(
    row: &str,
    label: &Range<usize>,
    cell: &Range<usize>,
    paired: bool,
) -> Option<(&'static str, Range<usize>)> {
    let (kind, claim) = names::claim_of_label(&row[label.clone()])?;
    let least = if paired { Look::Word } else { Look::Suspicious };
    is_secret(&row[cell.clone()], kind, claim, least).then(|| (kind, cell.clone()))
}

fn is_secret(cell: &str, kind: &str, claim: Claim, least: Look) -> bool {
    let number = cell.len() >= 4 && cell.bytes().all(|byte| byte.is_ascii_digit());
    match claim {
        Claim::Clear => {
            let least = if kind == "password" { least } else { Look::Suspicious };
            look_of(cell) >= least && !(number && least > Look::Word)
        }
        Claim::Likely if cell.len() >= KEY_CHARS_MIN && look_of(cell) >= Look::Suspicious => true,
        _ => is_secret_in_prose(cell, true, claim),
    }
}

/// Returns the ranges of the cells of a row, without whitespace and emphasis.
fn cells_of(row: &str) -> Vec<Range<usize>> {
    let is_dress = |c: char| c.is_whitespace() || matches!(c, '*' | '_' | '`');
    // There is nothing before the first bar or behind the last one.
    let inner = row.strip_prefix(is_bar).unwrap_or(row);
    let inner = inner.strip_suffix(is_bar).unwrap_or(inner);
    let place = |cell: &str| {
        let start = cell.as_ptr() as usize - row.as_ptr() as usize;
        start..start + cell.len()
    };
    inner.split(is_bar).take(COLUMNS_MAX).map(|cell| place(cell.trim_matches(is_dress))).collect()
}

#[cfg(test)]
mod tests {
    use crate::secrets::mask;

    /// Each `¤` is a password, and all of them are masked and nothing else.
    #[test]
    fn passwords_are_masked_in_every_form_of_a_table() {
        for form in [
            "| password | ¤ |",
            "  | password | ¤ |",
            "> | password | ¤ |",
            "- | password | ¤ |",
            "| user | password |\n|---|---|\n| bob | ¤ |\n| amy | ¤ |",
            "> | user | password |\r\n> |---|---|\r\n> | bob | ¤ |",
            "1. So:\n   | user | password | role |\n   |---|---|---|\n   | bob | `¤` | admin |",
            "user | password\n--- | ---\nbob | ¤\namy | ¤",
            " user | password \n------+----------\n bob  | ¤\n amy  | ¤\n(2 rows)",
            "+------+----------+\n| user | password |\n+------+----------+\n| bob  | ¤ |\n+------+----------+",
            "│ user │ password │\n├──────┼──────────┤\n│ bob  │ ¤ │\n└──────┴──────────┘",
            "║ user ║ password ║\n╠══════╬══════════╣\n║ bob  ║ ¤ ║",
            r"Here:\n| user | password |\n|---|---|\n| bob | ¤ |\n",
            r#"{"text":"| user | password |\n|---|---|\n| bob | ¤ |"}"#,
            r#"{\"text\":\"| user | password |\\n|---|---|\\n| bob | ¤ |\"}"#,
            r#"{"text":" user | password\n------+------\n bob | ¤\n"}"#,
        ] {
            let masked = mask(&form.replace('¤', "hunter2xyz")).into_owned();
            assert_eq!(masked, form.replace('¤', "[masked:password]"), "{form}");
            assert_eq!(mask(&masked), masked, "{form}");
        }
    }

    #[test]
    fn of_a_row_that_is_very_long_the_beginning_is_read() {
        let row = format!("| password | hunter2xyz | {} |", "so on ".repeat(1_000));
        assert_eq!(mask(&row), row.replace("hunter2xyz", "[masked:password]"));
    }

    #[test]
    fn lines_of_code_and_other_tables_stay() {
        for text in [
            "bob | hunter2xyz",
            "user | password\nbob | hunter2xyz",
            "user | password\n\n--- | ---\nbob | hunter2xyz",
            "| user | password |\n\nbob | hunter2xyz",
            "    | grep password | pbcopy77",
            "    | Password | Token77abc",
            "cat users | grep password |\n  sort77 | uniq",
            "Field    | Type\n---------+------\npassword | varchar(255)\npassword | text",
            " Column   | Type\n----------+------\n password | character varying(255)",
            "Method | password\n--- | ---\nlogin | required\nreset | optional",
            "password: see below | more\n---\nbob | hunter2xyz",
            "const bar = \"|\" + password + \"|\";",
        ] {
            assert_eq!(mask(text), text);
        }
    }
}
