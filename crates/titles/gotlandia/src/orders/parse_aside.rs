//! Parses plans and standing instructions (R24.3, R24.8, R25.12).

use super::super::state::standing::{Bury, Grow, InstructionChange, Name, completed};
use super::super::things::kinds::{Dir, Kind};
use super::reader::Reader;
use super::{Order, VERBS, alternatives, lexicon, parts};
use ravenpost_rules::Refusal;
use ravenpost_rules::RefusalCode::{ExtraWord, MissingWord, TooLong, UnknownWord, WrongKind};
use ravenpost_rules::list::List;
use ravenpost_rules::text::spelling::nearest;

/// Maximum length of a line of a plan.
const LONGEST: usize = 300;

pub fn plan(reader: &mut Reader<'_>) -> Option<Order> {
    let line = reader.rest();
    if line == "clear" {
        return Some(Order::PlanClear);
    }
    if line.len() > LONGEST {
        reader.wrong(Refusal::new("this line is too long for a plan").code(TooLong).rule("R24.3"));
        return None;
    }
    let mut tidy = Vec::new();
    for alternative in alternatives(&line) {
        let mut first = true;
        let parts: Vec<&str> = parts(alternative).collect();
        for part in &parts {
            check_part(reader, part, first);
            first = false;
        }
        tidy.push(parts.join("; "));
    }
    tidy.retain(|alternative| !alternative.is_empty());
    if tidy.is_empty() {
        let form = "plan play wisby sell 2 wood or play wisby take".to_owned();
        reader.wrong(
            Refusal::new("say what to play").code(MissingWord).rule("R24.3").instead([form]),
        );
        return None;
    }
    Some(Order::Plan(tidy.join(" or ")))
}

/// Checks the first word only, because hands and board may change (R24.3).
fn check_part(reader: &mut Reader<'_>, part: &str, first: bool) {
    let verb = part.split(' ').next().unwrap_or_default();
    let turn = matches!(verb, "play" | "rest" | "pass");
    let service = matches!(verb, "plan" | "standing");
    if first && !turn {
        let why = "a planned turn must begin with play, rest or pass";
        reader.wrong(Refusal::new(why).code(WrongKind).word(verb).rule("R24.3"));
    } else if !VERBS.contains(&verb) || service || (turn && !first) {
        let near = nearest(verb, VERBS.into_iter().filter(|verb| *verb != "plan"), 3);
        let near = near.into_iter().map(str::to_owned);
        let why = "cannot begin a further part";
        reader.wrong(Refusal::new(why).code(UnknownWord).subject(verb).rule("R24.2").instead(near));
    }
}

pub fn standing(reader: &mut Reader<'_>) -> Option<InstructionChange> {
    let forms = [
        "standing losses tar,wood",
        "standing grow always",
        "standing bury silver",
        "standing trouble e,w",
        "standing off losses",
    ];
    let word = reader.next().unwrap_or_default();
    match word {
        "losses" => losses(reader),
        "grow" => grow(reader),
        "bury" => bury(reader),
        "trouble" => trouble(reader),
        "off" => {
            let names = Name::ALL.iter().copied();
            reader
                .name("name", |word| lexicon::find(word, "standing instruction", names))
                .map(InstructionChange::Off)
        }
        _ => {
            let refusal = Refusal::new("is not a standing instruction")
                .code(UnknownWord)
                .subject(word)
                .rule("R24.8");
            reader.wrong(refusal.instead(forms.map(str::to_owned)));
            None
        }
    }
}

fn twice(word: &str) -> Refusal {
    Refusal::new("is named twice").code(ExtraWord).subject(word).rule("R24.8")
}

fn losses(reader: &mut Reader<'_>) -> Option<InstructionChange> {
    let text = reader.together();
    let mut order: Vec<Kind> = Vec::new();
    for word in text.split(',').filter(|word| !word.is_empty()) {
        match lexicon::kind(word) {
            Ok(kind) if order.contains(&kind) => {
                reader.wrong(twice(word));
            }
            Ok(kind) => order.push(kind),
            Err(refusal) => reader.wrong(refusal),
        }
    }
    if order.is_empty() {
        let forms = ["standing losses tar,wood".to_owned()];
        reader.wrong(
            Refusal::new("name at least one kind").code(MissingWord).rule("R24.8").instead(forms),
        );
        return None;
    }
    Some(InstructionChange::Losses(completed(&order)))
}

fn grow(reader: &mut Reader<'_>) -> Option<InstructionChange> {
    let grow = match reader.next().unwrap_or_default() {
        "never" => Grow::Never,
        "always" => Grow::Always,
        word => match word.parse::<u8>() {
            Ok(most) if word.bytes().all(|digit| digit.is_ascii_digit()) => Grow::UpTo(most),
            _ => {
                let forms = ["never", "always", "2"].map(|form| format!("standing grow {form}"));
                let why = "is not an amount of Grain";
                reader.wrong(
                    Refusal::new(why).code(UnknownWord).subject(word).rule("R24.8").instead(forms),
                );
                return None;
            }
        },
    };
    Some(InstructionChange::Grow(grow))
}

fn bury(reader: &mut Reader<'_>) -> Option<InstructionChange> {
    match reader.next().unwrap_or_default() {
        "none" => Some(InstructionChange::Bury(Bury::None)),
        "silver" | "s" => Some(InstructionChange::Bury(Bury::Silver)),
        word => {
            let forms = ["none", "silver"].map(|form| format!("standing bury {form}"));
            let why = "cannot be buried by a standing instruction";
            let refusal = Refusal::new(why).code(UnknownWord).subject(word).rule("R24.8");
            reader.wrong(refusal.instead(forms));
            None
        }
    }
}

fn trouble(reader: &mut Reader<'_>) -> Option<InstructionChange> {
    let text = reader.together();
    let mut dirs: List<Dir, 6> = List::new();
    if text != "none" {
        for word in text.split(',').filter(|word| !word.is_empty()) {
            match lexicon::dir(word) {
                Ok(dir) if dirs.contains(&dir) => {
                    reader.wrong(twice(word));
                }
                Ok(dir) => dirs.push(dir),
                Err(refusal) => reader.wrong(refusal),
            }
        }
        if dirs.is_empty() {
            let forms = ["none", "e,w"].map(|form| format!("standing trouble {form}"));
            let why = "name directions, or none";
            reader.wrong(Refusal::new(why).code(MissingWord).rule("R24.8").instead(forms));
            return None;
        }
    }
    Some(InstructionChange::Trouble(dirs))
}
