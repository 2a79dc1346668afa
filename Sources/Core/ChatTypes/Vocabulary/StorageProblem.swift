/// Why the history cannot be read or written, in the kinds that people can do something about.
public enum StorageProblem: Error, Hashable, Sendable {
    /// There is no room for more.
    case diskFull
    /// The place takes no changes.
    case notWritable
    /// The file is broken; it is set aside at the next start.
    case damaged
    /// Another program holds the file.
    case inUse
    /// The disk reports an error of its own.
    case failing(detail: String)
    /// Anything else, as it was reported.
    case other(detail: String)
}
