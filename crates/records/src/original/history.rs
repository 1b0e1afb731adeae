//! Replays the `moveHistory` of the original program's exports.
//!
//! The history leaves out promotions, the corner where a rider lands and sometimes the square that a
//! piece leaves. Replaying it therefore searches for moves that lead to the saved position.

use std::fmt;

use serde::{Deserialize, de::IgnoredAny};

use super::position::NAMES;
use trid_rules::{
    Castling, Color, Game, Level, Line, Move, Pin, PinSet, Position, Role, Square, explain::Reason,
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
    #[serde(rename_all = "camelCase")]
    Activation {
        track: String,
        from: u8,
        to: u8,
        rotation: Option<f64>,
        arrival_choice: Option<String>,
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
#[derive(Clone, Debug, thiserror::Error)]
pub(super) enum HistoryError {
    #[error("move {number} ({action}) is not legal{}", sentences(reasons))]
    Illegal { number: usize, action: String, reasons: Vec<Reason> },
    #[error("move {number} is not a piece-move, board-move, activation or castle")]
    Unknown { number: usize },
    #[error("the game was already over before move {number}")]
    GameOver { number: usize },
    #[error("the moves lead to another position")]
    OtherPosition,
    #[error("the moves are too ambiguous")]
    TooManyTries,
}

/// The reasons after a colon, if there are any.
fn sentences(reasons: &[Reason]) -> String {
    let sentences = reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
    if sentences.is_empty() { sentences } else { format!(": {sentences}") }
}

/// What an entry says of a board that moves.
struct OldBoardMove {
    from: Pin,
    to: Pin,
    /// Whether the board is then turned by 180 degrees, unless the entry does not say.
    turned: Option<bool>,
    /// Whether the rider takes the other corner, if the entry says so itself.
    changes_corner: Option<bool>,
}

impl OldBoardMove {
    /// Whether a rider of the board takes the other corner, if that is known. A rotation is the new
    /// orientation: the rider changes corner only if it differs from the old one.
    fn changes_corner(&self, turned: PinSet) -> Option<bool> {
        self.changes_corner
            .or(self.turned.map(|turned_then| turned_then != turned.contains(self.from)))
    }

    /// Which boards are turned after it. The original program also turns boards without a rider.
    fn turned_after(&self, turned: PinSet, changes_corner: bool) -> PinSet {
        let is_turned = self.turned.unwrap_or(turned.contains(self.from) != changes_corner);
        let others = turned.without(PinSet::of(self.from));
        if is_turned { others.with(self.to) } else { others }
    }
}

/// A position on the way, and the moves that continue the history from it.
struct Step {
    position: Position,
    /// The pins whose boards the original program shows turned by 180 degrees.
    turned: PinSet,
    /// The index of the next entry.
    entry: usize,
    moves: Vec<Move>,
    /// How many of the moves were tried.
    tried: usize,
}

impl Step {
    fn new(position: Position, turned: PinSet, entry: usize, history: &[OldMove]) -> Step {
        let fits = |mv: &Move| match (mv, history.get(entry)) {
            // The history does not mention forced promotions.
            (Move::Promote { .. }, _) => true,
            (_, Some(OldMove::Known(action))) => action.fits(*mv, &position, turned),
            _ => false,
        };
        let moves = position.legal_moves().into_iter().filter(fits).collect();
        Step { position, turned, entry, moves, tried: 0 }
    }

    /// The step after one of its moves.
    fn after(&self, mv: Move, history: &[OldMove]) -> Step {
        let mut position = self.position.clone();
        position.play_unchecked(mv);
        if matches!(mv, Move::Promote { .. }) {
            return Step::new(position, self.turned, self.entry, history);
        }
        let turned = match (mv, history.get(self.entry)) {
            (Move::Board { turned, .. }, Some(OldMove::Known(action))) => {
                action.board_move().map(|old| old.turned_after(self.turned, turned))
            }
            (Move::Turn { .. }, Some(OldMove::Known(action))) => {
                action.board_move().map(|old| old.turned_after(self.turned, true))
            }
            _ => None,
        };
        Step::new(position, turned.unwrap_or(self.turned), self.entry + 1, history)
    }
}

/// The game from the start position whose moves fit the history and lead to the saved position.
pub(super) fn replay(history: &[OldMove], saved: &Position) -> Result<Game, HistoryError> {
    let mut steps = vec![Step::new(Position::start(saved.book()), PinSet::EMPTY, 0, history)];
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
            let next = step.after(mv, history);
            steps.push(next);
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
                reasons: action.reasons(&step.position, step.turned),
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
    fn fits(&self, mv: Move, position: &Position, turned: PinSet) -> bool {
        if let Some(old) = self.board_move() {
            let changes_corner = old.changes_corner(turned);
            return match mv {
                Move::Board { from, to, turned, .. } => {
                    let is_empty = position.riders(from).is_empty();
                    (from, to) == (old.from, old.to)
                        && (is_empty || changes_corner.is_none_or(|changes| changes == turned))
                }
                Move::Turn { pin } => {
                    (pin, pin) == (old.from, old.to) && changes_corner != Some(false)
                }
                _ => false,
            };
        }
        match (self, mv) {
            (
                OldAction::PieceMove { from, to, piece },
                Move::Piece { from: square, to: target, .. },
            ) => {
                let role = piece.as_ref().and_then(|piece| piece.r#type.as_deref());
                let fits_role = |role: &str| {
                    position.piece_at(square).is_some_and(|piece| piece.role.name() == role)
                };
                names_square(from, square, position)
                    && names_square(to, target, position)
                    && (!from.is_empty() || role.is_none_or(fits_role))
            }
            (OldAction::Castle { castle_type }, Move::Castle(castling)) => {
                read_castling(castle_type) == castling
            }
            _ => false,
        }
    }

    /// The board move that the entry describes, if it does and its pins exist.
    fn board_move(&self) -> Option<OldBoardMove> {
        let is_turned = |rotation: &Option<f64>| rotation.map(|degrees| degrees == 180.0);
        match self {
            OldAction::BoardMove { from, to, rotation } => Some(OldBoardMove {
                from: from.parse().ok()?,
                to: to.parse().ok()?,
                turned: is_turned(rotation),
                changes_corner: None,
            }),
            OldAction::Activation { track, from, to, rotation, arrival_choice } => {
                let line = Line::from_name(track)?;
                Some(OldBoardMove {
                    from: Pin::new(line, *from)?,
                    to: Pin::new(line, *to)?,
                    turned: is_turned(rotation),
                    changes_corner: arrival_choice.as_ref().map(|choice| choice != "identity"),
                })
            }
            OldAction::PieceMove { .. } | OldAction::Castle { .. } => None,
        }
    }

    /// Why the move is illegal; empty if there is no such square or pin.
    fn reasons(&self, position: &Position, turned: PinSet) -> Vec<Reason> {
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
            OldAction::BoardMove { .. } | OldAction::Activation { .. } => {
                self.board_move().map(|old| {
                    let OldBoardMove { from, to, .. } = old;
                    if from == to {
                        Move::Turn { pin: from }
                    } else {
                        let turned = old.changes_corner(turned).unwrap_or(false);
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
            OldAction::Activation { track, from, to, .. } => {
                write!(f, "{0}{from} to {0}{to}", excerpt(track))
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
