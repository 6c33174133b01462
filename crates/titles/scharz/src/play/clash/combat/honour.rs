//! R20, R21 Prestige and victory points of war: for destroyed units, settlements and won fights.

use crate::play::run::{Run, RunExt};
use crate::reckon::seats::is_rival;
use crate::state::State;
use crate::state::facts::Fact;
use crate::state::land::{Town, Yard};
use crate::state::stack::Stack;
use crate::state::why::Cause;
use crate::things::ids::Field;
use ravenpost_rules::Seat;

/// Percentage of the base figure: 50 more against the rival (R20.2), and 50 more for some factions
/// away from home (R24.2).
fn percent(state: &State, to: Seat, of: Seat, at: Field) -> u16 {
    let rival = if is_rival(state, to, of) { 50 } else { 0 };
    let away = state.powers(to).away_from.is_some_and(|home| !home.has(at));
    100 + rival + if away { 50 } else { 0 }
}

/// Awards prestige for destroyed units and counts it for the year (R20.1, R21.6). Returns the
/// prestige.
pub fn destroyed(run: &mut Run<'_>, to: Seat, of: Seat, at: Field, fallen: &[Stack]) -> u16 {
    let rate = percent(&run.state, to, of, at);
    let (mut pp, mut basic) = (0, 0);
    for stack in fallen {
        let worth = u16::from(stack.kind().data().worth);
        basic += worth * u16::from(stack.n);
        pp += worth * rate / 100 * u16::from(stack.n);
    }
    if basic > 0 {
        run.prestige(to, i32::from(pp), Cause::UnitsDestroyed);
        run.put(Fact::CasualtiesCounted(to, basic, 0));
        run.put(Fact::CasualtiesCounted(of, 0, basic));
    }
    pp
}

/// Halves the reward against an absent seat, so that it does not become easy prey for its
/// neighbours (R21.2a).
fn share(state: &State, of: Seat, whole: u16) -> u16 {
    if state.player(of).is_absent() { whole / 2 } else { whole }
}

/// Awards prestige and victory points for a settlement (R20.1, R21.2). Returns the prestige.
pub fn conquered(run: &mut Run<'_>, to: Seat, at: Field, town: Town) -> u16 {
    let (pp, won, lost) = if town.city { (12, 8, -4) } else { (8, 4, -2) };
    let (pp, won) = (share(&run.state, town.owner, pp), share(&run.state, town.owner, won));
    let pp = pp * percent(&run.state, to, town.owner, at) / 100;
    run.prestige(to, i32::from(pp), Cause::Conquest);
    run.victory(to, i32::from(won), Cause::Conquest);
    run.victory(town.owner, lost, Cause::Conquest);
    pp
}

/// Awards prestige for a shipyard and returns it.
pub fn took_yard(run: &mut Run<'_>, to: Seat, at: Field, yard: Yard) -> u16 {
    let pp = share(&run.state, yard.owner, 4) * percent(&run.state, to, yard.owner, at) / 100;
    run.prestige(to, i32::from(pp), Cause::Conquest);
    pp
}

/// Scores a battle or assault for winner and loser (R21.5).
pub fn won(run: &mut Run<'_>, winner: Seat, loser: Seat) {
    run.victory(winner, 1, Cause::Battle);
    run.victory(loser, -1, Cause::Battle);
}
