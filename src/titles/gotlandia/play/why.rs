//! Why an order may not be: small while the rules search, a sentence when somebody must read it.

use super::super::reckon::ask::{items, times};
use super::super::things::data::data;
use super::super::things::goods::Goods;
use super::super::things::names::{Card, Deco, Dir, District, Kind};
use crate::rules::{Refusal, phrase};

/// A reason, with what it is about.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Why {
    Nothing,
    NotInHand(Card),
    NoSuchUse(Card),
    TakeWhat(Card),
    NotTaken(Card, Kind),
    OnlyFollows(Card),
    NoDraw(Card),
    Already(District),
    WrongLand(District),
    NotAdjacent(District),
    NotHome(District),
    Threatened(District),
    NoPiece(&'static str),
    BadPay(Goods),
    CannotPay(Goods),
    CannotPayToll(District, u8),
    Free,
    NoFarmstead(District),
    NoTower(District),
    ChurchThere(District),
    NoChurch,
    DecorationGone(Deco),
    NoShips,
    NoHarbour(Dir),
    NotSoldHere(Kind),
    SpaceTaken(Kind),
    SellOne,
    NotThatMany(Kind, u8),
    BankShort(u8),
    RomaTaken,
    TooManyDraws(u8),
    NoPirate,
    NoShipThere(Dir),
    TwoMoves,
    NotBeside(Dir, Dir),
    NoPirateThere(Dir),
    PirateThere(Dir),
    NotOnTop(Card),
    Needs(Card),
    Empty,
    NotBuried,
    OneOnly,
    TooManyBuried(u8),
    NoSuchCard(Card),
    Owes(u8),
    OwesGifts(u8),
    NoGrowth,
    NoVictim,
    NotDoomed(District),
    NotOffered,
    WrongParam,
    NoPassing,
}

impl Why {
    /// The reason in words, with the word it is about and the rule point.
    pub fn refusal(self) -> Refusal {
        let (why, rule) = self.reason();
        let refusal = Refusal::new(why).rule(rule);
        match self.word() {
            Some(word) => refusal.word(word),
            None => refusal,
        }
    }

    fn word(self) -> Option<String> {
        let word = match self {
            Why::NotInHand(card)
            | Why::NoSuchUse(card)
            | Why::OnlyFollows(card)
            | Why::NotOnTop(card)
            | Why::Needs(card)
            | Why::NoSuchCard(card) => card.word(),
            Why::TakeWhat(_) => "take",
            Why::NoDraw(_) => "nodraw",
            Why::Already(district)
            | Why::WrongLand(district)
            | Why::NotAdjacent(district)
            | Why::NotHome(district)
            | Why::Threatened(district)
            | Why::CannotPayToll(district, _)
            | Why::NoFarmstead(district)
            | Why::NoTower(district)
            | Why::ChurchThere(district)
            | Why::NotDoomed(district) => district.slug(),
            Why::NotTaken(_, kind) | Why::NotSoldHere(kind) | Why::SpaceTaken(kind) => kind.word(),
            Why::NotThatMany(kind, _) => kind.word(),
            Why::DecorationGone(deco) => deco.slug(),
            Why::NoHarbour(dir)
            | Why::NoShipThere(dir)
            | Why::NotBeside(_, dir)
            | Why::NoPirateThere(dir)
            | Why::PirateThere(dir) => dir.slug(),
            _ => return None,
        };
        Some(word.to_owned())
    }

    fn reason(self) -> (String, &'static str) {
        match self {
            Why::NotInHand(card) => (format!("{} is not in your hand", card.name()), "R8.2"),
            Why::NoSuchUse(card) => (format!("{} has no such use", card.name()), "R10"),
            Why::TakeWhat(card) => {
                (format!("{} leaves a choice: say what to take", card.name()), "R25.4")
            }
            Why::NotTaken(card, kind) => {
                (format!("one does not name {} with {}", kind.name(), card.name()), "R25.4")
            }
            Why::OnlyFollows(card) => {
                (format!("at this table that only follows {}", card.name()), "R13.12")
            }
            Why::NoDraw(card) => (format!("no draw comes with {} so", card.name()), "R25.6"),
            Why::TooManyDraws(most) => {
                (format!("this card draws at most {}", phrase::count(most.into(), "card")), "R7.3")
            }
            Why::RomaTaken => ("the assembly has met in this generation".to_owned(), "R8.4"),
            Why::NoPassing => ("passing is forbidden at this table".to_owned(), "R8.9"),
            Why::Nothing => ("that leads nowhere".to_owned(), "R8.3"),
            _ => self.of_building().or_else(|| self.of_trade()).unwrap_or_else(|| self.of_others()),
        }
    }

    fn of_building(self) -> Option<(String, &'static str)> {
        Some(match self {
            Why::Already(district) => {
                (format!("you have settled {} already", district.name()), "R9.1")
            }
            Why::WrongLand(district) => (
                format!("{} is {} and does not fit the card", district.name(), land(district)),
                "R9.1",
            ),
            Why::NotAdjacent(district) => {
                (format!("{} is not next to a settlement of yours", district.name()), "R9.2")
            }
            Why::NotHome(district) => {
                (format!("{} is not in your home Setting", district.name()), "R10.10")
            }
            Why::Threatened(district) => {
                (format!("{} is threatened by a pirate", district.name()), "R6.4")
            }
            Why::NoPiece(piece) => (
                format!("you have no {piece} left"),
                match piece {
                    "farmstead" => "R9.4",
                    "tower" => "R9.21",
                    "church" => "R9.23",
                    _ => "R9.15",
                },
            ),
            Why::NoFarmstead(district) => {
                (format!("you have no farmstead in {}", district.name()), "R9.21")
            }
            Why::NoTower(district) => {
                (format!("you have no tower in {}", district.name()), "R9.23")
            }
            Why::ChurchThere(district) => {
                (format!("there is a church in {} already", district.name()), "R9.23")
            }
            Why::NoChurch => ("you have no church to decorate".to_owned(), "R9.24"),
            Why::DecorationGone(deco) => {
                (format!("{} is no longer for sale", deco.name()), "R9.24")
            }
            Why::NoHarbour(dir) => {
                let harbour = super::super::reckon::board::harbour(dir);
                (
                    format!(
                        "{} is the Harbour for it, and you have not settled it",
                        harbour.name()
                    ),
                    "R9.13",
                )
            }
            _ => return None,
        })
    }

    fn of_trade(self) -> Option<(String, &'static str)> {
        Some(match self {
            Why::BadPay(cost) => (
                format!(
                    "it costs {cost}, one of which may be {}s instead",
                    data().costs.substitute
                ),
                "R9.5",
            ),
            Why::CannotPay(pay) => (format!("you cannot pay {}", pay.words()), "R9.5"),
            Why::CannotPayToll(_, silver) => {
                (format!("you cannot pay {silver} Silver more for the settlements there"), "R9.3")
            }
            Why::Free => ("this costs nothing, so nothing is paid".to_owned(), "R9.14"),
            Why::NotSoldHere(kind) => {
                (format!("{} is not sold with this card", kind.name()), "R9.11")
            }
            Why::SpaceTaken(kind) => {
                (format!("{} was sold in Wisby in this generation", kind.name()), "R8.4")
            }
            Why::SellOne => ("sell at least one".to_owned(), "R9.10"),
            Why::NotThatMany(kind, have) => (format!("you have {have} {}", kind.name()), "R9.10"),
            Why::BankShort(most) => (format!("the bank can pay for {most} at most"), "R9.12"),
            Why::NotOnTop(card) => (format!("{} lies on top of no pile", card.name()), "R4.8"),
            Why::Needs(card) => (format!("you do not meet what {} needs", card.name()), "R9.25"),
            Why::Empty => ("say what".to_owned(), "R9.27"),
            Why::NotBuried => ("you have not buried all that".to_owned(), "R9.27"),
            Why::OneOnly => ("one Silver or one card at this table".to_owned(), "R3.6"),
            Why::TooManyBuried(most) => (format!("you may bury {most} in all"), "R18.7"),
            Why::NoSuchCard(card) => {
                (format!("you have not so many {} face up", card.name()), "R18.7")
            }
            _ => return None,
        })
    }

    fn of_others(self) -> (String, &'static str) {
        match self {
            Why::NoShips => ("you have no ship on the board".to_owned(), "R9.31"),
            Why::NoPirate => ("there is no pirate to sink".to_owned(), "R8.3"),
            Why::NoShipThere(dir) => {
                (format!("no ship of yours that has not acted is in the {}", dir.name()), "R25.7")
            }
            Why::TwoMoves => ("a ship moves before or after acting, not both".to_owned(), "R9.16"),
            Why::NotBeside(from, to) => {
                (format!("the {} is not next to the {}", to.name(), from.name()), "R2.5")
            }
            Why::NoPirateThere(dir) => (format!("no pirate is in the {}", dir.name()), "R6.10"),
            Why::PirateThere(dir) => (format!("a pirate is in the {} already", dir.name()), "R6.1"),
            Why::Owes(owes) => (format!("give up {} exactly", items(owes)), "R6.5"),
            Why::OwesGifts(owes) => {
                (format!("give up 2 Silver or 1 resource exactly{}", times(owes)), "R6.8")
            }
            Why::NoGrowth => ("no Grain can be paid for growth".to_owned(), "R25.8"),
            Why::NoVictim => ("nothing can be stolen there".to_owned(), "R15.10"),
            Why::NotDoomed(district) => {
                (format!("you do not lose a farmstead in {}", district.name()), "R16.7")
            }
            Why::NotOffered => ("you were not dealt that reputation".to_owned(), "R4.15"),
            Why::WrongParam => ("that does not go with this reputation".to_owned(), "R25.4"),
            _ => ("that cannot be ordered now".to_owned(), "R24.1"),
        }
    }
}

fn land(district: District) -> String {
    let coast = data().coastal & district.bit() != 0;
    format!("{} {}", if coast { "coastal" } else { "inland" }, district.terrain().name())
}
