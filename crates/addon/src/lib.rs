//! The Node addon: types, conversions, and one guarded call for each function of the core. This
//! file has the functions that need no open memory.

#![expect(clippy::needless_pass_by_value, reason = "Node hands values over")]

mod about;
pub mod agents;
mod caught;
mod detached;
mod engines;
mod guard;
pub mod hook;
pub mod lock;
mod memory;
mod noting;
mod options;
mod process;
mod row;
mod sessions;
mod watchdog;
mod work;
pub mod worker;

use std::path::Path;

use about::{About, Model};
use guard::{Failure, guarded};
use mementor_core::api::{
    self, Excluded, Home, HomeReport, HomeTrouble, ImportedModel, LastList, Machine, Masker,
    MuteChange, MuteChanged, Muted, NoteKind, Now, Period, PurgePlan, RecordedPrompts,
    RecordedSession, RecordsWanted, Surroundings, TimesShown,
};
use memory::Memory;
use napi_derive::napi;
use options::{OpenOptions, models_of};
use process::start_of;
use row::{Given, Row, row, row_if_any};

/// Returns what is known of a home without opening the database.
#[napi]
pub fn home_report(home: String) -> Result<Row<HomeReport>, Failure> {
    row(|| Ok(Home::at(home).report(start_of)))
}

/// Replaces the settings file if it still is `before`, or is still missing. Returns false if another
/// process changed it meanwhile.
#[napi]
pub fn replace_config(
    home: String,
    before: Option<String>,
    after: String,
) -> Result<bool, Failure> {
    guarded(|| {
        let home = Home::at(home);
        let done = home.replace_config(before.as_deref(), &after);
        done.map_err(|source| api::Error::HomeUnwritable { path: home.config(), source })
    })
}

/// Lets the hooks answer again where servers of warm recall did.
#[napi]
pub fn clear_warm(home: String) -> Result<(), Failure> {
    guarded(|| {
        let home = Home::at(home);
        home.clear_warm().map_err(|source| api::Error::HomeUnwritable { path: home.warm(), source })
    })
}

/// Returns how often a note was shown until now. With a time, it is shown once more.
#[napi]
pub fn shown(
    home: String,
    note: String,
    now_ms: Option<i64>,
) -> Result<Option<Row<TimesShown>>, Failure> {
    row_if_any(|| Ok(Home::at(home).shown(&note, now_ms)))
}

/// Returns what keeps the files of a home from being used, and which of them are links.
#[napi]
pub fn home_trouble(home: String) -> Result<Row<HomeTrouble>, Failure> {
    row(|| Home::at(home).trouble())
}

/// Returns what a purge deletes, those of the added models too, and what to know before.
/// `has_settings` says that config.json is ours.
#[napi]
pub fn plan_purge(
    options: OpenOptions,
    on: Given<Surroundings>,
    has_settings: bool,
) -> Result<Row<PurgePlan>, Failure> {
    row(|| {
        let home = Home::at(&options.home);
        let models = models_of(&options.home, options.models.clone(), None);
        // A damaged memory does not say what it has read.
        let known = || {
            let access = options.reading();
            let memory = Memory::opened(options, access, None).ok()?;
            memory.inner.transcripts().ok()
        };
        api::plan_purge(&home, &models, has_settings, &Machine::of(on.0), known)
    })
}

/// Returns the records of sessions, the one written last first. Prompts that a record left out are
/// looked for in the memory too.
#[napi]
pub fn records(
    home: String,
    wanted: Given<RecordsWanted>,
    memory: Option<&Memory>,
) -> Result<Row<Vec<RecordedSession>>, Failure> {
    row(|| Ok(api::records(&Home::at(home), &wanted.0, memory.map(|memory| &memory.inner))))
}

/// Counts the prompts of all records since a time.
#[napi]
pub fn recorded_prompts(home: String, since_ms: i64) -> Result<Row<RecordedPrompts>, Failure> {
    row(|| Ok(api::recorded_prompts(&Home::at(home), since_ms)))
}

/// Takes a backup off the list, with what is pending in it. Returns whether it was there.
#[napi]
pub fn drop_backup(home: String, path: String) -> Result<bool, Failure> {
    guarded(|| Home::at(home).drop_backup(&path))
}

/// Returns the hits that were listed last, if there is a list.
#[napi]
pub fn last_list(home: String) -> Result<Option<Row<LastList>>, Failure> {
    row_if_any(|| Ok(Home::at(home).last_list()))
}

/// Returns where recall is muted; an error when that cannot be understood.
#[napi]
pub fn muted(home: String) -> Result<Row<Muted>, Failure> {
    row(|| Muted::of(&Home::at(home)))
}

/// Mutes or unmutes recall.
#[napi]
pub fn mute(home: String, change: Given<MuteChange>) -> Result<Row<MuteChanged>, Failure> {
    row(|| Muted::change(&Home::at(home), &change.0))
}

/// Keeps a list of hits.
#[napi]
pub fn keep_list(home: String, list: Given<LastList>) -> Result<(), Failure> {
    guarded(|| Home::at(home).keep_list(&list.0))
}

/// Makes stored text harmless for a model that reads it: nothing in it can pose as a message of a
/// client, of a person or of Mementor.
#[napi]
pub fn harmless(text: String) -> Result<String, Failure> {
    guarded(|| Ok(api::harmless_whole(&text)))
}

/// Returns the days that a text names which is nothing but a time, such as "last week" or "in
/// october".
#[napi]
pub fn period_named(
    text: String,
    now_ms: i64,
    utc_offset_min: i32,
) -> Result<Option<Row<Period>>, Failure> {
    row_if_any(|| Ok(api::period_named(&text, Now::ahead(now_ms, utc_offset_min))))
}

/// Returns whether one of the globs of `exclude` matches a directory or one of its parents: then
/// nothing of it is stored. Throws for a pattern of `mask`, or a glob, that cannot be used.
#[napi]
pub fn is_kept_out(
    mask: Vec<String>,
    exclude: Vec<String>,
    directory: String,
) -> Result<bool, Failure> {
    guarded(|| {
        Masker::new(&mask)?;
        Ok(Excluded::new(&exclude)?.covers(Path::new(&directory)))
    })
}

/// Returns what is wrong with one of the user's mask patterns, or of the exclusion globs if it is
/// one; nothing when it is valid.
#[napi]
pub fn pattern_problem(pattern: String, is_glob: bool) -> Result<Option<String>, Failure> {
    let check = if is_glob { api::check_glob } else { api::check_pattern };
    guarded(|| Ok(check(&pattern).err()))
}

/// Returns the versions of linked libraries and the CPU features.
#[napi]
pub fn about() -> Result<About, Failure> {
    guarded(|| Ok(About::here()))
}

/// Returns the known models: those in the folder `models` and those added to the home.
#[napi]
pub fn known_models(home: String, models: String) -> Result<Vec<Model>, Failure> {
    guarded(|| {
        let models = models_of(&home, models, None);
        Ok(models.known()?.into_iter().map(|spec| Model::of(&models, spec)).collect())
    })
}

/// Returns the model in use, or the requested one. `verifies` says to check every file of it against
/// its SHA-256 first.
#[napi]
pub fn model(
    home: String,
    models: String,
    id: Option<String>,
    verifies: Option<bool>,
) -> Result<Model, Failure> {
    guarded(|| {
        let models = models_of(&home, models, id);
        let spec = models.in_use()?;
        if verifies == Some(true) {
            models.verify(&spec)?;
        }
        Ok(Model::of(&models, spec))
    })
}

/// Imports from a folder the model that it describes, else every known model whose weights it holds.
#[napi]
pub fn import_models(
    home: String,
    models: String,
    folder: String,
) -> Result<Row<Vec<ImportedModel>>, Failure> {
    row(|| models_of(&home, models, None).import(Path::new(&folder)))
}

/// Makes the file of the bundled model in the folder `models`, unless it is there and intact. The
/// build calls it; a user's machine has nothing to make it from.
#[napi]
pub fn pack_model(models: String) -> Result<(), Failure> {
    guarded(|| {
        // Nobody's home: no model was added to it.
        let home = format!("{models}/none");
        models_of(&home, models, None).pack_default(std::process::id())
    })
}

/// Returns the kinds of notes.
#[napi]
pub fn note_kinds() -> Result<Row<Vec<NoteKind>>, Failure> {
    row(|| Ok(api::KINDS.to_vec()))
}

/// Panics, to show that a panic becomes a JavaScript error and Node stays alive.
///
/// # Panics
///
/// Always, inside the guard.
#[napi]
pub fn panic_for_test() -> Result<(), Failure> {
    guarded(|| panic!("asked to panic"))
}
