//! Delivery failures: the step, the reason and the consequence.

use lettre::transport::smtp::Error;

/// The steps of an SMTP delivery, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum SmtpStep {
    /// The connection, the greeting and EHLO.
    Connect,
    Encrypt,
    SignIn,
    From,
    To,
    Data,
    /// The message including the terminating dot.
    Text,
}

impl SmtpStep {
    fn words(self) -> &'static str {
        match self {
            SmtpStep::Connect => "connecting",
            SmtpStep::Encrypt => "STARTTLS",
            SmtpStep::SignIn => "AUTH",
            SmtpStep::From => "MAIL",
            SmtpStep::To => "RCPT",
            SmtpStep::Data => "DATA",
            SmtpStep::Text => "the end of the data",
        }
    }
}

/// The consequence of a failure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FailureKind {
    /// The relay is unavailable: nothing is known about this email, and all emails wait.
    Relay,
    /// This email is retried on schedule.
    Later,
    /// This email can never be sent as it is.
    Never,
    /// The mailbox does not exist, so no email can be sent there.
    Gone,
}

/// A failed attempt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    pub failure_kind: FailureKind,
    /// The step that failed; `None` if the relay was not involved.
    pub step: Option<SmtpStep>,
    /// The reply code, if there was a reply.
    pub code: Option<u16>,
    /// The reason on one line, for the admin and the player.
    pub words: String,
}

impl Failure {
    /// A failure before the relay was involved that may not recur.
    pub fn passing(words: impl Into<String>) -> Failure {
        Failure {
            failure_kind: FailureKind::Later,
            step: None,
            code: None,
            words: one_line(&words.into()),
        }
    }

    /// A failure before the relay was involved that will recur.
    pub fn lasting(words: impl Into<String>) -> Failure {
        Failure { failure_kind: FailureKind::Never, ..Failure::passing(words) }
    }

    /// A negative reply of the relay.
    pub fn refused(step: SmtpStep, code: u16, text: &str) -> Failure {
        let words = one_line(&format!("{}: {code} {text}", step.words()));
        Failure {
            failure_kind: failure_kind(step, code, text),
            step: Some(step),
            code: Some(code),
            words,
        }
    }

    /// A timeout, a closed connection or an unexpected reply.
    pub fn broken(step: SmtpStep, words: &str) -> Failure {
        let words = one_line(&format!("{}: {words}", step.words()));
        Failure { failure_kind: unless_ours(step), step: Some(step), code: None, words }
    }

    /// Converts an error of lettre.
    pub(super) fn of(step: SmtpStep, error: &Error) -> Failure {
        use std::error::Error as _;
        match error.status() {
            Some(code) => {
                let text = error.source().map(ToString::to_string).unwrap_or_default();
                Failure::refused(step, code.into(), &text)
            }
            None => Failure::broken(step, &described(error)),
        }
    }

    /// Returns whether the other side asks to retry later.
    pub fn is_temporary(&self) -> bool {
        self.code.is_some_and(|code| (400..500).contains(&code))
    }

    /// Returns whether the admin should investigate: a permanent error that is not caused by the
    /// mailbox.
    pub(super) fn alarms(&self) -> bool {
        self.failure_kind == FailureKind::Later && self.code.is_some_and(|code| code >= 500)
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.words)
    }
}

/// Returns the consequence of a refusal. Only a reply to RCPT that the mailbox does not exist is
/// permanent. Anything else, such as a refused sign-in, a full disk, a quota or a filter, can be
/// fixed, so the email is retried.
fn failure_kind(step: SmtpStep, code: u16, text: &str) -> FailureKind {
    match step {
        _ if code == 421 => FailureKind::Relay,
        SmtpStep::To if nobody_there(code, text) => FailureKind::Gone,
        _ => unless_ours(step),
    }
}

/// Failures before RCPT concern the relay as a whole, not this email.
fn unless_ours(step: SmtpStep) -> FailureKind {
    if step <= SmtpStep::From { FailureKind::Relay } else { FailureKind::Later }
}

/// Returns whether a refused recipient does not exist, according to the enhanced status code (RFC
/// 3463) if present, and otherwise to the reply code.
fn nobody_there(code: u16, text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default();
    let parts: Vec<&str> = word.split('.').collect();
    match parts[..] {
        // 5.1.7 and 5.1.8 refer to the sender's address.
        ["5", "1", detail] => !matches!(detail, "7" | "8"),
        ["5", "2", "1"] | ["5", "4", "4"] => true,
        [class, subject, detail] if [class, subject, detail].iter().all(|part| number(part)) => {
            false
        }
        _ => matches!(code, 550 | 551 | 553) && !is_about_us(text),
    }
}

/// Returns whether a refusal concerns the sender or the use of the relay rather than the recipient.
fn is_about_us(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    ["sender", "send as", "mail from", "not owned", "relay", "authenticat"]
        .iter()
        .any(|word| text.contains(word))
}

fn number(part: &str) -> bool {
    !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit())
}

fn described(error: &Error) -> String {
    use std::error::Error as _;
    let mut words = error.to_string();
    let mut source = error.source();
    while let Some(inner) = source {
        let more = inner.to_string();
        if !words.contains(&more) {
            words = format!("{words}: {more}");
        }
        source = inner.source();
    }
    words
}

/// Reduces a text to one line of at most 300 characters, without control characters.
fn one_line(words: &str) -> String {
    let spaced: String = words.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(300).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_missing_mailbox_is_permanent() {
        let to = |code, text| Failure::refused(SmtpStep::To, code, text).failure_kind;
        let gone =
            [(550, "5.1.1 no such mailbox"), (550, "5.2.1 disabled"), (550, "5.4.4 no host")];
        let bare = [(550, "no such user"), (551, "user not local"), (553, "bad name")];
        for (code, text) in gone.into_iter().chain(bare) {
            assert_eq!(to(code, text), FailureKind::Gone, "{code} {text}");
        }
        let fixed = [
            (550, "5.7.1 relaying denied"),
            (550, "relay not permitted"),
            (553, "Sender address rejected: not owned by user raven"),
            (550, "you may not send as this user"),
            (550, "5.7.26 this mail is unauthenticated"),
            (553, "5.1.8 sender's domain does not exist"),
            (552, "5.2.2 mailbox full"),
            (554, "no"),
            (451, "4.1.1 cannot be checked now"),
            (500, "what?"),
        ];
        for (code, text) in fixed {
            assert_eq!(to(code, text), FailureKind::Later, "{code} {text}");
        }
    }

    #[test]
    fn refusal_of_our_server_is_not_the_emails_fault() {
        for step in [SmtpStep::Connect, SmtpStep::Encrypt, SmtpStep::SignIn, SmtpStep::From] {
            assert_eq!(
                Failure::refused(step, 550, "5.1.1 no").failure_kind,
                FailureKind::Relay,
                "{step:?}"
            );
            assert_eq!(
                Failure::broken(step, "it hung up").failure_kind,
                FailureKind::Relay,
                "{step:?}"
            );
        }
        for step in [SmtpStep::To, SmtpStep::Data, SmtpStep::Text] {
            assert_eq!(
                Failure::refused(step, 421, "4.3.2 going down").failure_kind,
                FailureKind::Relay
            );
            assert_eq!(
                Failure::broken(step, "it hung up").failure_kind,
                FailureKind::Later,
                "{step:?}"
            );
        }
        let quota = Failure::refused(SmtpStep::Text, 550, "5.7.1 your account is over its quota");
        assert_eq!(quota.failure_kind, FailureKind::Later);
        assert!(quota.alarms() && !Failure::refused(SmtpStep::Text, 451, "later").alarms());
        assert_eq!(quota.words, "the end of the data: 550 5.7.1 your account is over its quota");
        assert_eq!(Failure::lasting("a\r\nb").words, "a b");
    }
}
