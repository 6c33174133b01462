//! Proposals: who votes, who has voted, and the outcome.

use std::collections::BTreeMap;

use chrono::{DateTime, Duration, Utc};

use super::clock_state::pending::Time;
use crate::act::pace::Pace;
use crate::act::vote::{Consent, Motion};
use ravenpost_rules::Seat;
use ravenpost_rules::numbers::Step;

/// A vote stays open for the length of a turn, within these bounds.
const LEAST: Duration = Duration::hours(24);
const MOST: Duration = Duration::hours(72);
/// How long a seat may not propose again after its proposal failed.
pub const PAUSE: Duration = Duration::days(7);

/// A voter: a seat, or `None` for the organiser.
pub type Voice = Option<Seat>;

/// An open vote. It stops the game for a limited time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proposal {
    /// The step of the proposal, which pages and emails use to refer to it.
    pub step: Step,
    /// The seat that proposed, or the organiser.
    pub by: Voice,
    /// What the table is asked to agree to.
    pub motion: Motion,
    /// The seat it is about, which is not asked unless no one else can be.
    pub party: Option<Seat>,
    /// The proposer's reason.
    pub reason: String,
    /// When it was proposed.
    pub since: DateTime<Utc>,
    /// When it closes. Seats that have not voted by then count as against.
    pub until: DateTime<Utc>,
    /// The time until which it stops the clocks, if it still does.
    pub stops_until: Option<DateTime<Utc>>,
    /// When it stopped the clocks, if it no longer does.
    pub paused: Option<Time>,
    /// The votes so far, and whether each agrees.
    pub votes: BTreeMap<Voice, bool>,
}

/// The outcome of a vote.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VoteState {
    /// More votes are needed.
    Open,
    /// The required consent was given.
    Carried,
    /// The proposal can no longer pass.
    Lost,
}

impl Proposal {
    /// Returns who votes, at a table where persons play these seats.
    pub fn voters(&self, consent: Consent, manned: &[Seat]) -> Vec<Voice> {
        let all: Vec<Voice> = match self.rule(consent) {
            Consent::Organiser => vec![None],
            Consent::All | Consent::Majority => manned.iter().copied().map(Some).collect(),
        };
        let others: Vec<Voice> = all.into_iter().filter(|voice| *voice != self.by).collect();
        let Some(party) = self.party else { return others };
        let (own, rest): (Vec<_>, Vec<_>) =
            others.into_iter().partition(|voice| *voice == Some(party));
        // No player is replaced on the word of the proposer alone.
        let puts_out = matches!(self.motion, Motion::Replace { .. } | Motion::Substitute { .. });
        let asked = rest.is_empty() && puts_out;
        if asked { own } else { rest }
    }

    /// Returns whose consent is needed.
    pub fn rule(&self, consent: Consent) -> Consent {
        rule(&self.motion, consent)
    }

    /// Returns who has not voted yet.
    pub fn silent(&self, consent: Consent, manned: &[Seat]) -> Vec<Voice> {
        let mut voters = self.voters(consent, manned);
        voters.retain(|voice| !self.votes.contains_key(voice));
        voters
    }

    /// Returns the outcome of the votes so far. If there are no voters, the proposal passes.
    pub fn standing(&self, consent: Consent, manned: &[Seat]) -> VoteState {
        let voters = self.voters(consent, manned);
        let (all, said) = (voters.len(), voters.iter().filter_map(|voice| self.votes.get(voice)));
        let (mut agree, mut refuse) = (0, 0);
        said.for_each(|agrees| if *agrees { agree += 1 } else { refuse += 1 });
        let (enough, hopeless) = match self.rule(consent) {
            Consent::All | Consent::Organiser => (agree == all, refuse > 0),
            Consent::Majority => (all == 0 || agree * 2 > all, (all - refuse) * 2 <= all),
        };
        match (enough, hopeless) {
            (true, _) => VoteState::Carried,
            (_, true) => VoteState::Lost,
            _ => VoteState::Open,
        }
    }
}

/// Returns whose consent a motion needs. The organiser never decides alone on replacing a player or
/// on resuming the game.
pub fn rule(motion: &Motion, consent: Consent) -> Consent {
    match (motion, consent) {
        (Motion::Rewind { .. } | Motion::End { .. }, own) => own,
        (Motion::Replace { .. }, Consent::All) => Consent::All,
        (Motion::Replace { .. } | Motion::Substitute { .. } | Motion::Resume, _) => {
            Consent::Majority
        }
    }
}

/// Returns how long a vote stays open at a table.
pub fn time_to_vote(pace: &Pace) -> Duration {
    pace.turn.map_or(MOST, |seconds| Duration::seconds(seconds.into()).clamp(LEAST, MOST))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stands(consent: Consent, by: Voice, manned: u8, votes: &[(u8, bool)]) -> VoteState {
        let seats: Vec<Seat> = Seat::all(manned).collect();
        let voice = |seat: u8| Some(seat).filter(|seat| *seat > 0).map(Seat);
        let proposal = Proposal {
            step: Step(9),
            by,
            motion: Motion::Rewind { to: Step(3) },
            party: None,
            reason: String::new(),
            since: DateTime::UNIX_EPOCH,
            until: DateTime::UNIX_EPOCH,
            stops_until: None,
            paused: None,
            votes: votes.iter().map(|(seat, agrees)| (voice(*seat), *agrees)).collect(),
        };
        proposal.standing(consent, &seats)
    }

    #[test]
    fn unanimous_vote_needs_every_seat() {
        let all = |votes: &[(u8, bool)]| stands(Consent::All, Some(Seat(1)), 3, votes);
        assert_eq!(all(&[]), VoteState::Open);
        assert_eq!(all(&[(2, true)]), VoteState::Open);
        assert_eq!(all(&[(2, true), (3, true)]), VoteState::Carried);
        assert_eq!(all(&[(3, false)]), VoteState::Lost);
        assert_eq!(
            stands(Consent::All, None, 1, &[]),
            VoteState::Open,
            "the organiser has no seat"
        );
        assert_eq!(stands(Consent::All, Some(Seat(1)), 1, &[]), VoteState::Carried, "all are bots");
    }

    #[test]
    fn majority_is_more_than_half_of_the_others() {
        let most =
            |manned, votes: &[(u8, bool)]| stands(Consent::Majority, Some(Seat(1)), manned, votes);
        assert_eq!(most(3, &[(2, true)]), VoteState::Open, "one of two is no majority");
        assert_eq!(most(3, &[(2, false)]), VoteState::Lost);
        assert_eq!(most(4, &[(2, true), (3, true)]), VoteState::Carried);
        assert_eq!(most(5, &[(2, true), (3, true)]), VoteState::Open);
        assert_eq!(most(5, &[(2, false), (3, false)]), VoteState::Lost);
        assert_eq!(most(1, &[]), VoteState::Carried);
    }

    #[test]
    fn only_the_organiser_votes_where_the_organiser_decides() {
        assert_eq!(stands(Consent::Organiser, None, 4, &[]), VoteState::Carried);
        let asked = |votes: &[(u8, bool)]| stands(Consent::Organiser, Some(Seat(1)), 4, votes);
        assert_eq!(asked(&[(2, true), (3, true), (4, true)]), VoteState::Open);
        assert_eq!(asked(&[(0, true)]), VoteState::Carried);
        assert_eq!(asked(&[(0, false)]), VoteState::Lost);
    }

    #[test]
    fn vote_lasts_one_turn_but_one_to_three_days() {
        let hours = |turn| time_to_vote(&Pace::of(turn)).num_hours();
        assert_eq!(
            [Some(600), Some(48 * 3600), Some(600 * 3600), None].map(hours),
            [24, 48, 72, 72]
        );
    }
}
