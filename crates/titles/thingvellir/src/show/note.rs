//! Notes under headings: one sentence on what is at stake, so that players can decide without
//! looking up the rules. They contain no private information of other seats.

use super::super::orders::Order;
use super::super::reckon;
use super::super::state::State;
use super::super::state::progress::Vote;
use super::super::things::names::{Colour, Role, Statute, thingmen};
use ravenpost_rules::{Seat, text::phrase};

/// The note for an order's heading; empty where the heading says enough.
pub fn note(state: &State, seat: Seat, order: &Order) -> String {
    let left = state.deed.left;
    match order {
        Order::Side(_) => "From there, this Thingman can sue in the Law Council.".into(),
        Order::Propose(_) => {
            "Suits act first. Then every supporter acts, with a strength equal to the number of \
             supporters."
                .into()
        }
        Order::Support => support(state),
        Order::Sue(statute, _) => suit(state, *statute),
        Order::Settle(..) if !state.has_role(seat, Role::LAND_TAKER) => {
            "You may subsume one District, whatever your strength. You cannot expand as well."
                .into()
        }
        Order::Expand(..) | Order::Rebuild(_) => {
            format!("Strength left: {left}. Raising a District costs its current value.")
        }
        Order::Send(..) => format!("{}. Each Thingman costs 1.", points(left)),
        Order::Move(..) => format!("{}. Each move costs 1, however large the band.", points(left)),
        Order::Challenge | Order::LetPass => {
            let men = thingmen(state.band.men);
            format!(
                "You fight with your Goods, so you cannot lose Thingmen. You draw no cards. The \
                 band of {men} draws one card per Thingman."
            )
        }
        Order::Add(_) | Order::Accept(_) | Order::Hold => standing(state, seat),
        Order::Raze(..) | Order::Spare => {
            let left = reckon::feud::razes_left(state, reckon::feud::asked_side(state));
            format!(
                "You won more conflicts than they had Thingmen, so you may raze {}.",
                farms(left)
            )
        }
        Order::Claim(_) => {
            let lost = state.feud.lost[reckon::feud::asked_side(state)];
            let slain = thingmen(lost);
            format!(
                "You lost {slain}. Take cards from their rows worth up to {lost} in total. They \
                 become your Goods."
            )
        }
        Order::Out(_) | Order::Home => ships(state, seat),
        Order::Keep(_) => {
            format!(
                "Keep {} of {}.",
                reckon::raid::share(state),
                phrase::count(state.table.len(), "card")
            )
        }
        Order::Foster(_) => "A persona worth 2 needs one Good of its colour, worth 3 needs two. \
                             You keep these Goods."
            .into(),
        Order::Swear(_) => {
            let (has, may) = (state.oaths[seat].count(), state.lands[seat].count_ones());
            let steward = u32::from(state.has_role(seat, Role::STEWARD));
            format!("You have {has} Bondi and may have up to {}.", may + steward)
        }
        Order::Give(..) | Order::Murder(_) | Order::Capture(..) => feasting(state, order),
        Order::Weapon(_) | Order::Pay | Order::Fail => {
            format!("You are {} short of capturing the District.", reckon::feast::shortfall(state))
        }
        Order::Act(_) | Order::Harvest => hunting(state, seat),
        _ => String::new(),
    }
}

fn feasting(state: &State, order: &Order) -> String {
    let left = state.deed.left;
    match order {
        Order::Give(..) => format!(
            "Strength left: {left}. A single Good costs its worth and earns 1. A set costs only \
             its highest Good."
        ),
        Order::Murder(_) => {
            spendable(state, "Slay up to the Bondi's worth in Thingmen in your Districts")
        }
        Order::Capture(area, _) => {
            let guard = state.owner(*area).map_or(0, |owner| state.longhall[owner]);
            let men = thingmen(guard);
            spendable(
                state,
                &format!("The Bondi's worth must at least equal {men} in their Longhall"),
            )
        }
        _ => String::new(),
    }
}

/// The strength of a suit, and when it acts.
fn suit(state: &State, statute: Statute) -> String {
    let mut text = "Acts before supporters. Strength: your Thingmen".to_owned();
    let others = state.suing(statute);
    if others > 0 {
        text.push_str(&format!(" plus {others} of other players"));
    }
    if statute.bonus() > 0 {
        text.push_str(&format!(" plus {}", statute.bonus()));
    }
    text + "."
}

/// The remaining points: "3 points left".
fn points(left: u8) -> String {
    format!("{} left", phrase::count(left.into(), "point"))
}

fn farms(count: u8) -> String {
    phrase::count(count.into(), "farm")
}

/// The strength of support, as far as votes are public.
fn support(state: &State) -> String {
    let Some(token) = state.token else { return String::new() };
    let open = state.votes.iter().filter(|vote| **vote == Vote::Support);
    let with = open.count() as u8 + 1 + token.bonus();
    format!("With your support, supporters act at strength {with}, or more if others join.")
}

/// The feud in one line, from the view of the awaited seat: "red 3 to 1, green 0 to 2 (settled)".
fn standing(state: &State, seat: Seat) -> String {
    let side = usize::from(state.feud.sides[1] == seat);
    let other = state.feud.sides[1 - side];
    let opened = Colour::all().filter(|colour| state.feud.opened & (1 << colour.0) != 0);
    let rows: Vec<String> = opened
        .map(|colour| {
            let worth = state.feud.worth.map(|row| row[colour.index()]);
            let settled = if reckon::feud::is_open(state, colour) { "" } else { " (settled)" };
            format!("{} {} to {}{settled}", colour.slug(), worth[side], worth[1 - side])
        })
        .collect();
    let rows = if rows.is_empty() { "no conflict yet".to_owned() } else { rows.join(", ") };
    format!("You against {}: {rows}.", state.name(other))
}

fn ships(state: &State, seat: Seat) -> String {
    let (sea, strength) = (state.sea[seat], state.deed.strength);
    let men = thingmen(sea);
    if sea == 0 || state.deed.first {
        return format!("{men} at sea. At most {strength} may journey out.");
    }
    let cards = phrase::count((sea + strength).into(), "card");
    format!("{men} at sea. If they come home now, you draw {cards} and keep half.")
}

fn spendable(state: &State, what: &str) -> String {
    let left = state.deed.strength - state.deed.count;
    let bondi = if left == 1 { "1 Bondi".to_owned() } else { format!("{left} Bondi") };
    format!("{what}. You may discard {bondi}.")
}

fn hunting(state: &State, seat: Seat) -> String {
    let strength = reckon::hunt::strength(state, seat);
    match state.colour_of_round(seat) {
        Some(colour) => {
            format!("Your colour this round is {}, with strength {strength}.", colour.slug())
        }
        None => String::new(),
    }
}
