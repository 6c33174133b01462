//! Attacks and musters: disks paid, lost, placed and moved.

use super::super::super::things::areas::{Area, Place};
use super::super::super::things::kinds::{Building, Kind, Unit};
use super::super::super::things::who::Who;
use super::super::facts::{AreaTaken, BerserkurDefeated, DisksShifted};
use super::super::turn::{Aim, Attack};
use super::super::{Land, State};

const VIRKI: usize = Building::VIRKI.0 as usize;

pub fn retire(state: &mut State, who: Who, area: Area) {
    state.players[who.seat].at[Unit::G.index()] = Place::on(area);
    if let Some(attack) = &mut state.attack {
        attack.waits.remove(who.seat);
    }
    state.last |= area.bit();
}

pub fn break_axes(state: &mut State, who: Who, area: Area, paid: u8) {
    spend(state, who, paid);
    free_axes(state, area);
    settled(state, |aim| aim == Aim::Axes);
}

pub fn shift(state: &mut State, shifted: &DisksShifted) {
    let DisksShifted { from, to, disks, .. } = *shifted;
    state.lands[to.index()].disks += disks;
    remove(state, from, disks);
    state.last |= to.bit();
}

pub fn post(state: &mut State, who: Who, area: Area, count: u8) {
    let player = &mut state.players[who.seat];
    player.disks[VIRKI] = player.disks[VIRKI].saturating_sub(count);
    state.lands[area.index()].disks += count;
    state.last |= area.bit();
}

pub fn lift(state: &mut State, who: Who, area: Area, count: u8) {
    state.players[who.seat].town += count;
    remove(state, area, count);
}

pub fn attack(state: &mut State, who: Who, area: Area, aim: Aim) {
    state.players[who.seat].attacked |= area.bit();
    // A duel is fought between two figures and drives no Godi out (R9.13).
    let others = state.seats().filter(|seat| !matches!(aim, Aim::Duel(_)) && *seat != who.seat);
    let godis = others.filter(|seat| state.players[*seat].area_of(Unit::G) == Some(area));
    state.attack = Some(Attack { area, aim, waits: godis.collect() });
    state.last |= area.bit();
}

pub fn defeat(state: &mut State, defeat: &BerserkurDefeated) {
    let BerserkurDefeated { who, by, paid, lost } = *defeat;
    spend(state, by, paid);
    let loser = &mut state.players[who.seat];
    loser.at[Unit::B.index()] = Place::TOWN;
    loser.entry = None;
    spend(state, who, lost);
    settled(state, |aim| matches!(aim, Aim::Duel(_)));
}

pub fn take(state: &mut State, took: &AreaTaken) {
    spend(state, took.who, took.paid);
    let prize = matches!(took.area.kind(), Kind::Village | Kind::Gold);
    if let Some(from) = took.from {
        let loser = &mut state.players[from.seat];
        loser.pile += took.removed;
        // Glory never falls below 0 (R15.3).
        loser.glory = loser.glory.saturating_sub(u16::from(prize));
    } else if took.area.kind() == Kind::Camp {
        // A camp pays once, even if the bank was empty (R9.16, R20.3).
        state.paid |= took.area.bit();
    }
    state.axes = state.axes.saturating_sub(took.tokens);
    let taker = &mut state.players[took.who.seat];
    taker.disks[VIRKI] = taker.disks[VIRKI].saturating_sub(took.placed);
    taker.axes += took.tokens;
    if took.from.is_some() {
        taker.taken += 1;
        taker.glory += u16::from(prize);
    }
    let land = &mut state.lands[took.area.index()];
    *land = Land { owner: Some(took.who.seat), disks: took.placed, ..*land };
    settled(state, |_| true);
}

/// Moves disks from the Virki to the unused pile.
fn spend(state: &mut State, who: Who, count: u8) {
    let player = &mut state.players[who.seat];
    player.disks[VIRKI] = player.disks[VIRKI].saturating_sub(count);
    player.pile += count;
}

/// Removes disks from an area. Without disks it becomes a Barbarian area and loses its Axe tokens;
/// its Runes stay (R9.25).
fn remove(state: &mut State, area: Area, count: u8) {
    let land = &mut state.lands[area.index()];
    land.disks = land.disks.saturating_sub(count);
    if land.disks == 0 {
        land.owner = None;
        free_axes(state, area);
    }
    state.last |= area.bit();
}

fn free_axes(state: &mut State, area: Area) {
    state.axes += std::mem::take(&mut state.lands[area.index()].axes);
}

/// Ends the attack if its own aim has been reached.
fn settled(state: &mut State, ends: impl Fn(Aim) -> bool) {
    if state.attack.is_some_and(|attack| ends(attack.aim)) {
        state.attack = None;
    }
}
