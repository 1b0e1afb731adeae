//! The lines of a comment: a position, what to draw on it, and what to claim of it.
//!
//! Position: `rules meder` (`revised` otherwise), `tfen ...` (the start otherwise), `after MOVE`, `view set`, `view side`.
//! Drawing: `boards W N`, `ranks 0-5`, `moves SQUARE`, `board PIN`, `landings PIN`, `arrow SQUARE SQUARE`, `pin PIN MARK`,
//! and squares behind `from`, `go`, `stop`, `focus`, `name`.
//! Claims: `legal MOVE ...`, `illegal MOVE CODE ...` (exactly these), `plays MOVE ...`, `is SQUARE MARK`, `outcome WORD`,
//! `lands PIN-PIN SQUARE ...`, `writes MOVE TEXT` (in algebraic notation). Behind `meder:` or `revised:` a claim is made under that rule book.

use trid_diagram::{FlatMap, SetView, SideView, SquareMark};
use trid_rules::{Ending, Level, Move, Pin, Position, RuleBook, Square, Status};

/// What became of reading or checking a line.
type Checked = Result<(), String>;

pub(crate) struct Comment {
    text: String,
    diagram: Option<String>,
    view: String,
    book: RuleBook,
    tfen: String,
    lines: Vec<(String, String)>,
}

impl Comment {
    pub(crate) fn read(text: &str) -> Result<Comment, String> {
        let mut lines = text.lines();
        let diagram = match lines.next().and_then(|head| head.split_once(' ')) {
            Some(("diagram", name)) => Some(name.to_owned()),
            None if text.starts_with("check") => None,
            _ => return Err("a comment begins with `diagram NAME` or `check`".into()),
        };
        let mut comment = Comment {
            text: text.to_owned(),
            diagram,
            view: "flat".into(),
            book: RuleBook::Revised,
            tfen: Position::start(RuleBook::Revised).to_tfen(),
            lines: Vec::new(),
        };
        for line in lines {
            let (verb, words) =
                line.split_once(' ').ok_or_else(|| format!("{line:?} says nothing"))?;
            match verb {
                "tfen" => words.clone_into(&mut comment.tfen),
                "view" => words.clone_into(&mut comment.view),
                "after" => {
                    let mv: Move = words.parse().map_err(|error| format!("{error}"))?;
                    let position = comment.position(comment.book)?;
                    let after = position.play(mv).map_err(|error| error.to_string())?;
                    comment.tfen = after.to_tfen();
                }
                "rules" => comment.book = words.parse().map_err(|error| format!("{error}"))?,
                _ => comment.lines.push((verb.to_owned(), words.to_owned())),
            }
        }
        comment.position(comment.book)?;
        Ok(comment)
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn name(&self) -> &str {
        self.text.lines().next().unwrap_or_default()
    }

    fn position(&self, book: RuleBook) -> Result<Position, String> {
        Position::from_tfen(&self.tfen, book).map_err(|error| error.to_string())
    }

    /// What is false among the claims.
    pub(crate) fn problems(&self) -> Vec<String> {
        let mut problems = Vec::new();
        for (verb, words) in &self.lines {
            let (book, verb, words) = match verb.strip_suffix(':').map(str::parse::<RuleBook>) {
                None => (self.book, verb.as_str(), words.as_str()),
                Some(Ok(book)) => match words.split_once(' ') {
                    Some((verb, words)) => (book, verb, words),
                    None => continue,
                },
                Some(Err(error)) => {
                    problems.push(error.to_string());
                    continue;
                }
            };
            if DRAWING.contains(&verb) {
                continue;
            }
            if let Err(problem) =
                self.position(book).and_then(|position| claim(&position, verb, words))
            {
                problems.push(format!("{verb} {words}: {problem}"));
            }
        }
        problems
    }

    /// The name and the picture, if it is a diagram.
    pub(crate) fn diagram(&self) -> Option<(String, String)> {
        let name = self.diagram.clone()?;
        let position = self.position(self.book).expect("checked on reading");
        let svg = match self.view.as_str() {
            "set" => SetView::new(&position).to_svg(),
            "side" => SideView::new(self.book).to_svg(),
            _ => self.flat(&position).unwrap_or_else(|problem| panic!("{name}: {problem}")),
        };
        Some((name, svg))
    }

    fn flat(&self, position: &Position) -> Result<String, String> {
        let mut map = FlatMap::new(position);
        for (verb, text) in
            self.lines.iter().filter(|(verb, _)| verb == "boards" || verb == "ranks")
        {
            if verb == "boards" {
                let levels =
                    Level::MAIN.into_iter().filter(|level| text.contains(&level.to_string()));
                map.show_only(&levels.collect::<Vec<_>>());
            } else {
                let (low, high) = text.split_once('-').ok_or("ranks go from one to another")?;
                let number = |word: &str| word.parse::<u8>().map_err(|error| error.to_string());
                map.show_ranks(number(low)?..=number(high)?);
            }
        }
        for (verb, text) in &self.lines {
            draw(&mut map, position, verb, text)?;
        }
        Ok(map.to_svg())
    }
}

const DRAWING: [&str; 13] = [
    "boards", "ranks", "moves", "board", "landings", "arrow", "pin", "from", "go", "capture",
    "stop", "focus", "name",
];

fn draw(map: &mut FlatMap<'_>, position: &Position, verb: &str, text: &str) -> Checked {
    let words: Vec<&str> = text.split(' ').collect();
    match verb {
        "moves" => map.show_moves(square(text)?),
        "board" => map.show_board_moves(pin(text)?),
        "landings" => {
            let board = pin(text)?;
            for mv in position.legal_moves() {
                if let Move::Board { from, to, turned, .. } = mv
                    && from == board
                    && let Some((rider, _)) = position.rider(from)
                    && let Some(landing) = Position::landing(rider, to, turned)
                {
                    map.mark(landing, SquareMark::Go);
                }
            }
        }
        "arrow" => match words[..] {
            [from, to] => map.arrow(square(from)?, square(to)?),
            _ => return Err("an arrow goes from one square to another".into()),
        },
        "pin" => match words[..] {
            [name, mark] => map.mark_pin(pin(name)?, square_mark(mark).ok_or("no such mark")?),
            _ => return Err("a pin has one mark".into()),
        },
        "name" => {
            for word in words {
                map.name(square(word)?);
            }
        }
        _ => {
            if let Some(mark) = square_mark(verb) {
                for word in words {
                    map.mark(square(word)?, mark);
                }
            }
        }
    }
    Ok(())
}

fn square_mark(word: &str) -> Option<SquareMark> {
    Some(match word {
        "from" => SquareMark::From,
        "go" => SquareMark::Go,
        "capture" => SquareMark::Capture,
        "stop" => SquareMark::Stop,
        "focus" => SquareMark::Focus,
        _ => return None,
    })
}

fn claim(position: &Position, verb: &str, text: &str) -> Checked {
    let words: Vec<&str> = text.split(' ').collect();
    let same =
        |is: String, said: &str| if is == said { Ok(()) } else { Err(format!("it is {is}")) };
    match verb {
        "legal" => words.iter().try_for_each(|word| same(codes(position, word), "")),
        "illegal" => {
            let (mv, said) = text.split_once(' ').ok_or("no code")?;
            same(codes(position, mv), said)
        }
        "plays" => {
            let mut position = position.clone();
            for word in words {
                let mv: Move = word.parse().map_err(|error| format!("{error}"))?;
                position = position.play(mv).map_err(|error| error.to_string())?;
            }
            Ok(())
        }
        "is" => {
            let (name, mark) = text.split_once(' ').ok_or("no mark")?;
            let at = square(name)?;
            let holds = match mark {
                "frozen" => position.is_frozen(at),
                "deferred" => position.is_deferred(at),
                "stranded" => position.is_stranded(at),
                "carried" => position.carried().contains(at),
                "attacked" => position.is_attacked(at, position.turn().other()),
                _ => return Err("no such mark".into()),
            };
            same(holds.to_string(), "true")
        }
        "outcome" => {
            same(position.ending().map_or(Status::Ongoing, Ending::status).name().into(), text)
        }
        "writes" => {
            let (mv, said) = text.split_once(' ').ok_or("no text")?;
            let mv: Move = mv.parse().map_err(|error| format!("{error}"))?;
            position.play(mv).map_err(|error| error.to_string())?;
            same(position.algebraic(mv), said)
        }
        "lands" => {
            let (pins, said) = text.split_once(' ').ok_or("no squares")?;
            let (from, to) = pins.split_once('-').ok_or("no two pins")?;
            let (from, to) = (pin(from)?, pin(to)?);
            let (rider, _) = position.rider(from).ok_or("no rider")?;
            let landings = [false, true].map(|turned| Position::landing(rider, to, turned));
            same(
                landings
                    .into_iter()
                    .flatten()
                    .map(|square| square.to_string())
                    .collect::<Vec<_>>()
                    .join(" "),
                said,
            )
        }
        _ => Err("no such line".into()),
    }
}

fn codes(position: &Position, text: &str) -> String {
    let reasons = position.explain_text(text);
    reasons.iter().map(|reason| reason.code.name()).collect::<Vec<_>>().join(" ")
}

fn square(word: &str) -> Result<Square, String> {
    word.parse().map_err(|error| format!("{error}"))
}

fn pin(word: &str) -> Result<Pin, String> {
    word.parse().map_err(|error| format!("{error}"))
}
