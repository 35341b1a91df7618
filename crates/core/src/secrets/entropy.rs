//! Detects values that look machine-generated.

/// Minimum length: shorter values are undecidable.
const CHARS_MIN: usize = 8;
/// Minimum length of an alphanumeric run that counts as random when both its class changes and its
/// unlikely letter pairs say so.
const RUN_CHARS_MIN: usize = 12;
/// Minimum number of letter pairs needed to tell random letters from words.
const LETTER_PAIRS_MIN: u32 = 7;
/// Mean cost of a letter pair, in bits, that no word and no two joined words reach.
const WORD_COST_MAX: f64 = 4.7;
/// Mean cost of a letter pair, in bits, that few words with capitals inside reach.
const STRANGE_COST_MIN: f64 = 4.2;

/// Returns whether the value is more than a plain word: it has a digit, or a capital after the
/// first letter.
pub(super) fn is_mixed(value: &str) -> bool {
    value.contains(|c: char| c.is_ascii_digit())
        || value.chars().skip(1).any(|c| c.is_ascii_uppercase())
}

/// Returns whether the value looks machine-generated: it changes between letters, cases and digits
/// more often than words do.
pub(super) fn is_random(value: &str) -> bool {
    let mut counts = [0u32; 256];
    let (mut digit_turns, mut turns, mut case_turns, mut pairs) = (0, 0, 0, 0);
    let mut previous = None;
    for byte in value.bytes() {
        counts[usize::from(byte)] += 1;
        let class = match byte {
            b'0'..=b'9' => Some(0),
            b'a'..=b'z' => Some(1),
            b'A'..=b'Z' => Some(2),
            _ => None,
        };
        if let (Some(a), Some(b)) = (previous, class) {
            pairs += 1;
            turns += u32::from(a != b);
            digit_turns += u32::from(a != b && (a == 0 || b == 0));
            case_turns += u32::from(a != b && a != 0 && b != 0);
        }
        previous = class;
    }
    if value.len() < CHARS_MIN || entropy_bits(&counts, value.len()) < 2.4 {
        return false;
    }
    let run = value.split(|c: char| !c.is_ascii_alphanumeric()).max_by_key(|run| run.len());
    let has_digit = counts[usize::from(b'0')..=usize::from(b'9')].iter().any(|n| *n > 0);
    digit_turns >= 4
        || digit_turns >= 3 && pairs < 16
        || has_digit && turns >= 4 && turns * 2 >= pairs
        || case_turns >= 7 && turns * 2 >= pairs
        || run.is_some_and(|run| run.len() >= RUN_CHARS_MIN && turns >= 3 && is_gibberish(run))
}

/// Returns whether the value is alphanumeric and its letters form no word.
pub(super) fn is_gibberish(value: &str) -> bool {
    let bytes = value.as_bytes();
    if !bytes.iter().all(u8::is_ascii_alphanumeric) {
        return false;
    }
    mean_cost(bytes) >= WORD_COST_MAX
}

/// Returns whether the letters follow each other as in no word, judged less strictly: for words
/// that are already strange by their case.
pub(super) fn has_unlikely_letters(word: &str) -> bool {
    mean_cost(word.as_bytes()) >= STRANGE_COST_MIN
}

/// Returns the mean cost of the pairs of letters, or 0 for too few pairs.
fn mean_cost(bytes: &[u8]) -> f64 {
    let (mut cost, mut pairs) = (0, 0);
    for pair in bytes.windows(2) {
        if let (Some(a), Some(b)) = (letter(pair[0]), letter(pair[1])) {
            cost += u32::from(PAIR_COSTS[a].as_bytes()[b] - b'0');
            pairs += 1;
        }
    }
    if pairs < LETTER_PAIRS_MIN { 0.0 } else { f64::from(cost) / f64::from(pairs) }
}

fn letter(byte: u8) -> Option<usize> {
    byte.is_ascii_alphabetic().then(|| usize::from(byte.to_ascii_lowercase() - b'a'))
}

/// Returns the Shannon entropy, in bits per byte.
fn entropy_bits(counts: &[u32; 256], length: usize) -> f64 {
    let share = |count: &u32| f64::from(*count) / length as f64;
    counts.iter().filter(|count| **count > 0).map(|count| -share(count) * share(count).log2()).sum()
}

/// Bigram cost in bits, minus one, counted over the words of English texts about software. Indexed
/// by the first letter, then the second.
const PAIR_COSTS: [&str; 26] = [
    "94339639496242949231556859",
    "26562588359169389235289949",
    "39582892493379189362499969",
    "26541568189466369435488769",
    "36325557799442747223755479",
    "37882399199368279354399949",
    "38691843299543478336499959",
    "17571897299555278454498869",
    "55344449998341249432949695",
    "48880888485888288818285888",
    "48451566289574519523496969",
    "27541789297278269844468939",
    "25661799299528329946489989",
    "38322527396575468721558978",
    "55447659475321449244344889",
    "29852874399289239242398969",
    "88488888888388888388088888",
    "28451669295545269434467949",
    "49381673295666448821396969",
    "27471683199568369234497859",
    "43444649499232739222899799",
    "29890999199998389999799989",
    "24452783197563289236896889",
    "49362996299999919751699269",
    "45372566399433329523794753",
    "18680888388888686858888844",
];
