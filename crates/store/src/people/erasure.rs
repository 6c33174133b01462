//! A person is forgotten: every row that is the person's goes, and what other rows tell of it.
//! Games and the rows of others stay. All of it is one piece of writing, which also notes that the
//! file itself still holds what was deleted.

use super::redaction::{Person, redact};
use crate::error::StoreError;
use crate::ids::PlayerId;
use crate::lists::rewrite;
use crate::sql::column::Row;
use crate::sql::{Reader, Tx, sql};

/// Where a person got letters, gets them or wished to; without what has become another player's.
const ADDRESSES: &str = "SELECT address FROM player WHERE id = $1 \
    UNION SELECT lower(new_address) FROM address_change WHERE player = $1 \
    UNION SELECT lower(address) FROM outbox WHERE address <> '' \
        AND (player = $1 OR about_player = $1) \
    UNION SELECT lower(address) FROM reply_key WHERE player = $1 AND address <> '' \
    UNION SELECT lower(address) FROM bounce WHERE player = $1 AND address <> '' \
    UNION SELECT address FROM confirmed_sender WHERE player = $1 \
    EXCEPT SELECT address FROM player WHERE id <> $1";

/// Letters by which the person was invited, to whichever mailbox.
const INVITED: &str = "DELETE FROM outbox WHERE kind = 'invitation' AND EXISTS (\
    SELECT 1 FROM invitation AS taken WHERE taken.used_by = $1 \
    AND taken.game = outbox.game AND lower(taken.address) = lower(outbox.address))";
// Without an address it would be a share link, whose token is in an email: it counts as used.
const TAKEN: &str = "UPDATE invitation SET address = NULL, \
    used_at = coalesce(used_at, created_at) WHERE used_by = $1 AND address IS NOT NULL";
/// Letters in which the person invites somebody, and that have not left yet.
const INVITES: &str = "UPDATE outbox SET state = 'dropped', payload = '{}', raw = NULL, \
    claimed_until = NULL, last_error = 'the inviting player deleted their account' \
    WHERE kind = 'invitation' AND state IN ('waiting', 'sending', 'failed') AND EXISTS (\
    SELECT 1 FROM invitation AS made WHERE made.invited_by = $1 \
    AND made.game = outbox.game AND lower(made.address) = lower(outbox.address))";
const REPLIES: &str = "DELETE FROM inbound_email WHERE player = $1";
/// What is counted of a player has the number among its words.
const COUNTED: &str = "DELETE FROM rate_counter WHERE ' ' || key || ' ' LIKE '% ' || $1 || ' %'";

/// Letters to others that may tell of the person: those of tables where the person was known,
/// those of several tables together, and whatever has the name. Earlier names are not known, and
/// long ones are broken over two lines, so that looking for the name alone would not do.
const TOLD: &str = "WITH own (name) AS (SELECT name FROM player WHERE id = $1), \
    met (game) AS (SELECT game FROM seat_holder WHERE player = $1 \
        UNION SELECT game FROM organiser WHERE player = $1 \
        UNION SELECT game FROM chat_message WHERE player = $1 \
        UNION SELECT game FROM reply_key WHERE player = $1 \
        UNION SELECT game FROM outbox WHERE player = $1) \
    SELECT outbox.id FROM outbox, own WHERE subject IS NOT NULL AND (outbox.game IS NULL \
        OR outbox.game IN (SELECT game FROM met WHERE game IS NOT NULL) \
        OR (own.name <> '' AND (instr(text, own.name) > 0 OR instr(subject, own.name) > 0)))";
const HUSH: &str = "UPDATE outbox SET text = NULL, html = NULL, raw = NULL, subject = CASE \
    WHEN instr(subject, (SELECT name FROM player WHERE id = $1 AND name <> '')) > 0 THEN '' \
    ELSE subject END WHERE id = $2 AND state IN ('sent', 'failed', 'dropped')";
/// One that was begun with is written anew, from what is true then.
const ANEW: &str = "UPDATE outbox SET subject = NULL, text = NULL, html = NULL, raw = NULL, \
    address = CASE WHEN player IS NULL THEN address END \
    WHERE id = $1 AND state IN ('waiting', 'sending')";

/// What is known by an address.
const BY_ADDRESS: [&str; 7] = [
    "DELETE FROM sign_in WHERE address = $1",
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

/// Sessions, words, notes, a wish for another address and the like hang on it and go with it.
const PLAYER: &str = "DELETE FROM player WHERE id = $1";

/// Every address that is known as the person's, in small letters.
pub async fn addresses(
    reader: impl Into<Reader<'_>>,
    player: PlayerId,
) -> Result<Vec<String>, StoreError> {
    let rows = sql(ADDRESSES).bind(player.0).rows(reader).await?;
    rows.iter().map(|row: &Row| row.get(0)).collect()
}

/// Forgets a person. `hashes` are what the person's addresses are counted by. Tells how many
/// letters of others wait and had something cut out.
pub async fn forget(tx: &mut Tx, player: PlayerId, hashes: &[String]) -> Result<usize, StoreError> {
    let name = super::players::get(&mut *tx, player).await?.name;
    let addresses = addresses(&mut *tx, player).await?;
    tell_nobody(tx, player).await?;
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

/// Takes the person out of the letters to others.
async fn tell_nobody(tx: &mut Tx, player: PlayerId) -> Result<(), StoreError> {
    for row in sql(TOLD).bind(player.0).rows(&mut *tx).await? {
        let letter: i64 = row.get(0)?;
        sql(HUSH).bind(player.0).bind(letter).run(&mut *tx).await?;
        sql(ANEW).bind(letter).run(&mut *tx).await?;
    }
    Ok(())
}
