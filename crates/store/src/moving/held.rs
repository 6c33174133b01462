//! The house that is moved: nobody writes to it meanwhile, and when it has gone it says where to.

use super::{MoveError, refused};
use crate::error::StoreError;
use crate::lists::settings;
use crate::postgres::held;
use crate::sql::{Conn, Pool, Tx};
use crate::sqlite::open;
use crate::{Store, Writes, writes};

/// A source that nobody else writes to. A file has its lock as long as the store is open.
pub(super) struct Held<'s> {
    store: &'s Store,
    /// The connection that has PostgreSQL's lock.
    lock: Option<Tx>,
}

impl Held<'_> {
    /// Keeps everybody else from writing. Refused while a server is up.
    pub(super) async fn of(store: &Store) -> Result<Held<'_>, MoveError> {
        let Writes::Node(node) = &store.0.writing else {
            return Ok(Held { store, lock: None });
        };
        let mut tx = node.connection().await?;
        // The lock is the connection's: whoever breaks off must not leave it lying in the pool.
        if let Conn::Postgres(session) = &mut tx.0 {
            session.conn.close_on_drop();
        }
        let up = held::nodes_up(&mut tx).await?;
        if up > 0 {
            return refused(format!("{up} nodes of this house are up: stop them all first"));
        }
        if !held::lock(&mut tx).await? {
            return refused("somebody is writing to this house: stop all nodes and commands first");
        }
        Ok(Held { store, lock: Some(tx) })
    }

    /// Notes where the house went, or takes that back. A server that finds it there does not start.
    pub(super) async fn mark(&mut self, gone: Option<&str>) -> Result<(), StoreError> {
        let gone = gone.map(str::to_owned);
        match &mut self.lock {
            Some(tx) => note(tx, gone.as_deref()).await,
            None => self.store.write(writes!(|tx| note(tx, gone.as_deref()).await)).await,
        }
    }

    /// Others may write again.
    pub(super) async fn release(self) {
        // The lock goes with its connection.
        if let Some(Tx(Conn::Postgres(session))) = self.lock {
            let _ = session.conn.close().await;
        }
    }
}

async fn note(tx: &mut Tx, gone: Option<&str>) -> Result<(), StoreError> {
    match gone {
        Some(gone) => settings::set(tx, settings::MOVED, gone).await,
        None => settings::unset(tx, settings::MOVED).await.map(|_| ()),
    }
}

/// A connection that sees the store as it is now, for as long as it lives.
pub(super) async fn snapshot(store: &Store) -> Result<Tx, StoreError> {
    match &store.read().0 {
        Pool::Sqlite(_) => open::snapshot(store.path()).await,
        Pool::Postgres(reach) => held::snapshot(&reach.pool).await,
    }
}
