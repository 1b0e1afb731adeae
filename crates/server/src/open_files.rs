//! The operating system's limit on open files, which every connection counts against.

use crate::limits::ClientLimits;

/// Open files reserved for the database, the listener and some spare.
const RESERVED_FILES: usize = 64;

/// Raises the limit on open files to its maximum and lowers the connection limit to fit it.
#[must_use]
pub fn fit_open_files(limits: ClientLimits) -> ClientLimits {
    let Some(open_files) = raise_open_files() else {
        return limits;
    };
    let connections = fit_connections(limits.connections, open_files);
    tracing::info!(open_files, connections, "open file limit");
    if connections < limits.connections && limits.connections != ClientLimits::none().connections {
        tracing::warn!(
            "connection limit lowered from {} to {connections}: the system allows only {open_files} open files; \
             raise the hard limit (ulimit -Hn, systemd LimitNOFILE=, docker --ulimit nofile=) or lower --connections",
            limits.connections
        );
    }
    ClientLimits { connections, ..limits }
}

fn fit_connections(connections: usize, open_files: usize) -> usize {
    connections.min(open_files.saturating_sub(RESERVED_FILES).max(1))
}

/// The raised limit; `None` on systems without one.
fn raise_open_files() -> Option<usize> {
    #[cfg(unix)]
    {
        let raised = rlimit::increase_nofile_limit(rlimit::INFINITY)
            .or_else(|_| rlimit::getrlimit(rlimit::Resource::NOFILE).map(|(soft, _)| soft));
        raised.ok().map(|limit| usize::try_from(limit).unwrap_or(usize::MAX))
    }
    #[cfg(not(unix))]
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connection_limit_leaves_room_for_reserved_files() {
        assert_eq!(fit_connections(10_000, 1_048_576), 10_000);
        assert_eq!(fit_connections(10_000, 1_024), 960);
        assert_eq!(fit_connections(usize::MAX, usize::MAX), usize::MAX - 64);
        assert_eq!(fit_connections(10_000, 20), 1);
    }

    #[cfg(unix)]
    #[test]
    fn soft_limit_is_raised_to_the_hard_limit() {
        let limits = || rlimit::getrlimit(rlimit::Resource::NOFILE).unwrap();
        let (soft, hard) = limits();
        rlimit::setrlimit(rlimit::Resource::NOFILE, soft.min(hard - 1), hard).unwrap();
        let raised = raise_open_files().unwrap();
        assert_eq!(limits(), (hard, hard));
        assert_eq!(raised as u64, hard);
    }
}
