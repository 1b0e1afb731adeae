//! The geometry of boards, squares and pins.

use std::collections::{BTreeMap, BTreeSet};

use trid_rules::{Column, ColumnSet, File, Level, Line, Pin, Rank, RuleBook, Square, SquareSet};
use trid_view::{World, world::BoardKind};

#[test]
fn names_parse_back() {
    for square in Square::ALL {
        assert_eq!(square.to_string().parse(), Ok(square));
        assert_eq!(Square::new(square.column(), square.level()), Some(square));
        assert_eq!(Square::ALL[square.index()], square);
    }
    for pin in Pin::all() {
        assert_eq!(pin.to_string().parse(), Ok(pin));
        assert_eq!(Pin::new(pin.line(), pin.number()), Some(pin));
    }
    for file in File::ALL {
        assert_eq!(File::from_letter(file.letter()), Some(file));
    }
    for column in Column::all() {
        assert_eq!(Column::new(column.file(), column.rank()), column);
    }
    let names: BTreeSet<String> = Square::ALL.iter().map(Square::to_string).collect();
    assert_eq!(names.len(), 96);
}

/// Checks the squares of a level by the names of its lowest and highest.
#[track_caller]
fn check_level(level: Level, low: &str, high: &str, count: usize) {
    let squares: Vec<String> = level.squares().map(|square| square.to_string()).collect();
    assert_eq!(squares.first().map(String::as_str), Some(low));
    assert_eq!(squares.last().map(String::as_str), Some(high));
    assert_eq!(squares.len(), count);
}

#[test]
fn levels_cover_their_ranks() {
    check_level(Level::W, "a1W", "d4W", 16);
    check_level(Level::N, "a3N", "d6N", 16);
    check_level(Level::B, "a5B", "d8B", 16);
    for (number, low, over) in [
        (1, 0, Level::W),
        (2, 4, Level::W),
        (3, 2, Level::N),
        (4, 6, Level::N),
        (5, 4, Level::B),
        (6, 8, Level::B),
    ] {
        for (line, left, right) in [(Line::Queen, 'z', 'a'), (Line::King, 'd', 'e')] {
            let pin = Pin::new(line, number).expect("a pin");
            let (lowest, highest) =
                (format!("{left}{low}{pin}"), format!("{right}{}{pin}", low + 1));
            check_level(Level::Attack(pin), &lowest, &highest, 4);
            assert_eq!(pin.over(), over);
            let inner = pin.line().inner_file();
            let corner = over
                .ranks()
                .map(|rank| Column::new(inner, rank))
                .any(|column| pin.footprint().contains(column));
            assert!(corner, "{pin} is over a corner of {over}");
        }
    }
}

/// Every rank from 0 to 9 belongs to some board, each level's ranks follow one another, and each main
/// board shares two ranks with the next.
#[test]
fn ranks_are_continuous() {
    for level in Level::ALL {
        let ranks: Vec<u8> = level.ranks().map(Rank::number).collect();
        assert!(ranks.windows(2).all(|pair| pair[1] == pair[0] + 1), "{level}");
    }
    let covered: BTreeSet<u8> =
        Level::ALL.iter().flat_map(|level| level.ranks()).map(Rank::number).collect();
    assert_eq!(covered, (0..10).collect());
    for pair in Level::MAIN.windows(2) {
        assert_eq!(
            pair[0].ranks().filter(|rank| pair[1].ranks().any(|other| other == *rank)).count(),
            2
        );
    }
}

/// A column has at most four squares, all at different heights.
#[test]
fn squares_do_not_overlap() {
    let world = World::get();
    let mut places: BTreeMap<[i64; 3], Square> = BTreeMap::new();
    for square in &world.squares {
        let place = square.position.map(|coordinate| (coordinate * 1000.0).round() as i64);
        let there = *places.entry(place).or_insert(square.square);
        assert_eq!(there, square.square, "two squares at {place:?}");
    }
    assert_eq!(places.len(), 96);
    for column in Column::all() {
        assert!(
            Square::ALL.iter().filter(|square| square.column() == column).count() <= 4,
            "{column}"
        );
    }
}

#[test]
fn colors_alternate() {
    for (name, dark) in [
        ("a1W", true),
        ("a1QL1", true),
        ("z0QL1", true),
        ("b1W", false),
        ("d9KL6", false),
        ("e9KL6", true),
    ] {
        assert_eq!(name.parse::<Square>().expect("a square").is_dark(), dark, "{name}");
    }
    for column in Column::all() {
        for (files, ranks) in [(0, 1), (1, 0)] {
            if let Some(next) = column.offset(files, ranks) {
                assert_ne!(next.is_dark(), column.is_dark(), "{column} {next}");
            }
        }
    }
}

#[test]
fn both_graphs_are_symmetric() {
    for (book, degrees) in
        [(RuleBook::Revised, [3, 5, 5, 5, 5, 3]), (RuleBook::Meder, [3, 4, 5, 5, 4, 3])]
    {
        let rules = book.rules();
        for pin in Pin::all() {
            let neighbours = rules.neighbours(pin);
            assert_eq!(neighbours.len(), degrees[usize::from(pin.number()) - 1], "{book} {pin}");
            assert!(!neighbours.contains(pin), "{book} {pin}");
            for other in neighbours {
                assert!(rules.neighbours(other).contains(pin), "{book} {pin} {other}");
                assert!(
                    rules.neighbours(pin.mirrored()).contains(other.mirrored()),
                    "{book} {pin} {other}"
                );
            }
        }
    }
}

/// Checks the adjacent pins of a pin, in order.
#[track_caller]
fn check_neighbours(book: RuleBook, pin: &str, expected: &str) {
    let pin: Pin = pin.parse().expect("a pin");
    let names: Vec<String> =
        book.rules().neighbours(pin).iter().map(|pin| pin.to_string()).collect();
    assert_eq!(names.join(" "), expected, "{book} {pin}");
}

#[test]
fn neighbours() {
    check_neighbours(RuleBook::Revised, "QL1", "KL1 QL2 KL2");
    check_neighbours(RuleBook::Revised, "KL3", "QL2 KL2 QL3 QL4 KL4");
    check_neighbours(RuleBook::Revised, "QL6", "QL5 KL5 KL6");
    check_neighbours(RuleBook::Meder, "QL1", "KL1 QL2 QL3");
    check_neighbours(RuleBook::Meder, "KL2", "KL1 QL2 KL3 KL4");
    check_neighbours(RuleBook::Meder, "QL3", "QL1 QL2 KL3 QL4 QL5");
}

#[test]
fn the_world_has_all_coordinates() {
    let world = World::get();
    assert_eq!((world.boards.len(), world.squares.len(), world.pins.len()), (27, 144, 12));
    let ids: BTreeSet<&str> = world.boards.iter().map(|board| board.id.as_str()).collect();
    assert_eq!(ids.len(), 27);
    let ids: BTreeSet<&str> = world.squares.iter().map(|square| square.id.as_str()).collect();
    assert_eq!(ids.len(), 144);
    let height = |level| match level {
        Level::W => 0.0,
        Level::N => 8.0,
        Level::B => 16.0,
        Level::Attack(_) => panic!("not a main board"),
    };
    for board in &world.boards {
        let expected = match (board.kind, board.over) {
            (BoardKind::Attack, Some(over)) => height(over) + 5.0,
            _ => height(
                *Level::MAIN
                    .iter()
                    .find(|level| level.to_string() == board.id)
                    .expect("a main board"),
            ),
        };
        assert!((board.center[2] - expected).abs() < 1e-9, "{}", board.id);
    }
    for square in &world.squares {
        let board = world.boards.iter().find(|board| board.id == square.board).expect("its board");
        let column = square.square.column();
        assert!(
            (square.position[0] - f64::from(column.file() as u8) * 2.1).abs() < 1e-9,
            "{}",
            square.id
        );
        assert!(
            (square.position[1] - f64::from(column.rank().number()) * 2.1).abs() < 1e-9,
            "{}",
            square.id
        );
        assert!((square.position[2] - board.center[2]).abs() < 1e-9, "{}", square.id);
        assert_eq!(square.dark, square.square.is_dark());
        assert_eq!(square.column, column);
    }
}

/// The sets of a file, a rank or a level contain exactly its squares.
#[test]
fn sets_contain_the_squares_of_their_area() {
    for level in Level::ALL {
        let expected: SquareSet = level.squares().collect();
        assert_eq!(SquareSet::on_level(level), expected, "{level}");
    }
    for column in Column::all() {
        for file in File::ALL {
            assert_eq!(ColumnSet::on_file(file).contains(column), column.file() == file);
        }
        for rank in (0..10).filter_map(Rank::new) {
            assert_eq!(ColumnSet::on_rank(rank).contains(column), column.rank() == rank);
        }
    }
}

/// On the flat map every square has its own cell, independent of the rotation of its board.
#[test]
fn squares_have_their_own_cells_on_the_flat_map() {
    let mut cells: BTreeMap<[u8; 2], Square> = BTreeMap::new();
    let mut squares: BTreeMap<Square, [u8; 2]> = BTreeMap::new();
    for square in &World::get().squares {
        assert_eq!(
            *cells.entry(square.map).or_insert(square.square),
            square.square,
            "{:?}",
            square.map
        );
        assert_eq!(
            *squares.entry(square.square).or_insert(square.map),
            square.map,
            "{}",
            square.id
        );
    }
    assert_eq!((cells.len(), squares.len()), (96, 96));
}
