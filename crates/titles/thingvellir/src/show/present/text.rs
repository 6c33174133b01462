//! The board as text, at most 72 columns wide, sufficient for playing.

use super::super::super::things::data;
use super::super::super::things::names::{Colour, Edge, Kind, Side, Statute};
use super::super::view::{SeatView, View, VoteView};
use super::{headline, name, panels};
use ravenpost_rules::BoardText;
use ravenpost_rules::text::phrase::pad;

/// The indent of continuation lines.
const INDENT: usize = 4;

pub fn text(view: &View) -> BoardText {
    let mut page = BoardText::default();
    page.prose(headline(view), 0);
    page.blank();
    laws(view, &mut page);
    page.blank();
    let key = "Farms: r red, g green, b blue, w white. Thingmen: letter of the faction.";
    page.prose(key, INDENT);
    view.seats.iter().for_each(|seat| page.prose(lands(view, seat), INDENT));
    page.prose(thing(view), INDENT);
    page.prose(borders(view), INDENT);
    page.blank();
    page.columns("            fame  hall sea slain   red green blue white   \u{bd} \u{be}");
    view.seats.iter().for_each(|seat| page.columns(row(seat)));
    page.blank();
    view.seats.iter().for_each(|seat| page.prose(mat(seat), INDENT));
    page.blank();
    page.prose(pool(view), INDENT);
    page.prose(supplies(view), INDENT);
    open(view).into_iter().for_each(|line| page.prose(line, INDENT));
    page
}

fn laws(view: &View, page: &mut BoardText) {
    let data = data();
    for (law, known) in data.laws.iter().enumerate() {
        let first = Statute(law as u8 * 3);
        let mut line = pad(&format!("{} ({})", known.slug, first.colour().letter()), 10);
        for level in 0..3 {
            line.push_str(&pad(&statute(view, Statute(first.0 + level)), 20));
        }
        page.columns(line.trim_end());
    }
    let speaker = view.speaker.map_or("nobody", |seat| name(view, seat));
    page.prose(format!("Lawspeaker: {speaker}. * proposed statute, ! suing Thingmen."), INDENT);
}

fn statute(view: &View, statute: Statute) -> String {
    let mut text = format!("{} {}", statute.level(), statute.action().name());
    if statute.bonus() > 0 {
        text.push_str(&format!("+{}", statute.bonus()));
    }
    if view.token == Some(statute) {
        text.push_str(" *");
    }
    for (seat, men) in panels::suits(view, statute) {
        let letter = super::seat_of(view, seat).map_or("?", |seat| seat.faction.letter());
        text.push_str(&format!(" !{letter}{men}"));
    }
    text
}

/// The Districts of a seat: "Oddi (O): odd 3 ggw, ska 1 r".
fn lands(view: &View, seat: &SeatView) -> String {
    let mut lands = Vec::new();
    for known in view.districts.iter().filter(|known| known.seat == seat.seat) {
        let farms: String = Colour::all()
            .map(|colour| colour.letter().repeat(usize::from(known.farms[colour.index()])))
            .collect();
        let burnt = if known.burnt { " burnt" } else { "" };
        lands.push(format!("{} {} {farms}{burnt}", known.area.slug(), known.value));
    }
    let lands = if lands.is_empty() { "landless".to_owned() } else { lands.join(", ") };
    let gone = if seat.gone { ", eliminated" } else { "" };
    format!("{} ({}): {lands}{gone}", seat.faction.name(), seat.faction.letter())
}

fn there(view: &View, edge: Edge) -> String {
    let letters: Vec<String> = view
        .borders
        .iter()
        .filter(|men| men.edge == edge)
        .filter_map(|men| {
            let seat = super::seat_of(view, men.seat)?;
            Some(format!("{}{}", seat.faction.letter(), men.men))
        })
        .collect();
    letters.join("+")
}

fn thing(view: &View) -> String {
    let sides: Vec<String> = Side::all()
        .map(|side| {
            let men = there(view, side.edge());
            format!("{} {}", side.slug(), if men.is_empty() { "-".into() } else { men })
        })
        .collect();
    format!("Þingvellir's sides: {}", sides.join(", "))
}

fn borders(view: &View) -> String {
    let mut edges: Vec<Edge> = view.borders.iter().map(|men| men.edge).collect();
    edges.dedup();
    edges.retain(|edge| Side::from_edge(*edge).is_none());
    let words: Vec<String> =
        edges.iter().map(|edge| format!("{} {}", edge.slug(), there(view, *edge))).collect();
    if words.is_empty() {
        return "No Thingmen on other borders.".into();
    }
    format!("Borders: {}", words.join(", "))
}

fn row(seat: &SeatView) -> String {
    let sheep = |at: usize| format!("{}/{}", seat.sheep[at], seat.strength[at]);
    format!(
        "{}{:>4}  {:>4} {:>3} {:>5}   {:>4} {:>5} {:>4} {:>5}   {} {}",
        pad(seat.faction.name(), 12),
        seat.fame,
        seat.longhall,
        seat.sea,
        seat.slain,
        sheep(0),
        sheep(1),
        sheep(2),
        sheep(3),
        seat.steads.0,
        seat.steads.1
    )
}

fn mat(seat: &SeatView) -> String {
    let goods: Vec<&str> = Kind::falling()
        .flat_map(|kind| (0..seat.goods[kind.index()]).map(move |_| kind.slug()))
        .collect();
    let mut text = format!("{}: Goods {}", seat.faction.name(), list(&goods));
    let oaths: Vec<String> = seat
        .oaths
        .iter()
        .map(|bond| format!("{} {} {}", bond.slot, bond.colour.slug(), bond.action.name()))
        .collect();
    text.push_str(&format!("; Bondi home {}", seat.home_bondi.name()));
    if !oaths.is_empty() {
        text.push_str(&format!(", {}", oaths.join(", ")));
    }
    let hird: Vec<String> = seat
        .hird
        .iter()
        .map(|one| format!("{} ({} {})", one.name(), one.kind().slug(), one.role().name()))
        .collect();
    if !hird.is_empty() {
        text.push_str(&format!("; Hird {}", hird.join(", ")));
    }
    match &seat.vote {
        VoteView::Sealed => text.push_str("; has voted"),
        VoteView::Support => text.push_str("; supports"),
        VoteView::Sue { statute, .. } => text.push_str(&format!("; sues on {}", statute.slug())),
        VoteView::None => {}
    }
    text
}

fn list(words: &[&str]) -> String {
    if words.is_empty() { "none".into() } else { words.join(" ") }
}

fn pool(view: &View) -> String {
    let people: Vec<String> = view
        .pool
        .iter()
        .map(|one| format!("{} {} ({})", one.kind().slug(), one.name(), one.role().name()))
        .collect();
    if people.is_empty() {
        return "Foster pool: empty".into();
    }
    format!("Foster pool: {}", people.join(", "))
}

fn supplies(view: &View) -> String {
    let farms: Vec<String> = Colour::all()
        .map(|colour| format!("{}{}", colour.letter(), view.supply[colour.index()]))
        .collect();
    let mut text =
        format!("Farm supply {}; Orlog {}, Doom {}", farms.join(" "), view.orlog, view.doom);
    if let Some(outlaw) = &view.outlaw {
        let (kind, lair) = (outlaw.card.kind().slug(), outlaw.lair.slug());
        text.push_str(&format!("; the Outlaw {} ({kind}) in {lair}", outlaw.card.name()));
    }
    text
}

/// Open matters: queue, band, feud, draw.
fn open(view: &View) -> Vec<String> {
    let mut lines = Vec::new();
    for entry in &view.queue {
        let names: Vec<&str> = entry.seats.iter().map(|seat| name(view, *seat)).collect();
        let action = entry.statute.action().name();
        lines.push(format!("Next: {} {action} {}", names.join(", "), entry.strength));
    }
    if let Some(band) = &view.band {
        let path: Vec<&str> = band.path.iter().map(|edge| edge.slug()).collect();
        let who = name(view, band.seat);
        lines.push(format!(
            "Band: {who} {} from {} to {}",
            band.men,
            band.from.slug(),
            path.join(" to ")
        ));
    }
    if let Some(feud) = &view.feud {
        let names = feud.sides.map(|seat| name(view, seat));
        lines.push(format!(
            "Feud {}: {} ({}) against {} ({})",
            feud.place, names[0], feud.men[0], names[1], feud.men[1]
        ));
        for row in &feud.rows {
            let side = |side: usize| {
                let kinds: Vec<&str> =
                    row.cards[side].iter().map(|card| card.kind.slug()).collect();
                list(&kinds)
            };
            let state = if row.settled { "settled" } else { "open" };
            lines.push(format!(
                "  {}: {} to {} ({} | {}), {state}",
                row.colour.slug(),
                row.worth[0],
                row.worth[1],
                side(0),
                side(1)
            ));
        }
    }
    if let Some(cards) = view.draw.as_ref().and_then(|draw| draw.cards.as_ref()) {
        for drawn in cards {
            let (number, card) = (drawn.number, drawn.card);
            let (kind, action) = (card.kind().slug(), card.action().name());
            let role = card.role().name();
            lines.push(format!("  card {number}: {kind} {action}: {}, {role}", card.name()));
        }
    }
    lines
}
