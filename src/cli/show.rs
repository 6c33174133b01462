//! `show`: a game as a watcher or one seat sees it, now or at an earlier step.

use super::game::{game_id, looking};
use super::{Done, Misuse, Out, Settings, block_on};
use crate::rules::{Seat, Viewer};
use crate::service::live::Live;
use crate::store::GameId;

/// Show a game as a watcher or a seat sees it
///
/// Examples:
///   ravenpost show k3v9w2mq7xhd
///   ravenpost show k3v9w2mq7xhd --as red --log
///   ravenpost show k3v9w2mq7xhd --at 12
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Show {
    /// The game's id, or the address of its page
    #[arg(value_parser = game_id)]
    game: GameId,
    /// As it stood after this event
    #[arg(long, value_name = "N")]
    at: Option<u64>,
    /// With this seat's eyes: its number or colour
    #[arg(long = "as", value_name = "SEAT")]
    seat: Option<String>,
    /// Print what happened as well, event by event
    #[arg(long)]
    log: bool,
}

impl Show {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        let config = settings.load(Vec::new())?;
        let live = block_on(async {
            let service = looking(&config).await?;
            let live = service.live(&self.game).await?;
            Ok(match self.at {
                Some(at) => live.at(at)?,
                None => Live::clone(&live),
            })
        })?;
        let viewer = self.viewer(&live)?;
        let course = &live.course;
        let about = live.title.about();
        out.line(format!("{} ({}), game {}", course.name, about.name, live.id))?;
        let head = crate::store::chain::short(&live.head.hash);
        let status = course.status.word();
        out.line(format!("{status}, event {}, chain head {head}", live.version()))?;
        if self.log {
            self.log(&live, viewer, out)?;
        }
        if live.has_started() {
            let sight = live.position.sight(viewer);
            out.line(format!("\n{}\n\n{}", sight.headline, sight.text))?;
        }
        for one in live.awaited() {
            out.line(format!("\nawaited: {} ({})", one.ask, one.decision))?;
        }
        if let Some(outcome) = live.outcome() {
            out.line(format!("\n{}", outcome.verdict))?;
        }
        Ok(Done::Well)
    }

    fn viewer(&self, live: &Live) -> anyhow::Result<Viewer> {
        let Some(typed) = &self.seat else { return Ok(Viewer::Watcher) };
        let seats = Seat::all(live.course.table.seats);
        let wanted = |seat: &Seat| {
            typed.parse() == Ok(seat.0) || typed.eq_ignore_ascii_case(live.called(*seat).word)
        };
        let words: Vec<&str> = seats.clone().map(|seat| live.called(seat).word).collect();
        let found = seats.clone().find(wanted).map(Viewer::Seat);
        found.ok_or_else(|| {
            let words = words.join(", ");
            Misuse(format!("\"{typed}\": there is no such seat; there are: {words}")).into()
        })
    }

    fn log(&self, live: &Live, viewer: Viewer, out: &mut Out) -> anyhow::Result<()> {
        out.line("")?;
        for step in live.story(viewer, 0)? {
            let at = step.at.format("%Y-%m-%d %H:%M");
            let aside = if step.aside.is_some() { " (taken back)" } else { "" };
            out.line(format!("{:>5}  {at}  {}{aside}  {}", step.seq, step.head, step.kind))?;
            for told in &step.told {
                out.line(format!("       {}", told.text))?;
            }
        }
        Ok(())
    }
}
