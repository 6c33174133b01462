//! Turns as the fold sees them: cards played, ships sent, what follows from both.

use super::super::super::things::goods::Goods;
use super::super::super::things::kinds::Dir;
use super::super::State;
use super::super::facts::{Act, Fact, How};
use super::super::plays::{Forced, Settled};
use super::super::steps::Step;
use super::deeds::{self, pay_out};
use ravenpost_rules::Seat;

pub fn turn(state: &mut State, fact: &Fact) {
    match fact {
        Fact::Turn { seat } => {
            state.turn = *seat;
            state.of_mut(*seat).plan_later = false;
            state.acted = false;
            state.playing = None;
        }
        Fact::Played { seat, card, deed, steps, how, .. } => {
            if *how == How::Order {
                state.forced.clear();
                state.forced.push(Settled(*seat, Forced::No));
            }
            let house = state.of_mut(*seat);
            house.hand.take(*card);
            house.played.put(*card);
            house.free -= 1;
            state.acted = true;
            state.playing = Some(*card);
            state.steps = *steps;
            deeds::done(state, *seat, deed);
        }
        Fact::Compelled { seat, play } => {
            state.forced.push(Settled(*seat, Forced::Play(*play)));
        }
        Fact::Rested { seat } => {
            state.of_mut(*seat).free -= 1;
            state.acted = true;
        }
        Fact::Passed { seat } => {
            state.of_mut(*seat).free = 0;
            state.acted = true;
        }
        Fact::Acted { seat, from, to, act } => ship_acted(state, *seat, *from, *to, act),
        Fact::RaidOver { seat, bonus } => {
            state.raiders = [0; Dir::COUNT];
            state.raided = false;
            state.steps.remove(Step::Raid);
            pay_out(state, *seat, &Goods::silver(*bonus));
        }
        Fact::Sunk { seat, dir, forced } => {
            sink(state, *seat, *dir);
            let step = if state.steps.has(Step::Sink) { Step::Sink } else { Step::Wise };
            state.steps.remove(step);
            if *forced {
                state.forced.push(Settled(*seat, Forced::Sink(*dir)));
            }
        }
        Fact::Stolen { seat, from, forced } => steal(state, *seat, *from, *forced),
        Fact::Done { step } => state.steps.remove(*step),
        Fact::Followed { seat, deed } => {
            state.steps.remove(Step::Follow);
            deeds::done(state, *seat, deed);
        }
        // Folded elsewhere, or nothing changes.
        Fact::Opened { .. } | Fact::Homes { .. } | Fact::Began { .. } | Fact::Piled { .. } => {}
        Fact::Offered { .. } | Fact::Shuffled { .. } | Fact::Laid { .. } | Fact::Kept { .. } => {}
        Fact::Starter { .. } | Fact::Resealed(_) | Fact::Entered { .. } | Fact::Sealed { .. } => {}
        Fact::Revealed { .. } | Fact::Tribute { .. } | Fact::Lost { .. } => {}
        Fact::Workers { .. } | Fact::Plague { .. } | Fact::Pirate { .. } | Fact::Calm { .. } => {}
        Fact::Wreck { .. } | Fact::Raid { .. } | Fact::Quiet { .. } | Fact::Drew { .. } => {}
        Fact::Shown { .. } | Fact::Unsealed | Fact::Grew { .. } | Fact::Buried { .. } => {}
        Fact::Cleared | Fact::Scored { .. } | Fact::Final { .. } | Fact::Goal { .. } => {}
        Fact::Instructed { .. } | Fact::Planned { .. } | Fact::PlanCleared { .. } => {}
        Fact::PlanUsed { .. } | Fact::PlanDropped { .. } | Fact::Settled { .. } => {}
        Fact::Moved { .. } | Fact::PlanStopped { .. } | Fact::Answered { .. } => {}
    }
}

fn steal(state: &mut State, seat: Seat, from: Seat, forced: bool) {
    state.of_mut(from).storage.sub(&Goods::silver(1));
    state.of_mut(seat).storage.add(&Goods::silver(1));
    state.steps.remove(Step::Steal);
    if forced {
        state.forced.push(Settled(seat, Forced::Steal(from)));
    }
}

fn sink(state: &mut State, seat: Seat, dir: Dir) {
    state.pirates &= !dir.bit();
    state.of_mut(seat).sunk += 1;
}

fn ship_acted(state: &mut State, seat: Seat, from: Dir, to: Dir, act: &Act) {
    state.raiders[from.index()] -= 1;
    state.raided = true;
    let house = state.of_mut(seat);
    house.ships[from.index()] -= 1;
    house.ships[to.index()] += 1;
    match act {
        Act::Silver { silver, .. } => pay_out(state, seat, &Goods::silver(*silver)),
        Act::Sank { at } => sink(state, seat, *at),
    }
}
