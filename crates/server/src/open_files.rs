//! How many files the system lets the server open: every connection is one.

use crate::limits::Limits;

/// What the server has open beside its connections: the database, the listener, and some to spare.
const BESIDE_CONNECTIONS: usize = 64;

/// Raises the system's limit on open files as far as it goes, and takes no more connections than fit into it.
#[must_use]
pub fn fit_open_files(limits: Limits) -> Limits {
    let Some(open_files) = raise_open_files() else {
        return limits;
    };
    let connections = fitting(limits.connections, open_files);
    tracing::info!(open_files, connections, "limits");
    if connections < limits.connections && limits.connections != Limits::none().connections {
        tracing::warn!(
            "the system allows {open_files} open files, too few for {} connections: {connections} are taken; \
             raise its hard limit (ulimit -Hn, systemd LimitNOFILE=, docker --ulimit nofile=) or lower --connections",
            limits.connections
        );
    }
    Limits { connections, ..limits }
}

fn fitting(connections: usize, open_files: usize) -> usize {
    connections.min(open_files.saturating_sub(BESIDE_CONNECTIONS).max(1))
}

/// What the limit is when it is raised; `None` where there is none.
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
    fn connections_leave_room_for_what_else_is_open() {
        assert_eq!(fitting(10_000, 1_048_576), 10_000);
        assert_eq!(fitting(10_000, 1_024), 960);
        assert_eq!(fitting(usize::MAX, usize::MAX), usize::MAX - 64);
        assert_eq!(fitting(10_000, 20), 1);
    }

    #[cfg(unix)]
    #[test]
    fn the_limit_is_raised_as_far_as_it_goes() {
        let limits = || rlimit::getrlimit(rlimit::Resource::NOFILE).unwrap();
        let (soft, hard) = limits();
        rlimit::setrlimit(rlimit::Resource::NOFILE, soft.min(hard - 1), hard).unwrap();
        let raised = raise_open_files().unwrap();
        assert_eq!(limits(), (hard, hard));
        assert_eq!(raised as u64, hard);
    }
}
