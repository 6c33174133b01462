//! Reads many events fast: SQLite packs the rows into one value, which is unpacked here. Reading
//! row by row takes the driver three times as long, which is noticeable when a game is folded.
//!
//! A row begins with twelve numbers, separated by commas and ended by a semicolon: position,
//! number, time, seat, and eight lengths in bytes. Then follow the game, the kind, the act, the
//! visibility, the facts, the draws, the nonce and the hash. Damaged values are not detected here;
//! the audit does that.

use crate::error::StoreError;
use crate::sql::column::{self, Row};
use crate::sql::{Reader, Text, on_postgres, sql};
use ravenpost_log::chain::Link;
use ravenpost_log::{GameId, Hash, StoredEvent};
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Seq;

const OF_GAME: Text = Text::Each {
    sqlite: "SELECT CAST(group_concat(\
    format('%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d;', position, seq, at, seat, \
        octet_length(game), octet_length(kind), octet_length(act), octet_length(visibility), \
        octet_length(facts), octet_length(draws), octet_length(nonce), octet_length(hash)) \
    || ifnull(game, '') || ifnull(kind, '') || ifnull(act, '') || ifnull(visibility, '') \
    || ifnull(facts, '') || ifnull(draws, '') || ifnull(nonce, '') || ifnull(hash, ''), '') \
    AS BLOB) AS packed \
    FROM (SELECT * FROM event WHERE game = $1 AND seq > $2 AND seq <= $3 ORDER BY seq)",
    postgres: on_postgres::PACKED_OF_GAME,
};

/// `NOT INDEXED`, because the audit must read the rows themselves.
const OF_ALL: Text = Text::Each {
    sqlite: "SELECT CAST(group_concat(\
    format('%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d;', position, seq, at, seat, \
        octet_length(game), octet_length(kind), octet_length(act), octet_length(visibility), \
        octet_length(facts), octet_length(draws), octet_length(nonce), octet_length(hash)) \
    || ifnull(game, '') || ifnull(kind, '') || ifnull(act, '') || ifnull(visibility, '') \
    || ifnull(facts, '') || ifnull(draws, '') || ifnull(nonce, '') || ifnull(hash, ''), '') \
    AS BLOB) AS packed \
    FROM (SELECT * FROM event NOT INDEXED WHERE position > $1 ORDER BY position LIMIT $2)",
    postgres: on_postgres::PACKED_OF_ALL,
};

/// Packed events, as the database returned them.
pub(crate) struct Packed(Row);

/// Reads the events of one game, numbered after `after` up to `up_to`.
pub(crate) async fn of_game(
    reader: impl Into<Reader<'_>>,
    game: &GameId,
    after: i64,
    up_to: i64,
) -> Result<Packed, StoreError> {
    let query = sql(OF_GAME).bind(game.as_str()).bind(after).bind(up_to);
    query.row(reader).await.map(Packed)
}

/// Reads events of all games after a position.
pub(crate) async fn of_all(
    reader: impl Into<Reader<'_>>,
    position: i64,
    limit: u32,
) -> Result<Packed, StoreError> {
    sql(OF_ALL).bind(position).bind(limit).row(reader).await.map(Packed)
}

impl Packed {
    /// Returns the raw rows.
    pub(crate) fn rows(&self) -> Result<Rows<'_>, StoreError> {
        Ok(Rows { rest: self.0.get::<Option<&[u8]>>("packed")?.unwrap_or_default() })
    }

    /// Returns the rows as events.
    pub(crate) fn events(&self) -> Result<Vec<StoredEvent>, StoreError> {
        let mut events: Vec<StoredEvent> = Vec::new();
        for row in self.rows()? {
            let row = row?;
            // Usually all are of one game and share its id.
            let game = match events.last() {
                Some(last) if last.game.as_str().as_bytes() == row.game => last.game.clone(),
                _ => row.id().ok_or_else(|| damaged("the game id is invalid"))?,
            };
            events.push(row.event(game)?);
        }
        Ok(events)
    }
}

fn damaged(what: &str) -> StoreError {
    StoreError::Corrupt(what.to_owned())
}

/// An iterator over packed rows.
pub(crate) struct Rows<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for Rows<'a> {
    type Item = Result<Raw<'a>, StoreError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let row = Raw::cut(&mut self.rest);
        if row.is_none() {
            self.rest = &[];
        }
        Some(row.ok_or_else(|| damaged("the packed rows of the log are malformed")))
    }
}

/// The raw columns of one event.
pub(crate) struct Raw<'a> {
    pub position: i64,
    pub seq: i64,
    pub at: i64,
    /// The seat's number; 0 if the act has none.
    pub seat: i64,
    pub game: &'a [u8],
    pub kind: &'a [u8],
    pub act: &'a [u8],
    /// Who may know of the event and of each of its facts: the column `visibility`.
    pub known: &'a [u8],
    pub facts: &'a [u8],
    pub draws: &'a [u8],
    pub nonce: &'a [u8],
    pub hash: &'a [u8],
}

impl<'a> Raw<'a> {
    fn cut(rest: &mut &'a [u8]) -> Option<Raw<'a>> {
        let mut number = || {
            let end = rest.iter().position(|byte| matches!(byte, b',' | b';'))?;
            let (digits, behind) = rest.split_at(end);
            *rest = &behind[1..];
            std::str::from_utf8(digits).ok()?.parse::<i64>().ok()
        };
        let (position, seq, at, seat) = (number()?, number()?, number()?, number()?);
        let mut lengths = [0; 8];
        for length in &mut lengths {
            *length = number()?;
        }
        let mut bytes = lengths.into_iter().map(|length| {
            let (bytes, behind) = rest.split_at_checked(usize::try_from(length).ok()?)?;
            *rest = behind;
            Some(bytes)
        });
        let mut next = || bytes.next().flatten();
        let (game, kind, act) = (next()?, next()?, next()?);
        let (known, facts, draws) = (next()?, next()?, next()?);
        let (nonce, hash) = (next()?, next()?);
        Some(Raw { position, seq, at, seat, game, kind, act, known, facts, draws, nonce, hash })
    }

    /// Returns the game's id, if it is valid.
    pub(crate) fn id(&self) -> Option<GameId> {
        GameId::parse(std::str::from_utf8(self.game).ok()?)
    }

    /// Returns the stored hash; zeros if it has the wrong length.
    pub(crate) fn own_hash(&self) -> Hash {
        Hash(self.hash.try_into().unwrap_or([0; 32]))
    }

    /// Returns what is hashed; `None` if the seat is invalid. A nonce of the wrong length counts as
    /// zeros, for which the hash will not match.
    pub(crate) fn link(&self) -> Option<Link<'a>> {
        let seat = u8::try_from(self.seat).ok()?;
        Some(Link {
            game: self.game,
            seq: Seq(u64::try_from(self.seq).unwrap_or(0)),
            at: self.at,
            kind: self.kind,
            seat: (seat > 0).then_some(seat),
            act: self.act,
            known: self.known,
            facts: self.facts,
            draws: self.draws,
            nonce: self.nonce.try_into().unwrap_or_default(),
        })
    }

    fn event(&self, game: GameId) -> Result<StoredEvent, StoreError> {
        let text = |bytes: &[u8]| match std::str::from_utf8(bytes) {
            Ok(text) => Ok(text.to_owned()),
            Err(_) => Err(damaged("the event is not valid UTF-8")),
        };
        let count = |number: i64| u64::try_from(number).map_err(|_| damaged("a count is negative"));
        let seat = u8::try_from(self.seat).map_err(|_| damaged("the seat number is invalid"))?;
        Ok(StoredEvent {
            position: count(self.position)?,
            game,
            seq: Seq(count(self.seq)?),
            at: column::time(self.at)?,
            kind: text(self.kind)?,
            seat: (seat > 0).then_some(Seat(seat)),
            act: text(self.act)?,
            known: text(self.known)?,
            facts: text(self.facts)?,
            draws: text(self.draws)?,
            nonce: self.nonce.try_into().map_err(|_| damaged("a nonce must have 16 bytes"))?,
            hash: Hash(self.hash.try_into().map_err(|_| damaged("a hash must have 32 bytes"))?),
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::packed::*;

    const ONE: &[u8] = b"7,3,-5,0,1,0,2,2,4,2,1,3;gAA*-[xx][]NHHH";

    #[test]
    fn packed_rows_are_split_by_length() {
        let two = [ONE, ONE].concat();
        let rows: Vec<_> = Rows { rest: &two }.collect::<Result<_, _>>().unwrap();
        assert_eq!(rows.len(), 2);
        let row = &rows[1];
        assert_eq!((row.position, row.seq, row.at, row.seat), (7, 3, -5, 0));
        assert_eq!((row.game, row.kind, row.act), (&b"g"[..], &b""[..], &b"AA"[..]));
        assert_eq!((row.known, row.facts, row.draws), (&b"*-"[..], &b"[xx]"[..], &b"[]"[..]));
        assert_eq!((row.nonce, row.hash), (&b"N"[..], &b"HHH"[..]));
    }

    #[test]
    fn truncated_rows_are_an_error_and_end_the_list() {
        for end in 1..ONE.len() {
            let mut rows = Rows { rest: &ONE[..end] };
            assert!(rows.next().is_some_and(|row| row.is_err()), "cut off at {end}");
            assert!(rows.next().is_none());
        }
    }
}
