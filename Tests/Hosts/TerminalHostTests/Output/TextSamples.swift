import SimulationKit

/// What may do harm where it is shown: every control, and every mark that turns, separates or hides text.
let harmfulScalars: [Unicode.Scalar] =
    [
        0x00...0x1F, 0x7F...0x9F, 0x61C...0x61C, 0x200B...0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x2069,
        0xFEFF...0xFEFF,
    ].flatMap { $0 }.compactMap { Unicode.Scalar($0 as UInt32) }

/// Texts of random scalars, many of them harmful.
func randomText(_ generator: inout SplitMix64) -> String {
    let special: [Unicode.Scalar] =
        harmfulScalars + [
            "\u{200D}", "\u{200C}", "\u{301}", "\u{FE0F}", "\u{1F3F4}", "\u{E0067}", "\u{E007F}", "👩", "a", "한",
            "\u{1100}",
        ]
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
