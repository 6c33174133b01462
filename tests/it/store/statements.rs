//! Checks every SQL statement in the sources against the schema. Where SQLite accepts two
//! spellings, it must be the one that PostgreSQL also accepts. SQLite-only statements belong in
//! `crates/store/src/sqlite` and `packed`, or in the list below with a reason. Their PostgreSQL
//! counterparts are in `postgres` and `sql/on_postgres.rs`.

use std::path::{Path, PathBuf};

use sqlx::{Executor, SqlSafeStr};

use super::*;

/// What PostgreSQL does not accept, and the replacement.
const ODD: &[(&str, &str)] = &[
    ("?", "$1"),
    ("INSERT OR ", "ON CONFLICT ... DO UPDATE"),
    ("ifnull(", "coalesce"),
    (" IS $", "IS NOT DISTINCT FROM"),
    (" IS NOT $", "IS DISTINCT FROM"),
    (" INDEXED BY ", "nothing"),
    ("json_", "columns"),
    ("hex(", "bytes"),
    ("->>", "columns"),
    ("sqlite_", "a schema that is known"),
];

/// The exceptions: file, text and reason.
const ALL_THE_SAME: &[(&str, &str, &str)] = &[
    ("post/outbox/work.rs", " INDEXED BY ", "without it SQLite reads every email that waits"),
    ("post/outbox/work.rs", "json_", "emails taken up together are one statement"),
    ("post/outbox/others.rs", "json_", "emails of several kinds are counted in one statement"),
    ("lists/deadlines.rs", "json_", "the clocks of many games are claimed in one statement"),
    ("lists/forks.rs", "json_", "where a game was forked from stands in its opening alone"),
    ("lists/forks.rs", "->>", "where a game was forked from stands in its opening alone"),
    ("log/sealing.rs", "json_", "a thousand games are entered in one statement"),
    ("log/sealing.rs", "hex(", "a thousand games are entered in one statement"),
    ("log/sealing.rs", "->>", "a thousand games are entered in one statement"),
    ("lists/derived.rs", "json_", "rows of any shape, as text to be compared"),
    ("lists/derived.rs", "hex(", "rows of any shape, as text to be compared"),
];

const VERBS: [&str; 5] = ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"];

#[tokio::test]
async fn every_statement_prepares_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("ravenpost.db")).await.unwrap();
    let mut conn = raw(store.path()).await;
    let found: Vec<_> = all().into_iter().filter(|(path, _)| !of_postgres(path)).collect();
    assert!(found.len() > 80, "only {} statements were found", found.len());
    for (path, text) in found {
        let sql = sqlx::AssertSqlSafe(format!("EXPLAIN {text}"));
        let explained = sqlx::query(sql).fetch_all(&mut conn).await;
        assert!(explained.is_ok(), "{path}: {text}: {explained:?}");
    }
}

/// Whether a file's statements are for PostgreSQL only.
fn of_postgres(path: &str) -> bool {
    path.starts_with("postgres/") || path == "sql/on_postgres.rs"
}

/// The same with PostgreSQL, except for statements whose parameter types cannot be inferred.
#[tokio::test]
async fn every_statement_prepares_on_postgres() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ravenpost.db");
    let Some(address) = engine::address(&path).await else { return };
    let store = Store::connect(&address, &path).await.unwrap();
    let options: sqlx::postgres::PgConnectOptions = address.parse().unwrap();
    let mut conn = options.connect().await.unwrap();
    let (mut tried, mut wrong) = (0, Vec::new());
    for (file, text) in postgres_statements() {
        tried += 1;
        let prepared = (&mut conn).prepare(sqlx::AssertSqlSafe(text.clone()).into_sql_str()).await;
        if let Err(error) = prepared {
            wrong.push(format!("{file}: {error}: {text}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tried > 80, "only {tried} statements were found");
    store.close().await;
}

/// Every statement for both engines, and those for PostgreSQL.
fn postgres_statements() -> Vec<(String, String)> {
    let of_sqlite = |path: &str| path.starts_with("sqlite/");
    all_but("sqlite: ").into_iter().filter(|(path, _)| !of_sqlite(path)).collect()
}

#[test]
fn statements_use_portable_spelling() {
    let mut wrong = Vec::new();
    let of_sqlite = |path: &str| path.starts_with("sqlite/") || path.starts_with("packed/");
    for (path, text) in all().iter().filter(|(path, _)| !of_sqlite(path) && !of_postgres(path)) {
        let odd = ODD.iter().filter(|(odd, _)| text.contains(odd));
        for (odd, better) in odd {
            if !ALL_THE_SAME.iter().any(|(file, known, _)| file == path && known == odd) {
                wrong.push(format!("{path}: {odd} in \"{text}\": say {better}"));
            }
        }
        if ["min(", "max("].iter().any(|name| parts_of(text, name).any(|(inside, _)| two(inside))) {
            wrong.push(format!("{path}: the lesser of two in \"{text}\": say CASE"));
        }
        if parts_of(text, "FROM (").any(|(_, behind)| !behind.starts_with(" AS ")) {
            wrong.push(format!("{path}: a table without a name in \"{text}\": say AS"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for (path, odd, _) in ALL_THE_SAME {
        let said = all().iter().any(|(file, text)| file == path && text.contains(odd));
        assert!(said, "{path} no longer says {odd}");
    }
}

/// The contents of the brackets that end each occurrence of `opening`, and the text after them.
fn parts_of<'t>(text: &'t str, opening: &'t str) -> impl Iterator<Item = (&'t str, &'t str)> {
    text.match_indices(opening)
        .map(move |(at, _)| {
            let inside = &text[at + opening.len()..];
            let mut depth = 1;
            let end = inside.find(|c: char| {
                depth += i32::from(c == '(') - i32::from(c == ')');
                depth == 0
            });
            inside.split_at(end.expect("brackets are closed"))
        })
        .map(|(inside, behind)| (inside, &behind[1..]))
}

/// Whether there is a comma outside all brackets.
fn two(inside: &str) -> bool {
    let mut depth = 0;
    inside.chars().any(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth == 0
    })
}

/// Every statement of the store, with its file.
fn all() -> Vec<(String, String)> {
    all_but("nothing at all")
}

/// The same without the literals marked by `mark`.
fn all_but(mark: &str) -> Vec<(String, String)> {
    let store = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/store/src");
    let mut found = Vec::new();
    for path in sources(&store) {
        let name = path.strip_prefix(&store).unwrap().to_str().unwrap();
        for text in literals(&std::fs::read_to_string(&path).unwrap(), mark) {
            let parts = statements(&text).into_iter();
            let real = parts.filter(|part| VERBS.contains(&part.split(' ').next().unwrap()));
            found.extend(real.map(|part| (name.to_owned(), part.to_owned())));
        }
    }
    found
}

/// Splits the text at semicolons outside quotes.
fn statements(text: &str) -> Vec<&str> {
    let mut quoted = false;
    let apart = |c: char| {
        quoted ^= c == '\'';
        c == ';' && !quoted
    };
    text.split(apart).map(str::trim).collect()
}

/// The source files in a folder and its subfolders.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let paths = folder.read_dir().unwrap().map(|file| file.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = paths.partition(|path| path.is_dir());
    let below = folders.iter().flat_map(|folder| sources(folder));
    let rust = |path: &PathBuf| path.extension() == Some("rs".as_ref());
    files.into_iter().filter(rust).chain(below).collect()
}

/// Represents a quotation mark within a literal.
const QUOTE: &str = "\u{1}";

/// The plain string literals of a source file, with backslash line continuations joined and
/// whitespace collapsed.
fn literals(source: &str, mark: &str) -> Vec<String> {
    let code: Vec<&str> = source.lines().filter(|l| !l.trim_start().starts_with("//")).collect();
    let code = code.join("\n").replace("\\\"", QUOTE);
    let parts: Vec<&str> = code.split('"').collect();
    let marked = |pair: &&[&str]| pair.len() == 2 && !pair[0].ends_with(mark);
    parts
        .chunks(2)
        .filter(marked)
        .map(|pair| pair[1])
        .map(|text| text.replace("\\\n", " ").replace(QUOTE, "\""))
        .map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect()
}
