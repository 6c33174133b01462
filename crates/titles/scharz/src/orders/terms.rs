//! Terms of offers in words, the same in the log, on the board and in forms (R17).

use super::super::state::line::{Diplomacy, SheetLine};
use super::super::state::pact::{Bond, Offer};
use super::names::seat_name;
use super::slot::ROUNDS;
use ravenpost_rules::Seat;
use ravenpost_rules::text::phrase::counted;

pub fn terms(bond: Bond, amount: u8) -> String {
    let measure = match bond {
        Bond::Truce => format!("for {}", counted(amount.into(), "round", "rounds")),
        Bond::Tribute | Bond::Redemption => format!("of {amount} gold"),
        Bond::None | Bond::Vassalage => return bond.slug().to_owned(),
    };
    format!("{} {measure}", bond.slug())
}

/// The heading of an offer: "Red demands from Blue".
pub fn heading(from: Seat, to: Seat, offer: &Offer) -> String {
    let does = if offer.demand { "demands from" } else { "offers" };
    format!("{} {does} {}", seat_name(from), seat_name(to))
}

/// The terms of a line that offers or demands a pact.
struct Terms {
    does: &'static str,
    seat: Seat,
    bond: Bond,
    amount: Option<u8>,
    demand: bool,
}

impl Terms {
    /// `None` for other lines.
    fn of(line: &SheetLine) -> Option<Terms> {
        let (does, seat, bond, amount, demand) = match line {
            SheetLine::Diplomacy(Diplomacy::Offer(line)) => {
                ("Offer", line.seat, line.bond, line.amount, false)
            }
            SheetLine::Diplomacy(Diplomacy::Demand(line)) => {
                ("Demand from", line.seat, line.bond, line.amount, true)
            }
            _ => return None,
        };
        Some(Terms { does, seat, bond, amount, demand })
    }
}

/// Describes a line that offers or demands a pact; `None` for other lines.
pub fn said(line: &SheetLine) -> Option<String> {
    let Terms { does, seat, bond, amount, demand } = Terms::of(line)?;
    let what = amount.map_or_else(|| bond.slug().to_owned(), |amount| terms(bond, amount));
    let who = seat_name(seat);
    Some(match means(bond, demand) {
        "" => format!("{does} {who}: {what}"),
        means => format!("{does} {who}: {what} ({means})"),
    })
}

/// What the number in an offer or a demand counts; `None` for other lines.
pub fn measure(line: &SheetLine) -> Option<&'static str> {
    match Terms::of(line)?.bond {
        Bond::Truce => Some(ROUNDS),
        Bond::Tribute | Bond::Redemption => Some("Gold"),
        Bond::None | Bond::Vassalage => None,
    }
}

/// What an offer or a demand would mean for its writer; empty for other lines.
pub fn effect(line: &SheetLine) -> &'static str {
    Terms::of(line).map_or("", |terms| means(terms.bond, terms.demand))
}

/// What an offer would mean for the seat that receives it.
pub fn effect_on_recipient(offer: &Offer) -> &'static str {
    means(offer.bond, !offer.demand)
}

/// Who pays or serves, and how long peace lasts. `demand` says whether the other seat does.
fn means(bond: Bond, demand: bool) -> &'static str {
    match (bond, demand) {
        (Bond::None | Bond::Truce, _) => "",
        (Bond::Tribute, false) => "you pay; peace until New Year",
        (Bond::Tribute, true) => "they pay; peace until New Year",
        (Bond::Redemption, false) => {
            "you pay; peace for 4 rounds, and their armies leave your settlements"
        }
        (Bond::Redemption, true) => {
            "they pay; peace for 4 rounds, and your armies leave their settlements"
        }
        (Bond::Vassalage, false) => "you become their vassal",
        (Bond::Vassalage, true) => "they become your vassal",
    }
}
