//! Parses the cases.

/// How a test of the originals is tested here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    /// It holds as written. Missing details were filled in.
    AsWritten,
    /// The rules differ: the original form is illegal, and the form that the rules give is legal.
    Adapted,
    /// It has no valid position or nothing to check. The nearest valid case replaces it.
    Replaced,
    /// It only names a group of other cases.
    ByReference,
}

impl Class {
    pub(crate) const ALL: [Class; 4] =
        [Class::AsWritten, Class::Adapted, Class::Replaced, Class::ByReference];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Class::AsWritten => "as written",
            Class::Adapted => "adapted",
            Class::Replaced => "replaced",
            Class::ByReference => "by reference",
        }
    }
}

/// One test of the originals.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) id: String,
    pub(crate) class: Class,
    pub(crate) why: String,
    pub(crate) steps: Vec<Step>,
}

/// One row of a case: a setup, an action or a claim.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) line: usize,
    /// Whether it is about the original form, which the rules do not allow.
    pub(crate) literal: bool,
    pub(crate) verb: String,
    pub(crate) words: String,
}

impl Step {
    pub(crate) fn is_claim(&self) -> bool {
        !["given", "book", "play", "undo"].contains(&self.verb.as_str())
    }

    fn read(line: usize, text: &str) -> Step {
        let (literal, text) = match text.strip_prefix("literally ") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (verb, words) = text.split_once(' ').unwrap_or((text, ""));
        Step { line, literal, verb: verb.into(), words: words.trim().into() }
    }
}

/// All cases in order.
pub(crate) fn cases() -> Vec<Case> {
    let files = [
        include_str!("matrix.txt"),
        include_str!("plan.txt"),
        include_str!("checklist.txt"),
        include_str!("examples.txt"),
        include_str!("notation.txt"),
        include_str!("architecture.txt"),
    ];
    let cases: Vec<Case> = files.into_iter().flat_map(read).collect();
    for (index, case) in cases.iter().enumerate() {
        assert!(
            cases[..index].iter().all(|other| other.id != case.id),
            "{} appears twice",
            case.id
        );
        assert!(!case.why.is_empty(), "{} does not say why", case.id);
    }
    cases
}

fn read(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with("== ") {
            continue;
        }
        if let Some(head) = line.strip_prefix("-- ") {
            let (id, class) = head.split_once(": ").expect("a head has an id and a class");
            let class = Class::ALL.into_iter().find(|known| known.name() == class);
            cases.push(Case {
                id: id.to_owned(),
                class: class.unwrap_or_else(|| panic!("{id} has no known class")),
                why: String::new(),
                steps: Vec::new(),
            });
        } else {
            let case = cases.last_mut().expect("a line before the first case");
            match line.strip_prefix("why ") {
                Some(why) if case.why.is_empty() => case.why = why.to_owned(),
                Some(more) => case.why = format!("{} {more}", case.why),
                None => case.steps.push(Step::read(index + 1, line)),
            }
        }
    }
    cases
}
