//! The use cases by subject. A handle is a reference to the service that has the methods of one
//! subject: `service.clocks().tick(now)`. Handles share the service's store, settings and caches.

use std::ops::Deref;

use super::{Inner, Service};

/// Makes the handles of a type, and the methods that return them.
macro_rules! handles {
    ($owner:ident: $($(#[$docs:meta])* $method:ident -> $handle:ident;)*) => {
        $(
            $(#[$docs])*
            #[derive(Clone, Copy)]
            pub struct $handle<'s>(pub(crate) &'s $owner);

            impl Deref for $handle<'_> {
                type Target = $owner;

                fn deref(&self) -> &$owner {
                    self.0
                }
            }
        )*

        impl $owner {
            $(
                $(#[$docs])*
                pub fn $method(&self) -> $handle<'_> {
                    $handle(self)
                }
            )*
        }
    };
}

pub(crate) use handles;

handles! {
    Service:
    /// Games in memory and the write path to their logs.
    games -> Games;
    /// Which version of a title's rules decides a game.
    rules_versions -> RulesVersions;
    /// Deadlines, days off, and the compensation of outages.
    clocks -> Clocks;
    /// Heartbeats and failover of nodes that share a database.
    cluster -> Cluster;
    /// Draws, receipts, epochs and audits.
    fairness -> Fairness;
    /// The people around a game: organiser, occupants of seats, invitations and preferences.
    members -> Members;
    /// Which emails an event causes, and what is pending for a player.
    notifications -> Notifications;
    /// Opening, joining and leaving tables, and the organiser's actions.
    tables -> Tables;
    /// Orders, undo, and views of a game.
    play -> Play;
    /// Votes: rewinds, replacements and agreed ends.
    votes -> Votes;
    /// Messages at a table and private notes.
    chat -> Chat;
    /// Signing in, sessions and admins.
    accounts -> Accounts;
    /// Who may create an account, and invitations to the server.
    admissions -> Admissions;
    /// Access tokens for the API.
    tokens -> Tokens;
    /// Names, addresses and preferences of players.
    players -> Players;
    /// Outbound emails and their delivery.
    emails -> Emails;
    /// The contents of outbound emails.
    composing -> Composing;
    /// How long outbound emails wait: chosen times, limits, and turn emails that include them.
    email_timing -> EmailTiming;
    /// Inbound emails: authorising them, and storing their outcome.
    inbox -> Inbox;
    /// What replies to emails do.
    replies -> Replies;
    /// Games as files: exports, imports, seals and moves between servers.
    archive -> Archive;
    /// Keys, signatures and witnesses.
    proof -> Proof;
    /// The health of this node.
    monitoring -> Monitoring;
    /// Admin functions other than organising games.
    administration -> Administration;
}

impl Service {
    pub(crate) fn inner(&self) -> &Inner {
        &self.0
    }
}
