//! Orders of each title: a line is accepted, or refused with a reason, and accepted orders have one
//! canonical form. The first bytes choose title, seats and seed; each line is an order.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ravenpost::titles;
use ravenpost_rules::{Dice, Table};

fuzz_target!(|bytes: &[u8]| {
    let [which, seats, seed, lines @ ..] = bytes else { return };
    let Ok(lines) = std::str::from_utf8(lines) else { return };
    let title = titles::all()[usize::from(*which) % titles::all().len()];
    let (least, most) = title.about().seats;
    let table = Table::of(least + seats % (most - least + 1));
    let mut dice = Dice::seeded((*seed).into());
    let mut position = title.open(&table, &mut dice).expect("the table fits").next;
    for line in lines.lines() {
        let Some(seat) = position.awaited().first().map(|one| one.seat) else { return };
        for part in title.split(line) {
            match position.decide(seat, part, &mut dice) {
                Ok(decided) => {
                    let again = position.attempt(seat, &decided.order, &mut Dice::seeded(0));
                    let again = again.expect("the canonical form is accepted");
                    assert_eq!(again.order, decided.order);
                    decided.next.audit().expect("nothing is lost");
                    position = decided.next;
                }
                Err(no) => assert!(no.iter().all(|one| !one.why.is_empty())),
            }
        }
    }
});
