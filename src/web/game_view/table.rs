//! Which game a page shows, and who sits there.

use crate::service::game::contract;
use crate::service::game::seat_names::Occupant;
use crate::service::play::read_game::GameSight;
use crate::web::ending::Ending;
use crate::web::game_view::named;
use crate::web::viewpoint::Viewpoint;
use crate::web::{handbook, paths, words};
use ravenpost_log::GameId;
use ravenpost_log::act::Fork;
use ravenpost_log::table::status::Status;
use ravenpost_rules::bots;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{About, SeatName};
use ravenpost_store::lists::games::GameRow;

/// Which game it is, and who sits there.
pub struct TablePart {
    pub title: &'static str,
    pub title_address: String,
    about: &'static About,
    pub status: Status,
    /// What the seats are called, in seat order.
    pub called: Vec<SeatName>,
    pub seats: Vec<Occupant>,
    /// The seat of whoever looks, if that is a player.
    pub seat: Option<Occupant>,
    /// The game that it is a fork of, its address and the step.
    pub fork: Option<ForkOf>,
    /// Forks of this game that the viewer may see.
    pub forks: Vec<ForkLink>,
    /// Where it was played, if not here.
    pub origin: Option<String>,
    /// Who looks after the table, where that is one who plays there.
    pub organiser: Option<String>,
    /// Why the organiser has stopped the game, if it is stopped.
    pub frozen: Option<String>,
    /// Whether a seat waits for whoever comes first.
    pub vacant: bool,
    /// The bots of which one may stand in for the viewer now, the best player first.
    pub stand_ins: Vec<&'static str>,
    /// What was agreed on clocks, a sentence each.
    pub contract: Vec<String>,
    pub ending: Option<Ending>,
}

/// Where a game was forked from.
pub struct ForkOf {
    pub address: String,
    pub step: Step,
    /// From whose knowledge, if not from how it truly stood.
    pub eye: Option<SeatName>,
    /// Whether it is from what everybody may know.
    pub open: bool,
}

/// A fork of the game.
pub struct ForkLink {
    pub address: String,
    pub name: String,
    /// Whether it waits for those who were asked along.
    pub waits: bool,
}

impl TablePart {
    pub fn of(sight: GameSight, viewpoint: Viewpoint, called: Vec<SeatName>) -> TablePart {
        let (live, about) = (&sight.live, sight.live.title.about());
        TablePart {
            title: about.name,
            title_address: paths::title(about),
            about,
            status: live.course.status,
            seat: sight.seat.and_then(|seat| named(&sight.seats, seat)),
            fork: sight.course.fork.as_ref().map(|fork| fork_of(&sight, fork)),
            forks: sight.forks.iter().map(fork_link).collect(),
            origin: live.origin.as_deref().map(|origin| words::came(origin, viewpoint.zone)),
            organiser: contract::playing_organiser(live),
            frozen: live.course.frozen.as_ref().map(|frozen| frozen.reason.clone()),
            vacant: live.course.looks_for_somebody(),
            stand_ins: match sight.seat.filter(|own| live.may_go_away(*own, viewpoint.now)) {
                Some(_) => bots::all().iter().map(|bot| bot.name()).collect(),
                None => Vec::new(),
            },
            contract: contract::clock(&live.course.pace),
            ending: Ending::of(&sight, &sight.seats),
            seats: sight.seats,
            called,
        }
    }

    /// Where a point of the title's rules stands.
    pub fn rule(&self, point: &str) -> String {
        handbook::address(self.about, point)
    }
}

fn fork_of(sight: &GameSight, fork: &Fork) -> ForkOf {
    let game = GameId::parse(&fork.game).map(|game| paths::game(&game));
    ForkOf {
        address: format!("{}?at={}#when", game.unwrap_or_default(), fork.step),
        step: fork.step,
        eye: fork.viewer.map(|seat| sight.live.called(seat)),
        open: fork.spectator,
    }
}

fn fork_link(row: &GameRow) -> ForkLink {
    let waits = row.status == Status::Open;
    ForkLink { address: paths::game(&row.id), name: row.name.clone(), waits }
}
