//! Applies facts of setup, rounds, planning and the end.

use super::super::super::things::areas::Place;
use super::super::super::things::goods::Mix;
use super::super::super::things::ids::Node;
use super::super::super::things::kinds::{Building, Colour, Rune};
use super::super::super::things::tiles::Tile;
use super::super::super::things::who::Who;
use super::super::facts::{FinalGlory, Opened};
use super::super::player::{Claim, Player};
use super::super::turn::Turn;
use super::super::{State, Step};
use ravenpost_rules::Seats;

/// A player's starting gold and disks (R4.5), of 40 disks in total (R2.4).
const GOLD: u16 = 1;
const DISKS: u8 = 6;
const ALL_DISKS: u8 = 40;
/// Runes of each kind, and Axe tokens (R1.3, R10.12).
const RUNES: usize = 8;
const AXES: u8 = 20;

pub fn begin_round(state: &mut State, round: u8, who: Who) {
    state.round = round;
    state.starter = who.seat;
    state.turn = who.seat;
    state.gone = Seats::NONE;
}

/// Makes the current round the last.
pub fn time_up(state: &mut State) {
    state.time_up = true;
    state.rounds = state.round.max(1);
}

pub fn score(state: &mut State, glory: &FinalGlory) {
    let bonus = [glory.most_gold, glory.most_areas, glory.gold];
    let player = &mut state.players[glory.who.seat];
    player.goods = [0; 6];
    player.gold = glory.gold;
    player.glory += bonus.iter().sum::<u16>();
    player.bonus = bonus;
}

pub fn plan(state: &mut State, who: Who, mix: Mix) {
    let player = &mut state.players[who.seat];
    (player.hand, player.dealt, player.next) = (mix, mix, [0; 4]);
    player.planned = true;
}

pub fn end_round(state: &mut State) {
    state.players.iter_mut().for_each(rest);
    state.now = Turn::default();
}

/// Sets up everything except colours and random draws.
pub fn open(state: &mut State, opened: &Opened) {
    *state = State::blank();
    state.seats = opened.seats;
    state.options = opened.options;
    state.map = opened.map;
    state.rounds = opened.rounds;
    state.starter = opened.starter;
    state.turn = opened.starter;
    state.axes = AXES;
    state.runes = Rune::all().flat_map(|rune| [rune; RUNES]).collect();
    for tile in Tile::all() {
        for _ in 0..tile.data().copies {
            state.piles[tile.pile().index()].push(tile);
        }
    }
    for player in state.players.iter_mut().take(usize::from(opened.seats)) {
        player.gold = GOLD;
        player.disks = [DISKS; Building::COUNT];
        player.pile = ALL_DISKS - DISKS * Building::COUNT as u8;
    }
}

/// Places the seat's units at home and its ship in the dock (R4.5).
pub fn settle(state: &mut State, who: Who, colour: Colour) {
    let home = state.map.home(colour);
    let player = &mut state.players[who.seat];
    player.colour = colour;
    player.ship = Node::DOCK;
    if let Some(home) = home {
        player.at = [Place::on(home); 3];
    }
    state.drawer[who.seat].homes.clear();
}

/// Changes the step. `gone` records seats whose turn or building is over.
pub fn now(state: &mut State, step: Step, who: Option<Who>) {
    match (state.step, step) {
        (Step::Act, Step::Turn) | (Step::Build, Step::Yard) => state.gone.add(state.turn),
        (Step::Turn, Step::Yard) => state.gone = Seats::NONE,
        _ => {}
    }
    state.step = step;
    let Some(who) = who else { return };
    // The host of a bargain and the owners of Godis answer in another seat's turn (R5.4).
    if matches!(step, Step::PickHome | Step::Plan | Step::Act | Step::Build) {
        state.turn = who.seat;
    }
    if step == Step::Build {
        // Earlier seats in turn order were skipped.
        let before = state.in_order().take_while(|seat| *seat != who.seat);
        before.for_each(|seat| state.gone.add(seat));
    }
}

/// Reveals the cards and resets what lasted for the previous turn.
pub fn begin_turn(state: &mut State, who: Who, mix: Mix) {
    let player = &mut state.players[who.seat];
    player.open = true;
    (player.hand, player.dealt, player.last) = (mix, mix, mix);
    player.used = [0; 4];
    state.turn = who.seat;
    state.yielded.remove(who.seat);
    state.now = Turn::default();
}

/// Resets what lasts for a round (R2.14, R6.3).
fn rest(player: &mut Player) {
    (player.hand, player.dealt, player.used) = ([0; 4], [0; 4], [0; 4]);
    (player.planned, player.open, player.claims) = (false, false, false);
    (player.council, player.oracle, player.steward) = (false, false, false);
    (player.attacked, player.taken) = (0, 0);
    (player.flock, player.herd) = (0, 0);
    player.claim = Claim::default();
}
