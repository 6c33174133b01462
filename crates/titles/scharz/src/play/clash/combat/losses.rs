//! Losses: the striker chooses, only whole units fall, and units at the back fall last (R12.10,
//! R12.11).

use super::side::{Fight, Side};
use crate::state::State;
use crate::state::doctrine::{Kinds, place_in};
use crate::state::stack::Stack;
use crate::things::units::Unit;

/// The effect of a strike on the other side.
pub struct Casualties {
    pub fallen: Vec<Stack>,
    /// Hits that could destroy nothing more.
    pub spare: u16,
    /// Whether a unit at the back was targeted for prestige.
    pub sniped: bool,
    /// Whether a doctrine preference changed which units fell.
    pub chosen: bool,
}

/// What the striker prefers to hit first.
#[derive(Clone, Copy)]
pub struct Wish<'w> {
    pub target: &'w Kinds,
    /// One unit of this type at the back falls first, if the prestige cost can be paid.
    pub snipe: Option<Unit>,
}

/// Determines which units fall to this number of hits.
pub fn fall(state: &State, fight: Fight, side: &Side, hits: u16, wish: Wish<'_>) -> Casualties {
    let mut left: Vec<Stack> = side.units.clone();
    let mut toll = Casualties { fallen: Vec::new(), spare: hits, sniped: false, chosen: false };
    let lives = |stack: &Stack| u16::from(fight.lives(state, side.seat, stack)).max(1);
    if let Some(at) = wish.snipe.and_then(|unit| hidden(&left, unit))
        && lives(&left[at]) <= toll.spare
    {
        toll.sniped = true;
        toll.spare -= lives(&left[at]);
        toll.fallen.push(left[at].of(1));
        left[at].n -= 1;
        left.retain(|stack| stack.n > 0);
    }
    for back in [false, true] {
        if back && left.iter().any(|stack| stack.n > 0 && !Side::is_back(stack)) {
            break;
        }
        let mode = state.options.mode;
        let mut order: Vec<usize> =
            (0..left.len()).filter(|at| Side::is_back(&left[*at]) == back).collect();
        order.sort_by_key(|at| {
            let stack = &left[*at];
            let value = std::cmp::Reverse((stack.kind().value(mode), stack.unit.level.rank()));
            (place_in(wish.target, stack), lives(stack), value, *at)
        });
        for at in order {
            let each = lives(&left[at]);
            let n = (toll.spare / each).min(u16::from(left[at].n)) as u8;
            if n > 0 {
                toll.spare -= u16::from(n) * each;
                toll.fallen.push(left[at].of(n));
                left[at].n -= n;
            }
        }
    }
    toll
}

/// Finds a unit of this kind that others protect.
fn hidden(units: &[Stack], unit: Unit) -> Option<usize> {
    let covered = units.iter().any(|stack| !Side::is_back(stack));
    let at = units.iter().position(|stack| stack.kind() == unit.kind && Side::is_back(stack));
    at.filter(|_| covered)
}
