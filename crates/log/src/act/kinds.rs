//! Kinds of acts, the seats they belong to, and who may read them.

use super::{Act, ActKind};
use ravenpost_rules::{Seat, Visibility};

/// Kinds of acts that only their own seat may read in full while the game runs, because they
/// contain the order as it was written.
pub const OWN: [ActKind; 3] = [ActKind::Ordered, ActKind::TimedOut, ActKind::InstructionWithdrawn];

/// Returns whether a stored kind is in [`OWN`].
pub(crate) fn is_own(stored: &[u8]) -> bool {
    OWN.iter().any(|own| own.word().as_bytes() == stored)
}

impl ActKind {
    /// The words of all kinds.
    pub const WORDS: &[&str] = <ActKind as strum::VariantNames>::VARIANTS;

    /// Returns the word that represents it in the database.
    pub fn word(self) -> &'static str {
        self.into()
    }
}

impl Act {
    /// Returns the act's kind, for lists and filters.
    pub fn kind(&self) -> ActKind {
        self.into()
    }

    /// Returns who may read the whole act while the game runs.
    pub fn known(&self) -> Visibility {
        match self.seat() {
            Some(seat) if OWN.contains(&self.kind()) => Visibility::Seat(seat),
            _ => Visibility::Everybody,
        }
    }

    /// Returns whether the title decides what follows from the act. Other acts have no facts or
    /// draws.
    pub fn is_decided(&self) -> bool {
        matches!(
            self,
            Act::Started
                | Act::Ordered { .. }
                | Act::TimedOut { .. }
                | Act::TimeLimitReached
                | Act::OrdersRevealed { .. }
                | Act::Rewound { .. }
                | Act::EpochStarted { .. }
                | Act::Left { .. }
        )
    }

    /// Returns whether the title may draw numbers for this act.
    pub fn may_draw(&self) -> bool {
        self.is_decided() && !matches!(self, Act::TimeLimitReached | Act::Left { .. })
    }

    /// Returns the seat that acted, or that the act is about.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Act::Joined { seat, .. }
            | Act::Left { seat }
            | Act::Ordered { seat, .. }
            | Act::TimedOut { seat, .. }
            | Act::Undone { seat, .. }
            | Act::InstructionWithdrawn { seat }
            | Act::DeadlineMoved { seat, .. }
            | Act::GraceStarted { seat, .. }
            | Act::BankStarted { seat, .. }
            | Act::VacationBooked { seat, .. }
            | Act::VacationStarted { seat, .. }
            | Act::VacationEnded { seat }
            | Act::Extended { seat, .. }
            | Act::Nudged { seat, .. }
            | Act::Replaced { seat, .. }
            | Act::Substituted { seat, .. }
            | Act::TakenOver { seat, .. }
            | Act::Reminded { seat, .. } => Some(*seat),
            Act::Proposed { by: seat, .. } | Act::Voted { seat, .. } => *seat,
            Act::Opened(_)
            | Act::Started
            | Act::Skipped { .. }
            | Act::Rewound { .. }
            | Act::ClocksResumed
            | Act::ProposalFailed { .. }
            | Act::Paused { .. }
            | Act::Resumed { .. }
            | Act::OutageCompensated { .. }
            | Act::TimeLimitReached
            | Act::OrdersRevealed { .. }
            | Act::RulesChanged { .. }
            | Act::Transferred { .. }
            | Act::EpochStarted { .. }
            | Act::Ended { .. }
            | Act::ClosureAnnounced { .. }
            | Act::KeptOpen { .. }
            | Act::Cancelled => None,
        }
    }
}
