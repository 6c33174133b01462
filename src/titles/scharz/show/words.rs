//! Lines, units and doctrine in words.

use super::super::orders::grammar::{form, pieces};
use super::super::orders::names::seat_name;
use super::super::orders::write::write;
use super::super::state::doctrine::{Doctrine, Flight, Kinds, Luck};
use super::super::state::line::{Line, Part, Verb};
use super::super::state::{Stack, State};
use super::super::things::{Kind, Unit};
use crate::rules::Seat;
use crate::rules::phrase::{and, capital};

/// An order in words, for buttons and confirmations.
pub fn words(state: &State, line: &Line) -> String {
    match line.verb {
        Verb::Done => "Close the sheet".to_owned(),
        Verb::Reset => "Empty the sheet".to_owned(),
        Verb::Drop => format!("Take line {} and all after it off the sheet", line.n),
        _ => sentence(state, line),
    }
}

/// The line with names in place of slugs.
fn sentence(state: &State, line: &Line) -> String {
    let mut text = Vec::new();
    for piece in pieces(form(line.verb)) {
        let said = match piece {
            "<at>" => line.at.name().to_owned(),
            "<to>" => line.to.name().to_owned(),
            "<quay>" if !line.to.is_none() => line.to.name().to_owned(),
            "<seat>" => seat_name(line.other()),
            "<units>" if line.parts.is_empty() => units(line.n, line.unit),
            "<units>" | "<group>" => parts(&line.parts),
            ">" => "to".to_owned(),
            ":" => "with".to_owned(),
            _ => String::new(),
        };
        text.push((piece, said));
    }
    let plain = write(state, line);
    if text.iter().all(|(piece, said)| !said.is_empty() || !piece.starts_with(['<', '['])) {
        let said: Vec<String> = text
            .into_iter()
            .map(|(piece, said)| if said.is_empty() { piece.to_owned() } else { said })
            .collect();
        return capital(&said.join(" "));
    }
    let mut text = plain;
    for field in [line.at, line.to, line.on].into_iter().filter(|field| !field.is_none()) {
        text = text.replacen(field.slug(), field.name(), 1);
    }
    capital(&text.replace(" > ", " to "))
}

/// "3 Light Infantry".
pub fn units(n: u8, unit: Unit) -> String {
    let level = match unit.level.rank() {
        1 => String::new(),
        _ => format!("{} ", unit.level.slug()),
    };
    format!("{n} {level}{}", kind(unit.kind, n))
}

fn kind(kind: Kind, n: u8) -> String {
    match (kind, n) {
        (Kind::Sm | Kind::Ts | Kind::Ws, 2..) => format!("{}s", kind.name()),
        _ => kind.name().to_owned(),
    }
}

pub fn stack(stack: &Stack) -> String {
    units(stack.n, stack.unit)
}

pub fn parts(parts: &[Part]) -> String {
    and(&parts.iter().map(|part| units(part.n, part.unit)).collect::<Vec<_>>())
}

/// All settings of a seat's doctrine, as lines.
pub fn doctrine(state: &State, seat: Seat) -> Vec<String> {
    let known = state.player(seat).doctrine();
    settings(&known).iter().map(|line| write(state, line)).collect()
}

/// The lines that would lay a doctrine down.
pub fn settings(known: &Doctrine) -> Vec<Line> {
    let line = |verb: Verb, word: usize| Line::of(verb).word(word);
    let kinds = |verb: Verb, kinds: &Kinds| {
        let parts = kinds.iter().map(|kind| Part { n: 0, unit: Unit::of(*kind) });
        Line { parts: parts.collect(), ..Line::of(verb) }
    };
    let amount = matches!(known.escape.when, Flight::After | Flight::Loss);
    let escape = line(Verb::OurEscape, known.escape.when.index());
    let siege = known.siege.map_or(Line::of(Verb::OurSiege), |siege| Line {
        n: siege.rounds,
        m: siege.stop,
        ..line(Verb::OurSiege, siege.sack.index())
    });
    let mut all = vec![
        line(Verb::OurStance, known.stance.index()),
        line(Verb::OurWithdraw, known.withdraw.index()),
        line(Verb::OurEmerge, usize::from(known.emerge)),
        escape.number(if amount { known.escape.amount } else { 0 }),
        kinds(Verb::OurTarget, &known.target),
        Line::of(Verb::OurReroll).number(known.reroll),
        line(Verb::OurSpare, known.spare.index()),
        siege,
        line(Verb::OurLoot, known.loot.index()),
        line(Verb::OurHerds, known.herds.index()),
        line(Verb::OurRetreat, usize::from(known.retreat)),
        line(Verb::OurHarbour, usize::from(known.harbour)),
        kinds(Verb::OurTrain, &known.train),
        line(Verb::OurSow, usize::from(known.sow)),
        line(Verb::OurRecruit, usize::from(known.recruit)),
        line(Verb::OurFestival, known.festival.index()),
    ];
    for luck in Luck::ALL {
        let n = known.luck[luck.index()];
        if n > 0 {
            all.push(line(Verb::OurLuck, luck.index()).number(n));
        }
    }
    all
}
