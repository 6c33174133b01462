//! The game's title, players and settings.

use chrono::TimeDelta;

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
use ravenpost_rules::{About, Presentation, Seat, SeatName, SeatSummary, Term};
use ravenpost_service::game::clocks::contract;
use ravenpost_service::game::table::seat_names::Occupant;
use ravenpost_service::play::presence::Presence;
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
    /// When other players were last here: "here today".
    presence: Vec<(Seat, String)>,
    /// What the viewer may know of each seat, in a line.
    summary: Vec<SeatSummary>,
    /// The terms in these lines and in the headline, for beginners.
    pub terms: Vec<&'static Term>,
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
    /// Whether the viewer gets the turn emails of this game, if it is against bots only.
    pub practice_emails: Option<bool>,
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
            vacant: game.status.has_seat_to_take_over(),
            stand_ins: match visible
                .seat
                .filter(|own| game.conduct().may_go_away(*own, viewpoint.now))
            {
                Some(_) => bots::all().iter().map(|bot| bot.name()).collect(),
                None => Vec::new(),
            },
            practice_emails: visible.practice_emails,
            contract: contract::clock(&game.status.pace),
            ending: Ending::of(visible, &visible.seats),
            presence: visible.presence.iter().map(|one| (one.seat, here(one, viewpoint))).collect(),
            seats: visible.seats.clone(),
            summary: seen.summary.clone(),
            terms: terms(about, seen),
            points: seen.standing.points,
            called,
        }
    }

    /// Returns what the viewer may know of a seat, in a line.
    pub fn summary_of(&self, one: &Occupant) -> Option<&SeatSummary> {
        self.summary.iter().find(|known| known.seat == one.seat)
    }

    /// Returns when a player was last here, if the viewer may know it.
    pub fn presence_of(&self, one: &Occupant) -> Option<&str> {
        let known = self.presence.iter().find(|(seat, _)| *seat == one.seat && !one.bot);
        known.map(|(_, words)| words.as_str())
    }

    /// Returns what a word in the lines of the players means, if the title explains it.
    pub fn meaning(&self, word: &str) -> Option<&'static str> {
        self.about.term(word).map(|term| term.meaning)
    }

    /// Returns the address of a rule of the title.
    pub fn rule(&self, point: &str) -> String {
        handbook::address(self.about, point)
    }
}

/// Returns the terms that the lines of the seats and the headline use.
fn terms(about: &About, seen: &Presentation) -> Vec<&'static Term> {
    let facts = || seen.summary.iter().flat_map(|line| &line.facts);
    let headline = seen.headline.to_lowercase();
    let is_used = |term: &&Term| {
        let shown = facts().any(|fact| term.is(&fact.label)) || term.is(seen.standing.points);
        shown || term.words.iter().any(|word| headline.contains(&word.to_lowercase()))
    };
    about.terms.iter().filter(is_used).collect()
}

/// When a player was last here, in words: by the hour on the same day, otherwise by the day.
fn here(one: &Presence, viewpoint: Viewpoint) -> String {
    let this_hour = viewpoint.now - one.hour < TimeDelta::hours(1);
    if this_hour && !one.by_day {
        return "here this hour".to_owned();
    }
    let day = |at| viewpoint.zone.local(at).date_naive();
    match (day(viewpoint.now) - day(one.hour)).num_days() {
        ..=0 => "here today".to_owned(),
        1 => "here yesterday".to_owned(),
        days => format!("here {days} days ago"),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::viewpoint::Zoom;
    use chrono::{DateTime, Utc};
    use ravenpost_zone::Zone;

    #[test]
    fn presence_is_shown_by_the_hour_and_then_by_the_day() {
        let now: DateTime<Utc> = "2026-11-20T12:59:00Z".parse().unwrap();
        let (zone, zoom) = (Zone::or_utc("Europe/Stockholm"), Zoom::default());
        let (area, tab, play, page) = (None, None, None, None);
        let viewpoint = Viewpoint { now, zone, area, tab, play, zoom, page };
        let said = |hour: &str, by_day| {
            let hour = hour.parse().unwrap();
            here(&Presence { seat: Seat(2), hour, by_day }, viewpoint)
        };
        assert_eq!(said("2026-11-20T12:00:00Z", false), "here this hour");
        assert_eq!(said("2026-11-20T12:00:00Z", true), "here today");
        assert_eq!(said("2026-11-20T11:00:00Z", false), "here today");
        assert_eq!(said("2026-11-19T23:00:00Z", false), "here today", "in the reader's zone");
        assert_eq!(said("2026-11-19T22:00:00Z", true), "here yesterday");
        assert_eq!(said("2026-11-17T12:00:00Z", false), "here 3 days ago");
    }
}
