//! The labels of metrics. Every value comes from a fixed list, except route patterns and versions,
//! so that no label can name a game, a seat or a person.

use std::fmt;

use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue, LabelValueEncoder};
use strum::{IntoStaticStr, VariantArray};

/// The labels of a metric.
pub trait Labels: Sized {
    /// Their names.
    const NAMES: &'static [&'static str];

    /// Returns the combinations that are shown from the start.
    fn all() -> Vec<Self>;
}

/// Declares labels with one or two values.
macro_rules! labels {
    ($(
        $(#[doc = $help:literal])+
        $Name:ident { $one:ident: $One:ident $(, $two:ident: $Two:ident)? }
    )+) => {$(
        $(#[doc = $help])+
        #[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
        pub struct $Name {
            pub $one: $One,
            $(pub $two: $Two,)?
        }

        impl Labels for $Name {
            const NAMES: &'static [&'static str] = &[stringify!($one), $(stringify!($two))?];

            fn all() -> Vec<$Name> {
                labels!(@all $Name $one: $One $(, $two: $Two)?)
            }
        }
    )+};
    (@all $Name:ident $one:ident: $One:ident) => {
        $One::ALL.iter().map(|$one| $Name { $one: *$one }).collect()
    };
    (@all $Name:ident $one:ident: $One:ident, $two:ident: $Two:ident) => {{
        let mut all = Vec::new();
        for $one in $One::ALL {
            all.extend($Two::ALL.iter().map(|$two| $Name { $one: *$one, $two: *$two }));
        }
        all
    }};
}

/// The class of an HTTP status.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, IntoStaticStr, VariantArray)]
pub enum StatusClass {
    #[strum(serialize = "1xx")]
    Informational,
    #[strum(serialize = "2xx")]
    Success,
    #[strum(serialize = "3xx")]
    Redirection,
    #[strum(serialize = "4xx")]
    ClientError,
    #[strum(serialize = "5xx")]
    ServerError,
}

/// A part of the site.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Area {
    Page,
    Api,
    File,
}

/// How an order arrived.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum OrderSource {
    Page,
    Email,
    Api,
    Bot,
    /// An instruction that the player had left.
    Instruction,
    /// A command of the admin.
    Command,
}

/// The result of an order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum OrderResult {
    Accepted,
    Refused,
}

/// Whether a game was found in memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Lookup {
    Hit,
    Miss,
}

/// The state of an email in the outbox.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum OutboxState {
    Waiting,
    /// Waiting after a failed attempt.
    Retrying,
    Sending,
    Failed,
}

/// The provider of a mailbox, by its domain. Addresses at a private domain are `other`, even
/// if one of these providers hosts it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Provider {
    Google,
    Microsoft,
    Yahoo,
    Apple,
    Gmx,
    Proton,
    Other,
}

/// The result of a delivery attempt.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Delivery {
    Sent,
    /// Retried later.
    Deferred,
    /// Refused for good.
    Refused,
    /// The relay was unavailable.
    Relay,
    /// No longer true or wanted.
    Dropped,
}

/// The result of an inbound email.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Inbound {
    Done,
    Held,
    Ignored,
    Bounce,
    /// Forwarded to the admin.
    Admin,
    /// Retried in the next round.
    Failed,
}

/// The state of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum NodeState {
    Working,
    /// It cannot reach the relay.
    WithoutRelay,
    /// It has sent no heartbeat recently.
    Silent,
}

/// Makes enums values of labels.
macro_rules! values {
    ($($Name:ident),+ $(,)?) => {$(
        impl $Name {
            pub const ALL: &[$Name] = $Name::VARIANTS;

            pub fn word(self) -> &'static str {
                self.into()
            }
        }

        impl EncodeLabelValue for $Name {
            fn encode(&self, encoder: &mut LabelValueEncoder<'_>) -> Result<(), fmt::Error> {
                EncodeLabelValue::encode(&self.word(), encoder)
            }
        }
    )+};
}

values! {
    StatusClass,
    Area,
    OrderSource,
    OrderResult,
    Lookup,
    OutboxState,
    Provider,
    Delivery,
    Inbound,
    NodeState,
}

labels! {
    /// The labels of finished orders.
    OrderLabels { source: OrderSource, result: OrderResult }
    /// The labels of look-ups in the game cache.
    LookupLabels { result: Lookup }
    /// The labels of emails in the outbox.
    OutboxLabels { state: OutboxState }
    /// The labels of delivery attempts.
    DeliveryLabels { provider: Provider, result: Delivery }
    /// The labels of inbound emails.
    InboundLabels { result: Inbound }
    /// The labels of nodes.
    NodeLabels { state: NodeState }
    /// The labels of response times.
    AreaLabels { area: Area }
}

/// The route of requests that match none.
pub const NO_ROUTE: &str = "(none)";

/// The labels of requests.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub struct RequestLabels {
    /// The pattern in the route table, never the path.
    pub route: String,
    pub status: StatusClass,
}

impl Labels for RequestLabels {
    const NAMES: &'static [&'static str] = &["route", "status"];

    fn all() -> Vec<RequestLabels> {
        let of =
            |status: &StatusClass| RequestLabels { route: NO_ROUTE.to_owned(), status: *status };
        StatusClass::ALL.iter().map(of).collect()
    }
}

/// The labels of components, by their names in `/readyz`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub struct ComponentLabels {
    pub component: &'static str,
}

/// The component that every server has.
pub const DATABASE: &str = "database";

impl Labels for ComponentLabels {
    const NAMES: &'static [&'static str] = &["component"];

    fn all() -> Vec<ComponentLabels> {
        vec![ComponentLabels { component: DATABASE }]
    }
}

/// The version of the program.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub struct VersionLabels {
    pub version: &'static str,
}

impl VersionLabels {
    /// Returns the version of this program.
    pub fn own() -> VersionLabels {
        VersionLabels { version: env!("CARGO_PKG_VERSION") }
    }
}

impl Labels for VersionLabels {
    const NAMES: &'static [&'static str] = &["version"];

    fn all() -> Vec<VersionLabels> {
        vec![VersionLabels::own()]
    }
}

impl StatusClass {
    /// Returns the class of a status code.
    pub fn of(status: u16) -> StatusClass {
        match status {
            0..200 => StatusClass::Informational,
            200..300 => StatusClass::Success,
            300..400 => StatusClass::Redirection,
            400..500 => StatusClass::ClientError,
            500.. => StatusClass::ServerError,
        }
    }
}

impl Provider {
    /// Returns the provider of an address.
    pub fn of(address: &str) -> Provider {
        let domain = address.rsplit('@').next().unwrap_or_default().to_ascii_lowercase();
        // Several providers use the same name below many countries: outlook.de, yahoo.co.uk.
        match domain.split('.').next().unwrap_or_default() {
            "gmail" | "googlemail" => Provider::Google,
            "outlook" | "hotmail" | "live" | "msn" => Provider::Microsoft,
            "yahoo" | "ymail" | "rocketmail" | "aol" => Provider::Yahoo,
            "icloud" => Provider::Apple,
            "gmx" => Provider::Gmx,
            "proton" | "protonmail" => Provider::Proton,
            _ => match domain.as_str() {
                "me.com" | "mac.com" => Provider::Apple,
                "web.de" => Provider::Gmx,
                "pm.me" => Provider::Proton,
                _ => Provider::Other,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_labelled_by_provider_only() {
        for (address, provider) in [
            ("ann@gmail.com", Provider::Google),
            ("ann@Hotmail.co.uk", Provider::Microsoft),
            ("ann@yahoo.fr", Provider::Yahoo),
            ("ann@me.com", Provider::Apple),
            ("ann@web.de", Provider::Gmx),
            ("ann@pm.me", Provider::Proton),
            ("ann@example.org", Provider::Other),
            ("", Provider::Other),
        ] {
            assert_eq!(Provider::of(address), provider, "{address}");
        }
    }

    #[test]
    fn every_status_has_a_label() {
        for (status, word) in [(101, "1xx"), (200, "2xx"), (303, "3xx"), (404, "4xx"), (503, "5xx")]
        {
            assert_eq!(StatusClass::of(status).word(), word);
        }
    }
}
