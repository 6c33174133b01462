//! Who fights whom on a field, in which order (R12.3, R12.5).

use super::combat::side::lives_out;
use super::combat::will::BattleOrders;
use crate::state::State;
use crate::state::doctrine::Stance;
use crate::state::line::slots::Condition;
use crate::state::stack::mark;
use crate::things::ids::Field;
use ravenpost_rules::Seat;

/// One ordered battle.
#[derive(Clone, Copy)]
pub struct BattleOrder {
    pub attacker: Seat,
    pub target: Seat,
    pub rounds: u8,
    /// The condition, if it comes from the attacker's stance rather than from a line (R28.3).
    pub stance: Option<Condition>,
}

/// The battles of a field in their order (R12.5).
pub fn ordered(state: &State, wills: &BattleOrders<'_>, at: Field) -> Vec<BattleOrder> {
    let here: Vec<Seat> =
        state.in_order().into_iter().filter(|seat| lives_out(state, at, *seat) > 0).collect();
    let mut wanted: Vec<BattleOrder> = Vec::new();
    for seat in &here {
        let foes: Vec<Seat> =
            here.iter().copied().filter(|foe| state.hostile(*seat, *foe)).collect();
        let said = !wills.attacks(*seat, at).is_empty();
        for (target, when, rounds) in attacks(state, wills, at, *seat, &foes) {
            if holds(state, at, *seat, target, when) {
                let stance = condition(when).filter(|_| !said);
                wanted.push(BattleOrder { attacker: *seat, target, rounds, stance });
            }
        }
    }
    let is_led = |order: &BattleOrder| {
        let BattleOrder { attacker, target, .. } = *order;
        let both = wanted.iter().any(|one| (one.attacker, one.target) == (target, attacker));
        !both || leader(state, at, attacker, target) == attacker
    };
    let mut orders: Vec<BattleOrder> =
        wanted.iter().copied().filter(|order| is_led(order)).collect();
    orders.sort_by_key(|order| (state.rank(order.attacker), state.rank(order.target)));
    orders
}

/// The attacks of a seat on a field: its lines, or its stance against the weakest enemy (R28.3).
fn attacks(
    state: &State,
    wills: &BattleOrders<'_>,
    at: Field,
    seat: Seat,
    foes: &[Seat],
) -> Vec<(Seat, Stance, u8)> {
    let lines = wills.attacks(seat, at);
    if !lines.is_empty() {
        return lines.into_iter().filter(|(target, ..)| foes.contains(target)).collect();
    }
    let stance = state.player(seat).doctrine().stance;
    let weakest = foes.iter().min_by_key(|foe| (lives_out(state, at, **foe), state.rank(**foe)));
    let target = weakest.filter(|_| stance != Stance::Hold);
    target.map(|foe| (*foe, stance, 0)).into_iter().collect()
}

fn condition(stance: Stance) -> Option<Condition> {
    match stance {
        Stance::Hold => None,
        Stance::IfDouble => Some(Condition::IfDouble),
        Stance::IfEven => Some(Condition::IfEven),
        Stance::Always => Some(Condition::Always),
    }
}

fn holds(state: &State, at: Field, own: Seat, foe: Seat, when: Stance) -> bool {
    let (own, foe) = (lives_out(state, at, own), lives_out(state, at, foe));
    match when {
        Stance::Hold => false,
        Stance::Always => true,
        Stance::IfEven => own >= foe,
        Stance::IfDouble => own >= 2 * foe,
    }
}

/// The attacker if both sides ordered the battle: the only one that arrived this round, or else by
/// initiative.
fn leader(state: &State, at: Field, one: Seat, other: Seat) -> Seat {
    let came = |seat: Seat| {
        state.player(seat).at(at).any(|stack| stack.place.is_out() && stack.has(mark::ENTERED))
    };
    match (came(one), came(other)) {
        (true, false) => one,
        (false, true) => other,
        _ if state.rank(one) < state.rank(other) => one,
        _ => other,
    }
}
