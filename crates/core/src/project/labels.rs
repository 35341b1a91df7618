//! Names of projects that tell them apart, even where several share a name.

use std::collections::HashMap;

use serde::Serialize;

use super::Project;

/// A stored project.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LabelledProject {
    /// The project.
    #[serde(flatten)]
    pub project: Project,
    /// Its name, or what tells it apart from others of that name.
    pub label: String,
}

/// Returns projects with their labels.
pub fn labelled(projects: Vec<Project>) -> Vec<LabelledProject> {
    let mut labels = labels(&projects);
    let of = |project: Project| {
        let label = labels.remove(&project.key).unwrap_or_else(|| project.name.clone());
        LabelledProject { project, label }
    };
    projects.into_iter().map(of).collect()
}

/// Returns the label of each project by its key: its name, or, where several share that, with as
/// many of the parts of the key before it as make it unique, such as `owner/cli` and `work/cli`.
pub fn labels(projects: &[Project]) -> HashMap<String, String> {
    let mut by_name: HashMap<&str, Vec<&Project>> = HashMap::new();
    for project in projects {
        by_name.entry(&project.name).or_default().push(project);
    }
    let label = |project: &Project| {
        let others = by_name[project.name.as_str()].iter().filter(|other| other.key != project.key);
        let others: Vec<Vec<&str>> = others.map(|other| parts_before_name(other)).collect();
        if others.is_empty() { project.name.clone() } else { told_apart(project, &others) }
    };
    projects.iter().map(|project| (project.key.clone(), label(project))).collect()
}

fn told_apart(project: &Project, others: &[Vec<&str>]) -> String {
    let parts = parts_before_name(project);
    let end = |parts: &[&str], count: usize| parts[parts.len().saturating_sub(count)..].join("/");
    let ends = (1..parts.len()).map(|count| (count, end(&parts, count)));
    let mut unique =
        ends.filter(|(count, own)| others.iter().all(|other| end(other, *count) != *own));
    match unique.next() {
        Some((_, end)) => format!("{end}/{}", project.name),
        None => project.key.clone(),
    }
}

/// Returns the parts of a key before the name; for a git directory, the folders that contain it.
fn parts_before_name(project: &Project) -> Vec<&str> {
    let parts = project.key.split(['/', '\\']).filter(|part| !part.is_empty());
    let mut parts: Vec<&str> = parts.collect();
    // As the name is made: a repository's folder may end so.
    let is_name = |part: &&str| part.replacen(".git", "", 1) == project.name;
    let at = parts.iter().rposition(is_name).unwrap_or(0);
    let last = parts.len().saturating_sub(1);
    parts.truncate(if at > 0 { at } else { last });
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn projects_of_one_name_are_told_apart_by_as_little_as_it_takes() {
        let told = |projects: &[(&str, &str)]| {
            let project = |(key, name): &(&str, &str)| Project {
                key: (*key).to_owned(),
                name: (*name).to_owned(),
            };
            let projects: Vec<Project> = projects.iter().map(project).collect();
            let labelled = labelled(projects).into_iter().map(|each| each.label);
            labelled.collect::<Vec<String>>()
        };
        assert_eq!(
            told(&[("github.com/ada/cli", "cli"), ("/home/ada/notes", "notes")]),
            ["cli", "notes"]
        );
        let owners = [
            ("github.com/ada/cli", "cli"),
            ("github.com/bob/cli", "cli"),
            ("/home/ada/work/cli", "cli"),
            ("/home/ada/play/cli/.git", "cli"),
        ];
        assert_eq!(told(&owners), ["ada/cli", "bob/cli", "work/cli", "play/cli"]);
        let hosts = [
            ("github.com/ada/cli", "cli"),
            ("gitlab.com/ada/cli", "cli"),
            ("/a/cli", "cli"),
            ("cli", "cli"),
        ];
        assert_eq!(told(&hosts), ["github.com/ada/cli", "gitlab.com/ada/cli", "/a/cli", "cli"]);
    }
}
