//! PgBouncer between a node and PostgreSQL is refused by name, however it is configured. Skipped
//! with a message if PgBouncer or PostgreSQL is missing.

use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use ravenpost_store::{Store, StoreError};
use sqlx::postgres::PgConnectOptions;
use tempfile::TempDir;

const PLACES: [&str; 3] = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/usr/local/bin/pgbouncer"];
const PORT: u16 = 6543;

/// Sets our time limits on each connection of the pooler, as an admin might to get past the check.
const OUR_LIMITS: &str = " connect_query='SELECT \
    set_config(''statement_timeout'', ''10s'', false), \
    set_config(''idle_in_transaction_session_timeout'', ''15s'', false)'";

/// PgBouncer, until it is dropped.
struct Pooler {
    program: Child,
    folder: TempDir,
}

impl Drop for Pooler {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

impl Pooler {
    /// Starts it between us and a server.
    fn start(program: &str, server: &str, mode: &str, ignored: &str, more: &str) -> Pooler {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path();
        std::fs::set_permissions(here, PermissionsExt::from_mode(0o777)).unwrap();
        let to: PgConnectOptions = server.parse().unwrap();
        let place = to.get_socket().map_or(to.get_host().to_owned(), |it| it.display().to_string());
        let (port, user, own) = (to.get_port(), to.get_username(), here.display());
        let settings = format!(
            "[databases]\n* = host={place} port={port} user={user}{more}\n[pgbouncer]\n\
             listen_addr =\nlisten_port = {PORT}\nunix_socket_dir = {own}\n\
             unix_socket_mode = 0777\nauth_type = any\npool_mode = {mode}\n\
             ignore_startup_parameters = extra_float_digits{ignored}\n"
        );
        let file = here.join("pgbouncer.ini");
        std::fs::write(&file, settings).unwrap();
        let mut command = Command::new(program);
        let id = Command::new("id").arg("-u").output().unwrap();
        if id.stdout.trim_ascii() == b"0" {
            command.args(["-u", "nobody"]);
        }
        let log = std::fs::File::create(here.join("log")).unwrap();
        let program = command.arg(&file).stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        let pooler = Pooler { program: program.spawn().unwrap(), folder };
        let (socket, begun) =
            (pooler.folder.path().join(format!(".s.PGSQL.{PORT}")), Instant::now());
        while UnixStream::connect(&socket).is_err() {
            assert!(begun.elapsed() < Duration::from_secs(10), "{}", pooler.log());
            std::thread::yield_now();
        }
        pooler
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    fn address(&self) -> String {
        format!("postgres:///postgres?host={}&port={PORT}&user=ours", self.folder.path().display())
    }
}

#[tokio::test]
async fn pooler_is_refused_by_name_in_every_mode() {
    let Some(program) = PLACES.into_iter().find(|place| Path::new(place).exists()) else {
        eprintln!("not tried: there is no pgbouncer");
        return;
    };
    let Ok(server) = std::env::var("RAVENPOST_TEST_DATABASE") else {
        eprintln!("not tried: there is no PostgreSQL; see scripts/on-postgres");
        return;
    };
    for mode in ["transaction", "session", "statement"] {
        for (ignored, more) in [("", ""), (", options", ""), (", options", OUR_LIMITS)] {
            let pooler = Pooler::start(program, &server, mode, ignored, more);
            let folder = tempfile::tempdir().unwrap();
            let opened = Store::connect(&pooler.address(), &folder.path().join("x.db")).await;
            let Err(StoreError::Unavailable(why)) = opened else {
                panic!("{mode}{ignored}{more}: it was not refused: {}", pooler.log());
            };
            assert!(why.contains("PgBouncer"), "{mode}{ignored}{more}: {why}");
        }
    }
}
