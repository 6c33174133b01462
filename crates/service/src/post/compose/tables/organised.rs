//! The email about the organiser's measures in a running game, and about a seat that is no longer
//! waited for.

use crate::game::core::folded::Game;
use crate::game::core::log::Entry;
use crate::game::table::organised::describe;
use crate::post::compose::composer::Composer;
use ravenpost_emails::kinds::organised::Done;
use ravenpost_emails::{Email, Organised, SafeLine};
use ravenpost_log::Act;
use ravenpost_log::act::By;
use ravenpost_log::table::status::Status;
use ravenpost_rules::numbers::Seq;

impl Composer<'_> {
    /// Describes everything that the recipient has not been informed of and that is still in
    /// effect. Returns `None` if nothing is, for example if the game was paused and resumed.
    pub(in crate::post::compose) fn organised(self) -> Option<Email> {
        let since = self.game.log.iter().filter(|entry| entry.event.seq >= self.seq);
        let done = since.filter(|entry| self.stands(entry)).filter_map(|entry| {
            let name = entry.act.seat().map(|seat| self.game.seat_name(seat)).unwrap_or_default();
            let what = match entry.act {
                Act::TimedOut { seat, .. } if self.game.status.is_not_awaited(*seat) => {
                    not_awaited(self.game, &name)?
                }
                Act::TimedOut { .. } => {
                    format!("{name}'s time ran out, and the default order was played")
                }
                act => describe(self.game, act, &name),
            };
            let missed = matches!(entry.act, Act::TimedOut { seat, .. }
                if !self.game.status.is_not_awaited(*seat));
            let means = match entry.act {
                _ if missed => MISSED,
                Act::ClosureAnnounced { .. } if !self.game.has_started() => KEEPS,
                act => means(act)?,
            };
            let headline = if missed { Some("A deadline passed") } else { headline(entry.act) };
            let (what, means) = (SafeLine::from(what), SafeLine::from(means));
            Some(Done { what, means, headline })
        });
        let mut done: Vec<Done> = done.collect();
        done.drain(..done.len().saturating_sub(MOST));
        let next = self.asks();
        let email = Organised { done, next, frame: self.frame, game: self.card };
        let warned = self.game.status.closes.is_some();
        let running = self.game.status.state == Status::Running || warned;
        (running && !email.done.is_empty()).then(|| email.compose())
    }

    /// Whether an act is still in effect and concerns the recipient.
    fn stands(&self, entry: &Entry) -> bool {
        let (game, seq) = (self.game, entry.event.seq);
        match entry.act {
            Act::Paused { .. } | Act::Resumed { .. } => {
                let stopped = game.status.frozen.is_some();
                game.last(is_stop) == Some(seq) && stopped != game.was_stopped(self.seq)
            }
            Act::Nudged { seat, by: By::Player(_) } => {
                *seat == self.seat && game.wait(*seat).is_some_and(|wait| wait.asked_at <= seq)
            }
            Act::Nudged { .. } => game.last(|act| matches!(act, Act::Nudged { .. })) == Some(seq),
            Act::Extended { seat, .. } => {
                *seat == self.seat && game.wait(*seat).is_some_and(|wait| wait.asked_at <= seq)
            }
            Act::Replaced { seat, .. } | Act::TakenOver { seat, .. } => {
                let same = |act: &Act| changes_hands(act) && act.seat() == Some(*seat);
                *seat != self.seat && game.last(same) == Some(seq)
            }
            Act::Substituted { seat, by, .. } => {
                let same = |act: &Act| hands_over(act) && act.seat() == Some(*seat);
                *by != Some(By::Player(self.seat)) && game.last(same) == Some(seq)
            }
            Act::VacationBooked { seat, .. } | Act::VacationEnded { seat } => {
                let same = |act: &Act| books(act) && act.seat() == Some(*seat);
                *seat != self.seat && game.last(same) == Some(seq)
            }
            Act::ClosureAnnounced { .. } => {
                game.status.closes.is_some() && game.last(warns) == Some(seq)
            }
            Act::TimedOut { seat, .. } => {
                let since = game.status.slot(*seat).and_then(|slot| slot.absent_since);
                let absent = since == Some(seq) && game.status.is_not_awaited(*seat);
                *seat != self.seat && (absent || game.is_first_miss(*seat, seq))
            }
            _ => false,
        }
    }
}

/// Says that a seat is no longer waited for, and by which rule of the table.
fn not_awaited(game: &Game, name: &str) -> Option<String> {
    let rule = game.status.pace.not_awaited?;
    let (missed, of) = (rule.missed, rule.of);
    Some(format!("Nobody waits for {name} now: it has missed {missed} of its last {of} questions"))
}

/// Explains the first missed deadline to the other players.
const MISSED: &str = "It is still that player's seat, and the player was told. Should it go on, \
    the table may vote on a bot that stands in, or on who plays the seat: on the page of players.";

/// Explains how to keep an open table from being closed.
const KEEPS: &str = "Whoever sits there, or looks after it, keeps it with one click on its page; \
    so does whoever takes a seat.";

/// Maximum number of acts described; the latest are used.
const MOST: usize = 10;

fn is_stop(act: &Act) -> bool {
    matches!(act, Act::Paused { .. } | Act::Resumed { .. })
}

fn hands_over(act: &Act) -> bool {
    matches!(act, Act::Substituted { .. })
}

fn warns(act: &Act) -> bool {
    matches!(act, Act::ClosureAnnounced { .. })
}

fn books(act: &Act) -> bool {
    matches!(act, Act::VacationBooked { .. } | Act::VacationEnded { .. })
}

/// Returns the headline for an act that is not a measure of the organiser.
fn headline(act: &Act) -> Option<&'static str> {
    match act {
        Act::TimedOut { .. } => Some("A seat is not waited for"),
        Act::Substituted { bot: Some(_), .. } => Some("A bot stands in"),
        Act::Substituted { bot: None, .. } | Act::VacationEnded { .. } => Some("A player is back"),
        Act::VacationBooked { .. } => Some("A vacation"),
        Act::ClosureAnnounced { .. } => Some("Nobody plays"),
        Act::Nudged { by: By::Player(_), .. } => Some("Somebody waits for you"),
        _ => None,
    }
}

fn changes_hands(act: &Act) -> bool {
    matches!(act, Act::Replaced { .. } | Act::TakenOver { .. })
}

fn means(act: &Act) -> Option<&'static str> {
    Some(match act {
        Act::Paused { .. } => "Until it goes on no order is taken and no clock runs.",
        Act::Resumed { .. } => "Each clock has the time that was left when it was stopped.",
        Act::Extended { .. } => "What you are asked is the same as before.",
        Act::Nudged { by: By::Player(_), .. } => {
            "Your clock is the same as before. Without an answer the default order is played when \
             it is over, if the table has deadlines."
        }
        Act::Nudged { .. } => {
            "There is no deadline at this table. A seat that does not answer for seven days after \
             this may be given to somebody else."
        }
        Act::Replaced { bot: Some(_), .. } => "It goes on, and nobody else loses time.",
        Act::Replaced { .. } => {
            "What that seat is asked is asked anew, with all the time there is for it. Should \
             nobody have come by then, the default order is played."
        }
        Act::TakenOver { .. } => "No other clock has changed.",
        Act::ClosureAnnounced { .. } => {
            "Whatever anybody does there before that keeps it: an order, a vote, a word to who \
             does not play, a seat that is taken. What was written there stays to be read."
        }
        Act::Substituted { bot: Some(_), .. } => {
            "Nobody waits for that seat meanwhile. Its player has it back with one click on the \
             page of the game, or with the word back in an answer to a letter about it."
        }
        Act::Substituted { bot: None, .. } | Act::VacationEnded { .. } => {
            "That seat is waited for as every other."
        }
        Act::VacationBooked { .. } => {
            "Where all answer at once, the default order is played for that seat as soon as all \
             others have answered. Of a seat that is asked alone the clock stands, if the table \
             has agreed to that."
        }
        Act::TimedOut { .. } => {
            "It may answer as ever, and has twelve hours at least. Where all answer at once, a \
             question is closed when all others have answered; with one answer in time this ends."
        }
        _ => return None,
    })
}

impl Game {
    /// Returns the last event of a kind.
    fn last(&self, is: impl Fn(&Act) -> bool) -> Option<Seq> {
        self.log.iter().rev().find(|entry| is(entry.act)).map(|entry| entry.event.seq)
    }

    /// Whether the game was paused before an event.
    fn was_stopped(&self, seq: Seq) -> bool {
        let mut before = self.log.iter().rev().filter(|entry| entry.event.seq < seq);
        let last = before.find(|entry| is_stop(entry.act));
        last.is_some_and(|entry| matches!(entry.act, Act::Paused { .. }))
    }
}
