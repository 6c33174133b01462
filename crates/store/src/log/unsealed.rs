//! Holds the logs against the seals that were made of them: what each of them closed over still
//! has to be there, and each seal has to follow from it and from the one before.

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

/// All ids that anything tells of. Those of games that are gone may stand in rows that were left.
const IDS: &str = "SELECT game FROM event UNION SELECT id FROM game UNION SELECT game FROM \
    seat_holder \
    UNION SELECT game FROM known_head UNION SELECT game FROM idempotency_key \
    UNION SELECT game FROM outbox WHERE game IS NOT NULL";

/// The hashes of a game's steps, as `seals.rs` counts them.
const STEPS: &str = "SELECT hash FROM event WHERE game = $1 \
    AND substr(visibility, 1, 1) = '*' ORDER BY seq";

/// What does not agree with a seal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unsealed {
    /// A row about seals cannot be read.
    Row(String),
    /// A seal is not that of what it sealed and of the seal before, or something else was signed.
    Seal(NaiveDate),
    /// A game is not as it was sealed.
    Game(Missing),
}

/// What of a game was there when it was sealed, and is not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Missing {
    /// Its id, where anything still tells of it.
    pub id: Option<GameId>,
    /// What stands for its id in seals.
    pub name: Hash,
    pub day: NaiveDate,
    /// Its last step on that day.
    pub step: Step,
    pub now: EndNow,
}

/// How it is now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndNow {
    Gone,
    EndsAt(Step),
    /// There is another step in that place.
    Otherwise,
}

impl Missing {
    /// The game, as far as it can be named.
    pub fn game(&self) -> String {
        match &self.id {
            Some(id) => id.to_string(),
            None => format!("(known by the hash {}...)", &self.name.hex()[..12]),
        }
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Missing { day, step, now, .. } = self;
        match now {
            EndNow::Gone => write!(out, "was sealed at step {step} on {day}, and is gone"),
            EndNow::EndsAt(end) => {
                write!(out, "was sealed at step {step} on {day}, and ends at {end}")
            }
            EndNow::Otherwise => {
                write!(out, "was sealed at step {step} on {day}, and has another now")
            }
        }
    }
}

/// A game's end on the day of a seal.
struct KeptEnd {
    end: SealedEnd,
    day: NaiveDate,
}

impl FromRow for KeptEnd {
    fn from_row(row: &Row) -> Result<KeptEnd, StoreError> {
        Ok(KeptEnd { end: SealedEnd::from_row(row)?, day: row.day(3)? })
    }
}

/// All that does not agree with the seals up to a day, one finding a game.
pub async fn all(reader: &Readers, upto: NaiveDate) -> Result<Vec<Unsealed>, StoreError> {
    let mut found = Vec::new();
    let made: Vec<Seal> = told(&sql(SEALS).rows(reader).await?, &mut found)?;
    let kept: Vec<KeptEnd> = told(&sql(SEALED).rows(reader).await?, &mut found)?;
    let kept: Vec<KeptEnd> = kept.into_iter().filter(|kept| kept.day <= upto).collect();
    found.extend(broken(&made, &kept).filter(|day| *day <= upto).map(Unsealed::Seal));
    let ids = ids(reader).await?;
    let mut games: BTreeMap<[u8; 32], Vec<&KeptEnd>> = BTreeMap::new();
    for one in &kept {
        games.entry(one.end.game.0).or_default().push(one);
    }
    for (name, kept) in games {
        let id = ids.get(&name);
        let steps = match id {
            Some(id) => steps(reader, id).await?,
            None => Vec::new(),
        };
        found.extend(missing(id, &steps, &kept).map(Unsealed::Game));
    }
    Ok(found)
}

/// What can be read of these rows; the others are found.
fn told<T: FromRow>(rows: &[Row], found: &mut Vec<Unsealed>) -> Result<Vec<T>, StoreError> {
    let mut read = Vec::with_capacity(rows.len());
    for row in rows {
        match T::from_row(row) {
            Err(StoreError::Corrupt(_)) => found.push(Unsealed::Row(row.label())),
            one => read.push(one?),
        }
    }
    Ok(read)
}

/// The days whose seal does not follow. What comes after one is judged by what is stored, so that
/// one fault is told once.
fn broken<'a>(made: &'a [Seal], kept: &'a [KeptEnd]) -> impl Iterator<Item = NaiveDate> + 'a {
    let (mut ends, mut rest) = (BTreeMap::new(), kept.iter().peekable());
    let (mut before, mut walk) = (seal::NONE, SealWalk::default());
    made.iter().filter_map(move |made| {
        while let Some(kept) = rest.next_if(|kept| kept.day <= made.day) {
            ends.insert(kept.end.game.0, kept.end);
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
    // An id that was damaged is none; what it was is not known any more.
    let ids: BTreeSet<GameId> = rows.iter().filter_map(|row| row.game(0).ok()).collect();
    Ok(ids.into_iter().map(|id| (seal::name(&id).0, id)).collect())
}

/// The hashes of a game's steps. A damaged one is none of those that were sealed.
async fn steps(reader: &Readers, game: &GameId) -> Result<Vec<Option<[u8; 32]>>, StoreError> {
    let rows = sql(STEPS).bind(game.as_str()).rows(reader).await?;
    Ok(rows.iter().map(|row| row.hash(0).ok()).collect())
}

/// What is not as it was sealed: the last seal over what is gone, or the first over what is
/// another.
fn missing(id: Option<&GameId>, steps: &[Option<[u8; 32]>], kept: &[&KeptEnd]) -> Option<Missing> {
    let end = Step(steps.len() as u64);
    let at = |step: Step| usize::try_from(step.0).ok()?.checked_sub(1).and_then(|at| steps.get(at));
    let beyond = kept.iter().rev().find(|kept| kept.end.step > end);
    let other = || kept.iter().find(|kept| at(kept.end.step) != Some(&Some(kept.end.head.0)));
    let found = beyond.or_else(other)?;
    let now = match (end, found.end.step > end) {
        (Step::NONE, _) => EndNow::Gone,
        (_, true) => EndNow::EndsAt(end),
        (_, false) => EndNow::Otherwise,
    };
    let (name, step) = (found.end.game, found.end.step);
    Some(Missing { id: id.cloned(), name, day: found.day, step, now })
}
