//! Submissions of this server's seals to witnesses, and the cosignatures received.

use crate::handles::Proof;
use chrono::{DateTime, NaiveDate, Utc};
use data_encoding::BASE64;

use crate::error::ServiceError;
use ravenpost_log::proof::checkpoint::Checkpoint;
use ravenpost_log::proof::note::{Key, Line, Note, Trade};
use ravenpost_log::proof::tree;
use ravenpost_store::log::checkpoints;
use ravenpost_store::proof::witnesses;
use ravenpost_store::writes;

/// Number of latest checkpoints that a witness may still sign.
const MOST: u32 = 100;

/// The newest signed checkpoint with its cosignatures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witnessed {
    pub day: NaiveDate,
    pub note: Note,
    /// When each witness signed it, in seconds since 1970.
    pub seen: Vec<(Key, u64)>,
}

/// The first configured witness key that is invalid, if any.
pub fn odd_witness(keys: &[String]) -> Option<&str> {
    let is_one = |key: &str| Key::parse(key).is_some_and(|key| key.trade == Trade::Witness);
    keys.iter().map(String::as_str).find(|key| !is_one(key))
}

impl Proof<'_> {
    /// The accepted witnesses, from the settings.
    pub fn witnesses(self) -> Vec<Key> {
        let keys = self.settings().witnesses.iter().filter_map(|key| Key::parse(key));
        keys.filter(|key| key.trade == Trade::Witness).collect()
    }

    /// The newest signed checkpoint, with the cosignatures of accepted witnesses.
    pub async fn checkpoint(self) -> Result<Option<Witnessed>, ServiceError> {
        let newest = checkpoints::latest(self.store().read(), 1).await?;
        let Some((day, mut note)) = newest.into_iter().next() else { return Ok(None) };
        let mut seen = Vec::new();
        for line in self.lines_of(day).await? {
            let by = |key: &Key| Some((key.clone(), key.cosigned(&note.text, &line)?));
            if let Some(by) = self.witnesses().iter().find_map(by) {
                seen.push(by);
                note.lines.push(line);
            }
        }
        Ok(Some(Witnessed { day, note, seen }))
    }

    /// A request as defined by c2sp.org/tlog-witness, for a witness that has seen that many seals.
    pub async fn seals_from(self, seen: u64) -> Result<String, ServiceError> {
        let none = || ServiceError::NotFound("checkpoint");
        let newest = checkpoints::latest(self.store().read(), 1).await?;
        let (_, note) = newest.into_iter().next().ok_or_else(none)?;
        let size = Checkpoint::read(&note.text).ok_or_else(none)?.size;
        let leaves = checkpoints::leaves(self.store().read()).await?;
        let whole = usize::try_from(size).ok().and_then(|size| leaves.get(..size));
        let (leaves, seen) = (whole.ok_or_else(none)?, usize::try_from(seen).map_err(|_| none())?);
        if seen > leaves.len() {
            return Err(none());
        }
        let mut request = format!("old {seen}\n");
        for hash in tree::proof(seen, leaves) {
            request.push_str(&format!("{}\n", BASE64.encode(&hash)));
        }
        Ok(format!("{request}\n{note}"))
    }

    /// Stores a witness's cosignature. Returns the day of its checkpoint.
    pub async fn take_cosignature(
        self,
        now: DateTime<Utc>,
        line: &Line,
    ) -> Result<(NaiveDate, Key), ServiceError> {
        let known = self.witnesses();
        let by: Vec<Key> = known.into_iter().filter(|key| key.is_of(line)).collect();
        if by.is_empty() {
            return Err(ServiceError::refused(format!(
                "{} is not a witness of this server; its admin can add the key to seals.witnesses",
                line.name
            )));
        }
        for (day, note) in checkpoints::latest(self.store().read(), MOST).await? {
            let key = by.iter().find(|key| key.cosigned(&note.text, line).is_some());
            if let Some(key) = key.cloned() {
                let (witness, line) = (key.clone(), line.to_string());
                self.store()
                    .write(writes!(|tx| witnesses::add(tx, day, &witness, &line, now).await))
                    .await?;
                return Ok((day, key));
            }
        }
        Err(ServiceError::refused(format!(
            "not a signature of {} for any of the last {MOST} checkpoints; copy the whole line as \
             printed by the witness",
            line.name
        )))
    }

    /// All cosignatures of this server's checkpoints.
    pub async fn all_lines(self) -> Result<Vec<Line>, ServiceError> {
        let lines = witnesses::all(self.store().read()).await?;
        Ok(lines.iter().filter_map(|line| Line::parse(line)).collect())
    }

    /// The cosignatures of a day's checkpoint.
    pub(crate) async fn lines_of(self, day: NaiveDate) -> Result<Vec<Line>, ServiceError> {
        let lines = witnesses::of_day(self.store().read(), day).await?;
        Ok(lines.iter().filter_map(|line| Line::parse(line)).collect())
    }
}
