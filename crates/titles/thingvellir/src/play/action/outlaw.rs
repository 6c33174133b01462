//! R20 Advanced Outlawry: the Outlaw's lair, hunting, and winter actions.

use crate::orders::Order;
use crate::play::judge::other;
use crate::play::run::{Run, RunExt};
use crate::state::State;
use crate::state::facts::Fact;
use crate::state::progress::Step;
use crate::things::names::Area;
use ravenpost_rules::RefusalCode::{CannotPay, NoneThere, NotHeld, WrongKind};
use ravenpost_rules::{Refusal, Seat, text::phrase};

pub fn lairs(state: &State, orders: &mut Vec<Order>) {
    orders.extend(Area::by_code(state.strike.lairs).into_iter().map(Order::Lair));
}

/// Whether the murderer may choose this lair.
pub fn check(state: &State, _seat: Seat, order: &Order) -> Result<(), Refusal> {
    let Order::Lair(area) = order else { return other(state) };
    if state.strike.lairs & area.bit() != 0 {
        return Ok(());
    }
    WrongKind.refuse(
        "R20.3",
        format!("{} is not a District of yours where this Bondi slew a Thingman", area.name()),
    )
}

/// Judges whether a seat may hunt the Outlaw with its remaining points (R20.9).
pub fn huntable(state: &State, seat: Seat, left: u8) -> Result<(), Refusal> {
    let Some((card, lair)) = state.outlaw else {
        return NoneThere.refuse("R20.9", "there is no Outlaw");
    };
    if !state.edges.present(seat, lair) {
        return NotHeld.refuse("R20.9", format!("you have no Thingman in {}", lair.name()));
    }
    if card.worth() > left {
        let why = format!(
            "that costs {} points, and you have {left}",
            phrase::count(card.worth().into(), "point")
        );
        return CannotPay.refuse("R20.9", why);
    }
    Ok(())
}

pub fn lair(run: &mut Run<'_>, seat: Seat, area: Area) {
    let (who, card) = (run.state.who(seat), run.state.strike.card);
    run.put(Fact::Outlawed(who, card, area));
    run.ask(Step::Feast, seat);
}

pub fn hunt(run: &mut Run<'_>) {
    let who = run.doer();
    if let Some((card, _)) = run.state.outlaw {
        run.put(Fact::OutlawHunted(who, card));
    }
    run.check_fame(who);
    run.ask(Step::Ride, who.seat);
}

/// The Outlaw burns the lair and moves on (R20.4).
pub fn roam(run: &mut Run<'_>) {
    let Some((_, lair)) = run.state.outlaw else { return };
    let stead = &run.state.steads[lair.index()];
    if stead.owner.is_some() && !stead.burnt && run.state.arson_free() {
        run.put(Fact::ArsonPlaced(lair));
    }
    let ways: Vec<Area> = Area::by_code(lair.neighbours() & !Area::THINGVELLIR.bit());
    if let Some(to) = run.dice.stream("outlaw").pick(&ways).copied() {
        run.put(Fact::OutlawMoved(lair, to));
    }
}
