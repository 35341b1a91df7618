//! Tells which project a directory belongs to.
//!
//! A project is its origin remote, so that clones and worktrees of one repository share it; without one it is the
//! common git directory, and without a repository the directory itself. Everything is read from files: git never runs.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Component, Path, PathBuf};

/// The scope of memories: what they are stored under, and what people call it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Project {
    /// Identity, such as `github.com/Owner/Repo` or `/home/me/notes`. Holds no credentials.
    pub key: String,
    /// What people see and type: the last part of the repository's or the directory's name. Never empty.
    pub name: String,
}

/// Returns the project that a directory belongs to, whether it still exists or not.
pub fn resolve(directory: &Path) -> Project {
    match fs::canonicalize(directory) {
        Ok(real) => resolve_existing(&real),
        Err(_) => resolve_lost(directory),
    }
}

/// Returns the project of this name, as `--project NAME` asks for it.
pub fn named(name: &str) -> Project {
    let name = match name.trim() {
        "" => UNNAMED,
        name => name,
    };
    Project { key: format!("name:{name}"), name: name.to_owned() }
}

/// Name of a project when there is nothing to call it by.
const UNNAMED: &str = "unnamed";
/// Files of git that are larger than this are no files of git.
const GIT_FILE_BYTES_MAX: u64 = 1024 * 1024;
/// Where worktrees are kept inside their repository.
const WORKTREE_FOLDERS: [&[&str]; 3] = [&[".claude", "worktrees"], &[".worktrees"], &["worktrees"]];

/// Returns the project of a directory, given its real path.
fn resolve_existing(real: &Path) -> Project {
    let Some(git) = real.ancestors().find_map(common_git_directory) else {
        return from_path(real);
    };
    let config = read_git_file(&git.join("config")).unwrap_or_default();
    if let Some(key) = origin_url(&config).as_deref().and_then(remote_key) {
        let name = last_segment(&key);
        return Project { key, name };
    }
    let owner = if git.ends_with(".git") { git.parent().unwrap_or(&git) } else { &git };
    let name = last_segment(&owner.to_string_lossy());
    let bare = name.strip_suffix(".git").filter(|bare| !bare.is_empty()).map(str::to_owned);
    Project { key: git.to_string_lossy().into_owned(), name: bare.unwrap_or(name) }
}

/// Returns the project of a directory that is gone: that of its repository when it was a worktree there.
/// The nearest directory that still exists is likely another project, so it doesn't count.
fn resolve_lost(directory: &Path) -> Project {
    let parts: Vec<Component> = directory.components().collect();
    for at in (0..parts.len()).rev() {
        for folder in WORKTREE_FOLDERS {
            let found = parts.len() > at + folder.len()
                && folder.iter().zip(&parts[at..]).all(|(name, part)| part.as_os_str() == *name);
            let before: PathBuf = parts[..at].iter().collect();
            if found && let Ok(real) = fs::canonicalize(&before) {
                // `~/worktrees/x` is a common place that belongs to no repository.
                let inside = folder[0].starts_with('.') || common_git_directory(&real).is_some();
                if inside {
                    return resolve_existing(&real);
                }
            }
        }
    }
    from_path(&cleaned(directory))
}

fn from_path(path: &Path) -> Project {
    let key = path.to_string_lossy().into_owned();
    let name = last_segment(&key);
    Project { key, name }
}

/// Returns the last named part of a path or URL, whatever separates its parts.
fn last_segment(path: &str) -> String {
    let named = |segment: &&str| !segment.trim().is_empty();
    let segment = path.split(['/', '\\']).rev().find(named);
    segment.or(Some(path).filter(named)).unwrap_or(UNNAMED).to_owned()
}

/// Resolves `.` and `..` without looking at the disk.
fn cleaned(path: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir
                if matches!(clean.components().next_back(), Some(Component::Normal(_))) =>
            {
                clean.pop();
            }
            Component::ParentDir if clean.has_root() => {}
            _ => clean.push(part),
        }
    }
    if clean.as_os_str().is_empty() { PathBuf::from(".") } else { clean }
}

// ------------------------------------------------------------------------------------ git directories

/// Returns the real path of the git directory that all worktrees share, if this directory is the top of one.
fn common_git_directory(directory: &Path) -> Option<PathBuf> {
    let dot_git = directory.join(".git");
    let git = if is_git_directory(&dot_git) {
        dot_git
    } else if let Some(pointer) = read_git_file(&dot_git) {
        pointed_git_directory(directory, &pointer)?
    } else if is_bare(directory) {
        directory.to_owned()
    } else {
        return None;
    };
    let common = match read_git_file(&git.join("commondir")) {
        Some(relative) => git.join(relative.trim()),
        None => git.clone(),
    };
    fs::canonicalize(common).or_else(|_| fs::canonicalize(git)).ok()
}

/// Returns the directory that a `.git` file names. A worktree's is gone once it was pruned; its repository remains.
fn pointed_git_directory(directory: &Path, pointer: &str) -> Option<PathBuf> {
    let git = directory.join(pointer.trim().strip_prefix("gitdir:")?.trim());
    if is_git_directory(&git) {
        return Some(git);
    }
    let worktrees = git.parent().filter(|parent| parent.ends_with("worktrees"))?;
    worktrees.parent().filter(|common| is_git_directory(common)).map(Path::to_owned)
}

fn is_git_directory(path: &Path) -> bool {
    ["HEAD", "config", "commondir"].iter().any(|file| path.join(file).is_file())
}

/// Whether the directory is a repository without a working tree, or the `.git` of one that has it.
fn is_bare(path: &Path) -> bool {
    path.join("HEAD").is_file() && path.join("objects").is_dir() && path.join("refs").is_dir()
}

/// Reads a file of git. An unreadable one counts as not there.
fn read_git_file(path: &Path) -> Option<String> {
    if !fs::metadata(path).ok()?.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(GIT_FILE_BYTES_MAX + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= GIT_FILE_BYTES_MAX).then(|| String::from_utf8_lossy(&bytes).into_owned())
}

// -------------------------------------------------------------------------------------------- config

/// Returns the first `url` of `[remote "origin"]` in a git configuration.
fn origin_url(config: &str) -> Option<String> {
    let config = config.trim_start_matches('\u{feff}').replace("\\\r\n", "").replace("\\\n", "");
    let mut in_origin = false;
    for line in config.lines() {
        let mut line = line.trim();
        if let Some(header) = line.strip_prefix('[') {
            // A key may follow its section's header on one line.
            let end = header_end(header).unwrap_or(header.len());
            in_origin = is_origin(&header[..end]);
            line = header.get(end + 1..).unwrap_or_default().trim();
        }
        let Some((key, value)) = line.split_once('=').filter(|_| in_origin) else { continue };
        let value = unquoted(value.trim());
        if key.trim().eq_ignore_ascii_case("url") && !value.is_empty() {
            return Some(value);
        }
    }
    None
}

/// Returns where the `]` stands that closes a header, and not one inside its quotes.
fn header_end(header: &str) -> Option<usize> {
    let (mut quoted, mut escaped) = (false, false);
    header.bytes().position(|byte| {
        let closes = byte == b']' && !quoted;
        quoted ^= byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        closes
    })
}

fn is_origin(header: &str) -> bool {
    let (section, subsection) = match header.split_once('"') {
        Some((section, quoted)) => (section, quoted.trim_end().strip_suffix('"').unwrap_or(quoted)),
        // The old form, [remote.origin].
        None => header.split_once('.').unwrap_or((header, "")),
    };
    section.trim().eq_ignore_ascii_case("remote") && subsection == "origin"
}

/// Takes quotes, escapes and a trailing comment from a value.
fn unquoted(value: &str) -> String {
    let mut plain = String::new();
    let mut quoted = false;
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => quoted = !quoted,
            '#' | ';' if !quoted => break,
            '\\' => plain.extend(chars.next()),
            _ => plain.push(c),
        }
    }
    plain.trim().to_owned()
}

// ---------------------------------------------------------------------------------------------- URLs

/// Normalises a remote's URL to `host/path`. Nothing when it names a place on this machine, or can't be trusted to
/// have no credentials left.
fn remote_key(url: &str) -> Option<String> {
    let url = url.trim();
    let (host, path) = match url.split_once("://") {
        Some((scheme, rest)) => split_url(&scheme.to_ascii_lowercase(), rest)?,
        None => split_scp(url)?,
    };
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let path = path.trim_end_matches('/');
    let path = path.strip_suffix(".git").unwrap_or(path);
    let segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
    // An `@` here may be the end of a password with a `/` in it.
    let clean = !path.contains('@');
    (!host.is_empty() && !segments.is_empty() && clean)
        .then(|| format!("{host}/{}", segments.join("/")))
}

/// Splits what follows `scheme://` into host, with a port when it is an unusual one, and path.
fn split_url<'u>(scheme: &str, rest: &'u str) -> Option<(String, &'u str)> {
    let (authority, path) = rest.split_once('/')?;
    let host = authority.rsplit('@').next().unwrap_or(authority).to_ascii_lowercase();
    let usual = match scheme.rsplit('+').next().unwrap_or(scheme) {
        "ssh" | "git" if scheme.contains("ssh") => "22",
        "git" => "9418",
        "http" => "80",
        "https" => "443",
        "file" => return None,
        _ => "",
    };
    // The colons of an IPv6 address stand before its bracket.
    let port_at = host.rfind(':').filter(|colon| host.rfind(']').is_none_or(|end| end < *colon));
    let Some(port_at) = port_at else { return Some((host, path)) };
    let port = &host[port_at + 1..];
    if !port.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let plain = port.is_empty() || port == usual;
    Some((if plain { host[..port_at].to_owned() } else { host.clone() }, path))
}

/// Splits `user@host:path`. Nothing for a local path, such as `../repo` or `C:\repo`.
fn split_scp(url: &str) -> Option<(String, &str)> {
    let head = url.find('/').unwrap_or(url.len());
    let rest = url[..head].rfind('@').map_or(url, |at| &url[at + 1..]);
    let (host, path) = rest.split_once(':')?;
    let remote = host.len() > 1 && !host.contains(['/', '\\']);
    remote.then(|| (host.to_ascii_lowercase(), path))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tempfile::TempDir;

    use super::*;

    /// Makes a tree of files; a path that ends in `/` is a directory. Returns it with its real path.
    fn tree(files: &[(&str, &str)]) -> (TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("a temporary directory");
        let root = fs::canonicalize(folder.path()).expect("its real path");
        for (path, text) in files {
            let path = root.join(path);
            let parent = if text.is_empty() { &path } else { path.parent().expect("a parent") };
            fs::create_dir_all(parent).expect("a directory");
            if !text.is_empty() {
                fs::write(&path, text).expect("a file");
            }
        }
        (folder, root)
    }

    const HEAD: &str = "ref: refs/heads/main\n";
    const ORIGIN: &str = "[remote \"origin\"]\n\turl = git@github.com:Owner/Repo.git\n";

    fn shared() -> Project {
        Project { key: "github.com/Owner/Repo".to_owned(), name: "Repo".to_owned() }
    }

    fn project(key: &Path, name: &str) -> Project {
        Project { key: key.to_string_lossy().into_owned(), name: name.to_owned() }
    }

    #[test]
    fn each_form_of_a_url_is_one_key() {
        let token = format!("gh{}_{}", "p", "a1B2".repeat(9));
        let with_token = format!("https://{token}@github.com/Owner/Repo.git");
        for url in [
            "git@github.com:Owner/Repo.git",
            "github.com:Owner/Repo",
            "git@github.com:/Owner/Repo/",
            "https://github.com/Owner/Repo",
            "https://user:tok@github.com/Owner/Repo",
            "https://GitHub.com:443/Owner/Repo.git/",
            "http://github.com:80/Owner//Repo",
            "ssh://git@github.com:22/Owner/Repo.git",
            "ssh://git@github.com:/Owner/Repo.git",
            "git+ssh://git@github.com/Owner/Repo.git",
            "git://github.com:9418/Owner/Repo.git",
            "https://user:p@ss@github.com/Owner/Repo?token=x#y",
            "user:tok@github.com:Owner/Repo.git",
            &with_token,
        ] {
            assert_eq!(remote_key(url).as_deref(), Some("github.com/Owner/Repo"), "{url}");
        }
    }

    #[test]
    fn other_hosts_and_ports_keep_apart() {
        for (url, key) in [
            ("ssh://git@git.example.com:2222/a/b.git", Some("git.example.com:2222/a/b")),
            ("https://[::1]:8080/a/b", Some("[::1]:8080/a/b")),
            ("https://[::1]/a", Some("[::1]/a")),
            ("https://gitlab.com/a/b/c/d.git", Some("gitlab.com/a/b/c/d")),
            ("https://example.com/@scope/x", None),
            ("https://user:1/@github.com/a/b", None),
            ("https://user:pa/ss@github.com/a/b", None),
            ("https://to/ken@github.com/a/b", None),
            ("https://github.com", None),
            ("https://github.com/.git", None),
            ("/srv/git/repo.git", None),
            ("../repo", None),
            ("C:\\repo", None),
            ("C:/repo", None),
            ("file:///srv/git/repo.git", None),
            ("", None),
            (":", None),
            ("://", None),
            ("@:", None),
        ] {
            assert_eq!(remote_key(url).as_deref(), key, "{url}");
        }
    }

    #[test]
    fn config_is_read_as_git_reads_it() {
        for config in [
            "[remote \"origin\"]\n url = x:y",
            "[REMOTE \"origin\"]\r\n\tURL=x:y\r\n",
            "\u{feff}# comment\n[core]\n\turl = no\n[remote \"origin\"] url = \"x:y\" ; comment",
            "[remote \"fork\"]\n url = no\n[remote \"origin\"] # c\n ; url = no\n fetch = z\n url = x:y#c\n url = z",
            "[remote.origin]\nurl = x:\\\ny",
            "[remote \"o]\"]\nurl = no\n[remote \"origin\"]\nurl = \"x\":y",
        ] {
            assert_eq!(origin_url(config).as_deref(), Some("x:y"), "{config}");
        }
        for config in [
            "",
            "[",
            "[remote \"Origin\"]\nurl = x:y",
            "[remote \"origin\"\n",
            "url = x:y",
            "[remote \"origin\"]\nurl",
        ] {
            assert_eq!(origin_url(config), None, "{config}");
        }
    }

    #[test]
    fn a_plain_directory_is_itself() {
        let (_folder, root) = tree(&[("notes/", "")]);
        assert_eq!(resolve(&root.join("notes/../notes/")), project(&root.join("notes"), "notes"));
    }

    #[test]
    fn a_repository_without_remote_is_its_git_directory() {
        let (_folder, root) = tree(&[("repo/.git/HEAD", HEAD), ("repo/src/deep/", "")]);
        let expected = project(&root.join("repo/.git"), "repo");
        for inside in ["repo", "repo/src/deep", "repo/.git"] {
            assert_eq!(resolve(&root.join(inside)), expected, "{inside}");
        }
    }

    #[test]
    fn a_bare_repository_is_named_without_git() {
        let files = [("repo.git/HEAD", HEAD), ("repo.git/objects/", ""), ("repo.git/refs/", "")];
        let (_folder, root) = tree(&files);
        assert_eq!(resolve(&root.join("repo.git")), project(&root.join("repo.git"), "repo"));
    }

    #[test]
    fn subdirectories_worktrees_and_links_share_a_project() {
        let (_folder, root) = tree(&[
            ("repo/.git/HEAD", HEAD),
            ("repo/.git/config", ORIGIN),
            ("repo/src/", ""),
            ("repo/.git/worktrees/tree/HEAD", HEAD),
            ("repo/.git/worktrees/tree/commondir", "../..\n"),
            ("elsewhere/tree/.git", "gitdir: ../../repo/.git/worktrees/tree\n"),
            ("elsewhere/pruned/.git", "gitdir: ../../repo/.git/worktrees/pruned\n"),
        ]);
        for inside in ["repo", "repo/src", "elsewhere/tree", "elsewhere/pruned"] {
            assert_eq!(resolve(&root.join(inside)), shared(), "{inside}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(root.join("repo/src"), root.join("link")).expect("a link");
            assert_eq!(resolve(&root.join("link")), shared());
        }
    }

    #[test]
    fn worktrees_share_a_repository_without_remote() {
        let (_folder, root) = tree(&[
            ("repo/.git/HEAD", HEAD),
            ("repo/.git/worktrees/tree/commondir", "../.."),
            ("tree/.git", &format!("gitdir: {}", "../repo/.git/worktrees/tree")),
        ]);
        assert_eq!(resolve(&root.join("tree")), project(&root.join("repo/.git"), "repo"));
    }

    #[test]
    fn a_submodule_is_its_own_project() {
        let (_folder, root) = tree(&[
            ("repo/.git/HEAD", HEAD),
            ("repo/.git/config", ORIGIN),
            ("repo/.git/modules/sub/HEAD", HEAD),
            ("repo/.git/modules/sub/config", "[remote \"origin\"]\nurl = https://x.y/a/Sub.git\n"),
            ("repo/sub/.git", "gitdir: ../.git/modules/sub\n"),
        ]);
        let sub = Project { key: "x.y/a/Sub".to_owned(), name: "Sub".to_owned() };
        assert_eq!(resolve(&root.join("repo/sub")), sub);
        assert_eq!(resolve(&root.join("repo")), shared());
    }

    #[test]
    fn a_deleted_worktree_is_its_repository() {
        let (_folder, root) = tree(&[
            ("repo/.git/HEAD", HEAD),
            ("repo/.git/config", ORIGIN),
            ("repo/.git/objects/", ""),
            ("repo/.git/refs/", ""),
        ]);
        for gone in [
            ".worktrees/x",
            ".worktrees/x/src",
            ".claude/worktrees/x",
            "worktrees/x/y",
            ".git/worktrees/x",
        ] {
            assert_eq!(resolve(&root.join("repo").join(gone)), shared(), "{gone}");
        }
        let nested = root.join("repo/.worktrees/x/.worktrees/y");
        assert_eq!(resolve(&nested), shared());
    }

    #[test]
    fn a_lost_directory_is_not_its_ancestor() {
        let (_folder, root) = tree(&[("repo/.git/HEAD", HEAD), ("repo/.git/config", ORIGIN)]);
        for gone in ["repo/gone", "repo/worktrees", "worktrees/x", "gone/worktrees/x"] {
            let path = root.join(gone);
            let name = gone.rsplit('/').next().expect("a last part");
            assert_eq!(resolve(&path), project(&path, name), "{gone}");
        }
        assert_eq!(resolve(&root.join("./gone/../x/")), project(&root.join("x"), "x"));
    }

    #[test]
    fn a_broken_repository_falls_back() {
        let big = format!("{ORIGIN}{}", "#".repeat(1024 * 1024));
        let (_folder, root) = tree(&[
            ("big/.git/config", &big),
            ("odd/.git/HEAD", HEAD),
            ("odd/.git/config", "[remote \"origin\"\n\0\n= =\n[[[\nurl"),
            ("local/.git/config", "[remote \"origin\"]\nurl = /srv/x.git\n"),
            ("empty/.git/", ""),
            ("lies/.git", "gitdir: /nowhere/at/all"),
            ("text/.git", "hello"),
        ]);
        for name in ["big", "odd", "local"] {
            assert_eq!(resolve(&root.join(name)), project(&root.join(name).join(".git"), name));
        }
        for name in ["empty", "lies", "text"] {
            assert_eq!(resolve(&root.join(name)), project(&root.join(name), name));
        }
    }

    #[test]
    fn odd_paths_have_a_key_and_a_name() {
        for (path, key, name) in [
            ("", ".", "."),
            ("/", "/", "/"),
            ("C:\\x", "C:\\x", "x"),
            ("C:\\", "C:\\", "C:"),
            ("no/such/../place", "no/place", "place"),
            ("../../nowhere-at-all", "../../nowhere-at-all", "nowhere-at-all"),
            ("/nowhere/../../at-all", "/at-all", "at-all"),
            (" ", " ", UNNAMED),
        ] {
            let expected = Project { key: key.to_owned(), name: name.to_owned() };
            assert_eq!(resolve(Path::new(path)), expected, "{path}");
        }
    }

    #[test]
    fn a_named_project_is_its_name() {
        assert_eq!(named(" web "), Project { key: "name:web".to_owned(), name: "web".to_owned() });
        assert_eq!(named(" ").name, UNNAMED);
    }

    proptest! {
        #[test]
        fn urls_never_panic_nor_leak(url in any::<String>(), user in "[a-z]{1,8}", password in "[a-z0-9@:/]{1,12}") {
            let _ = remote_key(&url);
            let _ = origin_url(&url);
            let url = format!("https://{user}:{password}Zq9@github.com/a/b");
            prop_assert!(remote_key(&url).is_none_or(|key| key == "github.com/a/b"));
        }
    }
}
