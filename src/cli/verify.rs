//! `verify`: verifies an exported game, or an exported server, from the files alone.

use std::path::PathBuf;

use super::out::Out;
use super::{Done, Misuse};
use crate::service::archive::moving::folder::{Folder, check};
use crate::service::archive::verify::verify;
use ravenpost_log::export::file::Sight;
use ravenpost_log::letter::compared::Signed;
use ravenpost_log::proof::checkpoint::Checkpoint;
use ravenpost_log::proof::note::{Key, Note};

/// Check an exported game, without any server or database
///
/// The chain of hashes, and everything that is open in it. Of a whole game also the fold of its
/// facts, its bookkeeping, whether each act might be done when it was (docs/conduct.md), the secret
/// that was committed to, every draw, and whether facts and draws follow from the orders by the
/// rules. Only where another version of the rules decided than this program has are differences
/// told and no fault. Compare the head with one that a letter told you: that is what says that
/// nothing was written anew.
///
/// Of a folder that `export --all` has written: the index, that each file is the one it names, that
/// none is missing and none too many, and then each file.
///
/// Of a checkpoint of the seals of a server, as its /seals/checkpoint gives it, the signature of
/// that server, and whether so many of these witnesses have signed it.
///
/// Examples:
///   ravenpost verify game.jsonl
///   ravenpost verify checkpoint --key KEY --witness KEY --witness KEY --quorum 1
///   ravenpost verify moving
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Verify {
    /// The file of a game, the folder of a server's games, or a checkpoint
    file: PathBuf,
    /// The key of the server whose word it has to be: as its page of seals shows it
    #[arg(long, value_name = "KEY", value_parser = super::keys::log)]
    key: Option<Key>,
    #[command(flatten)]
    quorum: super::keys::Quorum,
}

/// Returns the label of a fault, or of something that only a newer version can verify.
fn word(newer: bool) -> &'static str {
    if newer { "UNREAD" } else { "BROKEN" }
}

impl Verify {
    pub fn run(&self, out: &mut Out) -> anyhow::Result<Done> {
        if self.file.is_dir() {
            return self.folder(out);
        }
        let text = super::game::file(&self.file)?;
        if let Some(note) = Note::parse(&text) {
            return self.checkpoint(&note, out);
        }
        let verified = match verify(&text) {
            Ok(verified) => verified,
            Err(wrong) => {
                out.line(format!("{}  {wrong}", word(wrong.newer)))?;
                return Ok(Done::Refused);
            }
        };
        let header = &verified.header;
        let sight = match header.view {
            Sight::Whole if header.running_until.is_some() => {
                "whole, and it goes on: keep this file as you keep the database".to_owned()
            }
            Sight::Whole => "whole".to_owned(),
            Sight::Seat(seat) => format!("as seat {seat} may know it"),
            Sight::Spectator => "as everybody may know it".to_owned(),
        };
        out.line(format!("{} ({}), game {}, {sight}", header.name, header.title, header.game))?;
        out.line(format!("chain  holds: {} events, {} steps", verified.events, header.step))?;
        out.line(format!("head   {}", header.head.hex()))?;
        if let Some(whole) = &verified.whole {
            let (draws, changed) = (whole.dice.draws.len(), whole.audited.changed.len());
            out.line(format!("dice   hold: {draws} draws as the secret gives them"))?;
            let (course, newest) = (&whole.live.course, whole.live.title.about().version);
            let (rules, conduct) = (course.rules, course.conduct);
            out.line(format!("judged by version {rules} of the rules, {conduct} of the conduct"))?;
            if changed > 0 {
                out.line(format!("differs in {changed} orders by version {newest} of the rules"))?;
            }
        }
        self.voucher(verified.voucher.as_ref(), out)
    }

    /// Verifies a checkpoint of seals: its signature and its witnesses.
    fn checkpoint(&self, note: &Note, out: &mut Out) -> anyhow::Result<Done> {
        let Some(told) = Checkpoint::read(&note.text) else {
            out.line("BROKEN  it is signed, and no checkpoint of seals")?;
            return Ok(Done::Refused);
        };
        let Some(key) = &self.key else {
            return Err(Misuse("whose checkpoint is it? Say --key".to_owned()).into());
        };
        let signed = Signed::note(note, std::slice::from_ref(key));
        out.line(format!("{}, {} seals: {signed}", told.origin, told.size))?;
        let said = self.quorum.said(note, &[], &[]);
        said.iter().try_for_each(|line| out.line(line))?;
        let enough = !said.iter().any(|line| line.starts_with("BROKEN"));
        Ok(Done::when(matches!(signed, Signed::By(_)) && enough))
    }

    /// Reports who signed the file.
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
                    out.line(format!("{}  {fault}", word(fault.newer)))?;
                }
                return Ok(Done::Refused);
            }
        };
        let Folder { index, events, running, .. } = folder;
        let (games, seals, people) = (index.games.len(), index.seals.len(), index.people.len());
        out.line(format!("games  hold: {games}, of which {running} go on, {events} events"))?;
        out.line(format!("seals  hold: {seals} days"))?;
        if index.server.with_people {
            out.line(format!("people {people}"))?;
        }
        if running > 0 {
            out.line("Keep this folder as you keep the database: it tells all that is secret.")?;
        }
        Ok(Done::Well)
    }
}
