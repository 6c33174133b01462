//! From a finished letter to a mail server: the message, its signature, the way out, the retries.

mod call;
pub mod desk;
pub mod dkim;
pub mod failure;
mod fields;
mod lanes;
pub mod memory;
pub mod message;
mod office;
mod post;
pub mod relay;
pub mod sender;
pub mod setup;
pub mod size;
pub mod transport;
mod watch;

pub use call::Patience;
pub use desk::{Desk, Written};
pub use dkim::Signer;
pub use failure::{Failure, Step};
pub use memory::Memory;
pub use message::{Outgoing, Writer};
pub use relay::{Relay, RelaySettings, Security};
pub use sender::Sender;
pub use transport::Transport;
