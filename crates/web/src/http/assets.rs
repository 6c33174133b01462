//! Static files embedded in the binary: style sheets, fonts, icons, pictures and the script of the
//! game pages.
//!
//! Their addresses contain part of their hash, so browsers may cache them indefinitely. No style
//! sheet or script may refer to another host, and every page works without the script.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use rust_embed::{EmbeddedFile, RustEmbed};
use sha2::{Digest, Sha256};

use crate::http::error::PageError;
use ravenpost_service::people::players::Theme;

#[derive(RustEmbed)]
#[folder = "../../static/"]
struct Files;

/// The style sheet of the pages: all files of `static/css`, in the order of their names.
const PAGES: &str = "ravenpost.css";

/// The icons, as symbols of one drawing.
const ICONS: &str = "icons.svg";

/// The style sheet for board drawings.
const BOARD: &str = "board.css";

/// The number of hash characters in an address.
const SHORT: usize = 12;

/// The folders of the files with an address of their own.
const FOLDERS: [&str; 3] = ["", "fonts/", "brand/"];

/// The fonts that nearly every page needs. Browsers load them with the style sheet.
const FIRST_FONTS: [&str; 2] = ["alegreya-latin-700.woff2", "source-sans-3-latin-400.woff2"];

/// The same style sheets for players who chose a theme, whatever their device prefers.
const LIGHT: [&str; 2] = ["ravenpost-light.css", "board-light.css"];
const DARK: [&str; 2] = ["ravenpost-dark.css", "board-dark.css"];

/// Returns the addresses of the style sheets that every page uses.
pub fn styles(theme: Option<Theme>) -> &'static [String] {
    static ADDRESSES: OnceLock<[[String; 2]; 3]> = OnceLock::new();
    let all = ADDRESSES.get_or_init(|| [[PAGES, BOARD], LIGHT, DARK].map(|two| two.map(address)));
    match theme {
        None => &all[0],
        Some(Theme::Light) => &all[1],
        Some(Theme::Dark) => &all[2],
    }
}

/// Returns a style sheet with one theme fixed: its theme queries always or never match.
fn fixed(text: &str, theme: Theme) -> String {
    let (light, dark) = match theme {
        Theme::Light => ("(min-width: 0)", "(max-width: 0)"),
        Theme::Dark => ("(max-width: 0)", "(min-width: 0)"),
    };
    // Style sheets of boards are written without spaces.
    text.replace("(prefers-color-scheme:dark)", dark)
        .replace("(prefers-color-scheme: dark)", dark)
        .replace("(prefers-color-scheme:light)", light)
        .replace("(prefers-color-scheme: light)", light)
        .replace("color-scheme: light dark", &format!("color-scheme: {}", theme.key()))
}

/// Returns the addresses of the fonts to load with the style sheets.
pub fn fonts() -> &'static [String] {
    static ADDRESSES: OnceLock<[String; 2]> = OnceLock::new();
    ADDRESSES.get_or_init(|| FIRST_FONTS.map(address))
}

/// Returns the address of the icons, to which the name of one is appended: `#dice`.
pub fn icons() -> &'static str {
    static ADDRESS: OnceLock<String> = OnceLock::new();
    ADDRESS.get_or_init(|| address(ICONS))
}

/// Returns the address of a title's emblem, or of a general one if it has none.
pub fn emblem(title: &str) -> String {
    static DRAWN: OnceLock<String> = OnceLock::new();
    let drawn = DRAWN.get_or_init(|| embedded(ICONS).map(text).unwrap_or_default());
    let name = if drawn.contains(&format!("id=\"title-{title}\"")) { title } else { "any" };
    format!("{}#title-{name}", icons())
}

fn text(file: EmbeddedFile) -> String {
    String::from_utf8_lossy(&file.data).into_owned()
}

/// Returns the address of a static file, including its hash: `/static/1f2e3d4c5b6a/ravenpost.css`.
pub fn address(name: &str) -> String {
    format!("/static/{}/{name}", hash(name).unwrap_or_default())
}

fn hash(name: &str) -> Option<String> {
    if let Some(sheet) = sheet(name) {
        return Some(sheet.hash.clone());
    }
    let file = embedded(name)?;
    Some(data_encoding::HEXLOWER.encode(&file.metadata.sha256_hash())[..SHORT].to_owned())
}

/// Returns a file by its name without the folder.
fn embedded(name: &str) -> Option<EmbeddedFile> {
    FOLDERS.iter().find_map(|folder| Files::get(&format!("{folder}{name}")))
}

/// A style sheet that is put together when the server starts.
struct Sheet {
    text: String,
    hash: String,
}

impl Sheet {
    fn new(text: String) -> Sheet {
        let hash = data_encoding::HEXLOWER.encode(&Sha256::digest(&text))[..SHORT].to_owned();
        Sheet { text, hash }
    }
}

fn sheet(name: &str) -> Option<&'static Sheet> {
    static SHEETS: OnceLock<BTreeMap<&str, Sheet>> = OnceLock::new();
    // The pages' style sheet contains font addresses, so looking up a font must not build it.
    if !name.ends_with(".css") {
        return None;
    }
    SHEETS.get_or_init(sheets).get(name)
}

fn sheets() -> BTreeMap<&'static str, Sheet> {
    let both = [pages(), ravenpost_drawing::board_css()];
    let mut sheets = BTreeMap::new();
    for (at, text) in both.iter().enumerate() {
        sheets.insert(LIGHT[at], Sheet::new(fixed(text, Theme::Light)));
        sheets.insert(DARK[at], Sheet::new(fixed(text, Theme::Dark)));
    }
    sheets.extend([PAGES, BOARD].into_iter().zip(both.map(Sheet::new)));
    sheets
}

/// Returns the style sheet of the pages, with the addresses of the fonts.
fn pages() -> String {
    let mut names: Vec<_> = Files::iter().filter(|name| name.starts_with("css/")).collect();
    names.sort();
    let files = names.iter().filter_map(|name| Files::get(name));
    let mut sheet: String = files.map(text).collect();
    for font in Files::iter().filter(|name| name.starts_with("fonts/")) {
        sheet = sheet.replace(&*font, &address(font.trim_start_matches("fonts/")));
    }
    sheet
}

/// Returns a file's content and MIME type.
fn find(name: &str) -> Option<(Cow<'static, [u8]>, String)> {
    if let Some(sheet) = sheet(name) {
        return Some((Cow::Borrowed(sheet.text.as_bytes()), "text/css".to_owned()));
    }
    let file = embedded(name)?;
    let kind = file.metadata.mimetype().to_owned();
    Some((file.data, kind))
}

/// `GET /static/{hash}/{name}`
pub async fn file(
    request: HttpRequest,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, PageError> {
    let (asked, name) = path.into_inner();
    answer(&request, &name, Some(&asked))
}

/// `GET /favicon.ico`: browsers request this path whatever icon the page declares.
pub async fn favicon(request: HttpRequest) -> Result<HttpResponse, PageError> {
    answer(&request, "favicon.svg", None)
}

/// `GET /robots.txt`: which pages search engines may list.
pub async fn robots(request: HttpRequest) -> Result<HttpResponse, PageError> {
    answer(&request, "robots.txt", None)
}

fn answer(
    request: &HttpRequest,
    name: &str,
    asked: Option<&str>,
) -> Result<HttpResponse, PageError> {
    let (bytes, kind) = find(name).ok_or(PageError::NotFound("file"))?;
    let hash = hash(name).expect("the file was found above");
    let tag = format!("\"{hash}\"");
    // An outdated address still returns the current file, but with a short cache lifetime.
    let keep = match asked {
        Some(asked) if asked == hash => "public, max-age=31536000, immutable",
        _ => "public, max-age=3600",
    };
    let known = request.headers().get(header::IF_NONE_MATCH);
    let mut answer = if known.is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        HttpResponse::NotModified()
    } else {
        HttpResponse::Ok()
    };
    answer.insert_header((header::CACHE_CONTROL, keep)).insert_header((header::ETAG, tag));
    Ok(answer.content_type(kind).body(bytes.into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asset_address_changes_with_its_content() {
        let address = address(PAGES);
        let parts: Vec<&str> = address.split('/').collect();
        assert_eq!(parts.len(), 4, "{address}");
        assert_eq!(parts[2].len(), SHORT);
        assert_eq!(parts[3], PAGES);
    }

    #[test]
    fn every_font_of_the_style_sheet_has_an_address() {
        let sheet = &sheet(PAGES).expect("it exists").text;
        assert!(!sheet.contains("\"fonts/"), "a font is missing");
        let fonts = sheet.split("url(\"").skip(1).filter_map(|rest| rest.split('"').next());
        for font in fonts {
            let name = font.rsplit('/').next().unwrap_or_default();
            assert_eq!(font, address(name));
            assert_eq!(find(name).expect("it exists").1, "font/woff2");
        }
    }

    #[test]
    fn title_without_an_emblem_gets_the_default() {
        assert!(emblem("no-such-title").ends_with("#title-any"));
    }

    #[test]
    fn chosen_theme_is_independent_of_the_device() {
        for name in LIGHT.into_iter().chain(DARK) {
            let sheet = sheet(name).expect("a style sheet");
            assert!(!sheet.text.contains("prefers-color-scheme"), "{name}");
        }
        let addresses = [None, Some(Theme::Light), Some(Theme::Dark)].map(styles);
        assert!(addresses[0] != addresses[1] && addresses[1] != addresses[2]);
    }

    #[test]
    fn no_static_file_names_another_host() {
        let is_text = |name: &str| name.ends_with(".css") || name.ends_with(".js");
        for name in Files::iter().filter(|name| is_text(name)) {
            let file = Files::get(&name).expect("it was listed");
            let text = String::from_utf8(file.data.into_owned()).expect("they are text");
            assert!(!text.contains("://") && !text.contains("@import"), "{name}");
        }
    }
}
