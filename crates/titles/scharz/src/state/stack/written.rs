//! Serialised form of units, with words for marks and names for fields.

use serde::{Deserialize, Serialize};

use super::super::super::things::ids::Field;
use super::super::super::things::units::Unit;
use super::{Place, Stack, hazard_bit, mark};
use ravenpost_rules::named::slugged;

/// A stack with words in place of bits; default values are omitted.
#[derive(Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Written {
    at: Field,
    unit: Unit,
    #[serde(default, skip_serializing_if = "is_open")]
    place: Place,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    marks: Vec<WrittenMark>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    via: Vec<Field>,
    n: u8,
}

fn is_open(place: &Place) -> bool {
    *place == Place::Open
}

/// One mark, serialised as its word.
#[derive(Clone, Copy)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "String"))]
struct WrittenMark(u16);

impl WrittenMark {
    fn slug(self) -> &'static str {
        mark::words(self.0).next().unwrap_or_default()
    }

    fn from_slug(word: &str) -> Option<WrittenMark> {
        mark::from_word(word).map(WrittenMark)
    }
}

slugged!(WrittenMark, "mark");

impl From<Stack> for Written {
    fn from(stack: Stack) -> Written {
        let Stack { at, unit, place, marks, n, .. } = stack;
        let marks = mark::each(marks).map(WrittenMark).collect();
        Written { at, unit, place, marks, via: stack.passed().collect(), n }
    }
}

impl From<Written> for Stack {
    fn from(written: Written) -> Stack {
        let Written { at, unit, place, marks, via, n } = written;
        let marks = marks.into_iter().fold(0, |bits, mark| bits | mark.0);
        let via = via.into_iter().fold(0, |bits, field| bits | hazard_bit(field));
        Stack { at, unit, place, marks, via, n }
    }
}
