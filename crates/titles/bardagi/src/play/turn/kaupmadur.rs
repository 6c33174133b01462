//! R11 Kaupmadur and trade: land, lots and refills, including those of Berserkur and Godi.

use super::pay;
use crate::orders::{Action, Order};
use crate::play::forms;
use crate::play::run::{Run, RunExt, cannot_pay};
use crate::reckon::lots;
use crate::state::State;
use crate::state::facts::{Fact, Refilled};
use crate::state::turn::Session;
use crate::things::areas::{Area, Place};
use crate::things::goods::{Lot, item};
use crate::things::kinds::{Building, Good, Kind, Unit};
use crate::things::prices::{LAND, REFILL, TANNED};
use crate::things::tiles::Tile;
use ravenpost_rules::RefusalCode::{
    AlreadyDone, CannotPay, ExtraWord, MissingWord, NotHeld, Occupied, WrongAmount, WrongKind,
};
use ravenpost_rules::{Legal, Refusal, Seat};

pub fn list(state: &State, seat: Seat, legal: &mut Legal<Order>) {
    let mut add = |action| {
        if check(state, seat, &action).is_ok() {
            pay::offer_all(state, seat, action, legal);
        }
    };
    add(Action::RefillOwn(Unit::B));
    add(Action::RefillOwn(Unit::G));
    if let Ok(area) = land_for_sale(state, seat) {
        bonuses(state, seat, area).for_each(|good| add(Action::Buy(good)));
    }
    if state.trading(seat).is_none() {
        return;
    }
    Building::all().for_each(|building| add(Action::Refill(building)));
    (1..=TANNED).for_each(|hides| add(Action::Tan(hides)));
    let player = &state.players[seat];
    let lots = lots::lots(&lots::purse(player), &lots::room(player));
    // All lots cost the same, so the ways to pay are computed once.
    let Some((give, get)) = lots.first() else { return };
    let ways = pay::ways(state, seat, Action::Trade(*give, *get));
    for (give, get) in lots.iter() {
        pay::offer(legal, Action::Trade(*give, *get), &ways);
    }
    if !ways.is_empty() && lots.len() > forms::LONG {
        let (give, get) = (lots::purse(player), lots::room(player));
        legal.forms.push(forms::lot("k trade", "Trade", &give, &get));
    }
}

pub fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
    let player = &state.players[seat];
    match *action {
        Action::RefillOwn(unit) => refill_own(state, seat, unit),
        Action::Buy(good) => buy(state, seat, good),
        Action::Refill(building) => {
            if state.trading(seat) != Some(Session::Home) {
                return WrongKind
                    .refuse("R11.6", "the Kaupmadur can refill buildings only on its home area");
            }
            refill(state, seat, building)
        }
        Action::Tan(_) if !player.has(Tile::TANNERY) => {
            NotHeld.refuse("R11.12", "you need the Tannery to sell hides for 1 gold each")
        }
        Action::Tan(hides) => {
            in_session(state, seat)?;
            let held = player.goods[Good::HIDE.index()];
            if hides == 0 || hides > held {
                return WrongAmount.refuse("R11.12", format!("you have {held} hide"));
            }
            let left = TANNED.saturating_sub(state.now.tanned);
            if hides > left {
                return WrongAmount.refuse(
                    "R11.12",
                    format!("you can sell {left} more hide with the Tannery this turn"),
                );
            }
            Ok(())
        }
        Action::Trade(give, get) => {
            in_session(state, seat)?;
            lot(state, seat, &give, &get)
        }
        _ => WrongKind.refuse("R11.14", "that is not a trade"),
    }
}

fn in_session(state: &State, seat: Seat) -> Result<(), Refusal> {
    if state.trading(seat).is_none() {
        let why = "the Kaupmadur can trade only at home, or on a Village without enemy Axe tokens";
        return WrongKind.refuse("R11.5", why);
    }
    Ok(())
}

/// Judges a lot: it must be in the trade table and fit the storage (R11.11).
fn lot(state: &State, seat: Seat, give: &Lot, get: &Lot) -> Result<(), Refusal> {
    let player = &state.players[seat];
    if !lots::is_line(give, get) {
        return WrongKind.refuse("R11.9", "the trade table has no such trade");
    }
    if let Some(place) = lots::excess(give, &lots::purse(player)) {
        return CannotPay.refuse("R11.11", format!("you do not have that much {}", item(place)));
    }
    if let Some(place) = lots::excess(get, &lots::room(player)) {
        return Occupied
            .refuse("R11.11", format!("you have no room for that much {}", item(place)));
    }
    Ok(())
}

/// The Barbarian area that the Kaupmadur could buy (R11.1, R11.4).
fn land_for_sale(state: &State, seat: Seat) -> Result<Area, Refusal> {
    let area = barbarian(state, seat, Unit::K)?;
    let disks = state.players[seat].disks[Building::VERSLUN.index()];
    if disks < LAND {
        return CannotPay.refuse(
            "R11.1",
            format!("buying land needs {LAND} Verslun disks, but you have {disks}"),
        );
    }
    Ok(area)
}

/// The Barbarian area, not a camp, where a Godi or Kaupmadur is (R10.1, R11.1).
pub fn barbarian(state: &State, seat: Seat, unit: Unit) -> Result<Area, Refusal> {
    let rule = if unit == Unit::G { "R10.1" } else { "R11.4" };
    let name = unit.name();
    let Some(area) = state.players[seat].area_of(unit) else {
        return NotHeld.refuse("R7.10", format!("the {name} is not on the board"));
    };
    if !area.kind().ownable() || area.kind() == Kind::Camp {
        return WrongKind
            .refuse(rule, format!("the {name} cannot gain this kind of area: {}", area.name()));
    }
    if state.owner(area).is_some() {
        return Occupied.refuse(rule, format!("{} is not a Barbarian area", area.name()));
    }
    Ok(area)
}

/// The goods that may be chosen with an area: those that fit, or none (R11.2, R23.5).
fn bonuses(state: &State, seat: Seat, area: Area) -> impl Iterator<Item = Option<Good>> + use<> {
    let room = lots::room(&state.players[seat]);
    let goods = area.kind().goods().iter().filter(move |good| room[good.index()] > 0);
    // Areas with a single good need no choice.
    let named = area.kind().goods().len() > 1 && goods.clone().next().is_some();
    let some = goods.map(|good| Some(*good)).filter(move |_| named);
    some.chain((!named).then_some(None))
}

fn buy(state: &State, seat: Seat, good: Option<Good>) -> Result<(), Refusal> {
    let area = land_for_sale(state, seat)?;
    if bonuses(state, seat, area).any(|known| known == good) {
        return Ok(());
    }
    let can: Vec<&str> = bonuses(state, seat, area).flatten().map(Good::slug).collect();
    match good {
        None => MissingWord
            .refuse("R23.5", format!("name the good you want with it: {}", can.join(" or "))),
        Some(_) if can.is_empty() => ExtraWord.refuse("R23.5", "do not name a good here"),
        Some(good) => WrongKind.refuse(
            "R11.2",
            format!("{} is not available here; choose {}", good.slug(), can.join(" or ")),
        ),
    }
}

/// The good received with a bought area.
fn bonus(state: &State, seat: Seat, area: Area, named: Option<Good>) -> Option<Good> {
    let room = lots::room(&state.players[seat]);
    let only = match area.kind().goods() {
        [only] => Some(*only),
        _ => None,
    };
    named.or(only).filter(|good| room[good.index()] > 0)
}

/// Berserkur and Godi refill their own buildings at home (R9.28, R10.23).
fn refill_own(state: &State, seat: Seat, unit: Unit) -> Result<(), Refusal> {
    let rule = if unit == Unit::B { "R9.28" } else { "R10.23" };
    if unit != Unit::B && unit != Unit::G {
        return MissingWord.refuse("R11.6", "say which building the Kaupmadur refills");
    }
    let here = state.players[seat].area_of(unit);
    if here.is_none() || here != state.home(seat) {
        return WrongKind
            .refuse(rule, format!("the {} can refill only on its home area", unit.name()));
    }
    refill(state, seat, Building(unit.0))
}

fn refill(state: &State, seat: Seat, building: Building) -> Result<(), Refusal> {
    let good = building.price();
    let held = state.players[seat].goods[good.index()];
    if held < REFILL {
        let slug = good.slug();
        let why = format!("a refill costs {REFILL} {slug}, but you have {held}");
        return cannot_pay("R11.7", why);
    }
    if filled(state, seat, building) == 0 && !raises(state, seat, building) {
        return AlreadyDone
            .refuse("R11.8", format!("refilling the {} would add nothing", building.name()));
    }
    Ok(())
}

/// Number of disks that a refill adds (R11.7).
pub fn filled(state: &State, seat: Seat, building: Building) -> u8 {
    let player = &state.players[seat];
    player.limit(building).saturating_sub(player.disks[building.index()]).min(player.pile)
}

/// Whether a refill by the Kaupmadur brings the Berserkur back (R9.19).
pub fn raises(state: &State, seat: Seat, building: Building) -> bool {
    building == Building::VIRKI && state.players[seat].at[Unit::B.index()] == Place::TOWN
}

/// Plays a legal action that is paid for.
pub fn play(run: &mut Run<'_>, seat: Seat, action: Action) {
    let who = run.who(seat);
    match action {
        Action::RefillOwn(unit) => fill(run, seat, Building(unit.0), false),
        Action::Refill(building) => {
            let revived = raises(&run.state, seat, building);
            fill(run, seat, building, revived);
        }
        Action::Buy(named) => {
            if let Some(area) = run.state.players[seat].area_of(Unit::K) {
                let good = bonus(&run.state, seat, area, named);
                run.put(Fact::LandBought(who, area, good));
            }
        }
        Action::Tan(hides) => run.put(Fact::HidesSold(who, hides)),
        Action::Trade(give, get) => run.put(Fact::Traded(who, give, get)),
        _ => {}
    }
}

fn fill(run: &mut Run<'_>, seat: Seat, building: Building, revived: bool) {
    let (who, disks) = (run.who(seat), filled(&run.state, seat, building));
    run.put(Fact::Refilled(Refilled { who, building, disks, revived }));
}
