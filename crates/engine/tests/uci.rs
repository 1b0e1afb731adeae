//! Scripted UCI sessions: responses, their order, and robustness against invalid input.

use std::{
    io::{BufRead, BufReader, PipeReader, PipeWriter, Write, pipe},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use trid_rules::{Move, Position, RuleBook};

/// A UCI client connected to an engine thread by two pipes.
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

    fn send(&mut self, line: &str) {
        writeln!(self.to, "{line}").unwrap();
    }

    fn receive(&mut self) -> String {
        let mut line = String::new();
        self.from.read_line(&mut line).unwrap();
        assert!(line.ends_with('\n'), "the engine is gone");
        line.trim_end().to_owned()
    }

    /// Reads up to and including the first output line with this prefix.
    fn receive_until(&mut self, prefix: &str) -> Vec<String> {
        let mut lines = vec![self.receive()];
        while !lines.last().unwrap().starts_with(prefix) {
            lines.push(self.receive());
        }
        lines
    }

    /// Sends a command and checks the `info string` in response.
    fn check_info(&mut self, line: &str, part: &str) {
        self.send(line);
        let result = self.receive();
        assert!(result.starts_with("info string ") && result.contains(part), "{line:?}: {result}");
    }

    /// Checks that the engine still responds.
    fn check_ready(&mut self) {
        self.send("isready");
        assert_eq!(self.receive(), "readyok");
    }

    /// Sends a command and reads up to the best move.
    fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        self.receive_until("bestmove")
    }

    fn best_move(&mut self, line: &str) -> Move {
        self.send(line);
        self.receive_best_move()
    }

    fn receive_best_move(&mut self) -> Move {
        let lines = self.receive_until("bestmove");
        lines.last().unwrap().split(' ').nth(1).unwrap().parse().unwrap()
    }

    fn quit(mut self) {
        self.send("quit");
        self.engine.join().unwrap().unwrap();
    }
}

#[test]
fn handshake_lists_name_and_options() {
    let mut client = Client::start();
    client.send("uci");
    let lines = client.receive_until("uciok");
    assert!(lines[0].starts_with("id name Tri-D "));
    for option in [
        "Hash",
        "Threads",
        "MultiPV",
        "Level",
        "Move Overhead",
        "Use NNUE",
        "EvalFile",
        "Ponder",
        "UCI_ShowWDL",
        "UCI_Variant",
    ] {
        let prefix = format!("option name {option} type ");
        assert!(lines.iter().any(|line| line.starts_with(&prefix)), "{option}");
    }
    assert!(
        lines
            .iter()
            .any(|line| line.ends_with("default tridrevised var tridrevised var tridmeder"))
    );
    client.check_ready();
    client.quit();
}

#[test]
fn search_reports_variations_and_a_legal_best_move() {
    for (variant, book) in [("tridrevised", RuleBook::Revised), ("tridmeder", RuleBook::Meder)] {
        let mut client = Client::start();
        client.send(&format!("setoption name UCI_Variant value {variant}"));
        client.send("setoption name MultiPV value 2");
        client.send("position startpos moves b2Wb4N d7Bd5N");
        let lines = client.ask("go depth 5");
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
fn scores_have_chances_on_request() {
    let mut client = Client::start();
    let has_chances = |lines: &[String]| lines.iter().any(|line| line.contains(" wdl "));
    assert!(!has_chances(&client.ask("go depth 3")));
    client.check_info("setoption name UCI_ShowWDL value maybe", "takes true or false");
    client.send("setoption name UCI_ShowWDL value true");
    let lines = client.ask("go depth 3");
    let infos: Vec<&String> = lines.iter().filter(|line| line.contains(" score ")).collect();
    assert!(!infos.is_empty());
    for info in infos {
        let (_, chances) = info.split_once(" wdl ").unwrap();
        let chances = chances.split(' ').take(3).map(|word| word.parse::<u32>().unwrap());
        assert_eq!(chances.sum::<u32>(), 1_000, "{info}");
    }
    client.quit();
}

#[test]
fn position_accepts_tfen_and_fen() {
    let mut client = Client::start();
    let tfen = Position::start(RuleBook::Meder).to_tfen();
    for verb in ["tfen", "fen"] {
        client.send(&format!("position {verb} {tfen} meder moves b2Wb4N"));
        client.best_move("go nodes 500");
    }
    client.quit();
}

#[test]
fn searchmoves_restricts_the_root() {
    let mut client = Client::start();
    client.send("position startpos");
    assert_eq!(client.best_move("go searchmoves a2Wa3W depth 4").to_string(), "a2Wa3W");
    client.quit();
}

#[test]
fn invalid_commands_are_reported_and_not_fatal() {
    let mut client = Client::start();
    client.check_info("hello", "unknown command \"hello\"");
    client.check_info("position startpos moves b2Wb9N", "b9N");
    client.check_info("position tfen rubbish", "T-FEN");
    client.check_info("position startpos moves a1Wa1W", "a1Wa1W");
    client.send("position startpos");
    client.check_info("go depth many nodes 100", "many");
    client.receive_best_move();
    client.check_info("go searchmoves b2Wb5N depth 2", "b2Wb5N");
    client.receive_best_move();
    client.check_info("setoption name Hash value -3", "Hash");
    client.check_info("setoption name Colour value red", "Colour");
    client.check_info("\u{fffd}\u{0}x", "unknown command");
    client.send("");
    client.send("debug on");
    client.check_info("joho isready", "\"joho\"");
    assert_eq!(client.receive(), "readyok");
    client.check_ready();
    client.best_move("go depth 3");
    client.quit();
}

#[test]
fn go_ignores_unknown_and_invalid_tokens() {
    let mut client = Client::start();
    for line in [
        "go fast depth 2",
        "go depth 2 now",
        "go nodes many depth 2",
        "go nodes depth 2",
        "go wtime 1e3 depth 2",
        "go searchmoves b2Wb5N nonsense9 depth 2",
    ] {
        let lines = client.ask(line);
        assert!(lines[0].starts_with("info string "), "{line}: {lines:?}");
        assert!(lines.iter().any(|line| line.starts_with("info depth 2 ")), "{line}: {lines:?}");
    }
    // Without a valid limit the search waits for `stop`, like a bare `go`.
    client.check_info("go depth many", "depth many");
    client.best_move("stop");
    // An illegal move does not widen the search beyond the legal ones.
    assert_eq!(client.best_move("go searchmoves b2Wb5N a2Wa3W depth 2").to_string(), "a2Wa3W");
    client.quit();
}

#[test]
fn go_after_an_invalid_position_has_bestmove_0000() {
    let mut client = Client::start();
    for line in ["position", "position tfen rubbish", "position startpos moves b2Wb4N b2Wb4N"] {
        for recovery in ["position startpos moves b2Wb4N", "ucinewgame"] {
            client.send("position startpos moves a2Wa3W");
            client.send(line);
            let reason = client.receive();
            for go in ["go depth 2", "go infinite", "go fast"] {
                let lines = client.ask(go);
                let reported = &lines[lines.len() - 2];
                assert!(
                    reported.ends_with(reason.strip_prefix("info string ").unwrap()),
                    "{lines:?}"
                );
                assert_eq!(lines.last().unwrap(), "bestmove 0000", "{line}, {go}");
            }
            client.send("setoption name UCI_Variant value tridmeder");
            client.send("setoption name UCI_Variant value tridrevised");
            assert_eq!(client.ask("go depth 1").last().unwrap(), "bestmove 0000");
            client.send(recovery);
            let best = client.best_move("go depth 2");
            let position = Position::start(RuleBook::Revised);
            let position = match recovery {
                "ucinewgame" => position,
                _ => position.play("b2Wb4N".parse().unwrap()).unwrap(),
            };
            assert!(position.is_legal(best), "{line}, {recovery}: {best}");
        }
    }
    client.quit();
}

#[test]
fn isready_and_stop_work_during_a_search() {
    let mut client = Client::start();
    client.send("go infinite");
    client.send("isready");
    client.receive_until("readyok");
    client.send("go depth 2");
    let error = client.receive_until("info string").pop().unwrap();
    assert!(error.contains("stop"), "{error}");
    thread::sleep(Duration::from_millis(100));
    client.best_move("stop");
    client.check_ready();
    // A new search with another option starts immediately.
    client.send("setoption name Threads value 2");
    client.best_move("go nodes 2000");
    client.quit();
}

#[test]
fn infinite_search_waits_for_stop() {
    let mut client = Client::start();
    // The search finishes immediately.
    client.send("position tfen 4/4/4/4|4/4/4/4|4/4/4/4|QL1w:2/2,KL1w:1K/2,QL6b:2/2,KL6b:1k/2 w - - - - - 0 1");
    client.send("go infinite depth 1");
    thread::sleep(Duration::from_millis(150));
    client.send("isready");
    let lines = client.receive_until("readyok");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    client.best_move("stop");
    client.quit();
}

#[test]
fn pondering_ends_with_ponderhit() {
    let mut client = Client::start();
    client.send("position startpos moves b2Wb4N");
    client.send("go ponder wtime 1000 btime 1000");
    thread::sleep(Duration::from_millis(200));
    client.send("isready");
    let lines = client.receive_until("readyok");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    let started = Instant::now();
    client.best_move("ponderhit");
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
    client.quit();
}

#[test]
fn short_time_budgets_use_one_thread() {
    let mut client = Client::start();
    client.send("setoption name Threads value 4");
    let lines = client.ask("go wtime 50 btime 50");
    // The node count of one thread is deterministic.
    let nodes = |lines: &[String]| {
        let words: Vec<String> =
            lines.iter().flat_map(|line| line.split(' ')).map(str::to_owned).collect();
        words.windows(2).find(|pair| pair[0] == "nodes").map(|pair| pair[1].clone())
    };
    client.send("setoption name Threads value 1");
    client.send("ucinewgame");
    assert_eq!(nodes(&lines), nodes(&client.ask("go depth 1")));
    client.quit();
}

#[test]
fn end_of_input_ends_a_running_search() {
    let mut client = Client::start();
    client.send("go infinite");
    let Client { to, engine, from } = client;
    drop(to);
    engine.join().unwrap().unwrap();
    drop(from);
}

#[test]
fn end_of_input_lets_a_limited_search_finish() {
    let mut client = Client::start();
    client.send("go depth 8");
    let Client { to, engine, mut from } = client;
    drop(to);
    let mut lines = String::new();
    std::io::Read::read_to_string(&mut from, &mut lines).unwrap();
    assert!(lines.contains("\ninfo depth 8 "), "{lines}");
    assert!(lines.lines().last().unwrap().starts_with("bestmove "), "{lines}");
    engine.join().unwrap().unwrap();
}

#[test]
fn finished_games_have_bestmove_0000() {
    let mut client = Client::start();
    let mate =
        include_str!("data/mates-revised.txt").lines().find(|line| line.starts_with("1 ")).unwrap();
    let mut parts = mate.splitn(3, ' ').skip(1);
    let (key, tfen) = (parts.next().unwrap(), parts.next().unwrap());
    client.send(&format!("position tfen {tfen} moves {key}"));
    assert_eq!(client.ask("go depth 3").last().unwrap(), "bestmove 0000");
    client.quit();
}

/// The score of the start position after a depth-1 search.
fn start_score(client: &mut Client) -> String {
    client.send("ucinewgame");
    client.send("position startpos");
    let lines = client.ask("go depth 1");
    let (_, score) = lines[0].split_once(" score ").unwrap();
    score.split(" nodes ").next().unwrap().to_owned()
}

#[test]
fn the_network_can_be_enabled_and_disabled() {
    let mut client = Client::start();
    client.check_info("setoption name Use NNUE value false", "classical evaluation");
    let classical = start_score(&mut client);
    client.check_info("setoption name Use NNUE value true", "network <embedded>");
    assert_ne!(start_score(&mut client), classical);
    client.check_info("setoption name Use NNUE value false", "classical evaluation");
    assert_eq!(start_score(&mut client), classical);
    client.quit();
}

#[test]
fn a_bad_network_file_keeps_the_current_network() {
    let folder = std::env::temp_dir().join(format!("trid-uci-networks {}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (good, damaged) = (folder.join("good.bin"), folder.join("damaged.bin"));
    let mut bytes = include_bytes!("../../../content/networks/network.bin").to_vec();
    std::fs::write(&good, &bytes).unwrap();
    bytes[5_000] ^= 1;
    std::fs::write(&damaged, &bytes).unwrap();
    let set = |path: &std::path::Path| format!("setoption name EvalFile value {}", path.display());

    let mut client = Client::start();
    client.check_info("setoption name Use NNUE value true", "network <embedded>");
    let embedded = start_score(&mut client);
    let kept = "missing.bin, keeping <embedded>: ";
    client.check_info(&set(&folder.join("missing.bin")), kept);
    client.check_info(&set(&folder), "keeping <embedded>: ");
    let kept = "damaged.bin, keeping <embedded>: The network file is damaged";
    client.check_info(&set(&damaged), kept);
    assert_eq!(start_score(&mut client), embedded);
    client.check_info(&set(&good), "good.bin");
    client.check_info(&set(&damaged), "good.bin: The network file is damaged");
    assert_eq!(start_score(&mut client), embedded);
    client.check_info("setoption name EvalFile value <embedded>", "network <embedded>");
    client.check_ready();
    client.quit();
    std::fs::remove_dir_all(&folder).unwrap();
}
