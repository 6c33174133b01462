//! Refused orders: position in the line, reason and suggestions.

use serde::{Serialize, Serializer};

macro_rules! codes {
    ($($code:ident $key:literal $about:literal;)*) => {
        /// What kind of refusal it is, for programs. The keys are part of the API and never change.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum RefusalCode {
            $(#[doc = $about] $code,)*
        }

        impl RefusalCode {
            pub const ALL: &[RefusalCode] = &[$(RefusalCode::$code),*];

            pub fn key(self) -> &'static str {
                match self {
                    $(RefusalCode::$code => $key,)*
                }
            }

            /// Describes the code in a sentence without a full stop.
            pub fn about(self) -> &'static str {
                match self {
                    $(RefusalCode::$code => $about,)*
                }
            }
        }
    };
}

codes! {
    NotYourTurn "not_your_turn" "The game is not waiting for you";
    OtherPrompt "other_prompt" "The order does not answer your pending prompt";
    UnknownOrder "unknown_order" "No order begins with this word";
    UnknownWord "unknown_word" "The word is unknown, or does not fit here";
    MissingWord "missing_word" "A word is missing";
    ExtraWord "extra_word" "There is an extra word";
    Malformed "malformed" "The order cannot be read for another reason";
    Ambiguous "ambiguous" "The word fits several things";
    CannotPay "cannot_pay" "You do not have what the order costs";
    WrongAmount "wrong_amount" "The number is too small or too large";
    WrongKind "wrong_kind" "It is possible only for another kind of piece, card, place or player";
    OutOfRange "out_of_range" "The place is too far away or not connected";
    Occupied "occupied" "The place is taken, full or blocked";
    NotHeld "not_held" "You do not have the piece, card or place that the order needs";
    NoneThere "none_there" "There is none left, or nothing of this kind in that place";
    AlreadyDone "already_done" "It has been done as often as it can be, or would change nothing";
    NotNow "not_now" "It is possible at another time only";
    NotInGame "not_in_game" "It is not part of this game, because of its options, map or factions";
    NotLegal "not_legal" "The rules do not allow the order for another reason";
    Empty "empty" "The text is empty";
    TooLong "too_long" "The text or the list is too long";
    NotStarted "not_started" "The game has not started yet";
    Finished "finished" "The game is over";
    Cancelled "cancelled" "The game was cancelled";
    Paused "paused" "The organiser has paused the game";
    VoteOpen "vote_open" "The players are voting on a proposal";
    CannotUndo "cannot_undo" "The last order can no longer be undone";
    SeatTaken "seat_taken" "The seat is taken";
    AlreadyJoined "already_joined" "You already play in this game";
    NoPrograms "no_programs" "The organiser has excluded programs from the game";
    UnknownValue "unknown_value" "There is no such title, option, bot, seat or time zone";
    KeyReused "key_reused" "The request was sent before with other content";
    Refused "refused" "Another reason, which only the text states";
}

impl RefusalCode {
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

impl Serialize for RefusalCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.key())
    }
}

/// Why an order was not accepted. The reason is lower case, without a full stop, and quotes the
/// player's own word.
///
/// ```
/// use ravenpost_rules::Refusal;
/// let no = Refusal::new("is threatened by a pirate").word("w").rule("R9.1");
/// let no = no.instead(["sail e".to_owned()]);
/// assert_eq!(no.to_string(), "\"w\": is threatened by a pirate (R9.1); try: sail e");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Refusal {
    /// The part of the line that was refused, starting at 1; also 1 if there is only one.
    pub part: usize,
    /// The offending word as the player wrote it, if there is one.
    pub word: Option<String>,
    pub code: RefusalCode,
    /// The reason: "w is threatened by a pirate".
    pub why: String,
    /// Complete orders that would be accepted instead, most similar first. A title may put hints
    /// here, words as well as orders; [`super::erased::Position`] turns them into suggestions.
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
        Refusal { part: 1, word: None, code, why: why.into(), instead: Vec::new(), rule: None }
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

    /// Sets the part of the line that was refused.
    #[must_use]
    pub fn in_part(mut self, part: usize) -> Refusal {
        self.part = part;
        self
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(word) = &self.word {
            write!(f, "\"{word}\": ")?;
        }
        write!(f, "{}", self.why)?;
        if let Some(rule) = self.rule {
            write!(f, " ({rule})")?;
        }
        if !self.instead.is_empty() {
            write!(f, "; try: {}", self.instead.join(", or "))?;
        }
        Ok(())
    }
}
