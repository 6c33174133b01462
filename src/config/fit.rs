//! Whether settings that can each be read fit together, and to what a server may be started with.

use super::kinds::Transport;
use super::{Config, is_loopback};
use ravenpost_log::act::limits::PACE_LIMITS;

impl Config {
    /// Why a server with these settings would let strangers in, if it would: letters that are kept
    /// here hold the links that sign in.
    pub fn exposed(&self) -> Option<String> {
        let kept = self.mail.transport == Transport::Local;
        if !kept || self.mail.public_outbox || is_loopback(&self.server.bind) {
            return None;
        }
        Some(format!(
            "server.bind: others may reach {}, and with mail.transport = \"local\" letters, with \
             the links that sign in, stay on this server instead of being sent. Either send them \
             (mail.transport = \"smtp\" with mail.smtp_host and mail.from), or listen on 127.0.0.1",
            self.server.bind
        ))
    }

    /// Why strangers could hand letters over here, if they could: nobody signs in there and nothing
    /// is encrypted, and what is said of senders is believed.
    pub fn overheard(&self) -> Option<String> {
        let listen = &self.mail.listen;
        if listen.is_empty() || listen.starts_with("unix:") || is_loopback(listen) {
            return None;
        }
        Some(format!(
            "mail.listen: others may reach {listen}, where nobody signs in and nothing is \
             encrypted. It is for a mail server on this machine: listen on 127.0.0.1, or at \
             unix:/path/to/socket in a folder that a mail server in another container shares"
        ))
    }

    /// Why links in letters could lead nowhere, if that is so.
    pub fn unreachable(&self) -> Option<String> {
        let bind = &self.server.bind;
        let nowhere = ["unix:", "0.0.0.0:", "[::]:"].iter().any(|start| bind.starts_with(start));
        let sent = self.mail.transport == Transport::Smtp;
        (sent && nowhere && self.server.base_url.is_empty()).then(|| {
            format!(
                "server.base_url: is not set, and links in letters cannot lead to {bind}. Set it \
                 to the address people type, e.g. https://play.example.org"
            )
        })
    }

    /// What works and is perhaps not what was meant.
    pub fn warnings(&self) -> Vec<String> {
        let url = self.base_url();
        let host = url.split_once("://").map_or("", |(_, rest)| rest);
        let mut warnings = Vec::new();
        if self.mail.transport == Transport::Smtp && is_loopback(host) {
            warnings.push(format!(
                "server.base_url: links in letters lead to {url}, which only works on this \
                 machine. Set it to the address people type"
            ));
        } else if url.starts_with("http://") && !is_loopback(host) {
            warnings.push(format!(
                "server.base_url: {url} is not protected, so that others on the way can read \
                 links that sign in. Put a proxy with a certificate in front and set https://"
            ));
        }
        warnings
    }

    /// What is wrong with settings that can each be read but do not make sense together.
    pub fn problems(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        let url = self.base_url();
        if !(url.starts_with("http://") || url.starts_with("https://")) {
            wrong.push(format!("server.base_url: \"{url}\" must begin with https:// or http://"));
        } else if !self.server.base_url.is_empty() {
            let rest = url.split_once("://").map_or("", |(_, rest)| rest);
            if rest.is_empty() || rest.contains(['/', '?', '#', '@', ' ']) {
                wrong.push(format!(
                    "server.base_url: \"{url}\" is not an address with nothing behind the host: \
                     pages stand at its root, as in https://play.example.org"
                ));
            }
        }
        for proxy in &self.server.trusted_proxies {
            if proxy.parse::<std::net::IpAddr>().is_err() {
                wrong.push(format!("server.trusted_proxies: \"{proxy}\" is not an IP address"));
            }
        }
        let mail = &self.mail;
        if mail.transport == Transport::Smtp && mail.smtp_host.is_empty() {
            wrong.push("mail.smtp_host: transport = \"smtp\" needs the relay's name".to_owned());
        }
        if !mail.from.contains('@') {
            wrong.push(format!("mail.from: \"{}\" has no address in it", mail.from));
        }
        if !mail.dkim_selector.is_empty() && mail.dkim_key.is_empty() {
            wrong.push("mail.dkim_key: a selector is set, so the private key is needed".to_owned());
        }
        for (key, value) in [("imap_host", &mail.imap_host), ("listen", &mail.listen)] {
            if !value.is_empty() && mail.reply_domain.is_empty() {
                wrong.push(format!(
                    "mail.{key}: letters are read where answers are, so mail.reply_domain is needed"
                ));
            }
        }
        if !mail.imap_host.is_empty() && mail.imap_username.is_empty() {
            wrong.push("mail.imap_username: a mailbox has somebody who signs in".to_owned());
        }
        if self.games.paces.is_empty() {
            wrong.push("games.paces: at least one is needed".to_owned());
        }
        for pace in &self.games.paces {
            let (least, most) = PACE_LIMITS;
            let fits = |time: std::time::Duration| {
                (u64::from(least)..=u64::from(most)).contains(&time.as_secs())
            };
            if !humantime::parse_duration(pace).is_ok_and(fits) {
                wrong.push(format!(
                    "games.paces: \"{pace}\" is not a time from ten minutes to sixty days, e.g. \
                     \"3 days\""
                ));
            }
        }
        wrong
    }
}
