//! Generates training data for the network: plays games, packs them into training rows, and fits the win
//! chances to them.

use std::{
    fmt::Display,
    fs::{self, File},
    io::{BufWriter, Write},
    path::Path,
    process::ExitCode,
};

use trid_engine::{
    LoadedNetwork,
    datagen::{
        GameFile, Generator, Packer, Progress, ResultCounts, SelfPlayGame, Summary,
        command_line::{Arguments, CommandError, run_command},
    },
    evaluation::network::features,
};

const USAGE: &str = "\
Usage: cargo xtask datagen [OPTIONS] --out FILE
       cargo xtask datagen pack --out FOLDER FILE...
       cargo xtask datagen fit FILE...

Without `pack` or `fit`, plays games from random openings of both rule books and appends them to FILE. The
games depend only on seed, nodes per move and evaluation. Interrupt it at any time: the same command
continues the file.

  --out FILE    file of games
  --seed N      seed of the openings [default: 1]
  --nodes N     nodes per move [default: 1500]
  --network FILE
                network that evaluates [default: the classical evaluation]
  --games N     number of games in the file [default: no limit]
  --seconds N   start no more games after this time [default: no limit]
  --threads N   threads [default: number of CPUs]

With `pack`, replays files of games and writes to FOLDER:

  rows.bin      quiet positions as feature indices with score and result, 156 bytes each
  features.csv  what each feature means
  sample.csv    1,000 random rows with their positions in T-FEN

With `fit`, prints the constants of the win chance that fit the games of the files best.";

fn main() -> ExitCode {
    run_command(USAGE, |words| match words.split_first() {
        Some((first, rest)) if first == "pack" => pack(rest),
        Some((first, rest)) if first == "fit" => fit(rest),
        _ => generate(&generator(words)?),
    })
}

fn generator(words: &[String]) -> Result<Generator, CommandError> {
    let known = ["--seed", "--nodes", "--network", "--games", "--seconds", "--threads", "--out"];
    let arguments = Arguments::parse(words, &known)?;
    let nodes = arguments.number("--nodes")?.unwrap_or(1_500);
    let nodes = u32::try_from(nodes).ok().filter(|&nodes| nodes > 0);
    let load = |path: &str| {
        LoadedNetwork::load(Path::new(path))
            .map_err(|error| CommandError::Usage(format!("cannot load {path}: {error}")))
    };
    Ok(Generator {
        seed: arguments.number("--seed")?.unwrap_or(1),
        nodes: nodes.ok_or_else(|| {
            CommandError::Usage(format!("--nodes needs a number from 1 to {}", u32::MAX))
        })?,
        network: arguments.text("--network").map(load).transpose()?,
        file: arguments.job_file()?,
    })
}

fn failed(path: &Path, error: impl Display) -> CommandError {
    CommandError::Failed(format!("{}: {error}", path.display()))
}

/// The words of a command as files of games; there is at least one.
fn game_files(words: &[String], known: &[&str]) -> Result<Arguments, CommandError> {
    let arguments = Arguments::parse(words, known)?;
    if arguments.files.is_empty() {
        return Err(CommandError::Usage("no file of games is given".into()));
    }
    Ok(arguments)
}

fn generate(generator: &Generator) -> Result<(), CommandError> {
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

fn pack(words: &[String]) -> Result<(), CommandError> {
    let arguments = game_files(words, &["--out"])?;
    let out = arguments.out()?;
    fs::create_dir_all(&out).map_err(|error| failed(&out, error))?;
    let rows = out.join("rows.bin");
    let file = File::create(&rows).map_err(|error| failed(&rows, error))?;
    let mut packer = Packer::new(BufWriter::new(file));
    for path in &arguments.files {
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
fn read_games(path: &Path) -> Result<Vec<SelfPlayGame>, CommandError> {
    let bytes = fs::read(path).map_err(|error| failed(path, error))?;
    let games = GameFile::read(&bytes).map_err(|error| failed(path, error))?;
    if games.complete < bytes.len() {
        eprintln!("{}: the last game is incomplete and ignored", path.display());
    }
    Ok(games.games)
}

fn fit(words: &[String]) -> Result<(), CommandError> {
    let mut counts = ResultCounts::default();
    for path in &game_files(words, &[])?.files {
        read_games(path)?.iter().for_each(|game| counts.add(game));
    }
    let empty = || CommandError::Failed("the files hold no positions".into());
    let fit = counts.fit().ok_or_else(empty)?;
    println!("positions  {}", fit.positions);
    println!("half win   {:.1} centipawns", fit.half_win);
    println!("scale      {:.1} centipawns", fit.scale);
    println!("loss       {:.4}", fit.loss);
    Ok(())
}

fn write_lines(
    path: &Path,
    header: &str,
    lines: impl Iterator<Item = String>,
) -> Result<(), CommandError> {
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
