//! Replays the `moveHistory` of the original program's exports.
//!
//! The history leaves out promotions, the corner where a rider lands and sometimes the square that a
//! piece leaves. Replaying it therefore searches for moves that lead to the saved position.

use std::fmt;

use serde::{Deserialize, de::IgnoredAny};

use super::position::NAMES;
use trid_rules::{
    Castling, Color, Game, Level, Move, Pin, Position, Role, Square, explain::Reason,
    notation::excerpt,
};

/// The maximum number of wrong moves tried before the search gives up. It takes less than a second.
const MAX_WRONG_MOVES: usize = 20_000;

/// An entry of the history.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum OldMove {
    Known(OldAction),
    Unknown(IgnoredAny),
}

/// What a player did, with squares such as `a2W`, `z1WQL` or `z1QL1:0` and pins.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub(super) enum OldAction {
    PieceMove {
        /// Empty where the program did not find the square.
        #[serde(default)]
        from: String,
        #[serde(default)]
        to: String,
        piece: Option<MovedPiece>,
    },
    BoardMove {
        from: String,
        to: String,
        rotation: Option<f64>,
    },
    Castle {
        #[serde(rename = "castleType")]
        castle_type: String,
    },
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct MovedPiece {
    r#type: Option<String>,
}

/// Why the history could not be replayed.
#[derive(Clone, Debug)]
pub(super) enum HistoryError {
    Illegal { number: usize, action: String, reasons: Vec<Reason> },
    Unknown { number: usize },
    GameOver { number: usize },
    OtherPosition,
    TooManyTries,
}

impl fmt::Display for HistoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HistoryError::Illegal { number, action, reasons } => {
                write!(f, "move {number} ({action}) is not legal")?;
                for (index, reason) in reasons.iter().enumerate() {
                    f.write_str(if index == 0 { ": " } else { "; " })?;
                    reason.fmt(f)?;
                }
                Ok(())
            }
            HistoryError::Unknown { number } => {
                write!(f, "move {number} is not a piece-move, board-move or castle")
            }
            HistoryError::GameOver { number } => {
                write!(f, "the game was already over before move {number}")
            }
            HistoryError::OtherPosition => f.write_str("the moves lead to another position"),
            HistoryError::TooManyTries => f.write_str("the moves are too ambiguous"),
        }
    }
}

/// A position on the way, and the moves that continue the history from it.
struct Step {
    position: Position,
    /// The index of the next entry.
    entry: usize,
    moves: Vec<Move>,
    /// How many of the moves were tried.
    tried: usize,
}

impl Step {
    fn new(position: Position, entry: usize, history: &[OldMove]) -> Step {
        let fits = |mv: &Move| match (mv, history.get(entry)) {
            // The history does not mention forced promotions.
            (Move::Promote { .. }, _) => true,
            (_, Some(OldMove::Known(action))) => action.fits(*mv, &position),
            _ => false,
        };
        let moves = position.legal_moves().into_iter().filter(fits).collect();
        Step { position, entry, moves, tried: 0 }
    }
}

/// The game from the start position whose moves fit the history and lead to the saved position.
pub(super) fn replay(history: &[OldMove], saved: &Position) -> Result<Game, HistoryError> {
    let mut steps = vec![Step::new(Position::start(saved.book()), 0, history)];
    let mut furthest: Option<Step> = None;
    let mut tries = 0;
    while let Some(step) = steps.last_mut() {
        if step.entry == history.len() && is_same_placement(&step.position, saved) {
            return play(&steps);
        }
        if let Some(&mv) = step.moves.get(step.tried) {
            step.tried += 1;
            tries += 1;
            if tries > history.len() + MAX_WRONG_MOVES {
                return Err(HistoryError::TooManyTries);
            }
            let mut position = step.position.clone();
            position.play_unchecked(mv);
            let entry = step.entry + usize::from(!matches!(mv, Move::Promote { .. }));
            steps.push(Step::new(position, entry, history));
        } else if let Some(step) = steps.pop()
            && furthest.as_ref().is_none_or(|other| step.entry > other.entry)
        {
            furthest = Some(step);
        }
    }
    Err(match furthest {
        Some(step) => match history.get(step.entry) {
            Some(OldMove::Known(action)) => HistoryError::Illegal {
                number: step.entry + 1,
                action: action.to_string(),
                reasons: action.reasons(&step.position),
            },
            Some(OldMove::Unknown(_)) => HistoryError::Unknown { number: step.entry + 1 },
            None => HistoryError::OtherPosition,
        },
        None => HistoryError::OtherPosition,
    })
}

/// Plays the last tried move of every step.
fn play(steps: &[Step]) -> Result<Game, HistoryError> {
    let mut game = Game::new(steps[0].position.clone());
    for step in steps {
        let Some(&mv) = step.tried.checked_sub(1).and_then(|index| step.moves.get(index)) else {
            continue;
        };
        game.play(mv).map_err(|_| HistoryError::GameOver { number: step.entry + 1 })?;
    }
    Ok(game)
}

/// Whether pieces, boards and the side to move are the same. Exports know too little of the rest.
fn is_same_placement(position: &Position, saved: &Position) -> bool {
    let pins = |position: &Position| position.boards().map(|board| (board.owner, board.pin));
    position.turn() == saved.turn()
        && pins(position) == pins(saved)
        && Color::ALL.into_iter().all(|color| {
            Role::ALL
                .into_iter()
                .all(|role| position.pieces(color, role) == saved.pieces(color, role))
        })
}

impl OldAction {
    /// Whether a legal move can be the one that the entry describes.
    fn fits(&self, mv: Move, position: &Position) -> bool {
        match (self, mv) {
            (
                OldAction::PieceMove { from, to, piece },
                Move::Piece { from: square, to: target, .. },
            ) => {
                let role = piece.as_ref().and_then(|piece| piece.r#type.as_deref());
                let fits_role = |role: &str| {
                    position.piece_at(square).is_some_and(|piece| piece.role.to_string() == role)
                };
                names_square(from, square, position)
                    && names_square(to, target, position)
                    && (!from.is_empty() || role.is_none_or(fits_role))
            }
            // Whether the board turns does not say where the rider lands, so both are tried.
            (OldAction::BoardMove { from, to, .. }, Move::Board { from: pin, to: target, .. }) => {
                names_pin(from, pin) && names_pin(to, target)
            }
            (OldAction::BoardMove { from, to, .. }, Move::Turn { pin }) => {
                names_pin(from, pin) && names_pin(to, pin)
            }
            (OldAction::Castle { castle_type }, Move::Castle(castling)) => {
                read_castling(castle_type) == castling
            }
            _ => false,
        }
    }

    /// Why the move is illegal; empty if there is no such square or pin.
    fn reasons(&self, position: &Position) -> Vec<Reason> {
        let mv = match self {
            OldAction::PieceMove { from, to, .. } => {
                let find = |name: &str| {
                    position
                        .existing()
                        .into_iter()
                        .find(|square| !name.is_empty() && names_square(name, *square, position))
                };
                find(from).zip(find(to)).map(|(from, to)| Move::Piece { from, to, promotion: None })
            }
            OldAction::BoardMove { from, to, rotation } => {
                let pins = from.parse::<Pin>().ok().zip(to.parse::<Pin>().ok());
                pins.map(|(from, to)| {
                    let turned = *rotation == Some(180.0);
                    if from == to {
                        Move::Turn { pin: from }
                    } else {
                        Move::Board { from, to, turned, promotion: None }
                    }
                })
            }
            OldAction::Castle { castle_type } => Some(Move::Castle(read_castling(castle_type))),
        };
        mv.map_or_else(Vec::new, |mv| position.explain(mv))
    }
}

impl fmt::Display for OldAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OldAction::PieceMove { from, to, .. } | OldAction::BoardMove { from, to, .. } => {
                write!(f, "{} to {}", excerpt(from), excerpt(to))
            }
            OldAction::Castle { castle_type } => write!(f, "castle {}", excerpt(castle_type)),
        }
    }
}

fn read_castling(castle_type: &str) -> Castling {
    if castle_type.starts_with("queenside") { Castling::Long } else { Castling::Short }
}

fn names_pin(name: &str, pin: Pin) -> bool {
    name.parse() == Ok(pin)
}

/// Whether a name such as `a2W`, `a2WL`, `z1WQL` or `z1QL1:0` can mean this square. The empty name can mean any.
fn names_square(name: &str, square: Square, position: &Position) -> bool {
    if name.is_empty() {
        return true;
    }
    let Some(level) = name.strip_prefix(&square.column().to_string()) else {
        return false;
    };
    let base = level.split(['@', ':']).next().unwrap_or(level);
    match square.level() {
        Level::W => matches!(base, "W" | "WL"),
        Level::N => matches!(base, "N" | "NL"),
        Level::B => matches!(base, "B" | "BL"),
        Level::Attack(pin) => match NAMES.iter().find(|(board, ..)| *board == base) {
            Some((_, owner, _)) => position.pin_owner(pin) == Some(*owner),
            None => names_pin(base, pin),
        },
    }
}
