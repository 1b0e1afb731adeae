//! Locks and shared memory of the files on disks in memory.

#![allow(unsafe_code, reason = "SQLite calls a VFS through C function pointers; only tests do it")]

use std::ffi::{c_int, c_void};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{Ordering, fence};

use rusqlite::ffi;

use super::disk::{Disk, Operation};
use super::vfs::opened;

pub(super) const SHARED_MEMORY_SLOTS: usize = ffi::SQLITE_SHM_NLOCK as usize;
/// What a checkpoint locks first. Recovery locks it together with others.
const CHECKPOINT_SLOT: Range<usize> = 1..2;

/// The locks and the shared memory of a file.
#[derive(Default)]
pub(crate) struct FileLocks {
    shared: u32,
    is_reserved: bool,
    is_exclusive: bool,
    /// Regions of 32 KiB whose addresses SQLite keeps.
    memory: Vec<Box<[u64; 4096]>>,
    memory_users: u32,
    memory_shared: [u32; SHARED_MEMORY_SLOTS],
    memory_exclusive: [bool; SHARED_MEMORY_SLOTS],
    /// How many checkpoints have started.
    pub(super) checkpoints: u32,
}

/// A file opened by one connection.
pub(super) struct OpenFile {
    pub(super) disk: Arc<Disk>,
    pub(super) name: String,
    pub(super) level: c_int,
    pub(super) uses_memory: bool,
    pub(super) holds_shared: [bool; SHARED_MEMORY_SLOTS],
    pub(super) holds_exclusive: [bool; SHARED_MEMORY_SLOTS],
}

impl OpenFile {
    fn locks<T>(&mut self, change: impl FnOnce(&mut Self, &mut FileLocks) -> T) -> T {
        let disk = Arc::clone(&self.disk);
        let mut state = disk.state();
        let file = state.files.entry(self.name.clone()).or_default();
        change(self, &mut file.locks)
    }
}

pub(super) unsafe extern "C" fn lock(file: *mut ffi::sqlite3_file, level: c_int) -> c_int {
    // SAFETY: the handle is open.
    unsafe { opened(file) }.locks(|file, locks| {
        if level <= file.level {
            return ffi::SQLITE_OK;
        }
        if level == ffi::SQLITE_LOCK_SHARED {
            if locks.is_exclusive {
                return ffi::SQLITE_BUSY;
            }
            locks.shared += 1;
        } else if level == ffi::SQLITE_LOCK_RESERVED {
            if locks.is_reserved {
                return ffi::SQLITE_BUSY;
            }
            locks.is_reserved = true;
        } else {
            let others_reserved = locks.is_reserved && file.level < ffi::SQLITE_LOCK_RESERVED;
            if locks.shared > 1 || others_reserved {
                return ffi::SQLITE_BUSY;
            }
            locks.is_exclusive = true;
        }
        file.level = level;
        ffi::SQLITE_OK
    })
}

pub(super) unsafe extern "C" fn unlock(file: *mut ffi::sqlite3_file, level: c_int) -> c_int {
    // SAFETY: the handle is open.
    unsafe { opened(file) }.locks(|file, locks| {
        if level >= file.level {
            return;
        }
        if file.level >= ffi::SQLITE_LOCK_RESERVED {
            locks.is_reserved = false;
            locks.is_exclusive = false;
        }
        if level == ffi::SQLITE_LOCK_NONE {
            locks.shared -= 1;
        }
        file.level = level;
    });
    ffi::SQLITE_OK
}

pub(super) unsafe extern "C" fn check_reserved_lock(
    file: *mut ffi::sqlite3_file,
    result: *mut c_int,
) -> c_int {
    // SAFETY: the handle is open, and the result has a place.
    unsafe { *result = opened(file).locks(|_, locks| c_int::from(locks.is_reserved)) };
    ffi::SQLITE_OK
}

pub(super) unsafe extern "C" fn map_memory(
    file: *mut ffi::sqlite3_file,
    region: c_int,
    _: c_int,
    extend: c_int,
    address: *mut *mut c_void,
) -> c_int {
    // SAFETY: the handle is open, and the result has a place.
    let file = unsafe { opened(file) };
    let region = region as usize;
    let disk = Arc::clone(&file.disk);
    let mut state = disk.state();
    let length = state.files.entry(file.name.clone()).or_default().locks.memory.len();
    if region >= length && extend == 0 {
        unsafe { *address = std::ptr::null_mut() };
        return ffi::SQLITE_OK;
    }
    if region >= length && state.check(Operation::GrowSharedMemory).is_err() {
        return ffi::SQLITE_IOERR_SHMSIZE;
    }
    let locks = &mut state.files.entry(file.name.clone()).or_default().locks;
    if !file.uses_memory {
        file.uses_memory = true;
        locks.memory_users += 1;
    }
    while locks.memory.len() <= region {
        locks.memory.push(Box::new([0; 4096]));
    }
    unsafe { *address = locks.memory[region].as_mut_ptr().cast() };
    ffi::SQLITE_OK
}

pub(super) unsafe extern "C" fn lock_memory(
    file: *mut ffi::sqlite3_file,
    offset: c_int,
    count: c_int,
    flags: c_int,
) -> c_int {
    let slots = offset as usize..(offset + count) as usize;
    let is_shared = flags & ffi::SQLITE_SHM_SHARED != 0;
    // SAFETY: the handle is open.
    unsafe { opened(file) }.locks(|file, locks| {
        if flags & ffi::SQLITE_SHM_UNLOCK != 0 {
            slots.for_each(|slot| release(file, locks, slot));
            return ffi::SQLITE_OK;
        }
        let is_free = |slot: usize| {
            let others_shared = locks.memory_shared[slot] > u32::from(file.holds_shared[slot]);
            let others_exclusive = locks.memory_exclusive[slot] && !file.holds_exclusive[slot];
            !others_exclusive && (is_shared || !others_shared)
        };
        if !slots.clone().all(is_free) {
            return ffi::SQLITE_BUSY;
        }
        locks.checkpoints += u32::from(slots == CHECKPOINT_SLOT);
        for slot in slots {
            if is_shared && !file.holds_shared[slot] {
                file.holds_shared[slot] = true;
                locks.memory_shared[slot] += 1;
            } else if !is_shared {
                file.holds_exclusive[slot] = true;
                locks.memory_exclusive[slot] = true;
            }
        }
        ffi::SQLITE_OK
    })
}

fn release(file: &mut OpenFile, locks: &mut FileLocks, slot: usize) {
    if std::mem::take(&mut file.holds_shared[slot]) {
        locks.memory_shared[slot] -= 1;
    }
    if std::mem::take(&mut file.holds_exclusive[slot]) {
        locks.memory_exclusive[slot] = false;
    }
}

pub(super) unsafe extern "C" fn memory_barrier(_: *mut ffi::sqlite3_file) {
    fence(Ordering::SeqCst);
}

pub(super) unsafe extern "C" fn unmap_memory(file: *mut ffi::sqlite3_file, _: c_int) -> c_int {
    // SAFETY: the handle is open.
    unsafe { opened(file) }.locks(|file, locks| {
        (0..SHARED_MEMORY_SLOTS).for_each(|slot| release(file, locks, slot));
        if std::mem::take(&mut file.uses_memory) {
            locks.memory_users -= 1;
            if locks.memory_users == 0 {
                locks.memory.clear();
            }
        }
    });
    ffi::SQLITE_OK
}
