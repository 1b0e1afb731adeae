//! The UCI protocol.
//!
//! One thread reads commands. A search runs in a second thread, which owns the engine until it is done.
//! Invalid commands are reported as `info string` and otherwise ignored.

mod command;
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

use command::{Command, Go, UciError, excerpt, parse_position, split_unknown};
use options::{Effect, Settings};
use trid_rules::{Move, Position};

use crate::{Engine, Info, Limits, Score, SearchResult, Signals, SystemClock};

/// Executes commands until `quit` or the end of the input.
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
            break;
        }
        let done = match command {
            Ok(command) => session.execute(command)?,
            Err(error) => Err(error),
        };
        if let Err(error) = done {
            session.send(|output| writeln!(output, "info string {error}"))?;
        }
    }
    session.end_search();
    Ok(())
}

type Output<W> = Arc<Mutex<W>>;

/// A running search.
struct RunningSearch {
    handle: JoinHandle<Engine>,
    flags: Arc<Flags>,
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
    position: Position,
    history: Vec<u64>,
}

impl<W: Write + Send + 'static> Session<W> {
    fn new(output: W) -> Session<W> {
        let settings = Settings::default();
        Session {
            output: Arc::new(Mutex::new(output)),
            engine: Some(Engine::new(settings.engine.clone())),
            running: None,
            position: Position::start(settings.book),
            history: Vec::new(),
            settings,
        }
    }

    fn send(&self, write: impl FnOnce(&mut W) -> io::Result<()>) -> io::Result<()> {
        send(&self.output, write)
    }

    fn execute(&mut self, command: Command) -> io::Result<Result<(), UciError>> {
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
            Command::NewGame => {
                return Ok(self.idle_engine().map(|engine| engine.new_game()));
            }
            Command::SetOption(name, value) => return Ok(self.set_option(&name, value.as_deref())),
            Command::Position(tfen, moves) => {
                return Ok(parse_position(tfen.as_deref(), &moves, self.settings.book).map(
                    |read| {
                        (self.position, self.history) = read;
                    },
                ));
            }
            Command::Go(go) => return Ok(self.go(&go)),
            Command::Stop => self.signal(|flags| flags.stop.store(true, Ordering::Relaxed)),
            Command::PonderHit => {
                self.signal(|flags| flags.pondering.store(false, Ordering::Relaxed))
            }
            Command::Quit | Command::Ignored => {}
        }
        Ok(Ok(()))
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), UciError> {
        self.idle_engine()?;
        let before = self.settings.clone();
        let effect = self.settings.set(name, value)?;
        if self.settings.book != before.book {
            self.position = Position::start(self.settings.book);
            self.history.clear();
        }
        let options = self.settings.engine.clone();
        let engine = self.idle_engine()?;
        match effect {
            Effect::Set => engine.set_options(options).map_err(|error| {
                self.settings = before;
                UciError(error.to_string())
            }),
            Effect::ClearHash => {
                engine.new_game();
                Ok(())
            }
        }
    }

    fn go(&mut self, go: &Go) -> Result<(), UciError> {
        self.idle_engine()?;
        let limits = go.limits(&self.position)?;
        let Some(mut engine) = self.engine.take() else {
            return Err(UciError("a search is running, send stop first".to_owned()));
        };
        let flags = Arc::new(Flags::default());
        flags.pondering.store(go.ponder, Ordering::Relaxed);
        let (position, history, output) =
            (self.position.clone(), self.history.clone(), self.output.clone());
        let waits_for_stop = go.waits_for_stop();
        let clock = SystemClock::start();
        let search_flags = flags.clone();
        let handle = thread::spawn(move || {
            let signals = Signals {
                stop: &search_flags.stop,
                pondering: &search_flags.pondering,
                clock: &clock,
            };
            let result =
                search(&mut engine, &position, &history, &limits, signals, waits_for_stop, &output);
            search_flags.finished.store(true, Ordering::Relaxed);
            let _ = send(&output, |output| writeln!(output, "{}", best_move_line(&result)));
            engine
        });
        self.running = Some(RunningSearch { handle, flags });
        Ok(())
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

    fn end_search(&mut self) {
        self.signal(|flags| flags.stop.store(true, Ordering::Relaxed));
        if let Some(running) = self.running.take() {
            // The engine is lost if the search panicked: create a new one.
            let engine = running.handle.join();
            self.engine =
                Some(engine.unwrap_or_else(|_| Engine::new(self.settings.engine.clone())));
        }
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

fn search<W: Write>(
    engine: &mut Engine,
    position: &Position,
    history: &[u64],
    limits: &Limits,
    signals: Signals<'_>,
    waits_for_stop: bool,
    output: &Output<W>,
) -> SearchResult {
    // The output is closed: end the search, there is nobody to report an error to.
    let mut report = |info: Info| {
        if send(output, |output| writeln!(output, "{}", info_line(&info))).is_err() {
            signals.stop.store(true, Ordering::Relaxed);
        }
    };
    let result = engine.search_with(position, history, limits, signals, &mut report);
    while (waits_for_stop || signals.pondering.load(Ordering::Relaxed))
        && !signals.stop.load(Ordering::Relaxed)
    {
        thread::park_timeout(Duration::from_millis(100));
    }
    result
}

fn info_line(info: &Info) -> String {
    let moves: Vec<String> = info.pv.iter().map(Move::to_string).collect();
    format!(
        "info depth {} seldepth {} multipv {} score {} nodes {} nps {} hashfull {} time {} pv {}",
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
