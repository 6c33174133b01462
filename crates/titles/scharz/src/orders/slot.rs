//! Reads and writes slots, describes them in English and lists their choices.

use std::borrow::Cow;

use super::super::state::State;
use super::super::state::line::slots::{Part, Parts};
use super::super::things::ids::Field;
use ravenpost_rules::Seat;
use ravenpost_rules::list::List;
use ravenpost_rules::text::reader::Reader;

/// An order being read.
pub struct SlotReader<'p, 'text> {
    pub state: &'p State,
    pub reader: Reader<'text>,
    /// Further units that the order names where a line has room for one type (R27.1).
    pub also: Parts,
}

impl SlotReader<'_, '_> {
    /// Adds an element to a list and refuses it if the list is full.
    pub fn add<T: Copy + Default, const N: usize>(&mut self, list: &mut List<T, N>, thing: T) {
        match list.is_full() {
            true => self.reader.missing(format!("a line has room for at most {N} of them")),
            false => list.push(thing),
        }
    }
}

/// Text of a slot, usually a word from a table.
pub type SlotText = Cow<'static, str>;

/// A choice of a slot: the word and its meaning.
pub type SlotChoice = (String, String);

/// A required slot.
pub trait Slot: Sized {
    fn read(pen: &mut SlotReader<'_, '_>) -> Option<Self>;

    /// Writes it in notation. `also` holds further units for the same line.
    fn write(&self, also: &[Part]) -> SlotText;

    /// Describes it as part of an English sentence.
    fn say(&self, also: &[Part]) -> SlotText {
        self.write(also)
    }

    /// All possible values, where they form a short list.
    fn choices() -> Vec<SlotChoice> {
        Vec::new()
    }

    /// The same slot in a copy of the line for other units.
    fn with(&self, _units: Part) -> Self;

    fn field(&self) -> Option<Field> {
        None
    }

    fn seat(&self) -> Option<Seat> {
        None
    }
}

/// An optional slot, introduced by its lead word.
pub trait OptionalSlot: Sized {
    fn read(pen: &mut SlotReader<'_, '_>, lead: &str) -> Self;
    fn write(&self, lead: &'static str) -> SlotText;
    fn say(&self, then: &'static str) -> SlotText;
    fn hint(slot: &str, lead: &str) -> String;

    fn field(&self) -> Option<Field> {
        None
    }
}

impl OptionalSlot for bool {
    fn read(pen: &mut SlotReader<'_, '_>, lead: &str) -> bool {
        pen.reader.skip(lead)
    }

    fn write(&self, lead: &'static str) -> SlotText {
        if *self { lead.into() } else { SlotText::default() }
    }

    fn say(&self, then: &'static str) -> SlotText {
        if *self { then.into() } else { SlotText::default() }
    }

    fn hint(_slot: &str, lead: &str) -> String {
        format!("[{lead}]")
    }
}

impl<T: Slot> OptionalSlot for Option<T> {
    fn read(pen: &mut SlotReader<'_, '_>, lead: &str) -> Option<T> {
        let there = if lead.is_empty() { !pen.reader.is_done() } else { pen.reader.skip(lead) };
        if there { T::read(pen) } else { None }
    }

    fn write(&self, lead: &'static str) -> SlotText {
        match self {
            None => SlotText::default(),
            Some(it) if lead.is_empty() => it.write(&[]),
            Some(it) => format!("{lead} {}", it.write(&[])).into(),
        }
    }

    fn say(&self, then: &'static str) -> SlotText {
        self.as_ref().map_or_else(SlotText::default, |it| then.replace("{}", &it.say(&[])).into())
    }

    fn hint(slot: &str, lead: &str) -> String {
        if lead.is_empty() { format!("[<{slot}>]") } else { format!("[{lead} <{slot}>]") }
    }

    fn field(&self) -> Option<Field> {
        self.as_ref().and_then(Slot::field)
    }
}

impl OptionalSlot for Parts {
    fn read(pen: &mut SlotReader<'_, '_>, lead: &str) -> Parts {
        let there = pen.reader.skip(lead).then(|| <Parts as Slot>::read(pen)).flatten();
        there.unwrap_or_default()
    }

    fn write(&self, lead: &'static str) -> SlotText {
        match self.is_empty() {
            true => SlotText::default(),
            false => format!("{lead} {}", Slot::write(self, &[])).into(),
        }
    }

    fn say(&self, then: &'static str) -> SlotText {
        match self.is_empty() {
            true => SlotText::default(),
            false => then.replace("{}", &Slot::say(self, &[])).into(),
        }
    }

    fn hint(slot: &str, lead: &str) -> String {
        format!("[{lead} <{slot}>]")
    }
}
