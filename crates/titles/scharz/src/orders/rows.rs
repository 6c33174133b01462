//! The table of lines: how each is read and written, its form, and the sentence for it.

use std::sync::LazyLock;

use super::super::state::line::slots::{
    Commanders, Condition, MightGoal, Part, Parts, Pasturage, Prestige, Pupils, Ships, Storm,
    Targets, Wishes,
};
use super::super::state::line::{self, SheetLine, table};
use super::super::state::{Step, doctrine, pact};
use super::super::things;
use super::super::things::ids::Field;
use super::slot::{Free, OptionalSlot, Slot, SlotChoice, SlotOptions, SlotReader, SlotText};
use super::terms;
use ravenpost_rules::Seat;

/// Properties of a kind of line.
pub struct LineKind {
    /// Name in the table.
    pub name: &'static str,
    /// The words it begins with: `["announce", "might"]`.
    pub words: &'static [&'static str],
    /// The complete form: `move <units> <at> > <to> [> <on>]`.
    pub form: String,
    pub heading: &'static str,
    pub label: &'static str,
    /// The decisions on whose sheets it is allowed; empty for doctrine and sheet commands.
    pub steps: &'static [Step],
    /// Optional word before it: `second`.
    pub before: Option<&'static str>,
    /// The choices of each slot, where they form a short list.
    pub choices: fn() -> Vec<Vec<SlotChoice>>,
    pub read: fn(&mut SlotReader<'_, '_>) -> Option<SheetLine>,
    /// Its sentence with other texts for its slots, which are asked for in their order. The flag
    /// says whether the optional word before it is written.
    pub sentence: fn(bool, &mut dyn FnMut() -> String) -> String,
}

impl LineKind {
    pub fn is_doctrine(&self) -> bool {
        self.words[0] == "doctrine"
    }
}

/// All kinds of lines. Kinds that begin alike are tried in this order.
pub static ROWS: LazyLock<Vec<LineKind>> = LazyLock::new(rows);

pub fn row(line: &SheetLine) -> &'static LineKind {
    &ROWS[place(line)]
}

/// The fields that a line names, its destination last.
pub fn places(line: &SheetLine) -> Vec<Field> {
    named(line).0.into_iter().flatten().collect()
}

/// What a line is about: its kind, first field and other seat.
pub fn about(line: &SheetLine) -> (usize, Option<Field>, Option<Seat>) {
    let (fields, seats) = named(line);
    (place(line), fields.into_iter().flatten().next(), seats.into_iter().flatten().next())
}

fn hint<T: Slot>(slot: &str) -> String {
    format!("<{slot}>")
}

fn lead<T: OptionalSlot>(slot: &str, lead: &str) -> String {
    T::hint(slot, lead)
}

fn join(parts: &[SlotText]) -> String {
    let mut line = String::with_capacity(48);
    for part in parts.iter().filter(|part| !part.is_empty()) {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(part);
    }
    line
}

/// A line as the first words of its notation and the options of its slots.
#[derive(Clone, Debug)]
pub struct Parted {
    pub lead: String,
    pub slots: Vec<SlotOptions>,
}

impl Parted {
    /// Labels each slot after a `>` as a destination.
    fn of(lead: String, mut slots: Vec<SlotOptions>) -> Parted {
        for at in 1..slots.len() {
            if slots[at - 1].leads_on {
                (slots[at].label, slots[at].stays) = ("To", true);
            }
        }
        Parted { lead, slots }
    }
}

macro_rules! steps {
    ([$($step:ident),*]) => { &[$(Step::$step),*] };
}

/// Defines the functions over all lines.
macro_rules! notation {
    ($(
        $(#[$doc:meta])*
        $chapter:ident $steps:tt $heading:literal {
            $($line:ident = $([$before:ident : $flag:ty, $mark:literal, $again:literal])?
                $($word:literal)+
                $(($slot:ident : $kind:ty) $($next:literal)*)*
                $([$more:ident : $option:ty, $lead:literal, $then:literal])*
                => $label:literal, $says:literal;)+
        }
    )+) => {
        fn rows() -> Vec<LineKind> {
            vec![$($(LineKind {
                name: stringify!($line),
                words: &[$($word),+],
                form: join(&[
                    $($word.into(),)+
                    $(hint::<$kind>(stringify!($slot)).into(), $($next.into(),)*)*
                    $(lead::<$option>(stringify!($more), $lead).into(),)*
                ]),
                heading: $heading,
                label: $label,
                steps: steps!($steps),
                before: [$(Some($mark),)? None][0],
                choices: || vec![$(<$kind as Slot>::choices(),)*],
                read: |pen| {
                    $(let $before = <$flag as OptionalSlot>::read(pen, $mark);)?
                    $(pen.reader.expect($word);)+
                    $(
                        let $slot = <$kind as Slot>::read(pen);
                        $(pen.reader.expect($next);)*
                    )*
                    $(let $more = <$option as OptionalSlot>::read(pen, $lead);)*
                    Some(line::$line { $($before,)? $($slot: $slot?,)* $($more,)* }.into())
                },
                sentence: |_again, _next| {
                    $(let $before = if _again { $again } else { "" };)?
                    $(let $slot = _next();)*
                    $(let $more = _next();)*
                    format!($says)
                },
            },)+)+]
        }

        /// Index of the kind of a line in the table.
        pub fn place(line: &SheetLine) -> usize {
            enum At { $($($line,)+)+ }
            let at = match line {
                $($(SheetLine::$chapter(line::$chapter::$line(_)) => At::$line,)+)+
            };
            at as usize
        }

        /// Writes a line in notation.
        pub fn written(line: &SheetLine, also: &[Part]) -> String {
            match line {
                $($(SheetLine::$chapter(line::$chapter::$line(one)) => {
                    let line::$line { $($before,)? $($slot,)* $($more,)* } = one;
                    join(&[
                        $(OptionalSlot::write($before, $mark),)?
                        $($word.into(),)+
                        $(Slot::write($slot, also), $($next.into(),)*)*
                        $(OptionalSlot::write($more, $lead),)*
                    ])
                })+)+
            }
        }

        /// Describes a line in a sentence without its full stop.
        pub fn said(line: &SheetLine, also: &[Part]) -> String {
            // The meaning of the number in an offer depends on the pact.
            if let Some(offer) = terms::said(line) {
                return offer;
            }
            match line {
                $($(SheetLine::$chapter(line::$chapter::$line(one)) => {
                    let line::$line { $($before,)? $($slot,)* $($more,)* } = one;
                    $(let $before = OptionalSlot::say($before, $again);)?
                    $(let $slot = Slot::say($slot, also);)*
                    $(let $more = OptionalSlot::say($more, $then);)*
                    format!($says)
                })+)+
            }
        }

        /// Splits a line into its first words and the options of its slots.
        pub fn parted(line: &SheetLine, also: &[Part], free: &Free) -> Parted {
            // The meaning of the number in an offer depends on the pact.
            let measure = terms::measure(line);
            let mut all = match line {
                $($(SheetLine::$chapter(line::$chapter::$line(one)) => {
                    let line::$line { $($before,)? $($slot,)* $($more,)* } = one;
                    let lead = join(&[
                        $(OptionalSlot::write($before, $mark),)?
                        $($word.into(),)+
                    ]);
                    Parted::of(lead, vec![
                        $(SlotOptions::of($slot, also, &[$($next),*], free),)*
                        $({
                            let then = if measure.is_some() { "" } else { $then };
                            SlotOptions::optional($more, $lead, then, free)
                        },)*
                    ])
                })+)+
            };
            if let (Some(label), Some(amount)) = (measure, all.slots.last_mut()) {
                amount.label = label;
            }
            all
        }

        /// Copies the line with another number.
        pub fn counted(line: &SheetLine, n: u8) -> SheetLine {
            match line {
                $($(SheetLine::$chapter(line::$chapter::$line(one)) => {
                    let line::$line { $($before,)? $($slot,)* $($more,)* } = one;
                    line::$line {
                        $($before: *$before,)?
                        $($slot: Slot::counted($slot, n).unwrap_or(*$slot),)*
                        $($more: OptionalSlot::counted($more, n).unwrap_or(*$more),)*
                    }.into()
                })+)+
            }
        }

        /// Copies the line for other units.
        // Some lines have no slots besides these.
        #[allow(clippy::needless_update)]
        pub fn with(line: &SheetLine, units: Part) -> SheetLine {
            match line {
                $($(SheetLine::$chapter(line::$chapter::$line(_one)) => {
                    line::$line { $($slot: Slot::with(&_one.$slot, units),)* ..*_one }.into()
                })+)+
            }
        }

        /// The fields and seats that a line names, in its order.
        fn named(line: &SheetLine) -> (Vec<Option<Field>>, Vec<Option<Seat>>) {
            match line {
                $($(SheetLine::$chapter(line::$chapter::$line(_one)) => (
                    vec![$(Slot::field(&_one.$slot),)* $(OptionalSlot::field(&_one.$more),)*],
                    vec![$(Slot::seat(&_one.$slot),)*],
                ),)+)+
            }
        }
    };
}

table!(notation);
