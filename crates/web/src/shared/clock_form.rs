//! The form section that chooses a table's clock settings: a preset or exact values. A value that
//! is not a whole number is refused, never guessed.

use crate::shared::query::Fields;
use ravenpost_log::act::pace::{Bank, DaysOff, Grace, Leave, NotAwaited, Pace};
use ravenpost_rules::Refusal;
use ravenpost_service::game::clocks::presets;

/// The form value that selects exact numbers instead of a preset.
pub const OWN: &str = "own";

/// The days of the week as listed in the form, numbered from 1.
pub const DAYS: [&str; 7] =
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// Returns the pace that a submitted form describes. Days off use `zone` unless the form names
/// another.
pub fn pace(fields: &Fields, zone: &str) -> Result<Pace, Vec<Refusal>> {
    match fields.get("clock") {
        None | Some(OWN) => own(fields, zone),
        Some(preset) => presets::pace(preset, zone)
            .map(|pace| {
                let no_programs = fields.ticked("no-programs");
                Pace { min_reliability: reliable(fields), no_programs, ..pace }
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

/// Returns the minimum percentage of orders given in time that the form requires of players, if
/// any.
fn reliable(fields: &Fields) -> Option<u8> {
    fields.text("reliable").trim().parse().ok().filter(|share| *share > 0)
}

fn own(fields: &Fields, zone: &str) -> Result<Pace, Vec<Refusal>> {
    let mut wrong = Vec::new();
    let mut number = |name: &str, what: &str| match fields.text(name).trim() {
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
    let turn = number("pace", "time per turn, in seconds");
    let hours = number("grace", "extra time, in hours");
    let of = number("grace-of", "turns between extra times");
    let missed = number("missed", "missed turns");
    let missed_of = number("missed-of", "turns in which they count");
    let bank = number("bank", "time bank, in hours");
    let more = number("bank-more", "hours added per move");
    let most = number("bank-most", "maximum time bank, in hours");
    let leave = number("vacation", "vacation days");
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
    let holds = fields.ticked("vacation-holds");
    let days = |days| u16::try_from(days).unwrap_or(u16::MAX);
    let vacation = leave.map(|leave| Leave { days: days(leave), stops_clock: holds });
    let sheets = match fields.text("sheets").trim() {
        "" => Some(presets::SEALED),
        _ => number("sheets", "reveal delay, in minutes").map(|one| one.saturating_mul(60)),
    };
    let moments = match fields.text("moments").trim() {
        "" => Some(presets::MOMENTS),
        _ => number("moments", "time for automatic moves, in minutes")
            .map(|one| one.saturating_mul(60)),
    };
    let days: Vec<u8> = (1..=7).filter(|day| fields.ticked(&format!("off-{day}"))).collect();
    let zone = Some(fields.text("off-zone").trim()).filter(|text| !text.is_empty()).unwrap_or(zone);
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
            min_reliability: reliable(fields),
            answer_delay: moments,
            no_programs: fields.ticked("no-programs"),
        }),
        false => Err(wrong),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(form: &str) -> Result<Pace, Vec<Refusal>> {
        pace(&Fields::read(form), "Europe/Stockholm")
    }

    #[test]
    fn a_name_or_exact_numbers_make_a_contract() {
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
    fn a_contract_fills_the_form_that_makes_it() {
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
    fn what_is_no_number_is_refused_by_its_word() {
        let wrong = read("clock=own&pace=soon&grace=-3").unwrap_err();
        let words: Vec<_> = wrong.iter().filter_map(|one| one.word.as_deref()).collect();
        assert_eq!(words, ["soon", "-3"]);
        assert_eq!(read("clock=blitz").unwrap_err()[0].word.as_deref(), Some("blitz"));
    }
}
