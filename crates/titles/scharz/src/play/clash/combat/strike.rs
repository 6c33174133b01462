//! A strike of one side: dice, swords and shields (R12.8, R12.9), with morale (R23.2).

use super::dice::{self, Colour, Die};
use super::side::{Fight, Side};
use crate::play::run::Run;
use crate::state::State;
use crate::state::line::slots::Commanders;
use crate::state::options::Module;
use crate::state::stack::{Place, Stack};
use crate::things::kinds::{Kind, Level};
use ravenpost_rules::Seat;

/// Group sizes for bonuses (R12.8, R12.9).
const SHIELD: u16 = 5;
const RIVAL: u16 = 4;
const EXTRA: u8 = 6;
const EMPTIES: usize = 3;

/// Morale bonuses of a side, from its prestige; 0 means none.
#[derive(Clone, Copy, Default)]
pub struct Morale {
    pub shield: u16,
    pub rival: u16,
    pub other: u16,
    pub die: u8,
    pub penalty: bool,
}

impl Morale {
    pub fn of(state: &State, seat: Seat) -> Morale {
        if !state.has(Module::Morale) {
            return Morale::default();
        }
        match state.player(seat).pp {
            0..=9 => Morale { penalty: true, ..Morale::default() },
            10..=29 => Morale::default(),
            30..=49 => Morale { shield: 4, ..Morale::default() },
            50..=69 => Morale { shield: 4, rival: 3, other: 4, ..Morale::default() },
            _ => Morale { shield: 3, rival: 3, other: 4, die: 3, penalty: false },
        }
    }
}

/// The dice of a strike and their bonuses.
pub struct Strike<'s> {
    pub fight: Fight,
    pub side: &'s Side,
    /// Selects the kinds of units that strike.
    pub who: fn(Kind) -> bool,
    /// Dice added by walls.
    pub walls: u8,
    /// Swords stored from the previous round, and whether rival and morale bonuses count in this
    /// strike.
    pub stored: u16,
    pub whole: bool,
}

/// The result of a strike.
pub struct Swords {
    pub dice: Vec<u8>,
    pub swords: u16,
    pub spent: u16,
}

impl Strike<'_> {
    /// Rolls the strike. `budget` is the prestige that may be spent on it.
    pub fn roll(&self, run: &mut Run<'_>, purpose: &str, budget: u16) -> Swords {
        let mut dice = self.dice(&run.state);
        if dice.is_empty() && !self.whole {
            return Swords { dice: Vec::new(), swords: 0, spent: 0 };
        }
        let mut draws = run.dice.stream(purpose);
        dice::roll(&mut dice, &mut draws);
        let purse = budget.min(run.state.player(self.side.seat).pp);
        let purse = if run.state.has(Module::Prestige) { purse } else { 0 };
        let spent = dice::pay(&mut dice, purse, &mut draws);
        let swords = self.sum(&run.state, &dice);
        Swords { dice: dice::faces(&dice), swords, spent }
    }

    /// Rolls one die for each unit, with no bonus except for empty dice (R12.16).
    pub fn plain(&self, run: &mut Run<'_>, purpose: &str) -> Swords {
        let mut dice = Vec::new();
        for stack in &self.side.units {
            let Some((colour, _)) = self.fight.dice(stack) else { continue };
            let die = self.die(&run.state, colour, Some(stack.kind()), stack.unit.level);
            dice.extend(std::iter::repeat_n(Die { free: 0, paid: 0, ..die }, usize::from(stack.n)));
        }
        let mut draws = run.dice.stream(purpose);
        dice::roll(&mut dice, &mut draws);
        let swords: u16 = dice.iter().map(|die| u16::from(die.face)).sum();
        let led = self.side.is_led(&run.state);
        let empties = dice.iter().filter(|die| led && die.face == 0).count() / EMPTIES;
        Swords { dice: dice::faces(&dice), swords: swords + empties as u16, spent: 0 }
    }

    /// The dice in order (R5.4): units by type and level, walls, bonus dice by type.
    fn dice(&self, state: &State) -> Vec<Die> {
        let mut dice = Vec::new();
        let led = self.side.is_led(state);
        let strikers: Vec<&Stack> =
            self.side.units.iter().filter(|stack| (self.who)(stack.kind())).collect();
        for kind in Kind::ALL {
            self.type_dice(state, &strikers, *kind, &mut dice);
        }
        let wall = self.die(state, Colour::Blue, None, Level::Standard);
        dice.extend(std::iter::repeat_n(wall, usize::from(self.walls)));
        if led {
            for kind in Kind::ALL {
                self.bonus_dice(state, &strikers, *kind, &mut dice);
            }
        }
        dice
    }

    /// The dice of one type. Builders count half, and the lowest level comes first.
    fn type_dice(&self, state: &State, strikers: &[&Stack], kind: Kind, dice: &mut Vec<Die>) {
        let of: Vec<&&Stack> = strikers.iter().filter(|stack| stack.kind() == kind).collect();
        let builders: u8 = of.iter().filter(|one| one.place == Place::Works).map(|one| one.n).sum();
        let mut half = builders / 2;
        for stack in of {
            let Some((colour, each)) = self.fight.dice(stack) else { continue };
            let n = if stack.place == Place::Works {
                let n = half.min(stack.n);
                half -= n;
                n
            } else {
                stack.n
            };
            let die = self.die(state, colour, Some(kind), stack.unit.level);
            dice.extend(std::iter::repeat_n(die, usize::from(n * each)));
        }
    }

    fn bonus_dice(&self, state: &State, strikers: &[&Stack], kind: Kind, dice: &mut Vec<Die>) {
        let of: Vec<Stack> =
            strikers.iter().filter(|one| one.kind() == kind).map(|one| **one).collect();
        let colour = of.iter().find_map(|one| self.fight.dice(one)).map(|(colour, _)| colour);
        let Some(colour) = colour.filter(|_| kind != Kind::Ele) else { return };
        let side = Side { units: of, ..self.side.clone() };
        let own = if kind == Kind::Li { state.powers(self.side.seat).bonus_li } else { EXTRA };
        let group = match Morale::of(state, self.side.seat).die {
            0 => own,
            morale => own.min(morale),
        };
        let extra = side.strength() / u16::from(group);
        let die = self.die(state, colour, Some(kind), Level::Standard);
        dice.extend(std::iter::repeat_n(die, usize::from(extra)));
    }

    /// A die with its rerolls (R20.7, R23.3, R23.4).
    fn die(&self, state: &State, colour: Colour, kind: Option<Kind>, level: Level) -> Die {
        let player = state.player(self.side.seat);
        let command = if state.has(Module::Command) { player.command } else { Commanders::None };
        let learnt = [0, 0, 1, 2, 2][level.rank()];
        let hittite = kind == Some(Kind::Li) && state.powers(self.side.seat).free_reroll;
        let free = learnt + u8::from(hittite) + u8::from(command >= Commanders::Better);
        let paid = if command >= Commanders::Average { 2 } else { 1 };
        let die = Die { colour, face: 0, free, paid };
        match (kind, level) {
            (Some(Kind::Ele), _) => Die { free: 0, paid: 0, ..die },
            (_, Level::Recruit) => Die { paid: 0, ..die },
            _ => die,
        }
    }

    fn sum(&self, state: &State, dice: &[Die]) -> u16 {
        let faces: u16 = dice.iter().map(|die| u16::from(die.face)).sum();
        let empties = dice.iter().filter(|die| die.face == 0).count();
        let morale = Morale::of(state, self.side.seat);
        let units = self.side.strength();
        let mut swords = faces;
        if self.side.is_led(state) {
            swords += (empties / EMPTIES) as u16;
            if self.whole {
                swords += self.stored + groups(units, self.grudge(state, morale));
            }
        }
        if self.whole && morale.penalty {
            swords = swords.saturating_sub(units.div_ceil(5));
        }
        swords
    }

    /// Number of units that give an extra sword: against the rival, or by morale against others.
    fn grudge(&self, state: &State, morale: Morale) -> u16 {
        if self.side.hates(state) {
            if morale.rival > 0 { morale.rival } else { RIVAL }
        } else {
            morale.other
        }
    }
}

/// Shields of a side at the start of a battle round.
pub fn shields(state: &State, side: &Side) -> u16 {
    let elite: u16 = side
        .units
        .iter()
        .filter(|stack| stack.unit.level == Level::Elite)
        .map(|stack| u16::from(stack.n))
        .sum();
    if !side.is_led(state) {
        return elite;
    }
    let morale = Morale::of(state, side.seat).shield;
    let group = if morale > 0 { morale } else { SHIELD };
    groups(side.formation(), group) + elite
}

fn groups(units: u16, group: u16) -> u16 {
    units.checked_div(group).unwrap_or(0)
}
