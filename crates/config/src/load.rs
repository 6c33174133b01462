//! Combines the sources of settings: file, environment and flags, in rising precedence.

use std::fmt;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

use super::consistency::holds_certificate;
use super::kinds::ValueKind;
use super::{Config, SECTIONS, Setting};

/// The sources of settings.
#[derive(Default)]
pub struct Sources {
    /// The settings file in TOML, if any.
    pub file: Option<PathBuf>,
    /// The environment; names without the prefix `RAVENPOST__` are ignored.
    pub env: Vec<(String, String)>,
    /// `section.key` and its text, from the command line.
    pub flags: Vec<(&'static str, String)>,
}

/// All errors in the settings, not only the first one.
#[derive(Debug, PartialEq, Eq)]
pub struct Problems(pub Vec<String>);

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.join("\n"))
    }
}

impl std::error::Error for Problems {}

impl Sources {
    /// Uses the environment of the process together with a file and flags.
    pub fn from_process(file: Option<PathBuf>, flags: Vec<(&'static str, String)>) -> Sources {
        // Variables that are not valid UTF-8 are not ours: ours are parsed as text below.
        let text = |os: std::ffi::OsString| os.to_string_lossy().into_owned();
        let env = std::env::vars_os().map(|(name, value)| (text(name), text(value))).collect();
        Sources { file, env, flags }
    }

    /// Returns the files that the settings are read from, including secret files.
    pub fn files(&self) -> Vec<PathBuf> {
        let mut files: Vec<PathBuf> = self.file.iter().cloned().collect();
        let table = self.file.as_deref().and_then(|path| read_file(path).ok()).unwrap_or_default();
        for (key, value) in table.values().filter_map(Value::as_table).flatten() {
            files.extend(value.as_str().filter(|_| key.ends_with("_file")).map(PathBuf::from));
        }
        let named = |(name, _): &&(String, String)| {
            name.starts_with("RAVENPOST__") && name.ends_with("_FILE")
        };
        files.extend(self.env.iter().filter(named).map(|(_, file)| PathBuf::from(file)));
        files
    }

    /// Reads, merges and checks the settings.
    pub fn load(self) -> Result<Config, Problems> {
        let known = Config::default().settings();
        let mut all = Table::new();
        let mut wrong = Vec::new();
        if let Some(path) = &self.file {
            match read_file(path) {
                Ok(table) => from_file(path, table, &known, &mut all, &mut wrong),
                Err(why) => wrong.push(why),
            }
        }
        from_env(&self.env, &known, &mut all, &mut wrong);
        for (name, text) in &self.flags {
            let setting = known
                .iter()
                .find(|setting| *name == format!("{}.{}", setting.section, setting.key))
                .expect("flags name settings of the list");
            put(setting, text, name, &mut all, &mut wrong);
        }
        if !wrong.is_empty() {
            return Err(Problems(wrong));
        }
        let config: Config = all.try_into().map_err(|why: toml::de::Error| {
            Problems(vec![why.to_string().trim().replace('\n', " ").replace('`', "\"")])
        })?;
        match config.problems() {
            wrong if wrong.is_empty() => Ok(config),
            wrong => Err(Problems(wrong)),
        }
    }
}

fn read_file(path: &Path) -> Result<Table, String> {
    let text = std::fs::read_to_string(path)
        .map_err(|why| format!("{}: cannot be read: {why}", path.display()))?;
    toml::from_str(&text).map_err(|why| format!("{}: {why}", path.display()))
}

fn from_file(
    path: &Path,
    table: Table,
    known: &[Setting],
    all: &mut Table,
    wrong: &mut Vec<String>,
) {
    let path = path.display();
    for (section, keys) in table {
        let names = || SECTIONS.iter().map(|(name, _)| *name);
        if !names().any(|name| name == section) {
            if !keys.is_table() {
                wrong.push(outside(&path.to_string(), &section, known));
                continue;
            }
            let hint = nearest(&section, names()).map(|name| format!("[{name}]"));
            wrong.push(unknown(&format!("{path}: [{section}]"), "section", hint));
            continue;
        }
        let Value::Table(keys) = keys else {
            wrong.push(format!("{path}: {section} must be a section: write [{section}]"));
            continue;
        };
        for (key, value) in keys {
            let mut names = known.iter().filter(|setting| setting.section == section);
            if names.clone().any(|setting| setting.key == key) {
                section_of(all, &section).insert(key, value);
                continue;
            }
            let plain = key.strip_suffix("_file").unwrap_or(&key);
            let secret =
                names.clone().find(|one| one.key == plain && one.kind == ValueKind::Secret);
            match (secret, value) {
                (Some(setting), Value::String(file)) => {
                    put_file(setting, &file, all, wrong);
                }
                _ => {
                    let hint = nearest(&key, names.by_ref().map(|setting| setting.key));
                    let place = format!("{path}: {section}.{key}");
                    wrong.push(unknown(&place, "setting", hint.map(str::to_owned)));
                }
            }
        }
    }
}

fn from_env(env: &[(String, String)], known: &[Setting], all: &mut Table, wrong: &mut Vec<String>) {
    for (name, text) in env {
        if !name.starts_with("RAVENPOST__") {
            continue;
        }
        if let Some(setting) = known.iter().find(|setting| setting.variable() == *name) {
            put(setting, text, name, all, wrong);
            continue;
        }
        let secret = known.iter().find(|setting| {
            setting.kind == ValueKind::Secret && format!("{}_FILE", setting.variable()) == *name
        });
        if let Some(setting) = secret {
            put_file(setting, text, all, wrong);
            continue;
        }
        wrong.push(unknown(name, "setting", nearest_variable(name, known)));
    }
}

fn put(setting: &Setting, text: &str, place: &str, all: &mut Table, wrong: &mut Vec<String>) {
    match setting.kind.read(text) {
        Ok(value) => {
            section_of(all, setting.section).insert(setting.key.to_owned(), value);
        }
        Err(why) => wrong.push(format!("{place}: \"{text}\" {why}")),
    }
}

/// Reads a secret from its own file, without the trailing newline.
fn put_file(setting: &Setting, file: &str, all: &mut Table, wrong: &mut Vec<String>) {
    match std::fs::read_to_string(file) {
        Ok(text) => {
            let text = text.trim_end_matches(['\n', '\r']).to_owned();
            if setting.key == "ca_certificates" && !holds_certificate(&text) {
                let (section, key) = (setting.section, setting.key);
                wrong.push(format!(
                    "{section}.{key}: the file {file} contains no certificate; name a file in PEM \
                     format, which begins with -----BEGIN CERTIFICATE-----"
                ));
            }
            section_of(all, setting.section).insert(setting.key.to_owned(), Value::String(text));
        }
        Err(why) => {
            let (section, key) = (setting.section, setting.key);
            let hint = match why.kind() {
                ErrorKind::PermissionDenied => {
                    "; run this command as the account of the service, or as root"
                }
                ErrorKind::NotFound => "; correct the path, or create the file",
                _ => "",
            };
            wrong.push(format!("{section}.{key}: the file {file} cannot be read: {why}{hint}"));
        }
    }
}

fn section_of<'t>(all: &'t mut Table, name: &str) -> &'t mut Table {
    let section = all.entry(name).or_insert_with(|| Value::Table(Table::new()));
    section.as_table_mut().expect("only tables are put in at the top")
}

fn unknown(place: &str, what: &str, hint: Option<String>) -> String {
    match hint {
        Some(name) => format!("{place} is not a known {what}; did you mean {name}?"),
        None => format!("{place} is not a known {what}"),
    }
}

/// Describes a setting that the file has outside any section.
fn outside(path: &str, key: &str, known: &[Setting]) -> String {
    let hint = nearest(key, known.iter().map(|setting| setting.key));
    let same = hint.and_then(|key| known.iter().find(|setting| setting.key == key));
    match same {
        Some(setting) => format!(
            "{path}: {key} is outside any section; did you mean {} in section [{}]?",
            setting.key, setting.section
        ),
        None => format!("{path}: {key} is outside any section; settings belong to a section"),
    }
}

/// Returns the variable that was probably meant: the one with this key in another section, or the
/// most similar one.
fn nearest_variable(name: &str, known: &[Setting]) -> Option<String> {
    let part = name.trim_start_matches("RAVENPOST__").to_ascii_lowercase();
    let key = part.rsplit("__").next().unwrap_or(&part);
    let paths: Vec<_> = known.iter().map(|one| format!("{}__{}", one.section, one.key)).collect();
    let near = nearest(&part, paths.iter().map(String::as_str));
    let same = known.iter().position(|setting| setting.key == key);
    let at = same.or_else(|| paths.iter().position(|path| Some(path.as_str()) == near))?;
    Some(known[at].variable())
}

/// Returns the most similar name, if it differs by at most a third of its letters.
fn nearest<'n>(given: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let changes = |name: &str| strsim::damerau_levenshtein(given, name);
    let nearest = names.min_by_key(|name| changes(name))?;
    (changes(nearest) * 3 <= nearest.chars().count()).then_some(nearest)
}
