//! The board and the cards as pages show them: the drawing with its links, and each card's look.

use crate::letters::touched::names;
use crate::service::game::story::ToldEvent;
use crate::service::play::read_game::GameSight;
use ravenpost_drawing::{self, Eye, Options};
use ravenpost_rules::scene::{Board, Scene, Sign};
use ravenpost_rules::{Block, Card, Panel, Seat, SeatName};

/// The look of a card: the first word of its family that we have a colour for.
pub fn family(card: &Card) -> &'static str {
    const LOOKS: &[(&str, &str)] = &[
        ("craft", "fam-craft"),
        ("trading", "fam-trading"),
        ("basic", "fam-basic"),
        ("setting", "fam-setting"),
        ("generation", "fam-generation"),
        ("reputation", "fam-reputation"),
        ("decoration", "fam-decoration"),
        ("building", "fam-setting"),
        ("unit", "fam-basic"),
        ("Rune", "fam-reputation"),
        ("Rune,", "fam-generation"),
        ("upgrade", "fam-craft"),
        ("red", "fam-red"),
        ("green", "fam-green"),
        ("blue", "fam-blue"),
        ("white", "fam-white"),
    ];
    let look = |word: &str| LOOKS.iter().find(|(name, _)| *name == word).map(|(_, look)| *look);
    card.family.split_whitespace().find_map(look).unwrap_or_default()
}

/// Whether a panel needs the whole width: it lays out cards, or a table of many columns.
pub fn wide(panel: &Panel) -> bool {
    panel.blocks.iter().any(|block| match block {
        Block::Cards(_) => true,
        Block::Grid { head, .. } => head.len() > 6,
        Block::Text(_) | Block::Pairs(_) => false,
    })
}

/// What each seat of the table is called.
pub fn seat_names(sight: &GameSight) -> Vec<SeatName> {
    Seat::all(sight.live.course.table.seats).map(|seat| sight.live.called(seat)).collect()
}

/// What a row's seat is called, if it has one.
pub fn called<'a>(called: &'a [SeatName], seat: &Option<Seat>) -> Option<&'a SeatName> {
    seat.and_then(|seat| called.get(seat.index()))
}

/// So many areas are marked on any board.
const MOST: usize = 12;

/// Marks the areas that the log names since the viewer's own last order, or in its latest step
/// when there was nothing since. A title that marks areas itself knows better.
pub fn mark_last(scene: &mut Scene, steps: &[ToldEvent]) {
    if scene.areas.iter().any(|area| area.last) {
        return;
    }
    let told = |step: &&ToldEvent| step.aside.is_none() && !step.told.is_empty();
    let steps: Vec<&ToldEvent> = steps.iter().filter(told).collect();
    let own = steps.iter().rposition(|step| step.order.is_some() && step.ran_out.is_none());
    let latest = steps.len().saturating_sub(1);
    let since = own.map_or(latest, |own| latest.min(own + 1));
    let mut named = Vec::new();
    for (at, area) in scene.areas.iter().enumerate() {
        // An area's words begin with its name.
        let name = area.words.split([':', ';', ',', '(']).next().unwrap_or_default().trim();
        let mut told = steps[since..].iter().flat_map(|step| &step.told);
        if !name.is_empty() && told.any(|told| names(&told.text, name)) {
            named.push(at);
        }
    }
    // On a large board a mark on every other area says nothing.
    if named.len() <= MOST.max(scene.areas.len() / 4) {
        named.into_iter().for_each(|at| scene.areas[at].last = true);
    }
}

/// The board as it is drawn, and where a small screen looks first.
pub struct Drawn {
    pub svg: String,
    pub eye: Option<Eye>,
    /// The shape of its place in the grid, by the drawing's width and height.
    pub shape: &'static str,
}

/// The drawn board. `targets` are areas with the addresses of the orders that are about them.
pub fn drawn(scene: &Scene, targets: Vec<(String, String)>) -> Drawn {
    let options = Options { targets, ..Options::default() };
    let svg = ravenpost_drawing::svg(scene, &options);
    Drawn { shape: shape(&svg), eye: ravenpost_drawing::eye(scene, &options), svg }
}

/// A sign of a legend: its drawing, what it is, what it means.
pub struct Drawing {
    pub svg: String,
    pub name: &'static str,
    pub means: &'static str,
}

/// How large a sign of the legend is, in pixels.
const SIGN: u16 = 30;

/// A board's legend, each sign as the board draws it.
pub fn legend(board: &'static Board) -> Vec<Drawing> {
    let drawn = |sign: &'static Sign| {
        let marks = sign.marks.iter().map(|mark| ravenpost_drawing::sign(board, *mark, SIGN));
        Drawing { svg: marks.collect(), name: sign.name, means: sign.means }
    };
    board.legend.iter().map(drawn).collect()
}

/// Which of the grid's three shapes a drawing has: a title chooses none, so it cannot break it.
fn shape(svg: &str) -> &'static str {
    let sizes = svg.split_once("viewBox=\"0 0 ").and_then(|(_, rest)| rest.split_once('"'));
    let sizes = sizes.and_then(|(sizes, _)| sizes.split_once(' '));
    let number = |text: &str| text.parse::<f64>().unwrap_or(1.0);
    let ratio = sizes.map_or(1.0, |(width, height)| number(width) / number(height));
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
    use ravenpost_rules::scene::Area;

    fn step(step: Step, order: Option<&str>, text: &str) -> ToldEvent {
        let told = Narration { text: text.to_owned(), ..Narration::default() };
        ToldEvent {
            step,
            at: chrono::DateTime::UNIX_EPOCH,
            kind: "ordered",
            seat: Some(Seat(1)),
            way: "page",
            order: order.map(str::to_owned),
            told: vec![told],
            changes: true,
            aside: None,
            ran_out: None,
            head: String::new(),
        }
    }

    fn marked(steps: &[ToldEvent]) -> Vec<String> {
        let area = |words: &str| Area { words: words.to_owned(), ..Area::default() };
        let areas = ["Bro: forest", "Endre: pasture", "Rute: hill"].map(area);
        let mut scene = Scene { areas: areas.to_vec(), ..Scene::default() };
        mark_last(&mut scene, steps);
        let last = scene.areas.iter().filter(|area| area.last);
        last.map(|area| area.words[..area.words.find(':').unwrap()].to_owned()).collect()
    }

    #[test]
    fn what_happened_since_the_own_order_is_marked() {
        let own = step(Step(2), Some("settle endre"), "Red settles Endre");
        let steps =
            [step(Step(1), None, "Blue in Rute"), own, step(Step(3), None, "Blue in Bro, Rute.")];
        assert_eq!(marked(&steps), ["Bro", "Rute"]);
        assert_eq!(marked(&steps[..2]), ["Endre"], "the own order, when nothing came after it");
    }

    #[test]
    fn a_watcher_sees_the_latest_step_and_names_are_whole_words() {
        let steps = [step(Step(1), None, "Blue in Rute"), step(Step(2), None, "Bronze for Endre")];
        assert_eq!(marked(&steps), ["Endre"]);
        assert!(marked(&[]).is_empty());
        let mut undone = step(Step(3), None, "Red in Rute");
        undone.aside = Some(Step(4));
        assert_eq!(marked(&[steps[1].clone(), undone]), ["Endre"]);
    }
}
