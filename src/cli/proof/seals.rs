//! `seals`: the server's signing key, its signed checkpoint, and witnessing in both directions.

use std::fs::File;
use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};

use anyhow::Context;
use chrono::Utc;

use crate::cli::game::{looking, writing};
use crate::cli::out::Out;
use crate::cli::{Done, Misuse, Settings, block_on, look, proof::keys};
use ravenpost_config::Config;
use ravenpost_log::email::saved::signatures;
use ravenpost_log::proof::note::Key;
use ravenpost_mail::saved;
use ravenpost_service::ServiceError;
use ravenpost_service::proof::keys::{Renewal, is_handed};
use ravenpost_service::proof::witnessed::WitnessAnswer;

/// Maximum size of a file to read; emails are smaller.
const LARGEST: u64 = 1 << 20;

/// Manage the signing key of the server, and exchange signatures with witnesses
///
/// `seals show` prints the keys, where each comes from, and the newest signed checkpoint with the
/// signatures of witnesses. See docs/verify/seals.md.
///
/// `seals renew` creates a new key, signed by the old one. The next seal names the new key, and the
/// old one is no longer used. With --lost, the old key does not sign, because it can no longer be
/// trusted. With --name, the log gets a new name, and witnesses start over: use it after restoring
/// a backup that lacks seals which witnesses have signed. Stop the server first.
///
/// `seals witness` checks the seals of another server, as returned by its /seals/from/SIZE, where
/// SIZE is the number of seals seen so far, or 0. If they extend the seals seen before, it signs
/// them and prints the signature line for that server. Otherwise it signs nothing, stores both
/// versions, and exits with 1. Stop the server first.
///
/// `seals add` imports signature lines of witnesses from a file or an email. Stop the server first,
/// or have the witness reply to a seal email with the line.
///
/// Examples:
///   ravenpost seals show
///   curl https://other.example/seals/from/0 > other; ravenpost seals witness other --key KEY
///   ravenpost seals add answer.eml
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Seals {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Print the keys and the newest signed checkpoint
    Show,
    /// Create a new key
    Renew {
        /// Do not sign with the old key, which was lost or stolen
        #[arg(long)]
        lost: bool,
        /// New name of the log, such as play.example.org/seals-2
        #[arg(long)]
        name: Option<String>,
    },
    /// Sign the seals of another server if they extend those seen before
    Witness {
        /// Response of the other server's /seals/from/SIZE; - for standard input
        file: PathBuf,
        /// Key of the other server; required the first time and after it has changed
        #[arg(long, value_name = "KEY", value_parser = keys::log)]
        key: Option<Key>,
    },
    /// Import signatures of witnesses
    Add {
        /// Signature lines, or an email that contains them; - for standard input
        file: PathBuf,
    },
}

impl Seals {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        let config = settings.load(Vec::new())?;
        match &self.what {
            What::Show => show(&config, out),
            What::Renew { lost, name } => {
                let renewal = Renewal { lost: *lost, name: name.clone() };
                renew(&config, renewal, out)
            }
            What::Witness { file, key } => witness(&config, &read(file)?, key.clone(), out),
            What::Add { file } => add(&config, &read(file)?, out),
        }
    }
}

fn show(config: &Config, out: &mut Out) -> anyhow::Result<Done> {
    let (keys, checkpoint) = block_on(async {
        let service = looking(config).await?;
        Ok((service.proof().server_keys().await?, service.proof().checkpoint().await?))
    })?;
    for (at, known) in keys.iter().enumerate() {
        let day = known.made_at.date_naive();
        let how = match (at + 1 == keys.len(), is_handed(&keys, at)) {
            (true, _) => "first key",
            (_, true) => "signed by the previous key",
            (_, false) => "not signed by the previous key, which was lost",
        };
        out.line(format!("key {}\n  since {day}: {how}", known.key))?;
    }
    match checkpoint {
        None => out.line("no signed checkpoint yet")?,
        Some(newest) => out.line(format!("\n{}", newest.note))?,
    }
    Ok(Done::when(!keys.is_empty()))
}

fn renew(config: &Config, renewal: Renewal, out: &mut Out) -> anyhow::Result<Done> {
    let key = block_on(async {
        drop(look(config).await?);
        let service = writing(config).await?;
        let key = service.proof().renew_key(Utc::now(), renewal).await;
        service.store().close().await;
        Ok(key?)
    })?;
    out.line(format!("key {key}"))?;
    out.line("The new key is in use. Players get it with their next email; tell your witnesses.")?;
    Ok(Done::Well)
}

fn witness(
    config: &Config,
    request: &str,
    key: Option<Key>,
    out: &mut Out,
) -> anyhow::Result<Done> {
    let verdict = block_on(async {
        drop(look(config).await?);
        let service = writing(config).await?;
        let verdict = service.proof().witness(Utc::now(), request, key).await;
        service.store().close().await;
        Ok(verdict?)
    })?;
    match verdict {
        WitnessAnswer::Signed(line) => {
            out.line(line)?;
            Ok(Done::Well)
        }
        WitnessAnswer::Refused { why, before } => {
            out.line(format!("NOT SIGNED  {why}"))?;
            out.line(format!("Both versions are stored. Signed before:\n\n{before}"))?;
            out.line(format!("Received now:\n\n{}", request.trim_end()))?;
            Ok(Done::Refused)
        }
    }
}

fn add(config: &Config, text: &str, out: &mut Out) -> anyhow::Result<Done> {
    let words = saved::words(text.as_bytes());
    let lines = signatures(&words);
    anyhow::ensure!(!lines.is_empty(), Misuse("no signature line found".to_owned()));
    let results = block_on(async {
        drop(look(config).await?);
        let service = writing(config).await?;
        let mut results = Vec::new();
        for line in &lines {
            results.push(match service.proof().take_cosignature(Utc::now(), line).await {
                Ok((day, key)) => Ok(format!("{} has signed the seals up to {day}", key.name)),
                Err(ServiceError::Refused(why)) => Err(why),
                Err(error) => return Err(error.into()),
            });
        }
        service.store().close().await;
        Ok(results)
    })?;
    for one in &results {
        match one {
            Ok(taken) => out.line(taken)?,
            Err(why) => out.line(format!("REFUSED  {why:?}"))?,
        }
    }
    Ok(Done::when(results.iter().any(Result::is_ok)))
}

fn read(file: &Path) -> anyhow::Result<String> {
    let describe = || format!("cannot read {}", file.display());
    let mut text = String::new();
    if file == Path::new("-") {
        let input = std::io::stdin();
        anyhow::ensure!(
            !input.is_terminal(),
            Misuse("standard input is a terminal; pipe or redirect a file".to_owned())
        );
        input.take(LARGEST).read_to_string(&mut text).with_context(describe)?;
    } else {
        let opened = File::open(file).with_context(describe)?;
        opened.take(LARGEST).read_to_string(&mut text).with_context(describe)?;
    }
    Ok(text)
}
