//! What all emails have in common: server, reader, game and unsubscribe link.

use chrono::{DateTime, Utc};

use crate::mail_topic::MailTopic;
use crate::notification_kind::NotificationKind;
use crate::parts::badge::Badge;
use crate::parts::notice::Notice;
use crate::parts::safe_line::SafeLine;
use crate::{
    Email, Picture,
    parts::{
        length_limit::{LINES, PlainText},
        times,
    },
};
use ravenpost_log::span;

use ravenpost_rules::numbers::Step;

use ravenpost_zone::Zone;

/// The server, the reader and the links of an email.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The configured server name, such as "Ravenpost".
    pub server: SafeLine,
    /// The URL of the front page.
    pub home: String,
    /// The name used to greet the reader.
    pub reader: SafeLine,
    pub zone: Zone,
    /// The current time.
    pub now: DateTime<Utc>,
    /// The page with the reader's email settings; `None` for people without a player account.
    pub settings: Option<String>,
    /// The one-click link that unsubscribes from such emails about this game.
    pub stop: Option<String>,
    /// The topic that the link stops, if it is not the topic of the kind of email.
    pub stops: Option<MailTopic>,
    /// Whether replies are read. If not, the email says so.
    pub answered: bool,
    /// Whether the reader prefers short emails, with only the news and no board.
    pub short: bool,
    /// Chat messages to the reader since the last email, oldest first.
    pub heard: Vec<ReceivedMessage>,
    /// Other notifications that this email includes, oldest first.
    pub notices: Vec<Notice>,
    /// How many other games are waiting for the reader.
    pub more: usize,
    /// How many games the reader plays, if there are enough to offer one email a day.
    pub many: Option<usize>,
    /// The latest seal over all games. Every email that contains it is evidence of it.
    pub seal: Option<Seal>,
    /// The key that signs heads and seals, if the reader has not received it yet.
    pub key: Option<String>,
}

/// The game of an email, as its reader sees it.
#[derive(Clone, Debug)]
pub struct GameCard {
    pub id: String,
    /// The name of the table.
    pub name: SafeLine,
    /// The name of the title, such as "Gotlandia".
    pub title: SafeLine,
    /// The URL of the game.
    pub page: String,
    /// The reader's seat; `None` for spectators and invited people.
    pub seat: Option<Badge>,
    /// The head of the event log, so that every email is evidence of it.
    pub head: Option<Head>,
}

impl GameCard {
    /// Returns the subject of all emails about the game.
    pub fn subject(&self) -> String {
        format!("{} ({})", self.name, self.title)
    }
}

impl Head {
    /// Returns the first digits of the hash, for people.
    pub fn short(&self) -> &str {
        self.hash.get(..8).unwrap_or(&self.hash)
    }
}

/// The number and hash of the last step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    pub step: Step,
    /// The full hash in hexadecimal: shortened hashes could be made to collide.
    pub hash: String,
    /// The line with the server's signature.
    pub line: Option<String>,
}

/// The seal of a day over all games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seal {
    /// The day in UTC: `2026-11-22`.
    pub day: String,
    pub games: u64,
    /// The hash in hexadecimal.
    pub hash: String,
    /// The signed checkpoint that covers all seals up to this one.
    pub note: Option<String>,
}

/// The deadline of an order and the consequence of missing it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    pub due: DateTime<Utc>,
    /// The consequence as a sentence: "Then `pass` is played for you."
    pub then: SafeLine,
    /// Why the clock differs from the table's normal pace, if it does.
    pub because: Option<SafeLine>,
}

impl Frame {
    /// Formats a deadline in the reader's time zone: "Friday 18:00 (UTC+1)".
    pub fn by(&self, moment: &DateTime<Utc>) -> String {
        times::deadline(*moment, self.now, self.zone)
    }

    /// Formats a time in the reader's time zone.
    pub fn at(&self, moment: &DateTime<Utc>) -> String {
        times::moment(*moment, self.zone)
    }

    /// Returns a sentence on how many other games are waiting; `None` if there are none.
    pub fn more_waits(&self) -> Option<String> {
        match self.more {
            0 => None,
            1 => Some("1 more game is waiting for you".to_owned()),
            more => Some(format!("{more} more games are waiting for you")),
        }
    }

    /// Formats the time remaining until `moment`.
    pub fn until(&self, moment: &DateTime<Utc>) -> String {
        span::span(*moment - self.now)
    }
}

/// The frame of an email and its own header data; templates call it `top`.
pub struct Envelope<'a> {
    pub frame: &'a Frame,
    pub game: Option<&'a GameCard>,
    pub kind: NotificationKind,
    /// What the email is about, in a few words.
    pub headline: String,
    /// The news, which mail programs show beside the subject.
    pub opening: String,
    /// Why this email was sent, as a sentence.
    pub why: String,
}

/// An email as plain text and as HTML.
pub(crate) struct Bodies {
    pub text: PlainText,
    pub html: String,
}

impl Envelope<'_> {
    /// Assembles the finished email.
    pub(crate) fn seal(&self, bodies: Bodies, picture: Option<Picture>) -> Email {
        let Bodies { text, html } = bodies;
        let short = self.frame.short;
        Email {
            kind: self.kind,
            subject: SafeLine::new(&self.subject()).to_string(),
            headline: SafeLine::new(&self.headline).to_string(),
            text: match short {
                true => text.cut(LINES, self.frame.answered).to_string(),
                false => text.to_string(),
            },
            html,
            picture: picture.filter(|_| !short),
            stop: self.stop().cloned(),
            list: self.game.map(|game| (game.id.clone(), game.name.clone())),
            follows: Vec::new(),
            untold: Vec::new(),
        }
    }

    /// Returns the subject. It is the same for all emails about a game, so that mail programs show
    /// them as one conversation. An invitation says who invites.
    pub fn subject(&self) -> String {
        match self.game {
            Some(game) if self.kind != NotificationKind::Invitation => game.subject(),
            _ => self.headline.clone(),
        }
    }

    /// Returns the preview text: what the email is about, and the news.
    pub fn preview(&self) -> String {
        let is_headline_enough = self.subject() == self.headline || self.opening.is_empty();
        match is_headline_enough || self.kind == NotificationKind::ReplyResult {
            true => self.opening.clone(),
            false => format!("{}. {}", self.headline.trim_end_matches('.'), self.opening),
        }
    }

    /// Returns the lines that prove the game's history and the seals, in groups.
    pub fn proof(&self) -> Vec<String> {
        let mut groups: Vec<String> = self.frame.key.iter().cloned().collect();
        if let Some((game, head)) = self.game.and_then(|game| Some((game, game.head.as_ref()?))) {
            let lines = [format!("ravenpost signed-head {} {}", game.id, head.step)].into_iter();
            let lines = lines.chain([head.hash.clone()]).chain(head.line.clone());
            groups.push(lines.collect::<Vec<_>>().join("\n"));
        }
        if let Some(seal) = self.frame.seal.as_ref().filter(|_| self.kind.is_about_games()) {
            let lines = [format!("ravenpost daily-seal {}", seal.day), seal.hash.clone()];
            let lines = lines.into_iter().chain(seal.note.clone());
            groups.push(lines.collect::<Vec<_>>().join("\n"));
        }
        groups
    }

    /// Returns the unsubscribe link, if the kind of email has a topic.
    pub fn stop(&self) -> Option<&String> {
        self.kind.topic().and(self.frame.stop.as_ref())
    }

    /// Returns the topic that the unsubscribe link stops.
    fn topic(&self) -> Option<MailTopic> {
        self.frame.stops.or(self.kind.topic())
    }

    /// Returns the label of the unsubscribe link: "Stop reminders (this game only)".
    pub fn stops(&self) -> String {
        match self.topic() {
            Some(MailTopic::Invitations) => "Stop all invitations".to_owned(),
            Some(topic) if self.game.is_none() => format!("Stop {}", topic.words()),
            Some(topic) => format!("Stop {} (this game only)", topic.words()),
            None => String::new(),
        }
    }

    /// Returns a shorter label for the footer of HTML: "Stop reminders for this game".
    pub fn stops_briefly(&self) -> String {
        match self.topic() {
            Some(topic) if self.game.is_some() && topic != MailTopic::Invitations => {
                format!("Stop {} for this game", topic.brief())
            }
            _ => self.stops(),
        }
    }
}

/// A chat message of another player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReceivedMessage {
    pub at: DateTime<Utc>,
    /// The last step of the game at the time of the message.
    pub step: Step,
    pub by: Badge,
    /// The sender's name.
    pub name: SafeLine,
    /// The recipients: "the table", "you and Green".
    pub to: SafeLine,
    /// The lines of the text, made by [`SafeLine::paragraphs`] so that mail programs create no
    /// links.
    pub words: Vec<SafeLine>,
}

impl ReceivedMessage {
    /// Returns the heading: "Bo to you, Friday 21 November, 18:00, step 41".
    pub fn head(&self, frame: &Frame) -> String {
        format!("{} to {}, {}, step {}", self.name, self.to, self.time(frame), self.step)
    }

    /// Returns the text on one line.
    pub fn line(&self) -> String {
        let words = self.words.iter().filter(|line| !line.is_empty());
        words.map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    /// Formats the time of the message in the reader's time zone.
    pub fn time(&self, frame: &Frame) -> String {
        times::short(self.at, frame.zone)
    }
}
