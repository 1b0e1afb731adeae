//! Runs every test of the original notation and engine drafts as a named case.
//!
//! The cases are data (`matrix.txt`, `plan.txt`, `checklist.txt`, `examples.txt`, `notation.txt`, `architecture.txt`).
//! `docs/notes/conformance.md` counts them.

mod given;
mod runner;
mod steps;
mod table;

use runner::StepError;
use table::{Case, Class};

#[test]
fn every_case_passes() {
    let cases = table::cases();
    let failures: Vec<String> = cases
        .iter()
        .filter_map(|case| {
            runner::run(case, &cases).err().map(|error| format!("{}: {error}", case.id))
        })
        .collect();
    assert!(
        failures.is_empty(),
        "{} of {} fail:\n{}",
        failures.len(),
        cases.len(),
        failures.join("\n")
    );
}

#[test]
fn every_adapted_case_asserts_both_forms() {
    for Case { id, class, steps, .. } in table::cases() {
        let literal = steps.iter().filter(|step| step.literal).count();
        let claims = steps.iter().filter(|step| step.is_claim()).count();
        assert!(claims > literal, "{id} claims nothing but of the literal form");
        match class {
            Class::AsWritten => assert_eq!(literal, 0, "{id} is as written, so it has one form"),
            Class::Adapted => assert!(literal > 0, "{id} asserts nothing of the literal form"),
            Class::Replaced | Class::ByReference => {}
        }
        let names_others = steps.iter().all(|step| step.verb == "suite");
        assert_eq!(names_others, class == Class::ByReference, "{id} is {}", class.name());
    }
}

#[test]
fn the_page_counts_the_cases() {
    let page = include_str!("../../../../docs/notes/conformance.md");
    for class in Class::ALL {
        let count = table::cases().iter().filter(|case| case.class == class).count();
        let text = format!("**{}** ({count} cases)", class.name());
        assert!(page.contains(&text), "docs/notes/conformance.md does not say {text}");
    }
}

#[test]
fn a_false_claim_of_every_kind_fails() {
    let claims: Vec<&str> = include_str!("false.txt").lines().collect();
    for step in table::cases().iter().flat_map(|case| &case.steps).filter(|step| step.is_claim()) {
        let kind =
            |claim: &str| claim.trim_start_matches("not ").split(' ').next() == Some(&step.verb);
        let same = step.verb == "not" || claims.iter().any(|claim| kind(claim));
        assert!(same, "no false claim of the kind {:?}", step.verb);
    }
    for claim in claims {
        let result = runner::claim_of_start(claim);
        assert!(matches!(result, Err(StepError::False(_))), "{claim}: {result:?}");
    }
}
