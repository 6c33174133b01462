//! Replies to an invitation. `join` takes the offered seat and `decline` gives it back. A line
//! `salt WORDS` mixes those words into the dice. A reply from the invited address proves control of
//! the mailbox, as a sign-in email would.

use crate::handles::Inbox;
use chrono::{DateTime, Utc};

use super::Reply;
use super::admit::SeatHolder;
use super::reading::command::{self, Request};
use super::reading::joining;
use super::settle::Effect;
use super::short_answer::{Brief, Recipient};
use crate::email_payload::ReplyTranscript;
use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::game::notify::thread::message_id;
use crate::game::table::preferences::{self, ReceivedPreference};
use crate::idempotency::Idempotency;
use crate::people::players::newcomer;
use crate::table::join_table::Join;
use ravenpost_emails::parts::line_outcomes::Account;
use ravenpost_emails::{LineOutcome, NotificationKind};
use ravenpost_log::Act;
use ravenpost_rules::numbers::Seq;
use ravenpost_store::people::invitations::{self, Invitation};
use ravenpost_store::people::players::{self, Player};
use ravenpost_store::post::incoming::{Found, IncomingState};
use ravenpost_store::post::keys::Key;
use ravenpost_store::post::outbox;
use ravenpost_store::writes;

impl Inbox<'_> {
    pub(super) async fn answer_invited(
        self,
        now: DateTime<Utc>,
        reply: &Reply,
        key: Key,
        found: Found,
    ) -> Result<IncomingState, ServiceError> {
        if !reply.is_from(&key.address) {
            let why = "it was not sent from the invited address";
            return self.ignore(now, reply, found, why).await;
        }
        let invitation = match &key.invitation {
            Some(token) => invitations::find(self.store().read(), token, now).await?,
            None => None,
        };
        let Some(game) = key.game.clone() else {
            let why = "its reply key belongs to no game";
            return self.ignore(now, reply, found, why).await;
        };
        let brief = |said: &str| {
            Brief::of(Recipient::Guest(key.address.clone()), game.clone(), said.to_owned())
        };
        if reply.verdict.is_doubtful() {
            return self.replies().settle_briefly(now, reply, found, brief(DOUBTFUL)).await;
        }
        let Some(invitation) = invitation else {
            let brief = brief(GONE);
            return self.replies().settle_briefly(now, reply, found, brief).await;
        };
        let open = Some(invitation.token_hash);
        let mut asked =
            reply.lines.iter().map(|line| (line, command::read(&line.plain, &line.raw)));
        let in_sentence =
            || reply.lines.iter().find_map(|line| Some((line, joining::answer(&line.raw)?)));
        let answer = asked
            .find(|(_, ask)| matches!(ask, Request::Join | Request::Decline))
            .or_else(in_sentence);
        let brief = match answer {
            Some((line, Request::Join)) => {
                let joined = self.join_by_mail(now, reply, &key, &invitation).await?;
                match joined {
                    Ok((holder, after)) => {
                        return self.seated(now, reply, found, &holder, &line.raw, after).await;
                    }
                    Err(why) => Brief { open, ..brief(&format!("You have not joined: {why}.")) },
                }
            }
            Some(_) => Brief { declined: open, ..brief(DECLINED) },
            None => Brief { open, asks: true, ..brief(NEITHER) },
        };
        self.replies().settle_briefly(now, reply, found, brief).await
    }

    /// Confirms that a player has taken a seat. If the game starts with it, the start email is the
    /// confirmation, since it contains everything that this one would.
    async fn seated(
        self,
        now: DateTime<Utc>,
        reply: &Reply,
        found: Found,
        holder: &SeatHolder,
        line: &str,
        after: Seq,
    ) -> Result<IncomingState, ServiceError> {
        let found = Found {
            game: Some(holder.game.clone()),
            seat: Some(holder.seat),
            player: Some(holder.player.id),
            ..found
        };
        let game = self.games().load(&holder.game).await?;
        let began = game.log.after(after).find(|entry| *entry.act == Act::Started);
        if let Some(began) = began {
            let email = message_id(
                NotificationKind::GameStarted,
                &game.id,
                holder.seat,
                began.step,
                self.accounts().message_domain().await?,
            );
            if outbox::is_queued(self.store().read(), &email).await? {
                let why = "the player joined; the start email is the answer";
                return self.note_down(now, reply, found, IncomingState::Done, why).await;
            }
        }
        let preference = self.members().own_preference(&game, Some(holder.player.id)).await?;
        let transcript = transcript(line, after, preference);
        self.settle(now, reply, found, holder, transcript, Effect::Acted).await
    }

    /// Takes the seat for the invited person. Returns the seat and the event after which it was
    /// taken, or why it was refused.
    async fn join_by_mail(
        self,
        now: DateTime<Utc>,
        reply: &Reply,
        key: &Key,
        invitation: &Invitation,
    ) -> Result<Result<(SeatHolder, Seq), String>, ServiceError> {
        // People invited by email may sign up even if sign-up is closed.
        let player = self.player_at(now, &key.address).await?;
        let game_id = invitation.game.clone();
        let game = self.games().load(&game_id).await?;
        let join = Join {
            seat: invitation.seat,
            invited: true,
            program: false,
            preference: preference(&game, reply),
            salt: reply.lines.iter().find_map(|line| command::salt(&line.raw)).unwrap_or_default(),
            key: Some(Idempotency::of("email", &game_id, "join", reply.mark())),
        };
        let after = game.last_seq();
        let seat = match self.tables().join_table(now, &game_id, player.id, join).await {
            Ok(seat) => seat,
            Err(ServiceError::Refused(why)) => {
                let why: Vec<String> = why.iter().map(ToString::to_string).collect();
                return Ok(Err(why.join("; ")));
            }
            Err(error) => return Err(error),
        };
        let key = key.clone();
        Ok(Ok((SeatHolder { key, player, game: game_id, seat }, after)))
    }

    /// Returns the player with that address and creates one if there is none.
    async fn player_at(self, now: DateTime<Utc>, address: &str) -> Result<Player, ServiceError> {
        let address = address.to_owned();
        let found = self.store().write(writes!(|tx| {
            let id = match players::by_address(&mut *tx, &address).await? {
                Some(player) => player.id,
                None => players::add(tx, &newcomer(&address, now)).await?,
            };
            players::clear_bounces(tx, id).await?;
            players::get(tx, id).await
        }));
        Ok(found.await?)
    }
}

/// Returns the preference in a reply, given on a line of its own.
fn preference(game: &Game, reply: &Reply) -> ReceivedPreference {
    let line = reply
        .lines
        .iter()
        .map(|line| line.plain.as_str())
        .find(|line| game.seats().is_preference(line));
    ReceivedPreference { line: line.unwrap_or_default().to_owned(), by_email: true }
}

/// A doubtful sender has to use the link, which proves access to the mailbox.
const DOUBTFUL: &str = "Nothing was done: our mail server could not verify that you sent this \
    reply. To join, open the link in the invitation.";
const GONE: &str = "Nothing was done: this invitation has been used, has expired or was withdrawn.";
const DECLINED: &str = "You declined the invitation. You will get no more emails about this game.";
const NEITHER: &str = "Nothing was done. To join, reply to this email with the word \"join\" \
    above the quoted text. To decline, reply with \"decline\". You can add a line \"salt\" with \
    any words, which become part of the random draws.";

fn transcript(line: &str, after: Seq, preference: Option<String>) -> ReplyTranscript {
    let mut said = vec!["You have joined the game.".to_owned()];
    said.extend(preference.map(|preference| preferences::confirmation(&preference)));
    let mut account = Account::default();
    account.add(1, line, LineOutcome::Executed, said);
    ReplyTranscript {
        after_seq: after,
        lines: account,
        show_position: true,
        ..ReplyTranscript::default()
    }
}
