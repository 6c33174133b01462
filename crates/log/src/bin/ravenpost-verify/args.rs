//! Parsing of the command line.

use std::ffi::OsString;
use std::path::PathBuf;

use ravenpost_log::evidence::Trust;
use ravenpost_log::proof::note::{Key, Trade};

/// The text of `--help`.
pub const HELP: &str = "\
ravenpost-verify: checks what a Ravenpost server issued, without using the server's code

Usage: ravenpost-verify [OPTIONS] FILE...

Each FILE may be any of the following, of any version; the type is detected:
  an exported game   from `ravenpost export` or the game's page
  a daily seal       from the server's /seals/2026-11-22
  a checkpoint       from the server's /seals/checkpoint
  an email           as saved by a mail program, or its text

The program checks each file on its own: the hash chain of a game, its acts and everything in
it that is not hidden; for a whole game also the committed secret and every draw; the signatures
of emails and checkpoints. It then compares the files with each other and reports:
  - different histories of a game or of the seals
  - a game that does not match what an email states
  - a missing order for which there is a receipt
  - seals that do not follow each other, or differ from what an email or a checkpoint states

Options:
      --key KEY        trusted key of the server; repeat for each key it has had. Without a key,
                       signatures only show which key signed, not that it is the server's
      --witness KEY    trusted key of a witness; repeat for each witness
      --quorum NUMBER  witnesses that must have signed each checkpoint [default: all]
      --               treat all further arguments as files
  -h, --help           print help
  -V, --version        print version

Exit codes: 0 if everything is valid, 1 if a check failed, 2 if a file cannot be read or the
command line is invalid. The formats are described in docs/verify/exports.md and
docs/verify/seals.md, what they prove in docs/verify/proof.md.
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
            next.ok_or_else(|| format!("a value is required for '{option}'"))
        };
        match option.as_str() {
            "-h" | "--help" => return Ok(Command::Help),
            "-V" | "--version" => return Ok(Command::Version),
            "--" => only_files = true,
            "--key" => args.trust.keys.push(key(&value()?, Trade::Log)?),
            "--witness" => args.trust.witnesses.push(key(&value()?, Trade::Witness)?),
            "--quorum" => {
                let typed = value()?;
                let number = typed.parse().map_err(|_| format!("invalid number '{typed}'"))?;
                quorum = Some(number);
            }
            _ => return Err(format!("unexpected option '{option}'")),
        }
    }
    let known = args.trust.witnesses.len();
    if quorum.is_some_and(|quorum: usize| quorum > known) {
        return Err(format!("--quorum exceeds the number of witnesses ({known})"));
    }
    args.trust.quorum = quorum.unwrap_or(known);
    match args.files.is_empty() {
        true => Err("no files given".to_owned()),
        false => Ok(Command::Verify(args)),
    }
}

fn key(typed: &str, trade: Trade) -> Result<Key, String> {
    let key = Key::parse(typed.trim())
        .ok_or_else(|| format!("invalid key '{typed}'; expected name+01234567+..."))?;
    match (key.trade == trade, key.trade) {
        (true, _) => Ok(key),
        (_, Trade::Log) => {
            Err("--witness requires a witness key, but this is the key of a log".to_owned())
        }
        (_, Trade::Witness) => {
            Err("--key requires the key of a log, but this is a witness key".to_owned())
        }
    }
}
