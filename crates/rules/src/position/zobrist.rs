//! Zobrist numbers, computed at compile time.

use crate::{Color, Pin, Role, Square};

/// The next number of the splitmix64 sequence.
const fn splitmix(state: u64) -> u64 {
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The entry of the table with this seed.
const fn entry(seed: u64, index: usize) -> u64 {
    splitmix(((seed << 32) | (index as u64 + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// A table of numbers. WebAssembly computes each number instead, because the tables would add 32 kB to the download.
macro_rules! table {
    ($name:ident, $length:expr, $seed:expr) => {
        #[inline]
        fn $name(index: usize) -> u64 {
            #[cfg(target_arch = "wasm32")]
            return entry($seed, index);
            #[cfg(not(target_arch = "wasm32"))]
            {
                static TABLE: [u64; $length] = numbers($seed);
                TABLE[index]
            }
        }
    };
}

#[cfg(not(target_arch = "wasm32"))]
const fn numbers<const N: usize>(seed: u64) -> [u64; N] {
    let mut numbers = [0; N];
    let mut index = 0;
    while index < N {
        numbers[index] = entry(seed, index);
        index += 1;
    }
    numbers
}

table!(pieces, 12 * 256, 1);
table!(carried_pawns, 256, 2);
table!(spent_columns, 64, 3);
table!(castling_rights, 8, 4);
table!(boards, 2 * Pin::COUNT, 5);
table!(double_steps, 256, 6);
table!(pending_pawns, 256, 7);

/// Black is to move.
pub(crate) const BLACK: u64 = entry(8, 0);

#[inline]
pub(crate) fn piece(color: Color, role: Role, square: Square) -> u64 {
    pieces((role as usize * 2 + color as usize) * 256 + square.code() as usize)
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
