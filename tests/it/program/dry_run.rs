//! The dry run of standing orders: which of them would answer and how, and where the seat would
//! still be prompted. It stores nothing and reveals nothing that the seat does not know.

use ravenpost::titles;
use ravenpost_rules::erased::dry_run::DryRun;
use ravenpost_rules::{Dice, Position, Seat, Table, Viewer};

/// A table of three at its first proposal.
fn council() -> Box<dyn Position> {
    let title = titles::find("thingvellir").expect("it is there");
    let table = Table::of(3).with("first_lawspeaker", "seat1");
    let mut dice = Dice::seeded(7);
    let mut position = title.open(&table, &mut dice).expect("it fits").next;
    while position.awaited()[0].decision == "side" {
        let seat = position.awaited()[0].seat;
        let side = position.fallback(seat);
        position = position.decide(seat, &side, &mut dice).expect("legal").next;
    }
    position
}

fn said(position: &dyn Position, seat: Seat, lines: &[&str]) -> Box<dyn Position> {
    let mut position = position.copy();
    for line in lines {
        let left = position.decide(seat, line, &mut Dice::seeded(0)).expect("legal");
        assert!(!left.happened, "{line} is for later");
        position = left.next;
    }
    position
}

fn dry(position: &dyn Position, seat: Seat) -> (Vec<String>, Option<String>) {
    let imagined = position.imagine(Viewer::Seat(seat), &mut Dice::seeded(1));
    let run = DryRun::of(imagined.as_ref(), seat, &mut Dice::seeded(2));
    (run.narration.into_iter().map(|one| one.text).collect(), run.asked)
}

#[test]
fn dry_run_stops_at_the_first_prompt() {
    let position = council();
    let (told, asked) = dry(position.as_ref(), Seat(2));
    assert!(told.is_empty(), "{told:?}");
    assert!(asked.is_some_and(|asked| asked.contains("vote on")), "the vote is asked");
    let set = said(position.as_ref(), Seat(2), &["standing vote any support"]);
    let (told, asked) = dry(set.as_ref(), Seat(2));
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(asked.is_some_and(|asked| !asked.contains("vote on")), "the action is asked");
    // An instruction to ask takes precedence over the one for any case, so none answers.
    let doubt = said(set.as_ref(), Seat(2), &["standing vote settle ask"]);
    assert!(dry(doubt.as_ref(), Seat(2)).0.is_empty());
    // A dry run of a seat's own instructions reveals nothing about those of others.
    let others = said(position.as_ref(), Seat(3), &["standing vote any support"]);
    assert_eq!(dry(others.as_ref(), Seat(2)), dry(position.as_ref(), Seat(2)));
}
