//! The rules themselves: who is asked, what is legal, what an order leads to.

use super::notation::Notation;
use super::run::Run;
use crate::about::{Table, Wish};
use crate::legal::Legal;
use crate::refusal::Refusal;
use crate::seat::{Awaited, Outcome, Seat};

/// The rules of a title: who is asked, what may be ordered, what it leads to and how a game ends.
pub trait Judge: Notation {
    /// Sets up a game and runs it to the first decision. Options were checked against `about`;
    /// what only the title can judge is refused here.
    fn open(run: &mut Run<Self>, table: &Table) -> Result<(), Refusal>;

    /// Who owes an order, and which. In seat order. Empty when the game is over.
    fn awaited(state: &Self::State) -> Vec<Awaited>;

    /// What the seat may order now. Empty for a seat that is not awaited.
    fn legal(state: &Self::State, seat: Seat) -> Legal<Self::Order>;

    /// Orders worth a try beyond those that `legal` lists, where these are but a choice: what a
    /// search for words looks through, and what a refusal may offer. Not all of them are legal:
    /// whoever shows one has tried it. Nothing may hang on what the seat cannot know.
    fn candidates(_state: &Self::State, _seat: Seat) -> Vec<Self::Order> {
        Vec::new()
    }

    /// The rules: what an order leads to, up to the next decision; or why it may not be.
    /// An order that changes nothing (a closing word nobody waits for) gives no facts.
    /// What was written down before a refusal is thrown away with it.
    fn decide(run: &mut Run<Self>, seat: Seat, order: &Self::Order) -> Result<(), Refusal>;

    /// The order played for an awaited seat whose deadline has passed, or that has left.
    fn fallback(state: &Self::State, seat: Seat) -> Self::Order;

    /// Plays the default order of a seat that did not answer, up to the next decision. `missed`
    /// says that a deadline of the seat passed, or that nobody holds the seat; otherwise the table
    /// went on without it. Titles that count missed deadlines override it: they cannot tell a
    /// default order from the same words of a player.
    fn time_out(
        run: &mut Run<Self>,
        seat: Seat,
        order: &Self::Order,
        _missed: bool,
    ) -> Result<(), Refusal> {
        Self::decide(run, seat, order)
    }

    /// What happens with no order at all, up to the next decision. Used by scenario files that
    /// start in the middle of things; `open` and `decide` end with the same steps. Where a run is
    /// held (`Run::is_held`), `decide` ends before answers are opened that all have sealed, and
    /// this opens them.
    fn resume(run: &mut Run<Self>);

    /// How many minutes after its start the game wants to be told that time is up; nothing for
    /// games that know no such limit. The core itself has no clock.
    fn time_limit(_state: &Self::State) -> Option<u32> {
        None
    }

    /// What it means that time is up. No decision changes hands.
    fn on_time_limit(_run: &mut Run<Self>) {}

    /// What it means that these seats were given up by those who held them. Their fallbacks are
    /// played from then on; most titles want nothing else.
    fn on_seats_left(_run: &mut Run<Self>, _gone: &[Seat]) {}

    /// Draws anew what nobody may know, for a table that has gone back to this state from a later
    /// one: how decks lie. What comes must not be what came.
    ///
    /// No view changes by it, nobody's orders and no decision: what a seat knew, it knows still,
    /// and whoever learnt later what another seat has cannot unlearn it. What that is the title
    /// says in its `RULES.md`. The facts are nobody's to know. Titles in which nothing lies ready
    /// have nothing to do here: the dice of later steps are others anyway.
    fn redraw_hidden(_run: &mut Run<Self>) {}

    /// What whoever takes a seat may wish for before the game begins. The order that says it leads
    /// to an instruction, which answers the first question.
    fn wish(_table: &Table) -> Option<Wish> {
        None
    }

    /// Places and scores, when over.
    fn outcome(state: &Self::State) -> Option<Outcome>;
}
