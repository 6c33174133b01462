//! The Claim sheet as a seat fills it: in secret, until everybody awaited is done (R14.13, R21.8).

use super::super::facts::Fact;
use super::super::orders::{Line, Order};
use super::super::state::Claim;
use super::Run;

/// Orders after which a sheet is finished by itself. Twenty tokens and a few second thoughts fit;
/// without an end a sheet could be rewritten for ever, as lots could be traded (R7.13).
pub const SHEET: u8 = 60;

/// Writes one order onto the sheet. A later `claim` or `recruit` replaces an earlier one.
pub fn order(run: &mut Run<'_>, at: usize, order: &Order) {
    let mut claim = run.state.players[at].claim;
    match order {
        Order::Claim(sheep, cattle, tokens) => {
            (claim.sheep, claim.cattle, claim.tokens) = (*sheep, *cattle, *tokens);
            claim.chosen = true;
        }
        Order::Recruit(recruits) => (claim.recruits, claim.placed) = (*recruits, true),
        Order::Axe(area) => claim.axes.push(*area),
        Order::Drop(line) => drop(&mut claim, *line),
        _ => {}
    }
    hand_in(run, at, claim);
}

/// Takes a line off the sheet: what it does not say goes by default (R21.9).
fn drop(claim: &mut Claim, line: Line) {
    match line {
        Line::Claim => {
            (claim.sheep, claim.cattle, claim.tokens) = (0, 0, 0);
            claim.chosen = false;
        }
        Line::Recruit => (claim.recruits, claim.placed) = ([0; 3], false),
        Line::Axe(area) => {
            if let Some(last) = claim.axes.iter().rposition(|known| *known == area) {
                claim.axes.remove(last);
            }
        }
    }
}

/// The seat has finished.
pub fn done(run: &mut Run<'_>, at: usize) {
    let claim = Claim { done: true, ..run.state.players[at].claim };
    hand_in(run, at, claim);
}

fn hand_in(run: &mut Run<'_>, at: usize, mut claim: Claim) {
    claim.orders = claim.orders.saturating_add(1);
    claim.done |= claim.orders >= SHEET;
    let who = run.who(at);
    run.put(Fact::Claiming(who, claim));
}
