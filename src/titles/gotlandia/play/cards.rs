//! The legal plays of a turn. Candidates are made cheaply and then judged like any order.

use super::super::orders::{Order, Play, Use};
use super::super::reckon::board;
use super::super::state::{Family, State};
use super::super::things::data::{Alt, Reach, data};
use super::super::things::goods::Goods;
use super::super::things::names::{Card, Deco, Dir, District, Kind};
use super::judge::{brings_draw, judge, leaves_choice};
use crate::rules::Seat;
use crate::rules::list::List;

/// All turns the seat may take.
pub fn orders(state: &State, seat: Seat) -> Vec<Order> {
    let mut orders = Vec::with_capacity(32);
    each(state, seat, &mut |play| {
        orders.push(Order::Play(play));
        true
    });
    if state.options.passing {
        orders.push(Order::Rest);
        orders.push(Order::Pass);
    }
    orders
}

/// The only legal turn, if there is but one (R24.1).
pub fn only(state: &State, seat: Seat) -> Option<Play> {
    if state.options.passing {
        return None;
    }
    let (mut first, mut more) = (None, false);
    each(state, seat, &mut |play| {
        more = first.is_some();
        first = first.or(Some(play));
        !more
    });
    first.filter(|_| !more)
}

/// Meets every legal play in a fixed order, until `meet` has had enough.
pub fn each(state: &State, seat: Seat, meet: &mut dyn FnMut(Play) -> bool) {
    let family = state.of(seat);
    let threat = board::threatened(state);
    let search = Search { state, seat, family, open: !family.settled() & !threat };
    let mut last = None;
    for card in family.hand.iter().copied() {
        if last == Some(card) {
            continue;
        }
        last = Some(card);
        for alt in &card.data().alts {
            if !search.alternative(card, alt, meet) {
                return;
            }
        }
    }
}

struct Search<'a> {
    state: &'a State,
    seat: Seat,
    family: &'a Family,
    /// Districts not threatened and not settled by the seat.
    open: u32,
}

impl Search<'_> {
    /// Whether to go on.
    fn alternative(&self, card: Card, alt: &Alt, meet: &mut dyn FnMut(Play) -> bool) -> bool {
        let draws = brings_draw(self.family, card, alt);
        let mut meet_use = |act: Use| {
            let play = Play { card, act, nodraw: false };
            if judge(self.state, self.seat, &play).is_err() {
                return true;
            }
            meet(play) && (!draws || meet(Play { nodraw: true, ..play }))
        };
        self.uses(card, alt, &mut meet_use)
    }

    fn uses(&self, card: Card, alt: &Alt, meet: &mut dyn FnMut(Use) -> bool) -> bool {
        let family = self.family;
        let costs = &data().costs;
        match alt {
            Alt::Settle { reach, among } => {
                let reached = match reach {
                    Reach::Adjacent => board::adjacent(family),
                    Reach::Home => family.home.map_or(0, |home| data().setting[home.index()]),
                    Reach::Any => u32::MAX,
                };
                self.places(self.open & among & reached, &costs.settle, &mut |place, pay| {
                    meet(Use::Settle(place, pay))
                })
            }
            Alt::Produce { .. } | Alt::ProduceSetting => meet(Use::Produce),
            Alt::TakeOne(kinds) => kinds.iter().all(|kind| meet(Use::Take(Some(*kind)))),
            Alt::Take(goods) | Alt::TakePer(_, goods) => {
                let word = goods.kinds().next().map(|(kind, _)| kind);
                meet(Use::Take(word.filter(|_| leaves_choice(card))))
            }
            Alt::BuildShip => self.harbours(&costs.ship, meet),
            Alt::PlaceShip if family.fleet() >= 3 => true,
            Alt::PlaceShip => Dir::all().all(|dir| meet(Use::Ship(dir, Goods::NONE))),
            Alt::BuildTower { .. } => {
                self.places(family.farmsteads, &costs.tower, &mut |place, pay| {
                    meet(Use::Tower(place, pay))
                })
            }
            Alt::PlaceTower => District::of(family.farmsteads)
                .all(|district| meet(Use::Tower(district, Goods::NONE))),
            Alt::BuildChurch => self.places(family.towers, &costs.church, &mut |place, pay| {
                meet(Use::Church(place, pay))
            }),
            Alt::Decorate if family.churches == 0 => true,
            Alt::Decorate => Deco::all().all(|deco| meet(Use::Decorate(deco))),
            Alt::Raid(_) => meet(Use::Raid),
            Alt::Sink => meet(Use::Sink),
            Alt::Assembly => meet(Use::Assembly),
            Alt::Draw(most) => (0..=*most).all(|count| meet(Use::Draw(count))),
            Alt::Sell { kinds, .. } => kinds.iter().all(|kind| self.sales(*kind, meet)),
        }
    }

    /// Every place with every way to pay.
    fn places(
        &self,
        set: u32,
        cost: &Goods,
        meet: &mut dyn FnMut(District, Goods) -> bool,
    ) -> bool {
        let ways = self.ways(cost);
        if ways.is_empty() {
            return true;
        }
        District::of(set).all(|district| ways.iter().all(|way| meet(district, *way)))
    }

    fn harbours(&self, cost: &Goods, meet: &mut dyn FnMut(Use) -> bool) -> bool {
        let ways = self.ways(cost);
        if ways.is_empty() {
            return true;
        }
        Dir::all().all(|dir| ways.iter().all(|way| meet(Use::Ship(dir, *way))))
    }

    fn ways(&self, cost: &Goods) -> List<Goods, 3> {
        let ways = board::payments(cost);
        ways.iter().filter(|way| self.family.storage.holds(way)).copied().collect()
    }

    fn sales(&self, kind: Kind, meet: &mut dyn FnMut(Use) -> bool) -> bool {
        (1..=self.family.storage.of(kind)).all(|count| meet(Use::Sell(count, kind)))
    }
}
