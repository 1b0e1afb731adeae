//! Pictures of the set as an animated GIF, in colors chosen for them.

use std::borrow::Cow;

use color_quant::NeuQuant;
use gif::{DisposalMethod, Encoder, Frame, Repeat};

/// The entries of the palette; one more is transparent.
const COLORS: usize = 255;
const TRANSPARENT: u8 = 255;
/// The palette is made from every seventh pixel.
const SAMPLED: i32 = 7;
/// Bits of a channel that tell colors apart when the nearest entry is looked up.
const BITS: u32 = 7;

/// A film of pictures with many colors. Sample some pictures, then add all in order.
pub struct Postcard {
    size: [u16; 2],
    /// How long a frame is shown, in hundredths of a second.
    delay: u16,
    /// The pixels that the palette is made from, as RGBA.
    samples: Vec<u8>,
    reel: Option<Reel>,
}

/// The film after the palette is chosen.
struct Reel {
    encoder: Encoder<Vec<u8>>,
    palette: NeuQuant,
    /// The entry for a color with fewer bits.
    nearest: Vec<Option<u8>>,
    /// The picture that is shown.
    shown: Vec<u8>,
}

impl Postcard {
    /// A film of pictures of this size.
    #[must_use]
    pub const fn new(size: [u16; 2], delay: u16) -> Postcard {
        Postcard { size, delay, samples: Vec::new(), reel: None }
    }

    /// Takes the colors of a picture into account. `rgba` has four bytes for each pixel.
    pub fn sample(&mut self, rgba: &[u8]) {
        self.samples.extend_from_slice(rgba);
    }

    /// Adds a frame. The first one fixes the palette.
    ///
    /// # Panics
    /// If the picture does not have the film's size.
    pub fn add(&mut self, rgba: &[u8]) {
        let [width, height] = self.size;
        assert_eq!(rgba.len(), usize::from(width) * usize::from(height) * 4, "the size of a frame");
        if self.reel.is_none() {
            let samples = std::mem::take(&mut self.samples);
            self.reel =
                Some(Reel::new(self.size, if samples.is_empty() { rgba } else { &samples }));
        }
        if let Some(reel) = &mut self.reel {
            reel.add(rgba, self.size, self.delay);
        }
    }

    /// The film as a GIF. It is empty if there is no frame.
    #[must_use]
    pub fn finish(self) -> Vec<u8> {
        let encoder = self.reel.map(|reel| reel.encoder.into_inner());
        encoder.map_or_else(Vec::new, |gif| gif.expect("memory takes every write"))
    }
}

impl Reel {
    fn new([width, height]: [u16; 2], samples: &[u8]) -> Reel {
        let palette = NeuQuant::new(SAMPLED, COLORS, samples);
        let mut colors = palette.color_map_rgb();
        colors.extend([0; 3]);
        let mut encoder =
            Encoder::new(Vec::new(), width, height, &colors).expect("memory takes every write");
        encoder.set_repeat(Repeat::Infinite).expect("memory takes every write");
        let pixels = usize::from(width) * usize::from(height);
        Reel {
            encoder,
            palette,
            nearest: vec![None; 1 << (3 * BITS)],
            shown: vec![TRANSPARENT; pixels],
        }
    }

    fn add(&mut self, rgba: &[u8], [width, height]: [u16; 2], delay: u16) {
        let mut colors = Vec::with_capacity(self.shown.len());
        for (index, pixel) in rgba.chunks_exact(4).enumerate() {
            let color = self.nearest(pixel);
            let stays = self.shown[index] == color;
            self.shown[index] = color;
            colors.push(if stays { TRANSPARENT } else { color });
        }
        let frame = Frame {
            delay,
            dispose: DisposalMethod::Keep,
            transparent: Some(TRANSPARENT),
            width,
            height,
            buffer: Cow::Owned(colors),
            ..Frame::default()
        };
        self.encoder.write_frame(&frame).expect("memory takes every write");
    }

    fn nearest(&mut self, pixel: &[u8]) -> u8 {
        let key = pixel[..3]
            .iter()
            .fold(0, |key, channel| (key << BITS) | usize::from(channel >> (8 - BITS)));
        let palette = &self.palette;
        *self.nearest[key]
            .get_or_insert_with(|| palette.index_of(&[pixel[0], pixel[1], pixel[2], u8::MAX]) as u8)
    }
}
