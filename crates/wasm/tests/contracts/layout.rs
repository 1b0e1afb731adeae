//! Lays out the one-line declarations of `ts-rs`: a field per line, everything read-only.

/// A declaration with its doc comment, exported.
pub(crate) fn declaration(docs: &str, declared: &str) -> String {
    let mut layout = Layout::default();
    layout.text += &comment(docs);
    layout.text += "export ";
    match declared.split_once(" = {").filter(|(_, body)| body.contains(" | {")) {
        Some((name, body)) => {
            layout.text += name;
            layout.text += " =";
            layout.is_union = true;
            layout.run(&format!("|{{{body}"));
        }
        None => layout.run(declared),
    }
    layout.text + "\n"
}

/// What an open bracket belongs to.
#[derive(PartialEq)]
enum Bracket {
    Object,
    Map,
    Other,
}

#[derive(Default)]
struct Layout {
    text: String,
    open: Vec<Bracket>,
    /// Whether it is a union of objects, whose members are indented.
    is_union: bool,
}

impl Layout {
    fn run(&mut self, mut rest: &str) {
        while let Some(next) = rest.chars().next() {
            rest = self.step(next, rest);
        }
    }

    /// Writes the next token and returns what follows it.
    fn step<'a>(&mut self, next: char, rest: &'a str) -> &'a str {
        let after = &rest[next.len_utf8()..];
        match next {
            '{' => return self.open_brace(after),
            '}' => match self.open.pop() {
                Some(Bracket::Map) => {
                    self.text.truncate(self.text.trim_end().len());
                    self.text += ">>";
                }
                _ => {
                    self.end_field();
                    self.close_object();
                }
            },
            ',' if self.open.last() == Some(&Bracket::Object) => {
                self.end_field();
                return self.field(after);
            }
            '"' | '`' => {
                let (literal, after) = after.split_once(next).unwrap();
                self.text += &format!("{next}{literal}{next}");
                return after;
            }
            '[' => {
                let is_tuple = self.text.ends_with([' ', '<', '(']);
                self.text += if is_tuple { "readonly [" } else { "[" };
                self.open.push(Bracket::Other);
            }
            '(' | '<' => {
                if next == '<' && self.text.ends_with("Array") {
                    self.text.truncate(self.text.len() - "Array".len());
                    self.text += "ReadonlyArray";
                }
                self.text.push(next);
                self.open.push(Bracket::Other);
            }
            ')' | ']' | '>' => {
                self.text.push(next);
                self.open.pop();
            }
            '|' if after.trim_start().starts_with('{') => {
                self.text.truncate(self.text.trim_end().len());
                self.new_row();
                self.text += "| ";
                return after.trim_start();
            }
            _ => self.text.push(next),
        }
        after
    }

    fn open_brace<'a>(&mut self, rest: &'a str) -> &'a str {
        if let Some(map) = rest.trim_start().strip_prefix("[key in ") {
            let (key, value) = map.split_once(']').unwrap();
            self.text += &format!("Readonly<Record<{key}, ");
            self.open.push(Bracket::Map);
            return value.trim_start_matches(['?', ':', ' ']);
        }
        self.text += "{";
        self.open.push(Bracket::Object);
        self.field(rest)
    }

    /// Starts a field on its own row, unless the object ends.
    fn field<'a>(&mut self, rest: &'a str) -> &'a str {
        let mut rest = rest.trim_start();
        if rest.starts_with('}') {
            return rest;
        }
        self.new_row();
        if let Some((docs, after)) = rest.strip_prefix("/**").and_then(|docs| docs.split_once("*/"))
        {
            self.text += comment(docs).trim_end();
            self.new_row();
            rest = after.trim_start();
        }
        self.text += "readonly ";
        match rest.strip_prefix('"').and_then(|key| key.split_once("\":")) {
            Some((key, after)) => {
                self.text += &format!("{key}:");
                after
            }
            None => rest,
        }
    }

    fn end_field(&mut self) {
        self.text.truncate(self.text.trim_end().len());
        if !self.text.ends_with([';', '{']) {
            self.text += ";";
        }
    }

    /// Closes an object. One with a single field and no comment stays on one row.
    fn close_object(&mut self) {
        let start = self.text.rfind('{').unwrap();
        let fields: Vec<&str> = self.text[start..].lines().skip(1).map(str::trim).collect();
        match fields[..] {
            [field] => {
                let row = format!("{{ {} }}", field.trim_end_matches(';'));
                self.text.truncate(start);
                self.text += &row;
            }
            _ => {
                self.new_row();
                self.text += "}";
            }
        }
    }

    fn new_row(&mut self) {
        let objects = self.open.iter().filter(|bracket| **bracket == Bracket::Object).count();
        let depth = objects + usize::from(self.is_union);
        self.text += "\n";
        self.text += &"  ".repeat(depth);
    }
}

/// A doc comment on one row, without further paragraphs.
fn comment(docs: &str) -> String {
    let rows = docs
        .lines()
        .map(|row| row.trim().trim_start_matches(['/', '*']).trim_end_matches("*/").trim());
    let first: Vec<&str> =
        rows.skip_while(|row| row.is_empty()).take_while(|row| !row.is_empty()).collect();
    if first.is_empty() { String::new() } else { format!("/** {} */\n", first.join(" ")) }
}
