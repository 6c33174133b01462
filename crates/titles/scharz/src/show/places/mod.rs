//! Forms opened by clicking a field of the board, with lines about that field (R27). They offer
//! what is there after the sheet so far; each line is judged when it is submitted.

mod clash;
mod march;
mod rear;
mod settle;
#[cfg(test)]
mod tests;

use super::super::orders::units::units;
use super::super::play::sheet::draft::{self, EDITS};
use super::super::reckon::world::World;
use super::super::state::stack::Stack;
use super::super::state::{State, Step};
use super::super::things::ids::Field;
use super::super::things::kinds::{Herd, Kind};
use super::super::things::units::Unit;
use ravenpost_rules::text::phrase::capital;
use ravenpost_rules::{Form, Seat};

/// The forms by field, in map order.
pub fn places(state: &State, seat: Seat) -> Vec<(String, Vec<Form>)> {
    if !state.awaits(seat) || state.edits[seat.index()] >= EDITS {
        return Vec::new();
    }
    let sheet = &state.drafts[seat.index()];
    let trial = draft::after_today(state, seat, sheet);
    let ground = Ground { state: &trial, seat, world: World::of(&trial) };
    let ahead = state.keeps_march() && draft::writes_ahead(sheet);
    let then = ahead.then(|| draft::after(state, seat, sheet));
    let then = then.as_ref().map(|then| Ground { state: then, seat, world: World::of(then) });
    let then = then.as_ref().unwrap_or(&ground);
    let forms = |at: Field| match state.step {
        Step::Homeland => settle::homelands(&ground, at),
        Step::Settle => settle::settling(&ground, at),
        Step::March => march::march(&ground, at),
        Step::Clash => clash::clash(&ground, at),
        Step::Rear if state.keeps_march() => {
            [rear::rear(&ground, at), next_march(then, at)].concat()
        }
        Step::Rear => rear::rear(&ground, at),
        Step::Blank | Step::Over => Vec::new(),
    };
    let all = state.fields().map(|at| (at.slug().to_owned(), forms(at)));
    all.filter(|(_, forms)| !forms.is_empty()).collect()
}

/// Lines for the next march that may be written in the rear (R9.9a), labelled as optional if that
/// march will be awaited anyway.
fn next_march(ground: &Ground<'_>, at: Field) -> Vec<Form> {
    let forms = march::march(ground, at);
    if ground.state.options.brisk_tempo {
        return forms;
    }
    let says = |form: Form| Form { label: format!("For the next march: {}", form.label), ..form };
    forms.into_iter().map(says).collect()
}

/// Input for the forms: the position after the sheet, and its seat.
pub struct Ground<'a> {
    pub state: &'a State,
    pub seat: Seat,
    pub world: World,
}

/// Words of an order with their meanings.
pub type Choices = Vec<(String, String)>;

impl Ground<'_> {
    /// The seat's units on a field, grouped by type.
    pub fn own(&self, at: Field, fits: impl Fn(&Stack) -> bool) -> Vec<(Unit, u8)> {
        let mut all: Vec<(Unit, u8)> = Vec::new();
        for stack in self.state.player(self.seat).at(at).filter(|stack| fits(stack)) {
            match all.iter_mut().find(|(unit, _)| *unit == stack.unit) {
                Some((_, n)) => *n += stack.n,
                None => all.push((stack.unit, stack.n)),
            }
        }
        all
    }

    pub fn around(&self, at: Field) -> Vec<Field> {
        let around = self.world.around(self.state, self.seat, at) & self.state.field;
        around.on(self.state.map()).collect()
    }

    /// Hostile seats with units on a field.
    pub fn foes(&self, at: Field) -> Vec<Seat> {
        let state = self.state;
        let there = |other: &Seat| state.player(*other).at(at).next().is_some();
        state.alive().filter(|other| state.hostile(self.seat, *other)).filter(there).collect()
    }
}

/// All of each kind first, then fewer. With several kinds, all together come first.
pub fn groups(own: &[(Unit, u8)]) -> Choices {
    let one = |n: u8, unit: Unit| (format!("{n} {}", unit), units(n, unit));
    let mut all = Choices::new();
    if own.len() > 1 {
        let (codes, names): (Vec<String>, Vec<String>) =
            own.iter().map(|(unit, n)| one(*n, *unit)).unzip();
        all.push((codes.join(", "), format!("All: {}", names.join(", "))));
    }
    for (unit, most) in own {
        all.extend((1..=*most).rev().map(|n| one(n, *unit)));
    }
    all
}

/// Destinations: `roma > reate`.
pub fn ways(at: Field, to: impl IntoIterator<Item = Field>) -> Choices {
    let way = |to: Field| (format!("{} > {}", at.slug(), to.slug()), to.name().to_owned());
    to.into_iter().map(way).collect()
}

/// A line without choices.
pub fn line(order: impl Into<String>, words: impl Into<String>) -> Form {
    Form::new(order, words)
}

/// A form with units and destinations; `None` if either is empty.
pub fn sent(lead: &str, label: &str, who: Choices, to: Choices) -> Option<Form> {
    let some = !who.is_empty() && !to.is_empty();
    some.then(|| Form::new(lead, label).pick("Units", who).pick("To", to))
}

/// Units of a field for one purpose.
pub fn called(lead: &str, label: &str, who: Choices, at: Field) -> Option<Form> {
    let here = |(code, name): (String, String)| (format!("{code} {}", at.slug()), name);
    let who: Choices = who.into_iter().map(here).collect();
    (!who.is_empty()).then(|| Form::new(lead, label).pick("Units", who))
}

pub fn herd_name(herd: Herd) -> String {
    capital(herd.slug())
}

pub fn is_soldier(kind: Kind) -> bool {
    !kind.is_naval()
}
