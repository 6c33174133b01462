//! Estimates the result of a Claim sheet, so that its orders can be compared before it is carried
//! out.

use super::super::super::state::{State, Step};
use super::super::super::things::kinds::{Building, Good};
use super::{GOLD, IDLE, building, disk, stock};
use ravenpost_rules::Seat;

/// Value of an Axe token on an area, and of a finished sheet.
const AXE: i64 = 16;
const DONE: i64 = 3;
/// Cost of a line that replaces or removes another.
const REWRITTEN: i64 = 200;

pub fn worth(state: &State, seat: Seat, claims: i64) -> i64 {
    let player = &state.players[seat];
    let sheet = &player.claim;
    if state.step != Step::Claim || !player.claims {
        return 0;
    }
    let (sheep, cattle) = if sheet.chosen { (sheet.sheep, sheet.cattle) } else { (0, 0) };
    let most = player.storage();
    let gain = |good: Good, units: u8| {
        let held = player.goods[good.index()];
        let after = held.saturating_add(units).min(most).max(held);
        stock(good, after) - stock(good, held)
    };
    let goods = gain(Good::WOOL, player.flock.saturating_sub(sheep))
        + gain(Good::HIDE, player.herd.saturating_sub(cattle))
        + gain(Good::MEAT, sheep.saturating_add(cattle));
    let recruits = Building::all().map(|place| {
        let (held, some) = (player.disks[place.index()], sheet.recruits[place.index()]);
        let better = building(held.saturating_add(some), claims) - building(held, claims);
        better - i64::from(some) * disk(claims) * IDLE / 100
    });
    // Placements without a token have no effect.
    let placed = sheet.axes.len() - player.surplus();
    let axes = placed as i64 * (AXE - 8) - i64::from(sheet.tokens) * (GOLD - AXE);
    let lines = usize::from(sheet.chosen) + usize::from(sheet.placed) + sheet.axes.len();
    let closed = usize::from(sheet.done);
    let rewritten = usize::from(sheet.orders).saturating_sub(lines + closed) as i64;
    let done = if sheet.done { DONE } else { 0 };
    goods + recruits.sum::<i64>() + axes + done - rewritten * REWRITTEN
}
