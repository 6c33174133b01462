//! The view model of a vote.

use actix_web::HttpResponse;

use crate::Site;
use crate::shared::access::AtTable;
use crate::shared::game_request::{GameRequest, viewpoint};
use crate::shared::viewpoint::Viewpoint;
use crate::shared::visitor::Visitor;
use crate::shared::{forms, paths, words};
use ravenpost_log::act::{Consent, Motion};
use ravenpost_log::table::proposal::Voice;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Seat, SeatName};
use ravenpost_service::game::clocks::contract;
use ravenpost_service::game::core::folded::Game;
use ravenpost_service::game::table::{organiser_acts, voting};

/// The fields that the vote template needs.
pub struct VoteCard {
    pub address: String,
    pub name: String,
    pub key: String,
    pub vote: Option<VoteView>,
}

impl VoteCard {
    pub fn of(site: &Site, visitor: &Visitor, asked: &AtTable) -> VoteCard {
        VoteCard {
            address: paths::game(&asked.game),
            name: asked.game().status.name.clone(),
            key: forms::random(),
            vote: VoteView::of(asked.game(), Some(asked.voice), viewpoint(site, visitor, None)),
        }
    }
}

/// An open vote.
pub struct VoteView {
    /// The step that proposed it.
    pub step: Step,
    /// The question, as a heading: "Shall the table go back to step 9?"
    pub question: String,
    /// The step to go back to, if it is a vote about a rewind.
    pub to: Option<Step>,
    /// The proposed result, if it is a vote about ending the game.
    pub result: Option<String>,
    /// The label of the button that agrees.
    pub agree: &'static str,
    /// The path segment of the page with the details, and the text of the link to it.
    pub page: &'static str,
    pub shows: &'static str,
    pub who: String,
    pub reason: String,
    pub machine: String,
    pub until: String,
    pub left: String,
    /// The latest time until which the vote stops the clocks, if it does.
    pub stops: Option<String>,
    /// Whether the clocks run during the vote.
    pub runs: bool,
    pub rule: &'static str,
    /// The consequence of the vote, if no other line explains it.
    pub meaning: &'static str,
    pub said: Vec<VoteWords>,
    /// Whether the reader has yet to vote.
    pub asked: bool,
    /// Whether the reader made the proposal.
    pub own: bool,
    /// Whether the organiser decides the vote or made the proposal.
    pub organiser: bool,
}

/// The vote of a participant.
pub struct VoteWords {
    pub called: Option<SeatName>,
    pub who: String,
    pub what: &'static str,
}

impl VoteView {
    /// Returns the open vote as seen by a participant. `voice` is None for spectators.
    pub fn of(game: &Game, voice: Option<Voice>, viewpoint: Viewpoint) -> Option<VoteView> {
        let status = &game.status;
        let proposal = status.stops.proposal.as_ref()?;
        let manned = status.seats.held_seats();
        let silent = proposal.silent(status.consent, &manned);
        let voters = proposal.voters(status.consent, &manned).into_iter().map(|one| VoteWords {
            called: one.map(|seat| game.called(seat)),
            who: name(game, one),
            what: match proposal.votes.get(&one) {
                Some(true) => "voted yes",
                Some(false) => "voted no",
                None => "has not voted",
            },
        });
        Some(VoteView {
            step: proposal.step,
            question: question(game, &proposal.motion),
            to: match proposal.motion {
                Motion::Rewind { to } => Some(to),
                _ => None,
            },
            result: match &proposal.motion {
                Motion::End { places } => Some(game.votes().result_words(places)),
                _ => None,
            },
            agree: match proposal.motion {
                Motion::Rewind { .. } => "Agree to the takeback",
                Motion::End { .. } => "Agree to end the game",
                Motion::Replace { .. } => "Agree to replace the player",
                Motion::Substitute { .. } => "Agree to the substitute bot",
                Motion::Resume => "Agree to resume",
            },
            page: voting::page(&proposal.motion),
            shows: match proposal.motion {
                Motion::Rewind { .. } => "Steps it would undo",
                _ => "What happens",
            },
            meaning: match proposal.motion {
                Motion::Replace { .. } | Motion::Substitute { .. } | Motion::Resume => {
                    contract::meaning(&proposal.motion)
                }
                _ => "",
            },
            who: name(game, proposal.by),
            reason: proposal.reason.clone(),
            machine: words::machine(proposal.until),
            until: words::moment(proposal.until, viewpoint.zone),
            left: words::left(proposal.until, viewpoint.now),
            stops: proposal
                .stops_until
                .map(|at| words::moment(at.min(proposal.until), viewpoint.zone)),
            runs: status.stops.since().is_none(),
            rule: contract::rule(&proposal.motion, status.consent),
            said: voters.collect(),
            asked: voice.is_some_and(|voice| silent.contains(&voice)),
            own: voice == Some(proposal.by),
            organiser: proposal.rule(status.consent) == Consent::Organiser || proposal.by.is_none(),
        })
    }
}

/// Returns the question as a heading.
fn question(game: &Game, motion: &Motion) -> String {
    match motion {
        Motion::Rewind { to } => format!("Take the game back to step {to}?"),
        Motion::End { .. } => "End the game now?".to_owned(),
        Motion::Replace { .. } | Motion::Substitute { .. } | Motion::Resume => {
            format!("Should the table {}?", organiser_acts::motion(game, motion))
        }
    }
}

/// Redirects to the page of the open vote, if it has another page than `here`.
pub fn elsewhere(asked: &GameRequest, here: &str) -> Option<HttpResponse> {
    let page = voting::page(&asked.game().status.stops.proposal.as_ref()?.motion);
    (page != here).then(|| asked.redirect(&format!("/{page}"), ""))
}

/// Returns the name of a participant.
fn name(game: &Game, voice: Option<Seat>) -> String {
    voice.map_or_else(|| "The organiser".to_owned(), |seat| game.seat_name(seat))
}
