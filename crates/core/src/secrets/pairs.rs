//! A user name and a password side by side: "log in with root and hunter2", "credentials: admin /
//! hunter2".

use std::sync::LazyLock;

use regex::Regex;

use super::looks::{Look, look_of};
use super::names::is_among;
use super::passwords_in_prose::{ends_clause, trimmed};
use super::{Found, compiled};

/// Words that introduce a user name and a password.
pub(super) const HALLMARKS: &[&str] = &[
    "redentials",
    "creds",
    "Creds",
    "ogin",
    "og in",
    "og into",
    "ogged in",
    "ogged into",
    "ign into",
    "ogging in",
    "ign in",
    "igned in",
    "igning in",
    "ssh in",
    "SSH in",
    "uthenticate",
    "onnect as",
    "onnect with",
    "onnect to",
    "Zugangsdaten",
    "Zugang",
    "Anmeldedaten",
    "Logindaten",
    "nmelden",
    "elde dich",
    "inloggen",
    "dentifiants",
    "onnecte-toi",
    "onnectez-vous",
    "se connecter",
    "redenciales",
    "redenziali",
    "redenciais",
    "nicia sesión",
    "entra con",
    "accedi",
    "entre com",
    "acesse com",
    "nloggegevens",
    "nloggningsuppgifter",
    "ogga in",
    "ane logowania",
    "aloguj",
    "řihlašovací",
    "ihlas",
    "логин",
    "Логин",
    "учётные данные",
    "учетные данные",
    "ойди",
    "доступы",
    "доступ",
    "账号",
    "账户",
    "帐号",
    "用户名",
    "登录",
    "アカウント",
    "ログイン",
    "계정",
    "아이디",
    "로그인",
    "sername",
    "user/pass",
    "user:pass",
    "user is",
    "ccount is",
    "ccount",
    "enutzer",
    "try",
    "Try",
];

/// The text after such a word: a user name, a separator and the value.
const PAIR: &str = concat!(
    r"[\s:：`'\x22*(=是はは、](?P<user>[A-Za-z0-9][A-Za-z0-9._@+-]{0,64})[`'\x22*_]{0,4}",
    r"(?P<joint>\s{0,2}(?:/|:|\|)\s{0,2}",
    r"|,? (?P<word>and|und|et|y|e|i|og|och|en|a|и|with|using|mit|avec|con|com|met|med|z|s|с|via|&|\+|=>|-|–|—|,)(?: (?:the|das|le|la|el|il|o|a))?(?: (?:password|passwd|pass|pw|pwd))?",
    r"[ :]{1,2}|, ?)",
    r"[`'\x22*_“]{0,4}(?P<value>\S{4,128})",
);

/// How far after the word a pair is searched for, in bytes.
const REACH_CHARS: usize = 240;
/// How far after the word the user name may start, in bytes.
const NAME_CHARS: usize = 64;
/// Maximum number of pairs to try.
const TRIES_MAX: usize = 3;

/// User names that rarely occur in this position for another reason.
const USERS: &str = "\
    root admin administrator user test tester demo deploy deployer postgres mysql sa sysadmin operator oracle ubuntu debian centos \
    pi ec2-user dev developer app service ftp www-data jenkins git gitlab sonar grafana elastic kibana nexus minio rabbitmq guest \
    superuser su owner manager support backup ansible vagrant superadmin webmaster info";

/// Languages and places come in such pairs, too.
static PATTERN: LazyLock<Regex> = LazyLock::new(|| compiled(PAIR));

/// Finds the password of a pair. `start` is the start of the hallmark.
pub(super) fn find(text: &str, hallmark: &str, start: usize) -> Option<Found> {
    let told = start + hallmark.len();
    // At most one letter may come before the hallmark: its own first letter in either case.
    let letters = text[..start].bytes().rev().take(3).take_while(u8::is_ascii_alphabetic).count();
    if letters > 1 || letters == 0 && text[..start].ends_with(['_', '-', '.', '$', '@', '/']) {
        return None;
    }
    let part = |byte: &u8| byte.is_ascii_alphanumeric() && *byte != b's' || b"_-./".contains(byte);
    if text.as_bytes().get(told).is_some_and(part) {
        return None;
    }
    let window = &text[told..text.floor_char_boundary(told + REACH_CHARS)];
    let stop = window.find(['\n', '{', '}', '(', '<', '=', ';']).unwrap_or(window.len());
    let line = &window[..window.find("::").map_or(stop, |path| path.min(stop))];
    let sure = is_sure(hallmark);
    let mut at = 0;
    for _ in 0..TRIES_MAX {
        let found = PATTERN.captures_at(line, at)?;
        let (user, value) = (found.name("user")?, found.name("value")?);
        if user.start() > NAME_CHARS
            || line[..user.start()].contains([',', '.'])
            || line[..user.start()].contains(" *")
        {
            return None;
        }
        let length = trimmed(value.as_str(), Some("`"));
        let range = value.start()..value.start() + length;
        let word = found.name("word").map(|word| word.as_str());
        let before = &line[..user.start()];
        if is_password(
            (before, user.as_str()),
            word,
            sure,
            &line[range.clone()],
            &line[range.end..],
        ) {
            return Some(Found::new("password", told + range.start..told + range.end));
        }
        at = user.end();
    }
    None
}

/// Returns whether only a user name and a password can follow this word.
fn is_sure(hallmark: &str) -> bool {
    let lower = hallmark.to_lowercase();
    [
        "redential",
        "creds",
        "daten",
        "dentifiant",
        "redenci",
        "redenzi",
        "gegevens",
        "uppgifter",
        "logowania",
        "ihla",
        "данные",
        "доступ",
        "user",
        "账",
        "帐",
        "アカウント",
        "계정",
    ]
    .iter()
    .any(|word| lower.contains(word))
}

/// Words directly before a user name.
const LEADS: &str = "as with user username login is are sind lauten ist sont son es sono são zijn är to : mit als avec comme con como com met med jako z - =";

fn is_password(
    (before, user): (&str, &str),
    word: Option<&str>,
    sure: bool,
    value: &str,
    rest: &str,
) -> bool {
    let known =
        is_among(&user.to_ascii_lowercase(), USERS) || user.contains('@') && user.contains('.');
    let word_before = before.trim_end().rsplit(' ').next().unwrap_or_default().to_lowercase();
    let led = is_among(&word_before, LEADS) || word_before.ends_with([':', '：', '是', 'は', '为']);
    let ends = ends_clause(rest);
    let least = match word {
        None if known || sure && led => {
            if ends || sure {
                Look::Word
            } else {
                Look::Suspicious
            }
        }
        Some("," | "-" | "–" | "—") if known && led => {
            if ends {
                Look::Word
            } else {
                Look::Suspicious
            }
        }
        Some("," | "-" | "–" | "—") => return false,
        Some(_) if known => {
            if ends {
                Look::Word
            } else {
                Look::Suspicious
            }
        }
        _ if led => Look::Strong,
        _ => return false,
    };
    look_of(value) >= least
}
