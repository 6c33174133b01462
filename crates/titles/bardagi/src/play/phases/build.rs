//! R13 Building phase and upgrades.

use crate::orders::Order;
use crate::play::draw::Piles;
use crate::play::refuse::not_asked;
use crate::play::run::{Run, RunExt, cannot_pay};
use crate::reckon::pending;
use crate::state::facts::Fact;
use crate::state::player::Player;
use crate::state::{State, Step};
use crate::things::kinds::{Good, Pile};
use crate::things::prices::{Price, price};
use crate::things::tiles::Tile;
use ravenpost_rules::RefusalCode::{AlreadyDone, NoneThere, NotHeld, Occupied, WrongKind};
use ravenpost_rules::{Refusal, Seat};

/// More gold than any tile costs.
const PLENTY: u16 = 99;

/// The orders of the Building phase: every possible tile, and passing.
pub fn list(state: &State, seat: Seat) -> Vec<Order> {
    let mut orders = possible(state, &state.players[seat]);
    orders.push(Order::Pass);
    orders
}

/// All tiles that a player with this board can build, and the tiles they may replace.
fn possible(state: &State, player: &Player) -> Vec<Order> {
    let mut orders = Vec::new();
    for pile in Pile::all() {
        let shown = &state.shown[pile.index()];
        for (nth, tile) in shown.iter().enumerate() {
            // A second copy of a tile is not a separate choice.
            if shown[..nth].contains(tile) {
                continue;
            }
            let old = slots(player, pile).iter().filter(|slot| **slot != Tile::NONE);
            let olds = std::iter::once(None).chain(old.map(|old| Some(*old)));
            let can = olds.filter(|old| judge(state, player, *tile, *old).is_ok());
            orders.extend(can.map(|old| Order::Build(*tile, old)));
        }
    }
    orders
}

pub fn check(state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
    match order {
        Order::Build(tile, old) => judge(state, &state.players[seat], *tile, *old),
        Order::Pass => Ok(()),
        _ => not_asked(state),
    }
}

fn judge(state: &State, player: &Player, tile: Tile, old: Option<Tile>) -> Result<(), Refusal> {
    let (name, pile) = (tile.name(), tile.pile());
    if !state.shown[pile.index()].contains(&tile) {
        return NoneThere.refuse("R13.2", format!("there is no face-up {name}"));
    }
    if player.has(tile) {
        return AlreadyDone.refuse("R13.6", format!("you already have a {name}"));
    }
    if let Some(old) = old {
        if !player.has(old) {
            return NotHeld.refuse("R13.8", format!("you have no {}", old.name()));
        }
        if old.pile() != pile {
            let place = pile.words();
            return WrongKind.refuse(
                "R13.8",
                format!("{name} can replace only a tile in the same place ({place})"),
            );
        }
    } else if !slots(player, pile).contains(&Tile::NONE) {
        return Occupied
            .refuse("R13.4", format!("the {} has no free slot for it", pile.building().name()));
    }
    if pile.level() == 2 && !has_first(player, pile) {
        let building = pile.building().name();
        return NotHeld.refuse("R13.5", format!("{name} needs a 1st-level tile on the {building}"));
    }
    afford(player, tile)
}

/// The slots for tiles of that building and level: two for the first level, one for the second
/// (R13.4).
fn slots(player: &Player, pile: Pile) -> &[Tile] {
    let places = &player.tiles[pile.building().index()];
    if pile.level() == 1 { &places[..2] } else { &places[2..] }
}

fn has_first(player: &Player, pile: Pile) -> bool {
    player.tiles[pile.building().index()][..2].iter().any(|tile| *tile != Tile::NONE)
}

fn afford(player: &Player, tile: Tile) -> Result<(), Refusal> {
    let Price { goods, gold } = price(tile);
    for good in Good::all() {
        let (due, held) = (goods[good.index()], player.goods[good.index()]);
        if held < due {
            let (name, slug) = (tile.name(), good.slug());
            return cannot_pay("R13.3", format!("{name} costs {due} {slug}, but you have {held}"));
        }
    }
    if player.gold < gold {
        let why = format!("{} costs {gold} gold, and you do not have enough", tile.name());
        return cannot_pay("R13.3", why);
    }
    Ok(())
}

/// Builds a tile, optionally in place of an old one.
pub fn play(run: &mut Run<'_>, seat: Seat, tile: Tile, old: Option<Tile>) {
    let who = run.who(seat);
    run.put(Fact::Built { who, tile, replaced: old });
    // The display is filled after the old tile was shuffled in, so that it may turn up again
    // (R13.9).
    if old.is_some() {
        run.shuffle_tiles(tile.pile());
    }
    show(run, tile.pile());
    run.go(Step::Yard);
}

/// Turns up the next tile of a pile, if there is one.
fn show(run: &mut Run<'_>, pile: Pile) {
    if let Some(next) = run.state.piles[pile.index()].last().copied() {
        run.put(Fact::TileTurnedUp(pile, next));
    }
}

/// Passing by choice and for lack of means is the same fact, so that other seats cannot tell them
/// apart (R19).
pub fn pass(run: &mut Run<'_>, seat: Seat) {
    let who = run.who(seat);
    run.put(Fact::BuiltNothing(who));
    run.go(Step::Yard);
}

/// Asks the next seat that can build. Returns whether there was one.
pub fn next(run: &mut Run<'_>) -> bool {
    let seats: Vec<Seat> = pending(&run.state).collect();
    for seat in seats {
        if can_build(&run.state, seat) {
            run.ask(Step::Build, seat);
            return true;
        }
        let who = run.who(seat);
        run.put(Fact::BuiltNothing(who));
    }
    false
}

/// Whether a seat could build according to public information. Hidden gold counts as sufficient, so
/// that skipping a seat does not reveal its gold (R19, R21).
fn can_build(state: &State, seat: Seat) -> bool {
    let mut player = state.players[seat];
    if !state.options.open_gold {
        player.gold = PLENTY;
    }
    !possible(state, &player).is_empty()
}
