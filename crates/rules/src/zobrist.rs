//! The random numbers behind a position's key, made at compile time.

use crate::{Color, Pin, Role, Square};

/// The next number of the splitmix64 sequence.
const fn splitmix(state: u64) -> u64 {
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const fn table<const N: usize>(seed: u64) -> [u64; N] {
    let mut table = [0; N];
    let mut index = 0;
    while index < N {
        let state = ((seed << 32) | (index as u64 + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        table[index] = splitmix(state);
        index += 1;
    }
    table
}

static PIECES: [u64; 12 * 256] = table(1);
static CARRIED: [u64; 256] = table(2);
static SPENT: [u64; 64] = table(3);
static CASTLING: [u64; 8] = table(4);
static BOARDS: [u64; 2 * Pin::COUNT] = table(5);
static DOUBLE_STEP: [u64; 256] = table(6);
static PENDING: [u64; 256] = table(7);

/// Black is to move.
pub(crate) const BLACK: u64 = table::<1>(8)[0];

#[inline]
pub(crate) fn piece(color: Color, role: Role, square: Square) -> u64 {
    PIECES[(role as usize * 2 + color as usize) * 256 + square.code() as usize]
}

#[inline]
pub(crate) fn carried(square: Square) -> u64 {
    CARRIED[square.code() as usize]
}

#[inline]
pub(crate) fn spent(square: Square) -> u64 {
    SPENT[square.column().index()]
}

#[inline]
pub(crate) fn castling(right: usize) -> u64 {
    CASTLING[right]
}

#[inline]
pub(crate) fn board(owner: Color, pin: Pin) -> u64 {
    BOARDS[pin.index() * 2 + owner as usize]
}

#[inline]
pub(crate) fn double_step(square: Square) -> u64 {
    DOUBLE_STEP[square.code() as usize]
}

#[inline]
pub(crate) fn pending(square: Square) -> u64 {
    PENDING[square.code() as usize]
}
