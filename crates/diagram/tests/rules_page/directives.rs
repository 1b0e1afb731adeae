//! The directives of a comment: a position, what to draw on it, and claims about it.
//!
//! Position: `rules meder` (`revised` otherwise), `tfen ...` (the start otherwise), `after MOVE`, `view set`, `view side`, `view pins`.
//! Drawing: `boards W N`, `ranks 0-5`, `moves SQUARE`, `board PIN`, `landings PIN`, `arrow SQUARE SQUARE`, `pin PIN MARK`,
//! and squares after `from`, `go`, `stop`, `focus`, `name`.
//! Claims: `legal MOVE ...`, `illegal MOVE CODE ...` (exactly these), `plays MOVE ...`, `is SQUARE MARK`, `outcome WORD`,
//! `lands PIN-PIN SQUARE ...`, `writes MOVE TEXT` (in algebraic notation). After `meder:` or `revised:` a claim refers to that rule book.

use trid_diagram::{FlatMap, PinsView, SetView, SideView, SquareMark};
use trid_rules::{Ending, Level, Move, Pin, Position, RuleBook, Square, Status};

/// The result of reading or checking a directive.
type Checked = Result<(), String>;

pub(crate) struct Comment {
    text: String,
    diagram: Option<String>,
    view: String,
    book: RuleBook,
    tfen: String,
    /// Verb and arguments.
    directives: Vec<(String, String)>,
}

impl Comment {
    pub(crate) fn read(text: &str) -> Result<Comment, String> {
        let mut lines = text.lines();
        let diagram = match lines.next().and_then(|head| head.split_once(' ')) {
            Some(("diagram", name)) => Some(name.to_owned()),
            None if text.starts_with("check") => None,
            _ => return Err("a comment starts with `diagram NAME` or `check`".into()),
        };
        let mut comment = Comment {
            text: text.to_owned(),
            diagram,
            view: "flat".into(),
            book: RuleBook::Revised,
            tfen: Position::start(RuleBook::Revised).to_tfen(),
            directives: Vec::new(),
        };
        for line in lines {
            let (verb, words) =
                line.split_once(' ').ok_or_else(|| format!("{line:?} has no arguments"))?;
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
                _ => comment.directives.push((verb.to_owned(), words.to_owned())),
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

    /// The false claims.
    pub(crate) fn errors(&self) -> Vec<String> {
        let mut errors = Vec::new();
        for (verb, words) in &self.directives {
            let (book, verb, words) = match verb.strip_suffix(':').map(str::parse::<RuleBook>) {
                None => (self.book, verb.as_str(), words.as_str()),
                Some(Ok(book)) => match words.split_once(' ') {
                    Some((verb, words)) => (book, verb, words),
                    None => continue,
                },
                Some(Err(error)) => {
                    errors.push(error.to_string());
                    continue;
                }
            };
            if DRAWING.contains(&verb) {
                continue;
            }
            if let Err(error) =
                self.position(book).and_then(|position| check_claim(&position, verb, words))
            {
                errors.push(format!("{verb} {words}: {error}"));
            }
        }
        errors
    }

    /// The name and the SVG, if it is a diagram.
    pub(crate) fn diagram(&self) -> Option<(String, String)> {
        let name = self.diagram.clone()?;
        let position = self.position(self.book).expect("checked on reading");
        let svg = match self.view.as_str() {
            "set" => SetView::new(&position).to_svg(),
            "side" => SideView::new(self.book).to_svg(),
            "pins" => PinsView::new(self.book).to_svg(),
            _ => self.flat(&position).unwrap_or_else(|error| panic!("{name}: {error}")),
        };
        Some((name, svg))
    }

    /// The entry of a diagram in `positions.json`: its position, the square or pin whose moves it shows, and what is drawn
    /// if it is a map. Views without pieces have none.
    pub(crate) fn json(&self) -> Option<String> {
        let name = self.diagram.as_ref()?;
        if self.view == "side" || self.view == "pins" {
            return None;
        }
        let shown = self.directives.iter().find(|(verb, _)| verb == "moves" || verb == "board");
        let select =
            shown.map_or_else(String::new, |(_, name)| format!(", \"select\": \"{name}\""));
        let map = if self.view == "flat" { self.map_json() } else { String::new() };
        Some(format!(
            "  \"{name}\": {{ \"rules\": \"{}\", \"tfen\": \"{}\"{select}{map} }}",
            self.book, self.tfen
        ))
    }

    /// The main boards, marks and arrows of a map.
    fn map_json(&self) -> String {
        let position = self.position(self.book).expect("checked on reading");
        let (mut levels, mut marks, mut arrows) = (String::from("W N B"), Vec::new(), Vec::new());
        for (verb, text) in &self.directives {
            let words: Vec<&str> = text.split(' ').collect();
            match (verb.as_str(), &words[..]) {
                ("boards", _) => levels.clone_from(text),
                ("arrow", [from, to]) => {
                    arrows.push(format!("{{ \"from\": \"{from}\", \"to\": \"{to}\" }}"));
                }
                ("pin", [name, mark]) => marks.push(mark_json(name, mark)),
                ("landings", [board]) => {
                    let squares = rider_landings(&position, pin(board).expect("checked"));
                    marks.extend(squares.iter().map(|at| mark_json(&at.to_string(), "go")));
                }
                ("from" | "go" | "capture" | "stop" | "focus" | "name", words) => {
                    marks.extend(words.iter().map(|at| mark_json(at, verb)));
                }
                _ => {}
            }
        }
        let levels: Vec<String> = levels.split(' ').map(|level| format!("\"{level}\"")).collect();
        format!(
            ", \"map\": {{ \"levels\": [{}], \"marks\": [{}], \"arrows\": [{}] }}",
            levels.join(", "),
            marks.join(", "),
            arrows.join(", ")
        )
    }

    fn flat(&self, position: &Position) -> Result<String, String> {
        let mut map = FlatMap::new(position);
        for (verb, text) in
            self.directives.iter().filter(|(verb, _)| verb == "boards" || verb == "ranks")
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
        for (verb, text) in &self.directives {
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
            for landing in rider_landings(position, pin(text)?) {
                map.mark(landing, SquareMark::Target);
            }
        }
        "arrow" => match words[..] {
            [from, to] => map.arrow(square(from)?, square(to)?),
            _ => return Err("an arrow goes from one square to another".into()),
        },
        "pin" => match words[..] {
            [name, mark] => map.mark_pin(pin(name)?, square_mark(mark).ok_or("unknown mark")?),
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

fn mark_json(at: &str, kind: &str) -> String {
    format!("{{ \"at\": \"{at}\", \"kind\": \"{kind}\" }}")
}

/// Where the rider of a board lands by its legal moves.
fn rider_landings(position: &Position, board: Pin) -> Vec<Square> {
    let moves = position.legal_moves().into_iter().filter_map(|mv| match mv {
        Move::Board { from, to, turned, .. } if from == board => {
            Position::landing(position.rider(from)?.0, to, turned)
        }
        _ => None,
    });
    moves.collect()
}

fn square_mark(word: &str) -> Option<SquareMark> {
    Some(match word {
        "from" => SquareMark::From,
        "go" => SquareMark::Target,
        "capture" => SquareMark::Capture,
        "stop" => SquareMark::Blocked,
        "focus" => SquareMark::Highlight,
        _ => return None,
    })
}

fn check_claim(position: &Position, verb: &str, text: &str) -> Checked {
    let words: Vec<&str> = text.split(' ').collect();
    match verb {
        "legal" => words.iter().try_for_each(|word| expect_equal(&codes(position, word), "")),
        "illegal" => {
            let (mv, expected) = text.split_once(' ').ok_or("no code")?;
            expect_equal(&codes(position, mv), expected)
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
            expect_equal(&has_mark(position, square(name)?, mark)?.to_string(), "true")
        }
        "outcome" => {
            let status = position.ending().map_or(Status::Ongoing, Ending::status);
            expect_equal(status.name(), text)
        }
        "writes" => {
            let (mv, expected) = text.split_once(' ').ok_or("no text")?;
            let mv: Move = mv.parse().map_err(|error| format!("{error}"))?;
            position.play(mv).map_err(|error| error.to_string())?;
            expect_equal(&position.algebraic(mv).to_string(), expected)
        }
        "lands" => {
            let (pins, expected) = text.split_once(' ').ok_or("no squares")?;
            let (from, to) = pins.split_once('-').ok_or("no pair of pins")?;
            expect_equal(&landings(position, pin(from)?, pin(to)?)?, expected)
        }
        _ => Err("unknown directive".into()),
    }
}

fn expect_equal(actual: &str, expected: &str) -> Checked {
    if actual == expected { Ok(()) } else { Err(format!("it is {actual}")) }
}

fn has_mark(position: &Position, square: Square, mark: &str) -> Result<bool, String> {
    Ok(match mark {
        "frozen" => position.is_frozen(square),
        "deferred" => position.is_deferred(square),
        "stranded" => position.is_stranded(square),
        "carried" => position.carried().contains(square),
        "attacked" => position.is_attacked(square, position.turn().other()),
        _ => return Err("unknown mark".into()),
    })
}

/// The squares on which a board's rider can land, separated by spaces.
fn landings(position: &Position, from: Pin, to: Pin) -> Result<String, String> {
    let (rider, _) = position.rider(from).ok_or("no rider")?;
    let squares = [false, true]
        .into_iter()
        .filter_map(|turned| Position::landing(rider, to, turned).map(|square| square.to_string()));
    Ok(squares.collect::<Vec<_>>().join(" "))
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
