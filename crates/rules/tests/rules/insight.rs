//! Compares attacks, hanging and pinned pieces, checks and mates with the naive rules, in random positions.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use trid_rules::{
    Color, Column, Move, Piece, Position, Role, Setup, Square, explain::EscapeKind, notation::Tfen,
};

use crate::{naive::Naive, random::for_each_position};

fn naive(position: &Position) -> Naive {
    Naive::new(&Setup::from(position), position.book())
}

fn pieces(naive: &Naive) -> BTreeMap<Square, Piece> {
    naive.tfen().parse::<Tfen>().unwrap().setup.pieces().collect()
}

fn attacked(naive: &Naive, by: Color) -> BTreeSet<Square> {
    let own = pieces(naive).into_iter().filter(|(_, piece)| piece.color == by);
    own.flat_map(|(square, piece)| naive.attacks(square, piece)).collect()
}

fn attackers(naive: &Naive, target: Square, by: Color) -> Vec<Square> {
    pieces(naive)
        .into_iter()
        .filter(|&(square, piece)| {
            piece.color == by && naive.attacks(square, piece).contains(&target)
        })
        .map(|(square, _)| square)
        .collect()
}

fn king(naive: &Naive, color: Color) -> Square {
    let king = Piece { color, role: Role::King };
    pieces(naive).into_iter().find(|(_, piece)| *piece == king).unwrap().0
}

#[test]
fn attacked_columns_agree_with_the_naive_attacks() {
    for_each_position(71, 60, |position| {
        let naive = naive(position);
        for color in Color::ALL {
            let mut expected: BTreeMap<Column, (usize, BTreeSet<Square>)> = BTreeMap::new();
            for (square, piece) in
                pieces(&naive).into_iter().filter(|(_, piece)| piece.color == color)
            {
                let squares = naive.attacks(square, piece);
                let columns: BTreeSet<Column> =
                    squares.iter().map(|square| square.column()).collect();
                for column in columns {
                    expected.entry(column).or_default().0 += 1;
                }
                for square in squares {
                    expected.entry(square.column()).or_default().1.insert(square);
                }
            }
            let actual = position.attacked_columns(color).into_iter().map(|attacked| {
                (attacked.column, (attacked.attackers, attacked.squares.into_iter().collect()))
            });
            assert_eq!(actual.collect::<BTreeMap<_, _>>(), expected, "{color} {position:?}");
        }
    });
}

#[test]
fn attack_changes_agree_with_the_naive_attacks_before_and_after() {
    for_each_position(72, 20, |position| {
        let before = naive(position);
        for mv in position.legal_moves() {
            let after = before.after(mv);
            for change in position.attack_changes(mv) {
                let (old, new) = (attacked(&before, change.color), attacked(&after, change.color));
                let gained: BTreeSet<Square> = change.gained.into_iter().collect();
                let lost: BTreeSet<Square> = change.lost.into_iter().collect();
                assert_eq!(gained, &new - &old, "{mv} {position:?}");
                assert_eq!(lost, &old - &new, "{mv} {position:?}");
            }
        }
    });
}

/// The square that a capture empties.
fn captured(before: &Naive, mv: Move) -> Option<Square> {
    let Move::Piece { from, to, .. } = mv else { return None };
    let (old, new) = (pieces(before), pieces(&before.after(mv)));
    if old.contains_key(&to) {
        return Some(to);
    }
    old.into_keys().find(|&square| square != from && !new.contains_key(&square))
}

#[test]
fn hanging_pieces_are_those_captured_without_recapture() {
    let found = Cell::new(0);
    for_each_position(73, 60, |position| {
        let mut expected = BTreeMap::<Square, BTreeSet<Square>>::new();
        for color in Color::ALL.into_iter().filter(|_| position.pending().is_none()) {
            let mut setup = Setup::from(position);
            if setup.turn == color {
                setup.turn = color.other();
                setup.double_stepped = None;
            }
            let naive = Naive::new(&setup, position.book());
            for mv in naive.moves() {
                let (Move::Piece { from, to, .. }, Some(square)) = (mv, captured(&naive, mv))
                else {
                    continue;
                };
                let after = naive.after(mv);
                if !after.moves().into_iter().any(|reply| captured(&after, reply) == Some(to)) {
                    expected.entry(square).or_default().insert(from);
                }
            }
        }
        let actual: BTreeMap<_, _> = position
            .hanging()
            .into_iter()
            .map(|piece| (piece.square, piece.attackers.into_iter().collect()))
            .collect();
        assert_eq!(actual, expected, "{position:?}");
        found.set(found.get() + expected.len());
    });
    assert!(found.get() > 100, "only {} hanging pieces", found.get());
}

#[test]
fn pinned_pieces_are_those_whose_removal_exposes_their_king() {
    let found = Cell::new(0);
    for_each_position(74, 200, |position| {
        let mut expected = BTreeSet::new();
        let whole = naive(position);
        for (square, piece) in pieces(&whole) {
            if piece.role == Role::King {
                continue;
            }
            let mut setup = Setup::from(position);
            setup.set_piece(square, None);
            let without = Naive::new(&setup, position.book());
            let king = king(&whole, piece.color);
            let before = attackers(&whole, king, piece.color.other());
            for attacker in attackers(&without, king, piece.color.other()) {
                if !before.contains(&attacker) {
                    expected.insert((square, attacker));
                }
            }
        }
        let pinned = position.pinned();
        for piece in &pinned {
            assert!(piece.path.contains(&piece.square.column()), "{piece:?} {position:?}");
        }
        let actual: BTreeSet<_> =
            pinned.iter().map(|piece| (piece.square, piece.attacker)).collect();
        assert_eq!(actual, expected, "{position:?}");
        found.set(found.get() + expected.len());
    });
    assert!(found.get() > 20, "only {} pinned pieces", found.get());
}

#[test]
fn a_piece_on_any_square_of_its_path_stops_a_check() {
    let found = Cell::new(0);
    for_each_position(75, 300, |position| {
        let naive_position = naive(position);
        let us = position.turn();
        let checks = position.check_paths();
        let givers: Vec<Square> = checks.iter().map(|check| check.attacker).collect();
        assert_eq!(givers, attackers(&naive_position, king(&naive_position, us), us.other()));
        for check in checks {
            assert_eq!(check.path.is_empty(), check.squares.is_empty(), "{check:?} {position:?}");
            for square in check.squares {
                let mut setup = Setup::from(position);
                assert_eq!(setup.piece(square), None);
                setup.set_piece(square, Some(Piece { color: us, role: Role::Knight }));
                let blocked = Naive::new(&setup, position.book());
                let left = attackers(&blocked, check.king, us.other());
                assert!(!left.contains(&check.attacker), "{square} {position:?}");
                found.set(found.get() + 1);
            }
        }
    });
    assert!(found.get() > 20, "only {} blocking squares", found.get());
}

#[test]
fn escapes_from_a_mate_are_refuted_as_the_naive_rules_say() {
    let mates = Cell::new(0);
    let seen = Cell::new([0; 3]);
    for_each_position(76, 6000, |position| {
        let naive_position = naive(position);
        let us = position.turn();
        let is_mate = position.pending().is_none()
            && naive_position.check()
            && naive_position.moves().is_empty();
        let mate = position.explain_mate();
        assert_eq!(mate.is_some(), is_mate, "{position:?}");
        let Some(mate) = mate else { return };
        mates.set(mates.get() + 1);
        let own = Piece { color: us, role: Role::King };
        let around: Vec<Square> = naive_position.attacks(mate.king, own);
        let flights: Vec<Square> = mate
            .escapes
            .iter()
            .filter(|escape| escape.kind == EscapeKind::Flight && escape.pins.is_none())
            .filter_map(|escape| escape.to)
            .collect();
        assert_eq!(
            flights.iter().collect::<BTreeSet<_>>(),
            around.iter().collect::<BTreeSet<_>>(),
            "{position:?}"
        );
        for escape in mate.escapes {
            let mut counts = seen.get();
            counts[escape.kind as usize] += 1;
            seen.set(counts);
            let Some(square) = escape.occupied else {
                let after = naive_position.after(escape.mv.parse().unwrap());
                let left = attackers(&after, king(&after, us), us.other());
                assert!(!left.is_empty(), "{} {position:?}", escape.mv);
                assert_eq!(escape.refuters, left, "{} {position:?}", escape.mv);
                continue;
            };
            assert_eq!(position.piece_at(square).map(|piece| piece.color), Some(us));
        }
    });
    assert!(mates.get() >= 5, "only {} mates", mates.get());
    assert!(seen.get().iter().all(|&count| count > 0), "escapes by kind: {:?}", seen.get());
}
