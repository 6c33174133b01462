//! Lines of the rear except trade: construction, diplomacy, victory and the season (R15, R17, R19,
//! R22).

use super::found::{Choice, Found, others, units};
use super::scope::{Board, Scope};
use crate::orders::slot::Free;
use crate::play::rear::construction::{CREW, crew, may_build};
use crate::play::victory::reached;
use crate::reckon::seats::herds;
use crate::state::doctrine::Festival;
use crate::state::facts::Goal;
use crate::state::line::slots::{MightGoal, Part, Parts};
use crate::state::line::{self, Construction, SheetLine};
use crate::state::options::Module;
use crate::state::pact::{Bond, Offer};
use crate::state::stack::Place;
use crate::things::ids::Field;
use crate::things::kinds::{Building, Herd, Kind, Season};
use ravenpost_rules::Seat;

pub fn rear(found: &mut Found<'_, '_>) {
    let Some(board) = found.scope.trade() else { return };
    construction(found, board);
    for seat in others(found.scope) {
        found.one(line::Rival { seat });
        pacts(found, board, seat);
    }
    found.one(line::Revolt {});
    let (state, own) = (&board.state, found.scope.seat);
    let met = |goal: Goal| reached(state, board.world(), own, goal);
    if met(Goal::Dominance) {
        found.one(line::AnnounceDominance {});
    }
    let goals: Vec<MightGoal> =
        MightGoal::ALL.iter().copied().filter(|goal| met(Goal::Might([*goal; 2]))).collect();
    for (at, goal) in goals.iter().copied().enumerate() {
        for other in goals[at + 1..].iter().copied() {
            found.one(line::AnnounceMight { goal, other });
        }
    }
    if board.state.has(Module::FarmYear) {
        season(found, board);
    }
}

fn construction(found: &mut Found<'_, '_>, board: &Board) {
    let (state, seat) = (&board.state, found.scope.seat);
    found.one(line::BuildTwice {});
    let heavy = state.powers(seat).hi_builds;
    let builders = units(state.player(seat), |stack| {
        let able = stack.kind() == Kind::Li || heavy && stack.kind() == Kind::Hi;
        stack.place == Place::Open && able
    });
    for at in state.fields() {
        // Hastening comes first, when sites that this rear completes are still there.
        let before = found.scope.state.land(at).site_of(seat).is_some();
        if before || state.land(at).site_of(seat).is_some() {
            found.one(line::Hasten { at });
            found.one(line::Cancel { at });
        }
        if state.powers(seat).dismantles && state.land(at).town_of(seat).is_some() {
            found.one(line::Dismantle { at });
        }
    }
    for (at, part) in builders {
        let most = part.n.min(CREW);
        let group = |n: u8| Part { n, ..part };
        if state.land(at).site_of(seat).is_some() {
            found.most(most, |n| line::AddBuilders { units: group(n), at });
        }
        let possible =
            |building: &Building| may_build(state, board.world(), seat, *building, at).is_ok();
        for building in Building::ALL.iter().copied().filter(possible) {
            let crews = |n: u8| Parts::of(&[group(n)]);
            let some = found.most(most, |n| line::Build { building, at, builders: crews(n) });
            // Fewer builders than needed are accepted, but make no progress.
            if let Some(last) = found.all.last_mut().filter(|_| some.is_some()) {
                let needed = crew(state, seat, building);
                last.free.numbers.sort_by_key(|n| (*n < needed, *n));
            }
        }
    }
}

/// Returns the buildings that cannot be begun at a field where others can, each with the reason.
pub fn not_built(scope: &Scope<'_>, all: &[Choice], at: Field) -> Vec<String> {
    let build = |one: &Choice| match one.order.line {
        SheetLine::Construction(Construction::Build(line)) => Some(line),
        _ => None,
    };
    let begun: Vec<line::Build> = all.iter().filter_map(build).filter(|one| one.at == at).collect();
    let Some(like) = begun.first().copied() else { return Vec::new() };
    let barred = Building::ALL.iter().copied().filter_map(|building| {
        if begun.iter().any(|one| one.building == building) {
            return None;
        }
        let refusal = scope.refusal(&line::Build { building, ..like }.into())?;
        Some(format!("{} ({})", building.means(), refusal.why))
    });
    barred.collect()
}

/// Offers to another player, and the ends of pacts.
fn pacts(found: &mut Found<'_, '_>, board: &Board, seat: Seat) {
    let (state, own) = (&board.state, found.scope.seat);
    let now = *state.offer(own, seat);
    for bond in [Bond::Truce, Bond::Tribute, Bond::Redemption] {
        let all = match bond {
            Bond::Truce => 1..=8,
            Bond::Tribute => 1..=20,
            Bond::Redemption | Bond::None | Bond::Vassalage => 4..=30,
        };
        for demand in [false, true] {
            let other = |n: &u8| now != Offer { bond, demand, amount: *n, round: state.round };
            let numbers: Vec<u8> = all.clone().filter(other).collect();
            let free = Free { numbers, ..Free::default() };
            let amount = free.numbers.first().copied();
            match demand {
                true => found.free(line::Demand { bond, seat, amount }, free),
                false => found.free(line::Offer { bond, seat, amount }, free),
            }
        }
    }
    found.one(line::Offer { bond: Bond::Vassalage, seat, amount: None });
    found.one(line::Demand { bond: Bond::Vassalage, seat, amount: None });
    found.one(line::Recall { seat });
    found.one(line::Release { seat });
}

fn season(found: &mut Found<'_, '_>, board: &Board) {
    let (state, seat) = (&board.state, found.scope.seat);
    match state.season() {
        Season::Spring => {
            found.one(line::SowAuto {});
            let own = board.world().held[seat.index()].on(state.map());
            own.for_each(|at| found.one(line::Sow { at }));
        }
        Season::Summer => {}
        Season::Autumn => {
            found.one(line::RecruitAll {});
            let own = board.world().held[seat.index()].on(state.map());
            own.for_each(|at| found.one(line::Recruit { at }));
            for festival in Festival::ALL.iter().copied() {
                found.one(line::Festival { festival });
            }
        }
        Season::Winter => winter(found, board),
    }
}

fn winter(found: &mut Found<'_, '_>, board: &Board) {
    let (state, seat) = (&board.state, found.scope.seat);
    let mut known: Vec<(Herd, Field)> =
        herds(state, seat).map(|(herd, at, _)| (herd, at)).collect();
    known.sort_unstable();
    known.dedup();
    for (herd, at) in known {
        found.one(line::FeedSlaughter { herd, at });
        found.one(line::Keep { herd, at });
    }
    for (at, part) in units(state.player(seat), |_| true) {
        found.most(part.n, |n| line::Starve { units: Part { n, ..part }, at });
    }
    let land: Vec<Field> = state.fields().filter(|at| at.is_land()).collect();
    if let Some(at) = land.first().copied() {
        for herd in Herd::ALL.iter().copied() {
            found.free(line::Calf { herd, at }, Free { fields: land.clone(), ..Free::default() });
        }
    }
    found.most(state.powers(seat).muster, |n| line::Muster { n });
}
