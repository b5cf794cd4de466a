// SPDX-License-Identifier: MIT
// twmap.rs - reads, checks and loads a map with the crate twmap
use twmap::TwMap;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("no path")?;
    let mut map = TwMap::parse(&std::fs::read(path)?)?;
    map.load()?;
    Ok(())
}
