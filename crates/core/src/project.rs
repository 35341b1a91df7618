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
mod tests;
