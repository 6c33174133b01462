//! R8 Setup: homelands, factions and starting positions. The other files are the start
//! of a seat and its preferences.

pub mod preference;
pub mod settle;

use super::super::state::facts::{Fact, Opened, Pen};
use super::super::state::land::{Town, Yard};
use super::super::state::line::slots::Wishes;
use super::super::state::line::{OneLine, Pick, SheetLine};
use super::super::state::options::Options;
use super::super::state::pact::{Bond, FOR_EVER, Pact};
use super::super::state::stack::{Place, Stack};
use super::super::state::why::{Cause, Herding, Lot, UnitReason, Use};
use super::super::state::{State, Step};
use super::super::things::ids::{Field, Homeland};
use super::super::things::kinds::{Good, Kind};
use super::super::things::powers::Start;
use super::awareness;
use super::run::{Run, RunExt, Sheets, require};
use ravenpost_rules::text::phrase::and;
use ravenpost_rules::{Refusal, Seat, Table};
use settle::StartingSetup;

/// Opens a game: draws the setup order, then asks for homelands or deals them.
pub fn open(run: &mut Run<'_>, table: &Table) {
    let options = Options::of(table);
    let mut order: Vec<Seat> = Seat::all(table.seats).collect();
    run.shuffle("setup order", &mut order);
    run.put(Fact::Opened(Opened { seats: table.seats, options, setup_order: order }));
    if options.homelands_dealt {
        let mut homes = offered(&run.state);
        run.shuffle("homelands", &mut homes);
        homes.sort_by_key(|home| home.aid(table.seats).undealt);
        let seats = run.state.order.to_vec();
        for (seat, home) in seats.into_iter().zip(homes) {
            take(run, seat, home);
        }
        awareness::ask(run, Step::Settle);
    } else {
        awareness::ask(run, Step::Homeland);
    }
}

/// The homelands of the zones in play, by slug (R8.2, R24.4).
pub fn offered(state: &State) -> Vec<Homeland> {
    offered_at(state.seats, &state.options)
}

/// Like [`offered`], before the game has a state.
pub fn offered_at(seats: u8, options: &Options) -> Vec<Homeland> {
    let zone = match seats {
        0..=3 => 1,
        4..=7 => 2,
        _ => 3,
    };
    let late = |home: Homeland| home.data().fields.is_empty();
    let short = options.years == 1 && seats < 12;
    Homeland::all(options.map)
        .filter(|home| home.data().zone <= zone && !(short && late(*home)))
        .collect()
}

/// Assigns each seat its highest-ranked free homeland, or the first free one (R8.2).
pub fn assign(run: &mut Run<'_>, sheets: &Sheets) {
    let mut free = offered(&run.state);
    for (seat, lines) in sheets {
        let wish = ranking(lines).iter().copied().find(|home| free.contains(home));
        let Some(home) = wish.or_else(|| free.first().copied()) else { continue };
        free.retain(|one| *one != home);
        take(run, *seat, home);
    }
}

/// The homelands that a sheet ranks. Its last ranking replaces the earlier ones.
fn ranking(lines: &[SheetLine]) -> Wishes {
    lines.iter().rev().find_map(Pick::of).map(|line| line.homelands).unwrap_or_default()
}

/// For each homeland that a seat's sheet does not rank yet, the ranking with it in last place.
pub fn longer_rankings(state: &State, seat: Seat) -> Vec<(Homeland, Pick)> {
    let ranked = ranking(&state.drafts[seat.index()]);
    let mut homes = offered(state);
    homes.retain(|home| !ranked.is_full() && !ranked.contains(home));
    let longer = |home: Homeland| {
        let mut homelands = ranked;
        homelands.push(home);
        (home, Pick { homelands })
    };
    homes.into_iter().map(longer).collect()
}

fn take(run: &mut Run<'_>, seat: Seat, home: Homeland) {
    run.put(Fact::HomelandAssigned(seat, home));
    if home.data().fields.is_empty() {
        run.put(Fact::LateStart(seat));
    }
}

/// Places all seats; items left open follow R26.1.
pub fn settle_all(run: &mut Run<'_>, sheets: &Sheets) {
    for (seat, lines) in sheets {
        let plan = StartingSetup::of(&run.state, *seat, lines).filled(&run.state);
        settle(run, &plan);
    }
    historic(run);
}

fn settle(run: &mut Run<'_>, plan: &StartingSetup) {
    let seat = plan.seat;
    run.put(Fact::FactionChosen(seat, plan.faction));
    run.put(Fact::RivalNamed(seat, plan.rival));
    if run.state.player(seat).late {
        let Start::Late(sea) = run.state.options.start_of(plan.faction) else { return };
        // A one-year game has no second spring in which to arrive.
        if run.state.options.years == 1 {
            land_fleet(run, seat, sea);
        }
        return;
    }
    for at in &plan.towns {
        let fort = plan.forts.contains(at);
        let town = Town { owner: seat, city: plan.city, fort };
        run.put(Fact::SettlementChanged(*at, Some(town), Lot::Setup));
    }
    let yards = plan.dock.map(|at| (at, false)).into_iter().chain(plan.port.map(|at| (at, true)));
    for (at, port) in yards {
        run.put(Fact::ShipyardChanged(at, Some(Yard { owner: seat, port }), Lot::Setup));
    }
    if let Some(at) = plan.port.or(plan.dock) {
        run.came(seat, Stack::new(1, Kind::Ts, at, Place::Quay), UnitReason::Setup);
    }
    for (at, n) in &plan.li {
        run.came(seat, Stack::new(*n, Kind::Li, *at, Place::Open), UnitReason::Setup);
    }
    if plan.kit.cavalry > 0 {
        let at = plan.towns[0];
        run.came(seat, Stack::new(plan.kit.cavalry, Kind::Cav, at, Place::Open), UnitReason::Setup);
    }
    for (at, n) in &plan.grain {
        run.put(Fact::StoreChanged(*at, Good::Grain, *n, Use::Setup));
    }
    for (herd, at, stable) in &plan.herds {
        run.put(Fact::HerdAdded(seat, *herd, Pen { at: *at, stable: *stable }, Herding::Setup));
    }
    run.gold(seat, i32::from(plan.kit.gold), Cause::Setup);
    run.prestige(seat, 7, Cause::Setup);
}

/// Places five warships and their gold.
pub fn land_fleet(run: &mut Run<'_>, seat: Seat, sea: Field) {
    run.put(Fact::Arrived(seat));
    run.came(seat, Stack::new(5, Kind::Ws, sea, Place::Afloat), UnitReason::Arrived);
    run.gold(seat, 5, Cause::Setup);
    run.prestige(seat, 7, Cause::Setup);
}

/// Makes Constantinople lord of all Romans from the start (R24.6).
fn historic(run: &mut Run<'_>) {
    let lord = run.state.all().find(|seat| run.state.powers(*seat).historic_lord);
    let Some(lord) = lord else { return };
    for vassal in run.state.all() {
        if run.state.powers(vassal).historic_vassal {
            let bond = Bond::Vassalage;
            let pact = Pact { bond, superior: Some(lord), until: FOR_EVER, historic: true };
            run.put(Fact::PactAgreed(vassal, lord, pact));
        }
    }
}

/// Whether a homeland ranking is valid: each homeland once, and available.
pub fn may_pick(state: &State, line: Option<&Pick>) -> Result<(), Refusal> {
    let offered = offered(state);
    let right = line.is_some_and(|Pick { homelands: named }| {
        let once = named.iter().enumerate().all(|(at, one)| !named[..at].contains(one));
        once && !named.is_empty() && named.iter().all(|one| offered.contains(one))
    });
    let names: Vec<&str> = offered.iter().map(|home| home.name()).collect();
    require(
        right,
        "R8.2",
        &format!("name each homeland only once, and only these: {}", and(&names)),
    )
}
