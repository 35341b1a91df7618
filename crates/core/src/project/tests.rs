//! Cases for `project`.

use proptest::prelude::*;
use tempfile::TempDir;

use super::config::remote_urls;
use super::remote::remote_key;
use super::*;

/// Returns the project that a directory claims, believed or not.
fn resolve(directory: &Path) -> Project {
    let place = find(directory, &Person::default());
    place.claimed.unwrap_or(place.own)
}

/// Creates a tree of files; a path that ends in `/` is a directory. Returns the folder and its real
/// path.
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
const BARE: &str = "[core]\n\tbare = true\n";
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
        assert_eq!(remote_urls(config, None).first().map(String::as_str), Some("x:y"), "{config}");
    }
    for config in [
        "",
        "[",
        "[remotes \"origin\"]\nurl = x:y",
        "[remote \"origin\"\n",
        "url = x:y",
        "[remote \"origin\"]\nurl",
    ] {
        assert!(remote_urls(config, None).is_empty(), "{config}");
    }
}

#[test]
fn without_origin_the_remote_that_the_branch_follows_counts_then_the_first() {
    let config = "[remote \"fork\"]\nurl = f:f\n[remote \"upstream\"]\nurl = u:u\n\
                  [branch \"main\"]\nremote = upstream\n";
    assert_eq!(remote_urls(config, Some("main")), ["u:u", "f:f"]);
    assert_eq!(remote_urls(config, Some("other")), ["f:f", "u:u"]);
    let config = format!("{config}[remote \"origin\"]\nurl = o:o\n");
    assert_eq!(remote_urls(&config, Some("main")), ["o:o", "u:u", "f:f"]);
    let (_folder, root) = tree(&[
        ("repo/.git/HEAD", HEAD),
        (
            "repo/.git/config",
            "[remote \"disk\"]\nurl = /srv/x.git\n[remote \"GitHub\"]\nurl = git@github.com:Owner/Repo\n",
        ),
    ]);
    assert_eq!(resolve(&root.join("repo")), shared());
}

#[test]
fn other_spellings_of_a_remote_end_in_the_same_path() {
    let key = "github.com/Owner/Repo";
    for other in [
        "github-work/Owner/Repo",
        "ssh.github.com:443/owner/repo",
        "gh/Repo",
        "git.example.org:2222/group/Owner/Repo",
        key,
    ] {
        assert!(is_other_spelling(key, other) && is_other_spelling(other, key), "{other}");
    }
    for other in ["github.com/me/Repo", "github.com/Owner/Other", "github.com/Owner/my-Repo", "x"] {
        assert!(!is_other_spelling(key, other) && !is_other_spelling(other, key), "{other}");
    }
}

#[test]
fn a_bare_layout_is_named_after_its_folder() {
    let (_folder, root) = tree(&[
        ("cosmos/.bare/HEAD", HEAD),
        ("cosmos/.bare/config", BARE),
        ("cosmos/.git", "gitdir: ./.bare\n"),
        ("cosmos/.bare/worktrees/main/HEAD", HEAD),
        ("cosmos/.bare/worktrees/main/commondir", "../.."),
        ("cosmos/.bare/worktrees/main/gitdir", "../../../main/.git"),
        ("cosmos/main/.git", "gitdir: ../.bare/worktrees/main"),
        ("moon/store.git/HEAD", HEAD),
        ("moon/store.git/config", BARE),
        ("moon/.git", "gitdir: store.git\n"),
        // Without a file that points to it.
        ("sun/.bare/HEAD", HEAD),
        ("sun/.bare/config", BARE),
        ("sun/.bare/objects/", ""),
        ("sun/.bare/refs/", ""),
        ("sun/notes/", ""),
        ("srv/star.git/HEAD", HEAD),
        ("srv/star.git/config", BARE),
        ("srv/star.git/objects/", ""),
        ("srv/star.git/refs/", ""),
    ]);
    let cosmos = project(&root.join("cosmos/.bare"), "cosmos");
    assert_eq!(
        [resolve(&root.join("cosmos")), resolve(&root.join("cosmos/main"))],
        [cosmos.clone(), cosmos]
    );
    for inside in ["sun", "sun/notes"] {
        assert_eq!(
            resolve(&root.join(inside)),
            project(&root.join("sun/.bare"), "sun"),
            "{inside}"
        );
    }
    assert_eq!(resolve(&root.join("moon")), project(&root.join("moon/store.git"), "moon"));
    assert_eq!(resolve(&root.join("srv/star.git")), project(&root.join("srv/star.git"), "star"));
}

#[test]
fn a_repository_at_the_home_holds_only_what_it_tracks() {
    let (_folder, root) = tree(&[
        ("home/.git/HEAD", HEAD),
        ("home/.git/config", ORIGIN),
        ("home/.config/nvim/lua/", ""),
        ("home/work/harbor/src/", ""),
        ("home/work/clone/.git/HEAD", HEAD),
        ("home/work/clone/src/", ""),
        ("other/.git/HEAD", HEAD),
        ("other/new/", ""),
    ]);
    let index = tracked::index(2, 20, &[".bashrc".to_owned(), ".config/nvim/init.lua".to_owned()]);
    fs::write(root.join("home/.git/index"), index).expect("a file");
    let home = root.join("home");
    let person = Person { id: None, home: Some(home.clone()) };
    let of = |inside: &str| {
        let place = find(&root.join(inside), &person);
        place.claimed.unwrap_or(place.own)
    };
    for tracked in ["home", "home/.config", "home/.config/nvim"] {
        assert_eq!(of(tracked), shared(), "{tracked}");
    }
    for own in ["home/work/harbor", "home/work", "home/work/harbor/src", "home/.config/nvim/lua"] {
        let name = own.rsplit('/').next().expect("a name");
        assert_eq!(of(own), project(&root.join(own), name), "{own}");
    }
    assert_eq!(of("home/work/clone/src").name, "clone");
    assert_eq!(of("other/new").name, "other", "any other repository has what is new in it");
    // A repository above the home is as little about what lies in it.
    fs::rename(home.join(".git"), root.join(".git")).expect("it is ours");
    assert_eq!(of("home/work/harbor").name, "harbor");
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
    let files = [
        ("repo.git/HEAD", HEAD),
        ("repo.git/config", BARE),
        ("repo.git/objects/", ""),
        ("repo.git/refs/", ""),
    ];
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
        ("repo/.git/worktrees/tree/gitdir", "../../../../elsewhere/tree/.git\n"),
        ("elsewhere/tree/.git", "gitdir: ../../repo/.git/worktrees/tree\n"),
        ("elsewhere/tree/src/", ""),
        ("repo/.trees/pruned/.git", "gitdir: ../../../repo/.git/worktrees/pruned\n"),
    ]);
    for inside in ["repo", "repo/src", "elsewhere/tree", "elsewhere/tree/src", "repo/.trees/pruned"]
    {
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
        ("repo/.git/worktrees/tree/gitdir", "../../../../tree/.git"),
        ("tree/.git", "gitdir: ../repo/.git/worktrees/tree"),
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
fn a_git_file_counts_where_its_git_directory_points_back() {
    let at = |tree: &str| format!("[core]\n\tworktree = {tree}\n{ORIGIN}");
    let (_folder, root) = tree(&[
        // A submodule whose name differs from its folder, and `git init
        // --separate-git-dir`.
        ("repo/.git/HEAD", HEAD),
        ("repo/.git/modules/lib/x/HEAD", HEAD),
        ("repo/.git/modules/lib/x/config", &at("../../../../sub/deep")),
        ("repo/sub/deep/.git", "gitdir: ../../.git/modules/lib/x\n"),
        ("kept/apart.git/HEAD", HEAD),
        ("kept/apart.git/config", &at("../../separate")),
        ("separate/.git", "gitdir: ../kept/apart.git"),
        // A bare repository with its worktrees beside it.
        ("hub/.bare/HEAD", HEAD),
        ("hub/.bare/config", &format!("{BARE}{ORIGIN}")),
        ("hub/.git", "gitdir: ./.bare\n"),
        ("hub/.bare/worktrees/main/HEAD", HEAD),
        ("hub/.bare/worktrees/main/commondir", "../.."),
        ("hub/.bare/worktrees/main/gitdir", "../../../main/.git"),
        ("hub/main/.git", "gitdir: ../.bare/worktrees/main"),
    ]);
    for inside in ["repo/sub/deep", "separate", "hub", "hub/main"] {
        assert_eq!(resolve(&root.join(inside)), shared(), "{inside}");
    }
    assert_eq!(resolve(&root.join("repo")), project(&root.join("repo/.git"), "repo"));
}

#[test]
fn a_git_file_or_link_that_nothing_points_back_to_is_not_believed() {
    let (_folder, root) = tree(&[
        ("victim/.git/HEAD", HEAD),
        ("victim/.git/config", ORIGIN),
        ("victim/.git/worktrees/tree/HEAD", HEAD),
        ("victim/.git/worktrees/tree/commondir", "../.."),
        ("victim/.git/worktrees/tree/gitdir", "/home/me/tree/.git"),
        ("victim/.git/modules/sub/HEAD", HEAD),
        ("victim/.git/modules/sub/config", &format!("[core]\nworktree = ../../../sub\n{ORIGIN}")),
        ("file/.git", "gitdir: ../victim/.git"),
        ("worktree/.git", "gitdir: ../victim/.git/worktrees/tree"),
        ("pruned/.git", "gitdir: ../victim/.git/worktrees/gone"),
        ("module/.git", "gitdir: ../victim/.git/modules/sub"),
        ("above/.git", "gitdir: victim/.git"),
        ("above/victim/.git/HEAD", HEAD),
        ("above/victim/.git/config", ORIGIN),
        ("made/.git", "gitdir: ../own/worktrees/x"),
        ("own/HEAD", HEAD),
        ("own/worktrees/x/HEAD", HEAD),
        ("own/worktrees/x/gitdir", "../../../made/.git"),
        ("own/worktrees/x/commondir", "../../../victim/.git"),
        ("link/src/", ""),
    ]);
    #[cfg(unix)]
    std::os::unix::fs::symlink(root.join("victim/.git"), root.join("link/.git")).expect("a link");
    for name in ["file", "worktree", "pruned", "module", "above", "made", "link"] {
        assert_eq!(resolve(&root.join(name)), project(&root.join(name), name));
        let below = root.join(name).join("src");
        fs::create_dir_all(&below).expect("a directory");
        assert_eq!(resolve(&below), project(&root.join(name), name), "below {name}");
    }
    let named = find(&root.join("pruned"), &Person::default()).unlinked;
    assert_eq!(named, Some(root.join("victim/.git")));
}

#[test]
fn a_folder_that_poses_as_a_bare_repository_is_a_folder_of_its_repository() {
    let foreign = format!("{BARE}{ORIGIN}");
    let (_folder, root) = tree(&[
        ("victim/.git/HEAD", HEAD),
        ("victim/.git/config", ORIGIN),
        ("clone/.git/HEAD", HEAD),
        ("clone/app/HEAD", HEAD),
        ("clone/app/config", &foreign),
        ("clone/app/objects/", ""),
        ("clone/app/refs/", ""),
        ("clone/lib/HEAD", HEAD),
        ("clone/lib/commondir", "../../victim/.git"),
        ("clone/lib/objects/", ""),
        ("clone/lib/refs/", ""),
        ("clone/odd/.git/HEAD", HEAD),
        ("clone/odd/.git/commondir", "../../../victim/.git"),
        ("silent/HEAD", HEAD),
        ("silent/config", ORIGIN),
        ("silent/objects/", ""),
        ("silent/refs/", ""),
    ]);
    for inside in ["clone/app", "clone/app/objects", "clone/lib", "clone/lib/refs"] {
        assert_eq!(resolve(&root.join(inside)), project(&root.join("clone/.git"), "clone"));
    }
    assert_eq!(resolve(&root.join("clone/odd")), project(&root.join("clone/odd/.git"), "odd"));
    // Without `bare = true` it is an ordinary folder.
    assert_eq!(resolve(&root.join("silent")), project(&root.join("silent"), "silent"));
}

#[cfg(unix)]
#[test]
fn a_git_directory_of_another_person_is_none() {
    use std::os::unix::fs::MetadataExt as _;
    let owned_by = |id| Person { id: Some(id), home: None };
    let (_folder, root) = tree(&[("repo/.git/HEAD", HEAD), ("repo/.git/config", ORIGIN)]);
    let repo = root.join("repo");
    let me = fs::metadata(&repo).expect("it is there").uid();
    assert!(find(&repo, &owned_by(me)).claimed.is_some());
    // Root's repositories count for everyone, and everyone's count for root.
    let counts = |owner| find(&repo, &owned_by(owner)).git.is_some();
    assert_eq!(counts(me + 1), me == 0);
    assert!(counts(0));
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
        let _ = remote_urls(&url, Some(&url));
        let url = format!("https://{user}:{password}Zq9@github.com/a/b");
        prop_assert!(remote_key(&url).is_none_or(|key| key == "github.com/a/b"));
    }
}
