//! Pagination of long lists. Pages are numbered from the beginning, and lists only grow at the end,
//! so the content of a full page never changes.

use std::ops::Range;

use serde::Deserialize;

use crate::http::error::PageError;
use crate::shared::query::{Fields, pairs};

/// The number of items per page.
pub const EACH: usize = 100;

/// A page of a list.
pub struct Page {
    /// The number of this page, and the number of pages (at least one).
    pub at: usize,
    pub of: usize,
    /// The number of items in the whole list.
    pub count: usize,
    /// The address of a page without its number, and the fragment that leads to the list.
    base: String,
    part: &'static str,
}

/// The parts from which the addresses of pages are built.
pub struct Addresses<'a> {
    pub path: &'a str,
    /// Further query fields to keep.
    pub parameters: &'a [(&'a str, &'a str)],
    /// The query field with the page number.
    pub field: &'static str,
    /// The fragment that leads to the list, such as "#events", or empty.
    pub part: &'static str,
}

impl Page {
    /// Returns the requested page, by default the newest.
    pub fn newest(fields: &Fields, count: usize, way: Addresses) -> Result<Page, PageError> {
        Page::or(usize::MAX, fields, count, way)
    }

    /// Returns the requested page, by default the first.
    pub fn first_of(fields: &Fields, count: usize, way: Addresses) -> Result<Page, PageError> {
        Page::or(1, fields, count, way)
    }

    fn or(usual: usize, fields: &Fields, count: usize, way: Addresses) -> Result<Page, PageError> {
        let of = count.div_ceil(EACH).max(1);
        let at = match fields.text(way.field) {
            "" => usual.min(of),
            number => number.parse().ok().filter(|at| *at > 0).ok_or_else(unreadable)?,
        };
        if at > of {
            return Err(PageError::NotFound("page"));
        }
        let mut asked: Vec<_> = way.parameters.to_vec();
        asked.retain(|(_, value)| !value.is_empty());
        asked.push((way.field, ""));
        let base = format!("{}?{}", way.path, pairs(&asked));
        Ok(Page { at, of, count, base, part: way.part })
    }

    /// Returns the indices of the items on this page.
    pub fn range(&self) -> Range<usize> {
        let first = (self.at - 1) * EACH;
        first..(first + EACH).min(self.count)
    }

    /// Returns the address of the first page, unless this is it.
    pub fn first(&self) -> Option<String> {
        (self.at > 1).then(|| self.to(1))
    }

    pub fn earlier(&self) -> Option<String> {
        (self.at > 1).then(|| self.to(self.at - 1))
    }

    pub fn later(&self) -> Option<String> {
        (self.at < self.of).then(|| self.to(self.at + 1))
    }

    pub fn last(&self) -> Option<String> {
        (self.at < self.of).then(|| self.to(self.of))
    }

    /// Describes the items on this page: "101 to 200 of 345".
    pub fn shown(&self) -> String {
        let Range { start, end } = self.range();
        format!("{} to {end} of {}", start + 1, self.count)
    }

    fn to(&self, at: usize) -> String {
        format!("{}{at}{}", self.base, self.part)
    }
}

/// The links from one page of a list to the pages before and after it. The length of the list is
/// not known, only whether more follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Neighbours {
    previous: Option<String>,
    next: Option<String>,
}

impl Neighbours {
    /// Builds the links of a page of the list at `path`. Empty parameters are left out.
    pub fn of(page: u32, more: bool, path: &str, parameters: &[(&str, &str)]) -> Neighbours {
        let address = |page: u32| {
            let page = page.to_string();
            let mut fields = parameters.to_vec();
            fields.retain(|(_, value)| !value.is_empty());
            fields.push(("page", page.as_str()));
            format!("{path}?{}", pairs(&fields))
        };
        Neighbours {
            previous: (page > 1).then(|| address(page - 1)),
            next: more.then(|| address(page.saturating_add(1))),
        }
    }

    pub fn previous(&self) -> Option<&str> {
        self.previous.as_deref()
    }

    pub fn next(&self) -> Option<&str> {
        self.next.as_deref()
    }

    /// Whether there is only this page.
    pub fn is_empty(&self) -> bool {
        self.previous.is_none() && self.next.is_none()
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct PageQuery<'a> {
    page: &'a str,
}

/// Reads the number of the requested page, by default the first.
pub fn page_number(fields: &Fields) -> Result<u32, PageError> {
    match fields.parse::<PageQuery>()?.page {
        "" => Ok(1),
        page => page.parse().ok().filter(|page| *page > 0).ok_or_else(unreadable),
    }
}

fn unreadable() -> PageError {
    PageError::Unreadable("this page number is not valid".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(query: &str, count: usize) -> Result<Page, PageError> {
        let way = Addresses {
            path: "/log",
            parameters: &[("who", "a b"), ("what", "")],
            field: "page",
            part: "",
        };
        Page::newest(&Fields::read(query), count, way)
    }

    #[test]
    fn pages_cover_the_list_without_gaps() {
        let Ok(last) = page("", 250) else { panic!("the newest") };
        assert_eq!((last.at, last.of, last.range(), last.later()), (3, 3, 200..250, None));
        assert_eq!(last.first().as_deref(), Some("/log?who=a%20b&page=1"));
        assert_eq!(last.earlier().as_deref(), Some("/log?who=a%20b&page=2"));
        let Ok(first) = page("page=1", 250) else { panic!("the first") };
        assert_eq!((first.range(), first.earlier(), first.first()), (0..100, None, None));
        assert_eq!(first.last().as_deref(), Some("/log?who=a%20b&page=3"));
        assert_eq!(first.shown(), "1 to 100 of 250");
        for (count, of) in [(0, 1), (1, 1), (100, 1), (101, 2)] {
            assert!(page("", count).is_ok_and(|page| page.of == of), "{count}");
        }
        for wrong in ["page=0", "page=4", "page=-1", "page=last", "page=99999999999999999999"] {
            assert!(page(wrong, 250).is_err(), "{wrong}");
        }
    }

    #[test]
    fn page_links_keep_parameters_and_stop_at_the_ends() {
        let of = |page, more| Neighbours::of(page, more, "/list", &[("q", "a b"), ("only", "")]);
        let middle = of(2, true);
        assert_eq!(middle.previous(), Some("/list?q=a%20b&page=1"));
        assert_eq!(middle.next(), Some("/list?q=a%20b&page=3"));
        assert!(of(1, false).is_empty() && !of(2, false).is_empty());
        assert_eq!(of(1, true).previous(), None);
        let number = |query: &str| page_number(&Fields::read(query)).ok();
        assert_eq!([number(""), number("page=7"), number("page=0")], [Some(1), Some(7), None]);
    }
}
