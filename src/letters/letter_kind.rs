//! The kinds of letter in one table: what each is called, which topic stops it, what an answer to
//! it does, and what else sets it apart. A new kind is a row here, a letter beside this file and
//! the file in the service that writes it.

use super::mail_topic::MailTopic::{self, *};

/// What an answer to a letter does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// Nothing: the letter cannot be answered.
    Nothing,
    /// Gives orders for the seat that the letter is for; nothing where it is for none.
    ForSeat,
    /// Does what its reader may do at a table, with a seat or without one.
    ForReader,
    /// Takes up an invitation.
    Invitation,
    /// Takes up the invitation that the answered letter took up, if it was one.
    SameInvitation,
}

/// What sets a kind of letter apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Trait {
    /// It tells what somebody else did at the reader's table, and asks for no order: such letters
    /// are put together, and there are only so many a day.
    OfOthers,
    /// Of those, it tells all that was done since its reader last heard of it.
    SumsUp,
    /// It answers a letter that came in.
    AnswersLetter,
    /// It has room for what was said at the table since the last one.
    TableTalk,
    /// It belongs under the turn letter it follows, whose subject it takes.
    FollowsTurn,
    /// It reminds somebody of a clock that runs.
    Reminder,
    /// It is not put off until the hour at which its reader wants letters.
    AtOnce,
    /// It is about a seat that may be its reader's no more.
    LostSeat,
}

use Trait::*;

macro_rules! letters {
    ($($kind:ident $key:literal $topic:expr, $reply:ident, [$($trait:ident)*];)*) => {
        /// Every letter Ravenpost can send.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum LetterKind {
            $($kind,)*
        }

        impl LetterKind {
            /// All kinds, in the order of the table.
            pub const ALL: [LetterKind; [$(LetterKind::$kind),*].len()] = [$(LetterKind::$kind),*];

            /// The name of the kind in the outbox and in Message-IDs. Stored, and never renamed.
            pub fn key(self) -> &'static str {
                match self {
                    $(LetterKind::$kind => $key,)*
                }
            }

            /// The topic whose switch stops letters of this kind. None for letters that are only
            /// sent on request and once.
            pub fn topic(self) -> Option<MailTopic> {
                match self {
                    $(LetterKind::$kind => $topic,)*
                }
            }

            /// What an answer to such a letter does.
            pub fn reply(self) -> Reply {
                match self {
                    $(LetterKind::$kind => Reply::$reply,)*
                }
            }

            fn traits(self) -> &'static [Trait] {
                match self {
                    $(LetterKind::$kind => &[$($trait),*],)*
                }
            }
        }
    };
}

// kind, key, topic, what an answer does, what sets it apart. Whoever begins gets the turn with the
// letter that the game begins, and a vote asks for an answer as a turn does: both are of the topic
// of turns.
letters! {
    YourTurn "your_turn" Some(Turns), ForSeat, [TableTalk];
    PlayerJoined "player_joined" Some(TableNews), ForSeat, [OfOthers SumsUp];
    GameStarted "game_started" Some(Turns), ForSeat, [TableTalk];
    ReminderHalf "reminder_half" Some(Reminders), ForSeat, [Reminder FollowsTurn TableTalk];
    ReminderFifth "reminder_fifth" Some(Reminders), ForSeat, [Reminder FollowsTurn TableTalk];
    ReminderLastCall "reminder_last_call" Some(Reminders), ForSeat,
        [Reminder FollowsTurn TableTalk];
    DeadlinePassed "deadline_passed" Some(GameNews), ForSeat, [FollowsTurn TableTalk];
    OrderUndone "order_undone" Some(GameNews), ForSeat, [OfOthers FollowsTurn TableTalk];
    GameOver "game_over" Some(GameNews), ForSeat, [TableTalk];
    GameCancelled "game_cancelled" Some(TableNews), ForSeat, [OfOthers];
    Invitation "invitation" Some(Invitations), Invitation, [];
    SignIn "sign_in" None, Nothing, [];
    EmailUndelivered "email_undelivered" Some(GameNews), Nothing, [];
    AddressChangeNew "address_change_new" None, Nothing, [];
    AddressChangeOld "address_change_old" None, Nothing, [];
    Probe "probe" None, Nothing, [];
    ReplyResult "reply_result" None, ForSeat, [AnswersLetter TableTalk];
    ReplyOnHold "reply_on_hold" None, ForSeat, [AnswersLetter LostSeat];
    Digest "digest" Some(Turns), ForReader, [];
    ReplyNotice "reply_notice" None, SameInvitation, [AnswersLetter];
    ChatMessage "chat_message" Some(Chat), ForSeat, [TableTalk];
    VoteOpened "vote_opened" Some(Turns), ForReader, [OfOthers AtOnce TableTalk];
    GameRewound "game_rewound" Some(GameNews), ForSeat, [OfOthers SumsUp TableTalk];
    VoteFailed "vote_failed" Some(GameNews), ForSeat, [OfOthers SumsUp TableTalk];
    DailySeals "daily_seals" None, Nothing, [];
    AdminMail "admin_mail" None, Nothing, [];
    OrganiserAction "organiser_action" Some(GameNews), ForSeat, [OfOthers SumsUp TableTalk];
    PlayerReplaced "player_replaced" Some(GameNews), Nothing, [OfOthers AtOnce LostSeat];
    ForkInvitation "fork_invitation" Some(TableNews), ForSeat, [OfOthers];
}

impl LetterKind {
    /// The kind with that key.
    pub fn find(key: &str) -> Option<LetterKind> {
        LetterKind::ALL.into_iter().find(|kind| kind.key() == key)
    }

    fn is(self, what: Trait) -> bool {
        self.traits().contains(&what)
    }

    /// Whether it tells what somebody else did at the reader's table, and asks for no order: such
    /// letters are put together, and there are only so many a day.
    pub fn of_others(self) -> bool {
        self.is(OfOthers)
    }

    /// Of letters about others: whether it tells all that has come of what was done since its
    /// reader last heard of it. The others tell of one thing, and are dropped where that is none
    /// any more.
    pub fn sums_up(self) -> bool {
        self.is(SumsUp)
    }

    /// Whether the letter answers one that came in.
    pub fn answers_letter(self) -> bool {
        self.is(AnswersLetter)
    }

    /// Whether the letter has room for what was said at the table since the last one.
    pub fn tells_words(self) -> bool {
        self.is(TableTalk)
    }

    /// Whether the letter belongs under the turn letter it follows: its subject is that one's.
    pub fn answers_turn(self) -> bool {
        self.is(FollowsTurn)
    }

    /// Whether it reminds somebody of a clock that runs.
    pub fn is_reminder(self) -> bool {
        self.is(Reminder)
    }

    /// Whether it leaves at once, whenever its reader wants letters: a vote is open for a day or
    /// three while the table waits, and whoever has lost a seat is told nothing else of it.
    pub fn leaves_at_once(self) -> bool {
        self.is(AtOnce)
    }

    /// Whether it may go to somebody whose seat it was and is no more.
    pub fn reaches_former_holder(self) -> bool {
        self.is(LostSeat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_find_their_kind() {
        for kind in LetterKind::ALL {
            assert_eq!(LetterKind::find(kind.key()), Some(kind));
        }
        assert_eq!(LetterKind::find("postcard"), None);
    }
}
