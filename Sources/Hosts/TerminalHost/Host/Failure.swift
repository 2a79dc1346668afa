import ChatStore
import ChatTypes
import CommandLineKit
import MatrixTransport
import SQLiteKit
import ScreenKit
import Transport

/// What a command that failed says and ends with.
package enum Failure {
    /// One line for people, of bounded length, whatever the error holds.
    package static func text(of error: any Error) -> String {
        let text =
            switch error {
            case let error as SystemError: error.reason
            case let error as SQLiteError: errorText(error.problem)
            case let error as ChatDatabaseError: error.text
            case let error as JournalError: error.text
            case is ServiceError, is SessionError, is StorageProblem, is TextError, is ContactName.Fault:
                errorText(error)
            default: plainText(of: error)
            }
        return TerminalText.fit(TerminalText.oneLine(text), columns: 1000)
    }

    static func exitCode(for error: any Error) -> ExitCode {
        switch error {
        case is UsageError: .usage
        case StandardInputError.unreadable: .ioError
        case is StandardInputError: .dataError
        case let error as StorageError: error.exitCode
        case LoginError.badAddress: .usage
        case is LoginError, is ServiceError, is SessionError: .unavailable
        case is LedgerError: .dataError
        case is AccountFileError: .cannotCreate
        case ChatDatabaseError.cannotSetAside: .ioError
        case JournalError.damaged, is ChatDatabaseError: .dataError
        case is JournalError, is SQLiteError, is StorageProblem, is SystemError, is Interruption, is DescriptorShortage:
            .ioError
        default: .software
        }
    }
}

/// A signal came before a command had done all it was asked.
struct Interruption: Error, Equatable, CustomStringConvertible {
    var description: String { "interrupted before it was finished" }
}

/// How the process ends, in the numbers of sysexits(3).
package enum ExitCode: Int32, Sendable, CaseIterable {
    case ok = 0
    /// The command line was wrong.
    case usage = 64
    /// What was given to read has the wrong type.
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
