//! The UCI protocol by script: what is said, in what order, and that nothing said to it is fatal.

use std::{
    io::{BufRead, BufReader, PipeReader, PipeWriter, Write, pipe},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use trid_rules::{Move, Position, RuleBook};

/// An engine at the other end of two pipes.
struct Client {
    to: PipeWriter,
    from: BufReader<PipeReader>,
    engine: JoinHandle<std::io::Result<()>>,
}

impl Client {
    fn start() -> Client {
        let (input, to) = pipe().unwrap();
        let (from, output) = pipe().unwrap();
        let engine = thread::spawn(move || trid_engine::uci::run(BufReader::new(input), output));
        Client { to, from: BufReader::new(from), engine }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.to, "{line}").unwrap();
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.from.read_line(&mut line).unwrap();
        assert!(line.ends_with('\n'), "the engine is gone");
        line.trim_end().to_owned()
    }

    /// All lines up to one that begins so, that one last.
    fn until(&mut self, beginning: &str) -> Vec<String> {
        let mut lines = vec![self.line()];
        while !lines.last().unwrap().starts_with(beginning) {
            lines.push(self.line());
        }
        lines
    }

    /// Says something that makes no sense, and gets told so.
    fn refused(&mut self, line: &str, part: &str) {
        self.say(line);
        let result = self.line();
        assert!(result.starts_with("info string ") && result.contains(part), "{line:?}: {result}");
    }

    /// Whether it still results.
    fn ready(&mut self) {
        self.say("isready");
        assert_eq!(self.line(), "readyok");
    }

    fn best(&mut self) -> Move {
        let lines = self.until("bestmove");
        lines.last().unwrap().split(' ').nth(1).unwrap().parse().unwrap()
    }

    fn quit(mut self) {
        self.say("quit");
        self.engine.join().unwrap().unwrap();
    }
}

#[test]
fn the_handshake_tells_who_it_is_and_what_can_be_set() {
    let mut client = Client::start();
    client.say("uci");
    let lines = client.until("uciok");
    assert!(lines[0].starts_with("id name Tri-D "));
    for option in ["Hash", "Threads", "MultiPV", "Level", "Move Overhead", "Ponder", "UCI_Variant"]
    {
        let beginning = format!("option name {option} type ");
        assert!(lines.iter().any(|line| line.starts_with(&beginning)), "{option}");
    }
    assert!(
        lines
            .iter()
            .any(|line| line.ends_with("default tridrevised var tridrevised var tridmeder"))
    );
    client.ready();
    client.quit();
}

#[test]
fn a_search_tells_its_lines_and_a_legal_best_move() {
    for (variant, book) in [("tridrevised", RuleBook::Revised), ("tridmeder", RuleBook::Meder)] {
        let mut client = Client::start();
        client.say(&format!("setoption name UCI_Variant value {variant}"));
        client.say("setoption name MultiPV value 2");
        client.say("position startpos moves b2Wb4N d7Bd5N");
        client.say("go depth 5");
        let lines = client.until("bestmove");
        assert!(
            lines
                .iter()
                .any(|line| line.starts_with("info depth 5 ")
                    && line.contains(" multipv 2 score cp "))
        );
        let words: Vec<&str> = lines.last().unwrap().split(' ').collect();
        assert_eq!((words[0], words[2]), ("bestmove", "ponder"));
        let mut position = Position::start(book);
        for text in ["b2Wb4N", "d7Bd5N", words[1], words[3]] {
            position = position.play(text.parse().unwrap()).unwrap();
        }
        client.quit();
    }
}

#[test]
fn positions_may_be_given_as_tfen_or_fen() {
    let mut client = Client::start();
    let tfen = Position::start(RuleBook::Meder).to_tfen();
    for verb in ["tfen", "fen"] {
        client.say(&format!("position {verb} {tfen} meder moves b2Wb4N"));
        client.say("go nodes 500");
        client.best();
    }
    client.quit();
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let mut client = Client::start();
    client.say("position startpos");
    client.say("go searchmoves a2Wa3W depth 4");
    assert_eq!(client.best().to_string(), "a2Wa3W");
    client.quit();
}

#[test]
fn what_makes_no_sense_is_answered_and_not_fatal() {
    let mut client = Client::start();
    client.refused("hello", "unknown command \"hello\"");
    client.refused("position startpos moves b2Wb9N", "b9N");
    client.refused("position tfen rubbish", "T-FEN");
    client.refused("position startpos moves a1Wa1W", "a1Wa1W");
    client.refused("go depth many", "many");
    client.refused("go searchmoves b2Wb5N depth 2", "b2Wb5N");
    client.refused("setoption name Hash value -3", "Hash");
    client.refused("setoption name Colour value red", "Colour");
    client.refused("\u{fffd}\u{0}x", "unknown command");
    client.say("");
    client.say("debug on");
    client.refused("joho isready", "\"joho\"");
    assert_eq!(client.line(), "readyok");
    client.ready();
    client.say("go depth 3");
    client.best();
    client.quit();
}

#[test]
fn it_answers_while_it_thinks_and_stops_when_told() {
    let mut client = Client::start();
    client.say("go infinite");
    client.say("isready");
    client.until("readyok");
    client.say("go depth 2");
    let refusal = client.until("info string").pop().unwrap();
    assert!(refusal.contains("stop"), "{refusal}");
    thread::sleep(Duration::from_millis(100));
    client.say("stop");
    client.best();
    client.ready();
    // At once again, and with another option: the engine is its own again.
    client.say("setoption name Threads value 2");
    client.say("go nodes 2000");
    client.best();
    client.quit();
}

#[test]
fn an_infinite_search_of_a_finished_tree_waits_for_stop() {
    let mut client = Client::start();
    // Mate in one: the tree is soon known.
    client.say("position tfen 4/4/4/4|4/4/4/4|4/4/4/4|QL1w:2/2,KL1w:1K/2,QL6b:2/2,KL6b:1k/2 w - - - - - 0 1");
    client.say("go infinite depth 1");
    thread::sleep(Duration::from_millis(150));
    client.say("isready");
    let lines = client.until("readyok");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    client.say("stop");
    client.best();
    client.quit();
}

#[test]
fn pondering_ends_with_ponderhit() {
    let mut client = Client::start();
    client.say("position startpos moves b2Wb4N");
    client.say("go ponder wtime 1000 btime 1000");
    thread::sleep(Duration::from_millis(200));
    client.say("isready");
    let lines = client.until("readyok");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    let began = Instant::now();
    client.say("ponderhit");
    client.best();
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
    client.quit();
}

#[test]
fn helpers_are_not_waited_for_when_there_is_no_time() {
    let mut client = Client::start();
    client.say("setoption name Threads value 4");
    client.say("go wtime 50 btime 50");
    let lines = client.until("bestmove");
    // One thread alone counts the same nodes each time.
    let nodes = |lines: &[String]| {
        let words: Vec<String> =
            lines.iter().flat_map(|line| line.split(' ')).map(str::to_owned).collect();
        words.windows(2).find(|pair| pair[0] == "nodes").map(|pair| pair[1].clone())
    };
    client.say("setoption name Threads value 1");
    client.say("ucinewgame");
    client.say("go depth 1");
    assert_eq!(nodes(&lines), nodes(&client.until("bestmove")));
    client.quit();
}

#[test]
fn the_end_of_the_input_ends_it_even_while_it_thinks() {
    let mut client = Client::start();
    client.say("go infinite");
    let Client { to, engine, from } = client;
    drop(to);
    engine.join().unwrap().unwrap();
    drop(from);
}

#[test]
fn a_finished_game_has_no_best_move() {
    let mut client = Client::start();
    let mate =
        include_str!("data/mates-revised.txt").lines().find(|line| line.starts_with("1 ")).unwrap();
    let mut parts = mate.splitn(3, ' ').skip(1);
    let (key, tfen) = (parts.next().unwrap(), parts.next().unwrap());
    client.say(&format!("position tfen {tfen} moves {key}"));
    client.say("go depth 3");
    assert_eq!(client.until("bestmove").last().unwrap(), "bestmove 0000");
    client.quit();
}
