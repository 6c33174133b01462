//! Hosting: the proxy configurations in `contrib`, text browsers, and the steps of an installation.
//! Tests whose programs are not installed are skipped with a message.

use std::collections::{BTreeSet, VecDeque};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use sqlx::ConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use tempfile::TempDir;
use tokio::time::interval;

use crate::harness::browser::Pages;
use crate::program::serve::Server;

/// Whether a program is installed.
fn has(program: &str) -> bool {
    let path = std::env::var("PATH").unwrap_or_default();
    let found = Command::new("sh")
        .args(["-c", &format!("command -v {program}")])
        .env("PATH", format!("{path}:/usr/sbin:/sbin"))
        .output()
        .unwrap();
    if !found.status.success() {
        eprintln!("not tried: there is no {program}; see scripts/needs.sh");
    }
    found.status.success()
}

fn contrib(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("contrib").join(name);
    std::fs::read_to_string(path).unwrap()
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// A proxy that runs until it is dropped.
struct Proxy(Child);

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Creates a certificate for the host name in the sample files.
fn certificate(folder: &Path) {
    let made = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"])
        .args(["-subj", "/CN=games.example.org", "-keyout", "privkey.pem", "-out", "fullchain.pem"])
        .current_dir(folder)
        .stderr(Stdio::null())
        .status();
    assert!(made.unwrap().success());
}

/// nginx with the sample file, on free ports.
fn nginx(folder: &Path, upstream: &str, port: u16) -> Proxy {
    certificate(folder);
    let place = folder.display().to_string();
    let site = contrib("nginx.conf")
        .replace("listen 80;", &format!("listen 127.0.0.1:{};", free_port()))
        .replace("listen [::]:80;", "")
        .replace("listen 443 ssl http2;", &format!("listen 127.0.0.1:{port} ssl http2;"))
        .replace("listen [::]:443 ssl http2;", "")
        .replace("/etc/letsencrypt/live/games.example.org", &place)
        .replace("http://127.0.0.1:8080", upstream);
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|what| format!("{what}_temp_path {place}/{what};"))
        .concat();
    let main = format!(
        "daemon off; pid {place}/pid; error_log {place}/error.log;\n\
         events {{}}\nhttp {{ access_log off; {temporary}\n{site}\n}}\n"
    );
    let file = folder.join("nginx.conf");
    std::fs::write(&file, main).unwrap();
    let command = || {
        let mut command = Command::new("/usr/sbin/nginx");
        command.arg("-p").arg(folder).arg("-e").arg(folder.join("error.log")).arg("-c").arg(&file);
        command
    };
    let tried = command().arg("-t").output().unwrap();
    assert!(tried.status.success(), "{}", String::from_utf8_lossy(&tried.stderr));
    Proxy(command().stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
}

/// Caddy with the sample file and a certificate of its internal authority.
fn caddy(folder: &Path, upstream: &str, port: u16) -> Proxy {
    let site = contrib("Caddyfile")
        .replace(
            "games.example.org {",
            &format!("https://games.example.org:{port} {{\n\ttls internal"),
        )
        .replace("127.0.0.1:8080", upstream);
    let file = folder.join("Caddyfile");
    let options = "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n";
    std::fs::write(&file, format!("{options}{site}")).unwrap();
    let mut command = Command::new("caddy");
    command.args(["run", "--adapter", "caddyfile", "--config"]).arg(&file).env("HOME", folder);
    Proxy(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
}

/// HAProxy with the sample file of a cluster, on free ports and with two nodes.
fn haproxy(folder: &Path, nodes: [&str; 2], port: u16) -> Proxy {
    let own = |port: u16| format!("127.0.0.1:{port}");
    let addresses = [
        ("127.0.0.1:5000", own(free_port())),
        ("127.0.0.1:8080", own(port)),
        ("127.0.0.1:8081", nodes[0].to_owned()),
        ("127.0.0.1:8082", nodes[1].to_owned()),
        ("127.0.0.1:8083", own(free_port())),
    ];
    let mut config = contrib("cluster/haproxy.cfg");
    for (sample, address) in addresses {
        assert!(config.contains(sample), "{sample}");
        config = config.replace(sample, &address);
    }
    let file = folder.join("haproxy.cfg");
    std::fs::write(&file, config).unwrap();
    let command = || {
        let mut command = Command::new("/usr/sbin/haproxy");
        command.arg("-db").arg("-f").arg(&file);
        command
    };
    let tried = command().arg("-c").output().unwrap();
    assert!(tried.status.success(), "{}", String::from_utf8_lossy(&tried.stderr));
    Proxy(command().stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
}

/// Sends a request through the proxy and retries until it answers.
fn asked(port: u16, words: &[&str]) -> String {
    let began = Instant::now();
    loop {
        let answer = Command::new("curl")
            .args(["-sSk", "--max-time", "20", "--resolve"])
            .arg(format!("games.example.org:{port}:127.0.0.1"))
            .args(words)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&answer.stdout).into_owned();
        if answer.status.success() {
            return said;
        }
        let why = String::from_utf8_lossy(&answer.stderr);
        assert!(began.elapsed() < Duration::from_secs(30), "{said}{why}");
        std::thread::yield_now();
    }
}

/// Requests a sign-in email through the proxy.
fn signs_in(port: u16, folder: &Path) {
    let base = format!("https://games.example.org:{port}");
    let jar = folder.join("cookies");
    let jar = jar.to_str().unwrap();
    let page = asked(port, &["-c", jar, &format!("{base}/sign-in")]);
    let token = page.split_once("name=\"token\" value=\"").unwrap().1.split('"').next().unwrap();
    let form = [format!("token={token}"), "address=ann@example.org".to_owned()];
    let origin = format!("Origin: {base}");
    let words =
        ["-b", jar, "-H", &origin, "-d", &form[0], "--data-urlencode", &form[1], "-o", "/dev/null"];
    let code =
        asked(port, &[&words[..], &["-w", "%{http_code}", &format!("{base}/sign-in")]].concat());
    assert_eq!(code, "303", "the form was refused");
}

/// A server with the base URL of the sample files, on TCP or a Unix socket. Also returns the
/// address for the proxy.
fn served(data: &TempDir, port: u16, socket: bool) -> (Server, String, String) {
    let base = format!("https://games.example.org:{port}");
    let place = data.path().join("raven.sock");
    let socket_place = format!("unix:{}", place.display());
    let settings = [
        ("RAVENPOST__SERVER__BASE_URL", base.as_str()),
        ("RAVENPOST__SERVER__TRUSTED_PROXIES", "127.0.0.1"),
        ("RAVENPOST__MAIL__TRANSPORT", "smtp"),
        ("RAVENPOST__MAIL__SMTP_HOST", "127.0.0.1"),
        ("RAVENPOST__MAIL__SMTP_PORT", "9"),
        ("RAVENPOST__MAIL__SMTP_TLS", "none"),
    ];
    if socket {
        let server = Server::at(&socket_place, data.path(), &settings);
        let mode = std::fs::metadata(&place).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o666, "accounts of proxies may use it");
        let place = place.display();
        return (server, format!("http://unix:{place}"), format!("unix/{place}"));
    }
    let bind = format!("127.0.0.1:{}", free_port());
    let server = Server::at(&bind, data.path(), &settings);
    (server, format!("http://{bind}"), bind)
}

#[test]
fn sign_in_works_behind_nginx_by_tcp_and_socket() {
    if !has("nginx") || !has("curl") || !has("openssl") {
        return;
    }
    for socket in [false, true] {
        let (data, folder, port) =
            (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap(), free_port());
        let (_server, upstream, _) = served(&data, port, socket);
        let everybody = std::fs::Permissions::from_mode(0o755);
        for place in [&data, &folder] {
            std::fs::set_permissions(place.path(), everybody.clone()).unwrap();
        }
        let _proxy = nginx(folder.path(), &upstream, port);
        signs_in(port, folder.path());
    }
}

#[test]
fn sign_in_works_behind_caddy_by_tcp_and_socket() {
    if !has("caddy") || !has("curl") {
        return;
    }
    for socket in [false, true] {
        let (data, folder, port) =
            (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap(), free_port());
        let (_server, _, upstream) = served(&data, port, socket);
        let _proxy = caddy(folder.path(), &upstream, port);
        signs_in(port, folder.path());
    }
}

/// Sends requests through the balancer until the last twelve were served by exactly these nodes,
/// each named by its base URL.
async fn served_by(balancer: SocketAddr, nodes: &[&str]) {
    let wanted: BTreeSet<String> = nodes.iter().map(|node| (*node).to_owned()).collect();
    let (began, mut look) = (Instant::now(), interval(Duration::from_millis(50)));
    let mut browser = Pages { address: balancer }.browser();
    let mut last: VecDeque<String> = VecDeque::new();
    while last.len() < 12 || last.iter().cloned().collect::<BTreeSet<String>>() != wanted {
        look.tick().await;
        assert!(began.elapsed() < Duration::from_secs(60), "{last:?}, not {wanted:?}");
        // It does not listen at once.
        if TcpStream::connect(balancer).is_err() {
            continue;
        }
        let page = browser.once("GET", "/api/v1", None).await;
        let body: Value = serde_json::from_str(&page.body).unwrap_or_default();
        last.push_back(body["home"].as_str().unwrap_or("none").to_owned());
        if last.len() > 12 {
            last.pop_front();
        }
    }
}

#[tokio::test]
async fn haproxy_avoids_a_node_that_cannot_show_pages() {
    if !has("haproxy") {
        return;
    }
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let nodes = folders.each_ref().map(|data| Server::start_with("serve", data.path(), &[]));
    let homes = nodes.each_ref().map(|node| format!("http://{}", node.address()));
    let [one, two] = homes.each_ref().map(String::as_str);
    let (folder, port) = (tempfile::tempdir().unwrap(), free_port());
    let _proxy = haproxy(folder.path(), nodes.each_ref().map(Server::address), port);
    let balancer = SocketAddr::from(([127, 0, 0, 1], port));
    served_by(balancer, &[one, two]).await;

    let database = SqliteConnectOptions::new().filename(folders[0].path().join("ravenpost.db"));
    let mut database = database.connect().await.unwrap();
    let hide = sqlx::raw_sql("ALTER TABLE setting RENAME TO hidden");
    hide.execute(&mut database).await.unwrap();
    assert!(nodes[0].ask("GET /readyz/pages").starts_with("HTTP/1.1 503"));
    assert!(nodes[0].ask("GET /api/v1").starts_with("HTTP/1.1 200"), "it still answers");
    served_by(balancer, &[two]).await;

    let show = sqlx::raw_sql("ALTER TABLE hidden RENAME TO setting");
    show.execute(&mut database).await.unwrap();
    served_by(balancer, &[one, two]).await;
}

#[test]
fn text_browsers_show_the_pages() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start_with("demo", data.path(), &[]);
    for (program, words) in [("w3m", ["-dump"]), ("lynx", ["-dump"])] {
        if !has(program) {
            continue;
        }
        let url = format!("http://{}/titles/gotlandia", server.address());
        let shown =
            Command::new(program).args(words).arg(url).env("TERM", "dumb").output().unwrap();
        let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
        assert!(shown.contains("Gotlandia") && shown.lines().count() > 10, "{program}: {shown}");
    }
    // A client such as a script connects directly, without the proxy.
    let mut stream = TcpStream::connect(server.address()).unwrap();
    stream.write_all(b"GET /healthz HTTP/1.0\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.ends_with("\r\n\r\nok\n"), "{answer}");
}

/// The commands of the page about installing from source, without the build and optional sections.
fn steps() -> Vec<String> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/operate/install-source.md");
    let page = std::fs::read_to_string(page).unwrap();
    let (_, after) = page.split_once("\n## Build and install\n").unwrap();
    let (steps, _) = after.split_once("\n## Use a fixed account\n").unwrap();
    let steps = steps.replace("\\\n        ", "");
    let is_setting = |line: &&str| line.starts_with('[') || line.contains(" = ");
    let is_build = |line: &&str| line.starts_with("cargo ");
    let indented = steps.lines().filter_map(|line| line.strip_prefix("    "));
    let commands = indented.filter(|line| !is_setting(line) && !is_build(line));
    commands.map(|line| line.trim_start_matches("sudo ").to_owned()).collect()
}

/// Every database below a folder.
fn databases(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(databases(&path)),
            false => found.extend((path.file_name().unwrap() == "ravenpost.db").then_some(path)),
        }
    }
    found
}

/// The command that systemd would run for a unit, with its folders below `root`.
fn started(unit: &Path, root: &str) -> String {
    let unit = std::fs::read_to_string(unit).unwrap();
    let of = |key: &str| unit.lines().filter_map(|line| line.strip_prefix(key)).collect::<Vec<_>>();
    let environment = of("Environment=").join(" ").replace("%S", &format!("{root}/var/lib"));
    let place = |text: &str| text.replace("/usr/local/bin", &format!("{root}/usr/local/bin"));
    let command = place(of("ExecStart=")[0]).replace("/etc/", &format!("{root}/etc/"));
    format!("env {environment} {command}")
}

/// The steps of the page, run in order in a folder that replaces the machine's root, create exactly
/// one database, in the configured folder.
#[test]
fn installation_steps_create_one_server() {
    let machine = tempfile::tempdir().unwrap();
    let root = machine.path().to_str().unwrap().to_owned();
    for folder in ["usr/local/bin", "etc/systemd/system", "etc/ravenpost", "var/lib"] {
        std::fs::create_dir_all(machine.path().join(folder)).unwrap();
    }
    std::fs::write(machine.path().join("etc/ravenpost/relay-password"), "secret").unwrap();
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let before = here.join("data/ravenpost.db").exists();
    let run = |step: &str| {
        let mut command = Command::new("sh");
        command.args(["-c", step]).current_dir(here).env_clear();
        command.env("PATH", format!("{root}/usr/local/bin:/usr/local/bin:/usr/bin:/bin"));
        command.env("RAVENPOST__SERVER__BIND", "127.0.0.1:0");
        command
    };
    let mut said = None;
    let steps = steps();
    assert!(steps.len() > 4, "{steps:?}");
    for step in steps {
        let step = step.replace("target/release/ravenpost", env!("CARGO_BIN_EXE_ravenpost"));
        let step = ["/usr/local/bin", "/etc/", "/var/lib/"].iter().fold(step, |step, folder| {
            step.replace(&format!(" {folder}"), &format!(" {root}{folder}"))
        });
        let step = step.replace("=/etc/", &format!("={root}/etc/"));
        if step.starts_with("systemctl enable") {
            let unit = machine.path().join("etc/systemd/system/ravenpost.service");
            let serve = format!("exec {}", started(&unit, &root));
            let mut server =
                run(&serve).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
            let mut lines = std::io::BufReader::new(server.stdout.take().unwrap());
            let mut told = String::new();
            while !told.contains("/sign-in/") {
                let read = std::io::BufRead::read_line(&mut lines, &mut told).unwrap();
                assert!(read > 0, "{told}");
            }
            said = Some((told, Proxy(server)));
        } else if !step.starts_with("systemctl") && !step.starts_with("journalctl") {
            let done = run(&step).output().unwrap();
            let why = String::from_utf8_lossy(&done.stderr).into_owned();
            assert!(done.status.success(), "{step}: {why}");
        }
    }
    let (told, server) = said.expect("a server was started");
    assert!(told.contains("has no admin yet"), "{told}");
    drop(server);
    let audit = format!("ravenpost audit --config {root}/etc/ravenpost/ravenpost.toml");
    assert!(run(&audit).output().unwrap().status.success(), "by hand, over the same database");
    assert_eq!(databases(machine.path()), [machine.path().join("var/lib/ravenpost/ravenpost.db")]);
    assert_eq!(here.join("data/ravenpost.db").exists(), before, "a second one, in the sources");
}

/// The values of a key of a service in a compose file: on its line, or in a list below it.
fn values<'t>(service: &'t str, key: &str) -> Vec<&'t str> {
    let key = format!("    {key}:");
    let mut lines = service.lines().skip_while(|line| !line.starts_with(&key));
    let Some(first) = lines.next() else { return Vec::new() };
    let inline = first[key.len()..].split(',');
    let listed = lines.map_while(|line| line.strip_prefix("      - "));
    let all = inline.chain(listed).map(|value| value.trim_matches(|c: char| " []\"".contains(c)));
    all.filter(|value| !value.is_empty()).collect()
}

/// The container's file system is read-only. `upgrade --dry-run` copies the database to the folder
/// for temporary files.
#[test]
fn compose_file_mounts_every_folder_that_is_written() {
    let compose = contrib("compose.yaml");
    let (_, after) = compose.split_once("\n  ravenpost:\n").unwrap();
    let (service, _) = after.split_once("\n\n").unwrap();
    let declared = |section: &str, name: &str| {
        let (_, entries) = compose.split_once(&format!("\n{section}:\n")).unwrap();
        let mut entries = entries.lines().take_while(|line| line.starts_with(' '));
        entries.any(|line| line == format!("  {name}:"))
    };
    assert_eq!(values(service, "read_only"), ["true"]);

    let image = Path::new(env!("CARGO_MANIFEST_DIR")).join("Dockerfile");
    let image = std::fs::read_to_string(image).unwrap();
    let (_, data) = image.split_once("RAVENPOST__DATA__DIR=").unwrap();
    let at = format!(":{}", data.split_whitespace().next().unwrap());
    let volumes = values(service, "volumes");
    let volume = volumes.iter().find_map(|mount| mount.strip_suffix(at.as_str()));
    assert!(volume.is_some_and(|volume| declared("volumes", volume)), "{at}: {volumes:?}");

    let temporary = values(service, "tmpfs");
    let writable = |mount: &&str| mount.split(':').next() == Some("/tmp");
    assert!(temporary.iter().any(writable), "{temporary:?}");

    let files = service.lines().filter_map(|line| line.split_once("_FILE: /run/secrets/"));
    let named: Vec<&str> = files.map(|(_, name)| name).collect();
    assert_eq!(values(service, "secrets"), named);
    assert!(
        !named.is_empty() && named.iter().copied().all(|name| declared("secrets", name)),
        "{named:?}"
    );
}
