//! The game's title, players and settings.

use crate::shared::viewpoint::Viewpoint;
use crate::view::ending::Ending;
use crate::view::game_view::named;
use crate::{
    guides::handbook,
    shared::{paths, words},
};
use ravenpost_log::GameId;
use ravenpost_log::act::Fork;
use ravenpost_log::table::status::Status;
use ravenpost_rules::bots;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{About, Presentation, SeatName, SeatSummary};
use ravenpost_service::game::clocks::contract;
use ravenpost_service::game::table::seat_names::Occupant;
use ravenpost_service::play::read_game::VisibleGame;
use ravenpost_store::lists::games::GameRow;

pub struct TablePart {
    pub title: &'static str,
    pub title_address: String,
    about: &'static About,
    pub status: Status,
    /// The names of the seats, in seat order.
    pub called: Vec<SeatName>,
    pub seats: Vec<Occupant>,
    /// What the viewer may know of each seat, in a line.
    summary: Vec<SeatSummary>,
    /// The title's word for points; empty if it has none.
    pub points: &'static str,
    /// The viewer's own seat, if any.
    pub seat: Option<Occupant>,
    /// The origin of a fork.
    pub fork: Option<ForkOf>,
    /// Forks of this game that the viewer may see.
    pub forks: Vec<ForkLink>,
    /// The origin of an imported game.
    pub origin: Option<String>,
    /// The organiser's name, if the organiser also plays.
    pub organiser: Option<String>,
    /// The organiser's reason for freezing the game, if it is frozen.
    pub frozen: Option<String>,
    /// Whether a seat is open to the first player who joins.
    pub vacant: bool,
    /// Bots that can substitute for the viewer now, strongest first.
    pub stand_ins: Vec<&'static str>,
    /// The clock settings, one per sentence.
    pub contract: Vec<String>,
    pub ending: Option<Ending>,
}

/// The game and step from which a game was forked.
pub struct ForkOf {
    pub address: String,
    pub step: Step,
    /// The seat whose knowledge it uses, if it does not continue the true position.
    pub eye: Option<SeatName>,
    /// Whether it uses only public knowledge.
    pub open: bool,
}

pub struct ForkLink {
    pub address: String,
    pub name: String,
    /// Whether it is waiting for invited players.
    pub waits: bool,
}

impl TablePart {
    pub fn of(
        visible: &VisibleGame,
        seen: &Presentation,
        viewpoint: Viewpoint,
        called: Vec<SeatName>,
    ) -> TablePart {
        let (game, about) = (&visible.game, visible.game.title.about());
        TablePart {
            title: about.name,
            title_address: paths::title(about),
            about,
            status: game.status.state,
            seat: visible.seat.and_then(|seat| named(&visible.seats, seat)),
            fork: visible.status.fork.as_ref().map(|fork| fork_of(visible, fork)),
            forks: visible.forks.iter().map(fork_link).collect(),
            origin: game.origin.as_deref().map(|origin| words::came(origin, viewpoint.zone)),
            organiser: contract::playing_organiser(game),
            frozen: game.status.stops.frozen.as_ref().map(|frozen| frozen.reason.clone()),
            vacant: game.status.looks_for_somebody(),
            stand_ins: match visible
                .seat
                .filter(|own| game.conduct().may_go_away(*own, viewpoint.now))
            {
                Some(_) => bots::all().iter().map(|bot| bot.name()).collect(),
                None => Vec::new(),
            },
            contract: contract::clock(&game.status.pace),
            ending: Ending::of(visible, &visible.seats),
            seats: visible.seats.clone(),
            summary: seen.summary.clone(),
            points: seen.standing.points,
            called,
        }
    }

    /// Returns what the viewer may know of a seat, in a line.
    pub fn summary_of(&self, one: &Occupant) -> Option<&SeatSummary> {
        self.summary.iter().find(|known| known.seat == one.seat)
    }

    /// Returns the address of a rule of the title.
    pub fn rule(&self, point: &str) -> String {
        handbook::address(self.about, point)
    }
}

fn fork_of(visible: &VisibleGame, fork: &Fork) -> ForkOf {
    let game = GameId::parse(&fork.game).map(|game| paths::game(&game));
    ForkOf {
        address: format!("{}?at={}#when", game.unwrap_or_default(), fork.step),
        step: fork.step,
        eye: fork.viewer.map(|seat| visible.game.called(seat)),
        open: fork.spectator,
    }
}

fn fork_link(row: &GameRow) -> ForkLink {
    let waits = row.status == Status::Open;
    ForkLink { address: paths::game(&row.id), name: row.name.clone(), waits }
}
