//! The environment of the worker, which outlives the hook and the client.

use std::collections::BTreeMap;
use std::path::Path;

use crate::sources::hook;
use crate::surroundings::Surroundings;

/// What the system and Node need to start and to find files.
const SYSTEM: [&str; 11] = [
    "PATH",
    "HOME",
    "USERPROFILE",
    "LOCALAPPDATA",
    "SystemRoot",
    "TMPDIR",
    "TEMP",
    "TMP",
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
    "XDG_DATA_HOME",
];

/// Paths of ours that may be relative to the hook's directory; the worker runs in another.
const OWN_PATHS: [&str; 4] =
    ["MEMENTOR_MODELS", "MEMENTOR_ENGINES", "MEMENTOR_ONNXRUNTIME", "ORT_DYLIB_PATH"];

/// Returns the worker's environment: what it needs to use the same settings as this process, and
/// nothing else, because it must not inherit a person's keys.
pub fn worker_environment(around: &Surroundings, home: &Path) -> BTreeMap<String, String> {
    let ours = around.env.keys().filter(|name| name.starts_with("MEMENTOR_")).map(String::as_str);
    let as_they_are = SYSTEM.into_iter().chain(ours);
    let mut env: BTreeMap<String, String> = as_they_are
        .filter_map(|name| Some((name.to_owned(), around.set(name)?.to_owned())))
        .collect();
    for name in hook::paths().chain(OWN_PATHS) {
        // An empty one is passed on as it is.
        let given = around.set(name).map(str::to_owned);
        let path = around.path_in(name).map(|path| path.to_string_lossy().into_owned());
        env.extend(path.or(given).map(|value| (name.to_owned(), value)));
    }
    // Without the variables that name it, the worker would look for another home and make it.
    env.insert("MEMENTOR_HOME".to_owned(), home.to_string_lossy().into_owned());
    env
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passed(env: &[(&str, &str)]) -> Vec<(String, String)> {
        let env = env.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let cwd = "/home/u/p".into();
        let around = Surroundings { env: env.collect(), cwd, homedir: "/home/u".into() };
        worker_environment(&around, Path::new("/memory")).into_iter().collect()
    }

    #[test]
    fn the_worker_gets_settings_and_paths_and_no_keys() {
        let env = [
            ("AWS_SECRET_ACCESS_KEY", "x"),
            ("GITHUB_TOKEN", "y"),
            ("NODE_OPTIONS", "--z"),
            ("PATH", "/bin"),
            ("MEMENTOR_HOME", "memory"),
            ("MEMENTOR_MASK", "walrus"),
            ("MEMENTOR_MODELS", ""),
            ("MEMENTOR_ENGINES", "../engines.node"),
            ("ORT_DYLIB_PATH", "/lib/ort.so"),
            ("CLAUDE_CONFIG_DIR", "own"),
            ("QWEN_RUNTIME_DIR", "./q"),
        ];
        let expected = [
            ("CLAUDE_CONFIG_DIR", "/home/u/p/own"),
            ("MEMENTOR_ENGINES", "/home/u/engines.node"),
            ("MEMENTOR_HOME", "/memory"),
            ("MEMENTOR_MASK", "walrus"),
            ("MEMENTOR_MODELS", ""),
            ("ORT_DYLIB_PATH", "/lib/ort.so"),
            ("PATH", "/bin"),
            ("QWEN_RUNTIME_DIR", "/home/u/p/q"),
        ];
        assert_eq!(passed(&env), expected.map(|(name, value)| (name.into(), value.into())));
        assert_eq!(passed(&[]), [("MEMENTOR_HOME".into(), "/memory".into())]);
    }
}
