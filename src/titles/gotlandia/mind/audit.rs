//! The title's own bookkeeping: every card, coin and piece is somewhere, always.

use super::super::reckon::board::count;
use super::super::state::{Family, State};
use super::super::things::data::{Family as Of, data};
use super::super::things::goods::Goods;
use super::super::things::names::{Card, Deco, District, Kind};
use crate::rules::Seat;

/// What is missing or doubled, if anything.
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
        let family = state.of(seat);
        tokens += u32::from(family.sunk);
        check(churches & family.churches == 0, || format!("two churches: {seat:?}"))?;
        check(decorations & family.decorations == 0, || format!("two decorations: {seat:?}"))?;
        churches |= family.churches;
        decorations |= family.decorations;
        own_pieces(seat, family)?;
    }
    check(tokens == 30, || format!("{tokens} pirate tokens"))?;
    check(decorations.count_ones() as usize == Deco::COUNT, || "decorations lost".to_owned())?;
    let board = (1u32 << District::COUNT) - 1;
    check(state.neutral & !board == 0, || "neutral farmsteads off the board".to_owned())
}

fn own_pieces(seat: Seat, family: &Family) -> Result<(), String> {
    let Family { farmsteads, towers, churches, .. } = *family;
    let apart = farmsteads & towers == 0 && farmsteads & churches == 0 && towers & churches == 0;
    check(apart, || format!("two settlements in one district: {seat:?}"))?;
    check(family.settled() != 0, || format!("no settlement: {seat:?}"))?;
    let fits = count(farmsteads) <= 5 && count(towers) <= 3 && count(churches) <= 3;
    check(fits && family.fleet() <= 3, || format!("too many pieces: {seat:?}"))?;
    let workers = (2..=5).contains(&family.workers) && family.free <= 5;
    check(workers, || format!("{} workers: {seat:?}", family.workers))
}

fn cards(state: &State) -> Result<(), String> {
    for card in Card::all() {
        let known = card.data();
        let copies = usize::from(known.copies);
        let owned = |seat: Seat| state.of(seat).cards().filter(|own| *own == card).count();
        let (found, wanted) = match known.family {
            Of::Basic => {
                let wrong = state.seats().find(|seat| owned(*seat) != copies);
                check(wrong.is_none(), || format!("{} of {wrong:?}", known.slug))?;
                continue;
            }
            Of::Setting => {
                let home = |seat: &Seat| state.of(*seat).home.map(Card::of_setting) == Some(card);
                let wrong = state.seats().find(|seat| owned(*seat) != usize::from(home(seat)));
                check(wrong.is_none(), || format!("{} of {wrong:?}", known.slug))?;
                continue;
            }
            Of::Craft | Of::Trading => {
                let piles = state.piles(card).0;
                let piled: usize = piles.iter().map(|pile| pile.count(card)).sum();
                let on = if known.family == Of::Craft {
                    state.options.advanced_craft
                } else {
                    state.options.advanced_trading
                };
                let all: usize = state.seats().map(owned).sum();
                (piled + all, if known.advanced && !on { 0 } else { copies })
            }
        };
        check(found == wanted, || format!("{found} {} instead of {wanted}", known.slug))?;
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
        let family = state.of(seat);
        for rep in family.offered.iter().flatten() {
            check(dealt & rep.bit() == 0, || format!("{} twice", rep.slug()))?;
            dealt |= rep.bit();
        }
        let kept = family
            .reputation
            .is_none_or(|rep| family.offered.is_some_and(|offered| offered.contains(&rep)));
        check(kept, || format!("a reputation out of nowhere: {seat:?}"))?;
    }
    let silver = state.bank.of(Kind::SILVER);
    check(silver <= 200, || format!("{silver} Silver in the bank"))
}
