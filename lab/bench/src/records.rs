//! Reading and writing game records, compared with `pgn-reader` and `shakmaty` on flat chess.

use std::hint::black_box;
use std::io::Cursor;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use fastrand::Rng;
use pgn_reader::{Reader, SanPlus, Visitor};
use shakmaty::{Chess, Position as _};
use trid_records::Record;
use trid_records::tpgn::{self, TokenKind, TpgnReader};
use trid_rules::{Game, Position, RuleBook};

/// Number of games in each file.
const GAMES: u64 = 2000;
/// Maximum length of a game.
const MAX_PLIES: usize = 120;

/// Minimum duration of a measurement.
const MIN_DURATION: Duration = Duration::from_secs(2);

pub fn print_speeds() {
    let records: Vec<Record> = (0..GAMES).map(our_game).collect();
    let ours: String = records.iter().map(Record::to_tpgn).collect();
    let flat_games: Vec<Vec<shakmaty::Move>> = (0..GAMES).map(flat_game).collect();
    let flat: String = flat_games.iter().map(|moves| write_flat(moves)).collect();
    println!(
        "{GAMES} games each, T-PGN {:.2} MB, PGN {:.2} MB",
        megabytes(&ours),
        megabytes(&flat)
    );
    println!("{:<34} {:>10} {:>22} {:>7}", "", "T-PGN", "flat chess", "ratio");
    let row = |what: &str, ours: f64, theirs: f64, by: &str| {
        println!("{what:<34} {ours:>5.0} MB/s {theirs:>6.0} MB/s {by:<10} {:>6.2}", ours / theirs);
    };
    row(
        "read, moves not checked",
        speed(&ours, || count_tokens(&ours)),
        speed(&flat, || read_flat(&flat, CountMoves)),
        "pgn-reader",
    );
    row(
        "read into games, moves checked",
        speed(&ours, || read_records(&ours)),
        speed(&flat, || read_flat(&flat, PlayMoves)),
        "+ shakmaty",
    );
    row(
        "write",
        speed(&ours, || records.iter().map(|record| record.to_tpgn().len()).sum()),
        speed(&flat, || flat_games.iter().map(|moves| write_flat(moves).len()).sum()),
        "shakmaty",
    );
}

fn megabytes(text: &str) -> f64 {
    text.len() as f64 / 1e6
}

/// Throughput in megabytes per second of CPU time.
fn speed(text: &str, run: impl Fn() -> usize) -> f64 {
    let start = Instant::now();
    let before = cpu_time(start);
    let mut runs = 0;
    while start.elapsed() < MIN_DURATION {
        black_box(run());
        runs += 1;
    }
    let taken = cpu_time(start) - before;
    f64::from(runs) * megabytes(text) / taken.as_secs_f64()
}

/// CPU time of this process, so that a busy machine does not distort results; without support by the system,
/// the time since `start`.
fn cpu_time(start: Instant) -> Duration {
    let stat = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = stat.and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

fn our_game(seed: u64) -> Record {
    let mut random = Rng::with_seed(seed);
    let mut game = Game::new(Position::start(RuleBook::Revised));
    while game.ply() < MAX_PLIES && game.ending().is_none() {
        let mut moves = game.position().legal_moves();
        moves.sort_unstable();
        game.play(moves[random.usize(..moves.len())]).expect("a legal move");
    }
    Record::new(game)
}

fn flat_game(seed: u64) -> Vec<shakmaty::Move> {
    let mut random = Rng::with_seed(seed);
    let mut position = Chess::default();
    let mut played = Vec::new();
    while played.len() < MAX_PLIES && !position.is_game_over() {
        let moves = position.legal_moves();
        let mv = moves[random.usize(..moves.len())];
        position.play_unchecked(mv);
        played.push(mv);
    }
    played
}

/// Writes a flat chess game with the same tags and text width as ours.
fn write_flat(moves: &[shakmaty::Move]) -> String {
    let mut text = String::new();
    for name in ["Event", "Site", "Date", "Round", "White", "Black", "Variant"] {
        text.push_str(&format!("[{name} \"?\"]\n"));
    }
    text.push_str("[Result \"*\"]\n\n");
    let mut position = Chess::default();
    let mut width = 0;
    let mut word = |word: &str| {
        if width + 1 + word.len() > 80 {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += word.len();
    };
    for (ply, &mv) in moves.iter().enumerate() {
        if ply % 2 == 0 {
            word(&format!("{}.", ply / 2 + 1));
        }
        word(&SanPlus::from_move_and_play_unchecked(&mut position, mv).to_string());
    }
    word("*");
    text.push_str("\n\n");
    text
}

/// Feeds a text to our reader in chunks, as from a file, and sums the results of `visit`.
fn for_each_game(text: &str, visit: impl Fn(tpgn::GameText<'_>) -> usize) -> usize {
    let mut reader = TpgnReader::new();
    let mut chunks = text.as_bytes().chunks(1 << 16);
    let mut sum = 0;
    while !reader.is_finished() {
        match reader.next_game() {
            Some(game) => sum += visit(game.expect("valid T-PGN")),
            None => match chunks.next() {
                Some(chunk) => reader.feed(chunk),
                None => reader.finish(),
            },
        }
    }
    sum
}

fn count_tokens(text: &str) -> usize {
    for_each_game(text, |game| {
        game.tokens()
            .map(|token| token.expect("valid T-PGN"))
            .filter(|token| matches!(token.kind, TokenKind::Move(_)))
            .count()
    })
}

fn read_records(text: &str) -> usize {
    for_each_game(text, |game| game.record(RuleBook::Revised).expect("a legal game").game.ply())
}

fn read_flat<V: Visitor<Output = usize>>(text: &str, mut visitor: V) -> usize {
    let mut reader = Reader::new(Cursor::new(text));
    let mut sum = 0;
    while let Some(count) = reader.read_game(&mut visitor).expect("valid T-PGN") {
        sum += count;
    }
    sum
}

struct CountMoves;

impl Visitor for CountMoves {
    type Tags = ();
    type Movetext = usize;
    type Output = usize;

    fn begin_tags(&mut self) -> ControlFlow<usize, ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<usize, usize> {
        ControlFlow::Continue(0)
    }

    fn san(&mut self, count: &mut usize, _: SanPlus) -> ControlFlow<usize> {
        *count += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, count: usize) -> usize {
        count
    }
}

struct PlayMoves;

impl Visitor for PlayMoves {
    type Tags = ();
    type Movetext = (Chess, Vec<shakmaty::Move>);
    type Output = usize;

    fn begin_tags(&mut self) -> ControlFlow<usize, ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<usize, Self::Movetext> {
        ControlFlow::Continue((Chess::default(), Vec::new()))
    }

    fn san(&mut self, (position, moves): &mut Self::Movetext, san: SanPlus) -> ControlFlow<usize> {
        let mv = san.san.to_move(position).expect("a legal move");
        position.play_unchecked(mv);
        moves.push(mv);
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (_, moves): Self::Movetext) -> usize {
        moves.len()
    }
}
