//! Checks every exercise of the course by the rules: its position, its solution within par, and its mistakes.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use trid_learn::{Attempt, AttemptError, Exercise, ExerciseView, Goal, Phase, Stage, stages};
use trid_rules::{Position, Status, game::Claim};

/// The stages as their files are now, in the order of their names.
fn files() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content/lessons");
    let mut files: Vec<(String, String)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .map(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).unwrap())
        })
        .collect();
    files.sort();
    files
}

fn course() -> Vec<Stage> {
    let read = |(name, text): (String, String)| -> Stage {
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    files().into_iter().map(read).collect()
}

fn exercises() -> Vec<Exercise> {
    course().into_iter().flat_map(|stage| stage.exercises).collect()
}

/// Checks every exercise and fails with all complaints at once.
fn check(complaints: impl Fn(&Exercise) -> Vec<String>) {
    let exercises = exercises();
    assert!(exercises.len() >= 80, "only {} exercises", exercises.len());
    let found: Vec<String> = exercises
        .iter()
        .flat_map(|each| {
            complaints(each)
                .into_iter()
                .map(|text| format!("{}: {text}", each.id))
                .collect::<Vec<_>>()
        })
        .collect();
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

/// Makes one step of a solution, and lets the opponent reply.
fn step(attempt: &mut Attempt, text: &str) -> Result<(), AttemptError> {
    match attempt.exercise().unwrap().goal.clone() {
        Goal::Find(_) => attempt.pick(text.parse().unwrap()),
        Goal::Illegal(moves) => {
            attempt.choose(moves.iter().position(|each| each == text).unwrap());
        }
        _ => match Claim::ALL.into_iter().find(|claim| claim.name() == text) {
            Some(claim) => attempt.claim(claim)?,
            None => attempt.play(text)?,
        },
    }
    while attempt.phase() == Phase::Replying {
        attempt.reply();
    }
    Ok(())
}

#[test]
fn the_course_has_every_file_in_order() {
    assert_eq!(course(), stages());
    assert!(stages().len() >= 16, "only {} stages", stages().len());
    for ((name, _), stage) in files().iter().zip(stages()) {
        assert!(
            name.ends_with(&format!("-{}.json", stage.id)),
            "{name} holds the stage {}",
            stage.id
        );
    }
}

#[test]
fn ids_are_unique_and_name_their_stage() {
    let mut ids = BTreeSet::new();
    for stage in course() {
        assert!(ids.insert(stage.id.clone()), "{} is used twice", stage.id);
        for exercise in &stage.exercises {
            assert!(ids.insert(exercise.id.clone()), "{} is used twice", exercise.id);
            let own = exercise.id.strip_prefix(&stage.id).is_some_and(|rest| rest.starts_with('-'));
            assert!(own, "{} does not name its stage {}", exercise.id, stage.id);
        }
    }
}

#[test]
fn every_stage_names_a_section_of_the_guide() {
    let guide = include_str!("../../../docs/play/rules.md");
    let headings = guide.lines().filter_map(|line| line.strip_prefix("## "));
    let sections: Vec<String> =
        headings.map(|heading| heading.to_lowercase().replace(' ', "-")).collect();
    for stage in course() {
        assert!(sections.contains(&stage.guide), "{}: {}", stage.id, stage.guide);
    }
}

#[test]
fn every_position_is_legal_and_open() {
    check(|exercise| {
        let position = match Position::from_tfen(&exercise.tfen, exercise.rules) {
            Ok(position) => position,
            Err(error) => return vec![error.to_string()],
        };
        let mut complaints = Vec::new();
        if position.to_tfen() != exercise.tfen {
            complaints.push(format!("its T-FEN is written {}", position.to_tfen()));
        }
        let mut game = trid_rules::Game::new(position);
        for text in &exercise.before {
            match game.read_move(text) {
                Ok(mv) => game.play_unchecked(mv),
                Err(error) => complaints.push(error.to_string()),
            }
        }
        if game.status() != Status::Ongoing {
            complaints.push(format!("the game is over: {:?}", game.status()));
        }
        complaints
    });
}

#[test]
fn no_goal_is_met_before_a_move_or_by_every_move() {
    check(|exercise| {
        let attempt = Attempt::at_exercise(exercise).unwrap();
        if attempt.is_goal_met() || attempt.phase() != Phase::Playing {
            return vec!["the goal is met before a move".into()];
        }
        let solves = |text: &str| {
            let mut attempt = attempt.clone();
            step(&mut attempt, text).unwrap();
            attempt.phase() == Phase::Solved
        };
        let asks = matches!(exercise.goal, Goal::Find(_) | Goal::Illegal(_) | Goal::Claim(_));
        let moves = attempt.game().position().legal_moves();
        if !asks && moves.iter().all(|mv| solves(&mv.to_string())) {
            return vec!["every move solves it".into()];
        }
        Vec::new()
    });
}

#[test]
fn every_exercise_is_solved_within_par() {
    check(|exercise| {
        let mut attempt = Attempt::at_exercise(exercise).unwrap();
        let mut complaints = Vec::new();
        if exercise.par > exercise.moves || exercise.par == 0 {
            complaints.push(format!("par {} of {} moves", exercise.par, exercise.moves));
        }
        for text in &exercise.solution {
            if attempt.phase() != Phase::Playing {
                complaints.push(format!("it is over before {text}: {:?}", attempt.state().failure));
                break;
            }
            if let Err(error) = step(&mut attempt, text) {
                complaints.push(format!("{text}: {error:?}"));
                break;
            }
        }
        let state = attempt.state();
        if state.phase != Phase::Solved || state.stars != 3 {
            complaints.push(format!(
                "ends {:?} with {} stars after {} moves, failure {:?}, position {}",
                state.phase, state.stars, state.used, state.failure, state.snapshot.tfen
            ));
        }
        complaints
    });
}

#[test]
fn every_named_mistake_fails() {
    check(|exercise| {
        let mut complaints = Vec::new();
        for mistake in &exercise.mistakes {
            let mut attempt = Attempt::at_exercise(exercise).unwrap();
            for text in &exercise.solution[..mistake.after] {
                step(&mut attempt, text).unwrap();
            }
            if let Err(error) = attempt.play(&mistake.mv) {
                complaints.push(format!("the mistake {} is not legal: {error:?}", mistake.mv));
                continue;
            }
            if let Some(reply) = &mistake.reply
                && attempt.game().position().read_move(reply).is_err()
            {
                complaints.push(format!("the reply {reply} to {} is not legal", mistake.mv));
            }
            while attempt.phase() == Phase::Replying {
                attempt.reply();
            }
            let said = attempt.state().failure.and_then(|failure| failure.text);
            if attempt.phase() != Phase::Failed || said.as_ref() != Some(&mistake.text) {
                complaints.push(format!("the mistake {} does not fail", mistake.mv));
            }
        }
        if matches!(exercise.goal, Goal::Safe) && exercise.mistakes.is_empty() {
            complaints.push("no move is known to lose".into());
        }
        complaints
    });
}

#[test]
fn questions_have_one_answer() {
    check(|exercise| {
        let attempt = Attempt::at_exercise(exercise).unwrap();
        let position = attempt.game().position();
        match &exercise.goal {
            Goal::Illegal(moves) => {
                let illegal: Vec<&String> =
                    moves.iter().filter(|text| position.read_move(text).is_err()).collect();
                if illegal != exercise.solution.iter().collect::<Vec<_>>() {
                    return vec![format!("the illegal moves are {illegal:?}")];
                }
            }
            Goal::Find(squares) => {
                let missing: Vec<_> = squares
                    .iter()
                    .filter(|square| !position.existing().contains(**square))
                    .collect();
                if !missing.is_empty() {
                    return vec![format!("{missing:?} do not exist")];
                }
            }
            _ => {}
        }
        Vec::new()
    });
}

#[test]
fn texts_are_short() {
    check(|exercise| {
        let texts = [&exercise.task, &exercise.learned]
            .into_iter()
            .chain(exercise.intro.iter().map(|intro| &intro.text))
            .chain(&exercise.hints)
            .chain(exercise.mistakes.iter().map(|mistake| &mistake.text));
        let long = |text: &&String| text.is_empty() || text.chars().count() > 140;
        let mut complaints: Vec<String> = texts.filter(long).cloned().collect();
        if exercise.title.is_empty() || exercise.title.chars().count() > 32 {
            complaints.push(exercise.title.clone());
        }
        complaints
    });
}

#[test]
fn every_stage_shows_something_before_it_asks() {
    for stage in course() {
        assert!(stage.exercises[0].intro.is_some(), "{} asks at once", stage.id);
    }
    let count = |holds: fn(&Goal) -> bool| {
        exercises().iter().filter(|exercise| holds(&exercise.goal)).count()
    };
    assert!(count(|goal| matches!(goal, Goal::Illegal(_))) <= 10, "too many ask what is illegal");
    check(|exercise| {
        let Some(intro) = &exercise.intro else { return Vec::new() };
        let drawn = ExerciseView::new(exercise).intro.map_or(0, |view| view.arrows.len());
        if drawn == intro.show.len() { Vec::new() } else { vec![format!("{:?}", intro.show)] }
    });
}

/// A word of the game is explained by an introduction, or by what was learned, before a task uses it.
#[test]
fn words_are_introduced_before_they_are_used() {
    let words = [
        "column",
        "pin",
        "attack board",
        "rider",
        "shaft",
        "frozen",
        "deferred",
        "stranded",
        "pinned",
    ];
    for word in words {
        let uses = |text: &str| {
            let mut letters = text.split(|letter: char| !letter.is_alphabetic() && letter != ' ');
            letters.any(|part| format!(" {} ", part.to_lowercase()).contains(&format!(" {word}")))
        };
        let first = exercises().into_iter().find_map(|exercise| {
            let said = exercise.intro.iter().any(|intro| uses(&intro.text));
            let asked = uses(&exercise.title)
                || uses(&exercise.task)
                || exercise.hints.iter().any(|text| uses(text))
                || exercise.mistakes.iter().any(|mistake| uses(&mistake.text));
            let learned = uses(&exercise.learned);
            (said || asked || learned).then_some((said || !asked, exercise.id))
        });
        assert!(first.as_ref().is_some_and(|(explained, _)| *explained), "{word}: {first:?}");
    }
}
