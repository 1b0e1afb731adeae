//! The commands of `lab datagen`.

use std::{
    fs::{self, File},
    io::{BufWriter, Write},
    path::{Path, PathBuf},
};

use clap::Subcommand;
use trid_engine::evaluation::network::features;

use super::{
    fit::ResultCounts,
    game_file::{GameFile, SelfPlayGame},
    generate::{Generator, Progress},
    pack::{Packer, Summary},
};
use crate::{LabResult, failed};

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Plays games from random openings of both rule books and appends them to a file
    ///
    /// The games depend only on seed, nodes per move and evaluation. Interrupt it at any time: the same command
    /// continues the file.
    Play(Generator),
    /// Replays files of games and writes training rows
    ///
    /// rows.bin has the quiet positions as feature indices with score and result, 156 bytes each; features.csv what
    /// each feature means; sample.csv 1,000 random rows with their positions in T-FEN.
    Pack {
        /// Folder for the rows
        #[arg(long)]
        out: PathBuf,
        /// Files of games
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Prints the constants of the win chance that fit the games of the files best
    Fit {
        /// Files of games
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}

impl Command {
    pub(crate) fn run(&self) -> LabResult {
        match self {
            Command::Play(generator) => play(generator),
            Command::Pack { out, files } => pack(out, files),
            Command::Fit { files } => fit(files),
        }
    }
}

fn play(generator: &Generator) -> LabResult {
    let describe = |progress: Progress| {
        let seconds = progress.elapsed.as_secs_f64().max(1e-3);
        eprintln!(
            "{} games, {} plies in {seconds:.0} s ({:.0} plies per second), {:.1} MB",
            progress.earlier_games + progress.games,
            progress.plies,
            progress.plies as f64 / seconds,
            progress.bytes as f64 / 1e6,
        );
    };
    describe(generator.run(describe).map_err(|error| failed(&generator.file.out, error))?);
    Ok(())
}

fn pack(out: &Path, files: &[PathBuf]) -> LabResult {
    fs::create_dir_all(out).map_err(|error| failed(out, error))?;
    let rows = out.join("rows.bin");
    let file = File::create(&rows).map_err(|error| failed(&rows, error))?;
    let mut packer = Packer::new(BufWriter::new(file));
    for path in files {
        for game in read_games(path)? {
            packer.add(&game).map_err(|error| failed(path, error))?;
        }
    }
    let (summary, sample) = packer.finish().map_err(|error| failed(&rows, error))?;
    let lines =
        sample.iter().map(|(row, position)| format!("{row},{}", position.to_tfen_with_book()));
    write_lines(&out.join("sample.csv"), "row,position", lines)?;
    let lines = features::descriptions().enumerate().map(|(index, feature)| {
        let column = feature.column.map_or(String::new(), |column| column.to_string());
        let height = feature.height.unwrap_or_default();
        format!("{index},{},{},{column},{height}", feature.kind, feature.place)
    });
    write_lines(&out.join("features.csv"), "feature,kind,place,column,height", lines)?;
    describe(&summary);
    Ok(())
}

/// The complete games of a file.
fn read_games(path: &Path) -> Result<Vec<SelfPlayGame>, Box<dyn std::error::Error + Send + Sync>> {
    let bytes = fs::read(path).map_err(|error| failed(path, error))?;
    let games = GameFile::read(&bytes).map_err(|error| failed(path, error))?;
    if games.complete < bytes.len() {
        eprintln!("{}: the last game is incomplete and ignored", path.display());
    }
    Ok(games.games)
}

fn fit(files: &[PathBuf]) -> LabResult {
    let mut counts = ResultCounts::default();
    for path in files {
        read_games(path)?.iter().for_each(|game| counts.add(game));
    }
    let fit = counts.fit().ok_or("the files hold no positions")?;
    println!("positions  {}", fit.positions);
    println!("half win   {:.1} centipawns", fit.half_win);
    println!("scale      {:.1} centipawns", fit.scale);
    println!("loss       {:.4}", fit.loss);
    Ok(())
}

fn write_lines(path: &Path, header: &str, lines: impl Iterator<Item = String>) -> LabResult {
    let write = || {
        let mut file = BufWriter::new(File::create(path)?);
        writeln!(file, "{header}")?;
        for line in lines {
            writeln!(file, "{line}")?;
        }
        file.flush()
    };
    write().map_err(|error| failed(path, error))
}

fn describe(summary: &Summary) {
    let [white, draws, black] = summary.results;
    let [revised, meder] = summary.games;
    println!("games         {revised} revised, {meder} meder");
    println!("results       {white} White, {draws} drawn, {black} Black");
    println!("plies         {}", summary.plies);
    println!("rows          {}", summary.rows);
    println!("moved boards  {} rows", summary.moved_boards);
}
