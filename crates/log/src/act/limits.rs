//! How long the words in acts are, and how large their numbers: what the forms of a server take,
//! and what a log is held against.

use super::pace::{Bank, DaysOff, Pace};

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
/// The longest line in which orders are given, in bytes.
pub const LONGEST_LINE: usize = 4 << 10;
/// The longest name of a question and the like, in characters.
pub const LONGEST_WORD: usize = 200;
/// The shortest and the longest time for a turn, in seconds: ten minutes and sixty days.
pub const PACE_LIMITS: (u32, u32) = (600, 60 * 86_400);

/// The shortest and the longest grace, in seconds: an hour and seven days.
pub const GRACE_LIMITS: (u32, u32) = (3_600, 7 * 86_400);
/// The fewest and the most questions of which a contract counts some.
pub const COUNTED: (u8, u8) = (2, 12);
/// Of seven days so many may be off.
pub const MOST_DAYS_OFF: usize = 5;
/// The most that a bank holds, in seconds: sixty days.
pub const MOST_BANKED: u32 = 60 * 86_400;
/// The fewest and the most days of vacation in a game.
pub const VACATION_LIMITS: (u16, u16) = (1, 60);
/// The shortest and the longest time for which sheets stay sealed after the last, in seconds.
pub const SEALED_LIMITS: (u32, u32) = (60, 3_600);
/// The shortest and the longest time within which what answers by itself does so, in seconds.
pub const MOMENTS_LIMITS: (u32, u32) = (120, 21_600);
/// The longest name of a time zone, in letters.
const LONGEST_ZONE: usize = 40;

/// Whether a table may have that pace; the reason says what would do. What is more than the time
/// for a turn goes with a time for a turn.
pub fn is_a_pace(pace: &Pace) -> Result<(), String> {
    let within = |(least, most): (u32, u32), seconds: u32| (least..=most).contains(&seconds);
    let counted = |of: u8| (COUNTED.0..=COUNTED.1).contains(&of);
    if pace.turn.is_none() && !pace.is_plain() {
        return Err(
            "grace, bank, vacation, days off and whom nobody waits for go with a time per \
                    turn"
                .into(),
        );
    }
    if pace.turn.is_some_and(|turn| !within(PACE_LIMITS, turn)) {
        return Err("time per turn is from ten minutes to sixty days".into());
    }
    if pace.grace.is_some_and(|grace| !within(GRACE_LIMITS, grace.seconds)) {
        return Err("a grace is from one hour to seven days".into());
    }
    if pace.grace.is_some_and(|grace| !counted(grace.per_questions)) {
        return Err("a seat has a grace once in 2 to 12 questions".into());
    }
    if pace.reveal_delay.is_some_and(|seconds| !within(SEALED_LIMITS, seconds)) {
        return Err("sheets stay sealed for one minute to an hour after the last".into());
    }
    if pace.answer_delay.is_some_and(|seconds| !within(MOMENTS_LIMITS, seconds)) {
        return Err("what answers by itself does so within two minutes to six hours".into());
    }
    if pace.min_reliability.is_some_and(|share| !(1..=100).contains(&share)) {
        return Err("a table asks for a share of 1 to 100 hundredths".into());
    }
    let missed = pace.not_awaited;
    if missed.is_some_and(|rule| !counted(rule.of) || !(1..=rule.of).contains(&rule.missed)) {
        return Err(
            "nobody waits for a seat that missed at least 1 of the last 2 to 12 questions, \
                    such as 2 of 6"
                .into(),
        );
    }
    let banked = |bank: Bank| {
        let some = bank.seconds > 0 || bank.increment > 0;
        some && bank.max <= MOST_BANKED && bank.seconds.max(bank.increment) <= bank.max
    };
    if pace.bank.is_some_and(|bank| !banked(bank)) {
        return Err(
            "a bank holds sixty days at most, and neither begins with more than it holds nor \
                    gets more at once"
                .into(),
        );
    }
    let days = VACATION_LIMITS.0..=VACATION_LIMITS.1;
    if pace.vacation.is_some_and(|leave| !days.contains(&leave.days)) {
        return Err("a player has from 1 to 60 days of vacation in a game".into());
    }
    pace.days_off.as_ref().map_or(Ok(()), are_days_off)
}

fn are_days_off(off: &DaysOff) -> Result<(), String> {
    let days = off.days.iter().all(|day| (1..=7).contains(day));
    if !days || !off.days.is_sorted_by(|one, next| one < next) {
        return Err("days off are days of the week, each once".into());
    }
    if off.days.is_empty() || off.days.len() > MOST_DAYS_OFF {
        return Err(
            "one to five days of the week may be off: clocks have to run on the rest".into()
        );
    }
    match (1..=LONGEST_ZONE).contains(&off.time_zone.len())
        && off.time_zone.bytes().all(zone_letter)
    {
        true => Ok(()),
        false => Err("days off go by a time zone, such as Europe/Stockholm".into()),
    }
}

fn zone_letter(letter: u8) -> bool {
    letter.is_ascii_alphanumeric() || b"/_+-".contains(&letter)
}
