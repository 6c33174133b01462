//! Applies facts of the Claim phase.

use super::super::super::things::who::Who;
use super::super::State;
use super::super::facts::{Claimed, Income};

pub fn ask(state: &mut State, asked: &[Who]) {
    for who in asked {
        state.players[who.seat].claims = true;
    }
}

pub fn come_in(state: &mut State, income: &Income) {
    let player = &mut state.players[income.who.seat];
    player.glory += income.glory;
    player.gold += income.gold;
    player.town += income.recruits;
    player.pile -= income.recruits;
    (player.flock, player.herd) = (income.flock, income.herd);
    for (stock, got) in player.goods.iter_mut().zip(income.goods) {
        *stock += got;
    }
}

pub fn settle(state: &mut State, claimed: &Claimed) {
    let player = &mut state.players[claimed.who.seat];
    for (stock, got) in player.goods.iter_mut().zip(claimed.goods) {
        *stock += got;
    }
    for (disks, recruits) in player.disks.iter_mut().zip(claimed.recruits) {
        *disks += recruits;
        player.town -= recruits;
    }
    player.gold -= u16::from(claimed.tokens);
    player.axes += claimed.tokens;
    player.axes -= claimed.axes.len() as u8;
    state.axes -= claimed.tokens;
    for area in &claimed.axes {
        state.lands[area.index()].axes += 1;
    }
}
