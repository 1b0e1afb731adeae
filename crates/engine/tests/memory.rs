//! How much memory a search takes, as the operating system counts it. Alone in its file: the count is of a process.

#![cfg(target_os = "linux")]

use std::fs;

use trid_engine::{Engine, Limits, Options};
use trid_rules::{Position, RuleBook};

/// What the process has held at most, in KiB.
fn peak() -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().strip_suffix(" kB").unwrap().parse().unwrap()
}

#[test]
fn a_search_takes_the_table_and_at_most_64_mib() {
    const TABLE: usize = 48;
    const BESIDES: usize = 64;
    let options = Options { hash: TABLE, threads: 2, multi_pv: 5, ..Options::default() };
    let mut engine = Engine::new(options);
    for book in RuleBook::ALL {
        let result = engine.search(&Position::start(book), &[], &Limits::nodes(150_000));
        assert_eq!(result.variations.len(), 5);
    }
    let mebibytes = peak() / 1024;
    assert!(mebibytes >= TABLE, "{mebibytes} MiB: the table is not counted");
    assert!(mebibytes <= TABLE + BESIDES, "{mebibytes} MiB");
}
