//! Reads the text of a daily seal: its fields, and whether a game's step is in it.

use chrono::NaiveDate;

use super::{FORMAT, NO_KEY, NONE, SealedEnd, of};
use crate::event::Hash;

/// The error for a seal of a build before the first release.
const EARLIER: &str =
    "it was made by an earlier, unreleased build of Ravenpost and cannot be checked";

/// A parsed seal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SealText {
    /// The day on which it was made, in UTC.
    pub day: NaiveDate,
    /// The previous seal; zeros in the first.
    pub before: Hash,
    /// The server's signing key at the time, if it had one.
    pub key: Option<String>,
    /// Its lines, in order.
    pub lines: Vec<Hash>,
    /// The hash of the text, which is the seal itself.
    pub hash: Hash,
}

impl SealText {
    /// Parses a seal.
    ///
    /// # Errors
    ///
    /// Returns the reason if any part of it differs from the format.
    pub fn read(text: &str) -> Result<SealText, String> {
        let mut lines = text.lines();
        match lines.next().unwrap_or_default() {
            FORMAT => {}
            "ravenpost seal 1" | "ravenpost seal 2" | "ravenpost seal 3" => {
                return Err(EARLIER.to_owned());
            }
            _ => return Err("this program does not know its version".into()),
        }
        let mut field = |name: &str| {
            let line = lines.next().and_then(|line| line.strip_prefix(name)?.strip_prefix(' '));
            line.map(str::to_owned).ok_or_else(|| format!("its line \"{name}\" is missing"))
        };
        let day = field("day")?.parse().map_err(|_| "its day is invalid".to_owned())?;
        let before = hash(&field("before")?)?;
        let (key, count) = (Some(field("key")?).filter(|key| key != NO_KEY), field("lines")?);
        let all: Vec<Hash> = lines.map(hash).collect::<Result<_, _>>()?;
        if count != all.len().to_string() || !text.ends_with('\n') || text.contains('\r') {
            return Err("it was cut short, or lines were added".to_owned());
        }
        if !all.is_sorted_by(|one, other| one.0 <= other.0) {
            return Err("its lines are not sorted".to_owned());
        }
        if !all.len().is_power_of_two() {
            return Err("its number of lines is not a power of two".to_owned());
        }
        Ok(SealText { day, before, key, lines: all, hash: of(text) })
    }

    /// Returns whether the seal contains this end of a game's log.
    pub fn has(&self, end: &SealedEnd) -> bool {
        self.lines.contains(&end.leaf_of(self.day))
    }

    /// Returns the name of the log, if the seal has a key.
    pub fn origin(&self) -> Option<&str> {
        self.key.as_deref().and_then(|key| key.split('+').next())
    }

    /// Returns whether the seal names a different log.
    pub fn is_of_another(&self, origin: Option<&str>) -> bool {
        self.origin().zip(origin).is_some_and(|(own, other)| own != other)
    }

    /// Returns whether this is its server's first seal.
    pub fn is_first(&self) -> bool {
        self.before == NONE
    }
}

fn hash(digits: &str) -> Result<Hash, String> {
    let bytes = data_encoding::HEXLOWER.decode(digits.as_bytes()).ok();
    let bytes = bytes.and_then(|bytes| bytes.try_into().ok());
    bytes
        .map(Hash)
        .ok_or_else(|| "one of its hashes does not have 64 hexadecimal digits".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::GameId;
    use crate::seal::{Form, Padding, name, text};
    use ravenpost_rules::numbers::Step;

    fn end(step: u64) -> SealedEnd {
        let game = GameId::parse("k3v9w2mq7xhd").expect("an id");
        SealedEnd { game: name(&game), step: Step(step), head: Hash([7; 32]) }
    }

    const KEY: &str = "raven.example/seals+ef94ecbe+AepK";

    fn form() -> Form {
        Form { padding: Padding([9; 32]), key: Some(KEY.to_owned()) }
    }

    fn day() -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 11, 22).expect("a day")
    }

    #[test]
    fn seal_parses_and_includes_the_sealed_step() {
        let ends = [end(1), end(2), end(5)];
        let text = text(day(), Hash([3; 32]), ends, &form());
        let seal = SealText::read(&text).expect("a seal");
        assert_eq!((seal.day, seal.before), (day(), Hash([3; 32])));
        assert_eq!((seal.hash, seal.key.as_deref()), (of(&text), Some(KEY)));
        assert!(seal.has(&end(2)) && !seal.has(&end(3)) && !seal.is_first());
        assert!(seal.is_of_another(Some("other.example/seals")));
    }

    #[test]
    fn text_that_no_server_writes_is_rejected() {
        let text = text(day(), NONE, [end(1), end(2)], &form());
        let last = text.trim_end().rfind('\n').expect("lines") + 1;
        let (head, line) = text.split_at(last);
        let bad = [
            head.to_owned(),
            format!("{text}{line}"),
            text.trim_end().to_owned(),
            text.replace("day 2026-11-22", "day today"),
            text.replace(FORMAT, "ravenpost daily seal 9"),
            text.replace('\n', "\r\n"),
            text.replace("before 0", "before x"),
        ];
        for bad in bad {
            assert!(SealText::read(&bad).is_err(), "{bad}");
        }
        for earlier in 1..=3 {
            let text = text.replace(FORMAT, &format!("ravenpost seal {earlier}"));
            assert_eq!(SealText::read(&text), Err(EARLIER.to_owned()));
        }
    }
}
