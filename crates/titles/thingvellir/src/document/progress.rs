//! The current actions in a document: queue, deed, band, feud, murder, Outlaw.

use super::super::state::deed::{Band, Deed, Feud, Laid, Strike};
use super::super::state::progress::{ActionSource, Entry, Step};
use super::super::things::names::{Action, Area, Edge, Statute};
use super::desk::{
    StateBuilder, area, areas, colours, count, edge, edges, is, pair, slots, truths,
};
use ravenpost_rules::Seats;
use ravenpost_rules::doc::Doc;

// Keys with derived values (a worth, an action) are written for information and ignored on reading.
const ENTRY: &[&str] = &["who", "statute", "action", "strength", "with"];
const LAID: &[&str] = &["card", "tag", "gone"];
const HUNT: &[&str] = &["who", "hunters", "slots", "home", "acted"];
const OUTLAW: &[&str] = &["card", "lair", "worth"];
const STRIKE: &[&str] = &["card", "worth", "weapon", "area", "from", "lairs"];
const BAND: &[&str] = &["men", "from", "path", "done", "fought"];
const DEED: &[&str] = &[
    "who", "action", "source", "strength", "left", "first", "second", "count", "slots", "swapping",
    "held", "group", "fostered", "sent", "yielded",
];
const FEUD: &[&str] = &[
    "attacker",
    "defender",
    "men",
    "edge",
    "area",
    "worth",
    "settled",
    "turn",
    "holds",
    "won",
    "lost",
    "razed",
    "claimed",
    "attacker_row",
    "defender_row",
    "attacker_added",
    "defender_added",
];

/// Reads the current actions.
pub fn read(builder: &mut StateBuilder<'_>) {
    let document = builder.document.clone();
    for value in document.values("queue").unwrap_or_default() {
        queue(builder, &Doc::of("an entry of the queue", value, ENTRY, document.slips()));
    }
    for card in builder.cards(&document, "drawn") {
        builder.state.table.push(Laid { card, tag: 0, gone: false });
    }
    for value in document.values("table").unwrap_or_default() {
        let laid = Doc::of("a card on the table", value, LAID, document.slips());
        if let Some(card) = builder.card(&laid, "card") {
            let (tag, gone) = (count(&laid, "tag"), is(&laid, "gone"));
            builder.state.table.push(Laid { card, tag, gone });
        }
    }
    if let Some(known) = document.part("hunt", HUNT) {
        hunt(builder, &known);
    }
    if let Some(known) = document.part("deed", DEED) {
        builder.state.deed = deed(builder, &known);
    }
    if let Some(known) = document.part("band", BAND) {
        builder.state.band = band(builder, &known);
    }
    if let Some(known) = document.part("feud", FEUD) {
        builder.state.feud = feud(builder, &known);
    }
    if let Some(known) = document.part("strike", STRIKE) {
        strike(builder, &known);
    }
    if let Some(known) = document.part("outlaw", OUTLAW) {
        let (card, lair) = (builder.card(&known, "card"), area(&known, "lair"));
        builder.state.outlaw = card.zip(lair);
        if card.is_none() || lair.is_none() {
            known.slip::<()>("an Outlaw must have a card and a lair");
        }
    }
    if let Some(end) = document.value("end") {
        match serde_json::from_value(end.clone()) {
            Ok(end) => builder.state.end = Some(end),
            Err(error) => document.slip(format!("end: {error}")).unwrap_or_default(),
        }
    }
}

fn queue(builder: &mut StateBuilder<'_>, entry: &Doc<'_>) {
    let statute = entry.named("statute", "statute", Statute::from_slug);
    let Some((seat, statute)) = builder.seat(entry, "who").zip(statute) else {
        return entry.slip("it names who acts on which statute").unwrap_or_default();
    };
    let group = builder.seats(entry, "with");
    let alone = group.is_empty() && statute.action() == Action::FOSTER;
    let group = if alone { Seats::from_iter([seat]) } else { group };
    let strength = entry.number("strength").unwrap_or(1);
    match builder.state.queue.is_full() {
        true => entry.slip("is one too many").unwrap_or_default(),
        false => builder.state.queue.push(Entry { seat, statute, strength, group }),
    }
}

fn hunt(builder: &mut StateBuilder<'_>, known: &Doc<'_>) {
    builder.state.hunters = builder.seats(known, "hunters");
    builder.state.bondi = slots(known, "slots");
    builder.state.home = is(known, "home");
    builder.state.acted = is(known, "acted");
    let seat = builder.seat(known, "who").unwrap_or(builder.state.turn);
    builder.state.deed = Deed { seat, source: ActionSource::Home, ..Deed::default() };
}

/// The action that a step belongs to.
fn usual(step: Step) -> Action {
    match step {
        Step::Ride | Step::Challenge | Step::Feud | Step::Raze | Step::Claim => Action::RIDE,
        Step::Raid | Step::Keep => Action::RAID,
        Step::Foster | Step::Pool => Action::FOSTER,
        Step::Pledge => Action::PLEDGE,
        Step::Settle => Action::SETTLE,
        _ => Action::FEAST,
    }
}

fn deed(builder: &StateBuilder<'_>, known: &Doc<'_>) -> Deed {
    let step = builder.state.step;
    let strength = known.number("strength").unwrap_or(1);
    let seat = builder.seat(known, "who").unwrap_or(builder.state.turn);
    let group = builder.seats(known, "group");
    let alone = group.is_empty() && step == Step::Foster;
    Deed {
        seat,
        action: known.named("action", "action", Action::from_slug).unwrap_or(usual(step)),
        source: source(known),
        strength,
        left: known.number("left").unwrap_or(strength),
        first: is(known, "first"),
        second: is(known, "second"),
        count: count(known, "count"),
        slots: slots(known, "slots"),
        swapping: is(known, "swapping"),
        held: edges(known, "held").into_iter().fold(0, |set, edge| set | edge.bit()),
        group: if alone { Seats::from_iter([seat]) } else { group },
        fostered: is(known, "fostered"),
        sent: is(known, "sent"),
        yielded: builder.seats(known, "yielded"),
    }
}

/// Reads a slot by its number, "home", or "council".
fn source(known: &Doc<'_>) -> ActionSource {
    match known.value("source") {
        Some(value) if value.is_number() => {
            ActionSource::Bondi(known.number("source").unwrap_or(1))
        }
        _ => {
            let word = |word: &str| match word {
                "home" => Some(ActionSource::Home),
                "council" => Some(ActionSource::Council),
                _ => None,
            };
            known.named("source", "slot, home or council", word).unwrap_or_default()
        }
    }
}

fn band(builder: &StateBuilder<'_>, known: &Doc<'_>) -> Band {
    let mut path = [Edge::NONE; 2];
    let edges = edges(known, "path");
    if edges.len() > 2 {
        known.slip::<()>("path: a band crosses two areas at most");
    }
    for (place, edge) in path.iter_mut().zip(&edges) {
        *place = *edge;
    }
    Band {
        men: count(known, "men"),
        from: edge(known, "from").unwrap_or(Edge::NONE),
        path,
        legs: edges.len().min(2) as u8,
        done: count(known, "done"),
        fought: builder.seats(known, "fought"),
    }
}

fn feud(builder: &mut StateBuilder<'_>, known: &Doc<'_>) -> Feud {
    for (key, tag) in
        [("attacker_row", 0), ("defender_row", 1), ("attacker_added", 2), ("defender_added", 3)]
    {
        for card in builder.cards(known, key) {
            builder.state.table.push(Laid { card, tag, gone: false });
        }
    }
    let sides = ["attacker", "defender"].map(|key| builder.seat(known, key).unwrap_or_default());
    let turn = count(known, "turn");
    if turn > 1 {
        known.slip::<()>("turn: 0 for the attacker, 1 for the defender");
    }
    let mut feud = Feud {
        sides,
        men: pair(known, "men"),
        edge: edge(known, "edge").unwrap_or(Edge::NONE),
        area: area(known, "area").unwrap_or(Area::NONE),
        turn,
        holds: count(known, "holds"),
        won: pair(known, "won"),
        lost: pair(known, "lost"),
        razed: pair(known, "razed"),
        claimed: truths(known, "claimed"),
        ..Feud::default()
    };
    for laid in builder.state.table.iter() {
        let colour = laid.card.colour();
        feud.worth[usize::from(laid.tag & 1)][colour.index()] += laid.card.worth();
        feud.opened |= 1 << colour.0;
    }
    feud.settled = colours(known, "settled");
    feud.opened |= feud.settled;
    feud
}

fn strike(builder: &mut StateBuilder<'_>, known: &Doc<'_>) {
    let Some(card) = builder.card(known, "card") else {
        return known.slip("it names the Bondi's card").unwrap_or_default();
    };
    let none = Strike::default();
    builder.state.strike = Strike {
        card,
        weapon: builder.card(known, "weapon").unwrap_or(none.weapon),
        area: area(known, "area").unwrap_or(none.area),
        from: builder.seat(known, "from").unwrap_or(none.from),
        lairs: areas(known, "lairs"),
    };
}
