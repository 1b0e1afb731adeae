//! The bench's node count is the one in `docs/engine.md`: whoever changes the engine's behaviour says so there.

#[test]
fn the_node_count_is_the_documented_one() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/engine.md");
    let page = std::fs::read_to_string(page).unwrap();
    let documented = page
        .lines()
        .find_map(|line| line.strip_prefix("Bench: ")?.strip_suffix(" nodes"))
        .expect("docs/engine.md has a line `Bench: N nodes`");
    let nodes = trid_engine::bench(trid_engine::BENCH_DEPTH, |_, _| {});
    assert_eq!(nodes.to_string(), documented);
}
