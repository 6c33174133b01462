//! The Claim phase (chapter 14): income, who is asked, and what the sheets come to.

use super::super::decide::Run;
use super::super::facts::{Claimed, Fact};
use super::super::income::{herded, income, school, usual};
use super::super::legal::claim::{axe_areas, fill, has_choice};
use super::super::names::{Area, Building};
use super::super::state::{State, Step};
use super::round;

/// Where recruits go that nobody places: Virki, Hof, Verslun (R21.9).
const RECRUITS: [Building; 3] = [Building::VIRKI, Building::HOF, Building::VERSLUN];

/// Brings everybody its income in turn order, and asks those who have something to choose. In the
/// last round nobody is asked (R14.15).
pub fn begin(run: &mut Run<'_>) {
    for at in run.state.in_order() {
        let income = income(&run.state, at);
        run.put(Fact::Income(income));
        let runes = school(&run.state, at);
        run.draw_runes(at, runes);
    }
    let state = &run.state;
    let asked = state.places().filter(|at| !state.last_round() && has_choice(state, *at));
    let asked = asked.map(|at| state.who(at)).collect();
    run.put(Fact::Claimants(asked));
    run.go(Step::Claim);
}

/// Goes on when every awaited seat has finished; says whether it went on.
pub fn closed(run: &mut Run<'_>) -> bool {
    let state = &run.state;
    let waits = state.places().any(|at| state.players[at].claims && !state.players[at].claim.done);
    if !waits {
        run.go(Step::Close);
    }
    !waits
}

/// Carries all claims out, in turn order, and ends the round.
pub fn close(run: &mut Run<'_>) {
    for at in run.state.in_order() {
        let claimed = claimed(&run.state, at);
        run.put(Fact::Claimed(claimed));
    }
    run.put(Fact::RoundOver);
    if run.state.last_round() {
        run.go(Step::Scoring);
        return;
    }
    let next = (usize::from(run.state.starter) + 1) % usize::from(run.state.seats);
    let number = run.state.round + 1;
    round::begin(run, number, next);
}

/// What a seat's sheet comes to now. What it does not say goes by default (R21.9).
fn claimed(state: &State, at: usize) -> Claimed {
    let player = &state.players[at];
    let sheet = &player.claim;
    let (sheep, cattle) = if sheet.chosen {
        (sheet.sheep, sheet.cattle)
    } else {
        usual(player, !player.claims && state.last_round())
    };
    let recruits = match (player.claims, sheet.placed) {
        (false, _) => [0; 3],
        (true, true) => sheet.recruits,
        (true, false) => fill(state, at, RECRUITS),
    };
    // Earlier seats may have bought the last tokens; orders to place them lapse (R14.13).
    let tokens = sheet.tokens.min(state.axes);
    let placed = sheet.axes.iter().take(usize::from(player.axes + tokens)).copied();
    let placed: Vec<Area> =
        placed.filter(|area| axe_areas(state, at).any(|known| known == *area)).collect();
    let goods = herded(player, sheep, cattle);
    Claimed { who: state.who(at), goods, tokens, recruits, axes: placed }
}
