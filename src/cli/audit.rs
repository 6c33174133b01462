//! `audit`: looks the log over and says at which event something does not hold.

use serde::Serialize;

use super::game::{game_id, looking};
use super::{Done, Out, Settings, block_on};
use crate::service::audit::Audited;
use crate::service::{Service, ServiceError};
use crate::store::{Broken, GameId, audit, events};

/// Check the log: hash chain, folded facts, and every order under today's rules
///
/// The chain of every event is verified, the stored facts are folded again and the title's own
/// books are checked. Each stored order is then decided anew with the same dice; where today's
/// rules would say something else, that is reported as `differs`. That is no damage: the stored
/// facts stand. Damage ends with exit code 1, and with --strict so does a difference.
///
/// Examples:
///   ravenpost audit
///   ravenpost audit k3v9w2mq7xhd --json
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Audit {
    /// One game only: its id, or the address of its page
    #[arg(value_parser = game_id)]
    game: Option<GameId>,
    /// Count a difference as a failure
    #[arg(long)]
    strict: bool,
    /// Print the findings as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize, Default)]
struct Findings {
    games: usize,
    events: u64,
    orders: u64,
    broken: Vec<Finding>,
    differs: Vec<Finding>,
}

#[derive(Serialize)]
struct Finding {
    game: String,
    event: u64,
    what: String,
}

impl Audit {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        let config = settings.load(Vec::new())?;
        let found = block_on(async {
            let service = looking(&config).await?;
            match &self.game {
                Some(game) => {
                    let mut found = Findings::default();
                    found.events = found.add(&service, game).await?;
                    Ok(found)
                }
                None => all(&service).await,
            }
        })?;
        if self.json {
            out.line(serde_json::to_string_pretty(&found)?)?;
        } else {
            found.tell(out)?;
        }
        Ok(Done::when(found.broken.is_empty() && (found.differs.is_empty() || !self.strict)))
    }
}

/// The whole log: its chain first, then game by game those that are sound so far.
async fn all(service: &Service) -> anyhow::Result<Findings> {
    let store = service.store();
    let report = audit::whole(store.read(), |_| {}).await?;
    let mut found = Findings { events: report.events, ..Findings::default() };
    found.broken = report.broken.into_iter().map(of).collect();
    let mut last: Option<GameId> = None;
    loop {
        let ids = events::games(store.read(), last.as_ref(), 500).await?;
        let Some(end) = ids.last() else { return Ok(found) };
        last = Some(end.clone());
        for game in &ids {
            if found.broken.iter().any(|broken| broken.game == game.as_str()) {
                found.games += 1;
            } else {
                found.add(service, game).await?;
            }
        }
    }
}

fn of(broken: Broken) -> Finding {
    let what = format!("{} (position {})", broken.what, broken.position);
    Finding { game: broken.game, event: broken.seq, what }
}

impl Findings {
    /// Audits one game; tells how many events it has.
    async fn add(&mut self, service: &Service, game: &GameId) -> anyhow::Result<u64> {
        let finding = |event, what: String| Finding { game: game.to_string(), event, what };
        let audited = match service.audit_game(game).await {
            Ok(audited) => audited,
            Err(why @ (ServiceError::NotFound(_) | ServiceError::Denied(_))) => {
                return Err(why.into());
            }
            // A log that cannot even be read is what an audit is there to find.
            Err(why) => {
                self.broken.push(finding(0, why.to_string()));
                Audited::default()
            }
        };
        self.games += 1;
        self.orders += audited.orders;
        let end = audited.head.map_or(0, |head| head.seq);
        self.broken.extend(audited.broken.map(of));
        self.broken.extend(audited.books.map(|what| finding(end, format!("the books: {what}"))));
        self.differs.extend(audited.changed.into_iter().map(|(event, how)| finding(event, how)));
        Ok(audited.events)
    }

    fn tell(&self, out: &mut Out) -> anyhow::Result<()> {
        for (word, findings) in [("BROKEN", &self.broken), ("differs", &self.differs)] {
            for Finding { game, event, what } in findings {
                out.line(format!("{word}  game {game}, event {event}: {what}"))?;
            }
        }
        let Findings { games, events, orders, .. } = self;
        out.line(format!("{games} games, {events} events, {orders} orders decided again"))?;
        let (broken, differs) = (self.broken.len(), self.differs.len());
        out.line(format!("{broken} broken, {differs} that today's rules would decide otherwise"))?;
        Ok(())
    }
}
