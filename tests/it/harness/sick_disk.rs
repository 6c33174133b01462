//! A disk that fails when it is told to, under a program of its own: `tests/faults/sick_disk.c`.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::process::Command;

/// Where the program finds what both sides map.
pub const TOLD: &str = "SICK_DISK";
/// In the place of an error number: the power goes.
pub const BLACKOUT: i64 = -1;

/// What the disk is told, and what it has counted.
pub struct Disk(File);

impl Disk {
    pub fn new(path: &Path) -> Disk {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let disk = Disk(options.open(path).unwrap());
        disk.0.set_len(48).unwrap();
        disk
    }

    /// What a program has to be started with to stand on such a disk, built in that folder.
    pub fn under(folder: &Path, told: &Path) -> [(&'static str, OsString); 2] {
        let shim = folder.join("sick_disk.so");
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/faults/sick_disk.c");
        let mut build = Command::new("cc");
        build.args(["-O1", "-shared", "-fPIC", "-o"]).arg(&shim).arg(source);
        assert!(build.status().unwrap().success());
        [(TOLD, told.into()), ("LD_PRELOAD", shim.into())]
    }

    /// After so many good calls so many fail.
    pub fn fail(&self, well: i64, times: i64, error: i64) {
        let words = [well, times, error].map(i64::to_ne_bytes).concat();
        self.0.write_all_at(&words, 0).unwrap();
    }

    /// Calls, failed ones, writes that were lost.
    pub fn counts(&self) -> [i64; 3] {
        let mut bytes = [0; 24];
        self.0.read_exact_at(&mut bytes, 24).unwrap();
        let number = |at: usize| i64::from_ne_bytes(bytes[at..at + 8].try_into().unwrap());
        [number(0), number(8), number(16)]
    }
}
