//! `healthcheck`: queries the running server, for images without curl.

use std::io::{Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::os::unix::net::UnixStream;
use std::time::Duration;

use anyhow::Context;

use crate::cli::out::Out;
use crate::cli::{Done, Settings};

const PATIENCE: Duration = Duration::from_secs(5);

/// Check whether the running server is ready
///
/// Uses the address in the settings, and works in containers without curl. Exits with 0 if the
/// server is ready, and with 1 if it is not ready or cannot be reached.
///
/// Example:
///   ravenpost healthcheck --config /etc/ravenpost.toml
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Healthcheck {
    /// Address and port of the server, instead of the one in the settings
    #[arg(long, value_name = "ADDR")]
    bind: Option<String>,
}

impl Healthcheck {
    pub fn run(&self, settings: &Settings, out: &mut Out) -> anyhow::Result<Done> {
        let config = settings.load(vec![("server.bind", self.bind.clone())])?;
        match ask(&config.server.bind) {
            Ok(status) => {
                out.line(&status)?;
                Ok(Done::when(status.split(' ').nth(1) == Some("200")))
            }
            Err(why) => {
                let bind = &config.server.bind;
                out.line(format!(
                    "cannot reach the server at {bind}: {why:#}; start it, or specify its address \
                     with --bind"
                ))?;
                Ok(Done::Refused)
            }
        }
    }
}

/// Returns the status line of `/readyz`.
fn ask(bind: &str) -> anyhow::Result<String> {
    if let Some(path) = bind.strip_prefix("unix:") {
        let stream = UnixStream::connect(path)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        return status(stream);
    }
    // A server that listens on all addresses is queried on the loopback address.
    let bind = bind.replace("0.0.0.0:", "127.0.0.1:").replace("[::]:", "[::1]:");
    let address = bind.to_socket_addrs()?.next().context("the address cannot be resolved")?;
    let stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    status(stream)
}

fn status(mut stream: impl Read + Write) -> anyhow::Result<String> {
    stream.write_all(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.take(4096).read_to_end(&mut answer)?;
    let answer = String::from_utf8_lossy(&answer);
    Ok(answer.lines().next().unwrap_or_default().to_owned())
}
