//! Opens a table. Title, seats and pace are fixed, and the secret of the dice is drawn and
//! committed to before anyone has joined.

use crate::handles::Tables;
use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::error::ServiceError;
use crate::game::core::allowance::Allowance;
use crate::game::core::batch::{Batch, Salt};
use crate::game::core::request::Request;
use crate::game::core::side_writes::SideWrites;
use crate::game::write::commit::Committed;
use crate::game::write::idempotent;
use crate::idempotency::Idempotency;
use crate::table::invite_to_fork::Forking;
use crate::table::join_table;
use crate::titles;
use ravenpost_log::act::limits::{NAME_LIMIT, is_a_pace};
use ravenpost_log::act::{Consent, Opening, Pace, Sitter};
use ravenpost_log::names;
use ravenpost_log::table::status::CONDUCT;
use ravenpost_log::{GameId, chain};
use ravenpost_rules::bots;
use ravenpost_rules::dice::DrawInputs;
use ravenpost_rules::{Refusal, RefusalCode, Seat, Table};
use ravenpost_store::PlayerId;

#[derive(Clone, Debug, Serialize)]
pub struct NewTable {
    pub title: String,
    pub name: String,
    pub table: Table,
    pub pace: Pace,
    pub public: bool,
    /// Whose consent a rewind requires.
    pub consent: Consent,
    /// The seat of the opener; `None` for an organiser who does not play.
    pub own_seat: Option<Seat>,
    /// The opener's salt for the dice; if empty, one is drawn and shown.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub salt: String,
    /// The seats that bots play, with the names of the bots.
    pub bots: Vec<(Seat, String)>,
}

impl Tables<'_> {
    /// Opens a table and, if bots fill it at once, starts the game.
    pub async fn open_table(
        self,
        now: DateTime<Utc>,
        opener: Option<PlayerId>,
        new: &NewTable,
    ) -> Result<GameId, ServiceError> {
        self.open_for(now, opener, new, None, None).await
    }

    /// Opens a table for a form. Repeating the request with the same key has no further effect.
    pub async fn open_table_once(
        self,
        now: DateTime<Utc>,
        opener: PlayerId,
        new: &NewTable,
        key: &Idempotency,
    ) -> Result<GameId, ServiceError> {
        self.open_once(now, opener, &asked(opener, new, key)?, new, None).await
    }

    /// Returns the table that was already opened with a form, if there is one.
    pub(crate) async fn opened_before(
        self,
        opener: PlayerId,
        new: &NewTable,
        key: &Idempotency,
    ) -> Result<Option<GameId>, ServiceError> {
        self.games().answered(Some(&asked(opener, new, key)?)).await
    }

    /// Opens a table for a request, or returns the one already opened for it.
    pub(super) async fn open_once(
        self,
        now: DateTime<Utc>,
        opener: PlayerId,
        request: &Request,
        new: &NewTable,
        forking: Option<Forking>,
    ) -> Result<GameId, ServiceError> {
        // There is no game to lock yet, so the request is locked.
        let _turn = self.games().lock_game(&request.key()).await;
        match self.games().answered(Some(request)).await? {
            Some(before) => Ok(before),
            None => self.open_for(now, Some(opener), new, Some(request), forking).await,
        }
    }

    async fn open_for(
        self,
        now: DateTime<Utc>,
        opener: Option<PlayerId>,
        new: &NewTable,
        request: Option<&Request>,
        forking: Option<Forking>,
    ) -> Result<GameId, ServiceError> {
        check(new)?;
        let id = self.entropy().game_id()?;
        let secret = self.entropy().bytes()?;
        let opening = Opening {
            title: new.title.clone(),
            name: clean_name(new),
            table: new.table.clone(),
            pace: new.pace.clone(),
            public: new.public,
            commitment: DrawInputs::commitment(&secret),
            chain: chain::NEWEST,
            fork: forking.as_ref().map(|forking| forking.begins.fork.clone()),
            consent: new.consent,
            rules: titles::find(&new.title).map_or(1, |title| title.about().version),
            conduct: CONDUCT,
            organiser: new.own_seat.filter(|_| opener.is_some()),
            epoch: self.entropy().epoch()?,
        };
        let mut batch = Batch::open(&id, &opening, secret, self.entropy(), now)?;
        batch.game.begins = forking.as_ref().map(|forking| forking.begins.clone());
        for (seat, bot) in &new.bots {
            let sitter = Sitter::Bot(bot.clone());
            batch.join(*seat, sitter, Salt::drawn(self.entropy().salt()?), false)?;
        }
        if let (Some(seat), Some(_)) = (new.own_seat, opener) {
            // The opening event already says which seat the organiser takes.
            let salt = join_table::salt(&new.salt, || self.entropy().salt())?;
            batch.join(seat, Sitter::Person, salt, false)?;
        }
        if batch.start_if_full()? {
            batch.carry_on()?;
        }
        let tables = self.settings().tables_a_day;
        let mut spent: Vec<Allowance> =
            opener.map(|player| Allowance::table(player, now, tables)).into_iter().collect();
        let asking = forking.and_then(|forking| forking.asking);
        // Emails inviting others to a fork count against the opener's hourly limit.
        let asks = opener.filter(|_| asking.is_some());
        let most = self.settings().acts_an_hour;
        spent.extend(asks.map(|player| Allowance::act(player, now, most)));
        let side_writes = SideWrites {
            secret: Some(secret),
            holder: new.own_seat.zip(opener),
            organiser: opener,
            spent,
            answer: request.map(|request| idempotent::stored(request, &id)).transpose()?,
            emails: asking.map_or_else(Vec::new, |asking| asking.emails(&id, now)),
            ..SideWrites::default()
        };
        match self.games().commit(batch, side_writes).await? {
            Committed::Now => Ok(id),
            Committed::Before(answer) => idempotent::read(&answer),
        }
    }
}

/// The request of a form that opens a table.
fn asked(opener: PlayerId, new: &NewTable, key: &Idempotency) -> Result<Request, ServiceError> {
    let asked = serde_json::to_string(new).map_err(|error| ServiceError::Broken(error.into()))?;
    Ok(key.asks(&["open", &opener.to_string(), &asked]))
}

fn clean_name(new: &NewTable) -> String {
    names::visible(&new.name, NAME_LIMIT).unwrap_or_else(|| {
        let title = titles::find(&new.title).map_or("A", |title| title.about().name);
        format!("{title} table")
    })
}

fn check(new: &NewTable) -> Result<(), ServiceError> {
    let Some(title) = titles::find(&new.title) else {
        let keys = titles::all().iter().map(|title| title.about().key.to_owned());
        let refusal = unknown("there is no such title").word(&new.title).instead(keys);
        return Err(ServiceError::Refused(vec![refusal]));
    };
    let mut wrong = new.table.check(title.about()).err().unwrap_or_default();
    if !new.name.trim().is_empty() && names::visible(&new.name, NAME_LIMIT).is_none() {
        let why = format!("the name of a game can have at most {NAME_LIMIT} visible characters");
        wrong.push(Refusal::new(why));
    }
    if let Err(why) = is_a_pace(&new.pace) {
        wrong.push(Refusal::new(why));
    }
    let zone = new.pace.days_off.as_ref().map(|off| off.time_zone.as_str());
    if let Some(zone) = zone.filter(|zone| zone.parse::<ravenpost_zone::Zone>().is_err()) {
        wrong.push(unknown("there is no such time zone").word(zone));
    }
    wrong.extend(wrong_seats(new));
    if wrong.is_empty() { Ok(()) } else { Err(ServiceError::Refused(wrong)) }
}

fn unknown(why: &str) -> Refusal {
    Refusal::new(why).code(RefusalCode::UnknownValue)
}

fn wrong_seats(new: &NewTable) -> Vec<Refusal> {
    let mut wrong = Vec::new();
    let mut taken: Vec<Seat> = new.own_seat.into_iter().collect();
    for (seat, bot) in &new.bots {
        if bots::find(bot).is_none() {
            let names = bots::all().iter().map(|bot| bot.name().to_owned());
            wrong
                .push(unknown("there is no such bot; choose another one").word(bot).instead(names));
        }
        taken.push(*seat);
    }
    for (at, seat) in taken.iter().enumerate() {
        if seat.0 == 0 || seat.0 > new.table.seats {
            wrong.push(unknown("is not a seat of this game").word(seat.to_string()));
        }
        if taken[..at].contains(seat) {
            let refusal = Refusal::new("this seat is assigned twice").word(seat.to_string());
            wrong.push(refusal.code(RefusalCode::SeatTaken));
        }
    }
    wrong
}
