//! `verify-dice`: derives every draw of a finished game from its secret.

use crate::cli::game::{game_id, looking};
use crate::cli::out::Out;
use crate::cli::{Done, Settings, block_on};
use ravenpost_log::GameId;

/// Verify every random draw of a finished game
///
/// The secret of a game is published when the game ends. This command checks that it matches the
/// commitment made before anyone joined, and that every draw of the game follows from it.
///
/// Example:
///   ravenpost verify-dice k3v9w2mq7xhd --verbose
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct VerifyDice {
    /// Game id or page URL
    #[arg(value_parser = game_id)]
    game: GameId,
    /// Print every draw, not only the wrong ones
    #[arg(short, long)]
    verbose: bool,
}

impl VerifyDice {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        let config = settings.load(Vec::new())?;
        let report = block_on(async {
            Ok(looking(&config).await?.fairness().verify_dice(&self.game).await?)
        })?;
        let holds = if report.commitment_holds { "matches" } else { "DOES NOT MATCH" };
        out.line(format!("secret      {}", report.secret))?;
        out.line(format!("commitment  {} {holds}", report.commitment))?;
        let mut wrong = 0;
        for checked in &report.draws {
            let draw = &checked.draw;
            let right = draw.was == checked.derived;
            wrong += usize::from(!right);
            if self.verbose || !right {
                let (step, purpose) = (checked.step, &draw.purpose);
                let verdict = if right {
                    "correct".to_owned()
                } else {
                    format!("WRONG, derived {}", checked.derived)
                };
                out.line(format!("{step:>5}  {purpose}: {} of {}, {verdict}", draw.was, draw.of))?;
            }
        }
        out.line(format!("{} draws correct, {wrong} wrong", report.draws.len() - wrong))?;
        Ok(Done::when(report.holds()))
    }
}
