//! The narration of past steps: the log in chapters, what is new to the viewer, and deadlines the
//! viewer missed.

use chrono::{DateTime, Utc};

use crate::shared::viewpoint::Viewpoint;
use crate::view::board::seat_names;
use crate::{shared::words, view::board};
use ravenpost_emails::parts::relevance::touched;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Narration, SeatName};
use ravenpost_service::game::history::story::NarratedEvent;
use ravenpost_service::play::read_game::VisibleGame;

/// The number of steps shown to viewers without a seat.
const WATCHED: usize = 10;
/// The number of news lines that are not collapsed.
const OPEN: usize = 4;
/// A step narrated in more sentences than this is shown as a list.
const LISTED: usize = 5;
/// The absence in days after which a summary of what matters most is shown.
const AWAY: i64 = 5;
/// The number of missed deadlines shown on the page; the log has the others.
const TIMEOUTS: usize = 3;

/// A section of the log under one heading, newest step first.
pub struct Chapter {
    pub title: Option<String>,
    pub lines: Vec<LogLine>,
}

/// One step of the log.
pub struct LogLine {
    pub step: Step,
    pub at: String,
    pub called: Option<SeatName>,
    pub texts: Vec<Phrase>,
    pub order: Option<String>,
    pub aside: Option<Step>,
}

impl LogLine {
    /// Whether the narration is shown as a list of sentences.
    pub fn is_long(&self) -> bool {
        self.texts.len() > LISTED
    }
}

/// A sentence of the narration, or a chapter heading.
pub struct Phrase {
    pub text: String,
    pub chapter: bool,
}

impl From<&Narration> for Phrase {
    fn from(narration: &Narration) -> Phrase {
        Phrase { text: narration.text.clone(), chapter: narration.chapter }
    }
}

/// What is new to the viewer, oldest first.
#[derive(Default)]
pub struct News {
    pub heading: &'static str,
    /// Earlier lines, which are collapsed.
    pub earlier: Vec<LogLine>,
    pub lines: Vec<LogLine>,
    /// The lines that affect the viewer's seat.
    pub touched: Vec<String>,
    /// The viewer's last order, if any.
    pub since: Option<Since>,
}

/// The point from which on something is new.
pub struct Since {
    pub step: Step,
    /// How long ago that was, if at least `AWAY` days.
    pub away: Option<String>,
}

/// A deadline the viewer missed, with the default orders played.
pub struct Timeout {
    pub step: Step,
    pub machine: String,
    pub moment: String,
    pub orders: Vec<String>,
}

/// Returns the news. Players see everything since their last order, that order included. Viewers
/// without a seat see the latest steps, and anyone viewing the past sees the one step. Draft lines
/// for the current prompt do not count as an order, so the events that led to it remain news until
/// it is answered.
pub fn news(steps: &[NarratedEvent], visible: &VisibleGame, viewpoint: Viewpoint) -> News {
    let current: Vec<&NarratedEvent> =
        steps.iter().filter(|step| step.aside.is_none() && step.is_narrated()).collect();
    let last_own = visible.seat.and_then(|seat| {
        current
            .iter()
            .rposition(|step| step.is_order_of(seat) && visible.before_the_question(step.at))
    });
    let (heading, first) = match (visible.at < visible.last_step, visible.seat, last_own) {
        (true, ..) => {
            let here = current.iter().position(|step| step.step == visible.at);
            ("What happened in this step", here.unwrap_or(current.len()))
        }
        (_, Some(_), Some(own)) => ("Since your last move", own),
        (_, Some(_), None) => ("The story so far", 0),
        (_, None, _) => ("Latest moves", current.len().saturating_sub(WATCHED)),
    };
    let since = last_own.filter(|_| visible.at == visible.last_step).map(|own| {
        let (step, away) = (current[own].step, viewpoint.now - current[own].at);
        Since { step, away: (away.num_days() >= AWAY).then(|| words::span(away)) }
    });
    let called = seat_names(visible);
    let narration: Vec<Narration> = current[first..]
        .iter()
        .flat_map(|step| &step.narration)
        .filter(|narration| !narration.quiet)
        .cloned()
        .collect();
    let touched = visible.seat.map_or_else(Vec::new, |seat| touched(&narration, seat));
    // A past step shows at least who has answered.
    let past = visible.at < visible.last_step;
    let quiet = past && current[first..].iter().all(|step| is_quiet(step));
    let line = |step: &&NarratedEvent| LogLine {
        texts: step
            .narration
            .iter()
            .filter(|narration| quiet || !narration.quiet)
            .map(Phrase::from)
            .collect(),
        at: words::day(step.at, viewpoint.now, viewpoint.zone),
        ..bare(step, &called, viewpoint)
    };
    let mut earlier: Vec<LogLine> =
        current[first..].iter().filter(|step| quiet || !is_quiet(step)).map(line).collect();
    once(&mut earlier);
    let open = if past { earlier.len() } else { OPEN };
    let lines = earlier.split_off(earlier.len().saturating_sub(open));
    let touched = touched.into_iter().map(|narration| narration.text).collect();
    News { heading, earlier, lines, touched, since }
}

/// Clears the time of lines that happened at the same time as the line before.
fn once(lines: &mut [LogLine]) {
    let mut known = String::new();
    for line in lines {
        match line.at == known {
            true => line.at.clear(),
            false => known.clone_from(&line.at),
        }
    }
}

/// Returns the narration of the viewer's own orders, for the first board of a replay.
pub fn own_lines(
    orders: &[NarratedEvent],
    visible: &VisibleGame,
    viewpoint: Viewpoint,
) -> Vec<LogLine> {
    let called = seat_names(visible);
    // Include only the seat's own action; the board shows the consequences.
    let did = |narration: &&Narration| narration.seat == visible.seat && !narration.chapter;
    let line = |order: &NarratedEvent| LogLine {
        texts: order.narration.iter().filter(did).map(Phrase::from).collect(),
        ..bare(order, &called, viewpoint)
    };
    orders.iter().map(line).collect()
}

/// Whether a step only reports that a seat has answered.
fn is_quiet(step: &NarratedEvent) -> bool {
    step.order.is_none() && step.narration.iter().all(|narration| narration.quiet)
}

/// Returns the latest deadlines the viewer has missed since their last order, oldest first. Default
/// orders played at the same moment are grouped.
pub fn timeouts(
    steps: &[NarratedEvent],
    visible: &VisibleGame,
    viewpoint: Viewpoint,
) -> Vec<Timeout> {
    let Some(seat) = visible.seat else { return Vec::new() };
    let current = steps.iter().filter(|step| step.aside.is_none() && step.seat == Some(seat)).rev();
    let since = current.take_while(|step| !step.is_order_of(seat));
    let mut found: Vec<(DateTime<Utc>, Timeout)> = Vec::new();
    for (step, moment) in since.filter_map(|step| Some((step, step.ran_out?))) {
        let order = step.order.clone();
        match found.last_mut().filter(|(known, _)| *known == moment) {
            Some((_, timeout)) => {
                timeout.step = step.step;
                timeout.orders.extend(order);
            }
            None => found.push((
                moment,
                Timeout {
                    step: step.step,
                    machine: words::machine(moment),
                    moment: words::day(moment, viewpoint.now, viewpoint.zone),
                    orders: order.into_iter().collect(),
                },
            )),
        }
    }
    found.truncate(TIMEOUTS);
    let narration = found.into_iter().rev().map(|(_, mut timeout)| {
        timeout.orders.reverse();
        timeout
    });
    narration.collect()
}

/// Returns the latest `most` steps of the log in chapters, newest first.
pub fn chapters(
    steps: &[NarratedEvent],
    visible: &VisibleGame,
    viewpoint: Viewpoint,
    most: usize,
) -> Vec<Chapter> {
    let called = seat_names(visible);
    let mut chapters = vec![Chapter { title: None, lines: Vec::new() }];
    let first = steps.len().saturating_sub(most);
    for step in &steps[first..] {
        let mut line = bare(step, &called, viewpoint);
        for narration in &step.narration {
            if narration.chapter {
                let (at, called) = (line.at.clone(), line.called.clone());
                let rest = LogLine { texts: Vec::new(), order: None, at, called, ..line };
                push(&mut chapters, std::mem::replace(&mut line, rest));
                chapters.push(Chapter { title: Some(narration.text.clone()), lines: Vec::new() });
            } else {
                line.texts.push(narration.into());
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

/// Builds a step's line without the narration.
fn bare(step: &NarratedEvent, called: &[SeatName], viewpoint: Viewpoint) -> LogLine {
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
