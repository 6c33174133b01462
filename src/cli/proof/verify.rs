//! `verify`: verifies an exported game, or an exported server, from the files alone.

use std::path::PathBuf;

use crate::cli::out::Out;
use crate::cli::{Done, Misuse};
use ravenpost_log::email::comparison::Signed;
use ravenpost_log::export::file::ExportScope;
use ravenpost_log::proof::checkpoint::Checkpoint;
use ravenpost_log::proof::note::{Key, Note};
use ravenpost_service::archive::moving::folder::{Folder, check};
use ravenpost_service::archive::verify::verify;

/// Verify an exported game, without a server or database
///
/// Checks the hash chain and everything that is not hidden. For a complete game, also checks the
/// facts, the title's invariants, whether each act was allowed at its time
/// (docs/organise/conduct.md), the committed secret, every draw, and whether facts and draws follow
/// from the orders. Differences are an error, unless another version of the rules decided the
/// order. Compare the head with one from an email you received: only that proves that the game was
/// not rewritten.
///
/// For a folder written by `export --all`, checks the index, that exactly the files in it are
/// present and unchanged, and then each file.
///
/// For a checkpoint of the seals of a server, as returned by its /seals/checkpoint, checks the
/// signature of the server, and whether enough witnesses have signed it.
///
/// Examples:
///   ravenpost verify game.jsonl
///   ravenpost verify checkpoint --key KEY --witness KEY --witness KEY --quorum 1
///   ravenpost verify moving
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Verify {
    /// Exported game, folder of exported games, or checkpoint
    file: PathBuf,
    /// Key of the server that must have signed it, as shown on its seals page
    #[arg(long, value_name = "KEY", value_parser = crate::cli::proof::keys::log)]
    key: Option<Key>,
    #[command(flatten)]
    quorum: crate::cli::proof::keys::Quorum,
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
        let text = crate::cli::game::file(&self.file)?;
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
        let presentation = match header.view {
            ExportScope::Whole if header.running_until.is_some() => {
                "complete and still running: protect this file like the database".to_owned()
            }
            ExportScope::Whole => "complete".to_owned(),
            ExportScope::Seat(seat) => format!("as seen by seat {seat}"),
            ExportScope::Spectator => "as seen by spectators".to_owned(),
        };
        out.line(format!(
            "{} ({}), game {}, {presentation}",
            header.name, header.title, header.game
        ))?;
        out.line(format!("chain  intact: {} events, {} steps", verified.events, header.step))?;
        out.line(format!("head   {}", header.head.hex()))?;
        if let Some(whole) = &verified.whole {
            let (draws, changed) = (whole.dice.draws.len(), whole.audited.changed.len());
            out.line(format!("dice   verified: {draws} draws match the secret"))?;
            let (status, newest) = (&whole.game.status, whole.game.title.about().version);
            let (rules, conduct) = (status.rules, status.conduct);
            out.line(format!("checked by version {rules} of the rules, {conduct} of the conduct"))?;
            if changed > 0 {
                out.line(format!("{changed} orders differ under version {newest} of the rules"))?;
            }
        }
        self.voucher(verified.voucher.as_ref(), out)
    }

    /// Verifies a checkpoint of seals: its signature and its witnesses.
    fn checkpoint(&self, note: &Note, out: &mut Out) -> anyhow::Result<Done> {
        let Some(checkpoint) = Checkpoint::read(&note.text) else {
            out.line("BROKEN  it is signed, but not a checkpoint of seals")?;
            return Ok(Done::Refused);
        };
        let Some(key) = &self.key else {
            return Err(Misuse("--key is required for a checkpoint".to_owned()).into());
        };
        let signed = Signed::note(note, std::slice::from_ref(key));
        out.line(format!("{}, {} seals: {signed}", checkpoint.origin, checkpoint.size))?;
        let said = self.quorum.said(note, &[], &[]);
        said.iter().try_for_each(|one| out.line(&one.line))?;
        let enough = !said.iter().any(|one| one.is_bad);
        Ok(Done::when(matches!(signed, Signed::By(_)) && enough))
    }

    /// Reports who signed the file.
    fn voucher(&self, voucher: Option<&Key>, out: &mut Out) -> anyhow::Result<Done> {
        match voucher {
            Some(key) => out.line(format!("signed by {key}"))?,
            None => out.line("not signed: anyone could have written this file")?,
        }
        let wanted = self.key.is_none() || self.key.as_ref() == voucher;
        if !wanted {
            out.line("BROKEN  it is not signed with the key given by --key")?;
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
        out.line(format!("games  intact: {games} games ({running} running), {events} events"))?;
        out.line(format!("seals  intact: {seals} days"))?;
        if index.server.with_people {
            out.line(format!("people {people}"))?;
        }
        if running > 0 {
            out.line("Protect this folder like the database: it contains all hidden information.")?;
        }
        Ok(Done::Well)
    }
}
