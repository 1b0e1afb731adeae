//! A game and its tags.

use trid_rules::Game;

use crate::tpgn;

/// A game and its tags.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Names and values in order, without unknown values and without tags that are derived from the game
    /// (see [`Record::DERIVED`]). Only a Termination that does not name an ending is kept.
    pub tags: Vec<(String, String)>,
    /// The game.
    pub game: Game,
}

impl Record {
    /// The tags at the start of every T-PGN, with their values for "unknown".
    pub const ROSTER: [(&'static str, &'static str); 6] = [
        ("Event", "?"),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", "?"),
        ("White", "?"),
        ("Black", "?"),
    ];

    /// The tags that are derived from the game.
    pub const DERIVED: [&'static str; 6] =
        ["Result", "Variant", "SetUp", "TFEN", "FEN", "Termination"];

    /// A game without tags.
    #[must_use]
    pub const fn new(game: Game) -> Record {
        Record { tags: Vec::new(), game }
    }

    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag. An empty or unknown value removes it.
    ///
    /// ```
    /// use trid_records::Record;
    /// use trid_rules::Game;
    ///
    /// let mut record = Record::new(Game::default());
    /// record.set_tag("White", "Ada");
    /// assert_eq!(record.tag("White"), Some("Ada"));
    /// record.set_tag("White", "?");
    /// assert_eq!(record.tag("White"), None);
    /// ```
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let value = if Record::is_unknown(name, value) { "" } else { value };
        match self.tags.iter_mut().find(|(other, _)| other == name) {
            Some(_) if value.is_empty() => self.tags.retain(|(other, _)| other != name),
            Some((_, old)) => value.clone_into(old),
            None if value.is_empty() => {}
            None => self.tags.push((name.to_owned(), value.to_owned())),
        }
    }

    /// Whether the value of a tag means "unknown".
    #[must_use]
    pub fn is_unknown(name: &str, value: &str) -> bool {
        Record::ROSTER.contains(&(name, value))
    }

    /// Whether a tag of a file is kept, because it says something that the game does not.
    pub(crate) fn keeps_tag(name: &str, value: &str) -> bool {
        if name == "Termination" {
            return !tpgn::termination::names_an_ending(value);
        }
        !Record::DERIVED.contains(&name) && !Record::is_unknown(name, value)
    }
}
