//! All settings in one list, from which types, defaults and help are derived.
//!
//! Precedence, lowest first: built-in defaults, TOML file, environment `RAVENPOST__SECTION__KEY`,
//! flags. Unknown keys are refused in every source. This crate does not read files or the
//! environment on its own: [`load::Sources`] supplies both, so that tests can replace them.

mod consistency;
pub mod findings;
pub mod kinds;
pub mod load;
pub mod network;
pub mod sample;
#[cfg(test)]
mod tests;

use serde::Deserialize;

pub use findings::{Findings, Problems};
pub use kinds::{Envelope, LogFormat, Secret, Span, Speech, Tls, Transport, ValueKind};
pub use load::Sources;

use kinds::Value;

/// A setting as declared in the list below.
pub struct Setting {
    pub section: &'static str,
    pub key: &'static str,
    /// Help in full sentences, one per line of the sample file.
    pub help: &'static [&'static str],
    pub kind: ValueKind,
    pub default: toml::Value,
}

impl Setting {
    /// Returns the name, `section.key`.
    pub fn name(&self) -> String {
        format!("{}.{}", self.section, self.key)
    }

    /// Returns the name of the environment variable.
    pub fn variable(&self) -> String {
        format!("RAVENPOST__{}__{}", self.section.to_uppercase(), self.key.to_uppercase())
    }
}

macro_rules! settings {
    ($(
        $(#[doc = $about:literal])+
        $section:ident: $Section:ident {
            $( $(#[doc = $help:literal])+ $key:ident: $kind:ty = $default:expr, )+
        }
    )+) => {
        /// The effective settings.
        #[derive(Clone, Debug, Default, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Config {
            $( $(#[doc = $about])+ pub $section: $Section, )+
        }

        $(
            $(#[doc = $about])+
            #[derive(Clone, Debug, Deserialize)]
            #[serde(default, deny_unknown_fields)]
            pub struct $Section {
                $( $(#[doc = $help])+ pub $key: $kind, )+
            }

            impl Default for $Section {
                fn default() -> Self {
                    $Section { $( $key: <$kind>::from($default), )+ }
                }
            }
        )+

        /// The sections with their descriptions, in the order of the sample file.
        pub const SECTIONS: &[(&str, &[&str])] =
            &[$( (stringify!($section), &[$($about),+]), )+];

        impl Config {
            /// Returns every setting with its current value.
            pub fn settings(&self) -> Vec<Setting> {
                vec![$($(Setting {
                    section: stringify!($section),
                    key: stringify!($key),
                    help: &[$($help),+],
                    kind: <$kind as Value>::KIND,
                    default: self.$section.$key.written(),
                },)+)+]
            }
        }
    };
}

settings! {
    /// Web server.
    server: Server {
        /// Address and port to listen on, or `unix:/path/to/socket`.
        bind: String = "127.0.0.1:8080",
        /// Public URL of the server, without a trailing slash, used for links in emails.
        /// Empty means http:// and the address above.
        base_url: String = "",
        /// File mode of the Unix socket. `0666` allows every account that can enter its folder,
        /// which includes those of nginx and Caddy.
        socket_mode: String = "0666",
        /// Addresses or networks (`172.16.0.0/12`) of proxies whose X-Forwarded-For is trusted.
        trusted_proxies: Vec<String> = Vec::new(),
        /// Number of threads that serve requests; 0 means one per processor.
        workers: u16 = 0u16,
        /// Size of the memory cache for games and pages in megabytes. The server needs about 70 MB
        /// in addition.
        cache_mb: u32 = 24u32,
    }

    /// Storage: the database, keys and backups.
    data: Data {
        /// Data folder, for the exclusive use of Ravenpost. Back it up with `ravenpost backup`.
        dir: String = "data",
        /// Address of a PostgreSQL database, `postgres://user:password@host/name`, for servers that
        /// have outgrown one file or one machine. Empty means a SQLite file in the data folder.
        database: Secret = "",
        /// Address of the same database with the role that owns its tables. Set it if the role in
        /// `data.database` can only append to the log. Empty means one role for everything.
        database_owner: Secret = "",
        /// Folder for scheduled backups, preferably on another disk. Empty means `backups` in the
        /// data folder.
        backup_dir: String = "",
        /// Hours between scheduled backups; 0 disables them.
        backup_interval_hours: u32 = 24u32,
        /// Days to keep scheduled backups. The last three are always kept.
        backup_retention_days: u32 = 7u32,
    }

    /// Outbound and inbound email.
    mail: Mail {
        /// `local` sends no email and shows all emails at /outbox; `smtp` sends through a relay.
        transport: Transport = Transport::Local,
        /// With `local`, anyone who can read /outbox can sign in as any player and see every hand.
        /// For that reason, /outbox is only available on this machine, and the server does not
        /// start on a public address. Set this to true to make /outbox public.
        public_outbox: bool = false,
        /// Host name of the SMTP relay.
        smtp_host: String = "",
        /// Port of the relay; 0 means the standard port for `smtp_tls`.
        smtp_port: u16 = 0u16,
        /// Encryption: `starttls` (port 587), `tls` (port 465) or `none` (port 25, local only).
        smtp_tls: Tls = Tls::Starttls,
        /// User name for the relay; empty means no login.
        smtp_username: String = "",
        /// Password for the relay.
        smtp_password: Secret = "",
        /// Additional trusted certificates in PEM format, for a relay or mailbox with a private
        /// certificate.
        ca_certificates: Secret = "",
        /// Host name in HELO or EHLO. Empty means the host of `base_url` if it is a name, otherwise
        /// `reply_domain`, otherwise the domain of `from`.
        helo_name: String = "",
        /// Sender of all emails (From).
        from: String = "Ravenpost <ravenpost@localhost>",
        /// Email address of the admin, signed in by the link printed at the first start.
        admin: String = "admin@localhost",
        /// Days between emails to the admin with the daily seals over all games, which make removed
        /// data detectable; 0 disables them.
        seal_email_days: u32 = 7u32,
        /// Envelope sender if `reply_domain` is set: `unique` gives each email its own address
        /// there, which tells the server which email bounced; `from` always uses the address in
        /// `from`, for relays that accept no other.
        envelope: Envelope = Envelope::Unique,
        /// Domain of the envelope sender, to which bounces are sent. Empty means the domain of
        /// `from`. Not used if `reply_domain` is set.
        envelope_domain: String = "",
        /// Domain of the reply addresses. All its email must be delivered to this server. Empty
        /// means that replies are not read.
        reply_domain: String = "",
        /// Local part of the reply address, if only one mailbox is available. The key is added
        /// after a plus sign.
        reply_mailbox: String = "",
        /// Name of the upstream mail server in Authentication-Results, for sender verification.
        /// Empty means that only the key in the reply address is checked.
        authserv_id: String = "",
        /// Folder for inbound email, similar to a Maildir, also used by `ravenpost mail receive`.
        /// Empty means `incoming` in the data folder.
        incoming_dir: String = "",
        /// Host name of an IMAP mailbox to which replies are delivered. Empty means none.
        imap_host: String = "",
        /// Port of the IMAP server; 0 means the standard port for `imap_tls`.
        imap_port: u16 = 0u16,
        /// Encryption: `tls` (port 993), `starttls` (port 143) or `none` (port 143, local only).
        imap_tls: Tls = Tls::Tls,
        /// User name for the mailbox.
        imap_username: String = "",
        /// Password for the mailbox.
        imap_password: Secret = "",
        /// IMAP folder to read. Ravenpost changes nothing in it, and only reads new emails.
        imap_folder: String = "INBOX",
        /// Address for deliveries from a mail server on this machine: `127.0.0.1:2424` or
        /// `unix:/path/to/socket`. Not encrypted. Empty means none.
        listen: String = "",
        /// Protocol for these deliveries: `lmtp` or `smtp`.
        listen_protocol: Speech = Speech::Lmtp,
        /// DKIM: the selector, as published in the DNS. Empty means no signing on this server.
        dkim_selector: String = "",
        /// DKIM: the signing domain. Empty means the domain of `from`.
        dkim_domain: String = "",
        /// DKIM: the private key in PEM format.
        dkim_key: Secret = "",
        /// Delay of turn emails. Players who move on the website in the meantime get none.
        turn_delay: Span = Span::minutes(3),
        /// How long to retry an email before it is marked as failed.
        give_up_after: Span = Span::days(5),
    }

    /// Witnesses of the daily seals.
    seals: Seals {
        /// Keys of witnesses, in the form `name+01234567+base64`. The seals page shows their
        /// signatures, which they can also send in replies to emails.
        witnesses: Vec<String> = Vec::new(),
    }

    /// Which games can be opened, and who can play.
    games: Games {
        /// Whether anyone can sign up. If false, only players can sign in, and people invited by
        /// email or with `ravenpost invite ADDRESS`. A choice on the admin pages replaces it.
        open_sign_up: bool = true,
        /// Whether new people can sign up with the share link of a game if `open_sign_up` is
        /// false: as many as the game has free seats.
        share_links_admit: bool = false,
        /// Whether bots play a public game of each title that has none when the server starts, so
        /// that visitors can replay one.
        exhibition_games: bool = true,
        /// Times per turn offered for custom clocks; the first is the default. Named clocks are
        /// not affected.
        paces: Vec<String> = ["3 days", "1 day", "2 days", "7 days", "14 days"].map(String::from),
    }

    /// Rate limits.
    limits: Limits {
        /// Sign-in emails per hour to one address.
        sign_in_per_address: u32 = 3u32,
        /// Sign-in emails per hour requested from one network address.
        sign_in_per_client: u32 = 20u32,
        /// Practice games per hour that visitors without an account may start from one network
        /// address.
        guest_games_per_client: u32 = 6u32,
        /// Practice games per day that visitors without an account may start. 0 requires an
        /// account.
        guest_games_per_day: u32 = 300u32,
        /// Games opened per day by one player.
        tables_per_day: u32 = 30u32,
        /// Concurrent connections from one network address; trusted proxies are not limited.
        connections_per_client: u32 = 100u32,
        /// Orders per minute for one seat, and API requests per minute for one access token.
        orders_per_minute: u32 = 60u32,
        /// Requests per second from one network address.
        requests_per_second: u32 = 50u32,
    }

    /// Log output on standard error.
    log: Log {
        /// `text`, `json` or `auto` (text on a terminal, otherwise JSON).
        format: LogFormat = LogFormat::Auto,
        /// Log filter, such as `info,ravenpost=debug`.
        filter: String = "info",
    }

    /// Metrics for Prometheus.
    metrics: Metrics {
        /// Address and port at which `/metrics` is served, or `unix:/path/to/socket`. Only for the
        /// admin, because metrics show when players move. Empty means none.
        bind: String = "",
    }
}

/// Returns whether a host, with or without a port, is the loopback interface.
pub fn is_loopback(place: &str) -> bool {
    let host = match place.rsplit_once(':') {
        Some((host, port)) if port.parse::<u16>().is_ok() => host,
        _ => place,
    };
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let address = host.parse::<std::net::IpAddr>();
    address.map_or(host.eq_ignore_ascii_case("localhost"), |ip| ip.to_canonical().is_loopback())
}

impl Mail {
    /// Returns the domain of Message-IDs and reply addresses.
    pub fn domain(&self) -> &str {
        if !self.reply_domain.is_empty() {
            return &self.reply_domain;
        }
        self.sender_domain()
    }

    /// Returns the domain of the `From` address.
    pub fn sender_domain(&self) -> &str {
        let after = self.from.rsplit('@').next().unwrap_or_default();
        after.trim_end_matches('>').trim()
    }

    /// Returns domain and mailbox of the reply addresses, if replies are enabled.
    pub fn answers(&self) -> Option<(String, Option<String>)> {
        let mailbox = Some(self.reply_mailbox.clone()).filter(|name| !name.is_empty());
        (!self.reply_domain.is_empty()).then(|| (self.reply_domain.clone(), mailbox))
    }

    /// Returns domain and mailbox of the envelope senders, if each email has its own.
    pub fn bounces(&self) -> Option<(String, Option<String>)> {
        self.answers().filter(|_| self.envelope == Envelope::Unique)
    }

    /// Returns whether emails to an address may be for this server: those to reply keys and to its
    /// sender addresses. Without a reply domain, every address may be.
    pub fn is_ours(&self, address: &str) -> bool {
        let address = address.trim().to_ascii_lowercase();
        let (local, domain) = address.rsplit_once('@').unwrap_or((&address, ""));
        let plain = format!("{}@{domain}", local.split('+').next().unwrap_or_default());
        let known = [plain, format!("@{domain}")];
        let answers = self.reply_domain.to_ascii_lowercase();
        answers.is_empty()
            || self.reply_mailbox.is_empty() && domain == answers
            || self.robots().iter().any(|own| known.contains(&own.to_ascii_lowercase()))
    }

    /// Returns the addresses from which this server sends or at which it reads email. `@domain`
    /// stands for all addresses of a domain.
    pub fn robots(&self) -> Vec<String> {
        let from = self.from.rsplit(['<', ' ']).next().unwrap_or_default();
        let mut own = vec![from.trim_end_matches('>').to_owned()];
        for domain in [&self.envelope_domain, &self.reply_domain] {
            if !self.reply_mailbox.is_empty() && *domain == self.reply_domain {
                own.push(format!("{}@{domain}", self.reply_mailbox));
            } else if domain == self.sender_domain() {
                own.push(format!("bounces@{domain}"));
            } else if !domain.is_empty() {
                // A dedicated domain without personal mailboxes.
                own.push(format!("@{domain}"));
            }
        }
        own
    }
}

impl Config {
    /// Returns the folder into which emails are delivered.
    pub fn incoming(&self) -> std::path::PathBuf {
        let data = std::path::Path::new(&self.data.dir);
        if self.mail.incoming_dir.is_empty() {
            data.join("incoming")
        } else {
            (&self.mail.incoming_dir).into()
        }
    }

    /// Returns the base URL without a trailing slash.
    pub fn base_url(&self) -> String {
        if self.server.base_url.is_empty() {
            // A server that listens on all addresses is also reachable as localhost.
            let bind =
                self.server.bind.replace("0.0.0.0", "localhost").replace("[::]", "localhost");
            return format!("http://{bind}");
        }
        self.server.base_url.trim_end_matches('/').to_owned()
    }
}
