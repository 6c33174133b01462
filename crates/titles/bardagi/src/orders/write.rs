//! The canonical form of an order (R23.4), as it is stored, emailed and used in forms.

use super::super::state::State;
use super::super::state::facts::{Instruction, PreOrder};
use super::super::state::standing::{Auto, Retreat, Taste};
use super::super::things::goods::{self, item};
use super::super::things::goods::{Lot, Mix};
use super::super::things::kinds::{Building, Unit};
use super::{Action, Line, Order, Pay};

/// Writes an order in its canonical form, which parses as the same order.
pub fn write(state: &State, order: &Order) -> String {
    match order {
        Order::Home(colour) => format!("home {}", colour.slug()),
        Order::Plan(cards) => lead("plan", &mix(*cards)),
        Order::Act(action, pay) => {
            let text = self::action(state, *action);
            match pay {
                Pay::Card => text,
                Pay::With(unit) => text + " with " + unit.slug(),
                Pay::Free => text + " free",
            }
        }
        Order::Done => "done".into(),
        Order::Retire(area) => format!("retreat {}", area.slug()),
        Order::Accept => "accept".into(),
        Order::Decline => "decline".into(),
        Order::Yield => "yield".into(),
        Order::Build(tile, None) => format!("build {}", tile.slug()),
        Order::Build(tile, Some(old)) => format!("build {} for {}", tile.slug(), old.slug()),
        Order::Pass => "pass".into(),
        Order::Claim(sheep, cattle, tokens) => {
            lead("claim", &counted("sca", &[*sheep, *cattle, *tokens]))
        }
        Order::Recruit(disks) => lead("recruit", &counted("vhs", disks)),
        Order::Axe(area) => format!("axe {}", area.slug()),
        Order::Drop(Line::Claim) => "drop claim".into(),
        Order::Drop(Line::Recruit) => "drop recruit".into(),
        Order::Drop(Line::Axe(area)) => format!("drop axe {}", area.slug()),
        Order::Standing(instruction) => standing(*instruction),
        Order::Later(advance) => self::advance(advance),
    }
}

fn action(state: &State, action: Action) -> String {
    match action {
        Action::Move(unit, area) => [unit.slug(), " move ", area.slug()].concat(),
        Action::Board(unit, area) => [unit.slug(), " board ", area.slug()].concat(),
        Action::Duel(seat) => format!("b duel {}", state.players[seat].colour.slug()),
        Action::Axes => "b axes".into(),
        Action::Take(0) => "b take".into(),
        Action::Take(more) => format!("b take +{more}"),
        Action::Retreat => "b retreat".into(),
        Action::RefillOwn(unit) => format!("{} refill", unit.slug()),
        Action::Shift(from, to, disks) => {
            numbered(&["b shift ", from.slug(), " ", to.slug(), " "], disks)
        }
        Action::Post(area, disks) => numbered(&["b post ", area.slug(), " "], disks),
        Action::Lift(area, disks) => numbered(&["b lift ", area.slug(), " "], disks),
        Action::Convert => "g convert".into(),
        Action::Runes(unit) => format!("{} runes", unit.slug()),
        Action::Cleanse(rune) => format!("g cleanse {}", rune.slug()),
        Action::Cast(rune, area) => cast("cast", rune.slug(), area.map(|area| area.slug())),
        Action::Also(rune, area) => cast("also", rune.slug(), area.map(|area| area.slug())),
        Action::Buy(None) => "k buy".into(),
        Action::Buy(Some(good)) => format!("k buy {}", good.slug()),
        Action::Refill(building) => format!("k refill {}", building.slug()),
        Action::Tan(hides) => format!("k tan {hides}"),
        Action::Trade(give, get) => exchange("k trade ", &give, &get),
        Action::Visit(give, get) => exchange("k visit ", &give, &get),
        Action::Give(count, item) => format!("k give {count} {}", goods::item(item.into())),
        Action::Want(count, item) => format!("k want {count} {}", goods::item(item.into())),
        Action::Send => "k send".into(),
        Action::Sail(node) => ["n sail ", node.slug()].concat(),
        Action::Land(units) => format!("n land {}", aboard(units)),
        Action::Swap(one, other, gained) => {
            ["swap ", one.slug(), " ", other.slug(), " ", gained.slug()].concat()
        }
    }
}

fn cast(verb: &str, rune: &str, area: Option<&str>) -> String {
    match area {
        Some(area) => ["g ", verb, " ", rune, " ", area].concat(),
        None => ["g ", verb, " ", rune].concat(),
    }
}

/// Land units as letters: "bg".
pub fn aboard(units: u8) -> String {
    let aboard = Unit::LAND.iter().filter(|unit| units & 1 << unit.0 != 0);
    aboard.map(|unit| unit.slug()).collect()
}

pub fn lot(give: &Lot, get: &Lot) -> String {
    exchange("", give, get)
}

/// Writes both sides of a lot after a word. Lists contain hundreds of lots, so each is built in a
/// single allocation.
fn exchange(lead: &str, give: &Lot, get: &Lot) -> String {
    let mut text = String::with_capacity(lead.len() + 32);
    text.push_str(lead);
    put_side(&mut text, give);
    text.push_str(" > ");
    put_side(&mut text, get);
    text
}

pub fn side(side: &Lot) -> String {
    let mut text = String::new();
    put_side(&mut text, side);
    text
}

fn put_side(text: &mut String, side: &Lot) {
    let mut gap = "";
    for (at, count) in side.iter().enumerate().filter(|(_, count)| **count > 0) {
        text.push_str(gap);
        put(text, *count);
        text.push(' ');
        text.push_str(item(at));
        gap = " ";
    }
}

fn put(text: &mut String, number: u8) {
    match number {
        0..10 => text.push(char::from(b'0' + number)),
        _ => text.push_str(&number.to_string()),
    }
}

/// Joins words and a number.
fn numbered(words: &[&str], number: u8) -> String {
    let length: usize = words.iter().map(|word| word.len()).sum();
    let mut text = String::with_capacity(length + 3);
    words.iter().for_each(|word| text.push_str(word));
    put(&mut text, number);
    text
}

/// Writes counted cards: "b2 g1 n3".
pub fn mix(cards: Mix) -> String {
    counted("bgkn", &cards)
}

fn counted(letters: &str, counts: &[u8]) -> String {
    let mut text = String::with_capacity(3 * counts.len());
    for (letter, count) in letters.chars().zip(counts).filter(|(_, count)| **count > 0) {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push(letter);
        put(&mut text, *count);
    }
    text
}

fn lead(word: &str, rest: &str) -> String {
    if rest.is_empty() { word.to_owned() } else { [word, " ", rest].concat() }
}

/// Writes a standing instruction.
pub fn standing(instruction: Instruction) -> String {
    match instruction {
        Instruction::Retreat(Retreat::Ask) => "stand retreat ask".into(),
        Instruction::Retreat(Retreat::Home) => "stand retreat home".into(),
        Instruction::Retreat(Retreat::Nearest) => "stand retreat nearest".into(),
        Instruction::Retreat(Retreat::List(areas)) => {
            let areas: Vec<&str> = areas.iter().map(|area| area.slug()).collect();
            format!("stand retreat {}", areas.join(" "))
        }
        Instruction::Claim(None) => "stand claim ask".into(),
        Instruction::Claim(Some(Auto { sheep, cattle, recruits })) => format!(
            "stand claim auto sheep {} cattle {} recruits {}",
            taste(sheep),
            taste(cattle),
            letters(recruits)
        ),
        Instruction::DeclineBargains(true) => "stand bargain decline".into(),
        Instruction::DeclineBargains(false) => "stand bargain ask".into(),
        Instruction::RepeatPlan(true) => "stand plan repeat".into(),
        Instruction::RepeatPlan(false) => "stand plan ask".into(),
    }
}

pub fn taste(taste: Taste) -> &'static str {
    match taste {
        Taste::Wool => "wool",
        Taste::Hide => "hide",
        Taste::Meat => "meat",
        Taste::Even => "even",
    }
}

/// Buildings as letters: "vhs".
pub fn letters(buildings: [Building; 3]) -> String {
    buildings.iter().map(|building| ["v", "h", "s"][building.index()]).collect()
}

fn advance(advance: &PreOrder) -> String {
    match advance {
        PreOrder::Script { orders, else_done } => {
            let end = if *else_done { " else done" } else { "" };
            format!("{}{end}", lead("script", &orders.join("; ")))
        }
        PreOrder::Build(orders) => {
            let tiles = orders.iter().map(|order| order.strip_prefix("build ").unwrap_or(order));
            lead("wish", &tiles.collect::<Vec<_>>().join(", "))
        }
        PreOrder::Homes(colours) => {
            let colours: Vec<&str> = colours.iter().map(|colour| colour.slug()).collect();
            lead("homes", &colours.join(" "))
        }
        PreOrder::Plan(cards) => lead("next", &mix(*cards)),
    }
}
