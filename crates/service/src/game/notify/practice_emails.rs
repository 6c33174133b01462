//! Turn emails of games against bots only. There are none unless the player asks for them at that
//! game, by choosing how soon its turn emails are sent.

use chrono::{DateTime, Utc};

use crate::email_payload::{EmailPayload, GamePayload};
use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::game::notify::obligations::last_answer_of;
use crate::game::notify::thread::message_id;
use crate::handles::Notifications;
use crate::people::mail_choices::MailChoices;
use crate::people::mail_pace::MailPace;
use ravenpost_emails::{MailTopic, NotificationKind};
use ravenpost_log::GameId;
use ravenpost_log::table::status::Status;
use ravenpost_rules::Seat;
use ravenpost_store::people::players::{self, Player};
use ravenpost_store::post::outbox::{self, QueuedEmail};
use ravenpost_store::{PlayerId, StoreError, writes};

impl MailChoices {
    /// Whether turn emails of a game against bots only are wanted.
    pub fn wants_practice_turns(&self, game: &GameId) -> bool {
        let paces = self.frequency_by_game.get(game.as_str());
        let asked = paces.is_some_and(|paces| paces.contains_key(MailTopic::Turns.key()));
        asked && self.wants_of(MailTopic::Turns, Some(game))
    }

    /// The same preferences with turn emails of a game against bots only switched on or off.
    #[must_use]
    fn with_practice_turns(self, game: &GameId, wanted: bool) -> MailChoices {
        let pace = wanted.then_some(MailPace::Immediate);
        let game = Some(game.as_str());
        self.paced(MailTopic::Turns, game, pace).with(MailTopic::Turns, game, true)
    }
}

/// Whether only bots play besides the player of a seat.
fn is_practice(game: &Game, seat: Seat) -> bool {
    game.status.state == Status::Running && game.status.seats.held_seats() == [seat]
}

fn wants(player: &Player, game: &GameId) -> bool {
    player.guest_until.is_none() && MailChoices::of(&player.mail).wants_practice_turns(game)
}

impl Notifications<'_> {
    /// Whether the player of a game against bots only gets its turn emails. `None` for other games
    /// and for guests, who have no address.
    pub async fn practice_emails(
        self,
        game: &Game,
        player: Option<PlayerId>,
    ) -> Result<Option<bool>, ServiceError> {
        let plays =
            |player: &PlayerId| game.seat_of(*player).is_some_and(|seat| is_practice(game, seat));
        let Some(player) = player.filter(plays) else { return Ok(None) };
        let player = players::get(self.store().read(), player).await?;
        Ok(player.guest_until.is_none().then(|| wants(&player, &game.id)))
    }

    /// Starts or stops the turn emails of a game against bots only. The email about the pending
    /// decision is sent at once. Idempotent.
    pub async fn choose_practice_emails(
        self,
        now: DateTime<Utc>,
        game_id: &GameId,
        by: PlayerId,
        wanted: bool,
    ) -> Result<(), ServiceError> {
        let game = self.games().load(game_id).await?;
        let seat = game.seat_of(by).filter(|seat| is_practice(&game, *seat));
        let player = players::get(self.store().read(), by).await?;
        let Some(seat) = seat.filter(|_| player.guest_until.is_none()) else {
            return Err(ServiceError::refused(
                "this is only possible in a running game against bots; choose your emails in your \
                 settings",
            ));
        };
        if wanted && !MailChoices::of(&player.mail).wants(MailTopic::Turns) {
            return Err(ServiceError::refused(
                "all your turn emails are off; switch them on in your settings first",
            ));
        }
        let id = game_id.clone();
        let change = move |choices: MailChoices| choices.with_practice_turns(&id, wanted);
        let changed = self.players().choose_mail(by, change).await?;
        if !(changed && wanted) || game.seats().wait(seat).is_none() {
            return Ok(());
        }
        let email = self.turn_email(now, &game, seat, by).await?;
        let queued = self.store().write(writes!(|tx| {
            if !outbox::is_queued(&mut *tx, &email.message_id).await? {
                outbox::owe(tx, &email).await?;
            }
            Ok(())
        }));
        Ok(queued.await?)
    }

    /// Returns an email about the pending decision of a seat.
    async fn turn_email(
        self,
        now: DateTime<Utc>,
        game: &Game,
        seat: Seat,
        player: PlayerId,
    ) -> Result<QueuedEmail, ServiceError> {
        let (kind, domain) = (NotificationKind::YourTurn, self.accounts().message_domain().await?);
        let payload =
            GamePayload { after_seq: last_answer_of(game, seat), ..GamePayload::default() };
        Ok(QueuedEmail {
            message_id: message_id(kind, &game.id, seat, game.step(), domain),
            to_player: Some(player),
            address: None,
            kind: kind.key().to_owned(),
            game: Some(game.id.clone()),
            seat: Some(seat),
            seq: Some(game.last_seq()),
            payload: EmailPayload::Game(payload).text(),
            references: String::new(),
            at: now,
            due_at: now,
        })
    }

    /// Whether the only person at a table asked for turn emails.
    pub(crate) async fn wants_practice_emails(self, game: &Game) -> Result<bool, ServiceError> {
        let [(_, player)] = game.people.as_slice() else { return Ok(false) };
        match players::get(self.store().read(), *player).await {
            // The guest account has expired.
            Err(StoreError::NotFound) => Ok(false),
            found => Ok(wants(&found?, &game.id)),
        }
    }

    /// Whether a turn email is about a game against bots only whose player no longer wants it.
    pub(crate) async fn is_unasked(
        self,
        kind: NotificationKind,
        queued: &QueuedEmail,
        reader: &Player,
    ) -> Result<bool, ServiceError> {
        let (NotificationKind::YourTurn, Some(game_id), Some(seat)) =
            (kind, &queued.game, queued.seat)
        else {
            return Ok(false);
        };
        let game = self.games().load(game_id).await?;
        Ok(is_practice(&game, seat) && !wants(reader, game_id))
    }
}
