//! The admin's view of inbound email, and reprocessing one after a problem has been fixed.
//! Reprocessing applies the same checks again: the admin cannot vouch for a sender.

use crate::error::ServiceError;
use crate::handles::Emails;
use crate::people::admins::must_be_admin;
use ravenpost_store::post::incoming::{self, Incoming, IncomingState};
use ravenpost_store::{PlayerId, StoreError, Tx, writes};

/// Maximum number of emails in a list.
const PAGE: u32 = 50;

pub struct Inbox {
    /// For each state, the number of emails and the latest ones, newest first.
    pub lists: Vec<(IncomingState, u64, Vec<Incoming>)>,
}

impl Emails<'_> {
    /// Returns the inbound emails for the admin, first those that wait for confirmation.
    pub async fn inbox(self, by: PlayerId) -> Result<Inbox, ServiceError> {
        let reader = self.store().read();
        must_be_admin(reader, by).await?;
        let counts = incoming::counts(reader).await?;
        let mut lists = Vec::new();
        for state in
            [IncomingState::Held, IncomingState::New, IncomingState::Done, IncomingState::Ignored]
        {
            let count = counts.iter().find(|(known, _)| *known == state).map_or(0, |found| found.1);
            lists.push((state, count, incoming::list(reader, state, PAGE).await?));
        }
        Ok(Inbox { lists })
    }

    /// Queues an email for reprocessing by the admin.
    pub async fn handle_again(self, by: PlayerId, id: i64) -> Result<(), ServiceError> {
        let again = self.store().try_write(writes!(|tx| {
            must_be_admin(&mut *tx, by).await?;
            again(tx, id).await
        }));
        again.await
    }

    /// Queues an email for reprocessing on behalf of a command on this machine.
    pub async fn allow_reprocessing(self, id: i64) -> Result<(), ServiceError> {
        self.store().try_write(writes!(|tx| again(tx, id).await)).await
    }
}

async fn again(tx: &mut Tx, id: i64) -> Result<(), ServiceError> {
    let known = match incoming::get(&mut *tx, id).await {
        Err(StoreError::NotFound) => return Err(ServiceError::NotFound("email")),
        known => known?,
    };
    match known.state {
        // Already queued: the request is idempotent.
        IncomingState::New => return Ok(()),
        IncomingState::Done => {
            return Err(ServiceError::refused(
                "this email has already been \
            processed",
            ));
        }
        IncomingState::Held | IncomingState::Ignored => {}
    }
    match incoming::again(tx, id).await? {
        true => Ok(()),
        false => Err(ServiceError::refused(
            "its text is no longer stored, or it has already been answered",
        )),
    }
}
