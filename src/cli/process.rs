//! What the process asks of the system before it does anything.

use rustix::fs::Mode;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit, umask};

/// More open files than this are of no use.
const FILES: u64 = 65_536;

/// Files made from here on are for nobody else's eyes: the database holds addresses and secrets.
pub fn private_files() {
    umask(Mode::RWXG | Mode::RWXO);
}

/// Takes as many open files as the system grants: each connection is one.
pub fn many_files() {
    let now = getrlimit(Resource::Nofile);
    let most = now.maximum.map_or(FILES, |most| most.min(FILES));
    if now.current.is_some_and(|soft| soft < most) {
        let wanted = Rlimit { current: Some(most), ..now };
        if let Err(error) = setrlimit(Resource::Nofile, wanted) {
            tracing::warn!(%error, "no more files may be open than by default");
        }
    }
}
