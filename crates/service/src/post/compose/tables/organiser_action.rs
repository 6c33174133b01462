//! The email about the organiser's actions in a running game, and about a seat that is no longer
//! waited for.

use crate::game::core::folded::Game;
use crate::game::core::log::Entry;
use crate::game::table::organiser_acts::describe;
use crate::post::compose::composer::Composer;
use ravenpost_emails::kinds::organiser_action::Done;
use ravenpost_emails::{Organised, SafeLine};
use ravenpost_log::Act;
use ravenpost_log::act::By;
use ravenpost_log::table::status::Status;
use ravenpost_rules::numbers::Seq;

impl Composer<'_> {
    /// Describes everything that the recipient has not been informed of and that is still in
    /// effect. Returns `None` if nothing is, for example if the game was paused and resumed.
    pub(in crate::post::compose) fn organised(self) -> Option<Organised> {
        let since = self.game.log.iter().filter(|entry| entry.event.seq >= self.seq);
        let done = since.filter(|entry| self.still_applies(entry)).filter_map(|entry| {
            let name = entry.act.seat().map(|seat| self.game.seat_name(seat)).unwrap_or_default();
            let what = match entry.act {
                Act::TimedOut { seat, .. } if self.game.status.is_not_awaited(*seat) => {
                    not_awaited(self.game, &name)?
                }
                Act::TimedOut { .. } => {
                    format!("{name}'s time ran out, and the default move was played")
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
            let headline =
                if missed { Some("A player ran out of time") } else { headline(entry.act) };
            let (what, means) = (SafeLine::from(what), SafeLine::from(means));
            Some(Done { what, means, headline })
        });
        let mut done: Vec<Done> = done.collect();
        done.drain(..done.len().saturating_sub(MOST));
        let warned = self.game.status.closes.is_some();
        let running = self.game.status.state == Status::Running || warned;
        let is_true = running && !done.is_empty();
        let now = self.todo();
        is_true.then_some(Organised { done, now, frame: self.frame, game: self.card })
    }

    /// Whether an act is still in effect and concerns the recipient.
    fn still_applies(&self, entry: &Entry) -> bool {
        let (game, seq) = (self.game, entry.event.seq);
        match entry.act {
            Act::Paused { .. } | Act::Resumed { .. } => {
                let stopped = game.status.stops.frozen.is_some();
                last_event(game, is_stop) == Some(seq) && stopped != was_stopped(game, self.seq)
            }
            Act::Nudged { seat, by: By::Player(_) } => {
                *seat == self.seat
                    && game.seats().wait(*seat).is_some_and(|wait| wait.asked_at <= seq)
            }
            Act::Nudged { .. } => {
                last_event(game, |act| matches!(act, Act::Nudged { .. })) == Some(seq)
            }
            Act::Extended { seat, .. } => {
                *seat == self.seat
                    && game.seats().wait(*seat).is_some_and(|wait| wait.asked_at <= seq)
            }
            Act::Replaced { seat, .. } | Act::TakenOver { seat, .. } => {
                let same = |act: &Act| changes_hands(act) && act.seat() == Some(*seat);
                *seat != self.seat && last_event(game, same) == Some(seq)
            }
            Act::Substituted { seat, by, .. } => {
                let same = |act: &Act| hands_over(act) && act.seat() == Some(*seat);
                *by != Some(By::Player(self.seat)) && last_event(game, same) == Some(seq)
            }
            Act::VacationBooked { seat, .. } | Act::VacationEnded { seat } => {
                let same = |act: &Act| books(act) && act.seat() == Some(*seat);
                *seat != self.seat && last_event(game, same) == Some(seq)
            }
            Act::ClosureAnnounced { .. } => {
                game.status.closes.is_some() && last_event(game, warns) == Some(seq)
            }
            Act::TimedOut { seat, .. } => {
                let since = game.status.seats.slot(*seat).and_then(|slot| slot.absent_since);
                let absent = since == Some(seq) && game.status.is_not_awaited(*seat);
                *seat != self.seat && (absent || game.clocks().is_first_miss(*seat, seq))
            }
            _ => false,
        }
    }
}

/// States that a seat is no longer waited for, and under which rule of the table.
fn not_awaited(game: &Game, name: &str) -> Option<String> {
    let rule = game.status.pace.not_awaited?;
    let (missed, of) = (rule.missed, rule.of);
    Some(format!("The game no longer waits for {name}, who missed {missed} of the last {of} turns"))
}

/// Explains the first missed deadline to the other players.
const MISSED: &str = "The player keeps the seat and has been told. If it happens again, you can \
    start a vote for a substitute bot or a new player on the players page.";

/// Explains how to keep an open table from being closed.
const KEEPS: &str = "To keep the game open, the organiser or any player can click the button on \
    its page. It also stays open if someone joins.";

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

/// Returns the headline for an act that is not an action of the organiser.
fn headline(act: &Act) -> Option<&'static str> {
    match act {
        Act::TimedOut { .. } => Some("The game no longer waits for a player"),
        Act::Substituted { bot: Some(_), .. } => Some("A bot plays for an absent player"),
        Act::Substituted { bot: None, .. } | Act::VacationEnded { .. } => Some("A player is back"),
        Act::VacationBooked { .. } => Some("Vacation"),
        Act::ClosureAnnounced { .. } => Some("This game will be closed"),
        Act::Nudged { by: By::Player(_), .. } => Some("A player is waiting for you"),
        _ => None,
    }
}

fn changes_hands(act: &Act) -> bool {
    matches!(act, Act::Replaced { .. } | Act::TakenOver { .. })
}

fn means(act: &Act) -> Option<&'static str> {
    Some(match act {
        Act::Paused { .. } => {
            "While the game is paused, no moves are accepted and all clocks are \
            stopped."
        }
        Act::Resumed { .. } => "Each clock has the time that was left when it stopped.",
        Act::Extended { .. } => "Your pending move is the same as before.",
        Act::Nudged { by: By::Player(_), .. } => {
            "Your deadline has not changed. If the game has deadlines and you do not move in \
             time, the default move is played for you."
        }
        Act::Nudged { .. } => {
            "This game has no deadlines. A player who does not move for seven days after this \
             reminder can be replaced."
        }
        Act::Replaced { bot: Some(_), .. } => "The game continues, and no other player loses time.",
        Act::Replaced { .. } => {
            "Any pending move for that seat gets the full time again. If no one has taken the seat \
             by then, the default move is played."
        }
        Act::TakenOver { .. } => "No other clock has changed.",
        Act::ClosureAnnounced { .. } => {
            "Any activity before then keeps the game open: a move, a vote, a reminder, a new \
             player. The chat stays readable."
        }
        Act::Substituted { bot: Some(_), .. } => {
            "The game does not wait for that player in the meantime. The player can return with \
             one click on the game's page, or by replying \"back\" to an email of this game."
        }
        Act::Substituted { bot: None, .. } | Act::VacationEnded { .. } => {
            "The game waits for this player again."
        }
        Act::VacationBooked { .. } => {
            "In simultaneous turns, the default move is played for this player once everyone else \
             has moved. The clock stops if only this player still has to move and this game's \
             rules allow it."
        }
        Act::TimedOut { .. } => {
            "The player can still move and has at least twelve hours. Simultaneous turns end once \
             everyone else has moved. After one move on time, they wait for this player again."
        }
        _ => return None,
    })
}

/// Returns the last event of a kind.
fn last_event(game: &Game, is: impl Fn(&Act) -> bool) -> Option<Seq> {
    game.log.iter().rev().find(|entry| is(entry.act)).map(|entry| entry.event.seq)
}

/// Whether the game was paused before an event.
fn was_stopped(game: &Game, seq: Seq) -> bool {
    let mut before = game.log.iter().rev().filter(|entry| entry.event.seq < seq);
    let last = before.find(|entry| is_stop(entry.act));
    last.is_some_and(|entry| matches!(entry.act, Act::Paused { .. }))
}
