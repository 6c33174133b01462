//! Two sides striking at each other, in the open or at walls: their stored swords, budgets and
//! losses, and how a strike is rolled, reported and applied.

use super::combat::honour;
use super::combat::losses::{Casualties, Wish, fall};
use super::combat::side::{Fight, Side};
use super::combat::strike::{Strike, Swords};
use super::combat::will::{BattleOrders, Unsaid};
use super::extended;
use crate::play::march::ships::drown;
use crate::play::run::{Run, RunExt};
use crate::state::State;
use crate::state::doctrine::Kinds;
use crate::state::facts::{Fact, StrikeResult};
use crate::state::line;
use crate::state::line::slots::{Part, Prestige, Targets};
use crate::state::options::Module;
use crate::state::stack::{Stack, sorted};
use crate::state::why::{Cause, UnitReason};
use crate::things::kinds::Kind;
use crate::things::units::Unit;
use ravenpost_rules::Seat;

/// Prestige cost of targeting a unit at the back.
const SNIPE: u16 = 6;

/// A battle or assault in progress. The attacker is the first side.
pub struct Engagement {
    pub fight: Fight,
    pub seats: [Seat; 2],
    pub stored: [u16; 2],
    pub fallen: [Vec<Stack>; 2],
    purse: [u16; 2],
    sniped: [bool; 2],
    /// Doctrine settings for this fight that no sheet overrides, until their owner is notified of
    /// their use.
    silent: [Unsaid; 2],
}

/// One strike: its purpose for the draw, the kinds that roll, the walls, and whether the whole side
/// strikes.
pub struct Swing<'a> {
    pub purpose: &'a str,
    pub who: fn(Kind) -> bool,
    pub walls: u8,
    pub whole: bool,
}

/// Which strike of a fight it is.
#[derive(Clone, Copy)]
pub struct Exchange {
    pub round: u8,
    /// Whether this is the charge of cavalry and elephants.
    pub charge: bool,
}

impl Engagement {
    pub fn begin(
        state: &State,
        wills: &BattleOrders<'_>,
        fight: Fight,
        seats: [Seat; 2],
    ) -> Engagement {
        Engagement {
            fight,
            seats,
            stored: [0; 2],
            fallen: [Vec::new(), Vec::new()],
            purse: seats.map(|seat| u16::from(wills.reroll(state, seat, fight.at))),
            sniped: [false; 2],
            silent: seats.map(|seat| wills.unsaid(state, seat, fight.at)),
        }
    }

    /// Rolls a strike and pays for rerolled dice.
    pub fn strike(
        &mut self,
        run: &mut Run<'_>,
        side: &Side,
        at: usize,
        swing: &Swing<'_>,
    ) -> Swords {
        let (fight, stored) = (self.fight, self.stored[at]);
        let (who, walls, whole) = (swing.who, swing.walls, swing.whole);
        let strike = Strike { fight, side, who, walls, stored, whole };
        let swords = strike.roll(run, swing.purpose, self.purse[at]);
        self.purse[at] -= swords.spent;
        if swords.spent > 0
            && let Some(n) = self.silent[at].reroll.take()
        {
            let by = line::DoctrineReroll { prestige: Prestige(n) };
            run.by_doctrine(side.seat, by, line::Reroll { at: fight.at, n });
        }
        run.prestige(side.seat, -i32::from(swords.spent), Cause::Reroll);
        swords
    }

    /// Determines the losses for a number of hits, by the striker's preferences.
    pub fn toll(
        &self,
        state: &State,
        wills: &BattleOrders<'_>,
        side: &Side,
        striker: usize,
        hits: u16,
    ) -> Casualties {
        let seat = self.seats[striker];
        let rich = state.player(seat).pp >= SNIPE && state.has(Module::Prestige);
        let free = rich && !self.sniped[striker];
        let snipe = wills.snipe(seat, self.fight.at).filter(|_| free);
        self.felled(state, wills, side, striker, hits, snipe)
    }

    /// Like [`Self::toll`], and whether doctrine changed the losses from the weakest units.
    pub fn felled(
        &self,
        state: &State,
        wills: &BattleOrders<'_>,
        side: &Side,
        striker: usize,
        hits: u16,
        snipe: Option<Unit>,
    ) -> Casualties {
        let target = wills.target(state, self.seats[striker], self.fight.at);
        let toll = fall(state, self.fight, side, hits, Wish { target: &target, snipe });
        let weakest = || fall(state, self.fight, side, hits, Wish { target: &Kinds::new(), snipe });
        let asks = self.silent[striker].target.is_some();
        let chosen = asks && sorted(&weakest().fallen) != sorted(&toll.fallen);
        Casualties { chosen, ..toll }
    }

    /// Records that doctrine used spare swords as something other than shields.
    pub fn spares(&mut self, run: &mut Run<'_>, at: usize) {
        if let Some(spare) = self.silent[at].spare.take() {
            let (by, at_field) = (line::DoctrineSpare { spare }, self.fight.at);
            run.by_doctrine(self.seats[at], by, line::Spare { at: at_field, spare });
        }
    }

    /// Records that doctrine selected losses other than the weakest units.
    pub fn chose(&mut self, run: &mut Run<'_>, striker: usize) {
        if let Some(kinds) = self.silent[striker].target.take() {
            let by = line::DoctrineTarget { kinds: Targets(kinds) };
            run.by_doctrine(self.seats[striker], by, line::Target { at: self.fight.at, kinds });
        }
    }

    /// Writes the fact for a strike.
    pub fn tell(
        &self,
        run: &mut Run<'_>,
        at: usize,
        exchange: Exchange,
        swords: &Swords,
        hits: u16,
        toll: &Casualties,
    ) {
        let Exchange { round, charge } = exchange;
        let destroyed = toll.fallen.iter().map(|one| Part { n: one.n, unit: one.unit }).collect();
        run.put(Fact::StrikeMade(StrikeResult {
            at: self.fight.at,
            seat: self.seats[at],
            round,
            charge,
            dice: swords.dice.clone(),
            swords: swords.swords,
            hits,
            destroyed,
        }));
    }

    /// Removes the fallen units.
    pub fn take(&mut self, run: &mut Run<'_>, striker: usize, toll: Casualties) {
        if toll.chosen {
            self.chose(run, striker);
        }
        if toll.sniped {
            self.sniped[striker] = true;
            run.prestige(self.seats[striker], -i32::from(SNIPE), Cause::Spent);
        }
        let reason = if self.fight.siege { UnitReason::Assault } else { UnitReason::Battle };
        let (by, of) = (self.seats[striker], self.seats[1 - striker]);
        for stack in toll.fallen {
            run.fell(of, stack, reason, Some(by));
            self.fallen[1 - striker].push(stack);
        }
    }

    /// Drowns the cargo of a side without ships, with prestige for the enemy (R12.14).
    pub fn sink(&mut self, run: &mut Run<'_>, at: usize) {
        let lost = drown(run, self.seats[at], self.fight.at, Some(self.seats[1 - at]));
        self.fallen[at].extend(lost);
    }

    /// Awards prestige for destroyed units to both sides. Returns the sum.
    pub fn honours(&self, run: &mut Run<'_>) -> u16 {
        let of = |run: &mut Run<'_>, loser: usize| {
            let (of, by) = (self.seats[loser], self.seats[1 - loser]);
            honour::destroyed(run, by, of, self.fight.at, &self.fallen[loser])
        };
        of(run, 0) + of(run, 1)
    }

    /// Survivors of a side gain experience from the losses of the other (R23.3).
    pub fn learn(&self, run: &mut Run<'_>, own: usize, survivors: &[Stack]) {
        let felled = self.fallen[1 - own].iter().map(|one| one.n).sum();
        extended::learn(run, self.seats[own], survivors, felled);
    }
}
