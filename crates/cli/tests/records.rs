//! Runs the commands that read records: replay, convert, `board --ply`.

mod trid;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use trid::{check_error, stdout};

const GAME: &str = "[White \"Ada\"]\n\n1. b4N Nb6N {here} 2. a3W (2. d3W!?) 2... Nc4W 1-0\n";
const FINAL: &str = "2n1/P3/2PP/NBBN|4/4/1P2/4|1bbn/pppp/4/4|QL1w:PP/RQ,KL1w:PP/KR,QL6b:rq/pp,KL6b:kr/pp w KQkq - - - - 1 3\n";

#[test]
fn replay_reads_any_notation() {
    for moves in [
        GAME,
        "b4N Nb6N a3W Nc4W",
        "1. b2Wb4N a8Bb6N 2. a2Wa3W b6Nc4W *",
        "b2Wb4N\na8Bb6N\na2Wa3W\nb6Nc4W\n",
        "1.b4N Na8B-b6N 2.Pa3W Nc4W+ 1-0",
    ] {
        assert_eq!(stdout(&["replay", "-"], moves), FINAL, "{moves}");
    }
    assert_eq!(
        stdout(&["replay", "-", "--tfen", FINAL.trim()], "c3N"),
        stdout(&["apply", "c3N", "--tfen", FINAL.trim()], "")
    );
}

#[test]
fn replay_reports_the_illegal_move_and_its_reasons() {
    check_error(
        &["replay", "-"],
        b"1. b4N Nb6N\n2. Nb9N",
        1,
        "line 2, column 4: \"Nb9N\" cannot be played\nE_NONEXISTENT_TARGET",
    );
    check_error(&["replay", "-"], b"b4N;a3W", 1, "E_ONE_ACTION");
    check_error(&["replay", "-"], b"1. b4N {unclosed", 2, "line 1, column 8");
    check_error(&["replay", "-"], b"", 2, "no game");
    check_error(&["replay", "-"], b"\x00\xff\x01", 2, "UTF-8");
    check_error(&["replay", "no/such/file"], b"", 2, "cannot read");
}

#[test]
fn every_format_converts_to_every_other() {
    let json = stdout(&["convert", "-", "--to", "json"], GAME);
    let tpgn = stdout(&["convert", "-", "--to", "tpgn"], GAME);
    assert!(json.starts_with("{\"version\":3,"), "{json}");
    assert!(tpgn.contains("1. b4N Nb6N {here} 2. a3W (2. d3W $5) 2... Nc4W 1-0\n"), "{tpgn}");
    for text in [&json, &tpgn] {
        assert_eq!(stdout(&["convert", "-", "--to", "json"], text), json);
        assert_eq!(stdout(&["convert", "-", "--to", "tpgn"], text), tpgn);
        assert_eq!(stdout(&["convert", "-", "--to", "tfen"], text), FINAL);
    }
    for to in ["json", "tpgn"] {
        let converted = stdout(&["convert", "-", "--to", to], FINAL);
        assert_eq!(stdout(&["convert", "-", "--to", "tfen"], &converted), FINAL);
    }
    let many = stdout(&["convert", "-", "--to", "json"], tpgn.repeat(3));
    assert_eq!(many, json.repeat(3));
    let array = format!("[{},\n{}]", json.trim_end(), json.trim_end());
    assert_eq!(stdout(&["convert", "-", "--to", "json"], array), json.repeat(2));
    assert_eq!(stdout(&["convert", "-", "--to", "tpgn"], &many), tpgn.repeat(3));
}

#[test]
fn byte_order_marks_and_crlf_are_accepted_and_utf16_is_refused() {
    let json = stdout(&["convert", "-", "--to", "json"], GAME);
    for text in [GAME, &json, FINAL] {
        let plain = stdout(&["replay", "-"], text);
        assert_eq!(stdout(&["replay", "-"], format!("\u{feff}{text}")), plain);
        assert_eq!(stdout(&["replay", "-"], text.replace('\n', "\r\n")), plain);
        let wide: Vec<u8> =
            format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect();
        check_error(&["replay", "-"], &wide, 2, "line 1, column 1: text in UTF-16, expected UTF-8");
    }
    let faulty = b"\n4/4\xFF|";
    check_error(&["replay", "-"], faulty, 2, "line 2, column 4: not text in UTF-8");
}

/// The format is detected even if a pipe delivers one byte at a time.
#[test]
fn a_slow_pipe_is_read_like_a_file() {
    let json = stdout(&["convert", "-", "--to", "json"], GAME);
    let mut child = Command::new(env!("CARGO_BIN_EXE_trid"))
        .args(["replay", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let (first, rest) = json.as_bytes().split_at(1);
    for part in [first, rest] {
        stdin.write_all(part).unwrap();
        stdin.flush().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(300));
    }
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), FINAL);
}

#[test]
fn conversion_keeps_the_rule_book() {
    let meder = stdout(&["convert", "-", "--to", "tpgn", "--rules", "meder"], "1. b4N *");
    assert!(meder.contains("[Variant \"Tri-D meder\"]"), "{meder}");
    assert!(stdout(&["convert", "-", "--to", "tfen"], &meder).ends_with(" 0 1 meder\n"));
    assert!(
        stdout(&["convert", "-", "--to", "tfen", "--rules", "meder"], &meder).ends_with(" 0 1\n")
    );
}

#[test]
fn convert_writes_files_atomically() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json");
    let name = path.to_str().unwrap();
    stdout(&["convert", "-", "--to", "json", "--output", name], GAME);
    let whole = fs::read_to_string(&path).unwrap();
    assert!(whole.starts_with("{\"version\":3,"));
    let broken = "1. nonsense *\n";
    check_error(&["convert", "-", "--to", "json", "--output", name], broken, 1, "nonsense");
    assert_eq!(fs::read_to_string(&path).unwrap(), whole, "the old file is kept");
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

#[test]
fn convert_refuses_a_folder_as_output() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().to_str().unwrap();
    check_error(
        &["convert", "-", "--to", "json", "--output", name],
        GAME,
        2,
        "is a folder, expected a file",
    );
    let missing = folder.path().join("no/game.json");
    let arguments = ["convert", "-", "--to", "json", "--output", missing.to_str().unwrap()];
    check_error(&arguments, GAME, 2, "cannot write");
}

/// Renaming a new file over a device, a pipe or a link would destroy it.
#[cfg(unix)]
#[test]
fn convert_writes_through_pipes_and_links() {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let json = stdout(&["convert", "-", "--to", "json"], GAME);
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).unwrap()
    });
    stdout(&["convert", "-", "--to", "json", "--output", pipe.to_str().unwrap()], GAME);
    assert_eq!(reader.join().unwrap(), json);
    assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());

    let (real, link) = (folder.path().join("real.json"), folder.path().join("link.json"));
    fs::write(&real, "old").unwrap();
    fs::set_permissions(&real, fs::Permissions::from_mode(0o600)).unwrap();
    symlink(&real, &link).unwrap();
    stdout(&["convert", "-", "--to", "json", "--output", link.to_str().unwrap()], GAME);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&real).unwrap(), json);
    assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn damaged_saved_games_are_refused() {
    check_error(&["convert", "-", "--to", "tfen"], br#"{"version": 9}"#, 2, "unknown version 9");
    check_error(
        &["convert", "-", "--to", "tfen"],
        br#"{"version": 3, "rules": "revised"}"#,
        2,
        "missing field `start`",
    );
    check_error(
        &["convert", "-", "--to", "tfen"],
        b"{\"version\": 3,\n \"rules\": 7}",
        2,
        "line 2, column",
    );
    check_error(&["convert", "-", "--to", "tfen"], b"{\"version\": 3", 2, "EOF");
    let game = stdout(&["convert", "-", "--to", "json"], GAME);
    check_error(
        &["convert", "-", "--to", "tfen"],
        game.replace("\"resigned\"", "\"checkmate\""),
        2,
        "status \"checkmate\", result \"1-0\" and no reason contradict the game or each other",
    );
    let deep = format!("{{\"version\": {}", "[".repeat(100_000));
    check_error(&["convert", "-", "--to", "tfen"], deep, 2, "EOF");
    let long = format!("{{\"comments\": [\"{}\"]}}", "x".repeat(17 << 20));
    check_error(&["convert", "-", "--to", "tfen"], long, 2, "bytes");
}

#[test]
fn board_draws_any_ply() {
    assert_eq!(stdout(&["board", "--ply", "0", "-"], GAME), stdout(&["board"], ""));
    assert_eq!(stdout(&["board", "-"], GAME), stdout(&["board", "--tfen", FINAL.trim()], ""));
    assert_eq!(stdout(&["board", "-", "--ply", "4"], GAME), stdout(&["board", "-"], GAME));
    check_error(&["board", "-", "--ply", "5"], GAME, 2, "there is no ply 5: the game has 4");
    check_error(&["board", "--ply", "5"], b"", 2, "FILE");
}

const BAD_GAMES: &str = "1. b4N *\n\n1. b4N Nb9N *\n\n1. a3W {unclosed\n";

#[test]
fn a_bad_game_does_not_stop_the_next() {
    let text = format!("1. nonsense *\n\n{GAME}\n{BAD_GAMES}");
    let replayed = trid::trid(&["replay", "-"], &text);
    let b4 = stdout(&["apply", "b4N"], "");
    assert_eq!((replayed.status, replayed.stdout), (1, format!("{FINAL}{b4}")));
    for message in [
        "standard input: line 1, column 4: \"nonsense\" cannot be played\n",
        "standard input: line 9, column 8: \"Nb9N\" cannot be played\nE_NONEXISTENT_TARGET",
        "error: standard input: line 11, column 8: this comment is not closed with }\n",
    ] {
        assert!(replayed.stderr.contains(message), "{message:?} is not in {:?}", replayed.stderr);
    }
    let positions = trid::trid(&["replay", "-"], format!("{FINAL}4/4|x\n\u{feff}{FINAL}"));
    assert_eq!((positions.status, positions.stdout), (1, FINAL.repeat(2)));
    assert!(
        positions.stderr.starts_with("error: standard input: line 2: "),
        "{}",
        positions.stderr
    );

    let json = stdout(&["convert", "-", "--to", "json"], GAME);
    let bad = json.replace("b2Wb4N", "b2Wb9N");
    let saved = trid::trid(&["convert", "-", "--to", "json"], format!("{json}{bad}{json}"));
    assert_eq!((saved.status, saved.stdout), (1, json.repeat(2)));
    let error = "standard input: line 2: move 1: ";
    assert!(saved.stderr.starts_with(error), "{}", saved.stderr);
}

/// Truncated or damaged games in a JSON file, one per line or over several lines, and byte order marks between games.
#[test]
fn broken_json_does_not_stop_the_next_game() {
    let json = stdout(&["convert", "-", "--to", "json"], GAME);
    let half = &json[..json.len() / 2];
    for (broken, error) in [
        (half, "line 2, column "),
        ("{\"version\": 3,,}", "line 2, column 15: "),
        ("{\n \"version\": 3,\n \"rules\": [\n", "line 4, column 11: "),
    ] {
        let text = format!("{json}{broken}\n\u{feff}{json}");
        let converted = trid::trid(&["convert", "-", "--to", "json"], &text);
        assert_eq!((converted.status, converted.stdout), (1, json.repeat(2)), "{broken}");
        let error = format!("error: standard input: {error}");
        assert!(converted.stderr.starts_with(&error), "{broken}: {}", converted.stderr);
        assert_eq!(converted.stderr.lines().count(), 1, "{}", converted.stderr);
    }
    let one_line = format!("{{\"version\": 3 {}", json.repeat(2).replace('\n', ""));
    let error = "line 1, column 15: expected `,` or `}`; no game can be found after it";
    check_error(&["replay", "-"], &one_line, 2, error);
}

/// The option and the game cannot both be right, and neither silently wins.
#[test]
fn a_rule_book_that_contradicts_the_game_is_refused() {
    let meder = "[Variant \"Tri-D meder\"]\n\n1. b4N *\n";
    let saved = stdout(&["convert", "-", "--to", "json"], meder);
    let start = stdout(&["convert", "-", "--to", "tfen"], "*");
    let revised_start = format!("{} revised", start.trim());
    for (text, place) in [(format!("\n{meder}"), "line 2: "), (saved, "")] {
        for command in [&["replay", "-"][..], &["convert", "-", "--to", "tpgn"], &["board", "-"]] {
            let game = "the game names the rule book meder, but";
            let options = [
                (["--rules", "revised"], "--rules asks for revised: drop --rules"),
                (["--tfen", &revised_start], "--tfen asks for revised: drop --tfen"),
            ];
            for (option, rest) in options {
                let arguments = [command, &option].concat();
                check_error(&arguments, &text, 2, &format!("input: {place}{game} {rest}\n"));
            }
            stdout(&[command, &["--rules", "meder"]].concat(), &text);
        }
    }
}

/// A game that names its rule book but no start keeps the start of the option.
#[test]
fn a_named_rule_book_applies_to_the_given_start() {
    let start = FINAL.trim();
    let game = "[Variant \"Tri-D meder\"]\n\n*\n";
    assert_eq!(stdout(&["replay", "-", "--tfen", start], game), format!("{start} meder\n"));
}

#[test]
fn convert_writes_the_good_games_but_never_loses_the_bad_ones() {
    let folder = tempfile::tempdir().unwrap();
    let (input, output) = (folder.path().join("games.tpgn"), folder.path().join("games.txt"));
    let (input_name, output_name) = (input.to_str().unwrap(), output.to_str().unwrap());
    fs::write(&input, BAD_GAMES).unwrap();
    check_error(&["convert", input_name, "--to", "tfen", "-o", output_name], "", 1, "Nb9N");
    assert_eq!(fs::read_to_string(&output).unwrap(), stdout(&["apply", "b4N"], ""));
    check_error(
        &["convert", input_name, "--to", "tpgn", "-o", input_name],
        "",
        1,
        "was left as it is, because writing it would lose the games with errors",
    );
    assert_eq!(fs::read_to_string(&input).unwrap(), BAD_GAMES);
}

#[test]
fn replay_names_the_rule_book() {
    let game = "[Variant \"Tri-D meder\"]\n\n1. b4N *\n";
    let replayed = stdout(&["replay", "-"], game);
    assert!(replayed.ends_with(" 0 1 meder\n"), "{replayed}");
    assert_eq!(stdout(&["replay", "-"], &replayed), replayed);
}

/// A signal during a long conversion leaves nothing behind.
#[cfg(unix)]
#[test]
fn interrupting_convert_removes_its_temporary_file() {
    for (signal, status) in [("-INT", 130), ("-TERM", 143)] {
        let folder = tempfile::tempdir().unwrap();
        let files = || fs::read_dir(folder.path()).unwrap().count();
        let mut child = Command::new(env!("CARGO_BIN_EXE_trid"))
            .args(["convert", "-", "--to", "json", "--output"])
            .arg(folder.path().join("game.json"))
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        // Kept open, so that the input does not end before the signal arrives.
        let stdin = child.stdin.take();
        while files() == 0 {
            assert!(child.try_wait().unwrap().is_none());
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        let id = child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(status));
        drop(stdin);
        assert_eq!(files(), 0, "{signal}");
    }
}

#[test]
fn exports_of_the_original_program_are_replayed() {
    let export = include_str!("../../../docs/examples/older/export.json");
    let tpgn = stdout(&["convert", "-", "--to", "tpgn"], export);
    assert!(
        tpgn.starts_with("[Event \"Manual Save\"]\n[Site \"?\"]\n[Date \"2025.10.05\"]\n"),
        "{tpgn}"
    );
    assert!(tpgn.contains(" 9. O-O-O ") && tpgn.trim_end().ends_with(" 11. QL1-KL2 *"), "{tpgn}");
    let meder = trid::trid(&["convert", "-", "--to", "tpgn", "--rules", "meder"], export);
    assert!(meder.stdout.contains("[Variant \"Tri-D meder\"]"), "{}", meder.stdout);

    let illegal = export.replacen("\"to\": \"a6N\"", "\"to\": \"a4N\"", 1);
    let replayed = trid::trid(&["replay", "-"], illegal);
    assert_eq!(replayed.status, 0);
    let warning = "standard input: Only the saved position was kept: \
                   move 2 (a7B to a4N) is not legal: E_";
    assert!(replayed.stderr.starts_with(warning), "{}", replayed.stderr);
    assert!(replayed.stdout.contains("KL2w:P1/2"), "{}", replayed.stdout);
}

/// Skipped with a message if `script`, which gives the command a terminal, is not installed.
#[cfg(target_os = "linux")]
#[test]
fn convert_shows_progress_only_in_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let (input, output) = (folder.path().join("games.tpgn"), folder.path().join("games.json"));
    // Enough games for more than the tenth of a second after which the row appears.
    fs::write(&input, "1. b4N Nb6N 2. a3W *\n".repeat(40_000)).unwrap();
    let arguments = |output: &Path| {
        let paths = [input.to_str().unwrap(), output.to_str().unwrap()].map(str::to_owned);
        format!("convert '{}' --to json --output '{}'", paths[0], paths[1])
    };
    let shell = format!("'{}' {}", env!("CARGO_BIN_EXE_trid"), arguments(&output));
    let piped = Command::new("sh").args(["-c", &shell]).output().unwrap();
    assert_eq!((piped.status.code(), piped.stderr), (Some(0), Vec::new()));
    let Ok(terminal) = Command::new("script").args(["-qec", &shell, "/dev/null"]).output() else {
        eprintln!("skipped: script is not installed");
        return;
    };
    let shown = String::from_utf8(terminal.stdout).unwrap();
    assert!(shown.contains(" games\u{1b}[K\r"), "{shown:?}");
    assert!(shown.ends_with("\u{1b}[K"), "{shown:?}");
}
