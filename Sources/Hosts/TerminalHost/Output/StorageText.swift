import ChatStore
import ChatTypes
import Foundation
import Transport

extension ChatDatabaseError {
    /// A sentence for people.
    var text: String {
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

extension JournalError {
    /// A sentence for people.
    var text: String {
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
    /// A clause for people, of bounded length.
    var text: String {
        switch self {
        case .unusableID: "an id in it is empty, or longer than \(Limits.idBytes) bytes"
        case .unknownChat(let chat):
            "its chat \(quoted(chat.rawValue)) is not there; the line of a chat comes before its messages"
        case .noGroup(let chat): "it is of a member, and its chat \(quoted(chat.rawValue)) is no group"
        case .tooManyMembers: "its group has \(Limits.members) members already"
        case .impossibleNumber(let number): "no membership has the number \(number)"
        case .noPosition: "a message of another's needs a position"
        case .impossiblePosition(let position): "the position \(position.rawValue) is impossible there"
        case .unusableCursor: "its gap's cursor is longer than \(Limits.cursorBytes) bytes"
        case .contradiction: "it contradicts what is stored: another message has its id or its position"
        }
    }
}
