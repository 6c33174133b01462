//! Who fights whom on a field, and who leads (R12.3, R12.5).

use super::super::state::State;
use super::super::state::doctrine::Stance;
use super::super::state::stack::mark;
use super::super::things::ids::Field;
use super::combat::side::lives_out;
use super::combat::will::BattleOrders;
use ravenpost_rules::Seat;

/// One battle that was ordered.
pub struct BattleOrder {
    pub attacker: Seat,
    pub target: Seat,
    pub rounds: u8,
}

/// The battles of a field in their order (R12.5).
pub fn ordered(state: &State, wills: &BattleOrders<'_>, at: Field) -> Vec<BattleOrder> {
    let here: Vec<Seat> =
        state.in_order().into_iter().filter(|seat| lives_out(state, at, *seat) > 0).collect();
    let mut wanted: Vec<(Seat, Seat, u8)> = Vec::new();
    for seat in &here {
        let foes: Vec<Seat> =
            here.iter().copied().filter(|foe| state.hostile(*seat, *foe)).collect();
        for (target, when, rounds) in attacks(state, wills, at, *seat, &foes) {
            if holds(state, at, *seat, target, when) {
                wanted.push((*seat, target, rounds));
            }
        }
    }
    let both = |a: Seat, b: Seat| wanted.iter().any(|(x, y, _)| (*x, *y) == (b, a));
    let mut orders = Vec::new();
    for (attacker, target, rounds) in &wanted {
        if both(*attacker, *target) && leader(state, at, *attacker, *target) != *attacker {
            continue;
        }
        orders.push(BattleOrder { attacker: *attacker, target: *target, rounds: *rounds });
    }
    orders.sort_by_key(|order| (state.rank(order.attacker), state.rank(order.target)));
    orders
}

/// What a seat orders on a field: its lines, or its stance against the weakest enemy (R28.3).
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

fn holds(state: &State, at: Field, own: Seat, foe: Seat, when: Stance) -> bool {
    let (own, foe) = (lives_out(state, at, own), lives_out(state, at, foe));
    match when {
        Stance::Hold => false,
        Stance::Always => true,
        Stance::IfEven => own >= foe,
        Stance::IfDouble => own >= 2 * foe,
    }
}

/// Who leads where both have ordered it: who came this round alone, else by initiative.
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
