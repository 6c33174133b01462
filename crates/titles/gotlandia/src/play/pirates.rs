//! R6 Pirates: where they appear, battles and raids, losses to them or as tribute, and
//! Troublemakers, who may place one more.

use super::super::orders::Order;
use super::super::reckon::ask::ask;
use super::super::reckon::board::{free_dirs, raided};
use super::super::reckon::losses::{self, by_default, gifts, give, items, times};
use super::super::state::facts::{Fact, Hit};
use super::super::state::plays::{Forced, SealedOrder};
use super::super::state::standing::Name;
use super::super::state::{Stage, State};
use super::super::things::goods::Goods;
use super::super::things::ids::Rep;
use super::super::things::kinds::{Dir, Kind};
use super::means::holds;
use super::refuse::{not_asked, refusal, require};
use super::run::{Run, RunExt};
use ravenpost_rules::RefusalCode::{NoneThere, Occupied, WrongAmount};
use ravenpost_rules::list::List;
use ravenpost_rules::{Form, Legal, Refusal, Seat};

/// Maximum number of bundles to list.
const LISTED: usize = 40;

/// Lists what the seat may give up: all of it if short, otherwise a selection and a form.
pub fn list_losses(state: &State, seat: Seat) -> Legal<Order> {
    let (storage, owes) = (state.of(seat).storage, state.of(seat).owes);
    let gifts = gifts(state);
    let all = losses::bundles(&storage, owes, gifts, LISTED + 1);
    if all.len() <= LISTED {
        return Legal::listed(all.into_iter().map(Order::Lose).collect());
    }
    let mut some = vec![by_default(state, seat)];
    for first in Kind::all() {
        let order: Vec<Kind> = Kind::all().cycle().skip(first.index()).take(Kind::COUNT).collect();
        some.push(give(state, seat, &order));
        some.push(losses::evenly(&storage, owes, &order, gifts));
    }
    let mut orders: Vec<Order> = Vec::new();
    for goods in some {
        if !orders.contains(&Order::Lose(goods)) {
            orders.push(Order::Lose(goods));
        }
    }
    Legal { orders, complete: false, forms: vec![form(&storage, owes, gifts)] }
}

fn form(storage: &Goods, owes: u8, gifts: bool) -> Form {
    let most = if gifts { 2 * owes } else { owes };
    let item = |(kind, count): (Kind, u8)| {
        (kind.word().to_owned(), kind.name().to_owned(), u16::from(count.min(most)))
    };
    let help = if gifts {
        format!("Give up exactly 2 Silver or 1 resource{}.", times(owes))
    } else {
        format!("Give up exactly {}.", items(owes))
    };
    Form::new("lose", "Give up").help(help).amounts("", storage.kinds().map(item).collect())
}

/// Lists the pirates that the Troublemakers may place, or none.
pub fn list_trouble(state: &State) -> Legal<Order> {
    let free = Dir::all().filter(|dir| free_dirs(state) & dir.bit() != 0);
    let placed = free.map(|dir| Order::Trouble(Some(dir)));
    Legal::listed(std::iter::once(Order::Trouble(None)).chain(placed).collect())
}

/// Checks whether a seat may give this up, or place a pirate there.
pub fn check(state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
    match order {
        Order::Lose(goods) => check_payment(state, seat, goods),
        Order::Trouble(None) => Ok(()),
        Order::Trouble(Some(dir)) => placeable(state, *dir),
        _ => Err(not_asked(state, seat, order)),
    }
}

/// Checks whether this is what the seat owes (R6.5-R6.8, R16.6).
fn check_payment(state: &State, seat: Seat, goods: &Goods) -> Result<(), Refusal> {
    for (kind, count) in goods.kinds() {
        holds(state, seat, kind, count)?;
    }
    let owes = state.of(seat).owes;
    if gifts(state) {
        let silver = u16::from(goods.of(Kind::SILVER));
        let fits = silver % 2 == 0 && goods.resources() + silver / 2 == u16::from(owes);
        let why = || format!("give up exactly 2 Silver or 1 resource{}", times(owes));
        return require(fits, || refusal("R6.8", why()).code(WrongAmount));
    }
    let fits = goods.items() == u16::from(owes);
    require(fits, || refusal("R6.5", format!("give up exactly {}", items(owes))).code(WrongAmount))
}

/// Checks whether a pirate may be placed there.
pub fn placeable(state: &State, dir: Dir) -> Result<(), Refusal> {
    require(free_dirs(state) & dir.bit() != 0, || {
        refusal("R6.1", format!("there is already a pirate in the {}", dir.name()))
            .code(Occupied)
            .word(dir.slug())
    })
}

/// Checks whether there is a pirate to sink.
pub fn sinkable(state: &State, dir: Dir) -> Result<(), Refusal> {
    require(state.pirate(dir), || {
        refusal("R6.10", format!("there is no pirate in the {}", dir.name()))
            .code(NoneThere)
            .word(dir.slug())
    })
}

/// Performs one direction of the generation card (R6.2).
pub fn come(run: &mut Run, dir: Dir) {
    let state = &run.state;
    let fact = if !state.pirate(dir) {
        match state.tokens {
            0 => Fact::PirateSupplyEmpty { dir },
            _ => Fact::PiratePlaced { dir, by: None, forced: false },
        }
    } else if state.ships(dir) > 0 {
        let owners = state.seats().filter(|seat| state.of(*seat).ships[dir.index()] > 0);
        let seats: List<Seat, 4> = owners.collect();
        Fact::ShipsWrecked { dir, seats }
    } else {
        let each = if state.options.gifts() { 1 } else { 2 };
        let met = state.seats().map(|seat| (seat, raided(state.of(seat), dir)));
        let hits = met.filter(|(_, farmsteads)| *farmsteads > 0);
        let hit = |(seat, farmsteads)| Hit { seat, farmsteads, owes: each * farmsteads };
        Fact::PirateRaid { dir, hits: hits.map(hit).collect() }
    };
    run.put(fact);
}

/// Collects losses: automatically if there is no choice, by instruction, or once all seats have
/// sealed what they give up.
pub fn losses(run: &mut Run, then: Stage) -> bool {
    let gifts = gifts(&run.state);
    for seat in run.state.seats() {
        let house = run.state.of(seat);
        if house.owes == 0 || house.sealed.is_some() {
            continue;
        }
        if let Some(goods) = losses::forced(house, gifts) {
            run.put(Fact::GoodsLost { seat, goods, forced: true });
        } else if let Some(order) = house.standing.losses.filter(|_| run.may_answer(seat)) {
            let goods = give(&run.state, seat, &order);
            // Prompt the seat if its instruction is not legal now.
            if check_payment(&run.state, seat, &goods).is_err() {
                continue;
            }
            run.answered(seat, &[Name::Losses]);
            run.seal(seat, SealedOrder::Lose { goods });
            run.has_answered();
        }
    }
    if run.state.seats().any(|seat| ask(&run.state, seat).is_some()) || run.keeps_sealed() {
        return false;
    }
    for seat in run.state.seats() {
        if let Some(SealedOrder::Lose { goods }) = run.state.of(seat).sealed {
            run.put(Fact::GoodsLost { seat, goods, forced: false });
        }
    }
    run.go(then);
    true
}

/// Handles Troublemakers (G7): prompts unless there is an instruction or nothing can be placed.
pub fn troublemakers(run: &mut Run) -> bool {
    let state = &run.state;
    let holder = state.seats().find(|seat| state.of(*seat).is(Rep::TROUBLEMAKERS));
    let possible = state.tokens > 0 && free_dirs(state) != 0;
    if let Some(seat) = holder.filter(|_| !possible) {
        run.settled(seat, Forced::NoTrouble);
    } else if let Some(seat) = holder {
        let wish = run.state.of(seat).standing.trouble.filter(|_| run.may_answer(seat));
        let Some(wish) = wish else { return false };
        run.has_answered();
        run.answered(seat, &[Name::Trouble]);
        let dir = wish.iter().find(|dir| !run.state.pirate(**dir)).copied();
        made(run, seat, dir);
    }
    run.go(Stage::Draw);
    true
}

/// Performs the Troublemakers' order.
pub fn trouble(run: &mut Run, seat: Seat, dir: Option<Dir>) {
    run.moved(seat);
    made(run, seat, dir);
    run.go(Stage::Draw);
}

fn made(run: &mut Run, seat: Seat, dir: Option<Dir>) {
    run.put(match dir {
        Some(dir) => Fact::PiratePlaced { dir, by: Some(seat), forced: false },
        None => Fact::NoPiratePlaced { seat },
    });
}
