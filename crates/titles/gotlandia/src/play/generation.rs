//! R16 Generation cards: revealing the card, tribute, workers, the Black Death with the one
//! farmstead it may spare, pirates, and drawing the hands.

use super::super::orders::Order;
use super::super::reckon::ask::{Ask, ask};
use super::super::reckon::growth::draws;
use super::super::reckon::plague::{doomed, loses_all, spared_by_default};
use super::super::state::facts::{Fact, Farmstead};
use super::super::state::plays::SealedOrder;
use super::super::state::{Stage, State};
use super::super::things::ids::District;
use super::refuse::{not_asked, refusal, require};
use super::run::{Run, RunExt};
use super::{draw, pirates, turns};
use ravenpost_rules::RefusalCode::NotHeld;
use ravenpost_rules::{Legal, Refusal, Seat};

/// Lists the farmsteads of which one may be kept in the Black Death.
pub fn list(state: &State, seat: Seat) -> Legal<Order> {
    Legal::listed(District::of(doomed(state, seat)).map(Order::Keep).collect())
}

/// Checks whether this farmstead may be kept.
pub fn check(state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
    let Order::Keep(district) = order else { return Err(not_asked(state, seat, order)) };
    require(doomed(state, seat) & district.bit() != 0, || {
        let why = format!("you are not losing a farmstead in {}", district.name());
        refusal("R16.7", why).code(NotHeld).word(district.slug())
    })
}

/// G1, G2: reveals the next card and demands its tribute.
pub fn reveal(run: &mut Run) -> bool {
    let Some(card) = run.state.coming.last().copied() else { return false };
    let known = card.data();
    let new = known.century != run.state.century;
    let generation = if new { 1 } else { run.state.generation + 1 };
    run.put(Fact::GenerationRevealed { card, century: known.century, generation });
    if !known.tribute {
        run.go(Stage::Keep);
        return true;
    }
    for seat in run.state.seats() {
        if run.state.of(seat).storage.items() > 0 {
            run.put(Fact::TributeDemanded { seat, owes: 5 });
        }
    }
    run.go(Stage::Tribute);
    true
}

/// Removes the workers and farmsteads that the card takes, then brings its pirates (G3-G5).
pub fn take_workers(run: &mut Run) -> bool {
    let Some(card) = run.state.card else { return false };
    let known = card.data();
    for seat in run.state.seats() {
        let workers = run.state.of(seat).workers;
        if known.plague && workers > 2 {
            run.put(Fact::WorkersReduced { seat, workers: 2 });
        } else if known.war && workers == 5 {
            run.put(Fact::WorkersReduced { seat, workers: 4 });
        }
    }
    if known.plague {
        let asked = |seat| ask(&run.state, seat) == Some(Ask::Keep);
        if run.state.seats().any(asked) || run.keeps_sealed() {
            return false;
        }
        bury_the_dead(run);
    }
    for dir in &known.pirates {
        pirates::come(run, *dir);
    }
    run.go(Stage::RaidLoss);
    true
}

fn bury_the_dead(run: &mut Run) {
    let (mut removed, mut spared) = (Vec::new(), Vec::new());
    let state = &run.state;
    for seat in state.seats() {
        let mut doomed = doomed(state, seat);
        if loses_all(state, seat) {
            let keep = match state.of(seat).sealed {
                Some(SealedOrder::Keep { district }) => Some(district),
                _ => spared_by_default(doomed),
            };
            if let Some(district) = keep {
                doomed &= !district.bit();
                spared.push(Farmstead { seat: Some(seat), district });
            }
        }
        let of_seat = |district| Farmstead { seat: Some(seat), district };
        removed.extend(District::of(doomed).map(of_seat));
    }
    let settled = state.seats().fold(0, |set, seat| set | state.of(seat).settled());
    let neutral = District::of(state.neutral & settled);
    removed.extend(neutral.map(|district| Farmstead { seat: None, district }));
    if !removed.is_empty() || !spared.is_empty() {
        run.put(Fact::Plague { removed, spared });
    }
}

/// G8: every seat draws its hand, and the first turn begins.
pub fn draw_hands(run: &mut Run) -> bool {
    for seat in run.state.seats() {
        let count = draws(run.state.of(seat));
        draw::draw(run, seat, count);
    }
    run.go(Stage::Turns);
    let first = run.state.token;
    turns::next(run, first);
    true
}
