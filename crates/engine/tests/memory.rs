//! Memory usage of a search. The only test in its file, because the system counts memory per process.

#![cfg(target_os = "linux")]

use std::fs;

use trid_engine::{Engine, Limits, Options};
use trid_rules::{Position, RuleBook};

/// The peak resident set size of the process in KiB.
fn peak_rss() -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().strip_suffix(" kB").unwrap().parse().unwrap()
}

#[test]
fn a_search_needs_at_most_64_mib_beyond_the_table() {
    const TABLE: usize = 48;
    const OVERHEAD: usize = 64;
    let options = Options { hash: TABLE, threads: 2, multi_pv: 5, ..Options::default() };
    let mut engine = Engine::new(options);
    for book in RuleBook::ALL {
        let result = engine.search(&Position::start(book), &Limits::nodes(150_000));
        assert_eq!(result.variations.len(), 5);
    }
    let mebibytes = peak_rss() / 1024;
    assert!(mebibytes >= TABLE, "{mebibytes} MiB: the table is not counted");
    assert!(mebibytes <= TABLE + OVERHEAD, "{mebibytes} MiB");
}
