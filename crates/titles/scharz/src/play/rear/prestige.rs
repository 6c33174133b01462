//! Uses of prestige in the rear besides trade (R16.19, R20.4), and its loss with victory points.

use crate::play::run::{Run, RunExt, afford_pp};
use crate::state::facts::Fact;
use crate::state::why::Cause;
use ravenpost_rules::RefusalCode::{AlreadyDone, WrongKind};
use ravenpost_rules::{Refusal, Seat};

/// `rival`: names another rival for 8 PP.
pub fn rival(run: &mut Run<'_>, seat: Seat, other: Seat) -> Result<(), Refusal> {
    let state = &run.state;
    let there = other != seat && other.0 <= state.seats && !state.player(other).out;
    WrongKind.unless(there, "R16.19", "name another player in the game")?;
    afford_pp(state, seat, 8)?;
    AlreadyDone.unless(
        state.player(seat).rival != Some(other),
        "R16.19",
        "that player is already your rival",
    )?;
    run.prestige(seat, -8, Cause::Spent);
    run.put(Fact::RivalNamed(seat, Some(other)));
    Ok(())
}

/// Each victory point lost since the end of the previous round costs 4 PP (R20.3, R20.6).
pub fn lost_victory(run: &mut Run<'_>) {
    for seat in run.state.in_order() {
        let player = run.state.player(seat);
        let lost = player.vp_before.saturating_sub(player.vp);
        run.prestige(seat, -4 * i32::from(lost), Cause::LostVictoryPoints);
    }
    run.put(Fact::VictoryPointsNoted);
}
