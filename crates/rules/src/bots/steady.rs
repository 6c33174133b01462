//! Looks one order ahead and takes what leaves its seat best off against its best rival.
//!
//! It thinks on an imagined state, never on the true one: everything its seat may not know is
//! drawn anew. What it tries is bounded, so that a turn costs about the same in every title.

use super::{Bot, fill, mix};
use crate::{Dice, Field, Form, Legal, Position, Seat, Viewer};

/// How many orders are weighed for one choice, and about how many tries go into all of them.
const WIDEST: usize = 160;
const TRIES: usize = 900;
/// How many decisions of its own turn it follows after an order.
const DEEPEST: usize = 6;
/// A finished game is worth more than any estimate.
const OVER: i64 = 1 << 40;

pub struct Steady;

impl Bot for Steady {
    fn name(&self) -> &'static str {
        "steady"
    }

    fn about(&self) -> &'static str {
        "thinks one order ahead; a fair sparring partner"
    }

    fn choose(&self, position: &dyn Position, seat: Seat, seed: u64) -> String {
        let mind = position.imagine(Viewer::Seat(seat), &mut Dice::seeded(seed));
        let begin = Thought { rival: rival(mind.as_ref(), seat), position: mind };
        let now = begin.value(seat);
        let orders = candidates(position, seat, seed, WIDEST);
        let follow = TRIES / orders.len().max(1);
        let mut best: Option<(Worth, String)> = None;
        for (at, order) in orders.into_iter().enumerate() {
            let seed = mix(seed, at as u64);
            let Some(worth) = weigh(&begin, now, seat, &order, seed, follow) else { continue };
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, order));
            }
        }
        best.map_or_else(|| position.fallback(seat), |(_, order)| order)
    }
}

/// How good an order is. Orders that change nothing, and instructions that better nothing, lose
/// against all others: they only put off what comes. Among equals the seed decides, so that two
/// games are not alike.
type Worth = (bool, i64, u64);

/// An imagined position, and how well the best rival stands there.
struct Thought {
    position: Box<dyn Position>,
    rival: i64,
}

/// What comes of an order at the table.
enum Effect {
    Nothing,
    Instruction,
    Deed,
}

impl Thought {
    /// What an order of the seat's leads to, and what comes of it at the table. As long as it is
    /// but the seat's own instructions, rivals stand as they did.
    fn then(&self, seat: Seat, order: &str, seed: u64) -> Option<(Thought, Effect)> {
        let decided = self.position.attempt(seat, order, &mut Dice::seeded(seed))?;
        let effect = match (decided.is_empty(), decided.happened) {
            (true, _) => Effect::Nothing,
            (false, false) => Effect::Instruction,
            (false, true) => Effect::Deed,
        };
        let position = decided.next;
        let rival = if decided.happened { rival(position.as_ref(), seat) } else { self.rival };
        Some((Thought { position, rival }, effect))
    }

    /// The seat's own estimate less its best rival's.
    fn value(&self, seat: Seat) -> i64 {
        let lead = self.position.estimate(seat).saturating_sub(self.rival);
        let Some(outcome) = self.position.outcome() else { return lead };
        let seats = i64::from(self.position.seats());
        let place = outcome.places.iter().find(|place| place.seat == seat);
        let place = place.map_or(seats, |place| place.place.into());
        lead + OVER * (seats - place)
    }
}

/// The best of the other seats' estimates.
fn rival(position: &dyn Position, seat: Seat) -> i64 {
    let others = Seat::all(position.seats()).filter(|other| *other != seat);
    others.map(|other| position.estimate(other)).max().unwrap_or(0)
}

fn weigh(
    begin: &Thought,
    now: i64,
    seat: Seat,
    order: &str,
    seed: u64,
    follow: usize,
) -> Option<Worth> {
    let (next, effect) = begin.then(seat, order, seed)?;
    let value = followed(next, seat, seed, follow).value(seat);
    let worthwhile = match effect {
        Effect::Nothing => false,
        Effect::Instruction => value > now,
        Effect::Deed => true,
    };
    Some((worthwhile, value, seed))
}

/// Plays the rest of its own turn greedily, as far as the tries go.
fn followed(mut thought: Thought, seat: Seat, seed: u64, mut tries: usize) -> Thought {
    for step in 0..DEEPEST as u64 {
        let awaited = thought.position.awaited();
        let goes_on = awaited.iter().any(|one| one.seat == seat && one.goes_on);
        if !goes_on || tries < 2 {
            break;
        }
        let most = tries.min(24);
        let orders = candidates(thought.position.as_ref(), seat, mix(seed, step), most);
        tries -= orders.len().min(tries);
        let next = orders
            .iter()
            .filter_map(|order| thought.then(seat, order, mix(seed, step)))
            .map(|(next, _)| (next.value(seat), next))
            .max_by_key(|(value, _)| *value);
        match next {
            Some((_, next)) => thought = next,
            None => break,
        }
    }
    thought
}

/// At most `most` orders: an even choice of those listed, and some filled-in forms.
fn candidates(position: &dyn Position, seat: Seat, seed: u64, most: usize) -> Vec<String> {
    let Legal { orders, complete, mut forms } = position.legal(seat);
    // Free notation is for people.
    let for_people = |form: &Form| {
        let text = |field: &Field| matches!(field, Field::Text { .. });
        !form.fields.is_empty() && form.fields.iter().all(text)
    };
    forms.retain(|form| !for_people(form));
    let listed = forms.is_empty() || complete && !orders.is_empty();
    let by_form = if listed { 0 } else { most - orders.len().min(most / 2) };
    let room = most - by_form;
    let count = orders.len();
    let mut chosen = orders;
    if count > room {
        let mut draws = Dice::seeded(mix(seed, 1));
        draws.stream("choice").shuffle(&mut chosen);
        chosen.truncate(room);
    }
    // The more ways there are to fill a form in, the more often it is tried.
    let ways: Vec<&Form> =
        forms.iter().flat_map(|form| std::iter::repeat_n(form, ways(form))).collect();
    let mut dice = Dice::seeded(mix(seed, 2));
    let mut draws = dice.stream("forms");
    for _ in 0..by_form {
        let order = draws.pick(&ways).map(|form| fill::filled(form, &mut draws));
        let order = order.unwrap_or_default();
        if !chosen.contains(&order) {
            chosen.push(order);
        }
    }
    chosen
}

/// About how many ways there are to fill a form in, the first field after the other.
fn ways(form: &Form) -> usize {
    let ways = form.fields.iter().map(|field| match field {
        Field::Tick { .. } => 1,
        Field::Pick { choices, .. } => choices.len(),
        Field::Amounts { items, .. } => items.len(),
        Field::Text { .. } => 0,
    });
    1 + ways.sum::<usize>()
}
