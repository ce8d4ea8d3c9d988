//! Pixels in memory: shrinking, turning, and the background of transparent pixels.

/// A decoded picture: grey or three colours, each with or without opacity, 8 bits per part,
/// row after row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pixels {
    pub(super) width: u32,
    pub(super) height: u32,
    /// Parts per pixel: 1 is grey, 2 grey and opacity, 3 colours, 4 colours and opacity.
    pub(super) parts: usize,
    /// `width * height * parts` bytes.
    pub(super) bytes: Vec<u8>,
}

impl Pixels {
    /// Shrinks the picture so that no side is longer than `longest`; averages the merged pixels and
    /// keeps the aspect ratio.
    pub(super) fn within(self, longest: u32) -> Self {
        let long = self.width.max(self.height);
        if long <= longest {
            return self;
        }
        let side = |side: u32| {
            let scaled = u64::from(side) * u64::from(longest) + u64::from(long) / 2;
            u32::try_from(scaled / u64::from(long)).map_or(longest, |side| side.max(1))
        };
        self.shrunk(side(self.width), side(self.height))
    }

    /// Shrinks the picture to this size; never enlarges it.
    pub(super) fn shrunk(&self, width: u32, height: u32) -> Self {
        let (width, height) = (width.clamp(1, self.width), height.clamp(1, self.height));
        let mut bytes = Vec::with_capacity(width as usize * height as usize * self.parts);
        let mut rows = self.bytes.chunks_exact(self.width as usize * self.parts);
        for y in 0..height {
            let mut boxes = vec![Mean::default(); width as usize];
            for row in rows.by_ref().take(share(y, height, self.height)) {
                let mut pixels = row.chunks_exact(self.parts);
                for (x, mean) in (0..).zip(&mut boxes) {
                    for pixel in pixels.by_ref().take(share(x, width, self.width)) {
                        mean.add(pixel);
                    }
                }
            }
            for mean in boxes {
                bytes.extend(mean.pixel(self.parts));
            }
        }
        Self {
            width,
            height,
            parts: self.parts,
            bytes,
        }
    }

    /// Turns the picture upright, given the camera orientation of EXIF tag 274 (EXIF 2.32,
    /// 4.6.4: 1 is upright).
    pub(super) fn turned(self, orientation: u8) -> Self {
        if !(2..=8).contains(&orientation) {
            return self;
        }
        let (right, bottom) = (self.width - 1, self.height - 1);
        let (width, height) = match orientation {
            5.. => (self.height, self.width),
            _ => (self.width, self.height),
        };
        let mut bytes = Vec::with_capacity(self.bytes.len());
        for y in 0..height {
            for x in 0..width {
                let (x, y) = match orientation {
                    2 => (right - x, y),
                    3 => (right - x, bottom - y),
                    4 => (x, bottom - y),
                    5 => (y, x),
                    6 => (y, bottom - x),
                    7 => (right - y, bottom - x),
                    _ => (right - y, x),
                };
                let at = (y as usize * self.width as usize + x as usize) * self.parts;
                bytes.extend(self.bytes.get(at..at + self.parts).unwrap_or_default());
            }
        }
        Self {
            width,
            height,
            parts: self.parts,
            bytes,
        }
    }

    /// Converts the picture to colours; keeps opacity only if some pixel is transparent.
    pub(super) fn in_colours(self) -> Self {
        let opacity = self.opacity();
        let is_opaque = match opacity {
            None => true,
            Some(at) => self.pixels().all(|pixel| pixel.get(at) == Some(&u8::MAX)),
        };
        let parts = if is_opaque { 3 } else { 4 };
        if parts == self.parts {
            return self;
        }
        let mut bytes = Vec::with_capacity(self.bytes.len() / self.parts * parts);
        for pixel in self.pixels() {
            bytes.extend(colours(pixel));
            bytes.extend(opacity.filter(|_| !is_opaque).and_then(|at| pixel.get(at)));
        }
        Self {
            parts,
            bytes,
            ..self
        }
    }

    /// Returns the colours of a row on a white background.
    pub(super) fn row_on_white(&self, y: usize) -> impl Iterator<Item = [u8; 3]> {
        let opacity = self.opacity();
        let length = self.width as usize * self.parts;
        let row = self.bytes.get(y * length..(y + 1) * length);
        let pixels = row.unwrap_or_default().chunks_exact(self.parts);
        pixels.map(move |pixel| {
            let shown = opacity.and_then(|at| pixel.get(at)).copied();
            let shown = u16::from(shown.unwrap_or(u8::MAX));
            colours(pixel).map(|colour| {
                let mixed = (u16::from(colour) * shown + 255 * (255 - shown)) / 255;
                u8::try_from(mixed).unwrap_or(u8::MAX)
            })
        })
    }

    /// Whether the pixels have an opacity part.
    pub(super) fn has_opacity(&self) -> bool {
        self.opacity().is_some()
    }

    fn opacity(&self) -> Option<usize> {
        self.parts.is_multiple_of(2).then_some(self.parts - 1)
    }

    fn pixels(&self) -> impl Iterator<Item = &[u8]> {
        self.bytes.chunks_exact(self.parts)
    }
}

fn colours(pixel: &[u8]) -> [u8; 3] {
    match *pixel {
        [red, green, blue, ..] => [red, green, blue],
        [grey, ..] => [grey; 3],
        [] => [0; 3],
    }
}

/// Returns how many of `all` source pixels are merged into target pixel `at` of `of`.
fn share(at: u32, of: u32, all: u32) -> usize {
    let edge = |at: u32| u64::from(at) * u64::from(all) / u64::from(of);
    usize::try_from(edge(at + 1) - edge(at)).unwrap_or_default()
}

/// The mean of some pixels. Transparent pixels contribute no colour.
#[derive(Debug, Clone, Copy, Default)]
struct Mean {
    colours: [u64; 3],
    opacity: u64,
    pixels: u64,
}

impl Mean {
    fn add(&mut self, pixel: &[u8]) {
        let opacity = match *pixel {
            [_, opacity] | [_, _, _, opacity] => u64::from(opacity),
            _ => 255,
        };
        for (sum, colour) in self.colours.iter_mut().zip(colours(pixel)) {
            *sum += u64::from(colour) * opacity;
        }
        self.opacity += opacity;
        self.pixels += 1;
    }

    fn pixel(self, parts: usize) -> impl Iterator<Item = u8> {
        let mean = |sum: u64, of: u64| {
            let mean = (sum + of / 2).checked_div(of).unwrap_or_default();
            u8::try_from(mean).unwrap_or(u8::MAX)
        };
        let [red, green, blue] = self.colours.map(|sum| mean(sum, self.opacity));
        let opacity = mean(self.opacity, self.pixels);
        let pixel = match parts {
            1 | 2 => [red, opacity, 0, 0],
            _ => [red, green, blue, opacity],
        };
        pixel.into_iter().take(parts)
    }
}
