//! How a vote stands at a table: whose word counts that has not been said.

use chrono::{DateTime, Utc};

use super::proposal::{Proposal, Standing};
use super::status::GameStatus;
use ravenpost_rules::Seat;

impl GameStatus {
    /// How the vote stands, if there is one. When its time is over, seats that have not voted are
    /// not counted where a bot stands in, the player is on vacation or nobody waits for them, as
    /// long as somebody else was asked.
    pub fn vote(&self, now: DateTime<Utc>) -> Option<Standing> {
        let (proposal, held) = (self.proposal.as_ref()?, self.held_seats());
        let standing = proposal.standing(self.consent, &held);
        if standing != Standing::Open || proposal.until > now {
            return Some(standing);
        }
        let spoke = |seat: &Seat| proposal.votes.contains_key(&Some(*seat));
        let gone = |seat: Seat| self.is_not_awaited(seat);
        let away = |seat: Seat| self.is_on_vacation(seat, now) || gone(seat);
        let here = |seat: &Seat| self.attended(*seat) && !away(*seat);
        let there = held.into_iter().filter(|seat| here(seat) || spoke(seat));
        let there: Vec<Seat> = there.collect();
        match proposal.voters(self.consent, &there).is_empty() {
            true => Some(standing),
            false => Some(proposal.standing(self.consent, &there)),
        }
    }

    /// The same as far as it may hang on seats that nobody waits for, which only clocks tell: what
    /// a vote whose time is over comes to if none is counted who has not spoken. It comes to that,
    /// or to nothing.
    pub fn vote_of_the_heard(&self, now: DateTime<Utc>) -> Option<Standing> {
        let open = self.vote(now) == Some(Standing::Open);
        let over = |proposal: &&Proposal| open && proposal.until <= now;
        let proposal = self.proposal.as_ref().filter(over)?;
        self.pace.not_awaited?;
        let mut heard = self.held_seats();
        heard.retain(|seat| proposal.votes.contains_key(&Some(*seat)));
        let asked = !proposal.voters(self.consent, &heard).is_empty();
        asked.then(|| proposal.standing(self.consent, &heard))
    }
}
