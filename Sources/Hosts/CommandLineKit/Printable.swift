/// Text from outside, safe to show: what steers a terminal or the direction of writing is spelled out.
package func printable(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        if scalar.isUnprintable {
            result += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        } else {
            result.unicodeScalars.append(scalar)
        }
    }
    return result
}

extension Unicode.Scalar {
    /// Controls, format characters (direction marks among them) and line separators.
    package var isUnprintable: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}

/// A word that was typed, as a sentence about it repeats it: printable, and no longer than the sentence bears.
package func echoed(_ word: String) -> String {
    let limit = 60
    let short = word.unicodeScalars.prefix(limit + 1)
    guard short.count > limit else { return printable(word) }
    return printable(String(String.UnicodeScalarView(short.dropLast()))) + "…"
}
