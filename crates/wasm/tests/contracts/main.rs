//! Writes the TypeScript types of everything that crosses to the page, and fails when a committed file is stale.
//!
//! `UPDATE_EXPECT=1 cargo test -p trid-wasm --test contracts` rewrites the files in `web/src/wire`.

mod layout;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use expect_test::expect_file;
use trid_analysis::{StudyChanges, StudyReport, Threat, TryVerdict};
use trid_learn::puzzle::{
    choose::PuzzleFilter,
    run::RunState,
    view::{PuzzleMenu, PuzzleView},
};
use trid_learn::{
    AttemptState, ExerciseView, Hint, Progress, StageSummary, StoredScores, TrainerKind,
    TrainerVerdict, TrainingState,
};
use trid_protocol::{
    ApiError, ClientMessage, ClockKind, EventKind, GamePage, Identity, NewGame, OnlineGameState,
    ServerMessage,
};
use trid_records::SavedGame;
use trid_rules::{
    Level,
    explain::AttackChange,
    game::{Evaluation, Shapes},
};
use trid_view::json::TypeOf;
use trid_view::{History, Insight, SearchPosition, SetupView, Snapshot, Touched, World};
use trid_wasm::{BadGame, FilmRequest, ImportWarning, SearchInfo, SearchRequest};
use ts_rs::{Config, TS, TypeVisitor};

#[test]
fn typescript_types_are_current() {
    let mut contracts = Contracts::default();
    contracts.file("world", |types| {
        types.visit::<World>();
        types.visit::<TypeOf<Level>>();
    });
    contracts.file("snapshot", |types| types.visit::<Snapshot>());
    contracts.file("study", |types| {
        types.visit::<TypeOf<Shapes>>();
        types.visit::<TypeOf<Evaluation>>();
    });
    contracts.file("game", |types| {
        types.visit::<History>();
        types.visit::<Touched>();
        types.visit::<ApiError>();
        types.visit::<SavedGame>();
        types.visit::<BadGame>();
        types.visit::<ImportWarning>();
    });
    contracts.file("online", |types| {
        types.visit::<ClientMessage>();
        types.visit::<EventKind>();
        types.visit::<ServerMessage>();
        types.visit::<Identity>();
        types.visit::<NewGame>();
        types.visit::<GamePage>();
        types.visit::<ClockKind>();
        types.visit::<OnlineGameState>();
    });
    contracts.file("learn", |types| {
        types.visit::<StageSummary>();
        types.visit::<ExerciseView>();
        types.visit::<AttemptState>();
        types.visit::<Hint>();
        types.visit::<Progress>();
        types.visit::<PuzzleFilter>();
        types.visit::<PuzzleMenu>();
        types.visit::<PuzzleView>();
        types.visit::<RunState>();
        types.visit::<TrainerKind>();
        types.visit::<TrainingState>();
        types.visit::<TrainerVerdict>();
        types.visit::<StoredScores>();
    });
    contracts.file("study", |types| {
        types.visit::<StudyChanges>();
        types.visit::<StudyReport>();
        types.visit::<Threat>();
        types.visit::<TryVerdict>();
    });
    contracts.file("engine", |types| {
        types.visit::<SearchPosition>();
        types.visit::<SearchRequest>();
        types.visit::<SearchInfo>();
    });
    contracts.file("film", |types| types.visit::<FilmRequest>());
    contracts.file("insight", |types| {
        types.visit::<Insight>();
        types.visit::<TypeOf<AttackChange>>();
    });
    contracts.file("editor", |types| types.visit::<SetupView>());
    contracts.check();
}

/// The generated files. A type is declared in the first file that needs it; later files import it.
#[derive(Default)]
struct Contracts {
    files: Vec<(&'static str, Types)>,
    /// The file that declares each type.
    home: BTreeMap<String, &'static str>,
}

impl Contracts {
    fn file(&mut self, name: &'static str, collect: impl FnOnce(&mut Types)) {
        let mut types = Types::default();
        collect(&mut types);
        types.declarations.retain(|name, _| !self.home.contains_key(name));
        self.home.extend(types.declarations.keys().map(|declared| (declared.clone(), name)));
        match self.files.iter_mut().find(|(other, _)| *other == name) {
            Some((_, before)) => before.declarations.append(&mut types.declarations),
            None => self.files.push((name, types)),
        }
    }

    fn check(&self) {
        for (name, types) in &self.files {
            let path = folder().join(name).with_extension("ts");
            expect_file![path].assert_eq(&self.text(name, types));
        }
        let names: BTreeSet<&str> = self.files.iter().map(|(name, _)| *name).collect();
        for entry in fs::read_dir(folder()).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            assert!(names.contains(name), "{} is not generated", path.display());
        }
    }

    fn text(&self, file: &str, types: &Types) -> String {
        let mut imports: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for needed in types.declarations.values().flat_map(|declaration| &declaration.needs) {
            let home = self.home[needed];
            if home != file {
                imports.entry(home).or_default().insert(needed);
            }
        }
        let mut text = String::from(
            "// Generated from the Rust types: UPDATE_EXPECT=1 cargo test -p trid-wasm --test contracts\n",
        );
        for (home, names) in imports {
            let names: Vec<&str> = names.into_iter().collect();
            text += &format!("import type {{ {} }} from \"./{home}\";\n", names.join(", "));
        }
        for declaration in types.declarations.values() {
            text += "\n";
            text += &declaration.text;
        }
        text
    }
}

/// Declarations by name.
#[derive(Default)]
struct Types {
    declarations: BTreeMap<String, Declaration>,
}

struct Declaration {
    text: String,
    /// The names of the types it refers to.
    needs: BTreeSet<String>,
}

impl TypeVisitor for Types {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        let config = Config::new().with_large_int("number");
        if T::output_path().is_some() {
            let name = T::ident(&config);
            if self.declarations.contains_key(&name) {
                return;
            }
            let needs = T::dependencies(&config).into_iter().map(|needed| needed.ts_name);
            // An event contains its kind by name, not by its many variants.
            let kinds = EventKind::inline_flattened(&config);
            let declared = T::decl(&config).replace(&kinds, &EventKind::ident(&config));
            let text = layout::declaration(&T::docs().unwrap_or_default(), &declared);
            self.declarations.insert(name, Declaration { text, needs: needs.collect() });
        }
        T::visit_dependencies(self);
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/wire")
}
