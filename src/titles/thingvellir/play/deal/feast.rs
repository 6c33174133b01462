//! Feast: gifts, murder, capture, and the Outlaw they make (R14, R20.2, R20.3).

use super::super::super::orders::{Gift, Slaughter};
use super::super::super::state::Step;
use super::super::super::state::facts::{Captured, Fact, Gift as Given, Razed, Slain};
use super::super::super::things::names::{Area, Card, Colour, Kind, Role};
use super::super::decide::Run;
use super::super::feast as law;
use super::feud::{earliest, without};

pub fn give(run: &mut Run<'_>, at: usize, gift: Gift, to: usize) {
    let who = run.state.who(at);
    let kinds = gift.kinds();
    let given = Given {
        who,
        to: run.state.who(to),
        cards: kinds.iter().map(|kind| earliest(&run.state, at, *kind)).collect(),
        cost: gift.cost(),
        fame: gift.fame(run.state.has_role(at, Role::SKALD)),
    };
    run.put(Fact::Gave(given));
    run.check_fame(who);
    run.ask(Step::Feast, at);
}

/// Discards a Bondi: for a murder, or against a District.
pub fn spend(run: &mut Run<'_>, at: usize, slot: u8, aim: Option<Area>) {
    let who = run.state.who(at);
    let card = run.state.bond(at, slot).unwrap_or(Card::NONE);
    run.put(Fact::Spent(who, slot, card, aim));
    let step = if aim.is_some() { Step::Weapon } else { Step::Slay };
    run.ask(step, at);
}

pub fn slay(run: &mut Run<'_>, at: usize, piles: &Slaughter) {
    let by = run.state.who(at);
    for (edge, other, men) in piles.iter() {
        let who = run.state.who(usize::from(*other));
        run.put(Fact::SlainAtFeast(Slain { who, men: *men, edge: Some(*edge) }, by));
    }
    if run.state.options.outlawry && run.state.strike.lairs != 0 {
        return run.ask(Step::Lair, at);
    }
    run.put(Fact::Disposed(by));
    run.ask(Step::Feast, at);
}

pub fn lair(run: &mut Run<'_>, at: usize, area: Area) {
    let (who, card) = (run.state.who(at), run.state.strike.card);
    run.put(Fact::Outlawed(who, card, area));
    run.ask(Step::Feast, at);
}

pub fn weapon(run: &mut Run<'_>, at: usize, kind: Option<Kind>) {
    if let Some(kind) = kind {
        let (who, card) = (run.state.who(at), earliest(&run.state, at, kind));
        run.put(Fact::Armed(who, card));
    }
    run.ask(Step::Pay, at);
}

pub fn pay(run: &mut Run<'_>, at: usize) {
    let who = run.state.who(at);
    let short = law::shortfall(&run.state);
    if short > 0 {
        run.put(Fact::Paid(who, short));
    }
    run.ask(Step::Burn, at);
}

pub fn fail(run: &mut Run<'_>, at: usize) {
    let who = run.state.who(at);
    let short = law::shortfall(&run.state);
    run.put(Fact::Failed(who, short));
    close(run, at);
}

/// One farm goes out of the game, then the District changes hands (R14.15, R14.16).
pub fn burn(run: &mut Run<'_>, at: usize, colour: Colour) {
    let area = run.state.strike.area;
    let owner = run.state.owner(area).unwrap_or(at);
    let (by, who) = (run.state.who(at), run.state.who(owner));
    let left = without(&run.state, area, colour);
    if run.state.value(area) > 1 {
        run.put(Fact::Burned(Razed { who, by, area, colour, left }));
        let captured = Captured { who: by, from: who, area, farm: None, now: left };
        run.put(Fact::Captured(captured));
        run.check_farms();
        return close(run, at);
    }
    run.put(Fact::Burned(Razed { who, by, area, colour, left }));
    run.check_farms();
    if run.state.supplied().next().is_none() {
        return captured(run, at, None);
    }
    run.ask(Step::Farm, at);
}

/// A District whose only farm burned gets a new one, if there is any.
pub fn captured(run: &mut Run<'_>, at: usize, farm: Option<Colour>) {
    let area = run.state.strike.area;
    let (who, from) = (run.state.who(at), run.state.who(usize::from(run.state.strike.from)));
    let mut now = [0; 4];
    if let Some(colour) = farm {
        now[colour.index()] = 1;
    }
    run.put(Fact::Captured(Captured { who, from, area, farm, now }));
    run.check_farms();
    close(run, at);
}

/// The deed is done: the Bondi becomes the Outlaw or goes to Doom.
fn close(run: &mut Run<'_>, at: usize) {
    let who = run.state.who(at);
    let (card, area) = (run.state.strike.card, run.state.strike.area);
    if run.state.options.outlawry {
        run.put(Fact::Outlawed(who, card, area));
    } else {
        run.put(Fact::Disposed(who));
    }
    run.ask(Step::Feast, at);
}
