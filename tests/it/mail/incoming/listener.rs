//! The SMTP and LMTP listener behind a mail server, and hostile input to it.

use std::time::Duration;

use ravenpost::mail::incoming::listener::{self, ListenAddress, Policy, Protocol};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::sync::watch;

use crate::mail::outgoing::lint::{fields, only};
use crate::mail::playing::replies::{ByMail, ReceivedEmail};

/// The listener on a free port, until this is dropped.
pub struct Open {
    pub port: u16,
    stop: watch::Sender<bool>,
}

impl Drop for Open {
    fn drop(&mut self) {
        let _ = self.stop.send(true);
    }
}

impl ByMail {
    pub(in crate::mail) async fn listening(&self, protocol: Protocol) -> Open {
        let place = ListenAddress::open("127.0.0.1:0").await.expect("a free port");
        let port = place.address().expect("an address").expect("a port").port();
        let (stop, stopped) = watch::channel(false);
        let service = self.app.service.clone();
        let policy = Policy::new(protocol, "reply.raven.example".into(), service, self.spool());
        tokio::spawn(listener::serve(place, policy, stopped));
        Open { port, stop }
    }
}

/// A client that sends what it is told to.
pub struct SmtpClient(BufReader<TcpStream>);

impl SmtpClient {
    pub async fn meets(port: u16) -> SmtpClient {
        let line = TcpStream::connect(("127.0.0.1", port)).await.expect("a door");
        SmtpClient(BufReader::new(line))
    }

    /// Sends the greeting and the sender.
    async fn greets(open: &Open, hello: &str) -> SmtpClient {
        let mut client = SmtpClient::meets(open.port).await;
        assert!(client.hears().await.starts_with("220 "));
        let offered = client.says(&format!("{hello} mx.example\r\n")).await;
        assert!(offered.contains("250 SIZE 4194304"), "{offered}");
        assert!(client.says("MAIL FROM:<ann@example.org>\r\n").await.starts_with("250 "));
        client
    }

    /// Reads one response of any number of lines; empty if the connection is closed.
    pub async fn hears(&mut self) -> String {
        let mut heard = String::new();
        loop {
            let mut line = String::new();
            let read = self.0.read_line(&mut line);
            let read = tokio::time::timeout(Duration::from_secs(20), read).await;
            let more = matches!(read, Ok(Ok(1..))) && line.as_bytes().get(3) == Some(&b'-');
            heard.push_str(&line);
            if !more {
                return heard;
            }
        }
    }

    pub async fn says(&mut self, words: &str) -> String {
        // If the server has closed the connection, the response is empty.
        let _ = self.0.get_mut().write_all(words.as_bytes()).await;
        self.hears().await
    }
}

fn reply_to(got: &ReceivedEmail) -> String {
    only(&fields(&got.message), "Reply-To").trim().to_owned()
}

const EMAIL: &str = "From: ann@example.org\r\nSubject: Re\r\n\r\n..1\r\n.\r\n";

#[tokio::test]
async fn lmtp_confirms_each_recipient_once_stored() {
    let table = ByMail::new("gotlandia").await;
    let emails = table.emails().await;
    let open = table.listening(Protocol::Lmtp).await;
    let mut client = SmtpClient::greets(&open, "LHLO").await;
    for email in &emails {
        let rcpt = format!("RCPT TO:<{}>\r\n", reply_to(&email.1).to_uppercase());
        assert!(client.says(&rcpt).await.starts_with("250 "));
    }
    let nobody = format!("RCPT TO:<o-{}@reply.raven.example>\r\n", "a".repeat(26));
    assert!(client.says(&nobody).await.starts_with("550 5.1.1"));
    assert!(client.says("RCPT TO:<root@reply.raven.example>\r\n").await.starts_with("550 5.1.1"));
    assert!(client.says("DATA\r\n").await.starts_with("354 "));
    assert!(client.says(EMAIL).await.starts_with("250 "));
    for _ in 1..emails.len() {
        assert!(client.hears().await.starts_with("250 "));
    }
    let kept = table.spool().waiting().expect("a list");
    assert_eq!(kept.len(), emails.len());
    let text = std::fs::read_to_string(&kept[0]).expect("an email");
    assert!(text.starts_with("Return-Path: <ann@example.org>\r\nDelivered-To: O-"), "{text}");
    assert!(text.ends_with("\r\n\r\n.1\r\n"), "{text}");
    assert!(client.says("QUIT\r\n").await.starts_with("221 "));
}

#[tokio::test]
async fn smtp_gives_one_response_for_all_recipients() {
    let table = ByMail::new("gotlandia").await;
    let emails = table.emails().await;
    let open = table.listening(Protocol::Smtp).await;
    let mut client = SmtpClient::greets(&open, "EHLO").await;
    for email in &emails {
        client.says(&format!("RCPT TO:<{}>\r\n", reply_to(&email.1))).await;
    }
    client.says("DATA\r\n").await;
    assert!(client.says(EMAIL).await.starts_with("250 "));
    assert!(client.says("NOOP\r\n").await.starts_with("250 2.0.0 OK"), "and only one");
    assert_eq!(table.spool().waiting().expect("a list").len(), emails.len());
    assert!(client.says("LHLO a\r\n").await.starts_with("502 "));
}

#[tokio::test]
async fn smuggled_emails_are_not_accepted() {
    let table = ByMail::new("gotlandia").await;
    let emails = table.emails().await;
    let open = table.listening(Protocol::Smtp).await;
    let rcpt = format!("RCPT TO:<{}>\r\n", reply_to(&emails[0].1));
    for end in ["\n.\n", "\n.\r\n", "\r\n.\n"] {
        let mut client = SmtpClient::greets(&open, "EHLO").await;
        client.says(&rcpt).await;
        client.says("DATA\r\n").await;
        let second = format!("MAIL FROM:<eve@example.org>\r\n{rcpt}DATA\r\nSubject: x\r\n\r\n1");
        let heard = client.says(&format!("Subject: a\r\n\r\nb{end}{second}\r\n.\r\n")).await;
        assert!(heard.starts_with("554 5.6.11"), "{heard}");
        assert_eq!(client.hears().await, "", "nothing that follows is believed");
    }
    let mut client = SmtpClient::meets(open.port).await;
    client.hears().await;
    assert!(client.says("EHLO a\nNOOP\n").await.starts_with("500 5.5.2"));
    assert!(table.spool().waiting().expect("a list").is_empty());
}

#[tokio::test]
async fn oversized_email_is_refused_by_size_and_by_data() {
    let table = ByMail::new("gotlandia").await;
    let emails = table.emails().await;
    let open = table.listening(Protocol::Lmtp).await;
    let mut client = SmtpClient::greets(&open, "LHLO").await;
    client.says(&format!("RCPT TO:<{}>\r\n", reply_to(&emails[0].1))).await;
    client.says("DATA\r\n").await;
    let line = format!("{}\r\n", "x".repeat(998));
    assert!(client.says(&format!("{}.\r\n", line.repeat(4400))).await.starts_with("552 5.3.4"));
    assert!(client.says("MAIL FROM:<a@b.example> SIZE=5000000\r\n").await.starts_with("552 5.3.4"));
    assert!(client.says(&format!("MAIL {}\r\n", "x".repeat(9000))).await.starts_with("500 5.5.2"));
    assert!(client.says("NOOP\r\n").await.starts_with("250 "), "and it goes on");
    assert!(table.spool().waiting().expect("a list").is_empty());
}

/// A mail bomb against one key, a client that guesses keys, and one that occupies all connections.
#[tokio::test]
async fn floods_are_rejected() {
    let table = ByMail::new("gotlandia").await;
    let emails = table.emails().await;
    let open = table.listening(Protocol::Lmtp).await;
    let (first, second) = (reply_to(&emails[0].1), reply_to(&emails[1].1));
    // A recipient that is only named does not count towards the limit.
    for _ in 0..40 {
        let mut client = SmtpClient::greets(&open, "LHLO").await;
        let heard = client.says(&format!("RCPT TO:<{first}>\r\n")).await;
        assert!(heard.starts_with("250 "), "{heard}");
        client.says("QUIT\r\n").await;
    }
    let mut later = 0;
    for _ in 0..40 {
        let mut client = SmtpClient::greets(&open, "LHLO").await;
        client.says(&format!("RCPT TO:<{first}>\r\n")).await;
        client.says("DATA\r\n").await;
        later += usize::from(client.says(EMAIL).await.starts_with("452 4.7.1"));
        client.says("QUIT\r\n").await;
    }
    assert_eq!(later, 10, "so many emails an hour need no turn");
    let mut client = SmtpClient::greets(&open, "LHLO").await;
    assert!(client.says(&format!("RCPT TO:<{second}>\r\n")).await.starts_with("250 "));

    let guess = format!("RCPT TO:<o-{}@reply.raven.example>\r\n", "b".repeat(26));
    for _ in 0..10 {
        assert!(client.says(&guess).await.starts_with("550 "));
    }
    client.says(&guess).await;
    assert!(client.hears().await.starts_with("421 4.7.0"));

    // Each accepted client keeps its connection, and there are sixteen.
    let mut all = Vec::new();
    let mut refused = 0;
    for _ in 0..20 {
        let mut client = SmtpClient::meets(open.port).await;
        refused += usize::from(client.hears().await.starts_with("421 4.3.2"));
        client.says("LHLO mx.example\r\n").await;
        client.says("MAIL FROM:<ann@example.org>\r\n").await;
        client.says(&format!("RCPT TO:<{second}>\r\n")).await;
        all.push(client);
    }
    assert_eq!(refused, 4, "lines are few");
}

/// Clients that keep connections open without sending anything useful.
#[tokio::test]
async fn idle_connections_do_not_block_others() {
    let table = ByMail::new("gotlandia").await;
    let emails = table.emails().await;
    let open = table.listening(Protocol::Lmtp).await;
    let mut idle = Vec::new();
    for number in 0..40 {
        let mut client = SmtpClient::meets(open.port).await;
        assert!(client.hears().await.starts_with("220 "), "line {number}");
        if number % 2 == 0 {
            client.says("LHLO mx.example\r\n").await;
            client.says("MAIL FROM:<eve@example.org>\r\n").await;
        }
        idle.push(client);
    }
    let mut client = SmtpClient::greets(&open, "LHLO").await;
    let rcpt = format!("RCPT TO:<{}>\r\n", reply_to(&emails[0].1));
    assert!(client.says(&rcpt).await.starts_with("250 "));
    assert!(idle[0].hears().await.starts_with("421 4.3.2"), "the one that held it for longest");
    for _ in 0..20 {
        idle.push(SmtpClient::meets(open.port).await);
    }
    client.says("DATA\r\n").await;
    assert!(client.says(EMAIL).await.starts_with("250 "), "an email under way is not hung up");
}

/// A response written in two parts would wait for the other side's ACK: 40 ms each.
#[tokio::test]
async fn response_is_sent_in_one_packet() {
    let table = ByMail::new("gotlandia").await;
    let open = table.listening(Protocol::Lmtp).await;
    let mut client = SmtpClient::meets(open.port).await;
    client.hears().await;
    let begun = std::time::Instant::now();
    for _ in 0..100 {
        assert!(client.says("NOOP\r\n").await.starts_with("250 "));
    }
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?} for a hundred", begun.elapsed());
}

/// The disk is full: the mail server keeps the email and retries.
#[tokio::test]
async fn email_that_cannot_be_stored_is_deferred() {
    let table = ByMail::new("gotlandia").await;
    let emails = table.emails().await;
    let open = table.listening(Protocol::Lmtp).await;
    std::fs::write(table.spool_folder(), "no folder").expect("a file");
    let mut client = SmtpClient::greets(&open, "LHLO").await;
    client.says(&format!("RCPT TO:<{}>\r\n", reply_to(&emails[0].1))).await;
    client.says("DATA\r\n").await;
    assert!(client.says(EMAIL).await.starts_with("451 4.3.1"));
}

#[tokio::test]
async fn stale_socket_of_a_killed_process_is_replaced() {
    let table = ByMail::new("gotlandia").await;
    let path = table.spool_folder().with_extension("socket");
    drop(ListenAddress::open(&format!("unix:{}", path.display())).await.expect("a socket"));
    let place = ListenAddress::open(&format!("unix:{}", path.display())).await.expect("the same");
    let (stop, stopped) = watch::channel(false);
    let service = table.app.service.clone();
    let policy = Policy::new(Protocol::Lmtp, "reply.raven.example".into(), service, table.spool());
    let serving = tokio::spawn(listener::serve(place, policy, stopped));
    listener::probe(&format!("unix:{}", path.display())).await.expect("it greets");
    stop.send(true).expect("it hears");
    serving.await.expect("it ends");
}
