//! R17 Forced trade: lots with a host at their home, and bargains.

use super::pay;
use crate::orders::{Action, Order};
use crate::play::refuse::not_asked;
use crate::play::run::{Run, RunExt};
use crate::reckon::lots;
use crate::state::facts::{Deal, Fact, OfferItem};
use crate::state::turn::Session;
use crate::state::{State, Step};
use crate::things::areas::Area;
use crate::things::goods;
use crate::things::goods::Lot;
use crate::things::kinds::{Good, Unit};
use ravenpost_rules::RefusalCode::{
    AlreadyDone, CannotPay, NoneThere, NotInGame, NotNow, Occupied, OutOfRange, WrongAmount,
    WrongKind,
};
use ravenpost_rules::{Form, Legal, Refusal, Seat};

/// Maximum number of offers per turn, and of a good and of gold in an offer (R17.5).
const OFFERS: u8 = 3;
const GOODS: u8 = 8;
const GOLD: u8 = lots::PLENTY;

/// The player whom the Kaupmadur visits.
fn host(state: &State, seat: Seat) -> Option<Seat> {
    state.visited(seat).filter(|_| state.options.forced_trade)
}

pub fn list(state: &State, seat: Seat, legal: &mut Legal<Order>) {
    let Some(host) = host(state, seat) else { return };
    // All orders of a visit cost the same.
    let ways = pay::ways(state, seat, Action::Give(1, 0));
    if ways.is_empty() {
        return;
    }
    let (give, get) = most(state, seat, host);
    let mut actions: Vec<Action> =
        lots::lots(&give, &get).into_iter().map(|(give, get)| Action::Visit(give, get)).collect();
    if state.now.offers < OFFERS {
        // Only a count of one is listed; the forms offer the others.
        actions.extend((0..7).flat_map(|item| [Action::Give(1, item), Action::Want(1, item)]));
        // Named items can be removed again.
        let none = (0..7).flat_map(|item| [Action::Give(0, item), Action::Want(0, item)]);
        actions.extend(none.filter(|action| check(state, seat, action).is_ok()));
        actions.extend(offered(state).then_some(Action::Send));
        legal.forms.extend(forms());
        legal.complete = false;
    }
    for action in actions {
        pay::offer(legal, action, &ways);
    }
}

/// Forms for an offer. Each order sets the count of one item on one side.
fn forms() -> [Form; 2] {
    let counts: Vec<_> = (1..=GOLD).map(|count| (count.to_string(), count.to_string())).collect();
    let items: Vec<_> = (0..7).map(|at| (goods::item(at).into(), goods::item(at).into())).collect();
    let form = |lead: &str, label: &str| {
        let help = format!("Up to {GOODS} of a good, or up to {GOLD} gold.");
        let form = Form::new(lead, label).help(help);
        form.pick("How many", counts.clone()).pick("Item", items.clone())
    };
    [form("k give", "Add to your offer"), form("k want", "Ask for in return")]
}

pub fn check(state: &State, seat: Seat, action: &Action) -> Result<(), Refusal> {
    if !state.options.forced_trade {
        return NotInGame.refuse("R17.1", "this game has no trade with players");
    }
    let Some(host) = host(state, seat) else {
        return OutOfRange.refuse("R17.1", away(state, state.players[seat].area_of(Unit::K)));
    };
    match *action {
        Action::Visit(give, get) => lot(state, seat, host, &give, &get),
        Action::Give(..) | Action::Want(..) | Action::Send if state.now.offers >= OFFERS => {
            AlreadyDone.refuse("R17.5", format!("you have already made {OFFERS} offers this turn"))
        }
        Action::Give(0, item) => named(&state.now.give, item),
        Action::Want(0, item) => named(&state.now.want, item),
        Action::Give(count, item) | Action::Want(count, item) => {
            let most = if usize::from(item) == Good::GOLD { GOLD } else { GOODS };
            if item > 6 || count == 0 || count > most {
                let name = goods::item(usize::from(item).min(Good::GOLD));
                return WrongAmount
                    .refuse("R17.5", format!("an offer can include 1 to {most} {name}"));
            }
            Ok(())
        }
        Action::Send if !offered(state) => NotNow.refuse("R17.5", "your offer is still empty"),
        Action::Send => Ok(()),
        _ => WrongKind.refuse("R17.1", "that is not possible during a visit"),
    }
}

/// The host may always accept or decline.
pub fn check_answer(state: &State, _seat: Seat, order: &Order) -> Result<(), Refusal> {
    match order {
        Order::Accept | Order::Decline | Order::Yield => Ok(()),
        _ => not_asked(state),
    }
}

/// An item can be removed from the offer only if it is there.
fn named(side: &Lot, item: u8) -> Result<(), Refusal> {
    match side.get(usize::from(item)) {
        Some(count) if *count > 0 => Ok(()),
        _ => {
            let name = goods::item(usize::from(item).min(Good::GOLD));
            NoneThere.refuse("R17.5", format!("your offer has no {name} on that side"))
        }
    }
}

/// Why there is no host to visit.
fn away(state: &State, here: Option<Area>) -> String {
    match here {
        Some(area) if state.host(area).is_some() && state.land(area).axes > 0 => {
            format!("an Axe token closes {}", area.name())
        }
        _ => "the Kaupmadur can visit other players only on their home areas".into(),
    }
}

/// Judges a lot of the trade table with the host in the bank's place, ignoring the host's gold
/// (R17.3).
fn lot(state: &State, seat: Seat, host: Seat, give: &Lot, get: &Lot) -> Result<(), Refusal> {
    if !lots::is_line(give, get) {
        return WrongKind.refuse("R11.9", "the trade table has no such trade");
    }
    let (visitor, owner) = (&state.players[seat], &state.players[host]);
    let name = state.who(host).name();
    if let Some(place) = lots::excess(give, &lots::purse(visitor)) {
        return CannotPay
            .refuse("R17.3", format!("you do not have that much {}", goods::item(place)));
    }
    if let Some(place) = lots::excess(get, &lots::room(visitor)) {
        return Occupied
            .refuse("R17.3", format!("you have no room for that much {}", goods::item(place)));
    }
    if let Some(place) = lots::excess(give, &lots::room(owner)) {
        return Occupied
            .refuse("R17.3", format!("{name} has no room for that much {}", goods::item(place)));
    }
    match lots::excess(get, &stock(state, host)) {
        Some(Good::GOLD) => NoneThere
            .refuse("R17.4", format!("{name} could not pay the gold you demanded this turn")),
        Some(place) => NoneThere
            .refuse("R17.3", format!("{name} does not have that much {}", goods::item(place))),
        None => Ok(()),
    }
}

/// The maximum amounts in each direction.
fn most(state: &State, seat: Seat, host: Seat) -> (Lot, Lot) {
    let (visitor, owner) = (&state.players[seat], &state.players[host]);
    let give = lots::least(&lots::purse(visitor), &lots::room(owner));
    (give, lots::least(&lots::room(visitor), &stock(state, host)))
}

/// The apparent stock of a host. Gold is hidden, so any amount seems possible until the host was
/// found without (R17.4).
fn stock(state: &State, host: Seat) -> Lot {
    let refused = state.now.refused.has(host);
    let mut stock = lots::purse(&state.players[host]);
    stock[Good::GOLD] = if refused { 0 } else { lots::PLENTY };
    stock
}

fn offered(state: &State) -> bool {
    state.now.give.iter().chain(&state.now.want).any(|count| *count > 0)
}

/// Whether an offer is possible as far as the visitor can know: goods and storage, but not the
/// host's gold (R17.6).
fn seems_possible(state: &State, seat: Seat, host: Seat) -> bool {
    let (give, want) = (&state.now.give, &state.now.want);
    let (visitor, owner) = (&state.players[seat], &state.players[host]);
    let goods = |lot: &Lot, held: &[u8; Good::COUNT]| held.iter().zip(lot).all(|(h, n)| n <= h);
    goods(give, &visitor.goods)
        && visitor.gold >= u16::from(give[Good::GOLD])
        && goods(want, &owner.goods)
        && lots::fits(visitor, give, want)
        && lots::fits(owner, want, give)
}

/// Whether an offer can be carried out, including the host's gold.
fn possible(state: &State, seat: Seat, host: Seat) -> bool {
    let gold = state.now.want[Good::GOLD];
    seems_possible(state, seat, host) && state.players[host].gold >= u16::from(gold)
}

/// Plays a legal action that is paid for.
pub fn play(run: &mut Run<'_>, seat: Seat, action: Action) {
    let Some(host) = host(&run.state, seat) else { return };
    let who = run.who(seat);
    match action {
        Action::Visit(give, get) => exchange(run, seat, host, give, get),
        Action::Give(count, item) => {
            run.put(Fact::OfferItemSet(OfferItem { who, wanted: false, item, count }))
        }
        Action::Want(count, item) => {
            run.put(Fact::OfferItemSet(OfferItem { who, wanted: true, item, count }))
        }
        Action::Send => send(run, seat, host),
        _ => {}
    }
}

/// A host without the demanded gold gives nothing, which becomes public (R17.4).
fn exchange(run: &mut Run<'_>, seat: Seat, host: Seat, give: Lot, get: Lot) {
    let (who, owner) = (run.who(seat), run.who(host));
    if run.state.players[host].gold < u16::from(get[Good::GOLD]) {
        run.put(Fact::NoGold { who, host: owner });
    } else {
        run.put(Fact::ForcedTrade(Deal { who, host: owner, give, get }));
    }
}

/// Asks the host, unless the visitor can know that the offer is impossible because of goods, room
/// or their own gold. The host's gold is ignored, because an automatic answer would reveal it.
fn send(run: &mut Run<'_>, seat: Seat, host: Seat) {
    let (who, owner) = (run.who(seat), run.who(host));
    run.put(Fact::OfferSent { who, host: owner });
    if seems_possible(&run.state, seat, host) {
        run.go(Step::Bargain);
    } else {
        run.put(Fact::OfferDeclined { who, host: owner });
    }
}

/// Plays the host's answer. An offer that cannot be carried out counts as declined (R17.6).
pub fn answer(run: &mut Run<'_>, yes: bool) {
    let Session::Visit(host) = run.state.now.session else { return };
    let seat = run.state.turn;
    let (who, owner) = (run.who(seat), run.who(host));
    if yes && possible(&run.state, seat, host) {
        let (give, want) = (run.state.now.give, run.state.now.want);
        run.put(Fact::OfferAccepted(Deal { who, host: owner, give, get: want }));
    } else {
        run.put(Fact::OfferDeclined { who, host: owner });
    }
    run.go(Step::Act);
}
