//! All settings in one list, from which types, defaults and help are derived.
//!
//! Precedence, lowest first: built-in defaults, TOML file, environment `RAVENPOST__SECTION__KEY`,
//! flags. Unknown keys are refused in every source. This module does not read files or the
//! environment on its own: [`load::Sources`] supplies both, so that tests can replace them.

mod fit;
pub mod kinds;
pub mod load;
pub mod network;
pub mod sample;
#[cfg(test)]
mod tests;

use serde::Deserialize;

pub use kinds::{Envelope, LogFormat, Secret, Span, Speech, Tls, Transport, ValueKind};
pub use load::{Problems, Sources};

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
    /// Where the pages are served.
    server: Server {
        /// Address and port to listen on, or `unix:/path/to/socket`.
        bind: String = "127.0.0.1:8080",
        /// The address people type, without a slash at the end. It stands in every letter.
        /// Empty means http:// and the address above.
        base_url: String = "",
        /// Who may use a unix socket, as for chmod. With `0666` every account that can enter its
        /// folder may, which the accounts of nginx and Caddy need.
        socket_mode: String = "0666",
        /// Addresses or networks (`172.16.0.0/12`) of proxies whose X-Forwarded-For is believed.
        trusted_proxies: Vec<String> = Vec::new(),
        /// Threads that serve pages; 0 means one per processor.
        workers: u16 = 0u16,
        /// Megabytes of games and of their pages that are kept in memory, beside some 70 that the
        /// server needs for itself. What is not there is made anew when somebody looks at it.
        cache_mb: u32 = 24u32,
    }

    /// Where everything is kept: the database and the keys.
    data: Data {
        /// A folder that only Ravenpost writes to. Back it up with `ravenpost backup`.
        dir: String = "data",
        /// Address of a PostgreSQL database, `postgres://user:password@host/name`, for a house that
        /// has outgrown one file or one machine. Empty means the file in the data folder.
        database: Secret = "",
        /// Address of the same database for the role that owns its tables. With it `data.database`
        /// may name a role that can add to the log and not change it. Empty means one role for all.
        database_owner: Secret = "",
        /// Folder for the copies that the server makes by itself, best on another disk. Empty means
        /// `backups` in the data folder.
        backup_dir: String = "",
        /// Hours between two such copies; 0 means that none are made.
        backup_interval_hours: u32 = 24u32,
        /// Days a copy is kept. The last three are kept whatever their age.
        backup_retention_days: u32 = 7u32,
    }

    /// How letters leave and where replies arrive.
    mail: Mail {
        /// `local` shows every letter at /outbox and sends none; `smtp` hands them to a relay.
        transport: Transport = Transport::Local,
        /// With `local`, whoever reads /outbox can sign in as anybody and see every hand. So only
        /// this machine may, and the server does not start on an address that others reach.
        /// True lets them all in.
        public_outbox: bool = false,
        /// The SMTP relay's name.
        smtp_host: String = "",
        /// The relay's port; 0 means the usual one for `smtp_tls`.
        smtp_port: u16 = 0u16,
        /// `starttls` (port 587), `tls` (port 465) or `none` (port 25, only on this machine).
        smtp_tls: Tls = Tls::Starttls,
        /// Name to sign in with at the relay; empty means no sign-in.
        smtp_username: String = "",
        /// Password for the relay.
        smtp_password: Secret = "",
        /// Certificates in PEM that are trusted besides the machine's own, for a relay or a mailbox
        /// with a private one. Best given as a file.
        ca_certificates: Secret = "",
        /// The name in HELO or EHLO. Empty means the host of `base_url`, or
        /// where that is no name `reply_domain`, or else the domain of `from`.
        helo_name: String = "",
        /// What stands in From.
        from: String = "Ravenpost <ravenpost@localhost>",
        /// The admin's address: signed in by the link printed at the first start.
        admin: String = "admin@localhost",
        /// Days between two letters to that address with the daily seals over all games, which show
        /// whether anything is ever taken away; 0 means that none are sent.
        seal_email_days: u32 = 7u32,
        /// Envelope sender where `reply_domain` is set: `unique` gives each email its own address
        /// there, which tells the server which email bounced; `from` always uses the address in
        /// `from`, for relays that accept no other.
        envelope: Envelope = Envelope::Unique,
        /// Domain of the envelope sender, where bounces go. Empty means the domain of `from`. With
        /// `reply_domain` letters leave with an address there instead.
        envelope_domain: String = "",
        /// Domain of the addresses at which answers to letters are read, all of whose letters are
        /// delivered here. Empty means that answers are not read.
        reply_domain: String = "",
        /// Where only one mailbox is to be had: its name before the @. Keys stand behind a plus.
        reply_mailbox: String = "",
        /// Name under which the mail server in front of the mailbox writes down what it found out
        /// about senders (Authentication-Results). Empty means that the key alone decides.
        authserv_id: String = "",
        /// Folder into which letters are delivered, like a Maildir. Empty means `incoming` in the
        /// data folder, where `ravenpost mail receive` puts them.
        incoming_dir: String = "",
        /// A mailbox elsewhere in which answers arrive, read by IMAP: its host. Empty means none.
        imap_host: String = "",
        /// Its port; 0 means the usual one for `imap_tls`.
        imap_port: u16 = 0u16,
        /// `tls` (port 993), `starttls` (port 143) or `none` (port 143, only on this machine).
        imap_tls: Tls = Tls::Tls,
        /// Name to sign in with at the mailbox.
        imap_username: String = "",
        /// Password for the mailbox.
        imap_password: Secret = "",
        /// The folder that is read. Nothing in it is changed, and only new letters are looked at.
        imap_folder: String = "INBOX",
        /// Where a mail server on this machine hands letters over: `127.0.0.1:2424`, or
        /// `unix:/path/to/socket`. Empty means nowhere. No encryption is spoken there.
        listen: String = "",
        /// What it speaks: `lmtp`, or `smtp`.
        listen_protocol: Speech = Speech::Lmtp,
        /// DKIM: the selector, as published in the DNS. Empty means letters are not signed here.
        dkim_selector: String = "",
        /// DKIM: the signing domain. Empty means the domain of `from`.
        dkim_domain: String = "",
        /// DKIM: the private key in PEM. Best given as a file.
        dkim_key: Secret = "",
        /// How long a turn letter waits: whoever answers on the page meanwhile gets none.
        turn_delay: Span = Span::minutes(3),
        /// How long a letter is tried before it counts as failed.
        give_up_after: Span = Span::days(5),
    }

    /// Who bears witness of the daily seals, besides everybody's letters.
    seals: Seals {
        /// The keys of witnesses, each as it was told: `name+01234567+base64`. The page of seals
        /// shows what they signed, and answers to letters may bring it.
        witnesses: Vec<String> = Vec::new(),
    }

    /// What tables may look like, and who may play.
    games: Games {
        /// Whether anybody may sign up. If not, only players may sign in, and people who were
        /// invited: by an email to their address, or with `ravenpost invite ADDRESS`.
        open_sign_up: bool = true,
        /// Whether the share link of a table lets new people sign up where `open_sign_up` is
        /// false: as many as the table has free seats.
        share_links_admit: bool = false,
        /// Times per turn in the exact numbers of a clock; the first is chosen there beforehand.
        /// The clocks by name are fixed.
        paces: Vec<String> = ["3 days", "1 day", "2 days", "7 days", "14 days"].map(String::from),
    }

    /// How much anybody may ask for.
    limits: Limits {
        /// Sign-in letters an hour to one address.
        sign_in_per_address: u32 = 3u32,
        /// Sign-in letters an hour asked for from one network address.
        sign_in_per_client: u32 = 20u32,
        /// Tables a day opened by one player.
        tables_per_day: u32 = 30u32,
        /// Connections open at once from one network address; a proxy's are not counted.
        connections_per_client: u32 = 100u32,
        /// Orders a minute for one seat.
        orders_per_minute: u32 = 60u32,
        /// Requests a second from one network address.
        requests_per_second: u32 = 50u32,
    }

    /// What is written to the standard error stream.
    log: Log {
        /// `text`, `json`, or `auto`: text on a terminal and JSON otherwise.
        format: LogFormat = LogFormat::Auto,
        /// What is logged, e.g. `info,ravenpost=debug`.
        filter: String = "info",
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
