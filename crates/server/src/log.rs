//! The log on standard error: a line for each request and for what goes wrong.

use tracing::level_filters::LevelFilter;
use tracing_subscriber::fmt;

/// In which form the log is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogForm {
    /// A line for people.
    Text,
    /// A JSON object a line.
    Json,
    /// A line for people, and only what goes wrong.
    Quiet,
}

/// Begins to write the log. A second call changes nothing.
pub fn start_log(form: LogForm) {
    let log = fmt().with_writer(std::io::stderr).with_target(false).with_ansi(false);
    // It fails only where a log is being written already.
    let _ = match form {
        LogForm::Text => tracing::subscriber::set_global_default(log.finish()),
        LogForm::Json => {
            tracing::subscriber::set_global_default(log.json().flatten_event(true).finish())
        }
        LogForm::Quiet => {
            tracing::subscriber::set_global_default(log.with_max_level(LevelFilter::WARN).finish())
        }
    };
}
