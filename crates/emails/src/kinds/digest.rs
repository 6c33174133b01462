//! Several notifications in one email, by table, with the most urgent table first.
//!
//! Chat of several tables comes in such an email too. Replies name the table that they are for.

use crate::notification_kind::NotificationKind;
use crate::parts::badge::Badge;
use crate::parts::frame::{Clock, Envelope, Frame, GameCard, ReceivedMessage};
use crate::parts::safe_line::SafeLine;
use crate::{Email, templates};
use ravenpost_rules::Narration;

/// Several notifications, about one table or several.
#[derive(Clone, Debug)]
pub struct Digest {
    pub frame: Frame,
    pub tables: Vec<TableNews>,
    pub occasion: Occasion,
}

/// Why several notifications are in one email.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Occasion {
    /// The reader gets these emails together.
    News,
    /// The reader's time is running. The email lists every waiting table.
    Reminder,
    /// There are chat messages at several tables.
    Chat,
}

#[derive(Clone, Debug)]
pub struct TableNews {
    pub game: GameCard,
    pub seat: Badge,
    /// The subjects of the individual emails.
    pub news: Vec<SafeLine>,
    /// The most recent events, as visible to the seat.
    pub happened: Vec<Narration>,
    /// How many earlier events are omitted.
    pub more: usize,
    /// Chat messages to the reader since the last email, oldest first.
    pub heard: Vec<ReceivedMessage>,
    /// The seat to reply to with `say to`: the last one that wrote privately to the reader.
    pub back: Option<SafeLine>,
    /// What the seat has to decide, if anything.
    pub ask: Option<SafeLine>,
    pub clock: Option<Clock>,
}

templates!(Digest, "emails/digest.txt", "emails/digest.html");

impl Digest {
    pub fn compose(&self) -> Email {
        let asking = self.tables.iter().filter(|table| table.ask.is_some()).count();
        let subject = match (asking, self.tables.as_slice()) {
            _ if self.is_chat() => format!("Chat in {} games", self.tables.len()),
            (0, [one]) => format!("News: {} ({})", one.game.name, one.game.title),
            (0, tables) => format!("News from {} games", tables.len()),
            (1, [one]) => format!("Your turn: {} ({})", one.game.name, one.game.title),
            (1, _) => "Your turn in one game".to_owned(),
            (asking, _) if self.occasion == Occasion::Reminder => {
                format!("Reminder: your turn in {asking} games")
            }
            (asking, _) => format!("Your turn in {asking} games"),
        };
        let names: Vec<&str> = self.tables.iter().map(|table| &*table.game.name).collect();
        let top = Envelope {
            frame: &self.frame,
            game: None,
            kind: NotificationKind::Digest,
            headline: subject,
            opening: format!("{}.", names.join(", ")),
            why: match self.occasion {
                Occasion::Reminder => "you are in these games and your time is running".to_owned(),
                Occasion::News => {
                    "you are in these games and get one email for all of them".to_owned()
                }
                Occasion::Chat => "you have new messages in these games".to_owned(),
            },
        };
        top.seal(Text::both(self, &top), None)
    }

    /// Whether it contains chat only.
    fn is_chat(&self) -> bool {
        self.occasion == Occasion::Chat
    }

    /// Returns how replies refer to the waiting tables. Empty if the email concerns only one table.
    fn labels(&self) -> Vec<&str> {
        let waiting = self.tables.iter().filter(|table| table.ask.is_some());
        let labels: Vec<&str> = waiting.map(|table| self.label(table)).collect();
        if self.tables.len() > 1 { labels } else { Vec::new() }
    }

    /// Returns how replies refer to a table: by name, or by id if several have the same name.
    fn label<'a>(&self, table: &'a TableNews) -> &'a str {
        let name = |table: &TableNews| table.game.name.to_lowercase();
        let same = self.tables.iter().filter(|other| name(other) == name(table)).count();
        if same > 1 { table.game.id.as_str() } else { &table.game.name }
    }

    /// Returns the lines that write to the tables whose messages the email contains.
    fn messages(&self) -> Vec<String> {
        let heard = self.tables.iter().filter(|table| !table.heard.is_empty());
        let lines = heard.flat_map(|table| {
            let label = match self.tables.len() {
                1 => String::new(),
                _ => format!("{}: ", self.label(table)),
            };
            let back = table.back.as_ref();
            let back = back.map(|back| format!("{label}say to {back}: YOUR MESSAGE"));
            [format!("{label}say all: YOUR MESSAGE")].into_iter().chain(back)
        });
        lines.collect()
    }
}
