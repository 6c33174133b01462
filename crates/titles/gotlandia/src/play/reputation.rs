//! R15 Reputation cards: each seat keeps one of two, and the kept ones take effect at setup.

use super::super::orders::Order;
use super::super::reckon::ask::{Ask, ask};
use super::super::reckon::board::sea;
use super::super::state::facts::{Fact, SetupEffect};
use super::super::state::plays::{Param, SealedOrder};
use super::super::state::{Stage, State};
use super::super::things::data::data;
use super::super::things::goods::Goods;
use super::super::things::ids::{Card, District, Rep};
use super::super::things::kinds::{Kind, Terrain};
use super::refuse::{not_asked, refusal, require};
use super::run::{Run, RunExt};
use ravenpost_rules::RefusalCode::{NotHeld, WrongKind};
use ravenpost_rules::{Legal, Refusal, Seat};

/// Lists the two cards dealt, with each parameter they may be kept with.
pub fn list(state: &State, seat: Seat) -> Legal<Order> {
    let offered = state.of(seat).offered.into_iter().flatten();
    let all = offered.flat_map(|rep| {
        let params = params(state, seat, rep).into_iter();
        params.map(move |param| Order::Rep(rep, param))
    });
    Legal::listed(all.collect())
}

/// Checks whether a seat may keep this card with this parameter.
pub fn check(state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
    let Order::Rep(rep, param) = order else { return Err(not_asked(state, seat, order)) };
    let dealt = state.of(seat).offered.is_some_and(|offer| offer.contains(rep));
    require(dealt, || refusal("R4.15", "you were not dealt that reputation").code(NotHeld))?;
    let fits = params(state, seat, *rep).contains(param);
    require(fits, || refusal("R25.4", "that choice does not fit this reputation").code(WrongKind))
}

/// Once all have chosen, reveals the kept cards, higher numbers first, and the starting player.
pub fn stored(run: &mut Run) -> bool {
    if run.is_held() || run.state.seats().any(|seat| run.state.of(seat).sealed.is_none()) {
        return false;
    }
    let mut chosen: Vec<(Rep, Seat, Param)> = Vec::new();
    for seat in run.state.seats() {
        if let Some(SealedOrder::Reputation { reputation, choice }) = run.state.of(seat).sealed {
            chosen.push((reputation, seat, choice));
        }
    }
    chosen.sort_unstable_by_key(|(rep, ..)| *rep);
    let first = chosen.first().map_or(Seat(1), |(_, seat, _)| *seat);
    for (reputation, seat, choice) in chosen {
        let effect = effect(&run.state, seat, reputation, choice);
        run.put(Fact::ReputationRevealed { seat, reputation, effect });
    }
    run.put(Fact::StartingPlayer { seat: first });
    run.go(Stage::Reveal);
    true
}

/// Returns the parameters a reputation may be kept with, in data order; most have a single empty
/// one.
pub fn params(state: &State, seat: Seat, rep: Rep) -> Vec<Param> {
    let house = state.of(seat);
    let home = house.home.map_or(0, |home| data().setting[home.index()]);
    let districts = |set: u32| District::of(set).map(Param::District).collect();
    match rep {
        Rep::RESPECTABLE => districts(house.farmsteads),
        Rep::LARGE_FAMILY => districts(home & !house.settled()),
        Rep::TROLL_BORN => districts(troll_forests(state, seat)),
        Rep::STRONG => cards(&["smithy", "fishing-hut"]),
        Rep::INNOVATORS => cards(&["stud", "tar-pit"]),
        _ => vec![Param::None],
    }
}

fn cards(slugs: &[&str]) -> Vec<Param> {
    slugs.iter().filter_map(|slug| Card::from_slug(slug)).map(Param::Card).collect()
}

/// Returns where Troll-born may put the farmstead (R15.5).
fn troll_forests(state: &State, seat: Seat) -> u32 {
    let from = left_by_trolls(state, seat).map_or(0, |district| district.bit());
    let mut taken = state.neutral;
    for other in state.seats() {
        taken |= state.of(other).settled();
    }
    let others = state.seats().filter(|other| *other != seat);
    let foreign = others.filter_map(|other| state.of(other).home);
    let foreign = foreign.fold(0, |set, home| set | data().setting[home.index()]);
    data().terrain[Terrain::FOREST.index()] & !(taken & !from) & !foreign
}

/// Returns the farmstead that is not in the Harbour.
fn left_by_trolls(state: &State, seat: Seat) -> Option<District> {
    District::of(state.of(seat).farmsteads & !data().harbours).next()
}

fn effect(state: &State, seat: Seat, rep: Rep, param: Param) -> SetupEffect {
    let bank = |goods: Goods| SetupEffect::Goods(goods.at_most(&state.bank));
    match (rep, param) {
        (Rep::RESPECTABLE, Param::District(district)) => SetupEffect::Tower(district),
        (Rep::LARGE_FAMILY, Param::District(district)) => SetupEffect::Farmstead(district),
        (Rep::TROLL_BORN, Param::District(to)) => match left_by_trolls(state, seat) {
            Some(from) => SetupEffect::FarmsteadMoved { from, to },
            None => SetupEffect::None,
        },
        (Rep::STRONG | Rep::INNOVATORS, Param::Card(card)) => SetupEffect::Card(card),
        (Rep::STORYTELLERS, _) => SetupEffect::BuriedSilver(5.min(state.bank.of(Kind::SILVER))),
        (Rep::RICH, _) => bank(Goods::silver(5)),
        (Rep::HOARDERS, _) => bank(Goods::some(Kind::GRAIN, 3)),
        (Rep::SEA_LEGGED, _) => match state.of(seat).home {
            Some(home) => SetupEffect::Ship(sea(home)),
            None => SetupEffect::None,
        },
        _ => SetupEffect::None,
    }
}

/// Returns the default choice: the higher number, the first parameter (R24.1).
pub fn by_default(state: &State, seat: Seat) -> Option<(Rep, Param)> {
    debug_assert!(ask(state, seat) == Some(Ask::Reputation));
    let rep = state.of(seat).offered?.into_iter().min()?;
    Some((rep, params(state, seat, rep).first().copied().unwrap_or_default()))
}
