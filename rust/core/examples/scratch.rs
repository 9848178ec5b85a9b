//! x
use fullprime_core::board::*;
use fullprime_core::codec::gnubg_id;
struct Instant(f64);
impl Instant {
    fn now() -> Self {
        Instant(cpu())
    }
    fn elapsed(&self) -> El {
        El(cpu() - self.0)
    }
}
struct El(f64);
impl El {
    fn as_nanos(&self) -> f64 {
        self.0
    }
}
fn cpu() -> f64 {
    std::fs::read_to_string("/proc/thread-self/schedstat").unwrap().split(' ').next().unwrap().parse().unwrap()
}
fn main() {
    let mode = std::env::args().nth(1).unwrap();
    let rep: usize = std::env::args().nth(2).map_or(100, |x| x.parse().unwrap());
    let ids: Vec<String> = std::fs::read_to_string("/tmp/ids.txt").unwrap().lines().map(|s| s.to_string()).collect();
    let pos: Vec<Position> = ids.iter().map(|s| gnubg_id::parse(s, 15).unwrap()).collect();
    let mut p = vec![];
    let mut d = vec![];
    for q in &pos {
        for r in Roll::ALL {
            p.push(batch::counts(q));
            d.push([r.high(), r.low()]);
        }
    }
    let n = p.len();
    let mut off = vec![0u64; n + 1];
    batch::plays(&p, &d, 15, 1, &mut off, &mut []).unwrap();
    let mut res = vec![[[0u8; 26]; 2]; off[n] as usize];
    let ps: Vec<Position> = p.iter().map(|q| batch::position(q, 15).unwrap()).collect();
    let rs: Vec<Roll> = d.iter().map(|d| Roll::new(d[0], d[1]).unwrap()).collect();
    let gs: Vec<Generator> = ps.iter().map(Generator::new).collect();
    let class: usize = std::env::args().nth(3).map_or(9, |x| x.parse().unwrap());
    let cl = |q: &Position| {
        let o = q.own();
        let out: u32 = (7..26).map(|i| o.count(i) as u32).sum();
        if o.count(25) > 0 {
            0
        } else if out <= 1 {
            1
        } else if out < 4 {
            2
        } else {
            3
        }
    };
    let keep: Vec<bool> = ps.iter().map(|q| class == 9 || cl(q) == class).collect();
    let gs: Vec<Generator> = gs.into_iter().zip(&keep).filter(|x| *x.1).map(|x| x.0).collect();
    let rs: Vec<Roll> = rs.into_iter().zip(&keep).filter(|x| *x.1).map(|x| x.0).collect();
    let mut pl = Plays::new();
    let t = Instant::now();
    let mut x = 0;
    let mut k = 0;
    for _ in 0..rep {
        match &mode[..] {
            "pos" => {
                for q in &p {
                    x += batch::position(q, 15).unwrap().own().count(3) as usize;
                    k += 1;
                }
            }
            "gen" => {
                for q in &ps {
                    x += std::hint::black_box(Generator::new(q)).count(Roll::ALL[0]);
                    k += 1;
                }
            }
            "cnd" => {
                for (g, r) in gs.iter().zip(&rs) {
                    if !r.is_double() {
                        k += 1;
                        x += g.count(*r);
                    }
                }
            }
            "cdb" => {
                for (g, r) in gs.iter().zip(&rs) {
                    if r.is_double() {
                        k += 1;
                        x += g.count(*r);
                    }
                }
            }
            "fnd" => {
                for (g, r) in gs.iter().zip(&rs) {
                    if !r.is_double() {
                        k += 1;
                        pl.fill(g, *r);
                        x += pl.len();
                    }
                }
            }
            "fdb" => {
                for (g, r) in gs.iter().zip(&rs) {
                    if r.is_double() {
                        k += 1;
                        pl.fill(g, *r);
                        x += pl.len();
                    }
                }
            }
            "bc" => {
                k += n;
                x += off[n] as usize;
                batch::plays(&p, &d, 15, 1, &mut off, &mut []).unwrap()
            }
            "bw" => {
                k += n;
                x += off[n] as usize;
                batch::plays(&p, &d, 15, 1, &mut off, &mut res).unwrap()
            }
            _ => {}
        }
    }
    if rep > 20 {
        println!(
            "{mode}: {:.1} ns/entry {:.2} ns/play",
            t.elapsed().as_nanos() as f64 / k as f64,
            t.elapsed().as_nanos() as f64 / x as f64
        );
    } else {
        println!("{k} {x}");
    }
}
