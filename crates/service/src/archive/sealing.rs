//! The daily seal over the heads of all logs: creating it, emailing it to the admin, listing it.

use crate::handles::Archive;
use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};

use crate::email_payload::{EmailPayload, SealsPayload};
use crate::error::ServiceError;
use crate::node::lease::Duty;
use ravenpost_emails::NotificationKind;
use ravenpost_log::seal::{Form, Padding};
use ravenpost_store::lists::settings::{self, Key};
use ravenpost_store::log::sealing::{self, Finished};
use ravenpost_store::log::seals::{self, Seal};
use ravenpost_store::post::outbox::{self, QueuedEmail};
use ravenpost_store::proof::server_keys;
use ravenpost_store::{StoreError, Tx, writes};

/// How long the lease on sealing lasts.
const TURN: TimeDelta = TimeDelta::minutes(5);

/// How often sealing is retried if another node interferes.
const TRIES: usize = 3;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sealing {
    Made(Seal),
    /// The day already had a seal.
    Before,
    /// There is a seal for a later day, so a clock was or is wrong.
    Ahead(NaiveDate),
}

impl Archive<'_> {
    /// Seals the logs if this node gets the lease.
    pub async fn seal_in_turn(self, now: DateTime<Utc>) -> Result<Option<Sealing>, ServiceError> {
        match self.monitoring().has_duty(now, Duty::Seals, TURN).await? {
            true => Ok(Some(self.seal(now).await?)),
            false => Ok(None),
        }
    }

    /// Seals all logs unless this day already has a seal. Days on which the server was down have
    /// none; the next seal covers everything since the last one.
    pub async fn seal(self, now: DateTime<Utc>) -> Result<Sealing, ServiceError> {
        let today = now.date_naive();
        if let Some(last) = seals::last(self.store().read()).await?
            && last.day >= today
        {
            let ahead = last.day > today;
            return Ok(if ahead { Sealing::Ahead(last.day) } else { Sealing::Before });
        }
        let mut made = None;
        for _ in 0..TRIES {
            match self.make_seal(now, today).await {
                // Another node is sealing the same day. Continue from its entries.
                Err(ServiceError::Store(StoreError::Conflict)) => {}
                done => {
                    made = done?;
                    break;
                }
            }
        }
        Ok(made.map_or(Sealing::Before, Sealing::Made))
    }

    /// Enters the changed games in chunks, so that other writers are not blocked for long, and
    /// stores the seal at the end.
    async fn make_seal(
        self,
        now: DateTime<Utc>,
        today: NaiveDate,
    ) -> Result<Option<Seal>, ServiceError> {
        let begin = self.store().write(writes!(|tx| sealing::begin(tx, today).await));
        let Some(draft) = begin.await? else { return Ok(None) };
        let mut next = Some(draft.first());
        while let Some(from) = next {
            let moved = draft.moved(self.store().read(), from).await?;
            if !moved.is_empty() {
                let draft = draft.clone();
                let entered = self.store().write_side(writes!(|tx| draft.enter(tx, &moved).await));
                entered.await?;
            }
            next = draft.next(from);
        }
        let entries = draft.entries(self.store().read()).await?;
        let signer = server_keys::signer(self.store().read()).await?;
        let key = signer.as_ref().map(|signer| signer.key().to_string());
        let form = Form { padding: Padding(self.entropy().bytes()?), key };
        let lines = seals::lines(self.store().read(), today, draft.before, &form).await?;
        let hashed = tokio::task::spawn_blocking(move || (Finished::of(&lines, &form), lines));
        let (finished, lines) = hashed.await.map_err(|error| ServiceError::Broken(error.into()))?;
        let email = match self.settings().seal_days {
            0 => None,
            _ => Some(self.to_admin(now).await?),
        };
        let every = self.settings().seal_days;
        let job = self.store().try_write(writes!(|tx| {
            let made = draft.finish(tx, &finished, entries, signer.as_ref()).await?;
            if let (Some(_), Some(email)) = (&made, email) {
                tell(tx, email, today, every).await?;
            }
            Ok::<_, ServiceError>(made)
        }));
        let made = job.await?;
        if let Some(made) = &made {
            self.keep_seal_text(made, lines).await;
        }
        Ok(made)
    }

    /// Returns the newest seals, newest first.
    pub async fn seals(self, limit: u32) -> Result<Vec<Seal>, ServiceError> {
        Ok(seals::latest(self.store().read(), limit).await?)
    }

    async fn to_admin(self, now: DateTime<Utc>) -> Result<QueuedEmail, ServiceError> {
        Ok(QueuedEmail {
            message_id: self.accounts().chance_message_id(NotificationKind::DailySeals).await?,
            to_player: None,
            address: Some(self.settings().admin.clone()),
            kind: NotificationKind::DailySeals.key().to_owned(),
            game: None,
            seat: None,
            seq: None,
            payload: String::new(),
            references: String::new(),
            at: now,
            due_at: now,
        })
    }
}

/// Queues the email if enough days have passed since the last one.
async fn tell(
    tx: &mut Tx,
    email: QueuedEmail,
    today: NaiveDate,
    every: u32,
) -> Result<(), ServiceError> {
    let emailed = settings::get(&mut *tx, Key::SealsEmailed).await?;
    let after: Option<NaiveDate> = emailed.and_then(|day| day.parse().ok());
    let due = after.and_then(|day| day.checked_add_days(Days::new(every.into())));
    if due.is_some_and(|due| today < due) {
        return Ok(());
    }
    let payload = EmailPayload::Seals(SealsPayload { after_day: after }).text();
    outbox::owe(tx, &QueuedEmail { payload, ..email }).await?;
    settings::set(tx, Key::SealsEmailed, &today.to_string()).await?;
    Ok(())
}
