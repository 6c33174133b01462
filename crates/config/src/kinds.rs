//! The types of settings: how they are parsed and written.

use std::time::Duration;

use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Deserializer, de::Error};
use strum::{IntoStaticStr, VariantNames};
use toml::Value as Toml;

/// The type of a setting, for parsing the environment and flags.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueKind {
    Text,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A number from 0 to this one.
    Number(u32),
    /// A boolean, written `true` or `false`.
    Flag,
    /// A list, separated by commas in the environment.
    List,
    /// Never printed; may also be given as `KEY_FILE`.
    Secret,
}

impl ValueKind {
    /// Parses text from the environment or a flag.
    pub fn read(self, text: &str) -> Result<Toml, String> {
        match self {
            ValueKind::Text | ValueKind::Choice(_) | ValueKind::Secret => {
                Ok(Toml::String(text.to_owned()))
            }
            ValueKind::Number(most) => {
                let number = text.trim().parse().map(Toml::Integer);
                number.map_err(|_| format!("is not a number from 0 to {most}"))
            }
            ValueKind::Flag => {
                let flag = text.trim().parse().map(Toml::Boolean);
                flag.map_err(|_| "is neither true nor false".to_owned())
            }
            ValueKind::List => {
                let words = text.split(',').map(str::trim).filter(|word| !word.is_empty());
                Ok(Toml::Array(words.map(|word| Toml::String(word.to_owned())).collect()))
            }
        }
    }
}

impl ValueKind {
    /// Returns what is wrong with a value that the setting does not accept. `None` for a text, for
    /// which the error of its own type is used.
    pub(crate) fn mismatch(self, value: &Toml) -> Option<String> {
        Some(match (self, value) {
            (ValueKind::Number(most), Toml::Integer(number)) => {
                format!("{number} is not a number from 0 to {most}")
            }
            (ValueKind::Number(most), _) => {
                format!("must be a number from 0 to {most}, without quotation marks")
            }
            (ValueKind::Flag, _) => "must be true or false, without quotation marks".to_owned(),
            (ValueKind::List, _) => {
                "must be a list of texts in quotation marks, as in [\"one\", \"two\"]".to_owned()
            }
            (ValueKind::Choice(words), Toml::String(text)) => {
                format!("\"{text}\" is not one of these: {}", words.join(", "))
            }
            (ValueKind::Text, Toml::String(_)) => return None,
            (ValueKind::Text | ValueKind::Choice(_) | ValueKind::Secret, _) => {
                "must be text in quotation marks".to_owned()
            }
        })
    }
}

/// A type of settings.
pub trait Value {
    const KIND: ValueKind;
    /// Returns the TOML value; for a secret only whether it is set.
    fn written(&self) -> Toml;
}

impl Value for String {
    const KIND: ValueKind = ValueKind::Text;
    fn written(&self) -> Toml {
        Toml::String(self.clone())
    }
}

impl Value for Vec<String> {
    const KIND: ValueKind = ValueKind::List;
    fn written(&self) -> Toml {
        Toml::Array(self.iter().cloned().map(Toml::String).collect())
    }
}

impl Value for bool {
    const KIND: ValueKind = ValueKind::Flag;
    fn written(&self) -> Toml {
        Toml::Boolean(*self)
    }
}

impl Value for u16 {
    const KIND: ValueKind = ValueKind::Number(u16::MAX as u32);
    fn written(&self) -> Toml {
        Toml::Integer((*self).into())
    }
}

impl Value for u32 {
    const KIND: ValueKind = ValueKind::Number(u32::MAX);
    fn written(&self) -> Toml {
        Toml::Integer((*self).into())
    }
}

/// Text that is never printed.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub struct Secret(SecretString);

impl Secret {
    /// Returns the secret text. Use it only in the call that needs it.
    pub fn expose(&self) -> &str {
        self.0.expose_secret()
    }

    pub fn is_empty(&self) -> bool {
        self.expose().is_empty()
    }
}

impl From<&str> for Secret {
    fn from(text: &str) -> Secret {
        Secret(SecretString::from(text))
    }
}

impl Value for Secret {
    const KIND: ValueKind = ValueKind::Secret;
    fn written(&self) -> Toml {
        Toml::String(if self.is_empty() { "" } else { "(hidden)" }.to_owned())
    }
}

/// A duration in human-readable form: "3 days", "90s".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Span(pub Duration);

impl Span {
    pub const fn days(days: u64) -> Span {
        Span(Duration::from_secs(days * 24 * 60 * 60))
    }

    pub const fn minutes(minutes: u64) -> Span {
        Span(Duration::from_secs(minutes * 60))
    }
}

impl<'de> Deserialize<'de> for Span {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Span, D::Error> {
        let text = String::deserialize(from)?;
        humantime::parse_duration(&text).map(Span).map_err(|_| {
            D::Error::custom(format!("\"{text}\" is not a duration such as \"3 days\""))
        })
    }
}

impl Value for Span {
    const KIND: ValueKind = ValueKind::Text;
    fn written(&self) -> Toml {
        Toml::String(humantime::format_duration(self.0).to_string())
    }
}

/// How emails leave this server.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, IntoStaticStr, VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Transport {
    /// Not at all: they are shown at /outbox.
    Local,
    /// Through a relay, which delivers them.
    Smtp,
}

/// How the connection to the relay or the mailbox is encrypted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, IntoStaticStr, VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Tls {
    /// Not encrypted; only allowed on the same machine.
    None,
    /// Mandatory STARTTLS.
    Starttls,
    /// TLS from the start.
    Tls,
}

/// The envelope sender of emails.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, IntoStaticStr, VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Envelope {
    /// A separate address for each email, to which bounces are assigned.
    Unique,
    /// The address in `from`.
    From,
}

/// The protocol of the upstream mail server.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, IntoStaticStr, VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Speech {
    /// One reply for each recipient.
    Lmtp,
    /// One reply for all recipients.
    Smtp,
}

/// The format of log lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, IntoStaticStr, VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum LogFormat {
    /// Text on a terminal, otherwise JSON.
    Auto,
    /// Always text.
    Text,
    /// Always JSON, one object per line.
    Json,
}

/// Implements [`Value`] for enums whose variants are written as words.
macro_rules! words {
    ($($Name:ident),*) => {
        $(impl Value for $Name {
            const KIND: ValueKind = ValueKind::Choice(<$Name as VariantNames>::VARIANTS);
            fn written(&self) -> Toml {
                Toml::String(<&str>::from(self).to_owned())
            }
        })*
    };
}

words!(Transport, Tls, Envelope, Speech, LogFormat);
