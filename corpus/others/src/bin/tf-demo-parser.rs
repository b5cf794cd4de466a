// SPDX-License-Identifier: MIT
// tf-demo-parser.rs - reads all packets with the crate tf-demo-parser
use tf_demo_parser::{Demo, DemoParser};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("no path")?;
    let file = std::fs::read(path)?;
    DemoParser::new_all(Demo::new(&file).get_stream()).parse()?;
    Ok(())
}
