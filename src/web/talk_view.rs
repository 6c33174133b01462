//! Words and notes as pages show them.

use super::viewpoint::Viewpoint;
use super::words;
use crate::service::play::read_game::GameSight;
use crate::service::talk::beside::{Beside, Ear, Noted, SaidAt};
use crate::service::talk::{note, say};
use ravenpost_rules::numbers::Step;
use ravenpost_rules::{Seat, SeatName, phrase};
use ravenpost_store::PlayerId;

/// What stands beside the board for somebody who sits at the table.
pub struct TalkView {
    pub lines: Vec<TalkLine>,
    /// The number of the first line, where earlier ones are left out.
    pub before: Option<i64>,
    pub ears: Vec<EarView>,
    pub notes: Vec<NoteView>,
    /// What was said about the earlier step that is shown.
    pub margin: Vec<TalkLine>,
    /// Notes that were left for the turn that has come.
    pub woken: Vec<NoteView>,
    /// What rounds are called here.
    pub rounds: &'static str,
    /// How many words the reader has not said to have read, and the number of the last one here.
    pub unread: u64,
    pub last: i64,
    /// The earlier step that is shown, beside which a new note stands.
    pub step: Option<Step>,
    /// The longest that can be said.
    pub longest: usize,
    /// How many characters a note may have.
    pub longest_note: usize,
}

/// Words that were said.
pub struct TalkLine {
    pub called: SeatName,
    /// Whether the reader said them.
    pub mine: bool,
    /// "you", or what the speaker is called.
    pub name: String,
    /// "the table", "you and Green".
    pub to: String,
    /// Whether others at the table were not spoken to.
    pub private: bool,
    pub text: String,
    pub step: Step,
    /// The step that they are about, where they stand in its margin.
    pub about: Option<Step>,
    pub at: String,
    pub machine: String,
}

/// Somebody who can be spoken to.
pub struct EarView {
    pub seat: u8,
    pub called: SeatName,
    pub name: String,
    pub muted: bool,
}

/// A note of the reader's own.
pub struct NoteView {
    pub id: i64,
    pub step: Step,
    pub text: String,
    pub at: String,
    /// When it comes back, if it does.
    pub later: Option<String>,
}

impl TalkView {
    /// What stands beside the board of a sight; nothing for who has no seat.
    pub fn of(sight: &GameSight, viewpoint: Viewpoint) -> Option<TalkView> {
        sight.seat?;
        let step = (sight.at < sight.last_step).then_some(sight.at);
        Some(TalkView { step, ..TalkView::with(sight, &sight.beside, viewpoint) })
    }

    /// The same for words that were asked for apart from the sight.
    pub fn with(sight: &GameSight, beside: &Beside, viewpoint: Viewpoint) -> TalkView {
        let reader = sight.seat.map(|seat| TalkReader { sight, seat });
        let lines = reader
            .iter()
            .flat_map(|reader| beside.words.iter().map(|words| reader.line(words, viewpoint)));
        let margin = reader
            .iter()
            .flat_map(|reader| beside.margin.iter().map(|words| reader.line(words, viewpoint)));
        let ear = |ear: &Ear| {
            let named = sight.seats.iter().find(|one| one.seat == ear.seat);
            EarView {
                seat: ear.seat.0,
                called: sight.live.called(ear.seat),
                name: named.and_then(|one| one.name.clone()).unwrap_or_default(),
                muted: ear.muted,
            }
        };
        let rounds = sight.rounds;
        let note = |Noted { step, note }: &Noted| NoteView {
            later: note.recall.map(|recall| match recall.round {
                0 => "for your next turn".to_owned(),
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
            before: beside.before,
            ears: beside.ears.iter().map(ear).collect(),
            notes: beside.notes.iter().map(note).collect(),
            woken: sight.beside.woken.iter().map(note).collect(),
            rounds,
            unread: beside.unread,
            last: beside.last,
            step: None,
            longest: say::LONGEST,
            longest_note: note::LONGEST,
        }
    }

    /// Whether somebody may speak here: not to an empty table. What is said in the past stands in
    /// the margin of the step that is shown.
    pub fn is_open(&self) -> bool {
        !self.ears.is_empty()
    }
}

/// Who reads, at which table.
struct TalkReader<'a> {
    sight: &'a GameSight,
    seat: Seat,
}

impl TalkReader<'_> {
    fn line(&self, SaidAt { step, about, words: said }: &SaidAt, viewpoint: Viewpoint) -> TalkLine {
        let mine = self.is(said.player);
        TalkLine {
            called: self.sight.live.called(said.seat),
            mine,
            name: if mine { "you".to_owned() } else { said.name.clone() },
            to: self.to(&said.to),
            private: !said.to.is_empty(),
            text: said.text.clone(),
            step: *step,
            about: *about,
            at: words::day(said.at, viewpoint.now, viewpoint.zone),
            machine: words::machine(said.at),
        }
    }

    fn is(&self, player: PlayerId) -> bool {
        self.sight.live.seat_of(player) == Some(self.seat)
    }

    /// To whom: the reader first, then the others by their seats.
    fn to(&self, seats: &[Seat]) -> String {
        if seats.is_empty() {
            return "the table".to_owned();
        }
        let own = seats.contains(&self.seat).then(|| "you".to_owned());
        let others = seats.iter().filter(|seat| **seat != self.seat);
        let names = own.into_iter().chain(others.map(|seat| self.sight.live.called(*seat).name));
        phrase::and(&names.collect::<Vec<_>>())
    }
}
