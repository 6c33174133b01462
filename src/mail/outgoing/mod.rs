//! From a finished letter to a mail server: the message, its signature, the way out, the retries.

pub mod dkim;
pub mod failure;
mod fields;
pub mod message;
pub mod relay;
pub mod transport;

pub use dkim::Signer;
pub use failure::Failure;
pub use message::{BadLetter, Outgoing, Writer};
pub use relay::{Relay, RelaySettings, Security};
pub use transport::{Memory, Transport};
