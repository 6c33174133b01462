//! The story: narrates one fact to one viewer, or hides it (R25).

use super::super::orders::names::voice;
use super::super::orders::rows::said;
use super::super::orders::terms::{effect_on_recipient, terms};
use super::super::orders::write;
use super::super::state::Step;
use super::super::state::facts::{Fact, Goal, Opened, Phase, Verdict};
use super::super::state::line::SheetLine;
use super::super::state::line::slots::Commanders;
use super::super::state::pact::{Bond, Offer, Pact};
use super::story::{land, of, plain, skipped, war};
use ravenpost_rules::text::phrase::and;
use ravenpost_rules::{Narration, Narrator, RefusalCode, Seat};

/// Describes a fact for those who may see it. Every fact is listed here.
pub fn sentence(fact: &Fact, narrator: &Narrator) -> Option<Narration> {
    match fact {
        Fact::Opened(opened) => begins(opened),
        Fact::SheetsRevealed(step) => revealed(*step),
        Fact::RoundStarted(round, order) => round_begins(*round, order, narrator),
        Fact::PhaseStarted(phase) => phase_begins(phase_name(*phase)),
        Fact::SheetClosed(seat) | Fact::SheetTimedOut { seat, .. } => closes(*seat, narrator),
        Fact::LineWritten(seat, line) => own(*seat, "add to", &said(line, &[]), narrator),
        Fact::LinesDropped(seat, from) => own(*seat, "remove from", &from_line(*from), narrator),
        Fact::InstructionSet(seat, line) => instructs(*seat, line, narrator),
        Fact::DoctrineApplied(seat, by, does) => answers(*seat, by, does, narrator),
        Fact::LineSkipped(seat, line, code) => skipped(*seat, line, *code, narrator),
        Fact::GameEnded(verdict) => over(verdict, narrator),
        Fact::HomelandAssigned(seat, home) => act(*seat, "settle in", home.name(), narrator),
        Fact::FactionChosen(seat, faction) => plays(*seat, faction.name(), narrator),
        Fact::LateStart(seat) => says(*seat, "arrive later", narrator),
        Fact::Arrived(seat) => says(*seat, "arrive", narrator),
        Fact::PactOffered(from, to, offer) => offered(*from, *to, offer, narrator),
        Fact::OfferClosed(from, to) => lapsed(*from, *to, narrator),
        Fact::PactAgreed(under, over, pact) => agreed(*under, *over, pact, narrator),
        Fact::PactEnded(one, other) => both("The pact of", [*one, *other], "ends", narrator),
        Fact::VassalageEnding(one, other) => vassalage_ends([*one, *other], narrator),
        Fact::RivalNamed(seat, rival) => names(*seat, *rival, narrator),
        Fact::CommandLevelSet(seat, level) => commanders(*seat, *level, narrator),
        Fact::VictoryAnnounced(seat, goal) => act(*seat, "announce", &goal_name(*goal), narrator),
        Fact::AnnouncementFailed(seat, goal) => {
            act(*seat, "miss the announced goal,", &goal_name(*goal), narrator)
        }
        Fact::Eliminated(seat) => of(*seat, voice(narrator, *seat).states("are eliminated")),
        Fact::Resigned(seat) => says(*seat, "resign", narrator),
        Fact::HalfGoldChanged(seat, halves, cause) => war::gold(*seat, *halves, *cause, narrator),
        Fact::PrestigeChanged(seat, by, cause) => war::points(*seat, *by, "PP", *cause, narrator),
        Fact::VictoryPointsChanged(seat, by, cause) => {
            war::points(*seat, *by, "VP", *cause, narrator)
        }
        Fact::UnitsAdded(seat, units, reason) => land::came(*seat, units, *reason, narrator),
        Fact::UnitsRemoved { seat, stack, cause, .. } => land::fell(*seat, stack, *cause, narrator),
        Fact::UnitsChanged(seat, how, from, to) => land::went(*seat, *how, from, to, narrator),
        Fact::SettlementChanged(at, town, lot) => land::town(*at, town.as_ref(), *lot, narrator),
        Fact::ShipyardChanged(at, yard, lot) => land::yard(*at, yard.as_ref(), *lot, narrator),
        Fact::ConstructionChanged(at, site, lot) => land::site(*at, site.as_ref(), *lot, narrator),
        Fact::StoreChanged(at, good, now, why) => land::stored(*at, *good, *now, *why, narrator),
        Fact::HerdMoved(seat, herd, from, to) => land::drove(*seat, *herd, *from, *to, narrator),
        Fact::HerdAdded(seat, herd, at, why) => land::bred(*seat, *herd, *at, *why, narrator),
        Fact::HerdRemoved(seat, herd, at, why) => land::parted(*seat, *herd, *at, *why, narrator),
        Fact::HerdTaken(from, to, herd, [at, _]) => land::taken(*from, *to, *herd, *at, narrator),
        Fact::Sown(seat, at) => act(*seat, "sow", at.name_for(narrator), narrator),
        Fact::CropChanged(at, now, why) => land::crop(*at, *now, *why, narrator),
        Fact::Looted(seat, at, owner) => land::looted(*seat, *at, *owner, narrator),
        Fact::WinterWeather(weather) => war::winter(*weather),
        Fact::IceFormed(sections) => war::ice(sections, narrator),
        Fact::DiceRolled(roll) => war::rolled(roll, narrator),
        Fact::BattleStarted(at, one, other) => war::battle(*at, *one, *other, narrator),
        Fact::AssaultStarted(at, one, other) => war::assault(*at, *one, *other, narrator),
        Fact::StrikeMade(strike) => war::struck(strike, narrator),
        Fact::Intercepted(at, seat, dice) => war::intercepted(*at, *seat, dice, narrator),
        Fact::CombatDecided(at, winner) => war::decided(*at, *winner, narrator),
        Fact::WallsBroken(at) => war::breached(*at, narrator),
        Fact::TollPromised(seat, at) => {
            let toll = format!("pay the toll at {}", at.name_for(narrator));
            of(*seat, voice(narrator, *seat).will(&toll))
        }
        Fact::SecondMarchBought(seat) => says(*seat, "march a second time", narrator),
        Fact::BuildTwiceBought(seat) => says(*seat, "build twice as fast", narrator),
        // Their effects are narrated elsewhere.
        Fact::Asked(..) | Fact::RearStarted | Fact::YearStarted | Fact::VictoryPointsNoted => None,
        Fact::CasualtiesCounted(..) | Fact::TradeLimitUsed(..) => None,
        Fact::TributePaid(..) | Fact::RedemptionPaid(..) | Fact::CorsairsHired(_) => None,
        Fact::LootMarkerCleared(_) | Fact::LightInfantryBought(..) => None,
        Fact::RerollsSet(..) | Fact::RerollsOrdered(..) | Fact::ClashByDoctrine(_) => None,
    }
}

/// A chapter heading of the story.
fn chapter(text: impl Into<String>) -> Option<Narration> {
    Some(Narration { text: text.into(), chapter: true, ..Narration::default() })
}

/// Gives a chapter its short heading.
fn headed(narration: Option<Narration>, heading: String) -> Option<Narration> {
    narration.map(|narration| Narration { heading: Some(heading), ..narration })
}

/// A heading within a season.
fn phase_begins(text: impl Into<String>) -> Option<Narration> {
    chapter(text).map(|narration| Narration { within: true, ..narration })
}

fn says(seat: Seat, deed: &str, narrator: &Narrator) -> Option<Narration> {
    of(seat, voice(narrator, seat).does(deed))
}

/// Says what a seat does, with its object.
fn act(seat: Seat, verb: &str, what: &str, narrator: &Narrator) -> Option<Narration> {
    says(seat, &format!("{verb} {what}"), narrator)
}

fn plays(seat: Seat, faction: &str, narrator: &Narrator) -> Option<Narration> {
    says(seat, &format!("play the {faction} faction"), narrator)
}

/// A line shown to the seat itself only.
fn own(seat: Seat, verb: &str, what: &str, narrator: &Narrator) -> Option<Narration> {
    let voice = voice(narrator, seat);
    let sheet = voice.its("sheet");
    of(seat, voice.does(&format!("{verb} {sheet}: {what}")))
}

/// Which doctrine line acted, and its effect.
fn answers(seat: Seat, by: &SheetLine, does: &SheetLine, narrator: &Narrator) -> Option<Narration> {
    let what = match write(by) == write(does) {
        true => "chooses who gains experience".to_owned(),
        false => format!("gives the order: {}", said(does, &[])),
    };
    let by = said(by, &[]);
    of(seat, voice(narrator, seat).has(&format!("doctrine \"{by}\" {what}")))
}

fn instructs(seat: Seat, line: &SheetLine, narrator: &Narrator) -> Option<Narration> {
    let (voice, said) = (voice(narrator, seat), said(line, &[]));
    of(
        seat,
        match line {
            SheetLine::Doctrines(_) => voice.has(&format!("doctrine: {said}")),
            _ => voice.does(&format!("give an order in advance: {said}")),
        },
    )
}

fn from_line(from: u8) -> String {
    format!("line {from} and all later lines")
}

fn begins(opened: &Opened) -> Option<Narration> {
    let map = opened.options.map.data();
    let narration = chapter(format!("{} {}: setup", map.name, map.year));
    headed(narration, "The setup".to_owned())
}

fn closes(seat: Seat, narrator: &Narrator) -> Option<Narration> {
    let narration = says(seat, "submit the sheet", narrator);
    narration.map(|narration| Narration { quiet: true, ..narration })
}

/// Describes a skipped line, as a sentence and in notation.
fn skipped(
    seat: Seat,
    line: &SheetLine,
    code: RefusalCode,
    narrator: &Narrator,
) -> Option<Narration> {
    let (why, says, line) = (skipped::reason(line, code), said(line, &[]), write(line));
    let failed = format!("order \"{says}\" ({line}) could not be carried out: {why}");
    of(seat, voice(narrator, seat).has(&failed))
}

fn both(what: &str, seats: [Seat; 2], ends: &str, narrator: &Narrator) -> Option<Narration> {
    let names = seats.map(|seat| voice(narrator, seat).name());
    plain(format!("{what} {} {ends}", and(&names)))
}

fn vassalage_ends(seats: [Seat; 2], narrator: &Narrator) -> Option<Narration> {
    both("The vassalage of", seats, "ends with this round", narrator)
}

fn names(seat: Seat, rival: Option<Seat>, narrator: &Narrator) -> Option<Narration> {
    let rival = voice(narrator, rival?).name();
    says(seat, &format!("name {rival} as rival"), narrator)
}

fn commanders(seat: Seat, level: Commanders, narrator: &Narrator) -> Option<Narration> {
    match level {
        Commanders::None => says(seat, "lose all commanders", narrator),
        level => says(seat, &format!("hire {} commanders", level.means()), narrator),
    }
}

fn revealed(step: Step) -> Option<Narration> {
    let text = match step {
        Step::Homeland => "The homelands are assigned",
        Step::Settle => "All players settle",
        Step::March => "The march",
        Step::Clash => "The clash",
        Step::Rear => "The rear",
        Step::Blank | Step::Over => return None,
    };
    // A clash begins in every season, even if no armies have met. Battles are news themselves.
    let quiet = step == Step::Clash;
    phase_begins(text).map(|narration| Narration { quiet, ..narration })
}

fn round_begins(round: u8, order: &[Seat], narrator: &Narrator) -> Option<Narration> {
    let season = ["Spring", "Summer", "Autumn", "Winter"][usize::from(round.max(1) - 1) % 4];
    let year = (round.max(1) - 1) / 4 + 1;
    let order: Vec<String> = order.iter().map(|seat| voice(narrator, *seat).name()).collect();
    let heading = format!("{season} of year {year}");
    headed(chapter(format!("{heading}. Initiative: {}", order.join(", "))), heading)
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
        Phase::WinterWeather => "Winter weather",
        Phase::Feeding => "Feeding",
        Phase::Salaries => "Salaries",
        Phase::Fishing => "Fishing",
    }
}

fn over(verdict: &Verdict, narrator: &Narrator) -> Option<Narration> {
    let names: Vec<String> =
        verdict.winners.iter().map(|seat| voice(narrator, *seat).name()).collect();
    if names.is_empty() {
        return chapter("The game ends without a winner");
    }
    let way = super::super::play::outcome::words(verdict.by);
    headed(chapter(format!("Game over: {} won by {way}", and(&names))), "The end".to_owned())
}

fn offered(from: Seat, to: Seat, offer: &Offer, narrator: &Narrator) -> Option<Narration> {
    let terms = terms(offer.bond, offer.amount);
    let name = voice(narrator, to).name();
    let deed = if offer.demand { format!("demand from {name}") } else { format!("offer {name}") };
    let how = if narrator.is_read_by(to) { how_to_answer(offer) } else { String::new() };
    says(from, &format!("{deed}: {terms}{how}"), narrator)
}

/// What an offer means for the seat that receives it, and how it can answer.
fn how_to_answer(offer: &Offer) -> String {
    let effect = match effect_on_recipient(offer) {
        "" => String::new(),
        effect => format!(" ({effect})"),
    };
    format!("{effect}. Accept or reject it on your next march or rear sheet")
}

fn lapsed(from: Seat, to: Seat, narrator: &Narrator) -> Option<Narration> {
    let to = voice(narrator, to).name();
    of(from, voice(narrator, from).has(&format!("offer to {to} has lapsed")))
}

fn agreed(under: Seat, over: Seat, pact: &Pact, narrator: &Narrator) -> Option<Narration> {
    let (under, over) = (voice(narrator, under), voice(narrator, over).name());
    plain(match pact.bond {
        Bond::Truce => {
            under.does(&format!("agree with {over} on a truce until round {}", pact.until))
        }
        Bond::Tribute => under.does(&format!("pay tribute to {over}")),
        Bond::Redemption => under.does(&format!("buy peace from {over}")),
        Bond::Vassalage => under.does(&format!("become the vassal of {over}")),
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
    use super::super::super::things::ids::Field;
    use super::super::super::things::kinds::MapId;
    use super::*;
    use ravenpost_rules::{Show, Viewer};

    #[test]
    fn clash_heading_is_not_news() {
        for step in Step::ALL {
            let heading = Scharz::narrate(&Fact::SheetsRevealed(*step), Viewer::Spectator);
            let is_quiet = heading.map(|heading| heading.quiet);
            assert!(is_quiet.is_none_or(|quiet| quiet == (*step == Step::Clash)), "{step:?}");
        }
    }

    #[test]
    fn looting_concerns_the_owner_of_the_settlement() {
        let [looter, owner] = [Seat(2), Seat(3)];
        let at = Field::find(MapId::Italia.data(), "roma").expect("a field");
        let narrated = |whose: Option<Seat>| {
            let fact = Fact::Looted(looter, at, whose);
            Scharz::narrate(&fact, Viewer::Seat(owner)).expect("everybody is told")
        };
        assert!(narrated(Some(owner)).mentions(owner));
        assert!(!narrated(None).mentions(owner));
    }

    #[test]
    fn recipient_of_an_offer_is_told_how_to_answer() {
        let [from, to] = [Seat(2), Seat(3)];
        for bond in [Bond::Truce, Bond::Tribute, Bond::Redemption, Bond::Vassalage] {
            for demand in [false, true] {
                let offer = Offer { bond, demand, amount: 4, round: 2 };
                let fact = Fact::PactOffered(from, to, offer);
                let narrated =
                    |seat| Scharz::narrate(&fact, Viewer::Seat(seat)).expect("it is told");
                assert!(narrated(to).text.contains(&how_to_answer(&offer)), "{offer:?}");
                assert!(!narrated(from).text.contains(&how_to_answer(&offer)), "{offer:?}");
            }
        }
    }

    #[test]
    fn offers_between_two_seats_are_private() {
        let [from, to] = [Seat(2), Seat(3)];
        let offer = Offer { bond: Bond::Tribute, demand: true, amount: 4, round: 2 };
        for fact in [Fact::PactOffered(from, to, offer), Fact::OfferClosed(from, to)] {
            for seat in Seat::all(4) {
                let narration = Scharz::narrate(&fact, Viewer::Seat(seat)).is_some();
                assert_eq!(narration, [from, to].contains(&seat), "{fact:?} to {seat:?}");
            }
            assert_eq!(Scharz::narrate(&fact, Viewer::Spectator), None);
        }
    }
}
