//! Parses keys on the command line, and checks how many witnesses have signed.

use crate::cli::proof::finding::Finding;
use ravenpost_log::email::comparison::witnesses;
use ravenpost_log::proof::note::{Key, Line, Note, Trade};

/// Parses the key of a log, as shown on the seals page of its server.
pub fn log(typed: &str) -> Result<Key, String> {
    of(typed, Trade::Log)
}

/// Parses the key of a witness.
pub fn witness(typed: &str) -> Result<Key, String> {
    of(typed, Trade::Witness)
}

fn of(typed: &str, trade: Trade) -> Result<Key, String> {
    let found = Key::parse(typed.trim()).ok_or("not a key; keys look like name+01234567+...")?;
    match (found.trade == trade, found.trade) {
        (true, _) => Ok(found),
        (_, Trade::Log) => {
            Err("this is the key of a log; expected the key of a witness".to_owned())
        }
        (_, Trade::Witness) => {
            Err("this is the key of a witness; expected the key of a log".to_owned())
        }
    }
}

/// The witnesses who must have signed a checkpoint.
#[derive(clap::Args)]
pub struct Quorum {
    /// Key of a trusted witness; can be repeated
    #[arg(long, value_name = "KEY", value_parser = witness)]
    witness: Vec<Key>,
    /// Minimum number of these witnesses that must have signed [default: all]
    #[arg(long, value_name = "NUMBER", requires = "witness")]
    quorum: Option<usize>,
}

impl Quorum {
    /// Reports who signed a checkpoint, in the note itself or in `more` lines, and whether they are
    /// enough. Without named witnesses, reports those in the settings and requires none.
    pub fn said(&self, note: &Note, more: &[Line], settings: &[Key]) -> Vec<Finding> {
        let counted = if self.witness.is_empty() { settings } else { &self.witness };
        let seen = witnesses(note, more, counted);
        let names: Vec<&str> = seen.iter().map(|(key, _)| key.name.as_str()).collect();
        let (many, wanted) = (names.len(), self.quorum.unwrap_or(self.witness.len()));
        let mut said = Vec::new();
        if !counted.is_empty() {
            let names = names.join(", ");
            let line = format!("signed by {many} of {} witnesses: {names}", counted.len());
            said.push(Finding::good(line));
        }
        if many < wanted {
            let what = format!("{wanted} of these witnesses must have signed it");
            said.push(Finding::broken(what));
        }
        said
    }
}
