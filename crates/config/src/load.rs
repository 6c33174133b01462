//! Combines the sources of settings: file, environment and flags, in rising precedence.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use toml::{Table, Value};

use super::consistency::holds_certificate;
use super::findings::{Findings, Problems};
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
    ///
    /// # Errors
    ///
    /// All errors, if there are any.
    pub fn load(self) -> Result<Config, Problems> {
        self.read().config()
    }

    /// Reads and merges the settings, and lists everything that is wrong with them.
    pub fn read(self) -> Findings {
        let known = Config::default().settings();
        let mut found = Reading { known: &known, ..Reading::default() };
        if let Some(path) = &self.file {
            match read_file(path) {
                Ok(table) => found.file(path, table),
                Err(why) => {
                    found.wrong.push(why);
                    found.unread = true;
                }
            }
        }
        found.environment(&self.env);
        for (name, text) in &self.flags {
            let setting = known
                .iter()
                .find(|setting| *name == setting.name())
                .expect("flags name settings of the list");
            found.text(setting, text, name);
        }
        found.checked()
    }
}

fn read_file(path: &Path) -> Result<Table, String> {
    let text = std::fs::read_to_string(path)
        .map_err(|why| format!("{}: cannot be read: {why}{}", path.display(), remedy(&why)))?;
    toml::from_str(&text).map_err(|why| {
        let path = path.display();
        let example = "bind = \"127.0.0.1:8080\"";
        format!("{path}: {why}\nCorrect that line; text needs quotation marks, as in: {example}")
    })
}

/// Returns what to do about a file that cannot be read.
fn remedy(why: &std::io::Error) -> &'static str {
    match why.kind() {
        ErrorKind::PermissionDenied => {
            "; run this command as the account of the service, or as root"
        }
        ErrorKind::NotFound => "; correct the path, or create the file",
        ErrorKind::IsADirectory => "; name a file, not a folder",
        ErrorKind::InvalidData => "; save it as UTF-8",
        _ => "",
    }
}

/// The settings read so far.
#[derive(Default)]
struct Reading<'k> {
    known: &'k [Setting],
    all: Table,
    wrong: Vec<String>,
    /// Settings with an invalid value.
    rejected: Vec<String>,
    /// Whether the settings file could not be read.
    unread: bool,
}

impl Reading<'_> {
    fn file(&mut self, path: &Path, table: Table) {
        let path = path.display();
        let known = self.known;
        for (section, keys) in table {
            let names = || SECTIONS.iter().map(|(name, _)| *name);
            if !names().any(|name| name == section) {
                if !keys.is_table() {
                    self.wrong.push(outside(&path.to_string(), &section, known));
                    continue;
                }
                let hint = nearest(&section, names()).map(|name| format!("[{name}]"));
                self.wrong.push(unknown(&format!("{path}: [{section}]"), "section", hint));
                continue;
            }
            let Value::Table(keys) = keys else {
                self.wrong.push(format!("{path}: {section} must be a section: write [{section}]"));
                continue;
            };
            for (key, value) in keys {
                self.key(&format!("{path}: {section}.{key}"), &section, &key, value);
            }
        }
    }

    /// Reads a setting in the file.
    fn key(&mut self, place: &str, section: &str, key: &str, value: Value) {
        let known = self.known;
        let mut names = known.iter().filter(|setting| setting.section == section);
        if let Some(setting) = names.clone().find(|setting| setting.key == key) {
            self.value(setting, value, place);
            return;
        }
        let plain = key.strip_suffix("_file").unwrap_or(key);
        let secret = names.clone().find(|one| one.key == plain && one.kind == ValueKind::Secret);
        match (secret, value) {
            (Some(setting), Value::String(file)) => self.secret_file(setting, &file),
            _ => {
                let hint = nearest(key, names.by_ref().map(|setting| setting.key));
                self.wrong.push(unknown(place, "setting", hint.map(str::to_owned)));
            }
        }
    }

    fn environment(&mut self, env: &[(String, String)]) {
        let known = self.known;
        for (name, text) in env {
            if !name.starts_with("RAVENPOST__") {
                self.wrong.extend(misspelt_prefix(name, known));
                continue;
            }
            if let Some(setting) = known.iter().find(|setting| setting.variable() == *name) {
                self.text(setting, text, name);
                continue;
            }
            let secret = known.iter().find(|setting| {
                setting.kind == ValueKind::Secret && format!("{}_FILE", setting.variable()) == *name
            });
            match secret {
                Some(setting) => self.secret_file(setting, text),
                None => self.wrong.push(unknown(name, "setting", nearest_variable(name, known))),
            }
        }
    }

    /// Stores a value given as text.
    fn text(&mut self, setting: &Setting, text: &str, place: &str) {
        match setting.kind.read(text) {
            Ok(value) => self.value(setting, value, place),
            Err(why) => {
                self.rejected.push(setting.name());
                self.wrong.push(format!("{place}: \"{text}\" {why}"));
            }
        }
    }

    /// Stores a value, unless the setting has another type.
    fn value(&mut self, setting: &Setting, value: Value, place: &str) {
        let mut alone = Table::new();
        insert(&mut alone, setting, value.clone());
        match alone.try_into::<Config>() {
            Ok(_) => insert(&mut self.all, setting, value),
            Err(why) => {
                self.rejected.push(setting.name());
                let why = setting
                    .kind
                    .mismatch(&value)
                    .unwrap_or_else(|| why.message().trim().replace('\n', " ").replace('`', "\""));
                self.wrong.push(format!("{place}: {why}"));
            }
        }
    }

    /// Reads a secret from its own file, without the trailing newline.
    fn secret_file(&mut self, setting: &Setting, file: &str) {
        let name = setting.name();
        match std::fs::read_to_string(file) {
            Ok(text) => {
                let text = text.trim_end_matches(['\n', '\r']).to_owned();
                if setting.key == "ca_certificates" && !holds_certificate(&text) {
                    self.wrong.push(format!(
                        "{name}: the file {file} contains no certificate; name a file in PEM \
                         format, which begins with -----BEGIN CERTIFICATE-----"
                    ));
                    self.rejected.push(name);
                    return;
                }
                insert(&mut self.all, setting, Value::String(text));
            }
            Err(why) => {
                let remedy = remedy(&why);
                self.wrong.push(format!("{name}: the file {file} cannot be read: {why}{remedy}"));
                self.rejected.push(name);
            }
        }
    }

    /// Reports settings that contradict each other, unless the file could not be read and the
    /// settings are therefore incomplete.
    fn checked(self) -> Findings {
        let Reading { all, wrong, rejected, unread, .. } = self;
        // Each value was accepted on its own.
        let config: Config = all.try_into().expect("all values have the right type");
        let mut findings = Findings::new(config, wrong, rejected, unread);
        findings.add(findings.read().problems());
        findings
    }
}

fn insert(all: &mut Table, setting: &Setting, value: Value) {
    section_of(all, setting.section).insert(setting.key.to_owned(), value);
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

/// Returns an error for a variable that would be ignored, although its name is that of a setting
/// except for underscores or case.
fn misspelt_prefix(name: &str, known: &[Setting]) -> Option<String> {
    let bare = |name: &str| name.to_ascii_uppercase().replace('_', "");
    let given = bare(name);
    if !given.starts_with("RAVENPOST") {
        return None;
    }
    let variables = known.iter().flat_map(|setting| {
        let variable = setting.variable();
        let file = (setting.kind == ValueKind::Secret).then(|| format!("{variable}_FILE"));
        [Some(variable), file]
    });
    let meant = variables.flatten().find(|variable| bare(variable) == given)?;
    Some(unknown(name, "setting", Some(meant)))
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
