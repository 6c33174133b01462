//! Imagines a state that the viewer cannot tell from the true one, by redrawing all hidden
//! information.

use super::super::reckon::plan;
use super::super::state::player::Claim;
use super::super::state::standing::{Drawer, Standing};
use super::super::state::turn::Session;
use super::super::state::{SEATS, State, Step};
use super::super::things::goods::{Lot, Mix};
use super::super::things::kinds::{Pile, Rune};
use ravenpost_rules::list::List;
use ravenpost_rules::{Dice, Draws, Seat, Viewer};

pub fn imagine(state: &State, viewer: Viewer, dice: &mut Dice) -> State {
    let mut other = state.clone();
    // After the end everything is public (R19.2).
    if state.over() {
        return other;
    }
    let mut draws = dice.stream("imagine");
    runes(&mut other, viewer, &mut draws);
    for pile in Pile::all() {
        // Sorting first makes the result independent of the true order.
        let tiles = other.piles[pile.index()].as_mut();
        tiles.sort_unstable();
        draws.shuffle(tiles);
    }
    for seat in state.seats() {
        if !viewer.is(seat) {
            purse(&mut other, seat, &mut draws);
            plan(&mut other, seat, &mut draws);
            let player = &mut other.players[seat];
            player.next = [0; 4];
            player.standing = Standing::default();
            // It is public whether a sheet has been begun and finished, but not its number of
            // lines.
            let Claim { done, orders, .. } = player.claim;
            player.claim = Claim { done, orders: orders.min(1), ..Claim::default() };
            other.drawer[seat] = Drawer::default();
        }
    }
    offer(&mut other, viewer, &mut draws);
    other
}

/// Redraws Runes held by other seats together with the pile; their counts are public.
fn runes(state: &mut State, viewer: Viewer, draws: &mut Draws<'_>) {
    let mut free: Vec<Rune> = state.runes.to_vec();
    let mut counts = [0; SEATS];
    for seat in state.seats().filter(|seat| !viewer.is(*seat)) {
        let held = std::mem::take(&mut state.players[seat].runes);
        for rune in Rune::all() {
            let count = usize::from(held[rune.index()]);
            counts[seat] += count;
            free.extend(std::iter::repeat_n(rune, count));
        }
    }
    free.sort_unstable();
    draws.shuffle(&mut free);
    for (player, count) in state.players.iter_mut().zip(counts) {
        let rest = free.split_off(free.len().saturating_sub(count));
        rest.iter().for_each(|rune| player.runes[rune.index()] += 1);
    }
    state.runes = List::of(&free);
}

/// Draws an amount of gold that a player could have by now.
fn purse(state: &mut State, seat: Seat, draws: &mut Draws<'_>) {
    if !state.options.open_gold {
        let most = 3 + u32::from(state.round);
        state.players[seat].gold = draws.below(most + 1) as u16;
    }
}

/// Draws any legal plan in place of a face-down one.
fn plan(state: &mut State, seat: Seat, draws: &mut Draws<'_>) {
    let player = &state.players[seat];
    if !player.planned || player.open {
        return;
    }
    let plans: Vec<Mix> = plan::plans(state).collect();
    let Some(mix) = draws.pick(&plans).copied() else { return };
    let player = &mut state.players[seat];
    player.hand = mix;
    player.dealt = mix;
}

/// An offer is known to the visitor, and to the host once it is sent (R19).
fn offer(state: &mut State, viewer: Viewer, draws: &mut Draws<'_>) {
    let host = match state.now.session {
        Session::Visit(host) => Some(host),
        _ => None,
    };
    let asked = state.step == Step::Bargain && host.is_some_and(|host| viewer.is(host));
    if host.is_none() || asked || viewer.is(state.turn) {
        return;
    }
    state.now.give = side(draws);
    state.now.want = side(draws);
}

fn side(draws: &mut Draws<'_>) -> Lot {
    let mut lot = [0; 7];
    lot[draws.below(7) as usize] = 1 + draws.below(3) as u8;
    lot
}
