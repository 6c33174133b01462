//! Evidence against a truncated or rewritten log: the heads that emails stated, and other rows that
//! refer to events (responses, emails and the list of games).
//!
//! This does not detect consistent changes to all tables. The root of the log, stored elsewhere,
//! does ([`ravenpost_log::chain::root`]).

use crate::error::StoreError;
use crate::sql::column::{Row, int};
use crate::sql::{Reader, Text, Tx, on_postgres, sql};
use ravenpost_log::{GameId, Head};
use ravenpost_rules::numbers::Seq;

const PUT: &str =
    "INSERT INTO known_head (game, seq, head) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";

/// The bare column `source` is taken from the row with the maximum. Only SQLite guarantees that.
const REFERENCED: Text = Text::Each {
    sqlite: "SELECT told.game, max(told.seq) AS seq, told.source FROM (\
    SELECT id AS game, last_seq AS seq, 0 AS source FROM game \
    UNION ALL SELECT game, seq, 1 FROM idempotency_key \
    UNION ALL SELECT game, seq, 2 FROM outbox WHERE game IS NOT NULL AND seq IS NOT NULL \
    UNION ALL SELECT game, seq, 3 FROM known_head) AS told GROUP BY told.game",
    postgres: on_postgres::REFERENCED,
};

const END: &str = "SELECT coalesce(max(seq), 0) AS last FROM event WHERE game = $1";

const OTHER: &str = "SELECT known_head.game, min(known_head.seq) AS seq FROM known_head \
    JOIN event ON event.game = known_head.game AND event.seq = known_head.seq \
    WHERE event.hash != known_head.head GROUP BY known_head.game";

/// A reference to an event, and the fault if the log does not match it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventReference {
    /// The game's id as it is stored, which may be invalid.
    pub game: Vec<u8>,
    pub seq: Seq,
    pub what: &'static str,
}

/// Stores a head that was reported in an email.
pub async fn put(tx: &mut Tx, game: &GameId, head: Head) -> Result<(), StoreError> {
    sql(PUT).bind(game.as_str()).bind(int(head.seq)).bind(head.hash.0.as_slice()).run(tx).await?;
    Ok(())
}

/// Returns the last event of each game that any table refers to.
pub(crate) async fn referenced(
    reader: impl Into<Reader<'_>>,
) -> Result<Vec<EventReference>, StoreError> {
    let what = |source: i64| match source {
        0 => "the log ends before this event, which the list of games refers to",
        1 => "the log ends before this event, which a stored response refers to",
        2 => "the log ends before this event, which an email refers to",
        _ => "the log ends before this event, whose hash was sent in emails",
    };
    read(REFERENCED, reader, |row| Ok(what(row.get("source")?))).await
}

/// Returns, for each game, the first event whose hash differs from what emails stated.
pub(crate) async fn otherwise(
    reader: impl Into<Reader<'_>>,
) -> Result<Vec<EventReference>, StoreError> {
    read(OTHER, reader, |_| {
        Ok("emails stated a different hash for this event: the log was rewritten")
    })
    .await
}

/// Returns the games whose log ends before an event that something refers to.
pub async fn cut_off(tx: &mut Tx) -> Result<Vec<EventReference>, StoreError> {
    let mut cut = Vec::new();
    for referenced in referenced(&mut *tx).await? {
        let game = String::from_utf8_lossy(&referenced.game).into_owned();
        let end = sql(END).bind(game).row(&mut *tx).await?.seq("last")?;
        if end < referenced.seq {
            cut.push(referenced);
        }
    }
    Ok(cut)
}

async fn read(
    statement: impl Into<Text>,
    reader: impl Into<Reader<'_>>,
    what: impl Fn(&Row) -> Result<&'static str, StoreError>,
) -> Result<Vec<EventReference>, StoreError> {
    let referenced = |row: &Row| {
        let (game, seq): (&[u8], i64) = (row.get("game")?, row.get("seq")?);
        let seq = Seq(u64::try_from(seq).unwrap_or(0));
        Ok(EventReference { game: game.to_vec(), seq, what: what(row)? })
    };
    sql(statement).rows(reader).await?.iter().map(referenced).collect()
}
