//! A person takes a free seat; the game starts when the last seat is taken.

use crate::handles::Tables;
use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::game::core::batch::{Batch, Salt};
use crate::game::core::request::Request;
use crate::game::core::side_writes::SideWrites;
use crate::game::table::preferences::ReceivedPreference;
use crate::idempotency::Idempotency;
use ravenpost_log::act::limits::SALT_LIMIT;
use ravenpost_log::act::{Pace, Sitter};
use ravenpost_log::names;
use ravenpost_log::table::seats::Vacant;
use ravenpost_log::table::status::Status;
use ravenpost_log::{Act, GameId};
use ravenpost_rules::{RefusalCode, Seat};
use ravenpost_store::PlayerId;
use ravenpost_store::people::seat_holders;
use ravenpost_store::talk::blocks;

impl Tables<'_> {
    /// Seats a player. Tables that are not public require a valid invitation (`invited`).
    pub async fn join_table(
        self,
        now: DateTime<Utc>,
        game_id: &GameId,
        player: PlayerId,
        join: Join,
    ) -> Result<Seat, ServiceError> {
        let drawn = self.entropy().salt()?;
        let opener = self.members().organiser_of(game_id).await?;
        let organiser = opener == Some(player);
        let unwelcome = self.is_unwelcome(opener, player).await?;
        let request = join.request(game_id, player);
        let former = seat_holders::former_in(self.store().read(), game_id, player).await?;
        let game = self.games().load(game_id).await?;
        if game.status.state == Status::Open {
            self.must_be_reliable(game.status.pace.min_reliability, player).await?;
        }
        let seat = self
            .games()
            .work_once(game_id, now, request.as_ref(), |batch| {
                if batch.game.seat_of(player).is_some() {
                    return Err(ServiceError::coded(
                        RefusalCode::AlreadyJoined,
                        "you already play in this game",
                    ));
                }
                if batch.game.status.state == Status::Running {
                    if unwelcome {
                        return Err(blocked_by_organiser());
                    }
                    let seat = take_over(batch, &join, organiser, &former)?;
                    let holder = Some((seat, player));
                    let actor = Some(player);
                    return Ok((seat, SideWrites { holder, actor, ..SideWrites::default() }));
                }
                let status = &batch.game.status;
                if status.state != Status::Open {
                    return Err(ServiceError::refused("this game is no longer open"));
                }
                let begins = batch.game.begins.as_ref();
                let reserved =
                    begins.map(|begins| begins.reserved_for(player)).transpose()?.flatten();
                // Blocks do not apply to reserved seats: a player who forks a game for its players
                // accepts all of them.
                if unwelcome && reserved.is_none() {
                    return Err(blocked_by_organiser());
                }
                if !status.public && !join.invited && reserved.is_none() {
                    return Err(ServiceError::Denied("this game is for invited players only"));
                }
                join.must_be_admitted(&status.pace)?;
                let free = status.seats.free();
                let seat = reserved.or(join.seat).or_else(|| free.first().copied());
                let Some(seat) = seat.filter(|seat| free.contains(seat)) else {
                    return Err(ServiceError::coded(
                        RefusalCode::SeatTaken,
                        "this seat is taken; choose another one",
                    ));
                };
                let salt = salt(&join.salt, || Ok(drawn.clone()))?;
                batch.preferences.own = batch.game.seats().preference_of(seat, &join.preference)?;
                batch.join(seat, Sitter::Person, salt, organiser)?;
                if batch.start_if_full()? {
                    batch.carry_on()?;
                }
                let (holder, actor) = (Some((seat, player)), Some(player));
                Ok((seat, SideWrites { holder, actor, ..SideWrites::default() }))
            })
            .await?;
        Ok(seat)
    }

    /// Whether the organiser has blocked the player.
    async fn is_unwelcome(
        self,
        organiser: Option<PlayerId>,
        player: PlayerId,
    ) -> Result<bool, ServiceError> {
        match organiser {
            Some(organiser) => Ok(blocks::has(self.store().read(), organiser, player).await?),
            None => Ok(false),
        }
    }

    pub async fn seat_of(
        self,
        game: &GameId,
        player: PlayerId,
    ) -> Result<Option<Seat>, ServiceError> {
        Ok(self.games().load(game).await?.seat_of(player))
    }
}

/// The refusal of a player whom the organiser has blocked, which does not say so.
fn blocked_by_organiser() -> ServiceError {
    ServiceError::refused("you cannot join this game; look for another one")
}

/// The refusal of a program at a table without programs.
pub fn no_programs() -> ServiceError {
    ServiceError::coded(
        RefusalCode::NoPrograms,
        "programs cannot play in this game, because its organiser has excluded them",
    )
}

/// Takes over a vacant seat. Its pending question may restart, unless the player had that seat
/// before.
fn take_over(
    batch: &mut Batch,
    join: &Join,
    organiser: bool,
    former: &[Seat],
) -> Result<Seat, ServiceError> {
    let status = &batch.game.status;
    let may = |vacant: Vacant| join.invited || vacant == Vacant::Anybody;
    let mut vacant = status.seats.vacant();
    if vacant.is_empty() {
        return Err(ServiceError::refused("this game is no longer open"));
    }
    vacant.retain(|(_, reserved)| may(*reserved));
    if vacant.is_empty() {
        return Err(ServiceError::Denied("this seat is for invited players only"));
    }
    join.must_be_admitted(&status.pace)?;
    if status.stops.proposal.is_some() {
        return Err(ServiceError::refused("a vote is open; join when it is over"));
    }
    let seat = join.seat.or_else(|| vacant.first().map(|(seat, _)| *seat));
    let Some(seat) = seat.filter(|seat| vacant.iter().any(|(free, _)| free == seat)) else {
        return Err(ServiceError::coded(
            RefusalCode::SeatTaken,
            "this seat is taken; choose another one",
        ));
    };
    batch.note(Act::TakenOver { seat, organiser, returning: former.contains(&seat) })?;
    batch.carry_on()?;
    Ok(seat)
}

/// What a player chose when joining a table.
#[derive(Clone, Debug, Default)]
pub struct Join {
    /// The requested seat; `None` for the first free one.
    pub seat: Option<Seat>,
    /// The player's salt for the dice; if empty, one is drawn and shown.
    pub salt: String,
    /// The preference for the start, as an order; empty for none.
    pub preference: ReceivedPreference,
    /// Whether a valid invitation was shown.
    pub invited: bool,
    /// Whether a program joins, with its access token.
    pub program: bool,
    /// The idempotency key of the form, if there was one.
    pub key: Option<Idempotency>,
}

impl Join {
    /// Refuses a program at a table without programs.
    fn must_be_admitted(&self, pace: &Pace) -> Result<(), ServiceError> {
        if self.program && pace.no_programs { Err(no_programs()) } else { Ok(()) }
    }

    fn request(&self, game: &GameId, player: PlayerId) -> Option<Request> {
        let seat = self.seat.map(|seat| seat.0.to_string()).unwrap_or_default();
        let player = player.to_string();
        let mut words = vec!["join", game.as_str(), &player, &seat, &self.salt];
        words.extend(
            Some(self.preference.line.as_str()).filter(|preference| !preference.is_empty()),
        );
        self.key.as_ref().map(|key| key.asks(&words))
    }
}

/// Returns the salt of a joining player: the player's own text, or a drawn one.
pub(super) fn salt(
    own: &str,
    drawn: impl FnOnce() -> Result<String, ServiceError>,
) -> Result<Salt, ServiceError> {
    let own = own.trim();
    if own.is_empty() {
        return drawn().map(Salt::drawn);
    }
    let words = names::visible(own, SALT_LIMIT).ok_or_else(|| {
        let why = format!("a salt can have at most {SALT_LIMIT} visible characters");
        ServiceError::refused(why)
    })?;
    Ok(Salt { words, written: true })
}
