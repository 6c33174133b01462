//! A browser with a request timeout.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// The request timeout.
const PATIENCE: Duration = Duration::from_secs(4);

/// A player's or spectator's browser.
#[derive(Clone)]
pub struct Client {
    pub port: u16,
    /// The cookie header; empty for anonymous clients.
    pub cookie: String,
}

pub struct Answer {
    pub status: u16,
    /// The redirect target; empty if there is none.
    pub location: String,
    pub body: String,
}

impl Client {
    /// Requests a page; returns `None` without a complete response.
    pub async fn get(&self, path: &str) -> Option<Answer> {
        self.ask(&format!("GET {path} HTTP/1.1\r\n"), "").await
    }

    pub async fn post(&self, path: &str, fields: &[(&str, &str)]) -> Option<Answer> {
        let form = ravenpost::web::shared::query::pairs(fields);
        let head = format!(
            "POST {path} HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\n\
             Content-Length: {}\r\n",
            form.len()
        );
        self.ask(&head, &form).await
    }

    async fn ask(&self, head: &str, body: &str) -> Option<Answer> {
        timeout(PATIENCE, self.asked(head, body)).await.ok().flatten()
    }

    async fn asked(&self, head: &str, body: &str) -> Option<Answer> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).await.ok()?;
        let cookie = match self.cookie.as_str() {
            "" => String::new(),
            cookie => format!("Cookie: {cookie}\r\n"),
        };
        let port = self.port;
        let text =
            format!("{head}Host: 127.0.0.1:{port}\r\n{cookie}Connection: close\r\n\r\n{body}");
        stream.write_all(text.as_bytes()).await.ok()?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.ok()?;
        let text = String::from_utf8_lossy(&answer);
        let (head, body) = text.split_once("\r\n\r\n")?;
        let status = head.split(' ').nth(1)?.parse().ok()?;
        let field = |wanted: &str| {
            let of = |line: &str| {
                let (name, value) = line.split_once(": ")?;
                name.eq_ignore_ascii_case(wanted).then(|| value.to_owned())
            };
            head.lines().find_map(of)
        };
        // A truncated response does not count.
        let length: usize = field("content-length").and_then(|text| text.parse().ok()).unwrap_or(0);
        let location = field("location").unwrap_or_default();
        (body.len() >= length).then(|| Answer { status, location, body: body.to_owned() })
    }
}
