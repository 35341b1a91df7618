//! The patterns of sentences that name a password, in many languages.

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
            r"is|was|are|be|becomes|became|equals|reads|ist|lautet|war|sei|est|était|es|era|é|è|to|jest|brzmi|je|bylo|är|var|er|on|oli|este|e",
            r"|είναι|هي|هو|היא|הוא|है|là|adalah|ialah|คือ|е|це|это|є",
            r"|(?:has |have |had )?(?:been |was |got )?(?:now )?(?:set|reset|changed|updated|rotated) to|will be|must be|should be|should now be|auf|à|into",
        )
    };
}

/// A letter of any script. The blocks of letters are a hundredth of what the exact class compiles to,
/// and each count compiles it anew.
macro_rules! letter {
    () => {
        r"[A-Za-z\u{AA}-\u{1FFF}\u{2C00}-\u{2DFF}\u{3040}-\u{D7FF}\u{F900}-\u{FFDC}]"
    };
}

/// The words and signs in a sentence between the name and the value.
pub(super) const JOINT: &str = concat!(
    r"\A(?:[sS]|[а-яіїєґ]{1,4}|nya|s[ıi]|nız|niz|ta|en|et)?\\*['\x22`”»]?[*_]{0,3}",
    r"(?:\s{0,2}\([^()\n]{1,48}\))?",
    r"(?: (?:",
    links!(),
    r")(?: |')(?:[^\n.,:;\x22`()=\[]|\[masked:[a-z-]{1,24}\]){1,48}?| (?:",
    links!(),
    r")|(?P<owner>(?: ",
    letter!(),
    r"{2,20}){1,2}?)??)",
    r"(?: is generated for [^\s:]{1,60})?",
    // Chinese, Japanese, Korean and Thai have no space before the value.
    r"(?:\s{0,2}(?:就是|是|为|為|は|は、|가|이|는|은|คือ|：)[:：]?\s{0,4}",
    r"|,? (?P<verb>",
    verbs!(),
    r")(?: (?:now|set to|currently|still|just|simply|always|this|only|literally|again|also|jetzt|noch|immer|maintenant|toujours|ahora|adesso|ora|agora|nu|teraz|nyní|сейчас|теперь))*:?\s{1,4}",
    r"|(?:, (?:it's|it is|es ist|c'est|es|è))\s",
    r"|[ \t]{0,2}(?P<sign>=|:|→|->|=>|—|–|-)[*_]{0,3}(?P<space>\s{1,4})",
    r"| (?:такой|следующий|такая|как|as follows|wie folgt):?\s)[*_]{0,3}(?P<quote>[`'\x22“「『«‘]|\\\x22)?(?P<value>\S{4,})",
);

/// Verbs that connect more loosely: "when I type X", "mit X".
pub(super) const LOOSE: &str = concat!(
    r"\A[^\n.{}()<>=]{0,80}?(?:\b(?:I|we|you|they|he|she|ich|je|yo)(?:'ve| have| was| am|'m)? ?(?:type|typed|typing|enter|entered|entering|put|gebe|tape|tapé|escribo|use|used|using|try|tried|trying)",
    r"|[,;] (?:please |just |then |so )?use|[,;]? (?:please |just |then |so )?(?:type|enter)|\b(?:new|current|right|correct|latest|next) one(?: now)?(?: is|:))",
    r"(?: in| it as| ein)?:? [*_`'\x22“]{0,3}(?P<value>\S{4,})",
);

/// The words between a value and the name after it: "X is my password", "nimm X als Passwort".
pub(super) const BEHIND: &str = concat!(
    r"(?:(?P<asked>(?i:use|try|enter|type|take|set|nimm|verwende|benutze|utilise|utilisez|usa|use|usar|gebruik|użyj|använd|используй)) )?",
    r"(?:[`'\x22“«*_(]{0,3})(?P<value>[^\s`'\x22“«]{4,64})[`'\x22”»*_)]{0,3},? ",
    r"(?P<verb>is|was|used to be|(?:still |only |also )?(?:works?|counts?|is valid|is set) as|as|for|ist|als|como|comme|come|es|é|è|est|jako|som|как|to|är|er|on|(?:when|if|once) (?:it|he|she|they|you|the [a-z]+) (?:asks?|are asked|prompts) (?:me |you )?for|(?:when|if) (?:asked|prompted) for)",
    r" (?:",
    letter!(),
    r"{1,12}(?:'s)? ){0,3}\z",
);

/// The text between a name at the end of a line (or of its sentence) and a value alone on a later
/// line.
pub(super) const NEXT_LINE: &str = concat!(
    r"\A[sS]?(?:(?P<told>[^\n:]{0,80}:)(?:\*\*)?|(?:\*\*)?)[ \t]*(?:\r?\n){1,2}",
    r"(?:(?P<fence>```)[a-z]{0,12}\r?\n)?[ \t]{0,16}[`'\x22]?(?P<value>[^\s`'\x22]{8,})[`'\x22]?[ \t]*(?:\r?\n|\z)",
);
