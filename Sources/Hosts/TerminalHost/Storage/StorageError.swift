/// Why a profile cannot be used.
enum StorageError: Error, Equatable, CustomStringConvertible {
    case inUse(path: String)
    case noDirectory(path: String, reason: String)
    case nothingThere(path: String)
    /// A file of the profile that is needed, and why it cannot be had.
    case unusable(path: String, String)
    case noHome

    var description: String {
        switch self {
        case .inUse(let path):
            "another viperchat is chatting on \(shownPath(path)); leave it first, or choose another --profile"
        case .noDirectory(let path, let reason):
            "cannot use \(shownPath(path)): \(reason); choose another --data-dir"
        case .nothingThere(let path):
            "there is no history yet in \(shownPath(path)); start viperchat there once, or name another --data-dir or --profile"
        case .unusable(let path, let reason):
            "cannot use \(shownPath(path)): \(reason); move it away, or choose another --data-dir"
        case .noHome:
            "there is no home directory to keep the data in; set HOME to an absolute path, or choose a --data-dir"
        }
    }

    var exitCode: ExitCode {
        switch self {
        case .inUse: .tempFail
        case .noDirectory, .unusable, .noHome: .cannotCreate
        case .nothingThere: .noInput
        }
    }
}
