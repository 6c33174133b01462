//! The topics from which a player can unsubscribe, in the settings or with one click in an email.

/// A group of emails that are unsubscribed from together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
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
    pub const ALL: [MailTopic; 6] = [
        MailTopic::Turns,
        MailTopic::Reminders,
        MailTopic::GameNews,
        MailTopic::TableNews,
        MailTopic::Chat,
        MailTopic::Invitations,
    ];

    /// Returns the key, which is stored and part of the unsubscribe link.
    pub fn key(self) -> &'static str {
        match self {
            MailTopic::Turns => "turns",
            MailTopic::Reminders => "reminders",
            MailTopic::GameNews => "game_news",
            MailTopic::TableNews => "table_news",
            MailTopic::Chat => "chat",
            MailTopic::Invitations => "invitations",
        }
    }

    /// Returns the topic with this key.
    pub fn find(key: &str) -> Option<MailTopic> {
        MailTopic::ALL.into_iter().find(|topic| topic.key() == key)
    }

    /// Returns a plural name for the emails of the topic, such as "reminders". It must fit every
    /// kind.
    pub fn words(self) -> &'static str {
        match self {
            MailTopic::Turns => "letters that ask for your turn or your vote",
            MailTopic::Reminders => "reminders",
            MailTopic::GameNews => "letters about what happened to you or your game",
            MailTopic::TableNews => "letters about seats taken, tables closed and forks",
            MailTopic::Chat => "letters with what others say",
            MailTopic::Invitations => "invitations",
        }
    }

    /// Returns whether such emails may wait and be included in the next email.
    pub fn waits(self) -> bool {
        self == MailTopic::Chat
    }

    /// Describes the emails of the topic in a sentence.
    pub fn about(self) -> &'static str {
        match self {
            MailTopic::Turns => {
                "A game begins, an order of yours is awaited, or your word in a vote is."
            }
            MailTopic::Reminders => "Half of your time is left, a fifth, a twentieth.",
            MailTopic::GameNews => {
                "Your time ran out, an order was taken back, the table went back or did not, the \
                 game is over, your seat was given to somebody else, letters to a seat of your \
                 table do not arrive."
            }
            MailTopic::TableNews => {
                "Somebody took a seat, a table was closed, somebody asks you along to a fork."
            }
            MailTopic::Chat => {
                "What the others say to you or to the table, several words in one letter; without \
                 it they stand on the game's page alone."
            }
            MailTopic::Invitations => "Somebody asks you to a table.",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_find_their_topic() {
        for topic in MailTopic::ALL {
            assert_eq!(MailTopic::find(topic.key()), Some(topic));
        }
        assert_eq!(MailTopic::find("postcards"), None);
    }
}
