//! Outgoing email: message, signature, transport and retries.

mod call;
mod concurrency;
mod delivery;
mod delivery_result;
pub mod dkim;
pub mod email_source;
pub mod failure;
mod fields;
mod lanes;
pub mod memory;
pub mod message;
mod reachability;
pub mod relay;
mod relay_health;
pub mod send_loop;
mod sender;
pub mod setup;
pub mod size;
pub mod transport;

pub use call::SmtpTimeouts;
pub use dkim::Signer;
pub use email_source::{Composed, EmailSource};
pub use failure::{Failure, SmtpStep};
pub use memory::Memory;
pub use message::{Outgoing, Writer};
pub use relay::{Relay, RelaySettings, Security};
pub use send_loop::SendLoop;
pub use transport::Transport;
