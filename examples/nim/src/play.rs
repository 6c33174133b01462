//! R2, R3 The rules: whose turn it is, what may be taken, the default order, and how a game ends.

use ravenpost_rules::{
    Ask, Awaited, Judge, Legal, Outcome, Place, Refusal, RefusalCode, Run, Seat, Table,
};

use crate::about::{self, ABOUT};
use crate::orders::Order;
use crate::state::{Fact, Heap, State};
use crate::{Nim, show};

impl Judge for Nim {
    /// Sets up the heaps (R1.3).
    fn open(run: &mut Run<Nim>, table: &Table) -> Result<(), Refusal> {
        let heaps = about::heaps(table).unwrap_or_else(|| {
            // Each purpose has a stream of its own, which can be opened only once.
            let mut draws = run.dice.stream("heaps");
            std::array::from_fn(|_| 1 + draws.below(about::MOST_DRAWN.into()) as u8)
        });
        run.put(Fact::Laid { seats: table.seats, heaps });
        Ok(())
    }

    /// Returns the seat whose turn it is, as long as stones are left.
    fn awaited(state: &State) -> Vec<Awaited> {
        if state.seats == 0 || state.last.is_some() {
            return Vec::new();
        }
        let ask = Ask::turn(state.turn, |narrator| {
            narrator.voice(state.turn, show::name(state.turn)).does("take stones")
        });
        let (decision, goes_on) = ("turn", false);
        vec![Awaited { seat: state.turn, decision, ask, goes_on, private: false }]
    }

    /// Returns all legal orders in a fixed sequence; none if it is not the seat's turn.
    fn legal(state: &State, seat: Seat) -> Legal<Order> {
        if !is_asked(state, seat) {
            return Legal::none();
        }
        let of_heap = |heap| (1..=state.heap(heap)).map(move |count| Order { heap, count });
        Legal::listed(Heap::all().flat_map(of_heap).collect())
    }

    /// Decides an order: refuses it with a reason and its rule, or puts the facts it leads to.
    fn decide(run: &mut Run<Nim>, seat: Seat, order: &Order) -> Result<(), Refusal> {
        let state = &run.state;
        if state.last.is_some() {
            return Err(Refusal::new("the game is over").rule("R3.1").code(RefusalCode::Finished));
        }
        if !is_asked(state, seat) {
            let turn = show::name(state.turn);
            let refusal = Refusal::new(format!("it is {turn}'s turn, not yours")).rule("R2.1");
            return Err(refusal.code(RefusalCode::NotYourTurn));
        }
        let Order { heap, count } = *order;
        if count == 0 {
            return Err(Refusal::new("take at least one stone").word("0").rule("R2.2"));
        }
        if count > state.heap(heap) {
            let why = format!("heap {} has {}", heap.letter(), show::stones(state.heap(heap)));
            return Err(Refusal::new(why).word(count.to_string()).rule("R2.2"));
        }
        run.put(Fact::Took { seat, heap, count });
        Ok(())
    }

    /// Does nothing, because no turn is forced and no phase begins by itself.
    fn resume(_run: &mut Run<Nim>) {}

    /// Returns the default order, for a seat that does not answer in time: one stone from the first
    /// heap that is not empty (R2.3). `decide` judges it like any other order.
    fn fallback(state: &State, _seat: Seat) -> Order {
        let heap = Heap::all().find(|heap| state.heap(*heap) > 0).unwrap_or_default();
        Order { heap, count: 1 }
    }

    /// The seat that took the last stone wins (R3). All others share second place.
    fn outcome(state: &State) -> Option<Outcome> {
        let winner = state.last?;
        let result = |seat: Seat| {
            let taken = i32::from(state.taken[seat]);
            (taken, vec![("stones taken".to_owned(), taken)])
        };
        let verdict = |places: &[Place]| {
            format!("{} took the last stone and wins", show::name(places[0].seat))
        };
        Some(Outcome::ranked(Seat::all(state.seats), |seat| seat == winner, result, verdict))
    }
}

fn is_asked(state: &State, seat: Seat) -> bool {
    Nim::awaited(state).iter().any(|one| one.seat == seat)
}

/// The bound in `ABOUT` holds for every option.
const _: () = assert!(ABOUT.bound >= Heap::COUNT as u32 * about::MOST_DRAWN as u32);
