//! R10, R11, R12, R13, R14 Cards: generates and checks plays. Candidates are cheap to generate and
//! are then checked like any order.

use super::actions;
use crate::play::refuse::{refusal, require};
use crate::reckon::board;
use crate::reckon::cards::{alternative, brings_draw, leaves_choice};
use crate::reckon::income::payments;
use crate::state::State;
use crate::state::house::House;
use crate::state::plays::{Effect, Play, Use};
use crate::things::data::data;
use crate::things::goods::Goods;
use crate::things::ids::{Card, Deco, District};
use crate::things::kinds::{Dir, Kind};
use crate::things::tables::{Alt, Reach};
use ravenpost_rules::RefusalCode::{ExtraWord, MissingWord, NotHeld, NotNow, WrongKind};
use ravenpost_rules::list::List;
use ravenpost_rules::{Refusal, Seat};

/// Returns the effect of a play.
pub fn check(state: &State, seat: Seat, play: &Play) -> Result<Effect, Refusal> {
    let house = state.of(seat);
    let (card, name) = (play.card, play.card.name());
    let of = |rule, why: String| refusal(rule, why).word(card.word());
    require(house.hand.contains(&card), || {
        of("R8.2", format!("{name} is not in your hand")).code(NotHeld)
    })?;
    let alt = match (alternative(card, &play.action), play.action) {
        (Some(_), Use::Take(None)) if leaves_choice(card) => {
            let why = format!("{name} gives you a choice: say what to take");
            return Err(refusal("R25.4", why).code(MissingWord).word("take"));
        }
        (Some(alt), _) => alt,
        (None, Use::Take(Some(kind))) => {
            let why = format!("do not name {} with {name}", kind.name());
            return Err(refusal("R25.4", why).code(ExtraWord).word(kind.word()));
        }
        (None, _) => {
            return Err(of("R10", format!("{name} cannot be used for this")).code(WrongKind));
        }
    };
    require(!only_follows(state, alt), || {
        of("R13.12", format!("this game allows that only as a follow-up to {name}")).code(NotNow)
    })?;
    require(!play.no_draw || brings_draw(house, card, alt), || {
        refusal("R25.6", format!("{name} draws no card here, so leave out \"nodraw\""))
            .code(ExtraWord)
            .word("nodraw")
    })?;
    actions::check(state, seat, play, alt)
}

/// Returns whether this table's options reserve the alternative for the follow-up (R13.12).
pub fn only_follows(state: &State, alt: &Alt) -> bool {
    state.options.then_church && matches!(alt, Alt::BuildChurch | Alt::Decorate)
}

/// Passes every legal play to `meet` in a fixed order, until it returns false.
pub fn each(state: &State, seat: Seat, meet: &mut dyn FnMut(Play) -> bool) {
    let house = state.of(seat);
    let open = !house.settled() & !board::threatened(state);
    let search = Search { state, seat, house, open };
    let mut last = None;
    for card in house.hand.iter().copied() {
        if last == Some(card) {
            continue;
        }
        last = Some(card);
        for alt in &card.data().alts {
            if !only_follows(state, alt) && !search.alternative(card, alt, meet) {
                return;
            }
        }
    }
}

struct Search<'a> {
    state: &'a State,
    seat: Seat,
    house: &'a House,
    /// Districts not threatened and not settled by the seat.
    open: u32,
}

impl Search<'_> {
    /// Visits the plays of an alternative; returns whether to continue.
    fn alternative(&self, card: Card, alt: &Alt, meet: &mut dyn FnMut(Play) -> bool) -> bool {
        let draws = brings_draw(self.house, card, alt);
        let mut meet_use = |action: Use| {
            let play = Play { card, action, no_draw: false };
            if check(self.state, self.seat, &play).is_err() {
                return true;
            }
            meet(play) && (!draws || meet(Play { no_draw: true, ..play }))
        };
        self.uses(card, alt, &mut meet_use)
    }

    /// Visits candidate uses of the card. Uses that are certainly illegal are skipped, to avoid
    /// building refusals only to discard them.
    fn uses(&self, card: Card, alt: &Alt, meet: &mut dyn FnMut(Use) -> bool) -> bool {
        let house = self.house;
        let costs = &data().costs;
        match alt {
            Alt::Settle { reach, among } => {
                let reached = match reach {
                    Reach::Adjacent => board::adjacent(house),
                    Reach::Home => house.home.map_or(0, |home| data().setting[home.index()]),
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
            Alt::BuildShip | Alt::PlaceShip if house.fleet() >= 3 => true,
            Alt::BuildShip => self.harbours(&costs.ship, meet),
            Alt::PlaceShip => Dir::all().all(|dir| meet(Use::Ship(dir, Goods::NONE))),
            Alt::BuildTower { .. } | Alt::PlaceTower if board::spare(house.towers, 3) == 0 => true,
            Alt::BuildTower { .. } => {
                self.places(house.farmsteads, &costs.tower, &mut |place, pay| {
                    meet(Use::Tower(place, pay))
                })
            }
            Alt::PlaceTower => District::of(house.farmsteads)
                .all(|district| meet(Use::Tower(district, Goods::NONE))),
            Alt::BuildChurch => self.places(house.towers, &costs.church, &mut |place, pay| {
                meet(Use::Church(place, pay))
            }),
            Alt::Decorate if house.churches == 0 => true,
            Alt::Decorate => {
                let can = |deco: &Deco| {
                    self.state.for_sale & deco.bit() != 0 && deco.cost() <= house.silver()
                };
                Deco::all().filter(can).all(|deco| meet(Use::Decorate(deco)))
            }
            Alt::Raid(_) => house.fleet() == 0 || meet(Use::Raid),
            Alt::Sink => self.state.pirates == 0 || meet(Use::Sink),
            Alt::Assembly => self.state.assembly.is_some() || meet(Use::Assembly),
            Alt::Draw(most) => (0..=*most).all(|count| meet(Use::Draw(count))),
            Alt::Sell { kinds, space } => kinds.iter().all(|kind| {
                *space && self.state.sold[kind.index()].is_some() || self.sales(*kind, meet)
            }),
        }
    }

    /// Visits every place with every way to pay.
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
        let settled = self.house.settled();
        let mut served = Dir::all().filter(|dir| settled & board::harbour(*dir).bit() != 0);
        served.all(|dir| ways.iter().all(|way| meet(Use::Ship(dir, *way))))
    }

    fn ways(&self, cost: &Goods) -> List<Goods, 3> {
        let ways = payments(cost);
        ways.iter().filter(|way| self.house.storage.holds(way)).copied().collect()
    }

    fn sales(&self, kind: Kind, meet: &mut dyn FnMut(Use) -> bool) -> bool {
        (1..=self.house.storage.of(kind)).all(|count| meet(Use::Sell(count, kind)))
    }
}
