//! Awaited seats and prompts: the decisions of R21, derived from the state. They contain no private
//! information.

use super::super::state::turn::{Aim, Session};
use super::super::state::{State, Step};
use super::super::things::kinds::Colour;
use super::plan::due;
use ravenpost_rules::{Ask, Awaited, Narrator, Seat, SeatName};

/// The decision's id in the rules.
pub fn id(step: Step) -> &'static str {
    match step {
        Step::Blank => "blank",
        Step::PickHome => "pick_home",
        Step::Plan => "plan",
        Step::Turn => "turn",
        Step::Act => "act",
        Step::GodiRetreat => "godi_retreat",
        Step::Bargain => "bargain",
        Step::Yard => "yard",
        Step::Build => "build",
        Step::Claim => "claim",
        Step::Close => "close",
        Step::Scoring => "scoring",
        Step::Over => "over",
    }
}

/// Whether a seat is awaited now.
pub fn is_asked(state: &State, seat: Seat) -> bool {
    if !state.has(seat) {
        return false;
    }
    let player = &state.players[seat];
    match state.step {
        Step::PickHome | Step::Act | Step::Build => state.turn == seat,
        Step::Plan => !player.planned && (!state.options.own_turn || state.turn == seat),
        Step::GodiRetreat => state.attack.is_some_and(|attack| attack.waits.has(seat)),
        Step::Bargain => state.now.session == Session::Visit(seat),
        Step::Claim => player.claims && !player.claim.done,
        _ => false,
    }
}

pub fn asked(state: &State) -> impl Iterator<Item = Seat> + Clone + '_ {
    state.seats().filter(|seat| is_asked(state, *seat))
}

/// Names of seats before they have a colour.
const SEATS: [&str; 5] = ["seat1", "seat2", "seat3", "seat4", "seat5"];

/// The name of a seat: its colour, dealt or chosen.
pub fn seat_name(state: &State, seat: Seat) -> SeatName {
    match state.players[seat].colour {
        Colour::NONE => SeatName {
            word: SEATS[seat],
            name: format!("Seat {seat}"),
            colour: "grey",
            letter: char::from(b'0' + seat.0),
        },
        colour => SeatName::by_colour(colour.slug()),
    }
}

/// The awaited seats, in seat order.
pub fn awaited(state: &State) -> Vec<Awaited> {
    asked(state)
        .map(|seat| Awaited {
            seat,
            decision: id(state.step),
            ask: Ask::turn(seat, |narrator| sentence(state, seat, narrator)),
            goes_on: goes_on(state, seat),
            private: is_private(state),
        })
        .collect()
}

/// Whether the decision is secret or out of turn, so that the time of an answer could reveal an
/// instruction. A plan made at the start of the seat's turn is revealed with it.
pub fn is_private(state: &State) -> bool {
    match state.step {
        Step::Plan => !state.options.own_turn,
        step => matches!(step, Step::GodiRetreat | Step::Bargain | Step::Claim),
    }
}

/// Whether this continues something that the seat has begun: its turn, or its Claim sheet.
fn goes_on(state: &State, seat: Seat) -> bool {
    match state.step {
        Step::Act => state.options.own_turn || state.now.orders > 0,
        Step::Claim => state.players[seat].claim.orders > 0,
        _ => false,
    }
}

/// The prompt of a seat: "Red plans 6 cards".
pub fn sentence(state: &State, seat: Seat, narrator: &Narrator) -> String {
    let voice = state.who(seat).voice(narrator);
    let doer = state.who(state.turn).voice(narrator);
    match state.step {
        Step::PickHome => voice.does("choose a colour and its home"),
        Step::Plan => {
            let due = due(state, state.round);
            voice.does(&format!("plan {due} cards"))
        }
        // The unused cards are public during the seat's turn.
        Step::Act => match state.players[seat].hand.iter().sum::<u8>() {
            0 => voice.may("finish the turn without cards"),
            left => voice.does(&format!("play a unit card ({left} left)")),
        },
        Step::GodiRetreat => {
            let area = state.attack.map_or("the area", |attack| attack.area.name());
            let aim = state.attack.map_or(Aim::Axes, |attack| attack.aim);
            let does = if matches!(aim, Aim::Take(_)) { "capture" } else { "attack" };
            let godi = voice.its("Godi");
            voice.must(&format!("move {godi}: {} {area}", doer.also(does)))
        }
        Step::Bargain => voice.does(&format!("answer a bargain that {}", doer.also("offer"))),
        Step::Build => voice.may("build an upgrade"),
        Step::Claim => voice.does("fill in a Claim sheet"),
        _ => voice.does("wait"),
    }
}
