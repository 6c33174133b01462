//! Writes the state as a document.

use serde_json::{Map, Value, json};

use super::super::orders::write::standing;
use super::super::orders::{Order, write as notation};
use super::super::reckon::ask;
use super::super::state::State;
use super::super::state::progress::{ActionSource, Vote};
use super::super::things::names::{Area, Card, Colour, Edge, Kind};
use ravenpost_rules::{Seat, Seats};

pub fn write(state: &State) -> Value {
    if state.seats == 0 {
        return json!({});
    }
    let factions: Vec<&str> = Seat::all(state.seats).map(|seat| slug(state, seat)).collect();
    let mut document = json!({
        "factions": factions,
        "round": state.round,
        "state": ask::id(state.step),
        "turn": slug(state, state.turn),
        "begun": state.begun,
        "speaker": slug(state, state.speaker),
        "token": state.token.map(|token| token.slug()),
        "steads": steads(state),
        "men": men(state),
        "supply": colours(state.supply),
        "lost": colours(state.lost),
        "orlog": state.orlog.iter().rev().map(|card| card.slug()).collect::<Vec<_>>(),
        "orlog_count": state.orlog.len(),
        "doom": Card::of(state.doom).map(Card::slug).collect::<Vec<_>>(),
        "doom_count": state.doom.count_ones(),
        "pool": pool(state),
        "seats": Seat::all(state.seats).map(|seat| (slug(state, seat).to_owned(), hof(state, seat)))
            .collect::<Map<String, Value>>(),
        "last": Area::of(state.last).map(Area::slug).collect::<Vec<_>>(),
    });
    let whole = document.as_object_mut().expect("it was made as an object");
    whole.extend(progress(state));
    document
}

/// Like `write`, with the last winter in which a seat gained Wordfame, so that a fork continues the
/// count (R17.6).
pub fn whole(state: &State) -> Value {
    let mut document = write(state);
    if let Some(document) = document.as_object_mut().filter(|_| state.stirred < state.round) {
        document.insert("stirred".to_owned(), state.stirred.into());
    }
    document
}

fn slug(state: &State, seat: Seat) -> &'static str {
    state.faction[seat].slug()
}

fn of_set(state: &State, set: Seats) -> Vec<&'static str> {
    set.iter().map(|seat| slug(state, seat)).collect()
}

fn colours(counts: [u8; 4]) -> Value {
    let each = Colour::all().map(|colour| (colour.slug().into(), counts[colour.index()].into()));
    Value::Object(each.collect())
}

fn steads(state: &State) -> Value {
    let mut steads = Map::new();
    for area in Area::districts() {
        let stead = &state.steads[area.index()];
        if let Some(owner) = state.owner(area) {
            let mut words = vec![slug(state, owner)];
            for colour in Colour::all() {
                words.extend((0..stead.farms[colour.index()]).map(|_| colour.slug()));
            }
            words.extend(stead.burnt.then_some("burnt"));
            steads.insert(area.slug().into(), words.join(" ").into());
        }
    }
    Value::Object(steads)
}

fn men(state: &State) -> Value {
    let mut men = Map::new();
    for edge in Edge::all().filter(|edge| !state.edges.is_empty(*edge)) {
        let there = Seat::all(state.seats).filter(|seat| state.edges.men(edge, *seat) > 0);
        let there =
            there.map(|seat| (slug(state, seat).into(), state.edges.men(edge, seat).into()));
        men.insert(edge.slug().into(), Value::Object(there.collect()));
    }
    Value::Object(men)
}

fn pool(state: &State) -> Value {
    let full = Kind::all().filter(|kind| state.pool[kind.index()] != Card::NONE);
    let each = full.map(|kind| (kind.slug().into(), state.pool[kind.index()].word().into()));
    Value::Object(each.collect())
}

/// Colour and action of a Bondi.
fn bondi_words(card: Card) -> String {
    format!("{} {}", card.colour().slug(), card.action().slug())
}

fn hof(state: &State, seat: Seat) -> Value {
    let mine = state.tucked.iter().filter(|(_, owner)| *owner == seat);
    let wealth: Vec<&str> = mine.map(|(card, _)| card.slug()).collect();
    let goods: Vec<&str> = Kind::falling()
        .flat_map(|kind| (0..state.wealth(seat, kind)).map(move |_| kind.slug()))
        .collect();
    let oaths =
        state.oaths[seat].bondi().map(|(slot, card)| (slot.to_string(), card.slug().into()));
    let bondi =
        state.oaths[seat].bondi().map(|(slot, card)| (slot.to_string(), bondi_words(card).into()));
    let sheep = std::array::from_fn(|colour| state.sheep(seat, Colour(colour as u8)));
    let strength = std::array::from_fn(|colour| state.hunt_strength(seat, Colour(colour as u8)));
    let (half, quarter) = state.tokens_out(seat);
    json!({
        "fame": state.fame[seat],
        "longhall": state.longhall[seat],
        "sea": state.sea[seat],
        "slain": state.slain[seat],
        "gone": !state.is_in(seat),
        "sheep": colours(sheep),
        "strength": colours(strength),
        "halves": 8_u8.saturating_sub(half),
        "quarters": 4_u8.saturating_sub(quarter),
        "wealth": wealth,
        "goods": goods,
        "oaths": oaths.collect::<Map<String, Value>>(),
        "bondi": bondi.collect::<Map<String, Value>>(),
        "hird": Card::of(state.hird[seat]).map(Card::word).collect::<Vec<_>>(),
        "home_bondi": state.faction[seat].bondi().slug(),
        "colour": state.colour_of_round(seat).map(Colour::slug),
        "vote": vote(state, state.votes[seat]),
        "sealed": vote(state, state.sealed[seat]),
        "away": state.away.has(seat),
        "standing": state.standing[seat].said().into_iter().map(standing).collect::<Vec<String>>(),
        "later": state.drawer[seat].iter().map(|(step, text)| json!([ask::id(*step), text]))
            .collect::<Vec<_>>(),
    })
}

fn vote(state: &State, vote: Vote) -> Value {
    match vote {
        Vote::None => Value::Null,
        Vote::Support => "support".into(),
        Vote::Sue { statute, from } => notation::write(state, &Order::Sue(statute, from)).into(),
    }
}

/// The current actions: queue, deed, hunt, band, feud, strike, Outlaw, cards on the table.
fn progress(state: &State) -> Map<String, Value> {
    let queue: Vec<Value> = state
        .queue
        .iter()
        .map(|entry| {
            json!({ "who": slug(state, entry.seat), "statute": entry.statute.slug(),
                "action": entry.statute.action().slug(), "strength": entry.strength,
                "with": of_set(state, entry.group) })
        })
        .collect();
    let table: Vec<Value> = state
        .table
        .iter()
        .map(|laid| json!({ "card": laid.card.slug(), "tag": laid.tag, "gone": laid.gone }))
        .collect();
    let parts = [
        ("queue", queue.into()),
        ("deed", deed(state)),
        ("hunt", hunt(state)),
        ("band", band(state)),
        ("feud", feud(state)),
        ("strike", strike(state)),
        ("outlaw", state.outlaw.map_or(Value::Null, |(card, lair)| {
            json!({ "card": card.slug(), "lair": lair.slug(), "worth": card.worth() })
        })),
        ("table", table.into()),
        ("end", state.end.map_or(Value::Null, |end| json!(end))),
    ];
    parts.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

fn deed(state: &State) -> Value {
    let deed = &state.deed;
    if deed.strength == 0 && !deed.second {
        return Value::Null;
    }
    let source = match deed.source {
        ActionSource::Council => "council".into(),
        ActionSource::Home => "home".into(),
        ActionSource::Bondi(slot) => Value::from(slot),
    };
    let held: Vec<&str> =
        Edge::all().filter(|edge| deed.held & edge.bit() != 0).map(Edge::slug).collect();
    let slots: Vec<u8> = (1..16).filter(|slot| deed.slots & (1 << slot) != 0).collect();
    let mut known = json!({
        "who": slug(state, state.deed.seat), "action": deed.action.slug(), "source": source,
        "strength": deed.strength, "left": deed.left, "first": deed.first, "second": deed.second,
        "count": deed.count, "slots": slots, "swapping": deed.swapping, "held": held,
        "group": of_set(state, deed.group), "fostered": deed.fostered, "sent": deed.sent,
    });
    if !deed.yielded.is_empty() {
        known["yielded"] = of_set(state, deed.yielded).into();
    }
    known
}

fn hunt(state: &State) -> Value {
    let slots: Vec<u8> = (1..16).filter(|slot| state.bondi & (1 << slot) != 0).collect();
    json!({ "who": slug(state, state.deed.seat), "hunters": of_set(state, state.hunters),
        "slots": slots, "home": state.home, "acted": state.acted })
}

fn band(state: &State) -> Value {
    let band = &state.band;
    if band.legs == 0 {
        return Value::Null;
    }
    let path: Vec<&str> =
        band.path[..usize::from(band.legs)].iter().map(|edge| edge.slug()).collect();
    let from = (band.from != Edge::NONE).then(|| band.from.slug());
    json!({ "men": band.men, "from": from, "path": path, "done": band.done,
        "fought": of_set(state, band.fought) })
}

fn feud(state: &State) -> Value {
    let feud = &state.feud;
    if feud.men == [0; 2] {
        return Value::Null;
    }
    let opened = || Colour::all().filter(|colour| feud.opened & (1 << colour.0) != 0);
    let worth: Map<String, Value> = opened()
        .map(|colour| {
            let pair = [feud.worth[0][colour.index()], feud.worth[1][colour.index()]];
            (colour.slug().to_owned(), json!(pair))
        })
        .collect();
    let settled: Vec<&str> =
        opened().filter(|colour| feud.settled & (1 << colour.0) != 0).map(Colour::slug).collect();
    let [attacker, defender] = feud.sides.map(|seat| slug(state, seat));
    json!({
        "attacker": attacker, "defender": defender, "men": feud.men,
        "edge": (feud.edge != Edge::NONE).then(|| feud.edge.slug()),
        "area": (feud.area != Area::NONE).then(|| feud.area.slug()),
        "worth": worth, "settled": settled, "turn": feud.turn, "holds": feud.holds,
        "won": feud.won, "lost": feud.lost, "razed": feud.razed, "claimed": feud.claimed,
    })
}

fn strike(state: &State) -> Value {
    let strike = &state.strike;
    if strike.card == Card::NONE {
        return Value::Null;
    }
    json!({
        "card": strike.card.slug(), "worth": strike.card.worth(),
        "weapon": (strike.weapon != Card::NONE).then(|| strike.weapon.slug()),
        "area": (strike.area != Area::NONE).then(|| strike.area.slug()),
        "from": slug(state, strike.from),
        "lairs": Area::of(strike.lairs).map(Area::slug).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use ravenpost_rules::{Dice, Document, Fold, Table};

    use super::super::super::{THINGVELLIR, Thingvellir};

    /// A fork continues counting winters without Wordfame (R17.6). Documents sealed in stored games
    /// omit the count.
    #[test]
    fn fork_continues_counting_quiet_winters() {
        let table = Table::of(2);
        let opened = THINGVELLIR.open(&table, &mut Dice::seeded(1)).expect("it opens");
        let mut state = Thingvellir::from_document(&table, &opened.next.document()).expect("read");
        (state.round, state.stirred) = (15, 4);
        assert_eq!(Thingvellir::document(&state).get("stirred"), None);
        let document = Thingvellir::whole_document(&state);
        let again = Thingvellir::from_document(&table, &document).expect("read");
        assert_eq!((again.round, again.stirred), (15, 4));
        assert_eq!(Thingvellir::seats(&again), 2);
    }
}
