//! Raid: out, home, and what is kept (R11).

use super::super::super::state::Step;
use super::super::super::state::facts::Fact;
use super::super::super::things::names::{Card, Role};
use super::super::decide::{Run, finish};

pub fn out(run: &mut Run<'_>, men: u8) {
    let who = run.doer();
    run.put(Fact::PutOut(who, men));
    finish(run);
}

pub fn home(run: &mut Run<'_>) {
    let who = run.doer();
    let men = run.state.sea[who.at()];
    run.put(Fact::CameHome(who, men));
    let count = men.saturating_add(run.state.deed.strength);
    draw(run, count);
}

/// Draws cards of which a share is kept; nothing drawn, nothing kept.
pub fn draw(run: &mut Run<'_>, count: u8) {
    let who = run.doer();
    run.draw(Some(who), count, false);
    if run.state.table.is_empty() {
        return after(run);
    }
    run.ask(Step::Keep, who.at());
}

pub fn keep(run: &mut Run<'_>, cards: u128) {
    let who = run.doer();
    let laid = run.state.table.iter().enumerate();
    let kept: Vec<Card> =
        laid.filter(|(at, _)| cards & (1 << at) != 0).map(|(_, laid)| laid.card).collect();
    let rest = run.state.table.len() - kept.len();
    run.put(Fact::Kept(who, kept, rest as u8));
    after(run);
}

/// A Steersman may put out again; a harvest ends the seat's turn (R18.9, R21.6).
fn after(run: &mut Run<'_>) {
    let at = run.state.doer();
    if run.state.deed.second {
        return super::hunt::close(run, at);
    }
    if run.state.has_role(at, Role::STEERSMAN) {
        return run.ask(Step::Raid, at);
    }
    finish(run);
}
