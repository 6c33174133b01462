//! Keys as they are typed.

use crate::store::proof::note::{Key, Trade};

/// The key of a log: what the page of seals of its server shows.
pub fn log(typed: &str) -> Result<Key, String> {
    of(typed, Trade::Log)
}

/// The key of a witness.
pub fn witness(typed: &str) -> Result<Key, String> {
    of(typed, Trade::Witness)
}

fn of(typed: &str, trade: Trade) -> Result<Key, String> {
    let found =
        Key::parse(typed.trim()).ok_or("that is no key; they look like name+01234567+...")?;
    match (found.trade == trade, found.trade) {
        (true, _) => Ok(found),
        (_, Trade::Log) => Err("that is the key of a log, and a witness's is wanted".to_owned()),
        (_, Trade::Witness) => Err("that is a witness's key, and a log's is wanted".to_owned()),
    }
}
