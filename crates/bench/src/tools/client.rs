//! A minimal keep-alive HTTP client for measuring our own server.

use std::net::IpAddr;

use anyhow::{Context, bail};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// A connection to the measured server.
pub struct Client {
    stream: TcpStream,
    host: String,
    /// Data read but not yet consumed.
    buffer: Vec<u8>,
    /// The session cookie as `name=value`, or empty.
    pub cookie: String,
}

/// The status and body of a response.
pub struct Answer {
    pub status: u16,
    pub body: Vec<u8>,
}

impl Client {
    pub async fn connect(host: &str) -> anyhow::Result<Client> {
        Client::over(TcpStream::connect(host).await?, host)
    }

    /// Connects from a given local address.
    pub async fn connect_from(host: &str, from: IpAddr) -> anyhow::Result<Client> {
        let socket = TcpSocket::new_v4()?;
        socket.bind((from, 0).into())?;
        Client::over(socket.connect(host.parse()?).await?, host)
    }

    fn over(stream: TcpStream, host: &str) -> anyhow::Result<Client> {
        stream.set_nodelay(true)?;
        let (host, buffer) = (host.to_owned(), Vec::with_capacity(64 * 1024));
        Ok(Client { stream, host, buffer, cookie: String::new() })
    }

    pub async fn get(&mut self, path: &str) -> anyhow::Result<Answer> {
        let head = self.head("GET", path);
        self.ask(&format!("{head}\r\n")).await
    }

    /// Sends this many pipelined requests, then reads all responses.
    pub async fn pile(&mut self, path: &str, requests: usize) -> anyhow::Result<()> {
        let request = format!("{}\r\n", self.head("GET", path));
        self.stream.write_all(request.repeat(requests).as_bytes()).await?;
        for _ in 0..requests {
            self.answer().await?;
        }
        Ok(())
    }

    /// Posts an encoded form.
    pub async fn post(&mut self, path: &str, form: &str) -> anyhow::Result<Answer> {
        let head = self.head("POST", path);
        let request = format!(
            "{head}Content-Type: application/x-www-form-urlencoded\r\n\
             Content-Length: {}\r\n\r\n{form}",
            form.len()
        );
        self.ask(&request).await
    }

    /// Sends a request, and reconnects first if the server has closed the idle connection.
    async fn ask(&mut self, request: &str) -> anyhow::Result<Answer> {
        let mut probe = [0; 1];
        if matches!(self.stream.try_read(&mut probe), Ok(0)) {
            let cookie = std::mem::take(&mut self.cookie);
            *self = Client { cookie, ..Client::connect(&self.host).await? };
        }
        self.stream.write_all(request.as_bytes()).await?;
        self.answer().await
    }

    fn head(&self, method: &str, path: &str) -> String {
        let (host, cookie) = (&self.host, &self.cookie);
        let cookie = match cookie.as_str() {
            "" => String::new(),
            cookie => format!("Cookie: {cookie}\r\n"),
        };
        format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\n{cookie}")
    }

    async fn answer(&mut self) -> anyhow::Result<Answer> {
        let head = loop {
            if let Some(end) = find(&self.buffer, b"\r\n\r\n") {
                let head = String::from_utf8_lossy(&self.buffer[..end]).into_owned();
                self.buffer.drain(..end + 4);
                break head;
            }
            self.more().await?;
        };
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
        let status = status.context("no status in the answer")?;
        let header = |name: &str| {
            head.lines().find_map(|line| {
                let (known, value) = line.split_once(':')?;
                known.eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
            })
        };
        let body = match header("content-length") {
            Some(length) => self.take(length.parse()?).await?,
            None if header("transfer-encoding").is_some() => self.chunks().await?,
            None => Vec::new(),
        };
        Ok(Answer { status, body })
    }

    async fn chunks(&mut self) -> anyhow::Result<Vec<u8>> {
        let mut body = Vec::new();
        loop {
            let line = loop {
                if let Some(end) = find(&self.buffer, b"\r\n") {
                    let line = String::from_utf8_lossy(&self.buffer[..end]).into_owned();
                    self.buffer.drain(..end + 2);
                    break line;
                }
                self.more().await?;
            };
            let length = usize::from_str_radix(line.trim(), 16)?;
            let chunk = self.take(length + 2).await?;
            body.extend_from_slice(&chunk[..length]);
            if length == 0 {
                return Ok(body);
            }
        }
    }

    async fn take(&mut self, length: usize) -> anyhow::Result<Vec<u8>> {
        while self.buffer.len() < length {
            self.more().await?;
        }
        Ok(self.buffer.drain(..length).collect())
    }

    async fn more(&mut self) -> anyhow::Result<()> {
        if self.stream.read_buf(&mut self.buffer).await? == 0 {
            bail!("the server closed the connection");
        }
        Ok(())
    }
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}
