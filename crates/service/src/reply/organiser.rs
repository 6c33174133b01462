//! Replies by an organiser without a seat, who may only vote.

use crate::handles::Replies;
use chrono::{DateTime, Utc};

use super::Reply;
use super::act::texts::reasons;
use super::act::{open_vote, voted};
use super::admit::same;
use super::reading::vote::{self, Answer};
use super::short_answer::{Brief, Recipient};
use crate::error::ServiceError;
use crate::idempotency::Idempotency;
use crate::rewind::vote::Word;
use ravenpost_log::GameId;
use ravenpost_log::act::Via;
use ravenpost_store::people::players;
use ravenpost_store::post::incoming::{Found, IncomingState};
use ravenpost_store::post::keys::Key;
use ravenpost_store::{PlayerId, StoreError};

impl Replies<'_> {
    /// Takes the organiser's vote and confirms it.
    pub(super) async fn answer_organiser(
        self,
        now: DateTime<Utc>,
        reply: &Reply,
        key: Key,
        found: Found,
    ) -> Result<IncomingState, ServiceError> {
        let (Some(game), Some(player)) = (key.game.clone(), key.player) else {
            return self
                .inbox()
                .ignore(now, reply, found, "its reply key belongs to no game")
                .await;
        };
        let own = match players::get(self.store().read(), player).await {
            Ok(reader) => {
                same(&reader.address, &key.address)
                    && self.inbox().is_own_sender(reply, &reader).await?
            }
            Err(StoreError::NotFound) => false,
            Err(error) => return Err(error.into()),
        };
        if !own {
            return self
                .inbox()
                .ignore(now, reply, found, "it was not sent from the reader's own address")
                .await;
        }
        let said = match self.organiser_says(now, reply, &key, &game, player).await {
            Ok(said) => said,
            Err(error) => reasons(error)?.join(" "),
        };
        let brief = Brief::of(Recipient::Player(player), game, said);
        self.settle_briefly(now, reply, found, brief).await
    }

    async fn organiser_says(
        self,
        now: DateTime<Utc>,
        reply: &Reply,
        key: &Key,
        game_id: &GameId,
        player: PlayerId,
    ) -> Result<String, ServiceError> {
        if reply.verdict.is_doubtful() && !reply.vouched {
            return Ok(DOUBTFUL.to_owned());
        }
        if key.dead_at.is_some() {
            return Err(ServiceError::refused(
                "the email that you replied to is no longer valid; \
                vote on the game's page",
            ));
        }
        let lines = reply.lines.iter().map(|line| line.raw.as_str());
        let agrees = match vote::answer(lines, &[]) {
            Answer::Yes => true,
            Answer::No => false,
            Answer::Unclear | Answer::Nothing => return Ok(NEITHER.to_owned()),
        };
        let game = self.games().load(game_id).await?;
        let open = open_vote(&game, key)?;
        let word = Word { step: open.step, agrees, via: Via::Email };
        let own = Idempotency::of("email", game_id, "vote", reply.mark());
        self.votes().vote(now, game_id, player, word, &own).await?;
        Ok(voted(&open.motion, agrees))
    }
}

const DOUBTFUL: &str = "Nothing was done: our mail server could not verify that you sent this \
    reply. Vote on the game's page instead.";
const NEITHER: &str = "Nothing was done, because your answer was unclear. To vote as the \
    organiser, reply with the word \"agree\" or \"refuse\".";
