//! The status flags that each instruction changes.
//!
//! NESdev: Instruction reference; CPU unofficial opcodes

/// The flags that an instruction changes, as letters of `NVDIZC`. Unofficial ones included;
/// BRK sets I on its way to the handler.
pub fn flags(mnemonic: &str) -> &'static str {
    match mnemonic {
        "ADC" | "SBC" | "RRA" | "ISC" | "ARR" => "NVZC",
        "CMP" | "CPX" | "CPY" | "ASL" | "LSR" | "ROL" | "ROR" => "NZC",
        "DCP" | "SLO" | "RLA" | "SRE" | "ANC" | "ALR" | "AXS" => "NZC",
        "BIT" => "NVZ",
        "LDA" | "LDX" | "LDY" | "TAX" | "TAY" | "TXA" | "TYA" | "TSX" | "PLA" => "NZ",
        "INX" | "INY" | "DEX" | "DEY" | "INC" | "DEC" | "AND" | "ORA" | "EOR" => "NZ",
        "LAX" | "LAS" | "ANE" | "LXA" => "NZ",
        "CLC" | "SEC" => "C",
        "CLI" | "SEI" | "BRK" => "I",
        "CLD" | "SED" => "D",
        "CLV" => "V",
        "PLP" | "RTI" => "NVDIZC",
        _ => "",
    }
}
