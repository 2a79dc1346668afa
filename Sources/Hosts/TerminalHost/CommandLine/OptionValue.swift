import ChatTypes
import CommandLineKit
import Foundation

/// Reads the values of options; each function's error names the option and says what it takes.
enum OptionValue {
    static let networks = wordList(NetworkName.allCases.map(\.rawValue), joinedBy: "or")

    static func seed(_ text: String, of option: String) throws(UsageError) -> UInt64 {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let seed = UInt64(text) else {
            throw UsageError("\(option) takes a whole number from 0 to \(UInt64.max), not \(quoted(text))")
        }
        return seed
    }

    /// As many as a person or a program reads at once.
    static let countLimit = 1_000_000

    static func count(_ text: String, of option: String) throws(UsageError) -> Int {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(text),
            (1...countLimit).contains(count)
        else { throw UsageError("\(option) takes a whole number from 1 to \(countLimit), not \(quoted(text))") }
        return count
    }

    static func id(_ text: String, of option: String) throws(UsageError) -> String {
        guard !text.isEmpty else { throw UsageError("\(option) takes a message's id, as --json shows it") }
        return text
    }

    static func date(_ text: String, of option: String) throws(UsageError) -> Date {
        // Foundation's parser stops where it pleases, and takes the 31st of February: the form is checked first, and
        // what was understood is held against it.
        let form = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(Z|[+-]\d\d:\d\d)/
        guard let match = text.wholeMatch(of: form), let date = try? Date(text, strategy: .iso8601),
            let asUTC = try? Date("\(match.1)Z", strategy: .iso8601), asUTC.formatted(.iso8601) == "\(match.1)Z"
        else {
            throw UsageError("\(option) takes a moment such as 2022-03-11T09:00:00Z, not \(quoted(text))")
        }
        return date
    }

    static func network(_ text: String, of option: String) throws(UsageError) -> NetworkName {
        guard let network = NetworkName(rawValue: text) else {
            throw UsageError(
                "\(option) takes \(networks), not \(quoted(text))",
                didYouMean: nearestWord(to: text, in: NetworkName.allCases.map(\.rawValue))
            )
        }
        return network
    }

    static func path(_ text: String, of option: String) throws(UsageError) -> String {
        guard !text.isEmpty else { throw UsageError("\(option) takes a directory, not an empty text") }
        return text
    }

    /// The name becomes a file's: nothing but ASCII letters, digits, `-` and `_`, so that it can lead nowhere else.
    static func profile(_ text: String, of option: String) throws(UsageError) -> String {
        let isPlain = text.utf8.allSatisfy { $0.isASCIILetterOrDigit || "-_".utf8.contains($0) }
        guard isPlain, (1...64).contains(text.utf8.count) else {
            throw UsageError("\(option) takes up to 64 of the letters a to z, digits, - and _, not \(quoted(text))")
        }
        return text
    }
}
