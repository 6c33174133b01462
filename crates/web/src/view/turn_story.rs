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
const SEATS: usize = 3;
/// With at most this many seats, each gets two sentences; otherwise one.
const FEW: usize = 2;
/// The number of bytes above which two sentences are too long to be shown together.
const LONG: usize = 90;
/// The maximum number of collapsed sentences of a seat.
const REST: usize = 10;

#[derive(Default)]
pub struct TurnStory {
    /// The viewer's last move.
    pub did: Option<Deed>,
    /// The standing order or line of a draft that the viewer has saved since.
    pub saved: Option<Deed>,
    /// What followed, one entry per seat. What concerns the viewer comes first; the rest is in the
    /// order of the seats' last steps.
    pub since: Vec<Deed>,
    /// More sentences that concern the viewer, which are collapsed.
    pub rest: Vec<String>,
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
    /// Whether it concerns the viewer.
    pub yours: bool,
}

/// The sentences about one seat.
struct SeatStory<'s> {
    seat: Option<Seat>,
    lines: Vec<Sentence<'s>>,
}

/// A sentence of the story.
#[derive(Clone, Copy)]
struct Sentence<'s> {
    step: &'s NarratedEvent,
    narration: &'s Narration,
    /// Whether it is about the viewer's seat: what others did to it, or what it gained or lost.
    yours: bool,
}

impl<'s> SeatStory<'s> {
    fn is_yours(&self) -> bool {
        self.lines.iter().any(|line| line.yours)
    }

    /// Returns the sentences to show: those that concern the viewer, then the latest others.
    fn shown(&self, most: usize) -> Vec<Sentence<'s>> {
        let mut shown: Vec<Sentence<'s>> = self.yours().take(most).collect();
        let room = most - shown.len();
        let others = self.lines.iter().copied().filter(|line| !line.yours);
        let latest = others.clone().count().saturating_sub(room);
        shown.extend(others.skip(latest));
        shown
    }

    /// Returns how many sentences to show: only one if more would be too long.
    fn room(&self, most: usize) -> usize {
        let length: usize = self.shown(most).iter().map(|line| line.narration.text.len()).sum();
        if length > LONG { 1 } else { most }
    }

    /// Returns the sentences that concern the viewer and are collapsed: all but the first ones.
    fn rest(&self, shown: usize) -> impl Iterator<Item = Sentence<'s>> {
        self.yours().skip(shown).take(REST)
    }

    fn yours(&self) -> impl Iterator<Item = Sentence<'s>> {
        self.lines.iter().copied().filter(|line| line.yours)
    }
}

impl TurnStory {
    /// Builds the story. A past step gets only the list, because its page shows its own news.
    pub fn of(steps: &[NarratedEvent], visible: &VisibleGame, viewpoint: Viewpoint) -> TurnStory {
        let called = seat_names(visible);
        let recent = recent(steps, viewpoint, &called);
        if visible.at < visible.last_step {
            return TurnStory { recent, ..TurnStory::default() };
        }
        let stands = |step: &&NarratedEvent| step.aside.is_none() && step.changes;
        let current: Vec<&NarratedEvent> =
            steps.iter().filter(|step| stands(step) && !step.private).collect();
        let mut orders = steps.iter().filter(stands);
        let last = orders.rfind(|step| visible.seat.is_some_and(|seat| step.is_order_of(seat)));
        let own =
            visible.seat.and_then(|seat| current.iter().rposition(|one| one.is_order_of(seat)));
        let after = own.map_or(current.len().saturating_sub(LATEST), |own| own + 1);
        let mut stories = stories(own.map(|own| current[own]), &current[after..], visible.seat);
        let Cut { later, others } = cut(&mut stories);
        let most = if stories.len() > FEW { 1 } else { 2 };
        let rest = stories.iter().flat_map(|one| one.rest(one.room(most)));
        let rest = rest.chain(later.iter().flat_map(|one| one.rest(0)));
        let rest: Vec<String> = rest.map(|line| line.narration.text.clone()).collect();
        let deed = |one: SeatStory<'_>| {
            let room = one.room(most);
            let shown = one.shown(room);
            let first = shown.first()?.step;
            Some(Deed {
                step: first.step,
                called: board::called(&called, &one.seat).cloned(),
                texts: shown.iter().map(|line| line.narration.text.clone()).collect(),
                more: one.lines.len() - shown.len() - one.rest(room).count(),
                at: words::day(first.at, viewpoint.now, viewpoint.zone),
                yours: one.is_yours(),
            })
        };
        TurnStory {
            did: own.map(|own| did(current[own], visible, viewpoint, &called)),
            saved: last
                .filter(|last| last.private)
                .map(|last| did(last, visible, viewpoint, &called)),
            since: stories.into_iter().filter_map(deed).collect(),
            rest,
            others,
            done: false,
            recent,
        }
    }
}

impl TurnStory {
    /// Returns the standing order or line of a draft that the page confirms.
    pub fn just_saved(&self) -> Option<&Deed> {
        self.saved.as_ref().filter(|_| self.done)
    }
}

/// Returns the sentences of a step that describe the seat's own move.
fn own_deeds(step: &NarratedEvent, seat: Option<Seat>) -> impl Iterator<Item = &Narration> {
    step.narration.iter().filter(move |one| one.seat == seat && !one.chapter).take(OWN)
}

/// Returns the viewer's own move: the sentences about their own seat. If there are none, what they
/// chose.
fn did(
    step: &NarratedEvent,
    visible: &VisibleGame,
    viewpoint: Viewpoint,
    called: &[SeatName],
) -> Deed {
    let mut texts: Vec<String> =
        own_deeds(step, visible.seat).map(|one| one.text.clone()).collect();
    if texts.is_empty() {
        let chosen = step.order.as_deref().map(|order| {
            // Private events share the number of the step before them.
            let words = if step.private { None } else { visible.chosen(step.step, order) };
            words.unwrap_or_else(|| order.to_owned())
        });
        texts.extend(chosen.or_else(|| step.narration.first().map(|one| one.text.clone())));
    }
    Deed {
        step: step.step,
        called: board::called(called, &step.seat).cloned(),
        more: step.narration.len().saturating_sub(texts.len()),
        texts,
        at: words::day(step.at, viewpoint.now, viewpoint.zone),
        yours: true,
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
            yours: false,
        })
    };
    let stands = steps.iter().rev().filter(|step| step.aside.is_none() && step.changes);
    let mut recent: Vec<Deed> = stands.filter_map(line).take(RECENT).collect();
    recent.reverse();
    recent
}

/// Groups the sentences by the seat that they are about, in the order of each seat's last one:
/// what followed from the viewer's own move, and what has happened since. Sentences about no seat
/// are used only if they concern the viewer or there are no others.
fn stories<'s>(
    own: Option<&'s NarratedEvent>,
    since: &[&'s NarratedEvent],
    viewer: Option<Seat>,
) -> Vec<SeatStory<'s>> {
    let mut all: Vec<SeatStory<'s>> = Vec::new();
    let known = own.map_or(0, |own| own_deeds(own, viewer).count());
    let steps = own.into_iter().chain(since.iter().copied());
    for (at, step) in steps.enumerate() {
        let is_own = at == 0 && own.is_some();
        let mut shown = if is_own { known } else { 0 };
        for narration in step.narration.iter().filter(|one| !one.chapter) {
            if shown > 0 && narration.seat == viewer {
                shown -= 1;
                continue;
            }
            if narration.quiet {
                continue;
            }
            let yours =
                viewer.is_some_and(|seat| narration.seat == Some(seat) || narration.mentions(seat));
            let seat = narration.seat.or(step.seat.filter(|_| !is_own));
            let at = all.iter().position(|known| known.seat == seat);
            let new = || SeatStory { seat, lines: Vec::new() };
            let mut one = at.map_or_else(new, |at| all.remove(at));
            one.lines.push(Sentence { step, narration, yours });
            all.push(one);
        }
    }
    if all.iter().any(|one| one.seat.is_some()) {
        all.retain(|one| one.seat.is_some() || one.is_yours());
    }
    all
}

/// The parts that are not shown immediately.
struct Cut<'s> {
    /// Further stories that concern the viewer.
    later: Vec<SeatStory<'s>>,
    /// The number of other seats.
    others: usize,
}

/// Keeps as many stories as fit in the window, and moves those that concern the viewer to the
/// front. They are never left out.
fn cut<'s>(stories: &mut Vec<SeatStory<'s>>) -> Cut<'s> {
    stories.sort_by_key(|one| !one.is_yours());
    let yours = stories.iter().filter(|one| one.is_yours()).count();
    let others = (stories.len() - yours).saturating_sub(SEATS.saturating_sub(yours));
    stories.drain(yours..yours + others);
    Cut { later: stories.split_off(SEATS.min(stories.len())), others }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(step: u64, seat: u8, texts: &[&str]) -> NarratedEvent {
        let stories = |text: &&str| Narration { text: (*text).to_owned(), ..Narration::default() };
        NarratedEvent {
            step: Step(step),
            at: chrono::DateTime::UNIX_EPOCH,
            kind: ravenpost_log::ActKind::Ordered,
            seat: Some(Seat(seat)),
            way: "page",
            order: None,
            narration: texts.iter().map(stories).collect(),
            changes: true,
            private: false,
            aside: None,
            ran_out: None,
            head: String::new(),
        }
    }

    fn texts<'s>(lines: &[Sentence<'s>]) -> Vec<&'s str> {
        lines.iter().map(|line| line.narration.text.as_str()).collect()
    }

    #[test]
    fn seats_appear_once_in_order_of_their_last_sentence() {
        let steps = [step(3, 1, &["a", "b"]), step(4, 2, &["c"]), step(5, 1, &["d"])];
        let steps: Vec<&NarratedEvent> = steps.iter().collect();
        let stories = stories(None, &steps, None);
        let seats: Vec<_> = stories.iter().map(|one| (one.seat, one.lines.len())).collect();
        assert_eq!(seats, [(Some(Seat(2)), 1), (Some(Seat(1)), 3)]);
        assert_eq!(texts(&stories[1].lines), ["a", "b", "d"]);
        assert_eq!(texts(&stories[1].shown(2)), ["b", "d"], "the latest");
    }

    #[test]
    fn what_concerns_the_viewer_is_never_omitted() {
        let mut attacked = step(4, 2, &["a", "b", "c", "d"]);
        attacked.narration[0].mentions = vec![Seat(1)];
        attacked.narration[1].seat = Some(Seat(1));
        let steps = [&attacked];
        let stories = stories(None, &steps, Some(Seat(1)));
        let other = stories.iter().find(|one| one.seat == Some(Seat(2))).expect("the attacker");
        assert_eq!(texts(&other.shown(1)), ["a"]);
        assert_eq!(texts(&other.shown(2)), ["a", "d"], "then the latest");
        assert!(stories.iter().all(SeatStory::is_yours));
    }

    #[test]
    fn long_news_about_the_viewer_are_collapsed_after_two_sentences() {
        let mut own = step(4, 1, &["a", "b", "c", "d"]);
        own.narration.iter_mut().for_each(|one| one.seat = Some(Seat(1)));
        own.narration[3].quiet = true;
        let steps = [&own];
        let stories = stories(None, &steps, Some(Seat(1)));
        let rest: Vec<Sentence<'_>> = stories[0].rest(2).collect();
        assert_eq!((texts(&stories[0].shown(2)), texts(&rest)), (vec!["a", "b"], vec!["c"]));
    }

    #[test]
    fn news_are_cut_but_not_what_concerns_the_viewer() {
        let news = |yours: u8| -> Vec<NarratedEvent> {
            let one = |at: u8| {
                let mut one = step(at.into(), at, &["a", "b"]);
                let mentions = Vec::from_iter((at > 8 - yours).then_some(Seat(1)));
                one.narration.iter_mut().for_each(|text| text.mentions.clone_from(&mentions));
                one
            };
            (2..=8).map(one).collect()
        };
        for (yours, later, others) in [(0, 0, 4), (2, 0, 4), (3, 0, 4), (5, 2, 2)] {
            let steps = news(yours);
            let steps: Vec<&NarratedEvent> = steps.iter().collect();
            let mut stories = stories(None, &steps, Some(Seat(1)));
            let found = cut(&mut stories);
            assert_eq!((stories.len(), found.later.len(), found.others), (SEATS, later, others));
            assert!(found.later.iter().all(|one| one.is_yours() && one.rest(0).count() == 2));
            assert!(stories.iter().take(yours.into()).all(SeatStory::is_yours));
        }
    }

    #[test]
    fn consequences_of_the_viewers_move_are_included() {
        let mut own = step(3, 1, &["move", "move", "gain", "raid"]);
        for narration in &mut own.narration[..3] {
            narration.seat = Some(Seat(1));
        }
        let stories = stories(Some(&own), &[], Some(Seat(1)));
        assert_eq!((stories[0].seat, texts(&stories[0].lines)), (Some(Seat(1)), vec!["gain"]));
        assert_eq!(stories.len(), 1, "what concerns nobody is left out");
    }
}
