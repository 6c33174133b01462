//! An answer from a seat: what its lines did, and how it stands then.

use chrono::{DateTime, Utc};

use super::admit::{Admitted, SeatHolder, is_late, is_open};
use super::settle::Effect;
use super::short_answer::{Brief, Whom};
use super::{Reply, act};
use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::letter_payload::ReplyTranscript;
use ravenpost_store::post::incoming::{Found, IncomingState};
use ravenpost_store::post::keys::Key;

impl Service {
    /// Does what a letter to a seat's key, or one that its player vouches for, asks for.
    pub(super) async fn answer_at_table(
        &self,
        now: DateTime<Utc>,
        reply: &Reply,
        found: Found,
        key: Key,
    ) -> Result<IncomingState, ServiceError> {
        match self.admit(key, reply).await? {
            Admitted::Nobody(why) => self.ignore(now, reply, found, why).await,
            Admitted::Held(holder, why) => self.hold(now, reply, found, &holder, why).await,
            Admitted::Late(holder, why) => self.send_new(now, reply, found, &holder, why).await,
            Admitted::Gone(player, game) => {
                let brief = Brief::of(Whom::Player(player), game, GONE.to_owned());
                self.settle_briefly(now, reply, found, brief).await
            }
            Admitted::Seat(holder) => self.answer_seat(now, reply, found, &holder).await,
        }
    }

    async fn answer_seat(
        &self,
        now: DateTime<Utc>,
        reply: &Reply,
        found: Found,
        holder: &SeatHolder,
    ) -> Result<IncomingState, ServiceError> {
        let live = self.live(&holder.game).await?;
        let late = is_late(&live, holder);
        let mut work = act::Work::on(self, now, reply, holder, &live);
        work.passages(&live).await?;
        let act::Work { mut minutes, acted, orders, .. } = work;
        if self.live(&holder.game).await?.seat_of(holder.player.id) != Some(holder.seat) {
            // The seat was given up: what became of the lines is told, and nothing of the game.
            let said = minutes.lines.iter().flat_map(|line| &line.said);
            let said = said.map(String::as_str).collect::<Vec<_>>().join(" ");
            let brief = Brief::of(Whom::Player(holder.player.id), holder.game.clone(), said);
            return self.settle_briefly(now, reply, found, brief).await;
        }
        if minutes.lines.is_empty() {
            let what = match minutes.first.is_empty() {
                _ if reply.sealed => SEALED,
                true => NOTHING,
                false => NO_ORDER,
            };
            minutes.first.push(what.to_owned());
            minutes.show = true;
        }
        if late {
            minutes.first.push(
                "Your letter answers one that asked something else. Answer this one \
                 instead."
                    .to_owned(),
            );
            minutes.show = true;
        }
        let effect = match acted {
            true => Effect::Acted,
            false => Effect::Nothing { awaited: orders || is_open(&live, holder) },
        };
        self.settle(now, reply, found, holder, minutes, effect).await
    }

    /// Does nothing, and sends how it stands with a new key.
    pub(super) async fn send_new(
        &self,
        now: DateTime<Utc>,
        reply: &Reply,
        found: Found,
        holder: &SeatHolder,
        why: &str,
    ) -> Result<IncomingState, ServiceError> {
        let first = vec![format!("Nothing was done: {why}. Answer this letter instead.")];
        let after = self.live(&holder.game).await?.last_seq();
        let minutes = ReplyTranscript { after, first, show: true, ..ReplyTranscript::default() };
        self.settle(now, reply, found, holder, minutes, Effect::Nothing { awaited: false }).await
    }
}

const GONE: &str = "Nothing was done: you no longer have a seat at this table.";
const NO_ORDER: &str = "No line of it begins like an order. Write help for what may be written.";
const NOTHING: &str = "It was empty, or everything in it was quoted. Write above the first line of \
    the letter that you answer.";
const SEALED: &str = "It is encrypted, and nothing of it can be read here. Write without \
    encryption: what protects your seat is the address that you answer.";
