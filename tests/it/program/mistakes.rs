//! Mistakes of admins: wrong flags, settings, files and folders. The error names what is wrong, and
//! the exit code says what kind of error it is.

use std::os::unix::fs::{MetadataExt, chown};
use std::path::Path;
use std::process::{Command, Stdio};

use ravenpost_store::{Store, StoreError};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use crate::harness::app::App;
use crate::program::serve::Server;

const TITLE: &str = "gotlandia";

/// The exit code and the output of a command.
fn run(words: &[&str], env: &[(&str, &str)]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ravenpost"));
    command.args(words).env_clear().envs(env.iter().copied()).stdin(Stdio::null());
    let output = command.output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8_lossy(&said).into_owned())
}

/// Each line of the settings file, and the setting that the error must name.
const LINES: &[(&str, &str)] = &[
    ("[server]\nworkers = -1", "server.workers"),
    ("[server]\nworkers = \"two\"", "server.workers"),
    ("[server]\ntrusted_proxies = \"127.0.0.1\"", "server.trusted_proxies"),
    ("[server]\nbase_url = \"play.example.org\"", "server.base_url"),
    ("[server]\nbase_url = \"https://play.example.org:http\"", "server.base_url"),
    ("[server]\nbind = \"127.0.0.1:99999\"", "server.bind"),
    ("[server]\nbind = \"::1:8080\"", "server.bind"),
    ("[server]\nbinb = \"127.0.0.1:8080\"", "server.binb"),
    ("[sever]\nbind = \"127.0.0.1:8080\"", "[server]"),
    ("bind = \"127.0.0.1:8080\"", "[server]"),
    ("[data]\ndatabase = \"mysql://raven:hush@db/raven\"", "data.database"),
    ("[mail]\nsmtp_port = 70000", "mail.smtp_port"),
    ("[mail]\nsmtp_tls = \"ssl\"", "mail.smtp_tls"),
    ("[mail]\nsmtp_host = \"relay.example.org:587\"", "mail.smtp_port"),
    ("[mail]\nreply_domain = \"@reply.example.org\"", "mail.reply_domain"),
    ("[mail]\nturn_delay = \"3\"", "mail.turn_delay"),
    ("[mail]\nturn_delay = 3", "mail.turn_delay"),
    ("[mail]\nadmin = \"admin\"", "mail.admin"),
    ("[mail]\nfrom = \"Ravenpost\"", "mail.from"),
    ("[mail]\nsmtp_password = 4321", "mail.smtp_password"),
    ("[mail]\nsmtp_password_file = \"/no/such\"", "/no/such"),
    ("[mail]\nsmtp_password_file = \"/\"", "mail.smtp_password"),
    ("[games]\nopen_sign_up = \"yes\"", "games.open_sign_up"),
    ("[games]\npaces = [\"fast\"]", "games.paces"),
    ("[seals]\nwitnesses = [\"nobody\"]", "seals.witnesses"),
    ("[log]\nfilter = \"info,,=x=debug[\"", "log.filter"),
];

#[test]
fn every_invalid_setting_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ravenpost.toml");
    let path = file.to_str().unwrap();
    for (lines, named) in LINES {
        std::fs::write(&file, lines).unwrap();
        let (code, said) = run(&["config", "check", "--config", path], &[]);
        assert_eq!(code, Some(2), "{lines}: {said}");
        assert!(said.contains(named), "{lines}: {said}");
        assert!(!said.contains("hush") && !said.contains("4321"), "secrets are hidden: {said}");
        assert_eq!(said.trim().lines().count(), 1, "it is named once: {lines}: {said}");
    }
    for (name, meant) in [
        ("RAVENPOST__SERVER__BNID", "RAVENPOST__SERVER__BIND"),
        ("RAVENPOST_SERVER_BIND", "RAVENPOST__SERVER__BIND"),
        ("ravenpost__server__bind", "RAVENPOST__SERVER__BIND"),
        ("RAVENPOST_MAIL_SMTP_PASSWORD_FILE", "RAVENPOST__MAIL__SMTP_PASSWORD_FILE"),
    ] {
        let (code, said) = run(&["config", "check"], &[(name, "x")]);
        assert_eq!(code, Some(2), "{name}: {said}");
        assert!(said.contains(name) && said.contains(meant), "{name}: {said}");
    }
    let ours = [("RAVENPOST_CONFIG", path), ("RAVENPOST_SERVICE_HOST", "10.0.0.7")];
    std::fs::write(&file, "").unwrap();
    assert_eq!(run(&["config", "check"], &ours).0, Some(0), "these are not settings");
}

#[test]
fn config_check_reports_faults_of_all_kinds_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ravenpost.toml");
    let lines = "[server]\nbinb = \"x\"\nworkers = \"two\"\n\
        [mail]\nsmtp_port = 70000\nadmin = \"admin\"\nsmtp_tls = \"ssl\"\n\
        smtp_password_file = \"/no/such\"\n\
        [games]\npaces = [\"fast\", \"slow\"]\n";
    std::fs::write(&file, lines).unwrap();
    let path = file.to_str().unwrap();
    let env = [("RAVENPOST__LOG__FILTR", "info"), ("RAVENPOST__DATA__DIR", path)];
    let (code, said) = run(&["config", "check", "--config", path], &env);
    assert_eq!(code, Some(2), "{said}");
    for named in [
        "server.binb",
        "server.workers",
        "mail.smtp_port",
        "mail.admin",
        "mail.smtp_tls",
        "mail.smtp_password",
        "\"fast\"",
        "\"slow\"",
        "RAVENPOST__LOG__FILTR",
        "data.dir",
    ] {
        assert!(said.contains(named), "{named}: {said}");
    }
    assert_eq!(said.trim().lines().count(), 10, "nothing is named twice: {said}");
}

#[test]
fn file_in_place_of_a_folder_and_missing_files_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "x").unwrap();
    let (file, dir) = (file.to_str().unwrap(), folder.path().to_str().unwrap());
    let cases: [(&[&str], &str); 11] = [
        (&["config", "check", "--config", "/no/such.toml"], "/no/such.toml"),
        (&["config", "check", "--config", dir], dir),
        (&["serve", "--data", file, "--bind", "127.0.0.1:0"], "data.dir"),
        (&["audit", "--data", "/no/such"], "--data"),
        (&["reference", "man", "/no/such"], "/no/such"),
        (&["reference", "man", file], file),
        (&["import", "/no/such.jsonl", "--data", dir], "/no/such.jsonl"),
        (&["import", "--all", file, "--data", dir], file),
        (&["export", "--all", file, "--data", dir], file),
        (&["verify", "/no/such.jsonl"], "/no/such.jsonl"),
        (&["serve", "--bind", "unix:/no/such/socket", "--data", dir], "server.bind"),
    ];
    for (words, named) in cases {
        let (code, said) = run(words, &[]);
        assert_eq!(code, Some(2), "{words:?}: {said}");
        assert!(said.contains(named), "{words:?}: {said}");
    }
}

#[tokio::test]
async fn database_of_another_program_is_refused_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ravenpost.db");
    let options = SqliteConnectOptions::new().filename(&path).create_if_missing(true);
    let mut conn = options.connect().await.unwrap();
    sqlx::raw_sql("CREATE TABLE recipe (name TEXT)").execute(&mut conn).await.unwrap();
    conn.close().await.unwrap();
    let before = std::fs::read(&path).unwrap();
    for refused in [Store::open(&path).await.err(), Store::open_read_only(&path).await.err()] {
        assert!(matches!(refused, Some(StoreError::Foreign(_))), "{refused:?}");
    }
    assert!(std::fs::read(&path).unwrap() == before, "not even its journal mode has changed");
    let data = folder.path().to_str().unwrap();
    let (code, said) = run(&["serve", "--bind", "127.0.0.1:0", "--data", data], &[]);
    assert!(code == Some(3) && said.contains(path.to_str().unwrap()), "{said}");
}

/// The server cannot open files of root. Without root, there is nothing to give away.
#[tokio::test]
async fn created_files_belong_to_the_owner_of_the_data_folder() {
    let app = App::seeded(11).await;
    let game = app.bots_only(TITLE, &["random", "random"]).await;
    let viewer = ravenpost_rules::Viewer::Spectator;
    let text = app.service.archive().export(&game, viewer).await.expect("it is over");
    let folder = tempfile::tempdir().unwrap();
    let (file, data) = (folder.path().join("game.jsonl"), folder.path().join("data"));
    std::fs::write(&file, text).unwrap();
    std::fs::create_dir(&data).unwrap();
    let wanted = match std::fs::metadata(&data).unwrap().uid() {
        0 => 4242,
        own => own,
    };
    chown(&data, Some(wanted), None).expect("root may give it away");
    let (file, at) = (file.to_str().unwrap(), data.to_str().unwrap());
    let (code, said) = run(&["import", file, "--data", at], &[]);
    assert_eq!(code, Some(0), "{said}");
    let names: Vec<_> = std::fs::read_dir(&data).unwrap().map(|entry| entry.unwrap()).collect();
    assert!(names.iter().any(|entry| entry.file_name() == "ravenpost.lock"), "{names:?}");
    for entry in names {
        assert_eq!(entry.metadata().unwrap().uid(), wanted, "{entry:?}");
    }
}

async fn damage(file: &Path) {
    let mut conn = SqliteConnectOptions::new().filename(file).connect().await.unwrap();
    let wrong = "DROP TRIGGER event_no_update; UPDATE event SET hash = zeroblob(32) WHERE seq = 2";
    sqlx::raw_sql(wrong).execute(&mut conn).await.unwrap();
    conn.close().await.unwrap();
}

#[tokio::test]
async fn restore_of_damaged_games_names_them_and_exits_with_1() {
    let app = App::seeded(12).await;
    app.bots_only(TITLE, &["random", "random"]).await;
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.db");
    app.service.store().backup(&copy).await.expect("written");
    damage(&copy).await;
    let data = folder.path().join("data");
    let (copy, at) = (copy.to_str().unwrap(), data.to_str().unwrap());
    let (code, said) = run(&["restore", copy, "--data", at], &[]);
    assert!(code == Some(1) && !data.join("ravenpost.db").exists(), "{said}");
    let (code, said) = run(&["restore", copy, "--anyway", "--data", at], &[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("BROKEN  game ") && data.join("ravenpost.db").exists(), "{said}");
}

#[tokio::test]
async fn exhibition_games_can_be_disabled() {
    let data = tempfile::tempdir().unwrap();
    let off = [("RAVENPOST__GAMES__EXHIBITION_GAMES", "false")];
    let server = Server::start_with("serve", data.path(), &off);
    assert_eq!(server.stop("-TERM").code(), Some(0));
    let store = Store::open_read_only(&data.path().join("ravenpost.db")).await.unwrap();
    let games = ravenpost_store::log::events::games(store.read(), None, 10).await.unwrap();
    assert!(games.is_empty(), "{games:?}");
}
