//! Players who look at their games once or twice a day, at their own hours, and not on every day. A
//! slow player looks every other day.

use chrono::Duration;
use ravenpost_rules::Dice;

/// When a player looks, as sorted offsets from the first midnight.
pub struct Looks(Vec<Duration>);

/// Days for which times are generated: longer than any game here.
const DAYS: u32 = 150;

impl Looks {
    /// The times of one player.
    pub fn of(seed: u64, seat: u8, laggard: bool) -> Looks {
        let mut dice = Dice::seeded(seed * 64 + u64::from(seat));
        let mut below = |of: u32| dice.stream("a person").below(of);
        let twice = !laggard && below(2) == 0;
        // Between 7:00 and 23:00; the second time is eight hours later.
        let first = 7 * 60 + below(16 * 60);
        let hours = if twice { vec![first, (first + 8 * 60) % (24 * 60)] } else { vec![first] };
        let mut looks = Vec::new();
        for day in 0..DAYS {
            let away = if laggard { below(2) == 0 } else { below(25) == 0 };
            if away {
                continue;
            }
            for hour in &hours {
                // Within an hour and a half of the usual time.
                let minute = day * 24 * 60 + hour + 90 + below(180);
                looks.push(Duration::minutes(i64::from(minute) - 180));
            }
        }
        looks.sort_unstable();
        Looks(looks)
    }

    /// The first time at or after `moment`.
    pub fn after(&self, moment: Duration) -> Duration {
        let at = self.0.partition_point(|look| *look < moment);
        self.0.get(at).copied().unwrap_or(Duration::MAX)
    }

    pub fn all(&self) -> &[Duration] {
        &self.0
    }
}

/// The players of a table, the slow one last.
pub fn people(seed: u64, seats: u8, laggard: bool) -> Vec<Looks> {
    (1..=seats).map(|seat| Looks::of(seed, seat, laggard && seat == seats)).collect()
}
