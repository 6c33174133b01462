//! R5 Dice: faces of the three colours, rolls and rerolls of a side.

use ravenpost_rules::Draws;

/// The colour of a die, in ascending order of quality. White dice may be read inverted (R5.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Colour {
    White,
    Inverted,
    Blue,
    Red,
}

impl Colour {
    /// Swords on the six faces (R5.1).
    pub fn faces(self) -> [u8; 6] {
        match self {
            Colour::White => [0, 0, 0, 0, 1, 1],
            Colour::Inverted => [1, 1, 1, 1, 0, 0],
            Colour::Blue => [0, 0, 0, 1, 1, 1],
            Colour::Red => [0, 0, 1, 1, 2, 2],
        }
    }
}

/// One die of a strike.
#[derive(Clone, Copy, Debug)]
pub struct Die {
    pub colour: Colour,
    pub face: u8,
    /// Remaining rerolls, free and for prestige.
    pub free: u8,
    pub paid: u8,
}

impl Die {
    pub fn roll(&mut self, draws: &mut Draws<'_>) {
        self.face = self.colour.faces()[draws.below(6) as usize];
    }

    fn is_empty(&self) -> bool {
        self.face == 0
    }
}

/// Rolls all dice in order, then makes the free rerolls.
pub fn roll(dice: &mut [Die], draws: &mut Draws<'_>) {
    dice.iter_mut().for_each(|die| die.roll(draws));
    for die in dice {
        while die.is_empty() && die.free > 0 {
            die.free -= 1;
            die.roll(draws);
        }
    }
}

/// Prestige cost of rerolling a pair of dice.
pub const REROLL: u16 = 4;

/// Rerolls empty dice for prestige, two at a time and the best colour first, while the budget lasts
/// (R20.8). Returns the prestige spent.
pub fn pay(dice: &mut [Die], mut purse: u16, draws: &mut Draws<'_>) -> u16 {
    let mut spent = 0;
    while purse >= REROLL {
        let mut able: Vec<usize> =
            (0..dice.len()).filter(|at| dice[*at].is_empty() && dice[*at].paid > 0).collect();
        able.sort_by_key(|at| std::cmp::Reverse(dice[*at].colour));
        if able.is_empty() {
            break;
        }
        for at in able.into_iter().take(2) {
            dice[at].paid -= 1;
            dice[at].roll(draws);
        }
        purse -= REROLL;
        spent += REROLL;
    }
    spent
}

/// The final faces.
pub fn faces(dice: &[Die]) -> Vec<u8> {
    dice.iter().map(|die| die.face).collect()
}
