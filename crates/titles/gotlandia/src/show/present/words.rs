//! Short phrases that the scene, the panels and the text share.

use ravenpost_rules::Seat;
use ravenpost_rules::text::phrase::{self, capital};

use super::super::super::things::ids::District;
use super::super::super::things::kinds::Dir;
use super::super::view::{SeatView, Settlement, View};

/// Joins a list: "a", "a and b", "a, b and c"; "none" if empty.
pub(super) fn list(parts: &[String], join: impl Fn(&[String]) -> String) -> String {
    if parts.is_empty() { "none".to_owned() } else { join(parts) }
}

/// Joins the names of things.
pub(super) fn names<T>(things: impl IntoIterator<Item = T>, name: impl Fn(T) -> String) -> String {
    list(&things.into_iter().map(name).collect::<Vec<_>>(), phrase::and)
}

/// Returns the capitalised name of a sea: "Northeast".
pub(super) fn sea(dir: Dir) -> String {
    capital(dir.name())
}

/// Formats a count: "1 ship", "2 ships".
pub(super) fn count(number: u8, one: &str) -> String {
    phrase::count(number.into(), one)
}

/// Returns the capitalised colour of a seat: "Red".
pub(super) fn seat(view: &View, seat: Seat) -> String {
    view.seats
        .iter()
        .find(|one| one.seat == seat)
        .map_or_else(|| format!("Seat {}", seat.0), |one| capital(one.colour))
}

/// Returns the seats' settlements in a district, in seat order.
pub(super) fn settled(view: &View, district: District) -> Vec<(&SeatView, &Settlement)> {
    let mut found = Vec::new();
    for seat in &view.seats {
        let here = seat.settlements.iter().filter(|one| one.district == district);
        found.extend(here.map(|settlement| (seat, settlement)));
    }
    found
}

/// Returns the seats with ships in a direction and their numbers, in seat order.
pub(super) fn afloat(view: &View, dir: Dir) -> Vec<(&SeatView, u8)> {
    let mut found = Vec::new();
    for seat in &view.seats {
        let here = seat.ships.iter().filter(|ships| ships.dir == dir);
        found.extend(here.map(|ships| (seat, ships.count)));
    }
    found
}

/// Returns the viewer's own seat, if any.
pub(super) fn own(view: &View) -> Option<&SeatView> {
    view.seats.iter().find(|seat| Some(seat.seat) == view.viewer)
}
