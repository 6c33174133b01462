//! The rules themselves: who is awaited, what is legal, what an order leads to.

use super::notation::Notation;
use super::run::Run;
use crate::about::{Preference, Table};
use crate::ask::Awaited;
use crate::orders::legal::Legal;
use crate::orders::refusal::Refusal;
use crate::seat::{Outcome, Seat};

/// The rules of a title: who is awaited, which orders are legal, what they lead to and how a game
/// ends.
pub trait Judge: Notation {
    /// Sets up a game and runs it to the first decision. Options have been checked against `about`.
    ///
    /// # Errors
    ///
    /// A refusal for combinations that only the title can judge.
    fn open(run: &mut Run<Self>, table: &Table) -> Result<(), Refusal>;

    /// Returns the awaited seats and their decisions, in seat order. Empty when the game is over.
    fn awaited(state: &Self::State) -> Vec<Awaited>;

    /// Returns what the seat may order now. Empty for a seat that is not awaited.
    fn legal(state: &Self::State, seat: Seat) -> Legal<Self::Order>;

    /// Returns further orders worth trying if `legal` lists only a selection: word searches and
    /// refusal suggestions use them. Not all need be legal, so callers must try one before showing
    /// it. The result must not depend on information hidden from the seat.
    fn candidates(_state: &Self::State, _seat: Seat) -> Vec<Self::Order> {
        Vec::new()
    }

    /// Decides an order, up to the next decision. An order that changes nothing, such as a
    /// redundant closing word, adds no facts.
    ///
    /// # Errors
    ///
    /// Returns the reason if the order is not legal. Facts put before a refusal are discarded.
    fn decide(run: &mut Run<Self>, seat: Seat, order: &Self::Order) -> Result<(), Refusal>;

    /// Returns the default order of an awaited seat whose deadline has passed or whose player has
    /// left.
    fn fallback(state: &Self::State, seat: Seat) -> Self::Order;

    /// Plays the default order of a seat that did not answer, up to the next decision. `missed`
    /// says that the seat's deadline passed or that the seat is vacant; otherwise the game
    /// continued without it. Override it to count missed deadlines: `decide` cannot distinguish a
    /// default order from the same order given by a player.
    ///
    /// # Errors
    ///
    /// Returns a refusal if the default order is not legal, which is a bug in the title.
    fn time_out(
        run: &mut Run<Self>,
        seat: Seat,
        order: &Self::Order,
        _missed: bool,
    ) -> Result<(), Refusal> {
        Self::decide(run, seat, order)
    }

    /// Plays everything that needs no order, up to the next decision. `open` and `decide` end with
    /// the same steps; scenario files that start mid-game use it directly. On a held run
    /// (`Run::is_held`), `decide` stops before it opens answers that all have sealed, and `resume`
    /// opens them.
    fn resume(run: &mut Run<Self>);

    /// Returns the number of minutes after the start at which the time limit expires, or `None` for
    /// games without one. The core itself has no clock.
    fn time_limit(_state: &Self::State) -> Option<u32> {
        None
    }

    /// Handles the expiry of the time limit. It must not change who is awaited.
    fn on_time_limit(_run: &mut Run<Self>) {}

    /// Handles seats given up by their players. Their default orders are played from then on; most
    /// titles need nothing else.
    fn on_seats_left(_run: &mut Run<Self>, _gone: &[Seat]) {}

    /// Redraws what no viewer may know, such as the order of decks, after the game was rewound to
    /// this state. Future draws must not repeat those of the abandoned continuation.
    ///
    /// No view, order or decision may change. Seats keep what they know, including what they learnt
    /// about others in the abandoned continuation; the title documents this in its `RULES.md`. The
    /// facts are visible to no viewer. Titles without predetermined hidden state need not override
    /// it, because later steps use fresh dice anyway.
    fn redraw_hidden(_run: &mut Run<Self>) {}

    /// Returns the preference that a player may state when taking a seat. Its order creates an
    /// instruction that answers the first prompt.
    fn wish(_table: &Table) -> Option<Preference> {
        None
    }

    /// Returns places and scores once the game is over.
    fn outcome(state: &Self::State) -> Option<Outcome>;
}
