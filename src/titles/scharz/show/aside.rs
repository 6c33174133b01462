//! What may be said beside the lines of the day: doctrine (R28), with what is in force, and that
//! one leaves (R30.3).

use super::super::orders::grammar::FORMS;
use super::super::orders::write::write;
use super::super::state::line::{Line, Sheet, Verb};
use super::super::state::{State, Step};
use super::words;
use crate::rules::{Form, Group, Offer, Seat};

pub fn aside(state: &State, seat: Seat) -> Vec<Group> {
    let known = (1..=state.seats).contains(&seat.0);
    if !known || state.over() || state.step == Step::Blank {
        return Vec::new();
    }
    let offer = |line: Line| Offer {
        order: write(state, &line),
        words: words::words(state, &line),
        area: None,
    };
    let stances = (0..4).map(|word| Line::of(Verb::OurStance).word(word));
    let sieges = [0, 3].map(|n| Line { n, m: 50, ..Line::of(Verb::OurSiege) });
    let forms = FORMS.iter().filter(|(verb, _)| verb.sheet() == Sheet::Doctrine);
    let forms = forms.map(|(_, form)| {
        let mut words = form.splitn(3, ' ');
        let lead: Vec<&str> = words.by_ref().take(2).collect();
        let hint = words.next().unwrap_or_default().replace(['<', '>'], " ");
        Form::new(lead.join(" "), lead.join(" ")).text("Setting", hint)
    });
    let doctrine = Group {
        title: "Doctrine".to_owned(),
        note: words::doctrine(state, seat).join("; "),
        offers: stances.chain(sieges).map(|line| offer(plain(line))).collect(),
        forms: forms.collect(),
        card: None,
    };
    let leaves = state.step == Step::Rear && state.awaits(seat);
    let leaving = leaves.then(|| Group {
        title: "Leaving the game".to_owned(),
        note: "From the next round on doctrine plays for you, and you cannot win.".to_owned(),
        forms: vec![Form::new("resign", "Resign")],
        ..Group::default()
    });
    [Some(doctrine), leaving].into_iter().flatten().collect()
}

/// A siege that is never undertaken has no stop.
fn plain(line: Line) -> Line {
    if line.verb == Verb::OurSiege && line.n == 0 { Line { m: 0, ..line } } else { line }
}
