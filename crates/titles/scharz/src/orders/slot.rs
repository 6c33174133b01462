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
pub type SlotChoice = (SlotText, SlotText);

/// Further values that the slots of a line may hold, all accepted in the same way as its own.
#[derive(Clone, Default, Debug)]
pub struct Free {
    /// Numbers in place of its number.
    pub numbers: Vec<u8>,
    /// Fields and seats in place of its own.
    pub fields: Vec<Field>,
    pub seats: Vec<Seat>,
    /// Whether keywords may be any of their list.
    pub settings: bool,
}

/// A slot as a field of a form: its label, and words with their meanings.
#[derive(Clone, Debug)]
pub struct SlotOptions {
    pub label: &'static str,
    pub words: Vec<SlotChoice>,
    /// The field of each word; empty if the slot names no fields.
    pub fields: Vec<Field>,
    /// Whether it remains a field of the form even with a single choice.
    pub stays: bool,
    /// Whether a destination follows.
    pub leads_on: bool,
    /// Whether it may be left out.
    pub optional: bool,
}

/// Label of the field for a number of rounds.
pub const ROUNDS: &str = "Rounds";

impl SlotOptions {
    /// Its text in the title of a form: the only choice, or a gap that a field fills.
    pub fn caption(&self) -> String {
        match (self.words.as_slice(), self.optional) {
            ([(_, meaning)], false) => meaning.to_string(),
            ([(_, meaning)], true) if meaning.is_empty() || meaning.starts_with(',') => {
                meaning.to_string()
            }
            ([(_, meaning)], true) => format!(" {meaning}"),
            (_, false) => "…".to_owned(),
            (_, true) => String::new(),
        }
    }

    /// The options of a required slot; `next` are the words after it.
    pub fn of<T: Slot>(slot: &T, also: &[Part], next: &[&str], free: &Free) -> SlotOptions {
        let said = |one: &T| (one.write(also), one.say(also));
        let counted: Vec<T> = free.numbers.iter().filter_map(|n| slot.counted(*n)).collect();
        let mut fields: Vec<Field> = slot.field().into_iter().collect();
        let mut words: Vec<SlotChoice> = counted.iter().map(said).collect();
        if !fields.is_empty() && !free.fields.is_empty() {
            fields.clone_from(&free.fields);
            words = fields.iter().map(|at| (at.slug().into(), at.name().into())).collect();
        } else if slot.seat().is_some() && !free.seats.is_empty() {
            let named = |seat: &Seat| (Slot::write(seat, &[]), Slot::say(seat, &[]));
            words = free.seats.iter().map(named).collect();
        } else if words.is_empty() && free.settings {
            words = T::choices();
        }
        if words.is_empty() {
            words.push(said(slot));
        }
        for (word, _) in &mut words {
            for next in next {
                let word = word.to_mut();
                word.push(' ');
                word.push_str(next);
            }
        }
        let leads_on = next.last() == Some(&">");
        let (label, stays) = (T::LABEL, T::COUNTS);
        SlotOptions { label, words, fields, stays, leads_on, optional: false }
    }

    /// The options of an optional slot; the empty word leaves it out. `then` is empty for words
    /// that are their own meaning.
    pub fn optional<T: OptionalSlot>(
        slot: &T,
        lead: &'static str,
        then: &'static str,
        free: &Free,
    ) -> SlotOptions {
        let said = |one: &T| {
            let word = one.write(lead);
            let meaning = if then.is_empty() { word.clone() } else { trimmed(one.say(then)) };
            (word, meaning)
        };
        let counted: Vec<T> = free.numbers.iter().filter_map(|n| slot.counted(*n)).collect();
        let mut words: Vec<SlotChoice> = counted.iter().map(said).collect();
        if words.is_empty() && free.settings {
            words = T::all().iter().map(said).collect();
        }
        if words.is_empty() {
            words.push(said(slot));
        }
        let is_of_rounds = lead == "rounds" && words.len() > 1;
        for (word, meaning) in words.iter_mut().filter(|_| is_of_rounds) {
            let rounds = word.strip_prefix("rounds ").unwrap_or("no limit");
            *meaning = rounds.to_owned().into();
        }
        let label = if is_of_rounds { ROUNDS } else { T::LABEL };
        let (stays, leads_on) = (false, false);
        SlotOptions { label, words, fields: Vec::new(), stays, leads_on, optional: true }
    }
}

fn trimmed(text: SlotText) -> SlotText {
    match text {
        Cow::Borrowed(text) => text.trim().into(),
        Cow::Owned(text) if text.trim().len() == text.len() => text.into(),
        Cow::Owned(text) => text.trim().to_owned().into(),
    }
}

/// A required slot.
pub trait Slot: Sized {
    /// The label of its field in forms.
    const LABEL: &'static str = "Which";
    /// Whether it holds a number or units.
    const COUNTS: bool = false;

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

    /// The same slot with another number, if it has one.
    fn counted(&self, _n: u8) -> Option<Self> {
        None
    }

    /// The values that an optional slot of this kind offers.
    fn few() -> Vec<Self> {
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
    const LABEL: &'static str = "Also";

    fn read(pen: &mut SlotReader<'_, '_>, lead: &str) -> Self;
    fn write(&self, lead: &'static str) -> SlotText;
    fn say(&self, then: &'static str) -> SlotText;
    fn hint(slot: &str, lead: &str) -> String;

    /// All values, where they form a short list.
    fn all() -> Vec<Self> {
        Vec::new()
    }

    /// The same slot with another number, if it has one.
    fn counted(&self, _n: u8) -> Option<Self> {
        None
    }

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
    const LABEL: &'static str = T::LABEL;

    fn all() -> Vec<Option<T>> {
        let few = T::few();
        let none = (!few.is_empty()).then_some(None);
        none.into_iter().chain(few.into_iter().map(Some)).collect()
    }

    fn counted(&self, n: u8) -> Option<Option<T>> {
        self.as_ref()?.counted(n).map(Some)
    }

    fn read(pen: &mut SlotReader<'_, '_>, lead: &str) -> Option<T> {
        let there = if lead.is_empty() { !pen.reader.is_done() } else { pen.reader.skip(lead) };
        if there { T::read(pen) } else { None }
    }

    fn write(&self, lead: &'static str) -> SlotText {
        match self {
            None => SlotText::default(),
            Some(it) if lead.is_empty() => it.write(&[]),
            Some(it) => [lead, " ", &it.write(&[])].concat().into(),
        }
    }

    fn say(&self, then: &'static str) -> SlotText {
        let Some(it) = self else { return SlotText::default() };
        let said = it.say(&[]);
        match then.split_once("{}") {
            Some((before, after)) => [before, &said, after].concat().into(),
            None => then.into(),
        }
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
