//! Commits that a repository refers to and contains, and commits that are not its own.

use proptest::prelude::*;
use std::io::Cursor;
use tempfile::TempDir;

use super::*;

/// Writes files below a git directory and returns its real path.
fn git(files: &[(&str, &str)]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let root = fs::canonicalize(folder.path()).expect("its real path");
    for (path, text) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        fs::write(path, text).expect("a file");
    }
    (folder, root)
}

fn id(number: u32) -> String {
    format!("{number:040x}")
}

/// Returns the bytes of a pack index with these ids.
fn index(ids: &mut [Vec<u8>]) -> Vec<u8> {
    ids.sort();
    let mut bytes = b"\xfftOc\0\0\0\x02".to_vec();
    for first in 0..=255 {
        let count = ids.iter().filter(|id| id[0] <= first).count() as u32;
        bytes.extend(count.to_be_bytes());
    }
    bytes.extend(ids.concat());
    let id_bytes = ids.first().map_or(20, Vec::len);
    bytes.extend(vec![0; ids.len() * 8 + 2 * id_bytes]);
    bytes
}

fn holds_in(bytes: &[u8], id: &[u8]) -> bool {
    let index = PackIndex::open(Cursor::new(bytes), id.len()).expect("bytes in memory");
    index.is_some_and(|mut index| index.holds(id).unwrap_or_default())
}

#[test]
fn tips_are_head_and_the_remotes_branches() {
    let packed = format!(
        "# pack-refs with: peeled\n{} refs/heads/main\n{} refs/remotes/origin/a\n\
         {} refs/remotes/origin/main\n^{}\n{} refs/remotes/fork/main\n{} refs/rem",
        id(1),
        id(2),
        id(3),
        id(9),
        id(8),
        id(7),
    );
    let (_folder, git) = git(&[
        ("HEAD", "ref: refs/heads/main\n"),
        ("packed-refs", &packed),
        ("refs/remotes/origin/b/c", &format!("{}\n", id(4))),
        ("refs/remotes/origin/HEAD", "ref: refs/remotes/origin/main\n"),
        ("refs/remotes/origin/odd", "ref: ../../elsewhere\n"),
        ("refs/remotes/origin/none", &id(0)),
    ]);
    assert_eq!(tips(&git), [id(1), id(3), id(2), id(4)]);
}

#[test]
fn a_bare_repository_stands_at_its_own_branches() {
    let config = "[core]\nbare = true\n";
    let (_folder, git) =
        git(&[("HEAD", "ref: refs/heads/none\n"), ("config", config), ("refs/heads/main", &id(5))]);
    assert_eq!(tips(&git), [id(5)]);
}

#[test]
fn a_commit_is_found_loose_and_in_packs_of_both_hashes() {
    let sha256 = "ab".repeat(32);
    let packed: Vec<String> = (0..500).map(|number| id(number * 8_191 + 1)).collect();
    let mut ids: Vec<Vec<u8>> = packed.iter().filter_map(|id| bytes_of(id)).collect();
    let (_folder, git) = git(&[("objects/00/00000000000000000000000000000000000007", "x")]);
    let pack = git.join("objects/pack");
    fs::create_dir_all(&pack).expect("a directory");
    fs::write(pack.join("a.idx"), index(&mut ids)).expect("a file");
    let mut other = vec![bytes_of(&sha256).expect("an id")];
    fs::write(pack.join("b.idx"), index(&mut other)).expect("a file");
    for id in packed.iter().chain([&id(7), &sha256]) {
        assert!(holds(&git, std::slice::from_ref(id)), "{id}");
    }
    assert!(!holds(&git, &[id(2), id(3), "ab".repeat(31) + "ac", "nonsense".to_owned()]));
    assert!(!holds(&git, &[]));
}

#[cfg(unix)]
#[test]
fn what_lies_behind_a_link_is_not_the_repositorys_own() {
    use std::os::unix::fs::symlink;
    let object = "objects/00/00000000000000000000000000000000000007";
    let (_victim, victim) =
        git(&[(object, "x"), ("HEAD", &id(7)), ("refs/remotes/origin/main", &id(7))]);
    let (_thief, thief) = git(&[("refs/remotes/x", "x")]);
    for part in ["objects", "HEAD", "refs/remotes/origin"] {
        symlink(victim.join(part), thief.join(part)).expect("a link");
    }
    assert!(tips(&thief).is_empty() && !holds(&thief, &[id(7)]));
    fs::remove_file(thief.join("objects")).expect("a link");
    fs::create_dir_all(thief.join("objects/info")).expect("a directory");
    let objects = victim.join("objects").to_string_lossy().into_owned();
    fs::write(thief.join("objects/info/alternates"), objects).expect("a file");
    assert!(!holds(&thief, &[id(7)]));
    assert!(holds(&victim, &tips(&victim)));
}

proptest! {
    #[test]
    fn an_index_holds_what_it_was_made_of(numbers in proptest::collection::btree_set(any::<[u8; 20]>(), 0..300)) {
        let mut ids: Vec<Vec<u8>> = numbers.iter().map(|id| id.to_vec()).collect();
        let bytes = index(&mut ids);
        for id in &ids {
            prop_assert!(holds_in(&bytes, id));
            let mut other = id.clone();
            other[19] ^= 1;
            prop_assert_eq!(holds_in(&bytes, &other), ids.contains(&other));
            prop_assert!(!holds_in(&bytes[..bytes.len() - 1], id));
        }
    }

    #[test]
    fn a_damaged_index_never_panics(mut bytes in any::<Vec<u8>>(), at in 0_usize..1_100, to in any::<u8>()) {
        holds_in(&bytes, &[7; 20]);
        let mut ids: Vec<Vec<u8>> = (0..9).map(|number| vec![number * 28; 20]).collect();
        bytes = index(&mut ids);
        bytes[at] = to;
        for id in ids {
            holds_in(&bytes, &id);
        }
    }
}
