//! A private PostgreSQL server for a test, with a standby, which can be killed and promoted.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use sqlx::{ConnectOptions, PgConnection};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::watch;

/// Returns the folder of the PostgreSQL programs, or `None` if there is none.
pub fn programs() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("POSTGRES_PROGRAMS") {
        return Some(named.into());
    }
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    let all = versions.filter_map(|one| Some(one.ok()?.path().join("bin")));
    all.filter(|bin| bin.join("pg_basebackup").exists()).max()
}

/// A server in its own folder. Killed when dropped.
pub struct Server {
    programs: PathBuf,
    folder: PathBuf,
    data: PathBuf,
    port: u16,
}

impl Server {
    /// Creates an empty server. Its socket is in `folder`, which is made world-writable.
    pub fn new(folder: &Path, port: u16) -> Option<Server> {
        let programs = programs()?;
        std::fs::set_permissions(folder, PermissionsExt::from_mode(0o777)).expect("a folder");
        let data = folder.join(format!("data{port}"));
        let server = Server { programs, folder: folder.to_owned(), data, port };
        let data = server.data.to_str()?;
        server.run(
            "initdb",
            &[
                "--no-sync",
                "--locale=C.UTF-8",
                "-E",
                "UTF8",
                "-A",
                "trust",
                "-U",
                "ravenpost",
                "-D",
                data,
            ],
        );
        Some(server)
    }

    /// Creates a standby from a base backup.
    pub fn standby(&self, port: u16) -> Server {
        let data = self.folder.join(format!("data{port}"));
        let _ = std::fs::remove_dir_all(&data);
        let from = format!(
            "host={} port={} user=ravenpost application_name=b",
            self.folder.display(),
            self.port
        );
        let to = data.to_str().expect("a path");
        self.run("pg_basebackup", &["-D", to, "-d", &from, "-R", "-c", "fast", "--no-sync"]);
        let (programs, folder) = (self.programs.clone(), self.folder.clone());
        Server { programs, folder, data, port }
    }

    /// Starts the server. The synchronous standbys are not set on its command line, because they
    /// could then not be changed later.
    pub fn start(&self) {
        let folder = self.folder.display();
        let options = format!(
            "-k {folder} -p {} -c listen_addresses='' -c max_connections=200 \
             -c shared_buffers=16MB",
            self.port
        );
        let log = self.folder.join(format!("log{}", self.port));
        let (data, log) = (self.data.to_str().expect("a path"), log.to_str().expect("a path"));
        self.run("pg_ctl", &["-D", data, "-l", log, "-w", "-o", &options, "start"]);
    }

    /// Changes the synchronous standbys that commits wait for.
    pub fn waits_for(&self, names: &str) {
        let set = format!("ALTER SYSTEM SET synchronous_standby_names = '{names}'");
        let (port, folder) = (self.port.to_string(), self.folder.to_str().expect("a path"));
        for text in [set.as_str(), "SELECT pg_reload_conf()"] {
            let place = ["-h", folder, "-p", &port, "-U", "ravenpost", "-d", "postgres", "-c"];
            self.run("psql", &[&place[..], &[text]].concat());
        }
    }

    pub fn stop(&self) {
        let data = self.data.to_str().expect("a path");
        self.run("pg_ctl", &["-D", data, "-m", "fast", "-w", "stop"]);
    }

    /// Stops the server as in a crash, so that it recovers from its write-ahead log.
    pub fn crash(&self) {
        let data = self.data.to_str().expect("a path");
        self.run("pg_ctl", &["-D", data, "-m", "immediate", "-w", "stop"]);
    }

    /// Opens a connection that belongs to no node.
    pub async fn connection(&self) -> PgConnection {
        let options: sqlx::postgres::PgConnectOptions = self.address().parse().expect("an address");
        options.connect().await.expect("a connection")
    }

    pub fn address(&self) -> String {
        let folder = self.folder.display();
        format!("postgres:///postgres?host={folder}&port={}&user=ravenpost", self.port)
    }

    /// Kills the server immediately.
    pub fn kill(&self) {
        let noted = std::fs::read_to_string(self.data.join("postmaster.pid"));
        let Some(process) = noted.ok().and_then(|text| text.lines().next().map(str::to_owned))
        else {
            return;
        };
        let _ = Command::new("kill").args(["-KILL", &process]).status();
        // Until the killed process is reaped, its lock file would prevent the next start.
        let _ = std::fs::remove_file(self.folder.join(format!(".s.PGSQL.{}.lock", self.port)));
    }

    /// Promotes the standby to primary.
    pub fn promote(&self) {
        let data = self.data.to_str().expect("a path");
        self.run("pg_ctl", &["-D", data, "-w", "promote"]);
    }

    pub fn socket(&self) -> PathBuf {
        self.folder.join(format!(".s.PGSQL.{}", self.port))
    }

    /// Runs one of its programs as a non-root user.
    fn run(&self, program: &str, words: &[&str]) {
        let path = self.programs.join(program);
        let own = Command::new("id").arg("-u").output().expect("a user");
        let mut command = match own.stdout.trim_ascii() {
            b"0" => {
                let mut command = Command::new("setpriv");
                command.args(["--reuid=nobody", "--regid=nogroup", "--clear-groups"]).arg(path);
                command
            }
            _ => Command::new(path),
        };
        let log = std::fs::File::create(self.folder.join(format!("{program}.{}", self.port)));
        let log = log.expect("a log");
        let done = command
            .args(words)
            .current_dir(&self.folder)
            .stdin(Stdio::null())
            .stdout(log.try_clone().expect("a log"))
            .stderr(log)
            .status()
            .expect("it runs");
        let read = |name: String| std::fs::read_to_string(self.folder.join(name));
        let said = read(format!("{program}.{}", self.port)).unwrap_or_default();
        let log = read(format!("log{}", self.port)).unwrap_or_default();
        assert!(done.success(), "{program}: {said}\n{log}");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A proxy that connects all nodes to the current primary.
pub struct Proxy {
    to: watch::Sender<Option<PathBuf>>,
    folder: PathBuf,
}

impl Proxy {
    pub fn to(folder: &Path, server: &Server) -> Proxy {
        let to = watch::Sender::new(Some(server.socket()));
        let (folder, told) = (folder.to_owned(), to.clone());
        let listener = UnixListener::bind(folder.join(".s.PGSQL.5432")).expect("a socket");
        tokio::spawn(async move {
            while let Ok((mut client, _)) = listener.accept().await {
                let mut told = told.subscribe();
                tokio::spawn(async move {
                    let Ok(place) = told.wait_for(Option::is_some).await.map(|to| to.clone())
                    else {
                        return;
                    };
                    if let Ok(mut server) = UnixStream::connect(place.unwrap_or_default()).await {
                        let _ = tokio::io::copy_bidirectional(&mut client, &mut server).await;
                    }
                });
            }
        });
        Proxy { to, folder }
    }

    /// Holds new connections until there is a target.
    pub fn holds(&self) {
        self.to.send_replace(None);
    }

    pub fn turn(&self, server: &Server) {
        self.to.send_replace(Some(server.socket()));
    }

    pub fn address(&self) -> String {
        format!("postgres:///postgres?host={}&user=ravenpost", self.folder.display())
    }
}
