//! Parses orders of a turn: the unit's letter, its action, and the payment.

use super::super::state::State;
use super::super::things::areas::Area;
use super::super::things::goods::Lot;
use super::super::things::kinds::{Colour, Good, Rune, Unit};
use super::reader::{Reader, unit};
use super::{Action, Order};
use ravenpost_rules::RefusalCode::{MissingWord, NotInGame, UnknownWord, WrongKind};
use ravenpost_rules::text::reader::{Word, number};
use ravenpost_rules::text::spelling::{nearest, plain};
use ravenpost_rules::{Refusal, Seat};

/// The verbs of each unit.
const VERBS: [&[&str]; 4] = [
    &["move", "board", "duel", "axes", "take", "retreat", "refill", "shift", "post", "lift"],
    &["move", "board", "convert", "runes", "refill", "cleanse", "cast", "also"],
    &["move", "board", "buy", "runes", "refill", "tan", "trade", "visit", "give", "want", "send"],
    &["sail", "land"],
];

/// The units with this verb.
pub fn units_that(verb: &str) -> Vec<Unit> {
    Unit::all().filter(|unit| VERBS[unit.index()].contains(&verb)).collect()
}

/// Reads the action of a unit.
pub fn action(reader: &mut Reader<'_>, unit: Unit) -> Option<Order> {
    let Some(Word { plain: verb, raw }) = reader.take() else {
        let forms = VERBS[unit.index()].iter().map(|verb| format!("{} {verb}", unit.slug()));
        let refusal = Refusal::new(format!("say what the {} does", named(unit))).code(MissingWord);
        reader.wrong(refusal.rule("R23.3").instead(forms.take(6)));
        return None;
    };
    if !VERBS[unit.index()].contains(&&*verb) {
        other_verb(reader, unit, &verb, raw);
        return None;
    }
    let pay = reader.pay();
    let action = match unit {
        Unit::N => ship(reader, &verb),
        Unit::B if !matches!(&*verb, "move" | "board" | "refill") => warrior(reader, &verb),
        Unit::G if matches!(&*verb, "convert" | "cleanse" | "cast" | "also") => {
            priest(reader, &verb)
        }
        _ => match &*verb {
            "move" => reader.area().map(|area| Action::Move(unit, area)),
            "board" => reader.area().map(|area| Action::Board(unit, area)),
            "runes" => Some(Action::Runes(unit)),
            "refill" if unit == Unit::K => reader.building().map(Action::Refill),
            "refill" => Some(Action::RefillOwn(unit)),
            _ => merchant(reader, &verb),
        },
    };
    Some(Order::Act(action?, pay))
}

/// Reports a verb that this unit does not have: it may belong to another unit or be misspelt.
fn other_verb(reader: &mut Reader<'_>, unit: Unit, verb: &str, raw: &str) {
    let others = units_that(verb);
    let rest = reader.rest();
    let refusal = if others.is_empty() {
        let near = nearest(verb, VERBS[unit.index()].iter().copied(), 4);
        let forms = near.into_iter().map(|verb| format!("{} {verb}", unit.slug()));
        Refusal::new(format!("is not something the {} can do", named(unit)))
            .code(UnknownWord)
            .instead(forms)
    } else {
        let forms = others.iter().map(|other| format!("{} {verb} {rest}", other.slug()));
        let forms = forms.map(|form| form.trim_end().to_owned());
        let names: Vec<String> = others.iter().map(|other| named(*other)).collect();
        Refusal::new(format!(
            "is not an action of the {}, but of the {}",
            named(unit),
            names.join(", the ")
        ))
        .code(WrongKind)
        .instead(forms)
    };
    reader.wrong(refusal.subject(raw).rule("R23.3"));
}

fn warrior(reader: &mut Reader<'_>, verb: &str) -> Option<Action> {
    Some(match verb {
        "duel" => Action::Duel(duel(reader)?),
        "axes" => Action::Axes,
        "take" if reader.is_done() => Action::Take(0),
        "take" => Action::Take(reader.number()?),
        "shift" => {
            let (from, to, disks) = (reader.area(), reader.area(), reader.number());
            Action::Shift(from?, to?, disks?)
        }
        "post" | "lift" => {
            let (area, disks) = (reader.area(), reader.number());
            let make = if verb == "post" { Action::Post } else { Action::Lift };
            make(area?, disks?)
        }
        _ => Action::Retreat,
    })
}

/// Reads the seat whose Berserkur is attacked.
fn duel(reader: &mut Reader<'_>) -> Option<Seat> {
    let colour = reader.colour()?;
    let state = reader.state;
    let seat = state.seats().find(|seat| state.players[*seat].colour == colour);
    if seat.is_none() {
        let known = colours(state).into_iter().map(str::to_owned);
        let refusal =
            Refusal::new("is not in play").code(NotInGame).subject(colour.slug()).rule("R4.1");
        reader.wrong(refusal.instead(known));
    }
    seat
}

fn priest(reader: &mut Reader<'_>, verb: &str) -> Option<Action> {
    Some(match verb {
        "convert" => Action::Convert,
        "cleanse" => Action::Cleanse(reader.rune()?),
        _ => {
            let rune = reader.rune()?;
            let area = if rune == Rune::SEA { None } else { Some(target(reader, verb, rune)?) };
            if verb == "cast" { Action::Cast(rune, area) } else { Action::Also(rune, area) }
        }
    })
}

fn target(reader: &mut Reader<'_>, verb: &str, rune: Rune) -> Option<Area> {
    if reader.is_done() {
        let whose = if rune.is_curse() { "an enemy's area" } else { "an area of your own" };
        let why = format!("say which area: {} goes on {whose}", rune.name());
        let form = format!("g {verb} {} AREA", rune.slug());
        reader.wrong(Refusal::new(why).code(MissingWord).rule("R10.12").instead([form]));
        return None;
    }
    reader.area()
}

fn merchant(reader: &mut Reader<'_>, verb: &str) -> Option<Action> {
    Some(match verb {
        "buy" if reader.is_done() => Action::Buy(None),
        "buy" => Action::Buy(Some(reader.good()?)),
        "tan" => Action::Tan(reader.number()?),
        "trade" => {
            let (give, get) = lot(reader)?;
            Action::Trade(give, get)
        }
        "visit" => {
            let (give, get) = lot(reader)?;
            Action::Visit(give, get)
        }
        "give" | "want" => {
            let (count, item) = (reader.number()?, item(reader)?);
            if verb == "give" { Action::Give(count, item) } else { Action::Want(count, item) }
        }
        _ => Action::Send,
    })
}

/// Reads a good or gold as its index in a lot.
fn item(reader: &mut Reader<'_>) -> Option<u8> {
    let mut known: Vec<&str> = Good::all().map(Good::slug).collect();
    known.push("gold");
    reader.read("a good or gold", |word| place(word).map(|at| at as u8), &known)
}

fn place(word: &str) -> Option<usize> {
    match word {
        "gold" => Some(Good::GOLD),
        "wood" => Some(Good::TIMBER.index()),
        word => Good::from_slug(word).map(Good::index),
    }
}

/// Reads `2 hide > 1 iron`. `give 2hide for iron`, as forms write it, is accepted too.
fn lot(reader: &mut Reader<'_>) -> Option<(Lot, Lot)> {
    let mut sides: [Lot; 2] = [[0; 7]; 2];
    let (mut got, mut count) = (0, None);
    for word in loose(&reader.rest()) {
        let sign = matches!(word.as_str(), "for" | ">");
        if count.is_some() && (sign || number(&word).is_some()) {
            reader.refuse(&word, "should be a good or gold");
            return None;
        }
        if sign {
            if got == 1 {
                reader
                    .refuse(&word, "may appear only once, between what you give and what you get");
                return None;
            }
            got = 1;
        } else if let Some(number) = number(&word) {
            count = Some(number);
        } else if let Some(at) = place(&word) {
            let sum = sides[got][at].saturating_add(count.take().unwrap_or(1));
            sides[got][at] = sum;
        } else if !matches!(word.as_str(), "give" | "and") {
            let known = Good::all().map(Good::slug).chain(["gold"]);
            let near = nearest(&word, known, 3);
            let near = near.into_iter().map(str::to_owned);
            let refusal = Refusal::new("is neither a good nor gold")
                .code(UnknownWord)
                .subject(&word)
                .rule("R23.3");
            reader.wrong(refusal.instead(near));
            return None;
        }
    }
    if sides.iter().any(|side| side.iter().all(|count| *count == 0)) || count.is_some() {
        let why = "say what you give and what you get, with > between them";
        let form = "k trade 2 hide > 1 iron".to_owned();
        reader.wrong(Refusal::new(why).rule("R23.3").instead([form]));
        return None;
    }
    let [give, get] = sides;
    Some((give, get))
}

/// Splits the words of a lot, even where spaces are missing or a plus sign replaces one.
fn loose(text: &str) -> Vec<String> {
    let mut spaced = String::with_capacity(text.len() + 8);
    let mut last = ' ';
    for letter in plain(text).chars() {
        match letter {
            '+' | ',' => spaced.push(' '),
            '>' => spaced.push_str(" > "),
            _ => {
                if last.is_ascii_digit() && letter.is_alphabetic() {
                    spaced.push(' ');
                }
                spaced.push(letter);
            }
        }
        last = letter;
    }
    spaced.split_whitespace().map(str::to_owned).collect()
}

fn ship(reader: &mut Reader<'_>, verb: &str) -> Option<Action> {
    if verb == "sail" {
        return reader.node().map(Action::Sail);
    }
    let mut units = 0;
    while let Some(Word { plain: word, raw }) = reader.take() {
        match landing(&word) {
            Some(bits) => units |= bits,
            None => reader.refuse(raw, "is not a land unit; write b, g, k or several, such as bg"),
        }
    }
    if units == 0 && reader.is_right() {
        reader.missing("say which units land: b, g, k or several, such as bg");
    }
    Some(Action::Land(units))
}

/// Reads land units as bits: letters in any order, or a name.
fn landing(word: &str) -> Option<u8> {
    let bit = |unit: Unit| (unit != Unit::N).then_some(1 << unit.0);
    if word.len() > 3 {
        return unit(word).and_then(bit);
    }
    let mut bits = 0;
    for letter in word.chars() {
        bits |= bit(unit(&letter.to_string())?)?;
    }
    Some(bits)
}

/// Reads `swap g n b`: two cards discarded for a third.
pub fn swap(reader: &mut Reader<'_>) -> Option<Order> {
    let pay = reader.pay();
    let (one, other) = (reader.unit(), reader.unit());
    reader.skip("for");
    let gained = reader.unit();
    let (one, other) = (one?, other?);
    let (one, other) = (one.min(other), one.max(other));
    Some(Order::Act(Action::Swap(one, other, gained?), pay))
}

/// The colours' slugs, for refusals about seats.
fn colours(state: &State) -> Vec<&'static str> {
    let seats = state.seats().map(|seat| state.players[seat].colour);
    seats.filter(|colour| *colour != Colour::NONE).map(Colour::slug).collect()
}

/// The unit's name with its letter: "Berserkur (b)".
fn named(unit: Unit) -> String {
    format!("{} ({})", unit.name(), unit.slug())
}
