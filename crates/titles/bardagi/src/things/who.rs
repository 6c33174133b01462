//! A seat with its colour, as facts name it.

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::kinds::Colour;
use ravenpost_rules::{Narrator, Seat, Voice};

/// A seat and its colour: `2 blue`. Before colours are chosen, the seat alone: `2`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "String"))]
pub struct Who {
    pub seat: Seat,
    pub colour: Colour,
}

impl Who {
    /// The name of the seat: "Blue", or "Seat 2".
    pub fn name(self) -> String {
        match self.colour {
            Colour::NONE => format!("Seat {}", self.seat),
            colour => colour.name().to_owned(),
        }
    }

    /// Speaks of the seat in a sentence.
    pub fn voice(self, narrator: &Narrator) -> Voice<'_> {
        narrator.voice(self.seat, self.name())
    }
}

impl Serialize for Who {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.colour {
            Colour::NONE => serializer.collect_str(&self.seat.0),
            colour => serializer.collect_str(&format_args!("{} {}", self.seat.0, colour.slug())),
        }
    }
}

impl<'de> Deserialize<'de> for Who {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl Visitor<'_> for Text {
            type Value = Who;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a seat and its colour, such as \"2 blue\"")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Who, E> {
                let (seat, colour) = text.split_once(' ').unwrap_or((text, ""));
                let seat = seat.parse().ok().filter(|seat| (1..=5).contains(seat));
                let colour = match colour {
                    "" => Some(Colour::NONE),
                    slug => Colour::from_slug(slug),
                };
                match (seat, colour) {
                    (Some(seat), Some(colour)) => Ok(Who { seat: Seat(seat), colour }),
                    _ => Err(E::custom(format!("not a seat and a colour: {text:?}"))),
                }
            }
        }
        deserializer.deserialize_str(Text)
    }
}
