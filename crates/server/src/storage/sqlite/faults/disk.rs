//! A disk in memory that can fail at any operation, lose what was not synced, and be copied.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fastrand::Rng;

/// How the disk fails, from its n-th operation on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// The operation fails, once.
    Once,
    /// The operation and all after it fail.
    Lasting,
    /// The operation writes half of its bytes and fails, once.
    ShortWrite,
    /// Files cannot grow any more.
    Full,
    /// The operation writes half of its bytes, then files cannot grow any more.
    ShortWriteThenFull,
    /// Files cannot grow during this operation, once.
    FullOnce,
    /// Writes succeed but syncs fail.
    Sync,
    /// Syncs fail, and after the first one that failed everything does.
    SyncThenAll,
}

impl Fault {
    pub(crate) const ALL: [Self; 8] = [
        Self::Once,
        Self::Lasting,
        Self::ShortWrite,
        Self::Full,
        Self::ShortWriteThenFull,
        Self::FullOnce,
        Self::Sync,
        Self::SyncThenAll,
    ];
}

/// What survives when the machine or the process stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Survival {
    /// Everything written: the process was killed.
    Written,
    /// Everything synced: the power failed.
    Synced,
    /// Everything synced, and some of the later writes: the power failed while the system was writing.
    Some(u64),
}

/// An operation that changes the disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operation {
    Write { grows: bool },
    Sync,
    Truncate,
    GrowSharedMemory,
}

/// Why an operation failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DiskError {
    Failed,
    Full,
}

/// The contents of all files by name.
pub(crate) type Image = BTreeMap<String, Vec<u8>>;

#[derive(Default)]
pub(crate) struct Disk(Mutex<DiskState>);

#[derive(Default)]
pub(crate) struct DiskState {
    pub(crate) files: BTreeMap<String, MemoryFile>,
    /// Runs while the next checkpoint starts.
    pub(crate) interruption: Option<Box<dyn FnOnce() + Send>>,
    fault: Option<(Fault, u64)>,
    operations: u64,
    failures: u64,
}

#[derive(Default)]
pub(crate) struct MemoryFile {
    pub(crate) content: Vec<u8>,
    synced: Vec<u8>,
    unsynced: Vec<Change>,
    pub(crate) locks: super::locks::FileLocks,
}

#[derive(Clone)]
enum Change {
    Write { offset: usize, bytes: Vec<u8> },
    Truncate { length: usize },
}

impl Change {
    fn apply(&self, content: &mut Vec<u8>) {
        match self {
            Self::Write { offset, bytes } => {
                let end = offset + bytes.len();
                content.resize(content.len().max(end), 0);
                content[*offset..end].copy_from_slice(bytes);
            }
            Self::Truncate { length } => content.truncate(*length),
        }
    }
}

impl MemoryFile {
    fn change(&mut self, change: Change) {
        change.apply(&mut self.content);
        self.unsynced.push(change);
    }

    fn after(&self, survival: Survival) -> Vec<u8> {
        match survival {
            Survival::Written => self.content.clone(),
            Survival::Synced => self.synced.clone(),
            Survival::Some(seed) => {
                let mut rng = Rng::with_seed(seed);
                let mut content = self.synced.clone();
                for change in self.unsynced.iter().filter(|_| rng.bool()) {
                    change.apply(&mut content);
                }
                content
            }
        }
    }
}

impl Disk {
    pub(crate) fn with(image: Image) -> Arc<Self> {
        let disk = Self::default();
        disk.state().files = image
            .into_iter()
            .map(|(name, content)| {
                let synced = content.clone();
                (name, MemoryFile { content, synced, ..MemoryFile::default() })
            })
            .collect();
        Arc::new(disk)
    }

    /// Lets the n-th operation from now on fail.
    pub(crate) fn fail(&self, fault: Fault, at: u64) {
        let mut state = self.state();
        state.fault = Some((fault, at));
        state.operations = 0;
        state.failures = 0;
    }

    /// Ends the faults. Returns the number of operations since the last call of [`Disk::fail`].
    pub(crate) fn repair(&self) -> u64 {
        let mut state = self.state();
        state.fault = None;
        state.operations
    }

    /// How many operations failed since the last call of [`Disk::fail`].
    pub(crate) fn failures(&self) -> u64 {
        self.state().failures
    }

    /// What a machine finds when it starts with this disk.
    pub(crate) fn image(&self, survival: Survival) -> Image {
        let state = self.state();
        let content = |(name, file): (&String, &MemoryFile)| (name.clone(), file.after(survival));
        state.files.iter().map(content).collect()
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, DiskState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl DiskState {
    pub(crate) fn write(
        &mut self,
        file: &str,
        offset: usize,
        bytes: &[u8],
    ) -> Result<(), DiskError> {
        let grows =
            self.files.get(file).is_none_or(|file| offset + bytes.len() > file.content.len());
        let result = self.check(Operation::Write { grows });
        let file = self.files.entry(file.to_owned()).or_default();
        let written = match result {
            Ok(()) => bytes.len(),
            Err((_, is_short)) => bytes.len() / 2 * usize::from(is_short),
        };
        if written > 0 {
            file.change(Change::Write { offset, bytes: bytes[..written].to_vec() });
        }
        result.map_err(|(error, _)| error)
    }

    pub(crate) fn truncate(&mut self, file: &str, length: usize) -> Result<(), DiskError> {
        self.check(Operation::Truncate).map_err(|(error, _)| error)?;
        if let Some(file) = self.files.get_mut(file) {
            file.change(Change::Truncate { length });
        }
        Ok(())
    }

    pub(crate) fn sync(&mut self, file: &str) -> Result<(), DiskError> {
        self.check(Operation::Sync).map_err(|(error, _)| error)?;
        if let Some(file) = self.files.get_mut(file) {
            file.synced = file.content.clone();
            file.unsynced.clear();
        }
        Ok(())
    }

    /// Counts an operation that changes the disk. On an error, says whether half of a write is done.
    pub(crate) fn check(&mut self, operation: Operation) -> Result<(), (DiskError, bool)> {
        self.operations += 1;
        let Some((fault, at)) = self.fault.filter(|(_, at)| self.operations >= *at) else {
            return Ok(());
        };
        let is_first = self.operations == at;
        let grows =
            matches!(operation, Operation::Write { grows: true } | Operation::GrowSharedMemory);
        let is_write = matches!(operation, Operation::Write { .. });
        let is_sync = operation == Operation::Sync;
        let (fails, error, is_short) = match fault {
            Fault::Once => (is_first, DiskError::Failed, false),
            Fault::Lasting => (true, DiskError::Failed, false),
            Fault::ShortWrite => (is_first, DiskError::Failed, is_write),
            Fault::Full => (grows, DiskError::Full, false),
            Fault::FullOnce => (is_first && grows, DiskError::Full, false),
            Fault::ShortWriteThenFull => (grows, DiskError::Full, is_first && is_write),
            Fault::Sync => (is_sync, DiskError::Failed, false),
            Fault::SyncThenAll => (is_sync || self.failures > 0, DiskError::Failed, false),
        };
        if !fails {
            return Ok(());
        }
        self.failures += 1;
        Err((error, is_short))
    }
}
