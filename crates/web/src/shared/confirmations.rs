//! Confirmations shown after a form. The address only names the sentence, so it cannot inject text.

const SENTENCES: &[(&str, &str)] = &[
    ("signed-in", "You are signed in."),
    ("signed-out", "You are signed out."),
    ("saved", "Saved."),
    ("opened", "The table is open. You can now invite players."),
    ("started", "All seats are taken. The game has started."),
    ("wished", "Preference saved. You can change it until the game starts."),
    ("blocked", "Player blocked. They are not told."),
    ("unblocked", "Player unblocked."),
    ("account-deleted", "Your account was deleted."),
    ("seat-back", "You have your seat back."),
    ("joined", "You have joined. We will email you when it is your turn."),
    ("left", "You have left the game."),
    ("closed", "The table was closed."),
    ("invited", "The invitation is on its way, unless that address declines invitations."),
    ("sessions-ended", "You are signed out everywhere."),
    ("address", "Your email address was changed. Other sessions were signed out."),
    ("address-asked", "We have sent emails to your new and your old address."),
    ("address-kept", "Your email address was not changed."),
    ("verifying", "The verification has begun. Reload this page to see the result."),
    ("account-changed", "Done. The admin log shows your reason."),
    ("player-erased", "The account was deleted."),
    ("forgotten", "Your data was deleted. Your games continue without your name."),
    ("time-asked", "The deadline was extended. All players can see it."),
    ("away", "A bot now plays for you. The other players have been told."),
    ("back", "Welcome back. You are playing again."),
    ("booked", "Vacation booked. The other players have been told."),
    ("returned", "Vacation cancelled. The other players have been told."),
    ("emails-on", "Done. An email about your turn is on its way."),
    ("emails-off", "You get no more turn emails from this game."),
    ("kept", "The table stays open for players."),
    ("nudged", "Nudge sent."),
    ("sent-again", "The email will be sent again."),
    ("vouched", "Your email is being processed. We will reply by email."),
    ("disowned", "The email was discarded. Nothing was changed."),
    ("dealt-with", "That email was already handled."),
    ("handled-again", "The email is being reprocessed."),
    ("proposed", "The vote is open. The other players will get an email."),
    ("went-back", "Takeback done. No vote was needed."),
    ("ended", "The game is over. No vote was needed."),
    ("voted", "Your vote was counted."),
    ("withdrawn", "Proposal withdrawn. The game continues."),
    ("organised", "Done. The log shows your reason."),
    ("changed", "Done. No vote was needed."),
    ("replaced", "The player was replaced and will be told why."),
    ("no-game", "All done. No game is waiting for you."),
    ("nothing-more", "All done. Nothing else is waiting for you."),
    ("answered-here", "Reply sent. Reload this page in a moment to see the response."),
];

/// The results of an order, shown with the orders.
const ORDERS: &[(&str, &str)] = &[
    ("ordered", "Done."),
    ("partly", "Your earlier moves were played. This one was not."),
    ("over", "Your move was played, and the game is over."),
    ("taken-back", "Your move was undone."),
    ("note-done", "Done. The note is with your other notes."),
    ("note-kept", "You will see the note again on your next turn."),
    ("nothing", "That move would change nothing, so it was not played."),
];

/// The results of a chat action, shown in the chat.
const WORDS: &[(&str, &str)] = &[
    ("said", "Message sent."),
    ("muted", "Player muted."),
    ("reported", "Thank you. The admins of this server will look at it."),
    ("heard", "Player unmuted."),
    ("read", "Marked as read."),
];

/// The results of a change to a note, shown with the notes.
const NOTES: &[(&str, &str)] = &[("noted", "Notes saved.")];

/// Returns the confirmation for the top of the page that `done` in the query names.
pub fn of(query: &str) -> Option<&'static str> {
    named(SENTENCES, query)
}

/// Returns the result of an order that `done` names.
pub fn of_order(query: &str) -> Option<&'static str> {
    named(ORDERS, query)
}

/// Returns the result of a chat action that `done` names.
pub fn of_words(query: &str) -> Option<&'static str> {
    named(WORDS, query)
}

/// Returns the result of a change to a note that `done` names.
pub fn of_note(query: &str) -> Option<&'static str> {
    named(NOTES, query)
}

fn named(sentences: &[(&str, &'static str)], query: &str) -> Option<&'static str> {
    let word = query.split('&').find_map(|pair| pair.strip_prefix("done="))?;
    sentences.iter().find(|(known, _)| *known == word).map(|(_, sentence)| *sentence)
}
