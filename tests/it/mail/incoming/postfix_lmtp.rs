//! A real mail server in front: Postfix accepts email for the reply domain, verifies recipients at
//! the listener, and delivers by LMTP.

use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use ravenpost::mail::incoming::listener::Protocol;
use tempfile::TempDir;

use crate::mail::incoming::dovecot::run;
use crate::mail::incoming::listener::SmtpClient;
use crate::mail::playing::replies::{ByMail, answered};
use crate::mail::until;

/// The only services it runs.
const MASTER: &str = "\
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
proxymap unix - - n - - proxymap
lmtp unix - - n - - lmtp
smtp unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
";

/// A mail server for `reply.raven.example`.
struct Postfix {
    folder: TempDir,
    port: u16,
}

impl Postfix {
    fn before(lmtp: u16) -> Postfix {
        let folder = tempfile::tempdir().expect("a folder");
        let socket = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = socket.local_addr().expect("an address").port();
        drop(socket);
        let place = folder.path();
        std::fs::set_permissions(place, PermissionsExt::from_mode(0o755)).expect("ours");
        for room in ["conf", "queue", "data"] {
            std::fs::create_dir(place.join(room)).expect("a room");
        }
        run(Command::new("chown").arg("postfix").arg(place.join("data")));
        let shown = place.display();
        let main = format!(
            "compatibility_level = 3.6\nqueue_directory = {shown}/queue\n\
             data_directory = {shown}/data\nmaillog_file = {shown}/log\n\
             maillog_file_prefixes = {shown}\nmyhostname = mx.raven.example\nmydestination =\n\
             inet_interfaces = 127.0.0.1\ninet_protocols = ipv4\ndisable_dns_lookups = yes\n\
             smtpd_peername_lookup = no\nalias_maps =\nalias_database =\n\
             virtual_mailbox_domains = reply.raven.example\n\
             virtual_transport = lmtp:inet:127.0.0.1:{lmtp}\n\
             smtpd_recipient_restrictions = reject_unauth_destination, \
             reject_unverified_recipient\nunverified_recipient_reject_code = 550\n\
             address_verify_map =\n"
        );
        std::fs::write(place.join("conf/main.cf"), main).expect("a file");
        let master = format!("127.0.0.1:{port} inet n - n - - smtpd\n{MASTER}");
        std::fs::write(place.join("conf/master.cf"), master).expect("a file");
        let postfix = Postfix { folder, port };
        postfix.told("start");
        postfix
    }

    fn told(&self, what: &str) {
        let conf = self.folder.path().join("conf");
        run(Command::new("/usr/sbin/postfix").arg("-c").arg(conf).arg(what));
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }
}

impl Drop for Postfix {
    fn drop(&mut self) {
        let conf = self.folder.path().join("conf");
        let _ = Command::new("/usr/sbin/postfix").arg("-c").arg(conf).arg("stop").output();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn reply_arrives_through_postfix() {
    let table = ByMail::new("gotlandia").await;
    let open = table.listening(Protocol::Lmtp).await;
    let postfix = Postfix::before(open.port);
    let emails = table.emails().await;
    let (who, turn) = emails.iter().find(|(_, got)| got.message.contains("turn")).expect("a turn");
    let (to, email) = answered(who, turn, "1");
    let mut client = SmtpClient::meets(postfix.port).await;
    client.hears().await;
    client.says("EHLO mx.example.org\r\n").await;
    client.says(&format!("MAIL FROM:<{who}>\r\n")).await;

    // Unknown keys are rejected immediately by the mail server, which has asked the listener.
    let nobody = format!("RCPT TO:<o-{}@reply.raven.example>\r\n", "a".repeat(26));
    let heard = settled(&mut client, &nobody).await;
    assert!(heard.starts_with("550 5.1.1"), "{heard}\n{}", postfix.log());
    let heard = settled(&mut client, &format!("RCPT TO:<{to}>\r\n")).await;
    assert!(heard.starts_with("250 "), "{heard}\n{}", postfix.log());
    client.says("DATA\r\n").await;
    assert!(client.says(&format!("{email}\r\n.\r\n")).await.starts_with("250 "));

    let before = table.version().await;
    until(async || !table.spool().waiting().expect("a list").is_empty()).await;
    assert_eq!(table.round().await, 1, "{}", postfix.log());
    assert!(table.version().await > before, "the order was taken");
    let answers = table.emails().await;
    let (_, answer) = answers.iter().find(|(to, _)| to == who).expect("an answer");
    assert!(answer.message.contains("Everything worked"), "{}", answer.message);
}

/// While its own lookup is still running, the mail server answers with a temporary error.
async fn settled(client: &mut SmtpClient, words: &str) -> String {
    let mut heard = String::new();
    for _ in 0..20 {
        heard = client.says(words).await;
        if !heard.starts_with("450 ") {
            break;
        }
    }
    heard
}
