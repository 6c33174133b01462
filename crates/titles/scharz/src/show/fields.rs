//! The fields of a view with their contents. Most fields are empty and serialise the same in all
//! views, so their JSON is cached.

use std::sync::LazyLock;

use serde::Serialize;
use serde::ser::{SerializeSeq, Serializer};
use serde_json::value::{RawValue, to_raw_value};

use super::super::reckon::world::World;
use super::super::state::State;
use super::super::state::land::{Site, Town, Yard};
use super::super::state::stack::Stack;
use super::super::things::ids::Field;
use super::super::things::kinds::{Herd, MapId};
use ravenpost_rules::Seat;

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FieldView {
    pub field: Field,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holder: Option<Seat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub town: Option<Town>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub encircled: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub yard: Option<Yard>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub site: Option<Site>,
    #[serde(skip_serializing_if = "is_none")]
    pub grain: u8,
    #[serde(skip_serializing_if = "is_none")]
    pub fish: u8,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stable: Vec<Herd>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pasture: Option<(Seat, Herd)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sown: Option<(Seat, u8)>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub looted: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub units: Vec<(Seat, Stack)>,
}

impl FieldView {
    /// An empty field.
    pub fn bare(field: Field) -> FieldView {
        FieldView {
            field,
            holder: None,
            town: None,
            encircled: false,
            yard: None,
            site: None,
            grain: 0,
            fish: 0,
            stable: Vec::new(),
            pasture: None,
            sown: None,
            looted: false,
            units: Vec::new(),
        }
    }

    pub fn is_bare(&self) -> bool {
        *self == FieldView::bare(self.field)
    }
}

fn is_none(n: &u8) -> bool {
    *n == 0
}

/// The fields in play, each with its units in seat order.
pub fn field_views(state: &State, world: &World) -> Vec<FieldView> {
    let mut units: Vec<(Seat, Stack)> = Vec::new();
    for seat in state.all() {
        units.extend(state.player(seat).stacks.iter().map(|stack| (seat, *stack)));
    }
    units.sort_by_key(|(_, stack)| stack.at);
    let on = |field: Field| {
        let from = units.partition_point(|(_, stack)| stack.at < field);
        let here = units[from..].iter().take_while(|(_, stack)| stack.at == field);
        here.copied().collect()
    };
    state.fields().map(|field| field_view(state, world, field, on(field))).collect()
}

fn field_view(state: &State, world: &World, field: Field, units: Vec<(Seat, Stack)>) -> FieldView {
    let land = state.land(field);
    FieldView {
        field,
        holder: world.holder(state, field),
        town: land.town,
        encircled: world.encircled.has(field),
        yard: land.yard,
        site: land.site,
        grain: land.grain,
        fish: land.fish,
        stable: land.stable.iter().collect(),
        pasture: land.pasture,
        sown: land.sown.map(|seat| (seat, land.crop)),
        looted: land.looted,
        units,
    }
}

/// Cached JSON of empty fields, by map and field.
static BARE: LazyLock<Vec<Vec<Box<RawValue>>>> = LazyLock::new(|| {
    let of = |field: Field| to_raw_value(&FieldView::bare(field)).expect("a field is plain data");
    MapId::ALL.iter().map(|map| map.data().all().map(of).collect()).collect()
});

/// A field in a view, complete or as cached JSON.
#[derive(Serialize)]
#[serde(untagged)]
enum Either<'v> {
    Bare(&'v RawValue),
    Whole(&'v FieldView),
}

/// Serialises the fields of a view.
pub fn written<S: Serializer>(fields: &[FieldView], serializer: S) -> Result<S::Ok, S::Error> {
    let mut all = serializer.serialize_seq(Some(fields.len()))?;
    for view in fields {
        let field = view.field;
        all.serialize_element(&match view.is_bare() {
            true => Either::Bare(&BARE[field.map().index()][field.local()]),
            false => Either::Whole(view),
        })?;
    }
    all.end()
}
