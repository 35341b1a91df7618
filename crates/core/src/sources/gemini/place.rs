//! The directory of a session. Its file holds only a hash of it, so it is looked up: in the file
//! `.project_root` of the project's folder, in the client's list of projects, or among the paths in
//! the conversation, of which the right one has the right hash.

use std::borrow::Cow;
use std::collections::HashSet;
use std::io::{self, Read as _};
use std::path::Path;

use serde_json::Value;

use crate::hash::hex_digest;
use crate::regular_file::open_regular;
use crate::sources::is_uuid;

/// Name of the folder that holds a project's sessions.
const CHATS: &str = "chats";

/// Maximum size of the list of projects, in bytes.
const LIST_BYTES_MAX: u64 = 4 << 20;

/// Maximum number of paths in a conversation that are compared with a hash.
const PATHS_MAX: usize = 4_096;

/// Returns the session of which the one at this path is a subagent: its folder is named after it.
pub(super) fn parent_session(path: &Path) -> Option<String> {
    let folder = path.parent()?;
    let in_chats = folder.parent()?.file_name()? == CHATS;
    let name = folder.file_name()?.to_str()?;
    (in_chats && is_uuid(name)).then(|| name.to_owned())
}

/// Returns the directory that the client has on record for a session's project.
///
/// # Errors
/// Any I/O error but that a record is missing.
pub(super) fn registered(path: &Path) -> io::Result<Option<String>> {
    let Some(project) = project_folder(path) else { return Ok(None) };
    let root = text_of(&project.join(".project_root"))?;
    if let Some(root) = root.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()) {
        return Ok(Some(root));
    }
    let (Some(name), Some(home)) = (project.file_name(), project.parent().and_then(Path::parent))
    else {
        return Ok(None);
    };
    let name = name.to_string_lossy();
    let list = text_of(&home.join("projects.json"))?.unwrap_or_default();
    let list: Value = serde_json::from_str(&list).unwrap_or_default();
    let projects = list["projects"].as_object().into_iter().flatten();
    let is_named =
        |path: &str, slug: &Value| *slug == *name || hex_digest(path.as_bytes()) == *name;
    let mut found = projects.filter(|(path, slug)| is_named(path, slug)).map(|(path, _)| path);
    Ok(found.next().cloned())
}

/// Returns the hash of a directory that a session's folder is named after.
pub(super) fn hash_in(path: &Path) -> Option<String> {
    let name = project_folder(path)?.file_name()?.to_str()?;
    let is_hash = name.len() == HASH_CHARS && name.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hash.then(|| name.to_owned())
}

/// Length of a hash in hexadecimal.
const HASH_CHARS: usize = 64;

/// Returns the project's folder: the one that holds the sessions' folder.
fn project_folder(path: &Path) -> Option<&Path> {
    let mut folders = path.ancestors();
    folders.find(|folder| folder.file_name().is_some_and(|name| name == CHATS))?.parent()
}

pub(super) fn text_of(path: &Path) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    match open_regular(path) {
        Ok(file) => file.take(LIST_BYTES_MAX).read_to_end(&mut bytes)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

/// Returns the path among the strings of a JSON text, or a folder of one, that has this hash.
pub(super) fn hashed(json: &str, hash: &str) -> Option<String> {
    let mut tried: HashSet<&str> = HashSet::new();
    for path in json.split('"').filter(|text| is_absolute(text)).take(PATHS_MAX) {
        let ends = path.match_indices(['/', '\\']).map(|(at, _)| at);
        let folders = ends.filter(|end| *end > 0).map(|end| &path[..end]);
        let found = [path].into_iter().chain(folders).find_map(|folder| {
            let folder = tried.insert(folder).then(|| unescaped(folder))?;
            (hex_digest(folder.as_bytes()) == hash).then(|| folder.into_owned())
        });
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Returns a path of Windows without the escapes of JSON.
fn unescaped(path: &str) -> Cow<'_, str> {
    if path.contains('\\') { path.replace("\\\\", "\\").into() } else { path.into() }
}

fn is_absolute(text: &str) -> bool {
    let bytes = text.as_bytes();
    let drive = bytes.len() > 3 && bytes[0].is_ascii_alphabetic() && bytes[1..].starts_with(b":\\");
    text.len() <= 1_024 && (drive || text.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_of_the_conversation_is_known_by_its_hash() {
        let hash = hex_digest(b"/srv/weir");
        let json = r#"{"args":{"file_path":"/srv/weir/low/gate.rs"}}"#;
        assert_eq!(hashed(json, &hash).as_deref(), Some("/srv/weir"));
        assert_eq!(hashed(r#"{"a":"/srv/other/weir"}"#, &hash), None);
        let windows = hex_digest(br"C:\work\weir");
        let json = r#"{"args":{"file_path":"C:\\work\\weir\\gate.rs"}}"#;
        assert_eq!(hashed(json, &windows).as_deref(), Some(r"C:\work\weir"));
    }

    #[test]
    fn a_subagent_is_in_the_folder_of_its_parent() {
        let parent = "0b3f7a52-6f0e-4a43-9a31-5f7a6f0c2d11";
        let of = |path: &str| parent_session(Path::new(path));
        assert_eq!(of(&format!("/t/p/chats/{parent}/a.jsonl")).as_deref(), Some(parent));
        assert_eq!(of("/t/p/chats/session-1.jsonl"), None);
        assert_eq!(of(&format!("/t/p/{parent}/a.jsonl")), None);
    }
}
