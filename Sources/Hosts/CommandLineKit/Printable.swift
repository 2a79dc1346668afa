import Foundation

/// Returns text from outside with control and format characters spelled out, safe to print.
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
    /// Whether it is a control character, a format character such as a direction mark, or a line separator.
    package var isUnprintable: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}

/// Returns a typed word for a sentence: printable and of limited length.
package func echoed(_ word: String) -> String {
    let limit = 60
    let short = word.unicodeScalars.prefix(limit + 1)
    guard short.count > limit else { return printable(word) }
    return printable(String(String.UnicodeScalarView(short.dropLast()))) + "…"
}

/// Returns an error as text for the user: its own description, or the system's words for a system error, or else its
/// type.
///
/// Repeats nothing of the descriptions of Foundation's errors, which are long and made for programmers.
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

/// Returns the system's text for an error number, such as `No space left on device`.
package func systemReason(_ number: Int32) -> String { String(cString: strerror(number)) }

private func text(of error: CocoaError) -> String {
    let cause = (error.userInfo[NSUnderlyingErrorKey] as? any Error) as? POSIXError
    let reason =
        cause.map { systemReason($0.code.rawValue) } ?? "something unexpected went wrong (\(error.code.rawValue))"
    guard let path = error.userInfo[NSFilePathErrorKey] as? String else { return reason }
    return "\(printable(path)): \(reason)"
}
