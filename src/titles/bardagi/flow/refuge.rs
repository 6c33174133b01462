//! Where a driven-out Godi goes when its owner is not asked (R22.2).

use super::super::legal::attack;
use super::super::names::Area;
use super::super::orders::Order;
use super::super::state::{Retreat, State};

/// The area that an instruction names now; none where the owner is to be asked.
pub fn told(state: &State, at: usize, retreat: &Retreat) -> Option<Area> {
    match retreat {
        Retreat::Ask => None,
        Retreat::Home => state.home(at),
        Retreat::Nearest => nearest(state, at),
        Retreat::List(areas) => {
            let open = refuges(state, at);
            let first = areas.iter().find(|area| open.contains(area)).copied();
            first.or_else(|| nearest(state, at))
        }
    }
}

/// The refuge with the fewest borders between it and the attacked area; the own home before
/// others as near, and before all when no land way leads to any.
pub fn nearest(state: &State, at: usize) -> Option<Area> {
    let from = state.attack?.area;
    let home = state.home(at);
    let mut open = refuges(state, at);
    open.sort_by_key(|area| (Some(*area) != home, *area));
    let steps = |area: &Area| distance(from, *area).unwrap_or(u8::MAX);
    // The first of equals is taken: areas stand in the order of their slugs.
    open.into_iter().min_by_key(steps)
}

/// All refuges there are.
pub fn refuges(state: &State, at: usize) -> Vec<Area> {
    let areas = attack::refuges(state, at).into_iter().filter_map(|order| match order {
        Order::Retire(area) => Some(area),
        _ => None,
    });
    areas.collect()
}

/// Borders between two areas over all that may be crossed, whoever owns what lies between.
fn distance(from: Area, to: Area) -> Option<u8> {
    let (mut seen, mut steps) = (from.bit(), 0);
    while seen & to.bit() == 0 {
        let wider = Area::of(seen).fold(seen, |set, area| set | area.beside());
        if wider == seen {
            return None;
        }
        (seen, steps) = (wider, steps + 1);
    }
    Some(steps)
}
