public import Foundation

/// Why a server cannot go on with its journal.
public enum JournalError: Error, Hashable, Sendable {
    /// It cannot be opened or read.
    case unusable(URL, reason: String)
    /// It takes no more lines: a full disk, mostly.
    case unwritable(URL, reason: String)
    /// A line, counted from 1, is no entry, or cannot follow those before it.
    case damaged(URL, line: Int, reason: String)
}
