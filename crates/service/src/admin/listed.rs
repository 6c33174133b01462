//! Pages of the lists that admins see.

/// Items per page.
pub(super) const PAGE: u32 = 50;

/// A page of a list.
pub struct Listed<T> {
    pub items: Vec<T>,
    pub more: bool,
}

impl<T> Listed<T> {
    /// Drops the extra item read beyond the page. If there is one, another page follows.
    pub(super) fn of(mut items: Vec<T>) -> Listed<T> {
        let most = PAGE as usize;
        let more = items.len() > most;
        items.truncate(most);
        Listed { items, more }
    }
}

/// Returns how many items come before a page. Pages count from 1.
pub(super) fn skipped(page: u32) -> u32 {
    page.saturating_sub(1).saturating_mul(PAGE)
}
