//! Tells a player that an access token for the API was created or revoked.

use chrono::{DateTime, Utc};

use crate::notification_kind::NotificationKind;
use crate::parts::frame::{Envelope, Frame};
use crate::parts::safe_line::SafeLine;
use crate::{Email, templates};

#[derive(Clone, Debug)]
pub struct ApiToken {
    pub frame: Frame,
    /// The name that the player gave it.
    pub name: SafeLine,
    /// What it permits, one phrase each.
    pub permits: Vec<String>,
    pub until: DateTime<Utc>,
    /// Whether it was revoked rather than created.
    pub revoked: bool,
    /// The page where tokens are revoked.
    pub page: String,
}

templates!(ApiToken, "emails/api_token.txt", "emails/api_token.html");

impl ApiToken {
    pub fn compose(&self) -> Email {
        let (happened, opening) = match self.revoked {
            true => ("revoked", "It no longer works.".to_owned()),
            false => ("created", format!("It works until {}.", self.frame.at(&self.until))),
        };
        let top = Envelope {
            frame: &self.frame,
            game: None,
            kind: NotificationKind::ApiToken,
            headline: format!("Access token {happened}: {}", self.name),
            opening,
            why: "it is about your account".to_owned(),
        };
        top.seal(Text::both(self, &top), None)
    }
}
