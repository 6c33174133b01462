//! If the first admin's sign-in link cannot be stored, the server starts without it.

use std::io::{Read, Write};
use std::net::TcpStream;

use ravenpost_store::Store;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use crate::program::serve::Server;

const REFUSES: &str = "CREATE TRIGGER no_sign_in BEFORE INSERT ON sign_in \
    BEGIN SELECT RAISE(ABORT, 'no sign-in is stored'); END";

#[tokio::test]
async fn unstorable_link_does_not_stop_the_server() {
    let data = tempfile::tempdir().expect("a folder");
    let path = data.path().join("ravenpost.db");
    Store::open(&path).await.expect("a store").close().await;
    let options = SqliteConnectOptions::new().filename(&path);
    let mut conn = options.connect().await.expect("the file is there");
    sqlx::raw_sql(REFUSES).execute(&mut conn).await.expect("done");
    conn.close().await.expect("closed");

    let server = Server::start_with("serve", data.path(), &[]);
    let mut stream = TcpStream::connect(server.address()).expect("it listens");
    let host = server.address();
    write!(stream, "GET /healthz HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
        .expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(server.stop("-TERM").success());
}
