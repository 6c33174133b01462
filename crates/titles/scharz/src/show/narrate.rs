//! The story: narrates one fact to one viewer, or hides it (R25).

use super::super::orders::names::seat_name;
use super::super::orders::rows::said;
use super::super::orders::terms::{heading, terms};
use super::super::orders::write;
use super::super::state::Step;
use super::super::state::facts::{Fact, Goal, Opened, Phase, Verdict};
use super::super::state::line::SheetLine;
use super::super::state::line::slots::Commanders;
use super::super::state::pact::{Bond, Offer, Pact};
use super::story::{land, of, plain, war};
use ravenpost_rules::phrase::and;
use ravenpost_rules::{Narration, Seat};

/// Describes a fact for those who may see it. Every fact is listed here.
pub fn sentence(fact: &Fact) -> Option<Narration> {
    match fact {
        Fact::Opened(opened) => begins(opened),
        Fact::SheetsRevealed(step) => revealed(*step),
        Fact::RoundStarted(round, order) => round_begins(*round, order),
        Fact::PhaseStarted(phase) => phase_begins(phase_name(*phase)),
        Fact::SheetClosed(seat) | Fact::SheetTimedOut { seat, .. } => closes(*seat),
        Fact::LineWritten(seat, line) => own(*seat, "On your sheet", &said(line, &[])),
        Fact::LinesDropped(seat, from) => own(*seat, "Off your sheet", &from_line(*from)),
        Fact::InstructionSet(seat, line) => instructs(*seat, line),
        Fact::DoctrineApplied(seat, by, does) => answers(*seat, by, does),
        Fact::LineSkipped(seat, line, why) => skipped(*seat, line, why),
        Fact::GameEnded(verdict) => over(verdict),
        Fact::HomelandAssigned(seat, home) => says(*seat, "settles in", home.name()),
        Fact::FactionChosen(seat, faction) => says(*seat, "plays as", faction.name()),
        Fact::LateStart(seat) => says(*seat, "comes in later", ""),
        Fact::Arrived(seat) => says(*seat, "arrives", ""),
        Fact::PactOffered(from, to, offer) => offered(*from, *to, offer),
        Fact::OfferClosed(from, to) => lapsed(*from, *to),
        Fact::PactAgreed(under, over, pact) => agreed(*under, *over, pact),
        Fact::PactEnded(one, other) => both("The pact of", [*one, *other], "ends"),
        Fact::VassalageEnding(one, other) => vassalage_ends([*one, *other]),
        Fact::RivalNamed(seat, rival) => names(*seat, *rival),
        Fact::CommandLevelSet(seat, level) => commanders(*seat, *level),
        Fact::VictoryAnnounced(seat, goal) => says(*seat, "announces", &goal_name(*goal)),
        Fact::AnnouncementFailed(seat, goal) => says(*seat, "has not won by", &goal_name(*goal)),
        Fact::Eliminated(seat) => says(*seat, "is out of the game", ""),
        Fact::Resigned(seat) => says(*seat, "resigns", ""),
        Fact::HalfGoldChanged(seat, halves, cause) => war::gold(*seat, *halves, *cause),
        Fact::PrestigeChanged(seat, by, cause) => war::points(*seat, *by, "PP", *cause),
        Fact::VictoryPointsChanged(seat, by, cause) => war::points(*seat, *by, "VP", *cause),
        Fact::UnitsAdded(seat, units, fate) => land::came(*seat, units, *fate),
        Fact::UnitsRemoved { seat, stack, cause, .. } => land::fell(*seat, stack, *cause),
        Fact::UnitsChanged(seat, how, from, to) => land::went(*seat, *how, from, to),
        Fact::SettlementChanged(at, town, lot) => land::town(*at, town.as_ref(), *lot),
        Fact::ShipyardChanged(at, yard, lot) => land::yard(*at, yard.as_ref(), *lot),
        Fact::ConstructionChanged(at, site, lot) => land::site(*at, site.as_ref(), *lot),
        Fact::StoreChanged(at, good, now, why) => land::stored(*at, *good, *now, *why),
        Fact::HerdMoved(seat, herd, from, to) => land::drove(*seat, *herd, *from, *to),
        Fact::HerdAdded(seat, herd, at, why) => land::bred(*seat, *herd, *at, *why),
        Fact::HerdRemoved(seat, herd, at, why) => land::parted(*seat, *herd, *at, *why),
        Fact::HerdTaken(from, to, herd, [at, _]) => land::taken(*from, *to, *herd, *at),
        Fact::Sown(seat, at) => says(*seat, "sows", at.name()),
        Fact::CropChanged(at, now, why) => land::crop(*at, *now, *why),
        Fact::Looted(seat, at) => says(*seat, "loots", at.name()),
        Fact::WinterWeather(weather) => war::winter(*weather),
        Fact::IceFormed(sections) => war::ice(sections),
        Fact::DiceRolled(roll) => war::rolled(roll),
        Fact::BattleStarted(at, one, other) => war::battle(*at, *one, *other),
        Fact::AssaultStarted(at, one, other) => war::assault(*at, *one, *other),
        Fact::StrikeMade(strike) => war::struck(strike),
        Fact::Intercepted(at, seat, dice) => war::intercepted(*at, *seat, dice),
        Fact::CombatDecided(at, winner) => war::decided(*at, *winner),
        Fact::WallsBroken(at) => plain(format!("The walls of {} are broken", at.name())),
        Fact::TollPromised(seat, at) => says(*seat, "will pay toll at", at.name()),
        Fact::SecondMarchBought(seat) => says(*seat, "marches a second time", ""),
        Fact::BuildTwiceBought(seat) => says(*seat, "builds twice as fast", ""),
        // Their effects are narrated elsewhere.
        Fact::Asked(..) | Fact::RearStarted | Fact::YearStarted | Fact::VictoryPointsNoted => None,
        Fact::CasualtiesCounted(..) | Fact::TradeLimitUsed(..) => None,
        Fact::TributePaid(..) | Fact::RedemptionPaid(..) => None,
        Fact::LootMarkerCleared(_) | Fact::LightInfantryBought(..) => None,
        Fact::RerollsSet(..) | Fact::RerollsOrdered(..) | Fact::ClashByDoctrine(_) => None,
        Fact::CorsairsHired(_) => None,
    }
}

/// A chapter heading of the story.
fn chapter(text: impl Into<String>) -> Option<Narration> {
    Some(Narration { text: text.into(), chapter: true, ..Narration::default() })
}

/// A heading within a season.
fn phase_begins(text: impl Into<String>) -> Option<Narration> {
    chapter(text).map(|told| Narration { within: true, ..told })
}

fn says(seat: Seat, does: &str, what: &str) -> Option<Narration> {
    of(seat, format!("{} {does} {what}", seat_name(seat)).trim_end())
}

/// A line shown to the seat itself only.
fn own(seat: Seat, where_to: &str, what: &str) -> Option<Narration> {
    of(seat, format!("{where_to}: {what}"))
}

/// Which doctrine line acted, and its effect.
fn answers(seat: Seat, by: &SheetLine, does: &SheetLine) -> Option<Narration> {
    let (by, does) = (write(by), write(does));
    let what =
        if by == does { "chooses who learns".to_owned() } else { format!("answers: {does}") };
    of(seat, format!("Your \"{by}\" {what}"))
}

fn instructs(seat: Seat, line: &SheetLine) -> Option<Narration> {
    let doctrine = matches!(line, SheetLine::Doctrines(_));
    own(seat, if doctrine { "Your doctrine" } else { "Left for later" }, &said(line, &[]))
}

fn from_line(from: u8) -> String {
    format!("line {from} and all after it")
}

fn begins(opened: &Opened) -> Option<Narration> {
    let map = opened.options.map.data();
    chapter(format!("{} {}: the setup begins", map.name, map.year))
}

fn closes(seat: Seat) -> Option<Narration> {
    let told = of(seat, format!("{} submits the sheet", seat_name(seat)));
    told.map(|told| Narration { quiet: true, ..told })
}

/// Describes a skipped line, as a sentence and in notation.
fn skipped(seat: Seat, line: &SheetLine, why: &str) -> Option<Narration> {
    let (who, says, line) = (seat_name(seat), said(line, &[]), write(line));
    of(seat, format!("{who}: {says}: {line}: could not be done: {why}"))
}

fn both(what: &str, seats: [Seat; 2], ends: &str) -> Option<Narration> {
    plain(format!("{what} {} {ends}", and(&seats.map(seat_name))))
}

fn vassalage_ends(seats: [Seat; 2]) -> Option<Narration> {
    both("The vassalage of", seats, "ends with this round")
}

fn names(seat: Seat, rival: Option<Seat>) -> Option<Narration> {
    says(seat, &format!("names {} as", seat_name(rival?)), "rival")
}

fn commanders(seat: Seat, level: Commanders) -> Option<Narration> {
    match level {
        Commanders::None => says(seat, "has no commanders any more", ""),
        level => says(seat, "has commanders now:", level.means()),
    }
}

fn revealed(step: Step) -> Option<Narration> {
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

fn round_begins(round: u8, order: &[Seat]) -> Option<Narration> {
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

fn over(verdict: &Verdict) -> Option<Narration> {
    let names: Vec<String> = verdict.winners.iter().map(|seat| seat_name(*seat)).collect();
    if names.is_empty() {
        return chapter("The game ends without a winner");
    }
    let way = super::super::play::outcome::words(verdict.by);
    chapter(format!("The game is over: {} by {way}", and(&names)))
}

fn offered(from: Seat, to: Seat, offer: &Offer) -> Option<Narration> {
    let terms = terms(offer.bond, offer.amount);
    of(from, format!("{}: {terms}", heading(from, to, offer)))
}

fn lapsed(from: Seat, to: Seat) -> Option<Narration> {
    of(from, format!("The offer of {} to {} is no more", seat_name(from), seat_name(to)))
}

fn agreed(under: Seat, over: Seat, pact: &Pact) -> Option<Narration> {
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
            format!("Might by {} and {}", goals[0].means(), goals[1].means())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::Scharz;
    use super::*;
    use ravenpost_rules::{Show, Viewer};

    #[test]
    fn what_two_seats_offer_each_other_is_told_to_them_alone() {
        let [from, to] = [Seat(2), Seat(3)];
        let offer = Offer { bond: Bond::Tribute, demand: true, amount: 4, round: 2 };
        for fact in [Fact::PactOffered(from, to, offer), Fact::OfferClosed(from, to)] {
            for seat in Seat::all(4) {
                let told = Scharz::narrate(&fact, Viewer::Seat(seat)).is_some();
                assert_eq!(told, [from, to].contains(&seat), "{fact:?} to {seat:?}");
            }
            assert_eq!(Scharz::narrate(&fact, Viewer::Watcher), None);
        }
    }
}
