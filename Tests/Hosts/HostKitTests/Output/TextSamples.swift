import SimulationKit

/// Scalars that can do harm: all controls, and marks that reverse, separate or hide text.
let harmfulScalars: [Unicode.Scalar] =
    [
        0x00...0x1F, 0x7F...0x9F, 0x61C...0x61C, 0x200B...0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x2069,
        0xFEFF...0xFEFF,
    ].flatMap { $0 }.compactMap { Unicode.Scalar($0 as UInt32) }

/// Invisible and blank scalars, in which text could hide.
let hiddenScalars: [Unicode.Scalar] =
    [
        0xAD...0xAD, 0x34F...0x34F, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F, 0x2800...0x2800, 0x3164...0x3164,
        0xFE00...0xFE0F, 0xFFA0...0xFFA0, 0xFFF9...0xFFFB, 0x13441...0x13442, 0x1D159...0x1D159, 0x1D173...0x1D17A,
        0xE0001...0xE0001, 0xE0020...0xE007F, 0xE0100...0xE01EF,
    ].flatMap { $0 }.compactMap { Unicode.Scalar($0 as UInt32) }

/// Spaces of any width from zero to two columns.
let oddSpaces: [Unicode.Scalar] =
    [0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000]
    .flatMap { $0 }.compactMap { Unicode.Scalar($0 as UInt32) }

/// Returns a text of random scalars, many of them harmful.
func randomText(_ generator: inout SplitMix64) -> String {
    let special: [Unicode.Scalar] =
        harmfulScalars + [
            "\u{200D}", "\u{200C}", "\u{301}", "\u{FE0F}", "\u{1F3F4}", "\u{E0067}", "\u{E007F}", "👩", "a", "한",
            "\u{1100}", " ", "\u{94D}", "\u{915}", "\u{93E}", "\u{1F3FD}", "\u{600}", "\u{1161}", "\u{11A8}", "葛",
        ] + hiddenScalars.prefix(20) + oddSpaces.prefix(3)
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...60, using: &generator) {
        if Bool.random(using: &generator) {
            text.append(special[Int.random(in: special.indices, using: &generator)])
        } else if let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &generator)) {
            text.append(scalar)
        }
    }
    return String(text)
}
