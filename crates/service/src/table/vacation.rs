//! Vacations by date, as events that the table sees. Days are counted in the player's time zone.

use crate::game::core::folded::handles::GameClocks;
use crate::handles::Tables;
use chrono::{DateTime, Datelike, Days, NaiveDate, Utc};

use crate::error::ServiceError;
use crate::game::clocks::days_off::begins;
use crate::game::core::side_writes::SideWrites;
use crate::idempotency::Idempotency;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::{Refusal, Seat};
use ravenpost_store::PlayerId;
use ravenpost_zone::Zone;

/// The first day and the last, as they were written: `2026-12-20`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dates {
    pub first: String,
    pub last: String,
}

impl Dates {
    /// Returns the start and the end in a time zone. If the first day is today, it starts now.
    fn moments(&self, zone: Zone, now: DateTime<Utc>) -> Result<[DateTime<Utc>; 2], ServiceError> {
        let (first, last) = (date(&self.first)?, date(&self.last)?);
        if last < first {
            let why = "the last day cannot be before the first day";
            return Err(refused(why, &self.last));
        }
        let today = zone.local(now).date_naive();
        if first < today {
            let why = format!("that day is over; the first day must be today, {today}, or later");
            return Err(refused(&why, &self.first));
        }
        let after = last.checked_add_days(Days::new(1)).unwrap_or(last);
        Ok([begins(first, zone).max(now), begins(after, zone)])
    }
}

fn date(text: &str) -> Result<NaiveDate, ServiceError> {
    let read = NaiveDate::parse_from_str(text.trim(), "%Y-%m-%d").ok();
    let near = |date: &NaiveDate| (1970..9000).contains(&date.year());
    read.filter(near).ok_or_else(|| {
        let why = "is not a date; write year, month and day, such as 2026-12-20";
        refused(why, text)
    })
}

fn refused(why: &str, word: &str) -> ServiceError {
    ServiceError::Refused(vec![Refusal::new(why).word(word.trim())])
}

impl Tables<'_> {
    /// Books a vacation from the first of those days to the last. Returns when it ends.
    pub async fn go_on_vacation(
        self,
        now: DateTime<Utc>,
        game: &GameId,
        player: PlayerId,
        dates: &Dates,
        zone: Zone,
        key: &Idempotency,
    ) -> Result<DateTime<Utc>, ServiceError> {
        let by = player.to_string();
        let (first, last) = (dates.first.trim(), dates.last.trim());
        let request = key.asks(&["book_vacation", game.as_str(), &by, first, last]);
        self.games()
            .work_once(game, now, Some(&request), |batch| {
                let seat = batch.game.seats().own_seat(player)?;
                let [from, to] = dates.moments(zone, batch.now)?;
                batch.note(Act::VacationBooked { seat, from, until: to })?;
                batch.carry_on()?;
                Ok((to, SideWrites { by: Some(player), ..SideWrites::default() }))
            })
            .await
    }

    /// Ends the player's vacation or cancels a booked one.
    pub async fn return_from_vacation(
        self,
        now: DateTime<Utc>,
        game: &GameId,
        player: PlayerId,
        key: &Idempotency,
    ) -> Result<(), ServiceError> {
        let request = key.asks(&["end_vacation", game.as_str(), &player.to_string()]);
        self.games()
            .work_once(game, now, Some(&request), |batch| {
                let seat = batch.game.seats().own_seat(player)?;
                batch.note(Act::VacationEnded { seat })?;
                batch.carry_on()?;
                Ok(((), SideWrites { by: Some(player), ..SideWrites::default() }))
            })
            .await
    }
}

impl GameClocks<'_> {
    /// Whether a seat has a booked or current vacation and no substitute bot.
    pub fn has_vacation(&self, seat: Seat, now: DateTime<Utc>) -> bool {
        let stands_in = self.status.seats.slot(seat).is_some_and(|slot| slot.stand_in.is_some());
        !stands_in && self.status.vacations.of(seat, now).is_some()
    }
}
