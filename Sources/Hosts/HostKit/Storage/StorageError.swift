import CSystem
import ChatStore
import ChatTypes
import Foundation
import SimulatedServer

/// The reason why a profile cannot be used.
package enum StorageError: Error, Equatable, CustomStringConvertible {
    case inUse(path: String)
    case noDirectory(path: String, reason: String)
    case noHistory(path: String)
    /// A file that the profile needs, and the reason why it cannot be used.
    case unusable(path: String, String)
    case noHome
    /// The profile holds chats of the simulated server. A profile has either these or an account.
    /// With the whole command that logs in elsewhere.
    case hasSimulatedChats(path: String, login: String)
    case hasAccount(path: String, asked: String)
    case hasOtherUser(user: String, login: String)
    case loggedIn(user: String, login: String)
    /// With the whole command that logs in again.
    case loggedOut(login: String)
    /// The input ended before the requested line.
    case noInput
    case noAccount
    /// The command cannot be undone, and several accounts are logged in: with the whole command for each, after its account.
    case severalAccounts(commands: [String])
    /// Several accounts have the chat: with the whole command for each, after its account.
    case severalChats(name: String, commands: [String])
    /// The file to be written exists.
    case fileExists(path: String)
    case notRead(path: String)
    /// With the value of `errno`.
    case notWritten(path: String, code: Int32)
    case noPassphrase
    case differentPassphrases

    package var description: String {
        switch self {
        case .inUse(let path):
            "another viperchat is using \(shownPath(path)); quit it first, or choose another --profile"
        case .noDirectory(let path, let reason):
            "cannot use \(shownPath(path)): \(reason); choose another --data-dir"
        case .noHistory(let path):
            "there is no history in \(shownPath(path)) yet; start viperchat there once, or choose another --data-dir or --profile"
        case .unusable(let path, let reason):
            "cannot use \(shownPath(path)): \(reason); move it away, or choose another --data-dir"
        case .noHome:
            "there is no home directory to keep the data in; set HOME to an absolute path, or choose a --data-dir"
        case .hasSimulatedChats(let path, let login):
            "\(shownPath(path)) holds chats of the simulated server; to log in beside them: \(login)"
        case .hasAccount(let path, let asked):
            "\(asked) is for the simulated server, and \(shownPath(path)) has an account; choose another --profile"
        case .hasOtherUser(let user, let login):
            "this profile holds the chats of \(TerminalText.oneLine(user)); to log in beside them: \(login)"
        case .loggedIn(let user, let login):
            "this profile is logged in as \(TerminalText.oneLine(user)); to log in beside it: \(login)"
        case .loggedOut(let login): "you have logged out; to log in again: \(login)"
        case .noInput: "the input ended before the answer"
        case .noAccount: "this profile is not logged in: run viperchat login @name:server first"
        case .severalAccounts(let commands):
            "several accounts are logged in; choose the one that is meant: \(commands.joined(separator: "; "))"
        case .severalChats(let name, let commands):
            "several accounts have a chat with \(short(name)); choose the one that is meant: \(commands.joined(separator: "; "))"
        case .fileExists(let path): "\(shownPath(path)) exists: choose another name"
        case .notRead(let path): "cannot read \(shownPath(path)): see whether it is a file, and whose it is"
        case .notWritten(let path, let code): "cannot write \(shownPath(path)): \(String(cString: strerror(code)))"
        case .noPassphrase: "the passphrase is empty: the file would protect nothing"
        case .differentPassphrases: "the passphrases differ: try again"
        }
    }

    package var exitCode: ExitCode {
        switch self {
        case .inUse: .tempFail
        case .noDirectory, .unusable, .noHome: .cannotCreate
        case .noHistory, .noInput, .notRead: .noInput
        case .fileExists, .notWritten: .cannotCreate
        case .loggedOut: .unavailable
        case .severalChats: .dataError
        case .hasSimulatedChats, .hasAccount, .hasOtherUser, .loggedIn, .noAccount, .severalAccounts, .noPassphrase,
            .differentPassphrases:
            .usage
        }
    }
}

extension ChatDatabaseError {
    /// The error as a sentence for the user.
    package var text: String {
        switch self {
        case .newerVersion(let found, let known):
            "The history was written by a newer version of this program (format \(found), this one knows \(known))"
        case .olderVersion(let found, let known):
            "The history is in an older format (\(found), this program knows \(known)): start viperchat once to update it"
        case .cannotSetAside(let path, let reason):
            "The history \(path) is damaged, and cannot be set aside: \(reason)"
        case .noFile(let path, let kind):
            "The history cannot be kept in \(path): it is \(kind), not a file; move it away, or choose another place"
        }
    }
}

extension JournalError {
    /// The error as a sentence for the user.
    package var text: String {
        switch self {
        case .unusable(let file, let reason):
            "The journal \(file.path) cannot be opened: \(reason)"
        case .unwritable(let file, let reason):
            "The journal \(file.path) cannot be written: \(reason)"
        case .damaged(let file, let line, let reason):
            "The journal \(file.path) is damaged in line \(line): \(reason); repair the line or move the file away"
        }
    }
}

extension RestoreError {
    /// The error as a clause for the user, of bounded length.
    package var text: String {
        switch self {
        case .unusableID: "an id in it is empty, or longer than \(Limits.idBytes) bytes"
        case .unknownChat(let chat):
            "its chat \(quoted(chat.rawValue)) is unknown; a chat's line must come before its messages"
        case .noGroup(let chat): "it belongs to a member, but its chat \(quoted(chat.rawValue)) is not a group"
        case .tooManyMembers: "its group has \(Limits.members) members already"
        case .impossibleNumber(let number): "no membership has the number \(number)"
        case .noPosition: "a received message needs a position"
        case .impossiblePosition(let position): "the position \(position.rawValue) is impossible there"
        case .unusableCursor: "its gap's cursor is longer than \(Limits.cursorBytes) bytes"
        case .contradiction: "it contradicts what is stored: another message has its id or its position"
        }
    }
}
