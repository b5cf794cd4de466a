// SPDX-License-Identifier: MIT
// teehistorian.rs - reads all messages with the crate teehistorian
use teehistorian::{Chunk, Th, ThBufReader};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("no path")?;
    let mut th = Th::parse(ThBufReader::new(std::fs::File::open(path)?))?;
    let header = th.header()?;
    serde_json::from_slice::<serde_json::Value>(header)?;
    // FINISH must be the last message.
    let mut finished = false;
    loop {
        match th.next_chunk() {
            Ok(chunk) => finished = chunk == Chunk::Eos,
            Err(error) if error.is_eof() && finished => return Ok(()),
            Err(error) => return Err(error.into()),
        }
    }
}
