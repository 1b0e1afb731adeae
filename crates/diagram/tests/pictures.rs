//! Checks rendered SVGs as text: every element of the position appears exactly once.

use trid_diagram::{FlatMap, PinsView, SetView, SideView, SquareMark};
use trid_rules::{Level, Pin, Position, RuleBook};

const UNDER_WAY: &str =
    "4/4/1R1N/4|4/1p2/4/4|4/4/4/4|KL1w:2/K1,KL3w^:2/2,QL6b:2/2,KL6b:k1/2 w - - - - - 0 1";

#[track_caller]
fn check_count(svg: &str, part: &str, count: usize) {
    assert_eq!(svg.matches(part).count(), count, "{part} in\n{svg}");
}

fn under_way() -> Position {
    Position::from_tfen(UNDER_WAY, RuleBook::Revised).unwrap()
}

#[test]
fn every_piece_and_pin_is_drawn_once() {
    let start = Position::start(RuleBook::Revised);
    let svg = FlatMap::new(&start).to_svg();
    check_count(&svg, "<use ", 32);
    check_count(&svg, "href=\"#pawn\"", 16);
    check_count(&svg, ">QL1<", 1);
    check_count(&svg, ">KL4<", 1);
    check_count(&svg, "stroke-dasharray", 8);
    check_count(&SetView::new(&start).to_svg(), "<use ", 32);
}

#[test]
fn shows_only_the_selected_part() {
    let position = under_way();
    let mut map = FlatMap::new(&position);
    map.show_only(&[Level::N]);
    let svg = map.to_svg();
    check_count(&svg, "<use ", 1);
    check_count(&svg, ">KL3<", 1);
    check_count(&svg, ">QL1<", 0);
    map.show_ranks(2..=4);
    let svg = map.to_svg();
    check_count(&svg, "<use ", 0);
    check_count(&svg, ">5<", 0);
}

#[test]
fn marks_follow_from_the_rules() {
    let position = under_way();
    let mut map = FlatMap::new(&position);
    map.show_moves("b2W".parse().unwrap());
    let svg = map.to_svg();
    check_count(&svg, "r=\"7.6\"", 9);
    check_count(&svg, "r=\"17.6\"", 1);
    let mut map = FlatMap::new(&position);
    map.show_board_moves("KL3".parse().unwrap());
    map.mark("a1W".parse().unwrap(), SquareMark::Blocked);
    let svg = map.to_svg();
    assert_eq!(position.board_destinations("KL3".parse().unwrap()).len(), 5);
    check_count(&svg, "fill-opacity=\"0.22\"", 5);
}

#[test]
fn forward_steps_depend_on_the_rule_book() {
    check_count(&SideView::new(RuleBook::Revised).to_svg(), "<polygon", 5);
    check_count(&SideView::new(RuleBook::Meder).to_svg(), "<polygon", 9);
}

#[test]
fn every_pair_of_neighbours_is_joined_once() {
    for (book, steps) in [(RuleBook::Revised, 26), (RuleBook::Meder, 24)] {
        let svg = PinsView::new(book).to_svg();
        check_count(&svg, "<path ", steps);
        for pin in Pin::all() {
            check_count(&svg, &format!(">{pin}<"), 1);
        }
    }
}

#[test]
fn elements_are_closed() {
    let position = under_way();
    let start = Position::start(RuleBook::Meder);
    for svg in [
        FlatMap::new(&position).to_svg(),
        SetView::new(&start).to_svg(),
        SideView::new(RuleBook::Meder).to_svg(),
        PinsView::new(RuleBook::Meder).to_svg(),
    ] {
        let mut open = Vec::new();
        for tag in svg.split('<').skip(1) {
            let (tag, _) = tag.split_once('>').unwrap();
            let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
            if tag.starts_with('/') {
                assert_eq!(open.pop(), Some(name), "{svg}");
            } else if !tag.ends_with('/') {
                open.push(name);
            }
        }
        assert_eq!(open, Vec::<&str>::new(), "{svg}");
    }
}
