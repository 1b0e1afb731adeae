//! The transposition table: search results by position, shared by all threads without locks.
//!
//! An entry is two words: the data, and the key xor the data. If two threads write one word each, the
//! key does not match and the entry is ignored (Hyatt's lockless hashing).

use std::{
    fmt,
    sync::atomic::{AtomicU8, AtomicU64, Ordering},
};

use trid_rules::Move;

use crate::{
    packed_move::{self, PackedMove},
    score::{MATE_BOUND, Value},
};

/// How a stored value bounds the true value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// Fail low: the true value is at most this.
    Upper = 0,
    /// Fail high: the true value is at least this.
    Lower = 1,
    /// The true value.
    Exact = 2,
}

/// A search result for a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) mv: Option<Move>,
    pub(crate) value: Value,
    /// The static evaluation; `None` in check.
    pub(crate) evaluation: Option<Value>,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// Entries with the same index; one cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// The transposition table.
pub(crate) struct Table {
    buckets: Box<[Bucket]>,
    /// Counts searches, to replace entries of earlier searches first.
    age: AtomicU8,
}

/// The transposition table cannot be allocated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableAllocationError {
    /// The requested size.
    pub mebibytes: usize,
}

impl fmt::Display for TableAllocationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot allocate a hash table of {} MiB, choose a smaller size", self.mebibytes)
    }
}

impl std::error::Error for TableAllocationError {}

const AGES: u8 = 1 << 6;
const NO_EVALUATION: i16 = i16::MIN;

impl Table {
    /// An empty table of this size.
    pub(crate) fn new(mebibytes: usize) -> Result<Table, TableAllocationError> {
        let count = (mebibytes.max(1) << 20) / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).map_err(|_| TableAllocationError { mebibytes })?;
        buckets.resize_with(count, Bucket::default);
        Ok(Table { buckets: buckets.into_boxed_slice(), age: AtomicU8::new(0) })
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
        *self.age.get_mut() = 0;
    }

    /// Ages all entries.
    pub(crate) fn new_search(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    fn bucket(&self, key: u64) -> &Bucket {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// Prefetches the bucket of a position that is about to be probed.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        let bucket = self.bucket(key);
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            #[expect(unsafe_code, reason = "a prefetch only fills the cache")]
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(bucket).cast());
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        std::hint::black_box(bucket.0[0].data.load(Ordering::Relaxed));
    }

    /// The entry for a key, if any. `turns` is the distance from the root.
    pub(crate) fn probe(&self, key: u64, turns: i32) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            if data == 0 || slot.check.load(Ordering::Relaxed) ^ data != key {
                return None;
            }
            let mut entry = Data(data).entry();
            entry.value = from_table(entry.value, turns);
            Some(entry)
        })
    }

    /// Stores an entry. It replaces the entry of the same position, else the oldest and shallowest one
    /// of its bucket.
    pub(crate) fn store(&self, key: u64, turns: i32, entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let mut kept_move = entry.mv;
        let mut replaced = &self.bucket(key).0[0];
        let mut lowest = i32::MAX;
        for slot in &self.bucket(key).0 {
            let data = Data(slot.data.load(Ordering::Relaxed));
            if data.0 != 0 && slot.check.load(Ordering::Relaxed) ^ data.0 == key {
                let old = data.entry();
                let is_current = data.age() == age;
                if is_current && entry.bound != Bound::Exact && entry.depth + 3 < old.depth {
                    return;
                }
                kept_move = kept_move.or(old.mv);
                replaced = slot;
                break;
            }
            let priority = if data.0 == 0 {
                i32::MIN
            } else {
                data.depth() - 8 * i32::from((AGES + age - data.age()) % AGES)
            };
            if priority < lowest {
                lowest = priority;
                replaced = slot;
            }
        }
        let entry = Entry { mv: kept_move, value: to_table(entry.value, turns), ..entry };
        let data = Data::new(entry, age).0;
        replaced.data.store(data, Ordering::Relaxed);
        replaced.check.store(key ^ data, Ordering::Relaxed);
    }

    /// Permille of the slots that hold an entry of the current search, estimated from a sample.
    pub(crate) fn hashfull(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let used = sample
            .iter()
            .flat_map(|bucket| &bucket.0)
            .map(|slot| Data(slot.data.load(Ordering::Relaxed)))
            .filter(|data| data.0 != 0 && data.age() == age)
            .count();
        (used * 1000 / (sample.len() * 4)) as u32
    }
}

/// 17 bits for the move, 16 for the value, 16 for the evaluation, 7 for the depth, 2 for the bound plus
/// one, 6 for the age. Never 0.
#[derive(Clone, Copy)]
struct Data(u64);

impl Data {
    fn new(entry: Entry, age: u8) -> Data {
        let mv = entry.mv.map_or(PackedMove::NONE, PackedMove::pack).bits();
        let evaluation = entry.evaluation.map_or(NO_EVALUATION, |evaluation| evaluation as i16);
        Data(
            u64::from(mv)
                | u64::from(entry.value as i16 as u16) << 17
                | u64::from(evaluation as u16) << 33
                | (entry.depth.clamp(0, 127) as u64) << 49
                | (entry.bound as u64 + 1) << 56
                | u64::from(age) << 58,
        )
    }

    fn depth(self) -> i32 {
        (self.0 >> 49 & 0x7f) as i32
    }

    fn age(self) -> u8 {
        (self.0 >> 58) as u8
    }

    fn entry(self) -> Entry {
        let evaluation = (self.0 >> 33) as u16 as i16;
        Entry {
            mv: PackedMove::from_bits(self.0 as u32 & ((1 << packed_move::BITS) - 1)).unpack(),
            value: i32::from((self.0 >> 17) as u16 as i16),
            evaluation: (evaluation != NO_EVALUATION).then_some(i32::from(evaluation)),
            depth: self.depth(),
            bound: match self.0 >> 56 & 3 {
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
        }
    }
}

/// Mate values are relative to the root in the search, relative to the position in the table.
fn to_table(value: Value, turns: i32) -> Value {
    if value >= MATE_BOUND {
        value + turns
    } else if value <= -MATE_BOUND {
        value - turns
    } else {
        value
    }
}

fn from_table(value: Value, turns: i32) -> Value {
    if value >= MATE_BOUND {
        value - turns
    } else if value <= -MATE_BOUND {
        value + turns
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{mate_in, mated_in};

    fn entry(value: Value, depth: i32) -> Entry {
        let mv = Some("b2Wb4N".parse().unwrap());
        Entry { mv, value, evaluation: Some(-17), depth, bound: Bound::Lower }
    }

    #[test]
    fn stored_entries_are_found_until_cleared() {
        let mut table = Table::new(1).unwrap();
        assert_eq!(table.probe(77, 0), None);
        table.store(77, 0, entry(-123, 9));
        assert_eq!(table.probe(77, 0), Some(entry(-123, 9)));
        table.clear();
        assert_eq!(table.probe(77, 0), None);
    }

    #[test]
    fn mate_values_are_relative_to_the_probed_node() {
        let table = Table::new(1).unwrap();
        table.store(5, 3, entry(mate_in(8), 9));
        assert_eq!(table.probe(5, 1).unwrap().value, mate_in(6));
        table.store(6, 3, entry(mated_in(8), 9));
        assert_eq!(table.probe(6, 5).unwrap().value, mated_in(10));
    }

    #[test]
    fn old_and_shallow_entries_are_replaced_first() {
        let table = Table::new(1).unwrap();
        for key in 1..=4 {
            table.store(key, 0, entry(0, 20 + key as i32));
        }
        table.new_search();
        table.store(5, 0, entry(0, 1));
        assert_eq!(table.probe(1, 0), None);
        assert!(table.probe(4, 0).is_some() && table.probe(5, 0).is_some());
    }

    #[test]
    fn torn_entries_are_ignored() {
        let table = Table::new(1).unwrap();
        table.store(9, 0, entry(50, 4));
        let slot = &table.bucket(9).0[0];
        slot.data.fetch_xor(1 << 20, Ordering::Relaxed);
        assert_eq!(table.probe(9, 0), None);
    }
}
