//! R13 Siege: assaults on encircled settlements, and unguarded shipyards.

use super::combat::honour;
use super::combat::side::{Fight, Side};
use super::combat::strike::{Swords, shields};
use super::combat::will::BattleOrders;
use super::engagement::{Engagement, Exchange, Swing};
use super::{extended, ruin};
use crate::play::relief;
use crate::play::run::{Run, RunExt};
use crate::reckon::walls;
use crate::reckon::world::World;
use crate::state::State;
use crate::state::doctrine::{Sack, Siege, Spare};
use crate::state::facts::Fact;
use crate::state::land::Yard;
use crate::state::line;
use crate::state::line::slots::Storm;
use crate::state::stack::{Place, Stack};
use crate::state::why::{Cause, Lot, UnitReason};
use crate::things::ids::Field;
use crate::things::kinds::Kind;
use ravenpost_rules::Seat;

/// Maximum number of assault rounds, shields per wall level, and shields removed by a siege machine
/// (R13).
const ROUNDS: u8 = 6;
const SHIELDS: u16 = 5;
const MACHINE: u16 = 4;

/// Carries out all assaults, field by field, then takes shipyards without a settlement.
pub fn sieges(run: &mut Run<'_>, wills: &BattleOrders<'_>) {
    for at in run.state.fields().filter(|field| field.is_land()) {
        for seat in run.state.in_order() {
            let Some(siege) = wills.siege(&run.state, seat, at) else { continue };
            if let Some(owner) = may_assault(&run.state, at, seat) {
                if wills.leaves_siege(seat, at) {
                    let by = line::DoctrineSiege { siege: Storm(Some(siege)) };
                    run.by_doctrine(seat, by, line::Siege { at, siege });
                }
                assault(run, wills, at, seat, owner, siege);
                relief::relieve(run);
            }
        }
    }
    yards(run, wills);
}

/// The owner of the settlement that a seat may assault here (R13.1). It must be the only besieger,
/// with enough units in the open.
pub fn may_assault(state: &State, at: Field, seat: Seat) -> Option<Seat> {
    let town = state.land(at).town.filter(|town| state.hostile(seat, town.owner))?;
    let world = World::of(state);
    let enough = world.open(at, seat) >= walls::level(state, at, town);
    let bare = !world.stands(at, town.owner);
    (enough && bare).then_some(town.owner)
}

/// An assault in progress; the besieger is the attacker.
struct Assault {
    engagement: Engagement,
    level: u8,
    broken: bool,
}

fn assault(
    run: &mut Run<'_>,
    wills: &BattleOrders<'_>,
    at: Field,
    besieger: Seat,
    owner: Seat,
    siege: Siege,
) {
    let Some(town) = run.state.land(at).town else { return };
    run.put(Fact::AssaultStarted(at, besieger, owner));
    let fight = Fight { at, siege: true };
    let mut assault = Assault {
        engagement: Engagement::begin(&run.state, wills, fight, [besieger, owner]),
        level: walls::level(&run.state, at, town),
        broken: false,
    };
    let [own, inside] = assault.sides(&run.state);
    let (start, defended) = (own.lives(&run.state, fight), !inside.is_beaten());
    for round in 1..=siege.rounds.min(ROUNDS) {
        assault.round(run, wills, round);
        let [own, inside] = assault.sides(&run.state);
        let lost = start.saturating_sub(own.lives(&run.state, fight));
        let stop = lost * 100 >= start * u16::from(siege.max_loss);
        let success = assault.broken && inside.is_beaten();
        if success || own.is_beaten() || stop {
            break;
        }
    }
    assault.end(run, wills, defended, siege.settlement);
}

impl Assault {
    fn sides(&self, state: &State) -> [Side; 2] {
        let (at, [besieger, owner]) = (self.engagement.fight.at, self.engagement.seats);
        let open = |place: Place| matches!(place, Place::Open | Place::Afloat);
        let inside = |place: Place| place == Place::Inside;
        [Side::of(state, at, besieger, owner, open), Side::of(state, at, owner, besieger, inside)]
    }

    /// Shields of the walls, less those removed by siege machines (R13.2).
    fn wall_shields(&self, own: &Side) -> u16 {
        let machines = own.units.iter().filter(|one| one.kind() == Kind::Sm);
        let machines: u16 = machines.map(|one| u16::from(one.n)).sum();
        (SHIELDS * u16::from(self.level)).saturating_sub(MACHINE * machines)
    }

    /// One assault round: both sides strike at once (R13.5-R13.8).
    fn round(&mut self, run: &mut Run<'_>, wills: &BattleOrders<'_>, round: u8) {
        let sides = self.sides(&run.state);
        let walls = [0, if self.broken { 0 } else { self.level }];
        let swords = [0, 1].map(|at| self.strike(run, &sides[at], at, round, walls[at]));
        let through = self.breach(run, &sides[0], swords[0].swords);
        let guard = shields(&run.state, &sides[1]);
        let toll = |engagement: &Engagement, run: &Run<'_>, at: usize, hits: u16| {
            engagement.toll(&run.state, wills, &sides[1 - at], at, hits)
        };
        let first = [through.saturating_sub(guard), swords[1].swords];
        let first = [0, 1].map(|at| toll(&self.engagement, run, at, first[at]));
        let mut converted = 0;
        for at in 0..2 {
            let led = sides[at].is_led(&run.state) && (at == 1 || self.broken);
            let worth = if led { first[at].spare / 2 } else { 0 };
            if worth > 0 {
                self.engagement.spares(run, at);
            }
            let spare = wills.spare(&run.state, sides[at].seat, self.engagement.fight.at);
            let shield = spare == Spare::Shield;
            self.engagement.stored[at] = if shield { 0 } else { worth };
            // Besiegers have no shields of any kind.
            if at == 1 && shield {
                converted = worth;
            }
        }
        let hits = [through.saturating_sub(guard + converted), swords[1].swords];
        for at in 0..2 {
            let toll = toll(&self.engagement, run, at, hits[at]);
            let exchange = Exchange { round, charge: false };
            self.engagement.tell(run, at, exchange, &swords[at], hits[at], &toll);
            self.engagement.take(run, at, toll);
            // Longships besiege too, and their cargo drowns with them (R13.8a).
            self.engagement.sink(run, 1 - at);
        }
    }

    /// Swords that pass the walls. Swords that do not suffice to break the walls are lost.
    fn breach(&mut self, run: &mut Run<'_>, own: &Side, swords: u16) -> u16 {
        if self.broken {
            return swords;
        }
        let needed = self.wall_shields(own);
        if swords < needed {
            return 0;
        }
        self.broken = true;
        run.put(Fact::WallsBroken(self.engagement.fight.at));
        swords - needed
    }

    fn strike(
        &mut self,
        run: &mut Run<'_>,
        side: &Side,
        at: usize,
        round: u8,
        walls: u8,
    ) -> Swords {
        let (place, besieger) = (self.engagement.fight.at.slug(), self.engagement.seats[0]);
        let purpose = format!("assault {place} {besieger} {round} {}", side.seat);
        let swing = Swing { purpose: &purpose, who: |_| true, walls, whole: true };
        self.engagement.strike(run, side, at, &swing)
    }

    /// Applies the result (R13.9-R13.12, R21.5).
    fn end(self, run: &mut Run<'_>, wills: &BattleOrders<'_>, defended: bool, sack: Sack) {
        let (at, [besieger, owner]) = (self.engagement.fight.at, self.engagement.seats);
        let [own, inside] = self.sides(&run.state);
        let success = self.broken && inside.is_beaten();
        let beaten = own.is_beaten() && !success;
        let winner = if success { Some(besieger) } else { beaten.then_some(owner) };
        run.put(Fact::CombatDecided(at, winner));
        let mut prestige = self.engagement.honours(run);
        if success {
            let herds = wills.herds(&run.state, besieger, at);
            prestige += ruin::fall(run, at, besieger, defended, sack, herds);
        }
        if success && defended {
            honour::won(run, besieger, owner);
        } else if beaten {
            honour::won(run, owner, besieger);
        }
        if let Some(winner) = winner {
            extended::spoils(run, winner, prestige);
        }
        for (side, units) in [own.units, inside.units].into_iter().enumerate() {
            let seat = self.engagement.seats[side];
            let left = units.into_iter().filter(|one| is_there(&run.state, seat, one));
            let left: Vec<Stack> = left.collect();
            self.engagement.learn(run, side, &left);
        }
    }
}

/// Whether a stack is unchanged.
fn is_there(state: &State, seat: Seat, stack: &Stack) -> bool {
    state.player(seat).stacks.iter().any(|one| one == stack)
}

/// Shipyards on fields without a settlement fall to the enemy in control (R13.14).
fn yards(run: &mut Run<'_>, wills: &BattleOrders<'_>) {
    let world = World::of(&run.state);
    for at in run.state.fields().filter(|field| field.is_land()) {
        let land = run.state.land(at);
        let (Some(yard), None) = (land.yard, land.town) else { continue };
        let holder = world.holder(&run.state, at);
        let taker = holder.filter(|seat| run.state.hostile(*seat, yard.owner));
        let Some(taker) = taker else { continue };
        let sack = wills.siege(&run.state, taker, at).map_or(Sack::Keep, |siege| siege.settlement);
        let full = crate::reckon::seats::tiles(&run.state, taker) >= crate::reckon::seats::TILES;
        let ships: Vec<Stack> = run.state.player(yard.owner).on(at, Place::Quay).copied().collect();
        for stack in ships {
            run.fell(yard.owner, stack, UnitReason::ShipyardLost, None);
        }
        honour::took_yard(run, taker, at, yard);
        if full || sack == Sack::Raze {
            run.put(Fact::ShipyardChanged(at, None, Lot::Razed));
            run.gold(taker, if yard.port { 4 } else { 0 }, Cause::Razing);
        } else {
            run.put(Fact::ShipyardChanged(at, Some(Yard { owner: taker, ..yard }), Lot::Seized));
        }
        ruin::spill(run, at);
    }
}
