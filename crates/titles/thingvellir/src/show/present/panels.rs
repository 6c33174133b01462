//! Panels beside the board: current action, Laws, tracks, pool, hofs, supplies.

use super::super::super::things::data;
use super::super::super::things::land::border;
use super::super::super::things::names::{Colour, Statute, thingmen};
use super::super::view::{SeatView, View, VoteView};
use super::quarrel::quarrel;
use super::{cards, hof, name};
use ravenpost_rules::{Block, Panel, Seat, phrase};

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
    let mut pairs: Vec<(String, String)> = Vec::new();
    if let Some(deed) = &view.deed {
        pairs.push((name(view, deed.seat).to_owned(), deed.words.clone()));
        for seat in &deed.yielded {
            pairs.push((name(view, *seat).to_owned(), "has yielded in this action".into()));
        }
    }
    if let Some(band) = &view.band {
        let path: Vec<String> = band.path.iter().map(|edge| border(*edge)).collect();
        let words = format!(
            "{} from {} to {}, in {}",
            thingmen(band.men),
            border(band.from),
            path.join(" to "),
            band.crossing.name()
        );
        pairs.push(("Band".into(), words));
    }
    for entry in &view.queue {
        let names: Vec<&str> = entry.seats.iter().map(|seat| name(view, *seat)).collect();
        let words = format!("{} {}", entry.statute.action().name(), entry.strength);
        pairs.push((format!("Next: {}", names.join(", ")), words));
    }
    if let Some(draw) = &view.draw {
        let words = match &draw.cards {
            Some(known) if view.viewer != Some(draw.seat) => {
                let words: Vec<String> = known
                    .iter()
                    .map(|drawn| {
                        let card = drawn.card;
                        let (kind, role) = (card.kind().slug(), card.role().name());
                        format!("{} {kind} {}, {role}", drawn.number, card.name())
                    })
                    .collect();
                words.join("; ")
            }
            _ => phrase::count(draw.count.into(), "card"),
        };
        pairs.push((format!("{} drew", name(view, draw.seat)), words));
    }
    for gift in &view.gifts {
        pairs.push((format!("Gift to {}", name(view, gift.to)), gift.kind.words()));
    }
    if let Some(strike) = &view.strike {
        let weapon =
            strike.weapon.map(|kind| format!(" with {}", kind.words())).unwrap_or_default();
        let words = match (strike.area, strike.short) {
            (Some(area), Some(short)) => {
                format!("worth {}{weapon} against {}, {short} short", strike.worth, area.name())
            }
            _ => format!("worth {}", strike.worth),
        };
        pairs.push(("Bondi spent".into(), words));
    }
    (!pairs.is_empty()).then(|| Panel {
        id: "now",
        title: "What goes on".into(),
        blocks: vec![Block::Pairs(pairs)],
    })
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
    let head = ["Law", "Level 1", "Level 2", "Level 3"].map(str::to_owned).to_vec();
    let laws = &data().laws;
    let rows = laws.iter().enumerate().map(|(law, known)| {
        let first = Statute(law as u8 * 3);
        let mut cells = vec![format!("{} ({})", known.name, first.colour().slug())];
        for level in 0..3 {
            cells.push(statute(view, Statute(first.0 + level)));
        }
        (None, cells)
    });
    let speaker = view.speaker.map_or("nobody", |seat| name(view, seat));
    let old: Vec<String> =
        laws.iter().map(|law| format!("{}: {}", law.name, law.old_name)).collect();
    Panel {
        id: "laws",
        title: "The Laws".into(),
        blocks: vec![
            Block::Text(format!("{speaker} is Lawspeaker.")),
            Block::Grid { head, rows: rows.collect() },
            Block::Text(format!("In the old tongue: {}.", old.join(", "))),
        ],
    }
}

fn statute(view: &View, statute: Statute) -> String {
    let mut text = statute.action().name().to_owned();
    if statute.bonus() > 0 {
        text.push_str(&format!(" +{}", statute.bonus()));
    }
    if view.token == Some(statute) {
        text.push_str(" \u{2190} token");
    }
    for (seat, men) in suits(view, statute) {
        text.push_str(&format!(", {} sues with {men}", name(view, seat)));
    }
    text
}

/// Fame of Deeds and The Sheep Hunt.
fn tracks(view: &View) -> Panel {
    let mut head = vec!["Faction".to_owned(), "Fame of Deeds".to_owned()];
    for colour in Colour::all() {
        head.push(format!("{} ({})", colour.slug(), colour.icon()));
    }
    head.push("Neighbours".into());
    let rows = view.seats.iter().map(|seat| {
        let mut cells = vec![seat.faction.name().to_owned(), format!("{} of 22", seat.fame)];
        for colour in Colour::all() {
            let (figure, strength) = (seat.sheep[colour.index()], seat.strength[colour.index()]);
            let leads = if leads(view, seat, colour) { " \u{2605}" } else { "" };
            cells.push(format!("{figure} (strength {strength}){leads}"));
        }
        let names: Vec<&str> = seat.neighbours.iter().map(|other| name(view, *other)).collect();
        cells.push(if names.is_empty() { "none".into() } else { names.join(", ") });
        (Some(seat.seat), cells)
    });
    Panel {
        id: "tracks",
        title: "Fame of Deeds and The Sheep Hunt".into(),
        blocks: vec![
            Block::Grid { head, rows: rows.collect() },
            Block::Text("\u{2605}: more farms than every neighbour; 1 Wordfame in winter.".into()),
        ],
    }
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
    Panel { id: "pool", title: "Foster pool".into(), blocks: vec![block] }
}

fn supplies(view: &View) -> Panel {
    let farms = |counts: &[u8; 4]| {
        let words: Vec<String> = Colour::all()
            .map(|colour| format!("{} {}", counts[colour.index()], colour.slug()))
            .collect();
        words.join(", ")
    };
    let mut pairs = vec![
        ("Orlog".to_owned(), format!("{} cards", view.orlog)),
        ("Doom".to_owned(), format!("{} cards", view.doom)),
        ("Farms in the supply".to_owned(), farms(&view.supply)),
        ("Farms out of the game".to_owned(), farms(&view.lost)),
    ];
    if let Some(outlaw) = &view.outlaw {
        let words = {
            let (card, lair) = (outlaw.card, outlaw.lair.name());
            format!("{} ({}), in {lair}", card.name(), card.kind().slug())
        };
        pairs.push(("The Outlaw".into(), words));
    }
    let burnt: Vec<&str> =
        view.districts.iter().filter(|known| known.burnt).map(|known| known.area.name()).collect();
    if view.options.contains(&"Advanced Outlawry") {
        let words = if burnt.is_empty() { "none out".to_owned() } else { burnt.join(", ") };
        pairs.push(("Arson tokens".into(), words));
    }
    if !view.options.is_empty() {
        pairs.push(("This table plays with".into(), view.options.join(", ")));
    }
    Panel { id: "supplies", title: "Piles and supplies".into(), blocks: vec![Block::Pairs(pairs)] }
}
