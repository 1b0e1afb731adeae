//! Generates training data for the network: plays games, packs them into training rows, and fits the win
//! chances to them.

use std::{
    env,
    fs::{self, File},
    io::{BufWriter, Write},
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};

use trid_engine::{
    LoadedNetwork,
    datagen::{GameFile, Generator, Packer, Progress, ResultCounts, SelfPlayGame, Summary},
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
    let words: Vec<String> = env::args().skip(1).collect();
    if words.iter().any(|word| word == "--help" || word == "-h") {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    let result = match words.split_first() {
        Some((first, rest)) if first == "pack" => {
            pack_arguments(rest).map(|(out, files)| pack(&out, &files))
        }
        Some((first, rest)) if first == "fit" => fit_arguments(rest).map(|files| fit(&files)),
        _ => generator(&words).map(|generator| generate(&generator)),
    };
    match result {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(message)) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
        Err(message) => {
            eprintln!("{message}\n\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn generator(words: &[String]) -> Result<Generator, String> {
    let mut generator = Generator {
        seed: 1,
        nodes: 1_500,
        network: None,
        games: u64::MAX,
        time: None,
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        out: PathBuf::new(),
    };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("{word} needs a value"))?;
        let number =
            || value.parse::<u64>().map_err(|_| format!("{word} needs a number, not {value:?}"));
        match word.as_str() {
            "--seed" => generator.seed = number()?,
            "--network" => {
                let network = LoadedNetwork::load(Path::new(value));
                generator.network =
                    Some(network.map_err(|error| format!("cannot load {value}: {error}"))?);
            }
            "--nodes" => {
                let nodes = u32::try_from(number()?).ok().filter(|&nodes| nodes > 0);
                generator.nodes =
                    nodes.ok_or_else(|| format!("{word} needs a number from 1 to {}", u32::MAX))?;
            }
            "--games" => generator.games = number()?,
            "--seconds" => generator.time = Some(Duration::from_secs(number()?)),
            "--threads" => generator.threads = number()?.max(1) as usize,
            "--out" => generator.out = PathBuf::from(value),
            _ => return Err(format!("unknown option {word:?}")),
        }
    }
    if generator.out.as_os_str().is_empty() {
        return Err("--out is missing".into());
    }
    Ok(generator)
}

fn generate(generator: &Generator) -> Result<(), String> {
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
    let progress = generator
        .run(describe)
        .map_err(|error| format!("cannot generate {}: {error}", generator.out.display()))?;
    describe(progress);
    Ok(())
}

fn pack_arguments(words: &[String]) -> Result<(PathBuf, Vec<PathBuf>), String> {
    let mut out = None;
    let mut files = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--out" => out = Some(words.next().ok_or("--out needs a value")?),
            option if option.starts_with("--") => return Err(format!("unknown option {word:?}")),
            file => files.push(PathBuf::from(file)),
        }
    }
    let out = out.ok_or("--out is missing")?;
    if files.is_empty() {
        return Err("no file of games is given".into());
    }
    Ok((PathBuf::from(out), files))
}

fn pack(out: &Path, files: &[PathBuf]) -> Result<(), String> {
    let error = |path: &Path, error: &dyn std::error::Error| format!("{}: {error}", path.display());
    fs::create_dir_all(out).map_err(|cause| error(out, &cause))?;
    let rows = out.join("rows.bin");
    let file = File::create(&rows).map_err(|cause| error(&rows, &cause))?;
    let mut packer = Packer::new(BufWriter::new(file));
    for path in files {
        for game in read_games(path)? {
            packer.add(&game).map_err(|cause| error(path, &cause))?;
        }
    }
    let (summary, sample) = packer.finish().map_err(|cause| error(&rows, &cause))?;
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
fn read_games(path: &Path) -> Result<Vec<SelfPlayGame>, String> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let games = GameFile::read(&bytes).map_err(|error| format!("{}: {error}", path.display()))?;
    if games.complete < bytes.len() {
        eprintln!("{}: the last game is incomplete and ignored", path.display());
    }
    Ok(games.games)
}

fn fit_arguments(words: &[String]) -> Result<Vec<PathBuf>, String> {
    if let Some(option) = words.iter().find(|word| word.starts_with("--")) {
        return Err(format!("unknown option {option:?}"));
    }
    if words.is_empty() {
        return Err("no file of games is given".into());
    }
    Ok(words.iter().map(PathBuf::from).collect())
}

fn fit(files: &[PathBuf]) -> Result<(), String> {
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

fn write_lines(
    path: &Path,
    header: &str,
    lines: impl Iterator<Item = String>,
) -> Result<(), String> {
    let write = || {
        let mut file = BufWriter::new(File::create(path)?);
        writeln!(file, "{header}")?;
        for line in lines {
            writeln!(file, "{line}")?;
        }
        file.flush()
    };
    write().map_err(|error| format!("{}: {error}", path.display()))
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
