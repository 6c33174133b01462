//! `seals`: the server's signing key, its signed checkpoint, and witnessing in both directions.

use std::fs::File;
use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};

use anyhow::Context;
use chrono::Utc;

use super::game::{looking, writing};
use super::out::Out;
use super::{Done, Misuse, Settings, block_on, keys, look};
use crate::config::Config;
use crate::mail::kept;
use crate::service::ServiceError;
use crate::service::proof::keys::{Renewal, is_handed};
use crate::service::proof::witnessed::WitnessAnswer;
use ravenpost_log::letter::kept::signatures;
use ravenpost_log::proof::note::Key;

/// Maximum size of a file to read; emails are smaller.
const LARGEST: u64 = 1 << 20;

/// Show the key that signs seals and letters, renew it, and be or hear a witness
///
/// `seals show` prints the key, how it came about, and the newest signed checkpoint with what
/// witnesses signed of it. docs/seals.md says what it is good for.
///
/// `seals renew` makes a new key, which the old one signs; the next seal names it. The old key
/// signs nothing after that. With --lost the old one does not sign: it is not to be believed any
/// more. With --name the log has another name from then on, and witnesses begin anew: needed after
/// a backup was put in place that lacks seals which witnesses have seen. Stop the server first.
///
/// `seals witness` looks at the seals of another server, as its /seals/from/SIZE gives them, where
/// SIZE is how many were seen last, or 0. It signs them if they have all that was seen before, and
/// prints the line for that server. Otherwise it signs nothing, keeps both, and ends with exit
/// code 1. Stop the server first.
///
/// `seals add` takes the lines of witnesses out of a file or a letter. Stop the server first, or
/// let the witness answer one of its letters with the line.
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
    /// Print the key and the newest signed checkpoint
    Show,
    /// Make a new key
    Renew {
        /// Without the word of the old one, which was lost or stolen
        #[arg(long)]
        lost: bool,
        /// What the log is called from now on, as play.example.org/seals-2
        #[arg(long)]
        name: Option<String>,
    },
    /// Sign the seals of another server, if they have all that was seen before
    Witness {
        /// What the other server's /seals/from/SIZE gave; - is the standard input
        file: PathBuf,
        /// The key of the other server; said once, and when it has changed
        #[arg(long, value_name = "KEY", value_parser = keys::log)]
        key: Option<Key>,
    },
    /// Take what witnesses signed of our seals
    Add {
        /// Their lines, or a letter that has them; - is the standard input
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
        Ok((service.server_keys().await?, service.checkpoint().await?))
    })?;
    for (at, known) in keys.iter().enumerate() {
        let day = known.made_at.date_naive();
        let how = match (at + 1 == keys.len(), is_handed(&keys, at)) {
            (true, _) => "the first",
            (_, true) => "the one before signs that it follows",
            (_, false) => "the one before was lost, and does not sign that it follows",
        };
        out.line(format!("key {}\n  since {day}: {how}", known.key))?;
    }
    match checkpoint {
        None => out.line("no checkpoint was signed yet")?,
        Some(newest) => out.line(format!("\n{}", newest.note))?,
    }
    Ok(Done::when(!keys.is_empty()))
}

fn renew(config: &Config, renewal: Renewal, out: &mut Out) -> anyhow::Result<Done> {
    let key = block_on(async {
        drop(look(config).await?);
        let service = writing(config).await?;
        let key = service.renew_key(Utc::now(), renewal).await;
        service.store().close().await;
        Ok(key?)
    })?;
    out.line(format!("key {key}"))?;
    out.line("It signs from now on. Players get it with their next letter; tell your witnesses.")?;
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
        let verdict = service.witness(Utc::now(), request, key).await;
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
            out.line(format!("Both are kept here. What was signed before:\n\n{before}"))?;
            out.line(format!("What was shown now:\n\n{}", request.trim_end()))?;
            Ok(Done::Refused)
        }
    }
}

fn add(config: &Config, text: &str, out: &mut Out) -> anyhow::Result<Done> {
    let words = kept::words(text.as_bytes());
    let lines = signatures(&words);
    anyhow::ensure!(!lines.is_empty(), Misuse("there is no line of a signature in it".to_owned()));
    let told = block_on(async {
        drop(look(config).await?);
        let service = writing(config).await?;
        let mut told = Vec::new();
        for line in &lines {
            told.push(match service.take_cosignature(Utc::now(), line).await {
                Ok((day, key)) => Ok(format!("{} has seen the seals up to {day}", key.name)),
                Err(ServiceError::Refused(why)) => Err(why),
                Err(error) => return Err(error.into()),
            });
        }
        service.store().close().await;
        Ok(told)
    })?;
    for one in &told {
        match one {
            Ok(taken) => out.line(taken)?,
            Err(why) => out.line(format!("REFUSED  {why:?}"))?,
        }
    }
    Ok(Done::when(told.iter().any(Result::is_ok)))
}

fn read(file: &Path) -> anyhow::Result<String> {
    let told = || format!("{} could not be read", file.display());
    let mut text = String::new();
    if file == Path::new("-") {
        let input = std::io::stdin();
        anyhow::ensure!(!input.is_terminal(), Misuse("nothing comes in".to_owned()));
        input.take(LARGEST).read_to_string(&mut text).with_context(told)?;
    } else {
        let opened = File::open(file).with_context(told)?;
        opened.take(LARGEST).read_to_string(&mut text).with_context(told)?;
    }
    Ok(text)
}
