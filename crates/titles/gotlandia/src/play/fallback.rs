//! R27 Why the game never stalls: the default orders (R24.1, R24.4-R24.7) are always legal.

use super::super::orders::Order;
use super::super::reckon::ask::{self, Ask};
use super::super::reckon::board::sea;
use super::super::reckon::cards::leaves_choice;
use super::super::reckon::losses;
use super::super::reckon::plague::{doomed, spared_by_default};
use super::super::state::State;
use super::super::state::plays::{Play, Use};
use super::super::things::data::data;
use super::super::things::goods::Goods;
use super::super::things::ids::Card;
use super::super::things::kinds::{Dir, Kind};
use super::super::things::tables::Idle;
use super::{after, cards, end, quiet_play, reputation};
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
