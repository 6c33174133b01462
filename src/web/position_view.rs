//! A position without a stored game behind it, in the parts of which a game's page is made: the
//! first game of a title, and its worked examples.

use crate::web::board::drawn;
use crate::web::game_view::areas;
use crate::web::game_view::board::BoardPart;
use crate::web::game_view::orders::{CardOrders, Offered, OrdersPart};
use crate::web::{handbook, paths};
use ravenpost_rules::changes::Changes;
use ravenpost_rules::{About, Position, Seat, SeatName, Viewer};

/// What a game's templates ask of it, for a position.
pub struct PositionView {
    pub address: String,
    /// No form here changes anything, so none needs a key.
    pub key: String,
    /// The page that orders stand on: this one.
    pub orders_on: String,
    pub table: TitlePart,
    pub board: BoardPart,
    pub orders: OrdersPart,
    pub time: NoTime,
    asks: bool,
}

/// Which title it is.
pub struct TitlePart {
    pub title_address: String,
    /// What the seats are called, in seat order.
    pub called: Vec<SeatName>,
    about: &'static About,
}

/// What the forms of a game carry along, and nothing here needs.
pub struct NoTime {
    pub last_step: u8,
}

impl TitlePart {
    /// Where a point of the title's rules stands.
    pub fn rule(&self, point: &str) -> String {
        handbook::address(self.about, point)
    }
}

/// Who may order something on a position, and where orders about a place stand.
pub struct Asking<'a> {
    pub seat: Seat,
    /// Only orders about this area are asked for.
    pub area: Option<&'a str>,
    pub to: &'a dyn Fn(&str) -> String,
}

impl PositionView {
    /// A position as a viewer sees it, with what differs from the one before marked on the board.
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
        let drawn = drawn(&seen.scene, linked.iter().filter_map(target).collect());
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

    /// Whether somebody is asked for an order here.
    pub fn mine(&self) -> bool {
        self.asks
    }

    /// Where the orders of a card in hand begin, and how many there are.
    pub fn orders_of(&self, card: &str) -> Option<CardOrders<'_>> {
        self.orders.of_card(card)
    }
}
