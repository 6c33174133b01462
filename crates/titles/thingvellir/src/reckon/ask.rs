//! R23 Decisions: awaited seats and prompts, derived from the state. They contain no private
//! information.

use super::super::state::State;
use super::super::state::progress::{ActionSource, Step, Vote};
use super::super::things::names::{Action, Area, Edge, thingmen};
use super::feast::shortfall;
use super::raid::share;
use ravenpost_rules::{Ask, Awaited, Narrator, Seat, SeatName};

/// The decision's id in the rules.
pub fn id(step: Step) -> &'static str {
    match step {
        Step::Any => "any",
        Step::Side => "side",
        Step::Propose => "propose",
        Step::Vote => "vote",
        Step::Queue => "queue",
        Step::Settle => "settle",
        Step::Ride => "ride",
        Step::Challenge => "challenge",
        Step::Feud => "feud",
        Step::Raze => "raze",
        Step::Claim => "claim",
        Step::Raid => "raid",
        Step::Keep => "keep",
        Step::Foster => "foster",
        Step::Pool => "pool",
        Step::Pledge => "pledge",
        Step::Feast => "feast",
        Step::Slay => "slay",
        Step::Lair => "lair",
        Step::Weapon => "weapon",
        Step::Pay => "pay",
        Step::Burn => "burn",
        Step::Farm => "farm",
        Step::Hunt => "hunt",
        Step::Bondi => "bondi",
        Step::Winter => "winter",
        Step::Over => "over",
    }
}

/// Every step, for reading documents.
pub const STEPS: [Step; 27] = [
    Step::Any,
    Step::Side,
    Step::Propose,
    Step::Vote,
    Step::Queue,
    Step::Settle,
    Step::Ride,
    Step::Challenge,
    Step::Feud,
    Step::Raze,
    Step::Claim,
    Step::Raid,
    Step::Keep,
    Step::Foster,
    Step::Pool,
    Step::Pledge,
    Step::Feast,
    Step::Slay,
    Step::Lair,
    Step::Weapon,
    Step::Pay,
    Step::Burn,
    Step::Farm,
    Step::Hunt,
    Step::Bondi,
    Step::Winter,
    Step::Over,
];

/// The name of a seat, which is its faction; `None` for seats that are not in the game, which is
/// all of them before the setup.
pub fn seat_name(state: &State, seat: Seat) -> Option<SeatName> {
    let faction = state.faction[seat];
    (seat.0 <= state.seats).then(|| SeatName {
        word: faction.slug(),
        name: faction.name().to_owned(),
        colour: faction.hue(),
        letter: faction.letter().chars().next().unwrap_or('?'),
    })
}

/// The awaited seats, in seat order.
pub fn awaited(state: &State) -> Vec<Awaited> {
    asked(state)
        .map(|seat| Awaited {
            seat,
            decision: id(state.step),
            ask: Ask::turn(seat, |narrator| sentence(state, seat, narrator)),
            goes_on: goes_on(state, seat),
            private: is_private(state.step),
        })
        .collect()
}

/// Whether this only continues a turn that the seat has begun.
fn goes_on(state: &State, seat: Seat) -> bool {
    let waits = matches!(state.step, Step::Side | Step::Propose | Step::Vote | Step::Challenge);
    let choosing = state.step == Step::Foster && (state.deed.fostered || state.deed.sent);
    choosing || !waits && state.begun && seat == state.deed.seat
}

/// Whether the decision is out of turn, so that the time of an answer could reveal an instruction.
pub fn is_private(step: Step) -> bool {
    matches!(step, Step::Vote | Step::Challenge | Step::Feud | Step::Raze | Step::Claim)
}

/// The open decision without the seat, for refusals and headings.
pub fn topic(state: &State) -> String {
    match state.step {
        Step::Side => "which side of Þingvellir your first Thingman goes to".into(),
        Step::Propose => "which statute to propose".into(),
        Step::Vote => "whether to support or sue".into(),
        Step::Settle | Step::Ride | Step::Raid | Step::Pledge | Step::Feast => deed(state),
        Step::Challenge => format!("whether to challenge the band in {}", crossed(state).name()),
        Step::Feud => format!("the feud {}", place(state)),
        Step::Raze => format!("which farm to raze after the feud {}", place(state)),
        Step::Claim => "which cards to take as compensation".into(),
        Step::Keep => {
            format!("which {} drawn cards to keep", share(state))
        }
        Step::Foster => "which persona to foster or send off".into(),
        Step::Pool => "which drawn personae to put into the pool".into(),
        Step::Slay => format!("which Thingmen to slay (at most {})", state.strike.card.worth()),
        Step::Lair => "where the Outlaw's lair is".into(),
        Step::Weapon => format!("whether to add a Weapon to capture {}", state.strike.area.name()),
        Step::Pay => {
            let short = shortfall(state);
            format!("whether to pay {short} Wordfame to capture {}", state.strike.area.name())
        }
        Step::Burn => format!("which farm to burn in {}", state.strike.area.name()),
        Step::Farm => format!("which farm to put in {}", state.strike.area.name()),
        Step::Bondi => "which Bondi to use".into(),
        _ => "nothing now".into(),
    }
}

/// The current action with its strength.
pub fn deed(state: &State) -> String {
    let deed = &state.deed;
    let name = deed.action.name();
    let by = match deed.source {
        ActionSource::Council => String::new(),
        ActionSource::Home => " with the Home Bondi".into(),
        ActionSource::Bondi(slot) => format!(" with the Bondi in slot {slot}"),
    };
    let left = match deed.action {
        Action::SETTLE | Action::RIDE | Action::FEAST => format!(", {} left", deed.left),
        _ => String::new(),
    };
    format!("{name}{by} (strength {}{left})", deed.strength)
}

/// Where the open feud is fought.
pub fn place(state: &State) -> String {
    let feud = &state.feud;
    if feud.area == Area::NONE {
        return format!("between {}", feud.edge.words());
    }
    format!("in {}", feud.area.name())
}

/// The District that a band is crossing.
pub fn crossed(state: &State) -> Area {
    let band = &state.band;
    let next = usize::from(band.done).min(1);
    let from = if next == 0 { band.from } else { band.path[0] };
    if from == Edge::NONE || band.path[next] == Edge::NONE {
        return Area::THINGVELLIR;
    }
    from.common(band.path[next]).unwrap_or(Area::THINGVELLIR)
}

/// The prompt of a seat: "Oddi votes".
pub fn sentence(state: &State, seat: Seat, narrator: &Narrator) -> String {
    let area = state.strike.area;
    let voice = state.who(seat).voice(narrator);
    let duty = match state.step {
        Step::Side => "send the first Thingman to a side of Þingvellir".to_owned(),
        Step::Propose => "propose a statute as Lawspeaker".to_owned(),
        Step::Vote => match state.token {
            Some(token) => format!("vote on {}", token.words()),
            None => "vote".to_owned(),
        },
        Step::Challenge => {
            let band = format!("band of {}", thingmen(state.band.men));
            let band = state.who(state.deed.seat).voice(narrator).whose(&band);
            let through = crossed(state).name();
            return voice.may(&format!("challenge {band} riding through {through}"));
        }
        Step::Feud => return voice.must(&format!("act in the feud {}", place(state))),
        Step::Raze => return voice.may("raze a farm"),
        Step::Claim => "choose compensation for slain Thingmen".to_owned(),
        Step::Keep => format!("keep {} of the drawn cards", share(state)),
        Step::Foster => return voice.may("foster a persona"),
        Step::Pool => return voice.may("replace personae in the pool"),
        Step::Slay => {
            let most = thingmen(state.strike.card.worth());
            return voice.may(&format!("slay at most {most}"));
        }
        Step::Lair => "choose the Outlaw's lair".to_owned(),
        Step::Weapon => {
            return voice.may(&format!("add a Weapon to capture {}", area.name()));
        }
        Step::Pay => {
            let short = shortfall(state);
            return voice.may(&format!("pay {short} Wordfame to capture {}", area.name()));
        }
        Step::Burn => format!("burn a farm in {}", area.name()),
        Step::Farm => format!("put a farm in {}", area.name()),
        Step::Bondi => format!("hunt for sheep with {}", voice.its("Bondi")),
        _ => format!("take {}", deed(state)),
    };
    voice.does(&duty)
}

/// Whether a seat is awaited now.
pub fn is_asked(state: &State, seat: Seat) -> bool {
    match state.step {
        Step::Any | Step::Queue | Step::Hunt | Step::Winter | Step::Over => false,
        Step::Vote if state.options.sealed => {
            state.is_in(seat) && state.votes[seat] == Vote::None && state.sealed[seat] == Vote::None
        }
        _ => state.turn == seat && state.is_in(seat),
    }
}

/// The awaited seats, in seat order.
pub fn asked(state: &State) -> impl Iterator<Item = Seat> + Clone + '_ {
    state.players().filter(|seat| is_asked(state, *seat))
}
