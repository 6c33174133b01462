//! Reminders to awaited players, as an event that the table sees and an email. How often a person
//! is reminded is limited over all tables.

use crate::game::core::folded::handles::GameConduct;
use crate::handles::Tables;
use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::game::core::allowance::Allowance;
use crate::game::core::side_writes::SideWrites;
use crate::idempotency::Idempotency;
use ravenpost_log::act::By;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::Seat;
use ravenpost_store::PlayerId;
use ravenpost_store::people::organisers;

impl Tables<'_> {
    /// Reminds a seat, or all that may be reminded. Returns the seats that were.
    pub async fn nudge(
        self,
        now: DateTime<Utc>,
        game: &GameId,
        player: PlayerId,
        seat: Option<Seat>,
        key: &Idempotency,
    ) -> Result<Vec<Seat>, ServiceError> {
        let named = seat.map(|seat| seat.0.to_string()).unwrap_or_default();
        let request = key.asks(&["nudge", game.as_str(), &player.to_string(), &named]);
        self.games()
            .work_once(game, now, Some(&request), |batch| {
                let own = batch.game.seats().own_seat(player)?;
                let asked = match seat {
                    Some(seat) => vec![seat],
                    None => batch.game.conduct().may_nudge_all(own, batch.now),
                };
                if asked.is_empty() {
                    return Err(ServiceError::refused(
                        "there is no player you can remind now; you can remind each player once a \
                     day, after they have had some time",
                    ));
                }
                let mut spent = Vec::new();
                for seat in &asked {
                    batch.note(Act::Nudged { seat: *seat, by: By::Player(own) })?;
                    let person = batch.game.people.iter().find(|(held, _)| held == seat);
                    spent.extend(person.map(|(_, person)| Allowance::nudge(*person, now)));
                }
                Ok((asked, SideWrites { by: Some(player), spent, ..SideWrites::default() }))
            })
            .await
    }
}

impl Tables<'_> {
    /// Keeps a table open that would be closed for lack of players.
    pub async fn keep_table(
        self,
        now: DateTime<Utc>,
        game: &GameId,
        player: PlayerId,
        key: &Idempotency,
    ) -> Result<(), ServiceError> {
        let organiser = organisers::of_game(self.store().read(), game).await?;
        let request = key.asks(&["keep_open", game.as_str(), &player.to_string()]);
        self.games()
            .work_once(game, now, Some(&request), |batch| {
                let by = match batch.game.seat_of(player) {
                    Some(seat) => By::Player(seat),
                    None if organiser == Some(player) => By::Organiser(None),
                    None => return Err(ServiceError::Denied("you are not in this game")),
                };
                batch.note(Act::KeptOpen { by })?;
                Ok(((), SideWrites { by: Some(player), ..SideWrites::default() }))
            })
            .await
    }
}

impl GameConduct<'_> {
    /// Returns the seats that a seat may remind now.
    pub fn may_nudge_all(&self, own: Seat, now: DateTime<Utc>) -> Vec<Seat> {
        let by = By::Player(own);
        let may = |seat: &Seat| self.may(&Act::Nudged { seat: *seat, by }, now).is_ok();
        self.seats().awaited_seats().into_iter().filter(may).collect()
    }
}
