/// Why a history cannot be used, apart from what SQLite itself says.
public enum ChatDatabaseError: Error, Hashable, Sendable {
    /// A newer version of the program wrote the file; this one leaves it alone.
    case newerVersion(found: Int64, known: Int64)
    /// An older version wrote the file, and it was opened for reading only.
    case olderVersion(found: Int64, known: Int64)
    /// The file is damaged, and stays where it is.
    case cannotSetAside(path: String, reason: String)
    /// What is there in place of the history, or of its log, is no file: `kind` says what, such as "a directory".
    case noFile(path: String, kind: String)
}
