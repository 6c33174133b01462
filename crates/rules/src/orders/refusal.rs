//! Refused orders: position in the line, reason and suggestions.

use serde::{Deserialize, Serialize};
use strum::{EnumMessage, IntoStaticStr, VariantArray};

/// What kind of refusal it is, for programs. The keys are part of the API and of stored facts, and
/// never change.
#[derive(
    Clone,
    Copy,
    PartialEq,
    Eq,
    Debug,
    Serialize,
    Deserialize,
    EnumMessage,
    IntoStaticStr,
    VariantArray,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum RefusalCode {
    /// The game is not waiting for you
    NotYourTurn,
    /// The order does not answer your pending prompt
    OtherPrompt,
    /// No order begins with this word
    UnknownOrder,
    /// The word is unknown, or does not fit here
    UnknownWord,
    /// A word is missing
    MissingWord,
    /// There is an extra word
    ExtraWord,
    /// The order cannot be read for another reason
    Malformed,
    /// The word fits several things
    Ambiguous,
    /// You do not have what the order costs
    CannotPay,
    /// The number is too small or too large
    WrongAmount,
    /// It is possible only for another kind of piece, card, place or player
    WrongKind,
    /// The place is too far away or not connected
    OutOfRange,
    /// The place is taken, full or blocked
    Occupied,
    /// You do not have the piece, card or place that the order needs
    NotHeld,
    /// There is none left, or nothing of this kind in that place
    NoneThere,
    /// It has been done as often as it can be, or would change nothing
    AlreadyDone,
    /// It is possible at another time only
    NotNow,
    /// It is not part of this game, because of its options, map or factions
    NotInGame,
    /// The rules do not allow the order for another reason
    NotLegal,
    /// The text is empty
    Empty,
    /// The text or the list is too long
    TooLong,
    /// The game has not started yet
    NotStarted,
    /// The game is over
    Finished,
    /// The game was cancelled
    Cancelled,
    /// The organiser has paused the game
    Paused,
    /// The players are voting on a proposal
    VoteOpen,
    /// The last order can no longer be undone
    CannotUndo,
    /// The seat is taken
    SeatTaken,
    /// You already play in this game
    AlreadyJoined,
    /// The organiser has excluded programs from the game
    NoPrograms,
    /// There is no such title, option, bot, seat, clock or time zone
    UnknownValue,
    /// The request was sent before with other content
    KeyReused,
    /// Another reason, which only the text states
    Refused,
}

impl RefusalCode {
    /// All codes.
    pub const ALL: &[RefusalCode] = RefusalCode::VARIANTS;

    /// Returns the key.
    pub fn key(self) -> &'static str {
        self.into()
    }

    /// Describes the code in a sentence without a full stop: its doc comment.
    pub fn about(self) -> &'static str {
        self.get_documentation().unwrap_or_default()
    }

    /// Returns the reason in a few words, for narrations of facts that store only the code. It
    /// does not say "you", because every reader sees it.
    pub fn reason(self) -> &'static str {
        match self {
            RefusalCode::NotYourTurn => "the game was waiting for others",
            RefusalCode::OtherPrompt => "another decision was pending",
            RefusalCode::UnknownOrder => "no order begins with this word",
            RefusalCode::UnknownWord => "a word is unknown, or does not fit here",
            RefusalCode::MissingWord => "a word is missing",
            RefusalCode::ExtraWord => "there is an extra word",
            RefusalCode::Malformed => "it cannot be read",
            RefusalCode::Ambiguous => "a word fits several things",
            RefusalCode::CannotPay => "the cost cannot be paid",
            RefusalCode::WrongAmount => "the number is too small or too large",
            RefusalCode::WrongKind => "this kind of piece, card, place or player does not fit",
            RefusalCode::OutOfRange => "the place is too far away or not connected",
            RefusalCode::Occupied => "the place is taken, full or blocked",
            RefusalCode::NotHeld => "a piece, card or place that it needs is missing",
            RefusalCode::NoneThere => "there is none left, or nothing of this kind there",
            RefusalCode::AlreadyDone => "it has already been done, or would change nothing",
            RefusalCode::NotNow => "it is possible at another time only",
            RefusalCode::NotInGame => "it is not part of this game",
            RefusalCode::Empty => "the text is empty",
            RefusalCode::TooLong => "the text or the list is too long",
            RefusalCode::NotStarted => "the game has not started yet",
            RefusalCode::Finished => "the game is over",
            RefusalCode::Cancelled => "the game was cancelled",
            RefusalCode::Paused => "the game is paused",
            RefusalCode::VoteOpen => "a vote is open",
            RefusalCode::CannotUndo => "it can no longer be undone",
            RefusalCode::SeatTaken => "the seat is taken",
            RefusalCode::AlreadyJoined => "the player already plays in this game",
            RefusalCode::NoPrograms => "programs are excluded from the game",
            RefusalCode::UnknownValue => "it names something unknown",
            RefusalCode::KeyReused => "the request was sent before with other content",
            RefusalCode::NotLegal | RefusalCode::Refused => "the rules do not allow it",
        }
    }

    /// Refuses an order with this code, citing its rule.
    ///
    /// # Errors
    ///
    /// Always.
    pub fn refuse<T>(self, rule: &'static str, why: impl Into<String>) -> Result<T, Refusal> {
        Err(Refusal::new(why).rule(rule).code(self))
    }

    /// Refuses an order with this code unless a condition holds.
    ///
    /// ```
    /// use ravenpost_rules::RefusalCode::Occupied;
    /// let placed = |free: bool| Occupied.unless(free, "R9.1", "there is already a church");
    /// assert!(placed(true).is_ok());
    /// assert_eq!(placed(false).map_err(|refusal| refusal.code), Err(Occupied));
    /// ```
    ///
    /// # Errors
    ///
    /// If the condition does not hold.
    pub fn unless(
        self,
        holds: bool,
        rule: &'static str,
        why: impl Into<String>,
    ) -> Result<(), Refusal> {
        if holds { Ok(()) } else { self.refuse(rule, why) }
    }
}

/// Why an order was not accepted. The reason is lower case, without a full stop, and quotes the
/// player's own word.
///
/// ```
/// use ravenpost_rules::Refusal;
/// let no = Refusal::new("is threatened by a pirate").subject("w").rule("R9.1");
/// let no = no.instead(["sail e".to_owned()]);
/// assert_eq!(no.to_string(), "\"w\" is threatened by a pirate (R9.1); try: sail e");
/// let no = Refusal::new("you have no sheep").word("sheep");
/// assert_eq!(no.to_string(), "\"sheep\": you have no sheep");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Refusal {
    /// The part of the line that was refused, starting at 1; also 1 if there is only one.
    pub part: usize,
    /// The offending word as the player wrote it, if there is one.
    pub word: Option<String>,
    /// Whether the word is the subject of the reason: `"w" is threatened by a pirate`. Otherwise
    /// the reason is a sentence of its own.
    #[serde(skip)]
    pub is_subject: bool,
    /// The kind of refusal, for programs.
    pub code: RefusalCode,
    /// The reason: "w is threatened by a pirate".
    pub why: String,
    /// Complete orders that would be accepted instead, most similar first. A title may put hints
    /// here, words as well as orders; [`crate::erased::Position`] turns them into suggestions.
    pub instead: Vec<String>,
    /// The rule that forbids it: "R9.1".
    pub rule: Option<&'static str>,
}

impl Refusal {
    /// Creates a refusal with a reason only. An order that is refused without a code gets
    /// [`RefusalCode::Malformed`] or [`RefusalCode::NotLegal`]. [`RefusalCode::refuse`] sets one
    /// that tells programs more.
    pub fn new(why: impl Into<String>) -> Refusal {
        let code = RefusalCode::Refused;
        Refusal {
            part: 1,
            word: None,
            is_subject: false,
            code,
            why: why.into(),
            instead: Vec::new(),
            rule: None,
        }
    }

    /// Sets the code.
    #[must_use]
    pub fn code(mut self, code: RefusalCode) -> Refusal {
        self.code = code;
        self
    }

    /// Sets the code if the refusal has none of its own.
    #[must_use]
    pub fn or_code(self, code: RefusalCode) -> Refusal {
        if self.code == RefusalCode::Refused { self.code(code) } else { self }
    }

    /// Sets the offending word.
    #[must_use]
    pub fn word(mut self, word: impl Into<String>) -> Refusal {
        self.word = Some(word.into());
        self
    }

    /// Sets the offending word as the subject of the reason, which is its predicate: "is not a
    /// number".
    #[must_use]
    pub fn subject(self, word: impl Into<String>) -> Refusal {
        Refusal { is_subject: true, ..self.word(word) }
    }

    /// Sets the rule.
    #[must_use]
    pub fn rule(mut self, rule: &'static str) -> Refusal {
        self.rule = Some(rule);
        self
    }

    /// Adds hints at what might be accepted instead.
    #[must_use]
    pub fn instead(mut self, forms: impl IntoIterator<Item = String>) -> Refusal {
        self.instead.extend(forms);
        self
    }

    /// Returns the word and the reason as one sentence, without a full stop.
    pub fn text(&self) -> String {
        match self.word.as_deref().filter(|word| !word.is_empty()) {
            Some(word) if self.is_subject => format!("\"{word}\" {}", self.why),
            Some(word) => format!("\"{word}\": {}", self.why),
            None => self.why.clone(),
        }
    }

    /// Sets the part of the line that was refused.
    #[must_use]
    pub fn in_part(mut self, part: usize) -> Refusal {
        self.part = part;
        self
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.text())?;
        if let Some(rule) = self.rule {
            write!(f, " ({rule})")?;
        }
        if !self.instead.is_empty() {
            write!(f, "; try: {}", self.instead.join(", or "))?;
        }
        Ok(())
    }
}
