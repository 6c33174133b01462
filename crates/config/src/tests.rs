//! Tests of precedence, of errors that suggest the nearest name, and of secrets.

use super::*;

fn load(
    file: &str,
    env: &[(&str, &str)],
    flags: &[(&'static str, &str)],
) -> Result<Config, Problems> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ravenpost.toml");
    std::fs::write(&path, file).unwrap();
    let pair = |(name, text): &(&str, &str)| ((*name).to_owned(), (*text).to_owned());
    let env = env.iter().map(pair).collect();
    let flags = flags.iter().map(|(name, text)| (*name, (*text).to_owned())).collect();
    Sources { file: Some(path), env, flags }.load()
}

fn refused(file: &str, env: &[(&str, &str)]) -> String {
    load(file, env, &[]).unwrap_err().to_string()
}

#[test]
fn later_sources_override_earlier_ones() {
    let file =
        "[server]\nbind = \"file:1\"\nbase_url = \"https://file.example/\"\n[data]\ndir = \"f\"";
    let env = [("RAVENPOST__SERVER__BIND", "env:1"), ("RAVENPOST__DATA__DIR", "e"), ("HOME", "/")];
    let config = load(file, &env, &[("server.bind", "flag:1")]).unwrap();
    assert_eq!(config.server.bind, "flag:1");
    assert_eq!(config.data.dir, "e");
    assert_eq!(config.base_url(), "https://file.example");
    assert_eq!(config.mail.transport, Transport::Local);
}

#[test]
fn environment_variables_set_every_type_of_value() {
    let env = [
        ("RAVENPOST__SERVER__TRUSTED_PROXIES", "127.0.0.1, ::1"),
        ("RAVENPOST__MAIL__SMTP_PORT", "2525"),
        ("RAVENPOST__GAMES__OPEN_SIGN_UP", "false"),
        ("RAVENPOST__MAIL__TRANSPORT", "smtp"),
        ("RAVENPOST__MAIL__SMTP_HOST", "relay.example"),
        ("RAVENPOST__MAIL__GIVE_UP_AFTER", "36h"),
        ("RAVENPOST__MAIL__SMTP_PASSWORD", "hush"),
    ];
    let config = load("", &env, &[]).unwrap();
    assert_eq!(config.server.trusted_proxies, ["127.0.0.1", "::1"]);
    assert_eq!(config.mail.smtp_port, 2525);
    assert!(!config.games.open_sign_up);
    assert_eq!(config.mail.give_up_after, Span(std::time::Duration::from_secs(36 * 3600)));
    assert_eq!(config.mail.smtp_password.expose(), "hush");
}

#[test]
fn unknown_names_are_refused_with_the_nearest_match() {
    let why =
        refused("[server]\nbinb = \"x\"\n[mial]\nhost = \"x\"", &[("RAVENPOST__LOG__FILTR", "x")]);
    assert!(why.contains("server.binb is not a known setting; did you mean bind?"), "{why}");
    assert!(why.contains("[mial] is not a known section; did you mean [mail]?"), "{why}");
    assert!(why.contains("RAVENPOST__LOG__FILTR"), "{why}");
    assert!(why.contains("did you mean RAVENPOST__LOG__FILTER?"), "{why}");
    let why = refused("bind = \"127.0.0.1:80\"", &[("RAVENPOST__SMTP_HOST", "x")]);
    assert!(why.contains("bind in section [server]"), "{why}");
    assert!(why.contains("did you mean RAVENPOST__MAIL__SMTP_HOST?"), "{why}");
    let why = refused("", &[("RAVENPOST__NOPE", "x"), ("RAVENPOST__PICTURE", "x")]);
    assert!(!why.contains("did you mean"), "nothing is similar: {why}");
    let why = refused("[mail]\noperator = \"x\"", &[("RAVENPOST__MAIL__OPERATOR", "x")]);
    assert!(why.contains("mail.operator is not a known setting"), "{why}");
    assert!(why.contains("RAVENPOST__MAIL__OPERATOR is not a known setting"), "{why}");
}

#[test]
fn invalid_values_are_reported_with_place_and_remedy() {
    let why = refused("", &[("RAVENPOST__MAIL__SMTP_PORT", "smtp")]);
    assert_eq!(why, "RAVENPOST__MAIL__SMTP_PORT: \"smtp\" is not a number from 0 to 65535");
    let why = refused("[mail]\nsmtp_tls = \"maybe\"", &[]);
    assert!(
        why.contains("maybe") && why.contains("starttls") && why.contains("mail.smtp_tls"),
        "{why}"
    );
    let why = refused("[mail]\ngive_up_after = \"soon\"", &[]);
    assert!(why.contains("\"soon\" is not a duration"), "{why}");
    let why = refused("[mail]\nenvelope = \"from\"\nenvelope_domain = \"b.example\"", &[]);
    assert!(why.contains("mail.envelope_domain"), "{why}");
    let why = refused("[mail]\ntransport = \"smtp\"", &[]);
    assert!(why.contains("mail.smtp_host"), "{why}");
}

#[test]
fn secret_is_read_from_a_file_and_never_printed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("relay");
    std::fs::write(&path, "hush\n").unwrap();
    let env = [("RAVENPOST__MAIL__SMTP_PASSWORD_FILE", path.to_str().unwrap())];
    let config = load("", &env, &[]).unwrap();
    assert_eq!(config.mail.smtp_password.expose(), "hush");
    assert!(!config.written().contains("hush") && config.written().contains("(hidden)"));
    assert!(!format!("{config:?}").contains("hush"));
    let file = format!("[mail]\nsmtp_password_file = \"{}\"", path.display());
    assert_eq!(load(&file, &[], &[]).unwrap().mail.smtp_password.expose(), "hush");
    let why = refused("[server]\nbind_file = \"x\"", &[]);
    assert!(why.contains("server.bind_file is not a known setting"), "{why}");
}

#[test]
fn local_outbox_on_a_public_address_is_exposed() {
    let exposed = |bind: &str, more: &[(&str, &str)]| {
        let env = [&[("RAVENPOST__SERVER__BIND", bind)], more].concat();
        load("", &env, &[]).unwrap().exposed().is_some()
    };
    for bind in ["127.0.0.1:8080", "127.8.0.1:80", "[::1]:8080", "localhost:0"] {
        assert!(!exposed(bind, &[]), "{bind} is for this machine only");
    }
    let open = ["0.0.0.0:8080", "[::]:80", "192.168.1.4:8080", "games.example:80", "unix:/run/x"];
    for bind in open {
        assert!(exposed(bind, &[]), "{bind} can be reached by others");
        let smtp =
            [("RAVENPOST__MAIL__TRANSPORT", "smtp"), ("RAVENPOST__MAIL__SMTP_HOST", "relay")];
        assert!(!exposed(bind, &smtp), "emails leave");
        assert!(!exposed(bind, &[("RAVENPOST__MAIL__PUBLIC_OUTBOX", "true")]));
    }
}

#[test]
fn container_image_needs_mail_settings_to_start() {
    let image = include_str!("../../../Dockerfile");
    let env: Vec<(&str, &str)> = image
        .split_whitespace()
        .filter(|word| word.starts_with("RAVENPOST__") && !word.contains("__MAIL__"))
        .filter_map(|word| word.split_once('='))
        .collect();
    assert!(env.iter().any(|(name, _)| *name == "RAVENPOST__SERVER__BIND"), "{env:?}");
    assert!(load("", &env, &[]).unwrap().exposed().is_some());
}

#[test]
fn sample_file_parses_to_the_defaults() {
    let sample = Config::default().sample();
    assert_eq!(load(&sample, &[], &[]).unwrap().written(), Config::default().written());
    let uncommented: String = sample
        .lines()
        .filter_map(|line| match line.strip_prefix("# ") {
            Some(rest) if rest.split_once(" = ").is_some_and(|(key, _)| !key.contains(' ')) => {
                Some(format!("{rest}\n"))
            }
            Some(_) => None,
            None => Some(format!("{line}\n")),
        })
        .collect();
    assert_eq!(load(&uncommented, &[], &[]).unwrap().written(), Config::default().written());
}

#[test]
fn mail_listener_beyond_this_machine_is_warned_about() {
    let overheard = |listen: &str| {
        let answers = ("RAVENPOST__MAIL__REPLY_DOMAIN", "reply.raven.example");
        load("", &[("RAVENPOST__MAIL__LISTEN", listen), answers], &[]).unwrap().overheard()
    };
    for listen in ["", "127.0.0.1:2424", "[::1]:2424", "localhost:24", "unix:/run/ravenpost/lmtp"] {
        assert_eq!(overheard(listen), None, "{listen}");
    }
    for listen in ["0.0.0.0:2424", "[::]:2424", "192.0.2.7:2424", "mx.example:24"] {
        assert!(overheard(listen).is_some_and(|why| why.contains("127.0.0.1")), "{listen}");
    }
}

#[test]
fn unusable_base_url_is_refused_and_a_local_one_warned_about() {
    let with = |url: &str, bind: &str, transport: &str| {
        let env = [
            ("RAVENPOST__SERVER__BASE_URL", url),
            ("RAVENPOST__SERVER__BIND", bind),
            ("RAVENPOST__MAIL__TRANSPORT", transport),
            ("RAVENPOST__MAIL__SMTP_HOST", "relay"),
        ];
        load("", &env, &[])
    };
    for url in ["https://", "http:///x", "https://play.example/games", "https://a.example?b"] {
        assert!(with(url, "127.0.0.1:8080", "local").is_err(), "{url}");
    }
    for bind in ["0.0.0.0:8080", "[::]:8080", "unix:/run/x"] {
        assert!(with("", bind, "smtp").unwrap().unreachable().is_some(), "{bind}");
        let named = with("https://play.example", bind, "smtp").unwrap();
        assert_eq!(named.unreachable(), None, "{bind}");
        let unknown = !bind.starts_with("unix:");
        assert_eq!(named.warnings().len(), usize::from(unknown), "{bind}");
        assert_eq!(named.unknown_proxy().is_some(), unknown, "{bind}");
    }
    let warnings = |url: &str, transport: &str| {
        with(url, "127.0.0.1:8080", transport).unwrap().warnings().len()
    };
    assert_eq!((warnings("", "local"), warnings("", "smtp")), (0, 1));
    assert_eq!(
        (warnings("http://play.example", "local"), warnings("http://play.example", "smtp")),
        (2, 1)
    );
    let name = ("RAVENPOST__MAIL__SMTP_USERNAME", "raven");
    let password = ("RAVENPOST__MAIL__SMTP_PASSWORD", "hush");
    let named = |more: &[(&str, &str)]| load("", more, &[]).unwrap().warnings().len();
    assert_eq!((named(&[name]), named(&[name, password])), (1, 0), "a login needs a password");
    let hidden = with("http://play.example", "127.0.0.1:8080", "local").unwrap().hidden_outbox();
    assert!(hidden.is_some_and(|why| why.contains("http://127.0.0.1:8080/outbox")));
}

#[test]
fn malformed_listeners_and_proxies_get_examples() {
    for place in ["nonsense", "127.0.0.1", ":8080", "127.0.0.1:http", "::1:8080", "a b:1", "unix:"]
    {
        let why = refused("", &[("RAVENPOST__SERVER__BIND", place)]);
        assert!(why.contains("server.bind") && why.contains("127.0.0.1:8080"), "{place}: {why}");
    }
    for place in ["127.0.0.1:0", "[::1]:8080", "localhost:8080", "raven-box.lan:80", "unix:/run/x"]
    {
        assert!(load("", &[("RAVENPOST__SERVER__BIND", place)], &[]).is_ok(), "{place}");
    }
    let why = refused("", &[("RAVENPOST__SERVER__TRUSTED_PROXIES", "127.0.0.1,10.0.0.0/99")]);
    assert!(why.contains("10.0.0.0/99") && why.contains("172.16.0.0/12"), "{why}");
    let networks = ("RAVENPOST__SERVER__TRUSTED_PROXIES", "10.0.0.0/8, fd00::/8");
    assert!(load("", &[networks], &[]).is_ok());
    let why = refused("[server]\nsocket_mode = \"rw\"", &[]);
    assert!(why.contains("server.socket_mode") && why.contains("0660"), "{why}");
}

#[test]
fn sample_keeps_current_values_and_omits_secrets() {
    let env = [("RAVENPOST__MAIL__SMTP_PASSWORD", "hush")];
    let config = load("", &env, &[("data.dir", "/var/lib/ravenpost")]).unwrap();
    let sample = config.sample();
    assert!(sample.contains("\ndir = \"/var/lib/ravenpost\"\n"), "{sample}");
    assert!(!sample.contains("hush") && sample.contains("\n# smtp_password = "), "{sample}");
    assert_eq!(load(&sample, &[], &[]).unwrap().data.dir, "/var/lib/ravenpost");
}

#[test]
fn metrics_are_off_by_default_and_separate() {
    assert_eq!(Config::default().metrics.bind, "");
    let with = |bind: &str| load("", &[("RAVENPOST__METRICS__BIND", bind)], &[]);
    for (bind, warnings) in [("127.0.0.1:9100", 0), ("unix:/run/metrics", 0), ("0.0.0.0:9100", 1)] {
        assert_eq!(with(bind).unwrap().warnings().len(), warnings, "{bind}");
    }
    for bind in ["nonsense", "127.0.0.1:8080"] {
        assert!(with(bind).unwrap_err().to_string().contains("metrics.bind"), "{bind}");
    }
}

#[test]
fn missing_certificate_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ca.pem");
    let file = format!("[mail]\nca_certificates_file = \"{}\"", path.display());
    let named = |why: &str| {
        why.contains("mail.ca_certificates") && why.contains(&path.display().to_string())
    };
    let why = refused(&file, &[]);
    assert!(named(&why), "it is missing: {why}");
    std::fs::write(&path, "-----BEGIN PRIVATE KEY-----\n").unwrap();
    let why = refused(&file, &[]);
    assert!(named(&why), "it is a key: {why}");
    std::fs::write(&path, "-----BEGIN CERTIFICATE-----\n").unwrap();
    assert!(load(&file, &[], &[]).is_ok());
    let why = refused("[mail]\nca_certificates = \"/etc/ca.pem\"", &[]);
    assert!(why.contains("ca_certificates_file"), "{why}");
}
