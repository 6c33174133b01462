//! Yardsticks: the current speed of this machine, independent of our code.

use std::fs::File;
use std::hint::black_box;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};

/// Returns how many operations per second `once` completes; it returns the number per call. The
/// median of five runs ignores short disturbances by other load on the machine.
pub fn rate(time: Duration, mut once: impl FnMut() -> u64) -> f64 {
    let mut rates: Vec<f64> = (0..5)
        .map(|_| {
            let start = Instant::now();
            let mut done = 0;
            while start.elapsed() < time / 5 {
                done += once();
            }
            done as f64 / start.elapsed().as_secs_f64()
        })
        .collect();
    rates.sort_by(f64::total_cmp);
    rates[2]
}

/// Returns the processor time of this thread, if available, which other load does not affect.
pub fn processor() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// Measures SHA-256 of records of 300 bytes, on one core.
pub fn hashes(time: Duration) -> f64 {
    let record = [0x5a_u8; 300];
    rate(time, || {
        for _ in 0..1000 {
            black_box(Sha256::digest(black_box(record)));
        }
        1000
    })
}

/// Measures small writes, each flushed to disk before the next.
pub fn flushes(folder: &Path, time: Duration) -> std::io::Result<f64> {
    let path = folder.join("yardstick");
    let mut file = File::create(&path)?;
    let page = [0_u8; 4096];
    let mut wrong = None;
    let rate = rate(time, || {
        if let Err(why) = file.write_all(&page).and_then(|()| file.sync_data()) {
            wrong = Some(why);
        }
        1
    });
    std::fs::remove_file(path)?;
    wrong.map_or(Ok(rate), Err)
}
