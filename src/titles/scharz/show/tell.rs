//! The story: one fact told to one viewer, or kept from it (R25).

use super::super::orders::names::seat_name;
use super::super::state::Step;
use super::super::state::facts::{Fact, Goal, Phase, Verdict};
use super::super::state::pact::Bond;
use super::super::state::{Offer, Pact};
use super::story::{self, land, of, plain, war};
use crate::rules::phrase::and;
use crate::rules::{Seat, Told, Viewer};

/// Tells a fact, if it is the viewer's to know.
pub fn tell(fact: &Fact, viewer: Viewer) -> Option<Told> {
    match fact {
        Fact::Opened(opened) => {
            let map = opened.options.map.data();
            chapter(format!("{} {}: the setup begins", map.name, map.year))
        }
        Fact::Revealed(step) => revealed(*step),
        Fact::Round(round, order) => round_begins(*round, order),
        Fact::Phase(phase) => phase_begins(phase_name(*phase)),
        Fact::Sealed(seat) => {
            let told = of(*seat, format!("{} closes the sheet", seat_name(*seat)));
            told.map(|told| Told { quiet: true, ..told })
        }
        Fact::Wrote(seat, line) => {
            own(*seat, viewer, || format!("On your sheet: {}", story::line(line)))
        }
        Fact::Struck(seat, from) => {
            own(*seat, viewer, || format!("Off your sheet: line {from} and all after it"))
        }
        Fact::Instructed(seat, line) => {
            own(*seat, viewer, || format!("Your doctrine: {}", story::line(line)))
        }
        Fact::Skipped(seat, line, why) => {
            let line = story::line(line);
            of(*seat, format!("{}: {line}: could not be done: {why}", seat_name(*seat)))
        }
        Fact::Over(verdict) => over(verdict),
        Fact::Settled(seat, home) => says(*seat, "settles in", home.name()),
        Fact::Became(seat, faction) => says(*seat, "plays as", faction.name()),
        Fact::Waits(seat) => says(*seat, "comes in later", ""),
        Fact::Arrived(seat) => says(*seat, "arrives", ""),
        Fact::Offered(from, to, offer) => offered(*from, *to, offer, viewer),
        Fact::Lapsed(from, to) => lapsed(*from, *to, viewer),
        Fact::Agreed(under, over, pact) => agreed(*under, *over, pact),
        Fact::Ended(one, other) => {
            let both = and(&[seat_name(*one), seat_name(*other)]);
            plain(format!("The pact of {both} ends"))
        }
        Fact::Ending(one, other) => {
            let both = and(&[seat_name(*one), seat_name(*other)]);
            plain(format!("The vassalage of {both} ends with this round"))
        }
        Fact::Named(seat, Some(rival)) => says(*seat, "names as rival", &seat_name(*rival)),
        Fact::Command(seat, 0) => says(*seat, "has no commanders any more", ""),
        Fact::Command(seat, level) => {
            let level = super::super::orders::lists::COMMANDS[usize::from(*level)];
            says(*seat, "has commanders now:", level)
        }
        Fact::Announced(seat, goal) => says(*seat, "announces", &goal_name(*goal)),
        Fact::Failed(seat, goal) => says(*seat, "has not won by", &goal_name(*goal)),
        Fact::Out(seat) => says(*seat, "is out of the game", ""),
        Fact::Resigned(seat) => says(*seat, "resigns", ""),
        Fact::Gold(seat, halves, cause) => war::gold(*seat, *halves, *cause),
        Fact::Prestige(seat, by, cause) => war::points(*seat, *by, "PP", *cause),
        Fact::Victory(seat, by, cause) => war::points(*seat, *by, "VP", *cause),
        Fact::Came(..) | Fact::Fell { .. } | Fact::Went(..) => land::units(fact),
        _ => land::tell(fact).or_else(|| war::tell(fact)),
    }
}

/// A heading.
fn chapter(text: impl Into<String>) -> Option<Told> {
    Some(Told { text: text.into(), chapter: true, ..Told::default() })
}

/// A heading within a season.
fn phase_begins(text: impl Into<String>) -> Option<Told> {
    chapter(text).map(|told| Told { within: true, ..told })
}

/// "Red settles in Latium".
fn says(seat: Seat, does: &str, what: &str) -> Option<Told> {
    of(seat, format!("{} {does} {what}", seat_name(seat)).trim_end())
}

/// A line for the seat's own eyes.
fn own(seat: Seat, viewer: Viewer, text: impl FnOnce() -> String) -> Option<Told> {
    if viewer.is(seat) { of(seat, text()) } else { None }
}

fn revealed(step: Step) -> Option<Told> {
    let text = match step {
        Step::Homeland => "The homelands are given out",
        Step::Settle => "Everybody settles",
        Step::March => "The march",
        Step::Clash => "The clash",
        Step::Rear => "The rear",
        Step::Blank | Step::Over => return None,
    };
    phase_begins(text)
}

fn round_begins(round: u8, order: &[Seat]) -> Option<Told> {
    let season = ["Spring", "Summer", "Autumn", "Winter"][usize::from(round.max(1) - 1) % 4];
    let year = (round.max(1) - 1) / 4 + 1;
    let order: Vec<String> = order.iter().map(|seat| seat_name(*seat)).collect();
    chapter(format!("{season} of year {year}. Initiative: {}", order.join(", ")))
}

fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::NewYear => "New Year",
        Phase::Calves => "Calves",
        Phase::Sowing => "Sowing",
        Phase::Yield => "Yield",
        Phase::Taxes => "Taxes",
        Phase::Harvest => "Harvest",
        Phase::Recruitment => "Recruitment",
        Phase::Festivals => "Festivals",
        Phase::WinterWeather => "The weather of the winter",
        Phase::Feeding => "Feeding",
        Phase::Salaries => "Salaries",
        Phase::Fishing => "Fishing",
    }
}

fn over(verdict: &Verdict) -> Option<Told> {
    let names: Vec<String> = verdict.winners.iter().map(|seat| seat_name(*seat)).collect();
    if names.is_empty() {
        return chapter("The game ends without a winner");
    }
    let way = super::super::play::outcome::words(verdict.by);
    chapter(format!("The game is over: {} by {way}", and(&names)))
}

fn offer_words(offer: &Offer) -> String {
    let amount = match offer.bond {
        Bond::Truce => format!(" for {} rounds", offer.amount),
        Bond::Tribute | Bond::Redemption => format!(" for {} gold", offer.amount),
        _ => String::new(),
    };
    format!("{}{amount}", offer.bond.slug())
}

fn offered(from: Seat, to: Seat, offer: &Offer, viewer: Viewer) -> Option<Told> {
    if !viewer.is(from) && !viewer.is(to) {
        return None;
    }
    let does = if offer.demand { "demands of" } else { "offers" };
    let words = offer_words(offer);
    of(from, format!("{} {does} {}: {words}", seat_name(from), seat_name(to)))
}

fn lapsed(from: Seat, to: Seat, viewer: Viewer) -> Option<Told> {
    if !viewer.is(from) && !viewer.is(to) {
        return None;
    }
    of(from, format!("The offer of {} to {} is no more", seat_name(from), seat_name(to)))
}

fn agreed(under: Seat, over: Seat, pact: &Pact) -> Option<Told> {
    let (under, over) = (seat_name(under), seat_name(over));
    plain(match pact.bond {
        Bond::Truce => format!("{under} and {over} agree on a truce until round {}", pact.until),
        Bond::Tribute => format!("{under} pays tribute to {over}"),
        Bond::Redemption => format!("{under} buys itself free from {over}"),
        Bond::Vassalage => format!("{under} becomes the vassal of {over}"),
        Bond::None => return None,
    })
}

fn goal_name(goal: Goal) -> String {
    match goal {
        Goal::Dominance => "Dominance".to_owned(),
        Goal::Might(goals) => {
            let letters = goals.map(|goal| ["A", "B", "C", "D", "E"][usize::from(goal.min(4))]);
            format!("Might by {} and {}", letters[0], letters[1])
        }
    }
}

/// Whether a fact brought something hidden to light: the sheets of the others.
pub fn reveals(fact: &Fact) -> bool {
    matches!(fact, Fact::Revealed(_))
}

/// What may be said beforehand of it.
pub fn foretell(fact: &Fact) -> Option<String> {
    let Fact::Revealed(step) = fact else { return None };
    Some(format!("All sheets of the {} come to light", step.slug()))
}

/// Whether a fact only writes down what its seat wants done later: doctrine, and lines of a sheet
/// that is not closed yet.
pub fn instructs(fact: &Fact) -> bool {
    matches!(fact, Fact::Instructed(..) | Fact::Wrote(..) | Fact::Struck(..))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_two_seats_offer_each_other_is_told_to_them_alone() {
        let [from, to] = [Seat(2), Seat(3)];
        let offer = Offer { bond: Bond::Tribute, demand: true, amount: 4, round: 2 };
        for fact in [Fact::Offered(from, to, offer), Fact::Lapsed(from, to)] {
            for seat in Seat::all(4) {
                let told = tell(&fact, Viewer::Seat(seat)).is_some();
                assert_eq!(told, [from, to].contains(&seat), "{fact:?} to {seat:?}");
            }
            assert_eq!(tell(&fact, Viewer::Watcher), None);
        }
    }
}
