//! How strongly a word in a sentence looks like a password; the context decides how strongly it
//! must.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::entropy::{is_gibberish, is_random};
use super::names::words_of;
use super::prose::is_password;
use super::values::{is_numbered_name, is_path_or_url, is_placeholder, is_state};

/// How strongly a word looks like a password, weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Look {
    /// A word that is common in sentences about passwords, or that cannot be a password.
    Ordinary,
    /// A plain word that is not about passwords: `swordfish`.
    Word,
    /// More than a plain word: `Swordfish7`, `red-horse-tree`.
    Telling,
    /// Can only be a password or a key: `Sw0rd!fish`.
    Strong,
}

/// Minimum length of a password.
const CHARS_MIN: usize = 5;
/// Minimum length of a password of only letters or only digits.
const PLAIN_CHARS_MIN: usize = 6;

/// Returns how strongly a word looks like a password.
pub(super) fn look_of(word: &str) -> Look {
    if word.len() < CHARS_MIN
        || is_other_thing(word)
        || is_path_or_url(word)
        || is_numbered_name(word)
        || is_state(word)
        || is_placeholder(word)
    {
        return Look::Ordinary;
    }
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let letters = word.bytes().filter(u8::is_ascii_alphabetic).count();
    let signs = word.bytes().filter(|byte| SIGNS.contains(byte)).count();
    let signed = signs > 0 && !word.ends_with(['?', '*', '%']);
    if is_random(word) || is_gibberish(word) || signed && digits > 0 && letters > 1 {
        return Look::Strong;
    }
    if is_password(word) {
        let cased = word.bytes().any(|b| b.is_ascii_lowercase())
            && word.bytes().any(|b| b.is_ascii_uppercase());
        let strong =
            cased && digits > 1 && letters > 3 && word.bytes().all(|b| b.is_ascii_alphanumeric());
        return if strong { Look::Strong } else { Look::Telling };
    }
    let parts: Vec<&str> = word.split(['-', '_', '.']).collect();
    let plain = |part: &&str| part.len() > 2 && part.bytes().all(|byte| byte.is_ascii_alphabetic());
    let listed = parts.len() > 1 && parts.iter().all(plain);
    let sign_inside =
        signed && letters > 3 && word[1..word.len() - 1].bytes().any(|b| SIGNS.contains(&b));
    let humps = words_of(word);
    let humped = humps.len() > 2
        && letters == word.len()
        && word.starts_with(|c: char| c.is_ascii_uppercase())
        && humps.iter().all(|hump| hump.len() > 2);
    if sign_inside || humped || listed && parts.len() > 2 {
        return Look::Telling;
    }
    let lone = word.len() >= PLAIN_CHARS_MIN
        && (letters == word.len() || digits == word.len() || listed || signed && letters > 4);
    if lone { Look::Word } else { Look::Ordinary }
}

/// Special characters that neither names nor punctuation contain.
const SIGNS: &[u8] = b"!@#$%^&*+~?";

/// Returns whether a word is an e-mail address, a number, code or a file name, or has a part that
/// is common in sentences about passwords.
fn is_other_thing(word: &str) -> bool {
    let address = word.split_once('@').is_some_and(|(name, host)| {
        let domain = |host: &str| {
            host.rsplit('.')
                .next()
                .is_some_and(|end| end.len() < 8 && end.bytes().all(|b| b.is_ascii_alphabetic()))
        };
        !name.is_empty() && host.contains('.') && domain(host)
    });
    let odd = |c: char| {
        c.is_whitespace()
            || "(){}[]<>\"'`\\|;:/,=…".contains(c)
            || !c.is_ascii() && c.is_alphabetic()
    };
    let number =
        word.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'_' | b'%' | b'+'));
    let short_number =
        number && !(word.len() >= PLAIN_CHARS_MIN && word.bytes().all(|b| b.is_ascii_digit()));
    address
        || short_number
        || word.contains(odd)
        || word.starts_with(['$', '%', '@', '&', '-', '.', '_', '*', '+', '~'])
        || word
            .split(['-', '_', '.', '!', '?', '+'])
            .flat_map(words_of)
            .any(|part| part.len() > 2 && is_ordinary(&part))
}

/// Returns whether a lower-case word is common in sentences about passwords or in code.
fn is_ordinary(word: &str) -> bool {
    let stem = word.trim_end_matches(|c: char| c.is_ascii_digit());
    ORDINARY.contains(stem)
        || stem.len() > 5 && ENDINGS.iter().any(|ending| stem.ends_with(ending))
        || stem.len() > 6 && stem.starts_with("ge") && stem.ends_with('t')
}

/// Endings of adjectives, participles and abstract nouns in several languages.
const ENDINGS: [&str; 34] = [
    "ed", "ing", "ly", "able", "ible", "less", "tive", "tion", "sion", "ment", "ness", "ity",
    "ous", "ical", "ized", "ised", "lich", "ung", "iert", "isch", "ado", "ada", "ido", "ida",
    "ción", "ato", "ata", "uto", "uta", "wane", "wany", "ione", "zione", "ança",
];

static ORDINARY: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| ORDINARY_WORDS.split_whitespace().collect());

/// Words that occur where a sentence, form or program could have a password.
const ORDINARY_WORDS: &str = "\
    a about above absent accepted access account active actual additional admin after again algorithm all alone already also always \
    am an and another any anyone anything api app appear apply are args array as ask asks async at auth authenticate author authorize \
    automatic available avoid away await back bad base basic bcrypt because been before being below best better between binary blank \
    body bool boolean both box break browser buffer but by bytes cache call can cannot case case-sensitive change changes char chars \
    check class clear clearly client code column common complex complexity compute concern config configuration confirm connect connection \
    console const content context copied correct correctly could cred credential credentials crypto current currently custom data \
    database date db decrypt default define delete derive description dev development dialog dict did different digits direct directory \
    disk display do does doing domain done double down each easy edit either elsewhere email empty encode encrypt encryption end enough \
    enter entry enum env environment error even ever every everyone exactly except exist exists exit expire expires expiry export \
    extra fail fails failure fallback false few field fields file files fine first flag flow for forever form format free from full \
    function get given go goes going gone good grant guess handler hard has hash hashes have he help helper her here hidden hide hint his host \
    hours how however human http https i id if ignore import in incorrect info initial inline input insecure insert inside instead int \
    integer internal interactive into invalid is issue it item its itself javascript json just keep kept key keychain keyring keys know label last \
    later least leave length less level library like limit line link linux list local log login logs long longer lost lower lowercase \
    make manager many map match matches may maybe me mean means memory message method min minimum mismatch missing mode model module \
    more most much must my name names need needs never new next no nobody none normal not note nothing now null number object of off ok \
    okay old on once one online only open option optional or original other our out output outside over own page param parameter params parse part \
    pass passcode passphrase passwd password passwords passwort path pattern pending perhaps permanent person phone place plain plaintext \
    please plus policy possible present pretty private probably problem process production prompt property protect protocol provide \
    provider public pwd python query quick random rather raw read ready real really reason recover reference reject remote remove \
    render request require required reset response rest result retrieve return returns reuse right role rotate root row rule rules run runs \
    safe salt same sample save say schema screen script search second secret secrets secure security see self send sensitive sent \
    separate sequence server service session set setting settings setup several shared she shell short should show shown side sign similar \
    simple simply since site size so some someone something soon sort source space specific start state static status step still store \
    str string strings strong struct such super support sure switch system table take target temporary test testing text than that the \
    their them then there these they thing things this those three through ticket time time-out timeout to today token tokens tomorrow \
    too tool top true try twice two type types unable unchanged under undefined unique unknown unless unset until unsafe up update upper \
    uppercase url use used user username users uses using usize utf valid value values variable varchar vault verify version very via \
    view visible void wait want was way we weak web well were what when where whether which while who whole whose why wide will windows with \
    within without word words work works worse would write wrong yes yet you your yours zero md sha rsa aes mac hex utf ascii \
    reboot restart update upgrade logout logoff continue proceed install sudo bash docker kubectl ansible github gitlab google okta facebook \
    twitter apple microsoft bitwarden lastpass keepass keepassxc nordpass dashlane yubikey oauth saml ldap kerberos sso totp argon scrypt \
    field widget textfield scheme sensitivity strength confirmation mandatory identical blocked locked known broken stolen hacked safe \
    generator generators gerador entries properties hashing popular prompt prompted recommended mut const unsafe sekrit giriniz girin guessable memorable importable important \
    wrote chosen written forgotten found taken stood lost set kept \
    nicht kein falsch richtig leer nötig notwendig erforderlich zu lang kurz alt neu gleich hier jetzt noch immer bereits schon sicher \
    unsicher abgelaufen vergessen unbekannt bekannt geheim optional das dem den der die ein eine einem einen mit und oder auch nur sehr \
    incorrecte invalide vide obligatoire requis requise trop court courte oublié expiré faux bon bonne pas est une dans avec pour \
    incorrecta incorrecto vacía vacío obligatoria obligatorio corta demasiado segura seguro débil para pero con por una uno mal \
    incorreta incorreto vazia fraca forte curta longa errada não para com \
    errata sbagliata vuota corta debole scaduta sicura obbligatoria non per che \
    onjuist verkeerd leeg verplicht verlopen kort niet nodig fout goed juist \
    złe błędne puste wymagane krótkie słabe niepoprawne nieprawidłowe wygasło jest nie \
    fel tomt krävs ogiltigt inte saknas forkert feil ugyldig ikke väärin tyhjä \
    yanlış boş gerekli hatalı salah kosong wajib sai";
