//! How much of something one person may do in a while, counted in the transaction in which it is
//! done: what is refused, or asked for again under the same key, costs nothing.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use crate::service::error::ServiceError;
use ravenpost_log::{Act, StoredEvent};
use ravenpost_store::lists::counters;
use ravenpost_store::{PlayerId, Tx};

/// One of something of which there is only so much in a while.
#[derive(Clone, Debug)]
pub(in crate::service) struct Allowance {
    what: String,
    /// The day, or the hour, since 1970.
    window: i64,
    limit: u64,
    /// What is said when it is used up.
    over: &'static str,
}

/// How often a person is asked to go on in a day, over all tables.
const NUDGES: u64 = 2;

/// Which acts on a table are counted, by the kind of the first of their events: those that others
/// get letters about, and those that can be done and ended without end. Orders and words in a vote
/// are free; nobody is kept at a table, away from it, or a game in a pause; and tables are counted
/// by the day.
const ACTS: [&str; 10] = [
    "joined",
    "proposed",
    "proposal-failed",
    "paused",
    "extended",
    "nudged",
    "replaced",
    "taken-over",
    "cancelled",
    "vacation-booked",
];
/// What a person may take back for each act of those: orders are free, and so log would be.
const UNDONE: [&str; 2] = ["undone", "instruction-withdrawn"];
/// So many for each.
const UNDONE_FOR_ONE: u64 = 10;

impl Allowance {
    /// A table that is opened.
    pub(in crate::service) fn table(player: PlayerId, now: DateTime<Utc>, a_day: u64) -> Allowance {
        Allowance {
            what: format!("tables_opened {player}"),
            window: now.timestamp().div_euclid(86_400),
            limit: a_day,
            over: "you have opened many tables today; go on tomorrow",
        }
    }

    /// A link that invites whoever has it.
    pub(in crate::service) fn link(player: PlayerId, now: DateTime<Utc>, a_day: u64) -> Allowance {
        Allowance {
            what: format!("invitation_links {player}"),
            window: now.timestamp().div_euclid(86_400),
            limit: a_day,
            over: "you have made many invitation links today; one may be given to several people, \
                   and tomorrow there are more",
        }
    }

    /// A word to a person that others wait, over all tables.
    pub(in crate::service) fn nudge(person: PlayerId, now: DateTime<Utc>) -> Allowance {
        Allowance {
            what: format!("nudges {person}"),
            window: now.timestamp().div_euclid(86_400),
            limit: NUDGES,
            over: "that player was asked to go on often enough today, over all tables: go on \
                   waiting, or put it to the table's vote who plays the seat",
        }
    }

    /// Something done to a table of which others get letters.
    pub(in crate::service) fn act(player: PlayerId, now: DateTime<Utc>, an_hour: u64) -> Allowance {
        Allowance {
            what: format!("table_actions {player}"),
            window: now.timestamp().div_euclid(3600),
            limit: an_hour,
            over: "you have done a lot to tables within this hour: go on in the next one; orders, \
                   votes and words are taken as ever",
        }
    }

    /// The same, if that is what these events tell of.
    pub(in crate::service) fn act_of(
        events: &[Arc<StoredEvent>],
        player: Option<PlayerId>,
        now: DateTime<Utc>,
        an_hour: u64,
    ) -> Option<Allowance> {
        // An outage is noted first where one was found just then.
        let first = events.iter().find(|event| event.kind != "outage-compensated");
        let (first, player) = (first?, player?);
        let kind = first.kind.as_str();
        if UNDONE.contains(&kind) {
            return Some(Allowance::undo(player, now, an_hour * UNDONE_FOR_ONE));
        }
        let counts = ACTS.contains(&kind) || hands_over(first);
        counts.then(|| Allowance::act(player, now, an_hour))
    }

    /// An order or an instruction that is taken back.
    fn undo(player: PlayerId, now: DateTime<Utc>, an_hour: u64) -> Allowance {
        Allowance {
            what: format!("table_undos {player}"),
            window: now.timestamp().div_euclid(3600),
            limit: an_hour,
            over: "too many undos this hour: try again in the next hour. You can still move",
        }
    }

    /// Takes it, or refuses.
    pub(in crate::service) async fn spend(&self, tx: &mut Tx) -> Result<(), ServiceError> {
        match counters::bump(tx, &self.what, self.window).await? > self.limit {
            true => Err(ServiceError::TooMany(self.over)),
            false => Ok(()),
        }
    }
}

/// Whether a bot plays a seat from then on: to be back is free.
fn hands_over(event: &StoredEvent) -> bool {
    let act = (event.kind == "substituted").then(|| Act::read(&event.act).ok()).flatten();
    matches!(act, Some(Act::Substituted { bot: Some(_), .. }))
}
