//! A table of any kind.

use super::file::{FileError, Kind, Store};
use super::hypergammon::Hypergammon;
use super::one_sided::OneSided;
use super::two_sided::TwoSided;
use std::path::Path;

/// A table of any kind.
pub enum Table {
    /// Distributions of the number of rolls.
    OneSided(OneSided),
    /// Equities of pairs of sides.
    TwoSided(TwoSided),
    /// The whole game with few checkers.
    Hypergammon(Hypergammon),
}

impl Table {
    /// Maps the table in a file, whatever its kind.
    pub fn open(path: &Path) -> Result<Table, FileError> {
        let store = Store::open(path)?;
        Ok(match store.header().kind {
            Kind::OneSided => Table::OneSided(OneSided::of_store(store)?),
            Kind::TwoSided => Table::TwoSided(TwoSided::of_store(store)?),
            Kind::Hypergammon => Table::Hypergammon(Hypergammon::of_store(store)?),
        })
    }

    /// The kind.
    pub fn kind(&self) -> Kind {
        match self {
            Table::OneSided(_) => Kind::OneSided,
            Table::TwoSided(_) => Kind::TwoSided,
            Table::Hypergammon(_) => Kind::Hypergammon,
        }
    }

    /// Writes the table to a file, which gets its name when it is whole.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        match self {
            Table::OneSided(table) => table.save(path),
            Table::TwoSided(table) => table.save(path),
            Table::Hypergammon(table) => table.save(path),
        }
    }

    /// Compares every block of the file with its checksum. A table that is not in a file is always whole.
    pub fn check(&self) -> Result<(), FileError> {
        match self {
            Table::OneSided(table) => table.check(),
            Table::TwoSided(table) => table.check(),
            Table::Hypergammon(table) => table.check(),
        }
    }
}
