//! Checks the log against its seals: all sealed steps must still exist, and each seal must follow
//! from them and from the previous seal.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use chrono::NaiveDate;

use super::checkpoints::SealWalk;
use super::seals::Seal;
use crate::error::StoreError;
use crate::sql::column::{FromRow, Row};
use crate::sql::{Readers, sql};
use ravenpost_log::seal::{self, SealedEnd};
use ravenpost_log::{GameId, Hash};
use ravenpost_rules::numbers::Step;

const SEALS: &str = "SELECT * FROM seal ORDER BY day";

const SEALED: &str = "SELECT game_hash, step, head, day FROM seal_entry ORDER BY day, game_hash";

/// All game ids in any table. Rows may remain even if a game is gone.
const IDS: &str = "SELECT game FROM event UNION SELECT id FROM game UNION SELECT game FROM \
    seat_holder \
    UNION SELECT game FROM known_head UNION SELECT game FROM idempotency_key \
    UNION SELECT game FROM outbox WHERE game IS NOT NULL";

/// The hashes of a game's steps, as `seals.rs` counts them.
const STEPS: &str = "SELECT hash FROM event WHERE game = $1 \
    AND substr(visibility, 1, 1) = '*' ORDER BY seq";

/// A contradiction to a seal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unsealed {
    /// A row about seals cannot be read.
    Row(String),
    /// A seal does not match its entries, the previous seal or its checkpoint.
    Seal(NaiveDate),
    /// A game does not match its seal.
    Game(Missing),
}

/// A part of a game that was sealed and is missing or different now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Missing {
    /// The game's id, if any row still has it.
    pub id: Option<GameId>,
    /// The hash that represents the id in seals.
    pub name: Hash,
    pub day: NaiveDate,
    /// The last step on that day.
    pub step: Step,
    pub now: EndNow,
}

/// The current state of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndNow {
    Gone,
    EndsAt(Step),
    /// A different step has that number.
    Otherwise,
}

impl Missing {
    /// Returns the game's id, or the hash that identifies it.
    pub fn game(&self) -> String {
        match &self.id {
            Some(id) => id.to_string(),
            None => format!("(with the hash {}...)", &self.name.hex()[..12]),
        }
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Missing { day, step, now, .. } = self;
        match now {
            EndNow::Gone => write!(out, "was sealed at step {step} on {day}, but is missing"),
            EndNow::EndsAt(end) => {
                write!(out, "was sealed at step {step} on {day}, but ends at {end}")
            }
            EndNow::Otherwise => {
                write!(out, "was sealed at step {step} on {day}, but has a different one now")
            }
        }
    }
}

/// The end of a game on the day of a seal.
struct StoredEnd {
    end: SealedEnd,
    day: NaiveDate,
}

impl FromRow for StoredEnd {
    fn from_row(row: &Row) -> Result<StoredEnd, StoreError> {
        Ok(StoredEnd { end: SealedEnd::from_row(row)?, day: row.day("day")? })
    }
}

/// Returns all contradictions to the seals up to a day, at most one per game.
pub async fn all(reader: &Readers, up_to: NaiveDate) -> Result<Vec<Unsealed>, StoreError> {
    let mut found = Vec::new();
    let made: Vec<Seal> = readable(&sql(SEALS).rows(reader).await?, &mut found)?;
    let stored: Vec<StoredEnd> = readable(&sql(SEALED).rows(reader).await?, &mut found)?;
    let stored: Vec<StoredEnd> = stored.into_iter().filter(|stored| stored.day <= up_to).collect();
    found.extend(broken(&made, &stored).filter(|day| *day <= up_to).map(Unsealed::Seal));
    let ids = ids(reader).await?;
    let mut games: BTreeMap<[u8; 32], Vec<&StoredEnd>> = BTreeMap::new();
    for one in &stored {
        games.entry(one.end.game.0).or_default().push(one);
    }
    for (name, stored) in games {
        let id = ids.get(&name);
        let steps = match id {
            Some(id) => steps(reader, id).await?,
            None => Vec::new(),
        };
        found.extend(missing(id, &steps, &stored).map(Unsealed::Game));
    }
    Ok(found)
}

/// Returns the readable rows, and adds the others to `found`.
fn readable<T: FromRow>(rows: &[Row], found: &mut Vec<Unsealed>) -> Result<Vec<T>, StoreError> {
    let mut read = Vec::with_capacity(rows.len());
    for row in rows {
        match T::from_row(row) {
            Err(StoreError::Corrupt(_)) => found.push(Unsealed::Row(row.label())),
            one => read.push(one?),
        }
    }
    Ok(read)
}

/// Returns the days with invalid seals. Later ones are checked against what is stored, so that each
/// fault is reported once.
fn broken<'a>(made: &'a [Seal], stored: &'a [StoredEnd]) -> impl Iterator<Item = NaiveDate> + 'a {
    let (mut ends, mut rest) = (BTreeMap::new(), stored.iter().peekable());
    let (mut before, mut walk) = (seal::NONE, SealWalk::default());
    made.iter().filter_map(move |made| {
        while let Some(stored) = rest.next_if(|stored| stored.day <= made.day) {
            ends.insert(stored.end.game.0, stored.end);
        }
        let text = seal::text(made.day, before, ends.values().copied(), &made.form);
        before = made.hash;
        let signed = walk.holds(&made.hash, made.form.key.as_deref(), made.note.as_deref());
        let follows = seal::of(&text) == made.hash && made.games == ends.len() as u64;
        (!follows || !signed).then_some(made.day)
    })
}

async fn ids(reader: &Readers) -> Result<BTreeMap<[u8; 32], GameId>, StoreError> {
    let rows = sql(IDS).rows(reader).await?;
    // Damaged ids are skipped: the original id is unknown.
    let ids: BTreeSet<GameId> = rows.iter().filter_map(|row| row.game("game").ok()).collect();
    Ok(ids.into_iter().map(|id| (seal::name(&id).0, id)).collect())
}

/// Returns the hashes of a game's steps. A damaged one matches no sealed step.
async fn steps(reader: &Readers, game: &GameId) -> Result<Vec<Option<[u8; 32]>>, StoreError> {
    let rows = sql(STEPS).bind(game.as_str()).rows(reader).await?;
    Ok(rows.iter().map(|row| row.hash("hash").ok()).collect())
}

/// Returns how a game differs from its seals: the last seal beyond its end, or else the first seal
/// of a different step.
fn missing(
    id: Option<&GameId>,
    steps: &[Option<[u8; 32]>],
    stored: &[&StoredEnd],
) -> Option<Missing> {
    let end = Step(steps.len() as u64);
    let at = |step: Step| usize::try_from(step.0).ok()?.checked_sub(1).and_then(|at| steps.get(at));
    let beyond = stored.iter().rev().find(|stored| stored.end.step > end);
    let other =
        || stored.iter().find(|stored| at(stored.end.step) != Some(&Some(stored.end.head.0)));
    let found = beyond.or_else(other)?;
    let now = match (end, found.end.step > end) {
        (Step::NONE, _) => EndNow::Gone,
        (_, true) => EndNow::EndsAt(end),
        (_, false) => EndNow::Otherwise,
    };
    let (name, step) = (found.end.game, found.end.step);
    Some(Missing { id: id.cloned(), name, day: found.day, step, now })
}
