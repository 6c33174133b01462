//! Costs of an order that do not depend on other load on the machine: processor time, round trips
//! to the database thread, bytes written. Clients run in this process, so their processor time is
//! included.

use anyhow::Context;

use crate::tools::table::{Measured, Measurement, Measurements, Wanted};
use crate::tools::test_server::TestServer;

/// Clock ticks per second in Linux's `/proc`.
const TICKS: f64 = 100.0;

/// Resource usage so far.
#[derive(Clone, Copy)]
pub struct Spent {
    millis: Option<f64>,
    round_trips: u64,
    bytes: Option<f64>,
}

impl Spent {
    pub fn now(place: &TestServer) -> Spent {
        Spent {
            millis: processor_of("self"),
            round_trips: place.service.store().round_trips(),
            bytes: written(),
        }
    }

    /// Adds the costs per order since then to the table.
    pub fn report(self, place: &TestServer, who: &str, orders: usize, table: &mut Measurements) {
        let now = Spent::now(place);
        let each = |spent: f64| spent / orders.max(1) as f64;
        let mut row = |what: &str, measured: Measured, most: f64| {
            table.rows.push(Measurement {
                bar: "P7",
                what: format!("... {what} an order, {who}"),
                measured,
                yardstick: None,
                wanted: Wanted::AtMost(most),
            });
        };
        if let (Some(before), Some(now)) = (self.millis, now.millis) {
            row("processor time including clients,", Measured::Millis(each(now - before)), 0.5);
        }
        let round_trips = now.round_trips.saturating_sub(self.round_trips) as f64;
        row("trips of the writer", Measured::Number(each(round_trips)), 2.1);
        if let (Some(before), Some(now)) = (self.bytes, now.bytes) {
            row("written to disk", Measured::Bytes(each(now - before)), 65_536.0);
        }
    }
}

/// Returns the processor time of a process in milliseconds, if available; `process` is its id or
/// "self".
pub fn processor_of(process: &str) -> Option<f64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The parenthesised name may contain any character, so fields 14 and 15 are counted from its
    // closing parenthesis.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
    Some((ticks(11)? + ticks(12)?) * 1000.0 / TICKS)
}

/// Returns the memory of a process in bytes; `process` is its id or "self".
pub fn resident(process: &str) -> anyhow::Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).context("no VmRSS")?;
    let kilobytes: u64 = line.split_whitespace().nth(1).context("no number")?.parse()?;
    Ok(kilobytes * 1024)
}

/// Returns the bytes this process has caused to be written to disk, if available.
fn written() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/io").ok()?;
    text.lines().find_map(|line| line.strip_prefix("write_bytes: ")?.trim().parse().ok())
}
