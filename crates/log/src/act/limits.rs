//! How long the words in acts are, and how large their numbers: what the forms of a server take,
//! and what a log is held against.

use super::opening::Pace;

/// The longest name of a table, in characters.
pub const NAME_LIMIT: usize = 60;
/// The longest reason, in characters.
pub const REASON_LIMIT: usize = 200;
/// The longest salt, in characters.
pub const SALT_LIMIT: usize = 64;
/// The most hours that a seat is given at once.
pub const MOST_HOURS: u32 = 14 * 24;
/// The longest order as it is written down, in bytes: as long as the longest form.
pub const LONGEST_ORDER: usize = 64 << 10;
/// The longest name of a question and the like, in characters.
pub const LONGEST_WORD: usize = 200;
/// The shortest and the longest time for a turn, in seconds: ten minutes and sixty days.
pub const PACE_LIMITS: (u32, u32) = (600, 60 * 86_400);

/// Whether a table may have that pace.
pub fn is_a_pace(pace: Pace) -> bool {
    let (least, most) = PACE_LIMITS;
    pace.turn.is_none_or(|seconds| (least..=most).contains(&seconds))
}
