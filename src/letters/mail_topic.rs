//! What a player may switch off, each topic by one click: as settings list it and as stop links
//! name it.

/// A group of letters that one click stops together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MailTopic {
    Turns,
    Reminders,
    /// What happened to the reader: time ran out, an order was taken back, the game is over.
    GameNews,
    /// What goes on round a table: who came, that it was closed.
    TableNews,
    /// What people say at a table.
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

    /// Stored, and part of the stop link.
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

    /// The topic with that key.
    pub fn find(key: &str) -> Option<MailTopic> {
        MailTopic::ALL.into_iter().find(|topic| topic.key() == key)
    }

    /// What it stops, as a plural: "reminders". Every kind it covers is meant by these words.
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

    /// Whether they may wait for a letter that comes anyway.
    pub fn waits(self) -> bool {
        self == MailTopic::Chat
    }

    /// Which letters these are, as a sentence.
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
