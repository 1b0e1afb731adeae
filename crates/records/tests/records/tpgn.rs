//! T-PGN: round trips, and errors with their places.

use std::time::Duration;

use trid_records::{
    Record,
    tpgn::{self, TpgnReader},
};
use trid_rules::{
    Color, Game, GameResult, Position, RuleBook, Status,
    game::{Claim, DrawnMark, Evaluation, ShapeColor},
};

use fastrand::Rng;

use crate::playouts;

#[track_caller]
fn read_one(text: &str) -> Record {
    let mut games: Vec<_> = tpgn::read(text, RuleBook::Revised)
        .map(|game| game.unwrap_or_else(|error| panic!("{error}\n{text}")))
        .collect();
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

/// A random game with tags, comments, glyphs, clocks and variations.
pub(crate) fn random_record(book: RuleBook, seed: u64, plies: usize) -> Record {
    let mut random = Rng::with_seed(seed + 1000);
    let mut game = Game::new(Position::start(book));
    for mv in playouts::random_game(book, seed, plies) {
        if game.play(mv).is_err() {
            break;
        }
    }
    let comments = [
        "fine",
        "a } brace",
        "longer than one line of eighty characters, so that it has to be wrapped \
                     somewhere in the middle of it",
        "(not a variation) ; nor a comment",
        "ünïcödé \u{265e}",
    ];
    for _ in 0..random.usize(..12) {
        let ply = random.usize(..game.line_length().max(1));
        game.go_to(game.root());
        game.jump(ply);
        for _ in 0..=random.usize(..5) {
            let legal = game.position().legal_moves();
            if legal.is_empty() || game.play(legal[random.usize(..legal.len())]).is_err() {
                break;
            }
            let nag = random.usize(..140) as u8;
            let comment = comments[random.usize(..comments.len())];
            let node = game.node_mut(game.current()).unwrap();
            match random.usize(..7) {
                0 => node.nags.push(nag),
                1 => node.comments.push(comment.to_owned()),
                2 => node.clock = Some(Duration::from_millis(random.usize(..9_999_999) as u64)),
                3 => {
                    node.evaluation = Some(Evaluation::Mate(-3));
                    let at = "QL1".parse().unwrap();
                    node.shapes.marks.push(DrawnMark { color: ShapeColor::Red, at });
                }
                4 if node.nags.is_empty() => {
                    node.comments = vec![comment.to_owned(), "twice".to_owned()]
                }
                _ => {}
            }
        }
    }
    game.go_to(*game.main_line().last().unwrap_or(&game.root()));
    if game.ending().is_none() {
        match random.usize(..6) {
            0 => game.resign(Color::White).unwrap(),
            1 => game.flag(Color::Black).unwrap(),
            2 => {
                game.offer_draw(Color::White).and_then(|()| game.accept_draw(Color::Black)).unwrap()
            }
            3 => game.abort().unwrap(),
            _ => {}
        }
    }
    let tags = [("White", "Ada \"the first\""), ("Black", "back\\slash"), ("Annotator", "ünïcödé")];
    Record { tags: tags.map(|(name, value)| (name.to_owned(), value.to_owned())).into(), game }
}

#[test]
fn records_survive_a_round_trip() {
    let mut wide = 0;
    for book in RuleBook::ALL {
        for seed in 0..60 {
            let record = random_record(book, seed, 120);
            let text = record.to_tpgn();
            let read = read_one(&text);
            assert_eq!(read.tags, record.tags);
            assert_eq!(read.game.final_ending(), record.game.final_ending(), "{text}");
            assert_eq!(read.to_tpgn(), text);
            let moves =
                |record: &Record| record.game.moves().map(|played| played.mv).collect::<Vec<_>>();
            assert_eq!(moves(&read), moves(&record), "{text}");
            wide += text
                .lines()
                .filter(|line| line.chars().count() > 80 && !line.contains(';'))
                .count();
        }
    }
    assert_eq!(wide, 0, "lines wrap at 80");
}

#[test]
fn games_are_read_in_chunks_of_any_size() {
    let records: Vec<Record> =
        (0..6).map(|seed| random_record(RuleBook::Revised, seed, 40)).collect();
    let text: String = records.iter().map(Record::to_tpgn).collect();
    for size in [1, 2, 3, 7, 64, 1000, text.len()] {
        let mut reader = TpgnReader::new();
        let mut found = Vec::new();
        let mut chunks = text.as_bytes().chunks(size);
        while !reader.is_finished() {
            match reader.next_game() {
                Some(game) => {
                    found.push(game.unwrap().record(RuleBook::Revised).unwrap().to_tpgn())
                }
                None => match chunks.next() {
                    Some(chunk) => reader.feed(chunk),
                    None => reader.finish(),
                },
            }
        }
        let expected: Vec<String> = records.iter().map(Record::to_tpgn).collect();
        assert_eq!(found, expected, "pieces of {size}");
    }
}

#[test]
fn annotations_are_kept() {
    let text = r#"% a line for machines
[Event "Club"]
[Variant "Tri-D revised"]
[Annotator "A \"quoted\" name"]
[Result "0-1"]

{ before all } 1. b4N! $10 {[%clk 0:04:59.5] good} {better} 1... Nb6N ; to the end
(1... c5N { first } 2. a3W (2. d3W?) (2. c3W ; with a } brace
) 2... Nb6N) 2.a3W 0-1
"#;
    let record = read_one(text);
    assert_eq!(record.tag("Annotator"), Some("A \"quoted\" name"));
    assert_eq!(record.tag("Event"), Some("Club"));
    let game = &record.game;
    assert_eq!(
        (game.ply(), game.result(), game.status()),
        (3, GameResult::Black, Status::Resigned)
    );
    assert_eq!(game.node(game.root()).unwrap().comments, ["before all"]);
    let line = game.main_line();
    let first = game.node(line[0]).unwrap();
    assert_eq!(
        (&first.nags[..], &first.comments[..]),
        (&[1, 10][..], &["good".to_owned(), "better".to_owned()][..])
    );
    assert_eq!(first.clock, Some(Duration::from_millis(299_500)));
    assert_eq!(game.node(line[1]).unwrap().comments, ["to the end"]);
    let variation = game.node(first.children()[1]).unwrap();
    assert_eq!(variation.comments, ["first"]);
    assert_eq!(variation.children().len(), 3);
    assert_eq!(game.node(variation.children()[1]).unwrap().nags, [2]);
    assert_eq!(game.node(variation.children()[2]).unwrap().comments, ["with a } brace"]);
    let expected = r#"[Event "Club"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "0-1"]
[Variant "Tri-D revised"]
[Termination "resigned"]
[Annotator "A \"quoted\" name"]

{before all} 1. b4N $1 $10 {[%clk 0:04:59.5] good} {better} 1... Nb6N {to the
end} (1... c5N {first} 2. a3W (2. d3W $2) (2. c3W ; with a } brace
) 2... Nb6N) 2. a3W 0-1

"#;
    assert_eq!(record.to_tpgn(), expected);
}

#[test]
fn start_positions_are_kept() {
    let tfen = "4/4/4/4|4/4/4/4|P3/4/4/4|QL1w:2/2,KL1w:2/K1,QL6b:2/2,KL6b:k1/2 b - - - - - 0 40";
    let text = format!("[SetUp \"1\"]\n[TFEN \"{tfen}\"]\n\n40... QL6-QL5 41. a8B=R Kd1KL1 *\n");
    let record = read_one(&text);
    assert_eq!(record.game.start().to_tfen(), tfen);
    assert!(
        record.to_tpgn().contains("\n40... QL6-QL5 41. a8B=R Kd1KL1 *\n"),
        "{}",
        record.to_tpgn()
    );
    let unnumbered = read_one(&text.replace("41. a8B=R Kd1KL1", "a8B=R 41. Kd1KL1"));
    assert_eq!(unnumbered, record);
    let meder = text.replace(" 0 40\"", " 0 40 meder\"");
    assert_eq!(read_one(&meder).game.book(), RuleBook::Meder);
}

#[test]
fn endings_are_kept() {
    let shuffle = "a1Wb3N a8Bb6N b3Na1W b6Na8B";
    let mut game = Game::new(Position::start(RuleBook::Revised));
    for mv in [shuffle, shuffle].join(" ").split(' ') {
        game.play(game.read_move(mv).unwrap()).unwrap();
    }
    game.claim(Color::White, Claim::Threefold).unwrap();
    let record = Record::new(game);
    assert_eq!(read_one(&record.to_tpgn()).game.final_ending(), record.game.final_ending());
}

/// Checks the place and message of the error of a text.
#[track_caller]
fn check_rejected(text: &str, line: usize, column: usize, words: &str) {
    let errors: Vec<_> = tpgn::read(text, RuleBook::Revised).filter_map(Result::err).collect();
    let error = errors.first().unwrap_or_else(|| panic!("read without error: {text}"));
    assert_eq!((error.line, error.column), (line, column), "{error}");
    assert!(error.to_string().contains(words), "{error}");
}

#[test]
fn errors_have_a_place() {
    check_rejected("1. b4N\n  Nb6N 2. Nb9N *", 2, 11, "E_NONEXISTENT_TARGET");
    check_rejected("1. b4N {ü} b4N *", 1, 12, "E_");
    check_rejected("1. b4N { never closed", 1, 8, "not closed");
    check_rejected("1. b4N ( 1. a3W *", 1, 17, "\"*\" is not allowed here");
    check_rejected("1. b4N ( 1. a3W", 1, 8, "not closed");
    check_rejected("1. b4N )", 1, 8, "closes no variation");
    check_rejected("(1. b4N)", 1, 1, "there is none");
    check_rejected("1. b4N ((1. a3W)) *", 1, 9, "there is none");
    check_rejected("1. b4N () *", 1, 9, "not allowed");
    check_rejected("1. b4N $256 *", 1, 8, "$0 to $255");
    check_rejected("1. b4N ]", 1, 8, "not allowed");
    check_rejected("[White \"a\n\n1. b4N", 1, 1, "is not a tag");
    check_rejected("[White a]\n", 1, 1, "is not a tag");
    check_rejected("[White \"a\"]\n[White \"b\"]\n", 2, 1, "appears twice");
    check_rejected("[Variant \"Chess\"]\n\n1. b4N *", 1, 1, "not a variant");
    check_rejected("[TFEN \"nonsense\"]\n\n*", 1, 1, "T-FEN");
    check_rejected("[Result \"1-0\"]\n\n1. b4N 0-1", 3, 8, "says 1-0");
    check_rejected("[Result \"2-0\"]\n\n1. b4N *", 3, 8, "not a result");
    check_rejected("[Termination \"threefold\"]\n\n1. b4N 1/2-1/2", 3, 8, "threefold");
    check_rejected("1. b4N b4N *", 1, 8, "E_GEOMETRY");
    check_rejected("[Termination \"checkmate\"]\n\n1. b4N 1-0", 3, 8, "checkmate");
    check_rejected("[Termination \"stalemate\"]\n\n1. b4N 1/2-1/2", 3, 8, "stalemate");
    check_rejected("{ü} 1. b4N * 1. b9N *", 1, 17, "E_NONEXISTENT_TARGET");
    check_rejected("1. b4N *\n{ü} * 1. b9N *", 2, 10, "E_NONEXISTENT_TARGET");
}

/// Comments after the result belong to the finished game, unless moves follow them.
#[test]
fn comments_after_the_result() {
    #[track_caller]
    fn check(text: &str, comments: &[&[&str]]) {
        let games: Result<Vec<_>, _> = tpgn::read(text, RuleBook::Revised).collect();
        let games = games.unwrap_or_else(|error| panic!("{text}: {error}"));
        let found: Vec<Vec<String>> = games
            .iter()
            .map(|record| {
                let game = &record.game;
                let line = [vec![game.root()], game.main_line()].concat();
                line.iter().flat_map(|&node| game.node(node).unwrap().comments.clone()).collect()
            })
            .collect();
        assert_eq!(found, comments, "{text}");
        for length in 1..text.len() {
            let mut reader = TpgnReader::new();
            let mut count = 0;
            for piece in text.as_bytes().chunks(length) {
                reader.feed(piece);
                while reader.next_game().is_some() {
                    count += 1;
                }
            }
            reader.finish();
            while reader.next_game().is_some() {
                count += 1;
            }
            assert_eq!(count, comments.len(), "{text} in pieces of {length}");
        }
    }
    check("1. b4N 1-0 {the end}\n", &[&["the end"]]);
    check("1. b4N 1-0 {the} {end}", &[&["the", "end"]]);
    check("1. b4N 1-0\n; the end\n\n[Event \"x\"]\n\n1. a3W *", &[&["the end"], &[]]);
    check("1. b4N 1-0 {the end} [Event \"x\"] [Site \"y\"]\n1. a3W *", &[&["the end"], &[]]);
    check("1. b4N 1-0\n{the beginning} 1. a3W *", &[&[], &["the beginning"]]);
    check("1. b4N 1-0\n% passed over\n", &[&[]]);
    check("% passed over\n", &[]);
    check("1. b4N 1-0 1-0", &[&[], &[]]);
}

#[test]
fn an_error_in_a_game_does_not_hide_the_next() {
    let text =
        "1. nonsense *\n\n[White \"Ada\"]\n\n1. b4N *\n\n1. b4N \n[Black \"Bob\"]\n\n1. a3W 1-0";
    let games: Vec<_> = tpgn::read(text, RuleBook::Revised).collect();
    assert_eq!(games.len(), 4);
    assert!(games[0].is_err());
    assert_eq!(games[1].as_ref().unwrap().tag("White"), Some("Ada"));
    assert_eq!(games[2].as_ref().unwrap().game.ply(), 1);
    assert_eq!(games[3].as_ref().unwrap().tag("Black"), Some("Bob"));
}

#[test]
fn malformed_texts_give_errors() {
    let deep = format!("1. b4N {}", "(1. a3W ".repeat(200_000));
    check_rejected(&deep, 1, 801 + 7, "100 deep");
    let long = format!("1. b4N {{{}}}", "x".repeat(tpgn::MAX_GAME_BYTES + 100_000));
    check_rejected(&long, 1, 1, "bytes");
    let bytes = b"1. b4N \xff\xfe *";
    let mut reader = TpgnReader::new();
    reader.feed(bytes);
    reader.finish();
    let error = reader.next_game().unwrap().unwrap_err();
    assert_eq!((error.line, error.column), (1, 8), "{error}");
    for text in ["", " \n\n", "\u{feff}", "%only\n"] {
        let games = tpgn::read(text, RuleBook::Revised)
            .filter(|game| game.as_ref().is_ok_and(|game| game.game.ply() > 0));
        assert_eq!(games.count(), 0);
    }
}

#[test]
fn every_prefix_of_a_file_is_read_or_rejected() {
    let text = random_record(RuleBook::Revised, 3, 30).to_tpgn();
    for (end, _) in text.char_indices() {
        for record in tpgn::read(&text[..end], RuleBook::Revised).flatten() {
            assert!(record.game.line_length() <= 30);
        }
    }
}
