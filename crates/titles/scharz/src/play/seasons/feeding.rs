//! Feeding at the end of winter (R19.16-R19.22): plans each food pool, then distributes food.

use super::super::super::reckon::links::Links;
use super::super::super::reckon::seats::herds;
use super::super::super::reckon::world::World;
use super::super::super::state::doctrine::HerdPolicy;
use super::super::super::state::facts::{Fact, Pen, Phase};
use super::super::super::state::line::{FeedSlaughter, Keep, OneLine, SheetLine, Starve};
use super::super::super::state::options::Module;
use super::super::super::state::stack::{Place, Stack};
use super::super::super::state::why::{Cause, Herding, Lot, UnitReason, Use};
use super::super::super::state::{State, Weather};
use super::super::super::things::ids::{Field, Fields};
use super::super::super::things::kinds::{Climate, Good, Herd, Kind, Terrain};
use super::super::clash::ruin;
use super::super::run::{Run, RunExt, Sheets};
use super::{farms, tell};
use ravenpost_rules::Seat;

/// Herds and units that are given up first.
const CULLED: [Herd; 4] = [Herd::Sheep, Herd::Pigs, Herd::Horses, Herd::Cattle];
const STARVED: [Kind; 7] = [Kind::Ts, Kind::Li, Kind::Sm, Kind::Hi, Kind::Ws, Kind::Ele, Kind::Cav];

pub fn feed(run: &mut Run<'_>, sheets: &Sheets) {
    if !farms(&run.state) {
        return;
    }
    tell(run, Phase::Feeding);
    let world = World::of(&run.state);
    let mut planned = Vec::new();
    for seat in run.state.in_order() {
        let sheet = sheets.iter().find(|(owner, _)| *owner == seat);
        let lines = sheet.map_or(&[][..], |(_, lines)| lines);
        let mut pools = pools(&run.state, &world, seat);
        stray(run, &world, seat, &mut pools);
        pools.iter_mut().for_each(|pool| pool.plan(&run.state, lines));
        planned.extend(pools);
    }
    // All plans are made first, so a settlement that surrenders has already been planned for.
    planned.into_iter().for_each(|pool| pool.meal(run));
}

/// Consumers that share food: a connection, or one settlement that is cut off.
struct FoodPool {
    seat: Seat,
    fields: Fields,
    reach: Reach,
    grain: u16,
    fish: u16,
    herds: Vec<FedHerd>,
    units: Vec<Stack>,
    starved: Vec<Stack>,
    /// Settlements with the food they need and receive.
    towns: Vec<(Field, u16, u16)>,
}

/// A herd in winter.
struct FedHerd {
    herd: Herd,
    pen: Pen,
    feed: u16,
    culled: bool,
    /// Culled because its owner ordered it.
    wanted: bool,
}

fn pools(state: &State, world: &World, seat: Seat) -> Vec<FoodPool> {
    let links = Links::of(state, world, seat);
    let own = world.cus[seat.index()];
    let parts = links.parts.iter().filter(|part| part.meets(own));
    let mut areas: Vec<(Fields, Reach)> = parts.map(|part| (*part, Reach::Chain)).collect();
    for at in own.on(state.map()).filter(|at| !links.linked.has(*at)) {
        areas.push((Fields::of(at), Reach::Field));
    }
    for at in world.encircled.on(state.map()) {
        if state.land(at).town_of(seat).is_some() {
            areas.push((Fields::of(at), Reach::Walls));
        }
    }
    let pool = |(fields, reach)| FoodPool::of(state, world, seat, fields, reach);
    areas.into_iter().map(pool).collect()
}

/// Which units a pool feeds besides its settlements (R7.10).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// A connection: units on it or one step from it.
    Chain,
    /// A settlement on a contested field, outside all connections: units on the field.
    Field,
    /// An encircled settlement: units inside.
    Walls,
}

impl FoodPool {
    fn of(state: &State, world: &World, seat: Seat, fields: Fields, reach: Reach) -> FoodPool {
        let shut = reach == Reach::Walls;
        let mut pool = FoodPool {
            seat,
            fields,
            reach,
            grain: 0,
            fish: 0,
            herds: Vec::new(),
            units: Vec::new(),
            starved: Vec::new(),
            towns: Vec::new(),
        };
        for at in fields.on(state.map()) {
            let land = state.land(at);
            if let Some(town) = land.town_of(seat).filter(|_| shut || world.is_cus(seat, at)) {
                let eats = if town.city { 2 } else { 1 };
                pool.towns.push((at, eats, eats));
                pool.grain += u16::from(land.grain);
            }
            pool.fish += land.yard_of(seat).map_or(0, |_| u16::from(land.fish));
        }
        for (herd, at, stable) in herds(state, seat) {
            if !pool.feeds(at, stable) {
                continue;
            }
            let pen = Pen { at, stable };
            let feed = if !stable && grazes(state, seat, at) { 0 } else { u16::from(herd.feed()) };
            pool.herds.push(FedHerd { herd, pen, feed, culled: false, wanted: false });
        }
        pool
    }

    /// Whether a herd on a field is fed here; on a contested field, only in the stable.
    fn feeds(&self, at: Field, stable: bool) -> bool {
        self.fields.has(at) && (stable || self.reach == Reach::Chain)
    }

    fn wealth(&self) -> u16 {
        self.grain + self.fish / 2
    }

    /// The fish, meat and grain to be eaten under the current plan; `None` if food is insufficient.
    fn meal_of(&self, state: &State) -> Option<(u16, u16, u16)> {
        let mode = state.options.mode;
        let culled = self.herds.iter().filter(|one| one.culled);
        let meat: u16 = culled.map(|one| u16::from(one.herd.culled(mode))).sum();
        let feed: u16 = self.herds.iter().filter(|one| !one.culled).map(|one| one.feed).sum();
        let sum = |of: fn(&Stack) -> u8| -> u16 {
            self.units.iter().map(|one| u16::from(one.n) * u16::from(of(one))).sum()
        };
        let towns: u16 = self.towns.iter().map(|(.., gets)| gets).sum();
        let food = sum(|one| one.kind().data().feed) + towns;
        let fish = (self.fish / 2).min(food);
        let eaten = meat.min(food - fish);
        let grain = feed + sum(|one| one.kind().data().extra) + (food - fish - eaten);
        (grain <= self.grain).then_some((fish * 2, eaten, grain))
    }

    /// Decides which herds are culled and which units and settlements starve (R19.20, R19.21).
    fn plan(&mut self, state: &State, lines: &[SheetLine]) {
        let slaughtered: Vec<(Herd, Field)> =
            lines.iter().filter_map(FeedSlaughter::of).map(|line| (line.herd, line.at)).collect();
        let surviving: Vec<(Herd, Field)> =
            lines.iter().filter_map(Keep::of).map(|line| (line.herd, line.at)).collect();
        for one in &mut self.herds {
            one.wanted = slaughtered.contains(&(one.herd, one.pen.at));
            one.culled = one.wanted;
        }
        let mut order: Vec<usize> = (0..self.herds.len()).collect();
        order.sort_by_key(|at| {
            let one = &self.herds[*at];
            let kind = CULLED.iter().position(|herd| *herd == one.herd);
            (surviving.contains(&(one.herd, one.pen.at)), kind, one.pen.stable, one.pen.at)
        });
        let mut lost = Vec::new();
        for at in order {
            if self.meal_of(state).is_some() {
                break;
            }
            if !self.herds[at].culled {
                self.herds[at].culled = true;
                lost.push(at);
            }
        }
        self.starve(state, lines);
        self.starve_towns(state);
        for at in lost.into_iter().rev() {
            self.herds[at].culled = false;
            if self.meal_of(state).is_none() {
                self.herds[at].culled = true;
            }
        }
    }

    /// Removes units one by one until the food suffices.
    fn starve(&mut self, state: &State, lines: &[SheetLine]) {
        let mut named: Vec<Starve> = lines.iter().filter_map(Starve::of).copied().collect();
        while self.meal_of(state).is_none() {
            let said = named.iter().position(|line| {
                let is_it = |one: &Stack| one.at == line.at && one.unit == line.units.unit;
                line.units.n > 0 && self.units.iter().any(is_it)
            });
            let at = match said {
                Some(line) => {
                    named[line].units.n -= 1;
                    let (at, unit) = (named[line].at, named[line].units.unit);
                    self.units.iter().position(|one| one.at == at && one.unit == unit)
                }
                None => {
                    let rank = |one: &Stack| STARVED.iter().position(|kind| *kind == one.kind());
                    let all = (0..self.units.len()).filter(|at| rank(&self.units[*at]).is_some());
                    all.min_by_key(|at| (rank(&self.units[*at]), self.units[*at].at))
                }
            };
            let Some(at) = at else { return };
            self.starved.push(self.units[at].of(1));
            self.units[at].n -= 1;
            self.units.retain(|one| one.n > 0);
        }
    }

    /// Removes villages before cities; a city is first fed by half.
    fn starve_towns(&mut self, state: &State) {
        while self.meal_of(state).is_none() {
            let fed = self.towns.iter_mut().filter(|(.., gets)| *gets > 0);
            let Some(next) = fed.min_by_key(|(at, eats, _)| (*eats, *at)) else { return };
            next.2 -= 1;
        }
    }

    /// Carries out the plan.
    fn meal(self, run: &mut Run<'_>) {
        let (seat, mode) = (self.seat, run.state.options.mode);
        let (fish, eaten, grain) = self.meal_of(&run.state).unwrap_or_default();
        let culled = self.herds.iter().filter(|one| one.culled);
        let meat: u16 = culled.clone().map(|one| u16::from(one.herd.culled(mode))).sum();
        for one in culled {
            run.put(Fact::HerdRemoved(seat, one.herd, one.pen, Herding::Culled));
        }
        take(run, seat, self.fields, Good::Fish, fish);
        take(run, seat, self.fields, Good::Grain, grain);
        run.gold(seat, i32::from(meat - eaten), Cause::Meat);
        for stack in &self.starved {
            run.fell(seat, *stack, UnitReason::Hunger, None);
        }
        for (at, eats, gets) in &self.towns {
            match (gets, eats) {
                (gets, eats) if gets == eats => {}
                (1, 2) if self.reach != Reach::Walls => ruin::shrink(run, *at, Lot::Starved),
                _ if self.reach == Reach::Walls => surrender(run, *at, seat),
                _ => ruin::vanish(run, *at, Lot::Starved),
            }
        }
    }
}

/// Whether a herd at pasture finds its own food (R19.15, R23.6).
fn grazes(state: &State, seat: Seat, at: Field) -> bool {
    let region = at.data().region;
    let climate = at.map().data().climates[region];
    let wanders = state.has(Module::Transhumance) || state.powers(seat).transhumance;
    let warm = match at.data().terrain {
        Terrain::Green => climate == Climate::Subtropical,
        Terrain::Yellow => climate != Climate::Cold,
        _ => false,
    };
    state.winter[region] == Weather::Good || wanders && warm
}

/// Assigns units to the richest adjacent pool. Units and herds that no pool can feed are lost.
fn stray(run: &mut Run<'_>, world: &World, seat: Seat, pools: &mut [FoodPool]) {
    for stack in run.state.player(seat).stacks.iter().copied().collect::<Vec<_>>() {
        if matches!(stack.kind(), Kind::Merc | Kind::Cors) {
            continue;
        }
        let behind = matches!(stack.place, Place::Inside | Place::Quay);
        let shut = behind && world.encircled.has(stack.at);
        let near = world.around(&run.state, seat, stack.at) | Fields::of(stack.at);
        let touched = pools.iter_mut().filter(|one| match one.reach {
            Reach::Walls => shut && one.fields.has(stack.at),
            Reach::Field => !shut && one.fields.has(stack.at),
            Reach::Chain => !shut && one.fields.meets(near),
        });
        match touched.reduce(|best, one| if one.wealth() > best.wealth() { one } else { best }) {
            Some(pool) => pool.units.push(stack),
            None => run.fell(seat, stack, UnitReason::Hunger, None),
        }
    }
    let fed = |at: Field, stable: bool| pools.iter().any(|one| one.feeds(at, stable));
    let lost: Vec<(Herd, Field, bool)> = herds(&run.state, seat)
        .filter(|(_, at, stable)| !fed(*at, *stable) && !grazes(&run.state, seat, *at))
        .collect();
    for (herd, at, stable) in lost {
        run.put(Fact::HerdRemoved(seat, herd, Pen { at, stable }, Herding::Lost));
    }
}

/// Takes food from the fullest stores.
fn take(run: &mut Run<'_>, seat: Seat, fields: Fields, good: Good, n: u16) {
    let mut left = n;
    while left > 0 {
        let store = |at: &Field| {
            let land = run.state.land(*at);
            match good {
                Good::Grain => land.town_of(seat).map_or(0, |_| land.grain),
                Good::Fish => land.yard_of(seat).map_or(0, |_| land.fish),
            }
        };
        let fullest =
            fields.on(run.state.map()).max_by_key(|at| (store(at), std::cmp::Reverse(*at)));
        let Some(at) = fullest.filter(|at| store(at) > 0) else { return };
        let has = store(&at);
        let n = u16::from(has).min(left) as u8;
        run.put(Fact::StoreChanged(at, good, has - n, Use::Eaten));
        left -= u16::from(n);
    }
}

/// A besieged settlement without food surrenders to the strongest besieger (R19.19).
fn surrender(run: &mut Run<'_>, at: Field, seat: Seat) {
    let world = World::of(&run.state);
    let foes = run.state.in_order().into_iter().filter(|foe| run.state.hostile(seat, *foe));
    let strongest = foes
        .filter(|foe| world.open(at, *foe) > 0)
        .reduce(|best, one| if world.open(at, one) > world.open(at, best) { one } else { best });
    let inside: Vec<Stack> = run.state.player(seat).on(at, Place::Inside).copied().collect();
    for stack in inside {
        run.fell(seat, stack, UnitReason::Hunger, None);
    }
    match strongest {
        Some(foe) => {
            let keep = super::super::super::state::doctrine::Sack::Keep;
            ruin::fall(run, at, foe, false, keep, HerdPolicy::Take);
        }
        None => ruin::vanish(run, at, Lot::Starved),
    }
}
