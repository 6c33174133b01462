//! The fold: how each fact changes the state. It decides nothing and cannot fail.

mod deeds;
mod turn;

use std::sync::Arc;

use self::deeds::{pay_in, pay_out};
use super::super::things::data::data;
use super::super::things::goods::Goods;
use super::super::things::kinds::Kind;
use super::State;
use super::facts::{Fact, Gift};
use super::plays::{Forced, Settled};
use super::steps::Step;
use ravenpost_rules::Seat;

pub fn apply(state: &mut State, fact: &Fact) {
    match fact {
        Fact::Opened { .. }
        | Fact::Homes { .. }
        | Fact::Began { .. }
        | Fact::Piled { .. }
        | Fact::Offered { .. }
        | Fact::Shuffled { .. }
        | Fact::Laid { .. }
        | Fact::Resealed(_)
        | Fact::Kept { .. }
        | Fact::Starter { .. } => setup(state, fact),
        Fact::Turn { .. }
        | Fact::Played { .. }
        | Fact::Compelled { .. }
        | Fact::Rested { .. }
        | Fact::Passed { .. }
        | Fact::Acted { .. }
        | Fact::RaidOver { .. }
        | Fact::Sunk { .. }
        | Fact::Stolen { .. }
        | Fact::Done { .. }
        | Fact::Followed { .. } => turn::turn(state, fact),
        Fact::Settled { seat, answer } => state.forced.push(Settled(*seat, *answer)),
        Fact::Moved { seat } => forget(state, *seat),
        Fact::Shown { .. }
        | Fact::Unsealed
        | Fact::Grew { .. }
        | Fact::Buried { .. }
        | Fact::Cleared
        | Fact::Scored { .. }
        | Fact::Final { .. }
        | Fact::Goal { .. } => end(state, fact),
        Fact::Instructed { .. }
        | Fact::Planned { .. }
        | Fact::PlanCleared { .. }
        | Fact::PlanUsed { .. }
        | Fact::PlanDropped { .. }
        | Fact::PlanStopped { .. }
        | Fact::Answered { .. } => instruct(state, fact),
        Fact::Entered { .. }
        | Fact::Sealed { .. }
        | Fact::Revealed { .. }
        | Fact::Tribute { .. }
        | Fact::Lost { .. }
        | Fact::Workers { .. }
        | Fact::Plague { .. }
        | Fact::Pirate { .. }
        | Fact::Calm { .. }
        | Fact::Wreck { .. }
        | Fact::Raid { .. }
        | Fact::Quiet { .. }
        | Fact::Drew { .. } => generation(state, fact),
    }
}

fn setup(state: &mut State, fact: &Fact) {
    match fact {
        Fact::Opened { seats, options } => {
            state.seats = *seats;
            state.options = *options;
            state.bank = data().supply;
            state.tokens = 30;
            state.for_sale = (1 << data().decorations.len()) - 1;
            for seat in Seat::all(*seats) {
                state.of_mut(seat).workers = 2;
                state.of_mut(seat).free = 2;
            }
        }
        Fact::Homes { neutral, .. } => {
            state.neutral = neutral.iter().fold(0, |set, district| set | district.bit());
        }
        Fact::Began { seat, home, farmsteads, ship, goods } => {
            state.bank.sub(goods);
            let house = state.of_mut(*seat);
            house.home = Some(*home);
            house.farmsteads = farmsteads.iter().fold(0, |set, district| set | district.bit());
            house.ships[ship.index()] += 1;
            house.storage = *goods;
        }
        Fact::Piled { craft, trading } => {
            state.craft.0 = craft.iter().map(|pile| pile.reversed()).collect();
            state.trading.0 = trading.iter().map(|pile| pile.reversed()).collect();
        }
        Fact::Offered { seat, cards } => state.of_mut(*seat).offered = Some(*cards),
        Fact::Shuffled { seat, cards } => {
            state.of_mut(*seat).deck = cards.reversed();
        }
        Fact::Laid { cards } => state.coming = cards.reversed(),
        Fact::Resealed(now) => {
            state.coming = now.coming;
            (state.craft, state.trading) = (now.craft, now.trading);
            for (house, deck) in state.houses.iter_mut().zip(&now.decks) {
                house.deck = *deck;
            }
        }
        Fact::Kept { seat, rep, gift } => {
            state.of_mut(*seat).reputation = Some(*rep);
            give(state, *seat, gift);
        }
        Fact::Starter { seat } => state.token = *seat,
        // Folded elsewhere, or nothing changes.
        Fact::Entered { .. } | Fact::Sealed { .. } | Fact::Revealed { .. } => {}
        Fact::Tribute { .. } | Fact::Lost { .. } | Fact::Workers { .. } | Fact::Plague { .. } => {}
        Fact::Pirate { .. } | Fact::Calm { .. } | Fact::Wreck { .. } | Fact::Raid { .. } => {}
        Fact::Quiet { .. } | Fact::Drew { .. } | Fact::Turn { .. } | Fact::Played { .. } => {}
        Fact::Compelled { .. } | Fact::Rested { .. } | Fact::Passed { .. } => {}
        Fact::Acted { .. } | Fact::RaidOver { .. } | Fact::Sunk { .. } | Fact::Stolen { .. } => {}
        Fact::Done { .. } | Fact::Followed { .. } | Fact::Shown { .. } | Fact::Unsealed => {}
        Fact::Grew { .. } | Fact::Buried { .. } | Fact::Cleared | Fact::Scored { .. } => {}
        Fact::Final { .. } | Fact::Goal { .. } | Fact::Instructed { .. } => {}
        Fact::Planned { .. } | Fact::PlanCleared { .. } | Fact::PlanUsed { .. } => {}
        Fact::PlanDropped { .. } | Fact::Settled { .. } | Fact::Moved { .. } => {}
        Fact::PlanStopped { .. } | Fact::Answered { .. } => {}
    }
}

fn give(state: &mut State, seat: Seat, gift: &Gift) {
    if let Gift::Card(card) = gift {
        for pile in state.piles_mut(*card).0.as_mut() {
            if pile.iter().any(|known| known == card) {
                let at = pile.iter().rposition(|known| known == card);
                pile.remove(at.unwrap_or(0));
                break;
            }
        }
        state.of_mut(seat).discard.put(*card);
    }
    if let Gift::Goods(goods) = gift {
        pay_out(state, seat, goods);
    }
    if let Gift::BuriedSilver(silver) = gift {
        state.bank.sub(&Goods::silver(*silver));
    }
    let house = state.of_mut(seat);
    match gift {
        Gift::Tower(district) => {
            house.farmsteads &= !district.bit();
            house.towers |= district.bit();
        }
        Gift::BuriedSilver(silver) => house.buried_silver += silver,
        Gift::Ship(dir) => house.ships[dir.index()] += 1,
        Gift::Farmstead(district) => house.farmsteads |= district.bit(),
        Gift::Moved { from, to } => {
            house.farmsteads &= !from.bit();
            house.farmsteads |= to.bit();
        }
        Gift::Nothing | Gift::Goods(_) | Gift::Card(_) => {}
    }
}

fn generation(state: &mut State, fact: &Fact) {
    match fact {
        Fact::Entered { stage } => {
            state.stage = *stage;
            for house in &mut state.houses {
                house.sealed = None;
            }
        }
        Fact::Sealed { seat, order } => state.of_mut(*seat).sealed = Some(*order),
        Fact::Revealed { card, century, generation } => {
            state.coming.pop();
            state.past.push(*card);
            state.card = Some(*card);
            state.century = *century;
            state.generation = *generation;
        }
        Fact::Tribute { seat, owes } => state.of_mut(*seat).owes = *owes,
        Fact::Lost { seat, goods, forced } => {
            pay_in(state, *seat, goods);
            state.of_mut(*seat).owes = 0;
            if *forced {
                state.forced.push(Settled(*seat, Forced::Lose(*goods)));
            }
        }
        Fact::Workers { seat, workers } => {
            state.of_mut(*seat).workers = *workers;
            state.of_mut(*seat).free = *workers;
        }
        Fact::Plague { removed, spared } => {
            for grave in removed {
                match grave.seat {
                    Some(seat) => state.of_mut(seat).farmsteads &= !grave.district.bit(),
                    None => state.neutral &= !grave.district.bit(),
                }
            }
            for grave in spared {
                if let Some(seat) = grave.seat {
                    state.forced.push(Settled(seat, Forced::Keep(grave.district)));
                }
            }
        }
        Fact::Pirate { .. } | Fact::Wreck { .. } | Fact::Raid { .. } => pirates(state, fact),
        Fact::Drew { seat, cards, shuffled } => {
            let house = state.of_mut(*seat);
            for card in cards.iter() {
                if let (true, Some(deck)) = (house.deck.is_empty(), shuffled) {
                    house.deck = deck.reversed();
                    house.discard.clear();
                }
                house.deck.pop();
                house.hand.put(*card);
            }
        }
        // Folded elsewhere, or nothing changes.
        Fact::Opened { .. } | Fact::Homes { .. } | Fact::Began { .. } | Fact::Piled { .. } => {}
        Fact::Offered { .. } | Fact::Shuffled { .. } | Fact::Laid { .. } | Fact::Kept { .. } => {}
        Fact::Starter { .. } | Fact::Resealed(_) | Fact::Calm { .. } | Fact::Quiet { .. } => {}
        Fact::Turn { .. } | Fact::Played { .. } | Fact::Compelled { .. } => {}
        Fact::Rested { .. } | Fact::Passed { .. } | Fact::Acted { .. } => {}
        Fact::RaidOver { .. } | Fact::Sunk { .. } | Fact::Stolen { .. } | Fact::Done { .. } => {}
        Fact::Followed { .. } | Fact::Shown { .. } | Fact::Unsealed | Fact::Grew { .. } => {}
        Fact::Buried { .. } | Fact::Cleared | Fact::Scored { .. } | Fact::Final { .. } => {}
        Fact::Goal { .. } | Fact::Instructed { .. } | Fact::Planned { .. } => {}
        Fact::PlanCleared { .. } | Fact::PlanUsed { .. } | Fact::PlanDropped { .. } => {}
        Fact::Settled { .. }
        | Fact::Moved { .. }
        | Fact::PlanStopped { .. }
        | Fact::Answered { .. } => {}
    }
}

fn pirates(state: &mut State, fact: &Fact) {
    match fact {
        Fact::Pirate { dir, by, forced } => {
            state.pirates |= dir.bit();
            state.tokens -= 1;
            if let Some(seat) = by {
                state.steps.remove(Step::Pirate);
                if *forced {
                    state.forced.push(Settled(*seat, Forced::Pirate(*dir)));
                }
            }
        }
        Fact::Wreck { dir, seats } => {
            state.pirates &= !dir.bit();
            state.tokens += 1;
            for seat in seats.iter() {
                state.of_mut(*seat).ships[dir.index()] -= 1;
            }
        }
        Fact::Raid { hits, .. } => {
            for hit in hits {
                state.of_mut(hit.seat).owes += hit.owes;
            }
        }
        // Folded elsewhere, or nothing changes.
        Fact::Opened { .. } | Fact::Homes { .. } | Fact::Began { .. } | Fact::Piled { .. } => {}
        Fact::Offered { .. } | Fact::Shuffled { .. } | Fact::Laid { .. } | Fact::Kept { .. } => {}
        Fact::Starter { .. } | Fact::Resealed(_) | Fact::Entered { .. } | Fact::Sealed { .. } => {}
        Fact::Revealed { .. } | Fact::Tribute { .. } | Fact::Lost { .. } => {}
        Fact::Workers { .. } | Fact::Plague { .. } | Fact::Calm { .. } | Fact::Quiet { .. } => {}
        Fact::Drew { .. } | Fact::Turn { .. } | Fact::Played { .. } | Fact::Compelled { .. } => {}
        Fact::Rested { .. } | Fact::Passed { .. } | Fact::Acted { .. } => {}
        Fact::RaidOver { .. } | Fact::Sunk { .. } | Fact::Stolen { .. } | Fact::Done { .. } => {}
        Fact::Followed { .. } | Fact::Shown { .. } | Fact::Unsealed | Fact::Grew { .. } => {}
        Fact::Buried { .. } | Fact::Cleared | Fact::Scored { .. } | Fact::Final { .. } => {}
        Fact::Goal { .. } | Fact::Instructed { .. } | Fact::Planned { .. } => {}
        Fact::PlanCleared { .. } | Fact::PlanUsed { .. } | Fact::PlanDropped { .. } => {}
        Fact::Settled { .. }
        | Fact::Moved { .. }
        | Fact::PlanStopped { .. }
        | Fact::Answered { .. } => {}
    }
}

/// Takes out what was settled for a seat.
fn forget(state: &mut State, seat: Seat) {
    let others = state.forced.iter().filter(|settled| settled.0 != seat);
    state.forced = others.copied().collect();
}

fn end(state: &mut State, fact: &Fact) {
    match fact {
        Fact::Grew { seat, workers, grain } => {
            pay_in(state, *seat, &Goods::some(Kind::GRAIN, *grain));
            state.of_mut(*seat).workers = *workers;
        }
        Fact::Buried { seat, silver, cards } => {
            let house = state.of_mut(*seat);
            house.storage.sub(&Goods::silver(*silver));
            house.buried_silver += silver;
            for card in cards.iter() {
                let _ =
                    house.discard.take(*card) || house.played.take(*card) || house.hand.take(*card);
                house.buried.put(*card);
            }
        }
        Fact::Cleared => {
            for house in &mut state.houses {
                while let Some(card) = house.hand.pop().or_else(|| house.played.pop()) {
                    house.discard.put(card);
                }
                house.free = house.workers;
                house.sealed = None;
            }
            state.sold = [None; Kind::COUNT];
            state.assembly = None;
        }
        Fact::Scored { century, points } => {
            for (at, vp) in points.iter().enumerate() {
                state.houses[at].vp += i16::from(*vp);
                state.scored[usize::from(*century)][at] = *vp;
            }
            state.century = (century + 1).min(2);
            state.generation = 0;
        }
        Fact::Final { parts, vp } => {
            for (at, (parts, vp)) in parts.iter().zip(vp.iter()).enumerate() {
                state.houses[at].vp = *vp;
                state.last[at] = *parts;
            }
        }
        Fact::Goal { goal, now } => state.goals[usize::from(*goal)] = *now,
        // Folded elsewhere, or nothing changes.
        Fact::Opened { .. } | Fact::Homes { .. } | Fact::Began { .. } | Fact::Piled { .. } => {}
        Fact::Offered { .. } | Fact::Shuffled { .. } | Fact::Laid { .. } | Fact::Kept { .. } => {}
        Fact::Starter { .. } | Fact::Resealed(_) | Fact::Entered { .. } | Fact::Sealed { .. } => {}
        Fact::Revealed { .. } | Fact::Tribute { .. } | Fact::Lost { .. } => {}
        Fact::Workers { .. } | Fact::Plague { .. } | Fact::Pirate { .. } | Fact::Calm { .. } => {}
        Fact::Wreck { .. } | Fact::Raid { .. } | Fact::Quiet { .. } | Fact::Drew { .. } => {}
        Fact::Turn { .. } | Fact::Played { .. } | Fact::Compelled { .. } => {}
        Fact::Rested { .. } | Fact::Passed { .. } | Fact::Acted { .. } => {}
        Fact::RaidOver { .. } | Fact::Sunk { .. } | Fact::Stolen { .. } | Fact::Done { .. } => {}
        Fact::Followed { .. } | Fact::Shown { .. } | Fact::Unsealed | Fact::Instructed { .. } => {}
        Fact::Planned { .. } | Fact::PlanCleared { .. } | Fact::PlanUsed { .. } => {}
        Fact::PlanDropped { .. } | Fact::Settled { .. } | Fact::Moved { .. } => {}
        Fact::PlanStopped { .. } | Fact::Answered { .. } => {}
    }
}

fn instruct(state: &mut State, fact: &Fact) {
    match fact {
        Fact::Instructed { seat, standing, .. } => state.of_mut(*seat).standing = *standing,
        Fact::Planned { seat, line, later } => {
            state.of_mut(*seat).plan_later = *later;
            let plan = &mut state.of_mut(*seat).plan;
            let mut lines = plan.as_deref().cloned().unwrap_or_default();
            lines.push(line.clone());
            *plan = Some(Arc::new(lines));
        }
        Fact::PlanCleared { seat } | Fact::PlanDropped { seat, .. } => {
            state.of_mut(*seat).plan = None;
        }
        Fact::PlanUsed { seat, .. } => {
            let plan = &mut state.of_mut(*seat).plan;
            let rest: Vec<String> =
                plan.iter().flat_map(|lines| lines.iter().skip(1).cloned()).collect();
            *plan = (!rest.is_empty()).then(|| Arc::new(rest));
        }
        // Folded elsewhere, or nothing changes.
        Fact::Opened { .. } | Fact::Homes { .. } | Fact::Began { .. } | Fact::Piled { .. } => {}
        Fact::Offered { .. } | Fact::Shuffled { .. } | Fact::Laid { .. } | Fact::Kept { .. } => {}
        Fact::Starter { .. } | Fact::Resealed(_) | Fact::Entered { .. } | Fact::Sealed { .. } => {}
        Fact::Revealed { .. } | Fact::Tribute { .. } | Fact::Lost { .. } => {}
        Fact::Workers { .. } | Fact::Plague { .. } | Fact::Pirate { .. } | Fact::Calm { .. } => {}
        Fact::Wreck { .. } | Fact::Raid { .. } | Fact::Quiet { .. } | Fact::Drew { .. } => {}
        Fact::Turn { .. } | Fact::Played { .. } | Fact::Compelled { .. } => {}
        Fact::Rested { .. } | Fact::Passed { .. } | Fact::Acted { .. } => {}
        Fact::RaidOver { .. } | Fact::Sunk { .. } | Fact::Stolen { .. } | Fact::Done { .. } => {}
        Fact::Followed { .. } | Fact::Shown { .. } | Fact::Unsealed | Fact::Grew { .. } => {}
        Fact::Buried { .. } | Fact::Cleared | Fact::Scored { .. } | Fact::Final { .. } => {}
        Fact::Goal { .. } | Fact::Settled { .. } | Fact::Moved { .. } => {}
        Fact::PlanStopped { .. } | Fact::Answered { .. } => {}
    }
}
