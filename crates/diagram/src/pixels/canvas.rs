//! A picture that changes: draws only the areas of the elements that came and went.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};
use resvg::usvg::Tree;
use trid_rules::Role;

use super::film_palette::{BACKGROUND, FilmPalette, TRANSPARENT};
use super::{parse, pixmap, scaled};
use crate::figures;
use crate::svg::{Point, Svg};

/// A rectangle of pixels. The right and lower edges do not belong to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Area {
    pub(super) left: u32,
    pub(super) top: u32,
    pub(super) right: u32,
    pub(super) bottom: u32,
}

impl Area {
    pub(super) const fn width(self) -> u32 {
        self.right - self.left
    }

    pub(super) const fn height(self) -> u32 {
        self.bottom - self.top
    }

    /// The indices of its pixels in a picture of that width, row by row.
    fn rows(self, width: u32) -> impl Iterator<Item = Range<usize>> {
        (self.top..self.bottom).map(move |y| {
            let start = y * width;
            (start + self.left) as usize..(start + self.right) as usize
        })
    }

    const fn overlaps(self, other: Area) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    fn union(self, other: Area) -> Area {
        Area {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }
}

/// What changed: an area, and its pixels as colors of the palette. Those that stayed are transparent.
pub(super) struct Patch {
    pub(super) area: Area,
    pub(super) colors: Vec<u8>,
}

/// An element of the picture and the area that it covers.
struct Element {
    tree: Tree,
    area: Area,
}

/// A picture in the colors of the palette.
pub(super) struct Canvas {
    size: [u32; 2],
    scale: f64,
    palette: FilmPalette,
    /// The elements below all others, which stay.
    base: Vec<Element>,
    /// The markup of the elements over them.
    shown: Vec<String>,
    /// All elements that were ever over them, by their markup.
    elements: HashMap<String, Element>,
    /// What is drawn before it gets the colors of the palette.
    pixels: Pixmap,
    colors: Vec<u8>,
}

impl Canvas {
    /// A picture of a drawing with this size and the elements that stay.
    pub(super) fn new(drawing: Point, width: u32, base: &Svg) -> Canvas {
        let scale = f64::from(width) / drawing[0];
        let size = [width, (drawing[1] * scale).round() as u32];
        let mut canvas = Canvas {
            size,
            scale,
            palette: FilmPalette::new(),
            base: Vec::new(),
            shown: Vec::new(),
            elements: HashMap::new(),
            pixels: pixmap(size[0], size[1]),
            colors: vec![TRANSPARENT; (size[0] * size[1]) as usize],
        };
        canvas.base = base.elements().map(|markup| canvas.parse(markup)).collect();
        canvas
    }

    pub(super) const fn size(&self) -> [u32; 2] {
        self.size
    }

    /// The palette as a GIF stores it.
    pub(super) fn palette_bytes(&self) -> Vec<u8> {
        self.palette.bytes()
    }

    /// Shows other elements over those that stay, and returns what that changed.
    pub(super) fn show(&mut self, svg: &Svg) -> Option<Patch> {
        let next: Vec<String> = svg.elements().map(str::to_owned).collect();
        for markup in &next {
            if !self.elements.contains_key(markup) {
                let element = self.parse(markup);
                self.elements.insert(markup.clone(), element);
            }
        }
        let is_first = self.shown.is_empty();
        let areas = if is_first { vec![self.whole()] } else { self.changed_areas(&next) };
        self.shown = next;
        let mut changes = Vec::new();
        for area in areas {
            self.render(area);
            self.update(area, &mut changes);
        }
        self.patch(&changes)
    }

    fn whole(&self) -> Area {
        Area { left: 0, top: 0, right: self.size[0], bottom: self.size[1] }
    }

    fn parse(&self, markup: &str) -> Element {
        let mut svg = Svg::for_pixels();
        if let Some(role) =
            Role::ALL.into_iter().find(|role| markup.contains(&format!("#{role}\"")))
        {
            figures::define(&mut svg, &[role]);
        }
        let tree = parse(&svg.wrap(markup));
        let bounds = tree.root().abs_stroke_bounding_box();
        let scale = self.scale as f32;
        // Antialiasing colors pixels that the bounds only touch.
        let low =
            |value: f32, end: u32| ((value * scale).floor() - 1.0).clamp(0.0, end as f32) as u32;
        let high =
            |value: f32, end: u32| ((value * scale).ceil() + 1.0).clamp(0.0, end as f32) as u32;
        let [width, height] = self.size;
        let area = Area {
            left: low(bounds.left(), width),
            top: low(bounds.top(), height),
            right: high(bounds.right(), width),
            bottom: high(bounds.bottom(), height),
        };
        Element { tree, area }
    }

    /// The areas of the elements that come and go, joined where they overlap.
    fn changed_areas(&self, next: &[String]) -> Vec<Area> {
        let before: HashSet<&String> = self.shown.iter().collect();
        let after: HashSet<&String> = next.iter().collect();
        let mut areas: Vec<Area> = Vec::new();
        for &markup in before.symmetric_difference(&after) {
            let mut area = self.elements[markup].area;
            while let Some(index) = areas.iter().position(|other| other.overlaps(area)) {
                area = area.union(areas.swap_remove(index));
            }
            areas.push(area);
        }
        areas
    }

    /// Draws what is shown in an area. It is drawn whole and where it belongs, because a shift would round differently;
    /// only the pixels of the area are valid afterwards.
    fn render(&mut self, area: Area) {
        let [red, green, blue] = BACKGROUND;
        let background = PremultipliedColorU8::from_rgba(red, green, blue, u8::MAX);
        let background = background.expect("an opaque color");
        for row in area.rows(self.size[0]) {
            self.pixels.pixels_mut()[row].fill(background);
        }
        let over = self.shown.iter().map(|markup| &self.elements[markup]);
        for element in self.base.iter().chain(over) {
            if element.area.overlaps(area) {
                resvg::render(&element.tree, scaled(self.scale), &mut self.pixels.as_mut());
            }
        }
    }

    /// Takes over the pixels of an area and notes those that changed.
    fn update(&mut self, area: Area, changes: &mut Vec<(usize, u8)>) {
        let pixels = self.pixels.pixels();
        for index in area.rows(self.size[0]).flatten() {
            let pixel = pixels[index];
            let color = self.palette.nearest([pixel.red(), pixel.green(), pixel.blue()]);
            if self.colors[index] != color {
                self.colors[index] = color;
                changes.push((index, color));
            }
        }
    }

    /// The smallest area with all changed pixels, given by their index and color.
    fn patch(&self, changes: &[(usize, u8)]) -> Option<Patch> {
        let width = self.size[0] as usize;
        let columns = || changes.iter().map(|&(index, _)| (index % width) as u32);
        let rows = || changes.iter().map(|&(index, _)| (index / width) as u32);
        let area = Area {
            left: columns().min()?,
            top: rows().min()?,
            right: columns().max()? + 1,
            bottom: rows().max()? + 1,
        };
        let mut colors = vec![TRANSPARENT; (area.width() * area.height()) as usize];
        for ((&(_, color), x), y) in changes.iter().zip(columns()).zip(rows()) {
            colors[((y - area.top) * area.width() + x - area.left) as usize] = color;
        }
        Some(Patch { area, colors })
    }
}
