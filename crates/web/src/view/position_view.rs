//! The view model of a position without a stored game, for first games and worked examples. It uses
//! the same parts as a game's page.

use crate::view::board::{Drawing, drawn};
use crate::view::game_view::areas;
use crate::view::game_view::board::BoardPart;
use crate::view::game_view::orders::{CardOrders, Offered, OrdersPart};
use crate::{guides::handbook, shared::paths};
use ravenpost_rules::view::changes::Changes;
use ravenpost_rules::{About, Position, Seat, SeatName, Viewer};

/// The view model, with the fields that the game templates need.
pub struct PositionView {
    pub address: String,
    /// Empty: forms on this page change nothing, so they need no key.
    pub key: String,
    /// The address of the page with the orders; empty on that page itself.
    pub orders_on: String,
    pub table: TitlePart,
    pub board: BoardPart,
    pub orders: OrdersPart,
    pub time: NoTime,
    asks: bool,
}

/// The title of the position.
pub struct TitlePart {
    pub title_address: String,
    /// The names of the seats, in seat order.
    pub called: Vec<SeatName>,
    about: &'static About,
}

/// Fields that the order forms of a game expect; unused here.
pub struct NoTime {
    pub last_step: u8,
}

impl TitlePart {
    /// Returns the address of a rule of the title.
    pub fn rule(&self, point: &str) -> String {
        handbook::address(self.about, point)
    }
}

/// The seat that may give orders, and the addresses of orders about areas.
pub struct Asking<'a> {
    pub seat: Seat,
    /// Restricts the orders to this area.
    pub area: Option<&'a str>,
    pub to: &'a dyn Fn(&str) -> String,
}

impl PositionView {
    /// Builds the view of a position. Differences from `before` are highlighted on the board.
    pub fn of(
        position: &dyn Position,
        before: Option<&dyn Position>,
        viewer: Viewer,
        asking: Option<&Asking<'_>>,
    ) -> PositionView {
        let about = position.title().about();
        let mut seen = position.present(viewer);
        if let Some(before) = before {
            Changes::between(&before.present(viewer), &seen).mark(&mut seen.scene);
        }
        let (mut linked, mut orders) = (Vec::new(), OrdersPart::default());
        if let Some(Asking { seat, area, to }) = asking {
            let (offers, places) = (position.offers(*seat), position.places(*seat));
            linked = areas(&offers, &places);
            let area = area.filter(|area| linked.iter().any(|known| known == area));
            orders = OrdersPart::offering(
                Offered { offers, aside: Vec::new(), places: &places },
                area,
                &seen,
                *to,
            );
        }
        let target = |slug: &String| asking.map(|asking| (slug.clone(), (asking.to)(slug)));
        let targets = linked.iter().filter_map(target).collect();
        let drawn = drawn(&seen.scene, Drawing { targets, ..Drawing::default() });
        PositionView {
            address: String::new(),
            key: String::new(),
            orders_on: String::new(),
            table: TitlePart {
                title_address: paths::title(about),
                called: Seat::all(position.seats()).map(|seat| position.seat_name(seat)).collect(),
                about,
            },
            orders,
            board: BoardPart::seen(seen, drawn),
            time: NoTime { last_step: 0 },
            asks: asking.is_some(),
        }
    }

    /// Whether an order is expected here.
    pub fn mine(&self) -> bool {
        self.asks
    }

    /// Returns where the orders of a card in hand begin, and how many there are.
    pub fn orders_of(&self, card: &str) -> Option<CardOrders<'_>> {
        self.orders.of_card(card)
    }
}
