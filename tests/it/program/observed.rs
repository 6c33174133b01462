//! What the real program shows to its admin: metrics and the log.

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;

use super::serve::Server;

#[test]
fn the_program_serves_metrics_where_it_is_told() {
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
