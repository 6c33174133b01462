//! Answers the questions that the conduct rules ask about a game (`ravenpost_log::conduct`). The
//! server has the title and the whole log, so it checks everything itself.

use chrono::{DateTime, Utc};

use crate::error::ServiceError;
use crate::game::core::folded::Game;
use crate::game::core::folded::handles::GameConduct;
use ravenpost_log::Act;
use ravenpost_log::chain::version::NEWEST;
use ravenpost_log::conduct::positions::{Positions, Sees};
use ravenpost_log::conduct::refusals::Forbidden;
use ravenpost_log::conduct::{Asked, May};
use ravenpost_log::table::status::{CONDUCT, GameStatus};
use ravenpost_rules::Seat;
use ravenpost_rules::dice::Epoch;
use ravenpost_rules::numbers::Step;

impl From<Forbidden> for ServiceError {
    fn from(forbidden: Forbidden) -> ServiceError {
        match forbidden {
            Forbidden::Refused { code, why } => ServiceError::coded(code, why),
            Forbidden::Denied(why) => ServiceError::Denied(why),
        }
    }
}

impl Positions for Game {
    type Error = ServiceError;

    fn table(&self) -> &GameStatus {
        &self.status
    }

    fn sees(&self) -> Sees {
        Sees::ALL
    }

    fn last_event_at(&self) -> Option<DateTime<Utc>> {
        self.log.last().map(|last| last.event.at)
    }

    fn had_epoch(&self, epoch: Epoch) -> bool {
        self.epochs.has(epoch)
    }

    fn has_outcome(&self) -> bool {
        self.position.outcome().is_some()
    }

    fn taking_back_now(&self, seat: Seat) -> Option<Act> {
        self.orders().may_take_back(seat).map(|last| self.orders().taking_back(seat, &last))
    }

    fn moment(&self, seat: Seat) -> Option<DateTime<Utc>> {
        self.clocks().moment(seat)
    }

    fn may_go_back_to(&self, to: Step) -> Result<(), ServiceError> {
        self.conduct().may_go_back(to)
    }

    fn may_go_in_between(&self, to: Step) -> Result<(), ServiceError> {
        self.conduct().may_go_between(to)
    }
}

impl<'g> GameConduct<'g> {
    /// Whether the act is allowed in the current game.
    pub fn may(&self, act: &Act, now: DateTime<Utc>) -> May<Game> {
        self.asked(now).may(act)
    }

    /// Why this program cannot judge what follows an act: the rules version is unknown.
    pub fn beyond(&self, act: &Act) -> Option<String> {
        let newest = self.title.about().version;
        match act {
            Act::RulesChanged { rules } if *rules == 0 || *rules > newest => Some(format!(
                "this program does not know version {rules} of the rules; its newest is version \
                 {newest}"
            )),
            _ => None,
        }
    }

    /// Why this program cannot continue the game: a newer one has written to it.
    pub fn ahead(&self) -> Option<String> {
        let (rules, newest) = (self.status.rules, self.title.about().version);
        let by_rules = past("its version of the rules is", rules, newest);
        by_rules.or_else(|| self.ahead_otherwise())
    }

    /// Like `ahead`, but ignores the rules version, which a downgraded program replaces with its
    /// own.
    pub(in crate::game) fn ahead_otherwise(&self) -> Option<String> {
        let status = &self.status;
        past("its version of the conduct is", status.conduct.into(), CONDUCT.into())
            .or_else(|| past("its version of the chain is", status.chain.into(), NEWEST.into()))
    }

    /// Why the opening of the table is invalid, if it is.
    pub fn opened_wrongly(&self) -> Option<String> {
        let (status, newest) = (&self.status, self.title.about().version);
        let conduct = (1..=CONDUCT).contains(&status.conduct);
        let known = conduct && (1..=newest).contains(&status.rules);
        let seat = status.seats.organiser.is_none_or(|seat| status.seats.slot(seat).is_some());
        let why = "the opening has an invalid rules version, conduct or organiser";
        (!(known && seat)).then(|| why.to_owned())
    }

    /// The game at a moment, for conduct checks.
    pub fn asked(&self, now: DateTime<Utc>) -> Asked<'g, Game> {
        Asked::at(self.0, now)
    }
}

fn past(what: &str, found: u32, known: u32) -> Option<String> {
    (found > known).then(|| {
        format!(
            "{what} {found}, but this program only knows versions up to \
        {known}"
        )
    })
}
