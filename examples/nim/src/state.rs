//! R1 What is on the table: heaps, stones, whose turn it is; and how a fact changes it. No rule is
//! judged here.

use ravenpost_rules::named::named;
use ravenpost_rules::{Fold, Seat};
use serde::{Deserialize, Serialize};

use crate::Nim;

/// The names of the heaps, as orders and documents have them.
pub const HEAPS: [&str; Heap::COUNT] = ["a", "b", "c", "d"];

/// The most stones that a heap can have, in a document too: an order names at most 99.
pub const MOST_STONES: u8 = 99;

named!(
    /// A heap, by its place on the table.
    Heap, 4, "heap", |heap| HEAPS[heap.index()]
);

impl Heap {
    /// As in sentences: "B".
    pub fn letter(self) -> String {
        self.slug().to_uppercase()
    }
}

/// All that a game of Nim is at one moment. Small and `Copy`: a decision works on a copy.
#[derive(Clone, Copy, Default)]
pub struct State {
    pub seats: u8,
    /// The stones that lie in each heap.
    pub heaps: [u8; Heap::COUNT],
    /// The stones that each seat has taken, in seat order.
    pub taken: [u16; 4],
    /// All the stones that were laid out; only bookkeeping asks for them.
    pub stones: u16,
    pub turn: Seat,
    /// Who took the last stone. The game is over then.
    pub last: Option<Seat>,
}

/// What has happened, in the past tense. Facts are stored for ever: a name is never given another
/// meaning.
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

    /// Works out what follows from a fact and decides nothing.
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
    /// How many stones lie in a heap.
    pub fn heap(&self, heap: Heap) -> u8 {
        self.heaps[heap.index()]
    }

    /// How many stones lie on the table.
    pub fn left(&self) -> u16 {
        self.heaps.iter().copied().map(u16::from).sum()
    }

    /// Every stone is in a heap or was taken.
    pub fn audit(&self) -> Result<(), String> {
        let found = self.left() + self.taken.iter().sum::<u16>();
        let wrong = || format!("found {found} of {} stones", self.stones);
        if found == self.stones { Ok(()) } else { Err(wrong()) }
    }
}
