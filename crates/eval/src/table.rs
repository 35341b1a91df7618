//! Formats aligned tables.

/// Aligns the cells: the first `names` columns to the left, the others to the right.
pub fn aligned(rows: &[Vec<String>], names: usize) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if column < names { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
        });
        format!("  {}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
    };
    rows.iter().map(line).collect()
}

/// Returns a share in per cent.
pub fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_left_and_numbers_right() {
        let row = |cells: [&str; 3]| cells.map(str::to_owned).to_vec();
        let table = aligned(&[row(["kind", "n", "@1"]), row(["all", "100", "7.5"])], 1);
        assert_eq!(table, "  kind    n   @1\n  all   100  7.5\n");
    }
}
