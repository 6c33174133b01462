//! Orders, units and doctrine in words.

use super::super::orders::Order;
use super::super::orders::rows::said;
use super::super::orders::units::units;
use super::super::orders::write;
use super::super::state::State;
use super::super::state::doctrine::{Doctrine, Escape, Flight, Luck};
use super::super::state::line::slots::{Part, Prestige, Pupils, Storm, Targets};
use super::super::state::line::{self, SheetLine};
use super::super::state::stack::Stack;
use ravenpost_rules::Seat;
use ravenpost_rules::text::phrase::and;

pub fn words(order: &Order) -> String {
    order.say()
}

pub fn stack(stack: &Stack) -> String {
    units(stack.n, stack.unit)
}

pub fn parts(parts: &[Part]) -> String {
    and(&parts.iter().map(|part| units(part.n, part.unit)).collect::<Vec<_>>())
}

/// All settings of a seat's doctrine, as lines.
pub fn doctrine(state: &State, seat: Seat) -> Vec<String> {
    settings(&state.player(seat).doctrine()).iter().map(write).collect()
}

/// All settings of a seat's doctrine, as sentences.
pub fn in_force(state: &State, seat: Seat) -> Vec<String> {
    let lines = settings(&state.player(seat).doctrine());
    lines.iter().map(|line| said(line, &[])).collect()
}

/// The lines that would set this doctrine.
pub fn settings(known: &Doctrine) -> Vec<SheetLine> {
    let counts = matches!(known.escape.when, Flight::After | Flight::Loss);
    let amount = if counts { known.escape.amount } else { 0 };
    let mut all: Vec<SheetLine> = vec![
        line::DoctrineStance { stance: known.stance }.into(),
        line::DoctrineWithdraw { withdrawal: known.withdraw }.into(),
        line::DoctrineEmerge { emerge: known.emerge }.into(),
        line::DoctrineEscape { escape: Escape { amount, ..known.escape } }.into(),
        line::DoctrineTarget { kinds: Targets(known.target) }.into(),
        line::DoctrineReroll { prestige: Prestige(known.reroll) }.into(),
        line::DoctrineSpare { spare: known.spare }.into(),
        line::DoctrineSiege { siege: Storm(known.siege) }.into(),
        line::DoctrineLoot { loot: known.loot }.into(),
        line::DoctrineHerds { fate: known.herds }.into(),
        line::DoctrineRetreat { retreat: known.retreat }.into(),
        line::DoctrineHarbour { harbour: known.harbour }.into(),
        line::DoctrineTrain { kinds: Pupils(known.train) }.into(),
        line::DoctrineSow { sow: known.sow }.into(),
        line::DoctrineRecruit { recruit: known.recruit }.into(),
        line::DoctrineFestival { festival: known.festival }.into(),
    ];
    for luck in Luck::ALL {
        let n = known.luck[luck.index()];
        if n > 0 {
            all.push(line::DoctrineLuck { kind: *luck, n }.into());
        }
    }
    all
}
