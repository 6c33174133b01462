//! Several notifications in one email, by table, with the most urgent table first.

use crate::notification_kind::NotificationKind;
use crate::parts::badge::Badge;
use crate::parts::frame::{Clock, Envelope, Frame, GameCard};
use crate::parts::safe_line::SafeLine;
use crate::{Email, templates};
use ravenpost_rules::Narration;

/// News from several tables, or several news items from one.
#[derive(Clone, Debug)]
pub struct Digest {
    pub frame: Frame,
    pub tables: Vec<TableNews>,
    /// Whether it is a reminder; then it lists every waiting table.
    pub reminds: bool,
}

/// News from one table.
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
    /// What the seat has to decide, if anything.
    pub ask: Option<SafeLine>,
    pub clock: Option<Clock>,
}

templates!(Digest, "emails/digest.txt", "emails/digest.html");

impl Digest {
    pub fn compose(&self) -> Email {
        let asking = self.tables.iter().filter(|table| table.ask.is_some()).count();
        let subject = match (asking, self.tables.as_slice()) {
            (0, [one]) => format!("News: {} ({})", one.game.name, one.game.title),
            (0, tables) => format!("News from {} games", tables.len()),
            (1, [one]) => format!("Your turn: {} ({})", one.game.name, one.game.title),
            (1, _) => "Your turn in one game".to_owned(),
            (asking, _) if self.reminds => format!("Reminder: your turn in {asking} games"),
            (asking, _) => format!("Your turn in {asking} games"),
        };
        let names: Vec<&str> = self.tables.iter().map(|table| &*table.game.name).collect();
        let top = Envelope {
            frame: &self.frame,
            game: None,
            kind: NotificationKind::Digest,
            headline: subject,
            opening: format!("{}.", names.join(", ")),
            why: match self.reminds {
                true => "you play in these games and your time is running".to_owned(),
                false => "you play in these games and get their emails together".to_owned(),
            },
        };
        top.seal(Text::both(self, &top), None)
    }

    /// Returns how replies refer to the waiting tables: by name, or by id if several have the same
    /// name. Empty if the email concerns only one table.
    fn labels(&self) -> Vec<&str> {
        let name = |table: &TableNews| table.game.name.to_lowercase();
        let label = |table| {
            let same = self.tables.iter().filter(|other| name(other) == name(table)).count();
            if same > 1 { table.game.id.as_str() } else { &*table.game.name }
        };
        let waiting = self.tables.iter().filter(|table| table.ask.is_some());
        let labels: Vec<&str> = waiting.map(label).collect();
        if self.tables.len() > 1 { labels } else { Vec::new() }
    }
}
