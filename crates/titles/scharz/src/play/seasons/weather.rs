//! Winter weather, and ice on the Danubius (R19.14).

use super::super::super::state::Weather;
use super::super::super::state::facts::{Fact, Phase};
use super::super::super::state::options::Module;
use super::super::super::things::kinds::{Climate, MapId};
use super::super::run::{Run, RunExt};
use super::tell;

pub fn winter(run: &mut Run<'_>) {
    tell(run, Phase::WinterWeather);
    if run.state.has(Module::Weather) {
        sky(run);
    }
    let sections = run.state.map().data().sections.iter();
    let sections: Vec<_> = sections.filter(|one| run.state.field.has(**one)).copied().collect();
    if sections.is_empty() {
        return;
    }
    let mut sorted = sections;
    sorted.sort_unstable();
    let ice = |run: &mut Run<'_>, at: &super::super::super::things::ids::Field| {
        run.die(&format!("ice {}", at.slug())) >= 5
    };
    sorted.retain(|at| ice(run, at));
    run.put(Fact::IceFormed(sorted));
}

/// Rolls for the two regions and the seas, where they have fields in play.
fn sky(run: &mut Run<'_>) {
    let mut sky = [Weather::Normal; 3];
    let climates = run.state.map().data().climates;
    for (region, climate) in climates.into_iter().enumerate() {
        let firm = run.state.fields().any(|at| at.is_firm() && at.data().region == region);
        if firm {
            let face = run.die(&format!("winter {}", region + 1));
            let (bad, good) = match climate {
                Climate::Subtropical => (1, 4),
                Climate::Temperate => (2, 5),
                Climate::Cold => (3, 6),
            };
            sky[region] = if face <= bad {
                Weather::Bad
            } else if face >= good {
                Weather::Good
            } else {
                Weather::Normal
            };
        }
    }
    if run.state.fields().any(|at| at.is_water()) {
        let north = matches!(run.state.map(), MapId::Britannia | MapId::Vikings);
        let bad = run.die("winter seas") <= if north { 3 } else { 2 };
        sky[2] = if bad { Weather::Bad } else { Weather::Good };
    }
    run.put(Fact::WinterWeather(sky));
}
