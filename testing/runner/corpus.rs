//! The whole corpus: what does not pass is what `wiki/accuracy.md` lists, and nothing hangs.

use crate::shared;
use nescope::{
    nes::{
        cartridge::Rom,
        event::{Buttons, Event, Space},
        machine::Machine,
        observer::Silent,
        options::{PowerOptions, UnstableStores},
    },
    runner::{
        TestArgs,
        suite::{self, Plan},
        verdict::{Outcome, Verdict},
    },
};
use std::{collections::BTreeSet, path::PathBuf, sync::Arc};

const PAGE: &str = include_str!("../../wiki/accuracy.md");
/// The share of judged entries on supported boards that has to pass, in percent.
const LEAST_PASSING: usize = 93;

fn plan(paths: &[&str], options: &[&str]) -> Option<Plan> {
    let roms = shared::roms()?;
    let args = TestArgs {
        paths: paths
            .iter()
            .map(|path| roms.join(path))
            .collect::<Vec<PathBuf>>(),
        options: options.iter().map(|option| option.to_string()).collect(),
        ..TestArgs::default()
    };
    Some(suite::plan(&args).expect("the corpus can be planned"))
}

fn outcomes(plan: &Plan) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    suite::run(plan, |outcome| {
        outcomes.push(outcome);
        true
    });
    outcomes
}

/// The entries of the page's table of failures: rows that begin with an id in backquotes.
fn listed() -> BTreeSet<&'static str> {
    let section = PAGE
        .split("\n## ")
        .find(|section| section.starts_with("Entries that do not"));
    let rows = section.expect("the page has the section").lines();
    let ids = rows.filter_map(|row| row.strip_prefix("| `")?.split('`').next());
    ids.collect()
}

#[test]
fn every_entry_passes_or_stands_on_the_accuracy_page() {
    let Some(plan) = plan(&["manifest.json"], &[]) else {
        return;
    };
    let outcomes = outcomes(&plan);
    let of = |verdict| {
        outcomes
            .iter()
            .filter(move |outcome| outcome.verdict == verdict)
    };
    let hangs: Vec<_> = of(Verdict::Hang).chain(of(Verdict::Error)).collect();
    assert!(hangs.is_empty(), "{hangs:?}");
    let failed: BTreeSet<_> = of(Verdict::Fail)
        .map(|outcome| outcome.id.as_str())
        .collect();
    assert_eq!(failed, listed());
    let (passed, failed) = (of(Verdict::Pass).count(), failed.len());
    assert!(passed * 100 >= LEAST_PASSING * (passed + failed));
}

#[test]
fn accuracycoin_passes_in_every_alignment() {
    for alignment in 1..4 {
        let option = format!("alignment={alignment}");
        let Some(plan) = plan(&["accuracycoin/AccuracyCoin.nes"], &[&option]) else {
            return;
        };
        let outcome = &outcomes(&plan)[0];
        assert_eq!(
            outcome.verdict,
            Verdict::Pass,
            "{option}: {:?}",
            outcome.tests
        );
    }
}

#[test]
fn revision_a_of_the_mmc3_passes_the_tests_of_its_own() {
    let paths = [
        "mmc3_irq_tests/5.MMC3_rev_A.nes",
        "mmc3_test_2/6-MMC3_alt.nes",
        "mmc3_test_v1/6-MMC6.nes",
    ];
    let Some(plan) = plan(&paths, &["mmc3=a"]) else {
        return;
    };
    for outcome in outcomes(&plan) {
        assert_eq!(
            outcome.verdict,
            Verdict::Pass,
            "{}: {}",
            outcome.id,
            outcome.text
        );
    }
}

/// What the SHA and SHS tests say, run alone with the RAM they look at as `before`.
fn stores_seen(stores: UnstableStores, before: u8) -> Option<[u8; 3]> {
    /// Where the results of three later tests stand, which the check of behavior 3 reads,
    /// and the bytes of page 3 beside them.
    const LOOKED_AT: [u32; 8] = [0x450, 0x455, 0x460, 0x468, 0x350, 0x355, 0x360, 0x368];
    const RESULTS: [u16; 3] = [0x446, 0x447, 0x448];
    let path = shared::roms()?.join("accuracycoin/AccuracyCoin.nes");
    let file = std::fs::read(path).expect("the program can be read");
    let rom = Arc::new(Rom::parse(&file).expect("NROM"));
    let options = PowerOptions {
        unstable_stores: stores,
        ..PowerOptions::default()
    };
    let mut machine = Machine::power_on(rom, options).expect("NROM");
    machine.run_until_frame(300, &mut Silent);
    for address in LOOKED_AT {
        let poke = Event::Poke {
            space: Space::Ram,
            address,
            value: before,
        };
        machine.apply(&poke).expect("work RAM");
    }
    for (frame, buttons) in [(306, 0x08), (4000, 0)] {
        let buttons = Buttons(buttons);
        let hold = Event::Input { port: 1, buttons };
        machine.apply(&hold).expect("a pad");
        while machine.position().frame < frame
            && RESULTS.iter().any(|&address| machine.peek(address) < 4)
        {
            machine.run_until_frame(machine.position().frame + 1, &mut Silent);
        }
    }
    Some(RESULTS.map(|address| machine.peek(address)))
}

/// The check ANDs a byte of each page after it put back those of pages 3 and 4, which are the
/// results of other tests: only where those were marked to be skipped does it see the store.
/// With the absolute forms it never does, as they keep S at $07FF, the place of the byte that is
/// put back into page 4.
#[test]
fn behavior_3_of_sha_shows_where_its_check_meets_only_ones() {
    let Some(usual) = stores_seen(UnstableStores::Magic, 0) else {
        return;
    };
    let error_1 = 1 << 2 | 2;
    let code_3 = 3 << 2 | 1;
    assert_eq!(usual, [error_1; 3]);
    let ones = stores_seen(UnstableStores::Magic, 0xFF).expect("the corpus is there");
    assert_eq!(ones, [code_3, error_1, error_1]);
}

/// The rows of the page's table of options, as `option`.
fn listed_options() -> Vec<&'static str> {
    let section = PAGE
        .split("### Behaviors that differ between consoles")
        .nth(1);
    let section = section.expect("the page has the section");
    let rows = section.split("\n## ").next().unwrap_or_default().lines();
    rows.filter_map(|row| row.strip_prefix("| `")?.split('`').next())
        .collect()
}

fn words(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What AccuracyCoin says with an option: behaviors by number, failures by error.
fn accuracycoin(options: &[&str]) -> Option<(Vec<String>, Vec<String>)> {
    let plan = plan(&["accuracycoin/AccuracyCoin.nes"], options)?;
    let tests = outcomes(&plan)[0].tests.clone().expect("it has tests");
    let seen = tests.behaviors.iter();
    let seen = seen.map(|(name, number)| format!("{} {number}", words(name)));
    let failed = tests.failed.iter().map(|test| {
        let code = test
            .code
            .map_or("skipped".to_owned(), |code| code.to_string());
        format!("{} {code}", words(&test.name))
    });
    Some((seen.collect(), failed.collect()))
}

#[test]
fn accuracycoin_sees_each_option_as_the_accuracy_page_says() {
    let Some((default, failed)) = accuracycoin(&[]) else {
        return;
    };
    assert!(failed.is_empty(), "{failed:?}");
    let options = listed_options();
    assert!(options.len() > 10, "{options:?}");
    for option in options {
        let (seen, failed) = accuracycoin(&[option]).expect("the corpus is there");
        let changed: Vec<_> = seen.into_iter().filter(|n| !default.contains(n)).collect();
        let row = format!(
            "| `{option}` | {} | {} |",
            changed.join(", "),
            failed.join(", ")
        );
        assert!(PAGE.contains(&row), "the page lacks {row}");
    }
}

#[test]
fn the_power_up_palette_of_one_console_is_an_option() {
    let paths = ["blargg_ppu_2005/power_up_palette.nes"];
    let Some(plan) = plan(&paths, &["palette=console"]) else {
        return;
    };
    assert_eq!(outcomes(&plan)[0].verdict, Verdict::Pass);
}
