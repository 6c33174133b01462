//! Sign-in by an emailed link, and the sessions it creates.
//!
//! A link is valid once, for ten minutes, and only in the browser that asked for it, which is
//! identified by a cookie secret. In another browser it shows a code to type into the first one.
//! Opening a link changes nothing. Tokens, codes and cookie secrets are stored only as hashes.
//! Known and unknown addresses get the same response.

use crate::handles::Accounts;
use chrono::{DateTime, Duration, Utc};

use crate::email_payload::{EmailPayload, SignInPayload};
use crate::error::ServiceError;
use crate::people::admins;
use crate::people::admission::Admission;
use crate::people::mail_choices::seal;
use crate::people::sign_in_link::{Entered, Newcomer, enter};
use ravenpost_emails::NotificationKind;
use ravenpost_store::lists::counters;
use ravenpost_store::people::accounts;
use ravenpost_store::people::players::Player;
use ravenpost_store::people::sessions::{self, Session};
use ravenpost_store::people::sign_ins::{self, SignIn};
use ravenpost_store::post::outbox::{self, QueuedEmail};
use ravenpost_store::{PlayerId, TokenHash, token_hash, writes};

/// How long a link is valid.
pub const LINK_MINUTES: i64 = 10;
/// How long a session lasts without use, and in total.
pub const SESSION_DAYS: (i64, i64) = (60, 365);

/// The limit per address is this many times the limit per address and network.
const ASKERS: u64 = 6;

/// The context in which a person signs in.
#[derive(Clone, Copy, Default, Debug)]
pub struct SignInContext<'a> {
    /// The page they wanted.
    pub to: &'a str,
    /// The session cookie of the guest in this browser, whose games pass to the account.
    pub guest: Option<&'a str>,
}

/// The state of a link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Looked {
    /// Valid, and opened in the browser that asked: a button signs in.
    Here,
    /// Valid, but requested in another browser, where this code has to be typed.
    Elsewhere { code: String },
    /// Used, expired or unknown.
    Dead,
}

/// A signed-in player.
#[derive(Clone, Debug)]
pub struct SignedIn {
    pub player: Player,
    /// Whether the player is an admin of the server.
    pub admin: bool,
    /// The hash of the session's token, which identifies it in lists and binds form tokens to it.
    pub session: TokenHash,
    pub seen_at: DateTime<Utc>,
}

/// The code that belongs to a link: eight characters, easy to read aloud.
fn code_of(token: &str) -> String {
    let hash = token_hash(format!("ravenpost code {token}"));
    let emails = data_encoding::BASE32_NOPAD.encode(&hash[..5]);
    format!("{}-{}", &emails[..4], &emails[4..])
}

/// The significant part of a typed code; case, spaces and dashes do not matter.
fn plain_code(typed: &str) -> String {
    typed.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_uppercase()
}

impl Accounts<'_> {
    /// Queues a sign-in email, without a return page.
    pub async fn ask_sign_in(
        self,
        now: DateTime<Utc>,
        address: &str,
        browser: &str,
        agent: &str,
        from: &str,
    ) -> Result<(), ServiceError> {
        self.ask_sign_in_to(now, address, browser, agent, from, "").await
    }

    /// Queues a sign-in email. `browser` is the cookie secret, `from` the requester's network
    /// address, and `to` the requested page. If the address has reached its limit or may not sign
    /// up, the response is the usual one but nothing is sent. Earlier emails remain valid.
    pub async fn ask_sign_in_to(
        self,
        now: DateTime<Utc>,
        address: &str,
        browser: &str,
        agent: &str,
        from: &str,
        to: &str,
    ) -> Result<(), ServiceError> {
        let address = self.players().somebodys(address)?;
        let admission = self.admissions().for_page(to).await?;
        let token = self.entropy().token()?;
        let code = code_of(&token);
        let sign_in = SignIn {
            token_hash: token_hash(&token),
            code_hash: token_hash(plain_code(&code)),
            browser_hash: token_hash(browser),
            address: address.to_string(),
            created_at: now,
            expires_at: now + Duration::minutes(LINK_MINUTES),
        };
        let payload = SignInPayload { token, code, browser: browser_name(agent) };
        let email = QueuedEmail {
            message_id: self.chance_message_id(NotificationKind::SignIn).await?,
            to_player: None,
            address: Some(address.to_string()),
            kind: NotificationKind::SignIn.key().to_owned(),
            game: None,
            seat: None,
            seq: None,
            payload: EmailPayload::SignIn(payload).text(),
            references: String::new(),
            at: now,
            due_at: now,
        };
        let most = self.settings().sign_in_emails;
        let hour = now.timestamp().div_euclid(3600);
        // Keyed hashes, so that the counters reveal neither person nor network.
        let whom = self.players().guest(address.as_str()).await?;
        let network = seal(&self.players().signing_key().await?, "network", from);
        let of_network = format!("sign_in from {network}");
        let of_both = format!("sign_in {whom} from {network}");
        let of_address = format!("sign_in {whom}");
        let allowed = self
            .store()
            .write(writes!(|tx| {
                // Requests from a network over its limit are not counted against the address.
                if counters::bump(tx, &of_network, hour).await? > most.1 {
                    return Ok(false);
                }
                let here = counters::bump(tx, &of_both, hour).await? <= most.0;
                // Strangers who know an address cannot use up the limit of its owner's network, and
                // all of them together cannot flood the mailbox.
                let few = here && counters::bump(tx, &of_address, hour).await? <= most.0 * ASKERS;
                let few = few && !accounts::is_blocked(&mut *tx, &sign_in.address).await?;
                if few && admission.lets(tx, &sign_in.address, now).await? {
                    sign_ins::add(tx, &sign_in).await?;
                    outbox::owe(tx, &email).await?;
                }
                Ok(true)
            }))
            .await?;
        if !allowed {
            let why = "too many sign-in emails were requested; try again in an hour";
            return Err(ServiceError::TooMany(why));
        }
        Ok(())
    }

    /// Returns the state of a link without changing anything.
    pub async fn look_at_link(
        self,
        now: DateTime<Utc>,
        token: &str,
        browser: Option<&str>,
    ) -> Result<Looked, ServiceError> {
        let found = sign_ins::look(self.store().read(), &token_hash(token), now).await?;
        Ok(match found {
            Some(found) => {
                let asker = browser.map(token_hash) == Some(found.browser_hash);
                if asker || found.browser_hash == admins::anywhere(token) {
                    Looked::Here
                } else {
                    Looked::Elsewhere { code: code_of(token) }
                }
            }
            None => Looked::Dead,
        })
    }

    /// Signs in by link, without a return page.
    pub async fn sign_in_by_link(
        self,
        now: DateTime<Utc>,
        token: &str,
        browser: &str,
        agent: &str,
    ) -> Result<String, ServiceError> {
        self.sign_in_by_link_to(now, token, browser, agent, SignInContext::default()).await
    }

    /// Signs in by link, in the browser that asked. Returns the session's token for the cookie.
    pub async fn sign_in_by_link_to(
        self,
        now: DateTime<Utc>,
        token: &str,
        browser: &str,
        agent: &str,
        coming: SignInContext<'_>,
    ) -> Result<String, ServiceError> {
        let admission = self.admissions().for_page(coming.to).await?;
        let (browser, anywhere) = (token_hash(browser), admins::anywhere(token));
        let token = token_hash(token);
        let session = self.entropy().token()?;
        let new = self.newcomer(now, &session, agent, coming);
        let done = self
            .store()
            .write(writes!(|tx| {
                if let Some(address) = sign_ins::use_link(tx, &token, &browser, now).await? {
                    return enter(tx, address, new, &admission).await;
                }
                let found = sign_ins::use_link(tx, &token, &anywhere, now).await?;
                let Some(address) = found else { return Ok(Entered::Dead) };
                let entered = enter(tx, address, new, &Admission::anybody()).await?;
                if let Entered::In(arrived) = &entered {
                    admins::appoint(tx, arrived.player, now).await?;
                }
                Ok(entered)
            }))
            .await?;
        self.entered(done, session).await
    }

    /// Signs in by code, without a return page.
    pub async fn sign_in_by_code(
        self,
        now: DateTime<Utc>,
        code: &str,
        browser: &str,
        agent: &str,
    ) -> Result<String, ServiceError> {
        self.sign_in_by_code_to(now, code, browser, agent, SignInContext::default()).await
    }

    /// Signs in by the code that the link showed in another browser.
    pub async fn sign_in_by_code_to(
        self,
        now: DateTime<Utc>,
        code: &str,
        browser: &str,
        agent: &str,
        coming: SignInContext<'_>,
    ) -> Result<String, ServiceError> {
        let admission = self.admissions().for_page(coming.to).await?;
        let (code, browser) = (token_hash(plain_code(code)), token_hash(browser));
        let session = self.entropy().token()?;
        let new = self.newcomer(now, &session, agent, coming);
        let done = self
            .store()
            .write(writes!(|tx| {
                let found = sign_ins::use_code(tx, &code, &browser, now).await?;
                let Some(address) = found else { return Ok(Entered::Dead) };
                enter(tx, address, new, &admission).await
            }))
            .await?;
        self.entered(done, session).await
    }

    async fn entered(self, done: Entered, session: String) -> Result<String, ServiceError> {
        match done {
            Entered::In(arrived) => {
                self.admissions().delete_file_of(&arrived.address);
                self.forget_holders(&arrived.games).await;
                Ok(session)
            }
            Entered::Closed => Err(ServiceError::refused(
                "this server is for invited people only, and this address has no open invitation; \
                 ask to be invited again",
            )),
            Entered::Blocked => Err(ServiceError::refused(
                "this account is blocked; if you think that is a mistake, write to the admin",
            )),
            Entered::Dead => Err(ServiceError::refused(
                "this link or code was already used, has expired, or was requested in another \
                 browser; request a new one",
            )),
        }
    }

    fn newcomer(
        self,
        now: DateTime<Utc>,
        token: &str,
        agent: &str,
        coming: SignInContext<'_>,
    ) -> Newcomer {
        let guest = coming.guest.map(token_hash);
        Newcomer { session: self.new_session(now, token, agent), guest }
    }

    pub(crate) fn new_session(self, now: DateTime<Utc>, token: &str, agent: &str) -> Session {
        Session {
            token_hash: token_hash(token),
            player: PlayerId(0),
            created_at: now,
            seen_at: now,
            expires_at: now + Duration::days(SESSION_DAYS.1),
            agent: agent.chars().filter(|c| !c.is_control()).take(120).collect(),
        }
    }

    /// The player of a session cookie. Guests are not signed in.
    pub async fn signed(
        self,
        now: DateTime<Utc>,
        token: &str,
    ) -> Result<Option<SignedIn>, ServiceError> {
        let found = self.in_session(now, token).await?;
        Ok(found.filter(|found| found.player.guest_until.is_none()))
    }

    /// The player or guest of a session cookie. Read-only, and usually answered from memory.
    pub async fn in_session(
        self,
        now: DateTime<Utc>,
        token: &str,
    ) -> Result<Option<SignedIn>, ServiceError> {
        let session = token_hash(token);
        let idle = Duration::days(SESSION_DAYS.0);
        let ended = |player: &Player| {
            player.blocked_at.is_some() || player.guest_until.is_some_and(|until| until <= now)
        };
        let found = self.in_use(&session).await?;
        let good = found.filter(|found| found.good(now, idle) && !ended(&found.player));
        Ok(good.map(|found| SignedIn {
            player: found.player.clone(),
            admin: found.admin,
            session,
            seen_at: found.seen_at,
        }))
    }

    /// Ends one session of a player.
    pub async fn sign_out(self, player: PlayerId, session: TokenHash) -> Result<(), ServiceError> {
        self.store().write(writes!(|tx| sessions::end(tx, player, &session).await)).await?;
        Ok(())
    }

    /// Ends every session of a player.
    pub async fn sign_out_everywhere(self, player: PlayerId) -> Result<(), ServiceError> {
        self.store().write(writes!(|tx| sessions::end_all(tx, player, None).await)).await?;
        Ok(())
    }

    /// Records at most hourly that a session is in use. Never called by a GET.
    pub async fn touch_session(
        self,
        now: DateTime<Utc>,
        signed: &SignedIn,
    ) -> Result<(), ServiceError> {
        if now - signed.seen_at < Duration::hours(1) {
            return Ok(());
        }
        let session = signed.session;
        self.store().write(writes!(|tx| sessions::touch(tx, &session, now).await)).await?;
        Ok(())
    }
}

/// A readable browser name from its user agent: "Firefox on Linux".
fn browser_name(agent: &str) -> String {
    let first = |names: &[(&str, &'static str)]| {
        names.iter().find(|(sign, _)| agent.contains(sign)).map(|(_, name)| *name)
    };
    let browsers =
        [("Edg", "Edge"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari")];
    let systems = [
        ("Android", "Android"),
        ("iPhone", "an iPhone"),
        ("iPad", "an iPad"),
        ("Windows", "Windows"),
        ("Mac OS", "a Mac"),
        ("Linux", "Linux"),
    ];
    match (first(&browsers), first(&systems)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(name), None) | (None, Some(name)) => name.to_owned(),
        (None, None) => String::new(),
    }
}
