//! Networks for the engine: the embedded one, and files.

use std::{fmt, fs, io, path::Path, path::PathBuf, sync::Arc};

use trid_rules::{Color, Position};

use super::{Network, NetworkError, accumulator::Accumulators, file};
use crate::evaluation::{Classical, Evaluator, ThreadEvaluator};

/// The network file in the program; see `content/networks/README.md`.
#[cfg(feature = "embedded-network")]
const EMBEDDED: Option<&[u8]> = Some(trid_network::FILE);
#[cfg(not(feature = "embedded-network"))]
const EMBEDDED: Option<&[u8]> = None;

/// A network, and where it comes from. Cheap to clone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadedNetwork {
    network: Arc<Network>,
    checksum: u64,
    /// `None` for the embedded network.
    path: Option<PathBuf>,
}

/// Why a network could not be loaded.
#[derive(Debug)]
pub enum LoadNetworkError {
    /// The file cannot be read.
    Io(io::Error),
    /// The file is not a network that this program can use.
    Network(NetworkError),
}

impl fmt::Display for LoadNetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadNetworkError::Io(error) => error.fmt(f),
            LoadNetworkError::Network(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LoadNetworkError {}

impl LoadedNetwork {
    /// The embedded network; `None` if the program was built without it.
    #[must_use]
    pub fn embedded() -> Option<LoadedNetwork> {
        static NETWORK: std::sync::LazyLock<Option<LoadedNetwork>> =
            std::sync::LazyLock::new(|| {
                let bytes = EMBEDDED?;
                let network = LoadedNetwork::read(bytes, None);
                Some(network.expect("a test reads the embedded network"))
            });
        NETWORK.clone()
    }

    /// Loads a network file.
    ///
    /// # Errors
    /// [`LoadNetworkError`] if the file cannot be read or is not a network of this architecture.
    pub fn load(path: &Path) -> Result<LoadedNetwork, LoadNetworkError> {
        let bytes = fs::read(path).map_err(LoadNetworkError::Io)?;
        LoadedNetwork::read(&bytes, Some(path.to_owned())).map_err(LoadNetworkError::Network)
    }

    fn read(bytes: &[u8], path: Option<PathBuf>) -> Result<LoadedNetwork, NetworkError> {
        let network = Arc::new(Network::read(bytes)?);
        Ok(LoadedNetwork { network, checksum: file::checksum(bytes), path })
    }

    /// The network.
    #[must_use]
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The checksum of the file, which identifies the network.
    #[must_use]
    pub const fn checksum(&self) -> u64 {
        self.checksum
    }

    /// The file; `None` for the embedded network.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }
}

impl Evaluator for LoadedNetwork {
    fn for_thread(&self) -> Box<dyn ThreadEvaluator + '_> {
        let accumulators = Accumulators::new(&self.network);
        Box::new(NetworkEvaluator { accumulators, classical: Classical::shared() })
    }
}

/// The network, except against a bare king: the training games end before that, and only the classical evaluation
/// knows how to drive a king to the edge.
struct NetworkEvaluator<'a> {
    accumulators: Accumulators<'a>,
    classical: &'static Classical,
}

impl ThreadEvaluator for NetworkEvaluator<'_> {
    fn evaluate(&mut self, position: &Position, ply: usize) -> i32 {
        if Color::ALL.into_iter().any(|color| position.is_bare_king(color)) {
            self.classical.evaluate(position)
        } else {
            self.accumulators.evaluate(position, ply)
        }
    }
}
