import CSystem

/// The reason why a file or database cannot be read or written, by what people can do about it.
public enum StorageProblem: Error, Hashable, Sendable {
    /// The disk is full.
    case diskFull
    /// The folder or file is not writable.
    case notWritable
    /// The file is damaged, and is set aside at the next start.
    case damaged
    /// Another program uses the file.
    case inUse
    /// The disk reports an error of its own.
    case failing(detail: String)
    /// Any other error, as it was reported.
    case other(detail: String)
}

extension StorageProblem {
    /// Creates a problem from the system's error number for a file.
    package init(errno code: Int32) {
        self =
            switch code {
            case ENOSPC, EDQUOT: .diskFull
            case EACCES, EPERM, EROFS: .notWritable
            case EIO: .failing(detail: String(cString: strerror(code)))
            default: .other(detail: String(cString: strerror(code)))
            }
    }
}
