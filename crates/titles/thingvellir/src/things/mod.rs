//! Game components: ids, tables, names.

pub mod cards;
pub mod land;
pub mod names;
mod raw;
pub mod tables;
pub mod who;

use std::sync::OnceLock;

use tables::Data;

/// The title's tables, compiled once from `data.json`.
pub fn data() -> &'static Data {
    static DATA: OnceLock<Data> = OnceLock::new();
    DATA.get_or_init(|| raw::compile(include_str!("../data.json")))
}

#[cfg(test)]
mod tests {
    use super::names::{Area, Card, Edge, Faction, Role, Side, Statute};
    use super::*;

    #[test]
    fn board_matches_the_rules() {
        for area in Area::all() {
            for neighbours in Area::of(area.neighbours()) {
                assert!(neighbours != area && neighbours.neighbours() & area.bit() != 0);
                assert!(Edge::between(area, neighbours).is_some());
            }
        }
        assert_eq!(Area::THINGVELLIR.slug(), "thi");
        assert_eq!(Area::THINGVELLIR.edges().len(), 6);
        let sides: Vec<&str> = Side::all().map(|side| side.district().slug()).collect();
        assert_eq!(sides, ["lun", "uth", "ska", "hja", "tgn", "kja"]);
        assert!(Side::BY_CODE.is_sorted_by_key(|side| side.slug()));
        let ids: Vec<&str> = Edge::all().map(Edge::slug).collect();
        assert!(ids.is_sorted());
        let quarters = ["south", "west", "north", "east"]
            .map(|quarter| data().areas.iter().filter(|area| area.quarter == quarter).count());
        assert_eq!(quarters, [9, 9, 12, 9]);
    }

    #[test]
    fn card_and_role_ids_match_the_constants() {
        for card in Card::all() {
            let id = card.slug();
            assert!(id.starts_with(card.kind().slug()));
            assert!(id[2..].starts_with(&card.action().slug()[..2]));
        }
        for (role, slug) in [
            (Role::HALL_BUILDER, "hall-builder"),
            (Role::LAND_TAKER, "land-taker"),
            (Role::FAR_RIDER, "far-rider"),
            (Role::SHIELD_BEARER, "shield-bearer"),
            (Role::TRADER, "trader"),
            (Role::STEERSMAN, "steersman"),
            (Role::FOSTER_KIN, "foster-kin"),
            (Role::MATCHMAKER, "matchmaker"),
            (Role::SEER, "seer"),
            (Role::STEWARD, "steward"),
            (Role::OATH_TAKER, "oath-taker"),
            (Role::HOST, "host"),
            (Role::SKALD, "skald"),
        ] {
            assert_eq!(role.slug(), slug);
        }
        let persons: std::collections::BTreeSet<&str> = Card::all().map(Card::word).collect();
        assert_eq!(persons.len(), 108);
    }

    #[test]
    fn every_name_is_found_in_its_table() {
        assert!(Area::all().all(|area| Area::from_slug(area.slug()) == Some(area)));
        assert!(Edge::all().all(|edge| Edge::from_slug(edge.slug()) == Some(edge)));
        assert!(Card::all().all(|card| Card::from_slug(card.slug()) == Some(card)));
        assert_eq!((Area::from_slug("sk"), Edge::from_slug("ska/hau")), (None, None));
        assert_eq!(Card::from_slug("r9ri1"), None);
    }

    #[test]
    fn laws_factions_and_supplies_are_consistent() {
        for statute in Statute::all() {
            let law = &data().laws[usize::from(statute.law())];
            assert_eq!(statute.slug(), format!("{}{}", law.slug, statute.level()));
            assert_eq!(statute.bonus(), if statute.level() == 3 { 2 } else { 0 });
        }
        for faction in Faction::all() {
            assert!(faction.home().neighbours() & Area::THINGVELLIR.bit() == 0);
        }
        assert_eq!(data().strength[3], 2);
        assert_eq!((data().farms, data().thingmen, data().win), (18, 12, 22));
        for (at, set) in data().recommended.iter().enumerate() {
            assert_eq!(set.len(), at + 2);
        }
    }
}
