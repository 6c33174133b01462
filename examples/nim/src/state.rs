//! R1 Setup: the state (heaps, stones, whose turn it is), and how a fact changes it. No rule is
//! checked here.

use ravenpost_rules::named::named;
use ravenpost_rules::{Fold, Seat};
use serde::{Deserialize, Serialize};

use crate::Nim;

/// The names of the heaps in orders and documents.
pub const HEAPS: [&str; Heap::COUNT] = ["a", "b", "c", "d"];

/// The maximum number of stones in a heap, also in documents: orders have at most two digits.
pub const MOST_STONES: u8 = 99;

named!(
    /// A heap.
    Heap, 4, "heap", |heap| HEAPS[heap.index()]
);

impl Heap {
    /// Returns the name in sentences: "B".
    pub fn letter(self) -> String {
        self.slug().to_uppercase()
    }
}

/// The complete state of a game. It is small and `Copy`, because a decision works on a copy.
#[derive(Clone, Copy, Default)]
pub struct State {
    pub seats: u8,
    /// The number of stones in each heap.
    pub heaps: [u8; Heap::COUNT],
    /// The number of stones that each seat has taken, in seat order.
    pub taken: [u16; 4],
    /// The number of stones at the start; only the audit uses it.
    pub stones: u16,
    pub turn: Seat,
    /// The seat that took the last stone. Then the game is over.
    pub last: Option<Seat>,
}

/// What happened. Facts are stored permanently, so a name never gets another meaning.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Fact {
    Laid { seats: u8, heaps: [u8; Heap::COUNT] },
    Took { seat: Seat, heap: Heap, count: u8 },
}

impl Fold for Nim {
    type State = State;
    type Fact = Fact;

    fn blank() -> State {
        State::default()
    }

    /// Computes what follows from a fact; decides nothing.
    fn apply(state: &mut State, fact: &Fact) {
        match fact {
            Fact::Laid { seats, heaps } => {
                let stones = heaps.iter().copied().map(u16::from).sum();
                *state = State { seats: *seats, heaps: *heaps, stones, ..State::default() };
            }
            Fact::Took { seat, heap, count } => {
                state.heaps[heap.index()] -= count;
                state.taken[*seat] += u16::from(*count);
                state.turn = seat.next(state.seats);
                state.last = (state.left() == 0).then_some(*seat);
            }
        }
    }

    fn seats(state: &State) -> u8 {
        state.seats
    }
}

impl State {
    /// Returns the number of stones in a heap.
    pub fn heap(&self, heap: Heap) -> u8 {
        self.heaps[heap.index()]
    }

    /// Returns the number of stones in all heaps.
    pub fn left(&self) -> u16 {
        self.heaps.iter().copied().map(u16::from).sum()
    }

    /// Checks that every stone is in a heap or was taken.
    pub fn audit(&self) -> Result<(), String> {
        let found = self.left() + self.taken.iter().sum::<u16>();
        let wrong = || format!("found {found} of {} stones", self.stones);
        if found == self.stones { Ok(()) } else { Err(wrong()) }
    }
}
