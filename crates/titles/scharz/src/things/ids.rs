//! Fields, homelands and factions as numbers, and sets of fields. Their names and properties are in
//! the tables.

use super::kinds::MapId;

/// Maximum number of fields of a map.
pub const FIELDS: usize = 96;

/// A field with its map. Fields of a map are numbered by slug, so their order follows the rules.
/// Facts serialise map and slug: `italia:roma`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "String"))]
pub struct Field(u16);

impl Field {
    /// Stands for no field where one is optional.
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
}

impl Default for Field {
    fn default() -> Field {
        Field::NONE
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "String"))]
pub struct Homeland(u8);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "String"))]
pub struct Faction(u8);

impl Homeland {
    pub fn new(map: MapId, local: usize) -> Homeland {
        Homeland((map.index() * 16 + local) as u8)
    }

    pub fn map(self) -> MapId {
        MapId::ALL[usize::from(self.0 >> 4)]
    }

    /// The number among the homelands of its map.
    pub fn local(self) -> u8 {
        self.0 & 15
    }
}

impl Faction {
    pub fn new(map: MapId, local: usize) -> Faction {
        Faction((map.index() * 16 + local) as u8)
    }

    pub fn map(self) -> MapId {
        MapId::ALL[usize::from(self.0 >> 4)]
    }

    pub fn local(self) -> u8 {
        self.0 & 15
    }
}

/// A set of fields of one map, as bits.
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

    /// The fields in the order of slugs.
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
