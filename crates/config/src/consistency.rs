//! Checks whether valid settings are consistent and whether a server can start with them.

use super::kinds::{Envelope, Transport};
use super::network::Network;
use super::{Config, Server, is_loopback};
use ravenpost_log::act::limits::PACE_LIMITS;

/// Returns whether a listening address is valid: host and port, or a Unix socket.
fn is_place(place: &str) -> bool {
    if let Some(path) = place.strip_prefix("unix:") {
        return !path.is_empty();
    }
    let odd = |c: char| c.is_whitespace() || "/@?#".contains(c);
    place.rsplit_once(':').is_some_and(|(host, port)| {
        let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
        let named = match bare {
            Some(ip) => ip.parse::<std::net::Ipv6Addr>().is_ok(),
            None if host.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') => {
                host.parse::<std::net::Ipv4Addr>().is_ok()
            }
            None => !host.contains([':', '[', ']']) && !host.contains(odd),
        };
        named && port.parse::<u16>().is_ok()
    })
}

/// Returns whether a text contains a certificate in PEM format.
pub(super) fn holds_certificate(text: &str) -> bool {
    text.contains("-----BEGIN CERTIFICATE-----")
}

impl Server {
    /// Returns the mode of the Unix socket as a number.
    pub fn socket_mode(&self) -> Option<u32> {
        u32::from_str_radix(&self.socket_mode, 8).ok().filter(|mode| *mode <= 0o777)
    }
}

impl Config {
    /// Returns an error if these settings would let strangers sign in: with the local outbox,
    /// emails with sign-in links are shown on the server.
    pub fn exposed(&self) -> Option<String> {
        let local = self.mail.transport == Transport::Local;
        if !local || self.mail.public_outbox || is_loopback(&self.server.bind) {
            return None;
        }
        Some(format!(
            "server.bind: {} is reachable from other machines, and with mail.transport = \"local\" \
             sign-in emails are shown on the server. Either send email (mail.transport = \"smtp\" \
             with mail.smtp_host and mail.from), or listen on 127.0.0.1",
            self.server.bind
        ))
    }

    /// Returns an error if strangers could deliver email here: the listener has neither
    /// authentication nor encryption, and trusts the given sender.
    pub fn overheard(&self) -> Option<String> {
        let listen = &self.mail.listen;
        if listen.is_empty() || listen.starts_with("unix:") || is_loopback(listen) {
            return None;
        }
        Some(format!(
            "mail.listen: {listen} is reachable from other machines, without authentication or \
             encryption. Listen on 127.0.0.1, or use unix:/path/to/socket, for example in a folder \
             shared with the container of the mail server"
        ))
    }

    /// Returns an error if links in emails could not work.
    pub fn unreachable(&self) -> Option<String> {
        let bind = &self.server.bind;
        let nowhere = ["unix:", "0.0.0.0:", "[::]:"].iter().any(|start| bind.starts_with(start));
        let sent = self.mail.transport == Transport::Smtp;
        (sent && nowhere && self.server.base_url.is_empty()).then(|| {
            format!(
                "server.base_url: is not set, and links in emails cannot use {bind}. Set it to the \
                 public URL, such as https://play.example.org"
            )
        })
    }

    /// Returns warnings about settings that work but may not be intended.
    pub fn warnings(&self) -> Vec<String> {
        let url = self.base_url();
        let host = url.split_once("://").map_or("", |(_, rest)| rest);
        let mut warnings = Vec::new();
        if self.mail.transport == Transport::Smtp && is_loopback(host) {
            warnings.push(format!(
                "server.base_url: links in emails use {url}, which only works on this machine. Set \
                 it to the public URL"
            ));
        } else if url.starts_with("http://") && !is_loopback(host) {
            warnings.push(format!(
                "server.base_url: {url} is not encrypted, so sign-in links can be intercepted. Use \
                 a reverse proxy with a certificate, and set an https:// URL"
            ));
        }
        warnings.extend(self.unknown_proxy());
        warnings.extend(self.hidden_outbox());
        warnings.extend(self.public_metrics());
        let mail = &self.mail;
        if !mail.smtp_username.is_empty() && mail.smtp_password.is_empty() {
            warnings.push(
                "mail.smtp_password: is empty, but mail.smtp_username is set. If the relay needs \
                 no login, remove mail.smtp_username"
                    .to_owned(),
            );
        }
        warnings
    }

    /// Returns a warning if all players would share one network address.
    pub fn unknown_proxy(&self) -> Option<String> {
        let url = self.base_url();
        let known =
            !self.server.trusted_proxies.is_empty() || self.server.bind.starts_with("unix:");
        (url.starts_with("https://") && !known).then(|| {
            format!(
                "server.trusted_proxies: is empty, but {url} is served by a proxy, so all players \
                 share one network address and its rate limits. Set it to the address of the \
                 proxy, such as [\"127.0.0.1\"]"
            )
        })
    }

    /// Returns a warning if other machines could read the metrics.
    fn public_metrics(&self) -> Option<String> {
        let bind = &self.metrics.bind;
        let local = bind.is_empty() || bind.starts_with("unix:") || is_loopback(bind);
        (!local).then(|| {
            format!(
                "metrics.bind: {bind} is reachable from other machines, without authentication. \
                 Only the monitoring server should be able to connect to it"
            )
        })
    }

    /// Returns a warning if nobody could read the local outbox.
    pub fn hidden_outbox(&self) -> Option<String> {
        let url = self.base_url();
        let host = url.split_once("://").map_or("", |(_, rest)| rest);
        let local = self.mail.transport == Transport::Local && !self.mail.public_outbox;
        let bind = &self.server.bind;
        let instead = match bind.starts_with("unix:") {
            true => "a Unix socket has no local address".to_owned(),
            false => format!("it is only available on this machine, at http://{bind}/outbox"),
        };
        (local && !is_loopback(host)).then(|| {
            format!(
                "mail.transport: emails are stored locally, but {url}/outbox cannot be opened: \
                 {instead}. To send emails, set it to \"smtp\""
            )
        })
    }

    /// Returns errors in settings that are valid on their own but inconsistent.
    pub fn problems(&self) -> Vec<String> {
        let mut wrong = self.url_problems();
        for (name, place) in [
            ("server.bind", &self.server.bind),
            ("mail.listen", &self.mail.listen),
            ("metrics.bind", &self.metrics.bind),
        ] {
            if !place.is_empty() && !is_place(place) {
                wrong.push(format!(
                    "{name}: \"{place}\" is neither an address and port such as 127.0.0.1:8080 or \
                     [::1]:8080, nor a socket such as unix:/run/ravenpost/ravenpost.sock{}",
                    if name == "server.bind" { " (flag --bind)" } else { "" }
                ));
            }
        }
        let shared = [&self.server.bind, &self.mail.listen].contains(&&self.metrics.bind);
        if shared && !self.metrics.bind.is_empty() && !self.metrics.bind.ends_with(":0") {
            wrong.push(format!(
                "metrics.bind: {} is also used by server.bind or mail.listen; choose another port",
                self.metrics.bind
            ));
        }
        for proxy in &self.server.trusted_proxies {
            if proxy.parse::<Network>().is_err() {
                wrong.push(format!(
                    "server.trusted_proxies: \"{proxy}\" is neither an IP address nor a network \
                     such as 172.16.0.0/12"
                ));
            }
        }
        if self.server.socket_mode().is_none() {
            wrong.push(format!(
                "server.socket_mode: \"{}\" is not a file mode such as 0660",
                self.server.socket_mode
            ));
        }
        wrong.extend(self.database_problems());
        wrong.extend(self.mail_problems());
        wrong.extend(self.name_problems());
        if self.games.paces.is_empty() {
            wrong.push("games.paces: at least one time is required".to_owned());
        }
        for pace in &self.games.paces {
            let (least, most) = PACE_LIMITS;
            let fits = |time: std::time::Duration| {
                (u64::from(least)..=u64::from(most)).contains(&time.as_secs())
            };
            if !humantime::parse_duration(pace).is_ok_and(fits) {
                wrong.push(format!(
                    "games.paces: \"{pace}\" is not a duration from ten minutes to sixty days, \
                     such as \"3 days\""
                ));
            }
        }
        wrong
    }

    fn url_problems(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        let url = self.base_url();
        if !(url.starts_with("http://") || url.starts_with("https://")) {
            wrong.push(format!("server.base_url: \"{url}\" must begin with https:// or http://"));
        } else if !self.server.base_url.is_empty() {
            let rest = url.split_once("://").map_or("", |(_, rest)| rest);
            let odd_port = rest
                .rsplit_once(':')
                .is_some_and(|(_, port)| !port.ends_with(']') && port.parse::<u16>().is_err());
            if rest.is_empty() || odd_port || rest.contains(['/', '?', '#', '@', ' ']) {
                wrong.push(format!(
                    "server.base_url: \"{url}\" must have a host and no path, as in \
                     https://play.example.org or https://play.example.org:8443"
                ));
            }
        }
        wrong
    }

    /// Checks the addresses of databases, without printing the passwords in them.
    fn database_problems(&self) -> Vec<String> {
        let data = &self.data;
        let both = [("database", &data.database), ("database_owner", &data.database_owner)];
        let known = |address: &str| {
            ["postgres://", "postgresql://"].iter().any(|start| address.starts_with(start))
        };
        let odd = both.iter().filter(|(_, value)| !value.is_empty() && !known(value.expose()));
        odd.map(|(key, _)| {
            format!(
                "data.{key}: must begin with postgres://, as in \
                 postgres://user:password@host/name; leave it empty to use a file"
            )
        })
        .collect()
    }

    /// Checks the names of hosts and domains.
    fn name_problems(&self) -> Vec<String> {
        let mail = &self.mail;
        let odd = |name: &str| name.contains(['@', ':', '/', ' ']);
        let mut wrong = Vec::new();
        for (key, host, port) in [
            ("smtp_host", &mail.smtp_host, "smtp_port"),
            ("imap_host", &mail.imap_host, "imap_port"),
        ] {
            let bare = host.trim_start_matches('[').trim_end_matches(']');
            if odd(host) && bare.parse::<std::net::IpAddr>().is_err() {
                wrong.push(format!(
                    "mail.{key}: \"{host}\" must be a host name only; write a port into mail.{port}"
                ));
            }
        }
        for (key, domain) in [
            ("reply_domain", &mail.reply_domain),
            ("envelope_domain", &mail.envelope_domain),
            ("dkim_domain", &mail.dkim_domain),
        ] {
            if odd(domain) {
                wrong.push(format!(
                    "mail.{key}: \"{domain}\" must be a domain, such as mail.example.org"
                ));
            }
        }
        wrong
    }

    fn mail_problems(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        let mail = &self.mail;
        if mail.transport == Transport::Smtp && mail.smtp_host.is_empty() {
            wrong.push(
                "mail.smtp_host: is empty, but mail.transport = \"smtp\" needs the host of a relay"
                    .to_owned(),
            );
        }
        if !mail.from.contains('@') {
            wrong.push(format!(
                "mail.from: \"{}\" contains no email address; write Ravenpost <post@example.org>",
                mail.from
            ));
        }
        if mail.envelope == Envelope::From && !mail.envelope_domain.is_empty() {
            wrong.push(
                "mail.envelope_domain: has no effect with envelope = \"from\"; remove one of them"
                    .to_owned(),
            );
        }
        let authority = mail.ca_certificates.expose();
        if !authority.is_empty() && !holds_certificate(authority) {
            wrong.push(
                "mail.ca_certificates: contains no certificate in PEM format; to name a file, set \
                 ca_certificates_file"
                    .to_owned(),
            );
        }
        if !mail.dkim_selector.is_empty() && mail.dkim_key.is_empty() {
            wrong.push("mail.dkim_key: required by mail.dkim_selector".to_owned());
        }
        for (key, value) in [("imap_host", &mail.imap_host), ("listen", &mail.listen)] {
            if !value.is_empty() && mail.reply_domain.is_empty() {
                wrong.push(format!("mail.{key}: requires mail.reply_domain to be set"));
            }
        }
        if !mail.imap_host.is_empty() && mail.imap_username.is_empty() {
            wrong.push("mail.imap_username: required by mail.imap_host".to_owned());
        }
        wrong
    }
}
