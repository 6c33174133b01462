//! The documentation: the book lists every page, every relative link points to an existing file and
//! heading, and pages name existing files.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Folders with pages. Everything else at the top level is generated or has no pages.
const FOLDERS: &[&str] = &[".github", "crates", "docs", "examples", "fuzz", "migrations", "tests"];

/// Guides in which every path in backticks must be a file or folder of the repository.
const GUIDES: &[&str] = &[
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "STYLE.md",
    "crates/titles/README.md",
    "docs/build/adding-a-title.md",
    "docs/play/orders.md",
];

/// Placeholders in paths.
const PLACEHOLDERS: &[&str] = &["KEY", "NAME"];

/// Every Markdown file, by its path from the root.
fn pages() -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(root(), false, &mut found);
    for folder in FOLDERS {
        collect(&root().join(folder), true, &mut found);
    }
    found.sort();
    found.iter().map(|page| page.strip_prefix(root()).unwrap().to_owned()).collect()
}

fn collect(folder: &Path, deep: bool, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && deep && !path.ends_with("node_modules") {
            collect(&path, deep, found);
        } else if path.extension().is_some_and(|end| end == "md") {
            found.push(path);
        }
    }
}

fn read(page: &Path) -> String {
    std::fs::read_to_string(root().join(page)).unwrap()
}

/// The parts of a page that these tests check.
#[derive(Default)]
struct Page {
    links: Vec<String>,
    /// Text in backticks.
    code: Vec<String>,
    /// The anchors of its headings, as GitHub and other forges generate them.
    anchors: BTreeSet<String>,
}

impl Page {
    fn of(text: &str) -> Page {
        let mut page = Page::default();
        let mut heading: Option<String> = None;
        for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    page.links.push(dest_url.into_string());
                }
                Event::Html(html) | Event::InlineHtml(html) => page.links.extend(addresses(&html)),
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => {
                    page.anchors.extend(heading.take().map(|words| anchor(&words)));
                }
                Event::Text(words) => heading.iter_mut().for_each(|all| all.push_str(&words)),
                Event::Code(words) => {
                    heading.iter_mut().for_each(|all| all.push_str(&words));
                    page.code.push(words.into_string());
                }
                _ => {}
            }
        }
        page
    }
}

/// Returns the addresses of links and pictures in HTML.
fn addresses(html: &str) -> Vec<String> {
    let starts = [" src=\"", " href=\""].into_iter().flat_map(|name| html.split(name).skip(1));
    starts.filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())).collect()
}

/// Turns a heading into an anchor: lower case, hyphens for spaces, no punctuation.
fn anchor(heading: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || " -_".contains(*c);
    heading.to_lowercase().chars().filter(kept).collect::<String>().replace(' ', "-")
}

/// Resolves `..` in a path from the root.
fn settled(path: &Path) -> PathBuf {
    let mut settled = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                settled.pop();
            }
            Component::Normal(name) => settled.push(name),
            _ => {}
        }
    }
    settled
}

/// Links of a page whose target does not exist.
fn dead_links(page: &Path, text: &str) -> Vec<String> {
    let links = Page::of(text).links.into_iter().filter(|link| !link.contains(':'));
    let dead = links.filter(|link| {
        let (file, heading) = link.split_once('#').unwrap_or((link, ""));
        let target = match file {
            "" => page.to_owned(),
            file => settled(&page.parent().unwrap().join(file)),
        };
        let own = file.is_empty();
        if !own && !root().join(&target).exists() {
            return true;
        }
        let there = || if own { text.to_owned() } else { read(&target) };
        !heading.is_empty() && !Page::of(&there()).anchors.contains(heading)
    });
    dead.map(|link| format!("{}: {link} leads nowhere", page.display())).collect()
}

/// Whether text in backticks is a path from the root rather than a pattern.
fn is_path(code: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
    let first = code.split('/').next().unwrap_or_default();
    let known = root().join(first).is_dir() && !first.is_empty() && !first.starts_with('.');
    let made_up = |word: &str| PLACEHOLDERS.contains(&word);
    known
        && code.contains('/')
        && code.chars().all(plain)
        && !code.split(['/', '.', '-']).any(made_up)
}

/// Paths that a page names but that do not exist.
fn missing_files(page: &Path, text: &str) -> Vec<String> {
    let code = Page::of(text).code;
    let missing = code.iter().filter(|code| is_path(code) && !root().join(code).exists());
    missing.map(|code| format!("{}: there is no {code}", page.display())).collect()
}

/// Every Rust file, by its path from the root.
fn sources() -> Vec<String> {
    let mut git = Command::new("git");
    let listed = git.args(["ls-files", "*.rs"]).current_dir(root()).output().expect("git");
    let listed = String::from_utf8(listed.stdout).expect("paths are UTF-8");
    listed.lines().map(|path| format!("/{path}")).collect()
}

/// Rust files that a page names, also relative to a crate, but that do not exist.
fn missing_sources(page: &Path, text: &str, sources: &[String]) -> Vec<String> {
    let code = Page::of(text).code;
    let plain = |code: &&String| {
        code.ends_with(".rs")
            && code.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c))
            && !code.split(['/', '.', '-']).any(|word| PLACEHOLDERS.contains(&word))
    };
    let exists = |code: &str| sources.iter().any(|path| path.ends_with(&format!("/{code}")));
    let missing = code.iter().filter(plain).filter(|code| !exists(code));
    missing.map(|code| format!("{}: there is no {code}", page.display())).collect()
}

#[test]
fn every_link_resolves() {
    let pages = pages();
    assert!(pages.len() > 20, "the pages were found");
    let dead: Vec<String> = pages.iter().flat_map(|page| dead_links(page, &read(page))).collect();
    assert!(dead.is_empty(), "{}", dead.join("\n"));
}

#[test]
fn guides_name_files_that_exist() {
    let guides = GUIDES.iter().map(Path::new);
    let missing: Vec<String> = guides.flat_map(|page| missing_files(page, &read(page))).collect();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn pages_name_sources_that_exist() {
    let sources = sources();
    assert!(sources.len() > 500, "{} files", sources.len());
    let check = |page: &PathBuf| missing_sources(page, &read(page), &sources);
    let missing: Vec<String> = pages().iter().flat_map(check).collect();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn book_lists_every_page_once() {
    let mut named = Page::of(&read(Path::new("docs/SUMMARY.md"))).links;
    named.sort();
    let mut pages = Vec::new();
    collect(&root().join("docs"), true, &mut pages);
    let docs = root().join("docs");
    let name = |page: &PathBuf| page.strip_prefix(&docs).unwrap().display().to_string();
    let mut there: Vec<String> =
        pages.iter().map(name).filter(|page| page != "SUMMARY.md").collect();
    there.sort();
    assert_eq!(named, there, "docs/SUMMARY.md names each page of docs/ once, and no other");
}

#[test]
fn planted_faults_are_found() {
    let page = Path::new("docs/planted.md");
    let text = "# One: a `b`\n[good](operate/move.md) [good](#one-a-b) [far](https://a.invalid/b)\n\
                [good](operate/backup.md#restore) ![good](pictures/replay.webp)\n\
                <p><img src=\"pictures/replay.webp\" alt=\"\"></p>\n\n\
                `src/cli/mod.rs` `src/cli/nowhere.rs` `src/cli/NAME.rs` `cargo test`\n";
    assert!(dead_links(page, text).is_empty());
    let wrong = ["docs/planted.md: there is no src/cli/nowhere.rs"];
    assert_eq!(missing_files(page, text), wrong);
    assert_eq!(missing_sources(page, text, &["/src/cli/mod.rs".to_owned()]), wrong);
    let relative =
        missing_sources(page, "`cli/mod.rs` `i/mod.rs`", &["/src/cli/mod.rs".to_owned()]);
    assert_eq!(relative, ["docs/planted.md: there is no i/mod.rs"]);
    for (bad, link) in [
        ("[a](nowhere.md)", "nowhere.md"),
        ("[a](operate/nowhere.md)", "operate/nowhere.md"),
        ("[a](../docs/operate/moved.md)", "../docs/operate/moved.md"),
        ("[a](operate/move.md#nowhere)", "operate/move.md#nowhere"),
        ("[a](#two)", "#two"),
        ("[a](operate/backup.md#Restore)", "operate/backup.md#Restore"),
        ("![a](pictures/nowhere.webp)", "pictures/nowhere.webp"),
        ("[a][b]\n\n[b]: nowhere.md \"Title\"", "nowhere.md"),
        ("| a |\n|---|\n| [a](operate/nowhere.md) |", "operate/nowhere.md"),
        ("<p>\n<img src=\"pictures/gone.webp\" alt=\"\">\n</p>", "pictures/gone.webp"),
        ("So <a href=\"nowhere.md\">it is</a>.", "nowhere.md"),
    ] {
        let dead = dead_links(page, &format!("# One: a `b`\n\n{bad}\n"));
        assert_eq!(dead, [format!("docs/planted.md: {link} leads nowhere")], "{bad}");
    }
}

/// Names that are missing in backticks on a reference page.
fn unlisted(page: &str, names: impl IntoIterator<Item = String>) -> Vec<String> {
    let code = Page::of(&read(Path::new(page))).code;
    let listed = |name: &String| {
        code.iter().any(|code| {
            code == name
                || code.starts_with(&format!("{name}{{"))
                || code.starts_with(&format!("{name}("))
        })
    };
    names.into_iter().filter(|name| !listed(name)).map(|name| format!("{page}: {name}")).collect()
}

/// The reference lists every act, fact, notification kind, table, column, setting and lease that is
/// stored.
#[tokio::test]
async fn reference_lists_every_stored_name() {
    let acts = read(Path::new("crates/log/tests/snapshots/golden__acts.snap"));
    let kinds = acts.lines().filter(|line| line.contains(" None ") || line.contains(" Some("));
    let kinds = kinds.map(|line| line.split(' ').next().unwrap_or_default().to_owned());
    let kinds: Vec<String> = kinds.collect();
    assert!(kinds.len() > 30, "{kinds:?}");
    let mut missing = unlisted("docs/reference/acts.md", kinds);
    for title in ravenpost::titles::all() {
        let key = title.about().key;
        let golden = read(Path::new(&format!("crates/titles/{key}/src/facts.golden.jsonl")));
        let name = |line: &str| match serde_json::from_str(line).expect("JSON") {
            serde_json::Value::Object(fact) => fact.keys().next().expect("a name").clone(),
            other => other.as_str().expect("a name").to_owned(),
        };
        let facts: BTreeSet<String> = golden.lines().map(name).collect();
        assert!(facts.len() > 20, "{key}: {facts:?}");
        missing.extend(unlisted(&format!("docs/reference/facts-{key}.md"), facts));
    }
    let kinds = ravenpost::emails::NotificationKind::ALL.map(|kind| kind.key().to_owned());
    missing.extend(unlisted("docs/reference/email.md", kinds));
    missing.extend(unlisted("docs/reference/database.md", columns().await));
    let keys = ravenpost_store::lists::settings::Key::ALL.iter().map(|key| key.word());
    let duties = ravenpost::service::node::lease::Duty::ALL.iter().map(|duty| duty.key());
    let actions = ravenpost_store::people::admin_log::AdminAction::ALL.iter();
    let actions = actions.map(|action| action.word());
    let names = keys.chain(duties).chain(actions).map(str::to_owned);
    missing.extend(unlisted("docs/reference/formats.md", names));
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    let planted = unlisted("docs/reference/acts.md", ["danced".to_owned()]);
    assert_eq!(planted, ["docs/reference/acts.md: danced"]);
}

/// The names in backticks in the first column of the first table below a heading.
fn first_column(page: &str, heading: &str) -> BTreeSet<String> {
    let below = page.lines().skip_while(|line| *line != heading).skip(1);
    let rows = below.skip_while(|line| !line.starts_with('|'));
    let rows = rows.take_while(|line| line.starts_with('|'));
    let cells = rows.filter_map(|row| row.split('|').nth(1));
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}

/// The codes of refusals and types of problems that the reference lists, but that do not exist, or
/// the other way round.
fn wrong_codes(page: &str) -> Vec<String> {
    let problems = ravenpost::web::api::problem::Kind::ALL.iter().map(|kind| kind.key());
    let codes = ravenpost_rules::RefusalCode::ALL.iter().map(|code| code.key());
    let tables: [(&str, BTreeSet<String>); 2] = [
        ("## Errors", problems.map(str::to_owned).collect()),
        ("### Refusals", codes.map(str::to_owned).collect()),
    ];
    let differing = tables.iter().flat_map(|(heading, known)| {
        let listed = first_column(page, heading);
        listed.symmetric_difference(known).cloned().collect::<Vec<_>>()
    });
    differing.collect()
}

#[test]
fn reference_lists_exactly_the_codes_of_the_api() {
    let page = read(Path::new("docs/reference/api.md"));
    assert_eq!(wrong_codes(&page), Vec::<String>::new());
    let planted =
        page.replace("`not_now`", "`not_then`").replace("`scope` | 403", "`scopes` | 403");
    assert_eq!(wrong_codes(&planted), ["scope", "scopes", "not_now", "not_then"]);
}

/// The paths of the API that the reference lists but that do not exist, or the other way round. The
/// reference may shorten a path to its last part.
fn wrong_paths(page: &str) -> Vec<String> {
    let is_short_for = |listed: &str, path: &str| {
        listed == path || path.rsplit_once('/').is_some_and(|(_, last)| listed[1..] == *last)
    };
    let routes = ravenpost::web::ROUTES.iter().filter(|route| route.is_of_api());
    let paths = routes.map(|route| match route.path.trim_start_matches("/api/v1") {
        "" => "/".to_owned(),
        path => path.to_owned(),
    });
    let known: BTreeSet<String> = paths.collect();
    let codes = first_column(page, "## Endpoints");
    let listed = codes.iter().filter_map(|code| code.rsplit(' ').next()?.split('?').next());
    let listed: Vec<&str> = listed.filter(|path| path.starts_with('/')).collect();
    let missing = known.iter().filter(|path| !listed.iter().any(|one| is_short_for(one, path)));
    let unknown = listed.iter().filter(|one| !known.iter().any(|path| is_short_for(one, path)));
    let unknown = unknown.map(|one| (*one).to_owned());
    missing.cloned().chain(unknown).collect()
}

#[test]
fn the_reference_lists_the_endpoints_of_the_api_and_no_others() {
    let page = read(Path::new("docs/reference/api.md"));
    assert_eq!(wrong_paths(&page), Vec::<String>::new());
    let planted = page.replace("/games/{game}/undo`", "/games/{game}/redo`");
    assert_eq!(wrong_paths(&planted), ["/games/{game}/undo", "/games/{game}/redo"]);
}

/// Until 0.1.0 is tagged, additions to the schema are listed by their names.
#[test]
fn the_reference_lists_every_migration() {
    let folder = std::fs::read_dir(root().join("migrations/sqlite")).expect("the migrations");
    let names = folder.map(|entry| entry.expect("a file").path());
    let names = names.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()));
    let names: Vec<String> = names.filter(|name| name != "0001_schema").collect();
    assert!(!names.is_empty());
    assert_eq!(unlisted("docs/reference/formats.md", names), Vec::<String>::new());
}

/// All tables of a new database, with their columns.
async fn columns() -> BTreeSet<String> {
    use sqlx::{ConnectOptions, Row};
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("ravenpost.db");
    ravenpost_store::Store::open(&path).await.expect("opened").close().await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path);
    let mut conn = options.connect().await.expect("a file");
    let asked = "SELECT m.name AS of_table, c.name AS name \
        FROM sqlite_master AS m, pragma_table_xinfo(m.name) AS c \
        WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' \
        AND m.name NOT LIKE '\\_%' ESCAPE '\\'";
    let rows = sqlx::query(asked).fetch_all(&mut conn).await.expect("asked");
    rows.iter().flat_map(|row| [row.get::<String, _>("of_table"), row.get("name")]).collect()
}

/// The numbered point at the start of a block of rules.
fn point(block: &str) -> Option<&str> {
    let first = block.split([' ', '\n']).next()?;
    let (chapter, rest) = first.strip_prefix('R')?.split_once('.')?;
    let number = rest.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|one| one.is_ascii_digit());
    (digits(chapter) && digits(number)).then_some(first)
}

/// Each point has one anchor. A paragraph that begins with the number of another point would take
/// over that point's anchor.
#[test]
fn every_rule_point_is_defined_once() {
    let mut twice = Vec::new();
    for title in ravenpost::titles::all() {
        let mut known = BTreeSet::new();
        let blocks = title.about().rules.split("\n\n").flat_map(|block| block.split("\n- "));
        for block in blocks.map(|block| block.trim_start().trim_start_matches("- ")) {
            let again = point(block).filter(|point| !known.insert(point.to_owned()));
            twice.extend(again.map(|point| format!("{} {point}", title.about().key)));
        }
        assert!(known.len() > 50, "{}: {} points", title.about().key, known.len());
    }
    assert!(twice.is_empty(), "{twice:?}");
}
