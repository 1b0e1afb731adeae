//! Writes results as JSON, one value per output line.

use std::io::{self, Write};

use serde::Serialize;

use crate::error::CliError;

/// Writes a value and a newline.
pub(crate) fn write_json(output: &mut dyn Write, value: &impl Serialize) -> Result<(), CliError> {
    serde_json::to_writer(&mut *output, value).map_err(io::Error::from)?;
    output.write_all(b"\n")?;
    Ok(())
}
