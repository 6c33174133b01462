//! Values derived from a state: land of a seat, positions, movement, prices, limits. It judges no
//! orders.

pub mod ask;
pub mod claim;
pub mod income;
pub mod lots;
pub(super) mod pace;
pub mod plan;
mod price;
mod retreat;
#[cfg(test)]
mod tests;
mod voyage;
mod walk;

use super::state::State;
use super::state::player::Player;
use super::state::turn::Session;
use super::things::areas::{Area, Place};
use super::things::ids::Areas;
use super::things::kinds::{Building, Kind, Unit};
use super::things::tiles::Tile;
use ravenpost_rules::Seat;

/// Maximum number of disks on a building without tiles (R13.11).
const LIMIT: u8 = 6;
/// Storage limit of each good, without and with the Great Warehouse (R2.6).
const STORAGE: u8 = 5;
const WAREHOUSE: u8 = 8;

/// Why a land unit may not enter an area (R8.6-R8.9).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bar {
    /// The home of a colour that is not in play, or an area of the other board.
    Closed,
    /// Another player's home, open to a Kaupmadur only.
    Home,
    /// A camp without owner.
    Camp,
    Axes,
}

impl Player {
    /// Maximum number of disks on a building (R13.11). With the Mead Hall, each small tile counts 2
    /// (R13.12).
    pub fn limit(&self, building: Building) -> u8 {
        let tiles = self.tiles[building.index()].iter().filter(|tile| **tile != Tile::NONE);
        let mead = building == Building::VIRKI && self.has(Tile::MEAD_HALL);
        let room = tiles.map(|tile| if mead { 2 } else { tile.data().level });
        LIMIT + room.sum::<u8>()
    }

    pub fn storage(&self) -> u8 {
        if self.has(Tile::GREAT_WAREHOUSE) { WAREHOUSE } else { STORAGE }
    }

    /// The area of a land unit; `None` if it is aboard or defeated and thus inactive (R7.10).
    pub fn area_of(&self, unit: Unit) -> Option<Area> {
        self.at.get(unit.index()).and_then(|place| place.area())
    }

    /// The land units aboard, as bits.
    pub fn aboard(&self) -> u8 {
        let aboard = Unit::LAND.iter().filter(|unit| self.is_aboard(**unit));
        aboard.fold(0, |bits, unit| bits | 1 << unit.0)
    }

    pub fn is_aboard(&self, unit: Unit) -> bool {
        self.at.get(unit.index()) == Some(&Place::ABOARD)
    }
}

impl State {
    /// The areas a seat owns (R2.7).
    pub fn owned(&self, seat: Seat) -> Areas {
        let lands = self.lands.iter().enumerate();
        lands
            .filter(|(_, land)| land.owner == Some(seat))
            .fold(0, |set, (area, _)| set | Area(area as u8).bit())
    }

    /// The land that counts as a single area for walking: all owned areas and the home (R2.11).
    pub fn own_land(&self, seat: Seat) -> Areas {
        self.owned(seat) | self.home(seat).map_or(0, Area::bit)
    }

    /// The seat that holds an area, as its owner or as its home.
    pub fn holder(&self, area: Area) -> Option<Seat> {
        if area.kind() == Kind::Home { self.host(area) } else { self.owner(area) }
    }

    /// Whether another seat's Axe tokens are there (R8.8, R8.9).
    pub fn barred(&self, seat: Seat, area: Area) -> bool {
        self.land(area).axes > 0 && self.holder(area) != Some(seat)
    }

    /// A camp without disks (R8.7).
    pub fn untaken_camp(&self, area: Area) -> bool {
        area.kind() == Kind::Camp && self.owner(area).is_none()
    }

    /// What keeps a seat's land unit out of an area, if anything. A Berserkur may enter Axe tokens,
    /// where its walk ends.
    pub fn bar(&self, seat: Seat, unit: Unit, area: Area) -> Option<Bar> {
        if area.map() != self.map {
            return Some(Bar::Closed);
        }
        if area.kind() == Kind::Home {
            return match self.host(area) {
                None => Some(Bar::Closed),
                Some(host) if host == seat => None,
                Some(_) if unit != Unit::K => Some(Bar::Home),
                Some(_) => self.barred(seat, area).then_some(Bar::Axes),
            };
        }
        if unit == Unit::B {
            return None;
        }
        if self.untaken_camp(area) {
            return Some(Bar::Camp);
        }
        self.barred(seat, area).then_some(Bar::Axes)
    }

    /// All areas a seat's land unit may enter.
    pub fn open_to(&self, seat: Seat, unit: Unit) -> Areas {
        // Only homes, camps and Axe tokens can block entry.
        let doubtful = |area: &Area| {
            matches!(area.kind(), Kind::Home | Kind::Camp) || self.land(*area).axes > 0
        };
        let barred = Area::of(self.map.areas())
            .filter(|area| doubtful(area) && self.bar(seat, unit, *area).is_some());
        barred.fold(self.map.areas(), |open, area| open & !area.bit())
    }

    /// The trade session that the Kaupmadur would open at its place (R11.5, R11.6). With the
    /// Steward's House, it is a home session anywhere, even at sea.
    pub fn trading(&self, seat: Seat) -> Option<Session> {
        let player = &self.players[seat];
        if player.has(Tile::STEWARDS_HOUSE) {
            return Some(Session::Home);
        }
        let area = player.area_of(Unit::K)?;
        if self.home(seat) == Some(area) {
            return Some(Session::Home);
        }
        let open = area.kind() == Kind::Village && !self.barred(seat, area);
        open.then_some(Session::Village)
    }

    /// The seat whose home the Kaupmadur visits, unless Axe tokens close it (R17.1, R17.7).
    pub fn visited(&self, seat: Seat) -> Option<Seat> {
        let area = self.players[seat].area_of(Unit::K)?;
        self.host(area).filter(|host| *host != seat && !self.barred(seat, area))
    }
}

/// The seats whose turn or building is still to come, in turn order.
pub fn pending(state: &State) -> impl Iterator<Item = Seat> + '_ {
    state.in_order().filter(|seat| !state.gone.has(*seat))
}

/// The areas adjacent to any of a set, possibly including areas of the set.
pub fn spread(set: Areas) -> Areas {
    Area::of(set).fold(0, |neighbours, area| neighbours | area.neighbours())
}

/// The areas of `within` connected with a set, including the set.
pub fn flood(set: Areas, within: Areas) -> Areas {
    let mut all = set;
    let mut fresh = set;
    while fresh != 0 {
        fresh = spread(fresh) & within & !all;
        all |= fresh;
    }
    all
}
