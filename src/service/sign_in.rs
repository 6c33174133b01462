//! Signing in by a mailed link, and the sessions that follow.
//!
//! A link is good for ten minutes, once, and only in the browser that asked for it (a cookie
//! secret says which). Opened elsewhere it shows a code to type into the asking browser. Looking
//! at a link changes nothing. Tokens, codes and cookie secrets are stored as hashes only. Known
//! and unknown addresses get the same answer.

use chrono::{DateTime, Duration, Utc};
use serde::{Deserialize, Serialize};

use super::error::ServiceError;
use super::{Service, secret};
use crate::letters::Kind;
use crate::store::outbox::{self, NewLetter, To};
use crate::store::players::{self, Player};
use crate::store::sessions::{self, NewSession};
use crate::store::sign_ins::{self, NewSignIn};
use crate::store::{PlayerId, tally, token_hash};

/// How long a link is good.
pub const LINK_MINUTES: i64 = 10;
/// Sign-in letters an hour to one address, and from one network address.
pub const LETTERS_AN_HOUR: (u32, u32) = (3, 20);
/// How long a session lasts without being used, and at most.
pub const SESSION_DAYS: (i64, i64) = (60, 365);
/// How often a code may be mistyped before its link dies.
pub const CODE_TRIES: u32 = 5;

/// What a sign-in letter needs to say.
#[derive(Serialize, Deserialize)]
pub(super) struct SignInPayload {
    pub token: String,
    pub code: String,
    /// Where it was asked for, as far as known.
    #[serde(default)]
    pub browser: String,
}

/// A link that was looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Looked {
    /// Good, and in the browser that asked: a button signs in.
    Here,
    /// Good, but asked for in another browser: this code is to be typed there.
    Elsewhere { code: String },
    /// Used, too old or never there.
    Dead,
}

/// Who is signed in.
#[derive(Clone, Debug)]
pub struct Signed {
    pub player: Player,
    /// The hash of the session's token: names it in lists and binds form tokens to it.
    pub session: [u8; 32],
}

/// A mail address: something before one `@`, a domain with a dot or `localhost`, nothing odd.
pub fn clean_address(written: &str) -> Result<String, ServiceError> {
    let address = written.trim();
    let bad = |c: char| c.is_control() || c.is_whitespace() || "<>,;:\"()[]\\".contains(c);
    let good = match address.rsplit_once('@') {
        Some((local, domain)) => {
            !local.is_empty()
                && local.len() <= 64
                && !local.contains('@')
                && (domain.contains('.') || domain == "localhost")
                && !domain.starts_with(['.', '-'])
                && !domain.ends_with(['.', '-'])
                && address.len() <= 254
                && !address.contains(bad)
        }
        None => false,
    };
    if good { Ok(address.to_owned()) } else { Err(ServiceError::refused("this is not a mail address")) }
}

/// The code that belongs to a link: eight letters, easy to read aloud.
fn code_of(token: &str) -> String {
    let hash = token_hash(format!("ravenpost code {token}"));
    let letters = data_encoding::BASE32_NOPAD.encode(&hash[..5]);
    format!("{}-{}", &letters[..4], &letters[4..])
}

/// What is compared of a typed code: case, blanks and dashes do not matter.
fn plain_code(typed: &str) -> String {
    typed.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_uppercase()
}

impl Service {
    /// Owes a sign-in letter. `browser` is the cookie secret, `from` the asker's network address.
    pub async fn ask_sign_in(
        &self,
        now: DateTime<Utc>,
        address: &str,
        browser: &str,
        from: &str,
    ) -> Result<(), ServiceError> {
        let address = clean_address(address)?;
        if address.to_lowercase().ends_with(&format!("@{}", self.settings().mail_domain)) {
            return Err(ServiceError::refused("this is our own domain; use your own address"));
        }
        let token = secret::token()?;
        let code = code_of(&token);
        let sign_in = NewSignIn {
            token_hash: token_hash(&token),
            code_hash: token_hash(plain_code(&code)),
            browser_hash: token_hash(browser),
            address: address.clone(),
            created_at: now,
            expires_at: now + Duration::minutes(LINK_MINUTES),
        };
        let payload = serde_json::to_string(&SignInPayload { token, code });
        let letter = NewLetter {
            message_id: format!("sign-in.{}@{}", secret::salt()?, self.settings().mail_domain),
            to: To::Address(address.clone()),
            kind: Kind::SignIn.key().to_owned(),
            game: None,
            seat: None,
            seq: None,
            payload: payload.unwrap_or_default(),
            refs: String::new(),
            due_at: now,
        };
        let (of_address, of_network) = (format!("sign-in {}", address.to_lowercase()), from.to_owned());
        let allowed = self
            .store()
            .write(move |conn| {
                Box::pin(async move {
                    let hour = Duration::hours(1);
                    let mine = tally::count(conn, &of_address, now, hour).await?;
                    let theirs = tally::count(conn, &format!("sign-in from {of_network}"), now, hour).await?;
                    if mine > LETTERS_AN_HOUR.0 || theirs > LETTERS_AN_HOUR.1 {
                        return Ok(false);
                    }
                    sign_ins::put(conn, &sign_in).await?;
                    outbox::owe(conn, &letter).await?;
                    Ok(true)
                })
            })
            .await?;
        if !allowed {
            let why = "too many sign-in letters were asked for; try again in an hour";
            return Err(ServiceError::TooMany(why));
        }
        self.ring_letters();
        Ok(())
    }

    /// Looks at a link without changing anything.
    pub async fn look_at_link(
        &self,
        now: DateTime<Utc>,
        token: &str,
        browser: Option<&str>,
    ) -> Result<Looked, ServiceError> {
        let reader = self.store().read();
        let found = sign_ins::find(reader, &token_hash(token)).await?;
        Ok(match found {
            Some(found) if found.good(now) => {
                if browser.map(token_hash) == Some(found.browser_hash) {
                    Looked::Here
                } else {
                    Looked::Elsewhere { code: code_of(token) }
                }
            }
            _ => Looked::Dead,
        })
    }

    /// Signs in by link, in the browser that asked. Returns the session's token for the cookie.
    pub async fn sign_in_by_link(
        &self,
        now: DateTime<Utc>,
        token: &str,
        (browser, agent): (&str, &str),
    ) -> Result<String, ServiceError> {
        let (token, browser) = (token_hash(token), token_hash(browser));
        let session = secret::token()?;
        let new = self.new_session(now, &session, agent);
        let open = self.settings().open_sign_up;
        let done = self
            .store()
            .write(move |conn| {
                Box::pin(async move {
                    let Some(address) = sign_ins::redeem(conn, &token, &browser, now).await? else {
                        return Ok(false);
                    };
                    enter(conn, &address, &new, open, now).await
                })
            })
            .await?;
        entered(done, session)
    }

    /// Signs in by the code that the link showed in another browser.
    pub async fn sign_in_by_code(
        &self,
        now: DateTime<Utc>,
        code: &str,
        (browser, agent): (&str, &str),
    ) -> Result<String, ServiceError> {
        let (code, browser) = (token_hash(plain_code(code)), token_hash(browser));
        let session = secret::token()?;
        let new = self.new_session(now, &session, agent);
        let open = self.settings().open_sign_up;
        let done = self
            .store()
            .write(move |conn| {
                Box::pin(async move {
                    let found = sign_ins::redeem_code(conn, &code, &browser, (now, CODE_TRIES)).await?;
                    let Some(address) = found else { return Ok(false) };
                    enter(conn, &address, &new, open, now).await
                })
            })
            .await?;
        entered(done, session)
    }

    fn new_session(&self, now: DateTime<Utc>, token: &str, agent: &str) -> NewSession {
        NewSession {
            token_hash: token_hash(token),
            created_at: now,
            expires_at: now + Duration::days(SESSION_DAYS.1),
            agent: agent.chars().filter(|c| !c.is_control()).take(120).collect(),
        }
    }

    /// Who a session cookie belongs to. Reads only.
    pub async fn signed(
        &self,
        now: DateTime<Utc>,
        token: &str,
    ) -> Result<Option<Signed>, ServiceError> {
        let hash = token_hash(token);
        let reader = self.store().read();
        let Some(session) = sessions::find(reader, &hash, now).await? else {
            return Ok(None);
        };
        if session.seen_at + Duration::days(SESSION_DAYS.0) < now {
            return Ok(None);
        }
        let player = players::find(reader, session.player).await?;
        Ok(player.map(|player| Signed { player, session: hash }))
    }

    /// Ends one session.
    pub async fn sign_out(&self, session: [u8; 32]) -> Result<(), ServiceError> {
        let end = move |conn: &mut crate::store::Connection| {
            Box::pin(async move { sessions::end(conn, &session).await })
                as crate::store::Work<'_, ()>
        };
        Ok(self.store().write(end).await?)
    }

    /// Ends every session of a player.
    pub async fn sign_out_everywhere(&self, player: PlayerId) -> Result<(), ServiceError> {
        let end = move |conn: &mut crate::store::Connection| {
            Box::pin(async move { sessions::end_all(conn, player).await })
                as crate::store::Work<'_, ()>
        };
        Ok(self.store().write(end).await?)
    }
}

/// Finds or makes the player and begins the session.
async fn enter(
    conn: &mut crate::store::Connection,
    address: &str,
    session: &NewSession,
    open: bool,
    now: DateTime<Utc>,
) -> Result<bool, crate::store::StoreError> {
    let player = match players::by_address(&mut *conn, address).await? {
        Some(player) => player.id,
        None if open => players::create(conn, address, now).await?,
        None => return Ok(false),
    };
    sessions::begin(conn, player, session).await?;
    Ok(true)
}

fn entered(done: bool, session: String) -> Result<String, ServiceError> {
    if done {
        return Ok(session);
    }
    Err(ServiceError::refused(
        "this link or code is used up, too old, or was asked for in another browser; ask anew",
    ))
}
