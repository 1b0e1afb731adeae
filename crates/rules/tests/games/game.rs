//! Games: undo, repetition, claims, offers, endings, takebacks, variations.

use trid_rules::{
    Color, Ending, Game, GameResult, Position, RuleBook, Status,
    explain::Code,
    game::{Claim, DrawReason, EndReason, GameError},
};

use fastrand::Rng;

use crate::playouts;

fn new_game() -> Game {
    Game::new(Position::start(RuleBook::Revised))
}

#[track_caller]
fn game_from(tfen: &str) -> Game {
    Game::new(Position::from_tfen(tfen, RuleBook::Revised).unwrap())
}

#[track_caller]
fn play(game: &mut Game, moves: &str) {
    for mv in moves.split_whitespace() {
        game.play(mv.parse().unwrap()).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// Knights out and back: the start position again, four plies later.
const SHUFFLE: &str = "a1Wb3N a8Bb6N b3Na1W b6Na8B";

#[test]
fn undo_and_jump_restore_position_and_key() {
    for book in RuleBook::ALL {
        for seed in 0..20 {
            let mut game = Game::new(Position::start(book));
            let mut positions = vec![game.position().clone()];
            for mv in playouts::random_game(book, seed, 150) {
                if game.play(mv).is_err() {
                    assert_ne!(game.status(), Status::Ongoing);
                    break;
                }
                positions.push(game.position().clone());
            }
            let mut random = Rng::with_seed(seed);
            for _ in 0..50 {
                let ply = random.usize(..positions.len());
                assert!(game.jump(ply));
                assert_eq!((game.position(), game.ply()), (&positions[ply], ply));
                assert_eq!(game.position().key(), positions[ply].recomputed_key());
            }
            game.jump(positions.len() - 1);
            while game.undo() {
                assert_eq!(game.position(), &positions[game.ply()]);
            }
            while game.redo() {
                assert_eq!(game.position(), &positions[game.ply()]);
            }
            assert_eq!(game.ply(), positions.len() - 1);
            assert!(!game.jump(positions.len()));
        }
    }
}

#[test]
fn playing_repeats_an_undone_move_or_starts_a_variation() {
    let mut game = new_game();
    play(&mut game, "b2Wb4N b7Bb5N a2Wa3W");
    game.jump(1);
    play(&mut game, "b7Bb5N");
    assert_eq!((game.ply(), game.line_length()), (2, 3));
    game.jump(1);
    play(&mut game, "c7Bc5N");
    assert_eq!((game.ply(), game.line_length()), (2, 2));
    assert!(!game.redo());
    assert_eq!(game.main_line().len(), 3);
    game.jump(1);
    game.truncate();
    assert_eq!(game.main_line().len(), 1);
}

#[test]
fn variations_branch_from_the_main_line() {
    let mut game = new_game();
    play(&mut game, "b2Wb4N b7Bb5N a2Wa3W");
    game.jump(1);
    game.play("c7Bc5N".parse().unwrap()).unwrap();
    let variation = game.current();
    let fork = game.node(variation).unwrap().parent().unwrap();
    assert_eq!(game.node(fork).unwrap().children().len(), 2);
    assert_eq!(game.node(fork).unwrap().children()[1], variation);
    assert_eq!(game.line_length(), 2);
    game.undo();
    assert!(game.redo());
    assert_eq!(game.current(), variation, "redo stays in the variation");
    game.promote(variation);
    assert_eq!(game.node(fork).unwrap().children()[0], variation);
    assert!(game.remove(variation));
    assert!(game.node(variation).is_none());
    assert_eq!(
        (game.ply(), game.line_length()),
        (1, 3),
        "back on what is left, before the removed move"
    );
    assert!(!game.remove(game.root()));
    assert!(!game.go_to(variation));
}

#[test]
fn threefold_may_be_claimed_and_fivefold_ends_the_game() {
    let mut game = new_game();
    play(&mut game, SHUFFLE);
    assert_eq!(game.claims(), []);
    assert_eq!(
        game.claim(Color::White, Claim::Threefold),
        Err(GameError::NoClaim(Claim::Threefold))
    );
    play(&mut game, SHUFFLE);
    assert_eq!((game.repetitions(), game.claims()), (3, vec![Claim::Threefold]));
    assert_eq!(
        game.claim(Color::Black, Claim::Threefold),
        Err(GameError::NotYourTurn(Color::Black))
    );
    let mut claimed = game.clone();
    claimed.claim(Color::White, Claim::Threefold).unwrap();
    assert_eq!(claimed.ending(), Some(Ending::Draw(DrawReason::Threefold)));
    assert_eq!((claimed.status(), claimed.result()), (Status::Draw, GameResult::Draw));
    play(&mut game, SHUFFLE);
    play(&mut game, SHUFFLE);
    assert_eq!(game.ending(), Some(Ending::Draw(DrawReason::Fivefold)));
    let refused = game.play("b2Wb4N".parse().unwrap()).unwrap_err();
    assert_eq!(
        refused.reasons.iter().map(|reason| reason.code).collect::<Vec<_>>(),
        [Code::GameOver]
    );
    game.undo();
    assert_eq!(game.status(), Status::Ongoing);
}

const ROOKS: &str = "4/4/4/4|4/4/4/4|4/4/4/4|QL1w:2/R1,KL1w:2/K1,QL6b:r1/2,KL6b:k1/2 w - - - - -";

#[test]
fn fifty_moves_may_be_claimed_and_seventy_five_end_the_game() {
    let mut game = game_from(&format!("{ROOKS} 99 80"));
    assert_eq!(game.claims(), []);
    play(&mut game, "z0QL1z1QL1");
    assert_eq!(game.claims(), [Claim::Fifty]);
    game.claim(Color::Black, Claim::Fifty).unwrap();
    assert_eq!(game.ending(), Some(Ending::Draw(DrawReason::Fifty)));
    let mut game = game_from(&format!("{ROOKS} 149 80"));
    assert_eq!(game.status(), Status::Ongoing);
    play(&mut game, "z0QL1z1QL1");
    assert_eq!(game.ending(), Some(Ending::Draw(DrawReason::SeventyFive)));
}

#[test]
fn king_against_king_is_a_draw() {
    let bare = "4/4/4/4|4/4/4/4|4/4/4/4|QL1w:2/2,KL1w:2/K1,QL6b:2/2,KL6b:k1/2 w - - - - - 3 80";
    assert_eq!(game_from(bare).ending(), Some(Ending::Draw(DrawReason::BareKings)));
}

#[test]
fn draw_offers_lapse_when_the_opponent_moves() {
    let mut game = new_game();
    assert_eq!(game.accept_draw(Color::Black), Err(GameError::NoOffer(Color::Black)));
    game.offer_draw(Color::White).unwrap();
    assert_eq!(game.accept_draw(Color::White), Err(GameError::NoOffer(Color::White)));
    play(&mut game, "b2Wb4N");
    assert_eq!(game.draw_offer(), Some(Color::White), "a player offers together with their move");
    let mut declined = game.clone();
    declined.decline_draw(Color::Black).unwrap();
    assert_eq!(declined.draw_offer(), None);
    let mut lapsed = game.clone();
    play(&mut lapsed, "b7Bb5N");
    assert_eq!(lapsed.draw_offer(), None);
    let mut both = game.clone();
    both.offer_draw(Color::Black).unwrap();
    game.accept_draw(Color::Black).unwrap();
    for game in [both, game] {
        assert_eq!(game.ending(), Some(Ending::Draw(DrawReason::Agreement)));
    }
}

#[test]
fn declared_endings() {
    let game = new_game();
    let mut resigned = game.clone();
    resigned.resign(Color::White).unwrap();
    assert_eq!((resigned.status(), resigned.result()), (Status::Resigned, GameResult::Black));
    let over = GameError::Over(Ending::Resigned(Color::White));
    assert_eq!(resigned.resign(Color::Black), Err(over));
    assert_eq!(resigned.offer_draw(Color::Black), Err(over));
    assert_eq!(resigned.flag(Color::Black), Err(over));
    assert_eq!(resigned.claim(Color::White, Claim::Fifty), Err(over));
    assert_eq!(over.code(), Some(Code::GameOver));
    let mut flagged = game.clone();
    flagged.flag(Color::Black).unwrap();
    assert_eq!((flagged.status(), flagged.result()), (Status::Timeout, GameResult::White));
    let mut aborted = game;
    aborted.abort().unwrap();
    assert_eq!((aborted.status(), aborted.result()), (Status::Aborted, GameResult::None));
}

#[test]
fn a_timeout_against_a_bare_king_is_a_draw() {
    let rook_and_king =
        "4/4/4/4|4/4/4/4|4/4/4/4|QL1w:2/R1,KL1w:2/K1,QL6b:2/2,KL6b:k1/2 w - - - - - 3 80";
    let mut game = game_from(rook_and_king);
    game.flag(Color::White).unwrap();
    assert_eq!((game.status(), game.result()), (Status::Timeout, GameResult::Draw));
    assert_eq!(game.ending().unwrap().reason(), Some(EndReason::BareKing));
    let mut game = game_from(rook_and_king);
    game.flag(Color::Black).unwrap();
    assert_eq!((game.status(), game.result()), (Status::Timeout, GameResult::White));
}

#[test]
fn takeback_undoes_the_players_own_last_decision() {
    let mut game = new_game();
    assert_eq!(game.takeback_ply(Color::White), None);
    assert!(!game.take_back(Color::White));
    play(&mut game, "b2Wb4N");
    assert_eq!(game.takeback_ply(Color::White), Some(0));
    assert_eq!(game.takeback_ply(Color::Black), None);
    play(&mut game, "b7Bb5N a2Wa3W");
    assert_eq!(game.takeback_ply(Color::White), Some(2));
    assert_eq!(game.takeback_ply(Color::Black), Some(1));
    game.resign(Color::White).unwrap();
    assert!(game.take_back(Color::Black));
    assert_eq!((game.ply(), game.line_length(), game.status()), (1, 1, Status::Ongoing));
}

#[test]
fn takeback_undoes_a_forced_promotion_with_its_move() {
    let mut game = game_from(
        "4/4/4/4|4/4/4/4|P3/4/4/4|QL1w:2/2,KL1w:2/K1,QL6b:2/2,KL6b:k1/2 b - - - - - 0 40",
    );
    play(&mut game, "QL6-QL5");
    assert_eq!(game.position().pending().map(|square| square.to_string()), Some("a8B".into()));
    assert_eq!(game.takeback_ply(Color::White), None);
    play(&mut game, "a8B=R");
    assert_eq!(game.takeback_ply(Color::White), Some(1));
    assert_eq!(game.takeback_ply(Color::Black), Some(0));
    play(&mut game, "d0KL1d1KL1");
    assert_eq!(
        game.takeback_ply(Color::White),
        Some(1),
        "the promotion and its move are one decision"
    );
    assert_eq!(game.takeback_ply(Color::Black), Some(0));
    let forced: Vec<_> = game
        .moves()
        .map(|played| (played.algebraic().to_string(), played.number(), played.is_forced()))
        .collect();
    assert_eq!(
        forced,
        [("QL6-QL5".into(), 40, false), ("a8B=R".into(), 41, true), ("Kd1KL1".into(), 41, false)]
    );
}

#[test]
fn endings_are_found_by_their_fields() {
    for game in
        [Ending::Resigned(Color::Black), Ending::Timeout { flagged: Color::White, drawn: true }]
    {
        assert_eq!(Ending::from_fields(game.status(), game.reason(), game.result()), Some(game));
    }
    assert_eq!(Ending::from_fields(Status::Checkmate, None, GameResult::Draw), None);
    assert_eq!(Ending::from_fields(Status::Draw, None, GameResult::Draw), None);
}

#[test]
fn a_pawn_carried_away_and_back_repeats_the_position() {
    let tfen =
        "4/4/4/1K2|4/4/4/4|2k1/4/4/4|KL1w:2/2,QL3w:P1/2,QL6b:2/2,KL6b:2/2 w - - z3QL3 - - 0 1";
    let mut game = game_from(tfen);
    for round in 1..=2 {
        assert_eq!(game.repetitions(), round);
        for text in ["QL3-KL3", "c8Bc7B", "KL3-QL3", "c7Bc8B"] {
            game.play(text.parse().unwrap()).unwrap();
        }
    }
    assert_eq!(game.position().halfmoves(), 1);
    assert_eq!(game.repetitions(), 3);
}
