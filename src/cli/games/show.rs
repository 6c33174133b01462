//! `show`: prints a game as seen by a spectator or a seat, now or at an earlier step.

use crate::cli::game::{game_id, load_game, looking, viewer};
use crate::cli::out::Out;
use crate::cli::{Done, Settings, block_on};
use ravenpost_log::GameId;
use ravenpost_rules::Viewer;
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_service::game::core::folded::Game;

/// Show a game as seen by a spectator or a seat
///
/// Examples:
///   ravenpost show k3v9w2mq7xhd
///   ravenpost show k3v9w2mq7xhd --as red --log
///   ravenpost show k3v9w2mq7xhd --at 12
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Show {
    /// Game id or page URL
    #[arg(value_parser = game_id)]
    game: GameId,
    /// Show the game after this step
    #[arg(long, value_name = "N")]
    at: Option<u64>,
    /// Show what this seat can see: its number or colour
    #[arg(long = "as", value_name = "SEAT")]
    seat: Option<String>,
    /// Also print the history, step by step
    #[arg(long)]
    log: bool,
}

impl Show {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        let config = settings.load(Vec::new())?;
        let game = block_on(async {
            let service = looking(&config).await?;
            let game = load_game(&service, &self.game).await?;
            Ok(match self.at {
                Some(at) => game.history().at(game.log.end_of(Step(at)))?,
                None => Game::clone(&game),
            })
        })?;
        let viewer = viewer(&game, self.seat.as_deref())?;
        let status = &game.status;
        let about = game.title.about();
        out.line(format!("{} ({}), game {}", status.name, about.name, game.id))?;
        let head = ravenpost_log::chain::short(&game.tip.shown);
        let shown = status.state.word();
        out.line(format!("{shown}, step {}, chain head {head}", game.step()))?;
        if self.log {
            self.log(&game, viewer, out)?;
        }
        if game.has_started() {
            let presentation = game.true_position().present(viewer);
            out.line(format!("\n{}\n\n{}", presentation.headline, presentation.text))?;
        }
        for one in game.seats().awaited() {
            out.line(format!("\nawaited: {} ({})", one.ask.to(viewer), one.decision))?;
        }
        if let Some(outcome) = game.outcome() {
            out.line(format!("\n{}", outcome.verdict))?;
        }
        Ok(Done::Well)
    }

    fn log(&self, game: &Game, viewer: Viewer, out: &mut Out) -> anyhow::Result<()> {
        out.line("")?;
        for step in game.narration().story(viewer, Seq::NONE)? {
            let at = step.at.format("%Y-%m-%d %H:%M");
            let aside = if step.aside.is_some() { " (undone)" } else { "" };
            out.line(format!("{:>5}  {at}  {}{aside}  {}", step.step, step.head, step.kind))?;
            for narration in &step.narration {
                out.line(format!("       {}", narration.text))?;
            }
        }
        Ok(())
    }
}
