//! Headings for groups of orders, by unit and place, and the areas they concern.

use super::super::orders::{Action, Line, Order};
use super::super::state::named::node;
use super::super::state::{State, Step};
use super::super::things::goods::mix;
use super::super::things::ids::Node;
use super::super::things::kinds::{Building, Unit};
use super::super::things::words::some;
use ravenpost_rules::{Group, Seat};

/// The heading of an order, with its rule.
pub fn group(state: &State, seat: Seat, order: &Order) -> Group {
    Group { rule: rule(order), ..headed(state, seat, order) }
}

fn rule(order: &Order) -> &'static str {
    match order {
        Order::Home(_) => "R18.2",
        Order::Plan(_) => "R6.1",
        Order::Act(action, _) => of_action(*action),
        Order::Done => "R7.11",
        Order::Retire(_) => "R10.7",
        Order::Accept | Order::Decline => "R17.6",
        Order::Yield => "R21.15",
        Order::Build(..) | Order::Pass => "R13.1",
        Order::Claim(..) | Order::Drop(_) => "R21.8",
        Order::Recruit(_) => "R14.10",
        Order::Axe(_) => "R14.12",
        Order::Standing(_) | Order::Later(_) => "R22.1",
    }
}

fn of_action(action: Action) -> &'static str {
    match action {
        Action::Move(..) => "R8.1",
        Action::Board(..) => "R12.2",
        Action::Duel(_) | Action::Axes | Action::Take(_) => "R9.4",
        Action::Retreat => "R9.21",
        Action::RefillOwn(_) | Action::Refill(_) => "R11.7",
        Action::Shift(..) | Action::Post(..) | Action::Lift(..) => "R9.23",
        Action::Convert => "R10.1",
        Action::Runes(_) => "R10.21",
        Action::Cleanse(_) => "R10.20",
        Action::Cast(..) => "R10.10",
        Action::Also(..) => "R10.11",
        Action::Buy(_) => "R11.1",
        Action::Tan(_) => "R11.12",
        Action::Trade(..) => "R11.9",
        Action::Visit(..) => "R17.3",
        Action::Give(..) | Action::Want(..) | Action::Send => "R17.5",
        Action::Sail(_) => "R12.5",
        Action::Land(_) => "R12.9",
        Action::Swap(..) => "R7.6",
    }
}

fn headed(state: &State, seat: Seat, order: &Order) -> Group {
    let titled = |title: &str| Group { title: title.into(), ..Group::default() };
    match order {
        Order::Home(_) => titled("Your colour"),
        Order::Plan(_) => titled("Plan"),
        Order::Act(action, _) => {
            let card = action.unit().map(|unit| unit.slug().to_owned());
            Group { card, ..turn(state, seat, *action) }
        }
        Order::Done if state.step == Step::Claim => {
            Group { notes: surplus(state, seat), ..titled("Finish") }
        }
        Order::Done => Group { notes: unused(state, seat), ..titled("End your turn") },
        Order::Retire(_) => titled("Retreat your Godi"),
        Order::Accept | Order::Decline => titled("Bargain"),
        Order::Build(tile, None) => titled(&format!("Build: {}", tile.pile().words())),
        Order::Build(_, Some(old)) => titled(&format!("Replace {}", old.name())),
        Order::Yield if state.step == Step::Bargain => titled("Bargain"),
        Order::Yield if state.step == Step::Act => {
            Group { notes: unused(state, seat), ..titled("End your turn") }
        }
        Order::Yield => titled("Retreat your Godi"),
        Order::Pass => titled("Build nothing"),
        Order::Claim(..) => titled("Goods and Axe tokens"),
        Order::Recruit(_) => titled("Recruits"),
        Order::Axe(_) => Group { notes: vec![held(state, seat)], ..titled("Place an Axe token") },
        Order::Drop(_) => titled("Remove a line from your sheet"),
        Order::Standing(_) | Order::Later(_) => titled("At any time"),
    }
}

/// What remains unused if the turn ends now.
fn unused(state: &State, seat: Seat) -> Vec<String> {
    let hand = state.players[seat].hand;
    match hand.iter().sum::<u8>() {
        0 => Vec::new(),
        _ => vec![format!("Unused cards return to your deck: {}.", mix(hand))],
    }
}

/// Axe tokens that a seat can place.
fn held(state: &State, seat: Seat) -> String {
    let (player, bought) = (&state.players[seat], state.players[seat].claim.tokens);
    let own = some(player.axes, "Axe token");
    format!("You have {own} and are buying {bought} with this sheet.")
}

/// Placements without a token if the sheet is finished now (R21.8).
fn surplus(state: &State, seat: Seat) -> Vec<String> {
    match state.players[seat].surplus() {
        0 => Vec::new(),
        1 => vec!["You are one Axe token short: the last one will not be placed.".into()],
        more => {
            vec![format!("You are {more} Axe tokens short: the last {more} will not be placed.")]
        }
    }
}

/// The group of a unit: "Berserkur at Sauðanes: move".
fn of(state: &State, seat: Seat, unit: Unit, what: &str) -> Group {
    let player = &state.players[seat];
    let place = if unit == Unit::N {
        ship(state, player.ship)
    } else {
        match player.at[unit.index()].area() {
            Some(area) => format!(" at {}", area.name()),
            None => String::new(),
        }
    };
    Group {
        title: format!("{}{place}: {what}", unit.name()),
        notes: vec![note(state, seat, unit)],
        ..Group::default()
    }
}

fn ship(state: &State, ship: Node) -> String {
    match ship.harbour() {
        Some(area) => format!(" at {}", area.name()),
        None if ship == Node::DOCK => String::new(),
        None => format!(" on {}", node(state, ship)),
    }
}

/// Cards left, and steps that cost none.
fn note(state: &State, seat: Seat, unit: Unit) -> String {
    let (cards, free) = (state.players[seat].hand[unit.index()], free(state, unit));
    let cards = match cards {
        0 => "No cards left".to_owned(),
        cards => format!("{} left", some(cards, "card")),
    };
    match (free, unit) {
        (0, _) => format!("{cards}."),
        (free, Unit::N) => format!("{cards}, {}.", some(free, "free square")),
        (free, _) => format!("{cards}, {}.", some(free, "free step")),
    }
}

fn free(state: &State, unit: Unit) -> u8 {
    if unit == Unit::N { state.now.squares } else { state.now.steps[unit.index()] }
}

fn turn(state: &State, seat: Seat, action: Action) -> Group {
    let titled = |title: String| Group { title, ..Group::default() };
    match action {
        Action::Move(unit, _) => of(state, seat, unit, "move"),
        Action::Board(unit, _) => of(state, seat, unit, "board the ship"),
        Action::Duel(_) | Action::Axes | Action::Take(_) => {
            Group { notes: vec![virki(state, seat)], ..of(state, seat, Unit::B, "attack") }
        }
        Action::Retreat => of(state, seat, Unit::B, "retreat"),
        Action::RefillOwn(unit) => of(state, seat, unit, "refill"),
        Action::Shift(..) | Action::Post(..) | Action::Lift(..) => {
            Group { notes: vec![virki(state, seat)], ..titled("Muster".into()) }
        }
        Action::Convert => of(state, seat, Unit::G, "convert"),
        Action::Runes(unit) => of(state, seat, unit, "buy Runes"),
        Action::Cleanse(_) => of(state, seat, Unit::G, "remove Runes"),
        Action::Cast(rune, _) => titled(format!("Cast {}", rune.name())),
        Action::Also(rune, _) => titled(format!("Cast {} as the second Rune", rune.name())),
        Action::Buy(_) => of(state, seat, Unit::K, "buy land"),
        Action::Refill(_) => of(state, seat, Unit::K, "refill"),
        Action::Tan(_) => of(state, seat, Unit::K, "sell hides"),
        Action::Trade(..) => of(state, seat, Unit::K, "trade"),
        Action::Visit(..) => of(state, seat, Unit::K, "trade with the host"),
        Action::Give(..) | Action::Want(..) | Action::Send => of(state, seat, Unit::K, "offer"),
        Action::Sail(_) => of(state, seat, Unit::N, "sail"),
        Action::Land(_) => of(state, seat, Unit::N, "land"),
        Action::Swap(..) => titled("Discard two cards for another".into()),
    }
}

fn virki(state: &State, seat: Seat) -> String {
    let disks = state.players[seat].disks[Building::VIRKI.index()];
    format!("{} on the Virki.", some(disks, "disk"))
}

/// The area of the board that an order concerns.
pub fn area(order: &Order) -> Option<String> {
    let area = match order {
        Order::Retire(area) | Order::Axe(area) | Order::Drop(Line::Axe(area)) => *area,
        Order::Act(action, _) => match action {
            Action::Move(_, area)
            | Action::Board(_, area)
            | Action::Shift(area, ..)
            | Action::Post(area, _)
            | Action::Lift(area, _)
            | Action::Cast(_, Some(area))
            | Action::Also(_, Some(area)) => *area,
            Action::Sail(node) => return Some(node.slug().to_owned()),
            _ => return None,
        },
        _ => return None,
    };
    Some(area.slug().to_owned())
}
