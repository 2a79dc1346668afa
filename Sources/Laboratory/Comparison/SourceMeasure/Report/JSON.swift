import CommandWords
internal import Foundation

/// A value as JSON that ends in a newline, keys in order: on one line, or indented for those who read it.
///
/// The same value always gives the same bytes, and nothing in them steers a terminal or the direction of writing.
package func encodedAsJSON(_ value: some Encodable, isIndented: Bool = false) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isIndented { encoder.outputFormatting.insert(.prettyPrinted) }
    let encoded = String(decoding: try encoder.encode(value), as: UTF8.self)
    guard encoded.unicodeScalars.contains(where: \.isUnprintable) else { return encoded + "\n" }
    var result = ""
    // Foundation leaves direction marks and C1 controls as they are; all that is left to escape is inside strings.
    for scalar in encoded.unicodeScalars {
        // Newlines are in no string: Foundation has escaped them there.
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
