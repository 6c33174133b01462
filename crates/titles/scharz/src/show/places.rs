//! Forms opened by clicking a field of the board: homelands, then the lines that the sheet takes
//! there (R27).

use super::super::orders::rows::said;
use super::super::orders::write;
use super::super::play::setup::longer_rankings;
use super::super::play::sheet::draft::EDITS;
use super::super::play::sheet::legal;
use super::super::state::line::{Pick, SheetLine};
use super::super::state::{State, Step};
use super::super::things::ids::{Field, Homeland};
use super::strengths::strengths;
use ravenpost_rules::{Form, Seat};

/// The forms by field, in map order.
pub fn places(state: &State, seat: Seat) -> Vec<(String, Vec<Form>)> {
    let all = match state.step {
        Step::Homeland => homelands(state, seat),
        _ => legal::places(state, seat),
    };
    all.into_iter().map(|(at, forms)| (at.slug().to_owned(), forms)).collect()
}

/// For each field, the ranking that adds the homeland that it belongs to.
fn homelands(state: &State, seat: Seat) -> Vec<(Field, Vec<Form>)> {
    if !state.awaits(seat) || state.edits[seat.index()] >= EDITS {
        return Vec::new();
    }
    let homes = longer_rankings(state, seat);
    let here = |at: Field| {
        let homes = homes.iter().filter(|(home, _)| home.data().fields.contains(&at));
        let form = |(home, ranking): &(Homeland, Pick)| {
            let line = SheetLine::from(*ranking);
            Form::new(write(&line), said(&line, &[])).help(strengths(*home, &state.options))
        };
        homes.map(form).collect::<Vec<Form>>()
    };
    let all = state.fields().map(|at| (at, here(at)));
    all.filter(|(_, forms)| !forms.is_empty()).collect()
}
