//! Resolves the utterances that a question's evidence refers to, in any of its notations.

use std::collections::HashMap;

/// Returns the known utterances with their sessions. Some strings name several, separated by spaces
/// or semicolons; some pad their numbers; some name none.
pub fn resolve<'a>(
    evidence: &[String],
    known: &HashMap<&'a str, &'a str>,
) -> HashMap<&'a str, &'a str> {
    let names = evidence.iter().flat_map(|text| text.split([';', ',', ' ', '\t', '\n']));
    let found = names.filter_map(|name| {
        let (utterance, session) = known.get_key_value(normalised(name)?.as_str())?;
        Some((*utterance, *session))
    });
    found.collect()
}

/// `D30:05` becomes `D30:5`.
fn normalised(name: &str) -> Option<String> {
    let (session, utterance) = name.trim().strip_prefix('D')?.split_once(':')?;
    let number = |digits: &str| digits.parse::<u32>().ok();
    Some(format!("D{}:{}", number(session)?, number(utterance)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evidence_is_read_in_all_its_forms() {
        let known = HashMap::from([("D8:6", "s8"), ("D9:17", "s9"), ("D30:5", "s30")]);
        let resolved = |texts: &[&str]| {
            let texts: Vec<String> = texts.iter().map(|&text| text.to_owned()).collect();
            let mut ids: Vec<&str> = resolve(&texts, &known).into_keys().collect();
            ids.sort_unstable();
            ids
        };
        assert_eq!(resolved(&["D8:6; D9:17"]), ["D8:6", "D9:17"]);
        assert_eq!(resolved(&["D9:17 D8:6", "D30:05"]), ["D30:5", "D8:6", "D9:17"]);
        assert!(resolved(&["D", "D:11:26", "D9:99", ""]).is_empty());
    }
}
