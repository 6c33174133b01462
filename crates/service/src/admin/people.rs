//! Lets admins view and change accounts. Every change is recorded in the admin log, in the same
//! transaction. Game logs record only that a seat was left.

use chrono::{DateTime, Utc};

use super::listed::{Listed, PAGE, skipped};
use crate::error::ServiceError;
use crate::game::table::reason::a_reason;
use crate::handles::Administration;
use crate::people::admins::{must_be_admin, must_not_be_admin};
use crate::people::players::a_name;
use crate::upkeep::erase::is_broken;
use ravenpost_log::GameId;
use ravenpost_log::table::status::Status;
use ravenpost_store::lists::games::{self, GameRow};
use ravenpost_store::people::accounts::{self, Account, AccountFilter};
use ravenpost_store::people::admin_log::{self, AdminAction, Entry, NewEntry};
use ravenpost_store::people::{
    address_changes, admins, invitations, organisers, players, seat_holders, sessions, tokens,
};
use ravenpost_store::{PlayerId, StoreError, Tx, Writing, writes};

/// Log entries shown about one player.
const ENTRIES: u32 = 50;

/// A person's account in detail.
pub struct Person {
    pub account: Account,
    pub admin: bool,
    /// How many sessions are valid.
    pub sessions: usize,
    /// Open and running games in which the person has a seat.
    pub games: Vec<GameRow>,
    /// What admins did to the account, newest first.
    pub entries: Vec<Entry>,
}

/// The author of a change to an account, and the reason.
#[derive(Clone, Debug)]
pub struct Doing<'a> {
    /// The admin; `None` for a command on the server.
    pub by: Option<PlayerId>,
    pub reason: &'a str,
}

impl Doing<'_> {
    fn entry(
        &self,
        now: DateTime<Utc>,
        action: AdminAction,
        player: PlayerId,
    ) -> Result<NewEntry, ServiceError> {
        let reason = a_reason(self.reason)?;
        Ok(NewEntry { at: now, admin: self.by, action, player: Some(player), reason })
    }
}

impl Administration<'_> {
    /// Returns a page of the accounts whose name or address contains `search`, newest first. Pages
    /// count from 1.
    pub async fn people(
        self,
        search: &str,
        blocked: bool,
        page: u32,
    ) -> Result<Listed<Account>, ServiceError> {
        let wanted = AccountFilter { search, blocked, limit: PAGE + 1, skip: skipped(page) };
        Ok(Listed::of(accounts::list(self.store().read(), wanted).await?))
    }

    /// Returns a page of the admin log, newest first. Pages count from 1.
    pub async fn log(self, page: u32) -> Result<Listed<Entry>, ServiceError> {
        let reader = self.store().read();
        Ok(Listed::of(admin_log::latest(reader, PAGE + 1, skipped(page)).await?))
    }

    /// Returns the account of the player with that address.
    pub async fn person_at(
        self,
        now: DateTime<Utc>,
        address: &str,
    ) -> Result<Person, ServiceError> {
        let player = players::by_address(self.store().read(), address).await?;
        let player = player.ok_or(ServiceError::NotFound("player; check the address"))?;
        self.person(now, player.id).await
    }

    /// Returns a person's account in detail.
    pub async fn person(self, now: DateTime<Utc>, id: PlayerId) -> Result<Person, ServiceError> {
        let reader = self.store().read();
        let account = match accounts::get(reader, id).await {
            Err(StoreError::NotFound) => return Err(ServiceError::NotFound("player")),
            account => account?,
        };
        let mut games = games::of_player(reader, id).await?;
        games.retain(|game| matches!(game.status, Status::Open | Status::Running));
        Ok(Person {
            account,
            admin: admins::all(reader).await?.contains(&id),
            sessions: sessions::of_player(reader, id, now).await?.len(),
            games,
            entries: admin_log::of_player(reader, id, ENTRIES).await?,
        })
    }

    /// Changes an account and records it in the admin log, in one transaction. `work` also returns
    /// whether it changed anything; otherwise nothing is recorded.
    async fn change<T, F>(
        self,
        now: DateTime<Utc>,
        doing: &Doing<'_>,
        action: AdminAction,
        player: PlayerId,
        work: F,
    ) -> Result<T, ServiceError>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut Tx) -> Writing<'c, (bool, T), ServiceError> + Send + 'static,
    {
        let entry = doing.entry(now, action, player)?;
        let job = self.store().try_write(writes!(|tx| {
            if let Some(admin) = entry.admin {
                must_be_admin(&mut *tx, admin).await?;
            }
            accounts::get(&mut *tx, player).await?;
            let (changed, result) = work(&mut *tx).await?;
            if changed {
                admin_log::add(tx, &entry).await?;
            }
            Ok(result)
        }));
        job.await
    }

    /// Blocks a player: ends the sessions, revokes the access tokens, and leaves the seats.
    /// Invitations by the player end, and the tables that they organise are left without an
    /// organiser. Nothing is sent to the player, who cannot sign in. Call it again if a seat could
    /// not be left.
    pub async fn block(
        self,
        now: DateTime<Utc>,
        doing: &Doing<'_>,
        player: PlayerId,
    ) -> Result<(), ServiceError> {
        let job = self.change(
            now,
            doing,
            AdminAction::Blocked,
            player,
            writes!(|tx| {
                must_not_be_admin(&mut *tx, player).await?;
                let changed = accounts::block(tx, player, now).await?;
                end_access(tx, player).await?;
                address_changes::forget(tx, player).await?;
                invitations::end_made_by(tx, player, now).await?;
                Ok((changed, organisers::resign(tx, player).await?))
            }),
        );
        let organised: Vec<GameId> = job.await?;
        self.accounts().forget_holders(&organised).await;
        self.leave_seats(now, player).await
    }

    /// Leaves the player's seats in all open and running games. Games that cannot be read are left
    /// unchanged, and so are the seats in them. An error in one game does not affect the others.
    async fn leave_seats(self, now: DateTime<Utc>, player: PlayerId) -> Result<(), ServiceError> {
        let mut done: Result<(), ServiceError> = Ok(());
        for held in seat_holders::of_player(self.store().read(), player).await? {
            let game = self.games().load(&held.game).await;
            let left = match game.map(|game| game.status.state) {
                Ok(Status::Open | Status::Running) => self.give_up(now, &held.game, player).await,
                Ok(_) => Ok(()),
                Err(error) => Err(error),
            };
            match left {
                Err(error) if is_broken(&error) || error.is_ahead() => {
                    tracing::warn!(%error, game = %held.game, "failed to leave a seat");
                }
                left => done = done.and(left),
            }
        }
        done
    }

    /// Unblocks a player, who can then sign in. Their seats and tables are not restored.
    pub async fn unblock(
        self,
        now: DateTime<Utc>,
        doing: &Doing<'_>,
        player: PlayerId,
    ) -> Result<(), ServiceError> {
        let job = self.change(
            now,
            doing,
            AdminAction::Unblocked,
            player,
            writes!(|tx| Ok((accounts::unblock(tx, player).await?, ()))),
        );
        job.await
    }

    /// Ends a player's sessions and revokes the access tokens.
    pub async fn sign_out(
        self,
        now: DateTime<Utc>,
        doing: &Doing<'_>,
        player: PlayerId,
    ) -> Result<(), ServiceError> {
        let job = self.change(
            now,
            doing,
            AdminAction::SignedOut,
            player,
            writes!(|tx| {
                end_access(tx, player).await?;
                Ok((true, ()))
            }),
        );
        job.await
    }

    /// Renames a player.
    pub async fn rename(
        self,
        now: DateTime<Utc>,
        doing: &Doing<'_>,
        player: PlayerId,
        name: &str,
    ) -> Result<(), ServiceError> {
        let name = a_name(name)?;
        let job = self.change(
            now,
            doing,
            AdminAction::Renamed,
            player,
            writes!(|tx| {
                accounts::rename(tx, player, &name).await?;
                Ok((true, ()))
            }),
        );
        match job.await {
            Err(ServiceError::Store(StoreError::Conflict)) => Err(ServiceError::refused(
                "this name is taken or too similar to another player's; choose a different one",
            )),
            done => done,
        }
    }

    /// Makes a player an admin. Returns `false` if they already were one.
    pub async fn add_admin(
        self,
        now: DateTime<Utc>,
        doing: &Doing<'_>,
        player: PlayerId,
    ) -> Result<bool, ServiceError> {
        let job = self.change(
            now,
            doing,
            AdminAction::AdminAdded,
            player,
            writes!(|tx| {
                if players::get(&mut *tx, player).await?.blocked_at.is_some() {
                    let why = "this player is blocked; unblock them first";
                    return Err(ServiceError::refused(why));
                }
                let changed = admins::add(tx, player).await?;
                Ok((changed, changed))
            }),
        );
        job.await
    }

    /// Removes the admin role from a player, and returns whether they had it. Only a command can
    /// remove the last admin.
    pub async fn remove_admin(
        self,
        now: DateTime<Utc>,
        doing: &Doing<'_>,
        player: PlayerId,
    ) -> Result<bool, ServiceError> {
        let by_command = doing.by.is_none();
        let job = self.change(
            now,
            doing,
            AdminAction::AdminRemoved,
            player,
            writes!(|tx| {
                if !by_command && admins::all(&mut *tx).await? == [player] {
                    let why = "add another admin before you remove the last";
                    return Err(ServiceError::refused(why));
                }
                let changed = admins::remove(tx, player).await?;
                Ok((changed, changed))
            }),
        );
        job.await
    }

    /// Deletes a player's account. The entry in the admin log names neither the player nor a
    /// reason, because no data about the person may remain.
    pub async fn erase_player(
        self,
        now: DateTime<Utc>,
        by: PlayerId,
        player: PlayerId,
    ) -> Result<(), ServiceError> {
        let reader = self.store().read();
        must_be_admin(reader, by).await?;
        must_not_be_admin(reader, player).await?;
        let address = accounts::get(reader, player).await?.player.address;
        let retained = self.data_of(&address).await?;
        self.erase_by_admin(now, &retained, by).await?;
        Ok(())
    }
}

async fn end_access(tx: &mut Tx, player: PlayerId) -> Result<(), ServiceError> {
    sessions::end_all(tx, player, None).await?;
    tokens::revoke_all(tx, player).await?;
    Ok(())
}
