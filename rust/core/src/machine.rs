//! What memory and disk there are, so that what cannot be done is not begun.

use std::io;
use std::path::Path;
use sysinfo::System;

/// Less of something than a work takes.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("it takes about {needed} bytes of {what}, and {free} are free")]
pub struct Shortage {
    /// Of what.
    pub what: &'static str,
    /// The bytes that it takes.
    pub needed: u64,
    /// The bytes that there are.
    pub free: u64,
}

impl Shortage {
    /// None, if there is enough.
    fn unless(what: &'static str, needed: u64, free: u64) -> Result<(), Shortage> {
        if needed <= free { Ok(()) } else { Err(Shortage { what, needed, free }) }
    }
}

/// The bytes that may still be taken without taking them from others, within the limit of a container.
pub(crate) fn free_memory() -> u64 {
    let mut system = System::new();
    system.refresh_memory();
    let free = system.available_memory().saturating_add(system.free_swap());
    // A system that does not say is not in the way.
    let free = if system.total_memory() == 0 { u64::MAX } else { free };
    system.cgroup_limits().map_or(free, |limits| free.min(limits.total_memory))
}

/// An error unless so many bytes of memory are free.
pub(crate) fn memory_for(needed: u64) -> Result<(), Shortage> {
    Shortage::unless("memory", needed, free_memory())
}

/// Makes room for so many bytes more, or an error: the system may give a program less than is free.
pub(crate) fn reserve(values: &mut Vec<u8>, bytes: usize) -> Result<(), Shortage> {
    let shortage = |_| Shortage { what: "memory", needed: bytes as u64, free: free_memory() };
    values.try_reserve_exact(bytes).map_err(shortage)
}

/// An error unless so many bytes are free on the disk that a file is to be on.
pub(crate) fn disk_for(path: &Path, needed: u64) -> io::Result<Result<(), Shortage>> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let disk = fs4::statvfs(folder)?;
    // Some file systems of networks do not say.
    let free = if disk.total_space() == 0 { u64::MAX } else { disk.available_space() };
    Ok(Shortage::unless("disk", needed, free))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_is_free_and_never_enough_for_everything() {
        let (file, most) = (std::env::temp_dir().join("file"), u64::MAX >> 1);
        assert!(memory_for(1 << 20).is_ok() && disk_for(&file, 1 << 10).unwrap().is_ok());
        let shortage = disk_for(&file, most).unwrap().unwrap_err();
        assert_eq!((shortage.what, shortage.needed), ("disk", most));
        assert_eq!(memory_for(most).unwrap_err().what, "memory");
        assert_eq!(reserve(&mut vec![], usize::MAX >> 1).unwrap_err().needed, most);
        assert!(disk_for(Path::new("here"), 1).unwrap().is_ok());
        assert!(disk_for(Path::new("/no/such/folder/file"), 1).is_err());
    }
}
