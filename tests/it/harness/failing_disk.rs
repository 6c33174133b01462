//! A disk that fails on command, below a separate program: `tests/faults/failing_disk.c`.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::process::Command;

/// The environment variable with the path of the shared mapping.
pub const TOLD: &str = "SICK_DISK";
/// A power failure, in place of an error number.
pub const BLACKOUT: i64 = -1;
/// A disk that does not answer until it is told to, in place of an error number.
pub const HANG: i64 = -2;

/// The commands to the disk, and its counters.
pub struct Disk(File);

impl Disk {
    pub fn new(path: &Path) -> Disk {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let disk = Disk(options.open(path).unwrap());
        disk.0.set_len(48).unwrap();
        disk
    }

    /// Builds the shim in this folder and returns the environment with which a program uses the
    /// disk.
    pub fn under(folder: &Path, told: &Path) -> [(&'static str, OsString); 2] {
        let shim = folder.join("sick_disk.so");
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/faults/failing_disk.c");
        let mut build = Command::new("cc");
        build.args(["-O1", "-shared", "-fPIC", "-o"]).arg(&shim).arg(source);
        assert!(build.status().unwrap().success());
        [(TOLD, told.into()), ("LD_PRELOAD", shim.into())]
    }

    /// Lets `well` calls succeed, then makes `times` calls fail with `error`.
    pub fn fail(&self, well: i64, times: i64, error: i64) {
        let words = [well, times, error].map(i64::to_ne_bytes).concat();
        self.0.write_all_at(&words, 0).unwrap();
    }

    /// Returns the numbers of calls, failed calls and lost writes.
    pub fn counts(&self) -> [i64; 3] {
        let mut bytes = [0; 24];
        self.0.read_exact_at(&mut bytes, 24).unwrap();
        let number = |at: usize| i64::from_ne_bytes(bytes[at..at + 8].try_into().unwrap());
        [number(0), number(8), number(16)]
    }
}
