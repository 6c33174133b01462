//! What a sheet leaves open, and what happens to it when the sheet is closed.

use super::draft;
use crate::orders::slot::Slot;
use crate::play::setup::settle::StartingSetup;
use crate::state::line::SheetLine;
use crate::state::options::Module;
use crate::state::{State, Step};
use crate::things::ids::Field;
use crate::things::kinds::Herd;
use ravenpost_rules::Seat;
use ravenpost_rules::text::phrase::{and, counted};

/// One sentence for each item that the sheet of a seat leaves open.
pub fn lacks(state: &State, seat: Seat) -> Vec<String> {
    if !state.awaits(seat) {
        return Vec::new();
    }
    let draft = &state.drafts[seat.index()];
    let silent = |what: &str| if draft.is_empty() { vec![what.to_owned()] } else { Vec::new() };
    match state.step {
        Step::Homeland => {
            silent("You have not ranked any homelands. You will get the first free one.")
        }
        Step::Settle => start(state, seat, draft),
        Step::March => {
            silent("You have given no march orders. All your units will stay where they are.")
        }
        Step::Clash => {
            silent("You have given no orders for the clash. Your doctrine will decide everything.")
        }
        Step::Rear => silent(rear(state)),
        Step::Blank | Step::Over => Vec::new(),
    }
}

/// What a seat can still spend after its sheet, if the sheet of this step can spend anything.
pub fn budget(state: &State, seat: Seat) -> Option<String> {
    if !state.awaits(seat) || !matches!(state.step, Step::March | Step::Rear) {
        return None;
    }
    let lines = &state.drafts[seat.index()];
    let before = state.player(seat);
    let after = (!lines.is_empty()).then(|| draft::after(state, seat, lines));
    let after = after.as_ref().map_or(before, |after| after.player(seat));
    let left = |what: &str, now: u16, first: u16| match now == first {
        true => format!("{now} {what}"),
        false => format!("{now} {what} (of {first})"),
    };
    let gold = left("gold", after.gold(), before.gold());
    let prestige = state.has(Module::Prestige).then(|| left("PP", after.pp, before.pp));
    let all: Vec<String> = std::iter::once(gold).chain(prestige).collect();
    Some(format!("Left to spend: {}.", and(&all)))
}

/// Why `done` does not close an empty sheet: the player first reads what would happen.
pub fn unsaid(state: &State, seat: Seat) -> String {
    let lacks = lacks(state, seat).join(" ");
    format!("your sheet is empty. {lacks} To submit it like this, write `done anyway`")
}

fn rear(state: &State) -> &'static str {
    if state.has(Module::FarmYear) {
        "You build and buy nothing and make no pacts. Your doctrine will decide the rest of the \
         season."
    } else {
        "You build and buy nothing and make no pacts."
    }
}

/// Items of the setup that are not placed, and their default places.
fn start(state: &State, seat: Seat, draft: &[SheetLine]) -> Vec<String> {
    let said = StartingSetup::of(state, seat, draft);
    let filled = said.clone().filled(state);
    let mut all = Vec::new();
    if said.rival.is_none()
        && let Some(rival) = filled.rival
    {
        all.push(format!("You have not named a rival. It will be {}.", rival.say(&[])));
    }
    if said.late {
        return all;
    }
    let mut rest = Vec::new();
    let goes = |what: String, to: Vec<String>| match to.is_empty() {
        true => format!("{what} (no room left)"),
        false => format!("{what}, by default at {}", and(&to)),
    };
    let towns = more(&said.towns, &filled.towns);
    if !towns.is_empty() {
        rest.push(goes(counted(towns.len(), "village", "villages"), names(&towns)));
    }
    if said.dock.is_none()
        && let Some(at) = filled.dock
    {
        rest.push(goes("a dock".to_owned(), names(&[at])));
    }
    for (what, said, filled) in
        [("light infantry", &said.li, &filled.li), ("grain", &said.grain, &filled.grain)]
    {
        let (sum, fields) = more_of(said, filled);
        if sum > 0 {
            rest.push(goes(format!("{sum} {what}"), names(&fields)));
        }
    }
    let herds: Vec<(Herd, Field)> =
        filled.herds[said.herds.len()..].iter().map(|(herd, at, _)| (*herd, *at)).collect();
    if !herds.is_empty() {
        let places: Vec<String> =
            herds.iter().map(|(herd, at)| format!("{} at {}", herd.slug(), at.name())).collect();
        let herds = counted(herds.len(), "herd", "herds");
        rest.push(format!("{herds}, by default {}", and(&places)));
    }
    let forts = more(&said.forts, &filled.forts);
    if !forts.is_empty() {
        rest.push(goes(counted(forts.len(), "fortification", "fortifications"), names(&forts)));
    }
    if !rest.is_empty() {
        all.push(format!("Still to place: {}.", rest.join("; ")));
    }
    all
}

fn names(fields: &[Field]) -> Vec<String> {
    fields.iter().map(|at| at.name().to_owned()).collect()
}

/// The fields that filling up added to a list.
fn more(said: &[Field], filled: &[Field]) -> Vec<Field> {
    filled.iter().copied().filter(|at| !said.contains(at)).collect()
}

/// The number of items added to fields, and the fields.
fn more_of(said: &[(Field, u8)], filled: &[(Field, u8)]) -> (u8, Vec<Field>) {
    let before = |at: Field| said.iter().find(|(one, _)| *one == at).map_or(0, |(_, n)| *n);
    let added = filled.iter().map(|(at, n)| (*at, n.saturating_sub(before(*at))));
    let added: Vec<(Field, u8)> = added.filter(|(_, n)| *n > 0).collect();
    (added.iter().map(|(_, n)| n).sum(), added.into_iter().map(|(at, _)| at).collect())
}
