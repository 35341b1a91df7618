//! Which memory a directory uses: clones and worktrees share one, and nobody's files give access to
//! another's memory.

mod sandbox;

use std::fs;
use std::path::{Path, PathBuf};

use mementor_core::Memory;
use mementor_core::api::{ProjectChange, Voucher};
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

/// Returns a repository without a remote with these commits; HEAD is the last one.
fn local(sandbox: &Sandbox, name: &str, commits: &[u32]) -> PathBuf {
    let top = clone(sandbox, name, commits);
    let git = top.join(".git");
    write(&git.join("config"), "[core]\n\tbare = false\n");
    if let Some(last) = commits.last() {
        fs::remove_dir_all(git.join("refs")).expect("it is ours");
        write(&git.join("refs/heads/main"), &id(*last));
    }
    top
}

fn commit(top: &Path, number: u32) {
    let id = id(number);
    write(&top.join(".git/objects").join(&id[..2]).join(&id[2..]), "a commit");
    write(&top.join(".git/refs/heads/main"), &id);
}

fn set_remote(top: &Path, url: &str) {
    write(&top.join(".git/config"), &format!("[remote \"origin\"]\n\turl = {url}\n"));
}

fn before(memory: &Memory, directory: &Path) -> Option<String> {
    memory.belonging(directory).expect("the database is sound").before.map(|before| before.key)
}

/// Joins a directory as the person is told to, and moves what is said to move.
fn join(memory: &mut Memory, directory: &Path) {
    let plan = memory.plan_join(directory, None).expect("there is a project to join");
    memory.join(directory, &plan.to).expect("the database is sound");
    moved(memory, &[plan.turns, plan.notes].concat(), &plan.to);
}

#[test]
fn a_repository_without_a_remote_that_is_moved_is_known_by_its_commits() {
    let sandbox = Sandbox::without_model();
    let harbor = local(&sandbox, "harbor", &[3]);
    let mut memory = sandbox.open();
    talk(&sandbox, &mut memory, &harbor, "old");
    let quay = sandbox.path("quay");
    fs::rename(&harbor, &quay).expect("it is ours");
    // It may have gone on since it was seen.
    commit(&quay, 4);
    assert_eq!(standing(&memory, &quay), MembershipReason::Moved);
    assert_eq!(seen(&memory, &quay), ["old"], "before anything is written");
    talk(&sandbox, &mut memory, &quay, "new");
    assert_eq!(seen(&memory, &quay), ["new", "old"]);
    let project = memory.belonging(&quay).expect("sound").project;
    assert_eq!(
        (project.key, project.name.as_str()),
        (quay.join(".git").display().to_string(), "quay")
    );
    // And again, with a remote this time.
    let pier = sandbox.path("pier");
    fs::rename(&quay, &pier).expect("it is ours");
    set_remote(&pier, URL);
    talk(&sandbox, &mut memory, &pier, "newer");
    assert_eq!(seen(&memory, &pier), ["new", "newer", "old"]);
    assert_eq!(memory.belonging(&pier).expect("sound").project.key, KEY);
    // What takes the old place is something else.
    assert_eq!(seen(&memory, &local(&sandbox, "harbor", &[9])), [""; 0]);
}

#[test]
fn two_repositories_of_one_history_are_two_while_both_are_there() {
    let sandbox = Sandbox::without_model();
    let template = local(&sandbox, "template", &[3]);
    let mut memory = sandbox.open();
    talk(&sandbox, &mut memory, &template, "template");
    let copy = local(&sandbox, "copy", &[3, 4]);
    assert_eq!(seen(&memory, &copy), [""; 0]);
    talk(&sandbox, &mut memory, &copy, "copy");
    fs::remove_dir_all(&template).expect("it is ours");
    assert_eq!(seen(&memory, &copy), ["copy"], "it was seen beside the other");
    // A clone of a fork, after the clone of the original is gone: only a person can tell.
    let original = clone(&sandbox, "original", &[5]);
    talk(&sandbox, &mut memory, &original, "original");
    let fork = clone(&sandbox, "fork", &[5, 6]);
    set_remote(&fork, "https://github.com/me/private-thing");
    assert_eq!((seen(&memory, &fork), before(&memory, &fork)), (vec![], None));
    fs::remove_dir_all(&original).expect("it is ours");
    assert_eq!((seen(&memory, &fork), before(&memory, &fork)), (vec![], Some(KEY.to_owned())));
    // It is still asked after more was said, until the person answers.
    talk(&sandbox, &mut memory, &fork, "fork");
    assert_eq!(before(&memory, &fork).as_deref(), Some(KEY));
    join(&mut memory, &fork);
    assert_eq!(seen(&memory, &fork), ["fork", "original"]);
    assert_eq!(before(&memory, &fork), None);
}

#[test]
fn of_several_that_may_have_moved_none_is_guessed() {
    let sandbox = Sandbox::without_model();
    let both = ["one", "two"].map(|name| local(&sandbox, name, &[3]));
    let mut memory = sandbox.open();
    talk(&sandbox, &mut memory, &both[0], "one");
    talk(&sandbox, &mut memory, &both[1], "two");
    for top in &both {
        fs::remove_dir_all(top).expect("it is ours");
    }
    let new = local(&sandbox, "new", &[3]);
    assert_eq!(seen(&memory, &new), [""; 0]);
    assert!(before(&memory, &new).is_some());
    talk(&sandbox, &mut memory, &new, "new");
    memory.leave(&new).expect("the person says that it is another");
    assert_eq!((seen(&memory, &new), before(&memory, &new)), (vec!["new".to_owned()], None));
}

#[test]
fn a_repository_keeps_its_memory_when_its_remote_is_set_anew() {
    let sandbox = Sandbox::without_model();
    let harbor = clone(&sandbox, "harbor", &[3]);
    let mut memory = sandbox.open();
    talk(&sandbox, &mut memory, &harbor, "old");
    let renamed = "https://git.example.org/port/harbor";
    set_remote(&harbor, renamed);
    assert_eq!(seen(&memory, &harbor), ["old"], "before anything is written");
    talk(&sandbox, &mut memory, &harbor, "new");
    let found = memory.belonging(&harbor).expect("the database is sound");
    assert_eq!(found.project.key, "git.example.org/port/harbor");
    assert_eq!(seen(&memory, &harbor), ["new", "old"]);
    // A fresh clone of the new remote is the same project; the old URL gives nothing any more.
    let fresh = clone(&sandbox, "fresh", &[3, 4]);
    set_remote(&fresh, renamed);
    assert_eq!(seen(&memory, &fresh), ["new", "old"]);
    // Without a remote it is the same folder with the same commits.
    fs::remove_dir_all(&fresh).expect("it is ours");
    write(&harbor.join(".git/config"), "[core]\n");
    assert_eq!(seen(&memory, &harbor), ["new", "old"]);
    // Another repository at this path is another.
    fs::remove_dir_all(&harbor).expect("it is ours");
    let other = clone(&sandbox, "harbor", &[9]);
    set_remote(&other, "https://git.example.org/port/other");
    assert_eq!(seen(&memory, &other), [""; 0]);
}

#[test]
fn one_of_several_clones_that_names_another_remote_is_asked_about() {
    let sandbox = Sandbox::without_model();
    let [template, app] = ["template", "app"].map(|name| clone(&sandbox, name, &[3]));
    let mut memory = sandbox.open();
    talk(&sandbox, &mut memory, &template, "template");
    talk(&sandbox, &mut memory, &app, "app");
    for url in ["https://github.com/me/app", ""] {
        let config = format!("[remote \"origin\"]\n\turl = {url}\n");
        write(&app.join(".git/config"), &config);
        assert_eq!(seen(&memory, &app), [""; 0], "{url}");
        assert_eq!(before(&memory, &app).as_deref(), Some(KEY), "{url}");
    }
    assert_eq!(seen(&memory, &template), ["app", "template"]);
    join(&mut memory, &app);
    assert_eq!(seen(&memory, &app), ["app", "template"]);
}

#[test]
fn another_spelling_of_a_remote_is_the_same_project_by_its_commits() {
    for url in [
        "git@work-github:acme/private-thing.git",
        "gh:acme/private-thing",
        "ssh://git@ssh.github.com:443/acme/private-thing.git",
        "ssh://ada@GITHUB.com:2222/Acme/Private-Thing",
        "work:private-thing",
    ] {
        let sandbox = Sandbox::without_model();
        let first = clone(&sandbox, "first", &[3]);
        let mut memory = sandbox.open();
        talk(&sandbox, &mut memory, &first, "first");
        let alias = clone(&sandbox, "alias", &[3, 4]);
        set_remote(&alias, url);
        assert_eq!(seen(&memory, &alias), ["first"], "{url}");
        talk(&sandbox, &mut memory, &alias, "alias");
        assert_eq!(seen(&memory, &first), ["alias", "first"], "{url}");
        let foreign = clone(&sandbox, "foreign", &[9]);
        set_remote(&foreign, url);
        assert_eq!(seen(&memory, &foreign), [""; 0], "{url}");
        // The first one takes the other spelling, while the second still has it.
        set_remote(&first, url);
        assert_eq!(seen(&memory, &first), ["alias", "first"], "{url}");
        // A remote that is called otherwise.
        write(&first.join(".git/config"), &format!("[remote \"upstream\"]\n\turl = {URL}\n"));
        assert_eq!(seen(&memory, &first), ["alias", "first"], "{url}");
    }
}

/// Makes a linked worktree of a repository beside it.
fn worktree(top: &Path, tree: &Path) {
    let name = tree.file_name().expect("a name").to_string_lossy().into_owned();
    let own = top.join(".git/worktrees").join(&name);
    write(&tree.join(".git"), &format!("gitdir: {}\n", own.display()));
    write(&own.join("HEAD"), "ref: refs/heads/tree\n");
    write(&own.join("commondir"), "../..\n");
    write(&own.join("gitdir"), &format!("{}/.git\n", tree.display()));
}

#[test]
fn a_main_worktree_that_was_moved_and_its_linked_ones_find_each_others_memory() {
    for remote in [false, true] {
        let sandbox = Sandbox::without_model();
        let make = if remote { clone } else { local };
        let harbor = make(&sandbox, "harbor", &[3]);
        let trees = ["fix", "late"].map(|name| {
            let tree = fs::canonicalize(sandbox.directory(name)).expect("its real path");
            worktree(&harbor, &tree);
            fs::create_dir(tree.join("src")).expect("a directory");
            tree
        });
        let mut memory = sandbox.open();
        talk(&sandbox, &mut memory, &harbor, "main");
        talk(&sandbox, &mut memory, &trees[0], "fix");
        let core = sandbox.path("core");
        fs::rename(&harbor, &core).expect("it is ours");
        for place in [&core, &trees[0], &trees[0].join("src")] {
            assert_eq!(seen(&memory, place), ["fix", "main"], "{}", place.display());
        }
        // A worktree that nobody talked in is known once its repository is seen in its new place.
        talk(&sandbox, &mut memory, &core, "moved");
        assert_eq!(seen(&memory, &trees[1]), ["fix", "main", "moved"]);
        talk(&sandbox, &mut memory, &trees[0], "again");
        assert_eq!(seen(&memory, &core), ["again", "fix", "main", "moved"]);
        // A folder that only points there is none of its worktrees.
        let thief = fs::canonicalize(sandbox.directory("thief")).expect("its real path");
        let pointer = format!("gitdir: {}/.git/worktrees/late\n", harbor.display());
        write(&thief.join(".git"), &pointer);
        assert_eq!(seen(&memory, &thief), [""; 0]);
        let unlinked = memory.belonging(&thief).expect("sound").place.unlinked;
        assert_eq!(unlinked, Some(harbor.join(".git")), "the person is told");
    }
}

/// Ingests one session with a turn in each directory.
fn wander(sandbox: &Sandbox, memory: &mut Memory, session: &str, turns: &[(&str, &Path)]) {
    let mut at = Session::new(session, Path::new("/"));
    let lines = turns.iter().flat_map(|(turn, directory)| {
        at.go_to(directory);
        at.turn(turn, &format!("where is the {turn}?"), "There.")
    });
    let lines: Vec<_> = lines.collect();
    ingest(memory, &sandbox.transcript(session, &lines));
}

/// Returns the project of a stored turn.
fn project_of(sandbox: &Sandbox, turn: &str) -> String {
    let key = "SELECT key FROM project JOIN turn ON project_id = project.id WHERE uuid = ?1";
    sandbox.connection().query_row(key, [turn], |row| row.get(0)).expect("it is stored")
}

#[test]
fn a_turn_belongs_where_its_work_was() {
    let sandbox = Sandbox::without_model();
    let harbor = local(&sandbox, "work/harbor", &[1]);
    let quay = clone(&sandbox, "work/quay", &[2]);
    let work = fs::canonicalize(sandbox.path("work")).expect("it is there");
    let [notes, src, elsewhere] = [
        sandbox.directory("work/notes"),
        sandbox.directory("work/quay/src"),
        sandbox.directory("elsewhere"),
    ];
    let mut memory = sandbox.open();
    let gone = sandbox.path("gone");
    let turns = [
        ("above", work.as_path()),
        ("in-harbor", &harbor),
        ("in-quay", &src),
        ("in-notes", &notes),
        ("in-gone", &gone),
        ("in-elsewhere", &elsewhere),
        ("back", &work),
    ];
    wander(&sandbox, &mut memory, "one", &turns);
    let own = |path: &Path| path.to_string_lossy().into_owned();
    for (turn, project) in [
        ("above", own(&work)),
        ("in-harbor", own(&harbor.join(".git"))),
        ("in-quay", KEY.to_owned()),
        // A folder of no repository.
        ("in-notes", own(&work)),
        // Nothing can be told of what is gone.
        ("in-gone", own(&work)),
        ("in-elsewhere", own(&work)),
        ("back", own(&work)),
    ] {
        assert_eq!(project_of(&sandbox, turn), project, "{turn}");
    }
    // A session that began in a repository and went on in another one.
    wander(
        &sandbox,
        &mut memory,
        "two",
        &[("first", &harbor), ("second", &quay), ("third", &elsewhere)],
    );
    assert_eq!(project_of(&sandbox, "second"), KEY);
    assert_eq!(project_of(&sandbox, "third"), own(&harbor.join(".git")), "no repository");
    assert_eq!(seen_turns(&memory, &quay), 2);
    // It is a session of each place, with what was said there.
    let of = |within: &Within| {
        let sessions = memory.sessions(within, 10).expect("the database is sound");
        let mut rows: Vec<_> =
            sessions.into_iter().map(|row| (row.session, row.prompt, row.turns)).collect();
        rows.sort();
        rows
    };
    let row = |session: &str, turn: &str, turns: u64| {
        (session.to_owned(), format!("where is the {turn}?"), turns)
    };
    assert_eq!(
        of(&Within::Directory(quay.clone())),
        [row("one", "in-quay", 1), row("two", "second", 1)]
    );
    assert_eq!(of(&Within::Everything), [row("one", "above", 7), row("two", "first", 3)]);
    // What was said elsewhere is not told to a session that starts here.
    let start = mementor_core::memory::Start {
        directory: quay,
        session: "new".to_owned(),
        asked: true,
        budget: 2_000,
        ..Default::default()
    };
    let told = memory.context(&start).expect("the database is sound").text;
    assert!(told.contains("second") && !told.contains("first"), "{told}");
}

/// Returns how many turns are visible in a directory.
fn seen_turns(memory: &Memory, directory: &Path) -> usize {
    let within = Within::Directory(directory.to_owned());
    memory.turn_starts(&within, 0).expect("the database is sound").len()
}

#[test]
fn a_turn_that_moves_on_belongs_where_most_of_its_work_was_wherever_reading_stops() {
    let sandbox = Sandbox::without_model();
    let above = fs::canonicalize(sandbox.directory("work")).expect("its real path");
    let quay = clone(&sandbox, "work/quay", &[2]);
    let [mut at_above, mut at_quay] = [&above, &quay].map(|at| Session::new("s", at));
    let lines = [
        at_above.prompt("p", "go to quay and mend the crane"),
        at_above.answer("a", "On my way."),
        at_quay.answer("b", "The motor was reversed."),
        at_quay.answer("c", "It is mended."),
    ];
    let mut expected = Vec::new();
    for cut in 0..lines.len() {
        let mut memory = sandbox.open();
        let path = sandbox.transcript("t", &lines[..cut]);
        ingest(&mut memory, &path);
        sandbox::append(&path, &sandbox::bytes_of(&lines[cut..]));
        ingest(&mut memory, &path);
        assert_eq!(project_of(&sandbox, "p"), KEY, "cut at {cut}");
        drop(memory);
        let dump = sandbox.dump();
        expected = if cut == 0 { dump.clone() } else { expected };
        assert_eq!(dump, expected, "cut at {cut}");
        fs::remove_dir_all(sandbox.home()).expect("it is ours");
    }
}

#[test]
fn spellings_of_one_folder_of_windows_are_one_project() {
    let sandbox = Sandbox::without_model();
    let mut memory = sandbox.open();
    let spelled = [r"C:\Users\ada\harbor", r"c:\Users\ada\harbor", "C:/Users/ada/harbor/"];
    for (number, directory) in spelled.iter().enumerate() {
        talk(&sandbox, &mut memory, Path::new(directory), &format!("turn {number}"));
    }
    for directory in spelled {
        assert_eq!(seen(&memory, Path::new(directory)).len(), 3, "{directory}");
    }
    wander(
        &sandbox,
        &mut memory,
        "w",
        &[("x", Path::new(spelled[0])), ("y", Path::new(spelled[2]))],
    );
    assert_eq!(project_of(&sandbox, "x"), project_of(&sandbox, "y"));
}

#[test]
fn a_home_that_is_a_repository_holds_only_what_it_tracks() {
    let sandbox = Sandbox::without_model();
    let home = clone(&sandbox, "me", &[1]);
    let [harbor, quay] = ["me/work/harbor", "me/work/quay"].map(|name| sandbox.directory(name));
    let options = mementor_core::memory::Options {
        person_home: Some(home.clone()),
        ..sandbox.options(Access::Write)
    };
    let (mut memory, _) = Memory::open(options, sandbox::NOW_MS).expect("a home");
    for (place, turn) in [(&home, "home"), (&harbor, "harbor"), (&quay, "quay")] {
        talk(&sandbox, &mut memory, place, turn);
        assert_eq!(seen(&memory, place), [turn]);
    }
}

/// A session of Gemini CLI in a folder that is named after a hash of its directory.
fn gemini(sandbox: &Sandbox, directory: &Path, session: &str) -> PathBuf {
    let hash = mementor_core::hash::hex_digest(directory.to_string_lossy().as_bytes());
    let name = format!(".gemini/tmp/{hash}/chats/session-2026-03-01T10-00-{session}.json");
    let path = sandbox.path(&name);
    let text = serde_json::json!({
        "sessionId": format!("{session}-1111-4111-8111-111111111111"),
        "projectHash": hash,
        "startTime": "2026-03-01T10:00:00.000Z",
        "lastUpdated": "2026-03-01T10:00:00.000Z",
        "messages": [
            { "id": format!("{session}-p"), "timestamp": "2026-03-01T10:00:00.000Z", "type": "user", "content": "where is the crane?" },
            { "id": format!("{session}-a"), "timestamp": "2026-03-01T10:00:01.000Z", "type": "gemini", "content": "At the pier." },
        ],
    });
    write(&path, &text.to_string());
    path
}

#[test]
fn sessions_that_hide_their_directory_behind_a_hash_are_found_again() {
    for known in [true, false] {
        let sandbox = Sandbox::without_model();
        let [harbor, quay] = ["harbor", "quay"]
            .map(|name| fs::canonicalize(sandbox.directory(name)).expect("its real path"));
        let mut memory = sandbox.open();
        if known {
            talk(&sandbox, &mut memory, &harbor, "talk");
        }
        let take = |memory: &mut Memory, path: &Path| {
            while !memory.ingest_of("gemini", path, None, None).expect("a step").done {}
        };
        take(&mut memory, &gemini(&sandbox, &harbor, "0a0b0c0d"));
        take(&mut memory, &gemini(&sandbox, &quay, "1a1b1c1d"));
        assert_eq!(seen_turns(&memory, &harbor), if known { 2 } else { 1 }, "known: {known}");
        assert_eq!(seen_turns(&memory, &quay), 1);
        talk(&sandbox, &mut memory, &harbor, "later");
        assert_eq!(seen_turns(&memory, &harbor), if known { 3 } else { 2 });
        assert_eq!(project_of(&sandbox, "later"), harbor.to_string_lossy());
    }
}

#[test]
fn the_transcripts_of_a_project_are_those_of_its_folders_and_worktrees() {
    let sandbox = Sandbox::without_model();
    let harbor = clone(&sandbox, "harbor", &[1]);
    let sub = sandbox.directory("harbor/sub");
    let tree = fs::canonicalize(sandbox.directory("tree")).expect("its real path");
    worktree(&harbor, &tree);
    let other = sandbox.directory("other");
    for (number, directory) in [&harbor, &sub, &tree, &other].into_iter().enumerate() {
        let mut session = Session::new(&format!("s{number}"), directory);
        let lines = session.turn(&format!("p{number}"), "where?", "There.");
        let path = sandbox.path(&format!(".claude/projects/p{number}/s{number}.jsonl"));
        write(&path, &String::from_utf8(sandbox::bytes_of(&lines)).expect("text"));
    }
    let memory = sandbox.open();
    let homedir = sandbox.path("");
    for cwd in [&harbor, &sub, &tree] {
        let on = mementor_core::surroundings::Surroundings {
            cwd: cwd.clone(),
            homedir: homedir.clone(),
            ..Default::default()
        };
        let machine = mementor_core::sources::Machine::of(on);
        let here = memory.transcripts_here(&machine, None).expect("a list");
        assert_eq!((here.found.len(), here.others), (3, 1), "{}", cwd.display());
    }
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
    assert_eq!(seen(&memory, &other), ["other"], "its own memory stays with it");
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
fn a_change_of_a_project_that_is_stopped_between_two_steps_is_finished_by_the_next() {
    let sandbox = Sandbox::without_model();
    let first = clone(&sandbox, "first", &[1]);
    let apart = clone(&sandbox, "apart", &[9]);
    let mut memory = sandbox.open();
    talk(&sandbox, &mut memory, &first, "first");
    for at in 0..20 {
        talk(&sandbox, &mut memory, &apart, &format!("apart-{at:02}"));
    }
    let directory = apart.to_string_lossy().into_owned();
    let change = ProjectChange { directory, leaves: false, project: None };
    let before = sandbox.dump();
    let planned = memory.plan_project(&change).expect("it names the remote");
    assert_eq!((planned.turns, planned.moved, planned.done), (20, 0, false));
    assert_eq!(sandbox.dump(), before, "a plan changes nothing");
    assert_eq!(memory.change_project(&change).expect("sound").moved, 0);
    assert_eq!(memory.change_project(&change).expect("sound").moved, 16);
    drop(memory);
    let mut memory = sandbox.open();
    let begun = memory.change_project(&change).expect("four are there still");
    assert_eq!((begun.turns, begun.moved), (4, 0));
    let mut last = begun;
    while !last.done {
        last = memory.change_project(&change).expect("sound");
    }
    assert_eq!(last.moved, 4);
    assert_eq!(seen(&memory, &first).len(), 21);
    assert!(memory.change_project(&change).is_err(), "it belongs there already");
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
    memory.import(&[line], Voucher::Person, 0).expect("an export");
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
            memory.import(&lines, Voucher::Person, 0).expect("an export");
        } else {
            while memory
                .import_database(&backup, Voucher::Person, 0)
                .expect("a backup")
                .findings
                .is_none()
            {}
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
    while memory.import_database(&copy, Voucher::Person, 0).expect("pages").findings.is_none() {}
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
