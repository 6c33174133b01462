//! The kinds of email, in one table: for each its key, its unsubscribe topic, the effect of a
//! reply, and its traits. CONTRIBUTING.md lists what else a new kind needs.

use crate::mail_topic::MailTopic::{self, *};

/// The effect of a reply to an email.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// No effect: the email cannot be replied to.
    Nothing,
    /// Gives orders for the seat of the email; no effect if it has no seat.
    ForSeat,
    /// Carries out requests of its reader at the table, with or without a seat.
    ForReader,
    /// Accepts an invitation.
    Invitation,
    /// Accepts the invitation to which the original reply belonged, if there was one.
    SameInvitation,
}

/// Traits of a kind of email.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Trait {
    /// It reports what others did at the reader's table and requests no order. Such emails are
    /// combined and limited per day.
    OfOthers,
    /// It reports everything since the previous one; only with `OfOthers`.
    SumsUp,
    /// It replies to an inbound email.
    AnswersEmail,
    /// It includes recent chat messages of the table.
    TableTalk,
    /// It is threaded under the turn email it follows.
    FollowsTurn,
    /// It reminds the reader of a running clock.
    Reminder,
    /// It is not delayed until the reader's preferred time of day.
    AtOnce,
    /// It concerns a seat that the reader may no longer hold.
    LostSeat,
    /// A turn email of the same event includes its news.
    JoinsTurn,
    /// It also goes to an organiser without a seat.
    ReachesOrganiser,
    /// It concerns the reader's account or the server, not games.
    NotAboutGames,
}

use Trait::*;

macro_rules! emails {
    ($($kind:ident $key:literal $topic:expr, $reply:ident, [$($trait:ident)*];)*) => {
        /// Every kind of email that Ravenpost sends.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum NotificationKind {
            $($kind,)*
        }

        impl NotificationKind {
            /// All kinds, in the order of the table.
            pub const ALL: [NotificationKind; [$(NotificationKind::$kind),*].len()] =
                [$(NotificationKind::$kind),*];

            /// Returns the name of the kind in the outbox and in Message-IDs. It is stored and must
            /// never change.
            pub fn key(self) -> &'static str {
                match self {
                    $(NotificationKind::$kind => $key,)*
                }
            }

            /// Returns the topic that unsubscribes from this kind; `None` for emails that are sent
            /// once and only on request.
            pub fn topic(self) -> Option<MailTopic> {
                match self {
                    $(NotificationKind::$kind => $topic,)*
                }
            }

            /// Returns the effect of a reply.
            pub fn reply(self) -> Reply {
                match self {
                    $(NotificationKind::$kind => Reply::$reply,)*
                }
            }

            fn traits(self) -> &'static [Trait] {
                match self {
                    $(NotificationKind::$kind => &[$($trait),*],)*
                }
            }
        }
    };
}

// Columns: kind, key, topic, effect of a reply, traits. The first player's turn is part of the
// "game started" email, and votes request a decision, so both belong to the topic of turns.
emails! {
    YourTurn "your_turn" Some(Turns), ForSeat, [TableTalk];
    PlayerJoined "player_joined" Some(TableNews), ForSeat, [OfOthers SumsUp];
    GameStarted "game_started" Some(Turns), ForSeat, [TableTalk];
    ReminderHalf "reminder_half" Some(Reminders), ForSeat, [Reminder FollowsTurn TableTalk];
    ReminderFifth "reminder_fifth" Some(Reminders), ForSeat, [Reminder FollowsTurn TableTalk];
    ReminderLastCall "reminder_last_call" Some(Reminders), ForSeat,
        [Reminder FollowsTurn TableTalk];
    DeadlinePassed "deadline_passed" Some(GameNews), ForSeat, [FollowsTurn TableTalk JoinsTurn];
    OrderUndone "order_undone" Some(GameNews), ForSeat,
        [OfOthers FollowsTurn TableTalk JoinsTurn];
    GameOver "game_over" Some(GameNews), ForSeat, [TableTalk];
    GameCancelled "game_cancelled" Some(TableNews), ForSeat, [OfOthers ReachesOrganiser];
    Invitation "invitation" Some(Invitations), Invitation, [NotAboutGames];
    SignIn "sign_in" None, Nothing, [NotAboutGames];
    EmailUndelivered "email_undelivered" Some(GameNews), Nothing, [];
    AddressChangeNew "address_change_new" None, Nothing, [NotAboutGames];
    AddressChangeOld "address_change_old" None, Nothing, [NotAboutGames];
    Probe "probe" None, Nothing, [NotAboutGames];
    ReplyResult "reply_result" None, ForSeat, [AnswersEmail TableTalk];
    ReplyOnHold "reply_on_hold" None, ForSeat, [AnswersEmail LostSeat];
    Digest "digest" Some(Turns), ForReader, [];
    ReplyNotice "reply_notice" None, SameInvitation, [AnswersEmail];
    ChatMessage "chat_message" Some(Chat), ForSeat, [TableTalk];
    VoteOpened "vote_opened" Some(Turns), ForReader,
        [OfOthers AtOnce TableTalk ReachesOrganiser];
    GameRewound "game_rewound" Some(GameNews), ForSeat, [OfOthers SumsUp TableTalk JoinsTurn];
    VoteFailed "vote_failed" Some(GameNews), ForSeat, [OfOthers SumsUp TableTalk JoinsTurn];
    DailySeals "daily_seals" None, Nothing, [];
    AdminMail "admin_mail" None, Nothing, [NotAboutGames];
    OrganiserAction "organiser_action" Some(GameNews), ForSeat,
        [OfOthers SumsUp TableTalk JoinsTurn ReachesOrganiser];
    PlayerReplaced "player_replaced" Some(GameNews), Nothing, [OfOthers AtOnce LostSeat];
    ForkInvitation "fork_invitation" Some(TableNews), ForSeat, [OfOthers];
    ApiToken "api_token" None, Nothing, [];
}

impl NotificationKind {
    pub fn find(key: &str) -> Option<NotificationKind> {
        NotificationKind::ALL.into_iter().find(|kind| kind.key() == key)
    }

    /// Returns the name of the kind, for lists of emails.
    pub fn name(self) -> &'static str {
        match self {
            NotificationKind::YourTurn => "Your turn",
            NotificationKind::PlayerJoined => "New player",
            NotificationKind::GameStarted => "Start of a game",
            NotificationKind::ReminderHalf => "First reminder",
            NotificationKind::ReminderFifth => "Second reminder",
            NotificationKind::ReminderLastCall => "Last call",
            NotificationKind::DeadlinePassed => "Missed deadline",
            NotificationKind::OrderUndone => "Undone move",
            NotificationKind::GameOver => "End of a game",
            NotificationKind::GameCancelled => "Cancelled game",
            NotificationKind::Invitation => "Invitation",
            NotificationKind::SignIn => "Sign-in link",
            NotificationKind::EmailUndelivered => "Undelivered email",
            NotificationKind::AddressChangeNew => "Change of address, to the new one",
            NotificationKind::AddressChangeOld => "Change of address, to the old one",
            NotificationKind::Probe => "Test email",
            NotificationKind::ReplyResult => "Answer to a reply",
            NotificationKind::ReplyOnHold => "Reply on hold",
            NotificationKind::Digest => "Digest",
            NotificationKind::ReplyNotice => "Short answer to a reply",
            NotificationKind::ChatMessage => "Chat messages",
            NotificationKind::VoteOpened => "Open vote",
            NotificationKind::GameRewound => "Rewound game",
            NotificationKind::VoteFailed => "Failed vote",
            NotificationKind::DailySeals => "Daily seals",
            NotificationKind::AdminMail => "Email for the admin",
            NotificationKind::OrganiserAction => "Change by the organiser",
            NotificationKind::PlayerReplaced => "Lost seat",
            NotificationKind::ForkInvitation => "Invitation to a fork",
            NotificationKind::ApiToken => "Access token",
        }
    }

    fn is(self, what: Trait) -> bool {
        self.traits().contains(&what)
    }

    /// Returns whether it reports what others did at the reader's table and requests no order. Such
    /// emails are combined and limited per day.
    pub fn of_others(self) -> bool {
        self.is(OfOthers)
    }

    /// Returns whether it reports everything since the previous email of its kind. The others
    /// report a single event, and are dropped if that no longer holds.
    pub fn sums_up(self) -> bool {
        self.is(SumsUp)
    }

    /// Returns whether it concerns games, rather than the reader's account or the server.
    pub fn is_about_games(self) -> bool {
        !self.is(NotAboutGames)
    }

    /// Returns whether it replies to an inbound email.
    pub fn answers_email(self) -> bool {
        self.is(AnswersEmail)
    }

    /// Returns whether it includes recent chat messages of the table.
    pub fn includes_chat(self) -> bool {
        self.is(TableTalk)
    }

    /// Returns whether it is threaded under the turn email it follows.
    pub fn answers_turn(self) -> bool {
        self.is(FollowsTurn)
    }

    /// Returns whether a turn email of the same event includes its news, so that the reader gets
    /// one email about it.
    pub fn joins_turn(self) -> bool {
        self.is(JoinsTurn)
    }

    /// Returns whether it reminds the reader of a running clock.
    pub fn is_reminder(self) -> bool {
        self.is(Reminder)
    }

    /// Returns whether it is sent at once, regardless of the reader's preferred time. Votes are
    /// open for only one to three days, and a player who lost a seat gets no other email about it.
    pub fn leaves_at_once(self) -> bool {
        self.is(AtOnce)
    }

    /// Returns whether it also goes to an organiser without a seat.
    pub fn reaches_organiser(self) -> bool {
        self.is(ReachesOrganiser)
    }

    /// Returns whether it may be sent to a former holder of the seat.
    pub fn reaches_former_holder(self) -> bool {
        self.is(LostSeat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn kinds_are_found_by_key() {
        for kind in NotificationKind::ALL {
            assert_eq!(NotificationKind::find(kind.key()), Some(kind));
        }
        assert_eq!(NotificationKind::find("postcard"), None);
    }

    #[test]
    fn names_are_unique_and_contain_no_key() {
        let names: BTreeSet<&str> = NotificationKind::ALL.map(NotificationKind::name).into();
        assert_eq!(names.len(), NotificationKind::ALL.len());
        assert!(names.iter().all(|name| !name.contains('_')));
    }
}
