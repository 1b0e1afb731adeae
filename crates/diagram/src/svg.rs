//! A small SVG writer with deterministic number formatting.

use std::fmt::Write as _;

/// An SVG document under construction.
pub(crate) struct Svg {
    body: String,
}

/// A point in pixels.
pub(crate) type Point = [f64; 2];

impl Svg {
    pub(crate) const fn new() -> Svg {
        Svg { body: String::new() }
    }

    /// Adds an element without content.
    pub(crate) fn element(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.open(name, attributes);
        let end = self.body.len() - 2;
        self.body.replace_range(end.., "/>\n");
    }

    /// Adds a text.
    pub(crate) fn text(&mut self, [x, y]: Point, size: f64, fill: &str, anchor: &str, text: &str) {
        let (x, y, size) = (number(x), number(y), number(size));
        let _ = writeln!(
            self.body,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{fill}\" text-anchor=\"{anchor}\">{}</text>",
            escape(text)
        );
    }

    /// Adds a polygon.
    pub(crate) fn polygon(&mut self, points: &[Point], attributes: &[(&str, &str)]) {
        let points: Vec<String> =
            points.iter().map(|[x, y]| format!("{},{}", number(*x), number(*y))).collect();
        let points = points.join(" ");
        let mut all = vec![("points", points.as_str())];
        all.extend(attributes);
        self.element("polygon", &all);
    }

    /// Opens an element; [`Svg::close`] closes it.
    pub(crate) fn open(&mut self, name: &str, attributes: &[(&str, &str)]) {
        let _ = write!(self.body, "<{name}");
        for (key, value) in attributes {
            let _ = write!(self.body, " {key}=\"{}\"", escape(value));
        }
        self.body.push_str(">\n");
    }

    /// Closes an element.
    pub(crate) fn close(&mut self, name: &str) {
        let _ = writeln!(self.body, "</{name}>");
    }

    /// The document with background and title. Screen readers read the title.
    pub(crate) fn finish(self, [width, height]: Point, title: &str) -> String {
        let (width, height) = (number(width), number(height));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             font-family=\"Verdana, 'DejaVu Sans', system-ui, sans-serif\" role=\"img\">\n\
             <title>{}</title>\n\
             <rect width=\"{width}\" height=\"{height}\" rx=\"14\" fill=\"{}\"/>\n{}</svg>\n",
            escape(title),
            crate::palette::PANEL,
            self.body
        )
    }
}

/// The length of a vector. `sqrt` is exact on every machine, unlike `hypot`.
pub(crate) fn length_of([x, y]: Point) -> f64 {
    (x * x + y * y).sqrt()
}

/// Formats a number with at most two decimals.
pub(crate) fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
