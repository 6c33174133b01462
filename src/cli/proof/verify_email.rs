//! `verify-email`: compares saved emails with the log and with each other.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::cli::game::looking;
use crate::cli::out::Out;
use crate::cli::proof::{finding::Finding, keys};
use crate::cli::{Done, Settings, block_on};
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
/// With --witness, which can be repeated, each checkpoint must be signed by at least as many of
/// these witnesses as --quorum requires.
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

/// The data that emails are compared with.
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
        let findings = block_on(async {
            let bench = self.bench(&config).await?;
            let mut findings = Vec::new();
            for (file, email) in self.files.iter().zip(&emails) {
                let of_file = |one: Finding| match emails.len() {
                    1 => one,
                    _ => one.about(file.display()),
                };
                findings.extend(bench.said(email).await?.into_iter().map(of_file));
            }
            let differing = comparison::contradictions(&emails, &bench.keys);
            findings.extend(differing.iter().map(|one| self.two_histories(one)));
            Ok(findings)
        })?;
        for one in &findings {
            out.line(&one.line)?;
        }
        Ok(Done::when(!findings.iter().any(|one| one.is_bad)))
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

    fn two_histories(&self, found: &Contradiction) -> Finding {
        let Contradiction { what, said: [one, other], signed } = found;
        let name = |at: usize| self.files[at].display();
        let whose = match signed {
            true => "both have valid signatures",
            false => "they are not both signed, so one may be forged",
        };
        Finding::bad(format!(
            "TWO HISTORIES  {what}: {} in {}, {} in {}; {whose}",
            one.1,
            name(one.0),
            other.1,
            name(other.0)
        ))
    }
}

impl Bench<'_> {
    /// Returns all findings about an email.
    async fn said(&self, email: &SavedEmail) -> anyhow::Result<Vec<Finding>> {
        if email.is_silent() {
            return Ok(vec![Finding::broken("this email contains nothing to verify")]);
        }
        let mut said = self.heads(email).await?;
        said.extend(self.seals(email).await?);
        said.extend(self.checkpoints(&email.checkpoints).await?);
        for receipt in &email.receipts {
            let signed = Signed::receipt(receipt, &self.keys);
            said.push(Finding::of(&signed).about(format!("receipt {}", receipt.hash.hex())));
        }
        let known = |key: &&Key| !self.keys.contains(key);
        for key in email.keys.iter().filter(known) {
            said.push(Finding::broken("not a key of this server").about(format!("key {key}")));
        }
        Ok(said)
    }

    async fn heads(&self, email: &SavedEmail) -> anyhow::Result<Vec<Finding>> {
        let answers = match &self.service {
            Some(service) => service.archive().answers_email(email).await?,
            None => Vec::new(),
        };
        let answers = answers.iter().map(Some).chain(std::iter::repeat(None));
        let lines = email.heads.iter().zip(answers).map(|(head, answer)| {
            let found = describe(answer, &Signed::head(head, &self.keys));
            found.about(format!("step {} of game {}, {}", head.step, head.game, head.hash.hex()))
        });
        Ok(lines.collect())
    }

    async fn seals(&self, email: &SavedEmail) -> anyhow::Result<Vec<Finding>> {
        let Some(service) = &self.service else { return Ok(Vec::new()) };
        let answers = service.archive().answers_seals(email).await?;
        let each = email.seals.iter().zip(&answers);
        let lines = each.flat_map(|(named, answer)| {
            let said = seal(answer).into_iter();
            let what = format!("seal of {}, {}", named.day, named.hash.hex());
            said.map(move |said| said.about(&what))
        });
        Ok(lines.collect())
    }

    async fn checkpoints(&self, notes: &[Note]) -> anyhow::Result<Vec<Finding>> {
        let (mut lines, mut answers, mut known) = (Vec::new(), Vec::new(), Vec::new());
        if let Some(service) = self.service.as_ref().filter(|_| !notes.is_empty()) {
            (lines, known) = (service.proof().all_lines().await?, service.proof().witnesses());
            answers = service.archive().answers_checkpoints(notes).await?;
        }
        let answers = answers.iter().map(Some).chain(std::iter::repeat(None));
        let lines = notes.iter().zip(answers).flat_map(|(note, answer)| {
            let head: Vec<&str> = note.text.lines().take(2).collect();
            let signed = Signed::note(note, &self.keys);
            let mut said = vec![match answer {
                Some(answer) => tree(*answer, &signed),
                None => Finding::of(&signed),
            }];
            said.extend(self.quorum.said(note, &lines, &known));
            let what = format!("checkpoint {}", head.join(", "));
            said.into_iter().map(move |said| said.about(&what))
        });
        Ok(lines.collect())
    }
}

/// Describes the finding about the head of a log.
fn describe(answer: Option<&LogAnswer>, signed: &Signed) -> Finding {
    if signed.is_bad() {
        return Finding::of(signed);
    }
    match answer {
        None => Finding::of(signed),
        Some(LogAnswer::Holds(game, since)) => Finding::good(format!(
            "intact  game {game} still contains it, {since} steps later; {signed}"
        )),
        Some(LogAnswer::Otherwise(game)) => {
            Finding::broken(format!("game {game} has a different step there; {signed}"))
        }
        Some(LogAnswer::EndsAt(game, end)) => {
            Finding::broken(format!("game {game} ends at step {end}; {signed}"))
        }
        Some(LogAnswer::Broken(broken)) => Finding::broken(broken),
        Some(LogAnswer::Gone) => Finding::broken("the game is missing"),
    }
}

/// Describes the finding about a checkpoint.
fn tree(answer: TreeAnswer, signed: &Signed) -> Finding {
    match answer {
        _ if signed.is_bad() => Finding::of(signed),
        TreeAnswer::Holds(since) => Finding::good(format!(
            "intact  this server has all these seals and {since} later ones; {signed}"
        )),
        TreeAnswer::Otherwise => {
            Finding::broken(format!("the seals of this server are different; {signed}"))
        }
        TreeAnswer::EndsAt(many) => {
            Finding::broken(format!("this server has only {many} seals; {signed}"))
        }
    }
}

/// Describes the findings about a seal.
fn seal(answer: &SealAnswer) -> Vec<Finding> {
    match answer {
        SealAnswer::Holds(games) => vec![Finding::good(format!(
            "intact  the seal matches, and all {games} games are unchanged since"
        ))],
        SealAnswer::Otherwise => {
            vec![Finding::broken("this server has another seal for that day: seals were replaced")]
        }
        SealAnswer::None => vec![Finding::broken(
            "no seal for that day: the server was rolled back, or is a different one",
        )],
        SealAnswer::Missing(found) => found.iter().map(missing).collect(),
    }
}

fn missing(found: &Unsealed) -> Finding {
    match found {
        Unsealed::Seal(day) => {
            Finding::broken(format!("the seal of {day} does not match the data it covers"))
        }
        Unsealed::Row(row) => Finding::broken(format!("a seal row cannot be read: {row}")),
        Unsealed::Game(missing) => Finding::broken(format!("game {} {missing}", missing.game())),
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
