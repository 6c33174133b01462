//! What all letters have in common: who sends, who reads, which game, how to stop.

use chrono::{DateTime, Utc};

use super::badge::Badge;
use super::letter_kind::LetterKind;
use super::mail_topic::MailTopic;
use super::safe_line::SafeLine;
use super::{Letter, Picture, short, when};
use ravenpost_log::span;

use ravenpost_rules::numbers::Step;

use crate::zone::Zone;

/// Sender, reader and links of a letter.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The server's name as its operator calls it: "Ravenpost".
    pub server: SafeLine,
    /// The server's first page.
    pub home: String,
    /// How the reader is greeted.
    pub reader: SafeLine,
    /// The reader's time zone.
    pub zone: Zone,
    /// The moment of writing.
    pub now: DateTime<Utc>,
    /// Page where the reader chooses which letters to get; none for people without a player.
    pub settings: Option<String>,
    /// The one-click link that stops letters of this kind at this table.
    pub stop: Option<String>,
    /// Whether answers to this letter are read. Where they are not, it says so and promises
    /// nothing.
    pub answered: bool,
    /// Whether the reader wants letters short: what is new, and no board.
    pub short: bool,
    /// What was said to the reader at the table since the last letter, oldest first.
    pub heard: Vec<Heard>,
    /// How many games wait for the reader besides those that the letter is about.
    pub more: usize,
    /// The newest seal over all games: every letter is a witness of it.
    pub seal: Option<Seal>,
    /// The key that signs marks and seals, for a reader who was not told it yet.
    pub key: Option<String>,
}

/// The game a letter is about, as its reader sees it.
#[derive(Clone, Debug)]
pub struct GameCard {
    pub id: String,
    /// What the table was called by whoever opened it.
    pub name: SafeLine,
    /// The title's name: "Gotlandia".
    pub title: SafeLine,
    /// Link to the game's page.
    pub page: String,
    /// The reader's seat; none for somebody who only watches or is invited.
    pub seat: Option<Badge>,
    /// Where the log stands, so that every inbox can witness it.
    pub head: Option<Head>,
}

/// Number and hash of the last step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    pub step: Step,
    /// The hash in hexadecimal, all of it: of fewer digits two histories can be made that agree.
    pub hash: String,
    /// The line with the server's signature.
    pub line: Option<String>,
}

/// A day's seal over all games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seal {
    /// The day that the seal is of, in UTC: `2026-11-22`.
    pub day: String,
    pub games: u64,
    /// The hash in hexadecimal.
    pub hash: String,
    /// The signed checkpoint of all seals up to this one.
    pub note: Option<String>,
}

/// Until when an order may be given, and what happens otherwise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    pub due: DateTime<Utc>,
    /// What happens at that moment, as a sentence: "Then `pass` is played for you."
    pub then: SafeLine,
    /// Since when it runs and why until then, where it is not the table's pace alone.
    pub because: Option<SafeLine>,
}

impl Frame {
    /// A moment in the reader's zone.
    pub fn at(&self, moment: &DateTime<Utc>) -> String {
        when::moment(*moment, self.zone)
    }

    /// How much else waits for the reader, as a sentence; nothing where nothing does.
    pub fn more_waits(&self) -> Option<String> {
        match self.more {
            0 => None,
            1 => Some("1 more game waits for you:".to_owned()),
            more => Some(format!("{more} more games wait for you:")),
        }
    }

    /// How long it is until then.
    pub fn until(&self, moment: &DateTime<Utc>) -> String {
        span::span(*moment - self.now)
    }
}

/// A letter's frame with what only this letter says about itself; templates call it `top`.
pub struct Envelope<'a> {
    pub frame: &'a Frame,
    pub game: Option<&'a GameCard>,
    pub kind: LetterKind,
    pub subject: String,
    /// The first words, which mail programs show beside the subject.
    pub opening: String,
    /// Why this letter was sent, as a sentence.
    pub why: String,
}

/// A letter as text and as HTML.
pub(super) struct Bodies {
    pub text: String,
    pub html: String,
}

impl Envelope<'_> {
    /// Puts the finished parts together.
    pub(super) fn seal(&self, bodies: Bodies, picture: Option<Picture>) -> Letter {
        let Bodies { text, html } = bodies;
        let short = self.frame.short;
        Letter {
            kind: self.kind,
            subject: SafeLine::new(&self.subject).to_string(),
            text: if short { short::cut(&text, self.frame.answered) } else { text },
            html,
            picture: picture.filter(|_| !short),
            stop: self.stop().cloned(),
            list: self.game.map(|game| (game.id.clone(), game.name.clone())),
            follows: Vec::new(),
            untold: Vec::new(),
        }
    }

    /// The stop link, where there is something to stop.
    pub fn stop(&self) -> Option<&String> {
        self.kind.topic().and(self.frame.stop.as_ref())
    }

    /// What the stop link does: "Stop reminders (this table only)".
    pub fn stops(&self) -> String {
        match self.kind.topic() {
            Some(MailTopic::Invitations) => "Never be invited again".to_owned(),
            Some(topic) if self.game.is_none() => format!("Stop {}", topic.words()),
            Some(topic) => format!("Stop {} (this table only)", topic.words()),
            None => String::new(),
        }
    }
}

/// Words of another player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heard {
    pub at: DateTime<Utc>,
    /// The game's last event when it was said.
    pub step: Step,
    pub by: Badge,
    /// What the speaker is called.
    pub name: SafeLine,
    /// To whom: "the table", "you and Green".
    pub to: SafeLine,
    /// Nothing that a mail program makes a link of: see [`SafeLine::spoken`].
    pub words: SafeLine,
}

impl Heard {
    /// "Bo to you, Friday 21 November, 18:00, step 41".
    pub fn head(&self, frame: &Frame) -> String {
        let at = when::short(self.at, frame.zone);
        format!("{} to {}, {at}, step {}", self.name, self.to, self.step)
    }
}
