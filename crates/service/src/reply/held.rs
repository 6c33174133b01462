//! Replies that may be forged. They are held until the player confirms them, by replying to an
//! email sent to the seat's own address or on a page.

use crate::handles::Inbox;
use chrono::{DateTime, Duration, Utc};

use crate::email_payload::{EmailPayload, HeldPayload, ReplyTranscript};
use crate::error::ServiceError;
use crate::people::message_ids::message_id;
use crate::reply::Reply;
use crate::reply::admit::{SeatHolder, same};
use crate::reply::line::ReplyLine;
use crate::reply::reading::command::{self, Request};
use crate::reply::settle::Effect;
use ravenpost_emails::{NotificationKind, SafeLine};
use ravenpost_store::people::{confirmed_senders, players};
use ravenpost_store::post::incoming::{self, Found, IncomingState, Outcome};
use ravenpost_store::post::keys::Key;
use ravenpost_store::post::outbox::{self, QueuedEmail};
use ravenpost_store::{PlayerId, StoreError, Tx, writes};

/// Maximum number of lines that are shown to the player.
const SHOWN: usize = 12;
/// Maximum number of senders a day whose held replies a player is asked about at one table. It
/// stops a stranger with a key from flooding the player with confirmation requests.
const ASKED_A_DAY: u64 = 3;
/// Maximum number of held replies per seat; further ones are ignored.
const HELD: u64 = 20;
/// The note on a reply that its player disowned.
const DISOWNED: &str = "the player says that someone else wrote it";

impl Inbox<'_> {
    /// Holds a reply and asks its player to confirm it.
    pub(super) async fn hold(
        self,
        now: DateTime<Utc>,
        reply: &Reply,
        found: Found,
        holder: &SeatHolder,
        why: &'static str,
    ) -> Result<IncomingState, ServiceError> {
        let seq = self.games().load(&holder.game).await?.last_seq();
        let (kind, domain) =
            (NotificationKind::ReplyOnHold, self.accounts().message_domain().await?);
        let question = QueuedEmail {
            message_id: message_id(kind, &[&reply.id, &now.timestamp()], domain),
            to_player: Some(holder.player.id),
            address: None,
            kind: kind.key().to_owned(),
            game: Some(holder.game.clone()),
            seat: Some(holder.seat),
            seq: Some(seq),
            payload: EmailPayload::Held(HeldPayload { inbound_email: reply.id }).text(),
            references: reply.message_id.clone().unwrap_or_default(),
            at: now,
            due_at: now,
        };
        let sender = found.sender.clone().unwrap_or_default();
        let (id, player, game) = (reply.id, holder.player.id, holder.game.clone());
        let seat = holder.seat;
        let mut outcome =
            Outcome { state: IncomingState::Held, found, note: why.into(), answer: None, at: now };
        let says = said(&reply.lines);
        let job = self.store().write(writes!(|tx| {
            let day = now - Duration::days(1);
            let (senders, his) =
                incoming::held_since(&mut *tx, player, &game, &sender, day).await?;
            if incoming::held_for(&mut *tx, player, &game, seat).await? >= HELD {
                outcome.state = IncomingState::Ignored;
                outcome.note.push_str(", and too many replies for this seat are on hold");
            }
            let state = outcome.state;
            if !incoming::settle(tx, id, &outcome).await? || state != IncomingState::Held {
                return Ok(state);
            }
            incoming::quote(tx, id, &says).await?;
            if his == 0 && senders < ASKED_A_DAY {
                outbox::owe(tx, &question).await?;
            }
            Ok(state)
        }));
        Ok(job.await?)
    }

    /// Handles the player's answer about a held reply. The key was sent to the seat's own address
    /// only, so its sender can read that mailbox. The gateway's verdict is therefore ignored.
    pub(super) async fn answer_held(
        self,
        now: DateTime<Utc>,
        reply: &Reply,
        found: Found,
        key: Key,
        held: i64,
    ) -> Result<IncomingState, ServiceError> {
        let email = match incoming::get(self.store().read(), held).await {
            Ok(email) => email,
            Err(StoreError::NotFound) => {
                let why = "it refers to an email that was deleted";
                return self.ignore(now, reply, found, why).await;
            }
            Err(error) => return Err(error.into()),
        };
        let holder = match self.holder(key).await? {
            Ok(holder) => holder,
            Err(why) => return self.ignore(now, reply, found, why).await,
        };
        let known = [Some(&holder.player.address), email.found.sender.as_ref()];
        let from = known.into_iter().flatten().any(|known| reply.is_from(known));
        if !from || holder.moved() {
            let why = "it was not sent from the player's own address";
            return self.ignore(now, reply, found, why).await;
        }
        if !self.sits(&holder).await? {
            let SeatHolder { player, game, .. } = holder;
            return self.replies().answer_former(now, reply, found, player.id, game).await;
        }
        let asks = reply.lines.iter().map(|line| command::read(&line.plain, &line.raw));
        let word = asks.into_iter().find(|ask| matches!(ask, Request::Again | Request::Decline));
        let said = match word {
            Some(ask) => {
                let genuine = ask == Request::Again;
                let note = match genuine {
                    true => format!("confirmed email {held}"),
                    false => format!("declined email {held}"),
                };
                let (id, player) = (reply.id, holder.player.id);
                let outcome = Outcome {
                    state: IncomingState::Done,
                    found: found.clone(),
                    note,
                    answer: None,
                    at: now,
                };
                let job = self.store().write(writes!(|tx| {
                    let done = decide(tx, held, player, genuine, now).await?;
                    if done {
                        incoming::settle(tx, id, &outcome).await?;
                    }
                    Ok(done)
                }));
                if job.await? {
                    // Processing the held reply sends a response, which covers this email too.
                    return Ok(IncomingState::Done);
                }
                "Nothing was done: that reply has already been processed."
            }
            None => {
                "Nothing was done. Reply with the word \"again\" if you wrote that email, or \
                 \"decline\" if you did not."
            }
        };
        let transcript =
            ReplyTranscript { messages: vec![said.to_owned()], ..ReplyTranscript::default() };
        self.settle(now, reply, found, &holder, transcript, Effect::Nothing { order: false }).await
    }

    /// Records on a page whether a held reply is genuine. Returns whether it was still held.
    pub async fn say_of_held(
        self,
        now: DateTime<Utc>,
        player: PlayerId,
        id: i64,
        genuine: bool,
    ) -> Result<bool, ServiceError> {
        let job = self.store().write(writes!(|tx| decide(tx, id, player, genuine, now).await));
        Ok(job.await?)
    }
}

/// Stores the player's decision about a held reply. The sender address is added to the confirmed
/// ones, or removed.
async fn decide(
    tx: &mut Tx,
    id: i64,
    player: PlayerId,
    genuine: bool,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let sender = match incoming::get(&mut *tx, id).await {
        Ok(email) => email.found.sender,
        Err(StoreError::NotFound) => return Ok(false),
        Err(error) => return Err(error),
    };
    let own = players::get(&mut *tx, player).await?.address;
    let other = sender.filter(|sender| !same(sender, &own));
    let decided = match genuine {
        true => incoming::vouch(&mut *tx, id, player).await?,
        false => incoming::disown(&mut *tx, id, player, DISOWNED, now).await?,
    };
    if let Some(other) = other.filter(|_| decided) {
        match genuine {
            true => confirmed_senders::confirm(tx, player, &other, now).await?,
            false => confirmed_senders::forget(tx, player, &other).await?,
        }
    }
    Ok(decided)
}

/// Returns the first lines of a reply, safe for display.
fn said(lines: &[ReplyLine]) -> Vec<String> {
    lines.iter().take(SHOWN).map(|line| SafeLine::new(&line.raw).to_string()).collect()
}
