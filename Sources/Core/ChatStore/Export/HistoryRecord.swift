public import ChatTypes
import Foundation
import SQLiteKit

/// One piece of a history outside of its database: what `export` writes and `import` reads, a line each.
public enum HistoryRecord: Hashable, Sendable {
    /// A chat.
    case chat(ChatRecord)
    /// One who is, or was, in a group.
    case member(MemberRecord)
    /// A message of a chat.
    case message(MessageRecord)

    /// A chat, before its members and all its messages.
    public struct ChatRecord: Hashable, Codable, Sendable {
        /// The chat's, as the server names it.
        public let id: ChatID
        /// Who it is with; of a group, an id of its own.
        public let contact: ContactID
        /// The contact's, or a group's title.
        public let name: String
        /// The server's time.
        public let created: Timestamp
        /// Missing between two. Of a group, name and contact are its title and its id as one.
        public let group: Bool?
        /// How far we have read, and how far the contact has; how far the members of a group have stands in their own records.
        public let readByMe: Position?
        /// Missing where the contact has read nothing, and for a group.
        public let readByContact: Position?
        /// Missing or empty when nothing was typed.
        public package(set) var draft: String?
        /// Missing for a chat that is heard, unless the server is still to be told so: then it is false.
        public package(set) var muted: Bool?
        /// Messages of ours that were taken back before the server was known to have them, in the order in which it is to be told;
        /// missing for none. Nothing else is left of them.
        public package(set) var takenBack: [MessageID]?
    }

    /// Someone who is or was in a group, or read there, after its chat and before its messages: ourselves, then by id.
    public struct MemberRecord: Hashable, Codable, Sendable {
        /// The group, whose own record comes before.
        public let chat: ChatID
        /// `.me` or a member.
        public let member: Author
        /// What they are called in the group; empty where that is not known.
        public let name: String
        /// Missing while they are in it, and when no membership has come.
        public let left: Bool?
        /// The newest message when they came in; missing where there was none.
        public let since: Position?
        /// Of their membership, the highest of which holds; missing when none has come.
        public let number: Int64?
        /// How far they have read; ours stands with the chat.
        public let read: Position?
    }

    /// A message, after its chat, in the order in which it is shown.
    public struct MessageRecord: Hashable, Codable, Sendable {
        /// The chat that it is in, whose own record comes before.
        public let chat: ChatID
        /// The message's own; one that waits will be sent under it.
        public let id: MessageID
        /// Who wrote it; only our own may be without a position.
        public let author: Author
        /// As it is shown: with our change, where one waits; empty where it was taken back.
        public let text: String
        /// How many images it has; missing for none.
        public let images: Int?
        /// The picture or file that it carries, without its bytes; missing for none. Without an id, ours still waits to be brought
        /// to the server, which takes the bytes.
        public let attachment: AttachedFile?
        /// Missing unless its author has taken it back.
        public let removed: Bool?
        /// The number of the edit that the text is of; missing for one that is as it was written, or whose edit waits.
        public let edited: Int64?
        /// Missing unless the text is a change of ours that waits to be sent.
        public let edit: WaitingEdit?
        /// The server's; our own while it waits.
        public let time: Timestamp
        /// Missing while it waits in the outbox.
        public let position: Position?
        /// Why it could not be sent, or, where it has a position, why its change could not; missing when nothing failed.
        public var failure: String?
        /// What the server said stands directly before it, where we do not hold that.
        public let gap: Predecessor?
    }

    /// A change of a message of ours that the server has not taken.
    public struct WaitingEdit: Hashable, Codable, Sendable {
        /// The one that the change will be sent under.
        public let id: MessageID
        /// The text that the server has, as far as we know, and the number of the edit which that is of.
        public let was: String
        /// Of the edit that `was` is of; 0 where that is as it was written.
        public let number: Int64
    }
}

extension HistoryRecord: Codable {
    private enum Key: CodingKey {
        case chat
        case member
        case message
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        if let chat = try container.decodeIfPresent(ChatRecord.self, forKey: .chat) {
            self = .chat(chat)
        } else if let member = try container.decodeIfPresent(MemberRecord.self, forKey: .member) {
            self = .member(member)
        } else {
            self = .message(try container.decode(MessageRecord.self, forKey: .message))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .chat(let chat): try container.encode(chat, forKey: .chat)
        case .member(let member): try container.encode(member, forKey: .member)
        case .message(let message): try container.encode(message, forKey: .message)
        }
    }
}

extension HistoryRecord.ChatRecord {
    /// From the columns `id, contact, name, created, my_marker, their_marker, draft, muted, is_group, mute_due`.
    init(row: borrowing Row) {
        self.init(
            id: row.identifier(0),
            contact: row.identifier(1),
            name: row.text(2),
            created: Timestamp(Date(milliseconds: row.integer(3))),
            group: row.flag(8) ? true : nil,
            readByMe: row.optionalInteger(4).map(Position.init(_:)),
            readByContact: row.flag(8) ? nil : row.optionalInteger(5).map(Position.init(_:)),
            draft: row.text(6).isEmpty ? nil : row.text(6),
            muted: row.flag(7) || row.flag(9) ? row.flag(7) : nil
        )
    }
}

extension HistoryRecord.MemberRecord {
    /// From the columns `id, name, is_member, since, number, marker`.
    init(row: borrowing Row, chat: ChatID) {
        let id: ContactID = row.identifier(0)
        self.init(
            chat: chat,
            member: id.rawValue.isEmpty ? .me : .member(id),
            name: row.text(1),
            left: row.flag(2) || row.integer(4) == 0 ? nil : true,
            since: row.integer(3) == .min ? nil : Position(row.integer(3)),
            number: row.integer(4) == 0 ? nil : row.integer(4),
            read: row.integer(5) == .min ? nil : Position(row.integer(5))
        )
    }
}

extension HistoryRecord.MessageRecord {
    /// From the columns `id, mine, text, images, time, waits, place, failure, predecessor, cursor, removed, edit`, of the edit
    /// that waits `id, text, number`, `sender`, and of what it carries `file, file_name, file_type, file_size`.
    init(row: borrowing Row, chat: ChatID) {
        self.init(
            chat: chat,
            id: row.identifier(0),
            author: row.author(mine: 1, sender: 15),
            text: row.text(2),
            images: row.count(3) == 0 ? nil : row.count(3),
            attachment: row.attachment(at: 16),
            removed: row.flag(10) ? true : nil,
            edited: row.isNull(12) && row.integer(11) != 0 ? row.integer(11) : nil,
            edit: row.isNull(12)
                ? nil : HistoryRecord.WaitingEdit(id: row.identifier(12), was: row.text(13), number: row.integer(14)),
            time: Timestamp(Date(milliseconds: row.integer(4))),
            position: row.flag(5) ? nil : Position(row.integer(6)),
            failure: row.optionalText(7),
            gap: row.optionalInteger(8).map { Predecessor(position: Position($0), cursor: row.identifier(9)) }
        )
    }
}
