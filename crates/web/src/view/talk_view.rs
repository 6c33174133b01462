//! The view model of messages and notes.

use crate::shared::viewpoint::Viewpoint;
use crate::shared::words;
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Seat, SeatName, text::phrase};
use ravenpost_service::play::read_game::VisibleGame;
use ravenpost_service::talk::table_talk::{Noted, Recipient, SaidAt, TableTalk};
use ravenpost_service::talk::{note, say};
use ravenpost_store::PlayerId;

/// Messages and notes for a player of the table.
pub struct TalkView {
    pub lines: Vec<TalkLine>,
    /// The number of the first message, if earlier ones are left out.
    pub before: Option<i64>,
    pub ears: Vec<RecipientView>,
    pub notes: Vec<NoteView>,
    /// Messages about the earlier step that is shown.
    pub margin: Vec<TalkLine>,
    /// Notes that were saved for the current turn.
    pub woken: Vec<NoteView>,
    /// The title's word for rounds.
    pub rounds: &'static str,
    /// The number of unread messages, and the number of the last message shown.
    pub unread: u64,
    pub last: i64,
    /// The earlier step that is shown, to which new notes and messages are attached.
    pub step: Option<Step>,
    /// The maximum length of a message.
    pub longest: usize,
    /// The maximum length of a note, in characters.
    pub longest_note: usize,
}

/// A message.
pub struct TalkLine {
    pub id: i64,
    pub called: SeatName,
    pub mine: bool,
    /// "you", or the name of the sender.
    pub name: String,
    /// "the table" or "you and Green".
    pub to: String,
    /// Whether it was sent to some seats only.
    pub private: bool,
    pub text: String,
    /// Whether the reader has blocked the sender, so that the text is collapsed.
    pub blocked: bool,
    pub step: Step,
    /// The step it refers to, if any.
    pub about: Option<Step>,
    pub at: String,
    pub machine: String,
}

/// A possible recipient of messages.
pub struct RecipientView {
    pub seat: u8,
    pub called: SeatName,
    pub name: String,
    pub muted: bool,
}

/// A note of the reader.
pub struct NoteView {
    pub id: i64,
    pub step: Step,
    pub text: String,
    pub at: String,
    /// When the note is shown again, if ever.
    pub later: Option<String>,
}

impl TalkView {
    /// Returns the messages and notes of a game; None for viewers without a seat.
    pub fn of(visible: &VisibleGame, viewpoint: Viewpoint) -> Option<TalkView> {
        visible.seat.filter(|_| !visible.guest)?;
        let step = (visible.at < visible.last_step).then_some(visible.at);
        Some(TalkView { step, ..TalkView::with(visible, &visible.talk, viewpoint) })
    }

    /// Builds the view from messages that were loaded separately.
    pub fn with(visible: &VisibleGame, talk: &TableTalk, viewpoint: Viewpoint) -> TalkView {
        let reader = visible.seat.map(|seat| TalkReader { visible, seat });
        let lines = reader
            .iter()
            .flat_map(|reader| talk.words.iter().map(|words| reader.line(words, viewpoint)));
        let margin = reader
            .iter()
            .flat_map(|reader| talk.margin.iter().map(|words| reader.line(words, viewpoint)));
        let ear = |ear: &Recipient| {
            let named = visible.seats.iter().find(|one| one.seat == ear.seat);
            RecipientView {
                seat: ear.seat.0,
                called: visible.game.called(ear.seat),
                name: named.and_then(|one| one.name.clone()).unwrap_or_default(),
                muted: ear.muted,
            }
        };
        let rounds = visible.rounds;
        let note = |Noted { step, note }: &Noted| NoteView {
            later: note.recall.map(|recall| match recall.round {
                0 => "on your next turn".to_owned(),
                round => format!("from {rounds} {round} on"),
            }),
            id: note.id,
            step: *step,
            text: note.text.clone(),
            at: words::day(note.changed_at.unwrap_or(note.made_at), viewpoint.now, viewpoint.zone),
        };
        TalkView {
            lines: lines.collect(),
            margin: margin.collect(),
            before: talk.before,
            ears: talk.ears.iter().map(ear).collect(),
            notes: talk.notes.iter().map(note).collect(),
            woken: visible.talk.woken.iter().map(note).collect(),
            rounds,
            unread: talk.unread,
            last: talk.last,
            step: None,
            longest: say::LONGEST,
            longest_note: note::LONGEST,
        }
    }

    /// Whether the reader can send messages, which requires other players at the table.
    pub fn is_open(&self) -> bool {
        !self.ears.is_empty()
    }
}

/// The reader of the messages.
struct TalkReader<'a> {
    visible: &'a VisibleGame,
    seat: Seat,
}

impl TalkReader<'_> {
    fn line(&self, SaidAt { step, about, words: said }: &SaidAt, viewpoint: Viewpoint) -> TalkLine {
        let mine = self.is(said.player);
        TalkLine {
            id: said.id,
            called: self.visible.game.called(said.seat),
            mine,
            name: if mine { "you".to_owned() } else { said.name.clone() },
            to: self.to(&said.to),
            private: !said.to.is_empty(),
            text: said.text.clone(),
            blocked: said.blocked,
            step: *step,
            about: *about,
            at: words::day(said.at, viewpoint.now, viewpoint.zone),
            machine: words::machine(said.at),
        }
    }

    fn is(&self, player: PlayerId) -> bool {
        self.visible.game.seat_of(player) == Some(self.seat)
    }

    /// Lists the recipients: the reader first, then the others by seat.
    fn to(&self, seats: &[Seat]) -> String {
        if seats.is_empty() {
            return "the table".to_owned();
        }
        let own = seats.contains(&self.seat).then(|| "you".to_owned());
        let others = seats.iter().filter(|seat| **seat != self.seat);
        let names = own.into_iter().chain(others.map(|seat| self.visible.game.called(*seat).name));
        phrase::and(&names.collect::<Vec<_>>())
    }
}
