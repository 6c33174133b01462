//! Locks the source of a move against other writers, and marks it as moved.

use super::{MoveError, refused};
use crate::error::StoreError;
use crate::lists::settings;
use crate::postgres::writer_lock;
use crate::sql::{Conn, Pool, Tx};
use crate::sqlite::open;
use crate::{Store, Writes, writes};

/// A locked source. For a file, the lock is held while the store is open.
pub(super) struct Held<'s> {
    store: &'s Store,
    /// The connection that holds PostgreSQL's lock.
    lock: Option<Tx>,
}

impl Held<'_> {
    /// Locks the source against other writers. Refused while a node is up.
    pub(super) async fn of(store: &Store) -> Result<Held<'_>, MoveError> {
        let Writes::Node(node) = &store.0.writing else {
            return Ok(Held { store, lock: None });
        };
        let mut tx = node.connection().await?;
        // The lock belongs to the connection, which must not return to the pool if this fails.
        if let Conn::Postgres(session) = &mut tx.0 {
            session.conn.close_on_drop();
        }
        let up = writer_lock::nodes_up(&mut tx).await?;
        if up > 0 {
            return refused(format!("stop all nodes first; still running: {up}"));
        }
        if !writer_lock::lock(&mut tx).await? {
            return refused("the database is in use; stop all nodes and commands first");
        }
        Ok(Held { store, lock: Some(tx) })
    }

    /// Records where the installation was moved, or removes that. A server that finds this does not
    /// start.
    pub(super) async fn mark(&mut self, gone: Option<&str>) -> Result<(), StoreError> {
        let gone = gone.map(str::to_owned);
        match &mut self.lock {
            Some(tx) => note(tx, gone.as_deref()).await,
            None => self.store.write(writes!(|tx| note(tx, gone.as_deref()).await)).await,
        }
    }

    /// Releases the lock.
    pub(super) async fn release(self) {
        // The lock ends with its connection.
        if let Some(Tx(Conn::Postgres(session))) = self.lock {
            let _ = session.conn.close().await;
        }
    }
}

async fn note(tx: &mut Tx, gone: Option<&str>) -> Result<(), StoreError> {
    match gone {
        Some(gone) => settings::set(tx, settings::Key::Moved, gone).await,
        None => settings::unset(tx, settings::Key::Moved).await.map(|_| ()),
    }
}

/// Returns a connection that sees the store as it is now for as long as it is open.
pub(super) async fn snapshot(store: &Store) -> Result<Tx, StoreError> {
    match &store.read().0 {
        Pool::Sqlite(_) => open::snapshot(store.path()).await,
        Pool::Postgres(reach) => writer_lock::snapshot(&reach.pool).await,
    }
}
