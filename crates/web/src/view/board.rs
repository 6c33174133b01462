//! The board and cards as pages show them: the drawing with its links, and the style of each card.

use crate::shared::viewpoint::Zoom;
use ravenpost_drawing::{self, Band, Framed, Options, View};
use ravenpost_rules::view::scene::Scene;
use ravenpost_rules::{Block, Card, CardLook, Panel, Seat, SeatName};
use ravenpost_service::game::history::story::NarratedEvent;
use ravenpost_service::play::read_game::VisibleGame;

/// Returns the CSS class of a card.
pub fn card_class(card: &Card) -> &'static str {
    match card.look {
        CardLook::Plain => "",
        CardLook::Basic => "fam-basic",
        CardLook::Setting => "fam-setting",
        CardLook::Craft => "fam-craft",
        CardLook::Trading => "fam-trading",
        CardLook::Generation => "fam-generation",
        CardLook::Reputation => "fam-reputation",
        CardLook::Decoration => "fam-decoration",
        CardLook::Red => "fam-red",
        CardLook::Green => "fam-green",
        CardLook::Blue => "fam-blue",
        CardLook::White => "fam-white",
    }
}

/// Whether a panel needs the full width because it holds cards or a table with many columns.
pub fn wide(panel: &Panel) -> bool {
    panel.blocks.iter().any(|block| match block {
        Block::Cards(_) => true,
        Block::Grid { head, .. } => head.len() > 6,
        Block::Text(_) | Block::Pairs(_) => false,
    })
}

/// Returns the display name of every seat, in seat order.
pub fn seat_names(visible: &VisibleGame) -> Vec<SeatName> {
    Seat::all(visible.game.status.table.seats).map(|seat| visible.game.called(seat)).collect()
}

pub fn called<'a>(called: &'a [SeatName], seat: &Option<Seat>) -> Option<&'a SeatName> {
    seat.and_then(|seat| called.get(seat.index()))
}

/// Up to this many areas are highlighted on a board of any size.
const MOST: usize = 12;

/// Highlights the areas that the log mentions since the viewer's last order. If nothing has
/// happened since, or there is no such order, it highlights those of the latest step. Does nothing
/// if the title highlights areas itself.
pub fn mark_last(scene: &mut Scene, steps: &[NarratedEvent]) {
    if scene.areas.iter().any(|area| area.last) {
        return;
    }
    let narration = |step: &&NarratedEvent| step.aside.is_none() && !step.narration.is_empty();
    let steps: Vec<&NarratedEvent> = steps.iter().filter(narration).collect();
    let own = steps.iter().rposition(|step| step.order.is_some() && step.ran_out.is_none());
    let latest = steps.len().saturating_sub(1);
    let since = own.map_or(latest, |own| latest.min(own + 1));
    let mut named = Vec::new();
    for (at, area) in scene.areas.iter().enumerate() {
        let mut narration = steps[since..].iter().flat_map(|step| &step.narration);
        if narration.any(|narration| narration.areas.contains(&area.slug)) {
            named.push(at);
        }
    }
    // Highlighting a large part of the board would convey nothing.
    if named.len() <= MOST.max(scene.areas.len() / 4) {
        named.into_iter().for_each(|at| scene.areas[at].last = true);
    }
}

/// A drawn board, and how to see another part of it.
pub struct Drawn {
    pub svg: String,
    /// The CSS class for the drawing's aspect ratio.
    pub shape: &'static str,
    /// The part that a phone shows: top, middle or bottom.
    pub band: &'static str,
    pub zoom: Option<ZoomLinks>,
}

/// The zoom links of a board, and its overview.
pub struct ZoomLinks {
    /// The addresses that zoom in, zoom out and show the whole board, unless they would change
    /// nothing.
    pub closer: Option<String>,
    pub further: Option<String>,
    pub all: Option<String>,
    /// The current level, the highest level, and the area in the centre.
    pub level: u8,
    pub most: u8,
    /// Whether the requested part is the one shown.
    pub known: bool,
    pub near: String,
    /// The content of the overview's drawing, and its viewBox.
    pub overview: String,
    pub whole: String,
}

/// How the board of a page is drawn.
#[derive(Default)]
pub struct Drawing<'a> {
    /// Areas with the addresses of the orders about them.
    pub targets: Vec<(String, String)>,
    /// The seat whose pieces matter most, and the requested part.
    pub own: Option<Seat>,
    pub zoom: Zoom<'a>,
    /// The address of the page, to which the fields of another part are added. If `None`, the whole
    /// board is shown.
    pub address: Option<String>,
}

/// Draws the board.
pub fn drawn(scene: &Scene, drawing: Drawing<'_>) -> Drawn {
    let Drawing { targets, own, zoom, address } = drawing;
    let view = match address {
        Some(_) => {
            let near = zoom.near.map(ToOwned::to_owned);
            View::Zoomed { level: zoom.level, near, own }
        }
        None => View::Whole,
    };
    let options = Options { targets, view, ..Options::default() };
    let Some(framed) = ravenpost_drawing::framed(scene, &options) else {
        return Drawn { svg: String::new(), shape: "r-wide", band: "middle", zoom: None };
    };
    Drawn {
        shape: shape(&framed.whole),
        band: match framed.band {
            Band::Top => "top",
            Band::Middle => "middle",
            Band::Bottom => "bottom",
        },
        zoom: address.map(|address| ZoomLinks::of(&framed, &address, zoom)),
        svg: framed.svg,
    }
}

impl ZoomLinks {
    fn of(framed: &Framed, address: &str, asked: Zoom<'_>) -> ZoomLinks {
        let and = if address.contains('?') { '&' } else { '?' };
        // The whole board has no area in the middle.
        let near = match framed.level {
            0 => asked.near,
            _ => Some(framed.near.as_str()),
        };
        let to = |level: u8| {
            let zoom = Zoom { level: Some(level), near: near.filter(|_| level > 0) };
            format!("{address}{and}{}#board", zoom.written())
        };
        let Framed { level, most, .. } = *framed;
        ZoomLinks {
            closer: (level < most).then(|| to(level + 1)),
            further: (level > 0).then(|| to(level - 1)),
            all: (level > 0).then(|| to(0)),
            level,
            most,
            known: asked.level.is_none_or(|asked| asked == level) && framed.known,
            near: framed.near.clone(),
            overview: framed.overview.clone(),
            whole: framed.whole.clone(),
        }
    }
}

/// Returns the CSS class for a board's aspect ratio. It is derived from the drawing, so that a
/// title cannot choose one that breaks the layout.
fn shape(view: &str) -> &'static str {
    let sizes: Vec<f64> = view.split(' ').filter_map(|size| size.parse().ok()).collect();
    let ratio = match sizes[..] {
        [_, _, width, height] => width / height,
        _ => 1.0,
    };
    match ratio {
        high if high < 0.95 => "r-high",
        even if even < 1.25 => "r-even",
        _ => "r-wide",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ravenpost_rules::Narration;
    use ravenpost_rules::numbers::Step;
    use ravenpost_rules::view::scene::Area;

    fn step(step: Step, order: Option<&str>, areas: &[&str]) -> NarratedEvent {
        let areas = areas.iter().map(|slug| (*slug).to_owned()).collect();
        let narration = Narration { areas, ..Narration::default() };
        NarratedEvent {
            step,
            at: chrono::DateTime::UNIX_EPOCH,
            kind: ravenpost_log::ActKind::Ordered,
            seat: Some(Seat(1)),
            way: "page",
            order: order.map(str::to_owned),
            narration: vec![narration],
            changes: true,
            private: false,
            aside: None,
            ran_out: None,
            head: String::new(),
        }
    }

    fn marked(steps: &[NarratedEvent]) -> Vec<String> {
        let area = |slug: &str| Area { slug: slug.to_owned(), ..Area::default() };
        let areas = ["bro", "endre", "rute"].map(area);
        let mut scene = Scene { areas: areas.to_vec(), ..Scene::default() };
        mark_last(&mut scene, steps);
        let last = scene.areas.iter().filter(|area| area.last);
        last.map(|area| area.slug.clone()).collect()
    }

    #[test]
    fn changes_since_the_viewers_last_order_are_marked() {
        let own = step(Step(2), Some("settle endre"), &["endre"]);
        let steps = [step(Step(1), None, &["rute"]), own, step(Step(3), None, &["bro", "rute"])];
        assert_eq!(marked(&steps), ["bro", "rute"]);
        assert_eq!(marked(&steps[..2]), ["endre"], "their own order, when nothing came after it");
    }

    #[test]
    fn spectator_sees_the_latest_step_marked() {
        let steps = [step(Step(1), None, &["rute"]), step(Step(2), None, &["endre"])];
        assert_eq!(marked(&steps), ["endre"]);
        assert!(marked(&[]).is_empty());
        let mut undone = step(Step(3), None, &["rute"]);
        undone.aside = Some(Step(4));
        assert_eq!(marked(&[steps[1].clone(), undone]), ["endre"]);
    }
}
