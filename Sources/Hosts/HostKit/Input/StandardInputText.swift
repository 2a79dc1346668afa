import CSystem
import ChatTypes

/// A message that is read from standard input.
package enum StandardInputText {
    /// Reads to the end. Removes the last line break.
    ///
    ///  - Throws: `StandardInputError`, or `InterruptionError` after a signal.
    package static func read(_ descriptor: Int32 = STDIN_FILENO, signals: SignalPipe) throws -> String {
        var bytes: [UInt8] = []
        while true {
            let isReadable = Descriptors.poll([signals.arrival, descriptor], waits: true)
            if isReadable[0] { throw InterruptionError() }
            guard let chunk = try chunk(of: descriptor) else { continue }
            if chunk.isEmpty { return try text(bytes) }
            bytes += chunk
            // Leaves room for a line break.
            if bytes.count > OutgoingMessage.textLimit + 2 { throw StandardInputError.tooLong }
        }
    }

    private static func chunk(of descriptor: Int32) throws(StandardInputError) -> [UInt8]? {
        do {
            return try Descriptors.read(descriptor, upTo: LineReader.chunkSize)
        } catch {
            throw .unreadable(error)
        }
    }

    package static func text(_ bytes: [UInt8]) throws(StandardInputError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .notUTF8(offset: validPrefix(of: bytes))
        }
        if text.hasSuffix("\r\n") || text.hasSuffix("\n") { return String(text.dropLast()) }
        return text
    }

    private static func validPrefix(of bytes: [UInt8]) -> Int {
        var (decoder, iterator, count) = (UTF8(), bytes.makeIterator(), 0)
        while case .scalarValue(let scalar) = decoder.decode(&iterator) { count += UTF8.width(scalar) }
        return count
    }
}

/// The reason why standard input is not a message.
package enum StandardInputError: Error, Equatable, CustomStringConvertible {
    case tooLong
    case unreadable(SystemError)
    /// The offset of the first byte that is not UTF-8.
    case notUTF8(offset: Int)

    package var description: String {
        switch self {
        case .tooLong:
            "standard input is longer than a message may be: \(OutgoingMessage.textLimit) bytes; nothing was sent"
        case .unreadable(let error): "standard input cannot be read: \(error.reason); nothing was sent"
        case .notUTF8(let offset):
            "standard input is not UTF-8 from byte \(offset + 1) on; nothing was sent"
        }
    }
}
