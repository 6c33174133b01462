//! Those who play a game are asked along when one of them wants to try it another way: by a letter
//! each, owed in the transaction that opens the fork. Until the fork begins it stands on top of
//! their own games, and all forks that somebody may see stand on the page of the game itself.

use std::sync::Arc;

use chrono::{DateTime, Duration, Utc};

use crate::letters::Kind;
use crate::rules::Seat;
use crate::service::Service;
use crate::service::begins::Begins;
use crate::service::error::ServiceError;
use crate::service::letters_owed::Payload;
use crate::service::live::Live;
use crate::service::thread::message_id;
use crate::store::forks::{self, Eyes};
use crate::store::games::GameRow;
use crate::store::outbox::Owed;
use crate::store::{GameId, PlayerId, mutes, organisers};

/// How long a fork that nobody has come to stands among what waits for those who were asked.
const WAITS: Duration = Duration::days(14);

/// Who is asked along, by whom.
pub(in crate::service) struct Asking {
    game: Arc<Live>,
    others: Vec<(Seat, PlayerId)>,
    domain: String,
    /// How long the letter waits, as turn letters do.
    delay: Duration,
}

/// A fork on its way: how it begins, and who is asked along.
pub(super) struct Forking {
    pub(super) begins: Arc<Begins>,
    pub(super) asking: Option<Asking>,
}

impl Service {
    /// Everybody else who plays the game and hears the asker.
    pub(super) async fn asking(
        &self,
        game: &Arc<Live>,
        (by, player): (Seat, PlayerId),
    ) -> Result<Asking, ServiceError> {
        let deaf = mutes::against(self.store().read(), &game.id, player).await?;
        let manned = |seat| seat != by && game.course.manned(seat);
        let others = game.people.iter().copied();
        Ok(Asking {
            others: others.filter(|(seat, who)| manned(*seat) && !deaf.contains(who)).collect(),
            domain: self.message_domain().await?.to_owned(),
            delay: self.settings().turn_delay,
            game: game.clone(),
        })
    }

    /// The forks of a game that a player may see, the newest first: the own ones and those to which
    /// the table was asked.
    pub(in crate::service) async fn forks_of(
        &self,
        live: &Live,
        player: Option<PlayerId>,
    ) -> Result<Vec<GameRow>, ServiceError> {
        let Some(player) = player else { return Ok(Vec::new()) };
        let eyes = Eyes { player, sits: live.seat_of(player).is_some() };
        Ok(forks::of_game(self.store().read(), &live.id, eyes).await?)
    }

    /// Forks that wait for a player who was asked along and has not sat down yet.
    pub async fn asked_along(
        &self,
        now: DateTime<Utc>,
        player: PlayerId,
    ) -> Result<Vec<GameRow>, ServiceError> {
        Ok(forks::kept_for(self.store().read(), player, now - WAITS).await?)
    }

    /// Those of one game, and who there asks.
    pub(in crate::service) async fn asked_from(
        &self,
        now: DateTime<Utc>,
        game: &Live,
        player: PlayerId,
    ) -> Result<Vec<(Arc<Live>, Seat)>, ServiceError> {
        let mut asked = Vec::new();
        for row in self.asked_along(now, player).await? {
            let fork = self.live(&row.id).await?;
            let from = fork.course.fork.as_ref().is_some_and(|from| from.game == game.id.as_str());
            let by = organisers::of_game(self.store().read(), &row.id).await?;
            let by = by.and_then(|by| game.seat_of(by));
            if let Some(by) = by.filter(|_| from && fork.kept_for(player).is_some()) {
                asked.push((fork, by));
            }
        }
        Ok(asked)
    }
}

impl Asking {
    /// The letters to those who are asked: about the game that they play, where they know where
    /// they sit.
    pub(super) fn letters(&self, fork: &GameId, now: DateTime<Utc>) -> Vec<Owed> {
        let payload = Payload { after: self.game.version(), ..Payload::default() };
        let letter = |(seat, player): &(Seat, PlayerId)| Owed {
            message_id: message_id(Kind::AskedAlong, fork, (*seat, 1), &self.domain),
            to_player: Some(*player),
            address: None,
            kind: Kind::AskedAlong.key().to_owned(),
            game: Some(self.game.id.clone()),
            seat: Some(*seat),
            seq: Some(self.game.version()),
            payload: serde_json::to_string(&payload).unwrap_or_default(),
            references: String::new(),
            at: now,
            due_at: now + self.delay,
        };
        self.others.iter().map(letter).collect()
    }
}
