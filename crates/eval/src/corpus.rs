//! The transcripts ingested by the product, and the baseline on the same turns.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use crate::baseline::Baseline;
use crate::failure::{Failure, Result};
use crate::product::Product;
use crate::stored::{self, StoredTurn};

/// Everything that is searched in one evaluation.
pub struct Corpus {
    /// The product, with all transcripts ingested and embedded.
    pub product: Product,
    turns: BTreeMap<String, Vec<StoredTurn>>,
    baselines: BTreeMap<String, Baseline>,
}

impl Corpus {
    /// Ingests a folder of transcripts per project and embeds everything.
    pub fn prepare(
        home: &Path,
        transcripts: &Path,
        models: &Path,
        mut tell: impl FnMut(&str),
    ) -> Result<Self> {
        let mut product = Product::open(home, models)?;
        let files = files(transcripts)?;
        for (at, (project, file)) in files.iter().enumerate() {
            tell(&format!("ingested {at} of {} transcripts", files.len()));
            product.ingest(file, project)?;
        }
        product.embed_all(|waiting| tell(&format!("{waiting} chunks wait for their vectors")))?;
        let turns = stored::turns(&product.database())?;
        let baselines = turns
            .iter()
            .map(|(project, turns)| Ok((project.clone(), Baseline::of(turns)?)))
            .collect::<Result<_>>()?;
        Ok(Self { product, turns, baselines })
    }

    /// Returns the names of the projects.
    pub fn projects(&self) -> impl Iterator<Item = &str> {
        self.turns.keys().map(String::as_str)
    }

    /// Returns the turns of a project in chronological order.
    pub fn turns(&self, project: &str) -> &[StoredTurn] {
        self.turns.get(project).map_or(&[], Vec::as_slice)
    }

    /// Returns the ids of the turns of some sessions.
    pub fn turns_of(&self, project: &str, sessions: &HashSet<String>) -> HashSet<String> {
        self.stored_turns_of(project, sessions).map(|turn| turn.id.clone()).collect()
    }

    /// Returns the turns of some sessions.
    pub fn stored_turns_of<'a>(
        &'a self,
        project: &str,
        sessions: &'a HashSet<String>,
    ) -> impl Iterator<Item = &'a StoredTurn> {
        let holds = |turn: &&StoredTurn| turn.sessions.iter().any(|id| sessions.contains(id));
        self.turns(project).iter().filter(holds)
    }

    /// Returns the baseline of a project; `None` when the project has no turn.
    pub fn baseline(&self, project: &str) -> Option<&Baseline> {
        self.baselines.get(project)
    }
}

/// Returns the transcripts of a folder of transcripts per project, each with its project.
pub fn files(transcripts: &Path) -> Result<Vec<(String, PathBuf)>> {
    let folders = entries(transcripts)?.into_iter().filter(|path| path.is_dir());
    let mut files: Vec<(String, PathBuf)> = Vec::new();
    for folder in folders {
        let project = file_name(&folder);
        let lines = entries(&folder)?.into_iter().filter(|path| {
            path.is_file() && path.extension().is_some_and(|extension| extension == "jsonl")
        });
        files.extend(lines.map(|path| (project.clone(), path)));
    }
    if files.is_empty() {
        let message = format!("{} holds no transcripts", transcripts.display());
        return Err(Failure::new(message).hinted("it needs a folder of .jsonl files a project"));
    }
    Ok(files)
}

/// Returns the entries of a folder, sorted by name.
fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let unreadable = |error: std::io::Error| {
        Failure::new(format!("cannot read the folder {}: {error}", folder.display()))
    };
    let entries = std::fs::read_dir(folder).map_err(unreadable)?;
    let mut paths =
        entries.map(|entry| Ok(entry.map_err(unreadable)?.path())).collect::<Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}
