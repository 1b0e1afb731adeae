//! Runs the commands about rules and positions with good and bad input.

mod trid;

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::process::{Command, Stdio};

use trid::{Output, check_error, stdout, trid};

const START: &str = "4/4/PPPP/NBBN|4/4/4/4|nbbn/pppp/4/4|QL1w:PP/RQ,KL1w:PP/KR,QL6b:rq/pp,KL6b:kr/pp w KQkq - - - - 0 1";

fn run(arguments: &[&str]) -> Output {
    trid(arguments, "")
}

#[track_caller]
fn prints(arguments: &[&str], expected: &str) {
    assert_eq!(stdout(arguments, ""), expected, "{arguments:?}");
}

/// Bad usage or input.
#[track_caller]
fn refuses(arguments: &[&str], part: &str) {
    check_error(arguments, "", 2, part);
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn board_draws_svg() {
    let output = stdout(&["board", "--svg", "--tfen", START], "");
    assert!(output.starts_with("<svg ") && output.ends_with("</svg>\n"), "{output}");
    assert_eq!(output.matches("<use ").count(), 32);
}

#[test]
fn licenses_of_dependencies_are_printed() {
    let output = stdout(&["licenses"], "");
    for part in ["\nring ", "\nSQLite, ", "\npreact ", "Permission is hereby granted"] {
        assert!(output.contains(part), "{part}");
    }
}

#[test]
fn without_a_command_it_serves_the_page() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_trid"))
        .env("TRID_ADDR", "127.0.0.1:0")
        .env("TRID_DATA", folder.path())
        .env("CI", "true")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut address = String::new();
    let read = BufReader::new(child.stdout.take().unwrap()).read_line(&mut address);
    let connected = address.trim_end().strip_prefix("http://").map(TcpStream::connect);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(read.is_ok() && matches!(connected, Some(Ok(_))), "{address:?}");
}

#[test]
fn every_command_has_help_with_an_example() {
    let list = run(&["--help"]).stdout;
    let commands: Vec<&str> = list
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(commands.contains(&"perft"), "{commands:?}");
    let mut wide = Vec::new();
    for command in commands {
        let output = run(&[command, "--help"]);
        assert_eq!(output.status, 0);
        assert!(output.stdout.contains("Example"), "no example for {command}");
        assert!(output.stdout.contains(&format!("trid {command}")), "no example for {command}");
        let lines = output.stdout.lines().filter(|line| line.chars().count() > 80);
        wide.extend(lines.map(|line| format!("{command}: {line}")));
    }
    assert!(wide.is_empty(), "{wide:#?}");
}

#[test]
fn perft_counts() {
    prints(&["perft", "0"], "1\n");
    prints(&["perft", "3"], "10004\n");
    prints(&["perft", "3", "--rules", "meder"], "9128\n");
    prints(&["perft", "3", "--threads", "3"], "10004\n");
    prints(&["perft", "3", "--rules", "meder", "--threads", "64"], "9128\n");
}

#[test]
fn perft_divide_does_not_depend_on_threads() {
    let one = run(&["perft", "3", "--divide"]).stdout;
    assert_eq!(one, run(&["perft", "3", "--divide", "--threads", "2"]).stdout);
    let lines: Vec<&str> = one.lines().collect();
    let (total, moves) = lines.split_last().unwrap();
    assert_eq!(*total, "10004");
    assert_eq!(moves.len(), 21);
    let sum: u64 =
        moves.iter().map(|line| line.split_once(": ").unwrap().1.parse::<u64>().unwrap()).sum();
    assert_eq!(sum, 10004);
    assert!(moves.is_sorted(), "{moves:?}");
}

#[test]
fn perft_refuses_bad_arguments() {
    refuses(&["perft"], "DEPTH");
    refuses(&["perft", "-1"], "-1");
    refuses(&["perft", "deep"], "deep");
    refuses(&["perft", "1000"], "1000");
    refuses(&["perft", "2", "--threads", "0"], "1..=256");
    refuses(&["perft", "2", "--threads", "99999999"], "99999999");
    refuses(&["perft", "2", "--rules", "klingon"], "[possible values: revised, meder]");
    refuses(&["perft", "2", "3"], "3");
}

#[test]
fn moves_are_sorted() {
    let output = run(&["moves"]);
    let lines: Vec<&str> = output.stdout.lines().collect();
    assert_eq!((output.status, lines.len()), (0, 21));
    assert!(lines.is_sorted());
    assert!(lines.contains(&"b2Wb4N"));
    assert_eq!(run(&["moves", "--rules", "meder"]).stdout.lines().count(), 20);
}

#[test]
fn a_batch_has_one_reply_per_input_line() {
    let input = format!("{START}\nnonsense\n\n{START} meder\r\n\u{fffd}{START}");
    let output = trid(&["moves", "--batch"], input);
    let lines: Vec<serde_json::Value> = output.stdout.lines().map(json).collect();
    assert_eq!((output.status, lines.len()), (0, 5), "{}", output.stdout);
    assert!(
        output.stdout.starts_with(&format!("{{\"tfen\":\"{START}\",\"check\":false,\"moves\":[\""))
    );
    assert_eq!(lines[0]["moves"].as_array().unwrap().len(), 21);
    assert!(lines[1]["error"].as_str().unwrap().contains("nonsense"));
    assert!(lines[2]["error"].is_string());
    assert_eq!(lines[3]["moves"].as_array().unwrap().len(), 20);
    assert!(lines[4]["error"].is_string());
}

#[test]
fn a_batch_accepts_any_bytes() {
    let mut input = vec![0xff, 0x00, 0xfe, b'\n'];
    input.extend(vec![b'Q'; 1 << 20]);
    input.push(b'\n');
    input.extend(START.as_bytes());
    let output = trid(&["moves", "--batch"], &input);
    let lines: Vec<serde_json::Value> = output.stdout.lines().map(json).collect();
    assert_eq!((output.status, lines.len()), (0, 3));
    assert!(lines[0]["error"].as_str().unwrap().contains("UTF-8"));
    assert!(lines[1]["error"].as_str().unwrap().len() < 500);
    assert_eq!(lines[2]["check"], false);
    let output = trid(&["moves", "--batch"], b"");
    assert_eq!((output.status, output.stdout.as_str()), (0, ""));
}

#[test]
fn a_batch_respects_the_rules_option() {
    let output =
        trid(&["moves", "--batch", "--rules", "meder"], format!("{START}\n{START} revised\n"));
    let lines: Vec<serde_json::Value> = output.stdout.lines().map(json).collect();
    assert_eq!(lines[0]["moves"].as_array().unwrap().len(), 20);
    assert!(lines[1]["error"].as_str().unwrap().contains("--rules asks for meder"));
    refuses(&["moves", "--batch", "--tfen", START], "--tfen");
}

#[test]
fn a_closed_stdout_is_not_an_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_trid"))
        .args(["perft", "1", "--divide"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let result = child.wait_with_output().unwrap();
    assert_eq!(
        (result.status.code(), String::from_utf8(result.stderr).unwrap()),
        (Some(0), String::new())
    );
}

#[test]
fn a_tfen_can_name_its_rule_book() {
    let meder = format!("{START} meder");
    prints(&["perft", "2", "--tfen", &meder], "400\n");
    prints(&["perft", "2", "--tfen", &meder, "--rules", "meder"], "400\n");
    refuses(&["perft", "2", "--tfen", &meder, "--rules", "revised"], "names the rule book meder");
    refuses(&["perft", "2", "--tfen", &format!("{START} chess")], "chess");
}

#[test]
fn a_bad_tfen_is_refused_with_every_reason() {
    refuses(&["board", "--tfen", ""], "0 fields");
    refuses(&["board", "--tfen", "-"], "has 1 field,");
    refuses(&["moves", "--tfen", &START.replace("KR", "QR")], "white has 0 kings");
    let output = run(&["moves", "--tfen", &START.replace("KR", "QR").replace("kr", "qr")]);
    assert!(
        output.stderr.contains("white has 0 kings") && output.stderr.contains("black has 0 kings")
    );
    refuses(&["board", "--tfen", &"x".repeat(100_000)], "has 1 field,");
}

#[test]
fn explain_prints_reason_codes() {
    prints(&["explain", "b2Wb4N"], "legal\n");
    explains("QL1-QL2", "E_TOO_MANY_RIDERS ");
    explains("b2Wb2W", "E_NO_OP ");
    explains("b3Nb4N", "E_NO_PIECE ");
    explains("b7Bb5B", "E_NOT_YOUR_PIECE ");
    explains("QL1xQL2", "E_BOARD_CAPTURE ");
    explains("b2Wb3N;a2Wa3N", "E_ONE_ACTION ");
    explains("hello", "E_SYNTAX ");
    explains("", "E_SYNTAX ");
    refuses(&["explain"], "MOVE");
}

#[track_caller]
fn explains(mv: &str, headline: &str) {
    let output = run(&["explain", mv]);
    assert_eq!((output.status, output.stderr.as_str()), (1, ""), "{mv}");
    assert!(output.stdout.starts_with(headline), "{mv}: {}", output.stdout);
}

#[test]
fn apply_prints_the_next_position() {
    let after = "4/4/P1PP/NBBN|4/4/1P2/4|nbbn/pppp/4/4|QL1w:PP/RQ,KL1w:PP/KR,QL6b:rq/pp,KL6b:kr/pp b KQkq - - b4N - 0 1";
    prints(&["apply", "b2Wb4N"], &format!("{after}\n"));
    let output = run(&["apply", "b2Wb6N"]);
    assert_eq!((output.status, output.stdout.as_str()), (1, ""));
    assert!(output.stderr.starts_with("E_GEOMETRY "), "{}", output.stderr);
}

#[test]
fn apply_reports_what_changes() {
    let check = |tfen: &str, mv: &str, expected: &str| {
        let output = stdout(&["apply", mv, "--json", "--tfen", tfen], "");
        let report = json(&output);
        assert_eq!(report["diff"], json(expected), "{mv}");
        assert_eq!(report["legal"], true);
        assert_eq!(report["reasons"], json("[]"));
        assert_eq!(report["key"].as_str().unwrap().len(), 16);
        assert_eq!(
            run(&["apply", mv, "--tfen", tfen]).stdout.trim_end(),
            report["tfen"].as_str().unwrap()
        );
    };
    check(
        START,
        "a1Wb3W",
        r#"{"moved":[{"color":"white","kind":"knight","from":"a1W","to":"b3W"}],"captured":null,"promoted":null,"boards":[]}"#,
    );
    check(
        "4/4/4/4|4/4/3P/4|4/4/4/1n2|QL1w:2/2,KL1w:2/KR,QL6b:2/2,KL6b:kr/2 w K - - - - 0 5",
        "O-O",
        r#"{"moved":[{"color":"white","kind":"king","from":"d0KL1","to":"e0KL1"},{"color":"white","kind":"rook","from":"e0KL1","to":"d0KL1"}],"captured":null,"promoted":null,"boards":[]}"#,
    );
    check(
        "4/4/4/4|4/1p2/P3/4|4/4/4/4|QL1w:2/2,KL1w:2/KR,QL6b:2/2,KL6b:kr/2 w - - - - - 0 5",
        "a4Nb5N",
        r#"{"moved":[{"color":"white","kind":"pawn","from":"a4N","to":"b5N"}],"captured":{"color":"black","kind":"pawn","square":"b5N"},"promoted":null,"boards":[]}"#,
    );
    check(
        "4/4/4/4|4/4/4/4|4/1P2/4/4|QL1w:2/R1,KL1w:2/KR,QL6b:2/2,KL6b:kr/2 w - - - - - 0 5",
        "QL1-QL2^180",
        r#"{"moved":[{"color":"white","kind":"rook","from":"z0QL1","to":"a5QL2"}],"captured":null,"promoted":null,"boards":[{"owner":"white","from":"QL1","to":"QL2","turned":true}]}"#,
    );
    check(
        "4/4/4/4|4/4/4/4|4/1P2/4/4|QL1w:2/2,KL1w:2/KR,QL6b:2/2,KL6b:kr/2 w - - - - - 0 5",
        "b7Bb8B=N",
        r#"{"moved":[{"color":"white","kind":"pawn","from":"b7B","to":"b8B"}],"captured":null,"promoted":{"color":"white","kind":"knight","square":"b8B"},"boards":[]}"#,
    );
    check(
        "4/4/4/4|4/4/4/4|P3/4/4/4|QL1b:2/2,KL1w:2/KR,QL6w:2/2,KL6b:kr/2 w - - - - - 0 5",
        "QL6-QL5=Q",
        r#"{"moved":[],"captured":null,"promoted":{"color":"white","kind":"queen","square":"a8B"},"boards":[{"owner":"white","from":"QL6","to":"QL5","turned":false}]}"#,
    );
}

#[test]
fn apply_leaves_the_position_after_an_illegal_move() {
    let output = run(&["apply", "QL1-QL2", "--json"]);
    assert_eq!((output.status, output.stderr.as_str()), (1, ""));
    let report = json(&output.stdout);
    assert_eq!(report["legal"], false);
    assert_eq!(report["tfen"], START);
    assert_eq!(report["reasons"][0]["code"], "E_TOO_MANY_RIDERS");
    assert_eq!(report["reasons"][0]["pins"], json(r#"["QL1"]"#));
    assert_eq!(report["diff"], json(r#"{"moved":[],"captured":null,"promoted":null,"boards":[]}"#));
    let keys: Vec<&str> = ["legal", "reasons", "tfen", "key", "diff"].into();
    let places: Vec<usize> =
        keys.iter().map(|key| output.stdout.find(&format!("\"{key}\":")).unwrap()).collect();
    assert!(places.is_sorted(), "{}", output.stdout);
}

#[test]
fn the_text_board_fits_eighty_columns() {
    let output = stdout(&["board"], "");
    let drawn = output.lines().take(13).collect::<Vec<_>>().join("\n");
    let start = "
        W, the lowest                   N                  B, the highest
      z a  a b c d  d e         z a  a b c d  d e         z a  a b c d  d e
9                                                     QL6 r q           k r KL6
8                                                      Bl p p  n b b n  p p Bl
7                           QL4                   KL4          p p p p
6                           free     . . . .     free          . . . .
5 QL2                   KL2          . . . .          QL5      . . . .      KL5
4 free     . . . .     free          . . . .          free                 free
3          . . . .          QL3      . . . .      KL3
2          P P P P          free                 free
1 QL1 P P  N B B N  P P KL1
0  Wh R Q           K R Wh
      z a  a b c d  d e         z a  a b c d  d e         z a  a b c d  d e";
    assert_eq!(drawn, start.trim_start_matches('\n'));
    assert!(!output.contains('\x1b'), "color without a terminal");
}

#[test]
fn the_text_board_lists_what_it_cannot_draw() {
    let tfen = "4/4/4/4|4/4/4/4|4/4/4/4|QL2w:P1/2,KL1w:2/KR,KL4b:2/2,QL5b^:1q/1k w - - - - - 0 5";
    let output = stdout(&["board", "--tfen", tfen], "");
    assert!(output.contains("White to move, move 5, rule book revised"), "{output}");
    assert!(output.contains("Bl^ . k"), "{output}");
    assert!(output.contains("\nFrozen: z5QL2\n"), "{output}");
    assert!(output.lines().all(|line| line.chars().count() <= 80), "{output}");
}

#[test]
fn world_prints_the_whole_geometry() {
    let output = stdout(&["world"], "");
    assert_eq!(output.lines().count(), 1);
    let world = json(&output);
    assert_eq!(world["boards"].as_array().unwrap().len(), 27);
    assert_eq!(world["squares"].as_array().unwrap().len(), 144);
    assert_eq!(world["pins"].as_array().unwrap().len(), 12);
    assert_eq!(world["graphs"]["revised"]["QL1"], json(r#"["QL2","KL1","KL2"]"#));
    refuses(&["world", "--tfen", START], "--tfen");
}

#[test]
fn snapshot_contains_the_position_and_its_moves() {
    let output = stdout(&["snapshot", "--rules", "meder"], "");
    assert_eq!(output.lines().count(), 1);
    let snapshot = json(&output);
    assert_eq!(snapshot["rules"], "meder");
    assert_eq!(snapshot["tfen"], START);
    assert_eq!(snapshot["status"], "ongoing");
    assert_eq!(snapshot["boards"].as_array().unwrap().len(), 4);
    assert_eq!(snapshot["pieces"].as_array().unwrap().len(), 32);
    assert_eq!(snapshot["moves"].as_array().unwrap().len(), 20);
    let bare = "4/4/4/4|4/4/4/4|4/4/4/4|QL1w:2/2,KL1w:2/K1,QL6b:2/2,KL6b:k1/2 w - - - - - 0 9";
    let snapshot = json(&run(&["snapshot", "--tfen", bare]).stdout);
    let ending = ["status", "result", "reason"].map(|key| snapshot[key].as_str().unwrap());
    assert_eq!(ending, ["draw", "1/2-1/2", "bareKings"]);
    refuses(&["snapshot", "--tfen", "nonsense"], "nonsense");
}

#[test]
fn completions_support_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = stdout(&["completions", shell], "");
        assert!(output.contains("perft"), "{shell}");
    }
    refuses(&["completions", "tcsh"], "tcsh");
}

#[test]
fn unknown_commands_and_options_are_refused() {
    refuses(&["mvoes"], "moves");
    refuses(&["moves", "--bacth"], "--batch");
    refuses(&["board", "extra"], "extra");
}

#[test]
fn help_shows_a_quoted_tfen() {
    for command in ["moves", "explain", "apply", "board", "perft", "play", "analyse", "snapshot"] {
        let help = stdout(&["help", command], "").replace(char::is_whitespace, " ");
        assert!(help.contains("--tfen '4/4/PPPP/"), "{command}: {help}");
    }
}
