//! One evaluation run: prepares, ranks and gates each set, and prints results as soon as they are
//! known.

use std::path::{Path, PathBuf};
use std::process::Command;

use jiff::Timestamp;

use crate::answered;
use crate::context;
use crate::corpus::{self, Corpus};
use crate::dump::Dump;
use crate::failure::Result;
use crate::fit::{self, Examples};
use crate::gate;
use crate::inputs::Inputs;
use crate::options::{Options, repository};
use crate::product::Product;
use crate::progress::Progress;
use crate::question::{QuestionSet, Undeserving, Unit};
use crate::ranking;
use crate::record::Record;
use crate::replay;
use crate::report::Form;
use crate::sets::notes::WrittenNote;
use crate::sets::questions::Questions;
use crate::sets::replay::Judgements;
use crate::sets::work::{self, Work};
use crate::sets::{coding, locomo, questions, trivial};
use crate::signals;
use crate::thresholds::Probabilities;
use crate::workspace::Workspace;

struct Run {
    form: Form,
    models: PathBuf,
    workspace: Workspace,
    record: Record,
    progress: Progress,
    /// Whether the header was printed.
    headed: bool,
}

/// Runs the evaluation.
pub fn evaluate(options: &Options) -> Result<()> {
    let mut inputs = Inputs::read(options)?;
    let mut run = Run {
        form: if options.json { Form::Json } else { Form::Tables },
        models: options.models.clone().unwrap_or_else(|| repository().join("models")),
        workspace: Workspace::open(options.home.as_deref())?,
        record: Record {
            dump: Dump::open(options.dump.as_deref())?,
            examples: options.fit.then(Examples::default),
        },
        progress: Progress::new(),
        headed: false,
    };
    if let Some(conversations) = inputs.conversations.take() {
        run.locomo(&conversations)?;
    }
    let judgements = std::mem::take(&mut inputs.judgements);
    let notes = std::mem::take(&mut inputs.notes);
    if let Some(texts) = inputs.signals.take() {
        run.print(&run.form.signals(&signals::measure(&texts)));
    }
    if let Some(transcripts) =
        options.transcripts.as_ref().filter(|_| options.searches_transcripts())
    {
        run.transcripts(transcripts, inputs)?;
    }
    if let Some(transcripts) = &options.replay {
        run.replay(transcripts, &judgements, &notes)?;
    }
    if let Some(transcripts) = &options.context {
        run.context(transcripts)?;
    }
    run.fit();
    run.record.dump.close()
}

impl Run {
    fn locomo(&mut self, conversations: &[locomo::Conversation]) -> Result<()> {
        let folder = self.workspace.path("locomo-transcripts");
        locomo::write_transcripts(conversations, &folder)?;
        let mut corpus = self.prepare("locomo", &folder)?;
        let set = locomo::question_set(conversations, &corpus)?;
        self.rank(&mut corpus, &set)?;
        let deserving = set.questions.iter().filter(|question| locomo::deserves(question));
        let tell = &mut |line: &str| self.progress.tell(line);
        let deserving = gate::of_deserving(
            &mut corpus,
            (set.name, &mut self.record),
            deserving,
            Unit::Turn,
            tell,
        )?;
        let (plain, swapped) = locomo::strangers(conversations);
        let kinds = vec![(locomo::STRANGERS, plain), (locomo::RENAMED, swapped)];
        let negatives = self.negatives(&mut corpus, set.name, kinds)?;
        self.print(&self.form.gate(set.name, Unit::Turn, &deserving, &negatives));
        Ok(())
    }

    fn transcripts(&mut self, transcripts: &Path, inputs: Inputs) -> Result<()> {
        let mut corpus = self.prepare("transcripts", transcripts)?;
        let coding = inputs.coding.map(|rows| coding::question_set(rows, &corpus)).transpose()?;
        let asked =
            inputs.questions.map(|rows| questions::question_set(rows, &corpus)).transpose()?;
        if let Some(set) = &coding {
            self.rank(&mut corpus, set)?;
            let mut kinds = vec![(
                coding::STRANGERS,
                coding::strangers(&set.questions, asked.as_ref(), &corpus),
            )];
            if let Some(prompts) = &inputs.trivial {
                let repositories = coding::repositories(&set.questions);
                kinds.push((trivial::NAME, trivial::asked_in(prompts, &repositories)));
            }
            self.coding_gate(&mut corpus, set, kinds)?;
        }
        if let Some(asked) = &asked {
            self.rank(&mut corpus, &asked.set)?;
            self.questions_gate(&mut corpus, asked)?;
            if let Some(facts) = &inputs.keyfacts {
                let answered = answered::measure(&mut corpus, asked, facts, &mut self.record)?;
                self.print(&self.form.answered(&answered));
            }
        }
        if let Some(rows) = inputs.work {
            let prompts = work::prompts(rows, &corpus)?;
            self.work(&mut corpus, prompts)?;
        }
        Ok(())
    }

    /// Replays the prompts of all sessions.
    fn replay(
        &mut self,
        transcripts: &Path,
        judgements: &Judgements,
        notes: &[WrittenNote],
    ) -> Result<()> {
        let mut corpus = self.prepare("transcripts", transcripts)?;
        for note in notes {
            corpus.product.remember(note)?;
        }
        corpus.product.embed_all(|_| ())?;
        let tell = |line: &str| self.progress.tell(line);
        let outcomes = replay::replay(&mut corpus, judgements, tell)?;
        for outcome in &outcomes {
            self.record.replayed(outcome)?;
        }
        self.print(&self.form.replay(&outcomes));
        Ok(())
    }

    /// Starts all sessions again. No vector is needed, so nothing is embedded.
    fn context(&mut self, transcripts: &Path) -> Result<()> {
        let home = self.workspace.path("transcripts");
        let mut product = Product::open(&home, &self.models)?;
        let files = corpus::files(transcripts)?;
        for (at, (project, file)) in files.iter().enumerate() {
            self.progress.tell(&format!("ingested {at} of {} transcripts", files.len()));
            product.ingest(file, project)?;
        }
        let started = context::replay(&mut product, |line| self.progress.tell(line))?;
        self.record.started(&started)?;
        self.print(&self.form.context(&context::measure(&started)));
        Ok(())
    }

    fn work(&mut self, corpus: &mut Corpus, prompts: Vec<Work>) -> Result<()> {
        let outcomes = replay::ask_for_work(corpus, prompts)?;
        for outcome in &outcomes {
            self.record.worked(outcome)?;
        }
        self.print(&self.form.work(&outcomes));
        Ok(())
    }

    fn coding_gate(
        &mut self,
        corpus: &mut Corpus,
        set: &QuestionSet,
        kinds: Vec<(&'static str, Vec<Undeserving>)>,
    ) -> Result<()> {
        let tell = &mut |line: &str| self.progress.tell(line);
        let deserving = gate::of_deserving(
            corpus,
            (set.name, &mut self.record),
            set.questions.iter(),
            Unit::Session,
            tell,
        )?;
        let negatives = self.negatives(corpus, set.name, kinds)?;
        self.print(&self.form.gate(set.name, Unit::Session, &deserving, &negatives));
        Ok(())
    }

    fn questions_gate(&mut self, corpus: &mut Corpus, asked: &Questions) -> Result<()> {
        let Questions { set, unanswerable, .. } = asked;
        let answerable = set.questions.iter().filter(|question| questions::is_answerable(question));
        let tell = &mut |line: &str| self.progress.tell(line);
        let answerable =
            gate::of_deserving(corpus, (set.name, &mut self.record), answerable, Unit::Turn, tell)?;
        let translated = set.questions.iter().filter(|question| questions::is_translated(question));
        let record = (questions::TRANSLATED, &mut self.record);
        let translated = gate::of_deserving(corpus, record, translated, Unit::Turn, tell)?;
        let record = (set.name, &mut self.record);
        let unanswerable =
            gate::of_undeserving(corpus, record, questions::UNANSWERABLE, unanswerable, tell)?;
        self.print(&self.form.questions_gate(set.name, &answerable, &translated, &unanswerable));
        Ok(())
    }

    /// Fits the weights on all recorded examples.
    fn fit(&mut self) {
        let Some(examples) = self.record.examples.take() else { return };
        let tell = |line: &str| self.progress.tell(line);
        let fitted = fit::fitted(&examples, tell);
        self.print(&fitted);
    }

    fn prepare(&mut self, name: &str, transcripts: &Path) -> Result<Corpus> {
        let home = self.workspace.path(name);
        let tell = |line: &str| self.progress.tell(&format!("{name}: {line}"));
        let corpus = Corpus::prepare(&home, transcripts, &self.models, tell)?;
        self.head(&corpus)?;
        Ok(corpus)
    }

    fn rank(&mut self, corpus: &mut Corpus, set: &QuestionSet) -> Result<()> {
        let tell = |line: &str| self.progress.tell(line);
        let ranking = ranking::measure(corpus, set, &mut self.record, tell)?;
        self.print(&self.form.ranking(set, &ranking));
        Ok(())
    }

    fn negatives(
        &mut self,
        corpus: &mut Corpus,
        set: &'static str,
        kinds: Vec<(&'static str, Vec<Undeserving>)>,
    ) -> Result<Vec<(&'static str, Probabilities)>> {
        let tell = &mut |line: &str| self.progress.tell(line);
        let record = &mut self.record;
        let negatives = kinds.into_iter().map(|(kind, prompts)| {
            Ok((kind, gate::of_undeserving(corpus, (set, &mut *record), kind, &prompts, tell)?))
        });
        negatives.collect()
    }

    /// Prints the header once: date, model and commit. With JSON it goes to stderr, so that stdout
    /// holds results only.
    fn head(&mut self, corpus: &Corpus) -> Result<()> {
        if self.headed {
            return Ok(());
        }
        self.headed = true;
        let date = Timestamp::now().strftime("%Y-%m-%d");
        let head = format!("{date}, model {}, commit {}", corpus.product.model_name()?, commit());
        self.progress.clear();
        match self.form {
            Form::Tables => println!("{head}\n"),
            Form::Json => eprintln!("{head}"),
        }
        Ok(())
    }

    fn print(&self, text: &str) {
        self.progress.clear();
        print!("{text}");
    }
}

fn commit() -> String {
    let mut git = Command::new("git");
    git.arg("-C").arg(repository()).args(["rev-parse", "--short", "HEAD"]);
    let output = git.output().ok().filter(|output| output.status.success());
    let name = output.and_then(|output| String::from_utf8(output.stdout).ok());
    name.map_or_else(|| "unknown".to_owned(), |name| name.trim().to_owned())
}
