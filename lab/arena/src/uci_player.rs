//! A player in another process that speaks UCI: another version, or another program.

use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use trid_rules::{Game, Move, RuleBook};

use trid_engine::Limits;

/// Maximum time to answer `uci` and `isready`.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(20);

/// Maximum time to answer `go`, beyond its time limit.
const MOVE_TIMEOUT: Duration = Duration::from_secs(60);

/// Time to end after `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);

/// A program and its arguments, separated by spaces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UciProgram {
    words: Vec<String>,
}

/// Why a program cannot play.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct UciPlayerError(String);

impl fmt::Display for UciProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words.join(" "))
    }
}

impl UciProgram {
    /// Reads a path, with arguments if any. Checks that the program starts and speaks UCI.
    ///
    /// # Errors
    /// [`UciPlayerError`] if it does not.
    pub fn find(text: &str) -> Result<UciProgram, UciPlayerError> {
        // A path may have spaces.
        let words: Vec<String> = match Path::new(text).is_file() {
            true => vec![text.to_owned()],
            false => text.split_whitespace().map(str::to_owned).collect(),
        };
        if words.is_empty() {
            return Err(UciPlayerError("uci: needs the path of a program".to_owned()));
        }
        let program = UciProgram { words };
        if let [path] = program.words.as_slice() {
            // `trid` speaks UCI with the argument `uci`; most programs ignore it.
            let with_argument = UciProgram { words: vec![path.clone(), "uci".to_owned()] };
            if UciPlayer::start(&with_argument, RuleBook::Revised, 1).is_ok() {
                return Ok(with_argument);
            }
        }
        UciPlayer::start(&program, RuleBook::Revised, 1).map(|_| program)
    }
}

/// A running program.
pub(super) struct UciPlayer {
    process: Child,
    input: ChildStdin,
    /// The output, read by a thread.
    rows: Receiver<String>,
}

impl UciPlayer {
    pub(super) fn start(
        program: &UciProgram,
        book: RuleBook,
        hash: usize,
    ) -> Result<UciPlayer, UciPlayerError> {
        let failed = |what: String| UciPlayerError(format!("{program} {what}"));
        let mut process = Command::new(&program.words[0])
            .args(&program.words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| failed(format!("cannot be started: {error}")))?;
        let input = process.stdin.take().expect("the input is piped");
        let output = BufReader::new(process.stdout.take().expect("the output is piped"));
        let (sender, rows) = mpsc::channel();
        thread::spawn(move || {
            output.lines().map_while(Result::ok).try_for_each(|row| sender.send(row))
        });
        let mut player = UciPlayer { process, input, rows };
        let options = player
            .ask("uci", "uciok", HANDSHAKE_TIMEOUT)
            .ok_or_else(|| failed("does not answer uci with uciok".to_owned()))?;
        let has =
            |name: &str| options.iter().any(|row| row.starts_with(&format!("option name {name} ")));
        if !has("UCI_Variant") {
            return Err(failed(
                "has no option UCI_Variant, so it does not play this game".to_owned(),
            ));
        }
        player.send(&format!("setoption name UCI_Variant value trid{book}"));
        if has("Hash") {
            player.send(&format!("setoption name Hash value {hash}"));
        }
        player
            .ask("isready", "readyok", HANDSHAKE_TIMEOUT)
            .ok_or_else(|| failed("does not answer isready with readyok".to_owned()))?;
        Ok(player)
    }

    /// The program's move; `None` if it does not answer with one.
    pub(super) fn choose_move(&mut self, game: &Game, limits: &Limits) -> Option<Move> {
        let moves: Vec<String> =
            game.moves().take(game.ply()).map(|played| played.mv.to_string()).collect();
        let start = game.start().to_tfen();
        let moves =
            if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        self.send(&format!("position tfen {start}{moves}"));
        let limit = limits.move_time.or(limits.clock.map(|clock| clock.remaining));
        let timeout = MOVE_TIMEOUT + limit.unwrap_or_default();
        let rows = self.ask(&go(limits), "bestmove", timeout)?;
        rows.last()?.split_whitespace().nth(1)?.parse().ok()
    }

    fn send(&mut self, command: &str) {
        // A program that has ended gives no answer, which is reported then.
        let _ = writeln!(self.input, "{command}").and_then(|()| self.input.flush());
    }

    /// Sends a command and waits for a row that begins with this word. Returns all rows up to it.
    fn ask(&mut self, command: &str, answer: &str, timeout: Duration) -> Option<Vec<String>> {
        self.send(command);
        let started = Instant::now();
        let mut rows = Vec::new();
        loop {
            match self.rows.recv_timeout(timeout.checked_sub(started.elapsed())?) {
                Ok(row) => rows.push(row),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return None,
            }
            if rows.last()?.split_whitespace().next() == Some(answer) {
                return Some(rows);
            }
        }
    }
}

/// The command that searches within these limits.
fn go(limits: &Limits) -> String {
    let mut command = "go".to_owned();
    if let Some(depth) = limits.depth {
        command += &format!(" depth {depth}");
    }
    if let Some(nodes) = limits.nodes {
        command += &format!(" nodes {nodes}");
    }
    if let Some(time) = limits.move_time {
        command += &format!(" movetime {}", time.as_millis());
    }
    if let Some(clock) = limits.clock {
        let (time, increment) = (clock.remaining.as_millis(), clock.increment.as_millis());
        command += &format!(" wtime {time} btime {time} winc {increment} binc {increment}");
    }
    command
}

impl Drop for UciPlayer {
    fn drop(&mut self) {
        self.send("quit");
        let started = Instant::now();
        while started.elapsed() < QUIT_TIMEOUT {
            if !matches!(self.process.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
