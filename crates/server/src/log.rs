//! Logging to standard error: requests and failures.

use tracing::level_filters::LevelFilter;
use tracing_subscriber::fmt;

/// The format of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogFormat {
    /// Plain text.
    Text,
    /// One JSON object per line.
    Json,
    /// Plain text, warnings and errors only.
    Quiet,
}

/// Starts logging. Later calls have no effect.
pub fn start_log(format: LogFormat) {
    let log = fmt().with_writer(std::io::stderr).with_target(false).with_ansi(false);
    // This fails only if a global subscriber is set already.
    let _ = match format {
        LogFormat::Text => tracing::subscriber::set_global_default(log.finish()),
        LogFormat::Json => {
            tracing::subscriber::set_global_default(log.json().flatten_event(true).finish())
        }
        LogFormat::Quiet => {
            tracing::subscriber::set_global_default(log.with_max_level(LevelFilter::WARN).finish())
        }
    };
}
