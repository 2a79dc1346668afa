import ChatStore
import ChatTypes
import CommandLineKit
import MatrixCrypto
import MatrixTransport
import RuntimeKit
import SQLiteKit
import ScreenKit
import SimulatedServer

/// The message and exit code of a failed command.
package enum FailureText {
    /// Returns one line for the user, of bounded length, for any error.
    package static func text(of error: any Error) -> String {
        let text =
            switch error {
            case let error as SystemError: error.reason
            case let error as SQLiteError: errorText(error.problem)
            case let error as ChatDatabaseError: error.text
            case let error as JournalError: error.text
            case SessionError.notJoined: "\(errorText(error)); run viperchat, open the chat and type /join"
            case is ServiceError, is SessionError, is StorageProblem, is TextError, is FileError,
                is ContactName.NameError:
                errorText(error)
            default: plainText(of: error)
            }
        return TerminalText.fit(TerminalText.oneLine(text), columns: 1000)
    }

    package static func exitCode(for error: any Error) -> ExitCode {
        switch error {
        case is UsageError: .usage
        case StandardInputError.unreadable: .ioError
        case is StandardInputError: .dataError
        case let error as StorageError: error.exitCode
        case LoginError.badAddress, LoginError.badToken: .usage
        case ServiceError.refused(.ambiguousName, _), SessionError.ambiguousName, SessionError.ambiguousAccount,
            SessionError.notJoined, SessionError.unknownChat:
            .dataError
        case is TextError, is FileError, is ContactName.NameError: .dataError
        case is LoginError, is ServiceError, is SessionError: .unavailable
        case is LedgerError, is CryptoStoreError, is KeyFileError, is RecoveryError, is VerificationError: .dataError
        case is AccountFileError: .cannotCreate
        case ChatDatabaseError.cannotSetAside: .ioError
        case JournalError.damaged, is ChatDatabaseError: .dataError
        case is JournalError, is SQLiteError, is StorageProblem, is SystemError, is InterruptionError,
            is DescriptorLimitError, is HandoverError:
            .ioError
        default: .software
        }
    }
}

/// The error of a command that a signal interrupted.
package struct InterruptionError: Error, Equatable, CustomStringConvertible {
    package var description: String { "interrupted before it was finished" }

    package init() {}
}

/// The exit codes of the program, as in sysexits(3).
package enum ExitCode: Int32, Sendable, CaseIterable {
    case ok = 0
    /// The command line was wrong.
    case usage = 64
    /// The input data was invalid.
    case dataError = 65
    /// The input does not exist.
    case noInput = 66
    /// The server was unreachable or refused the request.
    case unavailable = 69
    /// A bug in viperchat.
    case software = 70
    case cannotCreate = 73
    case ioError = 74
    /// A temporary failure: another process is using the profile.
    case tempFail = 75
}
