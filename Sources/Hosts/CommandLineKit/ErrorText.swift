import Foundation

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
