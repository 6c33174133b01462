//! The battle settings of a seat: lines of its sheet, or doctrine where the sheet has none (R28.2).

use crate::play::run::Sheets;
use crate::state::State;
use crate::state::doctrine::{Doctrine, Escape, HerdPolicy, Kinds, LootWhat, Siege, Spare, Stance};
use crate::state::line::{self, OneLine, SheetLine};
use crate::things::ids::Field;
use crate::things::units::Unit;
use ravenpost_rules::Seat;

/// The sheets of a clash.
pub struct BattleOrders<'s> {
    sheets: &'s Sheets,
}

/// Doctrine settings for a fight that the sheet does not mention, where they differ from the
/// defaults.
pub struct Unsaid {
    pub reroll: Option<u8>,
    pub target: Option<Kinds>,
    pub spare: Option<Spare>,
}

impl<'s> BattleOrders<'s> {
    pub fn of(sheets: &'s Sheets) -> BattleOrders<'s> {
        BattleOrders { sheets }
    }

    /// All lines of a seat.
    pub fn lines(&self, seat: Seat) -> &'s [SheetLine] {
        let sheet = self.sheets.iter().find(|(owner, _)| *owner == seat);
        sheet.map_or(&[], |(_, lines)| lines)
    }

    /// The last line of a kind that a seat has written for a field.
    fn last<L: OneLine + 's>(&self, seat: Seat, is_there: impl Fn(&L) -> bool) -> Option<&'s L> {
        self.lines(seat).iter().rev().filter_map(L::of).find(|line| is_there(line))
    }

    /// The attacks ordered on a field: target, condition, and battle rounds (0 means no limit).
    pub fn attacks(&self, seat: Seat, at: Field) -> Vec<(Seat, Stance, u8)> {
        let lines = self.lines(seat).iter().filter_map(line::Attack::of);
        let mut attacks: Vec<(Seat, Stance, u8)> = Vec::new();
        for line in lines.filter(|line| line.at == at) {
            attacks.retain(|(target, ..)| *target != line.seat);
            attacks.push((line.seat, line.when.into(), line.rounds.unwrap_or_default()));
        }
        attacks
    }

    pub fn escape(&self, state: &State, seat: Seat, at: Field) -> (Escape, Option<Field>) {
        match self.last(seat, |line: &line::Escape| line.at == at) {
            Some(line) => (line.escape, line.to),
            None => (doctrine(state, seat).escape, None),
        }
    }

    /// Whether the sheet leaves escape from a field's battle to doctrine.
    pub fn leaves_escape(&self, seat: Seat, at: Field) -> bool {
        self.last(seat, |line: &line::Escape| line.at == at).is_none()
    }

    /// Whether the sheet leaves a siege to doctrine.
    pub fn leaves_siege(&self, seat: Seat, at: Field) -> bool {
        self.last(seat, |line: &line::Siege| line.at == at).is_none()
    }

    /// Whether the sheet leaves captured herds to doctrine.
    pub fn leaves_herds(&self, seat: Seat, at: Field) -> bool {
        self.last(seat, |line: &line::Herds| line.at == at).is_none()
    }

    pub fn target(&self, state: &State, seat: Seat, at: Field) -> Kinds {
        let said = self.last(seat, |line: &line::Target| line.at == at);
        said.map_or_else(|| doctrine(state, seat).target, |line| line.kinds)
    }

    pub fn snipe(&self, seat: Seat, at: Field) -> Option<Unit> {
        self.last(seat, |line: &line::Snipe| line.at == at).map(|line| line.unit)
    }

    /// Prestige that may be spent on one fight.
    pub fn reroll(&self, state: &State, seat: Seat, at: Field) -> u8 {
        let said = self.last(seat, |line: &line::Reroll| line.at == at);
        said.map_or_else(|| doctrine(state, seat).reroll, |line| line.n)
    }

    pub fn spare(&self, state: &State, seat: Seat, at: Field) -> Spare {
        let said = self.last(seat, |line: &line::Spare| line.at == at);
        said.map_or_else(|| doctrine(state, seat).spare, |line| line.spare)
    }

    /// What doctrine decides in a fight on a field (R28.2).
    pub fn unsaid(&self, state: &State, seat: Seat, at: Field) -> Unsaid {
        let (own, usual) = (doctrine(state, seat), Doctrine::default());
        let reroll = self.last(seat, |line: &line::Reroll| line.at == at).is_none();
        let target = self.last(seat, |line: &line::Target| line.at == at).is_none();
        let spare = self.last(seat, |line: &line::Spare| line.at == at).is_none();
        Unsaid {
            reroll: Some(own.reroll).filter(|n| reroll && *n != usual.reroll),
            target: Some(own.target).filter(|kinds| target && *kinds != usual.target),
            spare: Some(own.spare).filter(|how| spare && *how != usual.spare),
        }
    }

    pub fn siege(&self, state: &State, seat: Seat, at: Field) -> Option<Siege> {
        let said = self.last(seat, |line: &line::Siege| line.at == at);
        said.map_or_else(|| doctrine(state, seat).siege, |line| Some(line.siege))
    }

    /// The doctrine's choice of loot for a settlement that falls without a siege of its own
    /// (R13.14).
    pub fn loot(&self, state: &State, seat: Seat, at: Field) -> Option<LootWhat> {
        match self.last(seat, |line: &line::Loot| line.at == at) {
            Some(_) => None,
            None => Some(doctrine(state, seat).loot),
        }
    }

    pub fn herds(&self, state: &State, seat: Seat, at: Field) -> HerdPolicy {
        let said = self.last(seat, |line: &line::Herds| line.at == at);
        said.map_or_else(|| doctrine(state, seat).herds, |line| line.fate)
    }
}

pub fn doctrine(state: &State, seat: Seat) -> Doctrine {
    state.player(seat).doctrine()
}
