//! The engine's commands as a person, a script or a foreign chess program uses them.

mod program;

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

fn trid(words: &[&str], input: &str) -> (i32, String, String) {
    trid_reading(words, input.as_bytes())
}

fn trid_reading(words: &[&str], input: &[u8]) -> (i32, String, String) {
    let run = program::run(words, input);
    (run.status, run.output, run.messages)
}

#[test]
fn analyse_tells_its_lines_as_json() {
    let (status, output, _) =
        trid(&["analyse", "--depth", "5", "--lines", "2", "--json", "--rules", "meder"], "");
    assert_eq!(status, 0);
    let lines: Vec<Value> =
        output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let last = lines.last().unwrap();
    assert_eq!((&last["depth"], &last["line"]), (&5.into(), &2.into()));
    assert!(last["score"]["centipawns"].is_i64(), "{last}");
    assert_eq!(last["moves"].as_array().unwrap().len(), last["text"].as_array().unwrap().len());
}

#[test]
fn analyse_tells_its_lines_to_people() {
    let (status, output, _) = trid(&["analyse", "--depth", "4"], "");
    assert_eq!(status, 0);
    assert!(output.lines().last().unwrap().contains(" kn/s  1. "), "{output}");
}

#[test]
fn a_match_ends_with_its_result_and_keeps_its_games() {
    let file = std::env::temp_dir().join(format!("trid-match-{}.tpgn", std::process::id()));
    let path = file.to_str().unwrap();
    let words = ["match", "greedy", "random", "--games", "4", "--json", "--tpgn", path];
    let (status, output, _) = trid(&words, "");
    let games = fs::read_to_string(&file).unwrap();
    fs::remove_file(&file).unwrap();
    assert_eq!(status, 0);
    let result: Value = serde_json::from_str(output.lines().last().unwrap()).unwrap();
    assert_eq!(result["games"], 4);
    let sum =
        ["wins", "draws", "losses"].map(|key| result[key].as_u64().unwrap()).iter().sum::<u64>();
    assert_eq!(sum, 4);
    assert_eq!(games.matches("[Event \"trid match\"]").count(), 4);
    let (status, converted, _) = trid(&["convert", "-", "--to", "tpgn"], &games);
    assert_eq!((status, converted), (0, games), "the games are written in the one exact form");
    let again = trid(&words[..6], "");
    assert_eq!(again.1, output, "a match by nodes is the same when it is played again");
}

#[cfg(target_os = "linux")]
#[test]
fn a_table_too_large_for_the_machine_is_refused() {
    let limited = |command: &str, input: &str| {
        let script = format!("ulimit -v 1500000; exec \"$0\" {command}");
        let mut child = Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_trid")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        child.wait_with_output().unwrap()
    };
    let run = limited("uci", "setoption name Hash value 4096\ngo depth 2\nisready\n");
    let output = String::from_utf8_lossy(&run.stdout);
    assert!(output.contains("info string cannot allocate a hash table of 4096 MiB"), "{output}");
    assert!(output.contains("bestmove ") && run.status.success(), "{output}");
    for command in ["analyse --hash 4096 --depth 2", "match full random --hash 4096 --games 1"] {
        let run = limited(command, "");
        assert_eq!(run.status.code(), Some(2), "{command}");
        assert!(String::from_utf8_lossy(&run.stderr).contains("4096 MiB"), "{command}");
    }
}

#[test]
fn a_match_refuses_what_is_no_player() {
    let (status, output, messages) = trid(&["match", "full", "karpov"], "");
    assert_eq!((status, output.as_str()), (2, ""));
    assert!(messages.contains("karpov") && messages.contains("material3"), "{messages}");
}

#[test]
fn a_game_in_the_terminal_is_played_saved_and_resumed() {
    let file = std::env::temp_dir().join(format!("trid-play-{}.tpgn", std::process::id()));
    let path = file.to_str().unwrap();
    let script = format!("help\nb4N\nnonsense\nundo\nNb3N\nhint\nsave {path}\nresign\nquit\n");
    let (status, output, _) = trid(&["play", "--level", "1"], &script);
    assert_eq!(status, 0);
    for part in [
        "You play white against level 1",
        "black plays ",
        "\"nonsense\" cannot be played",
        "try ",
        "0-1",
    ] {
        assert!(output.contains(part), "{part:?} is not in {output}");
    }
    let (status, resumed, _) = trid(&["play", "--resume", path], "moves\nquit\n");
    let saved = fs::read_to_string(&file).unwrap();
    fs::remove_file(&file).unwrap();
    assert_eq!(status, 0);
    assert!(resumed.contains("You play white against level 1"), "{resumed}");
    assert!(saved.contains("[White \"you\"]") && saved.contains("1. Nb3N"), "{saved}");
}

#[test]
fn a_game_in_the_terminal_survives_what_is_no_text() {
    let script = b"\xff\xfe\nb4N\n";
    let (status, output, messages) = trid_reading(&["play", "--level", "1"], script);
    assert_eq!((status, messages.as_str()), (0, ""));
    assert!(output.contains("cannot be played") && output.contains("black plays "), "{output}");
    assert!(output.ends_with("white> \n"), "{output}");
}

#[test]
fn a_resumed_game_keeps_its_tags() {
    let folder = std::env::temp_dir();
    let [first, second] =
        ["a", "b"].map(|name| folder.join(format!("trid-tags-{}-{name}.tpgn", std::process::id())));
    let text = "[Event \"Evening\"]\n[Date \"2026.01.02\"]\n[White \"you\"]\n[Black \"Tri-D level 2\"]\n\n1. b4N *\n";
    fs::write(&first, text).unwrap();
    let script = format!("save {}\n", second.display());
    let (status, output, _) = trid(&["play", "--resume", first.to_str().unwrap()], &script);
    let saved = fs::read_to_string(&second).unwrap();
    [first, second].iter().for_each(|file| fs::remove_file(file).unwrap());
    assert_eq!(status, 0, "{output}");
    for tag in ["[Event \"Evening\"]", "[Date \"2026.01.02\"]", "[Black \"Tri-D level 2\"]"] {
        assert_eq!(saved.matches(tag).count(), 1, "{saved}");
    }
}

/// Handshake, options and quit by python-chess; skipped, with a message, where it is not installed
/// (`pip install chess`).
#[test]
fn python_chess_drives_the_engine() {
    let script = r#"
import sys
import chess.engine
engine = chess.engine.SimpleEngine.popen_uci([sys.argv[1], "uci"], timeout=60)
assert engine.id["name"].startswith("Tri-D"), engine.id
for name in ("Hash", "Threads", "MultiPV", "Level", "Move Overhead", "UCI_Variant"):
    assert name in engine.options, name
assert engine.options["Level"].max == 10
assert engine.options["UCI_Variant"].var == ["tridrevised", "tridmeder"]
engine.configure({"Hash": 8, "Level": 3, "Move Overhead": 20})
engine.ping()
engine.quit()
print("driven")
"#;
    let has_it = Command::new("python3").args(["-c", "import chess.engine"]).output();
    if !has_it.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: python-chess is not installed; `pip install chess` to run this test");
        return;
    }
    let output =
        Command::new("python3").args(["-c", script, env!("CARGO_BIN_EXE_trid")]).output().unwrap();
    let messages = String::from_utf8_lossy(&output.stderr);
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "driven", "{messages}");
}
