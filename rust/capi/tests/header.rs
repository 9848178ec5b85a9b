//! The checked-in header is the one that the sources give.

use std::path::Path;

#[test]
fn the_header_is_up_to_date() {
    let crate_dir = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(crate_dir.join("include/cbindgen.toml")).unwrap();
    let bindings = cbindgen::generate_with_config(crate_dir, config).unwrap();
    let mut fresh = Vec::new();
    bindings.write(&mut fresh);
    let fresh = String::from_utf8(fresh).unwrap();

    let path = crate_dir.join("include/fullprime.h");
    if std::env::var_os("FULLPRIME_WRITE_HEADER").is_some() {
        std::fs::write(&path, &fresh).unwrap();
    }
    let checked_in = std::fs::read_to_string(&path).unwrap();
    assert!(fresh == checked_in, "run FULLPRIME_WRITE_HEADER=1 cargo test --test header");
}
