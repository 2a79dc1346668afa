import Foundation

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

/// What an error says to people: its own words where it was made for them, the system's where one of its calls failed,
/// else its kind.
///
/// Foundation's errors describe themselves to programmers, and at length: nothing of that is repeated.
package func plainText(of error: any Error) -> String {
    switch error {
    case is CancellationError: "it was interrupted"
    case let error as POSIXError: systemReason(error.code.rawValue)
    case let error as CocoaError: text(of: error)
    case is DecodingError, is EncodingError: "the data is not in the form that was expected"
    case let error as any CustomStringConvertible: "\(error)"
    default: "something unexpected went wrong (\(type(of: error)))"
    }
}

/// The system's words for one of its error numbers: `No space left on device`.
package func systemReason(_ number: Int32) -> String { String(cString: strerror(number)) }

private func text(of error: CocoaError) -> String {
    let cause = (error.userInfo[NSUnderlyingErrorKey] as? any Error) as? POSIXError
    let reason =
        cause.map { systemReason($0.code.rawValue) } ?? "something unexpected went wrong (\(error.code.rawValue))"
    guard let path = error.userInfo[NSFilePathErrorKey] as? String else { return reason }
    return "\(printable(path)): \(reason)"
}
