//! Logging to standard error: requests and failures.

use std::io::{self, Write};

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

/// Starts logging. With a node name, every entry carries it. Later calls have no effect.
pub fn start_log(format: LogFormat, node: Option<&str>) {
    let mark = match (node, format) {
        (None, _) => String::new(),
        (Some(node), LogFormat::Json) => format!("{{\"node\":\"{node}\","),
        (Some(node), LogFormat::Text | LogFormat::Quiet) => format!("[{node}] "),
    };
    let writer = move || MarkedLog { mark: mark.clone(), is_json: format == LogFormat::Json };
    let log = fmt().with_writer(writer).with_target(false).with_ansi(false);
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

/// Standard error, with a mark at the start of every entry.
struct MarkedLog {
    mark: String,
    is_json: bool,
}

impl MarkedLog {
    fn mark(&self, entry: &[u8]) -> Vec<u8> {
        let is_object = self.is_json && !self.mark.is_empty();
        let rest = entry.strip_prefix(b"{").filter(|_| is_object).unwrap_or(entry);
        [self.mark.as_bytes(), rest].concat()
    }
}

impl Write for MarkedLog {
    /// Gets a whole entry, which is written in one piece.
    fn write(&mut self, entry: &[u8]) -> io::Result<usize> {
        io::stderr().write_all(&self.mark(entry))?;
        Ok(entry.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_carry_the_mark() {
        let mark = |mark: &str, is_json, entry: &str| {
            let log = MarkedLog { mark: mark.to_owned(), is_json };
            String::from_utf8(log.mark(entry.as_bytes())).unwrap()
        };
        assert_eq!(mark("[a] ", false, "INFO started"), "[a] INFO started");
        assert_eq!(mark("{\"node\":\"a\",", true, "{\"level\":1}"), "{\"node\":\"a\",\"level\":1}");
        assert_eq!(mark("", true, "{\"level\":1}"), "{\"level\":1}");
    }
}
