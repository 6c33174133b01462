//! Text to line: the words are followed along the forms that begin like them.

use super::super::state::doctrine::{Flight, Kinds, Sack, Siege};
use super::super::state::line::{Part, Sheet};
use super::super::state::{Line, State, Step, Verb};
use super::super::things::{Faction, Field, Homeland, Kind, Unit};
use super::grammar::{FORMS, pieces};
use super::lists::{GOALS, Words, words};
use super::names::{COLOURS, seat_of};
use crate::rules::reader::Reader;
use crate::rules::{Refusal, Seat};

const RULE: &str = "R27.3";

/// Reads one line.
pub fn parse(state: &State, seat: Seat, text: &str) -> Result<Line, Vec<Refusal>> {
    let gap = |letter: char| letter.is_whitespace() || letter == ',';
    let mut reader = Reader::split(text, RULE, gap);
    let again = reader.skip("second");
    let forms = candidates(state, seat, &reader, again);
    if forms.is_empty() {
        let mut heads: Vec<&str> = FORMS.iter().map(|(_, form)| head(form)).collect();
        heads.dedup();
        reader.read("an order", |_| None::<()>, &heads);
        return reader.end(None);
    }
    let mut best: Option<(usize, Vec<Refusal>)> = None;
    for (verb, form) in &forms {
        let mut reader = Reader::split(text, RULE, gap);
        reader.pass(usize::from(again));
        let mut line = Line { again, ..Line::of(*verb) };
        for piece in pieces(form) {
            slot(state, &mut reader, &mut line, piece);
        }
        let left = reader.left().len();
        match reader.end(Some(line)) {
            Ok(line) => return Ok(line),
            Err(wrong) => {
                let far = wrong.len() * 4 + left;
                if best.as_ref().is_none_or(|(least, _)| far < *least) {
                    best = Some((far, wrong));
                }
            }
        }
    }
    Err(best.map(|(_, wrong)| wrong).unwrap_or_default())
}

fn head(form: &'static str) -> &'static str {
    form.split(' ').next().unwrap_or_default()
}

/// The forms that the first word may begin; doctrine is told apart by its second.
fn candidates(
    state: &State,
    seat: Seat,
    reader: &Reader<'_>,
    again: bool,
) -> Vec<(Verb, &'static str)> {
    let plain: Vec<&str> = reader.left().iter().take(2).map(|word| &*word.plain).collect();
    let first = plain.first().copied().unwrap_or_default();
    let told = matches!(first, "doctrine" | "spend" | "announce");
    let fits = |form: &'static str| {
        let Some(rest) = form.strip_prefix(first) else { return false };
        let same = rest.is_empty() || rest.starts_with(' ');
        same && (!told || plain.get(1).is_none_or(|word| *word == head(rest.trim_start())))
    };
    let all = FORMS.iter().filter(|(verb, form)| fits(form) && (!again || verb.marches()));
    let mut forms: Vec<_> = all.copied().collect();
    // A word that begins lines of several decisions is read for the one that is open.
    let settling = state.step == Step::Settle && state.awaits(seat);
    forms.sort_by_key(|(verb, _)| (verb.sheet() == Sheet::Settle) != settling);
    forms
}

fn slot(state: &State, reader: &mut Reader<'_>, line: &mut Line, piece: &'static str) {
    match piece {
        "<n>" => line.n = reader.number().unwrap_or_default(),
        "<units>" => units(reader, line),
        "<group>" | "<ships>" | "<cargo>" => group(reader, line),
        "<unit>" | "<ship>" => line.unit = unit(reader).unwrap_or_default(),
        "<kinds>" => kinds(reader, line),
        "<targets>" if reader.skip("weakest") => {}
        "<pupils>" if reader.skip("recruits") => {}
        "<targets>" | "<pupils>" => kinds(reader, line),
        "<at>" => line.at = field(state, reader),
        "<to>" => line.to = field(state, reader),
        "<quay>" => {
            if !reader.skip("quay") {
                line.to = field(state, reader);
            }
        }
        "<seat>" => line.seat = colour(reader),
        "<homelands>" => homelands(state, reader, line),
        "<faction>" => faction(state, reader, line),
        "<escape>" => escape(reader, line),
        "<siege>" => siege(reader, line),
        "<goals>" => goals(reader, line),
        "<pen>" => line.m = words(piece).and_then(|list| word(reader, &list)).unwrap_or_default(),
        _ if piece.starts_with('[') => optional(state, reader, line, piece),
        _ if piece.starts_with('<') => {
            if let Some(list) = words(piece) {
                line.word = word(reader, &list).unwrap_or_default();
            }
        }
        plain => reader.expect(plain),
    }
}

/// What may be left out.
fn optional(state: &State, reader: &mut Reader<'_>, line: &mut Line, piece: &str) {
    match piece {
        "[> <on>]" | "[> <to>]" if reader.skip(">") => {
            let there = field(state, reader);
            if piece == "[> <on>]" { line.on = there } else { line.to = there }
        }
        "[with <group>]" | "[with <cargo>]" if reader.skip("with") => group(reader, line),
        "[afloat]" if reader.skip("afloat") => line.m = 1,
        "[stable]" if reader.skip("stable") => line.m = 1,
        "[cheap]" if reader.skip("cheap") => line.m = 1,
        "[rounds <n>]" if reader.skip("rounds") => line.n = reader.number().unwrap_or_default(),
        "[amount]" if reader.peek().is_some() => line.n = reader.number().unwrap_or_default(),
        "[rounds]" => {
            let rounds = reader.skip("rounds");
            line.n = if rounds { reader.number().unwrap_or(0) } else { Siege::USUAL.rounds };
        }
        "[stop]" => {
            let stop = reader.skip("stop");
            line.m = if stop { reader.number().unwrap_or(0) } else { Siege::USUAL.stop };
        }
        "[sack]" if reader.peek().is_some() => sack(reader, line),
        _ => {}
    }
}

fn word(reader: &mut Reader<'_>, list: &Words) -> Option<u8> {
    let known = &list.words[list.skip..];
    let find = |word: &str| known.iter().position(|one| *one == word);
    reader.read(list.what, find, known).map(|at| (at + list.skip) as u8)
}

fn sack(reader: &mut Reader<'_>, line: &mut Line) {
    if let Some(list) = words("<sack>") {
        line.word = word(reader, &list).unwrap_or_default();
    }
}

fn unit(reader: &mut Reader<'_>) -> Option<Unit> {
    reader.read("a unit", Unit::from_code, Kind::WORDS)
}

/// One type of units stands in the line itself, several as parts of it.
fn units(reader: &mut Reader<'_>, line: &mut Line) {
    group(reader, line);
    if let [part] = line.parts[..] {
        (line.n, line.unit) = (part.n, part.unit);
        line.parts.clear();
    }
}

fn group(reader: &mut Reader<'_>, line: &mut Line) {
    loop {
        let (n, unit) = (reader.number(), unit(reader));
        if let (Some(n), Some(unit)) = (n, unit) {
            part(reader, line, Part { n, unit });
        }
        let more = reader.peek().is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        if !more {
            return;
        }
    }
}

/// One more of what a line names several of.
fn part(reader: &mut Reader<'_>, line: &mut Line, part: Part) {
    match line.parts.is_full() {
        true => reader.wrong(Refusal::new("is more than one line has room for").rule(RULE)),
        false => line.parts.push(part),
    }
}

fn kinds(reader: &mut Reader<'_>, line: &mut Line) {
    loop {
        if let Some(kind) = reader.read("a type of unit", Kind::from_slug, Kind::WORDS) {
            // A list of all kinds is the longest that makes sense.
            if line.parts.len() == Kinds::ROOM {
                return reader.wrong(Refusal::new("names a type of unit twice").rule(RULE));
            }
            part(reader, line, Part { n: 0, unit: Unit::of(kind) });
        }
        if reader.is_done() {
            return;
        }
    }
}

fn field(state: &State, reader: &mut Reader<'_>) -> Field {
    let map = state.map().data();
    let find = |slug: &str| Field::find(map, slug).filter(|field| state.field.has(*field));
    if let Some(right) = reader.peek().and_then(find) {
        reader.pass(1);
        return right;
    }
    let known: Vec<&str> = state.fields().map(Field::slug).collect();
    reader.read("a field in play", find, &known).unwrap_or_default()
}

fn colour(reader: &mut Reader<'_>) -> Option<Seat> {
    reader.read("a colour", seat_of, COLOURS)
}

fn homelands(state: &State, reader: &mut Reader<'_>, line: &mut Line) {
    let known: Vec<&str> = Homeland::all(state.map()).map(Homeland::slug).collect();
    while !reader.is_done() {
        let find = |slug: &str| Homeland::find(state.map(), slug);
        if let Some(home) = reader.read("a homeland", find, &known) {
            part(reader, line, Part { n: home.local(), unit: Unit::default() });
        }
    }
}

fn faction(state: &State, reader: &mut Reader<'_>, line: &mut Line) {
    let known: Vec<&str> = Faction::all(state.map()).map(Faction::slug).collect();
    let find = |slug: &str| known.iter().position(|one| *one == slug);
    line.word = reader.read("a faction", find, &known).unwrap_or_default() as u8;
}

fn escape(reader: &mut Reader<'_>, line: &mut Line) {
    let Some(list) = words("<flight>") else { return };
    line.word = word(reader, &list).unwrap_or_default();
    let amount = matches!(Flight::ALL[usize::from(line.word)], Flight::After | Flight::Loss);
    if amount {
        line.n = reader.number().unwrap_or_default();
    }
}

/// `never`, or rounds, stop and fate of doctrine.
fn siege(reader: &mut Reader<'_>, line: &mut Line) {
    if reader.skip("never") {
        return;
    }
    line.n = reader.number().unwrap_or_default();
    reader.expect("stop");
    line.m = reader.number().unwrap_or_default();
    let find = |word: &str| Sack::from_slug(word).map(|sack| sack as u8);
    line.word = reader.read("a fate of a settlement", find, Sack::WORDS).unwrap_or_default();
}

/// Two letters: the first in `n`, the second in `m`.
fn goals(reader: &mut Reader<'_>, line: &mut Line) {
    let Some(list) = words("<goal>") else { return };
    line.n = word(reader, &list).unwrap_or_default();
    line.m = word(reader, &list).unwrap_or_default();
    if line.n >= line.m && reader.is_right() {
        reader.refuse(GOALS[usize::from(line.m)], "two different goals, in the order of letters");
    }
}
