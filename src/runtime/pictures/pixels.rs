//! Pixels in memory: shrinking, and the background of transparent pixels.

use image::imageops::{self, FilterType};
use image::{DynamicImage, GenericImageView, Rgba, RgbaImage};

/// Maximum sides, in longest sides of the result, that are shrunk in one step: `resize` holds 16
/// bytes for each pixel of a row, `thumbnail` none.
const MOST_TIMES: u32 = 16;

/// Shrinks the picture so that no side is longer than `longest`; keeps the aspect ratio.
pub(super) fn within(picture: DynamicImage, longest: u32) -> DynamicImage {
    let long = picture.width().max(picture.height());
    if long <= longest {
        return picture;
    }
    let ratio = f64::from(longest) / f64::from(long);
    let side = |side: u32| (f64::from(side) * ratio).round().max(1.0) as u32;
    let (width, height) = (side(picture.width()), side(picture.height()));
    let most = longest.saturating_mul(MOST_TIMES);
    let picture = if long > most {
        picture.thumbnail(most, most)
    } else {
        picture
    };
    if !picture.color().has_alpha() {
        return picture.resize_exact(width, height, FilterType::Triangle);
    }
    let mut small = imageops::resize(&Weighted(&picture), width, height, FilterType::Triangle);
    for Rgba([red, green, blue, opacity]) in small.pixels_mut() {
        if *opacity > 0.0 {
            for colour in [red, green, blue] {
                *colour /= *opacity;
            }
        }
    }
    small.into()
}

/// Shows each colour times its opacity, which `resize` wants: transparent pixels give no colour.
struct Weighted<'a>(&'a DynamicImage);

impl GenericImageView for Weighted<'_> {
    type Pixel = Rgba<f32>;

    fn dimensions(&self) -> (u32, u32) {
        self.0.dimensions()
    }

    fn get_pixel(&self, x: u32, y: u32) -> Rgba<f32> {
        let [red, green, blue, opacity] =
            self.0.get_pixel(x, y).0.map(|part| f32::from(part) / 255.0);
        Rgba([red * opacity, green * opacity, blue * opacity, opacity])
    }
}

/// Converts the picture to colours of 8 bits; keeps opacity only if some pixel is transparent.
pub(super) fn in_colours(picture: DynamicImage) -> DynamicImage {
    if !picture.color().has_alpha() {
        return picture.into_rgb8().into();
    }
    let picture = picture.into_rgba8();
    if picture
        .pixels()
        .all(|Rgba([.., opacity])| *opacity == u8::MAX)
    {
        return DynamicImage::from(picture).into_rgb8().into();
    }
    picture.into()
}

/// Lays the picture on a white background.
pub(super) fn on_white(picture: &DynamicImage) -> RgbaImage {
    let mut white = RgbaImage::from_pixel(picture.width(), picture.height(), Rgba([u8::MAX; 4]));
    imageops::overlay(&mut white, picture, 0, 0);
    white
}
