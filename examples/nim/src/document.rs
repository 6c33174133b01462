//! A state as a document in the words of the rulebook, and back. Worked examples and forks start
//! from documents.

use ravenpost_rules::doc::{Doc, DocErrors};
use ravenpost_rules::{Document, Seat, Table};
use serde_json::{Map, Value, json};

use crate::Nim;
use crate::about::{self, ABOUT};
use crate::state::{HEAPS, Heap, MOST_STONES, State};

impl Document for Nim {
    fn audit(state: &State) -> Result<(), String> {
        state.audit()
    }

    /// Returns the complete state as a document, which can be read back.
    fn document(state: &State) -> Value {
        let heaps: Map<String, Value> =
            Heap::all().map(|heap| (heap.slug().to_owned(), state.heap(heap).into())).collect();
        let taken: Map<String, Value> = Seat::all(state.seats)
            .map(|seat| (ABOUT.colour(seat).to_owned(), state.taken[seat].into()))
            .collect();
        let last = state.last.map(|seat| ABOUT.colour(seat));
        json!({ "heaps": heaps, "taken": taken, "turn": ABOUT.colour(state.turn), "last": last })
    }

    /// Reads the state that a document describes. What it leaves out has its default: the heaps of
    /// the table's option, no stones taken, and the first seat to move. Every mistake is reported.
    fn from_document(table: &Table, document: &Value) -> Result<State, String> {
        let slips = DocErrors::new();
        let doc =
            Doc::of("a position of Nim", document, &["heaps", "taken", "turn", "last"], &slips);
        let colours = &ABOUT.colours[..usize::from(table.seats)];
        let seat = |word: &str| colours.iter().position(|colour| *colour == word).map(Seat::at);
        let mut state = State { seats: table.seats, ..State::default() };
        state.heaps = about::heaps(table).unwrap_or_default();
        if let Some(heaps) = doc.part("heaps", &HEAPS) {
            state.heaps = HEAPS.map(|heap| heaps.number(heap).unwrap_or_default());
            if state.heaps.iter().any(|stones| *stones > MOST_STONES) {
                slips.add(format!("a heap has at most {MOST_STONES} stones"));
            }
        }
        if let Some(taken) = doc.part("taken", colours) {
            for (at, colour) in colours.iter().enumerate() {
                state.taken[at] = taken.number::<u8>(colour).unwrap_or_default().into();
            }
        }
        state.turn = doc.named("turn", "seat", seat).unwrap_or_default();
        state.last = doc.named("last", "seat", seat);
        if (state.left() == 0) != state.last.is_some() {
            slips.add("`last` names who took the last stone, and only when no stones are left");
        }
        state.stones = state.left() + state.taken.iter().sum::<u16>();
        slips.none(state)
    }
}
