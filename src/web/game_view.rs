//! A game as its page shows it: the service's sight put into the order and the words of the page.
//!
//! Works on sights, groups and told facts only; there is no state in here to leak.

pub mod board;
pub mod groups;
pub mod orders;
mod table;
mod tabs;
mod time;
mod waits;

use self::board::BoardPart;
use self::orders::{CardOrders, OrdersPart};
use self::table::TablePart;
use self::tabs::{TabContent, Tabs};
use self::time::TimePart;
use crate::service::ServiceError;
use crate::service::game::seat_names::Occupant;
use crate::service::game::story::ToldEvent;
use crate::service::play::read_game::GameSight;
use crate::web::board::seat_names;
use crate::web::news::Chapter;
use crate::web::talk_view::{TalkLine, TalkView};
use crate::web::viewpoint::Viewpoint;
use crate::web::vote_view::VoteView;
use crate::web::{forms, news, paths};
use ravenpost_log::GameId;
use ravenpost_rules::changes::Changes;
use ravenpost_rules::{Form, Group, Presentation, Seat};

/// Steps of the log on the game page itself; the rest has a page of its own.
const RECENT: usize = 40;

/// Own words that a replay from the viewer's last order begins with.
const OWN_WORDS: usize = 3;

/// Everything the game page's template needs.
pub struct GameView {
    pub id: GameId,
    /// `/games/...`, without a slash at the end.
    pub address: String,
    /// The page that orders stand on, for links to them; nothing where it is this one.
    pub orders_on: String,
    pub name: String,
    pub key: String,
    pub table: TablePart,
    pub board: BoardPart,
    pub orders: OrdersPart,
    pub time: TimePart,
    pub log: Vec<Chapter>,
    /// What is put to the vote.
    pub vote: Option<VoteView>,
    /// Words and notes; nothing for who has no seat.
    pub talk: Option<TalkView>,
    /// What stands under the grid, one at a time.
    pub tabs: Tabs,
}

impl GameView {
    /// Puts a sight into the page's order.
    pub fn of(mut sight: GameSight, viewpoint: Viewpoint) -> Result<GameView, ServiceError> {
        call_oneself_you(&mut sight);
        let steps = sight.story(sight.recent(RECENT))?;
        let mut seen = sight.sight.take().unwrap_or_default();
        match &sight.compared {
            Some(compared) => compared.changes.mark(&mut seen.scene),
            None => crate::web::board::mark_last(&mut seen.scene, &steps),
        }
        let linked = areas(&sight.offers, &sight.places);
        GameView::with(sight, viewpoint, &steps, seen, linked)
    }

    /// The same page, but with the board and all that lies on the table as they would be.
    pub fn showing(
        mut sight: GameSight,
        viewpoint: Viewpoint,
        mut would_be: Presentation,
    ) -> Result<GameView, ServiceError> {
        call_oneself_you(&mut sight);
        if let Some(is) = &sight.sight {
            let changes = Changes::between(is, &would_be);
            changes.mark(&mut would_be.scene);
        }
        let steps = sight.story(sight.recent(RECENT))?;
        GameView::with(sight, viewpoint, &steps, would_be, Vec::new())
    }

    /// `seen` is shown as the board and what lies on the table; areas that are `linked` lead to
    /// their orders.
    fn with(
        mut sight: GameSight,
        viewpoint: Viewpoint,
        steps: &[ToldEvent],
        seen: Presentation,
        linked: Vec<String>,
    ) -> Result<GameView, ServiceError> {
        let target = |area: &String| (area.clone(), paths::orders_about(&sight.live.id, area));
        let drawn = crate::web::board::drawn(&seen.scene, linked.iter().map(target).collect());
        let called = seat_names(&sight);
        let area = viewpoint.area.filter(|area| linked.iter().any(|known| known == area));
        // The clocks name orders, which then go to the page.
        let time = TimePart::of(&mut sight, viewpoint, steps)?;
        let orders = OrdersPart::of(&mut sight, viewpoint, area, &seen);
        let talk = TalkView::of(&sight, viewpoint);
        let shown = TabContent {
            own: &seen.own,
            panels: &seen.panels,
            standing: !orders.aside.is_empty(),
            talk: talk.as_ref(),
        };
        let address = paths::game(&sight.live.id);
        Ok(GameView {
            tabs: Tabs::of(&address, &shown, &time.bar, viewpoint),
            address,
            orders_on: String::new(),
            id: sight.live.id.clone(),
            name: sight.course.name.clone(),
            key: forms::random(),
            log: news::chapters(steps, &sight, viewpoint, RECENT),
            vote: VoteView::of(&sight.live, sight.seat.map(Some), viewpoint)
                .filter(|_| !time.bar.past),
            talk,
            board: BoardPart::of(&mut sight, seen, drawn, &called),
            table: TablePart::of(sight, viewpoint, called),
            orders,
            time,
        })
    }

    /// Whether the viewer sits there.
    pub fn is_own(&self, one: &Occupant) -> bool {
        self.table.seat.as_ref().is_some_and(|own| own.seat == one.seat)
    }

    /// Whether the viewer is asked for an order now.
    pub fn mine(&self) -> bool {
        !self.time.bar.past && self.time.waits.iter().any(|wait| wait.mine)
    }

    /// What was said, for a replay from the viewer's last order: its own last words first, then
    /// what was said between a board and the next.
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

    /// Where the orders of a card in hand begin, and how many there are.
    pub fn orders_of(&self, card: &str) -> Option<CardOrders<'_>> {
        self.orders.of_card(card)
    }
}

/// On one's own page one is called so.
fn call_oneself_you(sight: &mut GameSight) {
    for one in sight.seats.iter_mut().filter(|one| Some(one.seat) == sight.seat) {
        one.name = Some("you".to_owned());
    }
}

fn named(seats: &[Occupant], seat: Seat) -> Option<Occupant> {
    seats.iter().find(|known| known.seat == seat).cloned()
}

/// Areas that orders are about.
pub fn areas(groups: &[Group], places: &[(String, Vec<Form>)]) -> Vec<String> {
    let offers = groups.iter().flat_map(|group| &group.offers);
    let mut areas: Vec<String> = offers.filter_map(|offer| offer.area.clone()).collect();
    areas.extend(places.iter().map(|(area, _)| area.clone()));
    areas.sort();
    areas.dedup();
    areas
}
