import CommandLineKit
import RuntimeKit

/// The name of a profile, as the command line, the settings and the record of the last login give it.
package enum ProfileName {
    /// Accepts ASCII letters, digits, `-` and `_` only, since the name becomes the name of a directory.
    package static func parsed(_ text: String, of option: String) throws(UsageError) -> String {
        let isPlain = text.utf8.allSatisfy { $0.isASCIILetterOrDigit || "-_".utf8.contains($0) }
        guard isPlain, (1...64).contains(text.utf8.count) else {
            throw UsageError("\(option) takes up to 64 of the letters a to z, digits, - and _, not \(quoted(text))")
        }
        return text
    }
}
