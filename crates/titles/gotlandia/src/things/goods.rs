//! Amounts of Silver and resources: a storage, the bank, a price. Written as a bundle (R25.3).

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::kinds::Kind;
use ravenpost_rules::text::phrase;

/// Amounts of each kind, written `2s+grain` in facts and orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "String"))]
pub struct Goods(pub [u8; Kind::COUNT]);

impl Goods {
    pub const NONE: Goods = Goods([0; Kind::COUNT]);

    pub fn one(kind: Kind) -> Goods {
        Goods::some(kind, 1)
    }

    pub fn some(kind: Kind, count: u8) -> Goods {
        let mut goods = Goods::NONE;
        goods.0[kind.index()] = count;
        goods
    }

    pub fn silver(count: u8) -> Goods {
        Goods::some(Kind::SILVER, count)
    }

    pub fn of(&self, kind: Kind) -> u8 {
        self.0[kind.index()]
    }

    pub fn is_none(&self) -> bool {
        *self == Goods::NONE
    }

    /// Returns the number of items (R18 counts Silver and resources alike).
    pub fn items(&self) -> u16 {
        self.0.iter().map(|count| u16::from(*count)).sum()
    }

    /// Returns the number of resources, without Silver.
    pub fn resources(&self) -> u16 {
        self.items() - u16::from(self.0[0])
    }

    pub fn holds(&self, other: &Goods) -> bool {
        self.0.iter().zip(other.0).all(|(have, need)| *have >= need)
    }

    pub fn add(&mut self, other: &Goods) {
        for (have, more) in self.0.iter_mut().zip(other.0) {
            *have = have.saturating_add(more);
        }
    }

    pub fn sub(&mut self, other: &Goods) {
        for (have, less) in self.0.iter_mut().zip(other.0) {
            *have = have.saturating_sub(less);
        }
    }

    #[must_use]
    pub fn plus(mut self, other: &Goods) -> Goods {
        self.add(other);
        self
    }

    /// Limits each amount to that of `other`, e.g. when the bank is short.
    #[must_use]
    pub fn at_most(mut self, other: &Goods) -> Goods {
        for (want, have) in self.0.iter_mut().zip(other.0) {
            *want = (*want).min(have);
        }
        self
    }

    /// Returns the kinds with positive amounts, and these amounts.
    pub fn kinds(&self) -> impl Iterator<Item = (Kind, u8)> + Clone {
        let goods = *self;
        Kind::all().map(move |kind| (kind, goods.of(kind))).filter(|(_, count)| *count > 0)
    }

    /// Describes the goods: "2 Silver and 1 Grain"; "nothing".
    pub fn words(&self) -> String {
        let parts: Vec<String> =
            self.kinds().map(|(kind, count)| format!("{count} {}", kind.name())).collect();
        if parts.is_empty() { "nothing".to_owned() } else { phrase::and(&parts) }
    }
}

impl fmt::Display for Goods {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut plus = "";
        for (kind, count) in self.kinds() {
            f.write_str(plus)?;
            if count > 1 {
                write!(f, "{count}")?;
            }
            f.write_str(kind.word())?;
            plus = "+";
        }
        Ok(())
    }
}

impl Serialize for Goods {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Goods {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bundle;
        impl Visitor<'_> for Bundle {
            type Value = Goods;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a bundle such as 2s+grain")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Goods, E> {
                let mut goods = Goods::NONE;
                for part in text.split('+').filter(|part| !part.is_empty()) {
                    let (count, kind) =
                        stored_part(part).ok_or_else(|| E::custom(format!("no part {part:?}")))?;
                    goods.add(&Goods::some(kind, count));
                }
                Ok(goods)
            }
        }
        deserializer.deserialize_str(Bundle)
    }
}

fn stored_part(part: &str) -> Option<(u8, Kind)> {
    let digits = part.bytes().take_while(u8::is_ascii_digit).count();
    let count = if digits == 0 { 1 } else { part[..digits].parse().ok()? };
    let kind = Kind::all().find(|kind| kind.word() == &part[digits..])?;
    Some((count, kind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bundles_round_trip() {
        let goods = Goods::silver(2).plus(&Goods::one(Kind::GRAIN));
        assert_eq!(goods.to_string(), "2s+grain");
        assert_eq!(goods.words(), "2 Silver and 1 Grain");
        let text = serde_json::to_string(&goods).unwrap();
        assert_eq!(serde_json::from_str::<Goods>(&text).unwrap(), goods);
        assert_eq!(serde_json::from_str::<Goods>("\"\"").unwrap(), Goods::NONE);
    }
}
