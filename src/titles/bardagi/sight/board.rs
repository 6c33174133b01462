//! Fills the board's picture from a view: nothing of the view that is not drawn gets there.

use super::super::names::{Area, Map, Node, Place};
use super::super::view::{LandView, SeatView, View};
use super::scene::{self, BoardNow, LandNow, Owner, SeatNow, ShipAt, UnitAt};
use super::{called, hue, seat_of};
use crate::rules::Seat;
use crate::rules::scene::Scene;

/// The board as it is drawn.
pub fn scene(view: &View) -> Scene {
    scene::scene(&BoardNow {
        winter: view.map == Map::WINTER,
        lands: Area::of(view.map.areas()).map(|area| land(view, area)).collect(),
        // Seats without a colour have nothing on the board yet.
        seats: view.seats.iter().filter(|seat| seat.colour.is_some()).map(seat).collect(),
    })
}

fn owner(view: &View, seat: Option<Seat>) -> Option<Owner> {
    let seat = seat_of(view, seat?)?;
    Some(Owner { seat: seat.seat, colour: hue(seat.colour) })
}

fn land(view: &View, area: Area) -> LandNow {
    let last = view.last.contains(&area);
    let plain = LandNow { slug: area.slug(), name: area.name(), last, ..LandNow::default() };
    let known: Option<&LandView> = view.lands.iter().find(|land| land.area == area);
    let Some(land) = known else { return plain };
    LandNow {
        owner: owner(view, land.owner),
        disks: land.disks,
        axes: land.axes,
        runes: land.runes.iter().map(|rune| rune.slug()).collect(),
        caster: owner(view, land.caster),
        ..plain
    }
}

fn seat(seat: &SeatView) -> SeatNow {
    SeatNow {
        who: Owner { seat: seat.seat, colour: hue(seat.colour) },
        name: called(seat),
        at: seat.at.map(unit),
        ship: match seat.ship.harbour() {
            Some(area) => ShipAt::Harbour(area.slug()),
            None if seat.ship == Node::DOCK => ShipAt::Dock,
            None => ShipAt::Square(seat.ship.slug()),
        },
        sea: seat.sea,
    }
}

fn unit(place: Place) -> UnitAt {
    match place.area() {
        Some(area) => UnitAt::Area(area.slug()),
        None if place == Place::ABOARD => UnitAt::Aboard,
        None => UnitAt::Town,
    }
}
