//! R6 Map: a field of one of the six maps, and sets of fields of one map.

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::data;
use super::map::{FieldData, Ground, MapData, MapId};

/// Room for the fields of a map.
pub const FIELDS: usize = 96;

/// A field, with its map. Within a map fields are numbered by slug, so that their order is the
/// order of the rules. Facts write map and slug: `italia:roma`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Field(u16);

impl Field {
    /// No field, where one may be left out.
    pub const NONE: Field = Field(u16::MAX);

    pub fn new(map: MapId, local: usize) -> Field {
        Field((map.index() as u16) << 7 | local as u16)
    }

    pub fn is_none(self) -> bool {
        self == Field::NONE
    }

    /// The number within its map.
    pub fn local(self) -> usize {
        usize::from(self.0 & 127)
    }

    pub fn map(self) -> MapId {
        MapId::ALL[usize::from(self.0 >> 7)]
    }

    pub fn data(self) -> &'static FieldData {
        &data().maps[usize::from(self.0 >> 7)].fields[self.local()]
    }

    pub fn slug(self) -> &'static str {
        if self.is_none() { "" } else { &self.data().slug }
    }

    pub fn name(self) -> &'static str {
        if self.is_none() { "nowhere" } else { &self.data().name }
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

    /// Land and neutral fields: where soldiers stand.
    pub fn is_firm(self) -> bool {
        !self.is_water()
    }

    /// The field of a map with that slug.
    pub fn find(map: &MapData, slug: &str) -> Option<Field> {
        let at = map.fields.binary_search_by(|field| field.slug.as_str().cmp(slug)).ok()?;
        Some(Field::new(map.id, at))
    }

    /// All fields that share a border with it, black lines included.
    pub fn beside(self) -> Fields {
        self.data().beside
    }
}

impl Default for Field {
    fn default() -> Field {
        Field::NONE
    }
}

impl Serialize for Field {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_none() {
            return serializer.serialize_str("");
        }
        serializer.collect_str(&format_args!("{}:{}", self.map().slug(), self.slug()))
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

/// Fields of one map, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Fields(pub u128);

impl Fields {
    pub const NONE: Fields = Fields(0);
    pub const ALL: Fields = Fields(u128::MAX);

    pub fn of(field: Field) -> Fields {
        if field.is_none() { Fields::NONE } else { Fields(1 << field.local()) }
    }

    pub fn has(self, field: Field) -> bool {
        !field.is_none() && self.0 >> field.local() & 1 == 1
    }

    pub fn put(&mut self, field: Field) {
        *self = *self | Fields::of(field);
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn meets(self, other: Fields) -> bool {
        self.0 & other.0 != 0
    }

    pub fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// In the order of slugs.
    pub fn on(self, map: MapId) -> impl Iterator<Item = Field> + Clone {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let at = bits.trailing_zeros() as usize;
            bits &= bits.wrapping_sub(1);
            (at < 128).then(|| Field::new(map, at))
        })
    }
}

impl std::ops::BitOr for Fields {
    type Output = Fields;

    fn bitor(self, other: Fields) -> Fields {
        Fields(self.0 | other.0)
    }
}

impl std::ops::BitAnd for Fields {
    type Output = Fields;

    fn bitand(self, other: Fields) -> Fields {
        Fields(self.0 & other.0)
    }
}

impl std::ops::Not for Fields {
    type Output = Fields;

    fn not(self) -> Fields {
        Fields(!self.0)
    }
}
