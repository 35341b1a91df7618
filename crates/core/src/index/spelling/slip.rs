//! Whether one word is another one with a slip of the fingers, or a word of its own that happens to
//! be near: "balnace" and "balance", "binance" and "balance".

/// Rows of a keyboard, each with the letters below its neighbours.
const ROWS: [&str; 3] = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
/// In a shorter word another letter makes another word: "mango", "mongo".
const REPLACED_CHARS_MIN: usize = 7;

/// Whether a typed word, which is no known one, is a word with at most so many slips: swapped
/// neighbours, a letter left out, one struck twice or with a key beside it. A letter in place of
/// another one is a slip only in a long word, alone, and when it is a key beside it or one vowel for
/// another.
pub(super) fn is_slip(typed: &str, meant: &str, errors: usize) -> bool {
    let typed: Vec<char> = typed.chars().collect();
    let meant: Vec<char> = meant.chars().collect();
    let may_replace = errors == 1 && typed.len() >= REPLACED_CHARS_MIN;
    is_slip_from(&typed, &meant, 0, errors, may_replace)
}

/// Compares what follows `at` letters that are the same in both words, as far as they are typed.
fn is_slip_from(typed: &[char], meant: &[char], at: usize, left: usize, may_replace: bool) -> bool {
    let (rest, wanted) = (&typed[at..], &meant[at.min(meant.len())..]);
    let same = rest.iter().zip(wanted).take_while(|(a, b)| a == b).count();
    let (rest, wanted) = (&rest[same..], &wanted[same..]);
    if rest.is_empty() && wanted.is_empty() {
        return true;
    }
    if left == 0 {
        return false;
    }
    let at = at + same;
    // What was typed so far is made the same as what was meant.
    let mended = |taken: usize, given: &[char]| [&typed[..at], given, &rest[taken..]].concat();
    let goes_on = |taken: usize, given: &[char]| {
        is_slip_from(&mended(taken, given), meant, at + given.len(), left - 1, may_replace)
    };
    let swapped = match (rest, wanted) {
        ([a, b, ..], [c, d, ..]) => a == d && b == c && goes_on(2, &[*c, *d]),
        _ => false,
    };
    let left_out = || wanted.first().is_some_and(|letter| goes_on(0, &[*letter]));
    let too_many = || {
        let [extra, ..] = rest else { return false };
        let before = at.checked_sub(1).map(|at| typed[at]);
        let beside = [before, rest.get(1).copied()];
        let is_struck =
            beside.into_iter().flatten().any(|key| key == *extra || is_beside(key, *extra));
        let is_plural = rest == ['s'];
        (is_struck || is_plural) && goes_on(1, &[])
    };
    let replaced = || match (rest, wanted) {
        ([a, ..], [b, ..]) => {
            may_replace && (is_beside(*a, *b) || is_vowel(*a) && is_vowel(*b)) && goes_on(1, &[*b])
        }
        _ => false,
    };
    swapped || left_out() || too_many() || replaced()
}

/// Whether two keys touch on a keyboard.
fn is_beside(a: char, b: char) -> bool {
    let place = |c: char| {
        let mut rows = ROWS.iter().enumerate();
        rows.find_map(|(row, keys)| Some((row, keys.find(c)?)))
    };
    let (Some((row, at)), Some((other, there))) = (place(a), place(b)) else { return false };
    // Each row is half a key to the right of the one above.
    match row.abs_diff(other) {
        0 => at.abs_diff(there) == 1,
        1 => {
            let (above, below) = if row < other { (at, there) } else { (there, at) };
            above == below || above == below + 1
        }
        _ => false,
    }
}

fn is_vowel(letter: char) -> bool {
    "aeiou".contains(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_told_from_words_of_their_own() {
        for (typed, meant, errors) in [
            ("shaddow", "shadow", 1),
            ("brnach", "branch", 1),
            ("colision", "collision", 1),
            ("quue", "queue", 1),
            ("stakc", "stack", 1),
            ("repositorys", "repository", 1),
            ("seperate", "separate", 1),
            ("databsse", "database", 1),
            ("callling", "calling", 1),
            ("migrqtion", "migration", 1),
            ("comunicaton", "communication", 2),
            ("deploymetn", "deployment", 1),
            ("embeding", "embedding", 1),
        ] {
            assert!(is_slip(typed, meant, errors), "{typed}: {meant}");
        }
        for (typed, meant, errors) in [
            ("binance", "balance", 2),
            ("binance", "finance", 1),
            ("netlify", "notify", 2),
            ("prisma", "prism", 1),
            ("mongo", "mango", 1),
            ("deno", "demo", 1),
            ("brunch", "branch", 1),
            ("terraform", "transform", 2),
            ("pydantic", "pedantic", 1),
        ] {
            assert!(!is_slip(typed, meant, errors), "{typed}: {meant}");
        }
    }
}
