//! Names and properties of homelands and factions. Facts serialise map and slug.

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::ids::{Faction, Homeland};
use super::kinds::MapId;
use super::powers::Aid;
use super::tables::{FactionData, HomelandData};

impl Homeland {
    pub fn all(map: MapId) -> impl Iterator<Item = Homeland> + Clone {
        (0..map.data().homelands.len()).map(move |at| Homeland::new(map, at))
    }

    pub fn data(self) -> &'static HomelandData {
        &self.map().data().homelands[usize::from(self.local())]
    }

    pub fn slug(self) -> &'static str {
        &self.data().slug
    }

    pub fn name(self) -> &'static str {
        &self.data().name
    }

    /// The extra starting stock at a number of seats.
    pub fn aid(self, seats: u8) -> Aid {
        let fits = |aid: &&Aid| (aid.seats.0..=aid.seats.1).contains(&seats);
        self.data().aid.iter().find(fits).copied().unwrap_or_default()
    }

    pub fn find(map: MapId, slug: &str) -> Option<Homeland> {
        Homeland::all(map).find(|home| home.slug() == slug)
    }

    /// The factions that may start there.
    pub fn factions(self) -> impl Iterator<Item = Faction> + Clone {
        let map = self.map();
        self.data().factions.iter().map(move |at| Faction::new(map, usize::from(*at)))
    }
}

impl Faction {
    pub fn all(map: MapId) -> impl Iterator<Item = Faction> + Clone {
        (0..map.data().factions.len()).map(move |at| Faction::new(map, at))
    }

    pub fn data(self) -> &'static FactionData {
        &self.map().data().factions[usize::from(self.local())]
    }

    pub fn slug(self) -> &'static str {
        &self.data().slug
    }

    pub fn name(self) -> &'static str {
        &self.data().name
    }

    pub fn find(map: MapId, slug: &str) -> Option<Faction> {
        Faction::all(map).find(|faction| faction.slug() == slug)
    }
}

/// Serialises an item of a map as `map:slug`.
macro_rules! of_a_map {
    ($name:ident, $what:literal) => {
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&format_args!("{}:{}", self.map().slug(), self.slug()))
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Text;
                impl Visitor<'_> for Text {
                    type Value = $name;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str($what)
                    }

                    fn visit_str<E: Error>(self, text: &str) -> Result<$name, E> {
                        let (map, slug) = text.split_once(':').unwrap_or_default();
                        let found = MapId::from_slug(map).and_then(|map| $name::find(map, slug));
                        found.ok_or_else(|| E::custom(format!("no {} {text:?}", $what)))
                    }
                }
                deserializer.deserialize_str(Text)
            }
        }
    };
}

of_a_map!(Homeland, "homeland");
of_a_map!(Faction, "faction");
