//! Letters that came in, as whoever runs the server sees them; and having one dealt with again,
//! after what was wrong has been mended. It goes the same way as the first time and is judged
//! anew: the operator vouches for nobody.

use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::people::operator::must_be_operator;
use ravenpost_store::post::incoming::{self, Incoming, IncomingState};
use ravenpost_store::{PlayerId, StoreError, Tx, writes};

/// Letters in one list.
const PAGE: u32 = 50;

/// What came by mail.
pub struct Inbox {
    /// How many letters stand so, with the latest of them, the youngest first.
    pub lists: Vec<(IncomingState, u64, Vec<Incoming>)>,
}

impl Service {
    /// What came by mail, for the operator: first what waits for somebody.
    pub async fn inbox(&self, by: PlayerId) -> Result<Inbox, ServiceError> {
        let reader = self.store().read();
        must_be_operator(reader, by).await?;
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

    /// The operator has a letter dealt with once more. It is taken up with the next round.
    pub async fn handle_again(&self, by: PlayerId, id: i64) -> Result<(), ServiceError> {
        let again = self.store().try_write(writes!(|tx| {
            must_be_operator(&mut *tx, by).await?;
            again(tx, id).await
        }));
        again.await
    }

    /// The same for a request that was left at the door by a command.
    pub async fn handle_again_at_the_door(&self, id: i64) -> Result<(), ServiceError> {
        self.store().try_write(writes!(|tx| again(tx, id).await)).await
    }
}

async fn again(tx: &mut Tx, id: i64) -> Result<(), ServiceError> {
    let known = match incoming::get(&mut *tx, id).await {
        Err(StoreError::NotFound) => return Err(ServiceError::NotFound("letter")),
        known => known?,
    };
    match known.state {
        // It is under way already: asking twice is asking once.
        IncomingState::New => return Ok(()),
        IncomingState::Done => return Err(ServiceError::refused("this letter was dealt with")),
        IncomingState::Held | IncomingState::Ignored => {}
    }
    match incoming::again(tx, id).await? {
        true => Ok(()),
        false => Err(ServiceError::refused(
            "its text is not kept any more, or somebody was answered because of it",
        )),
    }
}
