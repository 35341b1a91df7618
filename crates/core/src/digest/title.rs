//! What a session is called in a list: its request, without what many begin with.

use crate::english::without_hand_over;

/// In fewer sessions, or in fewer words, the same request is no launch prompt.
const SESSIONS_MIN: usize = 3;
const WORDS_MIN: usize = 6;
/// The share of words that stand at the same place.
const SAME_MIN: f64 = 0.7;
/// More names do not stand before a title.
const NAMES_MAX: usize = 3;

/// Returns the titles of the sessions in which these were the requests.
pub fn titles(requests: &[&str]) -> Vec<String> {
    let titles: Vec<&str> = requests.iter().map(|request| without_hand_over(request)).collect();
    let words: Vec<Vec<&str>> =
        titles.iter().map(|title| title.split_whitespace().collect()).collect();
    let title = |(title, own): (&&str, &Vec<&str>)| match differing(own, &words) {
        names if names.is_empty() => (*title).to_owned(),
        names => format!("{}: {title}", names.join(" ")),
    };
    titles.iter().zip(&words).map(title).collect()
}

/// Returns the words of a launch prompt that differ from session to session.
fn differing<'t>(own: &[&'t str], all: &[Vec<&str>]) -> Vec<&'t str> {
    let alike: Vec<&Vec<&str>> = all.iter().filter(|other| is_alike(own, other)).collect();
    let mut names = Vec::new();
    if alike.len() < SESSIONS_MIN {
        return names;
    }
    for (at, word) in own.iter().enumerate() {
        let differs = alike.iter().any(|other| other.get(at).is_some_and(|other| other != word));
        let name = bare(word);
        if differs && !name.is_empty() && !names.contains(&name) {
            names.push(name);
        }
    }
    names.truncate(NAMES_MAX);
    names
}

/// A request that was cut may have a word more or less.
fn is_alike(one: &[&str], other: &[&str]) -> bool {
    let least = one.len().min(other.len());
    if least < WORDS_MIN || one.len().abs_diff(other.len()) > 1 {
        return false;
    }
    let same = one.iter().zip(other).filter(|(one, other)| one == other).count();
    same as f64 >= SAME_MIN * least as f64
}

/// Returns a word without the marks around it; nothing of one that is cut.
fn bare(word: &str) -> &str {
    if word.ends_with('…') {
        return "";
    }
    word.trim_matches(|letter: char| !letter.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn launch(name: &str) -> String {
        format!(
            "Work on pier {name}. Run quay show {name} to see its planks, and start with the first loose one."
        )
    }

    fn of(requests: &[String]) -> Vec<String> {
        titles(&requests.iter().map(String::as_str).collect::<Vec<_>>())
    }

    #[test]
    fn a_plan_that_is_handed_over_is_called_by_its_own_title() {
        for (request, title) in [
            ("Implement the following plan: # Plan: Tar the hull", "Tar the hull"),
            ("Implement the following plan:\n\n# Tar the hull\n\n## Why", "Tar the hull\n\n## Why"),
            ("please execute this plan: Fix: leaks", "Fix: leaks"),
            ("Implement the following plan:", "Implement the following plan:"),
            ("Implement the following plan: ", "Implement the following plan: "),
            ("implement the plan that we made", "implement the plan that we made"),
            ("Tar the hull", "Tar the hull"),
            ("", ""),
        ] {
            assert_eq!(titles(&[request]), [title]);
        }
    }

    #[test]
    fn what_differs_stands_first_where_many_sessions_begin_alike() {
        let mut requests: Vec<String> = ["p-1", "p-2", "p-3"].map(launch).into();
        requests.push("Tar the hull before the winter comes, please".to_owned());
        let mut named: Vec<String> =
            ["p-1", "p-2", "p-3"].map(|name| format!("{name}: {}", launch(name))).into();
        named.push(requests[3].clone());
        assert_eq!(of(&requests), named);
        // What was cut may have a word less.
        let cut = launch("p-4").replace(" loose one.", " loo…");
        requests[3] = cut.clone();
        assert_eq!(of(&requests)[3], format!("p-4: {cut}"));
    }

    #[test]
    fn a_request_stays_where_nothing_differs_in_two_sessions_and_for_few_words() {
        let few = ["tar hull one", "tar hull two", "tar hull three"].map(str::to_owned);
        for requests in [vec![launch("p-1"); 4], vec![launch("p-1"), launch("p-2")], Vec::from(few)]
        {
            assert_eq!(of(&requests), requests);
        }
    }
}
