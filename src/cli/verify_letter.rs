//! `verify-letter`: compares saved emails with the log and with each other.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::game::looking;
use super::out::Out;
use super::{Done, Settings, block_on, keys};
use crate::config::Config;
use crate::mail::kept;
use crate::service::Service;
use crate::service::archive::kept_answers::{LogAnswer, SealAnswer, TreeAnswer};
use ravenpost_log::letter::compared::{self, Contradiction, Signed};
use ravenpost_log::letter::kept::{EARLIER_BUILD, KeptLetter};
use ravenpost_log::proof::note::{Key, Note};
use ravenpost_store::log::unsealed::Unsealed;

/// Maximum size of an email to read.
const LARGEST: u64 = 32 << 20;

/// Hold letters that people kept against the log, and against each other
///
/// At the foot of each letter are the head of its game's log at that time, and the newest seal over
/// all games, both signed. Where the log says otherwise now, its end was cut off, it was written
/// anew, or the whole game is gone. Where any other game is not as it was sealed, it is named. Of
/// several letters those are named that tell two histories. So is a signature that does not hold,
/// or that is by another key. All that ends with exit code 1. A letter without signatures is taken
/// at its word.
///
/// With --key there is no database: letters are held against that key and against each other, by
/// anybody. It stands in the first letter that a player gets, and on the page of seals.
///
/// With --witness, as often as there are witnesses, so many of them have to have signed each
/// checkpoint as --quorum says.
///
/// Examples:
///   ravenpost verify-letter kept.eml
///   ravenpost verify-letter --key raven.example/seals+ef94ecbe+Aepk... ann.eml bob.eml
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct VerifyLetter {
    /// Letters as a mail program saves them, or their texts
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The key of the server that sent them, where its database is not at hand
    #[arg(long, value_name = "KEY", value_parser = keys::log)]
    key: Vec<Key>,
    #[command(flatten)]
    quorum: keys::Quorum,
}

/// What emails are compared with.
struct Bench<'a> {
    /// `None` without a database; then logs cannot be checked.
    service: Option<Service>,
    keys: Vec<Key>,
    quorum: &'a keys::Quorum,
}

impl VerifyLetter {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        let letters: Vec<KeptLetter> = self
            .files
            .iter()
            .map(|file| {
                let letter = KeptLetter::read(&words(file)?);
                anyhow::ensure!(!letter.is_of_earlier_build, "{}: {EARLIER_BUILD}", file.display());
                Ok(letter)
            })
            .collect::<anyhow::Result<_>>()?;
        let config = settings.load(Vec::new())?;
        let told = block_on(async {
            let bench = self.bench(&config).await?;
            let mut told = Vec::new();
            for (file, letter) in self.files.iter().zip(&letters) {
                let begin =
                    if letters.len() > 1 { format!("{}: ", file.display()) } else { "".into() };
                told.extend(
                    bench.said(letter).await?.into_iter().map(|line| begin.clone() + &line),
                );
            }
            let differing = compared::contradictions(&letters, &bench.keys);
            told.extend(differing.iter().map(|one| self.two_histories(one)));
            Ok(told)
        })?;
        for line in &told {
            out.line(line)?;
        }
        Ok(Done::when(!told.iter().any(|line| is_bad(line))))
    }

    async fn bench(&self, config: &Config) -> anyhow::Result<Bench<'_>> {
        let service = match self.key.is_empty() {
            true => Some(looking(config).await?),
            false => None,
        };
        let mut keys = self.key.clone();
        if let Some(service) = &service {
            keys.extend(service.server_keys().await?.into_iter().map(|known| known.key));
        }
        Ok(Bench { service, keys, quorum: &self.quorum })
    }

    fn two_histories(&self, found: &Contradiction) -> String {
        let Contradiction { what, said: [one, other], signed } = found;
        let name = |at: usize| self.files[at].display();
        let whose = match signed {
            true => "whoever has the key signed both",
            false => "not both are signed: one may be made up",
        };
        format!(
            "TWO HISTORIES  {what}: {} in {}, {} in {}; {whose}",
            one.1,
            name(one.0),
            other.1,
            name(other.0)
        )
    }
}

fn is_bad(line: &str) -> bool {
    line.contains("BROKEN  ") || line.starts_with("TWO HISTORIES  ")
}

impl Bench<'_> {
    /// Returns all findings about an email, one per line.
    async fn said(&self, letter: &KeptLetter) -> anyhow::Result<Vec<String>> {
        if letter.is_silent() {
            return Ok(vec!["BROKEN  this email has no line that proves anything".to_owned()]);
        }
        let mut said = self.heads(letter).await?;
        said.extend(self.seals(letter).await?);
        said.extend(self.checkpoints(&letter.checkpoints).await?);
        for receipt in &letter.receipts {
            let signed = Signed::receipt(receipt, &self.keys);
            said.push(format!("receipt {}: {signed}", receipt.hash.hex()));
        }
        let known = |key: &&Key| !self.keys.contains(key);
        for key in letter.keys.iter().filter(known) {
            said.push(format!("key {key}: BROKEN  the server that is meant has no such key"));
        }
        Ok(said)
    }

    async fn heads(&self, letter: &KeptLetter) -> anyhow::Result<Vec<String>> {
        let answers = match &self.service {
            Some(service) => service.answers_letter(letter).await?,
            None => Vec::new(),
        };
        let answers = answers.iter().map(Some).chain(std::iter::repeat(None));
        let told = letter.heads.iter().zip(answers).map(|(head, answer)| {
            let told = told(answer, &Signed::head(head, &self.keys));
            format!("step {} of game {}, {}: {told}", head.step, head.game, head.hash.hex())
        });
        Ok(told.collect())
    }

    async fn seals(&self, letter: &KeptLetter) -> anyhow::Result<Vec<String>> {
        let Some(service) = &self.service else { return Ok(Vec::new()) };
        let answers = service.answers_seals(letter).await?;
        let each = letter.seals.iter().zip(&answers);
        let told = each.flat_map(|(named, answer)| {
            let said = seal(answer).into_iter();
            let what = format!("seal of {}, {}", named.day, named.hash.hex());
            said.map(move |said| format!("{what}: {said}"))
        });
        Ok(told.collect())
    }

    async fn checkpoints(&self, notes: &[Note]) -> anyhow::Result<Vec<String>> {
        let (mut lines, mut answers, mut known) = (Vec::new(), Vec::new(), Vec::new());
        if let Some(service) = self.service.as_ref().filter(|_| !notes.is_empty()) {
            (lines, known) = (service.all_lines().await?, service.witnesses());
            answers = service.answers_checkpoints(notes).await?;
        }
        let answers = answers.iter().map(Some).chain(std::iter::repeat(None));
        let told = notes.iter().zip(answers).flat_map(|(note, answer)| {
            let head: Vec<&str> = note.text.lines().take(2).collect();
            let signed = Signed::note(note, &self.keys);
            let mut said = vec![answer.map_or(signed.to_string(), |answer| tree(*answer, &signed))];
            said.extend(self.quorum.said(note, &lines, &known));
            said.into_iter().map(move |said| format!("checkpoint {}: {said}", head.join(", ")))
        });
        Ok(told.collect())
    }
}

/// Describes the finding about the head of a log.
fn told(answer: Option<&LogAnswer>, signed: &Signed) -> String {
    if signed.is_bad() {
        return signed.to_string();
    }
    match answer {
        None => signed.to_string(),
        Some(LogAnswer::Holds(game, since)) => {
            format!("holds   game {game} still says so, {since} steps later; {signed}")
        }
        Some(LogAnswer::Otherwise(game)) => {
            format!("BROKEN  game {game} has another step there; {signed}")
        }
        Some(LogAnswer::EndsAt(game, end)) => {
            format!("BROKEN  game {game} ends at step {end}; {signed}")
        }
        Some(LogAnswer::Broken(broken)) => format!("BROKEN  {broken}"),
        Some(LogAnswer::Gone) => "BROKEN  the game to which it leads is not here".to_owned(),
    }
}

/// Describes the finding about a checkpoint.
fn tree(answer: TreeAnswer, signed: &Signed) -> String {
    match answer {
        _ if signed.is_bad() => signed.to_string(),
        TreeAnswer::Holds(since) => {
            format!("holds   the seals here have all of it, {since} came since; {signed}")
        }
        TreeAnswer::Otherwise => format!("BROKEN  the seals here are others; {signed}"),
        TreeAnswer::EndsAt(many) => {
            format!("BROKEN  there are only {many} seals here; {signed}")
        }
    }
}

/// Describes the findings about a seal, one per line.
fn seal(answer: &SealAnswer) -> Vec<String> {
    match answer {
        SealAnswer::Holds(games) => {
            vec![format!("holds   that day has it, and all {games} games are as they were sealed")]
        }
        SealAnswer::Otherwise => {
            vec!["BROKEN  that day has another seal here: the seals were made anew".to_owned()]
        }
        SealAnswer::None => {
            vec!["BROKEN  that day has no seal here: the server was set back, or is another".into()]
        }
        SealAnswer::Missing(found) => found.iter().map(missing).collect(),
    }
}

fn missing(found: &Unsealed) -> String {
    match found {
        Unsealed::Seal(day) => {
            format!("BROKEN  the seal of {day} is not that of what it was made over")
        }
        Unsealed::Row(row) => format!("BROKEN  a row about seals cannot be read: {row}"),
        Unsealed::Game(missing) => format!("BROKEN  game {} {missing}", missing.game()),
    }
}

fn words(file: &Path) -> anyhow::Result<String> {
    let told = || format!("{} could not be read", file.display());
    let (mut bytes, opened) = (Vec::new(), File::open(file).with_context(told)?);
    opened.take(LARGEST + 1).read_to_end(&mut bytes).with_context(told)?;
    let fits = bytes.len() as u64 <= LARGEST;
    anyhow::ensure!(fits, "{} is larger than any letter", file.display());
    Ok(kept::words(&bytes))
}
