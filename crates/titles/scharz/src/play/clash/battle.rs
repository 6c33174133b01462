//! R12 Battle: opponents, battle rounds, escape and results.

use super::combat::honour;
use super::combat::losses::Casualties;
use super::combat::side::{Fight, Side, lives_out};
use super::combat::strike::{Strike, Swords, shields};
use super::combat::will::BattleOrders;
use super::engagement::{Engagement, Exchange, Swing};
use super::quarrel::{BattleOrder, ordered};
use super::{escape, extended};
use crate::play::relief::relieve;
use crate::play::run::{Run, RunExt};
use crate::state::State;
use crate::state::doctrine::{Escape, Flight, Spare};
use crate::state::facts::Fact;
use crate::state::line;
use crate::state::stack::{Place, Stack};
use crate::state::why::UnitReason;
use crate::things::ids::Field;
use crate::things::kinds::Kind;
use ravenpost_rules::Seat;

/// Maximum number of battle rounds (R12.6).
const ROUNDS: u8 = 12;

/// Fights all battles, field by field.
pub fn battles(run: &mut Run<'_>, wills: &BattleOrders<'_>) {
    let mut all: Vec<(Field, BattleOrder)> = Vec::new();
    for at in run.state.fields().filter(|field| !field.is_neutral()) {
        all.extend(ordered(&run.state, wills, at).into_iter().map(|order| (at, order)));
    }
    for (at, order) in all {
        let ready = |seat| !Side::of(&run.state, at, seat, seat, Place::is_out).is_beaten();
        if ready(order.attacker) && ready(order.target) {
            fight(run, wills, at, &order);
            relieve(run);
        }
    }
}

/// A battle in progress, and each side's lives at its start.
struct BattleState {
    engagement: Engagement,
    start: [u16; 2],
    /// Units that escaped, in their current state.
    gone: [Vec<Stack>; 2],
}

fn fight(run: &mut Run<'_>, wills: &BattleOrders<'_>, at: Field, order: &BattleOrder) {
    let fight = Fight { at, siege: false };
    let seats = [order.attacker, order.target];
    if let Some(when) = order.stance {
        let by = line::DoctrineStance { stance: when.into() };
        run.by_doctrine(seats[0], by, line::Attack { seat: seats[1], at, when, rounds: None });
    }
    run.put(Fact::BattleStarted(at, seats[0], seats[1]));
    let mut battle = BattleState {
        engagement: Engagement::begin(&run.state, wills, fight, seats),
        start: seats.map(|seat| lives_out(&run.state, at, seat)),
        gone: [Vec::new(), Vec::new()],
    };
    let most = if order.rounds == 0 { ROUNDS } else { order.rounds.min(ROUNDS) };
    let mut winner = None;
    for round in 1..=most {
        battle.round(run, wills, round);
        let sides = battle.sides(&run.state);
        if sides.iter().any(Side::is_beaten) {
            winner = (0..2).find(|at| !sides[*at].is_beaten()).map(|at| seats[at]);
            break;
        }
        let flee = [0, 1].map(|at| battle.flees(&run.state, wills, at, round));
        if flee == [true, true] {
            break;
        }
        if let Some(loser) = (0..2).find(|at| flee[*at])
            && battle.escape(run, wills, loser, round)
        {
            winner = Some(seats[1 - loser]);
            break;
        }
    }
    battle.end(run, winner);
}

impl BattleState {
    fn sides(&self, state: &State) -> [Side; 2] {
        let [one, other] = self.engagement.seats;
        [(one, other), (other, one)]
            .map(|(seat, foe)| Side::of(state, self.engagement.fight.at, seat, foe, Place::is_out))
    }

    /// One battle round: the charge, the main strikes, and drowning (R12.6-R12.14).
    fn round(&mut self, run: &mut Run<'_>, wills: &BattleOrders<'_>, round: u8) {
        let sides = self.sides(&run.state);
        let mut shields = [shields(&run.state, &sides[0]), shields(&run.state, &sides[1])];
        let mut carried = [0; 2];
        let charges = |side: &Side| side.units.iter().any(|one| one.kind().charges());
        let charge = round == 1 && self.engagement.fight.has_charge() && sides.iter().any(charges);
        if charge {
            carried = self.charge(run, wills, &mut shields);
        }
        let sides = self.sides(&run.state);
        if sides.iter().any(Side::is_beaten) {
            self.sink(run);
            return;
        }
        let exchange = Exchange { round, charge: false };
        let who: fn(Kind) -> bool = if charge { |kind| !kind.charges() } else { |_| true };
        let swords = [0, 1].map(|at| {
            let alone = charge && sides[at].units.iter().all(|one| one.kind().charges());
            self.strike(run, &sides[at], at, exchange, who, !alone)
        });
        let spare = [0, 1]
            .map(|at| wills.spare(&run.state, self.engagement.seats[at], self.engagement.fight.at));
        let hits =
            |at: usize, shields: u16| swords[at].swords.saturating_sub(shields) + carried[at];
        let first: [Casualties; 2] = [0, 1]
            .map(|at| (at, hits(at, shields[1 - at])))
            .map(|(at, hits)| self.engagement.toll(&run.state, wills, &sides[1 - at], at, hits));
        let mut converted = [0; 2];
        for at in 0..2 {
            let led = sides[at].is_led(&run.state);
            let worth = if led { first[at].spare / 2 } else { 0 };
            if worth > 0 {
                self.engagement.spares(run, at);
            }
            if spare[at] == Spare::Shield {
                converted[at] = worth;
                self.engagement.stored[at] = 0;
            } else {
                self.engagement.stored[at] = worth;
            }
        }
        for at in 0..2 {
            let hits = hits(at, shields[1 - at] + converted[1 - at]);
            let toll = self.engagement.toll(&run.state, wills, &sides[1 - at], at, hits);
            self.engagement.tell(run, at, exchange, &swords[at], hits, &toll);
            self.engagement.take(run, at, toll);
        }
        self.sink(run);
    }

    /// Cavalry and elephants strike first (R12.7). Returns the hits that destroyed nothing.
    fn charge(
        &mut self,
        run: &mut Run<'_>,
        wills: &BattleOrders<'_>,
        shields: &mut [u16; 2],
    ) -> [u16; 2] {
        let sides = self.sides(&run.state);
        let exchange = Exchange { round: 1, charge: true };
        let swords = [0, 1].map(|at| {
            let alone = sides[at].units.iter().all(|one| one.kind().charges());
            self.strike(run, &sides[at], at, exchange, Kind::charges, alone)
        });
        let mut carried = [0; 2];
        for at in 0..2 {
            if swords[at].dice.is_empty() {
                continue;
            }
            let taken = swords[at].swords.min(shields[1 - at]);
            shields[1 - at] -= taken;
            let hits = swords[at].swords - taken;
            let toll = self.engagement.toll(&run.state, wills, &sides[1 - at], at, hits);
            carried[at] = toll.spare;
            self.engagement.tell(run, at, exchange, &swords[at], hits, &toll);
            self.engagement.take(run, at, toll);
        }
        carried
    }

    fn strike(
        &mut self,
        run: &mut Run<'_>,
        side: &Side,
        at: usize,
        exchange: Exchange,
        who: fn(Kind) -> bool,
        whole: bool,
    ) -> Swords {
        let Exchange { round, charge } = exchange;
        let what = if charge { " charge" } else { "" };
        let [one, other] = self.engagement.seats;
        let place = self.engagement.fight.at.slug();
        let purpose = format!("battle {place} {one}-{other} {round} {}{what}", side.seat);
        let swing = Swing { purpose: &purpose, who, walls: 0, whole };
        self.engagement.strike(run, side, at, &swing)
    }

    /// Cargo without ships drowns on both sides (R12.14).
    fn sink(&mut self, run: &mut Run<'_>) {
        (0..2).for_each(|at| self.engagement.sink(run, at));
    }

    /// Whether a side wants to escape (R12.15).
    fn flees(&self, state: &State, wills: &BattleOrders<'_>, at: usize, round: u8) -> bool {
        let (Escape { when, amount }, _) =
            wills.escape(state, self.engagement.seats[at], self.engagement.fight.at);
        let lives = self.sides(state).map(|side| side.lives(state, self.engagement.fight));
        match when {
            Flight::Never => false,
            Flight::After => round >= amount,
            Flight::Loss => {
                let lost = self.start[at].saturating_sub(lives[at]);
                lost * 100 >= self.start[at] * u16::from(amount)
            }
            Flight::Outnumbered => lives[at] < lives[1 - at],
        }
    }

    /// Lets a side escape if it can. Returns whether this ends the battle.
    fn escape(
        &mut self,
        run: &mut Run<'_>,
        wills: &BattleOrders<'_>,
        loser: usize,
        round: u8,
    ) -> bool {
        let (seat, foe) = (self.engagement.seats[loser], self.engagement.seats[1 - loser]);
        let (_, named) = wills.escape(&run.state, seat, self.engagement.fight.at);
        let (at, named) = (self.engagement.fight.at, named.unwrap_or_default());
        let Some(way) = escape::way(&run.state, at, seat, named) else { return false };
        if wills.leaves_escape(seat, at) {
            let escape = run.state.player(seat).doctrine().escape;
            run.by_doctrine(
                seat,
                line::DoctrineEscape { escape },
                line::Escape { at, escape, to: None },
            );
        }
        let caught = self.intercept(run, wills, loser, round, &way);
        self.engagement.fallen[loser].extend(caught);
        let left = escape::leave(run, self.engagement.fight.at, seat, foe, &way);
        self.engagement.fallen[loser].extend(left.caught);
        self.gone[loser].extend(left.gone);
        self.sink(run);
        self.sides(&run.state)[loser].is_beaten()
    }

    /// Cavalry or warships catch some of the escaping units (R12.16).
    fn intercept(
        &mut self,
        run: &mut Run<'_>,
        wills: &BattleOrders<'_>,
        loser: usize,
        round: u8,
        way: &escape::Way,
    ) -> Vec<Stack> {
        let sides = self.sides(&run.state);
        let sea = self.engagement.fight.at.is_water();
        let hunter = if sea { Kind::Ws } else { Kind::Cav };
        let hunts = sea || self.engagement.fight.has_charge();
        let mut dogs = sides[1 - loser].clone();
        dogs.units.retain(|stack| stack.kind() == hunter && stack.place != Place::Aboard);
        if dogs.is_beaten() || !hunts {
            return Vec::new();
        }
        let mut prey = sides[loser].clone();
        prey.units = escape::leavers(&run.state, self.engagement.fight.at, prey.seat, way);
        prey.units.retain(|stack| stack.kind() != hunter);
        prey.units.sort_by_key(|stack| stack.unit.order());
        let (seat, foe) = (self.engagement.seats[1 - loser], self.engagement.seats[loser]);
        let strike = Strike {
            fight: self.engagement.fight,
            side: &dogs,
            who: |_| true,
            walls: 0,
            stored: 0,
            whole: false,
        };
        let purpose =
            format!("interception {} {round} {seat}-{foe}", self.engagement.fight.at.slug());
        let swords = strike.plain(run, &purpose);
        run.put(Fact::Intercepted(self.engagement.fight.at, seat, swords.dice));
        let hits = swords.swords;
        let toll = self.engagement.felled(&run.state, wills, &prey, 1 - loser, hits, None);
        if toll.chosen {
            self.engagement.chose(run, 1 - loser);
        }
        for stack in &toll.fallen {
            run.fell(foe, *stack, UnitReason::Battle, Some(seat));
        }
        toll.fallen
    }

    /// Awards prestige, victory points, spoils and experience (R12.18).
    fn end(self, run: &mut Run<'_>, winner: Option<Seat>) {
        let at = self.engagement.fight.at;
        run.put(Fact::CombatDecided(at, winner));
        let prestige = self.engagement.honours(run);
        if let Some(winner) = winner {
            let [one, other] = self.engagement.seats;
            let loser = if winner == one { other } else { one };
            honour::won(run, winner, loser);
            extended::spoils(run, winner, prestige);
        }
        for own in 0..2 {
            // Units that escaped gain experience too, wherever they are now (R23.3).
            let mut side = self.sides(&run.state)[own].units.clone();
            side.extend(&self.gone[own]);
            self.engagement.learn(run, own, &side);
        }
    }
}
