//! Cursors that programs use to page through messages and notes. Stored ids and event numbers would
//! reveal how much others write, so a cursor is encrypted and authenticated (as in SIV, RFC 5297).
//! Cursors differ between players, but one player always gets the same ones.

use data_encoding::HEXLOWER;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::error::ServiceError;
use crate::handles::Chat;
use ravenpost_log::GameId;
use ravenpost_rules::numbers::Seq;
use ravenpost_store::PlayerId;

/// The number of hexadecimal digits of a cursor.
pub const DIGITS: usize = 48;

/// Bytes of the authentication tag. The place takes 16 more.
const TAG: usize = 8;

/// The lists that have cursors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum List {
    Messages,
    Notes,
}

impl List {
    fn word(self) -> &'static str {
        match self {
            List::Messages => "messages",
            List::Notes => "notes",
        }
    }
}

/// The place of a message or note in its list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    pub seq: Seq,
    pub id: i64,
}

/// Makes and reads the cursors of a list, as one player sees it.
pub struct Cursors([u8; 32]);

impl Cursors {
    fn new(key: &str, list: List, game: &GameId, reader: PlayerId) -> Cursors {
        let whose = format!("ravenpost cursor 1 {} {game} {reader}", list.word());
        Cursors(hash(key.as_bytes(), "list", whose.as_bytes()))
    }

    /// Returns the cursor of a place.
    pub fn seal(&self, place: Place) -> String {
        let plain = [place.seq.0.to_be_bytes(), place.id.to_be_bytes()].concat();
        let tag = hash(&self.0, "tag", &plain);
        let tag = &tag[..TAG];
        let hidden = self.masked(tag, &plain);
        HEXLOWER.encode(&[tag, hidden.as_slice()].concat())
    }

    /// Returns the place of a cursor; `None` if it was not made here.
    pub fn open(&self, cursor: &str) -> Option<Place> {
        let bytes = HEXLOWER.decode(cursor.as_bytes()).ok()?;
        let (tag, hidden) = bytes.split_at_checked(TAG)?;
        let plain = self.masked(tag, hidden);
        let (seq, id) = plain.split_first_chunk()?;
        let id = i64::from_be_bytes(id.try_into().ok()?);
        let place = Place { seq: Seq(u64::from_be_bytes(*seq)), id };
        (self.seal(place) == cursor).then_some(place)
    }

    /// Encrypts or decrypts the bytes of a place.
    fn masked(&self, tag: &[u8], bytes: &[u8]) -> Vec<u8> {
        let mask = hash(&self.0, "mask", tag);
        bytes.iter().zip(mask).map(|(byte, mask)| byte ^ mask).collect()
    }
}

/// HMAC-SHA256 for one purpose.
fn hash(key: &[u8], purpose: &str, bytes: &[u8]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("any length is a key");
    mac.update(purpose.as_bytes());
    mac.update(bytes);
    mac.finalize().into_bytes().into()
}

impl Chat<'_> {
    /// Returns the `Cursors` of a player's list in a game.
    pub async fn cursors(
        self,
        list: List,
        game: &GameId,
        reader: PlayerId,
    ) -> Result<Cursors, ServiceError> {
        let key = self.players().signing_key().await?;
        Ok(Cursors::new(&key, list, game, reader))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursor_is_accepted_only_where_it_was_issued() {
        let game = GameId::from_bytes([7; 12]);
        let cursors = |list, player| Cursors::new("key", list, &game, PlayerId(player));
        let own = cursors(List::Messages, 1);
        let place = Place { seq: Seq(62), id: 9_580 };
        let cursor = own.seal(place);
        assert_eq!(cursor.len(), DIGITS);
        assert_eq!((own.open(&cursor), own.seal(place)), (Some(place), cursor.clone()));
        for other in [cursors(List::Messages, 2), cursors(List::Notes, 1)] {
            assert_eq!(other.open(&cursor), None);
            assert_ne!(other.seal(place), cursor);
        }
        let changed =
            cursor.replacen(&cursor[..1], if cursor.starts_with('0') { "1" } else { "0" }, 1);
        for bad in ["", "9580", "zz", &changed, &cursor[2..], &format!("{cursor}00")] {
            assert_eq!(own.open(bad), None, "{bad}");
        }
    }

    /// Neighbouring cursors look unrelated, so they do not reveal how many messages are between
    /// them.
    #[test]
    fn cursors_of_adjacent_entries_share_nothing() {
        let game = GameId::from_bytes([7; 12]);
        let cursors = Cursors::new("key", List::Notes, &game, PlayerId(1));
        let all: Vec<String> = (1..200).map(|id| cursors.seal(Place { seq: Seq(1), id })).collect();
        for (one, next) in all.iter().zip(&all[1..]) {
            let same = one.bytes().zip(next.bytes()).filter(|(one, next)| one == next).count();
            assert!(same < DIGITS / 2, "{one} {next}");
        }
    }
}
