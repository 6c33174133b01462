//! The replacement of a seat's player, as an act or as a motion.

use crate::error::ServiceError;
use crate::game::table::reason::a_reason;
use ravenpost_log::Act;
use ravenpost_log::act::{By, Motion};
use ravenpost_rules::Seat;
use ravenpost_rules::bots;

/// The new player of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Instead {
    /// A player invited by the organiser.
    Invited,
    /// The first player who asks for the seat.
    Anybody,
    /// The bot with that name.
    Bot(String),
    /// A bot that plays until the seat's player is back.
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
    /// A stable text form, used to recognise repeated requests.
    pub(crate) fn spelled(&self) -> String {
        match self {
            Instead::Invited => "invited".to_owned(),
            Instead::Anybody => "anybody".to_owned(),
            Instead::Bot(name) => format!("bot {name}"),
            Instead::StandIn(name) => format!("substitute {name}"),
        }
    }

    /// The name of the bot, if a bot is to play.
    fn bot(&self) -> Result<Option<String>, ServiceError> {
        match self {
            Instead::Bot(name) | Instead::StandIn(name) if bots::find(name).is_none() => {
                Err(ServiceError::refused("there is no such bot; choose another one"))
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
    /// The act, if the organiser or an admin decides.
    pub(crate) fn act(&self, by: By) -> Result<Act, ServiceError> {
        let (seat, reason) = (self.seat, a_reason(&self.reason)?);
        let (bot, open) = (self.instead.bot()?, self.instead.open());
        if let Instead::StandIn(_) = self.instead {
            return Ok(Act::Substituted { seat, bot, until: None, by: Some(by) });
        }
        Ok(Act::Replaced { seat, bot, open, reason, by })
    }

    /// The motion, if the table decides by vote.
    pub(crate) fn motion(&self) -> Result<Motion, ServiceError> {
        let (bot, open) = (self.instead.bot()?, self.instead.open());
        if let (Instead::StandIn(_), Some(bot)) = (&self.instead, &bot) {
            return Ok(Motion::Substitute { seat: self.seat, bot: bot.clone() });
        }
        Ok(Motion::Replace { seat: self.seat, bot, open })
    }
}
