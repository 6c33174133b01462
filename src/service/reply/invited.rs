//! An answer to an invitation: `join` takes the seat that was offered, `decline` gives it back.
//! Whoever answers from the invited address has shown that the mailbox is theirs, as a sign-in
//! letter would have.

use chrono::{DateTime, Utc};

use super::Reply;
use super::admit::{Holder, Verdict, same};
use super::words::{self, Ask};
use crate::letters::Line;
use crate::service::error::ServiceError;
use crate::service::join_table::Join;
use crate::service::office::{Minute, Minutes};
use crate::service::{Idempotency, Service, sign_in};
use crate::store::incoming::{Found, State};
use crate::store::invitations::{self, Invitation};
use crate::store::keys::Key;
use crate::store::players::{self, Player};
use crate::store::writes;

impl Service {
    /// Does what an invited person answers.
    pub(super) async fn answer_invited(
        &self,
        now: DateTime<Utc>,
        (reply, key): (&Reply, Key),
        found: Found,
    ) -> Result<State, ServiceError> {
        let from = reply.from.as_deref().unwrap_or_default();
        if !same(from, &key.address) {
            let why = "it does not come from the invited address";
            return self.note_down(now, reply, found, (State::Ignored, why)).await;
        }
        if reply.verdict == Verdict::Doubtful {
            return self
                .note_down(
                    now,
                    reply,
                    found,
                    (State::Held, "the gate does not vouch for its sender"),
                )
                .await;
        }
        let invitation = match &key.invitation {
            Some(token) => invitations::find(self.store().read(), token, now).await?,
            None => None,
        };
        let Some(invitation) = invitation else {
            let why = "the invitation is used up, too old, or was taken back";
            return self.note_down(now, reply, found, (State::Ignored, why)).await;
        };
        let asked = reply.lines.iter().map(|line| (line, words::read(&line.plain, &line.raw)));
        let answer = asked.into_iter().find(|(_, ask)| matches!(ask, Ask::Join | Ask::Decline));
        match answer {
            Some((line, Ask::Join)) => {
                self.join_by_mail(now, (reply, key), (found, &line.raw), &invitation).await
            }
            Some(_) => {
                let (game, token) = (invitation.game.clone(), invitation.token_hash);
                self.store()
                    .write(writes!(|tx| invitations::revoke(tx, &game, &token).await))
                    .await?;
                self.note_down(now, reply, found, (State::Ignored, "it declines the invitation"))
                    .await
            }
            None => {
                self.note_down(
                    now,
                    reply,
                    found,
                    (State::Ignored, "it says neither join nor decline"),
                )
                .await
            }
        }
    }

    async fn join_by_mail(
        &self,
        now: DateTime<Utc>,
        (reply, key): (&Reply, Key),
        (found, line): (Found, &str),
        invitation: &Invitation,
    ) -> Result<State, ServiceError> {
        let Some(player) = self.player_at(now, &key.address).await? else {
            return self
                .note_down(now, reply, found, (State::Ignored, "nobody new may come in here"))
                .await;
        };
        let game = invitation.game.clone();
        let letter = data_encoding::HEXLOWER.encode(&reply.sha[..16]);
        let join = Join {
            seat: invitation.seat,
            invited: true,
            key: Some(Idempotency(format!("mail {game} join {letter}"))),
            ..Join::default()
        };
        let before = self.live(&game).await?.version();
        let seat = match self.join_table(now, &game, player.id, join).await {
            Ok(seat) => seat,
            Err(ServiceError::Refused(why)) => {
                let why: Vec<String> = why.iter().map(ToString::to_string).collect();
                return self.note_down(now, reply, found, (State::Ignored, &why.join("; "))).await;
            }
            Err(error) => return Err(error),
        };
        let said = vec!["You have taken a seat.".to_owned()];
        let minute = Minute { line: Line::from(line).to_string(), taken: true, said };
        let minutes =
            Minutes { after: before, lines: vec![minute], show: true, ..Minutes::default() };
        let found =
            Found { game: Some(game.clone()), seat: Some(seat), player: Some(player.id), ..found };
        let holder = Holder { key, player, game, seat };
        self.settle(now, reply, (found, &holder), minutes).await
    }

    /// Who has that address; somebody new, where new people may come in.
    async fn player_at(
        &self,
        now: DateTime<Utc>,
        address: &str,
    ) -> Result<Option<Player>, ServiceError> {
        let (address, open) = (address.to_owned(), self.settings().open_sign_up);
        let found = self.store().write(writes!(|tx| {
            let id = match players::by_address(&mut *tx, &address).await? {
                Some(player) => player.id,
                None if open => players::add(tx, &sign_in::newcomer(&address, now)).await?,
                None => return Ok(None),
            };
            players::well_again(tx, id).await?;
            players::get(tx, id).await.map(Some)
        }));
        Ok(found.await?)
    }
}
