//! Generates values from a seed and a template: `ghp_{a36}` is that prefix followed by 36 letters
//! and digits.

const DIGITS: &str = "0123456789";
const LOWER: &str = "abcdefghijklmnopqrstuvwxyz";
const UPPER: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// A generator of pseudo-random values (xorshift64*).
pub struct Draw(u64);

impl Draw {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// Returns a number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % end
    }

    pub fn one_of<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }

    fn from(&mut self, alphabet: &str, length: usize) -> String {
        let letters: Vec<char> = alphabet.chars().collect();
        (0..length).map(|_| letters[self.below(letters.len())]).collect()
    }

    /// Fills a template. `{a8}`: letters and digits; `h`: hex; `l`: lower case; `u`: upper case;
    /// `L`: letters; `d`: digits; `U`: upper case and digits; `x`: lower case and digits; `b`:
    /// base64; `s`: URL-safe base64; `p`: a password with special characters; `w`: words; `{id}`: a
    /// UUID.
    pub fn fill(&mut self, template: &str) -> String {
        let mut filled = String::new();
        let mut rest = template;
        while let Some((before, behind)) = rest.split_once('{') {
            let Some((field, after)) = behind.split_once('}') else { break };
            filled.push_str(before);
            match self.field(field) {
                Some(value) => filled.push_str(&value),
                None => filled.extend(["{", field, "}"]),
            }
            rest = after;
        }
        filled.push_str(rest);
        filled
    }

    fn field(&mut self, field: &str) -> Option<String> {
        if field == "id" {
            let parts = ["{h8}", "{h4}", "4{h3}", "a{h3}", "{h12}"].map(|part| self.fill(part));
            return Some(parts.join("-"));
        }
        let kind = field.chars().next()?;
        let length: usize = field[kind.len_utf8()..].parse().ok()?;
        let alphabet = match kind {
            'a' => format!("{DIGITS}{LOWER}{UPPER}"),
            'h' => "0123456789abcdef".into(),
            'l' => LOWER.into(),
            'u' => UPPER.into(),
            'L' => format!("{LOWER}{UPPER}"),
            'd' => DIGITS.into(),
            'U' => format!("{DIGITS}{UPPER}"),
            'x' => format!("{DIGITS}{LOWER}"),
            '2' => format!("{UPPER}234567"),
            'b' => format!("{DIGITS}{LOWER}{UPPER}+/"),
            's' => format!("{DIGITS}{LOWER}{UPPER}_-"),
            'p' => return Some(self.password(length)),
            'w' => return Some(self.words(length)),
            _ => return None,
        };
        Some(self.from(&alphabet, length))
    }

    /// Returns a password as people make them: letters, a special character, digits.
    fn password(&mut self, length: usize) -> String {
        let sign = self.one_of(&["!", "#", "$", "%", "^", "*", "-", "_", "~"]);
        let head = self.from(&format!("{LOWER}{UPPER}"), length / 2);
        let tail = self.from(&format!("{DIGITS}{LOWER}"), length - length / 2 - 2);
        format!("{head}{sign}{tail}{}", self.below(10))
    }

    /// Returns the words of a wallet seed phrase.
    fn words(&mut self, count: usize) -> String {
        const WORDS: [&str; 24] = [
            "ribbon", "velvet", "orbit", "candle", "marble", "tunnel", "jacket", "cactus",
            "dolphin", "ginger", "hammer", "island", "juice", "kitten", "lemon", "museum",
            "napkin", "olive", "pencil", "quarter", "rabbit", "salmon", "ticket", "umbrella",
        ];
        let words: Vec<&str> = (0..count).map(|_| self.one_of(&WORDS)).collect();
        words.join(" ")
    }
}
