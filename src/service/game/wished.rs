//! What becomes of wishes with what is done at a table: kept with the seat that is taken, granted
//! when the game begins.

use crate::service::error::ServiceError;
use crate::service::game::batch::Batch;
use crate::service::game::wishes::WishesKept;
use ravenpost_log::act::Via;

impl Batch {
    /// The game has begun: what was wished for is what seats have left for their first question.
    pub(super) fn grant_wishes(&mut self) -> Result<(), ServiceError> {
        let all = self.wishes.known.iter().chain(&self.wishes.own);
        for wish in all.cloned().collect::<Vec<_>>() {
            let via = if wish.by_letter { Via::Email } else { Via::Page };
            match self.order(wish.seat, &wish.order, via) {
                // The rules were mended since: the seat is asked, as if it had wished for nothing.
                Err(ServiceError::Refused(why)) => {
                    tracing::warn!(game = %self.live.id, seat = %wish.seat, ?why, "not wished for");
                }
                done => drop(done?),
            }
        }
        Ok(())
    }

    /// What is to be stored of wishes with this.
    pub(super) fn to_keep(&self) -> Option<WishesKept> {
        let begun = self.events.iter().any(|event| event.kind == "started");
        let known = &self.wishes.known;
        match &self.wishes.own {
            _ if begun && self.live.title.wish(&self.live.course.table).is_some() => {
                Some(WishesKept::Granted(known.clone()))
            }
            Some(own) if !begun => Some(WishesKept::New(own.clone())),
            _ => None,
        }
    }
}
