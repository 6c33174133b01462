//! Lines of the setup: homelands, then everything that is still missing and may be placed now (R8).

use super::found::{Found, others};
use crate::play::setup::longer_rankings;
use crate::state::line;
use crate::state::line::slots::{Part, Pasturage};
use crate::things::ids::Field;
use crate::things::kinds::{Herd, Kind};

pub fn homelands(found: &mut Found<'_, '_>) {
    for (_, ranking) in longer_rankings(found.scope.state, found.scope.seat) {
        found.one(ranking);
    }
}

pub fn settling(found: &mut Found<'_, '_>) {
    let (state, seat) = (found.scope.state, found.scope.seat);
    for seat in others(found.scope) {
        found.one(line::Rival { seat });
    }
    let (Some(home), Some(plan)) = (state.player(seat).home, found.scope.plan()) else { return };
    for faction in home.factions() {
        found.one(line::Faction { faction });
    }
    // Some factions start with a port on a fixed field.
    state.fields().for_each(|at| found.one(line::Port { at }));
    let mut fields: Vec<Field> = home.data().fields.to_vec();
    fields.extend(plan.towns.iter().copied());
    fields.sort_unstable();
    fields.dedup();
    for at in fields {
        found.one(line::Village { at });
        found.one(line::City { at });
        found.one(line::Dock { at });
        found.one(line::Fort { at });
        found.most(plan.kit.li, |n| {
            let units = Part { n, ..Part::one(Kind::Li) };
            line::Place { units, at }
        });
        found.most(plan.kit.grain, |n| line::PlaceGrain { n, at });
        for herd in Herd::ALL.iter().copied() {
            for pen in Pasturage::ALL.iter().copied() {
                found.one(line::PlaceHerd { herd, at, pen });
            }
        }
    }
}
