//! Automatic changes at the end of a sub-phase, when besiegers have arrived or left.

use super::super::reckon::world::World;
use super::super::state::State;
use super::super::state::stack::{Place, Stack};
use super::super::state::why::How;
use super::super::things::ids::Field;
use super::super::things::kinds::Kind;
use super::run::{Run, RunExt};
use ravenpost_rules::Seat;

/// Applies automatic changes at the end of a sub-phase. Units that are no longer encircled come out
/// (R7.2), and siege machines without a siege become infantry again (R16.8).
pub fn relieve(run: &mut Run<'_>) {
    let shut = |stack: &Stack| stack.place == Place::Inside || stack.kind() == Kind::Sm;
    if !run.state.all().any(|seat| run.state.player(seat).stacks.iter().any(shut)) {
        return;
    }
    let world = World::of(&run.state);
    for seat in run.state.all() {
        let stacks = run.state.player(seat).stacks;
        for stack in &stacks {
            let locked = world.is_locked(seat, stack.at);
            if stack.place == Place::Inside && !locked {
                run.went(seat, How::MovedOut, *stack, stack.to(stack.at, Place::Open));
            }
            if stack.kind() == Kind::Sm && !besieges(&run.state, &world, seat, stack.at) {
                let mut li = *stack;
                li.unit.kind = Kind::Li;
                run.went(seat, How::Reverted, *stack, li);
            }
        }
    }
}

/// Whether a hostile settlement is encircled here.
pub fn besieges(state: &State, world: &World, seat: Seat, at: Field) -> bool {
    let town = state.land(at).town.filter(|town| state.hostile(seat, town.owner));
    town.is_some() && world.encircled.has(at)
}
