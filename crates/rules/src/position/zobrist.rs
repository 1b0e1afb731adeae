//! Zobrist numbers, computed at compile time, and the key of a position.

use crate::{AttackBoard, Color, Level, Piece, Pin, Position, Role, Square};

/// The output function of SplitMix64.
const fn mix(state: u64) -> u64 {
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The entry of the table with this seed.
const fn entry(seed: u64, index: usize) -> u64 {
    mix(((seed << 32) | (index as u64 + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// A table of numbers by index, or by piece and square. WebAssembly computes each number instead, because the
/// tables would add 16 kB to the download.
macro_rules! table {
    ($name:ident, $length:expr, $seed:expr, $place:expr) => {
        #[inline]
        fn $name(index: usize) -> u64 {
            #[cfg(target_arch = "wasm32")]
            return entry($seed, $place(index));
            #[cfg(not(target_arch = "wasm32"))]
            {
                static TABLE: [u64; $length] = {
                    let mut numbers = [0; $length];
                    let mut index = 0;
                    while index < $length {
                        numbers[index] = entry($seed, $place(index));
                        index += 1;
                    }
                    numbers
                };
                TABLE[index]
            }
        }
    };
}

const fn same(index: usize) -> usize {
    index
}

/// The place of a piece on a square in the sequence of numbers. Keys are part of the JSON output, so the
/// place does not depend on the bits of [`crate::SquareSet`]: it is made of the piece, the level and the column.
const fn by_layer(index: usize) -> usize {
    static PLACES: [u8; 128] = {
        let mut places = [0; 128];
        let mut index = 0;
        while index < Square::COUNT {
            let square = Square::ALL[index];
            let layer = match square.level() {
                Level::W | Level::B => 0,
                Level::N => 1,
                Level::Attack(pin) if pin.number() == 5 => 3,
                Level::Attack(_) => 2,
            };
            places[square.code() as usize] = layer * 64 + square.column().index() as u8;
            index += 1;
        }
        places
    };
    index / 128 * 256 + PLACES[index % 128] as usize
}

table!(pieces, 12 * 128, 1, by_layer);
table!(carried_pawns, 128, 2, by_layer);
table!(spent_columns, 64, 3, same);
table!(castling_rights, 8, 4, same);
table!(boards, 2 * Pin::COUNT, 5, same);
table!(double_steps, 128, 6, by_layer);
table!(pending_pawns, 128, 7, by_layer);

/// Black is to move.
pub(crate) const BLACK: u64 = entry(8, 0);

#[inline]
pub(crate) fn piece(color: Color, role: Role, square: Square) -> u64 {
    pieces((role as usize * 2 + color as usize) * 128 + square.code() as usize)
}

#[inline]
pub(crate) fn carried(square: Square) -> u64 {
    carried_pawns(square.code() as usize)
}

#[inline]
pub(crate) fn spent(square: Square) -> u64 {
    spent_columns(square.column().index())
}

#[inline]
pub(crate) fn castling(right: usize) -> u64 {
    castling_rights(right)
}

#[inline]
pub(crate) fn board(owner: Color, pin: Pin) -> u64 {
    boards(pin.index() * 2 + owner as usize)
}

#[inline]
pub(crate) fn double_step(square: Square) -> u64 {
    double_steps(square.code() as usize)
}

#[inline]
pub(crate) fn pending(square: Square) -> u64 {
    pending_pawns(square.code() as usize)
}

impl Position {
    /// The key, computed from scratch.
    #[must_use]
    pub fn recomputed_key(&self) -> u64 {
        let mut key = if self.turn == Color::Black { BLACK } else { 0 };
        for square in self.occupied() {
            if let Some(Piece { color, role }) = self.piece_at(square) {
                key ^= piece(color, role, square);
            }
        }
        for AttackBoard { owner, pin, .. } in self.boards() {
            key ^= board(owner, pin);
        }
        for right in (0..8).filter(|right| self.castling >> right & 1 != 0) {
            key ^= castling(right);
        }
        for square in self.carried {
            key ^= carried(square);
        }
        for square in self.spent() {
            key ^= spent(square);
        }
        if let Some(square) = self.pending {
            key ^= pending(square);
        }
        if let Some(square) = self.double_stepped
            && self.legal_en_passant_exists()
        {
            key ^= double_step(square);
        }
        key
    }
}
