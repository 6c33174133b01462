//! The result of a finished game as its page shows it: places, points and where they came from, a
//! few highlights, and a form for a rematch.

use crate::shared::{clock_form, words};
use ravenpost_log::ActKind;
use ravenpost_log::act::Sitter;
use ravenpost_rules::{Outcome, Place, Seat};
use ravenpost_service::game::table::seat_names::Occupant;
use ravenpost_service::play::read_game::VisibleGame;

pub struct Ending {
    pub verdict: String,
    /// Whether the table agreed on the result, in which case no points are listed.
    pub agreed: bool,
    /// Place, seat and points, best first.
    pub places: Vec<(u8, Occupant, i32)>,
    /// Where the points came from: a label, and the points for each place.
    pub parts: Vec<(String, Vec<String>)>,
    pub highlights: Vec<String>,
    /// Form fields for a rematch in which everyone moves on by one seat. Empty for spectators.
    pub again: Vec<(String, String)>,
}

impl Ending {
    /// Returns the result of the game. `seats` are its seats as the page names them.
    pub fn of(visible: &VisibleGame, seats: &[Occupant]) -> Option<Ending> {
        let outcome = visible.outcome.as_ref()?;
        let name = |place: &Place| seats.iter().find(|one| one.seat == place.seat).cloned();
        let places = outcome.places.iter();
        Some(Ending {
            verdict: outcome.verdict.clone(),
            agreed: visible.status.agreed.is_some(),
            parts: parts(outcome),
            highlights: highlights(visible, outcome),
            again: visible.seat.map(|own| again(visible, own)).unwrap_or_default(),
            places: places.filter_map(|one| Some((one.place, name(one)?, one.score))).collect(),
        })
    }
}

/// Lists every part of the score once, in the order of the best-placed seats.
fn parts(outcome: &Outcome) -> Vec<(String, Vec<String>)> {
    let mut labels: Vec<&str> = Vec::new();
    for (label, _) in outcome.places.iter().flat_map(|place| &place.parts) {
        if !labels.contains(&label.as_str()) {
            labels.push(label);
        }
    }
    let points = |place: &Place, label: &str| {
        let found = place.parts.iter().find(|(known, _)| known == label);
        found.map(|(_, points)| points.to_string()).unwrap_or_default()
    };
    let row = |label: &str| outcome.places.iter().map(|place| points(place, label)).collect();
    labels.into_iter().map(|label| (words::capital(label), row(label))).collect()
}

/// Returns a few sentences about the winning margin, what decided it and the length of the game.
fn highlights(visible: &VisibleGame, outcome: &Outcome) -> Vec<String> {
    let name = |place: &Place| visible.game.called(place.seat).name;
    let mut sentences = Vec::new();
    if visible.status.agreed.is_some() {
        sentences.push("Ended early by the table; it does not count as finished".into());
    } else if let [first, second, ..] = outcome.places.as_slice() {
        let (winner, other) = (name(first), name(second));
        let ahead = i64::from(first.score - second.score).abs();
        sentences.push(match (first.place == second.place, ahead) {
            (true, _) => format!("{winner} and {other} share first place"),
            (_, 0) => format!("{winner} and {other} have the same points; a tie-break decided"),
            _ => format!("{winner} finished {} ahead of {other}", words::count(ahead, "point")),
        });
        let lead = |label: &str, points: i32| {
            let theirs = second.parts.iter().find(|(known, _)| known == label);
            points - theirs.map_or(0, |(_, points)| *points)
        };
        let best = first.parts.iter().max_by_key(|(label, points)| lead(label, *points));
        if let Some((label, points)) = best.filter(|(label, points)| lead(label, *points) > 0) {
            let theirs = points - lead(label, *points);
            let what = words::capital(label);
            sentences.push(format!("{what} made the difference: {points} to {theirs}"));
        }
    } else if let Some(only) = outcome.places.first() {
        let best = only.parts.iter().max_by_key(|(_, points)| *points);
        sentences.extend(best.map(|(label, points)| {
            format!("Most points came from {label}: {points} of {}", only.score)
        }));
    }
    sentences.push(status(visible));
    sentences.extend(count_repetitions(visible));
    sentences
}

/// Counts the rewinds and the restarts of the random draws, because a table that repeats either can
/// pick the results it likes.
fn count_repetitions(visible: &VisibleGame) -> Vec<String> {
    let game = &visible.game;
    let back = game.log.metadata().filter(|one| one.kind == ActKind::Rewound).count();
    let epochs = game.epochs.renewals().count();
    let back = (back > 0).then(|| format!("Takebacks: {back}"));
    let epochs = (epochs > 0).then(|| {
        format!("Random draws restarted {} during the game", words::number(epochs, "time"))
    });
    back.into_iter().chain(epochs).collect()
}

/// Returns a sentence about the number of orders and the duration of the game.
fn status(visible: &VisibleGame) -> String {
    let game = &visible.game;
    let finished = |kind| {
        game.log.metadata().filter(move |one| one.kind == kind && one.superseded_by.is_none())
    };
    let (orders, timeouts) =
        (finished(ActKind::Ordered).count(), finished(ActKind::TimedOut).count());
    let mut text = format!("It took {}", words::number(orders, "move"));
    let started = game.log.pick(|one| one.kind == ActKind::Started).next();
    let last = game.log.pick(|one| one.superseded_by.is_none()).next_back();
    if let (Some(first), Some(last)) = (started, last) {
        let span = last.event.at - first.event.at;
        if span.num_minutes() > 0 {
            text.push_str(&format!(" in {}", words::span(span)));
        }
    }
    if timeouts > 0 {
        text.push_str(&format!("; {}", words::number(timeouts, "default move")));
    }
    text
}

/// Returns the form fields for a rematch in which everyone moves on by one seat. The seats of other
/// players stay free, so that each is invited.
fn again(visible: &VisibleGame, own: Seat) -> Vec<(String, String)> {
    let (status, about) = (&visible.status, visible.game.title.about());
    let seats = status.table.seats;
    let mut fields = vec![
        ("title".to_owned(), about.key.to_owned()),
        ("seats".to_owned(), seats.to_string()),
        ("name".to_owned(), status.name.clone()),
        ("who".to_owned(), if status.public { "public" } else { "link" }.to_owned()),
    ];
    fields.extend(clock_form::filled(&status.pace));
    for seat in Seat::all(seats) {
        let sitter = match status.seats.slot(seat).and_then(|slot| slot.sitter.as_ref()) {
            _ if seat == own => "me",
            Some(Sitter::Bot(bot)) => bot,
            _ => "free",
        };
        fields.push((format!("seat-{}", seat.next(seats)), sitter.to_owned()));
    }
    for (id, value) in &status.table.options {
        fields.push((format!("option-{id}"), value.clone()));
    }
    fields
}
