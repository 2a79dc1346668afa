import ChatTypes
import Foundation
import Transport

/// One change of the server's state. The state changes in no other way, live and when the journal is read.
enum JournalEntry: Codable, Hashable, Sendable {
    /// The server began; its cursors carry that name.
    case founded(server: String, at: Date)
    case opened(chat: ChatID, contact: Contact, at: Date)
    case begun(group: JournaledGroup)
    /// A person joined a group, left it, or changed their name or role in it. Another person may have decided it.
    case membership(chat: ChatID, of: Membership, decision: JournaledDecision? = nil, at: Date)
    /// The user has forgotten a group that they had left.
    case forgotten(chat: ChatID, at: Date)
    /// The topic of a group changed.
    case topic(chat: ChatID, topic: String, number: Int64, at: Date)
    /// The pinned messages of a chat changed.
    case pinned(chat: ChatID, messages: [MessageID], number: Int64, at: Date)
    /// The contact of a chat between two changed their name, or a group got another title.
    case renamed(chat: ChatID, name: String, at: Date)
    case said(message: JournaledMessage)
    /// A person read the messages outside threads, or a thread, up to a message.
    case read(chat: ChatID, reader: Author, message: MessageID, thread: MessageID? = nil, at: Date)
    /// An author edited or deleted a message, or someone set or removed a reaction, or voted.
    case annotated(chat: ChatID, id: MessageID, annotation: Annotation, at: Date)
    /// A file of the user's arrived and is stored beside the journal.
    case uploaded(file: JournaledUpload)

    /// The server's time of the change.
    var time: Date {
        switch self {
        case .founded(_, let time), .opened(_, _, let time), .renamed(_, _, let time), .forgotten(_, let time): time
        case .annotated(_, _, _, let time), .membership(_, _, _, let time): time
        case .read(_, _, _, _, let time): time
        case .topic(_, _, _, let time), .pinned(_, _, _, let time): time
        case .begun(let group): group.at
        case .said(let message): message.at
        case .uploaded(let upload): upload.at
        }
    }
}

/// The person who removed another, and the reason.
struct JournaledDecision: Codable, Hashable, Sendable {
    /// The name of the person who decided it.
    let by: String
    let reason: String
    let isBan: Bool
}

/// A group at its start. The user is a member without being named.
struct JournaledGroup: Codable, Hashable, Sendable {
    let chat: ChatID
    /// The title under an ID of its own.
    let contact: Contact
    let members: [Contact]
    /// The number of everyone's first membership.
    let number: Int64
    let at: Date
}

/// A message as the journal stores it. Its predecessor follows from the order.
struct JournaledMessage: Codable, Hashable, Sendable {
    let chat: ChatID
    let id: MessageID
    let author: Author
    let text: String
    let spans: [TextSpan]
    let imageCount: Int
    let attachment: AttachedFile?
    let repliesTo: MessageID?
    /// The root of the thread that it is in; missing outside threads.
    var thread: MessageID?
    /// The kind of event that the author caused; missing for a message.
    var event: ChatEvent?
    /// Present if the message mentions the user.
    var mentionsMe: Bool?
    /// The poll that it asks; missing for any other message.
    var poll: Poll?
    let position: Position
    /// The kind of the contact's line; nil for the user's messages and for scripted ones.
    let remark: LineKind?
    let at: Date
}

/// A file that arrived completely, by the ID under which it was sent.
struct JournaledUpload: Codable, Hashable, Sendable {
    let id: MessageID
    let file: FileID
    let byteCount: Int64
    let at: Date
}

/// The entries of older journals, in which edits and deletions had a form each. They are only read.
enum OldJournalEntry: Decodable {
    case edited(edit: Edit)
    case removed(chat: ChatID, message: MessageID, at: Date)

    struct Edit: Decodable {
        let chat: ChatID
        let id: MessageID
        let message: MessageID
        let text: String
        let number: Int64
        let at: Date
    }

    /// Returns the entry in today's form, with the message's author.
    func entry(in state: ServerState) throws(ServerState.Fault) -> JournalEntry {
        let (chat, id, message, kind, number, time): (_, _, _, Annotation.Kind, Int64, _) =
            switch self {
            case .edited(let edit): (edit.chat, edit.id, edit.message, .edit(text: edit.text), edit.number, edit.at)
            case .removed(let chat, let message, let time): (chat, message, message, .deletion, 0, time)
            }
        guard let author = state.message(message)?.author else {
            throw ServerState.Fault("the server holds no message \(message.rawValue.cut(toBytes: 60))")
        }
        let annotation = Annotation(author: author, message: message, kind: kind, number: number)
        return .annotated(chat: chat, id: id, annotation: annotation, at: time)
    }
}
