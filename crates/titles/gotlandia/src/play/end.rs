//! R18 End of a generation: growing, burying, clearing, and what comes next.

use super::super::orders::Order;
use super::super::reckon::ask::ask;
use super::super::reckon::growth::{buries, food, need, payable, symbols};
use super::super::state::facts::Fact;
use super::super::state::plays::{Forced, Lot, SealedOrder};
use super::super::state::standing::{Bury, Name};
use super::super::state::{Stage, State};
use super::super::things::ids::Card;
use super::super::things::kinds::Kind;
use super::means::holds;
use super::refuse::{not_asked, refusal, require};
use super::run::{Run, RunExt};
use super::turns::shelf::Shelf;
use ravenpost_rules::RefusalCode::{NotHeld, WrongAmount};
use ravenpost_rules::{Form, Legal, Refusal, RefusalCode, Seat};

/// The last century, counted from 0.
const LAST: u8 = 2;

pub fn list(state: &State, seat: Seat) -> Legal<Order> {
    let house = state.of(seat);
    let places = [&house.discard, &house.played, &house.hand];
    let cards: Vec<Card> = places.into_iter().flat_map(|pack| pack.iter().copied()).collect();
    let shelf = Shelf::of(house.silver(), &cards, symbols(house));
    let payable = payable(state, seat);
    let (lots, complete) = shelf.choice();
    let grows: &[bool] = if payable.is_some() { &[false, true] } else { &[false] };
    let mut orders = Vec::new();
    if !complete {
        let (grow, bury) = by_default(state, seat);
        orders.push(Order::End { grow, bury });
    }
    for bury in lots {
        for grow in grows {
            let order = Order::End { grow: *grow, bury };
            if complete || !orders.contains(&order) {
                orders.push(order);
            }
        }
    }
    if complete {
        return Legal::listed(orders);
    }
    Legal { orders, complete: false, forms: vec![form(&shelf, payable)] }
}

fn form(shelf: &Shelf, payable: Option<u8>) -> Form {
    let most = shelf.most;
    let help =
        format!("Bury up to {most} Silver or cards in all. They are out of play but still score.");
    let form = Form::new("end", "End the generation").help(help);
    let form = match payable {
        Some(short) => form.tick("grow", format!("Pay {short} Grain and gain a worker")),
        None => form,
    };
    form.field(shelf.field("bury"))
}

/// Checks whether growth can be paid, and whether the seat has the lot and may bury it (R18.7).
pub fn check(state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
    let Order::End { grow, bury } = order else { return Err(not_asked(state, seat, order)) };
    let house = state.of(seat);
    let payable = payable(state, seat).is_some();
    let broke =
        || refusal("R25.8", "you cannot pay Grain to grow now").code(RefusalCode::CannotPay);
    require(!grow || payable, broke)?;
    let most = symbols(house);
    let fits = bury.size() <= usize::from(most);
    require(fits, || {
        refusal("R18.7", format!("you can bury at most {most} in all")).code(WrongAmount)
    })?;
    holds(state, seat, Kind::SILVER, bury.silver)?;
    let have =
        |card: Card| house.hand.count(card) + house.played.count(card) + house.discard.count(card);
    match bury.cards.iter().find(|card| bury.cards.count(**card) > have(**card)) {
        Some(card) => {
            let why = format!("you do not have that many face-up {} cards", card.name());
            Err(refusal("R18.7", why).code(NotHeld).word(card.word()))
        }
        None => Ok(()),
    }
}

/// Once all have answered, performs each seat's choice in seat order and clears the generation.
pub fn generation_ends(run: &mut Run) -> bool {
    for seat in run.state.seats() {
        if ask(&run.state, seat).is_some()
            && run.may_answer(seat)
            && let Some((grow, bury)) = instructed(&run.state, seat)
            // Prompt the seat if its instruction is not legal now.
            && check(&run.state, seat, &Order::End { grow, bury }).is_ok()
        {
            let house = run.state.of(seat);
            let asked =
                [(payable(&run.state, seat).is_some(), Name::Grow), (buries(house), Name::Bury)];
            let by: Vec<Name> = asked.iter().filter(|(is, _)| *is).map(|(_, name)| *name).collect();
            run.answered(seat, &by);
            run.seal(seat, SealedOrder::End { grow, bury });
            run.has_answered();
        }
    }
    if run.state.seats().any(|seat| ask(&run.state, seat).is_some()) || run.keeps_sealed() {
        return false;
    }
    if run.state.houses.iter().any(|house| house.sealed.is_some()) {
        run.put(Fact::OrdersRevealed);
    }
    for seat in run.state.seats() {
        seat_ends(run, seat);
    }
    let over = is_last_of_century(&run.state);
    run.put(Fact::GenerationEnded);
    run.go(if over { Stage::Scoring } else { Stage::Reveal });
    true
}

/// Returns whether the century is scored after this generation (R5.3).
fn is_last_of_century(state: &State) -> bool {
    state.left() == 0 || state.card.is_some_and(|card| card.data().plague)
}

fn seat_ends(run: &mut Run, seat: Seat) {
    let sealed = run.state.of(seat).sealed;
    if sealed.is_none() {
        run.settled(seat, Forced::End);
    }
    let house = run.state.of(seat);
    let fed = food(&run.state, seat) >= need(house);
    let workers = house.workers + 1;
    let grain = match sealed {
        Some(SealedOrder::End { grow: true, .. }) => payable(&run.state, seat),
        _ => None,
    };
    if workers <= 5 && fed {
        run.put(Fact::WorkerGained { seat, workers, grain: 0 });
    } else if let Some(grain) = grain {
        run.put(Fact::WorkerGained { seat, workers, grain });
    }
    if let Some(SealedOrder::End { bury: Lot { silver, cards }, .. }) = sealed
        && (silver > 0 || !cards.is_empty())
    {
        run.put(Fact::Buried { seat, silver, cards });
    }
}

/// Returns the order from the standing instructions, if they answer the whole decision (R24.8).
fn instructed(state: &State, seat: Seat) -> Option<(bool, Lot)> {
    let house = state.of(seat);
    let grow = match (payable(state, seat), house.standing.grow) {
        (None, _) => false,
        (Some(short), Some(grow)) => grow.pays(short),
        (Some(_), None) => return None,
    };
    if buries(house) && house.standing.bury.is_none() {
        return None;
    }
    Some((grow, bury_by_default(state, seat)))
}

fn bury_by_default(state: &State, seat: Seat) -> Lot {
    let house = state.of(seat);
    match house.standing.bury {
        Some(Bury::Silver) => Lot::silver(symbols(house).min(house.silver())),
        _ => Lot::default(),
    }
}

/// Returns the default order: as instructed, otherwise nothing. In the very last generation the
/// seat buries as much Silver as it may (R24.7).
pub fn by_default(state: &State, seat: Seat) -> (bool, Lot) {
    let house = state.of(seat);
    let wish = house.standing.grow;
    let grow = match payable(state, seat) {
        Some(short) => wish.is_some_and(|grow| grow.pays(short)),
        None => false,
    };
    let last = state.century == LAST && is_last_of_century(state);
    let bury = match house.standing.bury {
        None if last => Lot::silver(symbols(house).min(house.silver())),
        _ => bury_by_default(state, seat),
    };
    (grow, bury)
}
