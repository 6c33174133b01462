//! Practice against bots without an account. A guest can only play their own practice games and
//! gets no emails. A guest who signs in within a day keeps the games, which pass to the account
//! once. After that day the guest is deleted, and no one can see the games any more. Their events
//! stay in the log, which is never shortened, and idle games are closed like all others.

use crate::handles::Accounts;
use chrono::{DateTime, Duration, Utc};

use crate::error::ServiceError;
use crate::idempotency::Idempotency;
use crate::people::mail_choices::seal;
use crate::people::sign_in::SignedIn;
use crate::table::open_table::NewTable;
use crate::titles;
use ravenpost_log::GameId;
use ravenpost_log::act::{Consent, Pace};
use ravenpost_rules::{Seat, Table};
use ravenpost_store::lists::counters;
use ravenpost_store::people::guests::{self, NewGuest};
use ravenpost_store::people::sessions::{self, Session};
use ravenpost_store::{PlayerId, StoreError, writes};

/// How long a guest can play.
pub const GUEST_HOURS: i64 = 24;
/// The bot of a one-click practice game.
pub const PRACTICE_BOT: &str = "steady";
/// Maximum number of guests deleted at a time.
const BATCH: u32 = 100;
/// The length of the random word in a guest's name.
const WORD: usize = 12;

/// How many practice games guests may start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GuestGames {
    /// Per hour from one network address.
    pub per_client: u64,
    /// Per day in total; 0 if practice requires an account.
    pub per_day: u64,
}

impl Default for GuestGames {
    fn default() -> GuestGames {
        GuestGames { per_client: 6, per_day: 300 }
    }
}

/// The browser in which a visitor asks for a practice game.
#[derive(Clone, Copy, Debug)]
pub struct GuestBrowser<'a> {
    /// The session cookie, if there is one.
    pub session: Option<&'a str>,
    /// The secret that ties forms to the browser.
    pub visit: &'a str,
    /// The network address.
    pub from: &'a str,
    pub agent: &'a str,
}

/// A practice game that was started now, or earlier with the same form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Practice {
    /// The guest's session, for the cookie.
    pub session: String,
    pub until: DateTime<Utc>,
    pub game: GameId,
}

/// Returns a practice table: the person in the first seat, the fewest bots possible, no deadlines.
pub fn practice_table(title: &str) -> Result<NewTable, ServiceError> {
    let found = titles::find(title).ok_or(ServiceError::NotFound("title"))?;
    let (least, most) = found.about().seats;
    let seats = least.max(2).min(most);
    Ok(NewTable {
        title: found.about().key.to_owned(),
        name: String::new(),
        table: Table::of(seats),
        pace: Pace::of(None),
        public: false,
        consent: Consent::All,
        own_seat: Some(Seat(1)),
        salt: String::new(),
        bots: Seat::all(seats).skip(1).map(|seat| (seat, PRACTICE_BOT.to_owned())).collect(),
    })
}

impl Accounts<'_> {
    /// Starts a practice game for a visitor without an account, who becomes a guest unless they are
    /// one. `form` is the random key of the submitted form: submitting it twice in one browser
    /// leads to the same guest and the same game.
    pub async fn practise(
        self,
        now: DateTime<Utc>,
        title: &str,
        browser: GuestBrowser<'_>,
        form: &str,
    ) -> Result<Practice, ServiceError> {
        let new = practice_table(title)?;
        let known = match browser.session {
            Some(session) => self.guest(now, session).await?.map(|_| session.to_owned()),
            None => None,
        };
        let session = match known {
            Some(session) => session,
            None => {
                let key = self.players().signing_key().await?;
                seal(&key, "guest", &format!("{} {form}", browser.visit))
            }
        };
        if let Some(guest) = self.guest(now, &session).await?
            && let Some(game) = self
                .tables()
                .opened_before(guest.player.id, &new, &form_key(guest.player.id, form))
                .await?
        {
            return Ok(Practice { until: until(&guest, now), session, game });
        }
        let guest = self.admit_guest(now, &session, browser).await?;
        let request = form_key(guest.player.id, form);
        let tables = self.tables();
        let game = tables.open_table_once(now, guest.player.id, &new, &request).await?;
        Ok(Practice { until: until(&guest, now), session, game })
    }

    /// Counts a practice game, and adds the guest if necessary.
    async fn admit_guest(
        self,
        now: DateTime<Utc>,
        session: &str,
        browser: GuestBrowser<'_>,
    ) -> Result<SignedIn, ServiceError> {
        let limits = self.settings().guest_games;
        let word = self.entropy().token()?.chars().take(WORD).collect();
        let until = now + Duration::hours(GUEST_HOURS);
        let new = NewGuest { word, at: now, until };
        let row = Session { expires_at: until, ..self.new_session(now, session, browser.agent) };
        let key = self.players().signing_key().await?;
        let client = format!("guest_games from {}", seal(&key, "network", browser.from));
        let (hour, day) = (now.timestamp().div_euclid(3600), now.timestamp().div_euclid(86_400));
        let job = self.store().try_write(writes!(|tx| {
            // Refused requests are not counted, because the transaction is rolled back.
            if counters::bump(tx, &client, hour).await? > limits.per_client {
                return Err(ServiceError::TooMany(TOO_MANY_HERE));
            }
            if counters::bump(tx, "guest_day", day).await? > limits.per_day {
                return Err(ServiceError::TooMany(TOO_MANY));
            }
            if sessions::find(&mut *tx, &row.token_hash).await?.is_none() {
                let player = guests::add(tx, &new).await?;
                sessions::add(tx, &Session { player, ..row }).await?;
            }
            Ok(())
        }));
        match job.await {
            // The same form was submitted twice at once.
            Err(ServiceError::Store(StoreError::Conflict)) => {}
            done => done?,
        }
        self.guest(now, session).await?.ok_or(ServiceError::TooMany(TOO_MANY))
    }

    /// Returns the guest of a session cookie, unless the day is over.
    pub async fn guest(
        self,
        now: DateTime<Utc>,
        token: &str,
    ) -> Result<Option<SignedIn>, ServiceError> {
        let found = self.in_session(now, token).await?;
        Ok(found.filter(|found| found.player.guest_until.is_some()))
    }

    pub async fn newest_practice(self, guest: PlayerId) -> Result<Option<GameId>, ServiceError> {
        Ok(guests::games(self.store().read(), guest).await?.pop())
    }

    /// Deletes expired guest accounts, a limited number at a time.
    pub(crate) async fn delete_guests(self, now: DateTime<Utc>) -> Result<u64, ServiceError> {
        let mut deleted = 0;
        for guest in guests::expired(self.store().read(), now, BATCH).await? {
            let games = guests::games(self.store().read(), guest).await?;
            self.store().write(writes!(|tx| guests::delete(tx, guest).await)).await?;
            self.forget_holders(&games).await;
            deleted += 1;
        }
        Ok(deleted)
    }

    /// Removes games from memory whose seats changed hands without an event. Work on a game that
    /// began before is finished first.
    pub(crate) async fn forget_holders(self, games: &[GameId]) {
        for game in games {
            let _turn = self.games().lock_game(game).await;
            self.games().forget(game);
        }
    }
}

const TOO_MANY_HERE: &str = "too many practice games were started from your network; sign in to \
    start another one, or try again in an hour";
const TOO_MANY: &str =
    "practice without an account is not available at the moment; sign in to start a game";

fn form_key(guest: PlayerId, form: &str) -> Idempotency {
    Idempotency::of(guest, "new", "practice", form)
}

fn until(guest: &SignedIn, now: DateTime<Utc>) -> DateTime<Utc> {
    guest.player.guest_until.unwrap_or(now)
}
