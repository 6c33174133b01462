//! `verify-email`: compares saved emails with the log and with each other.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::cli::game::looking;
use crate::cli::out::Out;
use crate::cli::{Done, Settings, block_on, proof::keys};
use ravenpost_config::Config;
use ravenpost_log::email::comparison::{self, Contradiction, Signed};
use ravenpost_log::email::saved::{EARLIER_BUILD, SavedEmail};
use ravenpost_log::proof::note::{Key, Note};
use ravenpost_mail::saved;
use ravenpost_service::Service;
use ravenpost_service::archive::saved_email_answers::{LogAnswer, SealAnswer, TreeAnswer};
use ravenpost_store::log::unsealed::Unsealed;

/// Maximum size of an email to read.
const LARGEST: u64 = 32 << 20;

/// Compare saved emails with the log and with each other
///
/// The footer of each email contains the signed head of its game's log at that time, and the newest
/// signed seal over all games. If the log no longer matches, its end was removed, it was rewritten,
/// or the whole game is missing. Also reports games that have changed since they were sealed,
/// emails that contradict each other, and signatures that are invalid or made with another key. All
/// of these exit with 1. An email without signatures is compared as it is.
///
/// With --key, no database is needed: anyone can compare emails with that key and with each other.
/// The key is in the first email to each player, and on the seals page.
///
/// With --witness, which can be repeated, each checkpoint must be signed by as many of these
/// witnesses as --quorum says.
///
/// Examples:
///   ravenpost verify-email kept.eml
///   ravenpost verify-email --key raven.example/seals+ef94ecbe+Aepk... ann.eml bob.eml
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct VerifyEmail {
    /// Emails as saved by a mail program, or their text
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Key of the server that sent them, if its database is not available; can be repeated
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

impl VerifyEmail {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        let emails: Vec<SavedEmail> = self
            .files
            .iter()
            .map(|file| {
                let email = SavedEmail::read(&words(file)?);
                anyhow::ensure!(!email.is_of_earlier_build, "{}: {EARLIER_BUILD}", file.display());
                Ok(email)
            })
            .collect::<anyhow::Result<_>>()?;
        let config = settings.load(Vec::new())?;
        let lines = block_on(async {
            let bench = self.bench(&config).await?;
            let mut lines = Vec::new();
            for (file, email) in self.files.iter().zip(&emails) {
                let begin =
                    if emails.len() > 1 { format!("{}: ", file.display()) } else { "".into() };
                lines
                    .extend(bench.said(email).await?.into_iter().map(|line| begin.clone() + &line));
            }
            let differing = comparison::contradictions(&emails, &bench.keys);
            lines.extend(differing.iter().map(|one| self.two_histories(one)));
            Ok(lines)
        })?;
        for line in &lines {
            out.line(line)?;
        }
        Ok(Done::when(!lines.iter().any(|line| is_bad(line))))
    }

    async fn bench(&self, config: &Config) -> anyhow::Result<Bench<'_>> {
        let service = match self.key.is_empty() {
            true => Some(looking(config).await?),
            false => None,
        };
        let mut keys = self.key.clone();
        if let Some(service) = &service {
            keys.extend(service.proof().server_keys().await?.into_iter().map(|known| known.key));
        }
        Ok(Bench { service, keys, quorum: &self.quorum })
    }

    fn two_histories(&self, found: &Contradiction) -> String {
        let Contradiction { what, said: [one, other], signed } = found;
        let name = |at: usize| self.files[at].display();
        let whose = match signed {
            true => "both have valid signatures",
            false => "not both are signed, so one may be forged",
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
    async fn said(&self, email: &SavedEmail) -> anyhow::Result<Vec<String>> {
        if email.is_silent() {
            return Ok(vec!["BROKEN  this email contains nothing to verify".to_owned()]);
        }
        let mut said = self.heads(email).await?;
        said.extend(self.seals(email).await?);
        said.extend(self.checkpoints(&email.checkpoints).await?);
        for receipt in &email.receipts {
            let signed = Signed::receipt(receipt, &self.keys);
            said.push(format!("receipt {}: {signed}", receipt.hash.hex()));
        }
        let known = |key: &&Key| !self.keys.contains(key);
        for key in email.keys.iter().filter(known) {
            said.push(format!("key {key}: BROKEN  not a key of this server"));
        }
        Ok(said)
    }

    async fn heads(&self, email: &SavedEmail) -> anyhow::Result<Vec<String>> {
        let answers = match &self.service {
            Some(service) => service.archive().answers_email(email).await?,
            None => Vec::new(),
        };
        let answers = answers.iter().map(Some).chain(std::iter::repeat(None));
        let lines = email.heads.iter().zip(answers).map(|(head, answer)| {
            let lines = describe(answer, &Signed::head(head, &self.keys));
            format!("step {} of game {}, {}: {lines}", head.step, head.game, head.hash.hex())
        });
        Ok(lines.collect())
    }

    async fn seals(&self, email: &SavedEmail) -> anyhow::Result<Vec<String>> {
        let Some(service) = &self.service else { return Ok(Vec::new()) };
        let answers = service.archive().answers_seals(email).await?;
        let each = email.seals.iter().zip(&answers);
        let lines = each.flat_map(|(named, answer)| {
            let said = seal(answer).into_iter();
            let what = format!("seal of {}, {}", named.day, named.hash.hex());
            said.map(move |said| format!("{what}: {said}"))
        });
        Ok(lines.collect())
    }

    async fn checkpoints(&self, notes: &[Note]) -> anyhow::Result<Vec<String>> {
        let (mut lines, mut answers, mut known) = (Vec::new(), Vec::new(), Vec::new());
        if let Some(service) = self.service.as_ref().filter(|_| !notes.is_empty()) {
            (lines, known) = (service.proof().all_lines().await?, service.proof().witnesses());
            answers = service.archive().answers_checkpoints(notes).await?;
        }
        let answers = answers.iter().map(Some).chain(std::iter::repeat(None));
        let lines = notes.iter().zip(answers).flat_map(|(note, answer)| {
            let head: Vec<&str> = note.text.lines().take(2).collect();
            let signed = Signed::note(note, &self.keys);
            let mut said = vec![answer.map_or(signed.to_string(), |answer| tree(*answer, &signed))];
            said.extend(self.quorum.said(note, &lines, &known));
            said.into_iter().map(move |said| format!("checkpoint {}: {said}", head.join(", ")))
        });
        Ok(lines.collect())
    }
}

/// Describes the finding about the head of a log.
fn describe(answer: Option<&LogAnswer>, signed: &Signed) -> String {
    if signed.is_bad() {
        return signed.to_string();
    }
    match answer {
        None => signed.to_string(),
        Some(LogAnswer::Holds(game, since)) => {
            format!("intact  game {game} still contains it, {since} steps later; {signed}")
        }
        Some(LogAnswer::Otherwise(game)) => {
            format!("BROKEN  game {game} has a different step there; {signed}")
        }
        Some(LogAnswer::EndsAt(game, end)) => {
            format!("BROKEN  game {game} ends at step {end}; {signed}")
        }
        Some(LogAnswer::Broken(broken)) => format!("BROKEN  {broken}"),
        Some(LogAnswer::Gone) => "BROKEN  the game is missing".to_owned(),
    }
}

/// Describes the finding about a checkpoint.
fn tree(answer: TreeAnswer, signed: &Signed) -> String {
    match answer {
        _ if signed.is_bad() => signed.to_string(),
        TreeAnswer::Holds(since) => {
            format!("intact  this server has all these seals and {since} later ones; {signed}")
        }
        TreeAnswer::Otherwise => {
            format!("BROKEN  the seals of this server are different; {signed}")
        }
        TreeAnswer::EndsAt(many) => {
            format!("BROKEN  this server has only {many} seals; {signed}")
        }
    }
}

/// Describes the findings about a seal, one per line.
fn seal(answer: &SealAnswer) -> Vec<String> {
    match answer {
        SealAnswer::Holds(games) => {
            vec![format!("intact  the seal matches, and all {games} games are unchanged since")]
        }
        SealAnswer::Otherwise => {
            vec!["BROKEN  this server has another seal for that day: seals were remade".to_owned()]
        }
        SealAnswer::None => {
            vec![
                "BROKEN  no seal for that day: the server was rolled back, or is a different one"
                    .to_owned(),
            ]
        }
        SealAnswer::Missing(found) => found.iter().map(missing).collect(),
    }
}

fn missing(found: &Unsealed) -> String {
    match found {
        Unsealed::Seal(day) => {
            format!("BROKEN  the seal of {day} does not match the data it covers")
        }
        Unsealed::Row(row) => format!("BROKEN  a seal row cannot be read: {row}"),
        Unsealed::Game(missing) => format!("BROKEN  game {} {missing}", missing.game()),
    }
}

fn words(file: &Path) -> anyhow::Result<String> {
    let describe = || format!("cannot read {}", file.display());
    let (mut bytes, opened) = (Vec::new(), File::open(file).with_context(describe)?);
    opened.take(LARGEST + 1).read_to_end(&mut bytes).with_context(describe)?;
    let fits = bytes.len() as u64 <= LARGEST;
    anyhow::ensure!(fits, "{} is too large for an email", file.display());
    Ok(saved::words(&bytes))
}
