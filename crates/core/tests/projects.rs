//! Which memory a directory uses: clones and worktrees share one, and nobody's files give access to
//! another's memory.

mod sandbox;

use std::fs;
use std::path::{Path, PathBuf};

use mementor_core::Memory;
use mementor_core::capture::belonging::MembershipReason;
use mementor_core::memory::Within;
use mementor_core::project::Project;
use mementor_core::store::Access;
use mementor_core::transfer::exchange::Exported;
use sandbox::{Sandbox, Session, ingest};

const URL: &str = "https://github.com/acme/private-thing";
const KEY: &str = "github.com/acme/private-thing";

fn id(number: u32) -> String {
    format!("{number:040x}")
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
    fs::write(path, text).expect("a file");
}

/// Returns a clone of the remote with these commits; HEAD is the last one.
fn clone(sandbox: &Sandbox, name: &str, commits: &[u32]) -> PathBuf {
    let top = fs::canonicalize(sandbox.directory(name)).expect("its real path");
    let git = top.join(".git");
    write(&git.join("HEAD"), "ref: refs/heads/main\n");
    write(&git.join("config"), &format!("[remote \"origin\"]\n\turl = {URL}\n"));
    for commit in commits {
        let id = id(*commit);
        write(&git.join("objects").join(&id[..2]).join(&id[2..]), "a commit");
    }
    if let Some(last) = commits.last() {
        write(&git.join("refs/remotes/origin/main"), &id(*last));
    }
    top
}

/// Ingests a session of one turn that began in a directory.
fn talk(sandbox: &Sandbox, memory: &mut Memory, directory: &Path, turn: &str) {
    let mut session = Session::new(&format!("session of {turn}"), directory);
    let prompt = session.prompt(turn, &format!("where does {turn} keep its marmalade?"));
    let answer = session.answer(&format!("{turn} a"), "In the larder.");
    let path = sandbox.transcript(&format!("transcript of {turn}"), &[prompt, answer]);
    ingest(memory, &path);
}

/// Returns the turns visible in a directory, by the first words of their prompts.
fn seen(memory: &Memory, directory: &Path) -> Vec<String> {
    let within = Within::Directory(directory.to_owned());
    let sessions = memory.sessions(&within, 100).expect("the database is sound");
    let mut turns: Vec<String> = sessions.into_iter().map(|row| row.session).collect();
    turns.sort();
    turns.into_iter().map(|session| session.replace("session of ", "")).collect()
}

fn standing(memory: &Memory, directory: &Path) -> MembershipReason {
    memory.belonging(directory).expect("the database is sound").reason
}

#[test]
fn a_claim_to_a_known_remote_reads_and_writes_nothing_of_it() {
    let sandbox = Sandbox::without_model();
    let victim = clone(&sandbox, "victim", &[1, 2]);
    let mut memory = sandbox.open();
    talk(&sandbox, &mut memory, &victim, "ours");
    // An archive with a git configuration, one with commits of its own, and one that borrows
    // another object store.
    let bare_claim = clone(&sandbox, "archive", &[]);
    let other = clone(&sandbox, "other", &[8, 9]);
    let borrower = clone(&sandbox, "borrower", &[9]);
    let alternates = borrower.join(".git/objects/info/alternates");
    write(&alternates, &victim.join(".git/objects").to_string_lossy());
    let pointer = fs::canonicalize(sandbox.directory("pointer")).expect("its real path");
    write(&pointer.join(".git"), "gitdir: ../victim/.git");
    for (number, foreign) in [bare_claim, other, borrower, pointer].iter().enumerate() {
        assert_eq!(seen(&memory, foreign), [""; 0], "{}", foreign.display());
        talk(&sandbox, &mut memory, foreign, &format!("theirs {number}"));
        assert_eq!(seen(&memory, foreign), [format!("theirs {number}")]);
        assert_eq!(seen(&memory, &victim), ["ours"]);
    }
    assert_eq!(standing(&memory, &victim), MembershipReason::Known);
}

#[test]
fn the_starts_of_turns_are_those_of_the_project() {
    let sandbox = Sandbox::without_model();
    let [shop, farm] = ["shop", "farm"].map(|name| sandbox.directory(name));
    let mut memory = sandbox.open();
    let mut session = Session::new("session of two turns", &shop);
    let lines = ["first", "second"].map(|turn| {
        [
            session.prompt(turn, &format!("where is {turn}?")),
            session.answer(&format!("{turn} a"), "Here."),
        ]
    });
    ingest(&mut memory, &sandbox.transcript("two turns", &lines.concat()));
    talk(&sandbox, &mut memory, &farm, "cow");

    let starts =
        |within: &Within, since_ms: i64| memory.turn_starts(within, since_ms).expect("times");
    let here = Within::Directory(shop.clone());
    let both = starts(&here, 0);
    assert_eq!(both.len(), 2);
    assert!(both[0] < both[1], "{both:?}");
    assert_eq!(starts(&here, both[0]), both);
    assert_eq!(starts(&here, both[0] + 1), both[1..]);
    assert!(starts(&here, both[1] + 1).is_empty());
    assert_eq!(starts(&Within::Everything, 0).len(), 3);
    assert!(starts(&Within::Directory(sandbox.directory("nowhere")), 0).is_empty());
}

#[test]
fn clones_share_a_project_by_their_commits() {
    let sandbox = Sandbox::without_model();
    let first = clone(&sandbox, "first", &[3, 4]);
    let mut memory = sandbox.open();
    talk(&sandbox, &mut memory, &first, "first");
    // The same commits, newer ones, one older than any remembered, and a shallow clone.
    for (name, commits) in
        [("same", &[3, 4][..]), ("newer", &[3, 4, 5]), ("older", &[3]), ("shallow", &[4])]
    {
        let other = clone(&sandbox, name, commits);
        assert_eq!(standing(&memory, &other), MembershipReason::Proven, "{name}");
        talk(&sandbox, &mut memory, &other, name);
        assert_eq!(standing(&memory, &other), MembershipReason::Known, "{name}");
    }
    assert_eq!(seen(&memory, &first), ["first", "newer", "older", "same", "shallow"]);
    // The newest commit was remembered too, so a shallow clone that is newer than the first is
    // recognised.
    let latest = clone(&sandbox, "latest", &[5]);
    assert_eq!(standing(&memory, &latest), MembershipReason::Proven);
}

#[test]
fn a_repository_that_moved_shows_its_commits() {
    let sandbox = Sandbox::without_model();
    let before = clone(&sandbox, "before", &[3]);
    let mut memory = sandbox.open();
    talk(&sandbox, &mut memory, &before, "before");
    let after = sandbox.path("after");
    fs::rename(&before, &after).expect("it is ours");
    assert_eq!(seen(&memory, &after), ["before"]);
    // The deleted directory keeps its project.
    assert_eq!(seen(&memory, &before), ["before"]);
}

#[test]
fn the_first_to_name_a_remote_gains_nothing_from_the_real_one() {
    let sandbox = Sandbox::without_model();
    let planted = clone(&sandbox, "planted", &[9]);
    let real = clone(&sandbox, "real", &[1, 2]);
    write(
        &planted.join(".git/objects/info/alternates"),
        &real.join(".git/objects").to_string_lossy(),
    );
    let mut memory = sandbox.open();
    talk(&sandbox, &mut memory, &planted, "planted");
    talk(&sandbox, &mut memory, &real, "real");
    let apart = memory.belonging(&real).expect("the database is sound");
    assert_eq!(apart.named.map(|named| named.key).as_deref(), Some(KEY));
    assert_eq!(seen(&memory, &planted), ["planted"]);
    assert_eq!(seen(&memory, &real), ["real"]);
}

#[test]
fn what_an_older_version_knew_by_its_directory_stays_known() {
    let sandbox = Sandbox::without_model();
    let [one, two, new] = [("one", &[3][..]), ("two", &[]), ("new", &[3])]
        .map(|(name, ids)| clone(&sandbox, name, ids));
    let mut memory = sandbox.open();
    talk(&sandbox, &mut memory, &one, "one");
    fs::create_dir_all(two.join("src")).expect("a directory");
    let connection = sandbox.connection();
    let path = two.join("src").to_string_lossy().into_owned();
    connection.execute("INSERT INTO directory SELECT ?1, id FROM project", [path]).expect("a row");
    for table in ["repository", "known_commit"] {
        connection.execute(&format!("DELETE FROM {table}"), []).expect("the schema is ours");
    }
    assert_eq!(standing(&memory, &one), MembershipReason::Known);
    // In another folder of the same repository, without any commit.
    assert_eq!(standing(&memory, &two), MembershipReason::Known);
    assert_eq!(standing(&memory, &new), MembershipReason::Proven);
    assert_eq!(standing(&memory, &clone(&sandbox, "foreign", &[9])), MembershipReason::Unproven);
}

#[test]
fn a_known_repository_that_names_another_remote_is_asked_again() {
    let sandbox = Sandbox::without_model();
    let victim = clone(&sandbox, "victim", &[1]);
    let other = clone(&sandbox, "other", &[9]);
    let config = |url: &str| {
        write(&other.join(".git/config"), &format!("[remote \"origin\"]\nurl = {url}\n"));
    };
    config("https://example.com/x/y");
    let mut memory = sandbox.open();
    talk(&sandbox, &mut memory, &victim, "ours");
    talk(&sandbox, &mut memory, &other, "other");
    assert_eq!(standing(&memory, &other), MembershipReason::Known);
    config(URL);
    assert_eq!(standing(&memory, &other), MembershipReason::Unproven);
    assert_eq!(seen(&memory, &other), [""; 0]);
}

#[test]
fn reading_leaves_no_trace() {
    let sandbox = Sandbox::without_model();
    let first = clone(&sandbox, "first", &[3]);
    let second = clone(&sandbox, "second", &[3]);
    let mut memory = sandbox.open();
    talk(&sandbox, &mut memory, &first, "first");
    let rows = || {
        let count = "SELECT (SELECT count(*) FROM repository) + (SELECT count(*) FROM project)";
        sandbox.connection().query_row(count, [], |row| row.get::<_, i64>(0)).expect("a number")
    };
    let before = rows();
    let reader = sandbox.try_open(Access::Read).expect("it is there");
    assert_eq!(seen(&reader, &second), ["first"]);
    assert_eq!(rows(), before);
}

/// Makes a directory a repository without a remote.
fn init(directory: &Path) {
    write(&directory.join(".git/HEAD"), "ref: refs/heads/main\n");
    write(&directory.join(".git/config"), "[core]\n\tbare = false\n");
}

fn add_remote(directory: &Path) {
    write(&directory.join(".git/config"), &format!("[remote \"origin\"]\n\turl = {URL}\n"));
}

/// Ingests a session that changed a file.
fn change(sandbox: &Sandbox, memory: &mut Memory, directory: &Path, turn: &str, file: &str) {
    let mut session = Session::new(&format!("session of {turn}"), directory);
    let file = directory.join(file);
    let input = serde_json::json!({ "file_path": file, "old_string": "a", "new_string": "b" });
    let lines = [
        session.prompt(turn, "Where does it keep its marmalade?"),
        session.tool_use(&format!("{turn} c"), "t1", "Edit", &input),
        session.tool_result(&format!("{turn} r"), "t1", "changed"),
        session.answer(&format!("{turn} a"), "In the larder."),
    ];
    ingest(memory, &sandbox.transcript(&format!("transcript of {turn}"), &lines));
}

#[test]
fn a_folder_keeps_its_memory_when_it_becomes_a_repository_and_gets_a_remote() {
    let sandbox = Sandbox::without_model();
    let folder = fs::canonicalize(sandbox.directory("boat")).expect("its real path");
    let mut memory = sandbox.open();
    talk(&sandbox, &mut memory, &folder, "plain");
    init(&folder);
    assert_eq!(seen(&memory, &folder), ["plain"]);
    talk(&sandbox, &mut memory, &folder, "local");
    assert_eq!(seen(&memory, &folder), ["local", "plain"]);
    add_remote(&folder);
    write(&folder.join(".git/refs/remotes/origin/main"), &id(7));
    let found = memory.belonging(&folder).expect("the database is sound");
    assert_eq!((found.project.key.as_str(), found.reason), (KEY, MembershipReason::First));
    assert_eq!(seen(&memory, &folder), ["local", "plain"], "before anything is written");
    talk(&sandbox, &mut memory, &folder, "shared");
    assert_eq!(seen(&memory, &folder), ["local", "plain", "shared"]);
    // A clone shares it, and another repository with the same remote does not.
    assert_eq!(seen(&memory, &clone(&sandbox, "clone", &[7])), ["local", "plain", "shared"]);
    assert_eq!(seen(&memory, &clone(&sandbox, "foreign", &[9])), [""; 0]);
    // The repository is deleted, and made again.
    fs::remove_dir_all(folder.join(".git")).expect("removed");
    assert_eq!(standing(&memory, &folder), MembershipReason::Alone);
    add_remote(&folder);
    write(&folder.join(".git/HEAD"), "ref: refs/heads/main\n");
    assert_eq!(seen(&memory, &folder), ["local", "plain", "shared"]);
}

#[test]
fn a_repository_without_a_remote_that_is_deleted_leaves_the_folder_its_memory() {
    let sandbox = Sandbox::without_model();
    let folder = fs::canonicalize(sandbox.directory("boat")).expect("its real path");
    let mut memory = sandbox.open();
    init(&folder);
    talk(&sandbox, &mut memory, &folder, "local");
    fs::remove_dir_all(folder.join(".git")).expect("removed");
    assert_eq!(seen(&memory, &folder), ["local"]);
    talk(&sandbox, &mut memory, &folder, "plain");
    assert_eq!(seen(&memory, &folder), ["local", "plain"]);
}

#[test]
fn a_repository_that_took_the_place_of_another_folder_gets_none_of_its_memory() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let folder = fs::canonicalize(sandbox.directory("boat")).expect("its real path");
    change(&sandbox, &mut memory, &folder, "plain", "keel.txt");
    clone(&sandbox, "boat", &[7]);
    assert_eq!(seen(&memory, &folder), [""; 0], "no file that was changed there is left");
    write(&folder.join("keel.txt"), "b");
    assert_eq!(seen(&memory, &folder), ["plain"]);
}

#[test]
fn the_memory_of_a_folder_that_became_a_clone_can_join_its_project() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let first = clone(&sandbox, "first", &[7]);
    talk(&sandbox, &mut memory, &first, "first");
    let folder = fs::canonicalize(sandbox.directory("boat")).expect("its real path");
    talk(&sandbox, &mut memory, &folder, "plain");
    clone(&sandbox, "boat", &[7]);
    assert_eq!(seen(&memory, &folder), ["first"]);
    let plan = memory.plan_join(&folder, None).expect("it has turns of its own");
    assert_eq!(plan.turns.len(), 1);
    memory.join(&folder, &plan.to).expect("it joins");
    moved(&mut memory, &plan.turns, &plan.to);
    assert_eq!(seen(&memory, &folder), ["first", "plain"]);
}

fn moved(memory: &mut Memory, turns: &[String], to: &Project) -> u64 {
    memory.move_turns(turns, to).expect("the database is sound")
}

#[test]
fn a_person_joins_a_repository_and_takes_it_out_again() {
    let sandbox = Sandbox::without_model();
    let first = clone(&sandbox, "first", &[1]);
    let apart = clone(&sandbox, "apart", &[9]);
    let mut memory = sandbox.open();
    talk(&sandbox, &mut memory, &first, "first");
    talk(&sandbox, &mut memory, &apart, "apart");
    let before = sandbox.dump();
    let plan = memory.plan_join(&apart, None).expect("it names the remote");
    assert_eq!((plan.to.key.as_str(), plan.turns.len()), (KEY, 1));
    assert_eq!(sandbox.dump(), before, "a plan changes nothing");
    memory.join(&apart, &plan.to).expect("the database is sound");
    assert_eq!(moved(&mut memory, &plan.turns, &plan.to), 1);
    assert_eq!(standing(&memory, &apart), MembershipReason::Joined);
    talk(&sandbox, &mut memory, &apart, "later");
    assert_eq!(seen(&memory, &first), ["apart", "first", "later"]);
    assert!(memory.plan_join(&apart, None).is_err(), "it belongs there already");

    let plan = memory.plan_leave(&apart).expect("it belongs to another's");
    assert_eq!(plan.turns.len(), 2);
    memory.leave(&apart).expect("the database is sound");
    assert_eq!(moved(&mut memory, &plan.turns, &plan.to), 2);
    assert_eq!(seen(&memory, &first), ["first"]);
    assert_eq!(seen(&memory, &apart), ["apart", "later"]);
    assert_eq!(standing(&memory, &apart), MembershipReason::Left);
    assert!(memory.plan_leave(&apart).is_err(), "it is its own already");
    // Turns ingested later go to the same project.
    talk(&sandbox, &mut memory, &apart, "last");
    assert_eq!(seen(&memory, &apart), ["apart", "last", "later"]);
}

#[test]
fn any_directory_can_join_a_project_by_its_name() {
    let sandbox = Sandbox::without_model();
    let first = clone(&sandbox, "first", &[1]);
    let notes = sandbox.directory("notes");
    let mut memory = sandbox.open();
    talk(&sandbox, &mut memory, &first, "first");
    assert!(memory.plan_join(&notes, None).is_err(), "it names nothing");
    assert!(memory.plan_join(&notes, Some("nothing-of-this-name")).is_err());
    let plan = memory.plan_join(&notes, Some("private-thing")).expect("there is one");
    memory.join(&notes, &plan.to).expect("the database is sound");
    assert_eq!(seen(&memory, &notes), ["first"]);
}

#[test]
fn a_clone_that_joins_another_project_takes_along_what_began_in_it() {
    let sandbox = Sandbox::without_model();
    let clones = ["first", "second"].map(|name| clone(&sandbox, name, &[1]));
    let notes = sandbox.directory("notes");
    let mut memory = sandbox.open();
    talk(&sandbox, &mut memory, &clones[0], "first");
    talk(&sandbox, &mut memory, &clones[1], "second");
    talk(&sandbox, &mut memory, &notes, "notes");
    assert_eq!(seen(&memory, &clones[1]), ["first", "second"]);

    let plan = memory.plan_join(&clones[1], Some("notes")).expect("there is one");
    assert_eq!(plan.from.map(|from| from.key).as_deref(), Some(KEY));
    assert_eq!(plan.turns.len(), 1, "what began in another clone stays");
    memory.join(&clones[1], &plan.to).expect("the database is sound");
    assert_eq!(moved(&mut memory, &plan.turns, &plan.to), 1);
    assert_eq!(seen(&memory, &clones[1]), ["notes", "second"]);
    assert_eq!(seen(&memory, &clones[0]), ["first"]);
}

#[test]
fn a_worktree_that_was_moved_can_join_the_repository_it_names() {
    let sandbox = Sandbox::without_model();
    let first = clone(&sandbox, "first", &[1]);
    let mut memory = sandbox.open();
    talk(&sandbox, &mut memory, &first, "first");
    let tree = fs::canonicalize(sandbox.directory("tree")).expect("its real path");
    write(&tree.join(".git"), "gitdir: ../first/.git/worktrees/tree");
    let plan = memory.plan_join(&tree, None).expect("it names a repository");
    assert_eq!(plan.to.key, KEY);
    memory.join(&tree, &plan.to).expect("the database is sound");
    fs::create_dir(tree.join("src")).expect("a directory");
    assert_eq!(seen(&memory, &tree.join("src")), ["first"]);
}

#[test]
fn commits_of_an_import_prove_nothing_where_others_are_known() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    talk(&sandbox, &mut memory, &clone(&sandbox, "first", &[1]), "first");
    let line = format!(r#"{{"type":"mementor","version":1,"commits":{{"{KEY}":["{}"]}}}}"#, id(9));
    memory.import(&[line]).expect("an export");
    assert_eq!(standing(&memory, &clone(&sandbox, "other", &[9])), MembershipReason::Unproven);
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_no_files_of_git() {
    let sandbox = Sandbox::without_model();
    let memory = sandbox.open();
    let [piped, linked] = ["piped", "linked"].map(|name| clone(&sandbox, name, &[1]));
    for top in [&piped, &linked] {
        fs::remove_file(top.join(".git/config")).expect("it is there");
    }
    let mut mkfifo = std::process::Command::new("mkfifo");
    let made = mkfifo.arg(piped.join(".git/config")).status().expect("mkfifo is there");
    assert!(made.success());
    std::os::unix::fs::symlink("/dev/zero", linked.join(".git/config")).expect("a link");
    for top in [piped, linked] {
        let place = memory.belonging(&top).expect("the database is sound").place;
        assert_eq!((place.git, place.claimed), (Some(top.join(".git")), None));
    }
}

fn exported(memory: &Memory) -> Vec<String> {
    let mut lines = Vec::new();
    let mut after = None;
    loop {
        let Exported { lines: some, next, .. } =
            memory.export(&Within::Everything, after).expect("the database is sound");
        lines.extend(some);
        if next.is_none() {
            return lines;
        }
        after = next;
    }
}

#[test]
fn a_clone_on_another_machine_knows_an_export_and_a_backup_by_its_commits() {
    let old = Sandbox::without_model();
    let mut memory = old.open();
    talk(&old, &mut memory, &clone(&old, "repo", &[1, 2]), "old");
    let lines = exported(&memory);
    let backup = old.path("backup.db");
    memory.backup(&backup).expect("there is room");
    for by_export in [true, false] {
        let new = Sandbox::without_model();
        let mut memory = new.open();
        if by_export {
            memory.import(&lines).expect("an export");
        } else {
            while memory.import_database(&backup).expect("a backup").findings.is_none() {}
        }
        assert_eq!(seen(&memory, &clone(&new, "mine", &[1, 2, 3])), ["old"]);
        assert_eq!(seen(&memory, &clone(&new, "foreign", &[9])), [""; 0]);
    }
}

#[test]
fn clones_stay_in_their_project_after_a_repair_without_the_first_page() {
    const PAGE: usize = 4_096;
    let sandbox = Sandbox::without_model();
    let first = clone(&sandbox, "first", &[1, 2]);
    let joined = clone(&sandbox, "joined", &[]);
    let mut memory = sandbox.open();
    talk(&sandbox, &mut memory, &first, "ours");
    memory.join(&joined, &memory.belonging(&first).expect("sound").project).expect("our word");
    memory.compact().expect("nobody else reads");
    drop(memory);
    let mut bytes = fs::read(sandbox.database()).expect("it is there");
    bytes[..PAGE].fill(0);
    fs::write(sandbox.database(), bytes).expect("ours");
    // The repository whose commits were recorded is gone: only the record can prove anything.
    fs::remove_dir_all(&first).expect("ours");
    let (mut memory, moved) =
        Memory::open(sandbox.options(Access::Write), sandbox::NOW_MS).expect("a new one");
    let copy = moved.expect("moved aside");
    while memory.import_database(&copy).expect("pages").findings.is_none() {}
    let other = clone(&sandbox, "clone", &[1, 2, 3]);
    for (directory, wanted) in
        [(&joined, MembershipReason::Joined), (&other, MembershipReason::Proven)]
    {
        assert_eq!(standing(&memory, directory), wanted);
        assert_eq!(seen(&memory, directory), ["ours"]);
    }
    // A repository without a common commit stays separate, as before.
    let stranger = clone(&sandbox, "stranger", &[8]);
    assert!(seen(&memory, &stranger).is_empty());
}
