//! A little of everything in Rust.
#![allow(dead_code)]

use std::collections::{self, HashMap as Map};
use std::fmt::*;

mod inner {
    pub(crate) const LIMIT: usize = 0x10;
    pub static mut COUNT: i64 = -1;
}

/// A point.
#[derive(Debug, Clone)]
pub struct Point<T: Copy = i32> {
    pub x: T,
    y: Option<Box<T>>,
}

struct Unit;
struct Pair(u8, pub f64);

enum Shape {
    Empty,
    Circle(f64),
    Square { side: u32 },
    Code = 3,
}

type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send>>;

trait Area {
    const SIDES: usize;
    type Output;
    fn area(&self) -> f64;
    fn name(self: Box<Self>) -> &'static str { "shape" }
}

impl<'a, T> Area for &'a Point<T>
where
    T: Copy + Into<f64>,
{
    const SIDES: usize = 4;
    type Output = T;
    fn area(&self) -> f64 {
        self.x.into() * 2.5e1
    }
}

macro_rules! square {
    ($x:expr) => { $x * $x };
    ($($y:ident),*) => { [$($y),*] };
}

unsafe extern "C" fn callback(code: i32, _: *const u8) -> bool {
    code != 0
}

async fn load<F>(path: &str, mut visit: F) -> Result<Vec<u8>>
where
    F: FnMut(u8) -> u8,
{
    let bytes = read(path).await?;
    Ok(bytes.iter().map(|b| visit(*b)).collect::<Vec<_>>())
}

fn main() {
    let mut total: u64 = 1_000;
    let (a, ref b) = (1, [0u8; 4]);
    let shape = Shape::Square { side: a as u32 };
    'outer: for i in 0..=10 {
        if i % 2 == 0 && !b.is_empty() {
            continue 'outer;
        } else if let Some(n) = b.get(i) {
            total += *n as u64;
        } else {
            break;
        }
    }
    while total > 5 { total >>= 1; }
    let text = loop { break "text\n"; };
    let size = match shape {
        Shape::Empty | Shape::Code => 0,
        Shape::Circle(r) if r > 1.0 => 1,
        Shape::Circle(..) => 2,
        Shape::Square { side: s @ 1..=9, .. } => s,
        _ => { return; }
    };
    let closure = move |x: i32, y| -> i32 { x + y };
    let point = Point { x: 'c', ..Default::default() };
    println!("{} {:?}", square!(size), &text[1..]);
    unsafe { callback(-1, &mut total as *mut _ as *const u8) };
    let raw = r#"raw "text""#;
    closure(1, 2);
}
