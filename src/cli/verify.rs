//! `verify`: checks an exported game, or all games of a server, with nothing but the files.

use std::path::PathBuf;

use super::{Done, Out};
use crate::service::archive::file::Sight;
use crate::service::archive::moving::folder::{Folder, check};
use crate::service::archive::verify::verify;
use crate::store::proof::note::Key;

/// Check an exported game, without any server or database
///
/// The chain of hashes, and everything that is open in it. Of a whole game also the fold of its
/// facts, its bookkeeping, whether each act might be done when it was (docs/conduct.md), the secret
/// that was committed to, and every draw. Compare the head with
/// one that a letter told you: that is what says that nothing was written anew.
///
/// Of a folder that `export --all` has written: the index, that each file is the one it names, that
/// none is missing and none too many, and then each file.
///
/// Examples:
///   ravenpost verify game.jsonl
///   ravenpost verify moving
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Verify {
    /// The file of a game, or the folder of a server's games
    file: PathBuf,
    /// The key of the server whose word it has to be: as its page of seals shows it
    #[arg(long, value_name = "KEY", value_parser = super::keys::log)]
    key: Option<Key>,
}

impl Verify {
    pub fn run(&self, out: &mut Out) -> anyhow::Result<Done> {
        if self.file.is_dir() {
            return self.folder(out);
        }
        let text = super::game::file(&self.file)?;
        let verified = match verify(&text) {
            Ok(verified) => verified,
            Err(wrong) => {
                out.line(format!("BROKEN  {wrong}"))?;
                return Ok(Done::Refused);
            }
        };
        let header = &verified.header;
        let sight = match header.sight {
            Sight::Whole if header.running.is_some() => {
                "whole, and it goes on: keep this file as you keep the database".to_owned()
            }
            Sight::Whole => "whole".to_owned(),
            Sight::Seat(seat) => format!("as seat {seat} may know it"),
            Sight::Watcher => "as everybody may know it".to_owned(),
        };
        out.line(format!("{} ({}), game {}, {sight}", header.name, header.title, header.game))?;
        out.line(format!("chain  holds: {} events, {} steps", verified.events, header.step))?;
        out.line(format!("head   {}", header.head.hex()))?;
        if let Some(whole) = &verified.whole {
            let (draws, changed) = (whole.dice.draws.len(), whole.audited.changed.len());
            out.line(format!("dice   hold: {draws} draws as the secret gives them"))?;
            out.line(format!("rules  would decide {changed} orders otherwise today"))?;
        }
        self.voucher(verified.voucher.as_ref(), out)
    }

    /// Whose word the file is.
    fn voucher(&self, voucher: Option<&Key>, out: &mut Out) -> anyhow::Result<Done> {
        match voucher {
            Some(key) => out.line(format!("signed by {key}"))?,
            None => out.line("signed by nobody: anybody can have written such a file")?,
        }
        let wanted = self.key.is_none() || self.key.as_ref() == voucher;
        if !wanted {
            out.line("BROKEN  that is not the key that it has to be signed with")?;
        }
        Ok(Done::when(wanted))
    }

    fn folder(&self, out: &mut Out) -> anyhow::Result<Done> {
        let folder = match check(&self.file) {
            Ok(folder) => folder,
            Err(faults) => {
                for fault in faults {
                    out.line(format!("BROKEN  {fault}"))?;
                }
                return Ok(Done::Refused);
            }
        };
        let Folder { index, events, running, .. } = folder;
        let (games, seals, people) = (index.games.len(), index.seals.len(), index.people.len());
        out.line(format!("games  hold: {games}, of which {running} go on, {events} events"))?;
        out.line(format!("seals  hold: {seals} days"))?;
        if index.server.people {
            out.line(format!("people {people}"))?;
        }
        if running > 0 {
            out.line("Keep this folder as you keep the database: it tells all that is secret.")?;
        }
        Ok(Done::Well)
    }
}
