//! Panels beside the board: current action, Laws, tracks, pool, hofs, supplies.

use super::super::super::things::data;
use super::super::super::things::land::border;
use super::super::super::things::names::{Colour, Statute, thingmen};
use super::super::view::{DrawView, Drawn, SeatView, View, VoteView};
use super::quarrel::quarrel;
use super::{cards, hof, name, seat_id};
use ravenpost_rules::{Block, Cell, Column, Item, Pair, Panel, Row, Seat, text::phrase};

pub fn panels(view: &View) -> Vec<Panel> {
    let mut panels = Vec::new();
    // Players have it among their private panels, beside their orders.
    let own = view.viewer.is_some_and(|seat| super::seat_of(view, seat).is_some());
    panels.extend(view.feud.as_ref().filter(|_| !own).map(|feud| quarrel(view, feud)));
    panels.extend(going_on(view));
    panels.push(laws(view));
    panels.push(tracks(view));
    panels.push(pool(view));
    panels.extend(view.seats.iter().filter(|seat| Some(seat.seat) != view.viewer).map(hof::public));
    panels.push(supplies(view));
    panels
}

/// The current action, the band, the queue, the draw, gifts, a murder.
fn going_on(view: &View) -> Option<Panel> {
    let mut pairs: Vec<Pair> = Vec::new();
    if let Some(deed) = &view.deed {
        pairs.push(Pair::new("deed", name(view, deed.seat), deed.words.clone()));
        for seat in &deed.yielded {
            let id = format!("yielded-{}", seat.0);
            pairs.push(Pair::new(id, name(view, *seat), "has yielded in this action"));
        }
    }
    if let Some(band) = &view.band {
        let path: Vec<String> = band.path.iter().map(|edge| border(*edge)).collect();
        let words = format!(
            "{} from {} to {}, crossing {}",
            thingmen(band.men),
            border(band.from),
            path.join(" to "),
            band.crossing.name()
        );
        pairs.push(Pair::new("band", "Band", words));
    }
    for (at, entry) in view.queue.iter().enumerate() {
        let names: Vec<&str> = entry.seats.iter().map(|seat| name(view, *seat)).collect();
        let words = format!("{} {}", entry.statute.action().name(), entry.strength);
        pairs.push(Pair::new(format!("next-{at}"), format!("Next: {}", names.join(", ")), words));
    }
    if let Some(draw) = &view.draw {
        let name = format!("{} drew", name(view, draw.seat));
        pairs.push(Pair::new("draw", name, drawn(view, draw)));
    }
    for (at, gift) in view.gifts.iter().enumerate() {
        let name = format!("Gift to {}", name(view, gift.to));
        pairs.push(Pair::new(format!("gift-{at}"), name, gift.kind.words()));
    }
    if let Some(strike) = &view.strike {
        let weapon =
            strike.weapon.map(|kind| format!(" with {}", kind.words())).unwrap_or_default();
        let words = match (strike.area, strike.short) {
            (Some(area), Some(short)) => {
                format!(
                    "worth {}{weapon}, {short} short of capturing {1}",
                    strike.worth,
                    area.name()
                )
            }
            _ => format!("worth {}", strike.worth),
        };
        pairs.push(Pair::new("strike", "Bondi discarded", words));
    }
    (!pairs.is_empty()).then(|| Panel::new("now", "Current action", vec![Block::Pairs(pairs)]))
}

/// The drawn cards, or their number if their owner has them before it or they are hidden.
fn drawn(view: &View, draw: &DrawView) -> Cell {
    let Some(known) = draw.cards.as_ref().filter(|_| view.viewer != Some(draw.seat)) else {
        return phrase::count(draw.count.into(), "card").into();
    };
    let item = |drawn: &Drawn| {
        let card = drawn.card;
        let (kind, role) = (card.kind().slug(), card.role().name());
        let words = format!("{} {kind} {} ({role})", drawn.number, card.name());
        Item::new(drawn.number.to_string(), words)
    };
    Cell::List(known.iter().map(item).collect())
}

/// The seats that sue on a statute, and their numbers of Thingmen.
pub fn suits(view: &View, statute: Statute) -> Vec<(Seat, u8)> {
    let mut suits = Vec::new();
    for seat in &view.seats {
        if let VoteView::Sue { statute: known, from, away: true } = &seat.vote
            && *known == statute
        {
            suits.push((seat.seat, from.iter().map(|(_, men)| men).sum()));
        }
    }
    suits
}

fn laws(view: &View) -> Panel {
    let head = Column::all([("law", "Law"), ("1", "Level 1"), ("2", "Level 2"), ("3", "Level 3")]);
    let laws = &data().laws;
    let rows = laws.iter().enumerate().map(|(law, known)| {
        let first = Statute(law as u8 * 3);
        let mut cells = vec![Cell::from(format!("{} ({})", known.name, first.colour().slug()))];
        cells.extend((0..3).map(|level| statute(view, Statute(first.0 + level)).into()));
        Row::new(format!("law-{law}"), cells)
    });
    let speaker = view.speaker.map_or("nobody", |seat| name(view, seat));
    let old: Vec<String> =
        laws.iter().map(|law| format!("{}: {}", law.name, law.old_name)).collect();
    let blocks = vec![
        Block::Text(format!("{speaker} is Lawspeaker.")),
        Block::Grid { head, rows: rows.collect() },
        Block::Text(format!("Old Norse names: {}.", old.join(", "))),
    ];
    Panel::new("laws", "The Laws", blocks)
}

fn statute(view: &View, statute: Statute) -> Vec<Item> {
    let mut action = statute.action().name().to_owned();
    if statute.bonus() > 0 {
        action.push_str(&format!(" +{}", statute.bonus()));
    }
    if view.token == Some(statute) {
        action.push_str(" \u{2190} token");
    }
    let mut items = vec![Item::new("action", action)];
    items.extend(suits(view, statute).into_iter().map(|(seat, men)| suit(view, seat, men)));
    items
}

/// A suit of a seat on a statute.
pub fn suit(view: &View, seat: Seat, men: u8) -> Item {
    Item::new(seat_id(seat), format!("{} sues with {men}", name(view, seat)))
}

/// Fame of Deeds and The Sheep Hunt.
fn tracks(view: &View) -> Panel {
    let mut head = Column::all([("faction", "Faction"), ("fame", "Fame of Deeds")]);
    head.extend(Colour::all().map(|colour| {
        Column::new(colour.slug(), format!("{} ({})", colour.slug(), colour.icon()))
    }));
    head.push(Column::new("neighbours", "Neighbours"));
    let rows = view.seats.iter().map(|seat| {
        let mut cells: Vec<Cell> =
            vec![seat.faction.name().into(), format!("{} of 22", seat.fame).into()];
        for colour in Colour::all() {
            let (figure, strength) = (seat.sheep[colour.index()], seat.strength[colour.index()]);
            let leads = if leads(view, seat, colour) { " \u{2605}" } else { "" };
            cells.push(format!("{figure} (strength {strength}){leads}").into());
        }
        let neighbours = seat.neighbours.iter();
        let neighbours = neighbours.map(|other| Item::new(seat_id(*other), name(view, *other)));
        cells.push(Cell::List(neighbours.collect()));
        Row::of_seat(seat.seat, cells)
    });
    let blocks = vec![
        Block::Grid { head, rows: rows.collect() },
        Block::Text(
            "\u{2605}: more farms than every neighbour, worth 1 Wordfame in winter.".into(),
        ),
    ];
    Panel::new("tracks", "Fame of Deeds and The Sheep Hunt", blocks)
}

/// Whether a seat would score a colour in a winter now (R16.3).
fn leads(view: &View, seat: &SeatView, colour: Colour) -> bool {
    let mine = seat.sheep[colour.index()];
    let less = |other: &Seat| {
        super::seat_of(view, *other).is_some_and(|known| known.sheep[colour.index()] < mine)
    };
    mine > 0 && !seat.neighbours.is_empty() && seat.neighbours.iter().all(less)
}

fn pool(view: &View) -> Panel {
    let block = if view.pool.is_empty() {
        Block::Text("The pool is empty.".into())
    } else {
        Block::Cards(view.pool.iter().map(cards::persona).collect())
    };
    Panel::new("pool", "Foster pool", vec![block])
}

fn supplies(view: &View) -> Panel {
    let farms = |counts: &[u8; 4]| {
        let item = |colour: Colour| {
            Item::new(colour.slug(), format!("{} {}", counts[colour.index()], colour.slug()))
        };
        Colour::all().map(item).collect::<Vec<_>>()
    };
    let mut pairs = vec![
        Pair::new("orlog", "Orlog", format!("{} cards", view.orlog)),
        Pair::new("doom", "Doom", format!("{} cards", view.doom)),
        Pair::new("supply", "Farms in the supply", farms(&view.supply)),
        Pair::new("lost", "Farms out of the game", farms(&view.lost)),
    ];
    if let Some(outlaw) = &view.outlaw {
        let (card, lair) = (outlaw.card, outlaw.lair.name());
        let words = format!("{} ({}), in {lair}", card.name(), card.kind().slug());
        pairs.push(Pair::new("outlaw", "The Outlaw", words));
    }
    if view.options.contains(&"Advanced Outlawry") {
        let burnt = view.districts.iter().filter(|known| known.burnt).map(|known| known.area);
        let burnt: Vec<Item> = burnt.map(|area| Item::new(area.slug(), area.name())).collect();
        let words = if burnt.is_empty() { "none in play".into() } else { Cell::List(burnt) };
        pairs.push(Pair::new("arson", "Arson tokens", words));
    }
    if !view.options.is_empty() {
        pairs.push(Pair::new("options", "Options in play", view.options.join(", ")));
    }
    Panel::new("supplies", "Piles and supplies", vec![Block::Pairs(pairs)])
}
