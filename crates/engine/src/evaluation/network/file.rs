//! Network files: a header with the architecture and a checksum, then the weights.
//!
//! All numbers are little-endian.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `TRIDNNUE` |
//! | 2 each | version, features, hidden neurons, output heads, QA, QB, scale |
//! | 4 | length of the payload |
//! | 8 | FNV-1a hash of everything else, header included |
//!
//! The payload holds the feature weights by feature, the hidden biases, the output weights by head, and the
//! output biases. Output weights are `i8`, output biases `i32`. Feature weights and hidden biases take one
//! byte from -127 to 127; the byte -128 announces an `i16`.

use std::fmt;

use super::{
    LANES, Network, QA, QB,
    features::{FEATURES, HEADS},
};

const MAGIC: &[u8; 8] = b"TRIDNNUE";
const VERSION: u16 = 1;
const HEADER: usize = 34;

/// Where the checksum is in the header.
const CHECKSUM: usize = HEADER - 8;

/// The first byte of a weight that takes three.
const WIDE: i8 = i8::MIN;

/// The largest hidden layer whose weighted sum fits 32 bits.
pub(super) const MAX_HIDDEN: usize = 256;

/// The largest feature weight and hidden bias: a sum of all active features stays within 16 bits.
const MAX_WEIGHT: u16 = 505;
const MAX_BIAS: u16 = 14_000;

/// Why a network file cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetworkError {
    /// It does not begin with `TRIDNNUE`.
    NotANetwork,
    /// It has another version.
    Version(u16),
    /// It was made for another architecture.
    Architecture {
        /// Which number of the header differs.
        field: &'static str,
        /// The number in the file.
        found: u16,
        /// What this program reads.
        expected: String,
    },
    /// It has been cut off or has extra bytes.
    Length {
        /// The number of bytes in the file.
        found: usize,
        /// The number of bytes that its header announces; `None` if even the header is cut off.
        expected: Option<usize>,
    },
    /// Its content does not match its checksum.
    Checksum,
    /// It holds a weight that the engine cannot compute with, or too few weights.
    Weights,
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::NotANetwork => f.write_str("This is not a Tri-D network file."),
            NetworkError::Version(version) => write!(
                f,
                "The network file has version {version}, but this program reads version {VERSION}."
            ),
            NetworkError::Architecture { field, found, expected } => write!(
                f,
                "The network has another architecture: its {field} is {found}, expected {expected}."
            ),
            NetworkError::Length { found, expected: Some(expected) } => write!(
                f,
                "The network file has {found} bytes instead of {expected}. Download or copy it again."
            ),
            NetworkError::Length { found, expected: None } => {
                write!(f, "The network file has only {found} bytes. Download or copy it again.")
            }
            NetworkError::Checksum => f.write_str(
                "The network file is damaged: its checksum is wrong. Download or copy it again.",
            ),
            NetworkError::Weights => {
                f.write_str("The network file has missing, extra or out-of-range weights.")
            }
        }
    }
}

impl std::error::Error for NetworkError {}

impl Network {
    /// Reads a network file.
    ///
    /// # Errors
    /// [`NetworkError`] if it is not a network, is damaged, or has another architecture.
    pub fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        let (hidden, scale) = read_header(bytes)?;
        let mut payload = Payload(&bytes[HEADER..]);
        let weights = |payload: &mut Payload<'_>, count: usize, max: u16| {
            let weight = |_| payload.weight().filter(|weight| weight.unsigned_abs() <= max);
            (0..count).map(weight).collect::<Option<Vec<i16>>>().ok_or(NetworkError::Weights)
        };
        let feature_weights = weights(&mut payload, FEATURES * hidden, MAX_WEIGHT)?;
        let hidden_biases = weights(&mut payload, hidden, MAX_BIAS)?;
        let output_weights = payload.take(HEADS * 2 * hidden).ok_or(NetworkError::Weights)?;
        let output_weights: Vec<i16> =
            output_weights.iter().map(|&byte| i16::from(byte as i8)).collect();
        if output_weights.contains(&i16::from(i8::MIN)) {
            return Err(NetworkError::Weights);
        }
        let mut output_biases = [0; HEADS];
        for bias in &mut output_biases {
            *bias = i32::from_le_bytes(payload.array().ok_or(NetworkError::Weights)?);
        }
        if !payload.0.is_empty() {
            return Err(NetworkError::Weights);
        }
        Ok(Network {
            hidden,
            feature_weights,
            hidden_biases,
            output_weights,
            output_biases,
            scale: i32::from(scale),
        })
    }
}

/// Checks everything but the weights, and returns the number of hidden neurons and the scale.
fn read_header(bytes: &[u8]) -> Result<(usize, u16), NetworkError> {
    if !bytes.starts_with(&MAGIC[..bytes.len().min(MAGIC.len())]) || bytes.is_empty() {
        return Err(NetworkError::NotANetwork);
    }
    let mut header = Payload(bytes.get(MAGIC.len()..HEADER).unwrap_or_default());
    let cut_off = || NetworkError::Length { found: bytes.len(), expected: None };
    let mut number = || header.array().map(u16::from_le_bytes).ok_or_else(cut_off);
    let version = number()?;
    if version != VERSION {
        return Err(NetworkError::Version(version));
    }
    let [features, hidden, heads, qa, qb, scale] =
        [number()?, number()?, number()?, number()?, number()?, number()?];
    let length = u32::from_le_bytes(header.array().ok_or_else(cut_off)?) as usize;
    let expected = HEADER.checked_add(length);
    if expected != Some(bytes.len()) {
        return Err(NetworkError::Length { found: bytes.len(), expected });
    }
    if header.array().map(u64::from_le_bytes) != Some(checksum(bytes)) {
        return Err(NetworkError::Checksum);
    }
    for (field, found, expected) in [
        ("number of features", features, FEATURES),
        ("number of output heads", heads, HEADS),
        ("QA", qa, QA as usize),
        ("QB", qb, QB as usize),
    ] {
        if usize::from(found) != expected {
            return Err(NetworkError::Architecture {
                field,
                found,
                expected: expected.to_string(),
            });
        }
    }
    if hidden == 0 || !usize::from(hidden).is_multiple_of(LANES) || usize::from(hidden) > MAX_HIDDEN
    {
        let expected = format!("a multiple of {LANES} up to {MAX_HIDDEN}");
        return Err(NetworkError::Architecture { field: "hidden layer", found: hidden, expected });
    }
    if !(1..=1_000).contains(&scale) {
        let expected = "1 to 1000".into();
        return Err(NetworkError::Architecture { field: "scale", found: scale, expected });
    }
    Ok((usize::from(hidden), scale))
}

/// The FNV-1a hash of a file, without the checksum itself.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    let hashed = bytes[..CHECKSUM].iter().chain(&bytes[HEADER..]);
    hashed.fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The rest of the bytes to read.
struct Payload<'a>(&'a [u8]);

impl<'a> Payload<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    fn weight(&mut self) -> Option<i16> {
        match i8::from_le_bytes(self.array()?) {
            WIDE => self.array().map(i16::from_le_bytes),
            weight => Some(i16::from(weight)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    impl Network {
        pub(in super::super) fn random(hidden: usize, seed: u64) -> Network {
            let mut random = Rng::with_seed(seed);
            let mut weights = |count: usize, max: i16| -> Vec<i16> {
                (0..count).map(|_| random.i16(-max..=max)).collect()
            };
            let feature_weights = weights(FEATURES * hidden, 150);
            let hidden_biases = weights(hidden, 100);
            let output_weights = weights(HEADS * 2 * hidden, 127);
            let output_biases = std::array::from_fn(|_| random.i32(-20_000..20_000));
            Network {
                hidden,
                feature_weights,
                hidden_biases,
                output_weights,
                output_biases,
                scale: 182,
            }
        }

        fn to_bytes(&self) -> Vec<u8> {
            let mut payload = Vec::new();
            for &weight in self.feature_weights.iter().chain(&self.hidden_biases) {
                match i8::try_from(weight) {
                    Ok(weight) if weight != WIDE => payload.push(weight as u8),
                    _ => {
                        payload.push(WIDE as u8);
                        payload.extend(weight.to_le_bytes());
                    }
                }
            }
            payload.extend(self.output_weights.iter().map(|&weight| weight as u8));
            payload.extend(self.output_biases.iter().flat_map(|bias| bias.to_le_bytes()));
            let mut bytes = MAGIC.to_vec();
            let numbers = [
                VERSION,
                FEATURES as u16,
                self.hidden as u16,
                HEADS as u16,
                QA as u16,
                QB as u16,
                self.scale as u16,
            ];
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
            bytes.extend((payload.len() as u32).to_le_bytes());
            bytes.extend([0; 8]);
            bytes.extend(payload);
            with_checksum(bytes)
        }
    }

    fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
        let checksum = checksum(&bytes);
        bytes[CHECKSUM..HEADER].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    #[test]
    fn networks_round_trip() {
        for (hidden, seed) in [(16, 1), (128, 2), (256, 3)] {
            let network = Network::random(hidden, seed);
            assert_eq!(Network::read(&network.to_bytes()), Ok(network));
        }
    }

    #[test]
    fn every_truncation_is_refused() {
        let bytes = Network::random(16, 4).to_bytes();
        for length in (0..40).chain((40..bytes.len()).step_by(997)) {
            let expected = (length >= HEADER).then_some(bytes.len());
            let error = match length {
                0 => NetworkError::NotANetwork,
                _ => NetworkError::Length { found: length, expected },
            };
            assert_eq!(Network::read(&bytes[..length]), Err(error), "{length}");
        }
        let extra = [&bytes[..], b"x"].concat();
        assert!(matches!(Network::read(&extra), Err(NetworkError::Length { .. })));
    }

    #[test]
    fn every_changed_byte_is_refused() {
        let bytes = Network::random(16, 5).to_bytes();
        for index in (0..HEADER).chain((HEADER..bytes.len()).step_by(101)) {
            for change in [1, 0x80] {
                let mut damaged = bytes.clone();
                damaged[index] ^= change;
                assert!(Network::read(&damaged).is_err(), "byte {index}");
            }
        }
    }

    /// Writes a number into the header, with a correct checksum.
    #[track_caller]
    fn check_header(offset: usize, number: u16, expected: &str) {
        let mut bytes = Network::random(16, 6).to_bytes();
        bytes[offset..offset + 2].copy_from_slice(&number.to_le_bytes());
        let error = Network::read(&with_checksum(bytes)).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn another_architecture_is_refused() {
        check_header(0, 0, "This is not a Tri-D network file.");
        check_header(8, 2, "The network file has version 2, but this program reads version 1.");
        let other = |field: &str, found: u16, expected: &str| {
            format!(
                "The network has another architecture: its {field} is {found}, expected {expected}."
            )
        };
        check_header(10, 768, &other("number of features", 768, "1178"));
        check_header(12, 24, &other("hidden layer", 24, "a multiple of 16 up to 256"));
        check_header(12, 512, &other("hidden layer", 512, "a multiple of 16 up to 256"));
        check_header(14, 8, &other("number of output heads", 8, "16"));
        check_header(16, 181, &other("QA", 181, "255"));
        check_header(18, 32, &other("QB", 32, "64"));
        check_header(20, 0, &other("scale", 0, "1 to 1000"));
        // The right sizes, but too few weights for them.
        check_header(12, 32, "The network file has missing, extra or out-of-range weights.");
    }

    #[test]
    fn weights_out_of_range_are_refused() {
        let mut network = Network::random(16, 7);
        network.feature_weights[5] = 506;
        assert_eq!(Network::read(&network.to_bytes()), Err(NetworkError::Weights));
        network.feature_weights[5] = -505;
        assert_eq!(Network::read(&network.to_bytes()), Ok(network.clone()));
        network.output_weights[7] = i16::from(i8::MIN);
        assert_eq!(Network::read(&network.to_bytes()), Err(NetworkError::Weights));
        network.output_weights[7] = 1;
        network.hidden_biases[0] = i16::MIN;
        assert_eq!(Network::read(&network.to_bytes()), Err(NetworkError::Weights));
    }
}
