//! Moves packed into 17 bits, for the transposition table and files of games.

use trid_rules::{Castling, Line, Move, Pin, Promotion, Square};

/// Size of a packed move.
pub(crate) const BITS: u32 = 17;

/// 7 bits for `from`, 7 for `to`, 3 for the promotion. Piece moves use `from` 0 to 95, the square index;
/// the other kinds of move use larger numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackedMove(u32);

const BOARD: u32 = 96;
const TURN: u32 = BOARD + Pin::COUNT as u32;
const PROMOTE: u32 = TURN + 1;
const CASTLE: u32 = PROMOTE + 1;

impl PackedMove {
    /// No move.
    pub const NONE: PackedMove = PackedMove((1 << BITS) - 1);

    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    #[must_use]
    pub const fn from_bits(bits: u32) -> PackedMove {
        PackedMove(bits & ((1 << BITS) - 1))
    }

    #[must_use]
    pub fn pack(mv: Move) -> PackedMove {
        let (from, to) = match mv {
            Move::Piece { from, to, .. } => (from.index() as u32, to.index() as u32),
            Move::Board { from, to, turned, .. } => {
                (BOARD + from.index() as u32, to.index() as u32 * 2 + u32::from(turned))
            }
            Move::Turn { pin } => (TURN, pin.index() as u32),
            Move::Promote { square, .. } => (PROMOTE, square.index() as u32),
            Move::Castle(castling) => (CASTLE, castling as u32),
        };
        let promotion = mv.promotion().map_or(0, |promotion| promotion as u32 + 1);
        PackedMove(from << 10 | to << 3 | promotion)
    }

    /// The move; `None` for [`PackedMove::NONE`] and invalid bits.
    #[must_use]
    pub fn unpack(self) -> Option<Move> {
        let from = self.0 >> 10;
        let to = self.0 >> 3 & 0x7f;
        let promotion = match self.0 & 7 {
            0 => None,
            choice => Some(*Promotion::ALL.get(choice as usize - 1)?),
        };
        Some(match from {
            0..BOARD => Move::Piece {
                from: Square::ALL[from as usize],
                to: *Square::ALL.get(to as usize)?,
                promotion,
            },
            BOARD..TURN => Move::Board {
                from: pin(from - BOARD)?,
                to: pin(to / 2)?,
                turned: to % 2 == 1,
                promotion,
            },
            TURN => Move::Turn { pin: pin(to)? },
            PROMOTE => {
                Move::Promote { square: *Square::ALL.get(to as usize)?, promotion: promotion? }
            }
            CASTLE => Move::Castle(*Castling::ALL.get(to as usize)?),
            _ => return None,
        })
    }
}

fn pin(index: u32) -> Option<Pin> {
    Pin::new(Line::ALL[index as usize % 2], index as u8 / 2 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_move_round_trips() {
        for text in [
            "b2Wb4N",
            "e9KL6d8B",
            "d8Bd9KL6=Q",
            "a8Ba9QL6=N",
            "O-O",
            "O-O-O",
            "QL1-QL2",
            "KL6-KL5^180",
            "QL6-KL6^180=R",
            "QL3^180",
            "KL6^180",
            "a8B=B",
            "d1W=Q",
        ] {
            let mv: Move = text.parse().unwrap();
            assert_eq!(PackedMove::pack(mv).unpack(), Some(mv), "{text}");
            assert_eq!(
                PackedMove::from_bits(PackedMove::pack(mv).bits()).unpack(),
                Some(mv),
                "{text}"
            );
        }
        assert_eq!(PackedMove::NONE.unpack(), None);
    }

    #[test]
    fn invalid_bits_do_not_panic() {
        for bits in 0..1 << BITS {
            if let Some(mv) = PackedMove::from_bits(bits).unpack() {
                assert_eq!(PackedMove::pack(mv).unpack(), Some(mv));
            }
        }
    }
}
