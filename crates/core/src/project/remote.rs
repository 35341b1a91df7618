//! Derives a project key from a remote's URL.

/// Normalises a remote's URL to `host/path`. Returns `None` when it is a path on this machine, or
/// when credentials might remain.
pub(super) fn remote_key(url: &str) -> Option<String> {
    let url = url.trim();
    let (host, path) = match url.split_once("://") {
        Some((scheme, rest)) => split_url(&scheme.to_ascii_lowercase(), rest)?,
        None => split_scp(url)?,
    };
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let path = path.trim_end_matches('/');
    let path = path.strip_suffix(".git").unwrap_or(path);
    let segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
    // An `@` here may end a password that contains a `/`.
    let clean = !path.contains('@');
    (!host.is_empty() && !segments.is_empty() && clean)
        .then(|| format!("{host}/{}", segments.join("/")))
}

/// Splits the text after `scheme://` into the host, with its port unless that is the default, and
/// the path.
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
    // The colons of an IPv6 address come before its closing bracket.
    let port_at = host.rfind(':').filter(|colon| host.rfind(']').is_none_or(|end| end < *colon));
    let Some(port_at) = port_at else { return Some((host, path)) };
    let port = &host[port_at + 1..];
    if !port.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let plain = port.is_empty() || port == usual;
    Some((if plain { host[..port_at].to_owned() } else { host.clone() }, path))
}

/// Splits `user@host:path`. Returns `None` for a local path, such as `../repo` or `C:\repo`.
fn split_scp(url: &str) -> Option<(String, &str)> {
    let head = url.find('/').unwrap_or(url.len());
    let rest = url[..head].rfind('@').map_or(url, |at| &url[at + 1..]);
    let (host, path) = rest.split_once(':')?;
    let remote = host.len() > 1 && !host.contains(['/', '\\']);
    remote.then(|| (host.to_ascii_lowercase(), path))
}

/// Returns whether two keys of remotes may be spellings of one: they differ in the host alone (an
/// alias of `ssh`, a port, a short form), or a part of the path stands in it. Only commits can prove
/// it.
pub(crate) fn is_other_spelling(one: &str, other: &str) -> bool {
    let path = |key: &str| key.split_once('/').map(|(_, path)| path.to_lowercase());
    let (Some(one), Some(other)) = (path(one), path(other)) else { return false };
    let ends_so = |long: &str, short: &str| {
        long.strip_suffix(short).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
    };
    ends_so(&one, &other) || ends_so(&other, &one)
}
