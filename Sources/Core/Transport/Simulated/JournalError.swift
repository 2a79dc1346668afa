public import Foundation

/// Why a server cannot go on with its journal.
public enum JournalError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It cannot be opened or read.
    case unusable(URL, reason: String)
    /// It takes no more lines: a full disk, mostly.
    case unwritable(URL, reason: String)
    /// A line, counted from 1, is no entry, or cannot follow those before it.
    case damaged(URL, line: Int, reason: String)

    /// A sentence for people.
    public var description: String {
        switch self {
        case .unusable(let file, let reason):
            "The journal \(file.path) cannot be opened: \(reason)"
        case .unwritable(let file, let reason):
            "The journal \(file.path) cannot be written: \(reason)"
        case .damaged(let file, let line, let reason):
            "The journal \(file.path) is damaged in line \(line): \(reason); repair the line or move the file away"
        }
    }
}
