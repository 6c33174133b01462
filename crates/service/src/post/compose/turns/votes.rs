//! Emails about votes: an open vote, a rewind, and a failed vote.

use chrono::Duration;

use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::game::history::rewinds::dropped;
use crate::game::history::story::NarratedEvent;
use crate::game::{
    clocks::contract,
    table::{agreed_result, organiser_acts, voting},
};
use crate::post::compose::composer::Composer;
use ravenpost_emails::{
    Ballot, Dropped, Email, ProposedChange, ProposedMotion, ProposedRewind, Rewound, SafeLine,
    VoteOpened,
};
use ravenpost_log::Act;
use ravenpost_log::act::{Motion, Rejection};
use ravenpost_log::event::NOTHING;
use ravenpost_log::span::span;
use ravenpost_log::table::proposal::{Proposal, Voice};
use ravenpost_rules::numbers::{Seq, Step};
use ravenpost_rules::{Narration, Seat, Viewer};

/// The minimum time for a decision that becomes pending again.
const LEAST: Duration = Duration::minutes(10);
/// Maximum number of lines about undone steps.
const NARRATED: usize = 30;

impl Composer<'_> {
    pub(in crate::post::compose) fn proposed(self) -> Result<Option<Email>, ServiceError> {
        let Some(proposal) = &self.game.status.stops.proposal else { return Ok(None) };
        let motion = match &proposal.motion {
            Motion::Rewind { to } => ProposedMotion::Rewind(self.proposed_rewind(*to)?),
            Motion::End { places } => {
                ProposedMotion::End(SafeLine::from(self.game.votes().result_words(places)))
            }
            motion @ (Motion::Replace { .. } | Motion::Substitute { .. } | Motion::Resume) => {
                ProposedMotion::Change(ProposedChange {
                    what: SafeLine::from(organiser_acts::motion(self.game, motion)),
                    means: SafeLine::from(contract::meaning(motion)),
                })
            }
        };
        let vote = self.ballot(proposal);
        Ok(Some(VoteOpened { vote, motion, frame: self.frame, game: self.card }.compose()))
    }

    fn proposed_rewind(&self, to: Step) -> Result<ProposedRewind, ServiceError> {
        let viewer = self.game.viewer(voice_of(self.game, self.seat));
        let foreseen = self.game.history().foresee(viewer, to)?;
        let narration = |steps: Vec<NarratedEvent>| {
            latest(steps.into_iter().flat_map(|one| one.narration).collect())
        };
        let clocks = foreseen.clocks.iter();
        let clocks = clocks.map(|(seat, left)| clock_there(self.game, *seat, *left));
        Ok(ProposedRewind {
            to,
            clocks: clocks.collect(),
            undone: narration(foreseen.undone),
            restored: narration(foreseen.restored),
            seen: latest(foreseen.seen),
            redealt: foreseen.redealt,
        })
    }

    /// Returns the open vote as the recipient sees it.
    fn ballot(&self, proposal: &Proposal) -> Ballot {
        let status = &self.game.status;
        let silent = proposal.silent(status.consent, &status.seats.held_seats());
        let reader = voice_of(self.game, self.seat);
        let page = voting::page(&proposal.motion);
        Ballot {
            who: begins(proposal.by.map(|seat| self.game.seat_name(seat))),
            reason: SafeLine::from(&proposal.reason),
            rule: SafeLine::from(contract::rule(&proposal.motion, status.consent)),
            until: proposal.until,
            voters: voters(self.game, proposal),
            seated: reader.is_some(),
            asked: silent.contains(&reader),
            page: format!("{}/{page}", self.card.page),
        }
    }

    pub(in crate::post::compose) fn rewound(self) -> Result<Option<Rewound>, ServiceError> {
        let log = &self.game.log;
        let since = log.iter().rev().take_while(|entry| entry.event.seq >= self.seq);
        let mut went = since.filter_map(|entry| match entry.act {
            Act::Rewound { to } => Some((entry.event.seq, to)),
            _ => None,
        });
        let Some((seq, to)) = went.next() else { return Ok(None) };
        let proposed = log.iter().rev().filter(|entry| entry.event.seq < seq);
        let proposed = proposed.filter_map(|entry| match entry.act {
            Act::Proposed { by, reason, .. } => Some((*by, reason)),
            _ => None,
        });
        let Some((by, reason)) = proposed.take(1).next() else { return Ok(None) };
        let viewer = Viewer::Seat(self.seat);
        let mut undone = Vec::new();
        for entry in log.pick(|one| one.superseded_by.is_some_and(|by| by >= self.seq)) {
            undone.extend(self.game.title.narrate(&entry.event.facts, viewer)?);
        }
        let email = Rewound {
            who: voice_name(self.game, by),
            to: *to,
            reason: SafeLine::from(reason),
            undone: latest(undone),
            redealt: log.event(seq).is_some_and(|entry| entry.event.facts != NOTHING),
            now: self.todo(),
            frame: self.frame,
            game: self.card,
        };
        Ok(Some(email))
    }

    /// Returns `None` if the recipient did not know of the proposal.
    pub(in crate::post::compose) fn dropped(self) -> Option<Dropped> {
        let (seq, why) = last_dropped(self.game, self.seq).filter(|_| self.knew_of_vote)?;
        let (not, why) = match self.game.history().motion_at(seq) {
            Some(Motion::End { .. }) => {
                ("The game goes on".to_owned(), agreed_result::dropped(why).to_owned())
            }
            Some(other @ (Motion::Replace { .. } | Motion::Substitute { .. } | Motion::Resume)) => {
                let motion = organiser_acts::motion(self.game, other);
                let why =
                    format!("The vote to {motion} failed: {}", organiser_acts::why_failed(why));
                ("The vote failed".to_owned(), why)
            }
            Some(Motion::Rewind { .. }) | None => {
                ("No takeback".to_owned(), dropped(why).to_owned())
            }
        };
        let email = Dropped {
            not: SafeLine::from(not),
            why: SafeLine::from(why),
            now: self.todo(),
            frame: self.frame,
            game: self.card,
        };
        Some(email)
    }
}

/// Lists the voters and their votes so far.
fn voters(game: &Game, proposal: &Proposal) -> Vec<SafeLine> {
    let status = &game.status;
    let voters = proposal.voters(status.consent, &status.seats.held_seats());
    let said = |voice: &Voice| match proposal.votes.get(voice) {
        Some(true) => "yes",
        Some(false) => "no",
        None => "has not voted yet",
    };
    voters
        .iter()
        .map(|one| SafeLine::from(format!("{}: {}", voice_name(game, *one), said(one))))
        .collect()
}

/// Describes which seat would be prompted, and with how much time.
fn clock_there(game: &Game, seat: Seat, left: Option<Duration>) -> SafeLine {
    let name = game.seat_name(seat);
    SafeLine::from(match left {
        Some(left) => format!("{name} to move, with {} left", span(left.max(LEAST))),
        None => format!("{name} to move, without a deadline"),
    })
}

/// Returns the voice of a recipient: its seat, or the organiser.
fn voice_of(game: &Game, reader: Seat) -> Voice {
    game.status.seats.slot(reader).map(|_| reader)
}

fn voice_name(game: &Game, voice: Voice) -> SafeLine {
    SafeLine::from(voice.map_or("the organiser".to_owned(), |seat| game.seat_name(seat)))
}

/// Returns the last vote that has failed since an event, and why.
pub(in crate::post::compose) fn last_dropped(game: &Game, since: Seq) -> Option<(Seq, Rejection)> {
    let mut latest = game.log.iter().rev().take_while(|entry| entry.event.seq >= since);
    latest.find_map(|entry| match entry.act {
        Act::ProposalFailed { cause: why } => Some((entry.event.seq, *why)),
        _ => None,
    })
}

/// Returns the proposer as the beginning of a sentence. Names are not capitalised.
fn begins(name: Option<String>) -> SafeLine {
    SafeLine::from(name.unwrap_or_else(|| "The organiser".to_owned()))
}

fn latest(mut narration: Vec<Narration>) -> Vec<Narration> {
    narration.drain(..narration.len().saturating_sub(NARRATED));
    narration
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn player_names_are_not_capitalised() {
        assert_eq!(&*begins(Some("ann".to_owned())), "ann");
        assert_eq!(&*begins(None), "The organiser");
    }
}
