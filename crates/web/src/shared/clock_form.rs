//! The form section that chooses a table's clock settings: a preset or exact values. A value that
//! is not a whole number is refused, never guessed.

use serde::Deserialize;

use ravenpost_log::act::pace::{Bank, DaysOff, Grace, Leave, NotAwaited, Pace};
use ravenpost_rules::Refusal;
use ravenpost_service::game::clocks::presets;

/// The form value that selects exact numbers instead of a preset.
pub const OWN: &str = "own";

/// The days of the week as listed in the form, numbered from 1.
pub const DAYS: [&str; 7] =
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// The fields of the section. Numbers are text and parsed later, so that the refusal of an invalid
/// one can quote it.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct ClockForm {
    /// The key of a preset; [`OWN`] or none for exact numbers.
    clock: Option<String>,
    pace: String,
    grace: String,
    grace_of: String,
    missed: String,
    missed_of: String,
    bank: String,
    bank_more: String,
    bank_most: String,
    vacation: String,
    vacation_holds: bool,
    sheets: String,
    moments: String,
    reliable: String,
    no_programs: bool,
    off_1: bool,
    off_2: bool,
    off_3: bool,
    off_4: bool,
    off_5: bool,
    off_6: bool,
    off_7: bool,
    off_zone: String,
}

impl ClockForm {
    /// Returns the minimum percentage of orders given in time that the form requires of players, if
    /// any.
    fn reliable(&self) -> Option<u8> {
        self.reliable.parse().ok().filter(|share| *share > 0)
    }

    /// Returns the days off, numbered from 1.
    fn days_off(&self) -> Vec<u8> {
        let ticked =
            [self.off_1, self.off_2, self.off_3, self.off_4, self.off_5, self.off_6, self.off_7];
        (1..).zip(ticked).filter(|(_, ticked)| *ticked).map(|(day, _)| day).collect()
    }
}

/// Returns the pace that a submitted form describes. Days off use `zone` unless the form names
/// another.
pub fn pace(form: &ClockForm, zone: &str) -> Result<Pace, Vec<Refusal>> {
    match form.clock.as_deref() {
        None | Some(OWN) => own(form, zone),
        Some(preset) => presets::pace(preset, zone)
            .map(|pace| Pace {
                min_reliability: form.reliable(),
                no_programs: form.no_programs,
                ..pace
            })
            .ok_or_else(|| vec![presets::unknown(preset)]),
    }
}

/// Returns the form fields that describe a pace, to copy it to another table.
pub fn filled(pace: &Pace) -> Vec<(String, String)> {
    let mut fields = vec![
        ("clock".to_owned(), OWN.to_owned()),
        ("pace".to_owned(), pace.turn.unwrap_or(0).to_string()),
    ];
    let mut add = |name: &str, number: u32| fields.push((name.to_owned(), number.to_string()));
    if let Some(grace) = pace.grace {
        add("grace", grace.seconds / 3600);
        add("grace-of", grace.per_questions.into());
    }
    if let Some(rule) = pace.not_awaited {
        add("missed", rule.missed.into());
        add("missed-of", rule.of.into());
    }
    if let Some(bank) = pace.bank {
        add("bank", bank.seconds / 3600);
        add("bank-more", bank.increment / 3600);
        add("bank-most", bank.max / 3600);
    }
    if let Some(leave) = pace.vacation {
        add("vacation", leave.days.into());
        if leave.stops_clock {
            add("vacation-holds", 1);
        }
    }
    add("sheets", pace.reveal_delay.unwrap_or(0) / 60);
    add("moments", pace.answer_delay.unwrap_or(0) / 60);
    add("reliable", pace.min_reliability.unwrap_or(0).into());
    if pace.no_programs {
        add("no-programs", 1);
    }
    if let Some(off) = &pace.days_off {
        off.days.iter().for_each(|day| add(&format!("off-{day}"), 1));
        fields.push(("off-zone".to_owned(), off.time_zone.clone()));
    }
    fields
}

fn own(form: &ClockForm, zone: &str) -> Result<Pace, Vec<Refusal>> {
    let mut wrong = Vec::new();
    let mut number = |text: &str, what: &str| match text {
        "" | "0" => None,
        text => {
            let read = text.parse::<u32>().ok();
            if read.is_none() {
                let why = format!("not a whole number ({what})");
                wrong.push(Refusal::new(why).word(text));
            }
            read
        }
    };
    let turn = number(&form.pace, "time per turn, in seconds");
    let hours = number(&form.grace, "extra time, in hours");
    let of = number(&form.grace_of, "turns between extra times");
    let missed = number(&form.missed, "missed turns");
    let missed_of = number(&form.missed_of, "number of recent turns counted");
    let bank = number(&form.bank, "time bank, in hours");
    let more = number(&form.bank_more, "hours added per move");
    let most = number(&form.bank_most, "maximum time bank, in hours");
    let leave = number(&form.vacation, "vacation days");
    let small = |number: Option<u32>| number.map_or(6, |one| u8::try_from(one).unwrap_or(u8::MAX));
    let grace =
        hours.map(|hours| Grace { seconds: hours.saturating_mul(3600), per_questions: small(of) });
    let not_awaited =
        missed.map(|missed| NotAwaited { missed: small(Some(missed)), of: small(missed_of) });
    let seconds = |hours: Option<u32>| hours.unwrap_or(0).saturating_mul(3600);
    let most = most.or(bank.max(more));
    let bank = bank.or(more).map(|_| Bank {
        seconds: seconds(bank),
        increment: seconds(more),
        max: seconds(most),
    });
    let holds = form.vacation_holds;
    let days = |days| u16::try_from(days).unwrap_or(u16::MAX);
    let vacation = leave.map(|leave| Leave { days: days(leave), stops_clock: holds });
    let sheets = match form.sheets.as_str() {
        "" => Some(presets::SEALED),
        text => number(text, "reveal delay, in minutes").map(|one| one.saturating_mul(60)),
    };
    let moments = match form.moments.as_str() {
        "" => Some(presets::MOMENTS),
        text => {
            number(text, "time for automatic moves, in minutes").map(|one| one.saturating_mul(60))
        }
    };
    let days = form.days_off();
    let zone = if form.off_zone.is_empty() { zone } else { form.off_zone.as_str() };
    let days_off = (!days.is_empty()).then(|| DaysOff { days, time_zone: zone.to_owned() });
    match wrong.is_empty() {
        true => Ok(Pace {
            turn,
            grace,
            days_off,
            not_awaited,
            bank,
            vacation,
            reveal_delay: sheets,
            min_reliability: form.reliable(),
            answer_delay: moments,
            no_programs: form.no_programs,
        }),
        false => Err(wrong),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::query::Fields;

    fn read(form: &str) -> Result<Pace, Vec<Refusal>> {
        pace(&Fields::read(form).parse::<ClockForm>().unwrap(), "Europe/Stockholm")
    }

    #[test]
    fn preset_or_exact_values_make_a_contract() {
        let none = Pace::of(None).sealed_for(600).at_drawn_moments(1_800);
        assert_eq!(read("clock=none&pace=86400"), Ok(none), "the name counts");
        let day = Pace::of(Some(86_400));
        assert_eq!(
            read("pace=86400"),
            Ok(day.clone().sealed_for(600).at_drawn_moments(1_800)),
            "an older form"
        );
        assert_eq!(read("pace=86400&sheets=0&moments=0"), Ok(day), "at once");
        let own = read("clock=own&pace=86400&grace=12&grace-of=4&off-7=1&missed=2&missed-of=5");
        let own = own.expect("good numbers");
        assert_eq!(own.grace, Some(Grace { seconds: 43_200, per_questions: 4 }));
        assert_eq!(own.not_awaited, Some(NotAwaited { missed: 2, of: 5 }));
        let days = DaysOff { days: vec![7], time_zone: "Europe/Stockholm".to_owned() };
        assert_eq!(own.days_off, Some(days));
    }

    #[test]
    fn contract_fills_in_its_own_form() {
        for preset in &presets::PRESETS {
            let pace = presets::pace(preset.key, "Asia/Tokyo").expect("known");
            let pace = Pace { no_programs: true, ..pace };
            let filled = filled(&pace);
            let pairs: Vec<_> = filled.iter().map(|(name, value)| (&**name, &**value)).collect();
            let form = crate::shared::query::pairs(&pairs);
            assert_eq!(read(&form), Ok(pace), "{form}");
        }
    }

    #[test]
    fn value_that_is_no_number_is_refused_by_field() {
        let wrong = read("clock=own&pace=soon&grace=-3").unwrap_err();
        let words: Vec<_> = wrong.iter().filter_map(|one| one.word.as_deref()).collect();
        assert_eq!(words, ["soon", "-3"]);
        assert_eq!(read("clock=blitz").unwrap_err()[0].word.as_deref(), Some("blitz"));
    }
}
