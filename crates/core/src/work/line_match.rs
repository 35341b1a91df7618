//! Which lines of two texts are the same. Lines are compared without the blanks around them. Pure.

use std::collections::{HashMap, HashSet};

/// Cells of the table that is filled where no line stands once in both texts.
const TABLE_MAX: usize = 40_000;
/// Letters and digits from which a line alone is a sign of a place: `}` and `else {` stand anywhere.
const SIGN_LETTERS: usize = 8;
/// A line that is known says where others are: within this many times their number, and some more.
const NEAR_TIMES: usize = 2;
const NEAR_LINES: usize = 10;
/// Of ten words that two lines have together, so many are in both if they are alike.
const ALIKE: f64 = 0.6;

/// Returns the number of letters and digits of a line.
pub fn letters(line: &str) -> usize {
    line.chars().filter(|c| c.is_alphanumeric()).count()
}

/// Returns the words of a line, as names of programs are written.
pub fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// Whether two lines have most of their words in common.
pub fn are_alike(a: &str, b: &str) -> bool {
    if a.trim() == b.trim() {
        return letters(a) > 0;
    }
    let a: Vec<&str> = words(a).collect();
    let mut left: Vec<&str> = words(b).collect();
    let all = a.len() + left.len();
    let mut shared = 0_usize;
    for word in a {
        if let Some(at) = left.iter().position(|other| *other == word) {
            left.swap_remove(at);
            shared += 2;
        }
    }
    shared > 0 && shared as f64 >= ALIKE * all as f64
}

/// Returns which lines of `a` stand in `b`, in the order of both: the difference of two versions of
/// one text.
pub fn common(a: &[&str], b: &[&str]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    between(a, b, (0, 0), &mut found);
    found
}

fn between(a: &[&str], b: &[&str], (at_a, at_b): (usize, usize), found: &mut Vec<(usize, usize)>) {
    let same = |(a, b): &(&&str, &&str)| a.trim() == b.trim();
    let head = a.iter().zip(b).take_while(same).count();
    found.extend((0..head).map(|at| (at_a + at, at_b + at)));
    let (a, b) = (&a[head..], &b[head..]);
    let tail = a.iter().rev().zip(b.iter().rev()).take_while(same).count();
    let (a, b) = (&a[..a.len() - tail], &b[..b.len() - tail]);
    let (at_a, at_b) = (at_a + head, at_b + head);
    let anchors = rising(&single(a, b, |_| true));
    if anchors.is_empty() {
        found.extend(longest(a, b).into_iter().map(|(x, y)| (at_a + x, at_b + y)));
    }
    let mut from = (0, 0);
    for (x, y) in anchors {
        between(&a[from.0..x], &b[from.1..y], (at_a + from.0, at_b + from.1), found);
        found.push((at_a + x, at_b + y));
        from = (x + 1, y + 1);
    }
    if from != (0, 0) {
        between(&a[from.0..], &b[from.1..], (at_a + from.0, at_b + from.1), found);
    }
    let (end_a, end_b) = (at_a + a.len(), at_b + b.len());
    found.extend((0..tail).map(|at| (end_a + at, end_b + at)));
}

/// Returns where lines of `a` stand in a longer text `b`. Only a line that stands once in both is a
/// sign; every other line is known by its neighbours or not at all.
pub fn placed(a: &[&str], b: &[&str]) -> Vec<Option<usize>> {
    let mut places = vec![None; a.len()];
    place(a, b, &mut places);
    // What is a sign nowhere else may be one between two lines that are known, or near one.
    let known: Vec<(usize, usize)> = known(&places);
    let mut last = None;
    for next in known.iter().copied().map(Some).chain([None]) {
        let (from, to) =
            (last.map_or(0, |it: (usize, usize)| it.0 + 1), next.map_or(a.len(), |it| it.0));
        let near = (to - from) * NEAR_TIMES + NEAR_LINES;
        let (start, end) = match (last, next) {
            (None, None) => break,
            (None, Some(next)) => (next.1.saturating_sub(near), next.1),
            (Some(last), None) => (last.1 + 1, b.len().min(last.1 + 1 + near)),
            (Some(last), Some(next)) => (last.1 + 1, next.1),
        };
        if from < to && start < end && end - start <= near {
            let mut between = vec![None; to - from];
            place(&a[from..to], &b[start..end], &mut between);
            for (at, found) in between.into_iter().enumerate() {
                places[from + at] = found.map(|found| start + found);
            }
        }
        last = next;
    }
    places
}

fn known(places: &[Option<usize>]) -> Vec<(usize, usize)> {
    places.iter().enumerate().filter_map(|(at, place)| Some((at, (*place)?))).collect()
}

/// Places the lines that stand once in both texts, and their equal neighbours.
fn place(a: &[&str], b: &[&str], places: &mut [Option<usize>]) {
    let mut signs = single(a, b, |line| letters(line) >= SIGN_LETTERS);
    signs.extend(single_pairs(a, b));
    signs.sort_unstable();
    signs.dedup_by_key(|sign| sign.0);
    let anchors = together(&rising(&signs), a);
    for (x, y) in &anchors {
        places[*x] = Some(*y);
    }
    for (x, y) in anchors {
        // The nearest lines that are known bound how far equal ones reach.
        let first = known(&places[..x]).last().map_or((0, 0), |it| (it.0 + 1, it.1 + 1));
        let last =
            known(&places[x + 1..]).first().map_or((a.len(), b.len()), |it| (x + 1 + it.0, it.1));
        let same = |(x, y): &(usize, usize)| a[*x].trim() == b[*y].trim();
        let back = (first.0..x).rev().zip((first.1..y).rev()).take_while(same);
        let on = (x + 1..last.0).zip(y + 1..last.1).take_while(same);
        for (x, y) in back.chain(on).collect::<Vec<_>>() {
            places[x] = Some(y);
        }
    }
}

/// Returns those of some signs that stand together: one text stands in one place. Of several places
/// that with the most letters counts.
fn together(signs: &[(usize, usize)], a: &[&str]) -> Vec<(usize, usize)> {
    let is_near = |one: &(usize, usize), next: &(usize, usize)| {
        next.1 - one.1 <= (next.0 - one.0) * NEAR_TIMES + NEAR_LINES
    };
    let weight =
        |group: &&[(usize, usize)]| group.iter().map(|(x, _)| letters(a[*x])).sum::<usize>();
    signs.chunk_by(is_near).max_by_key(weight).unwrap_or_default().to_vec()
}

/// Adds the places of lines that were changed since: near a line that is placed stands one line that
/// is like them. What is `gone` from a text is not what replaced it.
pub fn with_alike(
    mut places: Vec<Option<usize>>,
    a: &[&str],
    b: &[&str],
    gone: &HashSet<&str>,
) -> Vec<Option<usize>> {
    let mut before: Option<usize> = None;
    for at in 0..a.len() {
        if places[at].is_none() && letters(a[at]) >= SIGN_LETTERS {
            let behind = places[at..].iter().flatten().next().copied();
            let around = match (before, behind) {
                (Some(before), Some(behind)) => before + 1..behind,
                (Some(before), None) => before + 1..b.len().min(before + 1 + NEAR_LINES),
                (None, Some(behind)) => behind.saturating_sub(NEAR_LINES)..behind,
                (None, None) => break,
            };
            let is_like =
                |place: &usize| !gone.contains(b[*place].trim()) && are_alike(a[at], b[*place]);
            let mut found = around.filter(is_like);
            places[at] = found.next().filter(|_| found.next().is_none());
        }
        before = places[at].or(before);
    }
    places
}

/// Returns the lines that stand once in both texts.
fn single(a: &[&str], b: &[&str], counts: impl Fn(&str) -> bool) -> Vec<(usize, usize)> {
    let a = a.iter().map(|line| line.trim()).enumerate().filter(|(_, line)| counts(line));
    let mut seen: HashMap<&str, (usize, usize, Option<usize>)> = HashMap::new();
    for (at, line) in a {
        let (first, times, _) = seen.entry(line).or_insert((at, 0, None));
        *first = (*first).min(at);
        *times += 1;
    }
    for (at, line) in b.iter().enumerate() {
        if let Some((_, times, place)) = seen.get_mut(line.trim()) {
            // A second time it is no sign any more.
            *times += usize::from(place.is_some());
            *place = Some(at);
        }
    }
    let found = seen.into_values().filter(|(_, times, _)| *times == 1);
    let mut found: Vec<_> = found.filter_map(|(at, _, place)| Some((at, place?))).collect();
    found.sort_unstable();
    found
}

/// Returns the first lines of two that stand once in both texts side by side.
fn single_pairs(a: &[&str], b: &[&str]) -> Vec<(usize, usize)> {
    let pairs = |lines: &[&str]| -> Vec<String> {
        lines.windows(2).map(|two| format!("{}\n{}", two[0].trim(), two[1].trim())).collect()
    };
    let (a, b) = (pairs(a), pairs(b));
    let a: Vec<&str> = a.iter().map(String::as_str).collect();
    let b: Vec<&str> = b.iter().map(String::as_str).collect();
    single(&a, &b, |pair| letters(pair) >= SIGN_LETTERS)
}

/// Returns the longest part of some pairs, sorted by their first, that rises in both.
fn rising(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // The pair that ends the best row of each length, and the one before each pair.
    let mut ends: Vec<usize> = Vec::new();
    let mut before = vec![None; pairs.len()];
    for (at, (_, y)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|end| pairs[*end].1 < *y);
        before[at] = length.checked_sub(1).map(|shorter| ends[shorter]);
        ends.truncate(ends.len().max(length));
        match ends.get_mut(length) {
            Some(end) => *end = at,
            None => ends.push(at),
        }
    }
    let mut row = Vec::with_capacity(ends.len());
    let mut next = ends.last().copied();
    while let Some(at) = next {
        row.push(pairs[at]);
        next = before[at];
    }
    row.reverse();
    row
}

/// Returns the longest row of equal lines, by a table; nothing for what is too long for one.
fn longest(a: &[&str], b: &[&str]) -> Vec<(usize, usize)> {
    if a.is_empty() || b.is_empty() || a.len() * b.len() > TABLE_MAX {
        return Vec::new();
    }
    let width = b.len() + 1;
    let mut lengths = vec![0_u32; (a.len() + 1) * width];
    for x in (0..a.len()).rev() {
        for y in (0..b.len()).rev() {
            lengths[x * width + y] = if a[x].trim() == b[y].trim() {
                lengths[(x + 1) * width + y + 1] + 1
            } else {
                lengths[(x + 1) * width + y].max(lengths[x * width + y + 1])
            };
        }
    }
    let (mut x, mut y) = (0, 0);
    let mut found = Vec::new();
    while x < a.len() && y < b.len() {
        if a[x].trim() == b[y].trim() {
            found.push((x, y));
            (x, y) = (x + 1, y + 1);
        } else if lengths[(x + 1) * width + y] >= lengths[x * width + y + 1] {
            x += 1;
        } else {
            y += 1;
        }
    }
    found
}

/// Returns the name in `removed` that stands where `name` stands in `added`.
pub fn other_name(name: &str, added: &[String], removed: &[String]) -> Option<String> {
    let is_named = |line: &&String| words(line).any(|word| word == name);
    let line = added.iter().find(is_named)?;
    if removed.iter().any(|line| is_named(&line)) {
        return None;
    }
    let new: Vec<&str> = words(line).collect();
    let at = new.iter().position(|word| *word == name)?;
    removed.iter().find_map(|line| {
        let old: Vec<&str> = words(line).collect();
        let is_alone =
            old.len() == new.len() && (0..old.len()).all(|i| i == at || old[i] == new[i]);
        let found = match at.checked_sub(1) {
            _ if is_alone => old.get(at),
            // `fn`, `def`, `class`: the name is the word behind it.
            Some(keyword) if old.get(keyword) == Some(&new[keyword]) && letters(line) > 0 => {
                old.get(at).filter(|_| old[..keyword] == new[..keyword])
            }
            _ => None,
        };
        found.map(|word| (*word).to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<&str> {
        text.lines().collect()
    }

    #[test]
    fn the_difference_of_two_versions_keeps_what_stayed() {
        let a = lines("one\n}\ntwo\n}\nthree\n}");
        let b = lines("one\n  }\nnew\n}\nthree\n}");
        assert_eq!(common(&a, &b), [(0, 0), (1, 1), (3, 3), (4, 4), (5, 5)]);
        assert_eq!(common(&lines("x\ny"), &lines("y\nx")).len(), 1);
        assert_eq!(common(&[], &b), []);
        // No line stands once, so a table decides.
        assert_eq!(common(&lines("a\na\nb\nb"), &lines("b\nb\na\na")), [(2, 0), (3, 1)]);
    }

    #[test]
    fn a_common_line_is_placed_by_its_neighbours_or_not_at_all() {
        let text = lines("first_thing()\nreturn None\n}\nsecond_thing()\nreturn None\n}");
        assert_eq!(placed(&lines("return None\n}"), &text), [None, None]);
        let known = placed(&lines("second_thing()\nreturn None\n}"), &text);
        assert_eq!(known, [Some(3), Some(4), Some(5)]);
        // Two lines that stand once side by side are a sign together.
        let twice = lines("a_long_name\nx\nanother_name\na_long_name\ny\nanother_name");
        assert_eq!(placed(&lines("a_long_name\ny"), &twice), [Some(3), Some(4)]);
    }

    #[test]
    fn lines_are_alike_by_their_words() {
        assert!(are_alike(
            "fn open(path: &Path) -> Self {",
            "pub fn open(path: &Path) -> Option<Self> {"
        ));
        assert!(!are_alike("let a = 1;", "return self.open(path)"));
        assert!(!are_alike("}", "}"));
    }
}
