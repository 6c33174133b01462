//! Consistency checks: no card, coin or piece may be lost or duplicated.

use super::super::reckon::board::count;
use super::super::state::State;
use super::super::state::house::House;
use super::super::things::data::data;
use super::super::things::goods::Goods;
use super::super::things::ids::{Card, Deco, District};
use super::super::things::kinds::Kind;
use super::super::things::tables::Suit;
use ravenpost_rules::Seat;

/// Checks the state, and returns what is missing or duplicated.
pub fn audit(state: &State) -> Result<(), String> {
    if state.seats == 0 {
        return Ok(());
    }
    goods(state)?;
    pieces(state)?;
    cards(state)?;
    hidden(state)
}

fn check(fine: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if fine { Ok(()) } else { Err(what()) }
}

fn goods(state: &State) -> Result<(), String> {
    let mut all = state.bank;
    for seat in state.seats() {
        all.add(&state.of(seat).storage);
        all.add(&Goods::silver(state.of(seat).buried_silver));
    }
    check(all == data().supply, || format!("goods: {all} instead of {}", data().supply))
}

fn pieces(state: &State) -> Result<(), String> {
    let mut tokens = u32::from(state.tokens) + state.pirates.count_ones();
    let (mut churches, mut decorations) = (0, state.for_sale);
    for seat in state.seats() {
        let house = state.of(seat);
        tokens += u32::from(house.sunk);
        check(churches & house.churches == 0, || format!("two churches: {seat:?}"))?;
        check(decorations & house.decorations == 0, || format!("two decorations: {seat:?}"))?;
        churches |= house.churches;
        decorations |= house.decorations;
        own_pieces(seat, house)?;
    }
    check(tokens == 30, || format!("{tokens} pirate tokens"))?;
    check(decorations.count_ones() as usize == Deco::COUNT, || "decorations lost".to_owned())?;
    let board = (1u32 << District::COUNT) - 1;
    check(state.neutral & !board == 0, || "neutral farmsteads off the board".to_owned())
}

fn own_pieces(seat: Seat, house: &House) -> Result<(), String> {
    let House { farmsteads, towers, churches, .. } = *house;
    let apart = farmsteads & towers == 0 && farmsteads & churches == 0 && towers & churches == 0;
    check(apart, || format!("two settlements in one district: {seat:?}"))?;
    check(house.settled() != 0, || format!("no settlement: {seat:?}"))?;
    let fits = count(farmsteads) <= 5 && count(towers) <= 3 && count(churches) <= 3;
    check(fits && house.fleet() <= 3, || format!("too many pieces: {seat:?}"))?;
    let workers = (2..=5).contains(&house.workers) && house.free <= 5;
    check(workers, || format!("{} workers: {seat:?}", house.workers))
}

fn cards(state: &State) -> Result<(), String> {
    for card in Card::all() {
        let known = card.data();
        let copies = usize::from(known.copies);
        let owned = |seat: Seat| state.of(seat).cards().filter(|own| *own == card).count();
        let (found, wanted) = match known.suit {
            Suit::Basic => {
                let wrong = state.seats().find(|seat| owned(*seat) != copies);
                check(wrong.is_none(), || format!("{} of {wrong:?}", card.slug()))?;
                continue;
            }
            Suit::Setting => {
                let home = |seat: &Seat| state.of(*seat).home.map(Card::from_setting) == Some(card);
                let wrong = state.seats().find(|seat| owned(*seat) != usize::from(home(seat)));
                check(wrong.is_none(), || format!("{} of {wrong:?}", card.slug()))?;
                continue;
            }
            Suit::Craft | Suit::Trading => {
                let piles = state.piles(card).0;
                let piled: usize = piles.iter().map(|pile| pile.count(card)).sum();
                let on = if known.suit == Suit::Craft {
                    state.options.advanced_craft
                } else {
                    state.options.advanced_trading
                };
                let all: usize = state.seats().map(owned).sum();
                (piled + all, if known.advanced && !on { 0 } else { copies })
            }
        };
        check(found == wanted, || format!("{found} {} instead of {wanted}", card.slug()))?;
    }
    Ok(())
}

fn hidden(state: &State) -> Result<(), String> {
    let mut seen = 0u32;
    for card in state.coming.iter().chain(state.past.iter()) {
        check(seen & card.bit() == 0, || format!("{} twice", card.slug()))?;
        seen |= card.bit();
    }
    check(seen.count_ones() == 11, || format!("{} generation cards", seen.count_ones()))?;
    let mut dealt = 0u32;
    for seat in state.seats() {
        let house = state.of(seat);
        for rep in house.offered.iter().flatten() {
            check(dealt & rep.bit() == 0, || format!("{} twice", rep.slug()))?;
            dealt |= rep.bit();
        }
        let spared = house
            .reputation
            .is_none_or(|rep| house.offered.is_some_and(|offered| offered.contains(&rep)));
        check(spared, || format!("an unknown reputation: {seat:?}"))?;
    }
    let silver = state.bank.of(Kind::SILVER);
    check(silver <= 200, || format!("{silver} Silver in the bank"))
}
