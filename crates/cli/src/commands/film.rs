//! `trid film`: writes a game as an animated GIF of the map.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use trid_diagram::{Film, FilmOptions, Width};
use trid_records::Record;
use trid_rules::Color;

use crate::error::CliError;
use crate::exit_status::ExitStatus;
use crate::output::write_atomically;
use crate::position::PositionArguments;
use crate::progress::ProgressRow;
use crate::records::{RecordError, first_record, player_tag};

/// Write a game as an animated GIF
#[derive(Args)]
#[command(after_help = "Example: trid film game.tpgn --to game.gif\n\n\
                        Shows the map after each ply, with the players' names and the last move.\n\
                        The input can be T-PGN, a list of moves or a saved game (JSON); its first\n\
                        game is shown.\n\n\
                        `trid film --from 20 --till 40 game.tpgn --to part.gif` shows a part of it.")]
pub(crate) struct Arguments {
    /// File to read; - is standard input
    #[arg(value_name = "GAME")]
    file: PathBuf,
    /// File to write
    #[arg(long, value_name = "FILE")]
    to: PathBuf,
    /// Width in pixels
    #[arg(long, value_name = "PIXELS", default_value = "720")]
    size: Width,
    /// Time per ply; the last frame stays longer
    #[arg(long, value_name = "MS", default_value_t = 700)]
    delay: u64,
    /// Begin after N plies
    #[arg(long, value_name = "N", default_value_t = 0)]
    from: usize,
    /// End after N plies [default: at the end]
    #[arg(long, value_name = "N")]
    till: Option<usize>,
    /// Show Black's side at the bottom
    #[arg(long)]
    flip: bool,
    /// Draw an arrow for each move
    #[arg(long)]
    arrows: bool,
    #[command(flatten)]
    position: PositionArguments,
}

impl Arguments {
    pub(crate) fn run(self, _output: &mut dyn Write) -> Result<ExitStatus, CliError> {
        RecordError::exit_status(first_record(&self.file, &self.position).and_then(|record| {
            let film = Film::new(record.game.clone(), self.options(&record));
            let film = draw(film.map_err(CliError::input)?);
            write_atomically(&self.to, |file| Ok(file.write_all(&film)?))?;
            Ok(ExitStatus::Success)
        }))
    }

    fn options(&self, record: &Record) -> FilmOptions {
        let whole = FilmOptions::new(&record.game);
        FilmOptions {
            width: self.size,
            delay: Duration::from_millis(self.delay),
            plies: self.from..=self.till.unwrap_or(*whole.plies.end()),
            bottom: if self.flip { Color::Black } else { Color::White },
            arrows: self.arrows,
            names: Color::ALL.map(|color| {
                let name = player_tag(color);
                record.tag(name).unwrap_or(name).to_owned()
            }),
        }
    }
}

fn draw(mut film: Film) -> Vec<u8> {
    let progress = ProgressRow::new();
    let mut drawn = 1;
    while film.draw_frame() {
        drawn += 1;
        progress.show(format_args!("{drawn} of {} frames", film.frames()));
    }
    progress.clear();
    film.finish()
}
