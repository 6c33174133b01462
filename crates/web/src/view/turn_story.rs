//! What the viewer did last, and what every seat has done since, in a few sentences.

use crate::shared::viewpoint::Viewpoint;
use crate::shared::words;
use crate::view::board::{self, seat_names};
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Narration, Seat, SeatName};
use ravenpost_service::game::history::story::NarratedEvent;
use ravenpost_service::play::read_game::VisibleGame;

/// The number of steps considered for viewers who have not moved yet.
const LATEST: usize = 10;
/// The number of latest steps to list.
const RECENT: usize = 12;
/// The number of sentences about the viewer's own move.
const OWN: usize = 2;
/// The maximum number of seats in the story.
const SEATS: usize = 4;
/// With at most this many seats, each gets two sentences; otherwise one.
const FEW: usize = 2;

/// The story of the turn.
#[derive(Default)]
pub struct TurnStory {
    /// The viewer's last move.
    pub did: Option<Deed>,
    /// What followed, one entry per seat, in the order of their last steps.
    pub since: Vec<Deed>,
    /// The number of seats left out.
    pub others: usize,
    /// Whether the page confirms that move.
    pub done: bool,
    /// The latest steps, oldest first, each in a sentence.
    pub recent: Vec<Deed>,
}

/// What a seat did, in a sentence or two.
pub struct Deed {
    /// The step that shows it on the board.
    pub step: Step,
    pub called: Option<SeatName>,
    pub texts: Vec<String>,
    /// The number of sentences left out.
    pub more: usize,
    /// When it happened.
    pub at: String,
}

/// The sentences about one seat.
struct Told<'s> {
    seat: Option<Seat>,
    lines: Vec<(&'s NarratedEvent, &'s Narration)>,
}

impl TurnStory {
    /// Builds the story. A past step gets only the list, because its page shows its own news.
    pub fn of(steps: &[NarratedEvent], visible: &VisibleGame, viewpoint: Viewpoint) -> TurnStory {
        let called = seat_names(visible);
        let recent = recent(steps, viewpoint, &called);
        if visible.at < visible.last_step {
            return TurnStory { recent, ..TurnStory::default() };
        }
        let current: Vec<&NarratedEvent> =
            steps.iter().filter(|step| step.aside.is_none() && step.changes).collect();
        let own =
            visible.seat.and_then(|seat| current.iter().rposition(|one| one.is_order_of(seat)));
        let after = own.map_or(current.len().saturating_sub(LATEST), |own| own + 1);
        let mut told = told(&current[after..]);
        let others = told.len().saturating_sub(SEATS);
        told.drain(..others);
        let most = if told.len() > FEW { 1 } else { 2 };
        let deed = |one: Told<'_>| {
            let shown = &one.lines[one.lines.len().saturating_sub(most)..];
            let (first, _) = shown.first()?;
            let (last, _) = shown.last()?;
            Some(Deed {
                step: first.step,
                called: board::called(&called, &one.seat).cloned(),
                texts: shown.iter().map(|(_, head)| head.text.clone()).collect(),
                more: one.lines.len() - shown.len(),
                at: words::day(last.at, viewpoint.now, viewpoint.zone),
            })
        };
        TurnStory {
            did: own.map(|own| did(current[own], visible, viewpoint, &called)),
            since: told.into_iter().filter_map(deed).collect(),
            others,
            done: false,
            recent,
        }
    }
}

/// Returns the viewer's own move: the sentences about their own seat.
fn did(
    step: &NarratedEvent,
    visible: &VisibleGame,
    viewpoint: Viewpoint,
    called: &[SeatName],
) -> Deed {
    let own = step.narration.iter().filter(|one| one.seat == visible.seat && !one.chapter);
    let mut texts: Vec<String> = own.map(|one| one.text.clone()).take(OWN).collect();
    if texts.is_empty() {
        let first = step.narration.first().map(|one| one.text.clone());
        texts.extend(first.or(step.order.clone()));
    }
    Deed {
        step: step.step,
        called: board::called(called, &step.seat).cloned(),
        more: step.narration.len().saturating_sub(texts.len()),
        texts,
        at: words::day(step.at, viewpoint.now, viewpoint.zone),
    }
}

/// Returns the latest steps with news, oldest first.
fn recent(steps: &[NarratedEvent], viewpoint: Viewpoint, called: &[SeatName]) -> Vec<Deed> {
    let line = |step: &NarratedEvent| {
        let mut news = step.narration.iter().filter(|one| !one.quiet);
        let text = news.next()?.text.clone();
        Some(Deed {
            step: step.step,
            called: board::called(called, &step.seat).cloned(),
            texts: vec![text],
            more: news.count(),
            at: words::short(step.at, viewpoint.zone),
        })
    };
    let stands = steps.iter().rev().filter(|step| step.aside.is_none() && step.changes);
    let mut recent: Vec<Deed> = stands.filter_map(line).take(RECENT).collect();
    recent.reverse();
    recent
}

/// Groups the sentences by the seat that they are about, in the order of each seat's last one.
/// Sentences about no seat are used only if there are no others.
fn told<'s>(steps: &[&'s NarratedEvent]) -> Vec<Told<'s>> {
    let mut all: Vec<Told<'s>> = Vec::new();
    for &step in steps {
        for line in step.narration.iter().filter(|one| !one.quiet && !one.chapter) {
            let seat = line.seat.or(step.seat);
            let at = all.iter().position(|known| known.seat == seat);
            let new = || Told { seat, lines: Vec::new() };
            let mut one = at.map_or_else(new, |at| all.remove(at));
            one.lines.push((step, line));
            all.push(one);
        }
    }
    if all.iter().any(|one| one.seat.is_some()) {
        all.retain(|one| one.seat.is_some());
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(step: u64, seat: u8, texts: &[&str]) -> NarratedEvent {
        let told = |text: &&str| Narration { text: (*text).to_owned(), ..Narration::default() };
        NarratedEvent {
            step: Step(step),
            at: chrono::DateTime::UNIX_EPOCH,
            kind: "ordered",
            seat: Some(Seat(seat)),
            way: "page",
            order: None,
            narration: texts.iter().map(told).collect(),
            changes: true,
            aside: None,
            ran_out: None,
            head: String::new(),
        }
    }

    #[test]
    fn each_seat_is_told_once_in_order_of_its_last_sentence() {
        let steps = [step(3, 1, &["a", "b"]), step(4, 2, &["c"]), step(5, 1, &["d"])];
        let steps: Vec<&NarratedEvent> = steps.iter().collect();
        let told = told(&steps);
        let seats: Vec<_> = told.iter().map(|one| (one.seat, one.lines.len())).collect();
        assert_eq!(seats, [(Some(Seat(2)), 1), (Some(Seat(1)), 3)]);
        let lines: Vec<&str> = told[1].lines.iter().map(|(_, line)| line.text.as_str()).collect();
        assert_eq!(lines, ["a", "b", "d"]);
    }
}
