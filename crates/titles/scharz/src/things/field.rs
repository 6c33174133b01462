//! R6 Map: names and properties of fields. Facts serialise map and slug: `italia:roma`.

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::ids::{Field, Fields};
use super::kinds::MapId;
use super::tables::{FieldData, Ground, MapData};
use ravenpost_rules::Narrator;

impl Field {
    pub fn data(self) -> &'static FieldData {
        &self.map().data().fields[self.local()]
    }

    pub fn slug(self) -> &'static str {
        if self.is_none() { "" } else { &self.data().slug }
    }

    pub fn name(self) -> &'static str {
        if self.is_none() { "nowhere" } else { &self.data().name }
    }

    /// Returns the name, for a sentence that mentions the field.
    pub fn name_for(self, narrator: &Narrator) -> &'static str {
        narrator.area(self.slug(), self.name())
    }

    pub fn ground(self) -> Ground {
        self.data().ground
    }

    pub fn is_land(self) -> bool {
        self.ground() == Ground::Land
    }

    /// Seas and river sections.
    pub fn is_water(self) -> bool {
        matches!(self.ground(), Ground::Sea | Ground::River)
    }

    pub fn is_neutral(self) -> bool {
        matches!(self.ground(), Ground::Neutral(_))
    }

    /// Land and neutral fields, where soldiers may be.
    pub fn is_firm(self) -> bool {
        !self.is_water()
    }

    pub fn find(map: &MapData, slug: &str) -> Option<Field> {
        let at = map.fields.binary_search_by(|field| field.slug.as_str().cmp(slug)).ok()?;
        Some(Field::new(map.id, at))
    }

    /// All fields that share a border with it, including black lines.
    pub fn neighbours(self) -> Fields {
        self.data().neighbours
    }
}

impl Serialize for Field {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(if self.is_none() { "" } else { &self.data().key })
    }
}

impl<'de> Deserialize<'de> for Field {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl Visitor<'_> for Text {
            type Value = Field;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a field, as \"italia:roma\"")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Field, E> {
                if text.is_empty() {
                    return Ok(Field::NONE);
                }
                let (map, slug) = text.split_once(':').unwrap_or_default();
                let map = MapId::from_slug(map).map(MapId::data);
                let found = map.and_then(|map| Field::find(map, slug));
                found.ok_or_else(|| E::custom(format!("no field {text:?}")))
            }
        }
        deserializer.deserialize_str(Text)
    }
}
