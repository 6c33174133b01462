//! The bar of turns on a game's page: where one is in the game, the way to any other step, whose
//! eyes one looks with. Links and a form, nothing that needs a script.

use std::sync::Arc;

use super::board::{self, seat_names};
use super::viewpoint::Viewpoint;
use super::{paths, words};
use crate::service::ServiceError;
use crate::service::game::turns::{Move, Turn};
use crate::service::play::look::Eye;
use crate::service::play::read_game::GameSight;
use ravenpost_log::table::status::Status;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Seat, SeatName};

/// Turns on either side of the one shown that stand in the open; the others stand folded.
const NEAR: usize = 3;
/// Turns that stand there at all: of a game without end those round the one shown.
const TURNS: usize = 200;
/// Letters of a heading that find room in a row.
const ROW: usize = 14;
/// Moves of the turn shown that stand in the open.
const MOVES: usize = 30;

/// Where one is in a game, and where one can go from there.
#[derive(Default)]
pub struct TimeBar {
    /// The step shown, and when it was.
    pub at: Step,
    pub when: String,
    /// Who acted in it.
    pub who: Option<SeatName>,
    pub last: Step,
    /// Whether an earlier step is shown than the last.
    pub past: bool,
    /// Whether the game has ended since.
    pub over: bool,
    /// In what way it is shown.
    pub seen: String,
    pub first: Option<String>,
    pub before: Option<String>,
    pub after: Option<String>,
    pub present: String,
    /// All turns, and from where to where they stand in the open.
    pub turns: Vec<TurnLink>,
    pub near: std::ops::Range<usize>,
    /// The moves of the turn shown.
    pub moves: Vec<MoveLink>,
    pub jumps: Vec<(&'static str, String)>,
    /// Whose eyes there are to choose from.
    pub eyes: Vec<EyeLink>,
    /// What the form to any step carries along.
    pub eye: Option<String>,
    /// The step that differences are told against.
    pub from: Option<Step>,
    /// Where to try it another way from this step, for who may.
    pub fork: Option<String>,
    /// Where the arrow keys and the slider are, on a page that may have them.
    pub script: Option<String>,
    /// Where the replay goes on by itself, and where it stops or begins.
    pub play: Option<Replay>,
    /// How many steps without news lie before the next one, and the way to see every step or to
    /// pass over such steps again.
    pub passed_over: usize,
    /// The step from which on something is new on the one shown.
    pub since: Step,
    pub every: bool,
    pub all_steps: String,
    /// The looker's own last order, where the replay is the one that begins there.
    pub own: Option<Step>,
}

/// A turn, by its heading.
pub struct TurnLink {
    /// As much of the heading as finds room in a row.
    pub short: String,
    pub heading: String,
    pub to: String,
    /// Who acted in it, each once, in the order in which they did.
    pub acted: Vec<SeatName>,
    pub here: bool,
}

/// A step of the turn shown.
pub struct MoveLink {
    pub step: Step,
    pub to: String,
    pub called: Option<SeatName>,
    pub here: bool,
    /// Whether it was taken back by the step shown.
    pub aside: bool,
}

/// A choice of whose eyes to look with.
pub struct EyeLink {
    pub name: String,
    pub to: String,
    pub here: bool,
}

/// A replay that goes on by itself.
pub struct Replay {
    /// The address that begins or stops it.
    pub switch: String,
    /// Seconds until the next step, while it runs.
    pub running: Option<u8>,
}

/// Seconds that a step of the replay is shown for.
pub const PACE: u8 = 4;

impl TimeBar {
    /// The bar of the game in sight; empty before its start.
    pub fn of(sight: &GameSight, viewpoint: Viewpoint) -> Result<TimeBar, ServiceError> {
        let live = &sight.live;
        let Some(started) = live.started() else { return Ok(TimeBar::default()) };
        let own = sight.replays_from();
        let first = own.unwrap_or(started);
        let turns = live.turns()?;
        let here = turns.iter().rposition(|turn| turn.from <= sight.at).unwrap_or(0);
        let first_shown = here.saturating_sub(TURNS / 2).min(turns.len().saturating_sub(TURNS));
        let turns = &turns[first_shown..turns.len().min(first_shown + TURNS)];
        let here = here - first_shown;
        let way = Links::of(sight, own);
        let called = seat_names(sight);
        let over = live.course.status == Status::Over;
        let after = sight.step_after()?;
        let before = sight.step_before(first)?;
        // What the looker left for later since is in nobody else's step.
        let entry = live.log.after(live.log.end_of(sight.at - 1)).next();
        let who = entry.and_then(|entry| entry.act.seat());
        Ok(TimeBar {
            at: sight.at,
            when: entry
                .map(|entry| words::short(entry.event.at, viewpoint.zone))
                .unwrap_or_default(),
            who: board::called(&called, &who).cloned(),
            last: sight.last_step,
            past: sight.at < sight.last_step,
            over,
            seen: seen(sight, &called),
            first: (first < sight.at).then(|| way.to(first)),
            before: before.map(|before| way.to(before.step)),
            since: before.map_or(first, |before| before.step),
            after: after.map(|after| way.to(after.step)),
            passed_over: after.map_or(0, |after| after.skipped),
            every: sight.look.every,
            all_steps: way.all_steps(sight.at),
            own,
            present: way.present(),
            moves: moves(sight, &turns[here], &way, &called),
            turns: links(turns, here, &way, &called),
            near: here.saturating_sub(NEAR)..(here + NEAR + 1).min(turns.len()),
            jumps: jumps(sight, &way),
            eyes: eyes_for(sight, over, &way, &called),
            eye: way.eye.clone(),
            from: sight.compared.as_ref().map(|compared| compared.from),
            script: None,
            fork: may_fork(sight, over).then(|| format!("{}/fork?at={}", way.game, sight.at)),
            play: over.then(|| way.play(viewpoint.play, first, sight.at, after.is_some())),
        })
    }

    /// The turns near the one shown, and whether each is next to it.
    pub fn near(&self) -> Vec<(&TurnLink, bool)> {
        let near = &self.turns[self.near.clone()];
        let here = near.iter().position(|turn| turn.here).unwrap_or(0);
        near.iter().enumerate().map(|(at, turn)| (turn, at.abs_diff(here) < 2)).collect()
    }
}

/// Addresses of the same game with the same eyes.
struct Links {
    game: String,
    eye: Option<String>,
    last_step: Step,
    /// Whether every step is gone through, and the own order that the replay begins with.
    every: bool,
    own: Option<Step>,
}

impl Links {
    fn of(sight: &GameSight, own: Option<Step>) -> Links {
        let eye = match sight.look.eye {
            Eye::Own => None,
            Eye::Now => Some("now".to_owned()),
            Eye::Open => Some("open".to_owned()),
            Eye::Seat(seat) => Some(seat.to_string()),
        };
        Links {
            game: paths::game(&sight.live.id),
            eye,
            last_step: sight.last_step,
            every: sight.look.every,
            own,
        }
    }

    fn with(&self, fields: &str, eye: Option<&str>) -> String {
        let eye = eye.map(|eye| format!("&eye={eye}")).unwrap_or_default();
        let every = if self.every { "&every=1" } else { "" };
        let own = self.own.map(|own| format!("&own={own}")).unwrap_or_default();
        format!("{}?{fields}{eye}{every}{own}", self.game)
    }

    /// The same step, with every step or only those with news to go on from it.
    fn all_steps(&self, at: Step) -> String {
        let other =
            Links { game: self.game.clone(), eye: self.eye.clone(), every: !self.every, ..*self };
        other.to(at)
    }

    /// A step, shown with the same eyes.
    fn to(&self, step: Step) -> String {
        self.with(&format!("at={step}"), self.eye.as_deref())
    }

    fn present(&self) -> String {
        if self.eye.is_none() { self.game.clone() } else { self.to(self.last_step) }
    }

    /// From the step shown, or from the first when the last is shown.
    fn play(&self, running: Option<u8>, first: Step, at: Step, more: bool) -> Replay {
        let from = if more { at } else { first };
        let switch = match running {
            Some(_) => self.to(at),
            None => self.with(&format!("at={from}&play={PACE}"), self.eye.as_deref()),
        };
        Replay { switch, running: running.filter(|_| more) }
    }
}

/// Whoever looks may try it another way: a player from its own knowledge, when it is over anybody.
fn may_fork(sight: &GameSight, over: bool) -> bool {
    let ended = sight.outcome.is_some();
    sight.course.fork.is_none() && !ended && (over || sight.seat.is_some())
}

fn seen(sight: &GameSight, called: &[SeatName]) -> String {
    match sight.look.eye {
        Eye::Open => "with all hands on the table".to_owned(),
        Eye::Seat(seat) => {
            let name = board::called(called, &Some(seat)).map_or("", |called| &called.name);
            format!("as {name} knew it then")
        }
        Eye::Now => "with what is known by now".to_owned(),
        Eye::Own if sight.seat.is_some() => "as you knew it then".to_owned(),
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
        let heading = turn.heading.clone().unwrap_or_else(|| "The beginning".to_owned());
        TurnLink {
            short: short(&heading).to_owned(),
            heading,
            to: way.to(turn.from),
            acted,
            here: at == here,
        }
    };
    turns.iter().enumerate().map(link).collect()
}

/// A heading without what it goes on to say: "Round 2: Red begins".
fn short(heading: &str) -> &str {
    let sentence = heading.split(". ").next().unwrap_or(heading);
    match sentence.split_once(": ") {
        Some((name, _)) if sentence.chars().count() > ROW => name,
        _ => sentence,
    }
}

/// The moves of a turn; of a long one, those round the step shown.
fn moves(sight: &GameSight, turn: &Turn, way: &Links, called: &[SeatName]) -> Vec<MoveLink> {
    let here = turn.moves.iter().position(|made| made.step >= sight.at).unwrap_or(0);
    let first = here.saturating_sub(MOVES / 2).min(turn.moves.len().saturating_sub(MOVES));
    let link = |made: &Move| MoveLink {
        step: made.step,
        to: way.to(made.step),
        called: board::called(called, &made.seat).cloned(),
        here: made.step == sight.at,
        aside: !sight.live.stood_by(made, sight.at),
    };
    turn.moves[first..].iter().take(MOVES).map(link).collect()
}

/// The places that one looks for most.
fn jumps(sight: &GameSight, way: &Links) -> Vec<(&'static str, String)> {
    let last = sight.seat.and_then(|seat| sight.live.last_order(seat));
    let Some(step) = last else { return Vec::new() };
    let mut jumps = vec![("Your last order", way.to(step))];
    if let Some(before) = sight.live.changed_before(step) {
        jumps.push(("What you saw when you gave it", way.to(before)));
    }
    if step < sight.at {
        let since = way.with(&format!("at={}&from={step}", sight.at), way.eye.as_deref());
        jumps.push(("What changed since", since));
    }
    jumps
}

/// The eyes there are to choose from: for the past what one knew then and what one knows by now,
/// when it is over everybody's.
fn eyes_for(sight: &GameSight, over: bool, way: &Links, called: &[SeatName]) -> Vec<EyeLink> {
    let (at, past) = (format!("at={}", sight.at), sight.at < sight.last_step);
    let link = |name: String, eye: Option<&str>, whose: Eye| EyeLink {
        name,
        to: way.with(&at, eye),
        here: sight.look.eye == whose,
    };
    let own = match (past, sight.seat) {
        (true, Some(_)) => "As you saw it then",
        (true, None) => "As seen then",
        (false, Some(_)) => "As you see it",
        (false, None) => "As everybody sees it",
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
