//! Process-wide system settings.

use rustix::fs::Mode;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit, umask};

/// Upper bound for the limit on open files.
const FILES: u64 = 65_536;

/// Makes new files private to the user: the database contains addresses and secrets.
pub fn private_files() {
    umask(Mode::RWXG | Mode::RWXO);
}

/// Raises the limit on open files, because each connection needs one.
pub fn many_files() {
    let now = getrlimit(Resource::Nofile);
    let most = now.maximum.map_or(FILES, |most| most.min(FILES));
    if now.current.is_some_and(|soft| soft < most) {
        let wanted = Rlimit { current: Some(most), ..now };
        if let Err(error) = setrlimit(Resource::Nofile, wanted) {
            tracing::warn!(%error, "failed to raise the limit on open files");
        }
    }
}
