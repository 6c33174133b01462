//! R17 Diplomacy: offers, pacts and their ends.

use super::super::reckon::links::by_distance;
use super::super::reckon::world::World;
use super::super::state::facts::Fact;
use super::super::state::line::{Answers, Diplomacy};
use super::super::state::pact::{Bond, FOR_EVER, Offer, Pact};
use super::super::state::stack::{Place, Stack};
use super::super::state::why::{Cause, How};
use super::super::state::{SEATS, State, Step};
use super::super::things::ids::{Field, Fields};
use super::super::things::kinds::{Kind, Season};
use super::run::{Run, RunExt, afford, require};
use ravenpost_rules::RefusalCode::{
    AlreadyDone, CannotPay, MissingWord, NoneThere, NotHeld, NotNow, WrongAmount, WrongKind,
};
use ravenpost_rules::{Refusal, Seat, Seats};

/// Carries out lines about the seat's own pacts and offers.
pub fn carry_out(run: &mut Run<'_>, seat: Seat, line: &Diplomacy) -> Result<(), Refusal> {
    match line {
        Diplomacy::Offer(line) => offer(run, seat, line.seat, line.bond, line.amount, false),
        Diplomacy::Demand(line) => offer(run, seat, line.seat, line.bond, line.amount, true),
        Diplomacy::Recall(line) => recall(run, seat, line.seat),
        Diplomacy::Release(line) => release(run, seat, line.seat),
        Diplomacy::Revolt(_) => revolt(run, seat),
    }
}

/// Carries out lines about offers from other seats.
pub fn answer(run: &mut Run<'_>, seat: Seat, line: &Answers) -> Result<(), Refusal> {
    match line {
        Answers::Accept(line) => accept(run, seat, line.seat),
        Answers::Reject(line) => reject(run, seat, line.seat),
    }
}

/// `offer` and `demand` (R17.10).
fn offer(
    run: &mut Run<'_>,
    seat: Seat,
    other: Seat,
    bond: Bond,
    amount: Option<u8>,
    demand: bool,
) -> Result<(), Refusal> {
    partner(&run.state, seat, other)?;
    let n = amount.unwrap_or_default();
    match bond {
        Bond::None => return MissingWord.refuse("R17.10", "name the kind of pact"),
        Bond::Truce => {
            WrongKind.unless(
                !demand,
                "R17.2",
                "a truce is equal for both sides: use offer, not demand",
            )?;
            WrongAmount.unless((1..=8).contains(&n), "R17.2", "a truce lasts 1 to 8 rounds")?;
        }
        Bond::Tribute => {
            WrongAmount.unless((1..=20).contains(&n), "R17.3", "a tribute is 1 to 20 gold")?
        }
        Bond::Redemption => {
            WrongAmount.unless((4..=30).contains(&n), "R17.4", "a redemption is 4 to 30 gold")?
        }
        Bond::Vassalage => {
            WrongAmount.unless(n == 0, "R17.6", "write vassalage without a number")?
        }
    }
    let offer = Offer { bond, demand, amount: n, round: run.state.round };
    AlreadyDone.unless(
        *run.state.offer(seat, other) != offer,
        "R17.10",
        "you have already made this offer",
    )?;
    run.put(Fact::PactOffered(seat, other, offer));
    Ok(())
}

fn partner(state: &State, seat: Seat, other: Seat) -> Result<(), Refusal> {
    let there = other != seat && other.0 <= state.seats && state.is_alive(other);
    WrongKind.unless(there, "R17.1", "name another player in the game")?;
    let resigned = state.player(seat).resigned || state.player(other).resigned;
    WrongKind.unless(!resigned, "R30.3", "that player has resigned and cannot make pacts")
}

/// Whether a pact is possible, given the pacts at the time of agreement (R17.6, R17.7).
fn may_bind(state: &State, from: Seat, to: Seat, offer: &Offer) -> Result<(), Refusal> {
    let now = state.pact(from, to);
    require(!now.is_lordship(), "R17.7", "one of you is the other's vassal")?;
    if offer.bond == Bond::Vassalage {
        let (lord, vassal) = if offer.demand { (from, to) } else { (to, from) };
        let serves = |seat: Seat| {
            state.all().any(|other| {
                other != seat && {
                    let pact = state.pact(seat, other);
                    pact.is_lordship() && pact.is_over(other)
                }
            })
        };
        AlreadyDone.unless(!serves(vassal), "R17.6", "the vassal already has a lord")?;
        WrongKind.unless(!serves(lord), "R17.6", "a vassal cannot have vassals")?;
    }
    Ok(())
}

/// `recall`: withdraws an offer made by the seat.
fn recall(run: &mut Run<'_>, seat: Seat, other: Seat) -> Result<(), Refusal> {
    let open = other.0 <= run.state.seats && run.state.offer(seat, other).is_open();
    NoneThere.unless(open, "R17.10", "you have no open offer to that player")?;
    run.put(Fact::OfferClosed(seat, other));
    Ok(())
}

/// `reject`: declines an offer.
fn reject(run: &mut Run<'_>, seat: Seat, other: Seat) -> Result<(), Refusal> {
    is_offered(&run.state, seat, other)?;
    run.put(Fact::OfferClosed(other, seat));
    Ok(())
}

/// Returns the open offer to answer, made in the rear that was just revealed.
pub fn is_offered(state: &State, seat: Seat, other: Seat) -> Result<Offer, Refusal> {
    let known = other != seat && other.0 <= state.seats;
    let offer = if known { *state.offer(other, seat) } else { Offer::NONE };
    NoneThere.unless(offer.is_open(), "R17.1", "you have no open offer from that player")?;
    let march = state.step == Step::March;
    let late = march && offer.bond == Bond::Redemption;
    NotNow.unless(!late, "R17.1", "a redemption can be accepted only in the rear")?;
    Ok(offer)
}

/// `accept`: makes the pact if it is still possible and can be paid (R17.1a).
fn accept(run: &mut Run<'_>, seat: Seat, other: Seat) -> Result<(), Refusal> {
    let offer = is_offered(&run.state, seat, other)?;
    let made = conclude(run, other, seat, &offer);
    run.put(Fact::OfferClosed(other, seat));
    made
}

/// Turns an offer into a pact.
fn conclude(run: &mut Run<'_>, from: Seat, to: Seat, offer: &Offer) -> Result<(), Refusal> {
    may_bind(&run.state, from, to, offer)?;
    // The payer or vassal is the seat that offers, or the seat that a demand is made of.
    let (under, over) = if offer.demand { (to, from) } else { (from, to) };
    let round = run.state.round;
    let pays = matches!(offer.bond, Bond::Tribute | Bond::Redemption);
    if pays {
        let gold = u16::from(offer.amount);
        if afford(&run.state, under, gold).is_err() {
            let why = "the payer does not have enough gold, so the offer lapses";
            return CannotPay.refuse("R17.1", why);
        }
        run.gold(under, -i32::from(gold), Cause::Pact);
        run.gold(over, i32::from(gold), Cause::Pact);
    }
    let until = match offer.bond {
        Bond::Truce => round + offer.amount - 1,
        Bond::Redemption if for_ever(&run.state, under, over) => FOR_EVER,
        Bond::Redemption => round + 3,
        _ => FOR_EVER,
    };
    let pact = Pact {
        bond: offer.bond,
        superior: (offer.bond != Bond::Truce).then_some(over),
        until,
        historic: false,
    };
    if offer.bond == Bond::Vassalage {
        free_vassals(run, under);
    }
    let scores = is_scored(&run.state, under, over, offer.bond);
    run.put(Fact::PactAgreed(under, over, pact));
    match offer.bond {
        Bond::Tribute => run.put(Fact::TributePaid(under, over)),
        Bond::Redemption => {
            run.put(Fact::RedemptionPaid(under, over));
            send_home(run, over, under);
        }
        Bond::Vassalage => run.prestige(over, 8, Cause::Pact),
        Bond::None | Bond::Truce => {}
    }
    if scores {
        run.victory(over, 2, Cause::Pact);
        run.victory(under, -1, Cause::Pact);
    }
    Ok(())
}

/// Whether a pact scores. A second tribute or redemption between two seats in a year is valid and
/// paid, but gives no victory points (R17.3, R17.4).
pub fn is_scored(state: &State, one: Seat, other: Seat, bond: Bond) -> bool {
    let had = |pairs: &[Seats; SEATS]| pairs[one.min(other).index()].has(one.max(other));
    match bond {
        Bond::None | Bond::Truce => false,
        Bond::Tribute => !had(&state.tributes),
        Bond::Redemption => !had(&state.redemptions),
        Bond::Vassalage => true,
    }
}

/// Redemption paid by the Alans to the Huns lasts for the whole game (R24.6).
fn for_ever(state: &State, under: Seat, over: Seat) -> bool {
    let huns = state.player(over).faction.is_some_and(|faction| faction.slug() == "hun");
    state.powers(under).redemption_for_ever && huns
}

/// A lord that becomes a vassal first frees its own vassals.
fn free_vassals(run: &mut Run<'_>, lord: Seat) {
    for other in run.state.all() {
        let pact = if other == lord { Pact::NONE } else { *run.state.pact(lord, other) };
        if pact.is_lordship() && pact.is_over(lord) {
            run.put(Fact::PactEnded(lord, other));
        }
    }
}

/// Sends besiegers of the payer to the nearest field that their seat controls, or else to an empty
/// one.
fn send_home(run: &mut Run<'_>, seat: Seat, payer: Seat) {
    let world = World::of(&run.state);
    let towns = run.state.fields().filter(|at| run.state.land(*at).town_of(payer).is_some());
    for at in towns.collect::<Vec<_>>() {
        let stacks: Vec<Stack> = run.state.player(seat).on(at, Place::Open).copied().collect();
        if stacks.is_empty() {
            continue;
        }
        let Some(to) = refuge(&run.state, &world, seat, at) else { continue };
        for stack in stacks {
            let mut there = stack.to(to, Place::Open);
            if there.kind() == Kind::Sm {
                there.unit.kind = Kind::Li;
            }
            run.went(seat, How::SentHome, stack, there);
        }
    }
}

fn refuge(state: &State, world: &World, seat: Seat, at: Field) -> Option<Field> {
    let order = by_distance(state, world, seat, at, Fields::ALL);
    let land: Vec<Field> = order.into_iter().skip(1).filter(|field| field.is_land()).collect();
    let empty = |field: &Field| {
        let nobody = state.all().all(|other| !world.is_out(*field, other));
        nobody && state.land(*field).town.is_none()
    };
    let own = land.iter().copied().find(|field| world.holds(seat, *field));
    own.or_else(|| land.iter().copied().find(empty))
}

/// `release`: the lord frees its vassal at the end of the round.
fn release(run: &mut Run<'_>, seat: Seat, other: Seat) -> Result<(), Refusal> {
    let lord = other != seat && other.0 <= run.state.seats && {
        let pact = run.state.pact(seat, other);
        pact.is_lordship() && pact.is_over(seat)
    };
    WrongKind.unless(lord, "R17.6", "that player is not your vassal")?;
    let again = run.state.pact(seat, other).until == run.state.round;
    AlreadyDone.unless(!again, "R17.6", "you have already ordered this")?;
    run.put(Fact::VassalageEnding(seat, other));
    Ok(())
}

/// `revolt`: the vassal becomes free at the end of the winter.
fn revolt(run: &mut Run<'_>, seat: Seat) -> Result<(), Refusal> {
    let winter = run.state.season() == Season::Winter;
    NotNow.unless(winter, "R17.6", "a vassal can revolt only in winter")?;
    let lord = run.state.all().find(|other| {
        *other != seat && {
            let pact = run.state.pact(seat, *other);
            pact.is_lordship() && pact.is_over(*other)
        }
    });
    let Some(lord) = lord else { return NotHeld.refuse("R17.6", "you have no lord") };
    let again = run.state.pact(seat, lord).until == run.state.round;
    AlreadyDone.unless(!again, "R17.6", "you have already ordered this")?;
    run.put(Fact::VassalageEnding(seat, lord));
    Ok(())
}

/// Closes offers of the previous rear that were not accepted (R17.1).
pub fn lapse(run: &mut Run<'_>) {
    for from in run.state.all() {
        for to in run.state.all() {
            let offer = *run.state.offer(from, to);
            if offer.is_open() && offer.round < run.state.round {
                run.put(Fact::OfferClosed(from, to));
            }
        }
    }
}

/// Ends pacts that expire in this round.
pub fn expire(run: &mut Run<'_>) {
    for one in run.state.all() {
        for other in run.state.all().filter(|other| *other > one) {
            let pact = *run.state.pact(one, other);
            if pact.bond != Bond::None && pact.until <= run.state.round {
                run.put(Fact::PactEnded(one, other));
            }
        }
    }
}
