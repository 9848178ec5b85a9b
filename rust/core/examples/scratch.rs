#![allow(missing_docs)]
use fullprime_core::Control;
use fullprime_core::bearoff::*;
fn main() {
    let a: Vec<usize> = std::env::args().skip(1).map(|x| x.parse().unwrap()).collect();
    let t = std::time::Instant::now();
    if a[0] == 1 {
        let table = OneSided::build(a[1], a[2] as u8, Width::Bits16, a[3], &Control::default()).unwrap();
        println!("{:?} {} bytes", t.elapsed(), table.bytes());
        let sum: f64 = (0..table.index().len()).map(|i| table.at(i).unwrap().mean).sum();
        println!("{sum:.8}");
    } else {
        let precision = if a[5] == 1 { Precision::Float64 } else { Precision::Bits16 };
        let o = TwoSidedOptions { points: a[1], checkers: a[2] as u8, cubeful: a[4] == 1, precision };
        let table = TwoSided::build(o, a[3], &Control::default()).unwrap();
        println!("{:?}", t.elapsed());
        let n = table.index().len().min(2000);
        let t = std::time::Instant::now();
        let mut sum = 0.0;
        for i in 1..n { for j in 1..n { sum += table.at(i, j).unwrap().cubeless; } }
        println!("{sum:.4} {:?} per look-up", t.elapsed() / (n * n) as u32);
        println!("{:?}", table.lookup(&[1, 1, 0, 0, 0, 0], &[0, 0, 0, 0, 0, 1]));
    }
}
