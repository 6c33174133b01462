//! Prints the settings: the commented sample file, the table of settings, and `config check`.

use std::fmt::Write;

use super::kinds::ValueKind;
use super::{Config, SECTIONS, Setting};

impl Config {
    /// Returns a file with every setting; those at their default are commented out.
    /// `contrib/ravenpost.example.toml` is the output for the default settings.
    pub fn sample(&self) -> String {
        let mut out = String::from(
            "# All Ravenpost settings with their defaults. Remove the # to change one.\n\
             # Environment variables take precedence: RAVENPOST__SERVER__BIND=0.0.0.0:8080.\n\
             # Secrets can be read from files: smtp_password_file = \"/run/secrets/relay\".\n",
        );
        let (settings, defaults) = (self.settings(), Config::default().settings());
        for (section, about) in SECTIONS {
            out.push('\n');
            comment(&mut out, about);
            let _ = writeln!(out, "[{section}]");
            let both = settings.iter().zip(&defaults);
            for (setting, usual) in both.filter(|(setting, _)| setting.section == *section) {
                out.push('\n');
                comment(&mut out, setting.help);
                // Secrets are not printed, so their line must stay commented out.
                let usual = setting.default == usual.default || setting.kind == ValueKind::Secret;
                let mark = if usual { "# " } else { "" };
                let _ = writeln!(out, "{mark}{} = {}", setting.key, setting.default);
            }
        }
        out
    }

    /// Returns the effective settings as TOML, with secrets hidden.
    pub fn written(&self) -> String {
        let mut out = String::new();
        let settings = self.settings();
        for (section, _) in SECTIONS {
            let _ = writeln!(out, "[{section}]");
            for setting in settings.iter().filter(|setting| setting.section == *section) {
                let _ = writeln!(out, "{} = {}", setting.key, setting.default);
            }
            out.push('\n');
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
        out
    }

    /// Returns the table of settings in Markdown.
    pub fn table() -> String {
        let mut out = String::from("| Setting | Default | Description |\n|---|---|---|\n");
        for setting in Config::default().settings() {
            let Setting { section, key, help, kind, default } = setting;
            let secret = if kind == ValueKind::Secret { " Can be read from a file." } else { "" };
            let help = help.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
            let _ = writeln!(out, "| `{section}.{key}` | `{default}` | {help}{secret} |");
        }
        out
    }
}

fn comment(out: &mut String, lines: &[&str]) {
    for line in lines {
        let _ = writeln!(out, "# {}", line.trim());
    }
}
