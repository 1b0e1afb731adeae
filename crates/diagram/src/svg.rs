//! A small SVG writer with deterministic number formatting.

use std::fmt::Write as _;

/// An SVG document under construction.
pub(crate) struct Svg {
    body: String,
    /// Whether texts are outlines and squares have sharp edges.
    #[cfg(feature = "pixels")]
    is_for_pixels: bool,
}

/// A point in pixels.
pub(crate) type Point = [f64; 2];

impl Svg {
    pub(crate) const fn new() -> Svg {
        Svg {
            body: String::new(),
            #[cfg(feature = "pixels")]
            is_for_pixels: false,
        }
    }

    /// A document to be drawn in pixels, which needs no font.
    #[cfg(feature = "pixels")]
    pub(crate) const fn for_pixels() -> Svg {
        Svg { body: String::new(), is_for_pixels: true }
    }

    /// The elements without content, which is all but definitions.
    #[cfg(feature = "pixels")]
    pub(crate) fn elements(&self) -> impl Iterator<Item = &str> {
        self.body.lines()
    }

    /// The definitions of this document with an element that uses them.
    #[cfg(feature = "pixels")]
    pub(crate) fn wrap(&self, element: &str) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\">{}{element}</svg>",
            self.body
        )
    }

    /// Adds an element without content.
    pub(crate) fn element(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.open(name, attributes);
        let end = self.body.len() - 2;
        self.body.replace_range(end.., "/>\n");
    }

    /// Adds a rectangle. In pixels its edges are sharp, so that no seam shows between neighbours.
    pub(crate) fn crisp_rect(&mut self, attributes: &[(&str, &str)]) {
        #[cfg(feature = "pixels")]
        if self.is_for_pixels {
            let crisp = [("shape-rendering", "crispEdges")];
            return self.element("rect", &[attributes, &crisp].concat());
        }
        self.element("rect", attributes);
    }

    /// Adds a text.
    pub(crate) fn text(&mut self, [x, y]: Point, size: f64, fill: &str, anchor: &str, text: &str) {
        #[cfg(feature = "pixels")]
        if self.is_for_pixels {
            let data = crate::pixels::glyphs::outline(text, size, anchor, [x, y]);
            return self.element("path", &[("d", &data), ("fill", fill)]);
        }
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
