//! Passwords and keys in sentences: "my password is hunter2!", "hunter2! ist das Passwort".

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::compiled;
use super::entropy::is_random;
use super::looks::{Look, look_of};
use super::names::Claim;
use super::password::is_password;
use super::verdict::is_secret_in_prose;

/// How far after a name its value is searched for, in bytes.
const REACH_CHARS: usize = 400;

/// Words that introduce whose or which password it is: prepositions, articles and pronouns.
macro_rules! links {
    () => {
        concat!(
            r"for|of|to|on|in|at|from|with|under|behind|I|you|he|she|we|they|that|which|used|there|here|when",
            r"|zum|zur|für|von|vom|des|der|im|auf|bei|nach|ich|du|de|d'|des|du|la|le|les|el|del|al|da|do|das|dos|di|della|dello|dell'",
            r"|pour|para|per|por|sur|van|het|voor|bij|naar|op|na|nach|till|på|för|av|til|ad|af|do|od|z|ze|dla|k|ke|pro|u|w|i|o",
            r"|от|для|к|ко|на|в|у|до|з|из|για|του|της|στο|untuk|cho|của|için",
        )
    };
}

/// Words that connect a password to its name.
macro_rules! verbs {
    () => {
        concat!(
            r"is|was|are|be|becomes|equals|reads|ist|lautet|war|sei|est|était|es|era|é|è|to|jest|brzmi|je|bylo|är|var|er|on|oli|este|e",
            r"|είναι|هي|هو|היא|הוא|है|là|adalah|ialah|คือ|е|це|это|є",
            r"|(?:has |have |had )?(?:been |was |got )?(?:now )?(?:set|reset|changed|updated|rotated) to|will be|must be|should be|should now be|auf|à|into",
        )
    };
}

/// The words and signs in a sentence between the name and the value.
const JOINT: &str = concat!(
    r"\A(?:[sS]|[а-яіїєґ]{1,4}|nya|s[ıi]|nız|niz|ta|en|et)?\\*['\x22`”»]?[*_]{0,3}",
    r"(?:\s{0,2}\([^()\n]{1,48}\))?",
    r"(?: (?:",
    links!(),
    r")(?: |')(?:[^\n.,:;\x22`()=\[]|\[masked:[a-z-]{1,24}\]){1,48}?| (?:",
    links!(),
    r")|(?P<owner>(?: \p{L}{2,20}){1,2}?)??)",
    r"(?: is generated for [^\s:]{1,60})?",
    // Chinese, Japanese, Korean and Thai have no space before the value.
    r"(?:\s{0,2}(?:就是|是|为|為|は|は、|가|이|는|은|คือ|：)[:：]?\s{0,4}",
    r"|,? (?P<verb>",
    verbs!(),
    r")(?: (?:now|set to|currently|still|just|simply|always|this|only|literally|again|also|jetzt|noch|immer|maintenant|toujours|ahora|adesso|ora|agora|nu|teraz|nyní|сейчас|теперь))*:?\s{1,4}",
    r"|(?:, (?:it's|it is|es ist|c'est|es|è))\s",
    r"|[ \t]{0,2}(?P<sign>=|:|→|->|=>|—|–|-)[*_]{0,3}(?P<space>\s{1,4})",
    r"| (?:такой|следующий|такая|как|as follows|wie folgt):?\s)[*_]{0,3}(?P<quote>[`'\x22“「『«‘]|\\\x22)?(?P<value>\S{4,256})",
);

/// Verbs that connect more loosely: "when I type X", "mit X".
const LOOSE: &str = concat!(
    r"\A[^\n.;{}()<>=]{0,80}?\b(?:I|we|you|they|he|she|ich|je|yo)(?:'ve| have| was| am|'m)? ?(?:type|typed|typing|enter|entered|entering|put|gebe|tape|tapé|escribo|use|used|using|try|tried|trying)",
    r"(?: in| it as| ein)?:? [*_`'\x22“]{0,3}(?P<value>\S{4,128})",
);

/// The words between a value and the name after it: "X is my password", "nimm X als Passwort".
const BEHIND: &str = concat!(
    r"(?:(?P<asked>(?i:use|try|enter|type|take|set|nimm|verwende|benutze|utilise|utilisez|usa|use|usar|gebruik|użyj|använd|используй)) )?",
    r"(?:[`'\x22“«*_(]{0,3})(?P<value>[^\s`'\x22“«]{4,64})[`'\x22”»*_)]{0,3},? ",
    r"(?P<verb>is|was|as|for|ist|als|como|comme|come|es|é|è|est|jako|som|как|to|är|er|on)",
    r" (?:\p{L}{1,12}(?:'s)? ){0,3}\z",
);

/// The text between a name at the end of a line (or of its sentence) and a value alone on a later
/// line.
const NEXT_LINE: &str = concat!(
    r"\A[sS]?(?:(?P<told>[^\n:]{0,80}:)(?:\*\*)?|(?:\*\*)?)[ \t]*(?:\r?\n){1,2}",
    r"(?:(?P<fence>```)[a-z]{0,12}\r?\n)?[ \t]{0,16}[`'\x22]?(?P<value>[^\s`'\x22]{8,256})[`'\x22]?[ \t]*(?:\r?\n|\z)",
);

/// Length of a full commit hash, in hex digits.
const COMMIT_CHARS: usize = 40;

/// The compiled patterns of sentences.
pub(super) struct Prose {
    joint: LazyLock<Regex>,
    loose: LazyLock<Regex>,
    behind: LazyLock<Regex>,
    next_line: LazyLock<Regex>,
}

impl Prose {
    pub fn new() -> Self {
        Self {
            joint: LazyLock::new(|| compiled(JOINT)),
            loose: LazyLock::new(|| compiled(LOOSE)),
            behind: LazyLock::new(|| compiled(BEHIND)),
            next_line: LazyLock::new(|| compiled(NEXT_LINE)),
        }
    }

    /// Returns the range of the secret that a sentence gives for a name, after the name or before
    /// it. Text before `copied` was already scanned.
    pub fn value_near(
        &self,
        text: &str,
        copied: usize,
        name: &str,
        name_end: usize,
        claim: Claim,
    ) -> Option<Range<usize>> {
        let window = &text[name_end..text.floor_char_boundary(name_end + REACH_CHARS)];
        let before = &text[copied..name_end - name.len()];
        let behind = |range: Range<usize>| name_end + range.start..name_end + range.end;
        self.value_below(window, claim)
            .or_else(|| self.value_joined(before, name, window, claim))
            .or_else(|| value_beside(before, window, name, claim))
            .or_else(|| self.value_told(name, window, claim))
            .map(behind)
            .or_else(|| {
                let range = self.value_before(before, window, name, claim)?;
                Some(copied + range.start..copied + range.end)
            })
    }

    /// Returns the range of the value that a verb or sign connects to the name.
    fn value_joined(
        &self,
        before: &str,
        name: &str,
        window: &str,
        claim: Claim,
    ) -> Option<Range<usize>> {
        let found = self.joint.captures(window)?;
        // `password manager is …` names another thing. In other languages these words say whose
        // password it is.
        let foreign = claim == Claim::Clear && !is_english(name) && !is_secret_word(name);
        if found.name("owner").is_some() && !foreign {
            return None;
        }
        let value = found.name("value")?;
        let quote = found.name("quote").map(|quote| quote.as_str());
        let length = trimmed(value.as_str(), quote);
        let secret = &value.as_str()[..length];
        let range = value.start()..value.start() + length;
        if is_secret_in_prose(secret, quote.is_some(), claim) {
            return Some(range);
        }
        if claim != Claim::Clear || !is_word(name) || is_secret_word(name) {
            return None;
        }
        let sign = found.name("sign").map_or("", |sign| sign.as_str());
        let verb = found.name("verb").map_or("", |verb| verb.as_str());
        let least = match (sign, verb) {
            (":" | "-", _) if is_label(before) && ends_line(&window[range.end..]) => Look::Word,
            ("→" | "—" | "–", _) if ends_clause(&window[range.end..]) => Look::Word,
            ("=" | "->" | "=>" | "-", _) => Look::Strong,
            ("", "to" | "on" | "e" | "er" | "auf" | "à" | "into")
                if is_english(name) && !is_changed(before) =>
            {
                Look::Telling
            }
            ("", _) if ends_clause(&window[range.end..]) || quote.is_some() || is_foreign(name) => {
                Look::Word
            }
            _ => Look::Telling,
        };
        (look_of(secret) >= least).then_some(range)
    }

    /// Returns the range of a word after the name, in the same sentence, that can only be a
    /// password.
    fn value_told(&self, name: &str, window: &str, claim: Claim) -> Option<Range<usize>> {
        if !stands_alone(name, claim) {
            return None;
        }
        let closed = window.trim_start_matches(['"', '\'', '`', '”', '*', ',']);
        if !closed.starts_with([' ', '：', ':']) {
            return None;
        }
        if let Some(found) = self.loose.captures(window)
            && let Some(value) = found.name("value")
        {
            let length = trimmed(value.as_str(), None);
            let end = value.start() + length;
            let typed = ![" use", " try", " using", " tried", " trying"]
                .iter()
                .any(|verb| window[..value.start()].contains(verb));
            let least =
                if typed && ends_clause(&window[end..]) { Look::Word } else { Look::Telling };
            if look_of(&value.as_str()[..length]) >= least {
                return Some(value.start()..end);
            }
        }
        let sentence = sentence_of(window);
        let words = sentence.split([' ', '\t']).filter(|word| word.len() >= STRONG_CHARS_MIN);
        words.into_iter().find_map(|word| {
            let start = word.as_ptr() as usize - window.as_ptr() as usize;
            let bare = word.trim_start_matches(['`', '\'', '"', '“', '(', '*', '«']);
            let start = start + word.len() - bare.len();
            let length = trimmed(bare, None);
            let hash = bare[..length].bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
            (!hash && look_of(&bare[..length]) == Look::Strong).then_some(start..start + length)
        })
    }

    /// Returns the range of a value that comes before the name in its sentence.
    fn value_before(
        &self,
        before: &str,
        window: &str,
        name: &str,
        claim: Claim,
    ) -> Option<Range<usize>> {
        if !stands_alone(name, claim) || !before.ends_with(' ') {
            return None;
        }
        let from = before.ceil_char_boundary(before.len().saturating_sub(BEFORE_CHARS));
        let line = before[from..].rfind('\n').map_or(from, |newline| from + newline + 1);
        let found = self.behind.captures(&before[line..])?;
        let value = found.name("value")?;
        let ends = ends_clause(window)
            || [
                " for ", " of ", " on ", " für ", " pour ", " de ", " di ", " do ", " para ",
                " van ",
            ]
            .iter()
            .any(|link| window.starts_with(link));
        let least = if found.name("asked").is_some() { Look::Word } else { Look::Telling };
        let verb = found.name("verb").map_or("", |verb| verb.as_str());
        let loose = matches!(verb, "for" | "to" | "on" | "er" | "come" | "es");
        let least = if loose && verb != "es" { Look::Strong } else { least };
        (ends && look_of(value.as_str()) >= least).then(|| line + value.start()..line + value.end())
    }

    /// Returns the range of a value that is alone on the line below the name.
    fn value_below(&self, window: &str, claim: Claim) -> Option<Range<usize>> {
        memchr::memchr(b'\n', window.as_bytes())?;
        let found = self.next_line.captures(window)?;
        let value = found.name("value")?;
        let told = found.name("told").is_some() || found.name("fence").is_some();
        let commit =
            value.len() == COMMIT_CHARS && value.as_str().bytes().all(|b| b.is_ascii_hexdigit());
        let password = claim == Claim::Clear && (told || is_signed(value.as_str()));
        let telling = is_random(value.as_str()) || password && is_password(value.as_str());
        // `API_KEY=…` is an assignment, which is handled elsewhere.
        let alone = !value.as_str().trim_end_matches('=').contains('=');
        (alone && telling && (told || !commit) && is_secret_in_prose(value.as_str(), false, claim))
            .then(|| value.range())
    }
}

/// Returns whether the name is a plain word for a password, as prose has it.
fn stands_alone(name: &str, claim: Claim) -> bool {
    claim == Claim::Clear
        && !name.contains(['_', '-', '.'])
        && is_word(name)
        && !is_secret_word(name)
}

const ENGLISH: [&str; 7] = ["password", "passphrase", "passcode", "passwd", "pwd", "pass", "pw"];

/// Returns whether the name is a word for a secret in the everyday sense: `the secret is patience`.
fn is_secret_word(name: &str) -> bool {
    let lower = name.to_lowercase();
    ["secret", "geheimnis"].iter().any(|word| lower.ends_with(word))
}

/// Returns whether the name ends with an English word for a password.
fn is_english(name: &str) -> bool {
    let lower = name.to_lowercase();
    ENGLISH.iter().any(|word| lower.ends_with(word))
}

/// Returns whether the name is in a non-Latin script, so that a Latin word beside it is no part of
/// its sentence.
fn is_foreign(name: &str) -> bool {
    name.chars().all(|c| c > '\u{36F}')
}

/// Returns whether the name is not a compound of English words as in code. Other languages write
/// compounds as one word.
fn is_word(name: &str) -> bool {
    let lower = name.to_lowercase();
    let joined = |word: &&str| {
        lower
            .strip_suffix(*word)
            .is_some_and(|before| before.ends_with(|c: char| c.is_alphanumeric()))
    };
    !ENGLISH.iter().any(joined)
}

/// Minimum length of a word searched for in a sentence.
const STRONG_CHARS_MIN: usize = 7;
/// How much of a sentence is searched, in bytes.
const SENTENCE_CHARS: usize = 120;
/// How far before a name its value is searched for, in bytes.
const BEFORE_CHARS: usize = 120;

/// Returns the rest of the sentence at the start of the window.
fn sentence_of(window: &str) -> &str {
    let near = &window[..window.floor_char_boundary(SENTENCE_CHARS)];
    let stops = ["\n", "\\n", ". ", "; ", "{", "}", "<", "(", "=", "|", "//"];
    let end = stops.iter().filter_map(|stop| near.find(stop)).min().unwrap_or(near.len());
    // The last word may be cut off by the end of the window.
    let cut = if end == near.len() && near.len() < window.len() { near.rfind(' ') } else { None };
    &near[..cut.unwrap_or(end)]
}

/// Returns whether the line holds only words and list markers before the name, as in a form.
fn is_label(before: &str) -> bool {
    let from = before.ceil_char_boundary(before.len().saturating_sub(BEFORE_CHARS));
    let line = before[from..].rsplit('\n').next().unwrap_or_default();
    let line = line.rsplit("\\n").next().unwrap_or_default();
    let plain = |c: char| c.is_alphanumeric() || " \t-*_#>•·:,./'@|".contains(c);
    line.chars().all(plain) && line.len() < BEFORE_CHARS - 8
}

/// Returns whether the sentence says before the name that the password is being changed.
fn is_changed(before: &str) -> bool {
    let near = &before[before.ceil_char_boundary(before.len().saturating_sub(48))..];
    let near = near.rsplit(['\n', '.']).next().unwrap_or_default().to_ascii_lowercase();
    ["set ", "chang", "reset", "updat", "rotat", "switch", "setze", "habe", "mis ", "zmie", "ändra"]
        .iter()
        .any(|verb| near.contains(verb))
}

/// Returns whether the sentence introduces a value to log in with: "with password X", "use the
/// password X".
fn is_asked(before: &str) -> bool {
    let near = &before[before.ceil_char_boundary(before.len().saturating_sub(24))..];
    let near = near
        .trim_end()
        .trim_end_matches("the")
        .trim_end_matches(['"', '('])
        .trim_end()
        .to_ascii_lowercase();
    ["with", "use", "using", "try", "enter", "mit", "avec", "con", "com", "met", "med"]
        .iter()
        .any(|word| near.ends_with(word))
}

/// Returns whether a clause ends here, ignoring closing quotes and emphasis.
pub(super) fn ends_clause(rest: &str) -> bool {
    let rest = rest.trim_start_matches(['`', '\'', '"', '”', '»', '」', '』', '*', '_', '’']);
    let marks = rest.trim_start_matches(['.', ',', ';', '!', ')', '?', '。', '，', '、', '！']);
    rest.is_empty()
        || rest.starts_with(['\n', '\r'])
        || rest.starts_with("\\n")
        || marks.len() < rest.len()
            && (marks.is_empty() || marks.starts_with(char::is_whitespace) || !marks.is_ascii())
        || rest.starts_with(" and ")
        || [
            " – ",
            " — ",
            " - ",
            " (",
            " btw",
            " please",
            " gesetzt",
            " geändert",
            " an",
            " ein",
            "です",
            " です",
            "입니다",
            " 입니다",
            "이다",
        ]
        .iter()
        .any(|end| rest.starts_with(end))
}

/// Returns whether the line ends here.
fn ends_line(rest: &str) -> bool {
    let rest = rest.trim_start_matches(['`', '\'', '"', '*', '_', '.']).trim_start_matches(' ');
    rest.is_empty()
        || rest.starts_with(['\n', '\r'])
        || rest.starts_with("\\n")
        || rest.starts_with(", ")
}

/// Returns whether the value has both a digit and a special character, which names do not have.
fn is_signed(value: &str) -> bool {
    value.contains(['!', '#', '$', '%', '^', '&', '*', '@'])
        && value.contains(|c: char| c.is_ascii_digit())
}

/// The value follows the name directly: `log in as admin, password hunter2`.
fn value_beside(before: &str, window: &str, name: &str, claim: Claim) -> Option<Range<usize>> {
    let near = window.trim_start_matches(['"', '*', '_']);
    let spaced = near.strip_prefix([' ', '\t']).map(|rest| (rest, true));
    // Chinese and similar scripts have no space here.
    let (rest, spaced) = spaced.or_else(|| (!name.is_ascii()).then_some((near, false)))?;
    let quote = rest.chars().next().filter(|c| matches!(c, '`' | '\'' | '"' | '“' | '('));
    let value = &rest[quote.map_or(0, char::len_utf8)..];
    let start = window.len() - value.len();
    let value = value.split(char::is_whitespace).next()?;
    let length = trimmed(value, quote.map(|_| "`"));
    let secret = &value[..length];
    let whole = !name.contains(['_', '-', '.']);
    let ends = ends_clause(&window[start + length..]);
    let sure = match claim {
        Claim::Clear if is_secret_word(name) => {
            is_password(secret) && is_secret_in_prose(secret, false, claim)
        }
        Claim::Clear => {
            let look = look_of(secret);
            is_password(secret) && is_secret_in_prose(secret, false, claim)
                || look >= Look::Strong
                || look == Look::Telling && (ends || quote.is_some())
                || look == Look::Word
                    && ends
                    && (quote.is_some() || !spaced || is_foreign(name) || is_asked(before))
        }
        _ => secret.len() >= 16 && is_secret_in_prose(secret, false, claim),
    };
    // `passwd deploy2` is a command.
    let whole = whole && !name.eq_ignore_ascii_case("passwd") && !name.ends_with("pass");
    ((whole || claim == Claim::Likely) && sure).then_some(start..start + length)
}
/// Returns the length of a value without the punctuation that ends it or its sentence.
pub(super) fn trimmed(value: &str, quote: Option<&str>) -> usize {
    let closing =
        |c: char| matches!(c, '`' | '\'' | '"' | '”' | '」' | '』' | '»' | '’' | '\\' | '<');
    let end = match quote {
        Some(_) => value.find(closing).unwrap_or(value.len()),
        None => value
            .find(['`', '"', '”', '\\', '<', '。', '，', 'で', '입', '이'])
            .unwrap_or(value.len()),
    };
    let mark =
        |c: char| matches!(c, '.' | ',' | ';' | ':' | ')' | '\'' | '*' | '?' | ']' | '}' | '|');
    value[..end].trim_end_matches(mark).len()
}
