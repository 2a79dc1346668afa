/// Why a profile cannot be used.
enum StorageError: Error, Equatable, CustomStringConvertible {
    case inUse(path: String)
    case noDirectory(path: String, reason: String)
    case nothingThere(path: String)
    /// A file of the profile that is needed, and why it cannot be had.
    case unusable(path: String, String)
    case noHome
    /// It holds what was said with the simulated server, or is of an account: it is never both.
    case ofSimulation(path: String)
    case ofAccount(path: String, asked: String)
    case ofOther(user: String)
    case loggedIn(user: String)
    /// A line was asked for, and the input has ended.
    case noInput

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
        case .ofSimulation(let path):
            "\(shownPath(path)) holds chats of the simulated server; log in with another --profile NAME"
        case .ofAccount(let path, let asked):
            "\(asked) belongs to the simulated server, and \(shownPath(path)) to an account; choose another --profile"
        case .ofOther(let user):
            "this profile holds the chats of \(TerminalText.oneLine(user)); log in with another --profile NAME"
        case .loggedIn(let user):
            "this profile is logged in as \(TerminalText.oneLine(user)); viperchat logout comes first, or another --profile NAME"
        case .noInput: "the input has ended before what was asked for"
        }
    }

    var exitCode: ExitCode {
        switch self {
        case .inUse: .tempFail
        case .noDirectory, .unusable, .noHome: .cannotCreate
        case .nothingThere, .noInput: .noInput
        case .ofSimulation, .ofAccount, .ofOther, .loggedIn: .usage
        }
    }
}
