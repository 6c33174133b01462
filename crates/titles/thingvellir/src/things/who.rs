//! A seat with its faction, as facts name it.

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::data;
use super::names::Faction;
use ravenpost_rules::{Narrator, Seat, Voice};

/// A seat with its faction. Facts name both, because they are narrated without their state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "String"))]
pub struct Who {
    pub seat: Seat,
    pub faction: Faction,
}

impl Who {
    pub fn name(self) -> &'static str {
        self.faction.name()
    }

    /// Speaks of the seat in a sentence.
    pub fn voice(self, narrator: &Narrator) -> Voice<'_> {
        narrator.voice(self.seat, self.name())
    }
}

impl Serialize for Who {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&data().seats[self.seat.index()][self.faction.index()])
    }
}

impl<'de> Deserialize<'de> for Who {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl Visitor<'_> for Text {
            type Value = Who;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a seat and its faction, as \"2 oddi\"")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Who, E> {
                let parts = text.split_once(' ').and_then(|(seat, slug)| {
                    let seat = seat.parse().ok().filter(|seat| (1..=6).contains(seat))?;
                    Some(Who { seat: Seat(seat), faction: Faction::from_slug(slug)? })
                });
                parts.ok_or_else(|| E::custom(format!("no seat and faction: {text:?}")))
            }
        }
        deserializer.deserialize_str(Text)
    }
}
