//! Calves in spring (R19.3, R19.4).

use super::super::super::reckon::links::Links;
use super::super::super::reckon::seats::{HERDS, herds};
use super::super::super::reckon::world::World;
use super::super::super::state::State;
use super::super::super::state::facts::{Fact, Pen, Phase};
use super::super::super::state::line::{Calf, OneLine};
use super::super::super::state::why::Herding;
use super::super::super::things::ids::Field;
use super::super::super::things::kinds::Herd;
use super::super::march::goods::has_place;
use super::super::run::{Run, Sheets};
use super::{farms, tell};
use ravenpost_rules::Seat;

pub fn calves(run: &mut Run<'_>, sheets: &Sheets) {
    if !farms(&run.state) {
        return;
    }
    tell(run, Phase::Calves);
    for seat in run.state.in_order() {
        let lines = sheets.iter().filter(|(owner, _)| *owner == seat).flat_map(|(_, lines)| lines);
        let mut wishes: Vec<Calf> = lines.filter_map(Calf::of).copied().collect();
        for herd in Herd::ALL {
            let own = herds(&run.state, seat).filter(|(one, ..)| one == herd).count();
            for _ in 0..own / 2 {
                born(run, seat, *herd, &mut wishes);
            }
        }
    }
}

/// Places a calf where its owner ordered, or else beside a parent, or else anywhere.
fn born(run: &mut Run<'_>, seat: Seat, herd: Herd, wishes: &mut Vec<Calf>) {
    if herds(&run.state, seat).count() >= HERDS {
        return;
    }
    let world = World::of(&run.state);
    let links = Links::of(&run.state, &world, seat);
    let free =
        |state: &State, pen: Pen| links.is_linked(pen.at) && has_place(state, seat, pen).is_ok();
    let preferred = wishes.iter().position(|line| line.herd == herd);
    if let Some(wish) = preferred.map(|at| wishes.remove(at)) {
        let pens = [false, true].map(|stable| Pen { at: wish.at, stable });
        if let Some(pen) = pens.into_iter().find(|pen| free(&run.state, *pen)) {
            run.put(Fact::HerdAdded(seat, herd, pen, Herding::Born));
            return;
        }
    }
    let fields: Vec<Field> = links.linked.on(run.state.map()).collect();
    let parent = |at: &Field| {
        let land = run.state.land(*at);
        land.pasture == Some((seat, herd)) || land.town_of(seat).is_some() && land.stable.has(herd)
    };
    let pasture = |at: Field| Pen { at, stable: false };
    let stable = |at: Field| Pen { at, stable: true };
    let neighbours = fields.iter().copied().filter(parent).map(pasture);
    let others = fields.iter().copied().map(pasture).chain(fields.iter().copied().map(stable));
    let place = neighbours.chain(others).find(|pen| free(&run.state, *pen));
    if let Some(pen) = place {
        run.put(Fact::HerdAdded(seat, herd, pen, Herding::Born));
    }
}
