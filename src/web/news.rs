//! What happened, as pages tell it: the log in chapters, what is new to the viewer, and the
//! viewer's own deadlines that passed.

use chrono::{DateTime, Utc};

use super::board::seat_names;
use super::viewpoint::Viewpoint;
use super::{board, words};
use crate::letters::second_person::told_to_you;
use crate::letters::touched::touched;
use crate::service::game::story::ToldEvent;
use crate::service::play::read_game::GameSight;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Narration, SeatName};

/// Steps that somebody without a seat is shown at once.
const WATCHED: usize = 10;
/// More news than this stands folded, the latest open.
const OPEN: usize = 4;
/// A step told in more sentences than this is told as a list.
const LISTED: usize = 5;
/// Days after which somebody is led to what matters first.
const AWAY: i64 = 5;
/// Deadlines told on top of the page; the log has the others.
const LAPSES: usize = 3;

/// A stretch of the log under one heading, newest step first.
pub struct Chapter {
    pub title: Option<String>,
    pub lines: Vec<LogLine>,
}

/// One step of the log in words.
pub struct LogLine {
    pub step: Step,
    pub at: String,
    pub called: Option<SeatName>,
    pub texts: Vec<Phrase>,
    pub order: Option<String>,
    pub aside: Option<Step>,
}

impl LogLine {
    /// Whether it is told as a list, sentence by sentence.
    pub fn is_long(&self) -> bool {
        self.texts.len() > LISTED
    }
}

/// A sentence of what is told of a step, or the heading of those that follow.
pub struct Phrase {
    pub text: String,
    pub chapter: bool,
}

impl From<&Narration> for Phrase {
    fn from(told: &Narration) -> Phrase {
        Phrase { text: told.text.clone(), chapter: told.chapter }
    }
}

/// What is new to the viewer, oldest first.
#[derive(Default)]
pub struct News {
    pub heading: &'static str,
    /// What came before the rest, where it is much.
    pub earlier: Vec<LogLine>,
    pub lines: Vec<LogLine>,
    /// What of it touched the viewer's seat, where it is much.
    pub touched: Vec<String>,
    /// The viewer's last order before them, where there is one.
    pub since: Option<Since>,
}

/// From when on something is new.
pub struct Since {
    pub step: Step,
    /// How long ago that was, where it is days.
    pub away: Option<String>,
}

/// A deadline of the viewer's that passed, with what was played.
pub struct Lapse {
    pub step: Step,
    pub machine: String,
    pub moment: String,
    pub orders: Vec<String>,
}

/// What happened from the viewer's own last order on, that order included; the latest steps for
/// who has no seat; the one step for who looks at the past. Orders that belong to the question now
/// put, lines of a sheet say, are not the last: what led to it is news until it is answered.
pub fn news(steps: &[ToldEvent], sight: &GameSight, viewpoint: Viewpoint) -> News {
    let kept: Vec<&ToldEvent> =
        steps.iter().filter(|step| step.aside.is_none() && step.is_told()).collect();
    let last_own = sight.seat.and_then(|seat| {
        kept.iter().rposition(|step| step.is_order_of(seat) && sight.before_the_question(step.at))
    });
    let (heading, first) = match (sight.at < sight.last_step, sight.seat, last_own) {
        (true, ..) => {
            let here = kept.iter().position(|step| step.step == sight.at);
            ("What happened in this step", here.unwrap_or(kept.len()))
        }
        (_, Some(_), Some(own)) => ("Since your last order", own),
        (_, Some(_), None) => ("What happened so far", 0),
        (_, None, _) => ("What happened last", kept.len().saturating_sub(WATCHED)),
    };
    let since = last_own.filter(|_| sight.at == sight.last_step).map(|own| {
        let (step, away) = (kept[own].step, viewpoint.now - kept[own].at);
        Since { step, away: (away.num_days() >= AWAY).then(|| words::span(away)) }
    });
    let called = seat_names(sight);
    let told: Vec<Narration> = kept[first..]
        .iter()
        .flat_map(|step| &step.told)
        .filter(|told| !told.quiet)
        .cloned()
        .collect();
    let touched = sight.seat.map_or_else(Vec::new, |seat| {
        let mine = board::called(&called, &Some(seat));
        mine.map_or_else(Vec::new, |mine| touched(&told, seat, mine))
    });
    // A step of the past says at least who has answered.
    let past = sight.at < sight.last_step;
    let quiet = past && kept[first..].iter().all(|step| is_quiet(step));
    let line = |step: &&ToldEvent| LogLine {
        texts: step.told.iter().filter(|told| quiet || !told.quiet).map(Phrase::from).collect(),
        at: words::day(step.at, viewpoint.now, viewpoint.zone),
        ..bare(step, &called, viewpoint)
    };
    let mut earlier: Vec<LogLine> =
        kept[first..].iter().filter(|step| quiet || !is_quiet(step)).map(line).collect();
    let open = if past { earlier.len() } else { OPEN };
    let mut lines = earlier.split_off(earlier.len().saturating_sub(open));
    let you = |text: &str| {
        let own = sight.seat.and_then(|seat| board::called(&called, &Some(seat)));
        own.map_or_else(|| text.to_owned(), |own| told_to_you(text, &own.name))
    };
    for line in earlier.iter_mut().chain(&mut lines) {
        line.texts.iter_mut().for_each(|one| one.text = you(&one.text));
    }
    let touched = touched.into_iter().map(|told| you(&told.text)).collect();
    News { heading, earlier, lines, touched, since }
}

/// The viewer's own orders, told to it, for the board that a replay from them begins with.
pub fn own_lines(orders: &[ToldEvent], sight: &GameSight, viewpoint: Viewpoint) -> Vec<LogLine> {
    let called = seat_names(sight);
    let own = sight.seat.and_then(|seat| board::called(&called, &Some(seat)));
    let phrase = |told: &Narration| Phrase {
        text: own.map_or(told.text.clone(), |own| told_to_you(&told.text, &own.name)),
        chapter: told.chapter,
    };
    // Of an order that led to much only what it says itself: the rest is the board's to show.
    let did = |told: &&Narration| told.seat == sight.seat && !told.chapter;
    let line = |order: &ToldEvent| LogLine {
        texts: order.told.iter().filter(did).map(phrase).collect(),
        ..bare(order, &called, viewpoint)
    };
    orders.iter().map(line).collect()
}

/// Whether a step says no more than that somebody has answered, and is no order of the viewer's.
fn is_quiet(step: &ToldEvent) -> bool {
    step.order.is_none() && step.told.iter().all(|told| told.quiet)
}

/// The viewer's deadlines that passed since its last order, the latest ones, oldest first. What
/// was played at one moment is told together.
pub fn lapses(steps: &[ToldEvent], sight: &GameSight, viewpoint: Viewpoint) -> Vec<Lapse> {
    let Some(seat) = sight.seat else { return Vec::new() };
    let kept = steps.iter().filter(|step| step.aside.is_none() && step.seat == Some(seat)).rev();
    let since = kept.take_while(|step| !step.is_order_of(seat));
    let mut found: Vec<(DateTime<Utc>, Lapse)> = Vec::new();
    for (step, moment) in since.filter_map(|step| Some((step, step.ran_out?))) {
        let order = step.order.clone();
        match found.last_mut().filter(|(known, _)| *known == moment) {
            Some((_, lapse)) => {
                lapse.step = step.step;
                lapse.orders.extend(order);
            }
            None => found.push((
                moment,
                Lapse {
                    step: step.step,
                    machine: words::machine(moment),
                    moment: words::day(moment, viewpoint.now, viewpoint.zone),
                    orders: order.into_iter().collect(),
                },
            )),
        }
    }
    found.truncate(LAPSES);
    let told = found.into_iter().rev().map(|(_, mut lapse)| {
        lapse.orders.reverse();
        lapse
    });
    told.collect()
}

/// The log in chapters, newest first, of at most so many steps.
pub fn chapters(
    steps: &[ToldEvent],
    sight: &GameSight,
    viewpoint: Viewpoint,
    most: usize,
) -> Vec<Chapter> {
    let called = seat_names(sight);
    let mut chapters = vec![Chapter { title: None, lines: Vec::new() }];
    let first = steps.len().saturating_sub(most);
    for step in &steps[first..] {
        let mut line = bare(step, &called, viewpoint);
        for told in &step.told {
            if told.chapter {
                let (at, called) = (line.at.clone(), line.called.clone());
                let rest = LogLine { texts: Vec::new(), order: None, at, called, ..line };
                push(&mut chapters, std::mem::replace(&mut line, rest));
                chapters.push(Chapter { title: Some(told.text.clone()), lines: Vec::new() });
            } else {
                line.texts.push(told.into());
            }
        }
        push(&mut chapters, line);
    }
    for chapter in &mut chapters {
        chapter.lines.reverse();
    }
    chapters.retain(|chapter| chapter.title.is_some() || !chapter.lines.is_empty());
    chapters.reverse();
    chapters
}

/// A step's line before anything is told.
fn bare(step: &ToldEvent, called: &[SeatName], viewpoint: Viewpoint) -> LogLine {
    LogLine {
        step: step.step,
        at: words::short(step.at, viewpoint.zone),
        called: board::called(called, &step.seat).cloned(),
        texts: Vec::new(),
        order: step.order.clone(),
        aside: step.aside,
    }
}

fn push(chapters: &mut [Chapter], line: LogLine) {
    if line.texts.is_empty() && line.order.is_none() {
        return;
    }
    if let Some(chapter) = chapters.last_mut() {
        chapter.lines.push(line);
    }
}
