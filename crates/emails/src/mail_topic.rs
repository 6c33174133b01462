//! The topics from which a player can unsubscribe, in the settings or with one click in an email.

/// A group of emails that are unsubscribed from together.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Debug,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[strum(serialize_all = "snake_case")]
pub enum MailTopic {
    Turns,
    Reminders,
    /// What happened to the reader: a timeout, an undone order, the end of the game.
    GameNews,
    /// What happened at the table: players joined, the table was closed.
    TableNews,
    /// Chat messages.
    Chat,
    Invitations,
}

impl MailTopic {
    pub const ALL: &[MailTopic] = <MailTopic as strum::VariantArray>::VARIANTS;

    /// Returns the key, which is stored and part of the unsubscribe link.
    pub fn key(self) -> &'static str {
        self.into()
    }

    pub fn find(key: &str) -> Option<MailTopic> {
        key.parse().ok()
    }

    /// Returns a plural name for the emails of the topic, such as "reminders". It must fit every
    /// kind.
    pub fn words(self) -> &'static str {
        match self {
            MailTopic::Turns => "turn and vote emails",
            MailTopic::Reminders => "reminders",
            MailTopic::GameNews => "emails about your games",
            MailTopic::TableNews => "emails about new players, cancelled games and forks",
            MailTopic::Chat => "chat emails",
            MailTopic::Invitations => "invitations",
        }
    }

    /// Returns a short name for a link in an email of the topic.
    pub fn brief(self) -> &'static str {
        match self {
            // "Stop these emails" would raise the score of spam filters.
            MailTopic::GameNews => "news",
            MailTopic::TableNews => "table news",
            _ => self.words(),
        }
    }

    /// Returns whether such emails may wait and be included in the next email.
    pub fn waits(self) -> bool {
        self == MailTopic::Chat
    }

    /// Describes the emails of the topic in a sentence.
    pub fn about(self) -> &'static str {
        match self {
            MailTopic::Turns => "A game starts, it is your turn, or your vote is needed.",
            MailTopic::Reminders => "Half, a fifth or a twentieth of your time is left.",
            MailTopic::GameNews => {
                "Your time ran out, a move was undone, a vote was decided, you were replaced, the \
                 game is over, or emails to a player of your game bounce."
            }
            MailTopic::TableNews => {
                "A player joined, a game was cancelled, or you are invited to a fork."
            }
            MailTopic::Chat => {
                "Chat messages to you or to all players, combined into one email. If this is off, \
                 you only see them on the game's page."
            }
            MailTopic::Invitations => "Another player invites you to a game.",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topics_are_found_by_key() {
        for &topic in MailTopic::ALL {
            assert_eq!(MailTopic::find(topic.key()), Some(topic));
        }
        assert_eq!(MailTopic::find("postcards"), None);
    }
}
