//! The daily seal over the ends of all logs: made, told to whoever runs the server, shown.

use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};

use crate::letters::LetterKind;
use crate::service::Service;
use crate::service::error::ServiceError;
use crate::service::lease::Duty;
use crate::service::letter_payload::{LetterPayload, SealsPayload};
use ravenpost_log::seal::Padding;
use ravenpost_store::lists::settings;
use ravenpost_store::log::seals::{self, Seal};
use ravenpost_store::post::outbox::{self, Owed};
use ravenpost_store::proof::server_keys;
use ravenpost_store::{Tx, writes};

/// The last day of which a letter told.
const TOLD: &str = "seals_emailed";
/// How long a node that looks after the seals does so alone.
const TURN: TimeDelta = TimeDelta::minutes(5);

/// What a look after the seals did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sealing {
    /// The day has its seal now.
    Made(Seal),
    /// It had one already.
    Before,
    /// There is one of a later day: a clock was wrong then, or is now.
    Ahead(NaiveDate),
}

impl Service {
    /// Looks after the seals, if that is this node's to do.
    pub async fn seal_in_turn(&self, now: DateTime<Utc>) -> Result<Option<Sealing>, ServiceError> {
        match self.has_duty(now, Duty::Seals, TURN).await? {
            true => Ok(Some(self.seal(now).await?)),
            false => Ok(None),
        }
    }

    /// Seals all logs, if that was not done yet on this day. Days on which nobody was there have
    /// no seal; the next one is over all that came since.
    pub async fn seal(&self, now: DateTime<Utc>) -> Result<Sealing, ServiceError> {
        let today = now.date_naive();
        if let Some(last) = seals::last(self.store().read()).await?
            && last.day >= today
        {
            let ahead = last.day > today;
            return Ok(if ahead { Sealing::Ahead(last.day) } else { Sealing::Before });
        }
        let letter = match self.settings().seal_days {
            0 => None,
            _ => Some(self.to_operator(now).await?),
        };
        let every = self.settings().seal_days;
        let padding = Padding(self.entropy().bytes()?);
        let job = self.store().try_write(writes!(|tx| {
            let signer = server_keys::signer(&mut *tx).await?;
            let made = seals::put(tx, today, padding, signer.as_ref()).await?;
            if let (Some(_), Some(letter)) = (&made, letter) {
                tell(tx, letter, today, every).await?;
            }
            Ok::<_, ServiceError>(made)
        }));
        Ok(job.await?.map_or(Sealing::Before, Sealing::Made))
    }

    /// The newest seals, the last one first.
    pub async fn seals(&self, limit: u32) -> Result<Vec<Seal>, ServiceError> {
        Ok(seals::latest(self.store().read(), limit).await?)
    }

    /// The text of a day's seal, of which the hash is the seal.
    pub async fn seal_text(&self, day: NaiveDate) -> Result<String, ServiceError> {
        seals::text(self.store().read(), day).await?.ok_or(ServiceError::NotFound("seal"))
    }

    async fn to_operator(&self, now: DateTime<Utc>) -> Result<Owed, ServiceError> {
        Ok(Owed {
            message_id: self.chance_message_id(LetterKind::DailySeals).await?,
            to_player: None,
            address: Some(self.settings().operator.clone()),
            kind: LetterKind::DailySeals.key().to_owned(),
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

/// Owes the letter, when so many days have gone by since the last.
async fn tell(tx: &mut Tx, letter: Owed, today: NaiveDate, every: u32) -> Result<(), ServiceError> {
    let told = settings::get(&mut *tx, TOLD).await?;
    let after: Option<NaiveDate> = told.and_then(|day| day.parse().ok());
    let due = after.and_then(|day| day.checked_add_days(Days::new(every.into())));
    if due.is_some_and(|due| today < due) {
        return Ok(());
    }
    let payload = LetterPayload::Seals(SealsPayload { after_day: after }).text();
    outbox::owe(tx, &Owed { payload, ..letter }).await?;
    settings::set(tx, TOLD, &today.to_string()).await?;
    Ok(())
}
