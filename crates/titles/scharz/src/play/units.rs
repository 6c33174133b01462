//! Selects the units for a line if several match (R27.2a).

use super::super::state::line::slots::Part;
use super::super::state::player::Player;
use super::super::state::stack::{Place, Stack};
use super::super::things::ids::Field;
use ravenpost_rules::Refusal;
use ravenpost_rules::RefusalCode::{ExtraWord, WrongAmount};

/// Which units on a field a line may take, and in which order.
pub struct UnitChoice<'c> {
    pub at: Field,
    /// Permitted places, in order of preference.
    pub places: &'c [Place],
    /// Whether units with less movement left are taken first.
    pub tired_first: bool,
    pub fit: &'c dyn Fn(&Stack) -> bool,
    /// The rule and reason for a refusal if there are too few.
    pub rule: &'static str,
    pub why: &'static str,
}

/// The units for one part of a line: stacks with the number taken from each.
pub fn pick(player: &Player, part: Part, choice: &UnitChoice<'_>) -> Result<Vec<Stack>, Refusal> {
    let place = |stack: &Stack| choice.places.iter().position(|place| *place == stack.place);
    let mut able: Vec<(usize, u16, Stack)> = player
        .of(choice.at, part.unit)
        .filter_map(|stack| Some((place(stack)?, stack.marks, *stack)))
        .filter(|(.., stack)| (choice.fit)(stack))
        .collect();
    able.sort_by_key(|(place, marks, _)| {
        let marks = if choice.tired_first { u16::MAX - marks } else { *marks };
        if choice.tired_first { (usize::from(marks), *place) } else { (*place, usize::from(marks)) }
    });
    let (mut left, mut taken) = (part.n, Vec::new());
    for (.., stack) in able {
        let n = stack.n.min(left);
        if n > 0 {
            taken.push(stack.of(n));
        }
        left -= n;
    }
    if part.n == 0 {
        return WrongAmount.refuse("R27.2", "name at least one unit");
    }
    if left > 0 {
        let (has, what) = (part.n - left, part.unit);
        let at = choice.at.name();
        return WrongAmount
            .refuse(choice.rule, format!("only {has} {what} at {at} can do this: {}", choice.why));
    }
    Ok(taken)
}

pub fn pick_all(
    player: &Player,
    parts: &[Part],
    choice: &UnitChoice<'_>,
) -> Result<Vec<Stack>, Refusal> {
    let mut all = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        if parts[..at].iter().any(|other| other.unit == part.unit) {
            return ExtraWord.refuse("R27.1", format!("name {} only once in a line", part.unit));
        }
        all.extend(pick(player, *part, choice)?);
    }
    Ok(all)
}

pub fn total(stacks: &[Stack]) -> u8 {
    stacks.iter().map(|stack| stack.n).sum()
}
