/// Why a history cannot be used, apart from what SQLite itself says.
public enum ChatDatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A newer version of the program wrote the file; this one leaves it alone.
    case newerVersion(found: Int64, known: Int64)
    /// An older version wrote the file, and it was opened for reading only.
    case olderVersion(found: Int64, known: Int64)
    /// The file is damaged, and stays where it is.
    case cannotSetAside(path: String, reason: String)
    /// What is there in place of the history, or of its log, is no file: `kind` says what, such as "a directory".
    case noFile(path: String, kind: String)

    public var description: String {
        switch self {
        case .newerVersion(let found, let known):
            "The history was written by a newer version of this program (format \(found), this one knows \(known))"
        case .olderVersion(let found, let known):
            "The history is in an older format (\(found), this program knows \(known)): start viperchat once to update it"
        case .cannotSetAside(let path, let reason):
            "The history \(path) is damaged, and cannot be set aside: \(reason)"
        case .noFile(let path, let kind):
            "The history cannot be kept in \(path): it is \(kind), and no file; move it away, or choose another place"
        }
    }
}
