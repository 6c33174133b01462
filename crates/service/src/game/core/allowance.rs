//! Limits on how often a person may do something. The count is updated in the same transaction as
//! the action, so refused and repeated requests are not counted.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use ravenpost_log::{Act, ActKind, StoredEvent};
use ravenpost_store::lists::counters;
use ravenpost_store::{PlayerId, Tx};

/// One use of a limited action.
#[derive(Clone, Debug)]
pub(crate) struct Allowance {
    what: String,
    /// The day or the hour, counted from 1970.
    window: i64,
    limit: u64,
    /// The message shown when the limit is reached.
    over: &'static str,
}

/// How often a player may be nudged per day, over all tables.
const NUDGES: u64 = 2;

/// Acts that are rate-limited, by the kind of their first event. These are the acts that send email
/// to other players and the acts that can be repeated without limit. Orders and votes are free, and
/// so are leaving a table and resuming a game. Opened tables have a daily limit of their own.
const ACTS: [ActKind; 10] = [
    ActKind::Joined,
    ActKind::Proposed,
    ActKind::ProposalFailed,
    ActKind::Paused,
    ActKind::Extended,
    ActKind::Nudged,
    ActKind::Replaced,
    ActKind::TakenOver,
    ActKind::Cancelled,
    ActKind::VacationBooked,
];
/// Undo acts. They have a higher limit, because orders are free but each undo adds to the log.
const UNDONE: [ActKind; 2] = [ActKind::Undone, ActKind::InstructionWithdrawn];
/// How many undos are allowed for each counted act.
const UNDONE_FOR_ONE: u64 = 10;

impl Allowance {
    /// Opening a table.
    pub(crate) fn table(player: PlayerId, now: DateTime<Utc>, a_day: u64) -> Allowance {
        Allowance {
            what: format!("tables_opened {player}"),
            window: now.timestamp().div_euclid(86_400),
            limit: a_day,
            over: "you have created many games today; try again tomorrow",
        }
    }

    /// Creating an invitation link.
    pub(crate) fn link(player: PlayerId, now: DateTime<Utc>, a_day: u64) -> Allowance {
        Allowance {
            what: format!("invitation_links {player}"),
            window: now.timestamp().div_euclid(86_400),
            limit: a_day,
            over: "you have created many share links today; share one link with several people, \
                or try again tomorrow",
        }
    }

    /// Reminding a player that others are waiting, over all tables.
    pub(crate) fn nudge(person: PlayerId, now: DateTime<Utc>) -> Allowance {
        Allowance {
            what: format!("nudges {person}"),
            window: now.timestamp().div_euclid(86_400),
            limit: NUDGES,
            over: "that player has been reminded often enough today; wait, or start a vote to \
                replace the player",
        }
    }

    /// An act on a table that sends email to other players.
    pub(crate) fn act(player: PlayerId, now: DateTime<Utc>, an_hour: u64) -> Allowance {
        Allowance {
            what: format!("table_actions {player}"),
            window: now.timestamp().div_euclid(3600),
            limit: an_hour,
            over: "too many changes to games this hour; try again in the next hour. You can still \
                move, vote and chat",
        }
    }

    /// Returns the allowance for these events, if they are rate-limited.
    pub(crate) fn act_of(
        events: &[Arc<StoredEvent>],
        player: Option<PlayerId>,
        now: DateTime<Utc>,
        an_hour: u64,
    ) -> Option<Allowance> {
        // If an outage was just found, it is recorded before the act itself.
        let first = events.iter().find(|event| !event.is(ActKind::OutageCompensated));
        let (first, player) = (first?, player?);
        let is_one_of = |kinds: &[ActKind]| kinds.iter().any(|kind| first.is(*kind));
        if is_one_of(&UNDONE) {
            return Some(Allowance::undo(player, now, an_hour * UNDONE_FOR_ONE));
        }
        let counts = is_one_of(&ACTS) || hands_over(first);
        counts.then(|| Allowance::act(player, now, an_hour))
    }

    /// Undoing an order or withdrawing an instruction.
    fn undo(player: PlayerId, now: DateTime<Utc>, an_hour: u64) -> Allowance {
        Allowance {
            what: format!("table_undos {player}"),
            window: now.timestamp().div_euclid(3600),
            limit: an_hour,
            over: "too many undos this hour; try again in the next hour. You can still move",
        }
    }

    /// Counts one use.
    ///
    /// # Errors
    ///
    /// Fails with `TooMany` when the limit is reached.
    pub(crate) async fn spend(&self, tx: &mut Tx) -> Result<(), ServiceError> {
        match counters::bump(tx, &self.what, self.window).await? > self.limit {
            true => Err(ServiceError::TooMany(self.over)),
            false => Ok(()),
        }
    }
}

/// Whether the event hands a seat to a bot; taking it back is free.
fn hands_over(event: &StoredEvent) -> bool {
    let act = event.is(ActKind::Substituted).then(|| Act::read(&event.act).ok()).flatten();
    matches!(act, Some(Act::Substituted { bot: Some(_), .. }))
}
