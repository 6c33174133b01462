//! Limits on the lengths and numbers in acts. Forms enforce them, and imported logs are checked
//! against them.

use super::pace::{Bank, DaysOff, Pace};

/// Maximum length of a table's name, in characters.
pub const NAME_LIMIT: usize = 60;
/// Maximum length of a reason, in characters.
pub const REASON_LIMIT: usize = 200;
/// Maximum length of a salt, in characters.
pub const SALT_LIMIT: usize = 64;
/// Maximum time that a seat is given at once, in hours.
pub const MOST_HOURS: u32 = 14 * 24;
/// Maximum size of a stored order, in bytes; the same as the largest form.
pub const LONGEST_ORDER: usize = 64 << 10;
/// Maximum length of a line of orders, in bytes.
pub const LONGEST_LINE: usize = 4 << 10;
/// Maximum length of a question's name and similar identifiers, in characters.
pub const LONGEST_WORD: usize = 200;
/// Minimum and maximum time per turn, in seconds: ten minutes and sixty days.
pub const PACE_LIMITS: (u32, u32) = (600, 60 * 86_400);

/// Minimum and maximum grace, in seconds: one hour and seven days.
pub const GRACE_LIMITS: (u32, u32) = (3_600, 7 * 86_400);
/// Minimum and maximum number of recent questions that a rule of the pace may look at.
pub const COUNTED: (u8, u8) = (2, 12);
/// Maximum number of weekdays that may be days off.
pub const MOST_DAYS_OFF: usize = 5;
/// Maximum content of a bank, in seconds: sixty days.
pub const MOST_BANKED: u32 = 60 * 86_400;
/// Minimum and maximum vacation in a game, in days.
pub const VACATION_LIMITS: (u16, u16) = (1, 60);
/// Minimum and maximum delay between the last sealed order sheet and the reveal, in seconds.
pub const SEALED_LIMITS: (u32, u32) = (60, 3_600);
/// Minimum and maximum delay of automatic answers, in seconds.
pub const MOMENTS_LIMITS: (u32, u32) = (120, 21_600);
/// Maximum length of a time zone's name, in characters.
const LONGEST_ZONE: usize = 40;

/// Checks whether a table may have this pace. Grace, bank, vacation, days off and seats that are
/// not waited for all require a time per turn.
///
/// # Errors
///
/// Returns a message that names the limit.
pub fn is_a_pace(pace: &Pace) -> Result<(), String> {
    let within = |(least, most): (u32, u32), seconds: u32| (least..=most).contains(&seconds);
    let counted = |of: u8| (COUNTED.0..=COUNTED.1).contains(&of);
    if pace.turn.is_none() && !pace.is_plain() {
        return Err(
            "grace, bank, vacation, days off and seats that are not awaited need a time per turn"
                .into(),
        );
    }
    if pace.turn.is_some_and(|turn| !within(PACE_LIMITS, turn)) {
        return Err("set the time per turn to between ten minutes and sixty days".into());
    }
    if pace.grace.is_some_and(|grace| !within(GRACE_LIMITS, grace.seconds)) {
        return Err("set the grace period to between one hour and seven days".into());
    }
    if pace.grace.is_some_and(|grace| !counted(grace.per_questions)) {
        return Err("allow one grace per 2 to 12 prompts".into());
    }
    if pace.reveal_delay.is_some_and(|seconds| !within(SEALED_LIMITS, seconds)) {
        return Err("set the reveal delay to between one minute and one hour".into());
    }
    if pace.answer_delay.is_some_and(|seconds| !within(MOMENTS_LIMITS, seconds)) {
        return Err(
            "set the delay of automatic answers to between two minutes and six hours".into()
        );
    }
    if pace.min_reliability.is_some_and(|share| !(1..=100).contains(&share)) {
        return Err("set the minimum reliability to between 1 and 100 percent".into());
    }
    let missed = pace.not_awaited;
    if missed.is_some_and(|rule| !counted(rule.of) || !(1..=rule.of).contains(&rule.missed)) {
        return Err(
            "a seat is no longer awaited after missing at least 1 of the last 2 to 12 prompts, \
             for example 2 of 6"
                .into(),
        );
    }
    let banked = |bank: Bank| {
        let some = bank.seconds > 0 || bank.increment > 0;
        some && bank.max <= MOST_BANKED && bank.seconds.max(bank.increment) <= bank.max
    };
    if pace.bank.is_some_and(|bank| !banked(bank)) {
        return Err(
            "a bank holds at most sixty days; its start and its increment must not exceed its \
             maximum"
                .into(),
        );
    }
    let days = VACATION_LIMITS.0..=VACATION_LIMITS.1;
    if pace.vacation.is_some_and(|leave| !days.contains(&leave.days)) {
        return Err("allow between 1 and 60 days of vacation per game".into());
    }
    pace.days_off.as_ref().map_or(Ok(()), are_days_off)
}

fn are_days_off(off: &DaysOff) -> Result<(), String> {
    let days = off.days.iter().all(|day| (1..=7).contains(day));
    if !days || !off.days.is_sorted_by(|one, next| one < next) {
        return Err("list each day off once, as a day of the week".into());
    }
    if off.days.is_empty() || off.days.len() > MOST_DAYS_OFF {
        return Err("choose one to five days off, so that clocks run on the other days".into());
    }
    match (1..=LONGEST_ZONE).contains(&off.time_zone.len()) && off.time_zone.bytes().all(zone_email)
    {
        true => Ok(()),
        false => Err("days off need a time zone, such as Europe/Stockholm".into()),
    }
}

fn zone_email(email: u8) -> bool {
    email.is_ascii_alphanumeric() || b"/_+-".contains(&email)
}
