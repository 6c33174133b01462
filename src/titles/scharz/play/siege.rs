//! R13 Siege: assaults on settlements that are encircled, and shipyards that nobody guards.

use super::super::reckon::{World, walls};
use super::super::state::doctrine::{Kinds, Sack, Siege, Spare};
use super::super::state::facts::{Blow, Fact};
use super::super::state::line::Part;
use super::super::state::why::{Cause, Fate, Lot};
use super::super::state::{Module, Place, Stack, State, Yard};
use super::super::things::{Field, Kind};
use super::combat::losses::{Toll, Wish, fall};
use super::combat::strike::{Strike, Swords, shields};
use super::combat::{Fight, Side, Wills, honour};
use super::march::ships::drown;
use super::run::Run;
use super::{extended, relief, ruin};
use crate::rules::Seat;

/// Assault rounds at most, shields of a wall, what a machine takes off them (R13).
const ROUNDS: u8 = 6;
const SHIELDS: u16 = 5;
const MACHINE: u16 = 4;
const SNIPE: i32 = 6;

/// All assaults, field by field, and then the shipyards that stand alone.
pub fn sieges(run: &mut Run<'_>, wills: &Wills<'_>) {
    for at in run.state.fields().filter(|field| field.is_land()) {
        for seat in run.state.in_order() {
            let Some(siege) = wills.siege(&run.state, seat, at) else { continue };
            if let Some(owner) = may_assault(&run.state, at, seat) {
                assault(run, wills, at, (seat, owner), siege);
                relief::relieve(run);
            }
        }
    }
    yards(run, wills);
}

/// Whose settlement a seat may assault here (R13.1): alone, enough in the open, nobody before it.
pub fn may_assault(state: &State, at: Field, seat: Seat) -> Option<Seat> {
    let town = state.land(at).town.filter(|town| state.hostile(seat, town.owner))?;
    let world = World::of(state);
    let enough = world.open(at, seat) >= walls::level(state, at, town);
    let bare = !world.stands(at, town.owner);
    (enough && bare).then_some(town.owner)
}

/// An assault in course.
struct Course {
    fight: Fight,
    besieger: Seat,
    owner: Seat,
    level: u8,
    broken: bool,
    stored: [u16; 2],
    purse: [u16; 2],
    sniped: [bool; 2],
    fallen: [Vec<Stack>; 2],
}

fn assault(
    run: &mut Run<'_>,
    wills: &Wills<'_>,
    at: Field,
    (besieger, owner): (Seat, Seat),
    siege: Siege,
) {
    let Some(town) = run.state.land(at).town else { return };
    run.put(Fact::Assault(at, besieger, owner));
    let seats = [besieger, owner];
    let mut course = Course {
        fight: Fight { at, siege: true },
        besieger,
        owner,
        level: walls::level(&run.state, at, town),
        broken: false,
        stored: [0; 2],
        purse: seats.map(|seat| u16::from(wills.reroll(&run.state, seat, at))),
        sniped: [false; 2],
        fallen: [Vec::new(), Vec::new()],
    };
    let [own, inside] = course.sides(&run.state);
    let (start, defended) = (own.lives(&run.state, course.fight), !inside.is_beaten());
    for round in 1..=siege.rounds.min(ROUNDS) {
        course.round(run, wills, round);
        let [own, inside] = course.sides(&run.state);
        let lost = start.saturating_sub(own.lives(&run.state, course.fight));
        let stop = lost * 100 >= start * u16::from(siege.stop);
        let success = course.broken && inside.is_beaten();
        if success || own.is_beaten() || stop {
            break;
        }
    }
    course.end(run, wills, defended, siege.sack);
}

impl Course {
    fn sides(&self, state: &State) -> [Side; 2] {
        let open = |place: Place| matches!(place, Place::Open | Place::Afloat);
        let inside = |place: Place| place == Place::Inside;
        [
            Side::of(state, self.fight.at, self.besieger, self.owner, open),
            Side::of(state, self.fight.at, self.owner, self.besieger, inside),
        ]
    }

    fn seat(&self, at: usize) -> Seat {
        [self.besieger, self.owner][at]
    }

    /// Shields of the walls, as far as machines have not taken them (R13.2).
    fn wall_shields(&self, own: &Side) -> u16 {
        let machines = own.units.iter().filter(|one| one.kind() == Kind::Sm);
        let machines: u16 = machines.map(|one| u16::from(one.n)).sum();
        (SHIELDS * u16::from(self.level)).saturating_sub(MACHINE * machines)
    }

    /// One assault round: both strike at once (R13.5-R13.8).
    fn round(&mut self, run: &mut Run<'_>, wills: &Wills<'_>, round: u8) {
        let sides = self.sides(&run.state);
        let walls = [0, if self.broken { 0 } else { self.level }];
        let swords = [0, 1].map(|at| self.strike(run, &sides[at], (at, round), walls[at]));
        let mut through = swords[0].swords;
        if !self.broken {
            let needed = self.wall_shields(&sides[0]);
            if through >= needed {
                self.broken = true;
                through -= needed;
                run.put(Fact::WallsBroken(self.fight.at));
            } else {
                through = 0;
            }
        }
        let guard = shields(&run.state, &sides[1]);
        let first = [
            self.toll(&run.state, wills, &sides[1], 0, through.saturating_sub(guard)),
            self.toll(&run.state, wills, &sides[0], 1, swords[1].swords),
        ];
        let mut converted = 0;
        for at in 0..2 {
            let led = sides[at].is_led(&run.state) && (at == 1 || self.broken);
            let worth = if led { first[at].spare / 2 } else { 0 };
            let shield = wills.spare(&run.state, self.seat(at), self.fight.at) == Spare::Shield;
            self.stored[at] = if shield { 0 } else { worth };
            // A besieger has no shields of any kind.
            if at == 1 && shield {
                converted = worth;
            }
        }
        let hits = [through.saturating_sub(guard + converted), swords[1].swords];
        for at in 0..2 {
            let toll = self.toll(&run.state, wills, &sides[1 - at], at, hits[at]);
            self.blow(run, at, round, &swords[at], hits[at], &toll);
            self.take(run, at, toll);
        }
    }

    fn strike(
        &mut self,
        run: &mut Run<'_>,
        side: &Side,
        (at, round): (usize, u8),
        walls: u8,
    ) -> Swords {
        let strike = Strike {
            fight: self.fight,
            side,
            who: |_| true,
            walls,
            stored: self.stored[at],
            whole: true,
        };
        let place = self.fight.at.slug();
        let purpose = format!("assault {place} {} {round} {}", self.besieger, side.seat);
        let swords = strike.roll(run, &purpose, self.purse[at]);
        self.purse[at] -= swords.spent;
        run.prestige(side.seat, -i32::from(swords.spent), Cause::Reroll);
        swords
    }

    fn toll(&self, state: &State, wills: &Wills<'_>, side: &Side, at: usize, hits: u16) -> Toll {
        let seat = self.seat(at);
        let target: Kinds = wills.target(state, seat, self.fight.at);
        let rich = state.player(seat).pp >= SNIPE as u16 && state.has(Module::Prestige);
        let free = rich && !self.sniped[at];
        let snipe = wills.snipe(seat, self.fight.at).filter(|_| free);
        fall(state, self.fight, side, hits, Wish { target: &target, snipe })
    }

    fn blow(
        &self,
        run: &mut Run<'_>,
        at: usize,
        round: u8,
        swords: &Swords,
        hits: u16,
        toll: &Toll,
    ) {
        let felled = toll.fallen.iter().map(|one| Part { n: one.n, unit: one.unit }).collect();
        run.put(Fact::Blow(Blow {
            at: self.fight.at,
            seat: self.seat(at),
            round,
            charge: false,
            dice: swords.dice.clone(),
            swords: swords.swords,
            hits,
            felled,
        }));
    }

    fn take(&mut self, run: &mut Run<'_>, at: usize, toll: Toll) {
        if toll.sniped {
            self.sniped[at] = true;
            run.prestige(self.seat(at), -SNIPE, Cause::Spent);
        }
        for stack in toll.fallen {
            run.fell(self.seat(1 - at), stack, Fate::Assault, Some(self.seat(at)));
            self.fallen[1 - at].push(stack);
        }
        // Longships besiege too, and their cargo goes down with them (R13.8a).
        let lost = drown(run, self.seat(1 - at), self.fight.at, Some(self.seat(at)));
        self.fallen[1 - at].extend(lost);
    }

    /// What came of it (R13.9-R13.12, R21.5).
    fn end(self, run: &mut Run<'_>, wills: &Wills<'_>, defended: bool, sack: Sack) {
        let at = self.fight.at;
        let [own, inside] = self.sides(&run.state);
        let success = self.broken && inside.is_beaten();
        let beaten = own.is_beaten() && !success;
        let winner = if success { Some(self.besieger) } else { beaten.then_some(self.owner) };
        run.put(Fact::Decided(at, winner));
        let mut prestige = 0;
        for side in 0..2 {
            let (of, by) = (self.seat(side), self.seat(1 - side));
            prestige += honour::destroyed(run, by, of, at, &self.fallen[side]);
        }
        if success {
            let herds = wills.herds(&run.state, self.besieger, at);
            prestige += ruin::fall(run, at, self.besieger, (defended, sack), herds);
        }
        if success && defended {
            honour::won(run, self.besieger, self.owner);
        } else if beaten {
            honour::won(run, self.owner, self.besieger);
        }
        if let Some(winner) = winner {
            extended::spoils(run, winner, prestige);
        }
        for (side, units) in [own.units, inside.units].into_iter().enumerate() {
            let felled = self.fallen[1 - side].iter().map(|one| one.n).sum();
            let left = units.into_iter().filter(|one| is_there(&run.state, self.seat(side), one));
            extended::learn(run, self.seat(side), &left.collect::<Vec<_>>(), felled);
        }
    }
}

/// Whether a stack is still as it was.
fn is_there(state: &State, seat: Seat, stack: &Stack) -> bool {
    state.player(seat).stacks.iter().any(|one| one == stack)
}

/// Shipyards on fields without settlement fall to the enemy who controls them (R13.14).
fn yards(run: &mut Run<'_>, wills: &Wills<'_>) {
    let world = World::of(&run.state);
    for at in run.state.fields().filter(|field| field.is_land()) {
        let land = run.state.land(at);
        let (Some(yard), None) = (land.yard, land.town) else { continue };
        let holder = world.holder(&run.state, at);
        let taker = holder.filter(|seat| run.state.hostile(*seat, yard.owner));
        let Some(taker) = taker else { continue };
        let sack = wills.siege(&run.state, taker, at).map_or(Sack::Keep, |siege| siege.sack);
        let full = super::super::reckon::seats::tiles(&run.state, taker)
            >= super::super::reckon::seats::TILES;
        let ships: Vec<Stack> = run.state.player(yard.owner).on(at, Place::Quay).copied().collect();
        for stack in ships {
            run.fell(yard.owner, stack, Fate::Quay, None);
        }
        honour::took_yard(run, taker, at, yard);
        if full || sack == Sack::Raze {
            run.put(Fact::Yard(at, None, Lot::Razed));
            run.gold(taker, if yard.port { 4 } else { 0 }, Cause::Razing);
        } else {
            run.put(Fact::Yard(at, Some(Yard { owner: taker, ..yard }), Lot::Seized));
        }
        ruin::spill(run, at);
    }
}
