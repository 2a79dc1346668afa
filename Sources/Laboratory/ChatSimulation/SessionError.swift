import ChatStore
import Transport

/// Why a session could not be played to its end, and which it is.
public struct SessionError: Error, CustomStringConvertible {
    /// The seed of the session's plan.
    public let seed: UInt64
    /// What was thrown in it, such as why its files could not be made.
    public let cause: any Error

    /// The seed, and what was thrown.
    public var description: String { "seed \(seed): \(cause)" }
}

extension Error {
    /// Whether a history, or what lies beside it, cannot be opened, read or written: no death and no disk may lead to that.
    var isOfHistory: Bool { self is SQLiteError || self is StorageProblem || self is ChatDatabaseError }
}
