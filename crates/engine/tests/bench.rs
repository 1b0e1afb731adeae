//! The bench node count equals the one in `docs/notes/engine.md`, so changes of the search show up in the docs.

#[test]
fn node_count_matches_the_documentation() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/notes/engine.md");
    let page = std::fs::read_to_string(page).unwrap();
    let documented = page
        .lines()
        .find_map(|line| line.strip_prefix("Bench: ")?.strip_suffix(" nodes"))
        .expect("docs/notes/engine.md has a line `Bench: N nodes`");
    let nodes = trid_engine::bench(trid_engine::BENCH_DEPTH, |_, _| {});
    assert_eq!(nodes.to_string(), documented);
}
