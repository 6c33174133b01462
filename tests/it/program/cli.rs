//! The command line: runs the real program and checks its exit codes and output.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use ravenpost::config::Config;

fn program(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ravenpost"));
    command.args(words).env_clear().stdin(Stdio::null());
    command
}

fn run(words: &[&str]) -> Output {
    program(words).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn file(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

#[test]
fn sample_file_is_generated_from_the_types() {
    let made = text(&run(&["config", "sample"]).stdout);
    assert_eq!(made, Config::default().sample());
    let told = "write it anew: ravenpost config sample > contrib/ravenpost.example.toml";
    assert!(file("contrib/ravenpost.example.toml") == made, "{told}");
}

/// Returns the part of a page that a command generates.
fn generated(page: &str, by: &str) -> String {
    let page = file(page);
    let (_, rest) = page.split_once(&format!("<!-- made by: {by} -->\n")).expect("a marker");
    rest.split_once("<!-- end -->").expect("an end marker").0.to_owned()
}

#[test]
fn settings_page_lists_every_setting() {
    let table = generated("docs/operate/settings.md", "ravenpost config table");
    assert!(table == Config::table(), "put the output of `ravenpost config table` there");
}

#[test]
fn command_reference_contains_the_help_of_every_command() {
    let made = text(&run(&["reference", "commands"]).stdout);
    let page = generated("docs/reference/commands.md", "ravenpost reference commands");
    assert!(page == made, "put the output of `ravenpost reference commands` there");
    for name in ["ravenpost serve", "ravenpost seals show"] {
        assert!(made.contains(&format!("### {name}\n")), "{name}");
    }
}

#[test]
fn every_command_has_a_man_page() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(&["reference", "man", folder.path().to_str().unwrap()]);
    assert!(output.status.success());
    for name in ["ravenpost.1", "ravenpost-serve.1", "ravenpost-seals-show.1"] {
        let page = std::fs::read_to_string(folder.path().join(name)).unwrap();
        assert!(page.contains(".TH "), "{name}");
    }
}

#[test]
fn misuse_exits_with_2_and_a_suggestion() {
    let output = run(&["simulate", "--title", "chess"]);
    assert_eq!(output.status.code(), Some(2));
    let told = text(&output.stderr);
    assert!(told.contains("\"chess\": unknown title; known titles: "), "{told}");
    assert_eq!(run(&["frobnicate"]).status.code(), Some(2));
    assert_eq!(run(&[]).status.code(), Some(2));
    let output = run(&["simulate", "--bots", "clever"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("steady, random"));
    assert_eq!(run(&["check", "no/such/file.toml"]).status.code(), Some(2));
}

/// A program that exits without reading our errors changes no exit code.
#[test]
fn misuse_exits_with_2_even_if_stderr_is_closed() {
    for words in [&["frobnicate"][..], &["serve", "--bind", "nonsense"]] {
        let mut command = program(words);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stderr.take());
        assert_eq!(child.wait().unwrap().code(), Some(2), "{words:?}");
    }
    let told = text(&run(&["serve", "--bind", "nonsense"]).stderr);
    assert!(told.contains("--bind"), "{told}");
}

#[test]
fn all_invalid_settings_are_reported() {
    let output = program(&["config", "check"])
        .env("RAVENPOST__SERVER__PORT", "80")
        .env("RAVENPOST__MAIL__SMTP_PORT", "many")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let told = text(&output.stderr);
    assert!(told.contains("RAVENPOST__SERVER__PORT is not a known setting"), "{told}");
    assert!(told.contains("RAVENPOST__MAIL__SMTP_PORT: \"many\" is not a number"), "{told}");
    // Settings that parse one by one, but with which `serve` does not start, are reported too.
    let nowhere = program(&["config", "check"])
        .env("RAVENPOST__MAIL__TRANSPORT", "smtp")
        .env("RAVENPOST__MAIL__SMTP_HOST", "relay.raven.example")
        .env("RAVENPOST__SERVER__BIND", "0.0.0.0:8080")
        .output()
        .unwrap();
    let told = text(&nowhere.stderr);
    assert_eq!(nowhere.status.code(), Some(2), "{told}");
    assert!(told.contains("server.base_url: is not set"), "{told}");
}

#[test]
fn flags_override_the_environment_and_secrets_are_hidden() {
    let output = program(&["config", "check", "--data", "/flag"])
        .env("RAVENPOST__DATA__DIR", "/environment")
        .env("RAVENPOST__MAIL__SMTP_PASSWORD", "hush-hush")
        .output()
        .unwrap();
    assert!(output.status.success());
    let told = text(&output.stdout);
    assert!(told.contains("dir = \"/flag\"") && told.contains("password = \"(hidden)\""), "{told}");
    assert!(!told.contains("hush-hush"));
}

#[test]
fn failing_example_exits_with_1() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.toml"), "title = \"chess\"\n").unwrap();
    let output = run(&["check", folder.path().to_str().unwrap()]);
    let told = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("FAIL") && told.ends_with("0 passed, 1 failed\n"), "{told}");
}

#[test]
fn simulated_games_end_and_are_reproducible_by_seed() {
    let words = ["simulate", "--games", "4", "--seed", "11", "--bots", "random", "--json"];
    let output = run(&words);
    let told = text(&output.stdout);
    assert!(output.status.success(), "{told}");
    let report: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(report["failed"], 0, "{told}");
    assert_eq!(report["passed"], 4 * ravenpost::titles::all().len());
    assert!(report["titles"][0]["orders"]["least"].as_i64().unwrap() > 0);
    assert_eq!(text(&run(&words).stdout), told);
    let silent = text(&run(&["simulate", "--games", "2", "--fallback-only"]).stdout);
    assert!(silent.ends_with(" passed, 0 failed\n"), "{silent}");
}

#[test]
fn kinds_of_games_are_counted_separately() {
    let words = "simulate --title scharz --each mode --seats 2,3 --games 1 --option years=1 \
                 --bots nobody,random --by out --markdown";
    let output = run(&words.split_whitespace().collect::<Vec<_>>());
    let told = text(&output.stdout);
    assert!(output.status.success(), "{told}");
    for mode in ["original", "fast", "basic", "extended"] {
        for seats in 2..=3 {
            let begins = format!("| {mode}, {seats} seats: 1 | 0 | ");
            let row = told.lines().find(|line| line.starts_with(&begins));
            let row = row.unwrap_or_else(|| panic!("no row {begins} in {told}"));
            assert!(row.contains("by Importance 1") || row.contains(" 1 |"), "{row}");
            assert!(row.contains("fallback ") && row.contains("random "), "{row}");
        }
    }
    let unknown = run(&["simulate", "--title", "scharz", "--each", "weather"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(text(&unknown.stderr).contains("no such option"), "{}", text(&unknown.stderr));
}

#[test]
fn options_are_checked_before_playing() {
    let key = ravenpost::titles::all()[0].about().key;
    let output = run(&["simulate", "--title", key, "--option", "colour=blue"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("no such option"), "{}", text(&output.stderr));
}

#[test]
fn every_example_of_every_title_passes() {
    let output = run(&["check"]);
    let told = text(&output.stdout);
    assert!(output.status.success(), "{told}");
    assert!(told.ends_with(" passed, 0 failed\n"), "{told}");
}

#[test]
fn closed_output_is_not_a_failure() {
    let mut child = program(&["config", "sample"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
}

#[test]
fn completions_include_the_commands() {
    for shell in ["bash", "zsh", "fish"] {
        let output = run(&["completions", shell]);
        assert!(output.status.success());
        assert!(text(&output.stdout).contains("simulate"), "{shell}");
    }
}

#[test]
fn unreachable_server_is_unhealthy() {
    // A port that was free a moment ago and has no listener.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let output = run(&["healthcheck", "--bind", &format!("127.0.0.1:{port}")]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("cannot reach the server"));
}

/// The command shows line by line how an email would be read, without any database.
#[test]
fn email_is_parsed_without_any_effect() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("email.eml");
    let email = "From: Ann <ann@example.org>\r\nTo: o-x@reply.example.org\r\n\
        Subject: Re: turn\r\n\r\n\
        Hi Ravenpost,\r\n\r\nundoo\r\nplay wisby\r\nsay all: well met\r\n\r\n\
        On Thu, 20 Nov 2025 at 09:00, Ravenpost <r@example.org> wrote:\r\n> done\r\n";
    std::fs::write(&path, email).unwrap();
    let path = path.display().to_string();
    let read = run(&["mail", "read", &path]);
    let told = text(&read.stdout);
    assert_eq!(read.status.code(), Some(0), "{told}{}", text(&read.stderr));
    for words in [
        "from     ann@example.org",
        "writer   a person",
        "ignored   | > done\n    quoted",
        "ignored   | Hi Ravenpost,",
        "ignored   | undoo",
        "executed  | play wisby",
        "delivered | say all: well met\n    Sends to all players: well met",
        "executed 1, delivered 1, ignored 4, rejected 0, asked 0",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing was made");
    assert_eq!(run(&["mail", "read", "no/such.eml"]).status.code(), Some(2));
    assert_eq!(run(&["mail", "read", &path, "--game", "k3v9w2mq7xhd"]).status.code(), Some(2));
}

/// An email is truncated at the same limits as in a mail source, and the output says where
/// processing stops.
#[test]
fn long_email_is_truncated_as_by_a_mail_source() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("email.eml").display().to_string();
    let read = |words: &str| {
        let email = format!("From: ann@example.org\r\nSubject: Re: turn\r\n\r\n{words}");
        std::fs::write(&path, email).unwrap();
        let read = run(&["mail", "read", &path]);
        (read.status.code(), text(&read.stdout))
    };
    let (code, told) = read(&"show\r\n".repeat(100));
    assert_eq!((code, told.matches("Shows the current position").count()), (Some(0), 60), "{told}");
    assert!(told.contains("contains more than 60 requests"), "{told}");
    let (code, told) = read(&format!("done\r\n{}", ("so ".repeat(300) + "\r\n").repeat(330)));
    assert!(code == Some(0) && told.contains("is too long"), "{told}");
    let (code, told) = read(&"so it goes\r\n".repeat(500_000));
    assert!(code == Some(1) && told.contains("larger than 4 MB"), "{told}");
    let endless = run(&["mail", "read", "/dev/zero"]);
    assert!(text(&endless.stdout).contains("larger than 4 MB"), "{}", text(&endless.stderr));
}

/// For an email that is too long, the output says where reading stopped and shows what was not
/// read.
#[test]
fn end_of_reading_of_a_long_email_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("email.eml");
    let remarks = "What a long winter it was.\r\n".repeat(500);
    let email = format!("From: ann@example.org\r\nSubject: Re: turn\r\n\r\n{remarks}done\r\n");
    std::fs::write(&path, email).unwrap();
    let read = run(&["mail", "read", &path.display().to_string()]);
    let told = text(&read.stdout);
    for words in ["ignored   | done\n    beyond the limit", "only the first 500 lines were read"] {
        assert!(told.contains(words), "{words}: {told}");
    }
    assert!(!told.contains("executed  | done"), "{told}");
}
