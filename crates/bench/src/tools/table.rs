//! The table of results: measurement, yardstick, ratio and target.

use std::fmt::Write;

/// One target of BENCHMARKS.md and its measurement.
pub struct Measurement {
    /// The id of the target: "P1".
    pub bar: &'static str,
    pub what: String,
    pub measured: Measured,
    /// The yardstick; `None` if the number is meaningful by itself.
    pub yardstick: Option<(&'static str, f64)>,
    /// The target: a ratio if there is a yardstick, otherwise the number itself.
    pub wanted: Wanted,
}

#[derive(Clone, Copy)]
pub enum Measured {
    /// Per second.
    Rate(f64),
    Millis(f64),
    Megabytes(f64),
    Bytes(f64),
    Number(f64),
}

#[derive(Clone, Copy)]
pub enum Wanted {
    AtLeast(f64),
    AtMost(f64),
}

#[derive(Default)]
pub struct Measurements {
    pub rows: Vec<Measurement>,
}

impl Measured {
    fn value(self) -> f64 {
        match self {
            Measured::Rate(value)
            | Measured::Millis(value)
            | Measured::Megabytes(value)
            | Measured::Bytes(value)
            | Measured::Number(value) => value,
        }
    }

    fn formatted(self, value: f64) -> String {
        match self {
            Measured::Rate(_) => format!("{}/s", thousands(value)),
            Measured::Millis(_) => format!("{value:.2} ms"),
            Measured::Megabytes(_) => format!("{value:.0} MB"),
            Measured::Bytes(_) => format!("{value:.0} bytes"),
            Measured::Number(_) => format!("{value:.2}"),
        }
    }
}

impl Measurement {
    fn ratio(&self) -> f64 {
        match self.yardstick {
            Some((_, yardstick)) if yardstick > 0.0 => self.measured.value() / yardstick,
            _ => self.measured.value(),
        }
    }

    fn met(&self) -> bool {
        match self.wanted {
            Wanted::AtLeast(least) => self.ratio() >= least,
            Wanted::AtMost(most) => self.ratio() <= most,
        }
    }

    /// Returns the columns: what, measured, yardstick, ratio, wanted, met.
    fn cells(&self) -> [String; 7] {
        let against = self
            .yardstick
            .map_or(String::new(), |(name, value)| format!("{name} {}/s", thousands(value)));
        let formatted = |value: f64| match self.yardstick {
            Some(_) => proportion(value),
            None => self.measured.formatted(value),
        };
        let wanted = match self.wanted {
            Wanted::AtLeast(least) => format!(">= {}", formatted(least)),
            Wanted::AtMost(most) => format!("<= {}", formatted(most)),
        };
        let ratio = self.yardstick.map_or(String::new(), |_| proportion(self.ratio()));
        [
            self.bar.to_owned(),
            self.what.clone(),
            self.measured.formatted(self.measured.value()),
            against,
            ratio,
            wanted,
            if self.met() { "yes" } else { "no" }.to_owned(),
        ]
    }
}

const HEAD: [&str; 7] = ["bar", "what", "measured", "yardstick", "ratio", "wanted", "met"];

impl Measurements {
    pub fn text(&self) -> String {
        let rows: Vec<[String; 7]> = self.rows.iter().map(Measurement::cells).collect();
        let width = |at: usize| {
            rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0).max(HEAD[at].len())
        };
        let mut out = String::new();
        let mut line = |cells: [&str; 7]| {
            let padded = cells.iter().enumerate().map(|(at, cell)| {
                let width = width(at);
                format!("{cell:<width$}")
            });
            let line = padded.collect::<Vec<_>>().join("  ");
            let _ = writeln!(out, "{}", line.trim_end());
        };
        line(HEAD);
        for row in &rows {
            line(row.each_ref().map(String::as_str));
        }
        out
    }

    pub fn markdown(&self) -> String {
        let mut out = format!("| {} |\n|{}\n", HEAD.join(" | "), "---|".repeat(HEAD.len()));
        for row in &self.rows {
            let _ = writeln!(out, "| {} |", row.cells().join(" | "));
        }
        out
    }
}

/// Formats a ratio as `0.42 x`, or as `1/31` where that is more readable.
fn proportion(value: f64) -> String {
    if value > 0.0 && value < 0.2 {
        format!("1/{:.0}", 1.0 / value)
    } else {
        format!("{value:.2} x")
    }
}

fn thousands(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratio_is_compared_with_the_target() {
        let row = |value: f64| Measurement {
            bar: "P1",
            what: "folding".to_owned(),
            measured: Measured::Rate(value),
            yardstick: Some(("hashes", 3_000_000.0)),
            wanted: Wanted::AtLeast(1.0 / 3.0),
        };
        assert!(row(1_000_001.0).met() && !row(900_000.0).met());
        let mut table = Measurements::default();
        table.rows.push(row(1_200_000.0));
        let formatted =
            "| P1 | folding | 1,200,000/s | hashes 3,000,000/s | 0.40 x | >= 0.33 x | yes |";
        assert!(table.markdown().contains(formatted), "{}", table.markdown());
    }
}
