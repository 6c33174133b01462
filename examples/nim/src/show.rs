//! What a viewer may know of a game, and how it is narrated and displayed. In Nim, everyone may
//! know everything; most titles leave secrets out of the views.

use std::convert::Infallible;

use ravenpost_rules::{
    Block, FactInfo, Group, Narration, Narrator, Pair, Panel, Presentation, Seat, SeatSummary,
    Show, Viewer, text::phrase,
};
use serde::Serialize;

use crate::Nim;
use crate::about::ABOUT;
use crate::orders::Order;
use crate::state::{Fact, Heap, State};

/// The part of a state that leaves the rules.
#[derive(Serialize)]
pub struct View {
    /// The number of stones in each heap.
    heaps: [u8; Heap::COUNT],
    /// The number of stones that each seat has taken.
    taken: Vec<u16>,
    turn: Seat,
    last: Option<Seat>,
}

impl Show for Nim {
    type View = View;
    type Hidden = Infallible;

    /// Returns the view, which is the same for everyone.
    fn show(state: &State, _viewer: Viewer) -> View {
        let taken = Seat::all(state.seats).map(|seat| state.taken[seat]).collect();
        View { heaps: state.heaps, taken, turn: state.turn, last: state.last }
    }

    /// Turns the view into panels and text. Nim has no map, so its scene is empty.
    fn present(view: &View) -> Presentation {
        let headline = match view.last {
            Some(winner) => format!("{} has won", name(winner)),
            None => format!("It is {}'s turn", name(view.turn)),
        };
        // The ids stay the same during a game, so that two positions can be compared.
        let heaps: Vec<Pair> = Heap::all()
            .map(|heap| {
                let name = format!("Heap {}", heap.letter());
                Pair::new(heap.letter().to_string(), name, stones(view.heaps[heap.index()]))
            })
            .collect();
        let seats = || Seat::all(view.taken.len() as u8).zip(&view.taken);
        let line = |(seat, count): (Seat, &u16)| {
            SeatSummary::new(seat, 0).count(*count, "stone", "stones")
        };
        let summary = seats().map(line).collect();
        let taken = seats()
            .map(|(seat, count)| Pair::new(seat.to_string(), name(seat), count.to_string()))
            .collect();
        let text = heaps.iter().map(|heap| format!("{}: {}", heap.name, heap.value)).collect();
        let panel = |id, title, pairs| Panel::new(id, title, vec![Block::Pairs(pairs)]);
        Presentation {
            headline,
            panels: vec![panel("heaps", "Heaps", heaps), panel("taken", "Stones taken", taken)],
            text,
            summary,
            ..Presentation::default()
        }
    }

    /// Narrates a fact. The voice says "You take" to the seat itself, and "Red takes" to others.
    fn sentence(fact: &Fact, narrator: &Narrator) -> Option<Narration> {
        Some(match fact {
            Fact::Laid { heaps, .. } => {
                let sizes: Vec<String> =
                    heaps.iter().filter(|size| **size > 0).map(u8::to_string).collect();
                let text = format!("The heaps have {} stones", phrase::and(&sizes));
                let heading = Some("The heaps".to_owned());
                Narration { text, chapter: true, heading, ..Narration::default() }
            }
            Fact::Took { seat, heap, count } => {
                let deed = format!("take {} from heap {}", stones(*count), heap.letter());
                let text = narrator.voice(*seat, name(*seat)).does(&deed);
                Narration { text, seat: Some(*seat), ..Narration::default() }
            }
        })
    }

    /// The sizes of the heaps can be random, so the fairness page shows them with their draw.
    fn narrates_result(fact: &Fact, purpose: &str) -> bool {
        matches!(fact, Fact::Laid { .. }) && purpose == "heaps"
    }

    fn words(_state: &State, _seat: Seat, order: &Order) -> String {
        let taken = phrase::count(order.count.into(), "stone");
        format!("Take {taken} from heap {}", order.heap.letter())
    }

    fn group(_state: &State, _seat: Seat, order: &Order) -> Group {
        Group { title: format!("Heap {}", order.heap.letter()), ..Group::default() }
    }

    /// Nothing is hidden: everyone may know every fact, none reveals anything, and every order can
    /// be undone. The match still lists each fact, so that a new one cannot be forgotten.
    fn info(fact: &Fact) -> FactInfo<Infallible> {
        match fact {
            Fact::Laid { .. } | Fact::Took { .. } => FactInfo::open(),
        }
    }
}

/// Returns the name of a seat at the start of a sentence: "Red".
pub fn name(seat: Seat) -> String {
    phrase::capital(ABOUT.colour(seat))
}

/// Returns "no stones", "1 stone" or "3 stones".
pub fn stones(count: u8) -> String {
    if count == 0 { "no stones".to_owned() } else { phrase::count(count.into(), "stone") }
}
