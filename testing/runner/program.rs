//! Small programs that speak the report area's protocol, and a folder for them.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicU32, Ordering},
};

/// A folder that is removed with its contents.
pub struct Folder(PathBuf);

impl Folder {
    /// A new empty folder.
    pub fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("nescope-runner-{}-{number}", process::id()));
        fs::create_dir_all(&path).expect("the temporary folder is writable");
        Folder(path)
    }

    /// Writes a file in it.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, bytes).expect("the folder is writable");
        path
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// An iNES 1 file of mapper 0 with a program at `$8000`.
pub fn rom(program: &[u8]) -> Vec<u8> {
    let mut prg = vec![0; 0x4000];
    prg[..program.len()].copy_from_slice(program);
    prg[0x3FFC..0x3FFE].copy_from_slice(&[0x00, 0x80]);
    [b"NES\x1A\x01\0\0\0\0\0\0\0\0\0\0\0".as_slice(), &prg].concat()
}

/// Stores bytes at addresses, then loops.
fn stores(values: &[(u16, u8)]) -> Vec<u8> {
    let mut program = Vec::new();
    for &(address, value) in values {
        let [low, high] = address.to_le_bytes();
        program.extend([0xA9, value, 0x8D, low, high]);
    }
    let [low, high] = (0x8000 + program.len() as u16).to_le_bytes();
    program.extend([0x4C, low, high]);
    program
}

const SIGNATURE: [(u16, u8); 5] = [
    (0x6001, 0xDE),
    (0x6002, 0xB0),
    (0x6003, 0x61),
    (0x6004, b'T'),
    (0x6005, 0),
];

/// A ROM that reports a status and the text `T`.
pub fn reporting(status: u8) -> Vec<u8> {
    let values = [SIGNATURE.as_slice(), &[(0x6000, status)]].concat();
    rom(&stores(&values))
}

/// A ROM that asks for one reset and passes when it has seen it: `$10` survives resets.
pub fn wanting_reset() -> Vec<u8> {
    let after = stores(&[SIGNATURE.as_slice(), &[(0x6000, 0)]].concat());
    let first = stores(&[SIGNATURE.as_slice(), &[(0x0010, 1), (0x6000, 0x81)]].concat());
    // LDA $10 / BNE over the jump / JMP to the first part, placed at $8100.
    let mut program = vec![0xA5, 0x10, 0xD0, 0x03, 0x4C, 0x00, 0x81];
    program.extend(&after);
    let end = program.len() - 2;
    let [low, high] = (0x8000 + program.len() as u16 - 3).to_le_bytes();
    program[end..].copy_from_slice(&[low, high]);
    program.resize(0x100, 0);
    program.extend(&first);
    let end = program.len() - 2;
    let [low, high] = (0x8000 + program.len() as u16 - 3).to_le_bytes();
    program[end..].copy_from_slice(&[low, high]);
    rom(&program)
}

/// A ROM whose CPU jams at once.
pub fn jamming() -> Vec<u8> {
    rom(&[0x02])
}

/// A ROM that loops and reports nothing.
pub fn silent() -> Vec<u8> {
    rom(&[0x4C, 0x00, 0x80])
}
