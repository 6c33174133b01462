//! Parses orders that are accepted at any time: standing instructions and pre-orders (R22).

use super::super::state::facts::{Instruction, PreOrder};
use super::super::state::standing::{Auto, Retreat, Taste};
use super::super::things::kinds::{Building, Colour};
use super::counted::mix;
use super::reader::Reader;
use super::{Order, write};
use ravenpost_rules::Refusal;
use ravenpost_rules::RefusalCode::MissingWord;
use ravenpost_rules::list::List;

const SUBJECTS: [&str; 4] = ["retreat", "claim", "bargain", "plan"];

pub fn standing(reader: &mut Reader<'_>) -> Option<Instruction> {
    let subject = reader.read(
        "a subject of a standing instruction",
        |word| place(&SUBJECTS, word),
        &SUBJECTS,
    )?;
    Some(match subject {
        0 => Instruction::Retreat(retreat(reader)?),
        1 => Instruction::Claim(claim(reader)?),
        2 => Instruction::DeclineBargains(choice(reader, ["ask", "decline"])? == 1),
        _ => Instruction::RepeatPlan(choice(reader, ["ask", "repeat"])? == 1),
    })
}

fn place(words: &[&str], word: &str) -> Option<usize> {
    words.iter().position(|known| *known == word)
}

/// Reads one of two words.
fn choice(reader: &mut Reader<'_>, words: [&'static str; 2]) -> Option<usize> {
    reader.read("one of the possible words", |word| place(&words, word), &words)
}

fn retreat(reader: &mut Reader<'_>) -> Option<Retreat> {
    for (word, retreat) in
        [("ask", Retreat::Ask), ("home", Retreat::Home), ("nearest", Retreat::Nearest)]
    {
        if reader.skip(word) {
            return Some(retreat);
        }
    }
    if reader.is_done() {
        let words =
            ["ask", "home", "nearest", "AREA AREA ..."].map(|word| format!("stand retreat {word}"));
        let refusal =
            Refusal::new("say where a driven-out Godi retreats").code(MissingWord).rule("R22.2");
        reader.wrong(refusal.instead(words));
        return None;
    }
    let mut areas = Vec::new();
    while !reader.is_done() {
        areas.push(reader.area()?);
    }
    if areas.len() > 8 {
        reader.missing("name at most 8 areas");
        return None;
    }
    Some(Retreat::List(List::of(&areas)))
}

fn claim(reader: &mut Reader<'_>) -> Option<Option<Auto>> {
    if choice(reader, ["ask", "auto"])? == 0 {
        return Some(None);
    }
    let recruits = [Building::VIRKI, Building::HOF, Building::VERSLUN];
    let mut auto = Auto { sheep: Taste::Even, cattle: Taste::Even, recruits };
    while !reader.is_done() {
        let words = ["sheep", "cattle", "recruits"];
        match reader.read("sheep, cattle or recruits", |word| place(&words, word), &words)? {
            0 => auto.sheep = taste(reader, Taste::Wool)?,
            1 => auto.cattle = taste(reader, Taste::Hide)?,
            _ => {
                let what = "the letters v, h and s in some order, such as vhs";
                auto.recruits = reader.read(what, letters, &["vhs", "hvs", "shv"])?;
            }
        }
    }
    Some(Some(auto))
}

/// Reads what units become: the kind's own good, meat, or even.
fn taste(reader: &mut Reader<'_>, own: Taste) -> Option<Taste> {
    let words = [write::taste(own), "meat", "even"];
    let at = reader.read("one of the possible goods", |word| place(&words, word), &words)?;
    Some([own, Taste::Meat, Taste::Even][at])
}

fn letters(word: &str) -> Option<[Building; 3]> {
    let known: Option<Vec<Building>> =
        word.chars().map(|letter| "vhs".find(letter).map(|at| Building(at as u8))).collect();
    let order: [Building; 3] = known?.try_into().ok()?;
    Building::all().all(|building| order.contains(&building)).then_some(order)
}

/// Reads `script ORDER; ORDER; ... [else done]`. Without orders, it clears the script.
pub fn script(
    reader: &mut Reader<'_>,
    parse: impl Fn(&str) -> Result<Order, Vec<Refusal>>,
) -> Option<PreOrder> {
    let state = reader.state;
    let text = reader.rest();
    let mut parts: Vec<&str> = text.split(';').map(str::trim).collect();
    let mut else_done = false;
    if let Some(last) = parts.last_mut()
        && let Some(before) = before_else_done(last)
    {
        (*last, else_done) = (before, true);
    }
    let mut orders = Vec::new();
    for part in parts.into_iter().filter(|part| !part.is_empty()) {
        match parse(part) {
            Ok(Order::Done | Order::Pass) => orders.push("done".to_owned()),
            Ok(order @ Order::Act(..)) => orders.push(write::write(state, &order)),
            Ok(_) => {
                let why = "is not a turn order; a script can contain only those";
                reader.wrong(Refusal::new(why).subject(part).rule("R22.5"));
            }
            Err(wrong) => wrong.into_iter().for_each(|refusal| reader.wrong(refusal)),
        }
    }
    if orders.len() > 40 {
        reader.missing("a script can have at most 40 orders");
    }
    Some(PreOrder::Script { orders, else_done })
}

/// The text before `else done` at the end of a script's last order.
fn before_else_done(part: &str) -> Option<&str> {
    let before = part.strip_suffix("done")?.trim_end().strip_suffix("else")?;
    (before.is_empty() || before.ends_with(' ')).then(|| before.trim_end())
}

/// Reads `wish TILE [for TILE], TILE ...`; commas are optional. Without tiles, it clears the list.
pub fn wish(reader: &mut Reader<'_>) -> Option<PreOrder> {
    let text = reader.rest().replace([',', ';'], " ");
    let mut words = Reader::new(reader.state, &text);
    let mut orders = Vec::new();
    while !words.is_done() && words.is_right() {
        words.skip("build");
        let tile = words.tile();
        let old = if words.skip("for") { words.tile().map(Some) } else { Some(None) };
        if let (Some(tile), Some(old)) = (tile, old) {
            orders.push(write::write(reader.state, &Order::Build(tile, old)));
        }
    }
    if let Err(wrong) = words.done(Some(())) {
        wrong.into_iter().for_each(|refusal| reader.wrong(refusal));
    }
    Some(PreOrder::Build(orders))
}

/// Reads `homes COLOUR COLOUR ...`, best first. Without colours, it clears the list.
pub fn homes(reader: &mut Reader<'_>) -> Option<PreOrder> {
    let mut colours: Vec<Colour> = Vec::new();
    while !reader.is_done() {
        let colour = reader.colour()?;
        if colours.contains(&colour) {
            reader.refuse(colour.slug(), "is named twice");
        }
        colours.push(colour);
    }
    Some(PreOrder::Homes(colours))
}

/// Reads `next b2 g2 k2`. Without cards, it clears the plan.
pub fn next(reader: &mut Reader<'_>) -> Option<PreOrder> {
    mix(reader, "next").map(PreOrder::Plan)
}
