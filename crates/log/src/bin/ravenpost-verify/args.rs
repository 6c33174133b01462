//! Parsing of the command line.

use std::ffi::OsString;
use std::path::PathBuf;

use ravenpost_log::evidence::Trust;
use ravenpost_log::proof::note::{Key, Trade};

/// The text of `--help`.
pub const HELP: &str = "\
ravenpost-verify: checks what a Ravenpost server gave out, with none of the server's code.

Usage: ravenpost-verify [OPTIONS] FILE...

FILE is any of these, in any order and number; what it is the program sees by itself:
  an exported game      (ravenpost export, or the game's page), of any version
  the seal of a day     (the server's /seals/2026-11-22), of any version
  a checkpoint          (the server's /seals/checkpoint)
  a letter              (as a mail program saves it, or its text)

Of each it says what it is and whether it holds: of a game the chain of hashes, all that is
open in it, what stands in its acts, and of a whole one the secret that was committed to and
every draw; of letters and checkpoints the signatures. Then all are held against each other:
two histories of one game or of the seals, a game that is not as a letter told, an order with a
receipt that is gone, seals that do not follow, seals that a letter or a checkpoint knows
otherwise.

Options:
  --key KEY        the key of the server that is meant, as often as it had keys; without one, a
                   signature says whose word it is, and not that it is the server's you mean
  --witness KEY    the key of a witness whose word counts, as often as there are witnesses
  --quorum NUMBER  how many of them have to have signed each checkpoint; all where it is not said
  --               what follows are files
  -h, --help       print this
  -V, --version    print the version

Exit code: 0 when everything holds, 1 when something does not, 2 when a file cannot be read or
the command line is wrong. docs/export.md and docs/seals.md have the forms, docs/proof.md what
they prove.
";

/// The action that the command line asks for.
pub enum Command {
    /// Print the help text.
    Help,
    /// Print the version of the program.
    Version,
    /// Verify files.
    Verify(Args),
}

/// The files to check and the trusted keys.
pub struct Args {
    /// The files, in command-line order.
    pub files: Vec<PathBuf>,
    /// The keys that signatures are checked against.
    pub trust: Trust,
}

/// Parses the command line.
///
/// # Errors
///
/// Returns a sentence that says what is wrong.
pub fn read(words: impl Iterator<Item = OsString>) -> Result<Command, String> {
    let mut args = Args { files: Vec::new(), trust: Trust::default() };
    let (mut quorum, mut words, mut only_files) = (None, words, false);
    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        if only_files || !text.starts_with('-') || text == "-" {
            args.files.push(word.into());
            continue;
        }
        let (option, joined) = match text.split_once('=') {
            Some((option, value)) => (option.to_owned(), Some(value.to_owned())),
            None => (text.into_owned(), None),
        };
        let mut value = || {
            let next =
                joined.clone().or_else(|| Some(words.next()?.to_string_lossy().into_owned()));
            next.ok_or_else(|| format!("{option} wants something behind it."))
        };
        match option.as_str() {
            "-h" | "--help" => return Ok(Command::Help),
            "-V" | "--version" => return Ok(Command::Version),
            "--" => only_files = true,
            "--key" => args.trust.keys.push(key(&value()?, Trade::Log)?),
            "--witness" => args.trust.witnesses.push(key(&value()?, Trade::Witness)?),
            "--quorum" => {
                let typed = value()?;
                let number = typed.parse().map_err(|_| format!("\"{typed}\" is no number."))?;
                quorum = Some(number);
            }
            _ => return Err(format!("There is no option {option}.")),
        }
    }
    let known = args.trust.witnesses.len();
    if quorum.is_some_and(|quorum: usize| quorum > known) {
        return Err(format!("--quorum wants more witnesses than the {known} that are named."));
    }
    args.trust.quorum = quorum.unwrap_or(known);
    match args.files.is_empty() {
        true => Err("No file is named.".to_owned()),
        false => Ok(Command::Verify(args)),
    }
}

fn key(typed: &str, trade: Trade) -> Result<Key, String> {
    let key = Key::parse(typed.trim())
        .ok_or_else(|| format!("\"{typed}\" is no key; they look like name+01234567+..."))?;
    match (key.trade == trade, key.trade) {
        (true, _) => Ok(key),
        (_, Trade::Log) => Err("That is the key of a log, and a witness's is wanted.".to_owned()),
        (_, Trade::Witness) => Err("That is a witness's key, and a log's is wanted.".to_owned()),
    }
}
