//! Automatic emails, which are neither answered nor taken as orders.

use ravenpost::mail::incoming::reading::Character;
use serde::Deserialize;

use super::{compare, read, settle, sheet, words};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Machine {
    file: String,
    /// The reason it counts as automatic; `None` for a person's email that only looks automatic.
    why: Option<String>,
}

#[test]
fn automatic_emails_are_recognised() {
    let machines: Vec<Machine> = sheet("machines");
    assert!(machines.len() >= 20);
    let mut wrong = Vec::new();
    for machine in &machines {
        let file = machine.file.as_str();
        let email = read("machines", file).unwrap();
        let why = match &email.character {
            Character::Machine(why) => Some(words(why)),
            Character::Person => None,
            Character::Bounce(bounce) => Some(format!("{bounce:?}")),
        };
        compare(&mut wrong, file, "why", &machine.why, &why);
        let has_lines = !email.written.lines.is_empty();
        compare(&mut wrong, file, "lines", &why.is_none(), &has_lines);
    }
    settle(&wrong);
}
