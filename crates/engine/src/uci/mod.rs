//! The UCI protocol.
//!
//! One thread reads commands. A search runs in a second thread, which owns the engine until it is done.
//! Invalid commands are reported as `info string` and otherwise ignored. After an invalid `position`,
//! `go` answers `bestmove 0000` instead of searching another position.

mod command;
mod go;
mod options;

use std::{
    io::{self, BufRead, Write},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use command::{Command, UciError, excerpt, parse_position, split_unknown};
use go::Go;
use options::{Effect, Settings};
use trid_rules::{Game, Move, Position};

use crate::{Engine, Info, Limits, Score, SearchResult, Signals, SystemClock, evaluation};

/// Executes commands until `quit` or the end of the input. `quit` stops the search. The end of the input
/// lets a search with a limit finish, so that `printf 'go depth 8\n' | trid uci` prints its result.
///
/// # Errors
/// When the input cannot be read or the output cannot be written.
pub fn run(input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    let mut session = Session::new(output);
    for line in input.split(b'\n') {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        let (unknown, line) = split_unknown(&line);
        if !unknown.is_empty() {
            let unknown = excerpt(unknown);
            session
                .send(|output| writeln!(output, "info string {unknown:?} is unknown, ignored"))?;
        }
        let command = Command::parse(line);
        if command == Ok(Command::Quit) {
            session.end_search();
            return Ok(());
        }
        match command.map_err(SessionError::from).and_then(|command| session.execute(command)) {
            Ok(()) => {}
            Err(SessionError::Command(error)) => {
                session.send(|output| writeln!(output, "info string {error}"))?;
            }
            Err(SessionError::Output(error)) => return Err(error),
        }
    }
    session.finish_search();
    Ok(())
}

type Output<W> = Arc<Mutex<W>>;

/// Why a command failed.
enum SessionError {
    /// The command is not possible now; the session goes on.
    Command(UciError),
    /// The output cannot be written.
    Output(io::Error),
}

impl From<UciError> for SessionError {
    fn from(error: UciError) -> SessionError {
        SessionError::Command(error)
    }
}

impl From<io::Error> for SessionError {
    fn from(error: io::Error) -> SessionError {
        SessionError::Output(error)
    }
}

/// A running search.
struct RunningSearch {
    handle: JoinHandle<Engine>,
    flags: Arc<Flags>,
    /// See [`Go::is_finite`].
    is_finite: bool,
}

#[derive(Default)]
struct Flags {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// `bestmove` is being sent: the engine is about to become available without `stop`.
    finished: AtomicBool,
}

struct Session<W> {
    output: Output<W>,
    settings: Settings,
    /// `None` while a search owns it.
    engine: Option<Engine>,
    running: Option<RunningSearch>,
    /// The position with the moves before it, or why the last `position` was invalid.
    game: Result<Game, UciError>,
}

impl<W: Write + Send + 'static> Session<W> {
    fn new(output: W) -> Session<W> {
        let settings = Settings::default();
        Session {
            output: Arc::new(Mutex::new(output)),
            engine: Some(settings.new_engine()),
            running: None,
            game: Ok(Game::new(Position::start(settings.book))),
            settings,
        }
    }

    fn send(&self, write: impl FnOnce(&mut W) -> io::Result<()>) -> io::Result<()> {
        send(&self.output, write)
    }

    fn execute(&mut self, command: Command) -> Result<(), SessionError> {
        self.reclaim_engine();
        match command {
            Command::Uci => {
                let settings = Settings::default();
                self.send(|output| {
                    writeln!(output, "id name Tri-D {}", env!("CARGO_PKG_VERSION"))?;
                    writeln!(output, "id author the Tri-D authors")?;
                    settings.write_options(output)?;
                    writeln!(output, "uciok")
                })?;
            }
            Command::IsReady => self.send(|output| writeln!(output, "readyok"))?,
            Command::NewGame => self.new_game()?,
            Command::SetOption(name, value) => {
                if self.set_option(&name, value.as_deref())? == Effect::SetEvaluator {
                    let text = self.settings.evaluation_text();
                    self.send(|output| writeln!(output, "info string {text}"))?;
                }
            }
            Command::Position(tfen, moves) => {
                self.set_game(parse_position(tfen.as_deref(), &moves, self.settings.book))?;
            }
            Command::InvalidPosition(error) => self.set_game(Err(error))?,
            Command::Go(go) => self.go(&go)?,
            Command::Stop => self.signal(|flags| flags.stop.store(true, Ordering::Relaxed)),
            Command::PonderHit => {
                self.signal(|flags| flags.pondering.store(false, Ordering::Relaxed))
            }
            Command::Quit | Command::Ignored => {}
        }
        Ok(())
    }

    fn new_game(&mut self) -> Result<(), UciError> {
        self.idle_engine()?.new_game();
        if self.game.is_err() {
            self.reset_game();
        }
        Ok(())
    }

    fn reset_game(&mut self) {
        self.game = Ok(Game::new(Position::start(self.settings.book)));
    }

    fn set_game(&mut self, game: Result<Game, UciError>) -> Result<(), UciError> {
        self.game = game;
        self.game.as_ref().map(|_| ()).map_err(UciError::clone)
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<Effect, UciError> {
        self.idle_engine()?;
        let before = self.settings.clone();
        let effect = self.settings.set(name, value)?;
        if self.settings.book != before.book && self.game.is_ok() {
            self.reset_game();
        }
        let options = self.settings.engine.clone();
        let network = self.settings.network_in_use();
        let engine = self.idle_engine()?;
        match effect {
            Effect::Set => {
                if let Err(error) = engine.set_options(options) {
                    self.settings = before;
                    return Err(UciError(error.to_string()));
                }
            }
            Effect::ClearHash => engine.new_game(),
            Effect::SetEvaluator => engine.set_evaluator(evaluation::evaluator(network)),
        }
        Ok(effect)
    }

    fn go(&mut self, go: &Go) -> Result<(), SessionError> {
        self.idle_engine()?;
        if !go.ignored.is_empty() {
            let ignored = excerpt(&go.ignored.join(", "));
            self.send(|output| writeln!(output, "info string go ignores {ignored:?}"))?;
        }
        let game = match self.game.clone() {
            Ok(game) => game,
            Err(error) => {
                return Ok(self.send(|output| {
                    writeln!(output, "info string there is no position to search: {error}")?;
                    writeln!(output, "bestmove 0000")
                })?);
            }
        };
        let (limits, errors) = go.limits(game.position());
        for error in errors {
            self.send(|output| writeln!(output, "info string searchmoves: {error}"))?;
        }
        self.start_search(game, limits, go);
        Ok(())
    }

    fn start_search(&mut self, game: Game, limits: Limits, go: &Go) {
        let Some(mut engine) = self.engine.take() else { return };
        let flags = Arc::new(Flags::default());
        flags.pondering.store(go.ponder, Ordering::Relaxed);
        let output = self.output.clone();
        let waits_for_stop = go.waits_for_stop();
        let show_wdl = self.settings.show_wdl;
        let clock = SystemClock::start();
        let search_flags = flags.clone();
        let handle = thread::spawn(move || {
            let signals = Signals {
                stop: &search_flags.stop,
                pondering: &search_flags.pondering,
                clock: &clock,
            };
            // The output is closed: end the search, there is nobody to report an error to.
            let mut report = |info: Info| {
                let row = info_line(&info, show_wdl);
                if send(&output, |output| writeln!(output, "{row}")).is_err() {
                    signals.stop.store(true, Ordering::Relaxed);
                }
            };
            let result = engine.search_until(&game, &limits, signals, &mut report);
            while (waits_for_stop || signals.pondering.load(Ordering::Relaxed))
                && !signals.stop.load(Ordering::Relaxed)
            {
                thread::park_timeout(Duration::from_millis(100));
            }
            search_flags.finished.store(true, Ordering::Relaxed);
            let _ = send(&output, |output| writeln!(output, "{}", best_move_line(&result)));
            engine
        });
        self.running = Some(RunningSearch { handle, flags, is_finite: go.is_finite() });
    }

    /// Sets a flag of the running search and wakes it if it waits for `stop` or `ponderhit`.
    fn signal(&self, set: impl FnOnce(&Flags)) {
        if let Some(running) = &self.running {
            set(&running.flags);
            running.handle.thread().unpark();
        }
    }

    /// Takes the engine back from a finished search.
    fn reclaim_engine(&mut self) {
        if self.running.as_ref().is_some_and(|running| running.handle.is_finished()) {
            self.end_search();
        }
    }

    /// Waits for a finite search; stops any other.
    fn finish_search(&mut self) {
        match self.running.take() {
            Some(running) if running.is_finite => self.reclaim_from(running),
            running => {
                self.running = running;
                self.end_search();
            }
        }
    }

    fn end_search(&mut self) {
        self.signal(|flags| flags.stop.store(true, Ordering::Relaxed));
        if let Some(running) = self.running.take() {
            self.reclaim_from(running);
        }
    }

    /// Waits for the end of the search.
    fn reclaim_from(&mut self, running: RunningSearch) {
        // The engine is lost if the search panicked: create a new one.
        let engine = running.handle.join();
        self.engine = Some(engine.unwrap_or_else(|_| self.settings.new_engine()));
    }

    /// The engine, unless a search is running. Waits for a search that is about to end.
    fn idle_engine(&mut self) -> Result<&mut Engine, UciError> {
        let is_ending = |running: &RunningSearch| {
            running.flags.stop.load(Ordering::Relaxed)
                || running.flags.finished.load(Ordering::Relaxed)
        };
        if self.running.as_ref().is_some_and(is_ending) {
            self.end_search();
        }
        self.engine
            .as_mut()
            .ok_or_else(|| UciError("a search is running, send stop first".to_owned()))
    }
}

fn send<W: Write>(
    output: &Output<W>,
    write: impl FnOnce(&mut W) -> io::Result<()>,
) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    write(&mut output)?;
    output.flush()
}

fn info_line(info: &Info, show_wdl: bool) -> String {
    let [win, draw, loss] = info.score.wdl().permille();
    let wdl = if show_wdl { format!(" wdl {win} {draw} {loss}") } else { String::new() };
    let moves: Vec<String> = info.pv.iter().map(Move::to_string).collect();
    format!(
        "info depth {} seldepth {} multipv {} score {}{wdl} nodes {} nps {} hashfull {} time {} pv {}",
        info.depth,
        info.selective_depth,
        info.multi_pv,
        score_text(info.score),
        info.nodes,
        info.nodes_per_second(),
        info.hashfull,
        info.time.as_millis(),
        moves.join(" ")
    )
}

fn score_text(score: Score) -> String {
    match score {
        Score::Centipawns(value) => format!("cp {value}"),
        Score::Mate(moves) => format!("mate {moves}"),
        Score::Mated(moves) => format!("mate -{moves}"),
    }
}

fn best_move_line(result: &SearchResult) -> String {
    match (result.best_move(), result.ponder_move()) {
        (Some(best), Some(ponder)) => format!("bestmove {best} ponder {ponder}"),
        (Some(best), None) => format!("bestmove {best}"),
        (None, _) => "bestmove 0000".to_owned(),
    }
}
