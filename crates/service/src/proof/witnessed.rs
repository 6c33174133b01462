//! This server as a witness of other logs. It signs each checkpoint that extends all earlier ones,
//! and stores the ones it refuses. Its signature confirms that a log is append-only, not that its
//! content is true.

use crate::handles::Proof;
use chrono::{DateTime, Utc};
use data_encoding::BASE64;

use crate::error::ServiceError;
use ravenpost_log::proof::checkpoint::Checkpoint;
use ravenpost_log::proof::note::{Key, Note, Trade};
use ravenpost_log::proof::tree::{self, Hash, Root};
use ravenpost_store::proof::witnesses::{self, Seen};
use ravenpost_store::{Tx, writes};

/// The result of submitting a checkpoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WitnessAnswer {
    /// It was signed; this line is the response.
    Signed(String),
    /// It was refused, and stored as evidence next to the one signed before.
    Refused { why: String, before: String },
}

/// The content of a submission.
struct ShownCheckpoint {
    note: Note,
    checkpoint: Checkpoint,
    /// The size from which the consistency proof starts, and the proof.
    from: u64,
    proof: Vec<Hash>,
}

impl Proof<'_> {
    /// Handles a request as defined by c2sp.org/tlog-witness, or a bare checkpoint. `key` is the
    /// key of the log, and may be omitted while it does not change.
    pub async fn witness(
        self,
        now: DateTime<Utc>,
        request: &str,
        key: Option<Key>,
    ) -> Result<WitnessAnswer, ServiceError> {
        let shown = read(request).ok_or_else(|| {
            ServiceError::refused(
                "not a checkpoint; fetch it from /seals/from/SIZE of the other server, where SIZE \
                 is the number of seals seen so far, or 0",
            )
        })?;
        let Some(signer) = self.signer().await? else {
            return Err(ServiceError::refused(
                "this server has no signing key yet; start it once to create one",
            ));
        };
        let job = self.store().try_write(writes!(|tx| {
            let origin = &shown.checkpoint.origin;
            let seen = witnesses::seen(&mut *tx, origin).await?;
            let key = key_of(key, seen.as_ref(), origin)?;
            if !shown.note.is_by(&key) {
                return Err(ServiceError::refused(format!("it is not signed by {key}")));
            }
            let why = contradicts(&shown, seen.as_ref())?;
            let line = signer.cosign(&shown.note.text, now.timestamp().unsigned_abs());
            keep(tx, &shown, &key, why, now).await?;
            Ok::<_, ServiceError>(match (why, seen) {
                (Some(why), Some(seen)) => {
                    WitnessAnswer::Refused { why: why.to_owned(), before: seen.note }
                }
                _ => WitnessAnswer::Signed(line.to_string()),
            })
        }));
        job.await
    }
}

async fn keep(
    tx: &mut Tx,
    ShownCheckpoint { note, checkpoint, .. }: &ShownCheckpoint,
    key: &Key,
    why: Option<&str>,
    now: DateTime<Utc>,
) -> Result<(), ServiceError> {
    let (note, key) = (note.to_string(), key.to_string());
    Ok(witnesses::shown(tx, checkpoint, &key, &note, why, now).await?)
}

/// The key that must have signed: the given one, or the last known key of the log.
fn key_of(said: Option<Key>, seen: Option<&Seen>, origin: &str) -> Result<Key, ServiceError> {
    let known = seen.and_then(|seen| Key::parse(&seen.key));
    let key = said.or(known).filter(|key| key.trade == Trade::Log);
    key.ok_or_else(|| {
        ServiceError::refused(format!(
            "{origin} is not known yet; use --key with the key from its seals page"
        ))
    })
}

/// Why a checkpoint must be refused and stored as evidence.
///
/// # Errors
///
/// Fails if the checkpoint is merely useless, for example outdated.
fn contradicts(
    shown: &ShownCheckpoint,
    seen: Option<&Seen>,
) -> Result<Option<&'static str>, ServiceError> {
    let Checkpoint { origin, size, root } = &shown.checkpoint;
    let (before, was) = seen.map_or((0, [0; 32]), |seen| (seen.size, seen.root));
    if *size < before {
        return Err(ServiceError::refused(format!(
            "it has {size} seals, but {before} of {origin} were seen before"
        )));
    }
    if *size == before {
        let same = was == *root;
        return Ok((!same).then_some("a second history: another checkpoint has that size"));
    }
    if shown.from != before {
        return Err(ServiceError::refused(format!(
            "it starts after {} seals, but {before} were seen before; fetch /seals/from/{before}",
            shown.from
        )));
    }
    let seen = Root { size: before, hash: was };
    let grew = tree::has_all(seen, Root { size: *size, hash: *root }, &shown.proof);
    Ok((!grew).then_some("a second history: it does not contain all seals seen before"))
}

/// Parses "old", a proof, an empty line and a checkpoint; or a checkpoint alone.
fn read(request: &str) -> Option<ShownCheckpoint> {
    let request = request.replace("\r\n", "\n");
    let (head, note) = match request.strip_prefix("old ") {
        Some(rest) => rest.split_once("\n\n")?,
        None => ("0", request.as_str()),
    };
    let mut lines = head.lines();
    let from = lines.next()?.parse().ok()?;
    let hash = |line: &str| BASE64.decode(line.as_bytes()).ok()?.try_into().ok();
    let proof = lines.map(hash).collect::<Option<Vec<Hash>>>()?;
    let note = Note::parse(note)?;
    let checkpoint = Checkpoint::read(&note.text)?;
    Some(ShownCheckpoint { note, checkpoint, from, proof })
}
