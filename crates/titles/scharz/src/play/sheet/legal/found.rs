//! Collects the lines that a sheet takes: each is tried, and numbers and keywords that are accepted
//! alike are kept together.

use super::scope::Scope;
use crate::orders::Order;
use crate::orders::rows::counted;
use crate::orders::slot::Free;
use crate::state::line::SheetLine;
use crate::state::line::slots::{Part, Parts};
use crate::state::player::Player;
use crate::state::stack::Stack;
use crate::things::ids::Field;
use ravenpost_rules::Seat;

/// Maximum number of lines, each with all its numbers. Further lines can be typed.
pub const MOST: usize = 2000;

/// A line that the sheet takes, and what may stand in place of its slots.
pub struct Choice {
    pub order: Order,
    pub free: Free,
}

impl Choice {
    /// The orders with each of its numbers.
    pub fn orders(&self) -> impl Iterator<Item = Order> + '_ {
        let one = self.free.numbers.is_empty().then_some(self.order);
        let numbers = self.free.numbers.iter();
        one.into_iter().chain(numbers.map(|n| counted(&self.order.line, *n).into()))
    }
}

/// Lines found so far.
pub struct Found<'f, 's> {
    pub scope: &'f Scope<'s>,
    pub all: Vec<Choice>,
}

impl<'f, 's> Found<'f, 's> {
    pub fn new(scope: &'f Scope<'s>) -> Found<'f, 's> {
        Found { scope, all: Vec::new() }
    }

    fn keep(&mut self, order: impl Into<Order>, free: Free) {
        self.all.push(Choice { order: order.into(), free });
    }

    fn takes(&self, line: SheetLine) -> bool {
        self.all.len() < MOST && self.scope.takes(&[line])
    }

    /// Adds a line if the sheet takes it.
    pub fn one(&mut self, line: impl Into<SheetLine>) {
        let line = line.into();
        if self.takes(line) {
            self.keep(line, Free::default());
        }
    }

    /// Adds a line with every number from the largest that the sheet takes down to 1. Where it
    /// takes a number, it takes all smaller ones. Returns the largest.
    pub fn most<L: Into<SheetLine>>(&mut self, most: u8, line: impl Fn(u8) -> L) -> Option<u8> {
        let n = self.largest(most, &|n| line(n).into())?;
        let numbers = if n > 1 { (1..=n).rev().collect() } else { Vec::new() };
        let line: SheetLine = line(n).into();
        self.keep(line, Free { numbers, ..Free::default() });
        Some(n)
    }

    /// The largest number that the sheet takes. If it does not take 1, it takes none.
    fn largest(&self, most: u8, line: &dyn Fn(u8) -> SheetLine) -> Option<u8> {
        let takes = |n: &u8| self.takes(line(*n));
        if most > 0 && takes(&most) {
            return Some(most);
        }
        let fewer = most > 1 && takes(&1);
        fewer.then(|| (2..most).rev().find(takes).unwrap_or(1))
    }

    /// Adds a line with other values of its slots, if the sheet takes it. They must be accepted
    /// whenever the line is.
    pub fn free(&mut self, line: impl Into<SheetLine>, free: Free) {
        let line = line.into();
        if self.takes(line) {
            self.keep(line, free);
        }
    }

    /// Adds lines for units and destinations: each type in every number, and all types together.
    pub fn sent<T: Copy, L: Into<SheetLine>>(
        &mut self,
        units: &[(Field, Part)],
        to: impl Fn(Field) -> Vec<T>,
        line: impl Fn(Part, Field, T) -> L,
    ) {
        for here in units.chunk_by(|one, other| one.0 == other.0) {
            let at = here[0].0;
            for to in to(at) {
                let from = self.all.len();
                let able = here.iter().filter_map(|(_, part)| {
                    let n = self.most(part.n, |n| line(Part { n, ..*part }, at, to))?;
                    Some(Part { n, ..*part })
                });
                let able: Vec<Part> = able.collect();
                self.together(from, &able, |part| line(part, at, to).into());
            }
        }
    }

    /// Puts all units as one order before those of each type.
    fn together(&mut self, from: usize, parts: &[Part], line: impl Fn(Part) -> SheetLine) {
        let Some((first, others)) = parts.split_first().filter(|(_, others)| !others.is_empty())
        else {
            return;
        };
        let Some(also) = Parts::fitting(others) else { return };
        let order = Order { line: line(*first), also };
        if self.all.len() < MOST && self.scope.takes(&order.lines()) {
            self.keep(order, Free::default());
            self.all[from..].rotate_right(1);
        }
    }
}

/// The units of a seat that fit, by field and type.
pub fn units(player: &Player, fits: impl Fn(&Stack) -> bool) -> Vec<(Field, Part)> {
    let mut all: Vec<(Field, Part)> = Vec::new();
    for stack in player.stacks.iter().filter(|stack| fits(stack)) {
        let (at, unit) = (stack.at, stack.unit);
        match all.iter_mut().find(|(field, part)| *field == at && part.unit == unit) {
            Some((_, part)) => part.n += stack.n,
            None => all.push((at, Part { n: stack.n, unit })),
        }
    }
    all.sort_by_key(|(at, part)| (*at, part.unit));
    all
}

/// The units of a list on one field.
pub fn on(units: &[(Field, Part)], at: Field) -> Parts {
    let here = units.iter().filter(|(field, _)| *field == at);
    here.take(Parts::ROOM).map(|(_, part)| *part).collect()
}

/// The fields of a list, each once.
pub fn fields(units: &[(Field, Part)]) -> Vec<Field> {
    let mut all: Vec<Field> = units.iter().map(|(at, _)| *at).collect();
    all.dedup();
    all
}

/// The other seats.
pub fn others(scope: &Scope<'_>) -> impl Iterator<Item = Seat> + use<> {
    let own = scope.seat;
    scope.state.all().filter(move |seat| *seat != own)
}
