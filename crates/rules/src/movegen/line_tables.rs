//! Tables of the squares that line pieces reach along diagonals and ranks, looked up by the stops there.
//!
//! WebAssembly follows the rays instead, because the tables would add 50 kB to the download.

use crate::{Column, ColumnSet, SquareSet, attacks};

/// How the stops on the diagonals of a column become an index into [`DIAGONAL_REACH`].
///
/// Aligned to a power of two, so that one shift finds it.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Magic {
    /// The columns whose stops matter: the diagonals without their ends.
    mask: u64,
    factor: u64,
    shift: u32,
    offset: u32,
}

impl Magic {
    #[inline]
    const fn index(self, stops: u64) -> usize {
        let hash = (stops & self.mask).wrapping_mul(self.factor) >> self.shift;
        self.offset as usize + hash as usize
    }
}

/// Multipliers, found by trial, that map all sets of stops with different reach to different indices.
const FACTORS: [u64; Column::COUNT] = [
    0x408a_0086_0540_1480,
    0x0445_0080_3180_0440,
    0x0110_c010_0000_1010,
    0x0022_0444_0244_8102,
    0x0420_92c0_0600_0008,
    0x2808_2440_9000_0001,
    0x0002_8230_5040_2001,
    0x090d_4402_0002_0020,
    0x0489_0140_c410_0822,
    0x00c0_8820_0002_0000,
    0x08a0_4821_0100_0008,
    0x8000_2091_0300_0302,
    0x0042_1010_2411_0001,
    0x0080_8602_3000_0200,
    0x0021_0448_0080_0810,
    0x00a0_010d_1100_8000,
    0x0010_1404_860c_0102,
    0x0082_0504_3400_4003,
    0x8024_0011_0880_4200,
    0x0116_8010_4010_1004,
    0x4001_0221_0400_0610,
    0x0700_c082_4000_4000,
    0x1850_8084_1c00_01c0,
    0x8020_2008_0828_9000,
    0x8201_1008_2022_0200,
    0x4002_0801_4060_8040,
    0x0010_4103_8880_0000,
    0x4002_0042_2044_0003,
    0x2180_a100_4046_8000,
    0x0430_8028_0102_0400,
    0x0802_0440_0884_0400,
    0x0008_1928_0042_0804,
    0x0000_2010_0080_2048,
    0x10b1_2094_0081_2100,
    0x0000_8203_0408_2038,
    0x2040_0844_00d0_2014,
    0x0000_0889_0004_1000,
    0x0000_6608_1320_9402,
    0x0320_084c_40a2_00a0,
    0x0020_0420_0840_4002,
    0x1050_0208_4020_5009,
    0x0424_2090_3000_4400,
    0x8010_a206_2200_0400,
    0x0420_0042_2202_0402,
    0x8800_1001_2141_1820,
    0x4102_1000_1080_0404,
    0x0810_0020_34c0_1080,
    0x014a_1002_1090_2400,
    0x0020_0012_0910_2000,
    0x0000_0084_2086_8186,
    0xc821_0000_00c4_2040,
    0x1000_0c00_0202_0000,
    0x0800_0001_0101_5100,
    0x2000_0428_8088_a004,
    0x0000_0000_048a_4080,
    0x9040_01c2_2022_2000,
    0x0200_1005_0009_1010,
    0x8100_1464_0408_2820,
    0x5400_9004_0266_1000,
    0x5400_0801_2104_0200,
];

static MAGICS: [Magic; 64] = {
    let mut magics = [Magic { mask: 0, factor: 0, shift: 63, offset: 0 }; 64];
    let mut offset = 0;
    let mut index = 0;
    while index < Column::COUNT {
        let mask = attacks::inner_diagonals(Column::at(index)).0;
        let bits = mask.count_ones();
        magics[index] = Magic { mask, factor: FACTORS[index], shift: 64 - bits, offset };
        offset += 1 << bits;
        index += 1;
    }
    assert!(offset as usize == DIAGONAL_SETS);
    magics
};

/// The number of sets of stops of all columns.
const DIAGONAL_SETS: usize = 2240;

static DIAGONAL_REACH: [SquareSet; DIAGONAL_SETS] = {
    let mut table = [SquareSet::EMPTY; DIAGONAL_SETS];
    let mut index = 0;
    while index < Column::COUNT {
        let magic = MAGICS[index];
        let mut stops = 0_u64;
        loop {
            let reach = attacks::bishop(Column::at(index), ColumnSet(stops));
            table[magic.index(stops)] = SquareSet::through(reach);
            // The next subset of the mask.
            stops = stops.wrapping_sub(magic.mask) & magic.mask;
            if stops == 0 {
                break;
            }
        }
        index += 1;
    }
    table
};

/// The squares a bishop reaches.
#[inline]
pub(super) fn bishop_squares(column: Column, stops: ColumnSet) -> SquareSet {
    DIAGONAL_REACH[MAGICS[column.index() & 63].index(stops.0)]
}

/// By column, and by the stops on files a to d of its rank.
static RANK_REACH: [[SquareSet; 16]; 64] = {
    let mut table = [[SquareSet::EMPTY; 16]; 64];
    let mut index = 0;
    while index < Column::COUNT {
        let mut stops = 0;
        while stops < 16 {
            let on_rank = ColumnSet((stops as u64) << RANK_SHIFTS[index]);
            let reach = attacks::along_rank(Column::at(index), on_rank);
            table[index][stops] = SquareSet::through(reach);
            stops += 1;
        }
        index += 1;
    }
    table
};

/// The index of file a on the rank of each column.
static RANK_SHIFTS: [u8; 64] = {
    let mut shifts = [0; 64];
    let mut index = 0;
    while index < Column::COUNT {
        shifts[index] = (index / 6 * 6 + 1) as u8;
        index += 1;
    }
    shifts
};

/// The squares a rook reaches along its rank.
#[inline]
pub(super) fn rank_squares(column: Column, stops: ColumnSet) -> SquareSet {
    let index = column.index() & 63;
    RANK_REACH[index][(stops.0 >> (RANK_SHIFTS[index] & 63)) as usize & 15]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_hold_the_reach_of_every_set_of_stops() {
        for column in Column::all() {
            let mask = attacks::inner_diagonals(column).0;
            let mut stops = 0_u64;
            loop {
                // Stops elsewhere make no difference.
                let stops_and_ends = ColumnSet(stops | !(mask | ColumnSet::of(column).0));
                let expected = SquareSet::through(attacks::bishop(column, stops_and_ends));
                assert_eq!(bishop_squares(column, stops_and_ends), expected, "{column} {stops:x}");
                stops = stops.wrapping_sub(mask) & mask;
                if stops == 0 {
                    break;
                }
            }
            for stops in 0..64 {
                let stops = ColumnSet(stops << (column.index() / 6 * 6));
                let expected = SquareSet::through(attacks::along_rank(column, stops));
                assert_eq!(rank_squares(column, stops), expected, "{column} {stops:?}");
            }
        }
    }
}
