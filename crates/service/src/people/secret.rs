//! Unpredictable random bytes for tokens, salts, ids and the dice secret.
//!
//! They come from the operating system. A simulation uses a seed instead, so that it is
//! reproducible down to the last hash.

use std::sync::{Arc, Mutex};

use ravenpost_log::{GameId, Nonce};
use ravenpost_rules::Dice;
use ravenpost_rules::dice::Epoch;

use crate::error::ServiceError;

/// The source of the service's random bytes.
#[derive(Clone)]
pub enum Entropy {
    System,
    /// For simulations only, because it is predictable.
    Seeded(Arc<Mutex<Dice>>),
}

impl Entropy {
    /// Predictable entropy, for simulations.
    pub fn seeded(seed: u64) -> Entropy {
        Entropy::Seeded(Arc::new(Mutex::new(Dice::seeded(seed))))
    }

    fn fill(&self, bytes: &mut [u8]) -> Result<(), ServiceError> {
        match self {
            Entropy::System => getrandom::fill(bytes)
                .map_err(|error| ServiceError::Broken(anyhow::anyhow!("no random bytes: {error}"))),
            Entropy::Seeded(dice) => {
                let mut dice = dice.lock().expect("no holder panics");
                let mut stream = dice.stream("entropy");
                bytes.fill_with(|| u8::try_from(stream.below(256)).unwrap_or_default());
                Ok(())
            }
        }
    }

    /// Draws 32 random bytes.
    pub fn bytes(&self) -> Result<[u8; 32], ServiceError> {
        let mut bytes = [0; 32];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    /// A new epoch, from which later draws of a game are derived.
    pub fn epoch(&self) -> Result<Epoch, ServiceError> {
        self.bytes().map(Epoch)
    }

    /// The nonce that blinds the leaves of one event.
    pub fn nonce(&self) -> Result<Nonce, ServiceError> {
        let mut bytes = [0; 16];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    /// A seat's salt for the dice: 64 random bits, shown to everyone at the table.
    pub fn salt(&self) -> Result<String, ServiceError> {
        let mut bytes = [0; 8];
        self.fill(&mut bytes)?;
        Ok(data_encoding::HEXLOWER.encode(&bytes))
    }

    /// A token for links and cookies: 160 random bits in base32, safe if email changes its case.
    pub fn token(&self) -> Result<String, ServiceError> {
        let mut bytes = [0; 20];
        self.fill(&mut bytes)?;
        Ok(data_encoding::BASE32_NOPAD.encode(&bytes).to_lowercase())
    }

    /// The id of a new game.
    pub fn game_id(&self) -> Result<GameId, ServiceError> {
        let mut bytes = [0; 12];
        self.fill(&mut bytes)?;
        Ok(GameId::from_bytes(bytes))
    }
}
