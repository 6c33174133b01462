//! What the real program shows to its admin: metrics and the log.

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::process::Stdio;
use std::time::{Duration, Instant};

use chrono::{TimeDelta, Utc};
use ravenpost::zone;
use sqlx::ConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;

use super::serve::Server;

#[test]
fn metrics_are_served_at_the_configured_address() {
    let data = tempfile::tempdir().unwrap();
    let socket = data.path().join("metrics.sock");
    let bind = format!("unix:{}", socket.display());
    let server =
        Server::start_with("serve", data.path(), &[("RAVENPOST__METRICS__BIND", bind.as_str())]);
    assert!(server.ask("GET /metrics").starts_with("HTTP/1.1 404"));
    let mut stream = UnixStream::connect(&socket).unwrap();
    write!(stream, "GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let counted = "ravenpost_http_requests_total{route=\"(none)\",status=\"4xx\"} 1\n";
    assert!(answer.contains(counted), "{answer}");
    assert_eq!(server.stop("-TERM").code(), Some(0));
}

#[test]
fn log_contains_the_id_of_the_error_page() {
    let data = tempfile::tempdir().unwrap();
    let path = data.path().join("log");
    let log = Stdio::from(std::fs::File::create(&path).unwrap());
    let server = Server::start_logging("serve", data.path(), &[], log);
    let page = server.ask("GET /none");
    let (_, rest) = page.split_once("id=\"request-id\">").expect("an id");
    let id = rest.split_once("<code>").unwrap().1.split_once("</code>").unwrap().0.to_owned();
    assert_eq!(server.stop("-TERM").code(), Some(0));
    let log = std::fs::read_to_string(&path).unwrap();
    let lines = log.lines().filter(|line| line.contains(&id));
    let lines: Vec<serde_json::Value> =
        lines.map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 1, "{log}");
    assert_eq!(lines[0]["status"], 404);
    assert_eq!(lines[0]["spans"][0]["request_id"], id.as_str());
}

/// Nodes with different time zone data work, but may show different local times.
#[tokio::test]
async fn newer_zone_data_of_another_node_is_reported() {
    let data = tempfile::tempdir().unwrap();
    assert_eq!(Server::start_with("serve", data.path(), &[]).stop("-TERM").code(), Some(0));
    let options = SqliteConnectOptions::new().filename(data.path().join("ravenpost.db"));
    let mut other = options.connect().await.unwrap();
    let node = "INSERT INTO node (name, heartbeat_at, rules, tzdata) VALUES ('other', $1, '', $2)";
    // The node counts as up during the whole test.
    let heartbeat = (Utc::now() + TimeDelta::hours(1)).timestamp_millis();
    sqlx::query(node).bind(heartbeat).bind("9999a").execute(&mut other).await.unwrap();
    let path = data.path().join("log");
    let log = Stdio::from(std::fs::File::create(&path).unwrap());
    let server = Server::start_logging("serve", data.path(), &[], log);
    let started = Instant::now();
    let until = |done: &dyn Fn() -> Result<(), String>| {
        while let Err(state) = done() {
            assert!(started.elapsed() < Duration::from_secs(60), "{state}");
            std::thread::yield_now();
        }
    };
    let reports = |newer: &str| {
        let health = server.ask("GET /readyz");
        let is_ready = health.starts_with("HTTP/1.1 200");
        let is_so = health.contains(&format!("\"newer_tzdata\":{newer}"));
        if is_ready && is_so { Ok(()) } else { Err(health) }
    };
    until(&|| reports("\"9999a\""));
    until(&|| {
        let log = std::fs::read_to_string(&path).unwrap();
        let lines = log.lines().filter_map(|line| serde_json::from_str(line).ok());
        let mut lines = lines.filter(|line: &serde_json::Value| line["newer"] == "9999a");
        let warned = lines.any(|line| line["level"] == "WARN" && line["own"] == zone::version());
        if warned { Ok(()) } else { Err(log) }
    });
    let older = "UPDATE node SET tzdata = '2000a'";
    sqlx::query(older).execute(&mut other).await.unwrap();
    until(&|| reports("null"));
    assert_eq!(server.stop("-TERM").code(), Some(0));
}
