//! The awaited seats and their deadlines.

use crate::shared::viewpoint::Viewpoint;
use crate::shared::words;
use crate::view::game_view::named;
use ravenpost_emails::parts::times::soon;
use ravenpost_log::table::clock_state::pending::Pending;
use ravenpost_rules::text::phrase::small;
use ravenpost_rules::{Seat, description};
use ravenpost_service::game::clocks::deadline_words::special;
use ravenpost_service::game::table::seat_names::Occupant;
use ravenpost_service::play::read_game::VisibleGame;

/// An awaited seat.
pub struct WaitView {
    pub seat: Occupant,
    /// What follows the seat's name, or the whole prompt if the seat is the viewer's.
    pub ask: String,
    /// What the seat must do: "play a card". A question begins with a capital.
    pub action: String,
    pub since: String,
    pub due: Option<Due>,
    /// An explanation of the deadline, if it does not follow from the pace alone.
    pub why: Option<String>,
    pub mine: bool,
    /// Whether the game continues without waiting for the seat.
    pub absent: bool,
    /// The viewer's default order on timeout.
    pub then: Option<Then>,
    /// When a saved instruction of the viewer answers automatically.
    pub by_itself: Option<ByItself>,
}

/// The time of an automatic answer, which only its player may see.
pub struct ByItself {
    pub machine: String,
    pub moment: String,
}

/// A default order and its description.
pub struct Then {
    pub order: String,
    /// Empty if the description adds nothing to the order.
    pub words: String,
}

/// A deadline.
pub struct Due {
    pub machine: String,
    pub moment: String,
    pub left: String,
    /// Whether less than a fifth of the time is left.
    pub short: bool,
}

pub(super) fn waits(visible: &VisibleGame, viewpoint: Viewpoint) -> Vec<WaitView> {
    let status = &visible.status;
    // No clock runs while the game is paused.
    if status.stops.since().is_some() {
        return Vec::new();
    }
    let one = |(seat, wait): (&Seat, &Pending)| WaitView {
        seat: named(&visible.seats, *seat).expect("awaited seats are seats of the table"),
        ask: wait.ask.after_name(visible.game.viewer(visible.seat)).to_owned(),
        action: match wait.ask.is_question() {
            true => wait.ask.action().to_owned(),
            false => small(wait.ask.action()),
        },
        since: words::short(wait.asked, viewpoint.zone),
        due: wait.due.map(|due| Due {
            machine: words::machine(due),
            moment: words::moment(due, viewpoint.zone),
            left: words::left(due, viewpoint.now),
            short: (due - viewpoint.now) * 5 < due - wait.since,
        }),
        why: special(wait),
        absent: status.is_not_awaited(*seat),
        mine: visible.seat == Some(*seat),
        then: visible.fallback.clone().filter(|_| visible.seat == Some(*seat)).map(|order| {
            let words = description(&visible.offers, &order).unwrap_or_default();
            Then { words: words.to_owned(), order }
        }),
        by_itself: visible.answers_at.filter(|_| visible.seat == Some(*seat)).map(|at| ByItself {
            machine: words::machine(at),
            moment: soon(at, viewpoint.now, viewpoint.zone),
        }),
    };
    status.clocks.waits.iter().map(one).collect()
}
