//! A C program that knows nothing but the header works, and touches no memory that is not its own.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder where cargo has put this test and the static library.
fn build_folder() -> PathBuf {
    std::env::current_exe().unwrap().parent().unwrap().to_owned()
}

#[test]
fn a_c_program_enumerates_the_opening_under_address_sanitizer() {
    let crate_dir = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("opening");
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let compiled = Command::new(&compiler)
        .args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-g", "-fsanitize=address,undefined", "-o"])
        .arg(&program)
        .arg(crate_dir.join("tests/c/opening.c"))
        .arg("-I")
        .arg(crate_dir.join("include"))
        .arg(build_folder().join("libfullprime.a"))
        .args(["-lpthread", "-ldl", "-lm"])
        .status()
        .unwrap_or_else(|error| panic!("{compiler} is needed to compile a C program: {error}"));
    assert!(compiled.success());
    let run = Command::new(&program).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert_eq!(String::from_utf8_lossy(&run.stdout), "447 plays\n");
}
