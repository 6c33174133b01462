//! Decides stored events again with the same dice, and compares the result with the stored facts.

use std::fmt;

use crate::error::ServiceError;
use crate::game::core::batch::{known, written};
use crate::game::core::folded::Game;
use ravenpost_log::act::Via;
use ravenpost_log::event::NOTHING;
use ravenpost_log::{Act, StoredEvent};
use ravenpost_rules::dice::DrawInputs;
use ravenpost_rules::{Decided, Dice, Refusal, is_snapshot};

/// The stored visibility of a fork's start and of the single fact it begins with.
const FORKED: &str = "*-";

/// How an event differs from the result of its act under the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::game) enum Difference {
    Refused(String),
    Order,
    Facts,
    Visibility,
    Draws,
}

impl Difference {
    /// What is wrong with a log recorded under this version of the rules. It must not reveal hidden
    /// information, because it can be read while the game is running.
    pub(in crate::game) fn fault(&self) -> &'static str {
        match self {
            Difference::Refused(_) => "the rules do not allow it",
            Difference::Order => "the rules play a different order there",
            Difference::Facts => "its facts do not follow from the rules",
            Difference::Visibility => "its facts are shown to the wrong viewers",
            Difference::Draws => "the rules draw different numbers there",
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Refused(why) => write!(out, "would be refused today: {why}"),
            Difference::Order => out.write_str("plays a different order today"),
            Difference::Facts => out.write_str("leads to different facts today"),
            Difference::Visibility => out.write_str("is shown to different viewers today"),
            Difference::Draws => out.write_str("draws different numbers today"),
        }
    }
}

/// How an event differs from the result under this program's rules; `None` if they agree or if the
/// rules do not decide such an act.
pub(in crate::game) fn difference(
    game: &Game,
    act: &Act,
    event: &StoredEvent,
    draw_inputs: &DrawInputs,
) -> Result<Option<Difference>, ServiceError> {
    if matches!(act, Act::Started) && game.status.fork.is_some() && game.begins.is_none() {
        // Without the original game, only the general form of a fork's start can be checked.
        let whole = is_snapshot(&event.facts) && event.known == FORKED;
        return Ok((!whole).then_some(Difference::Facts));
    }
    let mut dice = draw_inputs.dice(game.fairness().count_of(act));
    let decided = match decide(game, act, &mut dice) {
        None if event.facts != NOTHING => return Ok(Some(Difference::Facts)),
        None => {
            let all = known(act, None, &[]) == event.known;
            return Ok((!all).then_some(Difference::Visibility));
        }
        Some(Err(why)) => return Ok(Some(Difference::Refused(why))),
        Some(Ok(decided)) => decided,
    };
    let draws = dice.record();
    let order = match act {
        Act::Ordered { order, .. } | Act::TimedOut { order, .. } => *order == decided.order,
        _ => true,
    };
    Ok(match () {
        () if !order => Some(Difference::Order),
        () if decided.facts != event.facts => Some(Difference::Facts),
        () if written(&draws)? != event.draws => Some(Difference::Draws),
        () if known(act, Some(&decided), &draws) != event.known => Some(Difference::Visibility),
        () => None,
    })
}

/// The result of an act under the rules, or why they refuse it; `None` for acts they do not decide.
fn decide(game: &Game, act: &Act, dice: &mut Dice) -> Option<Result<Decided, String>> {
    let table = &game.status.table;
    Some(match act {
        Act::Started => match &game.begins {
            Some(begins) => begins.decide(table, dice).map_err(|error| error.to_string()),
            None => game.title.open(table, dice).map_err(joined),
        },
        Act::Ordered { seat, via: Via::Instruction, .. } => {
            let none = || "there was no standing order that answers".to_owned();
            game.position.answer(*seat, dice).ok_or_else(none)
        }
        Act::Ordered { seat, order, .. } => {
            game.position.decide(*seat, order, dice).map_err(joined)
        }
        Act::TimedOut { seat, cause, .. } => {
            let order = game.position.fallback(*seat);
            game.position.time_out(*seat, &order, cause.is_none(), dice).map_err(joined)
        }
        Act::TimeLimitReached => Ok(game.position.on_time_limit()),
        Act::OrdersRevealed { .. } => Ok(game.position.resume(dice)),
        Act::Rewound { to } => {
            game.history().resealed(*to, dice).map_err(|error| error.to_string())
        }
        Act::Left { seat } => Ok(game.seats().deserted(*seat)),
        Act::EpochStarted { .. } if game.fairness().redraws() => {
            Ok(game.position.redraw_hidden(dice))
        }
        _ => return None,
    })
}

fn joined(refusals: Vec<Refusal>) -> String {
    refusals.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
