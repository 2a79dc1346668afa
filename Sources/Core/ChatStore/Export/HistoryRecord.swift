public import ChatTypes
public import Foundation
import SQLiteKit

/// A part of a history outside of its database: one line of an export.
public enum HistoryRecord: Hashable, Sendable {
    /// A chat.
    case chat(ChatRecord)
    /// A present or former member of a group.
    case member(MemberRecord)
    /// A message of a chat.
    case message(MessageRecord)

    /// A chat, before its members and all its messages.
    public struct ChatRecord: Hashable, Codable, Sendable {
        /// The server's ID.
        public let id: ChatID
        /// The contact; for a group, an ID of its own.
        public let contact: ContactID
        /// The contact's name, or the group's title.
        public let name: String
        /// The server's time.
        public let created: Timestamp
        /// Present for a group, whose name and contact are its title and its ID.
        public let group: Bool?
        /// How far the user has read. Members of a group have markers in their own records.
        public let readByMe: Position?
        /// How far the contact has read; missing if they have read nothing, and for a group.
        public let readByContact: Position?
        /// The draft; missing or empty without one.
        public package(set) var draft: String?
        /// Whether the chat is muted. Missing for a chat that is not, unless every message notifies and the server does not know that
        /// yet: then false.
        public package(set) var muted: Bool?
        /// Present if the chat notifies of mentions only.
        public package(set) var mentionsOnly: Bool?
        /// Present if the chat is a favourite.
        public package(set) var favourite: Bool?
        /// Present if the chat is marked as unread.
        public package(set) var markedUnread: Bool?
        /// The word of the user's state in the chat (see `ChatState`); missing for a member.
        public package(set) var state: String?
        /// The person who decided that state; missing if unknown.
        public package(set) var stateBy: String?
        /// The reason of a removal; missing without one.
        public package(set) var stateReason: String?
        /// The topic; missing without one.
        public package(set) var topic: String?
        /// Messages of the user's that were deleted before the server was known to have them, in the order in which
        /// it is told; missing for none. Nothing else is left of them.
        public package(set) var takenBack: [MessageID]?
        /// The replies and edits that the user has begun to write, the newest last; missing for none.
        public package(set) var unfinished: [UnfinishedRecord]?
        /// How far the user has read in all threads at once; missing if nothing was read so.
        public package(set) var readAllByMe: Position?
        /// The threads that the user has read or begun to write in; missing for none.
        public package(set) var threads: [ThreadRecord]?
        /// The pinned messages, the one pinned last at the end; missing for none.
        public package(set) var pins: [MessageID]?
        /// The spaces that the chat is in, by ID; missing for none.
        public package(set) var spaces: [ChatSpace]?

        /// The messages of the chat that notify the user.
        package var notifications: NotificationMode {
            muted == true ? .muted : mentionsOnly == true ? .mentions : .all
        }
    }

    /// A thread that the user has read or begun to write in.
    public struct ThreadRecord: Hashable, Codable, Sendable {
        /// The message with which it begins.
        public let root: MessageID
        /// How far the user has read in it; missing for not at all.
        public let readByMe: Position?
        /// The draft; missing without one.
        public let draft: String?
    }

    /// A reply or an edit that the user has begun to write. Exactly one of the IDs is present.
    public struct UnfinishedRecord: Hashable, Codable, Sendable {
        /// The message that it answers.
        public let answers: MessageID?
        /// The message whose text it is to replace.
        public let edits: MessageID?
        /// The text so far.
        public let text: String
    }

    /// A person who is or was in a group, or read there, after its chat and before its messages. The user comes
    /// first, then others by ID.
    public struct MemberRecord: Hashable, Codable, Sendable {
        /// The group, whose own record comes before.
        public let chat: ChatID
        /// The person: `.me` or a member.
        public let member: Author
        /// The name in the group; empty if unknown.
        public let name: String
        /// Present after the member left; missing without a membership.
        public let left: Bool?
        /// The newest message when the person joined; missing if there was none.
        public let since: Position?
        /// The number of the membership, of which the highest wins; missing without one.
        public let number: Int64?
        /// The role, if it is not that of a usual member.
        public let role: MemberRole?
        /// How far the member has read. The user's marker is in the chat's record.
        public let read: Position?
    }

    /// A message, after its chat, in the order of display.
    public struct MessageRecord: Hashable, Codable, Sendable {
        /// The chat, whose own record comes before.
        public let chat: ChatID
        /// The message's ID, also while it waits.
        public let id: MessageID
        /// The author; only the user's messages may be without a position.
        public let author: Author
        /// The text as it is shown, with a waiting edit; empty if the message is deleted.
        public let text: String
        /// The formatted parts of the text; missing without any.
        public let spans: [TextSpan]
        /// The number of images; missing for none.
        public let images: Int?
        /// The attached picture or file, without its bytes; missing for none. Without an ID it still waits for its
        /// upload.
        public let attachment: AttachedFile?
        /// The ID of the message that it answers; missing if it answers none.
        public let answers: MessageID?
        /// The ID of the root of the thread that it is in; missing outside threads.
        public package(set) var thread: MessageID?
        /// Present if the author deleted the message.
        public let removed: Bool?
        /// Present if the message does not count as unread.
        public let quiet: Bool?
        /// Present if the message mentions the user.
        public package(set) var mention: Bool?
        /// The kind of an event, whose text says what the author did; missing for a message.
        public let event: ChatEvent?
        /// The number of the edit that produced the text; missing for an original text and for a waiting edit, below 0 for a message that
        /// cannot be read.
        public let edited: Int64?
        /// Present if it is encrypted and waits for its key; the text says so.
        public package(set) var waiting: Bool?
        /// The reason why nothing proves who sent it; missing for most messages.
        public package(set) var warning: SenderWarning?
        /// The waiting edit that produced the text; missing without one.
        public let edit: WaitingEdit?
        /// The server's time; the client's for a waiting message.
        public let time: Timestamp
        /// The position; missing while the message waits in the outbox.
        public let position: Position?
        /// The reason why it was not sent, or, with a position, why its edit was refused; missing without a failure.
        public var failure: String?
        /// The predecessor according to the server, if that is not stored.
        public let gap: Predecessor?
        /// The reactions, also those that were removed, in order of their numbers; missing without any.
        public package(set) var reactions: [ReactionRecord]?
        /// The poll that it asks; missing for most messages.
        public package(set) var poll: PollRecord?
    }

    /// A poll, with its votes.
    public struct PollRecord: Hashable, Codable, Sendable {
        /// The question and its answers.
        public let content: Poll
        /// Present if the poll has ended.
        public let ended: Bool?
        /// The ID under which the server is to be told that the user has ended it; missing unless it does not know.
        public let end: MessageID?
        /// The votes in order of their numbers, the user's own last that the server does not know; missing without any.
        public let votes: [VoteRecord]?
    }

    /// A person's vote in a poll.
    public struct VoteRecord: Hashable, Codable, Sendable {
        /// The person who voted.
        public let author: Author
        /// The IDs of the chosen answers.
        public let answers: [String]
        /// The server's number; 0 if it has none yet.
        public let number: Int64
        /// The ID under which the server is to be told; missing unless it does not know.
        public let id: MessageID?
    }

    /// A reaction to a message.
    public struct ReactionRecord: Hashable, Codable, Sendable {
        /// The person who reacted.
        public let author: Author
        /// The emoji, or the text.
        public let text: String
        /// Present if it was removed.
        public let removed: Bool?
        /// The server's number; 0 if it has none yet.
        public let number: Int64
        /// The ID under which the server is to be told; missing unless it does not know.
        public let id: MessageID?
        /// Present if the server had this state under the number, and the opposite, which was on its way, may have reached it.
        public let stands: Bool?
    }

    /// An edit by the user that the server has not accepted.
    public struct WaitingEdit: Hashable, Codable, Sendable {
        /// The ID under which the edit is sent.
        public let id: MessageID
        /// The text that the server has, as far as known.
        public let was: String
        /// The formatted parts of `was`; missing without any.
        public let wasSpans: [TextSpan]
        /// The number of the edit that produced `was`; 0 for the original text.
        public let number: Int64
    }
}

extension HistoryRecord: Codable {
    private enum CodingKeys: CodingKey {
        case chat
        case member
        case message
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let chat = try container.decodeIfPresent(ChatRecord.self, forKey: .chat) {
            self = .chat(chat)
        } else if let member = try container.decodeIfPresent(MemberRecord.self, forKey: .member) {
            self = .member(member)
        } else {
            self = .message(try container.decode(MessageRecord.self, forKey: .message))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .chat(let chat): try container.encode(chat, forKey: .chat)
        case .member(let member): try container.encode(member, forKey: .member)
        case .message(let message): try container.encode(message, forKey: .message)
        }
    }
}

extension HistoryRecord.ChatRecord {
    init(row: borrowing Row, _ columns: ChatRecordColumns) {
        let standing = ChatStanding(row: row, columns.standing)
        let marks = Set(row: row, columns.marks)
        let (isGroup, draft) = (row.flag(columns.isGroup), row.text(columns.draft))
        let (isMuted, isForMentions) = (
            row.flag(columns.notifications.muted), row.flag(columns.notifications.mentionsOnly)
        )
        self.init(
            id: row.identifier(columns.id),
            contact: row.identifier(columns.contact),
            name: row.text(columns.name),
            created: Timestamp(Date(milliseconds: row.integer(columns.created))),
            group: isGroup ? true : nil,
            readByMe: row.optionalInteger(columns.myMarker).map(Position.init(_:)),
            readByContact: isGroup ? nil : row.optionalInteger(columns.theirMarker).map(Position.init(_:)),
            draft: draft.isEmpty ? nil : draft,
            muted: isMuted ? true : row.flag(columns.modeIsDue) && !isForMentions ? false : nil,
            mentionsOnly: isForMentions ? true : nil,
            favourite: marks.contains(.favourite) ? true : nil,
            markedUnread: marks.contains(.unread) ? true : nil,
            state: standing.state == .joined ? nil : standing.state.word,
            stateBy: standing.state.person,
            stateReason: standing.state.reason,
            topic: standing.topic.isEmpty ? nil : standing.topic,
            readAllByMe: row.optionalInteger(columns.readAll).map(Position.init(_:))
        )
    }
}

extension HistoryRecord.MemberRecord {
    init(row: borrowing Row, _ columns: MemberRecordColumns, chat: ChatID) {
        let id: ContactID = row.identifier(columns.id)
        let (since, number) = (row.integer(columns.since), row.integer(columns.number))
        let (marker, role) = (row.integer(columns.marker), row.integer(columns.role))
        self.init(
            chat: chat,
            member: id.rawValue.isEmpty ? .me : .member(id),
            name: row.text(columns.name),
            left: row.flag(columns.isMember) || number == 0 ? nil : true,
            since: since == .min ? nil : Position(since),
            number: number == 0 ? nil : number,
            role: role == 0 ? nil : MemberRole(rawValue: role),
            read: marker == .min ? nil : Position(marker)
        )
    }
}

extension HistoryRecord.MessageRecord {
    init(row: borrowing Row, _ columns: ExportColumns, chat: ChatID) {
        let (text, edit, images) = (row.text(columns.text), row.integer(columns.edit), row.count(columns.images))
        self.init(
            chat: chat,
            id: row.identifier(columns.id),
            author: row.author(columns.author),
            text: text,
            spans: row.spans(columns.spans, of: text),
            images: images == 0 ? nil : images,
            attachment: row.attachment(columns.attachment),
            answers: row.isNull(columns.answers) ? nil : row.identifier(columns.answers),
            thread: row.isNull(columns.thread) ? nil : row.identifier(columns.thread),
            removed: row.flag(columns.removed) ? true : nil,
            quiet: row.flag(columns.quiet) ? true : row.isNull(columns.event) ? nil : false,
            mention: row.flag(columns.mention) ? true : nil,
            event: row.optionalText(columns.event).flatMap(ChatEvent.init(rawValue:)),
            edited: row.isNull(columns.waitingEdit) && edit != 0 ? edit : nil,
            waiting: edit == Message.placeholderNumber ? true : nil,
            warning: SenderWarning(row, columns.warning),
            edit: HistoryRecord.WaitingEdit(row: row, columns),
            time: Timestamp(Date(milliseconds: row.integer(columns.time))),
            position: row.flag(columns.waits) ? nil : Position(row.integer(columns.place)),
            failure: row.optionalText(columns.failure),
            gap: row.optionalInteger(columns.predecessor).map {
                Predecessor(position: Position($0), cursor: row.identifier(columns.cursor))
            }
        )
    }
}

extension HistoryRecord.WaitingEdit {
    /// Creates nil without a waiting edit.
    fileprivate init?(row: borrowing Row, _ columns: ExportColumns) {
        guard !row.isNull(columns.waitingEdit) else { return nil }
        let text = row.text(columns.oldText)
        self.init(
            id: row.identifier(columns.waitingEdit),
            was: text,
            wasSpans: row.spans(columns.oldSpans, of: text),
            number: row.integer(columns.oldNumber)
        )
    }
}

/// A moment in an export: in UTC, to the millisecond, such as `2022-03-11T09:00:00.000Z`.
public struct Timestamp: Hashable, Sendable {
    /// The moment, rounded to the millisecond.
    public let date: Date

    /// Creates the nearest whole millisecond.
    public init(_ date: Date) {
        self.date = Date(milliseconds: date.milliseconds)
    }

    /// The format cuts off fractions of a millisecond, and a binary fraction may lie just below the intended value.
    public var text: String { date.addingTimeInterval(0.0005).formatted(Self.format) }

    private static let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
}

extension Timestamp: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let date = try? Date(text, strategy: Self.format), Self.isInCalendar(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a moment: \(text)")
        }
        self.init(date)
    }

    /// Whether the day and time exist: Foundation reads 30 February as 2 March, and 08:75 as 09:15.
    private static func isInCalendar(_ text: String) -> Bool {
        let numbers = text.split { !("0"..."9").contains($0) }.prefix(6).compactMap { Int($0) }
        guard numbers.count == 6, 1...12 ~= numbers[1], numbers[3] < 24, numbers[4] < 60, numbers[5] < 60 else {
            return false
        }
        let isLeapYear = numbers[0] % 4 == 0 && (numbers[0] % 100 != 0 || numbers[0] % 400 == 0)
        let days = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return 1...days[numbers[1] - 1] ~= numbers[2]
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
