//! Trade, refills and visits, as the fold does them.

use super::super::super::things::prices::{LAND, REFILL};
use super::super::super::things::{Building, Good, Lot, Place, Unit};
use super::super::facts::Fact;
use super::super::{Player, State};
use super::godi::settle;

pub fn apply(state: &mut State, fact: &Fact) {
    match fact {
        Fact::Bought(who, area, good) => {
            settle(state, who.seat, *area);
            let player = &mut state.players[who.seat];
            player.disks[Building::VERSLUN.index()] -= LAND;
            player.pile += LAND - 1;
            if let Some(good) = good {
                player.goods[good.index()] += 1;
            }
        }
        Fact::Traded(who, give, get) => swap(&mut state.players[who.seat], give, get),
        Fact::Tanned(who, hides) => {
            let player = &mut state.players[who.seat];
            player.goods[Good::HIDE.index()] -= hides;
            player.gold += u16::from(*hides);
            state.now.tanned += hides;
        }
        Fact::Refilled { who, building, disks, rose } => {
            let home = state.home(who.seat);
            let player = &mut state.players[who.seat];
            player.goods[building.price().index()] -= REFILL;
            player.disks[building.index()] += disks;
            player.pile -= disks;
            if let (true, Some(home)) = (*rose, home) {
                player.at[Unit::B.index()] = Place::on(home);
                player.entry = None;
            }
        }
        Fact::Visited(who, host, give, get) => {
            swap(&mut state.players[who.seat], give, get);
            swap(&mut state.players[host.seat], get, give);
        }
        Fact::NoGold(_, host) => state.now.refused.add(host.seat),
        Fact::Offering { want, item, count, .. } => {
            let side = if *want { &mut state.now.want } else { &mut state.now.give };
            side[usize::from(*item)] = *count;
        }
        Fact::Sent(..) => state.now.offers += 1,
        Fact::Declined(..) => clear(state),
        Fact::Accepted(who, host, give, get) => {
            swap(&mut state.players[who.seat], give, get);
            swap(&mut state.players[host.seat], get, give);
            clear(state);
        }
        _ => {}
    }
}

/// Gives one half of a lot and gets the other.
fn swap(player: &mut Player, give: &Lot, get: &Lot) {
    for good in Good::all() {
        let held = &mut player.goods[good.index()];
        *held = *held + get[good.index()] - give[good.index()];
    }
    player.gold = player.gold + u16::from(get[Good::GOLD]) - u16::from(give[Good::GOLD]);
}

/// The next offer begins anew.
fn clear(state: &mut State) {
    state.now.give = [0; 7];
    state.now.want = [0; 7];
}
