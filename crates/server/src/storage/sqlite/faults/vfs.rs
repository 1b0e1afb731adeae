//! A SQLite VFS whose files are on disks in memory.

#![allow(unsafe_code, reason = "SQLite calls a VFS through C function pointers; only tests do it")]

use std::collections::BTreeMap;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::mem::size_of;
use std::slice;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Once};
use std::time::Duration;

use rusqlite::ffi;

use super::disk::{Disk, DiskError};
use super::locks::{
    OpenFile, SHARED_MEMORY_SLOTS, check_reserved_lock, lock, lock_memory, map_memory,
    memory_barrier, unlock, unmap_memory,
};

/// The name under which SQLite knows the VFS.
pub(crate) const NAME: &str = "memory-disk";

static DISKS: Mutex<BTreeMap<String, Arc<Disk>>> = Mutex::new(BTreeMap::new());

/// A disk that SQLite can open files on, until it is dropped.
pub(crate) struct MountedDisk {
    id: String,
    pub(crate) disk: Arc<Disk>,
}

impl MountedDisk {
    pub(crate) fn new(disk: Arc<Disk>) -> Self {
        static IDS: AtomicU64 = AtomicU64::new(0);
        register();
        let id = IDS.fetch_add(1, Ordering::Relaxed).to_string();
        DISKS.lock().unwrap().insert(id.clone(), Arc::clone(&disk));
        Self { id, disk }
    }

    /// The path under which SQLite finds a file of this disk.
    pub(crate) fn path(&self, file: &str) -> String {
        format!("/{}/{file}", self.id)
    }
}

impl Drop for MountedDisk {
    fn drop(&mut self) {
        DISKS.lock().unwrap().remove(&self.id);
    }
}

#[repr(C)]
struct Handle {
    base: ffi::sqlite3_file,
    open: *mut OpenFile,
}

fn code(result: Result<(), DiskError>, failed: c_int) -> c_int {
    match result {
        Ok(()) => ffi::SQLITE_OK,
        Err(DiskError::Failed) => failed,
        Err(DiskError::Full) => ffi::SQLITE_FULL,
    }
}

static METHODS: ffi::sqlite3_io_methods = ffi::sqlite3_io_methods {
    iVersion: 3,
    xClose: Some(close),
    xRead: Some(read),
    xWrite: Some(write),
    xTruncate: Some(truncate),
    xSync: Some(sync),
    xFileSize: Some(file_size),
    xLock: Some(lock),
    xUnlock: Some(unlock),
    xCheckReservedLock: Some(check_reserved_lock),
    xFileControl: Some(file_control),
    xSectorSize: Some(sector_size),
    xDeviceCharacteristics: Some(device_characteristics),
    xShmMap: Some(map_memory),
    xShmLock: Some(lock_memory),
    xShmBarrier: Some(memory_barrier),
    xShmUnmap: Some(unmap_memory),
    xFetch: Some(fetch),
    xUnfetch: Some(unfetch),
};

fn register() {
    static REGISTERED: Once = Once::new();
    REGISTERED.call_once(|| {
        let vfs = Box::leak(Box::new(ffi::sqlite3_vfs {
            iVersion: 1,
            szOsFile: size_of::<Handle>() as c_int,
            mxPathname: 200,
            pNext: std::ptr::null_mut(),
            zName: c"memory-disk".as_ptr(),
            pAppData: std::ptr::null_mut(),
            xOpen: Some(open),
            xDelete: Some(delete),
            xAccess: Some(access),
            xFullPathname: Some(full_pathname),
            xDlOpen: None,
            xDlError: None,
            xDlSym: None,
            xDlClose: None,
            xRandomness: Some(randomness),
            xSleep: Some(sleep),
            xCurrentTime: Some(current_time),
            xGetLastError: None,
            xCurrentTimeInt64: None,
            xSetSystemCall: None,
            xGetSystemCall: None,
            xNextSystemCall: None,
        }));
        // SAFETY: the structure is valid and lives as long as the process.
        let result = unsafe { ffi::sqlite3_vfs_register(vfs, 0) };
        assert_eq!(result, ffi::SQLITE_OK);
    });
}

/// The disk and the file's name on it. Temporary files have no name and a disk of their own.
unsafe fn find(name: *const c_char) -> Option<(Arc<Disk>, String)> {
    if name.is_null() {
        return Some((Arc::default(), "temporary".to_owned()));
    }
    // SAFETY: SQLite passes a string that ends with a zero byte.
    let name = unsafe { CStr::from_ptr(name) }.to_str().ok()?;
    let (id, file) = name.strip_prefix('/')?.split_once('/')?;
    let disk = DISKS.lock().ok()?.get(id).map(Arc::clone)?;
    Some((disk, file.to_owned()))
}

/// SAFETY: `file` is a [`Handle`] that `open` initialised and `close` has not freed; one thread uses it at a time.
pub(super) unsafe fn opened<'a>(file: *mut ffi::sqlite3_file) -> &'a mut OpenFile {
    unsafe { &mut *(*file.cast::<Handle>()).open }
}

unsafe extern "C" fn open(
    _: *mut ffi::sqlite3_vfs,
    name: *const c_char,
    file: *mut ffi::sqlite3_file,
    flags: c_int,
    out_flags: *mut c_int,
) -> c_int {
    // SAFETY: SQLite passes a string and room for a `Handle`.
    unsafe {
        (*file).pMethods = std::ptr::null();
        let Some((disk, name)) = find(name) else {
            return ffi::SQLITE_CANTOPEN;
        };
        if flags & ffi::SQLITE_OPEN_CREATE == 0 && !disk.state().files.contains_key(&name) {
            return ffi::SQLITE_CANTOPEN;
        }
        disk.state().files.entry(name.clone()).or_default();
        let open = Box::new(OpenFile {
            disk,
            name,
            level: ffi::SQLITE_LOCK_NONE,
            uses_memory: false,
            holds_shared: [false; SHARED_MEMORY_SLOTS],
            holds_exclusive: [false; SHARED_MEMORY_SLOTS],
        });
        let base = ffi::sqlite3_file { pMethods: &METHODS };
        file.cast::<Handle>().write(Handle { base, open: Box::into_raw(open) });
        if !out_flags.is_null() {
            *out_flags = flags;
        }
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn close(file: *mut ffi::sqlite3_file) -> c_int {
    // SAFETY: the handle is open, and SQLite does not use it again.
    unsafe {
        unmap_memory(file, 0);
        unlock(file, ffi::SQLITE_LOCK_NONE);
        drop(Box::from_raw((*file.cast::<Handle>()).open));
        (*file).pMethods = std::ptr::null();
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn read(
    file: *mut ffi::sqlite3_file,
    buffer: *mut c_void,
    amount: c_int,
    offset: i64,
) -> c_int {
    // SAFETY: the handle is open, and the buffer has room for this amount.
    let (file, buffer) =
        unsafe { (opened(file), slice::from_raw_parts_mut(buffer.cast::<u8>(), amount as usize)) };
    let state = file.disk.state();
    let content = state.files.get(&file.name).map_or(&[][..], |file| &file.content);
    let content = content.get(offset as usize..).unwrap_or_default();
    let length = content.len().min(buffer.len());
    buffer[..length].copy_from_slice(&content[..length]);
    buffer[length..].fill(0);
    if length < buffer.len() { ffi::SQLITE_IOERR_SHORT_READ } else { ffi::SQLITE_OK }
}

unsafe extern "C" fn write(
    file: *mut ffi::sqlite3_file,
    bytes: *const c_void,
    amount: c_int,
    offset: i64,
) -> c_int {
    // SAFETY: the handle is open, and the buffer has this many bytes.
    let (file, bytes) =
        unsafe { (opened(file), slice::from_raw_parts(bytes.cast::<u8>(), amount as usize)) };
    let result = file.disk.state().write(&file.name, offset as usize, bytes);
    code(result, ffi::SQLITE_IOERR_WRITE)
}

unsafe extern "C" fn truncate(file: *mut ffi::sqlite3_file, length: i64) -> c_int {
    // SAFETY: the handle is open.
    let file = unsafe { opened(file) };
    code(file.disk.state().truncate(&file.name, length as usize), ffi::SQLITE_IOERR_TRUNCATE)
}

unsafe extern "C" fn sync(file: *mut ffi::sqlite3_file, _: c_int) -> c_int {
    // SAFETY: the handle is open.
    let file = unsafe { opened(file) };
    code(file.disk.state().sync(&file.name), ffi::SQLITE_IOERR_FSYNC)
}

unsafe extern "C" fn file_size(file: *mut ffi::sqlite3_file, size: *mut i64) -> c_int {
    // SAFETY: the handle is open, and the result has a place.
    unsafe {
        let file = opened(file);
        let state = file.disk.state();
        *size = state.files.get(&file.name).map_or(0, |file| file.content.len() as i64);
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn file_control(_: *mut ffi::sqlite3_file, _: c_int, _: *mut c_void) -> c_int {
    ffi::SQLITE_NOTFOUND
}

unsafe extern "C" fn sector_size(_: *mut ffi::sqlite3_file) -> c_int {
    4096
}

/// As on Unix.
unsafe extern "C" fn device_characteristics(_: *mut ffi::sqlite3_file) -> c_int {
    ffi::SQLITE_IOCAP_POWERSAFE_OVERWRITE
}

/// No file is mapped.
unsafe extern "C" fn fetch(
    _: *mut ffi::sqlite3_file,
    _: i64,
    _: c_int,
    page: *mut *mut c_void,
) -> c_int {
    // SAFETY: the result has a place.
    unsafe { *page = std::ptr::null_mut() };
    ffi::SQLITE_OK
}

/// A checkpoint calls it after it has read the log's header, if that has changed.
unsafe extern "C" fn unfetch(file: *mut ffi::sqlite3_file, _: i64, _: *mut c_void) -> c_int {
    // SAFETY: the handle is open.
    let interruption = unsafe { opened(file) }.disk.state().interruption.take();
    if let Some(interrupt) = interruption {
        interrupt();
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn delete(_: *mut ffi::sqlite3_vfs, name: *const c_char, _: c_int) -> c_int {
    // SAFETY: SQLite passes a string.
    if let Some((disk, name)) = unsafe { find(name) } {
        disk.state().files.remove(&name);
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn access(
    _: *mut ffi::sqlite3_vfs,
    name: *const c_char,
    _: c_int,
    result: *mut c_int,
) -> c_int {
    // SAFETY: SQLite passes a string, and the result has a place.
    unsafe {
        *result = find(name).map_or(0, |(disk, name)| {
            c_int::from(disk.state().files.get(&name).is_some_and(|file| !file.content.is_empty()))
        });
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn full_pathname(
    _: *mut ffi::sqlite3_vfs,
    name: *const c_char,
    room: c_int,
    result: *mut c_char,
) -> c_int {
    // SAFETY: SQLite passes a string, and room for a path.
    unsafe {
        let bytes = CStr::from_ptr(name).to_bytes_with_nul();
        if bytes.len() > room as usize {
            return ffi::SQLITE_CANTOPEN;
        }
        result.copy_from_nonoverlapping(bytes.as_ptr().cast(), bytes.len());
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn randomness(
    _: *mut ffi::sqlite3_vfs,
    count: c_int,
    result: *mut c_char,
) -> c_int {
    // SAFETY: SQLite passes room for this many bytes.
    let bytes = unsafe { slice::from_raw_parts_mut(result.cast::<u8>(), count as usize) };
    if getrandom::fill(bytes).is_ok() { count } else { 0 }
}

unsafe extern "C" fn sleep(_: *mut ffi::sqlite3_vfs, micros: c_int) -> c_int {
    std::thread::sleep(Duration::from_micros(u64::from(micros.unsigned_abs())));
    micros
}

unsafe extern "C" fn current_time(_: *mut ffi::sqlite3_vfs, days: *mut f64) -> c_int {
    // SAFETY: SQLite passes a place for the result.
    unsafe { *days = 2_460_000.0 };
    ffi::SQLITE_OK
}
