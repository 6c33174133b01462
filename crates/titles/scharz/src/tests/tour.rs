//! Prints the pacts of the first game in `TOUR.md`.

use crate::SCHARZ;
use ravenpost_rules::scenario::{self, tour};
use ravenpost_rules::{Block, TextLine, Viewer};

#[test]
fn offer_becomes_a_public_pact_when_accepted() {
    let played = scenario::played(SCHARZ, tour::FIRST).expect("a first game that holds");
    let accepts = |line: &Option<String>| line.as_deref() == Some("accept red; done anyway");
    let at = played.steps.iter().position(|step| accepts(&step.line)).expect("it is accepted");
    let before = played.steps[at].before.present(Viewer::Spectator);
    assert!(before.panels.iter().all(|panel| panel.id != "pacts"), "offers are no pacts");
    let presentation = played.steps.last().expect("a step").after().present(Viewer::Spectator);
    let pacts =
        presentation.panels.iter().find(|panel| panel.id == "pacts").expect("a square of pacts");
    let Block::Grid { head, rows } = &pacts.blocks[0] else { panic!("a table") };
    assert_eq!(head.iter().map(|column| &*column.id).collect::<Vec<_>>(), ["with", "red", "blue"]);
    assert_eq!(rows[0].cells[2], rows[1].cells[1]);
    assert!(!rows[0].cells[2].is_blank(), "{rows:?}");
    let mut lines = presentation.text.lines().iter().map(TextLine::as_str);
    let line = lines.find(|line| line.trim().starts_with("B Blue"));
    assert!(line.is_some_and(|line| line.ends_with(" T -")), "{}", presentation.text);
}
