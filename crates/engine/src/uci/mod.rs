//! The engine behind the UCI protocol, so that any chess tool can drive it.
//!
//! One thread reads; a search runs in another and hands the engine back when it is done. What makes no
//! sense is answered with `info string` and otherwise ignored.

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

use command::{Command, Go, Trouble, excerpt, read_position, split_unknown};
use options::{Effect, Settings};
use trid_rules::{Move, Position};

use crate::{Answer, Engine, Info, Limits, Score, Signals, SystemClock};

/// Reads commands until `quit` or the end of the input, and answers them.
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
            session.say(|output| {
                writeln!(output, "info string {unknown:?} is unknown, passed over")
            })?;
        }
        let command = Command::read(line);
        if command == Ok(Command::Quit) {
            break;
        }
        let done = match command {
            Ok(command) => session.obey(command)?,
            Err(trouble) => Err(trouble),
        };
        if let Err(trouble) = done {
            session.say(|output| writeln!(output, "info string {trouble}"))?;
        }
    }
    session.end_search();
    Ok(())
}

type Output<W> = Arc<Mutex<W>>;

/// A search that is under way.
struct Running {
    handle: JoinHandle<Engine>,
    flags: Arc<Flags>,
}

#[derive(Default)]
struct Flags {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// The best move is being told: what comes now need not wait for `stop`.
    answered: AtomicBool,
}

struct Session<W> {
    output: Output<W>,
    settings: Settings,
    /// `None` while a search has it.
    engine: Option<Engine>,
    running: Option<Running>,
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

    fn say(&self, write: impl FnOnce(&mut W) -> io::Result<()>) -> io::Result<()> {
        say(&self.output, write)
    }

    fn obey(&mut self, command: Command) -> io::Result<Result<(), Trouble>> {
        self.reap();
        match command {
            Command::Uci => {
                let settings = Settings::default();
                self.say(|output| {
                    writeln!(output, "id name Tri-D {}", env!("CARGO_PKG_VERSION"))?;
                    writeln!(output, "id author the Tri-D authors")?;
                    settings.tell(output)?;
                    writeln!(output, "uciok")
                })?;
            }
            Command::IsReady => self.say(|output| writeln!(output, "readyok"))?,
            Command::NewGame => {
                return Ok(self.idle_engine().map(|engine| engine.new_game()));
            }
            Command::SetOption(name, value) => return Ok(self.set_option(&name, value.as_deref())),
            Command::Position(tfen, moves) => {
                return Ok(read_position(tfen.as_deref(), &moves, self.settings.book).map(
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
            Command::Quit | Command::Nothing => {}
        }
        Ok(Ok(()))
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), Trouble> {
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
                Trouble(error.to_string())
            }),
            Effect::ClearHash => {
                engine.new_game();
                Ok(())
            }
        }
    }

    fn go(&mut self, go: &Go) -> Result<(), Trouble> {
        self.idle_engine()?;
        let limits = go.limits(&self.position)?;
        let Some(mut engine) = self.engine.take() else {
            return Err(Trouble("a search is under way: send stop first".to_owned()));
        };
        let flags = Arc::new(Flags::default());
        flags.pondering.store(go.ponder, Ordering::Relaxed);
        let (position, history, output) =
            (self.position.clone(), self.history.clone(), self.output.clone());
        let waits = go.waits();
        let clock = SystemClock::start();
        let theirs = flags.clone();
        let handle = thread::spawn(move || {
            let signals =
                Signals { stop: &theirs.stop, pondering: &theirs.pondering, clock: &clock };
            let answer = search(&mut engine, &position, &history, &limits, signals, waits, &output);
            theirs.answered.store(true, Ordering::Relaxed);
            let _ = say(&output, |output| writeln!(output, "{}", best_move_line(&answer)));
            engine
        });
        self.running = Some(Running { handle, flags });
        Ok(())
    }

    /// Tells the search something, and wakes it where it has nothing left to do but wait.
    fn signal(&self, set: impl FnOnce(&Flags)) {
        if let Some(running) = &self.running {
            set(&running.flags);
            running.handle.thread().unpark();
        }
    }

    /// Takes the engine back from a search that is over.
    fn reap(&mut self) {
        if self.running.as_ref().is_some_and(|running| running.handle.is_finished()) {
            self.end_search();
        }
    }

    fn end_search(&mut self) {
        self.signal(|flags| flags.stop.store(true, Ordering::Relaxed));
        if let Some(running) = self.running.take() {
            // A search that panicked takes its engine with it; a new one goes on.
            let engine = running.handle.join();
            self.engine =
                Some(engine.unwrap_or_else(|_| Engine::new(self.settings.engine.clone())));
        }
    }

    /// The engine, if no search has it. A search that only has to hand it back is waited for.
    fn idle_engine(&mut self) -> Result<&mut Engine, Trouble> {
        let ending = |running: &Running| {
            running.flags.stop.load(Ordering::Relaxed)
                || running.flags.answered.load(Ordering::Relaxed)
        };
        if self.running.as_ref().is_some_and(ending) {
            self.end_search();
        }
        self.engine
            .as_mut()
            .ok_or_else(|| Trouble("a search is under way: send stop first".to_owned()))
    }
}

fn say<W: Write>(
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
    waits: bool,
    output: &Output<W>,
) -> Answer {
    // Nobody can be told that the output is gone; then the search just ends.
    let mut tell = |info: Info| {
        if say(output, |output| writeln!(output, "{}", info_line(&info))).is_err() {
            signals.stop.store(true, Ordering::Relaxed);
        }
    };
    let answer = engine.think(position, history, limits, signals, &mut tell);
    while (waits || signals.pondering.load(Ordering::Relaxed))
        && !signals.stop.load(Ordering::Relaxed)
    {
        thread::park_timeout(Duration::from_millis(100));
    }
    answer
}

fn info_line(info: &Info) -> String {
    let moves: Vec<String> = info.moves.iter().map(Move::to_string).collect();
    format!(
        "info depth {} seldepth {} multipv {} score {} nodes {} nps {} hashfull {} time {} pv {}",
        info.depth,
        info.selective_depth,
        info.line,
        score_text(info.score),
        info.nodes,
        info.nodes_per_second(),
        info.hash_full,
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

fn best_move_line(answer: &Answer) -> String {
    match (answer.best(), answer.ponder()) {
        (Some(best), Some(ponder)) => format!("bestmove {best} ponder {ponder}"),
        (Some(best), None) => format!("bestmove {best}"),
        (None, _) => "bestmove 0000".to_owned(),
    }
}
