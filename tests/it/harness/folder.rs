//! Temporary folders in memory, where a commit does not wait for a disk.

use std::path::Path;

use tempfile::TempDir;

const MEMORY: &str = "/dev/shm";
/// How much must be free there. Containers often have less.
const ENOUGH: u64 = 2 << 30;

/// Creates a temporary folder, in memory if there is enough of it. Tests of files and disks, and
/// tests that run programs from their folder, use [`tempfile::tempdir`] instead.
pub fn folder() -> TempDir {
    let free = rustix::fs::statvfs(MEMORY).map(|disk| disk.f_bavail.saturating_mul(disk.f_frsize));
    let place = match free {
        Ok(free) if free >= ENOUGH => Path::new(MEMORY).to_owned(),
        _ => std::env::temp_dir(),
    };
    tempfile::Builder::new().prefix("ravenpost_").tempdir_in(place).expect("a temporary folder")
}
