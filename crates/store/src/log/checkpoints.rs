//! Signed checkpoints of the daily seals. Each seal is a leaf of a tree, and the root of an earlier
//! tree shows whether a later one contains all of it.

use chrono::NaiveDate;

use crate::error::StoreError;
use crate::sql::column::{FromRow, Row};
use crate::sql::{Reader, Tx, sql};
use ravenpost_log::Hash;
use ravenpost_log::proof::checkpoint::Checkpoint;
use ravenpost_log::proof::note::{Key, Note};
use ravenpost_log::proof::signer::Signer;
use ravenpost_log::proof::tree::Growing;

const ALL: &str = "SELECT hash, server_key, checkpoint FROM seal ORDER BY day";

const LEAVES: &str = "SELECT hash FROM seal ORDER BY day";

const NOTES: &str = "SELECT day, checkpoint FROM seal WHERE checkpoint IS NOT NULL \
    ORDER BY day DESC LIMIT $1";

/// The parts of a seal that checkpoints need.
pub(super) struct Leaf {
    pub hash: Hash,
    pub key: Option<String>,
    pub note: Option<String>,
}

impl FromRow for Leaf {
    fn from_row(row: &Row) -> Result<Leaf, StoreError> {
        Ok(Leaf {
            hash: Hash(row.hash("hash")?),
            key: row.get("server_key")?,
            note: row.get("checkpoint")?,
        })
    }
}

/// Iterates over the seals and verifies their checkpoints.
#[derive(Default)]
pub(super) struct SealWalk(Growing);

impl SealWalk {
    /// Adds the next seal. Returns whether its checkpoint, if any, is signed by the seal's key and
    /// covers this seal and all earlier ones.
    pub(super) fn holds(&mut self, hash: &Hash, key: Option<&str>, note: Option<&str>) -> bool {
        self.0.push(&hash.0);
        let Some(note) = note else { return true };
        let (key, note) = (key.and_then(Key::parse), Note::parse(note));
        let (Some(key), Some(note)) = (key, note) else { return false };
        let checkpoint = Checkpoint::read(&note.text);
        note.is_by(&key) && checkpoint.as_ref() == Some(&self.checkpoint(&key.name))
    }

    fn checkpoint(&self, origin: &str) -> Checkpoint {
        Checkpoint { origin: origin.to_owned(), size: self.0.size(), root: self.0.root() }
    }
}

/// Returns the signed checkpoint of all seals and one more. `None` if the stored seals contradict
/// earlier checkpoints, because a log must not sign two histories.
pub(super) async fn next(
    tx: &mut Tx,
    hash: &Hash,
    signer: &Signer,
) -> Result<Option<String>, StoreError> {
    let leaves: Vec<Leaf> = match sql(ALL).all(tx).await {
        Err(StoreError::Corrupt(_)) => return Ok(None),
        leaves => leaves?,
    };
    let mut walk = SealWalk::default();
    for Leaf { hash, key, note } in &leaves {
        if !walk.holds(hash, key.as_deref(), note.as_deref()) {
            return Ok(None);
        }
    }
    walk.holds(hash, None, None);
    let text = walk.checkpoint(signer.name()).text();
    let lines = vec![signer.sign(&text)];
    Ok(Some(Note { text, lines }.to_string()))
}

/// Returns all seals, oldest first: the leaves of the tree.
pub async fn leaves(reader: impl Into<Reader<'_>>) -> Result<Vec<[u8; 32]>, StoreError> {
    sql(LEAVES).rows(reader).await?.iter().map(|row| row.hash("hash")).collect()
}

/// Returns the newest signed checkpoints, newest first.
pub async fn latest(
    reader: impl Into<Reader<'_>>,
    limit: u32,
) -> Result<Vec<(NaiveDate, Note)>, StoreError> {
    let rows = sql(NOTES).bind(limit).rows(reader).await?;
    let read = |row: &Row| {
        let note: &str = row.get("checkpoint").ok()?;
        Some((row.day("day").ok()?, Note::parse(note)?))
    };
    Ok(rows.iter().filter_map(read).collect())
}
