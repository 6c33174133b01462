//! Contents of a field: settlement, shipyard, building site, stores, herds, crops, markers.

use serde::{Deserialize, Serialize};

use super::super::things::kinds::{Building, Herd};
use ravenpost_rules::Seat;

/// A completed village or city.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Town {
    pub owner: Seat,
    pub city: bool,
    pub fort: bool,
}

/// A completed dock or port.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Yard {
    pub owner: Seat,
    pub port: bool,
}

/// A building site, with its points out of twelve (R15.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Site {
    pub owner: Seat,
    pub building: Building,
    pub points: u8,
}

/// Trade used in this rear at a settlement, with a limit for each kind (R16.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Used {
    pub bought: u8,
    pub raised: u8,
    pub hired: u8,
    pub ships: u8,
    pub elephants: u8,
    pub doubled: bool,
    pub hastened: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Land {
    pub town: Option<Town>,
    pub yard: Option<Yard>,
    pub site: Option<Site>,
    /// Stored in the settlement and in the shipyard.
    pub grain: u8,
    pub fish: u8,
    pub stable: Herds,
    pub pasture: Option<(Seat, Herd)>,
    /// The sower, and the grain on the field.
    pub sown: Option<Seat>,
    pub crop: u8,
    pub looted: bool,
    pub used: Used,
}

/// Herds in a stable, at most two.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Herds([Option<Herd>; 2]);

impl Herds {
    pub const NONE: Herds = Herds([None; 2]);

    pub fn iter(&self) -> impl Iterator<Item = Herd> + use<> {
        self.0.into_iter().flatten()
    }

    pub fn len(&self) -> usize {
        self.iter().count()
    }

    pub fn has(&self, herd: Herd) -> bool {
        self.0.contains(&Some(herd))
    }

    pub fn put(&mut self, herd: Herd) {
        if let Some(free) = self.0.iter_mut().find(|place| place.is_none()) {
            *free = Some(herd);
        }
    }

    pub fn take(&mut self, herd: Herd) {
        if let Some(place) = self.0.iter_mut().find(|place| **place == Some(herd)) {
            *place = None;
        }
        self.0.sort_by_key(Option::is_none);
    }
}

impl Land {
    pub const BLANK: Land = Land {
        town: None,
        yard: None,
        site: None,
        grain: 0,
        fish: 0,
        stable: Herds::NONE,
        pasture: None,
        sown: None,
        crop: 0,
        looted: false,
        used: Used {
            bought: 0,
            raised: 0,
            hired: 0,
            ships: 0,
            elephants: 0,
            doubled: false,
            hastened: false,
        },
    };

    pub fn town_of(&self, seat: Seat) -> Option<Town> {
        self.town.filter(|town| town.owner == seat)
    }

    pub fn yard_of(&self, seat: Seat) -> Option<Yard> {
        self.yard.filter(|yard| yard.owner == seat)
    }

    pub fn site_of(&self, seat: Seat) -> Option<Site> {
        self.site.filter(|site| site.owner == seat)
    }

    /// Room for grain, fish, units inside and herds in the stable (R16.17, R12.1, R19.6).
    pub fn grain_room(&self) -> u8 {
        self.town.map_or(0, Town::grain)
    }

    pub fn fish_room(&self) -> u8 {
        self.yard.map_or(0, |yard| if yard.port { 4 } else { 2 })
    }

    pub fn unit_room(&self) -> u8 {
        self.town.map_or(0, Town::beds)
    }

    pub fn stalls(&self) -> usize {
        self.town.map_or(0, |town| if town.city { 2 } else { 1 })
    }

    /// Building tiles that a seat has here (R4.3).
    pub fn tiles(&self, seat: Seat) -> u8 {
        let town = self.town_of(seat).map_or(0, |town| 1 + u8::from(town.fort));
        let yard = u8::from(self.yard_of(seat).is_some());
        let site = self.site_of(seat).is_some_and(|site| !site.building.is_upgrade());
        town + yard + u8::from(site)
    }
}

impl Town {
    /// Room for grain.
    pub fn grain(self) -> u8 {
        self.beds()
    }

    /// Room for units inside.
    pub fn beds(self) -> u8 {
        let room = if self.city { 10 } else { 5 };
        room + u8::from(self.fort)
    }
}

/// Berths of a shipyard.
pub const BERTHS: u8 = 2;
