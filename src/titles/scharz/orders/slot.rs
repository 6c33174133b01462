//! How what a slot holds is read, written, said in plain English, and picked from a list.

use super::super::state::State;
use super::super::state::line::slots::{Part, Parts};
use super::super::things::ids::Field;
use crate::rules::Seat;
use crate::rules::list::List;
use crate::rules::reader::Reader;

/// An order that is being read.
pub struct Pen<'p, 'text> {
    pub state: &'p State,
    pub reader: Reader<'text>,
    /// Units beyond the first that the order names where a line has room for one type (R27.1).
    pub also: Parts,
}

impl Pen<'_, '_> {
    /// Puts one more into a list; what there is no room for is refused.
    pub fn add<T: Copy + Default, const N: usize>(&mut self, list: &mut List<T, N>, thing: T) {
        match list.is_full() {
            true => self.reader.missing(format!("a line has room for {N} of them, and no more")),
            false => list.push(thing),
        }
    }
}

/// A choice of a slot: the word and what it means.
pub type Choice = (String, String);

/// What stands in a slot that every line of its kind has.
pub trait Slot: Sized {
    fn read(pen: &mut Pen<'_, '_>) -> Option<Self>;

    /// As notation. `also` are the units that go with those of the line.
    fn write(&self, also: &[Part]) -> String;

    /// As a part of an English sentence.
    fn say(&self, also: &[Part]) -> String {
        self.write(also)
    }

    /// All that can stand there, where that is a short list.
    fn choices() -> Vec<Choice> {
        Vec::new()
    }

    /// The same slot of a line about other units.
    fn with(&self, _units: Part) -> Self;

    /// The field that stands in it.
    fn field(&self) -> Option<Field> {
        None
    }

    /// The seat that stands in it.
    fn seat(&self) -> Option<Seat> {
        None
    }
}

/// What stands in a slot that may be left out, behind its lead word.
pub trait Left: Sized {
    fn read(pen: &mut Pen<'_, '_>, lead: &str) -> Self;
    fn write(&self, lead: &str) -> String;
    fn say(&self, then: &str) -> String;
    fn hint(slot: &str, lead: &str) -> String;

    fn field(&self) -> Option<Field> {
        None
    }
}

impl Left for bool {
    fn read(pen: &mut Pen<'_, '_>, lead: &str) -> bool {
        pen.reader.skip(lead)
    }

    fn write(&self, lead: &str) -> String {
        if *self { lead.to_owned() } else { String::new() }
    }

    fn say(&self, then: &str) -> String {
        if *self { then.to_owned() } else { String::new() }
    }

    fn hint(_slot: &str, lead: &str) -> String {
        format!("[{lead}]")
    }
}

impl<T: Slot> Left for Option<T> {
    fn read(pen: &mut Pen<'_, '_>, lead: &str) -> Option<T> {
        let there = if lead.is_empty() { !pen.reader.is_done() } else { pen.reader.skip(lead) };
        if there { T::read(pen) } else { None }
    }

    fn write(&self, lead: &str) -> String {
        let there = self.as_ref().map(|it| format!("{lead} {}", it.write(&[])));
        there.unwrap_or_default().trim_start().to_owned()
    }

    fn say(&self, then: &str) -> String {
        self.as_ref().map_or_else(String::new, |it| then.replace("{}", &it.say(&[])))
    }

    fn hint(slot: &str, lead: &str) -> String {
        if lead.is_empty() { format!("[<{slot}>]") } else { format!("[{lead} <{slot}>]") }
    }

    fn field(&self) -> Option<Field> {
        self.as_ref().and_then(Slot::field)
    }
}

impl Left for Parts {
    fn read(pen: &mut Pen<'_, '_>, lead: &str) -> Parts {
        let there = pen.reader.skip(lead).then(|| <Parts as Slot>::read(pen)).flatten();
        there.unwrap_or_default()
    }

    fn write(&self, lead: &str) -> String {
        if self.is_empty() { String::new() } else { format!("{lead} {}", Slot::write(self, &[])) }
    }

    fn say(&self, then: &str) -> String {
        if self.is_empty() { String::new() } else { then.replace("{}", &Slot::say(self, &[])) }
    }

    fn hint(slot: &str, lead: &str) -> String {
        format!("[{lead} <{slot}>]")
    }
}
