//! `GET /games/{id}/clock`: how each deadline of a game is calculated, for running and past
//! prompts.

use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use serde::Deserialize;

use crate::http::error::PageError;
use crate::shared::access::Seated;
use crate::shared::game_request::{game_of, viewpoint, visible};
use crate::shared::layout::{Shell, html};
use crate::shared::pagination::{Addresses, Page};
use crate::shared::query::{Fields, lenient};
use crate::shared::viewpoint::Viewpoint;
use crate::shared::visitor::Visitor;
use crate::{
    Site,
    shared::{forms, paths, words},
};
use ravenpost_log::span::exact;
use ravenpost_log::table::clock_state::pending::{Part, Pending};
use ravenpost_log::table::status::Status;
use ravenpost_rules::Seat;
use ravenpost_service::game::clocks::contract;
use ravenpost_service::game::clocks::days_off::{day_words, named_days};
use ravenpost_service::game::clocks::deadline_words::{length, why};
use ravenpost_service::game::core::folded::clocks::{Ended, PastClock};
use ravenpost_service::game::table::seat_names::Occupant;
use ravenpost_service::play::read_game::VisibleGame;
use ravenpost_service::table::request_time::TimeRequest;

#[derive(Template)]
#[template(path = "games/clocks.html")]
struct ClockPage {
    shell: Shell,
    address: String,
    name: String,
    zone: &'static str,
    contract: Vec<String>,
    /// Whether all clocks are stopped.
    still: bool,
    /// The time in each bank; empty if the table has none.
    banks: Vec<Reserve>,
    /// Current and booked vacations.
    vacations: Vec<Reserve>,
    /// The visitor's remaining vacation, if they may take one.
    left: Option<String>,
    /// Whether the visitor has a vacation that can be ended.
    returns: bool,
    key: String,
    running: Vec<Row>,
    past: Vec<Row>,
    page: Page,
}

/// A prompt and its deadline.
struct Row {
    seat: Occupant,
    ask: String,
    asked: Moment,
    parts: Vec<PartRow>,
    due: Option<Moment>,
    /// Whether the visitor may extend the deadline or request an extension.
    may_extend: bool,
    /// Whether the visitor is waiting for the seat and may nudge it.
    may_nudge: bool,
    mine: bool,
    /// How it ended; empty while it runs.
    ended: &'static str,
    over: Option<Moment>,
}

/// The bank or vacation of a seat, in words.
struct Reserve {
    seat: Occupant,
    words: String,
}

impl Reserve {
    fn banks(visible: &VisibleGame) -> Vec<Reserve> {
        let bank = |seat: &Occupant| {
            let words = exact(visible.status.seats.bank(seat.seat)?);
            Some(Reserve { seat: seat.clone(), words })
        };
        visible.seats.iter().filter_map(bank).collect()
    }

    fn vacations(visible: &VisibleGame, viewpoint: Viewpoint) -> Vec<Reserve> {
        let one = |seat: &Occupant| {
            let own = visible.status.vacations.of(seat.seat, viewpoint.now)?;
            let [first, last] = named_days(own.from, own.to).map(day_words);
            let words = format!("{first} to {last}");
            Some(Reserve { seat: seat.clone(), words })
        };
        visible.seats.iter().filter_map(one).collect()
    }
}

struct PartRow {
    why: String,
    length: String,
}

/// A time in words and in machine-readable form.
struct Moment {
    machine: String,
    words: String,
}

impl Row {
    fn of(visible: &VisibleGame, seat: Seat, wait: &Pending, viewpoint: Viewpoint) -> Row {
        let moment =
            |at| Moment { machine: words::machine(at), words: words::short(at, viewpoint.zone) };
        let part =
            |part: &Part| PartRow { why: words::capital(why(part.why)), length: length(part) };
        let occupant = visible.seats.iter().find(|one| one.seat == seat).cloned();
        Row {
            seat: occupant.expect("awaited seats are seats of the table"),
            ask: wait.ask.predicate().to_owned(),
            asked: moment(wait.asked),
            parts: wait.parts.iter().map(part).collect(),
            due: wait.due.map(moment),
            may_extend: false,
            may_nudge: false,
            mine: visible.seat == Some(seat),
            ended: "",
            over: None,
        }
    }

    fn past(visible: &VisibleGame, past: &PastClock, viewpoint: Viewpoint) -> Row {
        let ended = match past.how {
            Ended::Answered => "moved",
            Ended::Lapsed => "timed out, default move played",
            Ended::Otherwise => "ended",
        };
        let over = Moment {
            machine: words::machine(past.over),
            words: words::short(past.over, viewpoint.zone),
        };
        Row { ended, over: Some(over), ..Row::of(visible, past.seat, &past.wait, viewpoint) }
    }
}

/// The form for more time or a reminder.
#[derive(Default, Deserialize)]
#[serde(default)]
struct SeatForm {
    #[serde(deserialize_with = "lenient")]
    seat: Option<u8>,
    reason: String,
}

/// `POST /games/{id}/extend`: more time for the visitor's own seat or another.
pub async fn extend(asked: Seated, site: Data<Site>) -> Result<HttpResponse, PageError> {
    let SeatForm { seat, reason } = asked.fields.parse()?;
    let time = TimeRequest { seat: seat.map_or(asked.seat, Seat), reason };
    let key = asked.key("extend_time")?;
    site.service.tables().ask_for_time(site.now(), &asked.game, asked.player, &time, &key).await?;
    Ok(asked.redirect("/clock", "time-asked"))
}

/// `POST /games/{id}/nudge`: reminds an awaited seat.
pub async fn nudge(asked: Seated, site: Data<Site>) -> Result<HttpResponse, PageError> {
    let seat = asked.fields.parse::<SeatForm>()?.seat.map(Seat);
    let key = asked.key("nudge")?;
    site.service.tables().nudge(site.now(), &asked.game, asked.player, seat, &key).await?;
    Ok(asked.redirect("/clock", "nudged"))
}

pub async fn show(
    shell: Shell,
    site: Data<Site>,
    visitor: Visitor,
    path: Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, PageError> {
    let visible = visible(&site, &visitor, &game_of(&path)?, None).await?;
    let viewpoint = viewpoint(&site, &visitor, None);
    let address = paths::game(&visible.game.id);
    let past = visible.game.clocks().past_clocks()?;
    let path = format!("{address}/clock");
    let way = Addresses { path: &path, parameters: &[], field: "page", part: "#past" };
    let page = Page::newest(&Fields::read(request.query_string()), past.len(), way)?;
    let nudged = visible.seat.map(|own| visible.game.conduct().may_nudge_all(own, viewpoint.now));
    let nudged = nudged.unwrap_or_default();
    let waits = visible.status.clocks.waits.iter();
    let running = waits.map(|(seat, wait)| {
        let may = |own| visible.game.clocks().may_ask_for_time(own, *seat, viewpoint.now);
        let may_extend = visible.seat.is_some_and(may);
        let may_nudge = nudged.contains(seat);
        Row { may_extend, may_nudge, ..Row::of(&visible, *seat, wait, viewpoint) }
    });
    let running = running.collect();
    let name = visible.status.name.clone();
    let own = visible.seat.filter(|_| visible.status.state == Status::Running);
    let returns = own.is_some_and(|own| visible.status.vacations.of(own, viewpoint.now).is_some());
    let left = own.filter(|_| !returns).and_then(|own| visible.status.vacation_left(own));
    html(ClockPage {
        shell: shell.titled(&format!("Clocks: {name}")).of_game(visible.seat.is_some()),
        address,
        name,
        zone: viewpoint.zone.name(),
        contract: contract::clock(&visible.status.pace),
        still: visible.status.stops.since().is_some(),
        banks: Reserve::banks(&visible),
        vacations: Reserve::vacations(&visible, viewpoint),
        left: left.filter(|left| !left.is_zero()).map(words::span),
        returns,
        key: forms::random(),
        running,
        past: past[page.range()]
            .iter()
            .rev()
            .map(|one| Row::past(&visible, one, viewpoint))
            .collect(),
        page,
    })
}
