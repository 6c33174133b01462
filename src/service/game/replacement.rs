//! A seat that is to change hands: who is to play it instead, and the act or the motion of it.

use crate::service::error::ServiceError;
use crate::service::game::reason::a_reason;
use ravenpost_log::Act;
use ravenpost_log::act::{By, Motion};
use ravenpost_rules::Seat;
use ravenpost_rules::bots;

/// Who is to play a seat instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Instead {
    /// A person whom the organiser invites.
    Invited,
    /// Whoever asks for it first gets the seat.
    Anybody,
    /// A bot, by its name.
    Bot(String),
    /// A bot that stands in until the seat's player is back.
    StandIn(String),
}

/// A seat that is to change hands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replacement {
    pub seat: Seat,
    pub instead: Instead,
    pub reason: String,
}

impl Instead {
    /// One spelling for good, by which a request is known again.
    pub(in crate::service) fn spelled(&self) -> String {
        match self {
            Instead::Invited => "invited".to_owned(),
            Instead::Anybody => "anybody".to_owned(),
            Instead::Bot(name) => format!("bot {name}"),
            Instead::StandIn(name) => format!("substitute {name}"),
        }
    }

    /// The bot, if it is to be one.
    fn bot(&self) -> Result<Option<String>, ServiceError> {
        match self {
            Instead::Bot(name) | Instead::StandIn(name) if bots::find(name).is_none() => {
                Err(ServiceError::refused("there is no such bot"))
            }
            Instead::Bot(name) | Instead::StandIn(name) => Ok(Some(name.clone())),
            Instead::Invited | Instead::Anybody => Ok(None),
        }
    }

    fn open(&self) -> bool {
        *self == Instead::Anybody
    }
}

impl Replacement {
    /// The act of whoever looks after the table.
    pub(in crate::service) fn act(&self, by: By) -> Result<Act, ServiceError> {
        let (seat, reason) = (self.seat, a_reason(&self.reason)?);
        let (bot, open) = (self.instead.bot()?, self.instead.open());
        if let Instead::StandIn(_) = self.instead {
            return Ok(Act::Substituted { seat, bot, until: None, by: Some(by) });
        }
        Ok(Act::Replaced { seat, bot, open, reason, by })
    }

    /// The same, for the table to vote on.
    pub(in crate::service) fn motion(&self) -> Result<Motion, ServiceError> {
        let (bot, open) = (self.instead.bot()?, self.instead.open());
        if let (Instead::StandIn(_), Some(bot)) = (&self.instead, &bot) {
            return Ok(Motion::Substitute { seat: self.seat, bot: bot.clone() });
        }
        Ok(Motion::Replace { seat: self.seat, bot, open })
    }
}
