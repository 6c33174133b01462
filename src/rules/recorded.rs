//! Recorded games: the facts of whole games with a seal over every state they lead through.
//!
//! Builds to come replay them. A mended rule changes the future of a running game and never its
//! past; a seal that no longer fits says that it did.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{BadHistory, Position, Table, Title};

/// One game, from the set-up to its end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Recorded {
    /// The title's key.
    pub title: String,
    pub table: Table,
    /// What it was played from, to be told apart by.
    pub seed: u64,
    /// The facts of the set-up and of each order, as stored.
    pub facts: Vec<String>,
    /// [`seal`] of the facts.
    pub seal: String,
}

/// A hash over every state that the facts lead through, in hexadecimal.
pub fn seal(title: &dyn Title, facts: &[String]) -> Result<String, BadHistory> {
    let mut position = title.blank();
    let mut seal = Sha256::new();
    for facts in facts {
        position.fold(facts)?;
        seal.update(state(position.as_ref()));
    }
    Ok(data_encoding::HEXLOWER.encode(&seal.finalize()))
}

/// The state as its sheet, whose keys stand in alphabetical order.
fn state(position: &dyn Position) -> Vec<u8> {
    serde_json::to_vec(&position.sheet()).expect("sheets are plain data")
}
