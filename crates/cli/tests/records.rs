//! `trid replay`, `trid convert` and `trid board --ply`: every form in, every form out, nothing half-written.

mod program;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

const GAME: &str = "[White \"Ada\"]\n\n1. b4N Nb6N {here} 2. a3W (2. d3W!?) 2... Nc4W 1-0\n";
const FINAL: &str = "2n1/P3/2PP/NBBN|4/4/1P2/4|1bbn/pppp/4/4|QL1w:PP/RQ,KL1w:PP/KR,QL6b:rq/pp,KL6b:kr/pp w KQkq - - - - 1 3\n";

/// The results, where there is nothing to complain about.
#[track_caller]
fn results(words: &[&str], input: &str) -> String {
    let run = program::run(words, input.as_bytes());
    assert_eq!((run.status, run.messages.as_str()), (0, ""), "{words:?}");
    run.output
}

#[track_caller]
fn check_refused(words: &[&str], input: &[u8], status: i32, message: &str) {
    let run = program::run(words, input);
    assert_eq!(run.status, status, "{}", run.messages);
    assert_eq!(run.output, "");
    assert!(run.messages.contains(message), "{}", run.messages);
}

/// An empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn replay_takes_any_notation() {
    for moves in [
        GAME,
        "b4N Nb6N a3W Nc4W",
        "1. b2Wb4N a8Bb6N 2. a2Wa3W b6Nc4W *",
        "b2Wb4N\na8Bb6N\na2Wa3W\nb6Nc4W\n",
        "1.b4N Na8B-b6N 2.Pa3W Nc4W+ 1-0",
    ] {
        assert_eq!(results(&["replay", "-"], moves), FINAL, "{moves}");
    }
    assert_eq!(
        results(&["replay", "-", "--tfen", FINAL.trim()], "c3N"),
        results(&["apply", "c3N", "--tfen", FINAL.trim()], "")
    );
}

#[test]
fn replay_says_which_move_and_why() {
    check_refused(
        &["replay", "-"],
        b"1. b4N Nb6N\n2. Nb9N",
        1,
        "line 2, column 4: \"Nb9N\" cannot be played\nE_NONEXISTENT_TARGET",
    );
    check_refused(&["replay", "-"], b"b4N;a3W", 1, "E_ONE_ACTION");
    check_refused(&["replay", "-"], b"1. b4N {unclosed", 2, "line 1, column 8");
    check_refused(&["replay", "-"], b"", 2, "no game");
    check_refused(&["replay", "-"], b"\x00\xff\x01", 2, "UTF-8");
    check_refused(&["replay", "no/such/file"], b"", 2, "cannot read");
}

#[test]
fn every_form_becomes_every_other() {
    let json = results(&["convert", "-", "--to", "json"], GAME);
    let tpgn = results(&["convert", "-", "--to", "tpgn"], GAME);
    assert!(json.starts_with("{\"version\":3,"), "{json}");
    assert!(tpgn.contains("1. b4N Nb6N {here} 2. a3W (2. d3W $5) 2... Nc4W 1-0\n"), "{tpgn}");
    for form in [&json, &tpgn] {
        assert_eq!(results(&["convert", "-", "--to", "json"], form), json);
        assert_eq!(results(&["convert", "-", "--to", "tpgn"], form), tpgn);
        assert_eq!(results(&["convert", "-", "--to", "tfen"], form), FINAL);
    }
    for to in ["json", "tpgn"] {
        let converted = results(&["convert", "-", "--to", to], FINAL);
        assert_eq!(results(&["convert", "-", "--to", "tfen"], &converted), FINAL);
    }
    let many = results(&["convert", "-", "--to", "json"], &tpgn.repeat(3));
    assert_eq!(many, json.repeat(3));
    assert_eq!(results(&["convert", "-", "--to", "tpgn"], &many), tpgn.repeat(3));
}

#[test]
fn texts_come_as_other_programs_write_them() {
    let json = results(&["convert", "-", "--to", "json"], GAME);
    for text in [GAME, &json, FINAL] {
        let plain = results(&["replay", "-"], text);
        assert_eq!(results(&["replay", "-"], &format!("\u{feff}{text}")), plain);
        assert_eq!(results(&["replay", "-"], &text.replace('\n', "\r\n")), plain);
        let wide: Vec<u8> =
            format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect();
        check_refused(
            &["replay", "-"],
            &wide,
            2,
            "line 1, column 1: text in UTF-16, expected UTF-8",
        );
    }
    let faulty = b"\n4/4\xFF|";
    check_refused(&["replay", "-"], faulty, 2, "line 2, column 4: not text in UTF-8");
}

/// How a file begins tells its form, even if a pipe gives it a byte at a time.
#[test]
fn a_slow_pipe_is_read_like_a_file() {
    let json = results(&["convert", "-", "--to", "json"], GAME);
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
fn the_rule_book_goes_along() {
    let meder = results(&["convert", "-", "--to", "tpgn", "--rules", "meder"], "1. b4N *");
    assert!(meder.contains("[Variant \"Tri-D meder\"]"), "{meder}");
    assert!(results(&["convert", "-", "--to", "tfen"], &meder).ends_with(" 0 1 meder\n"));
    assert!(
        results(&["convert", "-", "--to", "tfen", "--rules", "meder"], &meder).ends_with(" 0 1\n")
    );
}

#[test]
fn a_file_appears_whole_or_not_at_all() {
    let folder = folder("convert");
    let path = folder.join("game.json");
    let name = path.to_str().unwrap();
    results(&["convert", "-", "--to", "json", "--output", name], GAME);
    let whole = fs::read_to_string(&path).unwrap();
    assert!(whole.starts_with("{\"version\":3,"));
    let broken = format!("{GAME}\n1. nonsense *\n");
    check_refused(
        &["convert", "-", "--to", "json", "--output", name],
        broken.as_bytes(),
        1,
        "nonsense",
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), whole, "what stood there stays");
    let left: Vec<_> = fs::read_dir(&folder).unwrap().collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

#[test]
fn a_folder_is_not_written_over() {
    let folder = folder("written-over");
    let name = folder.to_str().unwrap();
    check_refused(
        &["convert", "-", "--to", "json", "--output", name],
        GAME.as_bytes(),
        2,
        "is a folder, expected a file",
    );
    let missing = folder.join("no/game.json");
    let words = ["convert", "-", "--to", "json", "--output", missing.to_str().unwrap()];
    check_refused(&words, GAME.as_bytes(), 2, "cannot write");
}

/// Putting a new file in the place of a device, a pipe or a link would destroy it.
#[cfg(unix)]
#[test]
fn devices_pipes_and_links_stay_what_they_are() {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
    let folder = folder("links");
    let json = results(&["convert", "-", "--to", "json"], GAME);
    let pipe = folder.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).unwrap()
    });
    results(&["convert", "-", "--to", "json", "--output", pipe.to_str().unwrap()], GAME);
    assert_eq!(reader.join().unwrap(), json);
    assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());

    let (real, link) = (folder.join("real.json"), folder.join("link.json"));
    fs::write(&real, "old").unwrap();
    fs::set_permissions(&real, fs::Permissions::from_mode(0o600)).unwrap();
    symlink(&real, &link).unwrap();
    results(&["convert", "-", "--to", "json", "--output", link.to_str().unwrap()], GAME);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&real).unwrap(), json);
    assert_eq!(fs::metadata(&real).unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn older_and_faulty_saves() {
    check_refused(&["convert", "-", "--to", "tfen"], br#"{"version": 9}"#, 2, "unknown version 9");
    check_refused(
        &["convert", "-", "--to", "tfen"],
        br#"{"version": 3, "rules": "revised"}"#,
        2,
        "\"start\" is missing",
    );
    check_refused(
        &["convert", "-", "--to", "tfen"],
        b"{\"version\": 3,\n \"rules\": 7}",
        2,
        "line 2 column",
    );
    check_refused(&["convert", "-", "--to", "tfen"], b"{\"version\": 3", 2, "EOF");
    let game = results(&["convert", "-", "--to", "json"], GAME);
    check_refused(
        &["convert", "-", "--to", "tfen"],
        game.replace("\"resigned\"", "\"checkmate\"").as_bytes(),
        2,
        "status \"checkmate\", result \"1-0\" and no reason do not fit the game, or each other",
    );
    let deep = format!("{{\"version\": {}", "[".repeat(100_000));
    check_refused(&["convert", "-", "--to", "tfen"], deep.as_bytes(), 2, "recursion limit");
    let long = format!("{{\"comments\": [\"{}\"]}}", "x".repeat(17 << 20));
    check_refused(&["convert", "-", "--to", "tfen"], long.as_bytes(), 2, "bytes");
}

#[test]
fn board_shows_any_ply() {
    assert_eq!(results(&["board", "--ply", "0", "-"], GAME), results(&["board"], ""));
    assert_eq!(results(&["board", "-"], GAME), results(&["board", "--tfen", FINAL.trim()], ""));
    assert_eq!(results(&["board", "-", "--ply", "4"], GAME), results(&["board", "-"], GAME));
    check_refused(
        &["board", "-", "--ply", "5"],
        GAME.as_bytes(),
        2,
        "there is no ply 5: the game has 4",
    );
    check_refused(&["board", "--ply", "5"], b"", 2, "FILE");
}
