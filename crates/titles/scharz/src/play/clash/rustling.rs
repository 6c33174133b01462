//! Captured herds: taken or killed (R14.6).

use crate::play::march::goods::has_place;
use crate::play::run::{Run, RunExt};
use crate::reckon::links::by_distance;
use crate::reckon::seats::{HERDS, herds};
use crate::reckon::world::World;
use crate::state::State;
use crate::state::doctrine::HerdPolicy;
use crate::state::facts::{Fact, Pen};
use crate::state::why::{Cause, Herding};
use crate::things::ids::Fields;
use crate::things::kinds::Herd;
use ravenpost_rules::Seat;

/// Takes a herd if there is room for it; otherwise kills it.
pub fn take(run: &mut Run<'_>, to: Seat, from: Seat, herd: Herd, pen: Pen, policy: HerdPolicy) {
    let place = match policy {
        HerdPolicy::Take => place_for(&run.state, to, pen),
        _ => None,
    };
    match place {
        Some(there) => {
            run.put(Fact::HerdTaken(from, to, herd, [pen, there]));
            herd_points(run, from, Some(to));
        }
        None => {
            run.put(Fact::HerdRemoved(from, herd, pen, Herding::Killed));
            herd_points(run, from, None);
        }
    }
}

/// The place of a stolen herd: its current pasture, or the taker's nearest free one.
fn place_for(state: &State, to: Seat, pen: Pen) -> Option<Pen> {
    if herds(state, to).count() >= HERDS {
        return None;
    }
    if !pen.stable {
        return Some(pen);
    }
    let world = World::of(state);
    let held = world.held[to.index()] | Fields::of(pen.at);
    let order = by_distance(state, &world, to, pen.at, held);
    let pastures = order.into_iter().map(|at| Pen { at, stable: false });
    pastures.into_iter().find(|pen| has_place(state, to, *pen).is_ok())
}

/// Victory points for a stolen or destroyed herd (R21.4).
pub fn herd_points(run: &mut Run<'_>, from: Seat, to: Option<Seat>) {
    if let Some(to) = to {
        run.victory(to, 1, Cause::Herd);
    }
    run.victory(from, -1, Cause::Herd);
}
