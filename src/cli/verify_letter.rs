//! `verify-letter`: holds a letter that was kept against the log.

use std::fs::File;
use std::io::Read;
use std::path::PathBuf;

use anyhow::Context;

use super::game::looking;
use super::{Done, Out, Settings, block_on};
use crate::mail::kept;
use crate::service::archive::kept_letter::{Answer, KeptLetter, SealAnswer};
use crate::store::unsealed::Unsealed;

/// The largest letter that is read.
const LARGEST: u64 = 32 << 20;

/// Hold a letter that somebody kept against the log
///
/// At the foot of each letter stands how the log of its game stood then, and the newest seal over
/// all games. Where the log says otherwise now, its end was cut off, it was written anew, or the
/// whole game is gone. Where any other game is not as it was sealed, it is named. All that ends
/// with exit code 1. The letter is taken at its word; the signature of the server that sent it, and
/// the letters of others, say whether it may be.
///
/// Example:
///   ravenpost verify-letter kept.eml
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct VerifyLetter {
    /// The letter as a mail program saves it, or its text
    file: PathBuf,
}

impl VerifyLetter {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        let config = settings.load(Vec::new())?;
        let letter = KeptLetter::read(&self.words()?);
        if letter.marks.is_empty() && letter.seals.is_empty() {
            out.line("There is no mark of a log in this letter.")?;
            return Ok(Done::Refused);
        }
        let (answers, seals) = block_on(async {
            let service = looking(&config).await?;
            Ok((service.answers_letter(&letter).await?, service.answers_seals(&letter).await?))
        })?;
        for (mark, answer) in letter.marks.iter().zip(&answers) {
            let said = match answer {
                Answer::Holds(game, since) => {
                    format!("holds   game {game} still says so, {since} steps later")
                }
                Answer::Otherwise(game) => format!("BROKEN  game {game} has another step there"),
                Answer::EndsAt(game, end) => format!("BROKEN  game {game} ends at step {end}"),
                Answer::Broken(broken) => format!("BROKEN  {broken}"),
                Answer::Gone => "BROKEN  the game to which it leads is not here".to_owned(),
            };
            out.line(format!("step {}, head {}: {said}", mark.step, mark.head))?;
        }
        for (mark, answer) in letter.seals.iter().zip(&seals) {
            for said in seal(answer) {
                out.line(format!("seal of {}, {}: {said}", mark.day, mark.seal))?;
            }
        }
        let marks_hold = answers.iter().all(|answer| matches!(answer, Answer::Holds(..)));
        let seals_hold = seals.iter().all(|answer| matches!(answer, SealAnswer::Holds(_)));
        Ok(Done::when(marks_hold && seals_hold))
    }

    fn words(&self) -> anyhow::Result<String> {
        let told = || format!("{} could not be read", self.file.display());
        let (mut bytes, file) = (Vec::new(), File::open(&self.file).with_context(told)?);
        file.take(LARGEST + 1).read_to_end(&mut bytes).with_context(told)?;
        let fits = bytes.len() as u64 <= LARGEST;
        anyhow::ensure!(fits, "{} is larger than any letter", self.file.display());
        Ok(kept::words(&bytes))
    }
}

/// What is to be said of a seal, one line a finding.
fn seal(answer: &SealAnswer) -> Vec<String> {
    match answer {
        SealAnswer::Holds(games) => {
            vec![format!("holds   that day has it, and all {games} games are as they were sealed")]
        }
        SealAnswer::Otherwise => {
            vec!["BROKEN  that day has another seal here: the seals were made anew".to_owned()]
        }
        SealAnswer::None => {
            vec!["BROKEN  that day has no seal here: the server was set back, or is another".into()]
        }
        SealAnswer::Missing(found) => found.iter().map(missing).collect(),
    }
}

fn missing(found: &Unsealed) -> String {
    match found {
        Unsealed::Seal(day) => {
            format!("BROKEN  the seal of {day} is not that of what it was made over")
        }
        Unsealed::Row(row) => format!("BROKEN  a row about seals cannot be read: {row}"),
        Unsealed::Game(missing) => format!("BROKEN  game {} {missing}", missing.game()),
    }
}
