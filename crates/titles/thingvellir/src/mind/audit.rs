//! Consistency checks: every Thingman, card and farm exists exactly once.

use super::super::state::State;
use super::super::state::progress::{Step, Vote};
use super::super::things::data;
use super::super::things::names::{Area, Card, Colour, Kind};
use ravenpost_rules::Seat;

/// Describes the first inconsistency found.
pub fn audit(state: &State) -> Result<(), String> {
    if state.seats == 0 {
        return Ok(());
    }
    cards(state)?;
    for seat in Seat::all(state.seats) {
        thingmen(state, seat)?;
        districts(state, seat)?;
        wealth(state, seat)?;
    }
    farms(state)?;
    progress(state)
}

/// Each of the 108 cards is in one place (R1.8).
fn cards(state: &State) -> Result<(), String> {
    let mut seen: u128 = 0;
    let mut count = 0;
    let mut see = |card: Card, place: &str| {
        if card == Card::NONE {
            return Ok(());
        }
        if seen & card.bit() != 0 {
            return Err(format!("{} appears twice, once in {place}", card.slug()));
        }
        seen |= card.bit();
        count += 1;
        Ok(())
    };
    for card in state.orlog.iter() {
        see(*card, "the Orlog")?;
    }
    for card in Card::of(state.doom) {
        see(card, "Doom")?;
    }
    for (card, _) in state.tucked.iter() {
        see(*card, "Wealth")?;
    }
    for card in state.oaths.iter().flat_map(|oaths| &oaths.slots) {
        see(*card, "the Oaths")?;
    }
    for card in state.hird.iter().flat_map(|hird| Card::of(*hird)) {
        see(card, "a Hird")?;
    }
    for card in state.pool {
        see(card, "the pool")?;
    }
    for laid in state.table.iter().filter(|laid| !laid.gone) {
        see(laid.card, "an open draw")?;
    }
    see(state.strike.card, "a murder")?;
    see(state.strike.weapon, "a murder")?;
    if let Some((card, _)) = state.outlaw {
        see(card, "the Outlaw card")?;
    }
    if count == Card::COUNT { Ok(()) } else { Err(format!("{count} cards instead of 108")) }
}

/// 12 Thingmen per seat (R1.7).
fn thingmen(state: &State, seat: Seat) -> Result<(), String> {
    let men = state.all_men(seat);
    let due = if state.is_in(seat) { data().thingmen } else { 0 };
    if men == due { Ok(()) } else { Err(format!("{} has {men} Thingmen", state.name(seat))) }
}

/// Steads and their cached counts (R2.10, R19.2).
fn districts(state: &State, seat: Seat) -> Result<(), String> {
    let name = state.name(seat);
    let mut lands = 0;
    let mut farms = [0; 4];
    for area in Area::all() {
        let stead = &state.steads[area.index()];
        if stead.owner == Some(seat) {
            lands |= area.bit();
            for (sum, farm) in farms.iter_mut().zip(stead.farms) {
                *sum += farm;
            }
        }
    }
    if lands != state.lands[seat] || farms != state.farms[seat] {
        return Err(format!("{name}'s Districts are miscounted"));
    }
    if lands & Area::THINGVELLIR.bit() != 0 {
        return Err(format!("{name} controls Þingvellir"));
    }
    let (half, quarter) = state.tokens_out(seat);
    // A razed District may have to wait for its ½ token (R19.4).
    if half > data().halves + data().quarters || quarter > data().quarters {
        return Err(format!("{name} has placed more Stead tokens than there are"));
    }
    if state.fame[seat] > data().win {
        return Err(format!("{name} has {} Wordfame", state.fame[seat]));
    }
    Ok(())
}

/// Goods and their cached counts.
fn wealth(state: &State, seat: Seat) -> Result<(), String> {
    let mut goods = [0; Kind::COUNT];
    for (card, _) in state.tucked.iter().filter(|(_, owner)| *owner == seat) {
        goods[card.kind().index()] += 1;
    }
    if goods == state.goods[seat] {
        return Ok(());
    }
    Err(format!("{}'s Goods are miscounted", state.name(seat)))
}

/// 18 farm tokens of each colour (R1.5), and Steads only where there are farms.
fn farms(state: &State) -> Result<(), String> {
    for colour in Colour::all() {
        let placed: u8 = state.steads.iter().map(|stead| stead.farms[colour.index()]).sum();
        let all = placed + state.supply[colour.index()] + state.lost[colour.index()];
        if all != data().farms {
            return Err(format!("{all} {} farms instead of 18", colour.slug()));
        }
    }
    for area in Area::all() {
        let stead = &state.steads[area.index()];
        if stead.owner.is_none() != (stead.farms == [0; 4]) || state.value(area) > 4 {
            return Err(format!("the Stead of {} is inconsistent", area.name()));
        }
    }
    let burnt = state.steads.iter().filter(|stead| stead.burnt).count();
    if burnt > usize::from(data().arson) {
        return Err(format!("there are {burnt} Arson tokens on the board"));
    }
    Ok(())
}

/// Whatever must be finished between rounds and actions.
fn progress(state: &State) -> Result<(), String> {
    let quiet = matches!(state.step, Step::Propose | Step::Side);
    if quiet && (!state.table.is_empty() || state.band.men > 0) {
        return Err("something is unresolved between the rounds".into());
    }
    if state.step == Step::Propose && !state.away.is_empty() {
        return Err("suing Thingmen are still away".into());
    }
    let sealed = state.sealed.iter().any(|vote| *vote != Vote::None);
    if sealed && state.step != Step::Vote {
        return Err("a vote is still sealed".into());
    }
    if state.over() != state.end.is_some() {
        return Err("the game is over without a result, or the reverse".into());
    }
    Ok(())
}
