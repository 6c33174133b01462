//! Replies from a seat: their results, and the position afterwards.

use crate::handles::Replies;
use chrono::{DateTime, Utc};

use super::act::texts::{in_one_paragraph, motion};
use super::admit::{Admitted, SeatHolder, is_late};
use super::settle::{Effect, waits_for_vote};
use super::short_answer::{Brief, Recipient};
use super::{Reply, act};
use crate::email_payload::ReplyTranscript;
use crate::error::ServiceError;
use ravenpost_emails::LineOutcome;
use ravenpost_log::GameId;
use ravenpost_rules::Seat;
use ravenpost_store::PlayerId;
use ravenpost_store::post::incoming::{Found, IncomingState};
use ravenpost_store::post::keys::Key;

impl Replies<'_> {
    /// Carries out a reply to a seat's key, or one that its player has confirmed.
    pub(super) async fn answer_at_table(
        self,
        now: DateTime<Utc>,
        reply: &Reply,
        found: Found,
        key: Key,
    ) -> Result<IncomingState, ServiceError> {
        match self.inbox().admit(key, reply).await? {
            Admitted::Nobody(why) => self.inbox().ignore(now, reply, found, why).await,
            Admitted::Held(holder, why) => self.inbox().hold(now, reply, found, &holder, why).await,
            Admitted::Late(holder, why) => self.send_new(now, reply, found, &holder, why).await,
            Admitted::Gone(player, game) => {
                self.answer_former(now, reply, found, player, game).await
            }
            Admitted::Seat(holder) => self.answer_seat(now, reply, found, &holder).await,
        }
    }

    async fn answer_seat(
        self,
        now: DateTime<Utc>,
        reply: &Reply,
        found: Found,
        holder: &SeatHolder,
    ) -> Result<IncomingState, ServiceError> {
        let game = self.games().load(&holder.game).await?;
        let late = is_late(&game, holder)?;
        let mut work = act::Work::on(self.0, now, reply, holder, &game);
        work.lines(&game).await?;
        let act::Work { mut transcript, acted, orders, .. } = work;
        if self.games().load(&holder.game).await?.seat_of(holder.player.id) != Some(holder.seat) {
            // The seat was given up: report results, but show nothing of the game.
            let said = in_one_paragraph(&transcript);
            let brief = Brief::of(Recipient::Player(holder.player.id), holder.game.clone(), said);
            return self.settle_briefly(now, reply, found, brief).await;
        }
        self.round_off(reply, holder, late, &mut transcript).await?;
        let effect = match acted {
            true => Effect::Acted,
            false => Effect::Nothing { order: orders },
        };
        self.inbox().settle(now, reply, found, holder, transcript, effect).await
    }

    /// Adds the notices that concern the whole reply.
    pub(super) async fn round_off(
        self,
        reply: &Reply,
        holder: &SeatHolder,
        late: bool,
        transcript: &mut ReplyTranscript,
    ) -> Result<(), ServiceError> {
        if transcript.lines.0.iter().all(|line| line.outcome == LineOutcome::Ignored) {
            let what = match reply.lines.is_empty() {
                _ if reply.sealed => SEALED,
                true => NOTHING,
                false => NO_ORDER,
            };
            transcript.messages.push(what.to_owned());
            transcript.show_position = true;
        }
        if late {
            transcript.messages.push(
                "You replied to an older email, and you now have a new decision to make. Reply to \
                 this one instead."
                    .to_owned(),
            );
            transcript.show_position = true;
        }
        transcript.messages.extend(self.vote_waits(&holder.game, holder.seat).await?);
        Ok(())
    }

    /// Describes the vote that waits for a seat. It is repeated because silence counts as refusal.
    async fn vote_waits(
        self,
        game_id: &GameId,
        seat: Seat,
    ) -> Result<Option<String>, ServiceError> {
        let game = self.games().load(game_id).await?;
        let Some(open) = &game.status.stops.proposal else { return Ok(None) };
        Ok(waits_for_vote(&game, Some(seat)).then(|| {
            format!(
                "Your vote is needed: do you agree to {}? Reply \"agree\" or \"refuse\" on a line \
                 of its own. No answer counts as no.",
                motion(&open.motion)
            )
        }))
    }

    /// Tells a player who has left a game that the reply has no effect.
    pub(super) async fn answer_former(
        self,
        now: DateTime<Utc>,
        reply: &Reply,
        found: Found,
        player: PlayerId,
        game: GameId,
    ) -> Result<IncomingState, ServiceError> {
        let brief = Brief::of(Recipient::Player(player), game, GONE.to_owned());
        self.settle_briefly(now, reply, found, brief).await
    }

    /// Does nothing except send the position with a new key.
    pub(super) async fn send_new(
        self,
        now: DateTime<Utc>,
        reply: &Reply,
        found: Found,
        holder: &SeatHolder,
        why: &str,
    ) -> Result<IncomingState, ServiceError> {
        let first = vec![format!("Nothing was done: {why}. Reply to this email instead.")];
        let after = self.games().load(&holder.game).await?.last_seq();
        let transcript = ReplyTranscript {
            after_seq: after,
            messages: first,
            show_position: true,
            ..ReplyTranscript::default()
        };
        self.inbox()
            .settle(now, reply, found, holder, transcript, Effect::Nothing { order: false })
            .await
    }
}

const GONE: &str = "Nothing was done: you are no longer in this game.";
const NO_ORDER: &str = "Write \"help\" on a line of its own to see all commands.";
const NOTHING: &str = "Your reply was empty or contained only quoted text. Write above the quoted \
    email.";
const SEALED: &str = "Your reply is encrypted, and the server cannot read it. Send it without \
    encryption: the reply address protects your seat.";
