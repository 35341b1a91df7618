//! Secrets in every kind of surroundings: commands behind the marks of tools and as lists of
//! arguments, and tables in every notation, with passwords of every kind.

use super::draw::Draw;
use super::folds::{FOLDS, Told, password, password_kinds, told};

/// What stands in front of a line: diffs, readers, searches, Makefiles, consoles, comments.
const MARKS: [&str; 20] = [
    "+",
    "-",
    "++",
    "     3→",
    "    12\t",
    "12:",
    "scripts/up.sh:7:",
    "deploy.sh-8-",
    "\t@",
    "+\t@",
    "\t-@",
    "$",
    "$ ",
    "#",
    "# ",
    "// ",
    "│ ",
    "> ",
    "\u{1b}[32m+",
    "   9→\t@",
];

/// Returns the commands of all forms, each behind every mark.
pub fn marked() -> Vec<Told> {
    let mut all = Vec::new();
    for (command, mark) in commands().into_iter().zip(MARKS.into_iter().cycle()) {
        let text = format!("@@ -1,2 +1,3 @@\n set -e\n{mark}{}\n exit 0\n", command.text);
        let plain = format!("x\n{mark}{}\n", command.text);
        all.push(Told {
            kind: "behind a mark",
            text: if mark == "-" { text } else { plain },
            ..command
        });
    }
    all
}

/// Returns the commands of all forms as lists of their words.
pub fn listed() -> Vec<Told> {
    let mut all = Vec::new();
    let plain =
        |command: &Told| !command.text.contains(['|', '>', '<', '"', '\'', ';', '(', '\\', '$']);
    for (number, command) in commands().into_iter().filter(plain).enumerate() {
        let words: Vec<&str> = command.text.split(' ').collect();
        if !words.iter().skip(1).any(|word| word.starts_with('-')) {
            continue;
        }
        let quoted = |quote: &str| {
            words.iter().map(|word| format!("{quote}{word}{quote}")).collect::<Vec<_>>()
        };
        let (double, single) = (quoted("\""), quoted("'"));
        let text = match number % 7 {
            0 => format!("CMD [{}]", double.join(", ")),
            1 => format!("run([{}], check=True)", single.join(", ")),
            2 => format!("  command: [{}]", double.join(",")),
            3 => format!("args:\n  - {}\n", words.join("\n  - ")),
            4 => format!("spawn({}, [{}])", single[0], single[1..].join(", ")),
            5 => format!("{{\"argv\": [\n    {}\n  ]}}", double.join(",\n    ")),
            _ => format!("command:\n- {}\n", double.join("\n- ")),
        };
        all.push(Told { kind: "list of arguments", text, ..command });
    }
    all
}

/// Returns the single commands that the rules find where they stand alone.
fn commands() -> Vec<Told> {
    let all = FOLDS.iter().flat_map(|(_, forms, _)| told(forms));
    all.filter(|form| {
        let masked = mementor_core::secrets::mask(&form.text);
        form.kind == "commands"
            && !form.text.contains(['\n', '{'])
            && !form.secrets.iter().any(|secret| masked.contains(secret.as_str()))
    })
    .collect()
}

/// Heads of columns with passwords, and of the columns beside them.
const HEADS: [&str; 9] = [
    "password",
    "Password",
    "PASSWORD",
    "pwd",
    "admin password",
    "db_password",
    "Passwort",
    "contraseña",
    "passphrase",
];
const LABELS: [&str; 6] = [
    "Admin password",
    "DB_PASSWORD",
    "password",
    "Wifi-Passwort",
    "root pw",
    "Keystore passphrase",
];
const OTHERS: [(&str, [&str; 3]); 5] = [
    ("user", ["bob", "amy.lee", "deploy"]),
    ("host", ["db1.internal", "10.0.0.7", "cache-2"]),
    ("port", ["5432", "6379", "22"]),
    ("role", ["admin", "read only", "owner"]),
    ("since", ["2024-11-02", "2025-01-30", "2025-06-11"]),
];

/// Returns tables in every notation.
pub fn tables() -> Vec<Told> {
    let mut all = Vec::new();
    for seed in 0..240 {
        let mut draw = Draw::new(seed + 77);
        let kind = password_kinds()[seed as usize % password_kinds().len()];
        let secrets: Vec<String> = (0..3).map(|_| password(&mut draw, kind)).collect();
        let notation = seed as usize % 10;
        let text = if notation < 7 {
            sheet(&mut draw, notation, &secrets)
        } else {
            let label = draw.one_of(&LABELS);
            let user = draw.one_of(&["User", "Login", "Username"]);
            match notation {
                7 => {
                    format!("{user}          bob\n{label:<14}   {}\nHost          db1", secrets[0])
                }
                8 => format!("{user}\tbob\n{label}\t{}\n", secrets[0]),
                _ => format!(
                    "| id | value | what |\n|---|---|---|\n| 1 | {} | {label} |",
                    secrets[0]
                ),
            }
        };
        let secrets = if notation < 7 { secrets } else { secrets[..1].to_vec() };
        all.push(Told { kind: TABLES[notation], password: kind, text, secrets });
    }
    all
}

const TABLES: [&str; 10] = [
    "spaces",
    "spaces and a rule",
    "tabs",
    "semicolons",
    "commas",
    "quoted commas",
    "a drawn box",
    "pairs by spaces",
    "pairs by tabs",
    "words in the last cell",
];

fn sheet(draw: &mut Draw, notation: usize, secrets: &[String]) -> String {
    let first = draw.below(OTHERS.len());
    let second = (first + 1 + draw.below(OTHERS.len() - 1)) % OTHERS.len();
    let place = draw.below(3);
    let mut rows = Vec::new();
    for at in 0..4 {
        let other = |which: usize| match at {
            0 => OTHERS[which].0.to_owned(),
            _ => OTHERS[which].1[at - 1].to_owned(),
        };
        let mut row = vec![other(first), other(second)];
        row.insert(
            place,
            if at == 0 { draw.one_of(&HEADS).to_owned() } else { secrets[at - 1].clone() },
        );
        rows.push(row);
    }
    let width =
        |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let padded = |row: &Vec<String>, gap: &str| {
        let cells = row
            .iter()
            .enumerate()
            .map(|(at, cell)| format!("{cell}{}", " ".repeat(width(at) - cell.chars().count())));
        cells.collect::<Vec<_>>().join(gap)
    };
    let rule = |sign: &str, gap: &str| {
        (0..3).map(|at| sign.repeat(width(at))).collect::<Vec<_>>().join(gap)
    };
    let mut lines: Vec<String> = rows
        .iter()
        .map(|row| match notation {
            0 | 1 => padded(row, "   "),
            2 => row.join("\t"),
            3 => row.join(";"),
            4 => row.join(","),
            5 => format!("\"{}\"", row.join("\",\"")),
            _ => format!("│ {} │", padded(row, " │ ")),
        })
        .collect();
    match notation {
        1 => lines.insert(1, rule("-", "   ")),
        6 => lines.insert(1, format!("├─{}─┤", rule("─", "─┼─"))),
        _ => {}
    }
    lines.join("\n")
}
