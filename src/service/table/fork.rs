//! Another game from a step of a game: alone, from what one's seat knew then; with the others, from
//! what everybody knew, if each of them takes the own seat; or, when the game is over, freely from
//! how it truly stood.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::game::at_table::AtTable;
use crate::service::game::begins::ForkStart;
use crate::service::game::folded::Game;
use crate::service::idempotency::Idempotency;
use crate::service::table::ask_along::Forking;
use crate::service::table::open_table::NewTable;
use ravenpost_log::GameId;
use ravenpost_log::act::limits::NAME_LIMIT;
use ravenpost_log::act::{Fork, Pace};
use ravenpost_log::table::status::Status;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Step;
use ravenpost_store::PlayerId;

/// What is asked for.
#[derive(Clone, Debug, Serialize)]
pub struct NewFork {
    /// The game it is to come from, and the step.
    pub of: GameId,
    pub step: Step,
    pub way: Way,
}

/// Who answers for the other seats of a fork.
#[derive(Clone, Debug, Serialize)]
pub enum Way {
    /// From what the asker's own seat knew then, all other seats played by this bot.
    Alone { bot: String },
    /// With those who play the game, each on the own seat: that each sits down is its consent. It
    /// goes on from what everybody knew; all else, the hands as well, is drawn anew.
    Together,
    /// From how it truly stood; only when the game is over.
    Freely { own_seat: Option<Seat>, bots: Vec<(Seat, String)>, pace: Pace },
}

/// What may be forked from a step, and why not if nothing may.
pub struct Forkable {
    pub at: AtTable,
    pub step: Step,
    /// The seat from whose knowledge it may be done alone.
    pub own: Option<Seat>,
    /// Whether it may be done freely.
    pub freely: bool,
    /// What a fork is called.
    pub name: String,
}

impl Service {
    /// What somebody may fork from a step of a game.
    pub async fn forkable(
        &self,
        game: &GameId,
        player: PlayerId,
        step: Option<Step>,
    ) -> Result<Forkable, ServiceError> {
        let at = self.at_table(game, player).await?;
        let live = &at.live;
        let step = step.unwrap_or(live.step());
        let own = live.seat_of(player);
        let freely = live.course.status == Status::Over;
        if own.is_none() && !freely {
            return Err(ServiceError::Denied(
                "while a game runs only those who play it may try it another way",
            ));
        }
        may_fork(live, step)?;
        Ok(Forkable { step, own, freely, name: name(live, step), at })
    }

    /// Opens the fork. Sent twice under the same key, it is one.
    pub async fn fork(
        &self,
        now: DateTime<Utc>,
        player: PlayerId,
        new: &NewFork,
        key: &Idempotency,
    ) -> Result<GameId, ServiceError> {
        let from = self.forkable(&new.of, player, Some(new.step)).await?;
        let begins = begins(&from, &new.way)?;
        let Forkable { at, own, name, .. } = from;
        let live = &at.live;
        let table = match &new.way {
            Way::Alone { bot } => alone(live, own, bot, name),
            Way::Together => together(live, own, name),
            Way::Freely { own_seat, bots, pace } => {
                let (own_seat, bots) = (*own_seat, bots.clone());
                let pace = Pace {
                    reveal_delay: pace.reveal_delay.or(live.course.pace.reveal_delay),
                    ..pace.clone()
                };
                NewTable { own_seat, bots, pace, ..alone(live, None, "", name) }
            }
        };
        let asking = match (&new.way, own) {
            (Way::Together, Some(by)) => Some(self.asking(live, by, player).await?),
            _ => None,
        };
        let asked =
            serde_json::to_string(new).map_err(|error| ServiceError::Broken(error.into()))?;
        let request = key.asks(&["fork", &player.to_string(), &asked]);
        let forking = Forking { begins: Arc::new(begins), asking };
        self.open_once(now, player, &request, &table, Some(forking)).await
    }
}

/// How the fork will begin; refused where nothing may be begun in that way.
fn begins(from: &Forkable, way: &Way) -> Result<ForkStart, ServiceError> {
    let Forkable { at, step, own, freely, .. } = from;
    let live = &at.live;
    let eye = match way {
        Way::Alone { .. } => Some(own.ok_or_else(|| {
            ServiceError::Denied("from what a seat knew only its own player may go on")
        })?),
        Way::Together if *freely => {
            return Err(ServiceError::refused(
                "the game is over: go on from how it truly stood, and invite the others to it",
            ));
        }
        Way::Together if live.people.len() < 2 => {
            return Err(ServiceError::Denied("there is nobody else to ask: go on alone"));
        }
        Way::Freely { .. } if !freely => {
            return Err(ServiceError::Denied("it may be forked freely when it is over"));
        }
        Way::Together | Way::Freely { .. } => None,
    };
    let then = live.at(live.log.end_of(*step))?;
    if then.position.outcome().is_some() {
        return Err(ServiceError::refused("in that step the game was over already"));
    }
    let head = live.log.after(live.log.end_of(*step - 1)).next().map(|entry| entry.event.hash);
    let head = head.map(|hash| hash.hex()).unwrap_or_default();
    let together = matches!(way, Way::Together);
    let game = live.id.to_string();
    let fork = Fork {
        game,
        step: *step,
        hash: head,
        viewer: eye,
        same_players: together,
        spectator: together,
    };
    Ok(ForkStart { position: then.position, fork, people: live.people.clone() })
}

/// Whether a game can be forked at a step at all.
fn may_fork(live: &Game, step: Step) -> Result<(), ServiceError> {
    let why = match live.started() {
        _ if live.course.fork.is_some() => {
            "this game is a fork itself: fork the game that it comes from".to_owned()
        }
        None => "the game has not begun".to_owned(),
        Some(first) if step < first => format!("it began in step {first} only"),
        Some(_) if step > live.step() => {
            format!("there is no step {step}: the last is step {}", live.step())
        }
        Some(_) => return Ok(()),
    };
    Err(ServiceError::refused(why))
}

/// The name that marks a fork wherever it is listed.
fn name(live: &Game, step: Step) -> String {
    let end = format!(", step {step}");
    let room = NAME_LIMIT - "Fork of ".len() - end.chars().count();
    let of: String = live.course.name.chars().take(room).collect();
    format!("Fork of {}{end}", of.trim_end())
}

/// The parent's table again, for one person among bots.
fn alone(parent: &Game, own: Option<Seat>, bot: &str, name: String) -> NewTable {
    let table = parent.course.table.clone();
    let others = Seat::all(table.seats).filter(|seat| Some(*seat) != own);
    NewTable {
        title: parent.title.about().key.to_owned(),
        name,
        // Where all had sealed already, there has to be what opens that.
        pace: Pace { reveal_delay: parent.course.pace.reveal_delay, ..Pace::of(None) },
        consent: parent.course.consent,
        public: false,
        own_seat: own,
        salt: String::new(),
        bots: others.map(|seat| (seat, bot.to_owned())).collect(),
        table,
    }
}

/// The same table for the same people: the asker sits already, seats without a person are a bot's.
fn together(parent: &Game, own: Option<Seat>, name: String) -> NewTable {
    let course = &parent.course;
    let stand_in = |seat: Seat| course.bot(seat).unwrap_or(STAND_IN).to_owned();
    let unmanned = Seat::all(course.table.seats).filter(|seat| !course.attended(*seat));
    NewTable {
        own_seat: own,
        bots: unmanned.map(|seat| (seat, stand_in(seat))).collect(),
        pace: course.pace.clone(),
        ..alone(parent, None, "", name)
    }
}

/// Who plays for somebody who has left the game.
const STAND_IN: &str = "steady";
