//! Actions of the organiser (a pause, a resumption or an extension), or a seat that is no longer
//! awaited after missing too many deadlines.

use crate::notification_kind::NotificationKind;
use crate::parts::frame::{Envelope, Frame, GameCard};
use crate::parts::notice::Notice;
use crate::parts::safe_line::SafeLine;
use crate::parts::todo::Todo;
use crate::{Email, templates};

#[derive(Clone, Debug)]
pub struct Organised {
    pub frame: Frame,
    pub game: GameCard,
    pub done: Vec<Done>,
    /// The reader's pending decision, or the awaited seats.
    pub now: Todo,
}

/// One action of the organiser.
#[derive(Clone, Debug)]
pub struct Done {
    /// The action and its reason, as a sentence.
    pub what: SafeLine,
    /// Its effect on the clocks.
    pub means: SafeLine,
    /// A headline for events that are not the organiser's actions.
    pub headline: Option<&'static str>,
}

templates!(Organised, "emails/organiser_action.txt", "emails/organiser_action.html");

impl Organised {
    /// Returns the common headline of the actions.
    fn headline(&self) -> &'static str {
        let first = self.done.first().and_then(|done| done.headline);
        let common = first.filter(|_| self.done.iter().all(|done| done.headline == first));
        common.unwrap_or("From the organiser")
    }

    pub fn compose(&self) -> Email {
        let top = Envelope {
            frame: &self.frame,
            game: Some(&self.game),
            kind: NotificationKind::OrganiserAction,
            headline: self.headline().to_owned(),
            opening: self.done.first().map(|done| format!("{}.", done.what)).unwrap_or_default(),
            why: match self.game.seat {
                Some(_) => "you are in this game".to_owned(),
                None => "you organise this game".to_owned(),
            },
        };
        top.seal(Text::both(self, &top), None)
    }

    /// Returns the news to include in another email about the game.
    pub fn notice(&self) -> Notice {
        let lines = self
            .done
            .iter()
            .flat_map(|done| [SafeLine::from(format!("{}.", done.what)), done.means.clone()]);
        let kind = NotificationKind::OrganiserAction;
        Notice { kind, headline: self.headline().into(), lines: lines.collect() }
    }
}
