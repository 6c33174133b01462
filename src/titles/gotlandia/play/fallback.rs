//! What is played for a silent seat (R24.1, R24.4-R24.7). Always legal.

use super::super::orders::{Order, Play, Use};
use super::super::reckon::ask;
use super::super::reckon::ask::Ask;
use super::super::reckon::board;
use super::super::state::State;
use super::super::things::data::{Idle, data};
use super::super::things::goods::Goods;
use super::super::things::names::{Card, Dir, Kind};
use super::judge::leaves_choice;
use super::{end, losses, open, turns};
use crate::rules::Seat;

/// The default of whatever the seat is asked; `no` when it is asked nothing.
pub fn fallback(state: &State, seat: Seat) -> Order {
    let order = ask::ask(state, seat).and_then(|asked| by_default(state, seat, asked));
    order.unwrap_or(Order::No)
}

fn by_default(state: &State, seat: Seat, asked: Ask) -> Option<Order> {
    Some(match asked {
        Ask::Reputation => {
            let (rep, param) = open::by_default(state, seat)?;
            Order::Rep(rep, param)
        }
        Ask::Tribute | Ask::RaidLoss => Order::Lose(losses::by_default(state, seat)),
        Ask::Keep => Order::Keep(ask::kept_by_default(ask::doomed(state, seat))?),
        Ask::Trouble => Order::Trouble(None),
        Ask::Turn if state.options.passing => Order::Rest,
        Ask::Turn => Order::Play(idle_play(state, seat)?),
        Ask::RaidShip => Order::AllSilver,
        Ask::Pirate => Order::Pirate(turns::pirate_by_default(state, seat)?),
        Ask::Sink => Order::Sink(turns::sink_by_default(state, seat)?),
        Ask::Steal => Order::Steal(turns::victim_by_default(state, seat)?),
        Ask::Follow => Order::No,
        Ask::End => {
            let (grow, bury) = end::by_default(state, seat);
            Order::End { grow, bury }
        }
    })
}

/// The idle play of R24.5.
fn idle_play(state: &State, seat: Seat) -> Option<Play> {
    let family = state.of(seat);
    let rank = |card: &&Card| {
        let place = data().idle_cards.iter().position(|word| word == card.word());
        place.unwrap_or(usize::MAX)
    };
    let card = *family.hand.iter().min_by_key(rank)?;
    let act = match card.data().idle {
        Idle::Produce => Use::Produce,
        Idle::Draw => Use::Draw(0),
        Idle::Take if card == Card::GOTLAND => Use::Take(Some(scarcest(&family.storage))),
        Idle::Take if leaves_choice(card) => Use::Take(Some(Kind::SILVER)),
        Idle::Take => Use::Take(None),
        Idle::RaidOrShip if family.fleet() < 3 => Use::Ship(home_dir(state, seat), Goods::NONE),
        Idle::RaidOrShip => Use::Raid,
    };
    let plain = Play { card, act, nodraw: false };
    let quiet = Play { nodraw: true, ..plain };
    let legal = |play: &Play| super::judge::judge(state, seat, play).is_ok();
    let idle = [quiet, plain].into_iter().find(legal);
    // Every card has an alternative that is always legal (R27.4); this is for odd set-ups only.
    idle.or_else(|| first_legal(state, seat))
}

fn first_legal(state: &State, seat: Seat) -> Option<Play> {
    let mut first = None;
    super::cards::each(state, seat, &mut |play| {
        first = Some(play);
        false
    });
    first
}

/// The basic kind the seat has least of, ties in `gotland_take_order`.
fn scarcest(storage: &Goods) -> Kind {
    let order = data().take_order.iter().copied();
    order.min_by_key(|kind| storage.of(*kind)).unwrap_or(Kind::WOOD)
}

fn home_dir(state: &State, seat: Seat) -> Dir {
    state.of(seat).home.map(board::sea).unwrap_or_default()
}
