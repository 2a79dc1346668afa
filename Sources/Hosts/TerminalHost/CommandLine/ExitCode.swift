/// How the process ends, in the numbers of sysexits(3).
package enum ExitCode: Int32, Sendable, CaseIterable {
    case ok = 0
    /// The command line was wrong.
    case usage = 64
    /// What was given to read is not what it should be.
    case dataError = 65
    /// What was to be read is not there.
    case noInput = 66
    /// The server could not be had, or did not take it.
    case unavailable = 69
    /// A bug of ours.
    case software = 70
    case cannotCreate = 73
    case ioError = 74
    /// Worth trying again later: another process has the profile.
    case tempFail = 75
}
