//! Spectrum of a sample stream, for alias measurements: Blackman-Harris window and FFT.

use std::f64::consts::PI;

/// Samples of one analysis; a bin is 48000 / 32768 = 1.46 Hz.
pub const LENGTH: usize = 32768;
/// Half width of the window's main lobe in bins, with room for leakage.
pub const LOBE: usize = 6;

/// Magnitudes of bins 0 to LENGTH / 2.
pub fn magnitudes(samples: &[i16]) -> Vec<f64> {
    assert_eq!(samples.len(), LENGTH);
    let mut real: Vec<f64> = samples
        .iter()
        .enumerate()
        .map(|(index, &sample)| f64::from(sample) * window(index))
        .collect();
    let mut imaginary = vec![0.0; LENGTH];
    transform(&mut real, &mut imaginary);
    (0..=LENGTH / 2)
        .map(|bin| real[bin].hypot(imaginary[bin]))
        .collect()
}

/// The four-term window with side lobes below -92 dB.
fn window(index: usize) -> f64 {
    let turn = 2.0 * PI * index as f64 / LENGTH as f64;
    0.35875 - 0.48829 * turn.cos() + 0.14128 * (2.0 * turn).cos() - 0.01168 * (3.0 * turn).cos()
}

/// In-place radix-2 transform.
fn transform(real: &mut [f64], imaginary: &mut [f64]) {
    let length = real.len();
    for index in 0..length {
        let other = index.reverse_bits() >> (usize::BITS - length.trailing_zeros());
        if index < other {
            real.swap(index, other);
            imaginary.swap(index, other);
        }
    }
    let mut half = 1;
    while half < length {
        for offset in 0..half {
            let (sine, cosine) = (-PI * offset as f64 / half as f64).sin_cos();
            for low in (offset..length).step_by(2 * half) {
                let high = low + half;
                let re = real[high] * cosine - imaginary[high] * sine;
                let im = real[high] * sine + imaginary[high] * cosine;
                real[high] = real[low] - re;
                imaginary[high] = imaginary[low] - im;
                real[low] += re;
                imaginary[low] += im;
            }
        }
        half *= 2;
    }
}
