//! Applies trade, refills and visits.

use super::super::super::things::areas::{Area, Place};
use super::super::super::things::goods::Lot;
use super::super::super::things::kinds::{Building, Good, Unit};
use super::super::super::things::prices::{LAND, REFILL};
use super::super::super::things::who::Who;
use super::super::State;
use super::super::facts::{Deal, OfferItem, Refilled};
use super::super::player::Player;
use super::godi::settle;

pub fn buy(state: &mut State, who: Who, area: Area, good: Option<Good>) {
    settle(state, who.seat, area);
    let player = &mut state.players[who.seat];
    player.disks[Building::VERSLUN.index()] -= LAND;
    player.pile += LAND - 1;
    if let Some(good) = good {
        player.goods[good.index()] += 1;
    }
}

pub fn tan(state: &mut State, who: Who, hides: u8) {
    let player = &mut state.players[who.seat];
    player.goods[Good::HIDE.index()] -= hides;
    player.gold += u16::from(hides);
    state.now.tanned += hides;
}

/// Fills a building. Refilling the Virki may bring a defeated Berserkur back home.
pub fn refill(state: &mut State, refilled: &Refilled) {
    let Refilled { who, building, disks, revived } = *refilled;
    let home = state.home(who.seat);
    let player = &mut state.players[who.seat];
    player.goods[building.price().index()] -= REFILL;
    player.disks[building.index()] += disks;
    player.pile -= disks;
    if let (true, Some(home)) = (revived, home) {
        player.at[Unit::B.index()] = Place::on(home);
        player.entry = None;
    }
}

pub fn offer(state: &mut State, item: &OfferItem) {
    let OfferItem { wanted, item, count, .. } = *item;
    let side = if wanted { &mut state.now.want } else { &mut state.now.give };
    side[usize::from(item)] = count;
}

/// Trades a lot with the bank.
pub fn trade(state: &mut State, who: Who, give: &Lot, get: &Lot) {
    swap(&mut state.players[who.seat], give, get);
    for (sum, lot) in state.now.traded.iter_mut().zip([give, get]) {
        *sum = std::array::from_fn(|item| sum[item].saturating_add(lot[item]));
    }
}

/// Exchanges a lot between two seats.
pub fn exchange(state: &mut State, deal: &Deal) {
    let Deal { who, host, give, get } = deal;
    trade(state, *who, give, get);
    swap(&mut state.players[host.seat], get, give);
}

/// Gives one side of a lot and gets the other.
pub fn swap(player: &mut Player, give: &Lot, get: &Lot) {
    for good in Good::all() {
        let held = &mut player.goods[good.index()];
        *held = *held + get[good.index()] - give[good.index()];
    }
    player.gold = player.gold + u16::from(get[Good::GOLD]) - u16::from(give[Good::GOLD]);
}

/// Clears the offer.
pub fn clear(state: &mut State) {
    state.now.give = [0; 7];
    state.now.want = [0; 7];
}
