//! Confirmations shown after a form. The address only names the sentence, so it cannot inject text.

const SENTENCES: &[(&str, &str)] = &[
    ("signed-in", "You are signed in."),
    ("signed-out", "You are signed out."),
    ("saved", "Saved."),
    ("opened", "The table is open. Invite somebody, or wait for players to find it."),
    ("started", "All seats are taken: the game has begun."),
    ("wished", "Your wish is kept. You may change it until the game begins."),
    ("joined", "You have a seat. You will get a letter when it is your turn."),
    ("left", "You have left your seat."),
    ("closed", "The table was closed."),
    ("invited", "If that address wants to be invited, a letter is on its way."),
    ("sessions-ended", "All other sessions were ended."),
    ("address", "Your address was changed. All other sessions were ended."),
    ("address-asked", "Two letters are on their way, to the new address and to the old one."),
    ("address-kept", "Your address stays as it is."),
    ("forgotten", "You were forgotten. Games you sat in go on without your name."),
    ("time-asked", "It is done: the deadline is later, and all see it."),
    ("away", "A bot plays for you until you are back. The others are told."),
    ("back", "Welcome back: you play your seat again."),
    ("booked", "Your vacation is booked. The others are told."),
    ("returned", "You have no vacation any more. The others are told."),
    ("kept", "The table is kept: it goes on waiting for players."),
    ("nudged", "A nudge is on its way."),
    ("sent-again", "The letter is on its way again."),
    ("vouched", "What your letter asks for is being done. The answer comes by letter."),
    ("disowned", "That letter is forgotten. Nothing was done."),
    ("dealt-with", "That letter waits no more."),
    ("handled-again", "The letter is dealt with again."),
    ("proposed", "It is put to the vote. The others get a letter, and the game waits."),
    ("went-back", "The table went back. Nobody else was to be asked."),
    ("ended", "The game is over. Nobody else was to be asked."),
    ("voted", "Your answer was noted."),
    ("withdrawn", "The proposal was withdrawn. The game goes on."),
    ("organised", "It is done, and stands in the log with your reason."),
    ("changed", "It is decided, and stands in the log. Nobody else was to be asked."),
    ("replaced", "The seat was taken from its player, who is told why."),
    ("no-game", "No game is waiting for you just now."),
    ("nothing-more", "Nothing more waits for you."),
    ("answered-here", "Sent. The server's reply will be here in a moment: reload this page."),
];

/// The results of an order, shown with the orders.
const ORDERS: &[(&str, &str)] = &[
    ("ordered", "Your order was taken."),
    ("partly", "The orders before this one were taken. This one still waits for you."),
    ("over", "Your order was taken, and the game is over."),
    ("taken-back", "Your order was taken back."),
    ("note-done", "Done: the note stands among your others."),
    ("note-kept", "The note comes back at your next turn."),
    ("nothing", "That order changes nothing, so nothing was stored."),
];

/// The results of a chat action, shown in the chat.
const WORDS: &[(&str, &str)] = &[
    ("said", "It was said."),
    ("muted", "You do not hear them any more."),
    ("heard", "You hear them again."),
    ("read", "Marked as read."),
];

/// The results of a change to a note, shown with the notes.
const NOTES: &[(&str, &str)] = &[("noted", "Your notes are kept as you want them.")];

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
