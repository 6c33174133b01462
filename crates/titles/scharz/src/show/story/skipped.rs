//! Why a line of a sheet could not be carried out. Facts store only the code of the refusal.

use super::super::super::state::line::{AtSea, Diplomacy, Looting, March, SheetLine};
use ravenpost_rules::RefusalCode;
use ravenpost_rules::RefusalCode::{
    AlreadyDone, CannotPay, NoneThere, NotHeld, NotLegal, NotNow, Occupied, WrongAmount, WrongKind,
};

/// Words the reason for all readers. If the line has more detail than the code, so does the reason.
pub fn reason(line: &SheetLine, code: RefusalCode) -> &'static str {
    let known = match line {
        SheetLine::March(March::Move(_) | March::Army(_) | March::Ride(_)) => marching(code),
        SheetLine::AtSea(AtSea::Land(_) | AtSea::Beach(_)) if code == WrongKind => Some(PARTNER),
        SheetLine::AtSea(_) | SheetLine::Retreats(_) => moving(code),
        SheetLine::Walls(_) | SheetLine::Crew(_) => (code == WrongAmount).then_some(TOO_FEW),
        SheetLine::Stores(_) => stores(code),
        SheetLine::Answers(_) => answers(code),
        SheetLine::Looting(Looting::Loot(_)) => loot(code),
        SheetLine::Diplomacy(Diplomacy::Recall(_)) => {
            (code == NoneThere).then_some("there is no open offer to that player")
        }
        SheetLine::Victory(_) => (code == NotNow).then_some("the goal has not been reached"),
        _ => None,
    };
    known.unwrap_or_else(|| code.reason())
}

const TOO_FEW: &str = "too few of these units were able to do it";
const PARTNER: &str = "a pact partner controls the field";
const WINTER: &str = "the bad winter there stops all movement by land";

fn marching(code: RefusalCode) -> Option<&'static str> {
    match code {
        WrongKind => Some(PARTNER),
        Occupied => Some("an enemy keeps them from moving"),
        code => moving(code),
    }
}

fn moving(code: RefusalCode) -> Option<&'static str> {
    match code {
        WrongAmount => Some(TOO_FEW),
        NotNow => Some(WINTER),
        Occupied => Some("there is no room, or an enemy is in the way"),
        _ => None,
    }
}

fn stores(code: RefusalCode) -> Option<&'static str> {
    match code {
        NotNow => Some(WINTER),
        Occupied => Some("there is no room, or an enemy is in the way"),
        NotHeld => Some("there is no such herd to move"),
        WrongAmount => Some("there is not that much in store"),
        _ => None,
    }
}

fn answers(code: RefusalCode) -> Option<&'static str> {
    match code {
        CannotPay => Some("the payer does not have enough gold, so the offer lapses"),
        NotLegal => Some("one of the two is the other's vassal"),
        AlreadyDone => Some("the vassal already has a lord"),
        WrongKind => Some("a vassal cannot have vassals"),
        _ => None,
    }
}

fn loot(code: RefusalCode) -> Option<&'static str> {
    match code {
        NotHeld => Some("this needs units in the open that control the field"),
        AlreadyDone => Some("it has already been looted"),
        CannotPay => Some("looting costs 4 PP"),
        _ => None,
    }
}
