//! Runs the engine's commands: analyse, annotate, match, play, uci.

mod trid;

use std::fs;
use std::io::{Read, Write};
use std::process::{Command, Stdio};

use serde_json::Value;
use trid::{Output, check_error, stdout, trid};

#[test]
fn analyse_prints_json() {
    let output =
        stdout(&["analyse", "--depth", "5", "--lines", "2", "--json", "--rules", "meder"], "");
    let lines: Vec<Value> =
        output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let last = lines.last().unwrap();
    assert_eq!((&last["depth"], &last["line"]), (&5.into(), &2.into()));
    assert!(last["score"]["centipawns"].is_i64(), "{last}");
    assert_eq!(last["moves"].as_array().unwrap().len(), last["text"].as_array().unwrap().len());
}

#[test]
fn analyse_prints_text() {
    let output = stdout(&["analyse", "--depth", "4"], "");
    assert!(output.lines().last().unwrap().contains(" kn/s  1. "), "{output}");
}

/// Black lets a knight go around and give mate.
const MATED_GAME: &str =
    "[White \"Ada\"]\n\n1. Nc3N d5N 2. b4W O-O 3. Nxd5N b6N 4. Nxb6N a6N 5. Nxc8B# 1-0";

#[test]
fn annotate_writes_scores_glyphs_and_better_moves() {
    let arguments = ["annotate", "-", "--nodes", "3000"];
    let input = "1. b4N {to the middle} 1... Nb6N (1... c5N) 2. a3W $14 Nc4W *";
    let output = stdout(&arguments, input);
    assert_eq!(output.matches("[%eval ").count(), 4, "{output}");
    for kept in ["to the middle}", "(1... c5N", "$14"] {
        assert!(output.contains(kept), "{kept}: {output}");
    }
    assert_eq!(stdout(&["convert", "-", "--to", "tpgn"], &output), output);
    assert_eq!(stdout(&arguments, input), output, "a search limited by nodes is deterministic");
}

#[test]
fn annotate_reports_accuracy_as_json() {
    let games = format!("{MATED_GAME}\n\n1. b4N Nb6N 1-0");
    let output = stdout(&["annotate", "-", "--nodes", "3000", "--json"], &games);
    let reports: Vec<Value> =
        output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [mated, short] = &reports[..] else { panic!("{output}") };
    assert_eq!((&mated["game"], &short["game"]), (&1.into(), &2.into()));
    assert_eq!(mated["tags"]["White"], "Ada");
    let plies = mated["plies"].as_array().unwrap();
    assert_eq!((&plies[8]["eval"], &plies[8]["winChance"]), (&Value::Null, &1.0.into()));
    let errors =
        ["inaccuracies", "mistakes", "blunders"].map(|kind| mated["black"][kind].as_u64().unwrap());
    assert!(errors.iter().sum::<u64>() > 0, "{output}");
    assert!(mated["white"]["accuracy"].as_f64() > mated["black"]["accuracy"].as_f64());
    assert_eq!(short["plies"].as_array().unwrap().len(), 2);
}

#[test]
fn annotate_reports_the_time_used() {
    let game = "[TimeControl \"60+1\"]\n\n1. b4N {[%clk 0:00:58]} 1... Nb6N *";
    let output = stdout(&["annotate", "-", "--nodes", "100", "--json"], game);
    let report: Value = serde_json::from_str(&output).unwrap();
    assert_eq!(report["plies"][0]["timeUsed"], 3_000, "{output}");
    assert_eq!(report["white"]["timeUsed"], 3_000, "{output}");
    assert_eq!(
        (&report["plies"][1]["timeUsed"], &report["black"]["timeUsed"]),
        (&Value::Null, &Value::Null)
    );
}

#[test]
fn annotate_skips_games_with_errors() {
    let games = "1. b4N *\n\n[White \"Bob\"]\n\n1. Nc9B *\n\n[White \"Eve\"]\n\n1. a3W *\n";
    let Output { status, stdout, stderr } = trid(&["annotate", "-", "--nodes", "100"], games);
    assert_eq!(status, 1, "{stderr}");
    assert_eq!(stdout.matches("[Event ").count(), 2, "{stdout}");
    assert!(stderr.contains("Nc9B"), "{stderr}");
    check_error(&["annotate", "/no/such/file"], "", 2, "No such file");
}

/// Standard output of a match, which reports its progress on standard error.
#[track_caller]
fn stdout_with_progress(arguments: &[&str]) -> String {
    let Output { status, stdout, stderr } = trid(arguments, "");
    assert_eq!(status, 0, "{stderr}");
    stdout
}

#[test]
fn a_match_prints_its_result_and_saves_its_games() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.tpgn");
    let path = file.to_str().unwrap();
    let arguments = ["match", "greedy", "random", "--games", "4", "--json", "--tpgn", path];
    let output = stdout_with_progress(&arguments);
    let games = fs::read_to_string(&file).unwrap();
    let result: Value = serde_json::from_str(output.lines().last().unwrap()).unwrap();
    assert_eq!(result["games"], 4);
    let sum =
        ["wins", "draws", "losses"].map(|key| result[key].as_u64().unwrap()).iter().sum::<u64>();
    assert_eq!(sum, 4);
    assert_eq!(games.matches("[Event \"trid match\"]").count(), 4);
    assert_eq!(stdout(&["convert", "-", "--to", "tpgn"], &games), games);
    let again = stdout_with_progress(&arguments[..6]);
    assert_eq!(again, output, "a match limited by nodes is deterministic");
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_prints_its_result_so_far() {
    use std::io::{BufRead, BufReader, Read};
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.tpgn");
    let mut child = Command::new(env!("CARGO_BIN_EXE_trid"))
        .args(["match", "random", "random", "--games", "1000000", "--json", "--tpgn"])
        .arg(&file)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Progress after 50 games.
    let mut progress = String::new();
    BufReader::new(child.stderr.as_mut().unwrap()).read_line(&mut progress).unwrap();
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let mut output = String::new();
    child.stdout.as_mut().unwrap().read_to_string(&mut output).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{output}");
    let result: Value = serde_json::from_str(output.trim_end()).unwrap();
    assert!(result["games"].as_u64().unwrap() >= 50, "{output}");
    let games = fs::read_to_string(&file).unwrap();
    assert_eq!(games.matches("[Event ").count() as u64, result["games"].as_u64().unwrap());
    assert!(games.trim_end().ends_with(['0', '1', '2', '*']), "the last game is incomplete");
}

/// The example runs in a shell exactly as printed, and ends by itself.
#[cfg(unix)]
#[test]
fn the_example_of_help_uci_works() {
    let help = stdout(&["help", "uci"], "");
    let example = help.lines().find_map(|line| line.strip_prefix("Example: ")).unwrap();
    let folder = std::path::Path::new(env!("CARGO_BIN_EXE_trid")).parent().unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let output = Command::new("sh").args(["-c", example]).env("PATH", path).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains("\ninfo depth 8 "), "{text}");
    assert!(text.lines().last().unwrap().starts_with("bestmove "), "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_hash_size_beyond_memory_is_refused() {
    let run_limited = |command: &str, input: &str| {
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
    let run = run_limited("uci", "setoption name Hash value 4096\ngo depth 2\nisready\n");
    let output = String::from_utf8_lossy(&run.stdout);
    assert!(output.contains("info string cannot allocate a hash table of 4096 MiB"), "{output}");
    assert!(output.contains("bestmove ") && run.status.success(), "{output}");
    for command in ["analyse --hash 4096 --depth 2", "match full random --hash 4096 --games 1"] {
        let run = run_limited(command, "");
        assert_eq!(run.status.code(), Some(2), "{command}");
        assert!(String::from_utf8_lossy(&run.stderr).contains("4096 MiB"), "{command}");
    }
}

#[test]
fn a_match_is_played_against_another_program() {
    let path = env!("CARGO_BIN_EXE_trid");
    for (player, rules) in
        [(format!("uci:{path}"), "revised"), (format!("uci:{path} uci"), "meder")]
    {
        let arguments = [
            "match", &player, "random", "--games", "2", "--nodes", "300", "--rules", rules,
            "--json",
        ];
        let result: Value = serde_json::from_str(&stdout(&arguments, "")).unwrap();
        assert_eq!(result["wins"], 2, "{player}: {result}");
    }
    let nothing = ["match", "uci:/nonexistent/engine", "random", "--games", "2"];
    check_error(&nothing, "", 2, "/nonexistent/engine cannot be started: ");
    let ends = ["match", "uci:/bin/true", "random", "--games", "2"];
    check_error(&ends, "", 2, "/bin/true does not answer uci with uciok");
}

#[test]
fn a_match_refuses_an_unknown_player() {
    check_error(&["match", "full", "karpov"], "", 2, "karpov");
    check_error(&["match", "full", "karpov"], "", 2, "material3");
}

#[test]
fn a_terminal_game_can_be_played_saved_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("play.tpgn");
    let path = file.to_str().unwrap();
    let script = format!("help\nb4N\nnonsense\nundo\nNb3N\nhint\nsave {path}\nresign\nquit\n");
    let output = stdout(&["play", "--level", "1"], &script);
    for part in [
        "You play white against level 1",
        "black plays ",
        "\"nonsense\" cannot be played",
        "try ",
        "0-1",
    ] {
        assert!(output.contains(part), "{part:?} is not in {output}");
    }
    let resumed = stdout(&["play", "--resume", path], "moves\nquit\n");
    let saved = fs::read_to_string(&file).unwrap();
    assert!(resumed.contains("You play white against level 1"), "{resumed}");
    assert!(saved.contains("[White \"you\"]") && saved.contains("1. Nb3N"), "{saved}");
}

#[test]
fn a_terminal_game_names_the_landings_of_a_move_without_a_level() {
    for (text, expected) in [
        ("b4", "\"b4\" names no level: type b4N or b4W"),
        ("Nb3", "\"Nb3\" names no level: type Nb3N or Nb3W"),
        ("b2-b4", "\"b2-b4\" names no level: type b4N or b4W"),
    ] {
        let output = stdout(&["play", "--level", "1"], format!("{text}\n"));
        assert!(output.contains(expected), "{output}");
    }
}

#[test]
fn a_terminal_game_reads_annotated_moves_and_capitals() {
    for text in ["1. b4N", "b4N!"] {
        let output = stdout(&["play", "--level", "1"], format!("{text}\nQuit\nhelp\n"));
        assert!(output.contains("black plays ") && !output.contains("save FILE"), "{output}");
    }
}

#[test]
fn a_finished_terminal_game_offers_no_moves() {
    let output = stdout(&["play", "--level", "1"], "resign\nmoves\nhint\nb4\n");
    assert!(!output.contains("b4N"), "{output}");
    assert_eq!(output.matches("the game is over").count(), 3, "{output}");
}

#[test]
fn a_terminal_game_resumes_every_record_format() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game");
    let path = file.to_str().unwrap();
    for format in ["tpgn", "json", "tfen"] {
        fs::write(&file, stdout(&["convert", "-", "--to", format], "1. b4N b5N")).unwrap();
        let output = stdout(&["play", "--resume", path, "--level", "1"], "");
        assert!(output.contains("White to move, move 2"), "{format}: {output}");
    }
    fs::write(&file, "1. b4N b5N").unwrap();
    let output = stdout(&["play", "--resume", path, "--level", "1"], "");
    assert!(output.contains("White to move, move 2"), "{output}");
    fs::write(&file, "1. b4N b4N").unwrap();
    check_error(&["play", "--resume", path], "", 1, "\"b4N\" cannot be played");
}

/// With piped input nothing is asked: the file is overwritten, and `quit` leaves.
#[test]
fn a_terminal_game_does_not_ask_without_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.tpgn");
    fs::write(&file, "old").unwrap();
    let script = format!("save {}\nb4N\nquit\nhelp\n", file.display());
    let output = stdout(&["play", "--level", "1"], script);
    assert!(!output.contains("[y/N]") && !output.contains("save FILE"), "{output}");
    assert!(fs::read_to_string(&file).unwrap().contains("[White \"you\"]"));
}

#[test]
fn a_terminal_game_survives_invalid_utf8() {
    let output = stdout(&["play", "--level", "1"], b"\xff\xfe\nb4N\n");
    assert!(output.contains("cannot be played") && output.contains("black plays "), "{output}");
    assert!(output.ends_with("white> \n"), "{output}");
}

#[test]
fn a_resumed_game_keeps_its_tags() {
    let folder = tempfile::tempdir().unwrap();
    let [first, second] = ["a.tpgn", "b.tpgn"].map(|name| folder.path().join(name));
    let text = "[Event \"Evening\"]\n[Date \"2026.01.02\"]\n[White \"you\"]\n[Black \"Tri-D level 2\"]\n\n1. b4N *\n";
    fs::write(&first, text).unwrap();
    let script = format!("save {}\n", second.display());
    stdout(&["play", "--resume", first.to_str().unwrap()], &script);
    let saved = fs::read_to_string(&second).unwrap();
    for tag in ["[Event \"Evening\"]", "[Date \"2026.01.02\"]", "[Black \"Tri-D level 2\"]"] {
        assert_eq!(saved.matches(tag).count(), 1, "{saved}");
    }
}

#[test]
fn a_terminal_game_is_saved_in_the_format_of_the_file_name() {
    let folder = tempfile::tempdir().unwrap();
    for (name, beginning) in [("game.json", "{\"version\":3,"), ("game.tpgn", "[Event ")] {
        let path = folder.path().join(name);
        stdout(&["play", "--level", "1"], format!("b4N\nsave {}\n", path.display()));
        let saved = fs::read_to_string(&path).unwrap();
        assert!(saved.starts_with(beginning), "{saved}");
    }
}

/// Skipped with a message if `script`, which gives the command a terminal, is not installed.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_in_a_terminal_game_warns_before_it_loses_moves() {
    let shell = format!("'{}' play --level 1", env!("CARGO_BIN_EXE_trid"));
    let child = Command::new("script")
        .args(["-qec", &shell, "/dev/null"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut child) = child else {
        eprintln!("skipped: script is not installed");
        return;
    };
    let mut keys = child.stdin.take().unwrap();
    let mut output = child.stdout.take().unwrap();
    let mut shown = String::new();
    let mut press_after = |text: &str, pressed: &[u8]| {
        while !shown.contains(text) {
            let mut bytes = [0; 4096];
            let length = output.read(&mut bytes).unwrap();
            assert!(length > 0, "{text:?} is not in {shown:?}");
            shown += &String::from_utf8_lossy(&bytes[..length]);
        }
        shown.clear();
        keys.write_all(pressed).unwrap();
    };
    press_after("white> ", b"b4N\n");
    press_after("white> ", b"\x03");
    press_after("The game is not saved. Press Ctrl-C again", b"moves\n");
    press_after("white> ", b"\x03");
    press_after("The game is not saved. Press Ctrl-C again", b"\x03");
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

/// Skipped with a message if python-chess is not installed.
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
    let import = Command::new("python3").args(["-c", "import chess.engine"]).output();
    if !import.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: python-chess is not installed; `pip install chess` to run this test");
        return;
    }
    let output =
        Command::new("python3").args(["-c", script, env!("CARGO_BIN_EXE_trid")]).output().unwrap();
    let messages = String::from_utf8_lossy(&output.stderr);
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "driven", "{messages}");
}
