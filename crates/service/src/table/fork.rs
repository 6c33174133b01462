//! Forks: a new game from a step of another one. A player may fork alone, from what that player's
//! seat knew at the time, or together with the others, from public information, if each of them
//! joins. After the end, anyone may fork freely from the true position.

use crate::handles::Tables;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::error::ServiceError;
use crate::game::core::at_table::AtTable;
use crate::game::core::folded::Game;
use crate::game::core::fork_start::ForkStart;
use crate::idempotency::Idempotency;
use crate::table::invite_to_fork::Forking;
use crate::table::open_table::NewTable;
use ravenpost_log::GameId;
use ravenpost_log::act::limits::NAME_LIMIT;
use ravenpost_log::act::{Fork, Pace};
use ravenpost_log::table::status::Status;
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Step;
use ravenpost_store::PlayerId;

#[derive(Clone, Debug, Serialize)]
pub struct NewFork {
    /// The original game and the step.
    pub of: GameId,
    pub step: Step,
    pub way: Way,
}

/// Who plays the other seats of a fork.
#[derive(Clone, Debug, Serialize)]
pub enum Way {
    /// From what the player's own seat knew then. This bot plays all other seats.
    Alone { bot: String },
    /// With the same players in the same seats; joining is their consent. It starts from public
    /// information. All hidden information, including hands, is drawn again.
    Together,
    /// From the true position, only when the game is over.
    Freely { own_seat: Option<Seat>, bots: Vec<(Seat, String)>, pace: Pace },
}

/// How a step may be forked.
pub struct Forkable {
    pub at: AtTable,
    pub step: Step,
    /// The seat from whose knowledge the player may fork alone.
    pub own: Option<Seat>,
    /// Whether the true position may be forked.
    pub freely: bool,
    pub name: String,
}

impl Tables<'_> {
    /// Returns how a player may fork a step of a game. Refused if no fork is allowed.
    pub async fn forkable(
        self,
        game_id: &GameId,
        player: PlayerId,
        step: Option<Step>,
    ) -> Result<Forkable, ServiceError> {
        let at = self.games().at_table(game_id, player).await?;
        let game = &at.game;
        let step = step.unwrap_or(game.step());
        let own = game.seat_of(player);
        let freely = game.status.state == Status::Over;
        if own.is_none() && !freely {
            return Err(ServiceError::Denied("only its players can fork a running game"));
        }
        may_fork(game, step)?;
        Ok(Forkable { step, own, freely, name: name(game, step), at })
    }

    /// Opens the fork. Repeating the request with the same key has no further effect.
    pub async fn fork(
        self,
        now: DateTime<Utc>,
        player: PlayerId,
        new: &NewFork,
        key: &Idempotency,
    ) -> Result<GameId, ServiceError> {
        let from = self.forkable(&new.of, player, Some(new.step)).await?;
        let begins = begins(&from, &new.way)?;
        let Forkable { at, own, name, .. } = from;
        let game = &at.game;
        let table = match &new.way {
            Way::Alone { bot } => alone(game, own, bot, name),
            Way::Together => together(game, own, name),
            Way::Freely { own_seat, bots, pace } => {
                let (own_seat, bots) = (*own_seat, bots.clone());
                let pace = Pace {
                    reveal_delay: pace.reveal_delay.or(game.status.pace.reveal_delay),
                    ..pace.clone()
                };
                NewTable { own_seat, bots, pace, ..alone(game, None, "", name) }
            }
        };
        let asking = match (&new.way, own) {
            (Way::Together, Some(by)) => Some(self.asking(game, by, player).await?),
            _ => None,
        };
        let asked =
            serde_json::to_string(new).map_err(|error| ServiceError::Broken(error.into()))?;
        let request = key.asks(&["fork", &player.to_string(), &asked]);
        let forking = Forking { begins: Arc::new(begins), asking };
        self.open_once(now, player, &request, &table, Some(forking)).await
    }
}

/// Returns the starting position of the fork. Refused if this kind of fork is not allowed.
fn begins(from: &Forkable, way: &Way) -> Result<ForkStart, ServiceError> {
    let Forkable { at, step, own, freely, .. } = from;
    let game = &at.game;
    let eye = match way {
        Way::Alone { .. } => Some(own.ok_or_else(|| {
            ServiceError::Denied("only the player of a seat can fork the game as that seat saw it")
        })?),
        Way::Together if *freely => {
            return Err(ServiceError::refused(
                "the game is over; fork its full position and invite the others",
            ));
        }
        Way::Together if game.people.len() < 2 => {
            return Err(ServiceError::Denied(
                "there are no other players to invite; fork the game \
                for yourself",
            ));
        }
        Way::Freely { .. } if !freely => {
            return Err(ServiceError::Denied(
                "a running game can only be forked for its players; \
                wait until it is over",
            ));
        }
        Way::Together | Way::Freely { .. } => None,
    };
    let then = game.history().at(game.log.end_of(*step))?;
    if then.position.outcome().is_some() {
        return Err(ServiceError::refused(
            "the game was already over at that step; choose an \
            earlier step",
        ));
    }
    let head = game.log.after(game.log.end_of(*step - 1)).next().map(|entry| entry.event.hash);
    let head = head.map(|hash| hash.hex()).unwrap_or_default();
    let together = matches!(way, Way::Together);
    let game_id = game.id.to_string();
    let fork = Fork {
        game: game_id,
        step: *step,
        hash: head,
        viewer: eye,
        same_players: together,
        spectator: together,
    };
    Ok(ForkStart { position: then.position, fork, people: game.people.clone() })
}

/// Checks whether a game can be forked at a step at all.
fn may_fork(game: &Game, step: Step) -> Result<(), ServiceError> {
    let why = match game.started() {
        _ if game.status.fork.is_some() => {
            "this game is a fork; fork the original game instead".to_owned()
        }
        None => "the game has not started".to_owned(),
        Some(first) if step < first => format!(
            "the game started at step {first}; choose a later \
            step"
        ),
        Some(_) if step > game.step() => {
            format!("there is no step {step}; the last one is step {}", game.step())
        }
        Some(_) => return Ok(()),
    };
    Err(ServiceError::refused(why))
}

/// Returns the name that identifies a fork in lists.
fn name(game: &Game, step: Step) -> String {
    let end = format!(", step {step}");
    let room = NAME_LIMIT - "Fork of ".len() - end.chars().count();
    let of: String = game.status.name.chars().take(room).collect();
    format!("Fork of {}{end}", of.trim_end())
}

/// Returns the original table for one person and bots.
fn alone(parent: &Game, own: Option<Seat>, bot: &str, name: String) -> NewTable {
    let table = parent.status.table.clone();
    let others = Seat::all(table.seats).filter(|seat| Some(*seat) != own);
    NewTable {
        title: parent.title.about().key.to_owned(),
        name,
        // If every seat had sealed its orders, the reveal delay is needed to open them.
        pace: Pace { reveal_delay: parent.status.pace.reveal_delay, ..Pace::of(None) },
        consent: parent.status.consent,
        public: false,
        own_seat: own,
        salt: String::new(),
        bots: others.map(|seat| (seat, bot.to_owned())).collect(),
        table,
    }
}

/// Returns the original table for the same people. The forking player is seated at once; seats
/// without a person get a bot.
fn together(parent: &Game, own: Option<Seat>, name: String) -> NewTable {
    let status = &parent.status;
    let stand_in = |seat: Seat| status.seats.bot(seat).unwrap_or(STAND_IN).to_owned();
    let unmanned = Seat::all(status.table.seats).filter(|seat| !status.seats.attended(*seat));
    NewTable {
        own_seat: own,
        bots: unmanned.map(|seat| (seat, stand_in(seat))).collect(),
        pace: status.pace.clone(),
        ..alone(parent, None, "", name)
    }
}

/// The bot for seats whose player has left the game.
const STAND_IN: &str = "steady";
