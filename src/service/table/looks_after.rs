//! Who looks after a table: its organiser, or the operator of the server. The log says which of
//! them did something, and on which seat they sit.

use crate::rules::Act;
use crate::rules::act::By;
use crate::service::Service;
use crate::service::batch::Batch;
use crate::service::course::{CONDUCT, Status};
use crate::service::error::ServiceError;
use crate::service::live::Live;
use crate::store::{GameId, PlayerId, organisers};

/// Somebody who looks after a table.
#[derive(Clone, Copy)]
pub(in crate::service) struct Office {
    player: PlayerId,
    organiser: Option<PlayerId>,
}

impl Office {
    /// How the log names who does something.
    pub fn by(self, live: &Live) -> By {
        let seat = live.seat_of(self.player);
        match self.organiser == Some(self.player) {
            true => By::Organiser(seat),
            false => By::Operator(seat),
        }
    }

    /// Makes the newest conduct hold from here on, in a game that began by another.
    pub fn conduct(self, batch: &mut Batch) -> Result<(), ServiceError> {
        newest_conduct(batch, self.organiser)
    }
}

/// Makes the newest conduct hold from here on, before the first act for which that matters.
pub(in crate::service) fn newest_conduct(
    batch: &mut Batch,
    organiser: Option<PlayerId>,
) -> Result<(), ServiceError> {
    let course = &batch.live.course;
    if course.conduct >= CONDUCT || course.status != Status::Running {
        return Ok(());
    }
    let organiser = organiser.and_then(|player| batch.live.seat_of(player));
    batch.note(Act::Conduct { version: CONDUCT, organiser }).map(drop)
}

impl Service {
    /// In what capacity somebody looks after a table; refused to everybody else.
    pub(in crate::service) async fn office(
        &self,
        game: &GameId,
        player: PlayerId,
    ) -> Result<Office, ServiceError> {
        self.must_organise(game, player).await?;
        Ok(Office { player, organiser: self.organiser_of(game).await? })
    }

    /// Who opened a table and looks after it. That never changes hands.
    pub(in crate::service) async fn organiser_of(
        &self,
        game: &GameId,
    ) -> Result<Option<PlayerId>, ServiceError> {
        Ok(organisers::of_game(self.store().read(), game).await?)
    }
}
