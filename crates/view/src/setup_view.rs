//! What an editor shows of a setup, possible or not.

use serde::Serialize;
use trid_rules::{
    Color, GameResult, Pin, RuleBook, Setup, Square, Status,
    position::{PositionErrorKind, SetupMark},
};

use crate::{
    Snapshot, SnapshotGame,
    snapshot::{Mark, SnapshotBoard, SnapshotPiece, captured, material},
    world::instance_name,
};

/// A setup, for an editor.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SetupView {
    /// The pieces and boards, as both views draw them, without moves.
    pub snapshot: Snapshot,
    /// The T-FEN with the rule book.
    pub text: String,
    /// Half-moves since the last capture or pawn move.
    pub halfmoves: i32,
    /// The number of the next move.
    pub move_number: i32,
    /// The marks that pieces have or can have.
    pub marks: Vec<SetupMarkView>,
    /// Every reason why the position is impossible; empty if it can be played.
    pub errors: Vec<SetupErrorView>,
}

/// A mark that a piece has or can have.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SetupMarkView {
    /// The mark.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub mark: SetupMark,
    /// The square.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub square: Square,
    /// Whether the piece has it.
    pub on: bool,
}

/// A reason why a position is impossible.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SetupErrorView {
    /// What is wrong.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub error: PositionErrorKind,
    /// The squares concerned.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub squares: Vec<Square>,
    /// The pins concerned.
    #[serde(with = "crate::json")]
    #[cfg_attr(feature = "typescript", ts(as = "crate::json::TypeOf<_>"))]
    pub pins: Vec<Pin>,
}

impl SetupView {
    /// The view of a setup under a rule book.
    #[must_use]
    pub fn new(setup: &Setup, book: RuleBook) -> SetupView {
        let position = setup.position(book);
        let errors = position.as_ref().err().map_or(&[][..], |error| &error.kinds);
        let errors = errors.iter().map(|&error| {
            let (squares, pins) = setup.places_of(error);
            SetupErrorView { error, squares, pins }
        });
        let mut snapshot = match &position {
            Ok(position) => Snapshot { moves: Vec::new(), ..Snapshot::new(position, start()) },
            Err(_) => snapshot(setup, book),
        };
        // An editor moves every board.
        snapshot.boards.iter_mut().for_each(|board| board.movable = true);
        SetupView {
            snapshot,
            text: format!("{setup} {book}"),
            halfmoves: setup.halfmoves,
            move_number: setup.move_number,
            marks: marks(setup),
            errors: errors.collect(),
        }
    }
}

/// A game that has not begun.
fn start() -> SnapshotGame {
    SnapshotGame {
        ply: 0,
        status: Status::Ongoing,
        result: GameResult::None,
        reason: None,
        claims: Vec::new(),
        last: None,
        effects: None,
    }
}

/// The marks that pieces can have, and those they have wrongly.
fn marks(setup: &Setup) -> Vec<SetupMarkView> {
    let mut marks = Vec::new();
    for mark in SetupMark::ALL {
        for square in Square::ALL {
            let on = setup.has_mark(square, mark);
            if on || setup.may_have_mark(square, mark) {
                marks.push(SetupMarkView { mark, square, on });
            }
        }
    }
    marks
}

/// The pieces and boards of an impossible position. Of several boards on a pin it has one.
fn snapshot(setup: &Setup, book: RuleBook) -> Snapshot {
    let mut boards = setup.boards.clone();
    boards.sort_unstable();
    boards.dedup_by_key(|board| board.pin);
    let board = |board: trid_rules::AttackBoard| {
        let riders: Vec<Color> = setup
            .pieces()
            .filter(|(square, _)| square.pin() == Some(board.pin))
            .map(|(_, piece)| piece.color)
            .collect();
        SnapshotBoard {
            instance: instance_name(board.pin, board.turned),
            pin: board.pin,
            rotation: if board.turned { 180 } else { 0 },
            owner: board.owner,
            controller: match riders[..] {
                [] => Some(board.owner),
                [color] => Some(color),
                _ => None,
            },
            riders: riders.len(),
            movable: false,
        }
    };
    let mut pieces: Vec<_> = setup.pieces().collect();
    pieces.sort_unstable();
    let piece = |(square, piece): (Square, trid_rules::Piece)| SnapshotPiece {
        square,
        color: piece.color,
        kind: piece.role,
        marks: if setup.carried.contains(&square) { vec![Mark::Carried] } else { Vec::new() },
    };
    let pieces: Vec<SnapshotPiece> = pieces.into_iter().map(piece).collect();
    Snapshot {
        rules: book,
        tfen: setup.to_string(),
        key: String::new(),
        turn: setup.turn,
        move_number: u16::try_from(setup.move_number).unwrap_or(1),
        game: start(),
        check: None,
        pending: setup.pending,
        boards: boards.into_iter().map(board).collect(),
        captured: captured(&pieces),
        material: material(&pieces),
        pieces,
        moves: Vec::new(),
    }
}
