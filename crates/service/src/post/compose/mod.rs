//! Composes emails, one file for each kind. The text is rendered when the email is sent, from the
//! current state. Obsolete emails are dropped.

pub(crate) mod accounts;
mod composer;
mod daily_limit;
pub(crate) mod digest;
mod game;
mod notices;
mod reminders;
pub(crate) mod replies;
pub(crate) mod tables;
mod timing;
mod turns;

use crate::handles::Composing;
use chrono::{DateTime, Duration, Utc};

use crate::error::ServiceError;
use crate::people::mail_choices::{LinkOwner, MailChoices, StopLink};
use crate::people::mail_pace::MailPace;
use crate::post::compose::notices::IncludedNotices;
use crate::post::reply_keys::{Question, ReplyKeys, is_answered};
use ravenpost_emails::{Email, Frame, MailTopic, NotificationKind, SafeLine};
use ravenpost_log::table::status::Status;
use ravenpost_store::StoreError;
use ravenpost_store::lists::games;
use ravenpost_store::people::players::{self, Player};
use ravenpost_store::people::{accounts as stored_accounts, invitations};
use ravenpost_store::post::outbox::QueuedEmail;
use ravenpost_zone::Zone;

/// How long to wait before retrying an email that another node may compose, or that waits for a
/// game to resume.
const AGAIN: Duration = Duration::minutes(1);

/// The number of games from which one email a day is offered.
const MANY: usize = 5;

pub enum Composed {
    /// Composed for this address, with the data to store beside it. The emails in `gathers` are
    /// covered by it and need not be sent.
    Ready { address: String, email: Box<Email>, opens: ReplyKeys, gathers: Vec<i64> },
    /// To be combined with others or sent later, not before this time.
    Later(DateTime<Utc>),
    /// Obsolete, or unwanted by its recipient, for this reason.
    Dropped(&'static str),
}

impl Composing<'_> {
    /// Composes a queued email. If its game is damaged, it returns an error and is retried later.
    pub async fn finish_email(
        self,
        now: DateTime<Utc>,
        queued: &QueuedEmail,
    ) -> Result<Composed, ServiceError> {
        // Boxed, because the future of a digest is too large for the stack.
        let written = Box::pin(self.email_written(now, queued));
        match &queued.game {
            Some(game) => self.games().apart(game, written).await,
            None => written.await,
        }
    }

    async fn email_written(
        self,
        now: DateTime<Utc>,
        queued: &QueuedEmail,
    ) -> Result<Composed, ServiceError> {
        let Some(kind) = NotificationKind::find(&queued.kind) else {
            // Written by a newer version, which will compose it.
            return Ok(Composed::Later(now + AGAIN));
        };
        let reader = match queued.to_player {
            Some(id) => match players::get(self.store().read(), id).await {
                Err(StoreError::NotFound) => None,
                found => Some(found?),
            },
            None => None,
        };
        let address = reader.as_ref().map(|player| player.address.clone());
        let Some(address) = address.or_else(|| queued.address.clone()) else {
            return Ok(Composed::Dropped("the recipient no longer exists"));
        };
        if let Some(why) = self.unwanted(kind, queued, reader.as_ref()).await? {
            return Ok(Composed::Dropped(why));
        }
        if let Some(then) = self.email_timing().answers_first(now, kind, queued).await? {
            return Ok(Composed::Later(then));
        }
        if let Some(reader) = &reader {
            if let Some(then) = self.email_timing().waits_until(now, kind, queued, reader).await? {
                return Ok(Composed::Later(then));
            }
            if let Some(digest) = self.gathered(now, kind, queued, reader).await? {
                return Ok(digest);
            }
        }
        let included = match &reader {
            Some(reader) => Box::pin(self.notices_for(now, kind, queued, reader)).await?,
            None => IncludedNotices::default(),
        };
        let frame = self.frame(now, queued, kind, reader.as_ref()).await?;
        let frame = Frame { notices: included.notices, ..frame };
        let (mut asked, mut talk_progress) = (Question::default(), Vec::new());
        let email = match kind {
            NotificationKind::SignIn => self.sign_in_email(queued, frame),
            NotificationKind::Invitation => self.invitation_email(queued, frame).await?,
            NotificationKind::EmailUndelivered => self.undelivered_email(queued, frame).await?,
            NotificationKind::ReplyNotice => self.short_answer(queued, frame).await?,
            NotificationKind::AddressChangeNew => self.new_address_email(queued, frame).await?,
            NotificationKind::AddressChangeOld => self.old_address_email(queued, frame).await?,
            NotificationKind::ApiToken => self.api_token_email(queued, frame),
            NotificationKind::DailySeals => self.seals_email(queued, frame).await?,
            NotificationKind::AdminMail => self.admin_mail(queued, frame).await?,
            _ => {
                let written = self.game_email(kind, queued, frame).await?;
                written.map(|written| {
                    asked = written.asked;
                    talk_progress.extend(written.talk_progress);
                    written.email
                })
            }
        };
        let Some(email) = email else { return Ok(Composed::Dropped("the game has changed since")) };
        let opens =
            ReplyKeys { talk_progress, ..self.emails().opens(now, kind, queued, &address, asked)? };
        let mut gathers = self.replaced_emails(kind, queued).await?;
        gathers.extend(included.ids);
        Ok(Composed::Ready { address, email: Box::new(email), opens, gathers })
    }

    /// Returns why an email is unwanted, even if its content is still correct. Emails without a
    /// topic were requested by their recipients and are always sent, unless an admin has blocked
    /// the recipient.
    async fn unwanted(
        self,
        kind: NotificationKind,
        queued: &QueuedEmail,
        reader: Option<&Player>,
    ) -> Result<Option<&'static str>, ServiceError> {
        let blocked = match (reader, &queued.address) {
            (Some(reader), _) => reader.blocked_at.is_some(),
            (None, Some(address)) => {
                stored_accounts::is_blocked(self.store().read(), address).await?
            }
            (None, None) => false,
        };
        if blocked {
            return Ok(Some("the recipient is blocked"));
        }
        let Some(topic) = kind.topic() else { return Ok(None) };
        Ok(match (reader, &queued.address) {
            (Some(reader), _) if reader.stopped_at.is_some() => {
                Some("emails to the recipient bounce")
            }
            (Some(reader), _) => {
                let wanted = MailChoices::of(&reader.mail).wants_of(topic, queued.game.as_ref());
                let unasked = self.notifications().is_unasked(kind, queued, reader).await?;
                (unasked || !wanted).then_some("the recipient unsubscribed from this kind of email")
            }
            (None, Some(address)) => {
                let guest = self.players().guest(address).await?;
                let never = invitations::refused(self.store().read(), &guest).await?;
                never.then_some("the recipient does not want invitations")
            }
            (None, None) => None,
        })
    }

    /// Returns the link that stops emails like this one.
    async fn stop(
        self,
        kind: NotificationKind,
        queued: &QueuedEmail,
    ) -> Result<Option<String>, ServiceError> {
        let Some(link) = self.stop_link(kind, queued).await? else { return Ok(None) };
        let token = self.players().stop_token(&link).await?;
        Ok(Some(format!("{}/stop/{token}", self.settings().base_url)))
    }

    /// Returns the emails that the stop link of an email turns off, or `None` if its kind cannot be
    /// switched off.
    pub(crate) async fn stop_link(
        self,
        kind: NotificationKind,
        queued: &QueuedEmail,
    ) -> Result<Option<StopLink>, ServiceError> {
        let Some(topic) = kind.topic() else { return Ok(None) };
        let whose = match (queued.to_player, &queued.address) {
            (Some(reader), _) => LinkOwner::Player(reader),
            (None, Some(address)) => LinkOwner::Guest(self.players().guest(address).await?),
            (None, None) => return Ok(None),
        };
        let about = topic != MailTopic::Invitations && kind != NotificationKind::Digest;
        let game = queued.game.clone().filter(|_| about);
        Ok(Some(StopLink { whose, topic, game }))
    }

    async fn frame(
        self,
        now: DateTime<Utc>,
        queued: &QueuedEmail,
        kind: NotificationKind,
        reader: Option<&Player>,
    ) -> Result<Frame, ServiceError> {
        let base = &self.settings().base_url;
        let zone = reader.and_then(|reader| reader.zone.parse::<Zone>().ok());
        let key = match reader {
            Some(reader) => self.proof().key_for(reader).await?,
            None => None,
        };
        Ok(Frame {
            server: SafeLine::from("Ravenpost"),
            home: format!("{base}/"),
            reader: reader
                .map_or_else(|| SafeLine::from(""), |reader| SafeLine::from(&reader.name)),
            zone: zone.unwrap_or(Zone::UTC),
            now,
            settings: reader.map(|_| format!("{base}/settings")),
            stop: self.stop(kind, queued).await?,
            stops: None,
            answered: self.settings().answers.is_some() && is_answered(kind, queued),
            heard: Vec::new(),
            notices: Vec::new(),
            more: self.more_waits(now, kind, queued, reader).await?,
            many: self.many_games(kind, reader).await?,
            short: reader.is_some_and(|reader| MailChoices::of(&reader.mail).short_emails)
                && kind != NotificationKind::ReplyResult,
            seal: self.last_seal().await?,
            key: key.map(|key| key.to_string()),
        })
    }

    /// Returns how many games the recipient of a turn email plays, if these emails are sent at once
    /// and one a day is worth offering.
    async fn many_games(
        self,
        kind: NotificationKind,
        reader: Option<&Player>,
    ) -> Result<Option<usize>, ServiceError> {
        let Some(reader) = reader.filter(|_| kind == NotificationKind::YourTurn) else {
            return Ok(None);
        };
        if MailChoices::of(&reader.mail).pace_of(MailTopic::Turns, None) != MailPace::Immediate {
            return Ok(None);
        }
        let rows = games::of_player(self.store().read(), reader.id).await?;
        let current = rows.iter().filter(|row| row.status == Status::Running).count();
        Ok((current >= MANY).then_some(current))
    }

    /// Returns how many other games wait for the recipient of an email about a game. It is 0 for
    /// other emails, and for digests, which count for themselves.
    async fn more_waits(
        self,
        now: DateTime<Utc>,
        kind: NotificationKind,
        queued: &QueuedEmail,
        reader: Option<&Player>,
    ) -> Result<usize, ServiceError> {
        let (Some(reader), Some(game)) = (reader, &queued.game) else { return Ok(0) };
        if kind == NotificationKind::Digest {
            return Ok(0);
        }
        Ok(Box::pin(self.notifications().pending_actions(now, reader.id))
            .await?
            .games_besides(&[game]))
    }
}
