//! Writes a PostgreSQL installation to a file: as a move, or as a copy that can be opened anywhere.

use std::path::{Path, PathBuf};

use super::source_lock::{self, Held};
use super::{MoveError, MovePlan, Moved, broke_off, carry, refused};
use crate::error::StoreError;
use crate::sql::{Conn, Tx};
use crate::sqlite::{backup, lock, open};
use crate::{Store, Writes};

const BEGIN: &str = "PRAGMA defer_foreign_keys = ON; BEGIN IMMEDIATE";

impl Store {
    /// Moves everything into a new file, and records here where it went.
    ///
    /// # Errors
    ///
    /// Fails if either side prevents it; nothing was moved then.
    pub async fn move_to_file(
        &self,
        to: &Path,
        plan: &mut MovePlan<'_>,
    ) -> Result<Moved, MoveError> {
        if matches!(self.0.writing, Writes::File(_)) {
            return refused("the database is already a file; copy it with `ravenpost backup`");
        }
        open::folder(to)?;
        let _lock = lock::take(to).await?;
        for end in ["", "-wal", "-shm"] {
            let mut name = to.as_os_str().to_owned();
            name.push(end);
            let there = PathBuf::from(name);
            if there.exists() {
                let there = there.display();
                return refused(format!("{there} already exists; move it away first"));
            }
        }
        let mut source = Held::of(self).await?;
        let partial = partial(to);
        let moved = write(self, &partial, plan).await?;
        let marked = source.mark(Some(&format!("to {} on {}", to.display(), plan.day))).await;
        let stored = marked.and_then(|()| backup::keep(&partial, to));
        if stored.is_err() {
            let _ = std::fs::remove_file(&partial);
            source.mark(None).await?;
        }
        source.release().await;
        stored.map(|()| moved).map_err(MoveError::Store)
    }

    /// Copies everything, as it is at one moment, into a new file.
    pub async fn copy_to_file(
        &self,
        to: &Path,
        plan: &mut MovePlan<'_>,
    ) -> Result<Moved, MoveError> {
        let partial = partial(to);
        let copied = write(self, &partial, plan).await?;
        backup::keep(&partial, to)?;
        Ok(copied)
    }
}

fn partial(to: &Path) -> PathBuf {
    let mut name = to.as_os_str().to_owned();
    name.push(".partial");
    PathBuf::from(name)
}

/// Writes a file under a temporary name. An incomplete one is deleted.
async fn write(from: &Store, partial: &Path, plan: &mut MovePlan<'_>) -> Result<Moved, MoveError> {
    let _ = std::fs::remove_file(partial);
    let done = filled(from, partial, plan).await;
    if done.is_err() {
        let _ = std::fs::remove_file(partial);
    }
    done
}

async fn filled(from: &Store, partial: &Path, plan: &mut MovePlan<'_>) -> Result<Moved, MoveError> {
    let mut from = source_lock::snapshot(from).await?;
    let mut to = open::fresh(partial).await?;
    sqlx::raw_sql(BEGIN).execute(to.file()?).await?;
    let carried = carry::all(&mut from, &mut to, plan).await.map_err(broke_off)?;
    sqlx::raw_sql("COMMIT").execute(to.file()?).await?;
    if let Tx(Conn::Sqlite(conn)) = to {
        sqlx::Connection::close(*conn.conn).await.map_err(StoreError::from)?;
    }
    // Read back through a new connection without any cache: only what is in the file counts.
    let mut there = open::snapshot(partial).await.map_err(MoveError::Store).map_err(broke_off)?;
    carried.look_over(&mut there, plan).await.map_err(broke_off)
}
