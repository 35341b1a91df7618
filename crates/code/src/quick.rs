//! Maps whose keys are hashed quickly: a file has hundreds of thousands of words and nodes.

use std::collections::{HashMap, HashSet};

use foldhash::fast::RandomState;

/// A map of many small keys.
pub type QuickMap<K, V> = HashMap<K, V, RandomState>;

/// A set of many small keys.
pub type QuickSet<K> = HashSet<K, RandomState>;
