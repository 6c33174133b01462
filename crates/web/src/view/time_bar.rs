//! The timeline of a game's page: the current step, links to all other steps, and the choice of
//! viewpoint. It consists of links and a form, and works without a script.

use std::sync::Arc;

use crate::shared::viewpoint::Viewpoint;
use crate::shared::{paths, words};
use crate::view::board::{self, seat_names};
use ravenpost_log::table::status::Status;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Seat, SeatName};
use ravenpost_service::ServiceError;
use ravenpost_service::game::core::turns::{Move, Turn};
use ravenpost_service::play::look::Eye;
use ravenpost_service::play::read_game::VisibleGame;

/// The number of turns on either side of the current one that are not collapsed.
const NEAR: usize = 3;
/// The maximum number of turns listed, centred on the current one.
const TURNS: usize = 200;
/// The maximum number of moves listed for the current turn.
const MOVES: usize = 30;

/// The view model of the timeline.
#[derive(Default)]
pub struct TimeBar {
    /// The step shown, and its time.
    pub at: Step,
    pub when: String,
    /// The seat that acted in the step.
    pub who: Option<SeatName>,
    pub last: Step,
    /// Whether the step shown is not the last.
    pub past: bool,
    /// Whether the game is over.
    pub over: bool,
    /// A description of the viewpoint.
    pub seen: String,
    pub first: Option<String>,
    pub before: Option<String>,
    pub after: Option<String>,
    pub present: String,
    /// The listed turns, and the range of them that is not collapsed.
    pub turns: Vec<TurnLink>,
    pub near: std::ops::Range<usize>,
    /// The moves of the current turn.
    pub moves: Vec<MoveLink>,
    pub jumps: Vec<(&'static str, String)>,
    /// The viewpoints to choose from.
    pub eyes: Vec<EyeLink>,
    /// The viewpoint that the form for jumping to a step passes on.
    pub eye: Option<String>,
    /// The step that the current one is compared with.
    pub from: Option<Step>,
    /// The address for forking the game at this step, if allowed.
    pub fork: Option<String>,
    /// The address of the script for the arrow keys and the slider, if the page may use it.
    pub script: Option<String>,
    /// The state of automatic replay, and the link that starts or stops it.
    pub play: Option<Replay>,
    /// The number of steps without news that the link to the next step skips, and the link that
    /// toggles skipping.
    pub passed_over: usize,
    /// The previous step of the replay. Everything after it is new on this page.
    pub since: Step,
    pub every: bool,
    pub all_steps: String,
    /// The viewer's last order, if the replay begins there.
    pub own: Option<Step>,
}

pub struct TurnLink {
    /// The short heading, for a row.
    pub short: String,
    pub heading: String,
    pub to: String,
    /// The seats that acted, without repetition, in order of their first action.
    pub acted: Vec<SeatName>,
    pub here: bool,
}

/// A step of the current turn.
pub struct MoveLink {
    pub step: Step,
    pub to: String,
    pub called: Option<SeatName>,
    pub here: bool,
    /// Whether it has been undone by the step shown.
    pub aside: bool,
}

/// A viewpoint to choose.
pub struct EyeLink {
    pub name: String,
    pub to: String,
    pub here: bool,
}

/// The state of automatic replay.
pub struct Replay {
    /// The address that starts or stops it.
    pub switch: String,
    /// Seconds until the next step, if it is running.
    pub running: Option<u8>,
}

/// The seconds each step is shown in an automatic replay.
pub const PACE: u8 = 4;

impl TimeBar {
    /// Builds the timeline; empty before the start of the game.
    pub fn of(visible: &VisibleGame, viewpoint: Viewpoint) -> Result<TimeBar, ServiceError> {
        let game = &visible.game;
        let Some(started) = game.started() else { return Ok(TimeBar::default()) };
        let own = visible.replays_from();
        let first = own.unwrap_or(started);
        let turns = game.history().turns()?;
        let here = turns.iter().rposition(|turn| turn.from <= visible.at).unwrap_or(0);
        let first_shown = here.saturating_sub(TURNS / 2).min(turns.len().saturating_sub(TURNS));
        let turns = &turns[first_shown..turns.len().min(first_shown + TURNS)];
        let here = here - first_shown;
        let way = Links::of(visible, own);
        let called = seat_names(visible);
        let over = game.status.state == Status::Over;
        let after = visible.step_after()?;
        let before = visible.step_before(first)?;
        // The first event of a step is the public one; private events of single seats may follow.
        let entry = game.log.after(game.log.end_of(visible.at - 1)).next();
        let who = entry.and_then(|entry| entry.act.seat());
        Ok(TimeBar {
            at: visible.at,
            when: entry
                .map(|entry| words::short(entry.event.at, viewpoint.zone))
                .unwrap_or_default(),
            who: board::called(&called, &who).cloned(),
            last: visible.last_step,
            past: visible.at < visible.last_step,
            over,
            seen: seen(visible, &called),
            first: (first < visible.at).then(|| way.to(first)),
            before: before.map(|before| way.to(before.step)),
            since: before.map_or(first, |before| before.step),
            after: after.map(|after| way.to(after.step)),
            passed_over: after.map_or(0, |after| after.skipped),
            every: visible.look.every,
            all_steps: way.all_steps(visible.at),
            own,
            present: way.present(),
            moves: moves(visible, &turns[here], &way, &called),
            turns: links(turns, here, &way, &called),
            near: here.saturating_sub(NEAR)..(here + NEAR + 1).min(turns.len()),
            jumps: jumps(visible, &way),
            eyes: eyes_for(visible, over, &way, &called),
            eye: way.eye.clone(),
            from: visible.compared.as_ref().map(|compared| compared.from),
            script: None,
            fork: may_fork(visible, over).then(|| format!("{}/fork?at={}", way.game, visible.at)),
            play: over.then(|| way.play(viewpoint.play, first, visible.at, after.is_some())),
        })
    }

    /// Returns the turns that are not collapsed, and whether each is the current one or adjacent to
    /// it.
    pub fn near(&self) -> Vec<(&TurnLink, bool)> {
        let near = &self.turns[self.near.clone()];
        let here = near.iter().position(|turn| turn.here).unwrap_or(0);
        near.iter().enumerate().map(|(at, turn)| (turn, at.abs_diff(here) < 2)).collect()
    }
}

/// Builds addresses of the game that keep the viewpoint.
struct Links {
    game: String,
    eye: Option<String>,
    last_step: Step,
    /// Whether no steps are skipped, and the viewer's order with which the replay begins.
    every: bool,
    own: Option<Step>,
}

impl Links {
    fn of(visible: &VisibleGame, own: Option<Step>) -> Links {
        let eye = match visible.look.eye {
            Eye::Own => None,
            Eye::Now => Some("now".to_owned()),
            Eye::Open => Some("open".to_owned()),
            Eye::Seat(seat) => Some(seat.to_string()),
        };
        Links {
            game: paths::game(&visible.game.id),
            eye,
            last_step: visible.last_step,
            every: visible.look.every,
            own,
        }
    }

    fn with(&self, fields: &str, eye: Option<&str>) -> String {
        let eye = eye.map(|eye| format!("&eye={eye}")).unwrap_or_default();
        let every = if self.every { "&every=1" } else { "" };
        let own = self.own.map(|own| format!("&own={own}")).unwrap_or_default();
        format!("{}?{fields}{eye}{every}{own}", self.game)
    }

    /// The same step with skipping toggled.
    fn all_steps(&self, at: Step) -> String {
        let other =
            Links { game: self.game.clone(), eye: self.eye.clone(), every: !self.every, ..*self };
        other.to(at)
    }

    /// The address of a step with the same viewpoint.
    fn to(&self, step: Step) -> String {
        self.with(&format!("at={step}"), self.eye.as_deref())
    }

    fn present(&self) -> String {
        if self.eye.is_none() { self.game.clone() } else { self.to(self.last_step) }
    }

    /// Starts at the current step, or at the first one if the last is shown.
    fn play(&self, running: Option<u8>, first: Step, at: Step, more: bool) -> Replay {
        let from = if more { at } else { first };
        let switch = match running {
            Some(_) => self.to(at),
            None => self.with(&format!("at={from}&play={PACE}"), self.eye.as_deref()),
        };
        Replay { switch, running: running.filter(|_| more) }
    }
}

/// Whether the viewer may fork the game: its players while it runs, and everyone once it is over.
fn may_fork(visible: &VisibleGame, over: bool) -> bool {
    let ended = visible.outcome.is_some();
    visible.status.fork.is_none() && !ended && (over || visible.seat.is_some())
}

fn seen(visible: &VisibleGame, called: &[SeatName]) -> String {
    match visible.look.eye {
        Eye::Open => "with everything revealed".to_owned(),
        Eye::Seat(seat) => {
            let name = board::called(called, &Some(seat)).map_or("", |called| &called.name);
            format!("as {name} knew it then")
        }
        Eye::Now => "with what is known now".to_owned(),
        Eye::Own if visible.seat.is_some() => "as you knew it then".to_owned(),
        Eye::Own => "as it was shown then".to_owned(),
    }
}

fn links(turns: &[Arc<Turn>], here: usize, way: &Links, called: &[SeatName]) -> Vec<TurnLink> {
    let link = |(at, turn): (usize, &Arc<Turn>)| {
        let mut acted: Vec<SeatName> = Vec::new();
        for one in turn.moves.iter().filter_map(|made| board::called(called, &made.seat)) {
            if !acted.contains(one) {
                acted.push(one.clone());
            }
        }
        let heading = turn.heading.as_ref();
        let or_beginning =
            |text: Option<&String>| text.cloned().unwrap_or_else(|| "Start".to_owned());
        TurnLink {
            short: or_beginning(heading.map(|heading| &heading.short)),
            heading: or_beginning(heading.map(|heading| &heading.text)),
            to: way.to(turn.from),
            acted,
            here: at == here,
        }
    };
    turns.iter().enumerate().map(link).collect()
}

/// Returns the moves of a turn; of a long one, those around the current step.
fn moves(visible: &VisibleGame, turn: &Turn, way: &Links, called: &[SeatName]) -> Vec<MoveLink> {
    let here = turn.moves.iter().position(|made| made.step >= visible.at).unwrap_or(0);
    let first = here.saturating_sub(MOVES / 2).min(turn.moves.len().saturating_sub(MOVES));
    let link = |made: &Move| MoveLink {
        step: made.step,
        to: way.to(made.step),
        called: board::called(called, &made.seat).cloned(),
        here: made.step == visible.at,
        aside: !visible.game.history().paused_by(made, visible.at),
    };
    turn.moves[first..].iter().take(MOVES).map(link).collect()
}

/// Returns links to the most useful steps.
fn jumps(visible: &VisibleGame, way: &Links) -> Vec<(&'static str, String)> {
    let last = visible.seat.and_then(|seat| visible.game.orders().last_order(seat));
    let Some(step) = last else { return Vec::new() };
    let mut jumps = vec![("Your last move", way.to(step))];
    if let Some(before) = visible.game.history().changed_before(step) {
        jumps.push(("What you saw before it", way.to(before)));
    }
    if step < visible.at {
        let since = way.with(&format!("at={}&from={step}", visible.at), way.eye.as_deref());
        jumps.push(("Changes since then", since));
    }
    jumps
}

/// Returns the viewpoints to choose from. A past step can be seen with the knowledge of then or of
/// now. Once the game is over, every seat's knowledge can be chosen.
fn eyes_for(visible: &VisibleGame, over: bool, way: &Links, called: &[SeatName]) -> Vec<EyeLink> {
    let (at, past) = (format!("at={}", visible.at), visible.at < visible.last_step);
    let link = |name: String, eye: Option<&str>, whose: Eye| EyeLink {
        name,
        to: way.with(&at, eye),
        here: visible.look.eye == whose,
    };
    let own = match (past, visible.seat) {
        (true, Some(_)) => "As you saw it then",
        (true, None) => "As seen then",
        (false, Some(_)) => "As you see it",
        (false, None) => "As spectators see it",
    };
    let mut eyes = vec![link(own.to_owned(), None, Eye::Own)];
    if past {
        eyes.push(link("With what is known now".to_owned(), Some("now"), Eye::Now));
    }
    if over {
        eyes.push(link("Everything".to_owned(), Some("open"), Eye::Open));
        for (at, one) in called.iter().enumerate() {
            let seat = Seat::at(at);
            eyes.push(link(one.name.clone(), Some(&seat.to_string()), Eye::Seat(seat)));
        }
    }
    eyes.retain(|_| over || past);
    eyes
}
