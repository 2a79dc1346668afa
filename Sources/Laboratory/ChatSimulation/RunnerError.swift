import ChatStore
import ChatTypes
import RuntimeKit
import SQLiteKit

/// An error that ended a session, with the session's seed.
public struct RunnerError: Error, CustomStringConvertible {
    /// The seed of the session's plan.
    public let seed: UInt64
    /// The error thrown in the session, for example because its files could not be created.
    public let cause: any Error

    /// The seed and the cause.
    public var description: String { "seed \(seed): \(cause)" }
}

extension Error {
    /// Whether the error means that a history or its files cannot be opened, read or written. No process death and no
    /// disk fault may cause that.
    var isOfHistory: Bool { self is SQLiteError || self is StorageProblem || self is ChatDatabaseError }
}
