//! R27 Why the game never stalls: the default orders (R24.1, R24.4-R24.7) are always legal.

use super::quiet_play;
use crate::orders::Order;
use crate::play::turns::{after, cards};
use crate::play::{end, reputation};
use crate::reckon::ask::{self, Ask};
use crate::reckon::board::sea;
use crate::reckon::cards::leaves_choice;
use crate::reckon::losses;
use crate::reckon::plague::{doomed, spared_by_default};
use crate::state::State;
use crate::state::plays::{Play, Use};
use crate::things::data::data;
use crate::things::goods::Goods;
use crate::things::ids::Card;
use crate::things::kinds::{Dir, Kind};
use crate::things::tables::Idle;
use ravenpost_rules::Seat;

/// Returns the default order for the seat's prompt; `no` if there is none.
pub fn fallback(state: &State, seat: Seat) -> Order {
    let order = ask::ask(state, seat).and_then(|asked| by_default(state, seat, asked));
    order.unwrap_or(Order::No)
}

fn by_default(state: &State, seat: Seat, asked: Ask) -> Option<Order> {
    Some(match asked {
        Ask::Reputation => {
            let (rep, param) = reputation::by_default(state, seat)?;
            Order::Rep(rep, param)
        }
        Ask::Tribute | Ask::RaidLoss => Order::Lose(losses::by_default(state, seat)),
        Ask::Keep => Order::Keep(spared_by_default(doomed(state, seat))?),
        Ask::Trouble => Order::Trouble(None),
        Ask::Turn => match quiet_play::building(state, seat) {
            Some(play) => Order::Play(play),
            None if state.options.passing => Order::Rest,
            None => Order::Play(idle_play(state, seat)?),
        },
        Ask::RaidShip => Order::AllSilver,
        Ask::Pirate => Order::Pirate(after::pirate_by_default(state, seat)?),
        Ask::Sink => Order::Sink(after::sink_by_default(state, seat)?),
        Ask::Steal => Order::Steal(after::victim_by_default(state, seat)?),
        Ask::Follow => Order::No,
        Ask::End => {
            let (grow, bury) = end::by_default(state, seat);
            Order::End { grow, bury }
        }
    })
}

/// Returns the default play of R24.5.
fn idle_play(state: &State, seat: Seat) -> Option<Play> {
    let house = state.of(seat);
    let card = *house.hand.iter().min_by_key(|card| quiet_play::place_of(**card))?;
    let action = match card.data().idle {
        Idle::Produce => Use::Produce,
        Idle::Draw => Use::Draw(0),
        Idle::Take if card == Card::GOTLAND => Use::Take(Some(scarcest(&house.storage))),
        Idle::Take if leaves_choice(card) => Use::Take(Some(Kind::SILVER)),
        Idle::Take => Use::Take(None),
        Idle::RaidOrShip if house.fleet() < 3 => Use::Ship(home_dir(state, seat), Goods::NONE),
        Idle::RaidOrShip => Use::Raid,
    };
    let plain = Play { card, action, no_draw: false };
    let quiet = Play { no_draw: true, ..plain };
    let legal = |play: &Play| cards::check(state, seat, play).is_ok();
    let idle = [quiet, plain].into_iter().find(legal);
    // Every card has an alternative that is always legal (R27.4); this is for unusual set-ups only.
    idle.or_else(|| first_legal(state, seat))
}

fn first_legal(state: &State, seat: Seat) -> Option<Play> {
    let mut first = None;
    cards::each(state, seat, &mut |play| {
        first = Some(play);
        false
    });
    first
}

/// Returns the basic kind of which the seat has least; ties follow `gotland_take_order`.
fn scarcest(storage: &Goods) -> Kind {
    let order = data().take_order.iter().copied();
    order.min_by_key(|kind| storage.of(*kind)).unwrap_or(Kind::WOOD)
}

fn home_dir(state: &State, seat: Seat) -> Dir {
    state.of(seat).home.map(sea).unwrap_or_default()
}
