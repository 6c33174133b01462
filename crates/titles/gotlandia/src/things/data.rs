//! R29 Reads `data.json` once, on first use.

use std::sync::OnceLock;

use super::compile::compile;
use super::raw::raw;
use super::tables::Data;

/// Returns the title's tables, compiled once from `data.json`.
pub fn data() -> &'static Data {
    static DATA: OnceLock<Data> = OnceLock::new();
    DATA.get_or_init(|| compile(raw()))
}

#[cfg(test)]
mod tests {
    use super::super::ids::{Card, District, Rep, Setting};
    use super::*;

    #[test]
    fn ids_match_the_constants() {
        let slugs = [
            (Card::HOME, "home"),
            (Card::WISBY, "wisby"),
            (Card::GOTLAND, "gotland"),
            (Card::ROMA, "roma"),
            (Card::STUD, "stud"),
            (Card::TAR_PIT, "tar-pit"),
            (Card::LUBECK, "lubeck"),
            (Card::LINKOPING, "linkoping"),
        ];
        for (card, slug) in slugs {
            assert_eq!(card.slug(), slug);
        }
        for setting in Setting::all() {
            let slug = format!("setting-{}", setting.slug());
            assert_eq!(Card::from_setting(setting).slug(), slug);
        }
        for rep in Rep::all() {
            assert_eq!(Rep::from_slug(rep.slug()), Some(rep));
        }
        assert_eq!(Rep::TROUBLEMAKERS.slug(), "troublemakers");
        assert_eq!(Rep::MISERS.slug(), "misers");
        assert_eq!(Rep::HILLFOLK.number(), 9);
    }

    #[test]
    fn board_data_matches_the_rules() {
        let data = data();
        let counts = data.terrain.map(u32::count_ones);
        assert_eq!(counts, [6, 5, 5, 5]);
        assert_eq!(data.coastal.count_ones(), 17);
        assert_eq!(data.harbours.count_ones(), 6);
        for a in District::all() {
            for b in District::of(data.districts[a.index()].adjacent) {
                assert!(a != b && data.districts[b.index()].adjacent & a.bit() != 0);
            }
        }
        for setting in Setting::all() {
            let known = &data.settings[setting.index()];
            assert_eq!(data.settings[known.opposite.index()].opposite, setting);
            assert_eq!(known.dir.0, setting.0);
        }
    }
}
