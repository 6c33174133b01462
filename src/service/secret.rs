//! Random bytes that nobody may guess: tokens, salts, the secret of the dice.

use super::error::ServiceError;

fn fill(bytes: &mut [u8]) -> Result<(), ServiceError> {
    getrandom::fill(bytes).map_err(|error| ServiceError::Broken(anyhow::anyhow!("{error}")))
}

/// 256 random bits.
pub fn bytes() -> Result<[u8; 32], ServiceError> {
    let mut bytes = [0; 32];
    fill(&mut bytes)?;
    Ok(bytes)
}

/// A seat's salt for the dice: 64 random bits, shown to everybody at the table.
pub fn salt() -> Result<String, ServiceError> {
    let mut bytes = [0; 8];
    fill(&mut bytes)?;
    Ok(data_encoding::HEXLOWER.encode(&bytes))
}

/// A token for links and cookies: 160 random bits in lower-case base32, case-proof in mail.
pub fn token() -> Result<String, ServiceError> {
    let mut bytes = [0; 20];
    fill(&mut bytes)?;
    Ok(data_encoding::BASE32_NOPAD.encode(&bytes).to_lowercase())
}
