//! What is put to a table's vote, as its page shows it.

use super::eyes::Eyes;
use super::words;
use crate::rules::act::{Consent, Motion};
use crate::rules::{Called, Seat};
use crate::service::contract;
use crate::service::live::Live;
use crate::service::proposal::Voice;

/// An open vote.
pub struct VoteView {
    /// The step that put it.
    pub step: u64,
    /// The step to go back to.
    pub to: u64,
    pub who: String,
    pub reason: String,
    pub machine: String,
    pub until: String,
    pub left: String,
    pub rule: &'static str,
    pub said: Vec<Said>,
    /// Whether the reader's word is still asked for.
    pub asked: bool,
    /// Whether the reader has proposed it.
    pub own: bool,
    /// Whether the organiser has something to say here, on a page of its own.
    pub organiser: bool,
}

/// What somebody has said in a vote.
pub struct Said {
    pub called: Option<Called>,
    pub who: String,
    pub what: &'static str,
}

impl VoteView {
    /// The vote that is open, for somebody who speaks with that voice; nothing for watchers.
    pub fn of(live: &Live, voice: Option<Voice>, eyes: Eyes) -> Option<VoteView> {
        let course = &live.course;
        let proposal = course.proposal.as_ref()?;
        let Motion::Rewind { to } = proposal.motion;
        let manned = course.manned_seats();
        let silent = proposal.silent(course.consent, &manned);
        let voters = proposal.voters(course.consent, &manned).into_iter().map(|one| Said {
            called: one.map(|seat| live.called(seat)),
            who: name(live, one),
            what: match proposal.votes.get(&one) {
                Some(true) => "agrees",
                Some(false) => "refuses",
                None => "has not answered",
            },
        });
        Some(VoteView {
            step: proposal.step,
            to,
            who: name(live, proposal.by),
            reason: proposal.reason.clone(),
            machine: words::machine(proposal.until),
            until: words::moment(proposal.until, eyes.zone),
            left: words::left(proposal.until, eyes.now),
            rule: contract::going_back(course.consent),
            said: voters.collect(),
            asked: voice.is_some_and(|voice| silent.contains(&voice)),
            own: voice == Some(proposal.by),
            organiser: course.consent == Consent::Organiser || proposal.by.is_none(),
        })
    }
}

/// What a voice is called.
fn name(live: &Live, voice: Option<Seat>) -> String {
    voice.map_or_else(|| "The organiser".to_owned(), |seat| live.seat_name(seat))
}
