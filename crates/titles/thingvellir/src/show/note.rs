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
        Order::Side(_) => "From there he can sue in the Law Council.".into(),
        Order::Propose(_) => {
            "Whoever supports it acts on it, as strongly as there are supporters; suits act first."
                .into()
        }
        Order::Support => support(state),
        Order::Sue(statute, _) => suit(state, *statute),
        Order::Settle(..) if !state.has_role(seat, Role::LAND_TAKER) => {
            "One District, whatever the strength; then nothing is expanded.".into()
        }
        Order::Expand(..) | Order::Rebuild(_) => {
            format!("{left} of the strength left. A step costs what the District was worth.")
        }
        Order::Send(..) => format!("{}, 1 for each Thingman.", points(left)),
        Order::Move(..) => format!("{}, 1 for each move, however large the band.", points(left)),
        Order::Challenge | Order::LetPass => {
            let men = thingmen(state.band.men);
            format!(
                "Your Goods fight, and nobody of yours can be slain. You draw no cards; the band \
                 of {men} draws one for each."
            )
        }
        Order::Add(_) | Order::Accept(_) | Order::Hold => standing(state, seat),
        Order::Raze(..) | Order::Spare => {
            let left = reckon::feud::razes_left(state, reckon::feud::asked_side(state));
            format!("You won more conflicts than they had Thingmen: {} may burn.", farms(left))
        }
        Order::Claim(_) => {
            let lost = state.feud.lost[reckon::feud::asked_side(state)];
            format!("For {lost} slain: cards of theirs worth {lost} together, as your Goods.")
        }
        Order::Out(_) | Order::Home => ships(state, seat),
        Order::Keep(_) => {
            format!(
                "Keep {} of {}.",
                reckon::raid::share(state),
                phrase::count(state.table.len(), "card")
            )
        }
        Order::Foster(_) => "Worth 2 asks for one Good of its colour, worth 3 for two; they are \
                             shown, not spent."
            .into(),
        Order::Swear(_) => {
            let (has, may) = (state.oaths[seat].count(), state.lands[seat].count_ones());
            let steward = u32::from(state.has_role(seat, Role::STEWARD));
            format!("You have {has} Bondi and may have {}.", may + steward)
        }
        Order::Give(..) | Order::Murder(_) | Order::Capture(..) => feasting(state, order),
        Order::Weapon(_) | Order::Pay | Order::Fail => {
            format!("{} short of capturing the District.", reckon::feast::shortfall(state))
        }
        Order::Act(_) | Order::Harvest => hunting(state, seat),
        _ => String::new(),
    }
}

fn feasting(state: &State, order: &Order) -> String {
    let left = state.deed.left;
    match order {
        Order::Give(..) => format!(
            "{left} of the strength left. A Good counts its worth and earns 1; in a set only the \
             highest counts."
        ),
        Order::Murder(_) => spendable(state, "As many as its worth can be slain in your Districts"),
        Order::Capture(area, _) => {
            let guard = state.owner(*area).map_or(0, |owner| state.longhall[owner]);
            let men = thingmen(guard);
            spendable(state, &format!("It must match {men} in their Longhall"))
        }
        _ => String::new(),
    }
}

/// The strength of a suit, and when it acts.
fn suit(state: &State, statute: Statute) -> String {
    let mut text = "Acts before all who support, with your Thingmen on it".to_owned();
    let others = state.suing(statute);
    if others > 0 {
        text.push_str(&format!(", the {others} of others"));
    }
    if statute.bonus() > 0 {
        text.push_str(&format!(", and {} more", statute.bonus()));
    }
    text + " for strength."
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
    format!("With you, supporters act at strength {with}, and at more if others join.")
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
        return format!("{men} at sea; at most {strength} may put out.");
    }
    let cards = phrase::count((sea + strength).into(), "card");
    format!("{men} at sea: coming home now draws {cards}, half of them kept.")
}

fn spendable(state: &State, what: &str) -> String {
    let left = state.deed.strength - state.deed.count;
    let bondi = if left == 1 { "1 Bondi".to_owned() } else { format!("{left} Bondi") };
    format!("{what}. {bondi} may be spent, for good.")
}

fn hunting(state: &State, seat: Seat) -> String {
    let strength = reckon::hunt::strength(state, seat);
    match state.colour_of_round(seat) {
        Some(colour) => {
            format!("Your colour this round is {}, strength {strength}.", colour.slug())
        }
        None => String::new(),
    }
}
