//! Line slots that name things on the board: units, fields, seats, homelands.

use super::super::state::line::slots::{Part, Parts, Ships, Wishes};
use super::super::things::ids::{Faction, Field, Homeland};
use super::super::things::kinds::{Kind, Level};
use super::super::things::units::Unit;
use super::names::{COLOURS, seat_name, seat_of, seat_word};
use super::slot::{Slot, SlotChoice, SlotReader, SlotText};
use super::units::{listed, named, units};
use ravenpost_rules::Seat;
use ravenpost_rules::text::phrase::and;
use ravenpost_rules::text::spelling::plain;

/// Slots without units stay the same when the line is copied for other units.
macro_rules! unmoved {
    () => {
        fn with(&self, _units: Part) -> Self {
            *self
        }
    };
}

impl Slot for u8 {
    const LABEL: &'static str = "How many";
    const COUNTS: bool = true;

    fn counted(&self, n: u8) -> Option<u8> {
        Some(n)
    }

    fn few() -> Vec<u8> {
        (1..=12).collect()
    }

    fn read(pen: &mut SlotReader<'_, '_>) -> Option<u8> {
        pen.reader.number()
    }

    fn write(&self, _also: &[Part]) -> SlotText {
        self.to_string().into()
    }

    unmoved!();
}

impl Slot for Unit {
    const LABEL: &'static str = "Unit";

    fn choices() -> Vec<SlotChoice> {
        let levels = Level::ALL.iter().filter(|level| level.is_back());
        let units = levels.flat_map(|level| Kind::ALL.iter().map(move |kind| (*kind, *level)));
        let units = units.map(|(kind, level)| Unit { kind, level });
        units.map(|unit| (unit.to_string().into(), named(unit).into())).collect()
    }

    fn read(pen: &mut SlotReader<'_, '_>) -> Option<Unit> {
        pen.reader.read("a unit", Unit::from_code, Kind::WORDS)
    }

    fn write(&self, _also: &[Part]) -> SlotText {
        self.to_string().into()
    }

    fn say(&self, _also: &[Part]) -> SlotText {
        named(*self).into()
    }

    unmoved!();
}

/// Reads a list of units: number and type, as long as another number follows.
fn group(pen: &mut SlotReader<'_, '_>) -> Option<Parts> {
    let mut parts = Parts::new();
    loop {
        let (n, unit) = (pen.reader.number(), Unit::read(pen));
        if let (Some(n), Some(unit)) = (n, unit) {
            pen.add(&mut parts, Part { n, unit });
        }
        let next = pen.reader.peek();
        if !next.is_some_and(|word| word.bytes().all(|byte| byte.is_ascii_digit())) {
            return (!parts.is_empty()).then_some(parts);
        }
    }
}

impl Slot for Part {
    const LABEL: &'static str = "Units";
    const COUNTS: bool = true;

    fn counted(&self, n: u8) -> Option<Part> {
        Some(Part { n, ..*self })
    }

    fn read(pen: &mut SlotReader<'_, '_>) -> Option<Part> {
        let all = group(pen)?;
        let (first, others) = all.split_first()?;
        pen.also = Parts::of(others);
        Some(*first)
    }

    fn write(&self, also: &[Part]) -> SlotText {
        if also.is_empty() {
            return listed(&[*self]).into();
        }
        let all: Vec<Part> = std::iter::once(*self).chain(also.iter().copied()).collect();
        listed(&all).into()
    }

    fn say(&self, also: &[Part]) -> SlotText {
        if also.is_empty() {
            return units(self.n, self.unit).into();
        }
        let all = std::iter::once(self).chain(also);
        and(&all.map(|part| units(part.n, part.unit)).collect::<Vec<_>>()).into()
    }

    fn with(&self, units: Part) -> Part {
        units
    }
}

impl Slot for Parts {
    const LABEL: &'static str = "Units";
    const COUNTS: bool = true;

    /// Units of one type only.
    fn counted(&self, n: u8) -> Option<Parts> {
        let [one] = **self else { return None };
        Some(Parts::of(&[Part { n, ..one }]))
    }

    fn read(pen: &mut SlotReader<'_, '_>) -> Option<Parts> {
        group(pen)
    }

    fn write(&self, _also: &[Part]) -> SlotText {
        listed(self).into()
    }

    fn say(&self, _also: &[Part]) -> SlotText {
        and(&self.iter().map(|part| units(part.n, part.unit)).collect::<Vec<_>>()).into()
    }

    unmoved!();
}

/// Maximum number of words in a name.
const LONGEST: usize = 5;

/// Matches the next words against full names, as an alternative to slugs: `mare tyrrhenum`.
fn by_name<T: Copy>(
    pen: &mut SlotReader<'_, '_>,
    all: impl Iterator<Item = (T, &'static str, &'static str)>,
) -> Option<T> {
    let words: Vec<&str> =
        pen.reader.left().iter().take(LONGEST).map(|word| &*word.plain).collect();
    let mut names: Vec<(usize, T)> = Vec::new();
    for (thing, slug, name) in all {
        let name = plain(name);
        // Alternative names are in brackets.
        let names_of =
            name.split(['(', ')']).map(|name| name.split_whitespace().collect::<Vec<_>>());
        for known in names_of.chain([slug.split('-').collect::<Vec<_>>()]) {
            if !known.is_empty() && words.starts_with(&known) {
                names.push((known.len(), thing));
            }
        }
    }
    let (count, thing) = names.into_iter().max_by_key(|(count, _)| *count)?;
    pen.reader.pass(count);
    Some(thing)
}

impl Slot for Field {
    const LABEL: &'static str = "Where";

    fn read(pen: &mut SlotReader<'_, '_>) -> Option<Field> {
        let state = pen.state;
        let map = state.map().data();
        let find = |slug: &str| Field::find(map, slug).filter(|field| state.field.has(*field));
        if let Some(right) = pen.reader.peek().and_then(find) {
            pen.reader.pass(1);
            return Some(right);
        }
        let all = state.fields().map(|at| (at, at.slug(), at.name()));
        if let Some(right) = by_name(pen, all) {
            return Some(right);
        }
        let known: Vec<&str> = state.fields().map(Field::slug).collect();
        pen.reader.read("a field in play", find, &known)
    }

    fn write(&self, _also: &[Part]) -> SlotText {
        self.slug().into()
    }

    fn say(&self, _also: &[Part]) -> SlotText {
        self.name().into()
    }

    fn field(&self) -> Option<Field> {
        Some(*self)
    }

    unmoved!();
}

impl Slot for Ships {
    fn read(pen: &mut SlotReader<'_, '_>) -> Option<Ships> {
        if pen.reader.skip("quay") {
            return Some(Ships::Quay);
        }
        Field::read(pen).map(Ships::On)
    }

    fn write(&self, also: &[Part]) -> SlotText {
        match self {
            Ships::Quay => "quay".into(),
            Ships::On(water) => water.write(also),
        }
    }

    fn say(&self, _also: &[Part]) -> SlotText {
        match self {
            Ships::Quay => "ships at the quay".into(),
            Ships::On(water) => format!("ships on {}", water.name()).into(),
        }
    }

    fn field(&self) -> Option<Field> {
        match self {
            Ships::Quay => None,
            Ships::On(water) => Some(*water),
        }
    }

    unmoved!();
}

impl Slot for Seat {
    const LABEL: &'static str = "Player";

    fn read(pen: &mut SlotReader<'_, '_>) -> Option<Seat> {
        pen.reader.read("a colour", seat_of, COLOURS)
    }

    fn write(&self, _also: &[Part]) -> SlotText {
        seat_word(*self).into()
    }

    fn say(&self, _also: &[Part]) -> SlotText {
        seat_name(*self).into()
    }

    fn seat(&self) -> Option<Seat> {
        Some(*self)
    }

    unmoved!();
}

impl Slot for Faction {
    fn read(pen: &mut SlotReader<'_, '_>) -> Option<Faction> {
        let map = pen.state.map();
        let all = Faction::all(map).map(|one| (one, one.slug(), one.name()));
        if let Some(right) = by_name(pen, all) {
            return Some(right);
        }
        let known: Vec<&str> = Faction::all(map).map(Faction::slug).collect();
        pen.reader.read("a faction", |slug| Faction::find(map, slug), &known)
    }

    fn write(&self, _also: &[Part]) -> SlotText {
        self.slug().into()
    }

    fn say(&self, _also: &[Part]) -> SlotText {
        self.name().into()
    }

    unmoved!();
}

impl Slot for Wishes {
    const LABEL: &'static str = "Homelands";

    fn read(pen: &mut SlotReader<'_, '_>) -> Option<Wishes> {
        let map = pen.state.map();
        let known: Vec<&str> = Homeland::all(map).map(Homeland::slug).collect();
        let mut wishes = Wishes::new();
        while !pen.reader.is_done() {
            let all = Homeland::all(map).map(|one| (one, one.slug(), one.name()));
            let home = by_name(pen, all).or_else(|| {
                pen.reader.read("a homeland", |slug| Homeland::find(map, slug), &known)
            });
            home.into_iter().for_each(|home| pen.add(&mut wishes, home));
        }
        Some(wishes)
    }

    fn write(&self, _also: &[Part]) -> SlotText {
        self.iter().map(|home| home.slug()).collect::<Vec<_>>().join(" ").into()
    }

    fn say(&self, _also: &[Part]) -> SlotText {
        self.iter().map(|home| home.name()).collect::<Vec<_>>().join(", then ").into()
    }

    unmoved!();
}
