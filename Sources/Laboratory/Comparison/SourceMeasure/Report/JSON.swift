import CommandLineKit
internal import Foundation

/// Returns a value as JSON with sorted keys and a final newline, on one line or indented.
///
/// The same value always gives the same bytes. The output contains no terminal control characters and no characters
/// that change the writing direction.
package func encodedAsJSON(_ value: some Encodable, isIndented: Bool = false) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isIndented { encoder.outputFormatting.insert(.prettyPrinted) }
    let encoded = String(decoding: try encoder.encode(value), as: UTF8.self)
    guard encoded.unicodeScalars.contains(where: \.isUnprintable) else { return encoded + "\n" }
    var result = ""
    // Foundation does not escape direction marks and C1 controls; they occur only inside strings.
    for scalar in encoded.unicodeScalars {
        // Newlines occur only outside strings: Foundation escapes them inside.
        if scalar.isUnprintable, scalar != "\n" {
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        } else {
            result.unicodeScalars.append(scalar)
        }
    }
    return result + "\n"
}
