//! A C program that knows nothing but the header works, and touches no memory that is not its own.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder where cargo has put this test and the static library.
fn build_folder() -> PathBuf {
    std::env::current_exe().unwrap().parent().unwrap().to_owned()
}

/// Compiles a program of `tests/c` under the sanitizers, runs it, and gives what it prints.
fn output_of(name: &str) -> String {
    let crate_dir = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let compiled = Command::new(&compiler)
        .args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-g", "-fsanitize=address,undefined", "-o"])
        .arg(&program)
        .arg(crate_dir.join("tests/c").join(name).with_extension("c"))
        .arg("-I")
        .arg(crate_dir.join("include"))
        .arg(build_folder().join("libfullprime.a"))
        .args(["-lpthread", "-ldl", "-lm"])
        .status()
        .unwrap_or_else(|error| panic!("{compiler} is needed to compile a C program: {error}"));
    assert!(compiled.success());
    let run = Command::new(&program).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8_lossy(&run.stdout).into_owned()
}

#[test]
fn a_c_program_enumerates_the_opening_under_address_sanitizer() {
    assert_eq!(output_of("opening"), "447 plays\n");
}

#[test]
fn a_c_program_plays_a_match_and_takes_it_back_under_address_sanitizer() {
    let output = output_of("game");
    assert!(output.ends_with("points, take point 0.32264\n"), "{output}");
}
