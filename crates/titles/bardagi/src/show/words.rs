//! Orders in words, for buttons and confirmations. They contain no secrets of other seats.

use super::super::orders::{Action, Line, Order, Pay, write};
use super::super::state::facts::{Instruction, PreOrder};
use super::super::state::named::{node, place};
use super::super::state::standing::{Auto, Retreat, Taste};
use super::super::state::turn::Aim;
use super::super::state::{State, Step};
use super::super::things::areas::{Area, Place};
use super::super::things::goods::Lot;
use super::super::things::goods::{self, mix};
use super::super::things::kinds::{Building, Rune, Unit};
use super::super::things::prices::{self, Price};
use super::super::things::tiles::Tile;
use super::super::things::words::{capital, listed, some};
use ravenpost_rules::Seat;

pub fn words(state: &State, seat: Seat, order: &Order) -> String {
    match order {
        Order::Home(colour) => format!("Play as {}", colour.name()),
        Order::Plan(cards) => mix(*cards),
        Order::Act(action, pay) => format!("{}{}", self::action(state, seat, *action), paid(*pay)),
        Order::Done if state.step == Step::Claim => "Finish your Claim sheet".into(),
        Order::Done => "End the turn".into(),
        Order::Retire(area) => format!("Retreat to {}", place(state, *area)),
        Order::Accept => "Accept the bargain".into(),
        Order::Decline => "Decline the bargain".into(),
        Order::Yield if state.step == Step::Act => {
            "End the turn; default moves are played until your next turn".into()
        }
        Order::Yield => "Yield: default moves are played until your next turn".into(),
        Order::Build(tile, None) => format!("Build {}: {}", tile.name(), effect(*tile)),
        Order::Build(tile, Some(old)) => {
            format!("Build {} to replace {}: {}", tile.name(), old.name(), effect(*tile))
        }
        Order::Pass => "Build nothing".into(),
        Order::Claim(sheep, cattle, tokens) => {
            let player = &state.players[seat];
            let flock = Animals { units: player.flock, meat: *sheep };
            let herd = Animals { units: player.herd, meat: *cattle };
            claim(flock, herd, *tokens)
        }
        Order::Recruit(disks) => recruits(disks),
        Order::Axe(area) => format!("Place an Axe token on {}", place(state, *area)),
        Order::Drop(line) => drop(state, seat, *line),
        Order::Standing(instruction) => standing(*instruction),
        Order::Later(advance) => self::advance(advance),
    }
}

/// What an order costs, if its description does not say it.
pub fn price(order: &Order) -> String {
    match order {
        Order::Build(tile, _) => {
            let Price { goods: needed, gold } = prices::price(*tile);
            let mut parts: Vec<String> = needed
                .iter()
                .enumerate()
                .filter(|(_, count)| **count > 0)
                .map(|(at, count)| format!("{count} {}", goods::item(at)))
                .collect();
            parts.push(format!("{gold} gold"));
            listed(&parts)
        }
        Order::Act(Action::Buy(_), _) => some(prices::LAND, "Verslun disk"),
        Order::Act(Action::Convert, _) => some(prices::FAITH, "Hof disk"),
        Order::Act(Action::Cast(..), _) => some(1u8, "Hof disk"),
        _ => String::new(),
    }
}

/// The result of dropping a line: the default (R21.9), or one placement less.
fn drop(state: &State, seat: Seat, line: Line) -> String {
    match line {
        Line::Claim => {
            let some = state.players[seat].flock + state.players[seat].herd > 0;
            let rest = if some { "default goods, " } else { "" };
            format!("Remove your goods and tokens: {rest}no token bought")
        }
        Line::Recruit => "Remove your recruits: they go where there is room".into(),
        Line::Axe(area) => format!("Take back the Axe token on {}", place(state, area)),
    }
}

fn paid(pay: Pay) -> String {
    match pay {
        Pay::Card => String::new(),
        Pay::With(unit) => format!(", paid with a {} card (War Council)", unit.name()),
        Pay::Free => ", without a card".into(),
    }
}

fn action(state: &State, seat: Seat, action: Action) -> String {
    let here = |unit: Unit| match state.players[seat].at[unit.index()].area() {
        Some(area) => place(state, area),
        None => "this place".into(),
    };
    match action {
        Action::Move(unit, area) => {
            format!("Move to {}{}", place(state, area), free(state, seat, unit, area))
        }
        Action::Board(_, area) => format!("Board the ship at {}", area.name()),
        Action::Duel(other) => {
            let price = some(state.price(Area(0), Aim::Duel(other)).total(), "disk");
            format!("Defeat {}'s Berserkur for {price}", state.players[other].colour.name())
        }
        Action::Axes => attack(state, seat, Aim::Axes, "Remove the Axe tokens from"),
        Action::Take(more) => take(state, seat, more),
        Action::Retreat => format!("Retreat to {}", back(state, seat)),
        Action::RefillOwn(Unit::G) | Action::Refill(Building::HOF) => refill(Building::HOF),
        Action::RefillOwn(_) => refill(Building::VIRKI),
        Action::Refill(building) => refill(building),
        Action::Shift(from, to, count) => {
            format!("Move {} from {} to {}", some(count, "disk"), from.name(), place(state, to))
        }
        Action::Post(area, count) => {
            format!("Move {} from the Virki to {}", some(count, "disk"), place(state, area))
        }
        Action::Lift(area, count) => {
            let all = state.land(area).disks == count;
            let note = if all { "; the area becomes Barbarian" } else { "" };
            format!("Move {} from {} to the town{note}", some(count, "disk"), area.name())
        }
        Action::Convert => format!("Convert {} and gain a recruit", here(Unit::G)),
        Action::Runes(_) => "Buy 3 Runes for 2 gold".into(),
        Action::Cleanse(rune) => format!("Remove the Rune {} for 1 gold", rune.name()),
        Action::Cast(rune, area) => cast(state, rune, area, ""),
        Action::Also(rune, area) => cast(state, rune, area, ", with the same disk"),
        Action::Buy(None) => format!("Buy {}", here(Unit::K)),
        Action::Buy(Some(good)) => format!("Buy {} and receive 1 {}", here(Unit::K), good.slug()),
        Action::Tan(hides) => format!("Sell {hides} hide for {hides} gold"),
        Action::Trade(give, get) => format!("Trade {} for {}", lot(&give), lot(&get)),
        Action::Visit(give, get) => format!("Give {} for {}", lot(&give), lot(&get)),
        Action::Give(0, item) => format!("Stop offering {}", goods::item(item.into())),
        Action::Want(0, item) => format!("Stop asking for {}", goods::item(item.into())),
        Action::Give(count, item) => format!("Offer {count} {}", goods::item(item.into())),
        Action::Want(count, item) => format!("Ask for {count} {}", goods::item(item.into())),
        Action::Send => "Send the offer".into(),
        Action::Sail(to) => format!("Sail to {}", node(state, to)),
        Action::Land(units) => format!("Land {}", ashore(units)),
        Action::Swap(one, other, gained) => swap(one, other, gained),
    }
}

fn swap(one: Unit, other: Unit, gained: Unit) -> String {
    let useless = gained == one || gained == other;
    let note = if useless { "; you lose only a card" } else { "" };
    format!("Discard {} for a {} card{note}", two_cards(one, other), gained.name())
}

/// Two cards of units: "a Godi and a Knerrir card", "2 Godi cards".
pub fn two_cards(one: Unit, other: Unit) -> String {
    match one == other {
        true => format!("2 {} cards", one.name()),
        false => format!("a {} and a {} card", one.name(), other.name()),
    }
}

/// A note if remaining steps take the unit there without a card.
fn free(state: &State, seat: Seat, unit: Unit, to: Area) -> &'static str {
    let left = state.now.steps[unit.index()] > 0;
    let fare = if left { state.walk_fare(seat, unit, to) } else { None };
    if fare.is_some_and(|fare| !fare.card) { ", using free steps" } else { "" }
}

fn take(state: &State, seat: Seat, more: u8) -> String {
    let text = attack(state, seat, Aim::Take(more), "Capture");
    match more {
        0 => text,
        1 => format!("{text}, including 1 extra disk"),
        _ => format!("{text}, including {more} extra disks"),
    }
}

fn attack(state: &State, seat: Seat, aim: Aim, what: &str) -> String {
    let Some(area) = state.players[seat].area_of(Unit::B) else { return what.to_owned() };
    let price = some(state.price(area, aim).total(), "disk");
    format!("{what} {} for {price}", place(state, area))
}

fn refill(building: Building) -> String {
    format!("Refill the {} for 4 {}", building.name(), building.price().slug())
}

fn cast(state: &State, rune: Rune, area: Option<Area>, how: &str) -> String {
    match area {
        Some(area) => format!("Cast {} on {}{how}", rune.name(), place(state, area)),
        None => format!("Cast {} for your next Knerrir card{how}", rune.name()),
    }
}

fn back(state: &State, seat: Seat) -> String {
    match state.players[seat].entry.and_then(Place::area) {
        Some(area) => place(state, area),
        None => "its entry area".into(),
    }
}

pub fn lot(side: &Lot) -> String {
    let some = side.iter().enumerate().filter(|(_, count)| **count > 0);
    let words: Vec<String> =
        some.map(|(at, count)| format!("{count} {}", goods::item(at))).collect();
    listed(&words)
}

fn ashore(units: u8) -> String {
    let aboard = Unit::LAND.iter().filter(|unit| units & 1 << unit.0 != 0);
    listed(&aboard.map(|unit| unit.name()).collect::<Vec<_>>())
}

/// The effect of a tile, and its price.
pub fn effect(tile: Tile) -> &'static str {
    &tile.data().text
}

/// A number of animal units, and how many of them become meat.
struct Animals {
    units: u8,
    meat: u8,
}

fn claim(flock: Animals, herd: Animals, tokens: u8) -> String {
    let mut words = Vec::new();
    for (Animals { units, meat }, what, own) in [(flock, "sheep", "wool"), (herd, "cattle", "hide")]
    {
        let rest = units.saturating_sub(meat);
        let parts = [(rest, own), (meat, "meat")];
        let parts = parts.iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> = parts.map(|(count, good)| format!("{count} {good}")).collect();
        if !parts.is_empty() {
            words.push(format!("{what}: {}", parts.join(", ")));
        }
    }
    if tokens > 0 {
        words.push(format!("buy {}", some(tokens, "Axe token")));
    }
    if words.is_empty() { "Buy no Axe tokens".into() } else { capital(&words.join("; ")) }
}

fn recruits(disks: &[u8; 3]) -> String {
    let some = Building::all().filter(|building| disks[building.index()] > 0);
    let words: Vec<String> =
        some.map(|one| format!("{} on the {}", disks[one.index()], one.name())).collect();
    if words.is_empty() {
        "Keep all recruits in the town".into()
    } else {
        format!("Place {}", listed(&words))
    }
}

pub fn standing(instruction: Instruction) -> String {
    match instruction {
        Instruction::Retreat(Retreat::Ask) => "Ask me where a driven-out Godi retreats".into(),
        Instruction::Retreat(Retreat::Home) => "A driven-out Godi retreats home".into(),
        Instruction::Retreat(Retreat::Nearest) => {
            "A driven-out Godi retreats to the nearest refuge".into()
        }
        Instruction::Retreat(Retreat::List(areas)) => {
            let names: Vec<&str> = areas.iter().map(|area| area.name()).collect();
            format!(
                "A driven-out Godi retreats to {}, else to the nearest refuge",
                names.join(", else ")
            )
        }
        Instruction::Claim(None) => "Ask me to fill in each Claim sheet".into(),
        Instruction::Claim(Some(auto)) => automatic(auto),
        Instruction::DeclineBargains(true) => "Decline all bargains".into(),
        Instruction::DeclineBargains(false) => "Ask me about bargains".into(),
        Instruction::RepeatPlan(true) => "Repeat my last plan".into(),
        Instruction::RepeatPlan(false) => "Ask me for each plan".into(),
    }
}

fn automatic(auto: Auto) -> String {
    let taste = |taste: Taste| match taste {
        Taste::Even => "whatever keeps stocks even",
        taste => write::taste(taste),
    };
    let names: Vec<&str> = auto.recruits.iter().map(|building| building.name()).collect();
    format!(
        "Fill in the Claim sheet for me: sheep give {}, cattle give {}, recruits go to {}",
        taste(auto.sheep),
        taste(auto.cattle),
        names.join(", then ")
    )
}

/// A tile of a build list, which is stored as the order that builds it: "Mint in place of Weaver".
pub fn preference_words(order: &str) -> String {
    let name =
        |slug: &str| Tile::from_slug(slug).map_or(slug.to_owned(), |tile| tile.name().into());
    let tile = order.strip_prefix("build ").unwrap_or(order);
    match tile.split_once(" for ") {
        Some((tile, old)) => format!("{} to replace {}", name(tile), name(old)),
        None => name(tile),
    }
}

/// A pre-order in words.
pub fn advance(advance: &PreOrder) -> String {
    match advance {
        PreOrder::Script { orders, .. } if orders.is_empty() => "No turn script".into(),
        PreOrder::Script { orders, else_done } => {
            let end = if *else_done { "; if it stops, the turn ends" } else { "" };
            format!("Turn script: {}{end}", orders.join("; "))
        }
        PreOrder::Build(orders) if orders.is_empty() => "No build list".into(),
        PreOrder::Build(orders) => {
            let tiles: Vec<String> = orders.iter().map(|order| preference_words(order)).collect();
            format!("Build the first possible tile: {}", tiles.join(", else "))
        }
        PreOrder::Homes(colours) if colours.is_empty() => "No list of colours".into(),
        PreOrder::Homes(colours) => {
            let names: Vec<&str> = colours.iter().map(|colour| colour.name()).collect();
            format!("Take the first free colour: {}", names.join(", "))
        }
        PreOrder::Plan(cards) if *cards == [0; 4] => "No plan for the next round".into(),
        PreOrder::Plan(cards) => format!("Next plan: {}", mix(*cards)),
    }
}

#[cfg(test)]
mod tests {
    use super::{swap, two_cards};
    use crate::things::kinds::Unit;

    #[test]
    fn swaps_count_like_cards_and_mark_those_that_only_lose_one() {
        for one in Unit::all() {
            for other in Unit::all().skip(one.index()) {
                let pair = two_cards(one, other);
                assert_eq!(pair.matches(one.name()).count(), 1, "{pair}");
                for gained in Unit::all() {
                    let useless = [one, other].contains(&gained);
                    let text = swap(one, other, gained);
                    assert_eq!(text.contains(';'), useless, "{text}");
                }
            }
        }
    }
}
