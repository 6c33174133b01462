//! What a setting can be: its type, how it is written down and how text becomes it.

use std::time::Duration;

use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Deserializer, de::Error};
use toml::Value as Toml;

/// The shape of a setting's value, for reading the environment and flags.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueKind {
    Text,
    Number,
    /// A switch, written `true` or `false`.
    Flag,
    /// Written with commas in the environment.
    List,
    /// Never printed; may be given as `KEY_FILE` too.
    Secret,
}

impl ValueKind {
    /// Text from the environment or a flag as the value it stands for.
    pub fn read(self, text: &str) -> Result<Toml, String> {
        match self {
            ValueKind::Text | ValueKind::Secret => Ok(Toml::String(text.to_owned())),
            ValueKind::Number => {
                text.trim().parse().map(Toml::Integer).map_err(|_| "is not a number".to_owned())
            }
            ValueKind::Flag => {
                text.trim().parse().map(Toml::Boolean).map_err(|_| "is not true or false".into())
            }
            ValueKind::List => {
                let words = text.split(',').map(str::trim).filter(|word| !word.is_empty());
                Ok(Toml::Array(words.map(|word| Toml::String(word.to_owned())).collect()))
            }
        }
    }
}

/// A type that a setting may have.
pub trait Value {
    const KIND: ValueKind;
    /// As it would stand in the file; a secret only says whether it is set.
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
    const KIND: ValueKind = ValueKind::Number;
    fn written(&self) -> Toml {
        Toml::Integer((*self).into())
    }
}

impl Value for u32 {
    const KIND: ValueKind = ValueKind::Number;
    fn written(&self) -> Toml {
        Toml::Integer((*self).into())
    }
}

/// Text that is never printed.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub struct Secret(SecretString);

impl Secret {
    /// The text itself: for the one call that needs it.
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

/// A length of time, written as people write it: "3 days", "90s".
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
        humantime::parse_duration(&text)
            .map(Span)
            .map_err(|_| D::Error::custom(format!("\"{text}\" is not a time, e.g. \"3 days\"")))
    }
}

impl Value for Span {
    const KIND: ValueKind = ValueKind::Text;
    fn written(&self) -> Toml {
        Toml::String(humantime::format_duration(self.0).to_string())
    }
}

macro_rules! choices {
    ($(#[doc = $help:literal])+ $Name:ident {
        $( $(#[doc = $each:literal])+ $Choice:ident = $word:literal, )+
    }) => {
        $(#[doc = $help])+
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
        pub enum $Name {
            $( $(#[doc = $each])+ #[serde(rename = $word)] $Choice, )+
        }

        impl Value for $Name {
            const KIND: ValueKind = ValueKind::Text;
            fn written(&self) -> Toml {
                Toml::String(match self { $( $Name::$Choice => $word, )+ }.to_owned())
            }
        }
    };
}

choices! {
    /// Where letters go when they leave this server.
    Transport {
        /// Nowhere: they can be read at /outbox.
        Local = "local",
        /// To a relay, which delivers them.
        Smtp = "smtp",
    }
}

choices! {
    /// How the connection to the relay is kept private.
    Tls {
        /// Not at all: only for a relay on the same machine.
        None = "none",
        /// Begun in the clear and then upgraded, or given up.
        Starttls = "starttls",
        /// From the first byte.
        Tls = "tls",
    }
}

choices! {
    /// The envelope sender of emails.
    Envelope {
        /// An address of its own for each email, by which a bounce is assigned to it.
        Unique = "unique",
        /// The address in `from`.
        From = "from",
    }
}

choices! {
    /// What a mail server in front speaks to this one.
    Speech {
        /// One answer for each recipient.
        Lmtp = "lmtp",
        /// One answer for all.
        Smtp = "smtp",
    }
}

choices! {
    /// The shape of log lines.
    LogFormat {
        /// Text on a terminal and JSON otherwise.
        Auto = "auto",
        /// Lines of text, whatever the output is.
        Text = "text",
        /// A JSON object a line, whatever the output is.
        Json = "json",
    }
}
