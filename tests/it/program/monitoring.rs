//! What the real program shows to its admin: metrics and the log.

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::process::Stdio;

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
