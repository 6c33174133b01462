//! The view model of a game's page, built from what the service reveals to the viewer.
//!
//! It never handles game state, so it cannot leak hidden information.

mod awaited;
pub mod board;
pub mod groups;
pub mod orders;
mod table;
mod tabs;
mod time;

use self::board::BoardPart;
use self::orders::{CardOrders, OrdersPart};
use self::table::TablePart;
use self::tabs::{TabContent, Tabs};
use self::time::TimePart;
use crate::shared::viewpoint::Viewpoint;
use crate::view::board::{Drawing, seat_names};
use crate::view::news::Chapter;
use crate::view::talk_view::{TalkLine, TalkView};
use crate::view::vote_view::VoteView;
use crate::{
    shared::{forms, paths, query::pairs},
    view::news,
};
use ravenpost_log::GameId;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::view::changes::Changes;
use ravenpost_rules::{Form, Group, Presentation, Seat};
use ravenpost_service::ServiceError;
use ravenpost_service::game::history::story::NarratedEvent;
use ravenpost_service::game::table::seat_names::Occupant;
use ravenpost_service::play::look::{Eye, Look};
use ravenpost_service::play::read_game::VisibleGame;

/// The number of log steps on the game page; the full log has its own page.
const RECENT: usize = 40;

/// The number of the viewer's own messages at the start of a replay from their last order.
const OWN_WORDS: usize = 3;

/// The view model for the game page's template.
pub struct GameView {
    pub id: GameId,
    /// `/games/...`, without a trailing slash.
    pub address: String,
    /// The address of the page with the orders, for links to them. Empty on that page itself.
    pub orders_on: String,
    pub name: String,
    pub key: String,
    pub table: TablePart,
    pub board: BoardPart,
    pub orders: OrdersPart,
    pub time: TimePart,
    pub log: Vec<Chapter>,
    /// The open vote, if any.
    pub vote: Option<VoteView>,
    /// Messages and notes; None for viewers without a seat.
    pub talk: Option<TalkView>,
    /// The tabs below the grid, of which one is shown at a time.
    pub tabs: Tabs,
}

impl GameView {
    /// Builds the view model.
    pub fn of(mut visible: VisibleGame, viewpoint: Viewpoint) -> Result<GameView, ServiceError> {
        call_oneself_you(&mut visible);
        let steps = visible.story(visible.recent(RECENT))?;
        let mut seen = visible.presentation.take().unwrap_or_default();
        match &visible.compared {
            Some(compared) => compared.changes.mark(&mut seen.scene),
            None => {
                crate::view::board::mark_last(&mut seen.scene, &steps);
                if let Some(recent) = &visible.recently {
                    recent.trace(&mut seen.scene);
                }
            }
        }
        let linked = areas(&visible.offers, &visible.places);
        GameView::with(visible, viewpoint, &steps, Seen { shown: seen, choose_at: None, linked })
    }

    /// Builds the same view model for a preview, showing the board and panels of a hypothetical
    /// position.
    pub fn showing(
        mut visible: VisibleGame,
        viewpoint: Viewpoint,
        mut would_be: Presentation,
    ) -> Result<GameView, ServiceError> {
        call_oneself_you(&mut visible);
        if let Some(is) = &visible.presentation {
            let changes = Changes::between(is, &would_be);
            changes.mark(&mut would_be.scene);
        }
        let steps = visible.story(visible.recent(RECENT))?;
        let choose_at = visible.presentation.take();
        let seen = Seen { shown: would_be, choose_at, linked: Vec::new() };
        GameView::with(visible, viewpoint, &steps, seen)
    }

    fn with(
        mut visible: VisibleGame,
        viewpoint: Viewpoint,
        steps: &[NarratedEvent],
        seen: Seen,
    ) -> Result<GameView, ServiceError> {
        let Seen { shown: seen, choose_at, linked } = seen;
        // The board stays as it is.
        let target = |area: &String| {
            let address = paths::orders_about(&visible.game.id, area);
            (area.clone(), viewpoint.zoom.on(&address))
        };
        let drawing = Drawing {
            targets: linked.iter().map(target).collect(),
            own: visible.seat,
            zoom: viewpoint.zoom,
            address: Some(viewpoint.page.map_or_else(
                || page(&paths::game(&visible.game.id), &visible, viewpoint),
                ToOwned::to_owned,
            )),
        };
        let drawn = crate::view::board::drawn(&seen.scene, drawing);
        let called = seat_names(&visible);
        let area = viewpoint.area.filter(|area| linked.iter().any(|known| known == area));
        // The clock settings name orders; building them first leaves the orders to the page.
        let time = TimePart::of(&mut visible, viewpoint, steps)?;
        let cards = choose_at.as_ref().unwrap_or(&seen);
        let orders = OrdersPart::of(&mut visible, viewpoint, area, cards);
        let talk = TalkView::of(&visible, viewpoint);
        let shown = TabContent {
            own: &seen.own,
            panels: &seen.panels,
            standing: !orders.aside.is_empty(),
            talk: talk.as_ref(),
        };
        let address = paths::game(&visible.game.id);
        Ok(GameView {
            tabs: Tabs::of(&address, &shown, &time.bar, viewpoint),
            address,
            orders_on: String::new(),
            id: visible.game.id.clone(),
            name: visible.status.name.clone(),
            key: forms::random(),
            log: news::chapters(steps, &visible, viewpoint, RECENT),
            vote: VoteView::of(&visible.game, visible.seat.map(Some), viewpoint)
                .filter(|_| !time.bar.past),
            talk,
            table: TablePart::of(&visible, &seen, viewpoint, called.clone()),
            board: BoardPart::of(&mut visible, seen, drawn, &called),
            orders,
            time,
        })
    }

    /// Whether the occupant is the viewer.
    pub fn is_own(&self, one: &Occupant) -> bool {
        self.table.seat.as_ref().is_some_and(|own| own.seat == one.seat)
    }

    /// Whether the viewer has to give an order now.
    pub fn mine(&self) -> bool {
        !self.time.bar.past && self.time.waits.iter().any(|wait| wait.mine)
    }

    /// Returns the messages to show with the current step of a replay from the viewer's last order.
    /// The first step shows the viewer's last own messages; later steps show those sent since the
    /// previous one.
    pub fn words_since(&self) -> Vec<&TalkLine> {
        let (Some(own), Some(talk)) = (self.time.bar.own, &self.talk) else { return Vec::new() };
        let (at, since) = (self.time.at, self.time.bar.since);
        let lines = talk.lines.iter().filter(|line| line.step <= at);
        if at > own {
            return lines.filter(|line| line.step > since).collect();
        }
        let mine: Vec<&TalkLine> = lines.filter(|line| line.mine).collect();
        mine[mine.len().saturating_sub(OWN_WORDS)..].to_vec()
    }

    /// Returns where the orders of a card in hand begin, and how many there are.
    pub fn orders_of(&self, card: &str) -> Option<CardOrders<'_>> {
        self.orders.of_card(card)
    }
}

/// What the page shows.
struct Seen {
    /// The board and panels.
    shown: Presentation,
    /// The position with the cards to choose from, if another one is shown.
    choose_at: Option<Presentation>,
    /// The areas that link to the orders about them.
    linked: Vec<String>,
}

/// Returns the address of the page as it is shown, without the part of the board.
fn page(game: &str, visible: &VisibleGame, viewpoint: Viewpoint<'_>) -> String {
    let step = |name, step: Option<Step>| step.map(|step| format!("{name}={step}"));
    let Look { at, from, every, own, .. } = visible.look;
    let eye = match visible.look.eye {
        Eye::Own => None,
        Eye::Now => Some("eye=now".to_owned()),
        Eye::Open => Some("eye=open".to_owned()),
        Eye::Seat(seat) => Some(format!("eye={}", seat.0)),
    };
    let area = viewpoint.area.map(|area| pairs(&[("area", area)]));
    let every = every.then(|| "every=1".to_owned());
    let fields = [step("at", at), step("from", from), eye, every, step("own", own), area];
    match fields.into_iter().flatten().collect::<Vec<_>>().join("&") {
        fields if fields.is_empty() => game.to_owned(),
        fields => format!("{game}?{fields}"),
    }
}

/// Replaces the viewer's own name with "you".
fn call_oneself_you(visible: &mut VisibleGame) {
    for one in visible.seats.iter_mut().filter(|one| Some(one.seat) == visible.seat) {
        one.name = Some("you".to_owned());
    }
}

fn named(seats: &[Occupant], seat: Seat) -> Option<Occupant> {
    seats.iter().find(|known| known.seat == seat).cloned()
}

/// Returns the areas that have orders, sorted and without duplicates.
pub fn areas(groups: &[Group], places: &[(String, Vec<Form>)]) -> Vec<String> {
    let offers = groups.iter().flat_map(|group| &group.offers);
    let mut areas: Vec<String> = offers.filter_map(|offer| offer.area.clone()).collect();
    areas.extend(places.iter().map(|(area, _)| area.clone()));
    areas.sort();
    areas.dedup();
    areas
}
