//! Erases a person: all their rows, and what other rows contain about them. Games and other
//! people's rows remain. It is a single transaction, which also requests a rewrite of the file to
//! remove the remains.

use super::redaction::{Person, redact};
use crate::error::StoreError;
use crate::ids::PlayerId;
use crate::lists::rewrite;
use crate::post::outbox::included;
use crate::sql::column::Row;
use crate::sql::{Reader, Tx, sql};

/// All addresses the person has, had or requested, except those that now belong to another player.
const ADDRESSES: &str = "SELECT address FROM player WHERE id = $1 \
    UNION SELECT lower(new_address) FROM address_change WHERE player = $1 \
    UNION SELECT lower(address) FROM outbox WHERE address <> '' \
        AND (player = $1 OR about_player = $1) \
    UNION SELECT lower(address) FROM reply_key WHERE player = $1 AND address <> '' \
    UNION SELECT lower(address) FROM bounce WHERE player = $1 AND address <> '' \
    UNION SELECT address FROM confirmed_sender WHERE player = $1 \
    EXCEPT SELECT address FROM player WHERE id <> $1";

/// Emails that invited the person, to any of their addresses.
const INVITED: &str = "DELETE FROM outbox WHERE kind = 'invitation' AND EXISTS (\
    SELECT 1 FROM invitation AS taken WHERE taken.used_by = $1 \
    AND taken.game = outbox.game AND lower(taken.address) = lower(outbox.address))";
// An unused invitation without an address would be a share link, and its token is in an email, so
// mark it as used.
const TAKEN: &str = "UPDATE invitation SET address = NULL, \
    used_at = coalesce(used_at, created_at) WHERE used_by = $1 AND address IS NOT NULL";
/// Invitations by the person that have not been sent yet.
const INVITES: &str = "UPDATE outbox SET state = 'dropped', payload = '{}', raw = NULL, \
    claimed_until = NULL, last_error = 'the inviting player deleted their account' \
    WHERE kind = 'invitation' AND state IN ('waiting', 'sending', 'failed') AND EXISTS (\
    SELECT 1 FROM invitation AS made WHERE made.invited_by = $1 \
    AND made.game = outbox.game AND lower(made.address) = lower(outbox.address))";
const REPLIES: &str = "DELETE FROM inbound_email WHERE player = $1";
/// Counter keys contain the player's number as a word.
const COUNTED: &str = "DELETE FROM rate_counter WHERE ' ' || key || ' ' LIKE '% ' || $1 || ' %'";

/// Emails to others that may mention the person: those of tables where the person was known, those
/// about several tables, and any that contain the name. An email about several tables has the game
/// of one of them; the others are those of the emails that it carries. Searching for the name alone
/// would not suffice, because earlier names are unknown and long ones are wrapped.
const RESERVED_NAMES: &str = "WITH own (name) AS (SELECT name FROM player WHERE id = $1), \
    met (game) AS (SELECT game FROM seat_holder WHERE player = $1 \
        UNION SELECT game FROM former_seat WHERE player = $1 \
        UNION SELECT game FROM organiser WHERE player = $1 \
        UNION SELECT game FROM chat_message WHERE player = $1 \
        UNION SELECT game FROM reply_key WHERE player = $1 \
        UNION SELECT game FROM outbox WHERE player = $1) \
    SELECT outbox.id FROM outbox, own WHERE subject IS NOT NULL AND (outbox.game IS NULL \
        OR outbox.game IN (SELECT game FROM met WHERE game IS NOT NULL) \
        OR EXISTS (SELECT 1 FROM carried_email \
            JOIN outbox AS carried ON carried.id = carried_email.outbox \
            WHERE carried_email.carrier = outbox.id \
            AND carried.game IN (SELECT game FROM met WHERE game IS NOT NULL)) \
        OR (own.name <> '' AND (instr(text, own.name) > 0 OR instr(subject, own.name) > 0)))";
const DROP_CONTENT: &str = "UPDATE outbox SET text = NULL, html = NULL, raw = NULL, subject = CASE \
    WHEN instr(subject, (SELECT name FROM player WHERE id = $1 AND name <> '')) > 0 THEN '' \
    ELSE subject END WHERE id = $2 AND state IN ('sent', 'failed', 'dropped')";
/// An email that was already rendered is rendered again from the current state.
const RENDER_AGAIN: &str = "UPDATE outbox SET subject = NULL, text = NULL, html = NULL, \
    raw = NULL, address = CASE WHEN player IS NULL THEN address END \
    WHERE id = $1 AND state IN ('waiting', 'sending')";

/// Rows that are identified by an address.
const BY_ADDRESS: [&str; 8] = [
    "DELETE FROM sign_in WHERE address = $1",
    "DELETE FROM server_invitation WHERE address = $1",
    "UPDATE invitation SET address = NULL, used_at = coalesce(used_at, created_at) \
        WHERE lower(address) = $1",
    "DELETE FROM outbox WHERE lower(address) = $1",
    "DELETE FROM reply_key WHERE lower(address) = $1",
    "DELETE FROM bounce WHERE lower(address) = $1",
    "DELETE FROM inbound_email WHERE lower(sender) = $1",
    "DELETE FROM confirmed_sender WHERE address = $1",
];
const INVITED_AT: &str = "UPDATE invitation SET address = NULL, \
    used_at = coalesce(used_at, created_at) WHERE lower(address) = lower($1)";
const COUNTED_AT: &str = "DELETE FROM rate_counter WHERE instr(key, $1) > 0";

/// Sessions, messages, notes, address changes and the like refer to it and are deleted with it.
const PLAYER: &str = "DELETE FROM player WHERE id = $1";

/// Returns every known address of the person, in lower case.
pub async fn addresses(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
) -> Result<Vec<String>, StoreError> {
    let rows = sql(ADDRESSES).bind(player.0).rows(reader).await?;
    rows.iter().map(|row: &Row| row.get("address")).collect()
}

/// Erases a person. `hashes` are the hashes under which the person's addresses are counted. Returns
/// how many pending emails of others were redacted.
pub async fn forget(tx: &mut Tx, player: PlayerId, hashes: &[String]) -> Result<usize, StoreError> {
    let name = super::players::get(&mut *tx, player).await?.name;
    let addresses = addresses(&mut *tx, player).await?;
    remove_from_emails(tx, player).await?;
    for statement in [INVITED, TAKEN, INVITES, REPLIES] {
        sql(statement).bind(player.0).run(tx).await?;
    }
    sql(COUNTED).bind(player.to_string()).run(tx).await?;
    for hash in hashes {
        sql(COUNTED_AT).bind(hash.as_str()).run(tx).await?;
        sql(INVITED_AT).bind(hash.as_str()).run(tx).await?;
    }
    for address in &addresses {
        for statement in BY_ADDRESS {
            sql(statement).bind(address.as_str()).run(tx).await?;
        }
    }
    let gone = sql(PLAYER).bind(player.0).run(tx).await?;
    let cut = redact(tx, Person { addresses: &addresses, name: &name }).await?;
    rewrite::ask(tx).await?;
    if gone == 1 { Ok(cut) } else { Err(StoreError::NotFound) }
}

/// Removes the person from emails to others.
async fn remove_from_emails(tx: &mut Tx, player: PlayerId) -> Result<(), StoreError> {
    for row in sql(RESERVED_NAMES).bind(player.0).rows(&mut *tx).await? {
        let email: i64 = row.get("id")?;
        sql(DROP_CONTENT).bind(player.0).bind(email).run(&mut *tx).await?;
        if sql(RENDER_AGAIN).bind(email).run(&mut *tx).await? == 1 {
            included::forget(&mut *tx, email).await?;
        }
    }
    Ok(())
}
