//! What a seat wants where enemies meet: the lines of its sheet, and where it says nothing its
//! doctrine (R28.2).

use super::super::super::state::apply::siege;
use super::super::super::state::doctrine::{
    Escape, Flight, HerdFate, Kinds, LootWhat, Siege, Spare, Stance,
};
use super::super::super::state::{Doctrine, Line, State, Verb};
use super::super::super::things::{Field, Unit};
use super::super::run::Sheets;
use crate::rules::Seat;

/// The sheets of a clash.
pub struct Wills<'s> {
    sheets: &'s Sheets,
}

impl<'s> Wills<'s> {
    pub fn of(sheets: &'s Sheets) -> Wills<'s> {
        Wills { sheets }
    }

    /// All lines of a seat.
    pub fn lines(&self, seat: Seat) -> &'s [Line] {
        let sheet = self.sheets.iter().find(|(owner, _)| *owner == seat);
        sheet.map_or(&[], |(_, lines)| lines)
    }

    /// The last line of a kind that a seat has written for a field.
    pub fn line(&self, seat: Seat, verb: Verb, at: Field) -> Option<&'s Line> {
        self.lines(seat).iter().rev().find(|line| line.verb == verb && line.at == at)
    }

    /// Attacks that were ordered on a field: target, condition, battle rounds (0: no limit).
    pub fn attacks(&self, seat: Seat, at: Field) -> Vec<(Seat, Stance, u8)> {
        let lines = self.lines(seat).iter().filter(|line| line.verb == Verb::Attack);
        let mut attacks: Vec<(Seat, Stance, u8)> = Vec::new();
        for line in lines.filter(|line| line.at == at) {
            let when = Stance::ALL[usize::from(line.word).min(3)];
            attacks.retain(|(target, ..)| *target != line.other());
            attacks.push((line.other(), when, line.n));
        }
        attacks
    }

    pub fn escape(&self, state: &State, seat: Seat, at: Field) -> (Escape, Field) {
        match self.line(seat, Verb::Escape, at) {
            Some(line) => {
                let when = Flight::ALL[usize::from(line.word).min(3)];
                (Escape { when, amount: line.n }, line.to)
            }
            None => (doctrine(state, seat).escape, Field::NONE),
        }
    }

    pub fn target(&self, state: &State, seat: Seat, at: Field) -> Kinds {
        match self.line(seat, Verb::Target, at) {
            Some(line) => line.parts.iter().map(|part| part.unit.kind).collect(),
            None => doctrine(state, seat).target,
        }
    }

    pub fn snipe(&self, seat: Seat, at: Field) -> Option<Unit> {
        self.line(seat, Verb::Snipe, at).map(|line| line.unit)
    }

    /// Prestige that may go into one fight.
    pub fn reroll(&self, state: &State, seat: Seat, at: Field) -> u8 {
        let line = self.line(seat, Verb::Reroll, at);
        line.map_or_else(|| doctrine(state, seat).reroll, |line| line.n)
    }

    pub fn spare(&self, state: &State, seat: Seat, at: Field) -> Spare {
        let line = self.line(seat, Verb::Spare, at);
        let said = line.map(|line| Spare::ALL[usize::from(line.word).min(1)]);
        said.unwrap_or_else(|| doctrine(state, seat).spare)
    }

    pub fn siege(&self, state: &State, seat: Seat, at: Field) -> Option<Siege> {
        match self.line(seat, Verb::Siege, at) {
            Some(line) => siege(line),
            None => doctrine(state, seat).siege,
        }
    }

    /// What becomes of a settlement that falls without a siege of one's own (R13.14).
    pub fn loot(&self, state: &State, seat: Seat, at: Field) -> Option<LootWhat> {
        match self.line(seat, Verb::Loot, at) {
            Some(_) => None,
            None => Some(doctrine(state, seat).loot),
        }
    }

    pub fn herds(&self, state: &State, seat: Seat, at: Field) -> HerdFate {
        let line = self.line(seat, Verb::Herds, at);
        let said = line.map(|line| HerdFate::ALL[usize::from(line.word).min(2)]);
        said.unwrap_or_else(|| doctrine(state, seat).herds)
    }
}

pub fn doctrine(state: &State, seat: Seat) -> Doctrine {
    state.player(seat).doctrine()
}
