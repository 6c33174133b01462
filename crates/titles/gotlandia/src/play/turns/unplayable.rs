//! Why a card in hand cannot be played: the refusals of its uses, in a few words.

use super::{actions, cards};
use crate::play::refuse::refusal;
use crate::reckon::ask::{Ask, ask};
use crate::reckon::board;
use crate::state::State;
use crate::state::plays::{Play, Use};
use crate::things::data::data;
use crate::things::goods::Goods;
use crate::things::ids::{Card, Deco, District};
use crate::things::kinds::{Dir, Kind};
use crate::things::tables::{Alt, Reach};
use ravenpost_rules::{Refusal, Seat};

/// Returns the cards in hand without a legal use, by slug, each with the reasons.
pub fn unplayable(state: &State, seat: Seat) -> Vec<(String, String)> {
    if ask(state, seat) != Some(Ask::Turn) {
        return Vec::new();
    }
    let mut playable: Vec<Card> = Vec::new();
    cards::each(state, seat, &mut |play| {
        playable.push(play.card);
        true
    });
    let mut found: Vec<Card> = Vec::new();
    for card in state.of(seat).hand.iter().copied() {
        if !playable.contains(&card) && !found.contains(&card) {
            found.push(card);
        }
    }
    let reasons = |card: Card| (card.slug().to_owned(), reasons(state, seat, card));
    found.into_iter().map(reasons).filter(|(_, why)| !why.is_empty()).collect()
}

fn reasons(state: &State, seat: Seat, card: Card) -> String {
    let mut reasons: Vec<String> = Vec::new();
    for alt in card.data().alts.iter().filter(|alt| !cards::only_follows(state, alt)) {
        let refused = refused(state, seat, card, alt).map(|refusal| refusal.why);
        reasons.extend(refused.filter(|why| !why.is_empty() && !reasons.contains(why)));
    }
    reasons.join("; ")
}

/// Returns the refusal of an alternative's most likely use.
fn refused(state: &State, seat: Seat, card: Card, alt: &Alt) -> Option<Refusal> {
    match likely(state, seat, alt) {
        Ok(action) => {
            let play = Play { card, action, no_draw: false };
            actions::check(state, seat, &play, alt).err()
        }
        Err(refusal) => Some(refusal),
    }
}

/// Returns a use of an alternative with the right piece or place, or a refusal if there is none.
fn likely(state: &State, seat: Seat, alt: &Alt) -> Result<Use, Refusal> {
    let house = state.of(seat);
    let costs = &data().costs;
    let none = |rule, why: &str| refusal(rule, why);
    let first = |set: u32| District::of(set).next();
    Ok(match alt {
        Alt::Settle { reach, among } => {
            let reached = match reach {
                Reach::Adjacent => board::adjacent(house),
                Reach::Home => house.home.map_or(0, |home| data().setting[home.index()]),
                Reach::Any => u32::MAX,
            };
            let fits = among & reached & !house.settled();
            let open = first(fits & !board::threatened(state)).or(first(fits));
            let district = open.ok_or_else(|| none("R9.2", "no such district is within reach"))?;
            Use::Settle(district, costs.settle)
        }
        Alt::BuildTower { home } => {
            let setting = house.home.filter(|_| *home);
            let fits = setting.map_or(u32::MAX, |setting| data().setting[setting.index()]);
            let farmstead = first(house.farmsteads & fits).or(first(house.farmsteads));
            let farmstead = farmstead.ok_or_else(|| none("R9.21", "you have no farmstead"))?;
            Use::Tower(farmstead, costs.tower)
        }
        Alt::PlaceTower => {
            let farmstead = first(house.farmsteads);
            let farmstead = farmstead.ok_or_else(|| none("R9.21", "you have no farmstead"))?;
            Use::Tower(farmstead, Goods::NONE)
        }
        Alt::BuildChurch => {
            let free = |tower: &District| !board::church_in(state, *tower);
            let tower = District::of(house.towers).find(free).or(first(house.towers));
            let tower = tower.ok_or_else(|| none("R9.23", "you have no tower"))?;
            Use::Church(tower, costs.church)
        }
        Alt::Decorate => {
            let for_sale = Deco::all().filter(|deco| state.for_sale & deco.bit() != 0);
            let cheapest = for_sale.min_by_key(|deco| deco.cost());
            Use::Decorate(cheapest.ok_or_else(|| none("R9.24", "no decoration is for sale"))?)
        }
        Alt::BuildShip => {
            let settled = house.settled();
            let served = Dir::all().find(|dir| settled & board::harbour(*dir).bit() != 0);
            let dir = served.ok_or_else(|| none("R9.13", "you have not settled a Harbour"))?;
            Use::Ship(dir, costs.ship)
        }
        Alt::PlaceShip => {
            let dir = Dir::all().next().ok_or_else(|| none("R9.15", "there is no sea"))?;
            Use::Ship(dir, Goods::NONE)
        }
        Alt::Sell { kinds, space } => {
            let held = |kind: &&Kind| house.storage.of(**kind) > 0;
            let free = |kind: &&Kind| !*space || state.sold[kind.index()].is_none();
            let kind = kinds.iter().filter(held).find(free).or(kinds.iter().find(held));
            let kind = kind.ok_or_else(|| none("R9.10", "you have nothing to sell"))?;
            Use::Sell(1, *kind)
        }
        Alt::Raid(_) => Use::Raid,
        Alt::Sink => Use::Sink,
        Alt::Assembly => Use::Assembly,
        Alt::Draw(count) => Use::Draw(*count),
        Alt::Produce { .. } | Alt::ProduceSetting => Use::Produce,
        Alt::Take(_) | Alt::TakePer(..) => Use::Take(None),
        Alt::TakeOne(kinds) => Use::Take(kinds.first().copied()),
    })
}
