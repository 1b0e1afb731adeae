//! The shipped puzzles: an index of all of them, and parts that are loaded on demand.
//!
//! The index starts with `trid-puzzles 1`. A line `revised 1 40` starts the first part of a rule book with its
//! number of puzzles; each following line has the number, the rating and the themes (hexadecimal) of one puzzle.
//! A part starts with `trid-puzzles 1 revised` and has one puzzle per line.

use std::fmt;

use trid_rules::RuleBook;

use super::{
    Puzzle,
    format::ParsePuzzleError,
    themes::{Theme, ThemeSet},
};

/// The first line of an index.
pub const HEADER: &str = "trid-puzzles 1";

/// A puzzle in the index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its number.
    pub number: u32,
    /// Its rating.
    pub rating: u16,
    /// Its themes.
    pub themes: ThemeSet,
    /// Its part.
    pub part: Part,
}

/// A part of the collection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// The rule book of its puzzles.
    pub book: RuleBook,
    /// Its number among the parts of the rule book, from 1.
    pub number: u32,
}

/// The name of its file without the extension: `revised-1`.
impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.book, self.number)
    }
}

/// Why a file of puzzles cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CollectionError {
    /// The file does not start with the right header.
    Header,
    /// A line of the index is not a part or a puzzle.
    Index(usize),
    /// A line of a part is not a puzzle.
    Puzzle(usize, ParsePuzzleError),
    /// There is no puzzle with this number.
    UnknownNumber(u32),
}

impl fmt::Display for CollectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CollectionError::Header => f.write_str("this is not a file of puzzles of this version"),
            CollectionError::Index(line) => write!(f, "line {line} of the index cannot be read"),
            CollectionError::Puzzle(line, error) => write!(f, "line {line}: {error}"),
            CollectionError::UnknownNumber(number) => write!(f, "there is no puzzle {number}"),
        }
    }
}

impl std::error::Error for CollectionError {}

/// The index of all puzzles.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Collection {
    entries: Vec<Entry>,
}

impl Collection {
    /// Reads an index.
    ///
    /// # Errors
    /// [`CollectionError`] with the number of the wrong line.
    pub fn parse(index: &str) -> Result<Collection, CollectionError> {
        let mut lines = index.lines();
        if lines.next() != Some(HEADER) {
            return Err(CollectionError::Header);
        }
        let mut entries = Vec::new();
        let mut part = None;
        for (line, text) in lines.enumerate() {
            if let Some(next) = parse_part(text) {
                part = Some(next);
                continue;
            }
            let entry = part.and_then(|part| parse_entry(text, part));
            entries.push(entry.ok_or(CollectionError::Index(line + 2))?);
        }
        Ok(Collection { entries })
    }

    /// All puzzles; within a rule book by rating.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The puzzle with a number.
    ///
    /// # Errors
    /// [`CollectionError::UnknownNumber`].
    pub fn find(&self, number: u32) -> Result<&Entry, CollectionError> {
        self.entries
            .iter()
            .find(|entry| entry.number == number)
            .ok_or(CollectionError::UnknownNumber(number))
    }

    /// The puzzles of a rule book, and of a theme if one is given.
    pub fn of(&self, book: RuleBook, theme: Option<Theme>) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(move |entry| {
            entry.part.book == book && theme.is_none_or(|theme| entry.themes.contains(theme))
        })
    }

    /// The puzzle of the day: the same for everyone who has this collection, of medium difficulty.
    #[must_use]
    pub fn daily(&self, book: RuleBook, day: u32) -> Option<u32> {
        const RATINGS: std::ops::Range<u16> = 900..1900;
        let suitable: Vec<u32> = self
            .of(book, None)
            .filter(|entry| RATINGS.contains(&entry.rating))
            .map(|entry| entry.number)
            .collect();
        let count = suitable.len() as u64;
        // Every puzzle has its turn before one comes again: the days of a round walk through all of them in
        // steps that share no factor with their number.
        let step =
            (1..=count).rev().map(|step| step * 5 / 8 + 1).find(|&step| gcd(step, count) == 1)?;
        let index = (u64::from(day) * step) % count;
        suitable.get(index as usize).copied()
    }
}

const fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn parse_part(line: &str) -> Option<Part> {
    let mut words = line.split(' ');
    let book = words.next()?.parse().ok()?;
    let number = words.next()?.parse().ok()?;
    words.next().is_none().then_some(Part { book, number })
}

fn parse_entry(line: &str, part: Part) -> Option<Entry> {
    let mut words = line.split(' ');
    let number = words.next()?.parse().ok()?;
    let rating = words.next()?.parse().ok()?;
    let themes = ThemeSet::from_bits(u16::from_str_radix(words.next()?, 16).ok()?)?;
    words.next().is_none().then_some(Entry { number, rating, themes, part })
}

/// Writes an index. The parts hold consecutive puzzles.
#[must_use]
pub fn write_index(entries: &[Entry]) -> String {
    let mut text = format!("{HEADER}\n");
    let mut part = None;
    for entry in entries {
        if part != Some(entry.part) {
            part = Some(entry.part);
            text += &format!("{} {}\n", entry.part.book, entry.part.number);
        }
        text += &format!("{} {} {:x}\n", entry.number, entry.rating, entry.themes.bits());
    }
    text
}

/// Writes a part.
#[must_use]
pub fn write_part<'a>(book: RuleBook, puzzles: impl Iterator<Item = &'a Puzzle>) -> String {
    puzzles.fold(format!("{HEADER} {book}\n"), |text, puzzle| text + &format!("{puzzle}\n"))
}

/// Reads all puzzles of a part.
///
/// # Errors
/// [`CollectionError`] with the number of the wrong line.
pub fn parse_part_file(text: &str) -> Result<Vec<Puzzle>, CollectionError> {
    let (book, lines) = part_lines(text)?;
    lines
        .enumerate()
        .map(|(line, text)| {
            Puzzle::parse(text, book).map_err(|error| CollectionError::Puzzle(line + 2, error))
        })
        .collect()
}

/// Reads one puzzle of a part.
///
/// # Errors
/// [`CollectionError`] if the part does not hold it or its line cannot be read.
pub fn find_in_part(text: &str, number: u32) -> Result<Puzzle, CollectionError> {
    let (book, lines) = part_lines(text)?;
    let prefix = format!("{number} ");
    let (line, text) = lines
        .enumerate()
        .find(|(_, line)| line.starts_with(&prefix))
        .ok_or(CollectionError::UnknownNumber(number))?;
    Puzzle::parse(text, book).map_err(|error| CollectionError::Puzzle(line + 2, error))
}

pub(super) fn part_lines(text: &str) -> Result<(RuleBook, std::str::Lines<'_>), CollectionError> {
    let mut lines = text.lines();
    let book = lines
        .next()
        .and_then(|line| line.strip_prefix(HEADER)?.trim_start().parse().ok())
        .ok_or(CollectionError::Header)?;
    Ok((book, lines))
}
