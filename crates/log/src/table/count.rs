//! The current outcome of a table's vote.

use chrono::{DateTime, Utc};

use super::proposal::{Proposal, VoteState};
use super::status::GameStatus;
use ravenpost_rules::Seat;

impl GameStatus {
    /// Returns the outcome of the current vote, if there is one. After the closing time, absent
    /// seats that have not voted are ignored, provided that someone else was asked. A seat is
    /// absent if a substitute plays it, its player is on vacation, or it is not waited for.
    pub fn vote(&self, now: DateTime<Utc>) -> Option<VoteState> {
        let (proposal, held) = (self.stops.proposal.as_ref()?, self.seats.held_seats());
        let standing = proposal.standing(self.consent, &held);
        if standing != VoteState::Open || proposal.until > now {
            return Some(standing);
        }
        let spoke = |seat: &Seat| proposal.votes.contains_key(&Some(*seat));
        let gone = |seat: Seat| self.is_not_awaited(seat);
        let away = |seat: Seat| self.vacations.has(seat, now) || gone(seat);
        let here = |seat: &Seat| self.seats.attended(*seat) && !away(*seat);
        let there = held.into_iter().filter(|seat| here(seat) || spoke(seat));
        let there: Vec<Seat> = there.collect();
        match proposal.voters(self.consent, &there).is_empty() {
            true => Some(standing),
            false => Some(proposal.standing(self.consent, &there)),
        }
    }

    /// Returns the outcome of an expired vote if only the seats that voted count. Without clocks it
    /// is unknown which seats are not waited for, so the true outcome is either this one or none.
    pub fn vote_without_silent_seats(&self, now: DateTime<Utc>) -> Option<VoteState> {
        let open = self.vote(now) == Some(VoteState::Open);
        let over = |proposal: &&Proposal| open && proposal.until <= now;
        let proposal = self.stops.proposal.as_ref().filter(over)?;
        self.pace.not_awaited?;
        let mut heard = self.seats.held_seats();
        heard.retain(|seat| proposal.votes.contains_key(&Some(*seat)));
        let asked = !proposal.voters(self.consent, &heard).is_empty();
        asked.then(|| proposal.standing(self.consent, &heard))
    }
}
