//! `verify`: checks an exported game with nothing but its file.

use std::path::PathBuf;

use super::{Done, Out};
use crate::service::archive::file::Sight;
use crate::service::archive::verify::verify;

/// Check an exported game, without any server or database
///
/// The chain of hashes, and everything that is open in it. Of a whole game also the fold of its
/// facts, its bookkeeping, the secret that was committed to, and every draw. Compare the head with
/// one that a letter told you: that is what says that nothing was written anew.
///
/// Example:
///   ravenpost verify game.jsonl
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Verify {
    file: PathBuf,
}

impl Verify {
    pub fn run(&self, out: &mut Out) -> anyhow::Result<Done> {
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
        Ok(Done::Well)
    }
}
