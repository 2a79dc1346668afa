/// Why a history cannot be used, apart from what SQLite itself says.
public enum ChatDatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A newer version of the program wrote the file; this one leaves it alone.
    case newerVersion(found: Int64, known: Int64)

    public var description: String {
        switch self {
        case .newerVersion(let found, let known):
            "The history was written by a newer version of this program (format \(found), this one knows \(known))"
        }
    }
}
