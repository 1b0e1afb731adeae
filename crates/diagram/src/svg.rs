//! A small writer of SVG: elements with attributes, numbers in one exact form.

use std::fmt::Write as _;

/// A picture as it grows.
pub(crate) struct Svg {
    body: String,
}

/// A point of the picture.
pub(crate) type Point = [f64; 2];

impl Svg {
    pub(crate) const fn new() -> Svg {
        Svg { body: String::new() }
    }

    /// An element without content.
    pub(crate) fn element(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.open(name, attributes);
        let end = self.body.len() - 2;
        self.body.replace_range(end.., "/>\n");
    }

    /// A line of text.
    pub(crate) fn text(&mut self, [x, y]: Point, size: f64, fill: &str, anchor: &str, text: &str) {
        let (x, y, size) = (number(x), number(y), number(size));
        let _ = writeln!(
            self.body,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{fill}\" text-anchor=\"{anchor}\">{}</text>",
            escape(text)
        );
    }

    /// A closed shape.
    pub(crate) fn polygon(&mut self, points: &[Point], attributes: &[(&str, &str)]) {
        let points: Vec<String> =
            points.iter().map(|[x, y]| format!("{},{}", number(*x), number(*y))).collect();
        let points = points.join(" ");
        let mut all = vec![("points", points.as_str())];
        all.extend(attributes);
        self.element("polygon", &all);
    }

    /// The beginning of a group; [`Svg::close`] ends it.
    pub(crate) fn open(&mut self, name: &str, attributes: &[(&str, &str)]) {
        let _ = write!(self.body, "<{name}");
        for (key, value) in attributes {
            let _ = write!(self.body, " {key}=\"{}\"", escape(value));
        }
        self.body.push_str(">\n");
    }

    /// The end of a group.
    pub(crate) fn close(&mut self, name: &str) {
        let _ = writeln!(self.body, "</{name}>");
    }

    /// The whole picture on its panel, named for those who cannot see it.
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

/// The length of a way, by operations that give the same on every machine.
pub(crate) fn length_of([x, y]: Point) -> f64 {
    (x * x + y * y).sqrt()
}

/// A number with at most two digits behind the point.
pub(crate) fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
