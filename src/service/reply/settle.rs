//! What became of a letter, and its answer: one piece of writing, and only once.

use chrono::{DateTime, Utc};

use super::Reply;
use super::admit::SeatHolder;
use super::quota::{AnswerQuota, IdleLetter, Sort};
use crate::letters::{LetterKind, LineOutcome};
use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::letter_payload::{LetterPayload, ReplyTranscript};
use crate::service::people::message_ids::message_id;
use ravenpost_store::post::incoming::{self, Found, IncomingState, Outcome};
use ravenpost_store::post::outbox::{self, Owed};
use ravenpost_store::writes;

/// What a letter has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// The letter changed something at its table.
    Acted,
    /// It changed nothing; `awaited` if it begins like an order, or its question is still open.
    Nothing { awaited: bool },
}

impl Service {
    /// Answers a letter and keeps what became of it. The same letter may come twice, by two ways:
    /// then it has been answered already.
    pub(super) async fn settle(
        &self,
        now: DateTime<Utc>,
        reply: &Reply,
        found: Found,
        holder: &SeatHolder,
        mut minutes: ReplyTranscript,
        effect: Effect,
    ) -> Result<IncomingState, ServiceError> {
        let live = self.live(&holder.game).await?;
        minutes.in_reply_to = holder.key.letter;
        let mut note = minutes.lines.summary();
        let (game, seat) = (holder.game.clone(), holder.seat);
        // The same for the same letter, whatever has happened since it came first.
        let asked = holder.key.known_seq.unwrap_or_default();
        let kind = LetterKind::ReplyResult;
        let domain = self.message_domain().await?;
        let mut letter = Owed {
            message_id: message_id(kind, &[&asked, &seat, &game, &reply.mark()], domain),
            to_player: Some(holder.player.id),
            address: None,
            kind: kind.key().to_owned(),
            game: Some(game),
            seat: Some(seat),
            seq: Some(live.last_seq()),
            payload: payload(&minutes),
            references: reply.message_id.clone().unwrap_or_default(),
            at: now,
            due_at: now,
        };
        let idle = match effect {
            Effect::Acted => None,
            Effect::Nothing { awaited } => Some(idle(holder, awaited, &minutes)),
        };
        let last = idle.as_ref().map(|idle| {
            minutes.messages.push(idle.last().to_owned());
            payload(&minutes)
        });
        let id = reply.id;
        let done = self.store().write(writes!(|tx| {
            let silent = match &idle {
                _ if outbox::is_owed(&mut *tx, &letter.message_id).await? => {
                    Some("it was answered before")
                }
                None => None,
                Some(idle) => match idle.count(tx, now).await? {
                    AnswerQuota::Yes => None,
                    AnswerQuota::Last => {
                        letter.payload = last.unwrap_or_default();
                        None
                    }
                    AnswerQuota::No(why) => Some(why),
                },
            };
            let answer = match silent {
                None => Some(outbox::owe(tx, &letter).await?),
                Some(why) => {
                    note = format!("{note}; not answered, because {why}");
                    None
                }
            };
            let outcome = Outcome { state: IncomingState::Done, found, note, answer, at: now };
            incoming::settle(tx, id, &outcome).await?;
            Ok(())
        }));
        done.await?;
        Ok(IncomingState::Done)
    }

    /// Notes of a letter that nothing is done about it, and why; nobody is answered.
    pub(super) async fn ignore(
        &self,
        now: DateTime<Utc>,
        reply: &Reply,
        found: Found,
        why: &str,
    ) -> Result<IncomingState, ServiceError> {
        self.note_down(now, reply, found, IncomingState::Ignored, why).await
    }

    /// Notes of a letter that it is held or put by, and why; nobody is answered.
    pub(super) async fn note_down(
        &self,
        now: DateTime<Utc>,
        reply: &Reply,
        found: Found,
        state: IncomingState,
        why: &str,
    ) -> Result<IncomingState, ServiceError> {
        let outcome = Outcome { state, found, note: why.to_owned(), answer: None, at: now };
        let id = reply.id;
        let done = self.store().write(writes!(|tx| incoming::settle(tx, id, &outcome).await));
        done.await?;
        Ok(state)
    }
}

fn payload(minutes: &ReplyTranscript) -> String {
    LetterPayload::Transcript(minutes.clone()).text()
}

fn idle(holder: &SeatHolder, awaited: bool, minutes: &ReplyTranscript) -> IdleLetter {
    let mut words: Vec<&str> = minutes.messages.iter().map(String::as_str).collect();
    for line in &minutes.lines.0 {
        words.push(&line.text);
        words.extend(line.messages.iter().map(String::as_str));
    }
    words.push(holder.game.as_str());
    let asks = minutes.lines.0.iter().filter(|line| line.outcome != LineOutcome::Ignored);
    let refused = asks.clone().count() == 0 || asks.clone().any(|line| line.outcome.is_open());
    let sort = match refused {
        false => Sort::Asked,
        true if awaited => Sort::Awaited,
        true => Sort::Refused,
    };
    IdleLetter::new(&holder.player.id.to_string(), sort, refused.then_some(words.as_slice()))
}
