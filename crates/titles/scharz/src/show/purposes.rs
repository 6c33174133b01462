//! Purposes of dice rolls in words. Logs and proofs keep the original purposes.

use super::super::orders::names::seat_name;
use super::super::state::State;
use super::super::state::doctrine::Luck;
use super::super::state::facts::Fact;
use super::super::things::ids::Field;
use ravenpost_rules::Seat;

/// Describes a purpose: "Red's dice in round 1 of the battle of Corfinium, against Blue". Unknown
/// purposes are returned unchanged.
pub fn in_words(state: &State, purpose: &str) -> String {
    let words: Vec<&str> = purpose.split(' ').collect();
    describe(state, &words).unwrap_or_else(|| purpose.to_owned())
}

fn describe(state: &State, words: &[&str]) -> Option<String> {
    let named = |slug: &str| Field::find(state.map().data(), slug).map(Field::name);
    let again = if words.contains(&"again") { ", rolled again" } else { "" };
    Some(match *words {
        ["setup", "order", ..] => "the setup order".to_owned(),
        ["homelands", ..] => "who gets which homeland".to_owned(),
        ["winter", "seas"] => "the winter weather at sea".to_owned(),
        ["winter", region] => {
            let region: usize = region.parse().ok()?;
            format!("the winter weather in region {region}")
        }
        ["ice", at] => format!("the ice on {}", named(at)?),
        ["yield", at, ..] => format!("the yield of {}{again}", named(at)?),
        ["fishing", sea, seat, ..] => {
            format!("{} fishing in {}{again}", whose(seat)?, named(sea)?)
        }
        ["battle", at, seats, round, seat, ref charge @ ..] => {
            let what = if charge.is_empty() { "dice" } else { "charge" };
            let (at, foe) = (named(at)?, other(seats, seat)?);
            let whose = whose(seat)?;
            format!("{whose} {what} in round {round} of the battle of {at}, against {foe}")
        }
        ["assault", at, _, round, seat] => {
            format!("{} dice in round {round} of the assault on {}", whose(seat)?, named(at)?)
        }
        ["interception", at, _, seats] => {
            let (seat, foe) = seats.split_once('-')?;
            format!("{} pursuit of {} at {}", whose(seat)?, who(foe)?, named(at)?)
        }
        ["passage", at, seat, ..] => {
            format!("{} passage through {}{again}", whose(seat)?, named(at)?)
        }
        ["wreck", sea, seat, ..] => format!("{} ships in {}{again}", whose(seat)?, named(sea)?),
        ["corsairs", sea, pirate, _, victim, ..] => {
            let (pirate, victim) = (whose(pirate)?, whose(victim)?);
            format!("{pirate} corsairs against {victim} ships in {}{again}", named(sea)?)
        }
        ["attrition", at, seat, ..] => {
            format!("{} attrition at {}{again}", whose(seat)?, named(at)?)
        }
        ["besieged", at, seat, ..] => {
            format!("{} attrition under siege at {}{again}", whose(seat)?, named(at)?)
        }
        _ => return None,
    })
}

/// Returns whether a fact states the result of the draw with this purpose.
pub fn narrates_result(result: &Fact, purpose: &str) -> bool {
    let words: Vec<&str> = purpose.split(' ').collect();
    let is = |seat: Seat, word: &str| seat.to_string() == word;
    match (result, words.as_slice()) {
        (Fact::WinterWeather(_), ["winter", ..]) => true,
        (Fact::IceFormed(sections), ["ice", at]) => sections.iter().any(|one| one.slug() == *at),
        (Fact::DiceRolled(roll), [kind, at, rest @ ..]) => {
            let seat = roll.seat.is_none_or(|seat| rest.first().is_some_and(|one| is(seat, one)));
            roll.at.slug() == *at && is_for(roll.kind, kind) && seat
        }
        (Fact::StrikeMade(strike), ["battle" | "assault", at, _, round, seat, charge @ ..]) => {
            let here = strike.at.slug() == *at && strike.round.to_string() == *round;
            here && is(strike.seat, seat) && strike.charge != charge.is_empty()
        }
        (Fact::Intercepted(field, seat, _), ["interception", at, _, seats]) => {
            let pursuer = seats.split_once('-').is_some_and(|(one, _)| is(*seat, one));
            field.slug() == *at && pursuer
        }
        _ => false,
    }
}

/// Returns whether rolls of this kind have purposes that begin with this word.
fn is_for(kind: Luck, word: &str) -> bool {
    match kind {
        Luck::Wreck => word == "wreck",
        Luck::Passage => word == "passage",
        Luck::Attrition => matches!(word, "attrition" | "besieged"),
        Luck::Fishing => word == "fishing",
        Luck::Yield => word == "yield",
    }
}

fn who(seat: &str) -> Option<String> {
    let seat: usize = seat.parse().ok()?;
    seat.checked_sub(1).map(|at| seat_name(Seat::at(at)))
}

fn whose(seat: &str) -> Option<String> {
    who(seat).map(|name| format!("{name}'s"))
}

/// The opponent of a seat in a pair such as "2-3".
fn other(seats: &str, seat: &str) -> Option<String> {
    let (one, two) = seats.split_once('-')?;
    who(if one == seat { two } else { one })
}
